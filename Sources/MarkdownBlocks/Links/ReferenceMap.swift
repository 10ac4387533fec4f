/// The definitions of labels, by key.
struct ReferenceMap<Definition: BitwiseCopyable> {
  private var definitions: [LabelKey: Definition] = [:]

  var isEmpty: Bool { definitions.isEmpty }

  /// The approximate number of allocated bytes: 128 for each label.
  var byteCount: Int { definitions.capacity * 128 }

  /// Adds a definition, which takes effect only if no equal label was defined before.
  ///
  /// - Returns: The key if the definition takes effect.
  @discardableResult
  mutating func add(_ definition: Definition, label: UnsafeBufferPointer<UInt8>) -> LabelKey? {
    guard let key = LabelKey(label), definitions[key] == nil else { return nil }
    definitions[key] = definition
    return key
  }

  /// Removes the definition that took effect under a key.
  mutating func remove(_ key: LabelKey) { definitions[key] = nil }

  /// Returns the definition of a label; nil if there is none.
  subscript(label: UnsafeBufferPointer<UInt8>) -> Definition? {
    guard !isEmpty, let key = LabelKey(label) else { return nil }
    return definitions[key]
  }
}
