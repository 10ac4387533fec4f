// An answer that arrives piece by piece, shown in the terminal line by line as it becomes final.
//
//     swift run StreamInTerminal

import Foundation
import Rendering
import RunFormatters
import StyledRuns

let answer = """
  # Sorting

  Use `sort(by:)` with **two keys**:

  ```swift
  people.sort { ($0.age, $0.name) < ($1.age, $1.name) }
  ```

  1. Tuples compare from left to right.
  2. Swift's sort is *stable*.

  """

let catalog = Catalog()
let theme = try catalog.themes.theme(named: "obsidian")
let session = RenderSession(highlighter: catalog.highlighter)
var output = ANSIStream()
var document = Document()

@MainActor func show(_ update: Update?, isFinal: Bool = false) throws {
  if let update { try document.apply(update) }
  var bytes = ByteSink(capacity: 1024)
  output.write(document, sheet: theme.styleSheet(for: document.scopes), isFinal: isFinal, into: &bytes)
  FileHandle.standardOutput.write(Data(bytes.bytes))
}

// A model's tokens: a few bytes at a time.
var rest = Array(answer.utf8)[...]
while !rest.isEmpty {
  try show(session.append(Array(rest.prefix(5))))
  rest = rest.dropFirst(5)
  try await Task.sleep(for: .milliseconds(20))
}
try show(session.finish(), isFinal: true)
