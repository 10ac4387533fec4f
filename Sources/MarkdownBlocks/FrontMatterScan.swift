internal import StyledRuns

/// Reads the first lines of a text as front matter, until they are or cannot be.
///
/// It is front matter if the first line is `---` or `+++`, the second one begins with a name, all lines until the
/// closing fence (`---` or `...`; `+++`) can stand in it, and that comes within ``maximumBytes``. Anything else is
/// markdown as ever: a thematic break, and what follows it.
struct FrontMatterScan {
  /// Front matter with both of its fences.
  struct Found {
    var format: FrontMatter.Format
    /// The lines between the fences, each with LF.
    var text: [UInt8]
    /// From the opening fence to the end of the closing one.
    var source: Range<Int>
    /// Where the line after the closing fence starts.
    var next: Int
    var lines: Int
  }

  enum Verdict {
    /// More lines must say.
    case undecided
    case none
    /// The line was the closing fence.
    case complete
  }

  /// Until they end, the lines are shown as markdown; so they must end soon.
  static let maximumBytes = 16_384

  private(set) var format: FrontMatter.Format?
  private(set) var text: [UInt8] = []
  private(set) var start = 0
  private(set) var lines = 0

  /// Whether a text that begins with this byte can have front matter: a fence's, or a byte order mark's first.
  static func mayBegin(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == 0xEF
  }

  /// Reads one line, without its end.
  mutating func take(_ line: ArraySlice<UInt8>) -> Verdict {
    defer { lines += 1 }
    guard let format else {
      start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let fence = line.dropFirst(start)
      if Self.isFence(fence, UInt8(ascii: "-")) { format = .yaml }
      if Self.isFence(fence, UInt8(ascii: "+")) { format = .toml }
      return format == nil ? .none : .undecided
    }
    if lines == 1 {
      guard FrontMatter.isFirstLine(line, format: format) else { return .none }
    } else if closes(line) {
      return .complete
    }
    guard FrontMatter.isLine(line, format: format), text.count + line.count < Self.maximumBytes else {
      return .none
    }
    text += line
    text.append(.newline)
    return .undecided
  }

  /// Whether a line would be the closing fence.
  func closes(_ line: ArraySlice<UInt8>) -> Bool {
    guard let format, lines > 1 else { return false }
    switch format {
    case .yaml: return Self.isFence(line, UInt8(ascii: "-")) || Self.isFence(line, UInt8(ascii: "."))
    case .toml: return Self.isFence(line, UInt8(ascii: "+"))
    }
  }

  /// What was read, closed by a line that ends at `end`; `next` is where the next one starts.
  func found(end: Int, next: Int) -> Found {
    Found(format: format ?? .yaml, text: text, source: start..<max(start, end), next: next, lines: lines)
  }

  private static func isFence(_ line: ArraySlice<UInt8>, _ mark: UInt8) -> Bool {
    line.starts(with: [mark, mark, mark]) && line.dropFirst(3).allSatisfy(\.isBlank)
  }

  /// The front matter that a whole text begins with.
  static func find(in source: UnsafeBufferPointer<UInt8>) -> Found? {
    guard let first = source.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == 0xEF
    else { return nil }
    var scan = FrontMatterScan()
    var start = 0
    while start < source.count {
      var end = start
      while end < source.count, !source[end].isLineEnd { end += 1 }
      var next = min(end + 1, source.count)
      if end + 1 < source.count, source[end] == 0x0D, source[end + 1] == .newline { next += 1 }
      switch scan.take(Array(source[start..<end])[...]) {
      case .undecided: start = next
      case .none: return nil
      case .complete: return scan.found(end: end, next: next)
      }
    }
    return nil
  }
}

extension BlockPhase {
  /// Puts front matter in place of the lines that it took; nothing else has been read.
  mutating func addFrontMatter(_ found: FrontMatterScan.Found) {
    found.text.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { text.append(base, count: bytes.count) }
    }
    let index = addChild(.frontMatter, to: BlockPhase.root, source: found.source.lowerBound)
    nodes.base[index].detail = found.format == .toml ? UInt8(ascii: "+") : UInt8(ascii: "-")
    nodes.base[index].contentStart = 0
    nodes.base[index].contentEnd = text.count
    nodes.base[index].sourceEnd = found.source.upperBound
    nodes.base[index].flags.remove(.open)
    lineNumber = Int32(clamping: found.lines)
  }
}
