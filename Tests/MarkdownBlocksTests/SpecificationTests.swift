import MarkdownBlocks
import RunFormatters
import Testing

@Suite(.enabled(if: Conformance.folder != nil))
struct SpecificationTests {
  @Test(arguments: Conformance.suites)
  func everyExampleGivesItsHTML(suite: String) throws {
    let examples = try Conformance.examples(suite)
    #expect(!examples.isEmpty)
    for example in examples {
      let html = bareHTML(example.markdown, example.options)
      #expect(html == example.html, "\(suite) \(example.id) (\(example.section)): \(example.markdown)")
    }
  }
}

/// Our HTML of a text, raw HTML passing.
func bareHTML(_ source: String, _ options: MarkdownOptions, unsafeHTML: Bool = true) -> String {
  bareHTML(Array(source.utf8), options, unsafeHTML: unsafeHTML)
}

func bareHTML(_ source: [UInt8], _ options: MarkdownOptions, unsafeHTML: Bool = true) -> String {
  let document = MarkdownParser(options: options).parse(source)
  let formatter = BareHTMLFormatter(
    unsafeHTML: unsafeHTML, filtersTags: options.extensions.contains(.tagfilter))
  return String(decoding: formatter.format(document), as: UTF8.self)
}
