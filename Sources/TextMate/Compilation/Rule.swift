internal import Synchronization

/// A compiled rule, as the tokenizer's loops read it.
///
/// Lives at a fixed address, made and freed by the grammar's ``RuleCompiler``. Immutable but for its scanners, each
/// of which is built when the tokenizer first stands in the rule.
struct Rule: ~Copyable {
  enum Kind: UInt8 {
    case match, include, beginEnd, beginWhile
  }

  /// Counts from 0 within the grammar.
  let id: UInt32
  let kind: Kind
  /// Whether the end (or while) pattern depends on what the begin pattern matched.
  let hasDynamicEnd: Bool
  let appliesEndLast: Bool
  let name: NameReference
  let contentName: NameReference
  /// Captures of the match or begin pattern.
  let captures: CaptureList
  /// Captures of the end or while pattern.
  let endCaptures: CaptureList
  /// How many groups of a begin or match are needed later, the whole match included.
  let groupsNeeded: Int32
  let endGroupsNeeded: Int32

  /// Addresses of ``Scanner``s by ``Anchors``; 0 where none has been built.
  let scanners: UnsafeMutablePointer<Atomic<UInt>>
  /// Likewise for the while pattern alone; nil but for a begin/while rule.
  let whileScanners: UnsafeMutablePointer<Atomic<UInt>>?
}

/// Which of `\A` and `\G` hold at a position.
struct Anchors {
  let rawValue: Int
  static let count = 4

  init(startOfText: Bool, anchorPosition: Bool) {
    rawValue = (startOfText ? 2 : 0) | (anchorPosition ? 1 : 0)
  }

  var startOfText: Bool { rawValue & 2 != 0 }
  var anchorPosition: Bool { rawValue & 1 != 0 }
}

/// A name in the grammar's table: none, a plain one, or one that has to be filled in.
struct NameReference: Equatable {
  /// -1 for none.
  let rawValue: Int32
  let isTemplate: Bool

  static let none = NameReference(rawValue: -1, isTemplate: false)
  @inline(__always) var isNone: Bool { rawValue < 0 }
}

/// What to do with the text of one group.
struct Capture {
  /// A group that nobody asked about stands between others that somebody did.
  var isAbsent: Bool
  var name: NameReference
  var contentName: NameReference
  /// Tokenizes the group's text by this rule.
  var retokenizing: UnsafeMutablePointer<Rule>?

  static var absent: Capture {
    Capture(isAbsent: true, name: .none, contentName: .none, retokenizing: nil)
  }
}

/// Captures by group number.
struct CaptureList {
  let start: UnsafeMutablePointer<Capture>?
  let count: Int

  static var empty: CaptureList { CaptureList(start: nil, count: 0) }
}

/// A rule's place. Sendable because a rule is immutable but for atomics.
struct RuleReference: @unchecked Sendable, Hashable {
  let pointer: UnsafeMutablePointer<Rule>
}
