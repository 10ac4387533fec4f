internal import ServerSentEvents

/// Detects the format of an input from its first bytes, each of which is read once.
///
/// ```swift
/// var detector = FormatDetector()
/// detector.append(Array("# Title\n".utf8))  // .markdown
/// ```
public struct FormatDetector {
  /// The detected format.
  ///
  /// ```swift
  /// detector.finish() == .messages(.streamJSON)
  /// ```
  public enum Decision: Hashable, Sendable {
    case messages(MessageFormat)
    /// JSON values that belong to no known format, such as the lines of a log.
    case json
    case markdown

    /// The bytes to put before the input so that it is markdown: for JSON, the line that opens a code block. No line of
    /// JSON closes it.
    public var opening: [UInt8] {
      self == .json ? Array((String(repeating: "~", count: 32) + "json\n").utf8) : []
    }
  }

  private var bytes: [UInt8] = []
  /// The number of bytes that are decided: white space, and lines that say nothing.
  private var position = 0
  /// The number of bytes in which the end of the current line was looked for.
  private var searched = 0
  private var isStarted = false
  /// The JSON value that begins at ``position``; nil if none does.
  private var value: JSONProbe?
  /// The number of bytes after which the decision is made from what is there. It exceeds any first line that identifies a
  /// format.
  private static let maximum = 1 << 20
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  public init() {}

  /// Appends bytes. O(their number).
  ///
  /// - Returns: The decision; nil if more bytes are needed.
  public mutating func append(_ more: [UInt8]) -> Decision? {
    // What follows the limit must not count, however the input is cut.
    bytes += more.prefix(Self.maximum - bytes.count)
    return decide(isAll: bytes.count == Self.maximum)
  }

  /// Decides from the bytes so far.
  public mutating func finish() -> Decision { decide(isAll: true) ?? .markdown }

  /// Decides for a whole input.
  public static func decision(for bytes: [UInt8]) -> Decision {
    var detector = FormatDetector()
    return detector.append(bytes) ?? detector.finish()
  }

  private mutating func decide(isAll: Bool) -> Decision? {
    if !isStarted {
      if bytes.count < 3, Self.byteOrderMark.starts(with: bytes), !isAll { return nil }
      isStarted = true
      if bytes.starts(with: Self.byteOrderMark) { position = 3 }
    }
    while true {
      // Skip white space before an object. Indented code cannot be an object.
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return isAll ? .markdown : nil }
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return decideJSON(isAll: isAll)
      case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: ":"):
        searched = max(searched, position)
        let lineEnd = bytes[searched...].firstIndex(of: 0x0A)
        searched = lineEnd ?? bytes.count
        guard let end = lineEnd ?? (isAll ? bytes.count : nil) else {
          return Self.mayBeField(bytes[position...]) ? nil : .markdown
        }
        if let decision = Self.decide(line: bytes[position..<end]) { return decision }
        position = end
      default:
        return .markdown
      }
    }
  }

  private mutating func decideJSON(isAll: Bool) -> Decision? {
    var probe = value ?? JSONProbe(start: position)
    // While it is changed, nothing else holds the tree.
    value = nil
    let decision = probe.decide(bytes, isAll: isAll)
    value = probe
    return decision
  }

  /// Decides from a line of an event stream; nil if the next line must be read.
  private static func decide(line: ArraySlice<UInt8>) -> Decision? {
    let line = line.last == 0x0D ? line.dropLast() : line
    // A field without a colon is valid, but more likely a word.
    guard line.contains(UInt8(ascii: ":")) else { return .markdown }
    switch EventField(line) {
    case .data(let data):
      if data.elementsEqual("[DONE]".utf8) { return .messages(.openAISSE) }
      var probe = JSONProbe(start: 0)
      let decision = probe.decide(Array(data), isAll: true)
      return decision == .json ? .markdown : decision
    case .name(let name):
      return MessageFormat.allCases.first { $0.reader.recognises(eventNamed: name) }.map(Decision.messages)
    case .comment, .id, .retry: return nil
    case .unknown, .end: return .markdown
    }
  }

  /// Whether an incomplete line can become a field of an event stream.
  private static func mayBeField(_ line: ArraySlice<UInt8>) -> Bool {
    ["data:", "event:", "id:", "retry:", ":"].contains { name in
      line.starts(with: name.utf8) || name.utf8.starts(with: line)
    }
  }
}

/// A JSON value at the beginning of an input, which is asked for its format whenever a member has come.
private struct JSONProbe {
  private let tree = JSONTree()
  /// The bytes of the input that were read.
  private var read: Int
  private var checks = 0
  private var checkedOutline = 0
  /// The number of times that a value is asked for its format before it is complete. Formats are recognised by their
  /// first members.
  private static let maximumChecks = 256

  init(start: Int) { read = start }

  mutating func decide(_ bytes: [UInt8], isAll: Bool) -> FormatDetector.Decision? {
    while !tree.isComplete, !tree.isBroken, read < bytes.count {
      // The value is asked at the same places, however the input is cut.
      let end = bytes[read...].firstIndex(where: Self.mayEndValue).map { $0 + 1 } ?? bytes.count
      read += tree.append(bytes[read..<end])
      if tree.outline != checkedOutline, checks < Self.maximumChecks || tree.isComplete, let format = format()
      {
        return .messages(format)
      }
    }
    guard tree.root != nil, !tree.isBroken else { return .markdown }
    guard tree.isComplete else {
      guard isAll else { return nil }
      // What is JSON for as long as a detector reads is JSON.
      return bytes.count >= 1 << 20 ? .json : .markdown
    }
    // `[1]` and `{}` are more likely text, and so is what goes on after the value, such as `[{…}](address)`.
    guard let object, object.kind == .object, object.count > 0 else { return .markdown }
    guard let next = bytes[read...].first(where: { ![0x20, 0x09, 0x0D].contains($0) }) else {
      return isAll ? .json : nil
    }
    return next == 0x0A ? .json : .markdown
  }

  /// The value itself, or the first element of an array.
  private var object: JSONValue? {
    guard let root = tree.root else { return nil }
    return root.kind == .array ? root.children.first { _ in true } : root
  }

  private mutating func format() -> MessageFormat? {
    checks += 1
    checkedOutline = tree.outline
    guard !tree.isBroken, let object, object.kind == .object else { return nil }
    return MessageFormat.allCases.first { $0.reader.recognises(object) }
  }

  private static func mayEndValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
