import StyledRuns

/// A colour of a terminal: an entry of one of its palettes, or the default.
struct ANSIColor: Hashable, BitwiseCopyable {
  /// The palette in the upper byte (1: 24 bits, 2: 256 colours, 3: 16 colours) and the colour in the lower
  /// bytes. 0 is the terminal's default.
  var bits: UInt32

  static let standard = ANSIColor(bits: 0)

  static func indexed(_ index: UInt8) -> ANSIColor { ANSIColor(bits: 2 << 24 | UInt32(index)) }
  static func basic(_ index: UInt8) -> ANSIColor { ANSIColor(bits: 3 << 24 | UInt32(index)) }

  /// Converts `color` to the nearest colour at a depth.
  init(_ color: Color, depth: ANSIFormatter.Colors, isDark: Bool) {
    switch depth {
    case .none: self = .standard
    case .trueColor:
      bits = 1 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    case .indexed: self = .indexed(IndexedPalette.nearest(to: color))
    case .basic: self = Self.nearestBasic(color, isDark: isDark)
    }
  }

  init(bits: UInt32) { self.bits = bits }

  /// Returns the nearest of the 16 terminal colours by hue, because the user chooses their exact values. A
  /// grey becomes the text colour or the faint colour. A colour close to grey, as themes use for comments, is
  /// treated like a grey: at full strength it would stand out most.
  private static func nearestBasic(_ color: Color, isDark: Bool) -> ANSIColor {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let top = max(red, green, blue)
    let range = top - min(red, green, blue)
    let luma = (30 * red + 59 * green + 11 * blue) / 100
    let isText = isDark ? luma > 172 : luma < 88
    if range * 100 < top * 22 || range < 24 { return isText ? .standard : .basic(8) }
    if isDark ? !isText && range < 60 : range < 48 { return isText ? .standard : .basic(8) }
    var hue: Int
    if top == red {
      hue = 60 * (green - blue) / range
    } else if top == green {
      hue = 120 + 60 * (blue - red) / range
    } else {
      hue = 240 + 60 * (red - green) / range
    }
    if hue < 0 { hue += 360 }
    switch hue {
    // Dark brown does not become yellow, which is hardly readable on white.
    case 18..<70: return isDark || luma >= 80 ? .basic(3) : .standard
    case 70..<163: return .basic(2)
    case 163..<203: return .basic(6)
    case 203..<256: return .basic(4)
    case 256..<345: return .basic(5)
    default: return .basic(1)
    }
  }
}

/// The style of terminal text in one word, because styles are compared for every run.
struct ANSIStyle: Hashable, BitwiseCopyable {
  /// The style: 26 bits for the text colour, 26 for the background, 8 for attributes, from the lowest bit on.
  private var bits: UInt64 = 0

  var foreground: ANSIColor {
    get { color(at: 0) }
    set { setColor(newValue, at: 0) }
  }

  var background: ANSIColor {
    get { color(at: Self.colorBits) }
    set { setColor(newValue, at: Self.colorBits) }
  }

  var attributes: ANSIAttributes {
    get { ANSIAttributes(rawValue: UInt8(truncatingIfNeeded: bits >> (2 * Self.colorBits))) }
    set {
      let place = 2 * Self.colorBits
      bits = bits & ~(0xFF << place) | UInt64(newValue.rawValue) << place
    }
  }

  private static let colorBits: UInt64 = 26

  private func color(at place: UInt64) -> ANSIColor {
    ANSIColor(bits: UInt32(truncatingIfNeeded: bits >> place & (1 << Self.colorBits - 1)))
  }

  private mutating func setColor(_ color: ANSIColor, at place: UInt64) {
    bits = bits & ~((1 << Self.colorBits - 1) << place) | UInt64(color.bits) << place
  }

  struct ANSIAttributes: OptionSet, Hashable {
    let rawValue: UInt8
    static let bold = ANSIAttributes(rawValue: 1)
    static let italic = ANSIAttributes(rawValue: 2)
    static let underline = ANSIAttributes(rawValue: 4)
    static let strikethrough = ANSIAttributes(rawValue: 8)
  }

  static let plain = ANSIStyle()

  /// Returns the cache slot, one of 64, for the change to another style.
  @inline(__always)
  fileprivate func slot(to next: ANSIStyle) -> Int {
    let mixed = (bits &* 0x9E37_79B9_7F4A_7C15) ^ (next.bits &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(truncatingIfNeeded: mixed >> 58)
  }

  func with(_ foreground: ANSIColor, _ attributes: ANSIAttributes = []) -> ANSIStyle {
    var style = self
    style.foreground = foreground
    style.attributes.formUnion(attributes)
    return style
  }
}

/// The state of a terminal. Writes the shortest sequence that changes it to another style.
struct ANSIPen: ~Copyable {
  private(set) var style = ANSIStyle.plain
  /// Whether sequences are written at all.
  var isEnabled = true
  /// A cache of sequences between two styles, because a document repeatedly changes between the same few
  /// styles.
  private var changes = PlainList<PenChange>(capacity: Self.cacheSize)
  private var sequences = ByteSink(capacity: 64)

  struct PenChange {
    var from: ANSIStyle
    var to: ANSIStyle
    /// The start of the sequence in `sequences`.
    var start: Int32
    var length: Int32
  }

  private static let cacheSize = 64

  init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

  @inline(__always)
  mutating func set(_ next: ANSIStyle, into out: inout ByteSink) {
    guard next != style else { return }
    if next == .plain {
      style = next
      if isEnabled { out.append("\u{1B}[m") }
    } else {
      change(to: next, into: &out)
    }
  }

  private mutating func change(to next: ANSIStyle, into out: inout ByteSink) {
    let previous = style
    style = next
    guard isEnabled else { return }
    if changes.isEmpty {
      for _ in 0..<Self.cacheSize { changes.append(PenChange(from: .plain, to: .plain, start: 0, length: 0)) }
    }
    let slot = previous.slot(to: next)
    let known = changes[slot]
    if known.from == previous, known.to == next, let start = sequences.buffer.baseAddress {
      return out.append(padded: start + Int(known.start), count: Int(known.length))
    }
    // A document needs a few hundred bytes. If a text uses ever more styles, clear the cache.
    if sequences.count > 1 << 14 {
      sequences.removeAll()
      changes.removeAll()
      for _ in 0..<Self.cacheSize { changes.append(PenChange(from: .plain, to: .plain, start: 0, length: 0)) }
    }
    let start = sequences.count
    Self.write(from: previous, to: next, into: &sequences)
    let length = sequences.count - start
    // The sequence is read in words, so it needs padding.
    sequences.reserve(8)
    changes[slot] = PenChange(from: previous, to: next, start: Int32(start), length: Int32(length))
    out.append(UnsafeBufferPointer(rebasing: sequences.buffer[start...]))
  }

  private static func write(from style: ANSIStyle, to next: ANSIStyle, into out: inout ByteSink) {
    // Removing one attribute costs as much as resetting and setting two.
    let lost = style.attributes.subtracting(next.attributes)
    let losesColor =
      (style.foreground != .standard && next.foreground == .standard)
      || (style.background != .standard && next.background == .standard)
    let keepsNothing =
      next.attributes.isDisjoint(with: style.attributes)
      && (next.foreground != style.foreground || next.foreground == .standard)
      && (next.background != style.background || next.background == .standard)
    var current = style
    out.append("\u{1B}[")
    var isFirst = true
    if keepsNothing && (!lost.isEmpty || losesColor) {
      Self.parameter(0, &isFirst, &out)
      current = .plain
    }
    let gone = current.attributes.subtracting(next.attributes)
    if gone.contains(.bold) { Self.parameter(22, &isFirst, &out) }
    if gone.contains(.italic) { Self.parameter(23, &isFirst, &out) }
    if gone.contains(.underline) { Self.parameter(24, &isFirst, &out) }
    if gone.contains(.strikethrough) { Self.parameter(29, &isFirst, &out) }
    let new = next.attributes.subtracting(current.attributes)
    if new.contains(.bold) { Self.parameter(1, &isFirst, &out) }
    if new.contains(.italic) { Self.parameter(3, &isFirst, &out) }
    if new.contains(.underline) { Self.parameter(4, &isFirst, &out) }
    if new.contains(.strikethrough) { Self.parameter(9, &isFirst, &out) }
    if next.foreground != current.foreground { Self.color(next.foreground, 30, &isFirst, &out) }
    if next.background != current.background { Self.color(next.background, 40, &isFirst, &out) }
    out.append(UInt8(ascii: "m"))
  }

  private static func parameter(_ number: Int, _ isFirst: inout Bool, _ out: inout ByteSink) {
    if !isFirst { out.append(UInt8(ascii: ";")) }
    isFirst = false
    out.append(decimal: number)
  }

  /// Appends the parameters of a colour.
  ///
  /// - Parameter base: 30 for the text colour, 40 for the background.
  private static func color(
    _ color: ANSIColor, _ base: Int, _ isFirst: inout Bool, _ out: inout ByteSink
  ) {
    switch color.bits >> 24 {
    case 1:
      parameter(base + 8, &isFirst, &out)
      parameter(2, &isFirst, &out)
      parameter(Int(color.bits >> 16 & 255), &isFirst, &out)
      parameter(Int(color.bits >> 8 & 255), &isFirst, &out)
      parameter(Int(color.bits & 255), &isFirst, &out)
    case 2:
      parameter(base + 8, &isFirst, &out)
      parameter(5, &isFirst, &out)
      parameter(Int(color.bits & 255), &isFirst, &out)
    case 3:
      let index = Int(color.bits & 15)
      parameter(index < 8 ? base + index : base + 52 + index, &isFirst, &out)
    default:
      parameter(base + 9, &isFirst, &out)
    }
  }
}
