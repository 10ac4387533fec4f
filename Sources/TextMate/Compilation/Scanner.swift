/// The patterns that can match while the tokenizer stands in a rule, in the order in which they win.
///
/// Lives at a fixed address, built and freed by the grammar's ``RuleCompiler``; immutable.
struct Scanner: ~Copyable {
  /// Patterns first asked win over later ones that match at the same place.
  let patterns: UnsafeMutablePointer<UnsafeMutablePointer<Pattern>>
  /// The rule that a pattern enters; nil for the end (or while) pattern of the rule itself.
  let targets: UnsafeMutablePointer<UnsafeMutablePointer<Rule>?>
  let count: Int

  init(_ entries: [(pattern: PatternReference, target: RuleReference?)]) {
    count = entries.count
    patterns = .allocate(capacity: max(1, count))
    targets = .allocate(capacity: max(1, count))
    for (index, entry) in entries.enumerated() {
      (patterns + index).initialize(to: entry.pattern.pointer)
      (targets + index).initialize(to: entry.target?.pointer)
    }
  }

  var byteCount: Int { count * 16 + MemoryLayout<Scanner>.size }

  deinit {
    patterns.deallocate()
    targets.deallocate()
  }
}
