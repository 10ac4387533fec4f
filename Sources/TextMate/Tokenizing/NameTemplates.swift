/// The names with placeholders that a tokenizer has met, and the buffer in which they are filled in.
struct NameTemplates: ~Copyable {
  private var templates: [NameTemplate] = []
  /// The index of a name's template plus one.
  private var indices = IntegerMap()
  private var resolved: [UInt8] = []

  init() {}

  /// Fills in the placeholders of a name; returns nil if it has none.
  ///
  /// - Parameter text: Returns the text of a group, as in ``NameTemplate/resolve(into:text:)``.
  mutating func resolve(
    _ name: NameReference, of grammar: Grammar, text: (Int) -> UnsafeBufferPointer<UInt8>?
  ) -> [UInt8]? {
    let key = UInt64(name.rawValue) + 1
    var index = indices.value(for: key)
    if index == 0 {
      guard let template = NameTemplate(grammar.name(name)) else { return nil }
      templates.append(template)
      index = UInt32(templates.count)
      indices.insert(index, for: key)
    }
    templates[Int(index) - 1].resolve(into: &resolved, text: text)
    return resolved
  }
}
