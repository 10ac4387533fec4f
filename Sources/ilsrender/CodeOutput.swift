internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes the parts of code in a format.
protocol CodeWriter: ~Copyable {
  /// Writes the next lines to standard output.
  ///
  /// - Parameters:
  ///   - part: The block with these lines. All parts have the same header.
  ///   - scopes: The scope stacks of all parts so far.
  mutating func write(part: CodeBlock, scopes: ScopeTable, isLast: Bool) throws
}

/// Writes code for a terminal or as plain text.
struct TerminalCodeWriter: CodeWriter, ~Copyable {
  private var stream: ANSIStream
  private let theme: Theme?
  private var sheet: StyleSheet?
  /// Returns what to write above the code; nil after that.
  private var header: ((StyleSheet?) -> [UInt8])?
  // A small buffer that is used again stays in the cache, and takes few pages.
  private var text = ByteSink()

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - stream: Writes the lines.
  ///   - theme: The theme; nil for plain text.
  ///   - header: Returns what to write above the code.
  init(_ stream: ANSIStream, theme: Theme?, header: @escaping (StyleSheet?) -> [UInt8] = { _ in [] }) {
    self.stream = stream
    self.theme = theme
    self.header = header
    sheet = theme?.styleSheet(for: ScopeTable())
  }

  mutating func write(part: CodeBlock, scopes: ScopeTable, isLast: Bool) throws {
    if let theme, sheet != nil { theme.extend(&sheet!, for: scopes) }
    if let header = header.take() { try StandardOutput.write(header(sheet)) }
    stream.write(part: part, sheet: sheet, isLast: isLast, into: &text)
    try text.withBytes { try StandardOutput.write($0) }
    text.removeAll()
  }
}

/// Writes code while it is read, so that the memory does not depend on the length of the code.
///
/// ```swift
/// var writer = TerminalCodeWriter(stream, theme: theme)
/// var output = CodeOutput(parts: CodeParts(language: swift, highlighter: highlighter))
/// let secrets = try output.run(try InputPieces(["main.swift"]), redactor: nil, to: &writer)
/// ```
struct CodeOutput {
  private var parts: CodeParts
  /// The lines to show, from 1; nil for all.
  private let selection: ClosedRange<Int>?
  private var lineCount = 0
  /// The lines to write next; nil before the first part.
  private var waiting: CodeBlock?
  private var waitingBytes = 0

  private static let linesPerWrite = 128

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - parts: Reads the code.
  ///   - selection: The lines to show, from 1; nil for all.
  init(parts: CodeParts, selection: ClosedRange<Int>? = nil) {
    self.parts = parts
    self.selection = selection
  }

  /// Writes the input. Reads no further than the last line to show.
  ///
  /// - Returns: Counts of the secrets that were replaced.
  mutating func run(
    _ pieces: consuming InputPieces, redactor: consuming Redactor?,
    to writer: inout some CodeWriter & ~Copyable
  ) throws -> SecretCounts {
    while !isComplete, let piece = try pieces.next() {
      take(parts.append(redactor?.append(piece) ?? piece))
      waitingBytes += piece.count
      if waitingBytes < LiveOutput.patience, pieces.hasMore { continue }
      try show(in: &writer)
    }
    if !isComplete {
      if let rest = redactor?.finish() { take(parts.append(rest)) }
      take(parts.finish())
      if let selection { try Document.check(selection, lineCount) }
    }
    try show(in: &writer, isLast: true)
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

  private mutating func show(in writer: inout some CodeWriter & ~Copyable, isLast: Bool = false) throws {
    waitingBytes = 0
    guard let code = waiting, isLast || !code.lines.isEmpty else { return }
    waiting?.lines = []
    var lines = code.lines[...]
    repeat {
      var part = code
      part.lines = Array(lines.prefix(Self.linesPerWrite))
      lines = lines.dropFirst(Self.linesPerWrite)
      try writer.write(part: part, scopes: parts.scopes, isLast: isLast && lines.isEmpty)
    } while !lines.isEmpty
  }
}
