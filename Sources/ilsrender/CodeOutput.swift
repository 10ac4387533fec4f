internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes code for a terminal or as plain text while it is read, so that the memory does not depend on the
/// length of the code.
///
/// ```swift
/// var output = CodeOutput(stream, parts: CodeParts(language: swift, highlighter: highlighter), theme: theme)
/// let secrets = try output.run(try InputPieces(["main.swift"]), redactor: nil)
/// ```
struct CodeOutput {
  /// The theme; nil for plain text.
  private let theme: Theme?
  private var sheet: StyleSheet?
  private var stream: ANSIStream
  private var parts: CodeParts
  /// The lines to show, from 1; nil for all.
  private let selection: ClosedRange<Int>?
  /// Returns what to write above the code.
  private let header: (StyleSheet?) -> [UInt8]
  private var lineCount = 0
  /// The lines to write next; nil before the first part.
  private var waiting: CodeBlock?
  private var waitingBytes = 0
  private var hasBegun = false

  /// The number of bytes of code per scope stack that are written together, because the styles of all stacks
  /// are computed again when there are new ones.
  private static let bytesPerStack = 16

  private static let linesPerWrite = 128

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - stream: Writes the lines.
  ///   - parts: Reads the code.
  ///   - theme: The theme; nil for plain text.
  ///   - selection: The lines to show, from 1; nil for all.
  ///   - header: Returns what to write above the code.
  init(
    _ stream: ANSIStream, parts: CodeParts, theme: Theme?, selection: ClosedRange<Int>? = nil,
    header: @escaping (StyleSheet?) -> [UInt8] = { _ in [] }
  ) {
    self.stream = stream
    self.parts = parts
    self.theme = theme
    self.selection = selection
    self.header = header
    sheet = theme?.styleSheet(for: parts.scopes)
  }

  /// Writes the input. Reads no further than the last line to show.
  ///
  /// - Returns: Counts of the secrets that were replaced.
  mutating func run(_ pieces: consuming InputPieces, redactor: consuming Redactor?) throws -> SecretCounts {
    while !isComplete, let piece = try pieces.next() {
      take(parts.append(redactor?.append(piece) ?? piece))
      waitingBytes += piece.count
      let patience = max(LiveOutput.patience, Self.bytesPerStack * parts.scopes.count)
      if waitingBytes < patience, pieces.hasMore { continue }
      try show()
    }
    if !isComplete {
      if let rest = redactor?.finish() { take(parts.append(rest)) }
      take(parts.finish())
      if let selection { try Document.check(selection, lineCount) }
    }
    try show(isLast: true)
    return redactor?.counts ?? SecretCounts()
  }

  private var isComplete: Bool { selection.map { lineCount >= $0.upperBound } ?? false }

  private mutating func take(_ part: CodeBlock) {
    var part = part
    if let selection {
      let start = max(selection.lowerBound - 1 - lineCount, 0)
      let end = min(selection.upperBound - lineCount, part.lines.count)
      lineCount += part.lines.count
      part.lines = start < end ? Array(part.lines[start..<end]) : []
      part.info += " startLine=\(selection.lowerBound)"
    }
    if waiting == nil { waiting = part } else { waiting?.lines += part.lines }
  }

  private mutating func show(isLast: Bool = false) throws {
    waitingBytes = 0
    guard let code = waiting, isLast || !code.lines.isEmpty else { return }
    waiting?.lines = []
    if let theme, sheet != nil { theme.extend(&sheet!, for: parts.scopes) }
    if !hasBegun { try StandardOutput.write(header(sheet)) }
    hasBegun = true
    // A small buffer that is used again stays in the cache, and takes few pages.
    var text = ByteSink()
    var lines = code.lines[...]
    repeat {
      var part = code
      part.lines = Array(lines.prefix(Self.linesPerWrite))
      lines = lines.dropFirst(Self.linesPerWrite)
      stream.write(part: part, sheet: sheet, isLast: isLast && lines.isEmpty, into: &text)
      try text.withBytes { try StandardOutput.write($0) }
      text.removeAll()
    } while !lines.isEmpty
  }
}
