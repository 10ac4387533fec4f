/// The names with placeholders that a tokenizer has met, and the buffer in which they are filled in.
struct NameTemplates: ~Copyable {
  private var templates: [Int32: NameTemplate] = [:]
  private var resolved: [UInt8] = []

  init() {}

  /// Fills in the placeholders of a name; returns nil if it has none.
  ///
  /// - Parameter text: Returns the text of a group, as in ``NameTemplate/resolve(into:text:)``.
  mutating func resolve(
    _ name: NameReference, of grammar: Grammar, text: (Int) -> UnsafeBufferPointer<UInt8>?
  ) -> [UInt8]? {
    let template: NameTemplate
    if let known = templates[name.rawValue] {
      template = known
    } else {
      guard let made = NameTemplate(grammar.name(name)) else { return nil }
      templates[name.rawValue] = made
      template = made
    }
    template.resolve(into: &resolved, text: text)
    return resolved
  }
}
