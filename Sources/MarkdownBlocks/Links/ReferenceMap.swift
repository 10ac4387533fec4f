/// The definitions of labels, by key.
struct ReferenceMap<Definition: BitwiseCopyable> {
  private struct MapEntry {
    var definition: Definition
    /// The label; nil if every ASCII label with this key refers to the entry.
    var label: [UInt8]?
  }

  private var entries: [LabelKey: [MapEntry]] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// The approximate number of allocated bytes: 128 for each label.
  var byteCount: Int { entries.capacity * 128 }

  /// Adds a definition, which takes effect only if no equal label was defined before.
  ///
  /// - Returns: The key if the definition takes effect.
  @discardableResult
  mutating func add(_ definition: Definition, label: UnsafeBufferPointer<UInt8>) -> LabelKey? {
    guard let key = LabelKey(label) else { return nil }
    let exact = label.allSatisfy { $0 < 0x80 } ? nil : Array(label)
    var known = entries[key, default: []]
    guard !known.contains(where: { $0.label == exact }) else { return nil }
    known.append(MapEntry(definition: definition, label: exact))
    entries[key] = known
    return key
  }

  /// Removes the definition that was added last under a key.
  mutating func removeLast(_ key: LabelKey) {
    guard var known = entries[key] else { return }
    known.removeLast()
    entries[key] = known.isEmpty ? nil : known
  }

  /// Returns the definition of a label; nil if there is none.
  ///
  /// - Parameter fold: Normalizes labels for comparison.
  func first(
    _ label: UnsafeBufferPointer<UInt8>, fold: (UnsafeBufferPointer<UInt8>) -> [UInt8]
  ) -> Definition? {
    guard !isEmpty, let key = LabelKey(label), let known = entries[key] else { return nil }
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

  /// Whether a label may refer to a definition that satisfies `condition`. The comparison by key can return
  /// `true` for labels that cmark distinguishes.
  func contains(_ label: UnsafeBufferPointer<UInt8>, where condition: (Definition) -> Bool) -> Bool {
    guard !isEmpty, let key = LabelKey(label), let known = entries[key] else { return false }
    return known.contains { condition($0.definition) }
  }
}
