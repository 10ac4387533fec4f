// Markdown from standard input to an HTML page on standard output.
//
//     swift run MarkdownToHTML < README.md > readme.html

import Foundation
import Rendering
import RunFormatters

let source = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
let catalog = Catalog()
let document = Renderer(highlighter: catalog.highlighter).render(markdown: source)

// One page for light and dark: the browser chooses.
let sheets = try ["paper", "obsidian"].map {
  try catalog.themes.theme(named: $0).styleSheet(for: document.scopes)
}
var options = HTMLOptions()
options.isStandalone = true
FileHandle.standardOutput.write(Data(HTMLFormatter(options: options).format(document, sheets: sheets)))
