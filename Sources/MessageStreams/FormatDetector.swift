internal import ServerSentEvents

/// Detects the format of an input from its first bytes, each of which is scanned once.
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
  public enum FormatDecision: Hashable, Sendable {
    case messages(MessageFormat)
    /// JSON values of no known conversation format, such as the lines of a log.
    case json
    case markdown

    /// The bytes to put before the input to make it markdown. For JSON, they open a code block, whose fence
    /// no line of JSON closes.
    public var opening: [UInt8] {
      self == .json ? Array((String(repeating: "~", count: 32) + "json\n").utf8) : []
    }
  }

  private var bytes: [UInt8] = []
  /// The number of bytes that are decided: white space, and lines that do not identify a format.
  private var position = 0
  /// The number of bytes that were searched for the end of the current line.
  private var searched = 0
  private var isStarted = false
  /// The JSON value that begins at ``position``; nil if there is no value there.
  private var value: JSONProbe?
  /// The number of bytes after which the detector decides from the bytes so far. The first line that
  /// identifies a format is never longer.
  private static let maximum = 1 << 20
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  public init() {}

  /// Appends bytes. O(number of bytes).
  ///
  /// - Returns: The decision; nil if more bytes are needed.
  public mutating func append(_ more: [UInt8]) -> FormatDecision? {
    // Bytes beyond the limit must not count, so that the decision does not depend on the chunks.
    bytes += more.prefix(Self.maximum - bytes.count)
    return decide(isAll: bytes.count == Self.maximum)
  }

  /// Decides from the bytes so far.
  public mutating func finish() -> FormatDecision { decide(isAll: true) ?? .markdown }

  /// Returns the format of a complete input.
  public static func decision(for bytes: [UInt8]) -> FormatDecision {
    var detector = FormatDetector()
    return detector.append(bytes) ?? detector.finish()
  }

  private mutating func decide(isAll: Bool) -> FormatDecision? {
    if !isStarted {
      if bytes.count < 3, Self.byteOrderMark.starts(with: bytes), !isAll { return nil }
      isStarted = true
      if bytes.starts(with: Self.byteOrderMark) { position = 3 }
    }
    while true {
      // White space is skipped before an object. Indented code cannot be an object.
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

  private mutating func decideJSON(isAll: Bool) -> FormatDecision? {
    var probe = value ?? JSONProbe(start: position)
    // The tree must be uniquely referenced while it is mutated.
    value = nil
    let decision = probe.decide(bytes, isAll: isAll)
    value = probe
    return decision
  }

  /// Decides from a line of an event stream; nil if the next line must be read.
  private static func decide(line: ArraySlice<UInt8>) -> FormatDecision? {
    let line = line.last == 0x0D ? line.dropLast() : line
    // A field without a colon is valid, but such a line is more likely prose.
    guard line.contains(UInt8(ascii: ":")) else { return .markdown }
    switch EventField(line) {
    case .data(let data):
      if data.elementsEqual("[DONE]".utf8) { return .messages(.openAISSE) }
      var probe = JSONProbe(start: 0)
      let decision = probe.decide(Array(data), isAll: true)
      return decision == .json ? .markdown : decision
    case .name(let name):
      return MessageFormat.allCases.first { $0.reader.recognises(eventNamed: name) }.map(
        FormatDecision.messages)
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

/// A JSON value at the start of an input. Its format is checked after each new member.
private struct JSONProbe {
  private let tree = JSONTree()
  /// The number of bytes of the input that were parsed.
  private var read: Int
  private var checks = 0
  private var checkedOutline = 0
  /// The maximum number of format checks before the value is complete. The first members identify a format.
  private static let maximumChecks = 256

  init(start: Int) { read = start }

  mutating func decide(_ bytes: [UInt8], isAll: Bool) -> FormatDetector.FormatDecision? {
    while !tree.isComplete, !tree.isBroken, read < bytes.count {
      // The format is checked at the same positions, independent of the chunks.
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
      // If the input is valid JSON up to the limit of the detector, it is JSON.
      return bytes.count >= 1 << 20 ? .json : .markdown
    }
    // `[1]` and `{}` are more likely text, as are values that text follows, such as `[{…}](address)`.
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
