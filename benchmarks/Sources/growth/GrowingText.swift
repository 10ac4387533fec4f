internal import Foundation

/// A text of any size: a head, then fragments that are each repeated, then a tail.
///
/// `[a]: b` as head, `![` and `](` as fragments gives `[a]: b![![![](](](` at some small size. A fragment may hold numbers,
/// which differ from repetition to repetition (``Number``): a text may have many labels, and not only one many times.
struct GrowingText: Hashable, CustomStringConvertible {
  var head = ""
  var fragments: [String]
  var tail = ""

  /// A number in a fragment, written as a character that has no other use.
  enum Number: UInt32, CaseIterable {
    /// The repetition's number: `00000`, `00001` and so on.
    case own = 0xE000
    /// That of the next repetition, so that each may refer to the next.
    case next = 0xE001
    /// The repetition's number from the end: `00002`, `00001`, `00000` in three repetitions.
    case fromEnd = 0xE002

    var character: String { String(UnicodeScalar(rawValue)!) }

    fileprivate func digits(at index: Int, of count: Int) -> String.UTF8View.SubSequence {
      let value =
        switch self {
        case .own: index
        case .next: index + 1
        case .fromEnd: count - 1 - index
        }
      return String(value + 100_000).utf8.suffix(Self.digitCount)
    }
    fileprivate static let digitCount = 5
  }

  private enum Part {
    case text([UInt8])
    case number(Number)

    var length: Int {
      switch self {
      case .text(let bytes): bytes.count
      case .number: Number.digitCount
      }
    }
  }

  private static func parts(of fragment: String) -> [Part] {
    var parts: [Part] = []
    var text: [UInt8] = []
    for scalar in fragment.unicodeScalars {
      guard let number = Number(rawValue: scalar.value) else {
        text += String(scalar).utf8
        continue
      }
      parts += [.text(text), .number(number)]
      text = []
    }
    return parts + [.text(text)]
  }

  /// The text with as many whole repetitions as fit `size` bytes; all fragments get the same number.
  ///
  /// The numbers for all sizes are odd, or all are even, as the bytes of head, fragments and tail are: what opens a fence
  /// and closes it by turns would leave it open at some sizes only, and texts of two shapes tell nothing about growth.
  func bytes(_ size: Int) -> [UInt8] {
    let fragments = fragments.map(Self.parts)
    let length = max(1, fragments.joined().reduce(0) { $0 + $1.length })
    let ends = head.utf8.count + tail.utf8.count
    let most = (size - ends) / length
    let count = max(1, most - (most + length + ends) % 2)
    var bytes = Array(head.utf8)
    bytes.reserveCapacity(size + length)
    for fragment in fragments {
      for index in 0..<count {
        for part in fragment {
          switch part {
          case .text(let text): bytes += text
          case .number(let number): bytes += number.digits(at: index, of: count)
          }
        }
      }
    }
    bytes += tail.utf8
    return bytes
  }

  /// A Swift expression list that makes the same value.
  var description: String {
    func quoted(_ text: String) -> String {
      Number.allCases.reduce(text.debugDescription) {
        $0.replacing($1.character, with: "\\u{" + String($1.rawValue, radix: 16, uppercase: true) + "}")
      }
    }
    var parts = ["fragments: [" + fragments.map(quoted).joined(separator: ", ") + "]"]
    if !head.isEmpty { parts.insert("head: " + quoted(head), at: 0) }
    if !tail.isEmpty { parts.append("tail: " + quoted(tail)) }
    return "GrowingText(" + parts.joined(separator: ", ") + ")"
  }

  // MARK: Generation

  private static let number = Number.own.character
  private static let next = Number.next.character
  private static let fromEnd = Number.fromEnd.character

  /// The signs and words that mean something in markdown, alone or as part of a construct.
  static let pieces = [
    "!", "![", "[", "]", "](", "(", ")", "[]", "()", "(a)", "[a]", "[^", "^", "[^a]", "[a]:", "[^a]: ", "<",
    ">", "</",
    "<a>", "</a>", "<a ", "<b", "/>", "<!--", "-->", "<!", "<?", "?>", "<![CDATA[", "]]>", "<div>", "</div>",
    "<pre>",
    "<li>", "<table>", "<td>", "<!A", "*", "**", "***", "_", "__", "~", "~~", "`", "``", "```", "````", "~~~",
    "$", "$$",
    "\\", "\\(", "\\)", "\\[", "\\]", "&", "&amp;", "&#x", ";", ":", ":tada:", "http://a", "www.a", "a@b",
    "mailto:",
    "a.b", ".", "\n", "\n\n", "\r", "\r\n", " ", "  ", "    ", "\t", "- ", "* ", "+ ", "1. ", "> ", "# ", "|",
    "|-", "|a",
    "-", "--", "---", "=", "==", "+++", "\"", "'", "- [ ] ", "[x]", "a", "A", "é", "中", "\u{1F468}\u{200D}",
    "\u{0}",
    "\u{301}", "\u{5D0}", "...", "{", "}", "%", "/", "@", "_a", "a_", "*a", "a*", " a", "a ", "<br>",
    "<img src=a>",
    "<a name=b>", "<details>", "<summary>", "1", "\u{A0}", "\u{3000}", "#", "\n- ", "\n> ", "\n|", "\n\n- ",
    "\n    ",
    "\n  ", "\n```\n", "[!NOTE]", "  \n", "\\\n", "h", "ww", "w",
    number, "[\(number)]", "[^\(number)]", "[\(number)]: ", "[^\(number)]: ", "# \(number)\n",
    "[^\(next)]", "[^\(fromEnd)]", "[\(fromEnd)]: ", "[^\(fromEnd)]: ",
  ]

  private static let heads = [
    "", "", "", "", "", "", "", "", "[a]: b\n\n", "[^a]: b\n\n", "- ", "> ", "1. ", "|a|b|\n|-|-|\n",
    "|a|\n|-|\n|", "# ", "<div>",
    "<div>\n\n", "```\n", "~~~ a\n", "---\na: b\n---\n", "a\n", "[", "![", "*", "$$\n", "\\[\n", "<!--",
    "> [!NOTE]\n> ", "- [ ] ",
    "[^a]: ", "[a]: ", "![](", "[a](<", "`", "[a](b \"", "<details>\n\n", "a[^a]\n\n[^a]: ",
  ]

  private static let tails = [
    "", "", "", "", "", "", "\n", "\n\na", "]", ")", "[^a]", "\n\n[a]: b", "\n\n[^a]: b", "\n|-", "\n=", "`",
    "a",
  ]

  /// Whole lines. What one construct makes of the lines of another shows only where many of both follow one another.
  static let lines = [
    "a\n", "\n", "a\n\n", "[a]: b\n", "[a]: b \"c\n", "[a]:\n", "[^a]: b\n", "[^a]:\n", "[a]\n",
    "[^a]\n", "-\n", "- a\n", "  - a\n", "- [ ] a\n", "1. a\n", "2)\n", "* * *\n", "---\n", "===\n",
    "# a\n", "> a\n", ">\n", "> > a\n", "> [!NOTE]\n", "    a\n", "\ta\n", "```\n", "``` swift\n",
    "~~~~\n", "|a|b|\n", "|-|-|\n", "|-\n", ":-\n", "a|b\n", "|a\n", "<div>\n", "</div>\n",
    "<!--\n", "-->\n", "<pre>\n", "</pre>\n", "<a>\n", "</a>\n", "<details>\n", "<p>a\n", "<?\n",
    "<a b='\n", "$$\n", "$a\n", "\\[\n", "\\]\n", "a  \n", "**a\n", "a**\n", "`a\n", "![a](\n",
    "b)\n", "+++\n", "\"\n", "&\n",
    "[\(number)]\n", "[^\(number)]\n", "[\(number)]: b\n", "[^\(number)]: b\n", "# \(number)\n",
    "[^\(number)]: [^\(next)]\n", "[\(fromEnd)]: b\n", "[^\(fromEnd)]: b\n",
  ]

  /// All single pieces, pairs and triples of them, each repeated as a whole, and pairs and triples of lines, of which the
  /// first is repeated, then the second, then the third.
  static func systematic(_ index: Int) -> GrowingText? {
    var index = index
    for (parts, length) in [(pieces, 1), (lines, 2), (pieces, 2), (lines, 3), (pieces, 3)] {
      let count = (0..<length).reduce(1) { product, _ in product * parts.count }
      guard index >= count else {
        var chosen: [String] = []
        for _ in 0..<length {
          chosen.insert(parts[index % parts.count], at: 0)
          index /= parts.count
        }
        return GrowingText(fragments: parts == lines ? chosen : [chosen.joined()])
      }
      index -= count
    }
    return nil
  }

  /// A head, one to three repeated fragments of up to four pieces or two lines each, and a tail.
  static func random(using generator: inout some RandomNumberGenerator) -> GrowingText {
    let fragments = (0..<[1, 1, 1, 2, 2, 3].randomElement(using: &generator)!).map { _ in
      let (parts, most) = Int.random(in: 0..<3, using: &generator) == 0 ? (lines, 2) : (pieces, 4)
      return (0..<Int.random(in: 1...most, using: &generator))
        .map { _ in parts.randomElement(using: &generator)! }
        .joined()
    }
    return GrowingText(
      head: heads.randomElement(using: &generator)!, fragments: fragments,
      tail: tails.randomElement(using: &generator)!)
  }
}

/// SplitMix64, so that a seed names a run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
