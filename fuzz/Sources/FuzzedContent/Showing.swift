import Foundation
import RunFormatters
public import StyledRuns

/// Writes the content in every format, and reads back what the wire form says.
public func show(_ content: StreamContent) {
  let sheet = StyleSheet(
    id: "fuzz", name: "Fuzz", isDark: true, palette: palette,
    styles: Array(repeating: Style(), count: content.scopes.count))
  switch content.canonical() {
  case .document(let document):
    _ = ANSIFormatter().format(document, sheet: sheet)
    _ = HTMLFormatter().format(document, sheets: [sheet])
    _ = PlainTextFormatter().format(document)
    let read = try? JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document)))
    // Items and footnotes may stand where a document has none.
    precondition(
      read.map { $0.canonical() == document } ?? true, "the document is not what its wire form says")
  case .conversation(let conversation):
    _ = ConversationANSIFormatter().format(conversation, sheet: sheet)
    _ = HTMLFormatter().format(conversation, sheets: [sheet])
    _ = ConversationTextFormatter().format(conversation)
    _ = ConversationMarkdownFormatter().format(conversation)
    let read = try? JSONDecoder().decode(Conversation.self, from: Data(IRFormatter().format(conversation)))
    precondition(
      read.map { $0.canonical() == conversation } ?? true, "the conversation is not what its wire form says")
  }
}

private let palette: Palette = {
  let gray = Color(red: 128, green: 128, blue: 128)
  return Palette(
    background: gray, text: gray, mutedText: gray, border: gray, accent: gray, textOnAccent: gray, link: gray,
    heading: gray, quote: gray, codeBackground: gray, codeText: gray, inlineCode: gray,
    inlineCodeBackground: gray, error: gray, warning: gray, success: gray, info: gray,
    important: gray)
}()
