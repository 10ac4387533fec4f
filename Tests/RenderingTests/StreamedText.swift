import Rendering
import StyledRuns
import TextMate

/// A client of a session: applies every update, and checks that none is missing.
struct StreamClient {
  var document = Document()
  var sequence = 0
  var isFinal = false

  mutating func receive(_ update: Update?) throws {
    guard let update else { return }
    guard update.sequence == sequence + 1, !isFinal || update.edits.allSatisfy(\.bringsColors) else {
      throw StreamError.gap
    }
    sequence = update.sequence
    isFinal = isFinal || update.isFinal
    try document.apply(update)
  }
}

enum StreamError: Error { case gap }

extension Edit {
  /// Whether the edit changes no text.
  var bringsColors: Bool {
    switch self {
    case .rehighlight, .code: true
    default: false
    }
  }
}

/// Texts that have much of everything that streaming could get wrong.
enum StreamedText {
  /// Formulas in every place, closed, open and broken.
  static let formulas =
    "a $x^2$ b \\(\\frac{a}{b}\\) c $$\\sum_i x$$ d $\\no$ $5\n\n$$\n\\begin{cases} a \\\\ b \\end{cases}\n$$\n\n- $$\n  x\n  $$\n- \\[\n  y\n\n> ```math\n> z\n> ```\nlazy\n\n# h $i$\n\n| $a$ | $$b$$ |\n|---|---|\n| \\(c\\) | d |\n\n```math\n\\no\n```\n\n$$ j $$\n\n```math x\nk\n```\n\n$$\nopen\n"

  static let samples: [String] = [
    "# Title\n\nA paragraph with *emphasis*, `code` and a [link](https://example.com \"t\").\n\nSetext\n======\n",
    "- one\n- two\n  - nested\n\n    loose\n- three\n\n1. first\n2. second\n   > quote\n   > more\nlazy\n",
    "> quote\n> - list\n>   ```swift\n>   let a = 1\n>   ```\n> end\n\nafter\n",
    "```swift\nfunc f(_ x: Int) -> String {\n  // comment\n  return \"\\(x)\"\n}\n```\n\ntext\n",
    "~~~json\n{\"a\": [1, 2.5, true, null], \"b\": \"\\u00e9\"}\n~~~\n    indented\n\n    code\n\n\ntext\n",
    "| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2\n\nnot a row\n",
    "See [late] and [^1] and [^2].\n\n[late]: /url \"title\"\n\n[^1]: A note.\n\n    More of it.\n\n[^2]: Two, see [late].\n",
    "See [^1] and [^2].\n\n[^1]: Note\n\n    - a `b`\n      - c [x]\n\n    ```swift\n    let a = 1\n    func b() {}\n    ```\n\n    ```\n    plain\n    ```\n\n    | a | b |\n    |---|---|\n    | c | [^2] |\n\n    [^2]: inner\n\n        > deep\n\n[x]: /u\n",
    "[^1]: hidden\n\n    ```json\n    {\"a\": 1}\n    ```\n\n    <div>\n    x\n    </div>\n\nnow [^1]\n\n[^1]: again [^1]\n",
    "- [ ] task\n- [x] done\n\n***\n\n<div>\n*html*\n</div>\n\n<b>inline</b> &amp; &copy; \\* escaped\n",
    "日本語のテキスト **強調** 👩‍👩‍👧‍👦 é e\u{301} \u{FEFF}\n\nالعربية `code`\n",
    "line one\r\nline two  \r\nhard\\\r\nbreak\r\r\n- cr\r- list\r\n",
    "\tcode\n\n  - a\n\n\tb\n\n-\tx\n\n\t\ty\n",
    "```unknownlang\nplain\n```\n``` \nno language\n``\n```\n````\n```\n````\n",
    "Term\n: no\n\n[foo]: /a\n[foo]: /b\n'title' ok\n\n[foo]\n===\n\n| x |\n| - |\n| [foo] |\n",
    "```python\n\"\"\"doc\nstring\n\"\"\"\nx = f\"{a!r:>{w}}\"\n```\n\n1) a\n\n   ```c\n   int main(void) { return 0; }\n   ```\n2) b\n",
    "---\ntitle: \"T\"\ntags: [a]\n---\n\n# After\n\n---\nb: c\n---\n",
    "---\nnote: no\n\nnone of it\n\n```swift\nlet a = 1\n```\n---\n",
    "+++\r\na = 1\r\n+++\r\n- x [^1]\r\n\r\n[^1]: y\r\n",
    formulas,
    "\0 nul \u{7F}\n\n* a\n+ b\n- c\n\n10. ten\n11. eleven\n",
  ]

  /// Invalid UTF-8.
  static let broken: [[UInt8]] = [
    [0xFF, 0x61, 0xC3, 0x0A, 0xE2, 0x82, 0x0A, 0xF0, 0x9F, 0x98],
    [0x2D, 0x20, 0xC0, 0x80, 0x0D, 0x0A, 0xED, 0xA0, 0x80, 0x60, 0x60, 0x60, 0x0A, 0xC3],
    [0xEF, 0xBB, 0xBF, 0x23, 0x20, 0xEF, 0xBB, 0xBF, 0x0A],
  ]

  static var all: [[UInt8]] { samples.map { Array($0.utf8) } + broken }

  /// The prefix without the scalar that its end cuts.
  static func settled(_ prefix: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(prefix)
    for back in 1...3 where back <= text.count {
      let byte = text[text.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 && byte < 0xF5 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
      if byte >= 0xC2, byte < 0xF5, length > back,
        String(validating: text.suffix(back), as: UTF8.self) == nil,
        String(decoding: text.suffix(back), as: UTF8.self).unicodeScalars.count == 1
      {
        text.removeLast(back)
      }
      break
    }
    return text
  }
}

/// Grammars of a test, held in memory.
struct TestGrammars: GrammarSource {
  func rawGrammar(scope: ScopeName) -> RawGrammar? {
    guard scope == "source.test" else { return nil }
    let word = RawRule(name: "keyword.test", match: #"\b(?:let|func|return|int|if)\b"#)
    let number = RawRule(name: "constant.numeric.test", match: #"\b[0-9]+(?:\.[0-9]+)?\b"#)
    let comment = RawRule(name: "comment.test", match: #"(?://|#).*$"#)
    let escape = RawRule(name: "constant.character.escape.test", match: #"\\."#)
    let string = RawRule(name: "string.test", begin: "\"", end: "\"|$", patterns: [escape])
    let block = RawRule(name: "string.block.test", begin: "\"\"\"", end: "\"\"\"")
    return RawGrammar(scopeName: "source.test", patterns: [block, string, word, number, comment])
  }

  static func highlighter(limits: TokenizerLimits = .standard) -> Highlighter {
    let names = ["swift", "json", "python", "c"]
    let languages = names.map { Language(id: LanguageID($0), name: $0, scope: "source.test") }
    return Highlighter(
      languages: LanguageRegistry(languages), grammars: GrammarRegistry(source: TestGrammars()),
      limits: limits)
  }
}
