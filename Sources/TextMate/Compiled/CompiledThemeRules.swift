/// The rules of a compiled theme. The rules of a scope are decoded on first use, because a document uses few
/// of the scopes in a theme.
///
/// The record contains the number of scopes, the offset of each scope's entry in ascending order of the
/// scopes' bytes, and the entries: the scope, and its rules, the rule without parents first.
struct CompiledThemeRules: Sendable {
  private let owner: CompiledData
  /// The verified part of the mapping, which `owner` owns.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let count: Int

  /// Creates the rules from a record.
  ///
  /// - Returns: nil if the parts that are read now are malformed.
  init?(_ bytes: UnsafeRawBufferPointer, owner: CompiledData) {
    var reader = RecordReader(bytes)
    count = reader.count(ofSize: 4)
    guard !reader.isBroken else { return nil }
    self.bytes = bytes
    self.owner = owner
  }

  /// Returns the rules for exactly this scope, the one without parents first; nil if there are none. O(log
  /// scopes).
  func rules(for scope: Substring) -> [ThemeRules.Resolved]? {
    var scope = scope
    return scope.withUTF8 { scope in
      let scope = UnsafeRawBufferPointer(scope)
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        var entry = entry(middle)
        let order = entry.run().order(to: scope)
        if order == 0 { return rules(&entry) }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// All rules.
  var all: [ThemeRules.Resolved] {
    (0..<count).flatMap { index in
      var entry = entry(index)
      _ = entry.run()
      return rules(&entry) ?? []
    }
  }

  private func entry(_ index: Int) -> RecordReader {
    var offset = RecordReader(bytes, at: 4 + index * 4)
    return RecordReader(bytes, at: offset.number())
  }

  private func rules(_ reader: inout RecordReader) -> [ThemeRules.Resolved]? {
    var rules: [ThemeRules.Resolved] = []
    for _ in 0..<reader.count(ofSize: 7) {
      rules.append(
        ThemeRules.Resolved(
          depth: reader.number16(), parents: reader.strings(), settings: reader.themeSettings()))
    }
    return reader.isBroken || rules.isEmpty ? nil : rules
  }

  static func record(of rules: ThemeRules) -> [UInt8] {
    let sorted = rules.sorted
    var offsets = RecordWriter()
    var entries = RecordWriter()
    offsets.append(number: sorted.count)
    for (scope, rules) in sorted {
      offsets.append(number: 4 + sorted.count * 4 + entries.bytes.count)
      entries.append(scope)
      entries.append(number: rules.count)
      for rule in rules {
        entries.append(number16: rule.depth)
        entries.append(rule.parents)
        entries.append(rule.settings)
      }
    }
    return offsets.bytes + entries.bytes
  }
}
