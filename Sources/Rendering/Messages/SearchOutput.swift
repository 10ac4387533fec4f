internal import StyledRuns

/// Styles the matches in the output of a search tool as `grep --color` does.
struct SearchOutput {
  private let words: [[UInt8]]
  private let ignoresCase: Bool

  private static let pathStyle = OutputStyle(foreground: .palette(5))
  private static let numberStyle = OutputStyle(foreground: .palette(2))
  private static let matchStyle = OutputStyle(foreground: .palette(1), attributes: .bold)
  private static let separatorStyle = OutputStyle(foreground: .palette(6))

  /// Creates a highlighter of matches. A pattern that needs a regular expression engine highlights nothing.
  init(pattern: String?, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    words = pattern.flatMap { Self.literals(of: $0) }?.map { ignoresCase ? Self.lowered($0) : $0 } ?? []
  }

  func styled(_ text: OutputText) -> OutputText {
    OutputText(lines: text.lines.map { $0.runs.isEmpty ? styled($0.text) : $0 })
  }

  /// Returns the alternatives of a pattern that consists of literal text; nil for other patterns.
  static func literals(of pattern: String) -> [[UInt8]]? {
    var words: [[UInt8]] = [[]]
    var bytes = Array(pattern.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "|"): words.append([])
      case UInt8(ascii: "\\"):
        guard let next = bytes.popFirst() else { return nil }
        let isLetter = (0x61...0x7A).contains(next | 0x20) || (0x30...0x39).contains(next)
        if isLetter {
          guard next == UInt8(ascii: "b") else { return nil }
        } else if next == UInt8(ascii: "|") {
          words.append([])
        } else {
          words[words.count - 1].append(next)
        }
      case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "^"), UInt8(ascii: "$"):
        return nil
      default: words[words.count - 1].append(byte)
      }
    }
    let found = words.filter { !$0.isEmpty }
    return found.isEmpty || found.count > 32 ? nil : found
  }

  private func styled(_ text: String) -> OutputLine {
    let bytes = Array(text.utf8)
    var runs: [OutputRun] = []
    let contentStart = styleHead(bytes, &runs)
    var plainStart = contentStart
    var position = contentStart
    let lowered = ignoresCase ? Self.lowered(bytes) : bytes
    while position < bytes.count {
      if let word = words.first(where: { lowered[position...].starts(with: $0) }) {
        Self.add(position - plainStart, .plain, &runs)
        Self.add(word.count, Self.matchStyle, &runs)
        position += word.count
        plainStart = position
      } else {
        position += 1
      }
    }
    Self.add(bytes.count - plainStart, .plain, &runs)
    let isPlain = runs.allSatisfy { $0.style == .plain }
    return OutputLine(text: text, runs: isPlain ? [] : runs)
  }

  /// Styles `path:12:` or `12:` at the start of a line. Context lines have `-` instead of `:`.
  ///
  /// - Returns: The position after the prefix.
  private func styleHead(_ bytes: [UInt8], _ runs: inout [OutputRun]) -> Int {
    var position = 0
    while position < min(bytes.count, 400) {
      let isMark = bytes[position] == UInt8(ascii: ":") || bytes[position] == UInt8(ascii: "-")
      if isMark || position == 0 {
        let digits = isMark ? position + 1 : position
        var end = digits
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
        if end > digits, end < bytes.count,
          bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "-"),
          position == 0 || bytes[end] == bytes[position]
        {
          Self.add(position, Self.pathStyle, &runs)
          Self.add(digits - position, Self.separatorStyle, &runs)
          Self.add(end - digits, Self.numberStyle, &runs)
          Self.add(1, Self.separatorStyle, &runs)
          return end + 1
        }
      }
      if bytes[position] == 0x20, position == 0 { return 0 }
      position += 1
    }
    return 0
  }

  private static func add(_ length: Int, _ style: OutputStyle, _ runs: inout [OutputRun]) {
    if length > 0 { runs.append(OutputRun(length: length, style: style)) }
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
