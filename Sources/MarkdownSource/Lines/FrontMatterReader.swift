package import StyledRuns

/// Detects front matter at the start of a source, and holds lines back until the decision.
///
/// A source has front matter if its first line is `---` or `+++`, its second line begins with a name, all
/// lines up to the closing fence (`---` or `...`; `+++`) can be part of front matter, and the closing fence
/// is within ``maximumBytes``. Any other source is markdown from its first byte on. Until the decision, the
/// block parser parses the held lines speculatively.
package struct FrontMatterReader {
  /// Detected front matter.
  package struct FoundFrontMatter {
    package var format: FrontMatter.FrontMatterFormat
    /// The lines between the fences, each terminated with LF.
    package var text: [UInt8]
    /// The source range from the opening fence to the end of the closing one.
    package var source: Range<Int>
    package var lines: Int
  }

  package enum FrontMatterVerdict {
    /// Further lines are needed.
    case undecided
    /// The held lines are markdown.
    case none
    /// The line was the closing fence.
    case found(FoundFrontMatter)
  }

  /// A held line, terminated with LF.
  package struct HeldLine {
    package var bytes: [UInt8]
    package var source: Int
  }

  /// The maximum number of held bytes, which also limits the length of a line.
  static let maximumBytes = 16_384

  package private(set) var heldLines: [HeldLine] = []
  private var format: FrontMatter.FrontMatterFormat?
  private var text: [UInt8] = []
  private var start = 0

  package init() {}

  /// Reads one line of the source. The reader must not be used after a verdict other than
  /// ``FrontMatterVerdict/undecided``.
  package mutating func read(_ line: SourceReader.SourceLine) -> FrontMatterVerdict {
    if let found = closed(by: line) { return .found(found) }
    guard mayHold(line), accepts(UnsafeBufferPointer(start: line.bytes, count: line.end)) else {
      return .none
    }
    heldLines.append(
      HeldLine(
        bytes: Array(UnsafeBufferPointer(start: line.bytes, count: line.end)) + [.newline],
        source: line.source))
    return .undecided
  }

  /// Whether a line, which may be incomplete, can be part of front matter.
  package func mayHold(_ line: SourceReader.SourceLine) -> Bool {
    guard line.end <= Self.maximumBytes else { return false }
    if !heldLines.isEmpty || line.end == 0 { return true }
    return line.bytes[0] == UInt8(ascii: "-") || line.bytes[0] == UInt8(ascii: "+") || line.bytes[0] == 0xEF
  }

  /// Returns the front matter if the line is its closing fence; otherwise nil.
  package func closed(by line: SourceReader.SourceLine) -> FoundFrontMatter? {
    guard let format, heldLines.count > 1 else { return nil }
    let bytes = UnsafeBufferPointer(start: line.bytes, count: line.end)[...]
    let isFence =
      switch format {
      case .yaml: Self.isFence(bytes, UInt8(ascii: "-")) || Self.isFence(bytes, UInt8(ascii: "."))
      case .toml: Self.isFence(bytes, UInt8(ascii: "+"))
      }
    guard isFence else { return nil }
    return FoundFrontMatter(
      format: format, text: text, source: start..<max(start, line.source + line.end),
      lines: heldLines.count + 1)
  }

  private mutating func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let format else {
      start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let fence = bytes[start...]
      if Self.isFence(fence, UInt8(ascii: "-")) { format = .yaml }
      if Self.isFence(fence, UInt8(ascii: "+")) { format = .toml }
      return format != nil
    }
    let line = Array(bytes)[...]
    guard heldLines.count > 1 || FrontMatter.isFirstLine(line, format: format),
      FrontMatter.isLine(line, format: format), text.count + line.count < Self.maximumBytes
    else { return false }
    text += line
    text.append(.newline)
    return true
  }

  private static func isFence(_ line: Slice<UnsafeBufferPointer<UInt8>>, _ mark: UInt8) -> Bool {
    line.starts(with: [mark, mark, mark]) && line.dropFirst(3).allSatisfy(\.isBlank)
  }
}
