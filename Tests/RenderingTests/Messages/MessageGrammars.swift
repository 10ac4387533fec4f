import MessageStreams
import Rendering
import StyledRuns
import Testing
import TextMate

/// The conversation of a client whose session receives all input in one piece.
func conversation(
  of bytes: [UInt8], _ format: MessageFormat, highlighter: Highlighter? = MessageGrammars.highlighter()
) throws -> Conversation {
  let session = ConversationSession(format: format, highlighter: highlighter)
  var conversation = Conversation()
  for update in [session.append(bytes), session.finish()].compactMap({ $0 }) {
    try conversation.apply(update)
  }
  return conversation
}

/// The grammar of the other streaming tests, for the languages that the fixtures' files have.
enum MessageGrammars {
  static func highlighter() -> Highlighter {
    let files = ["swift": [".swift"], "json": [".json"], "python": [".py"], "shellscript": [".sh"]]
    let languages = files.sorted { $0.key < $1.key }.map {
      Language(id: LanguageID($0.key), name: $0.key, extensions: $0.value, scope: "source.test")
    }
    return Highlighter(
      languages: LanguageRegistry(languages), grammars: GrammarRegistry(source: TestGrammars()))
  }
}
