internal import Synchronization

/// A compiled rule.
///
/// Each rule has a fixed address and is created and freed by the grammar's ``RuleCompiler``. It is immutable
/// except for its scanners, which are built when the tokenizer first enters the rule.
struct Rule: ~Copyable {
  enum RuleKind: UInt8 {
    case match, include, beginEnd, beginWhile
  }

  /// The number of the rule in its grammar, from 0.
  let id: UInt32
  let kind: RuleKind
  /// Whether the end or while pattern depends on text that the begin pattern matched.
  let hasDynamicEnd: Bool
  let appliesEndLast: Bool
  let name: NameReference
  let contentName: NameReference
  /// The captures of the match or begin pattern.
  let captures: CaptureList
  /// The captures of the end or while pattern.
  let endCaptures: CaptureList
  /// The number of leading groups of the match or begin pattern that are used after the match, the whole
  /// match included.
  let groupsNeeded: Int32
  let endGroupsNeeded: Int32

  /// The addresses of the ``Scanner``s by ``Anchors``; 0 for a scanner that is not built.
  let scanners: UnsafeMutablePointer<Atomic<UInt>>
  /// The scanners of the while pattern; nil unless the rule is a begin/while rule.
  let whileScanners: UnsafeMutablePointer<Atomic<UInt>>?
}

/// The anchors, `\A` and `\G`, that hold at a position.
struct Anchors {
  let rawValue: Int
  static let count = 4

  init(startOfText: Bool, anchorPosition: Bool) {
    rawValue = (startOfText ? 2 : 0) | (anchorPosition ? 1 : 0)
  }

  var startOfText: Bool { rawValue & 2 != 0 }
  var anchorPosition: Bool { rawValue & 1 != 0 }
}

/// A reference to a name in the grammar's table. The name is absent, literal, or a template.
struct NameReference: Equatable {
  /// The index in the table, or -1 for no name.
  let rawValue: Int32
  let isTemplate: Bool

  static let none = NameReference(rawValue: -1, isTemplate: false)
  @inline(__always) var isNone: Bool { rawValue < 0 }
}

/// The treatment of the text of one group.
struct Capture {
  /// Whether the group has no capture and only fills a gap between groups with captures.
  var isAbsent: Bool
  var name: NameReference
  var contentName: NameReference
  /// The rule that tokenizes the text of the group; nil if the text is not tokenized again.
  var retokenizing: UnsafeMutablePointer<Rule>?

  static var absent: Capture {
    Capture(isAbsent: true, name: .none, contentName: .none, retokenizing: nil)
  }
}

/// Captures, indexed by group number.
struct CaptureList {
  let start: UnsafeMutablePointer<Capture>?
  let count: Int

  static var empty: CaptureList { CaptureList(start: nil, count: 0) }
}

/// A pointer to a rule. Sendable because a rule is immutable except for atomics.
struct RuleReference: @unchecked Sendable, Hashable {
  let pointer: UnsafeMutablePointer<Rule>
}
