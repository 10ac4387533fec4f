/// Parses the interpreter in a script's first line.
enum Shebang {
  /// Returns the interpreter, such as `python3` in `#!/usr/bin/env -S python3 -u`; nil if the line is no
  /// shebang.
  static func interpreter(in line: String) -> String? {
    guard line.hasPrefix("#!") else { return nil }
    var words = line.dropFirst(2).split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }[...]
    guard let first = words.popFirst() else { return nil }
    var program = first.split(separator: "/").last ?? first
    if program == "env" {
      // Skip env's own options and assignments.
      while let word = words.first, word.hasPrefix("-") || word.contains("=") { words = words.dropFirst() }
      guard let word = words.first else { return nil }
      program = word.split(separator: "/").last ?? word
    }
    return String(program)
  }
}

/// Matches patterns in which `*` stands for any text.
enum Wildcard {
  /// Whether the pattern matches the whole text. O(pattern * text) at worst, usually linear.
  static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var patternIndex = 0
    var textIndex = 0
    var star: (pattern: Int, text: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
        star = (patternIndex, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count, pattern[patternIndex] == text[textIndex] {
        patternIndex += 1
        textIndex += 1
      } else if let (starPattern, starText) = star {
        star = (starPattern, starText + 1)
        patternIndex = starPattern + 1
        textIndex = starText + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
