/// A text in a diagram: lines of styled pieces without control characters.
///
/// The mermaid label `"Load <b>all</b><br>files"` has two lines, and `all` is bold.
///
/// ```swift
/// Label(lines: [[.init("Load "), .init("all", isBold: true)], [.init("files")]]).text  // "Load all files"
/// ```
public struct Label: Hashable, Sendable {
  /// A piece of a line in one style.
  ///
  /// ```swift
  /// Label.Span("all", isBold: true)
  /// ```
  public struct Span: Hashable, Sendable {
    public var text: String
    public var isBold = false
    public var isItalic = false

    public init(_ text: String, isBold: Bool = false, isItalic: Bool = false) {
      self.text = text
      self.isBold = isBold
      self.isItalic = isItalic
    }
  }

  /// A line of text.
  public typealias Line = [Span]

  public var lines: [Line]

  /// A label without text.
  public static let empty = Label(lines: [])

  public init(lines: [Line]) {
    self.lines = lines
  }

  /// Creates a label from plain text, which is not parsed as markup. Control characters are removed.
  public init(plain text: String, isBold: Bool = false, isItalic: Bool = false) {
    let clean = LabelReader.clean(text)
    lines = clean.isEmpty ? [] : [[Span(clean, isBold: isBold, isItalic: isItalic)]]
  }

  public var isEmpty: Bool { lines.allSatisfy { $0.allSatisfy { $0.text.isEmpty } } }

  /// Inserts lines. A label with very many lines is too long whatever they say, and gets no more.
  mutating func add(_ new: [Line], at index: Int) {
    if lines.count <= DiagramLimits.labelLength { lines.insert(contentsOf: new, at: index) }
  }

  /// The text without styles. Lines are joined with spaces.
  public var text: String {
    lines.map { $0.map(\.text).joined() }.joined(separator: " ")
  }

  /// Returns the lines, broken between words at `width`. A word that is wider than `width` is broken between
  /// characters.
  ///
  /// - Parameter measure: Returns the width of a text. The second argument is true for bold text.
  func wrapped(to width: Int, measure: (String, Bool) -> Int) -> [Line] {
    var result: [Line] = []
    for line in lines { Self.wrap(line, to: width, measure: measure, into: &result) }
    return result
  }

  private static func wrap(
    _ line: Line, to width: Int, measure: (String, Bool) -> Int, into result: inout [Line]
  ) {
    let total = line.reduce(0) { $0 + measure($1.text, $1.isBold) }
    if total <= width { return result.append(line) }
    var current: Line = []
    var used = 0
    func add(_ text: String, like span: Span) {
      if let last = current.indices.last, current[last].isBold == span.isBold,
        current[last].isItalic == span.isItalic
      {
        current[last].text += text
      } else {
        current.append(Span(text, isBold: span.isBold, isItalic: span.isItalic))
      }
    }
    func endLine() {
      while let last = current.last, last.text.allSatisfy({ $0 == " " }) { current.removeLast() }
      if let last = current.indices.last {
        while current[last].text.last == " " { current[last].text.removeLast() }
      }
      if !current.isEmpty { result.append(current) }
      (current, used) = ([], 0)
    }
    for span in line {
      for word in words(of: span.text) {
        let size = measure(word, span.isBold)
        if used > 0, used + measure(word.hasSuffix(" ") ? String(word.dropLast()) : word, span.isBold) > width
        {
          endLine()
        }
        if size <= width || used + size <= width {
          add(word, like: span)
          used += size
          continue
        }
        for character in word {
          let size = measure(String(character), span.isBold)
          if used > 0, used + size > width { endLine() }
          add(String(character), like: span)
          used += size
        }
      }
    }
    endLine()
  }

  /// Splits a text into words, each with its trailing space. Each East Asian character is a word.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in text {
      word.append(character)
      let value = character.unicodeScalars.first?.value ?? 0
      if character == " " || character == "/" || character == "," || (0x2E80...0xFF60).contains(value) {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
