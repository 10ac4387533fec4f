import StyledRuns

/// The head of a page states these facts about the document in it.
///
/// ```swift
/// var facts = PageFacts()
/// facts.add(document.blocks)
/// facts.title  // "Release notes"
/// ```
struct PageFacts {
  /// The title in the front matter, or else the first heading.
  private(set) var title: String?
  /// The language stated in the front matter.
  private(set) var language: String?
  /// The language and direction of the text.
  private(set) var text = PageLanguage()
  private var isAtStart = true

  /// Adds the next top-level blocks of the document.
  mutating func add(_ blocks: [Block]) {
    if isAtStart, case .frontMatter(let matter)? = blocks.first?.content {
      title = matter.value(of: "title")
      language = (matter.value(of: "lang") ?? matter.value(of: "language")).flatMap(
        PageLanguage.tag(written:))
    }
    isAtStart = isAtStart && blocks.isEmpty
    if title == nil {
      title =
        blocks.lazy.compactMap { block in
          guard case .heading(let heading) = block.content, !heading.inlines.text.isEmpty else { return nil }
          return heading.inlines.text
        }.first
    }
    text.add(blocks)
  }
}
