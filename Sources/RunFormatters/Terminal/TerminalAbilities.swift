public import StyledRuns

/// What a terminal can show, as far as the variables of its environment tell.
///
/// Nothing is asked of the terminal. A variable that is empty counts as unset.
public struct TerminalAbilities: Hashable, Sendable {
  /// A protocol for pictures within text.
  public enum Images: String, Sendable, CaseIterable {
    case kitty, iterm2, sixel
  }

  /// The colours that it shows.
  public var colors: ANSIFormatter.Colors
  /// Whether it makes OSC 8 hyperlinks clickable.
  public var hyperlinks: Bool
  /// How it draws pictures; nil where it is not known to.
  public var images: Images?
  /// Whether its background is light (`COLORFGBG`); nil where nothing says so.
  public var hasLightBackground: Bool?

  /// Reads the environment; `variable` gives the value of a name.
  public init(environment variable: (String) -> String?) {
    let hints = Hints(variable)
    colors = hints.colors
    hyperlinks = hints.hyperlinks
    images = hints.images
    hasLightBackground = variable("COLORFGBG").flatMap(Self.isLight)
  }

  /// `15;0` or `0;default;15`: the last number is the background's place among the sixteen colours.
  private static func isLight(_ value: String) -> Bool? {
    guard let last = value.split(separator: ";").last, let index = Int(last), (0...15).contains(index) else {
      return nil
    }
    return index == 7 || index > 8
  }

  /// Whether a background is light, from a terminal's answer to the question for it (OSC 11):
  /// `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`. Nil where no answer is found in `bytes`.
  public static func hasLightBackground(answer bytes: [UInt8]) -> Bool? {
    guard let color = backgroundColor(answer: bytes) else { return nil }
    // The share of each channel in how light a colour looks (ITU-R BT.709).
    let light = 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
    return light > 127
  }

  /// The colour in the answer to OSC 11.
  public static func backgroundColor(answer bytes: [UInt8]) -> Color? {
    let head = Array("\u{1B}]11;".utf8)
    guard bytes.count > head.count else { return nil }
    for start in 0..<(bytes.count - head.count) where bytes[start..<start + head.count].elementsEqual(head) {
      let body = bytes[(start + head.count)...].prefix { (0x21...0x7E).contains($0) && $0 != 0x5C }
      let text = String(decoding: body, as: UTF8.self).lowercased()
      if text.hasPrefix("#") { return Color(hex: text) }
      guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else { continue }
      let channels = text[text.index(after: colon)...].split(separator: "/").prefix(3).compactMap(channel)
      if channels.count == 3 { return Color(red: channels[0], green: channels[1], blue: channels[2]) }
    }
    return nil
  }

  /// Whether the terminal draws sixels, from its answer to the question what it is (DA1): `ESC [ ? 62 ; 4 ; 22 c`, of
  /// which the first number is its class and 4 means sixels.
  public static func hasSixels(answer bytes: [UInt8]) -> Bool {
    let head = Array("\u{1B}[?".utf8)
    guard bytes.count > head.count else { return false }
    for start in 0..<(bytes.count - head.count) where bytes[start..<start + head.count].elementsEqual(head) {
      let body = bytes[(start + head.count)...].prefix { (0x30...0x3B).contains($0) }
      guard body.endIndex < bytes.count, bytes[body.endIndex] == UInt8(ascii: "c") else { continue }
      return body.split(separator: UInt8(ascii: ";")).dropFirst().contains { $0.elementsEqual([0x34]) }
    }
    return false
  }

  /// One to four hexadecimal digits, of which all `f` is full.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
    let full = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
    return UInt8((value * 255 + full / 2) / full)
  }
}

/// What the environment says about the terminal, and what follows from it.
private struct Hints {
  private let term: String
  private let colorterm: String
  private let program: String
  private let version: [Int]
  private let isTmux: Bool
  /// GNU screen, which knows nothing newer than 256 colours.
  private let isScreen: Bool
  private let variable: (String) -> Bool
  private let vte: Int

  init(_ value: (String) -> String?) {
    func text(_ name: String) -> String { value(name)?.lowercased() ?? "" }
    term = text("TERM")
    colorterm = text("COLORTERM")
    program = text("TERM_PROGRAM")
    version = text("TERM_PROGRAM_VERSION").split { !$0.isNumber }.compactMap { Int($0) }
    isTmux = !text("TMUX").isEmpty || term.hasPrefix("tmux")
    isScreen = term.hasPrefix("screen") && !isTmux
    vte = Int(text("VTE_VERSION")) ?? 0
    let set = ["WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "XTERM_VERSION"].filter {
      !text($0).isEmpty
    }
    variable = { set.contains($0) }
  }

  private static let modernTerms = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio"]
  private static let modernPrograms = [
    "iterm.app", "wezterm", "vscode", "ghostty", "hyper", "tabby", "rio", "zed",
  ]

  private var isModern: Bool {
    Self.modernTerms.contains { term.contains($0) } || Self.modernPrograms.contains(program)
      || variable("WT_SESSION") || variable("KONSOLE_VERSION")
  }

  /// Terminals of the time before colours, and what only looks like a terminal.
  private var isDumb: Bool {
    term.isEmpty && colorterm.isEmpty || term == "dumb" || term.hasPrefix("vt1") || term.hasPrefix("vt2")
  }

  var colors: ANSIFormatter.Colors {
    if isDumb { return .none }
    if isScreen { return term.contains("256color") ? .indexed : .basic }
    if colorterm == "truecolor" || colorterm == "24bit" { return .trueColor }
    if term.hasSuffix("-direct") || term.hasSuffix("-truecolor") { return .trueColor }
    // What stands outside of tmux says nothing about what tmux passes on.
    if !isTmux, isModern || vte >= 3600 { return .trueColor }
    if term.contains("256color") || !colorterm.isEmpty || program == "apple_terminal" { return .indexed }
    return .basic
  }

  var hyperlinks: Bool {
    if isDumb || isScreen || term == "linux" || term.hasPrefix("rxvt") { return false }
    if isTmux { return program == "tmux" && (version.first ?? 0, version.dropFirst().first ?? 0) >= (3, 4) }
    if program == "apple_terminal" || variable("XTERM_VERSION") { return false }
    if vte > 0 { return vte >= 5000 }
    // Over a network little is known but the number of colours; what has many is seldom old.
    return isModern || colors == .trueColor || term.contains("256color")
  }

  var images: TerminalAbilities.Images? {
    // Within tmux and screen pictures would need to be passed through, and would not stay in their place.
    if isDumb || isTmux || isScreen { return nil }
    if term.contains("kitty") || variable("KITTY_WINDOW_ID") || term.contains("ghostty")
      || program == "ghostty"
    {
      return .kitty
    }
    if program == "iterm.app" || program == "wezterm" { return .iterm2 }
    return variable("KONSOLE_VERSION") ? .kitty : nil
  }
}
