import Foundation
import RunFormatters

/// Pieces of hostile input for the terminal formatters.
///
/// The environment variable `ILSRENDER_FUZZ` raises the number of rounds.
enum HostilePieces {
  /// The number of rounds of a test: `usual`, or more if `ILSRENDER_FUZZ` asks for more.
  static func rounds(_ usual: Int) -> Int {
    max(usual, (Int(ProcessInfo.processInfo.environment["ILSRENDER_FUZZ"] ?? "") ?? 0) / 4)
  }

  /// Escape sequences in every disguise, and markdown to put them into every place.
  static let all: [[UInt8]] =
    RandomDocument.nasty.map { Array($0.utf8) } + RandomDocument.addresses.prefix(20).map { Array($0.utf8) }
    + [
      "\u{1B}[2J", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}_Gf=100;AAAA\u{1B}\\", "\u{1B}P+q\u{1B}\\", "\u{1B}c",
      "\u{1B}",
      "[31m", "]8;;https://evil.invalid\u{1B}\\", "\\", "&#27;[31m", "&#x1b;]0;t&#7;", "&amp;#27;[5m",
      "&#155;31m",
      "&#x9b;2J", "&Tab;", "&NewLine;", "&#13;", "&#8238;", "&rlm;", "&zwj;", "&ZeroWidthSpace;", "&#0;",
      "&#x110000;",
      "\r", "\r\n", "\n", "\n\n", "    ", "\t", "> ", "- ", "1. ", "- [x] ", "# ", "```", "```\u{1B}[31m\n",
      "~~~\n",
      "`", "``", "*", "**", "~~", "_", "[", "](", "](https://e.org/\u{1B}]0;x\u{7})", ")", "![",
      "<https://e.org/\u{7}>",
      "<a href=\"\u{1B}\">", "<!-- \u{1B}[31m -->", "<br>", "\n| a | b |\n|---|:-:|\n| ", " | ", "|\n",
      "\n---\n", "\n===\n",
      "[^1]", "\n[^1]: \u{1B}[7m note\n", "\n[ref]: https://e.org \"\u{1B}[31m\"\n", "[ref]", "$", "$$",
      "\n$$\n",
      ":tada:", "---\ntitle: \u{1B}[31m\n---\n", "> [!NOTE]\n> ", "https://e.org/\u{9B}31m", "\u{1B}[",
      "\u{1B}]", "\u{1B}]52;", "c;aGk=", "\u{7}", "\u{1B}_", "Ga=T;", "\u{1B}^pm\u{1B}\\",
      "\u{1B}Xsos\u{1B}\\",
      "\u{1B}[?1049h", "\u{1B}[6n", "\u{1B}[>c", "\u{1B}(0", "\u{1B}#8", "\u{1B}]1337;File=:AA\u{7}",
      "\u{8E}", "\u{84}", "&#x80;",
      "&#x1B", "&#0027;", "&bsol;", "&lsqb;", "`zero\u{200B}width\u{2060}`",
      "```\n\u{202E}\u{2066}x\u{200D}\u{FE0F}\n```\n",
      "<details>\n<summary>\u{1B}[31m</summary>\n", "\n</details>\n",
      "<img alt=\"\u{1B}]0;x\u{7}\" src=\"https://e.org/\u{9D}\">",
      "<pre>\u{1B}[2J</pre>\n", "<table><tr><td>\u{9B}1m</td></tr></table>\n",
      "www.e.org\u{202E}",
    ].map { Array($0.utf8) }
    + [
      [0x9B, 0x33, 0x31, 0x6D], [0x9D], [0x90], [0xC2], [0xE2, 0x80], [0xFF], [0xF0, 0x9F], [0xC0, 0x9B],
      [0x00],
    ]

  static func bytes(_ random: inout RandomDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.number(5..<60) { bytes += all[random.number(0..<all.count)] }
    return bytes
  }

  static func options(_ random: inout RandomDocument) -> ANSIOptions {
    var options = ANSIOptions()
    options.width = [20, 33, 40, 80, 200][random.number(0..<5)]
    options.links = ANSIFormatter.Links.allCases[random.number(0..<4)]
    options.colors = ANSIFormatter.Colors.allCases[random.number(0..<4)]
    options.codeOverflow = ANSIFormatter.CodeOverflow.allCases[random.number(0..<3)]
    options.plainCode = random.number(0..<3) == 0
    options.lineNumbers = random.number(0..<2) == 0
    options.ambiguousWidth = random.number(1..<3)
    options.frontMatter = FrontMatterDisplay.allCases[random.number(0..<3)]
    return options
  }
}
