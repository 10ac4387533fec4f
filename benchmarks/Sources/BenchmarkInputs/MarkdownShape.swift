/// Documents of one shape in any size, and the same on every machine.
public enum MarkdownShape: String, CaseIterable, Sendable {
  /// What an assistant answers: headings, paragraphs with markup, lists, tables, quotes, code.
  case answer
  /// One list, flat.
  case list
  /// One list whose items nest five deep.
  case nestedList = "nested-list"
  /// One quote of many paragraphs.
  case quote
  /// One table of many rows.
  case table
  /// One code block.
  case code
  /// A list with a long code block in an item.
  case listWithCode = "list-with-code"
  /// One paragraph of many lines.
  case paragraph

  /// A document of at least so many bytes.
  public func document(bytes count: Int) -> [UInt8] {
    var text = opening
    var random = SplitMix(seed: 7)
    var index = 0
    text.reserveCapacity(count + 4096)
    while text.utf8.count < count {
      text += part(index, &random)
      index += 1
    }
    return Array((text + closing).utf8)
  }

  private var opening: String {
    switch self {
    case .table: "| Name | Value | Remark |\n|:-----|------:|--------|\n"
    case .code: "```swift\n"
    case .listWithCode: "- Before the code:\n\n  ```swift\n"
    default: ""
    }
  }

  private var closing: String {
    switch self {
    case .code: "```\n"
    case .listWithCode: "  ```\n- After it.\n"
    default: ""
    }
  }

  private func part(_ index: Int, _ random: inout SplitMix) -> String {
    switch self {
    case .answer: Self.section(index, &random)
    case .list: "- " + Self.sentence(&random) + "\n"
    case .nestedList: String(repeating: "  ", count: index % 5) + "- " + Self.sentence(&random) + "\n"
    case .quote: "> " + Self.sentence(&random) + (index % 4 == 3 ? "\n>\n" : "\n")
    case .table: "| `row\(index)` | \(random.next(10_000)) | " + Self.sentence(&random) + " |\n"
    case .code: Self.codeLine(index) + "\n"
    case .listWithCode: "  " + Self.codeLine(index) + "\n"
    case .paragraph: Self.sentence(&random) + "\n"
    }
  }

  private static func section(_ index: Int, _ random: inout SplitMix) -> String {
    var text = "## Section \(index): \(words[random.next(words.count)])\n\n"
    for _ in 0..<3 {
      text += (0..<4).map { _ in sentence(&random) }.joined(separator: " ") + "\n\n"
    }
    switch index % 4 {
    case 0: text += (0..<6).map { _ in "- " + sentence(&random) + "\n" }.joined() + "\n"
    case 1: text += "```swift\n" + (0..<12).map { codeLine($0) + "\n" }.joined() + "```\n\n"
    case 2:
      text +=
        "| Name | Value |\n|---|--:|\n"
        + (0..<5).map { "| `\($0)` | \(random.next(1000)) |\n" }.joined() + "\n"
    default: text += (0..<3).map { _ in "> " + sentence(&random) + "\n" }.joined() + "\n"
    }
    return text
  }

  private static func sentence(_ random: inout SplitMix) -> String {
    (0..<8 + random.next(8)).map { place in
      let word = words[random.next(words.count)]
      return switch random.next(20) {
      case 0: "**\(word)**"
      case 1: "*\(word)*"
      case 2: "`\(word)()`"
      case 3: "[\(word)](https://example.com/\(word))"
      default: place == 0 ? word.capitalized : word
      }
    }.joined(separator: " ") + "."
  }

  private static func codeLine(_ index: Int) -> String {
    let lines = [
      "func render(_ text: String, width: Int = 80) -> [Line] {",
      "  let words = text.split(separator: \" \").map { String($0) }",
      "  // A line is full when the next word does not fit.",
      "  guard let first = words.first, width > 0 else { return [] }",
      "  for (index, word) in words.enumerated() where index % 2 == 0 {",
      "    total += word.utf8.count * 0x1F + Int(3.5e2)",
      "  }",
      "  return \"\\(first): \\(total)\".lines",
      "}",
      "",
    ]
    return lines[index % lines.count]
  }

  private static let words = [
    "append", "block", "stream", "colour", "the", "a", "window", "of", "tokens", "arrives", "before", "after",
    "line", "grammar", "quiet", "is", "parsed", "never", "twice", "and", "café", "naïve", "日本語", "open",
    "closed", "with", "without", "every", "byte", "counts", "document", "list", "table", "state",
  ]
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

/// A small generator of pseudo-random numbers (SplitMix64), so that inputs are the same everywhere.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 up to and without `bound`.
  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
