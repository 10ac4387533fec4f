import FuzzedContent
import MarkdownBlocks
import Rendering
import StyledRuns

/// Called by libFuzzer with one input: three bytes that choose options, and markdown.
///
/// The markdown that arrives in pieces must give the document that it gives at once, and every format must be able to
/// show it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard var input = FuzzedInput(start, count) else { return 0 }
  let extensions = MarkdownOptions.Extensions(
    rawValue: UInt16(input.choice(of: 256)) | UInt16(input.choice(of: 256)) << 8)
  let choice = input.choice(of: 4)
  let options = MarkdownOptions(
    extensions: extensions.intersection(.all), smart: choice & 1 != 0, isOptimistic: choice & 2 != 0)
  let session = RenderSession(markdown: options)
  var shown = Document()
  for piece in input.pieces() {
    if let update = session.append(piece) { apply(update, to: &shown) }
  }
  if let update = session.finish() { apply(update, to: &shown) }
  let whole = Renderer(markdown: options).render(markdown: input.text)
  precondition(shown.canonical() == whole.canonical(), "the streamed document is another one than the whole")
  show(.document(shown))
  return 0
}

private func apply(_ update: Update, to document: inout Document) {
  do {
    try document.apply(update)
  } catch {
    fatalError("the document refuses an update of its own session: \(error)")
  }
}
