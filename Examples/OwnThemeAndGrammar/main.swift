// A theme and a grammar of one's own, which a folder adds to those of the program.
//
//     swift run OwnThemeAndGrammar

import Foundation
import Rendering
import RunFormatters

let folder = FileManager.default.temporaryDirectory.appending(path: "own-theme-and-grammar-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// A TextMate grammar for recipes: amounts are numbers, and what follows a dash is a step.
let grammar = """
  {
    "scopeName": "text.recipe",
    "language": { "id": "recipe", "name": "Recipe", "extensions": [".recipe"] },
    "patterns": [
      { "name": "constant.numeric.recipe", "match": "\\\\b\\\\d+(?:\\\\.\\\\d+)?\\\\s?(?:g|ml|min)\\\\b" },
      { "name": "keyword.control.recipe", "match": "^- \\\\w+" }
    ]
  }
  """
// A VS Code colour theme.
let theme = """
  {
    "name": "Kitchen", "type": "dark",
    "colors": { "editor.background": "#1e1a16", "editor.foreground": "#e8dfd2" },
    "tokenColors": [
      { "scope": "constant.numeric", "settings": { "foreground": "#e6b450" } },
      { "scope": "keyword.control", "settings": { "foreground": "#95c76f", "fontStyle": "bold" } }
    ]
  }
  """
try Data(grammar.utf8).write(to: folder.appending(path: "recipe.tmLanguage.json"))
try Data(theme.utf8).write(to: folder.appending(path: "kitchen.json"))

let catalog = Catalog(grammarFolders: [folder.path], themeFolders: [folder.path])
let document = Renderer(highlighter: catalog.highlighter).render(
  markdown: Array("```recipe\n- Mix 250 g flour and 150 ml water\n- Bake 40 min\n```\n".utf8))
let sheet = try catalog.themes.theme(named: "kitchen").styleSheet(for: document.scopes)
FileHandle.standardOutput.write(Data(ANSIFormatter().format(document, sheet: sheet)))
