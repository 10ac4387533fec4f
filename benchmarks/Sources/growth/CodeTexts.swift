internal import BenchmarkInputs

/// Code that nobody would write: parts of the samples of all languages and signs that mean something in code, repeated.
///
///     let texts = try CodeTexts()
///     texts.random(using: &generator)  // ~~~ scss, and a text that looks a little like SCSS
struct CodeTexts {
  private let samples: [CodeSample]

  private static let signs = [
    "{", "}", "(", ")", "[", "]", "<", ">", "=>", "->", "::", ":", ";", ",", ".", "?", "? ", "|",
    "||", "&", "@", "#", "#{", "${", "{{", "{%", "<%", "<?", "//", "/*", "*/", "<!--", "\"", "'",
    "`", "\"\"\"", "@\"", "\\", "\\n", "\\u", "%d", "0x", "1e", "1.", "=~", " = ", "a", "b", "a ",
    "a.", "a(", "a<", "a:", "a b ", "(a,", "f(x) ", "a=", "a_", "=", "-", "--- ", "+++ ", "@@ ",
    "/a/", "<a b=", "<T>", "if(", "for", "public ", "static ", "async ", "let ", "int ", " ",
    "    ", "\t", "\n", "\r", "\0", "é", "中", "\u{301}",
  ]

  init() throws {
    // Few samples have more lines.
    samples = try CodeSample.all(lines: 200)
  }

  func random(using generator: inout some RandomNumberGenerator) -> GrowingText {
    let sample = samples.randomElement(using: &generator)!
    func line() -> String { sample.lines.randomElement(using: &generator)! }
    func piece() -> String {
      guard Bool.random(using: &generator) else { return Self.signs.randomElement(using: &generator)! }
      let line = line().unicodeScalars
      let start = Int.random(in: 0...line.count, using: &generator)
      let part = String(line.dropFirst(start).prefix(.random(in: 1...12, using: &generator)))
      return part.isEmpty ? "\n" : part
    }
    let fragments = (0..<[1, 1, 1, 2, 2, 3].randomElement(using: &generator)!).map { _ in
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in piece() }.joined()
    }
    let head =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: piece()
      case 1: line() + "\n"
      case 2: line()
      default: ""
      }
    let fence = "~~~ \(sample.language)\n"
    // A text allows some work however short it is, so that many short ones are a case of their own.
    if Int.random(in: 0..<4, using: &generator) == 0 {
      return GrowingText(fragments: [fence + head + fragments.joined() + "\n~~~\n"])
    }
    return GrowingText(head: fence + head, fragments: fragments)
  }
}
