import StyledRuns

/// Numbers the sources of a message in the order of their first citation, and writes citation marks.
///
/// ```swift
/// var sources = SourceList()
/// let number = sources.number(of: SourceReference(title: "Tides", address: "https://tides.example"))!  // 1
/// sources.mark(for: [number])  // <sup>[1](<https://tides.example> "Tides")</sup>
/// sources.end(in: message, &log)
/// ```
struct SourceList {
  private(set) var sources: [SourceReference] = []
  /// The number of each source, keyed by its address, or by its title if it has no address.
  private var numbers: [String: Int] = [:]

  var isEmpty: Bool { sources.isEmpty }

  /// Returns the number of a source, and adds the source if it is new; nil if it has neither a title nor an
  /// address.
  mutating func number(of source: SourceReference) -> Int? {
    let key = source.address ?? source.title ?? ""
    guard !key.isEmpty else { return nil }
    if let number = numbers[key] {
      if sources[number - 1].quote == nil { sources[number - 1].quote = source.quote }
      if sources[number - 1].title == nil { sources[number - 1].title = source.title }
      return number
    }
    sources.append(source)
    numbers[key] = sources.count
    return sources.count
  }

  /// Returns the markdown of a citation: the numbers as superscript links. Each number occurs once.
  func mark(for numbers: [Int]) -> String {
    var seen: Set<Int> = []
    let links = numbers.filter { seen.insert($0).inserted }.map(link)
    return links.map { "<sup>\($0)</sup>" }.joined(separator: "\u{202F}")
  }

  private func link(_ number: Int) -> String {
    let source = sources[number - 1]
    guard let address = source.address, !address.isEmpty else { return "\(number)" }
    var target = ""
    for scalar in address.unicodeScalars {
      // Characters that would end the link target are percent-encoded.
      switch scalar {
      case "<": target += "%3C"
      case ">": target += "%3E"
      case "\\": target += "%5C"
      case _ where scalar.value <= 0x20: target += " "
      default: target.unicodeScalars.append(scalar)
      }
    }
    return "[\(number)](<\(target)>\(Self.attribute(source.title)))"
  }

  private static let longestTitle = 200

  /// Returns a link's title in quotation marks, with a space before it. Markdown characters become character
  /// references.
  private static func attribute(_ title: String?) -> String {
    guard let title, !title.isEmpty else { return "" }
    var text = ""
    for scalar in title.unicodeScalars.prefix(longestTitle) {
      if scalar.value < 0x20 {
        text += " "
      } else if "\"\\&<>[]`$".unicodeScalars.contains(scalar) {
        text += "&#\(scalar.value);"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return " \"\(text)\""
  }

  /// Writes the list as a part of the message unless it is empty, and clears it.
  mutating func end(in message: Int, _ log: inout MessageEventLog) {
    if !sources.isEmpty { log.add(.sources(sources), "", in: message) }
    self = SourceList()
  }
}

/// Tracks the markdown of a part, to decide whether a citation mark can follow the text.
///
/// ```swift
/// var place = MarkPlace()
/// place.append("It is six")         // place.takesMark is true
/// place.append(".\n```\nprint(6)")  // false: in a code block
/// ```
struct MarkPlace {
  /// The start of the current line without its indentation, as far as it can be a fence.
  private var head: [UInt8] = []
  private var isBlank = true
  /// The character and the length of the open fence; nil outside code blocks.
  private var fence: (mark: UInt8, count: Int)?
  private static let longestHead = 64

  /// Whether the text ends within a line that is neither code nor a fence.
  var takesMark: Bool { !isBlank && fence == nil && Self.fence(head) == nil }

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      if byte == 0x0A {
        endLine()
      } else if byte > 0x20 || !isBlank {
        isBlank = false
        if head.count < Self.longestHead { head.append(byte) }
      }
    }
  }

  private mutating func endLine() {
    if let found = Self.fence(head) {
      if let open = fence {
        let isBare = head.dropFirst(found.count).allSatisfy { $0 <= 0x20 }
        if found.mark == open.mark, found.count >= open.count, isBare { fence = nil }
      } else {
        fence = found
      }
    }
    head.removeAll(keepingCapacity: true)
    isBlank = true
  }

  /// Returns the fence at the start of a line; nil if there is no fence.
  private static func fence(_ line: [UInt8]) -> (mark: UInt8, count: Int)? {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    let count = line.prefix { $0 == mark }.count
    guard count >= 3, mark == UInt8(ascii: "~") || !line.dropFirst(count).contains(mark) else { return nil }
    return (mark, count)
  }
}

extension SourceReference {
  /// Converts a citation of the Messages API (`web_search_result_location`, `char_location` and so on), or an
  /// annotation of OpenAI's APIs (`url_citation`, `file_citation`, `container_file_citation`).
  init(citation: JSONValue) {
    // Chat completions have the page in a member of its own.
    let page = citation["url_citation"] ?? citation
    let address = page["url"]?.string ?? page["source"]?.string.flatMap { $0.contains("://") ? $0 : nil }
    let title =
      page["title"]?.string ?? page["document_title"]?.string ?? page["filename"]?.string
      ?? page["source"]?.string ?? page["file_id"]?.string
    let index = page["document_index"]?.integer.map { "Document \($0 &+ 1)" }
    self.init(
      title: title ?? (address == nil ? index : nil), address: address, quote: page["cited_text"]?.string)
  }
}

extension String {
  /// Returns the text with marks inserted at offsets in Unicode scalars. Marks at the end of a line or code
  /// block are left out.
  func inserting(_ marks: [(offset: Int, text: String)]) -> String {
    if marks.isEmpty { return self }
    let marks = marks.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    var result = ""
    var place = MarkPlace()
    var rest = unicodeScalars[...]
    var position = 0
    for (_, mark) in marks {
      let piece = rest.prefix(max(0, mark.offset - position))
      rest = rest.dropFirst(piece.count)
      position += piece.count
      place.append(String(piece))
      result.unicodeScalars.append(contentsOf: piece)
      if place.takesMark { result += mark.text }
    }
    result.unicodeScalars.append(contentsOf: rest)
    return result
  }
}
