/// Removes the fences around markdown, so that it is rendered instead of being shown as code. Language models
/// often put a whole answer between ```` ```markdown ```` and ```` ``` ````.
///
/// The output is emitted as soon as it is certain, and does not depend on how the text is split into chunks.
///
/// ```swift
/// var unwrapper = FenceUnwrapper()
/// var text = unwrapper.append(Array("```markdown\n# Title\n".utf8))  // "\n# Title\n"
/// text += unwrapper.append(Array("```\n".utf8)) + unwrapper.finish()
/// ```
///
/// Only fences outside lists and quotes are removed; an empty line replaces each. Between them, a fence with
/// a label opens a code block that the next fence closes, so that an answer can contain code even if its own
/// fence is not longer than those of the code.
public struct FenceUnwrapper: Sendable {
  private struct OpenFence {
    var character: UInt8
    var count: Int
  }

  private enum UnwrappingState {
    case outside
    /// Inside an ordinary code block.
    case code(OpenFence)
    /// Between removed fences, possibly inside a code block there.
    case unwrapped(OpenFence, code: OpenFence?)
  }

  private var state = UnwrappingState.outside
  /// The bytes of a line that may become a fence.
  private var line: [UInt8] = []
  /// Whether the rest of the current line is passed through.
  private var isPassing = false

  /// The labels that identify markdown.
  private static let labels = ["markdown", "md", "gfm", "commonmark"]
  /// The maximum length of a fence line. Longer lines are passed through.
  private static let maximumLine = 4096

  public init() {}

  /// Appends a chunk, and returns the bytes whose output is certain.
  public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
      if isPassing {
        output.append(byte)
        if byte == 0x0A { isPassing = false }
        continue
      }
      line.append(byte)
      if byte == 0x0A {
        output += endLine()
      } else if !mayBeFence || line.count > Self.maximumLine {
        output += line
        line.removeAll(keepingCapacity: true)
        isPassing = true
      }
    }
    return output
  }

  /// Ends the text, and returns the bytes that were held back.
  public mutating func finish() -> [UInt8] {
    defer { self = FenceUnwrapper() }
    return line.isEmpty ? [] : endLine()
  }

  /// Whether the current line can become a fence.
  private var mayBeFence: Bool {
    let indent = line.prefix { $0 == 0x20 }.count
    guard indent <= 3 else { return false }
    guard let first = line.dropFirst(indent).first else { return true }
    return first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
  }

  /// Processes a complete line.
  private mutating func endLine() -> [UInt8] {
    defer { line.removeAll(keepingCapacity: true) }
    guard let (fence, info) = fence() else { return line }
    switch state {
    case .outside:
      if Self.labels.contains(info.split(separator: " ").first.map { $0.lowercased() } ?? "") {
        state = .unwrapped(fence, code: nil)
        return [0x0A]
      }
      state = .code(fence)
    case .code(let open):
      if Self.closes(fence, info, open) { state = .outside }
    case .unwrapped(let outer, nil):
      if Self.closes(fence, info, outer) {
        state = .outside
        return [0x0A]
      }
      state = .unwrapped(outer, code: fence)
    case .unwrapped(let outer, let code?):
      if Self.closes(fence, info, code) { state = .unwrapped(outer, code: nil) }
    }
    return line
  }

  private static func closes(_ fence: OpenFence, _ info: String, _ open: OpenFence) -> Bool {
    fence.character == open.character && fence.count >= open.count && info.isEmpty
  }

  /// Returns the fence in the line; nil if the line is not a fence.
  private func fence() -> (OpenFence, info: String)? {
    let rest = line.drop { $0 == 0x20 }
    guard let character = rest.first, character == UInt8(ascii: "`") || character == UInt8(ascii: "~") else {
      return nil
    }
    let count = rest.prefix { $0 == character }.count
    let info = rest.dropFirst(count)
    // Backticks in the label make it an inline code span.
    guard count >= 3, character == UInt8(ascii: "~") || !info.contains(character) else { return nil }
    let text = String(decoding: info, as: UTF8.self)
    return (OpenFence(character: character, count: count), String(text.filter { !$0.isNewline }.trimmed))
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
