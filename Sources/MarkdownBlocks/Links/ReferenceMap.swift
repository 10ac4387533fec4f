/// The definitions that labels mean, by key.
struct ReferenceMap<Definition: BitwiseCopyable> {
  private struct Entry {
    var definition: Definition
    /// nil if every label of the key that is ASCII means this entry.
    var label: [UInt8]?
  }

  private var entries: [LabelKey: [Entry]] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Allocated bytes, estimated: a key, its array and its place for each label.
  var byteCount: Int { entries.capacity * 128 }

  /// Adds a definition; it only counts where no equal label was defined before.
  /// Answers with its key if it does.
  @discardableResult
  mutating func add(_ definition: Definition, label: UnsafeBufferPointer<UInt8>) -> LabelKey? {
    guard let key = LabelKey(label) else { return nil }
    let exact = label.allSatisfy { $0 < 0x80 } ? nil : Array(label)
    var known = entries[key, default: []]
    guard !known.contains(where: { $0.label == exact }) else { return nil }
    known.append(Entry(definition: definition, label: exact))
    entries[key] = known
    return key
  }

  /// Takes back the last definition that was added under a key.
  mutating func removeLast(_ key: LabelKey) {
    guard var known = entries[key] else { return }
    known.removeLast()
    entries[key] = known.isEmpty ? nil : known
  }

  /// Returns the definition that `label` means, equal labels being those that `fold` makes equal.
  func first(
    _ label: UnsafeBufferPointer<UInt8>, fold: (UnsafeBufferPointer<UInt8>) -> [UInt8]
  ) -> Definition? {
    guard let key = LabelKey(label), let known = entries[key] else { return nil }
    var folded: [UInt8]?
    for entry in known {
      if entry.label == nil, label.allSatisfy({ $0 < 0x80 }) { return entry.definition }
      let wanted = folded ?? fold(label)
      folded = wanted
      let other = entry.label ?? Array(key.text.utf8)
      if other.withUnsafeBufferPointer({ fold($0) }) == wanted { return entry.definition }
    }
    return nil
  }

  /// Whether a label may mean a definition for which `condition` holds; cmark's idea of equal labels is narrower than the
  /// key's.
  func contains(_ label: UnsafeBufferPointer<UInt8>, where condition: (Definition) -> Bool) -> Bool {
    guard let key = LabelKey(label), let known = entries[key] else { return false }
    return known.contains { condition($0.definition) }
  }
}
