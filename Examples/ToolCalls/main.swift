// A model's stream with a tool call: text, thinking and calls become one conversation, shown as cards.
//
//     swift run ToolCalls

import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns

// The lines that a coding assistant prints with its JSON output.
let lines = [
  #"{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I will look at the file."},{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"main.swift"}}]}}"#,
  #"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"1\tlet answer = 42\n2\tprint(answer)"}]}}"#,
  #"{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"It prints **42**."}]}}"#,
]

let catalog = Catalog()
let session = ConversationSession(format: .streamJSON, highlighter: catalog.highlighter)
var conversation = Conversation()
for line in lines {
  if let update = session.append(Array((line + "\n").utf8)) { try conversation.apply(update) }
}
if let update = session.finish() { try conversation.apply(update) }

let sheet = try catalog.themes.theme(named: "obsidian").styleSheet(for: conversation.scopes)
let cards = ConversationANSIFormatter(expansion: .all).format(conversation, sheet: sheet)
FileHandle.standardOutput.write(Data(cards))
