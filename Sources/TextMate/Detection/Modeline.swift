/// Parses mode lines, with which a file tells Vim or Emacs its language.
enum Modeline {
  /// The number of lines at the start and at the end of a text that can be mode lines.
  private static let lines = 5
  private static let longestLine = 400

  /// Returns the language names in the mode lines of a text, as the editors spell them, in the order of
  /// lines.
  static func names(in text: UnsafeBufferPointer<UInt8>) -> [String] {
    var candidates: [Substring] = []
    // Only examine a prefix and a suffix, so that the cost does not depend on the length.
    let window = lines * longestLine
    let head = String(decoding: UnsafeBufferPointer(rebasing: text.prefix(window)), as: UTF8.self)
    candidates += head.split(separator: "\n", omittingEmptySubsequences: false).prefix(lines)
    if text.count > window || candidates.count == lines {
      let tail = String(decoding: UnsafeBufferPointer(rebasing: text.suffix(window)), as: UTF8.self)
      candidates += tail.split(whereSeparator: \.isNewline).suffix(lines)
    }
    return candidates.filter { $0.utf8.count <= longestLine }.compactMap { emacs($0) ?? vim($0) }
  }

  /// Parses `-*- mode: ruby; coding: utf-8 -*-` or `-*- ruby -*-`.
  private static func emacs(_ line: Substring) -> String? {
    guard let open = line.range(ofText: "-*-"),
      let close = line[open.upperBound...].range(ofText: "-*-")
    else { return nil }
    let body = line[open.upperBound..<close.lowerBound]
    guard body.contains(":") else { return name(body) }
    for setting in body.split(separator: ";") {
      let parts = setting.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].trimmed.lowercased() == "mode" { return name(parts[1]) }
    }
    return nil
  }

  /// Parses `vim: set ft=ruby:`, also with `vi:` or `ex:`, and without `set`.
  private static func vim(_ line: Substring) -> String? {
    for mark in ["vim:", "vi:", "ex:"] {
      guard let found = line.range(ofText: mark) else { continue }
      if found.lowerBound > line.startIndex {
        let before = line[line.index(before: found.lowerBound)]
        guard before == " " || before == "\t" || !(before.isLetter || before.isNumber) else { continue }
      }
      for setting in line[found.upperBound...].split(whereSeparator: { $0 == " " || $0 == ":" || $0 == "\t" })
      {
        for key in ["ft=", "filetype=", "syntax=", "syn="] where setting.hasPrefix(key) {
          return name(setting.dropFirst(key.count))
        }
      }
    }
    return nil
  }

  private static func name(_ text: Substring) -> String? {
    let name = text.trimmed
    guard !name.isEmpty, name.utf8.count <= 40, name.allSatisfy({ !$0.isWhitespace }) else { return nil }
    return String(name)
  }
}

extension Substring {
  /// Returns the range of the first occurrence of an ASCII text. Compares bytes, because each step from a character to
  /// the next one costs hundreds of instructions.
  fileprivate func range(ofText text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = utf8
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) {
        return start..<rest.index(start, offsetBy: text.utf8.count)
      }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return text
  }
}
