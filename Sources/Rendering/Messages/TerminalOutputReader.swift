internal import StyledRuns

/// Parses the terminal output of a program. Styles are kept; other control sequences have no effect.
///
/// Colours and styles (SGR) become runs. A carriage return restarts its line, and a backspace removes a
/// character. A control character without a meaning here is replaced by its Unicode control picture. Other
/// sequences are dropped.
struct TerminalOutputReader {
  private var lines: [OutputLine] = []
  private var text: [UInt8] = []
  private var runs: [OutputRun] = []
  private var style = OutputStyle.plain
  private var isOverwriting = false

  /// The length limit of an operating system command. A longer one has no terminator.
  private static let longestString = 4096

  static func read(_ source: String) -> OutputText {
    var reader = TerminalOutputReader()
    var source = source
    source.withUTF8 { reader.read($0) }
    return OutputText(lines: reader.lines)
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x0A:
        endLine()
        position += 1
      case 0x0D:
        // Before a line feed, carriage returns belong to the line end.
        var next = position + 1
        while next < bytes.count, bytes[next] == 0x0D { next += 1 }
        if next >= bytes.count || bytes[next] != 0x0A { isOverwriting = true }
        position = next
      case 0x1B:
        position = escape(bytes, from: position + 1)
      case 0x08:
        eraseLast()
        position += 1
      case 0x07: position += 1
      case 0x09, 0x20...0x7E:
        var end = position + 1
        while end < bytes.count, bytes[end] &- 0x20 < 0x5F || bytes[end] == 0x09 { end += 1 }
        append(UnsafeBufferPointer(rebasing: bytes[position..<end]))
        position = end
      case 0x7F, 0x00..<0x20:
        // The control pictures start at U+2400.
        let picture: [UInt8] = [0xE2, 0x90, byte == 0x7F ? 0xA1 : 0x80 + byte]
        picture.withUnsafeBufferPointer { append($0) }
        position += 1
      case 0xC2 where position + 1 < bytes.count && bytes[position + 1] < 0xA0:
        // C1 control characters, which some terminals interpret.
        switch bytes[position + 1] {
        case 0x9B: position = controlSequence(bytes, from: position + 2)
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: position = controlString(bytes, from: position + 2)
        default: position += 2
        }
      default:
        var end = position + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        append(UnsafeBufferPointer(rebasing: bytes[position..<end]))
        position = end
      }
    }
    if !text.isEmpty { endLine() }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isOverwriting {
      isOverwriting = false
      text.removeAll(keepingCapacity: true)
      runs.removeAll(keepingCapacity: true)
    }
    text.append(contentsOf: bytes)
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].length += bytes.count
    } else {
      runs.append(OutputRun(length: bytes.count, style: style))
    }
  }

  private mutating func eraseLast() {
    guard !text.isEmpty else { return }
    var length = 1
    while length < text.count, text[text.count - length] & 0xC0 == 0x80 { length += 1 }
    text.removeLast(length)
    while length > 0, let last = runs.indices.last {
      let part = min(length, runs[last].length)
      runs[last].length -= part
      length -= part
      if runs[last].length == 0 { runs.removeLast() }
    }
  }

  private mutating func endLine() {
    isOverwriting = false
    let isPlain = runs.allSatisfy { $0.style == .plain }
    lines.append(OutputLine(text: String(decoding: text, as: UTF8.self), runs: isPlain ? [] : runs))
    text.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  // MARK: Sequences

  /// Parses an escape sequence whose escape character precedes `start`.
  ///
  /// - Returns: The position after the sequence.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard start < bytes.count else { return start }
    switch bytes[start] {
    case UInt8(ascii: "["): return controlSequence(bytes, from: start + 1)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return controlString(bytes, from: start + 1)
    case 0x20...0x2F:
      var end = start
      while end < bytes.count, 0x20...0x2F ~= bytes[end] { end += 1 }
      return end < bytes.count && 0x30...0x7E ~= bytes[end] ? end + 1 : end
    case 0x30...0x7E: return start + 1
    default: return start
    }
  }

  private mutating func controlSequence(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, 0x20...0x3F ~= bytes[end] { end += 1 }
    guard end < bytes.count, 0x40...0x7E ~= bytes[end] else { return end }
    let parameters = bytes[start..<end]
    switch bytes[end] {
    case UInt8(ascii: "m"):
      if parameters.allSatisfy({ 0x30...0x3B ~= $0 }) { setStyle(Array(parameters)) }
    case UInt8(ascii: "K"):
      // Erase from the cursor to the end of the line. After a carriage return that is the whole line.
      if isOverwriting {
        text.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
      }
    default: break
    }
    return end + 1
  }

  /// Skips a control string, such as a title or a link's address. If it has no terminator, only its
  /// introducer is skipped.
  ///
  /// - Returns: The position after the string.
  private func controlString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, end - start < Self.longestString {
      switch bytes[end] {
      case 0x07: return end + 1
      case 0x1B:
        return end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end
      case 0xC2 where end + 1 < bytes.count && bytes[end + 1] == 0x9C: return end + 2
      case 0x0A, 0x0D: return start
      default: end += 1
      }
    }
    return start
  }

  private mutating func setStyle(_ parameters: [UInt8]) {
    var groups = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      group in
      group.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.reduce(0) { min($0 * 10 + Int($1) - 48, 100_000) }
      }
    }[...]
    while let group = groups.popFirst() {
      let code = group.first ?? 0
      switch code {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.faint)
      case 3: style.attributes.insert(.italic)
      case 4:
        if group.count > 1, group[1] == 0 {
          style.attributes.remove(.underline)
        } else {
          style.attributes.insert(.underline)
        }
      case 7: style.attributes.insert(.inverse)
      case 9: style.attributes.insert(.strikethrough)
      case 21: style.attributes.insert(.underline)
      case 22: style.attributes.subtract([.bold, .faint])
      case 23: style.attributes.remove(.italic)
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.inverse)
      case 29: style.attributes.remove(.strikethrough)
      case 30...37: style.foreground = .palette(UInt8(code - 30))
      case 38: Self.ink(group, &groups).map { style.foreground = $0 }
      case 39: style.foreground = nil
      case 40...47: style.background = .palette(UInt8(code - 40))
      case 48: Self.ink(group, &groups).map { style.background = $0 }
      case 49: style.background = nil
      case 58: _ = Self.ink(group, &groups)
      case 90...97: style.foreground = .palette(UInt8(code - 90 + 8))
      case 100...107: style.background = .palette(UInt8(code - 100 + 8))
      default: break
      }
    }
  }

  /// Parses a colour in the forms `38;5;n`, `38;2;r;g;b`, `38:5:n` and `38:2::r:g:b`.
  private static func ink(_ group: [Int], _ rest: inout ArraySlice<[Int]>) -> OutputStyle.OutputInk? {
    var values = Array(group.dropFirst())
    if values.isEmpty {
      guard let kind = rest.popFirst()?.first else { return nil }
      values = [kind]
      for _ in 0..<(kind == 5 ? 1 : kind == 2 ? 3 : 0) { values.append(rest.popFirst()?.first ?? 0) }
    } else if values.first == 2, values.count >= 5 {
      // The second value names a colour space.
      values.remove(at: 1)
    }
    func channel(_ index: Int) -> UInt8 { index < values.count ? UInt8(clamping: values[index]) : 0 }
    switch values.first {
    case 5 where values.count > 1: return indexed(channel(1))
    case 2 where values.count > 3: return .exact(Color(red: channel(1), green: channel(2), blue: channel(3)))
    default: return nil
    }
  }

  /// Returns one of xterm's 256 colours: 16 palette colours, a cube with six levels, and 24 greys.
  private static func indexed(_ index: UInt8) -> OutputStyle.OutputInk {
    switch index {
    case 0..<16: return .palette(index)
    case 16..<232:
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = Int(index) - 16
      return .exact(Color(red: levels[cube / 36], green: levels[cube / 6 % 6], blue: levels[cube % 6]))
    default:
      let grey = 8 + 10 * (index - 232)
      return .exact(Color(red: grey, green: grey, blue: grey))
    }
  }
}
