public import StyledRuns

/// The capabilities of a terminal, according to its environment variables.
///
/// ```swift
/// let abilities = TerminalAbilities { ["TERM": "xterm-256color", "COLORTERM": "truecolor"][$0] }
/// abilities.colors  // .trueColor
/// ```
///
/// The terminal itself is not queried. An empty variable counts as unset.
public struct TerminalAbilities: Hashable, Sendable {
  /// A protocol for images inside text.
  ///
  /// ```swift
  /// TerminalAbilities { ["TERM": "xterm-kitty"][$0] }.images  // .kitty
  /// ```
  public enum Images: String, Sendable, CaseIterable {
    case kitty, iterm2, sixel
  }

  /// The colours that the terminal supports.
  public var colors: ANSIFormatter.Colors
  /// Whether the terminal makes OSC 8 hyperlinks clickable.
  public var hyperlinks: Bool
  /// The protocol for images; nil if none is known.
  public var images: Images?
  /// Whether the background is light, according to `COLORFGBG`; nil if unknown.
  public var hasLightBackground: Bool?

  /// Whether the terminal reorders right-to-left text, or is not known to leave the reordering to programs.
  public var reordersText: Bool

  /// Reads the capabilities from the environment.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  public init(environment variable: (String) -> String?) {
    let hints = Hints(variable)
    colors = hints.colors
    hyperlinks = hints.hyperlinks
    images = hints.images
    hasLightBackground = variable("COLORFGBG").flatMap(Self.isLight)
    reordersText = Self.reorders(variable)
  }

  /// Whether the terminal reorders right-to-left text by itself, or is unknown. VTE from 0.58 on, Konsole,
  /// Apple's Terminal and mlterm reorder text. Inside tmux and GNU screen, the outer terminal is unknown.
  private static func reorders(_ variable: (String) -> String?) -> Bool {
    if variable("VTE_VERSION").flatMap({ Int($0) }).map({ $0 >= 5800 }) == true { return true }
    if variable("KONSOLE_VERSION") != nil || variable("MLTERM") != nil { return true }
    switch variable("TERM_PROGRAM") {
    case "vscode", "WezTerm", "ghostty", "rio", "Hyper", "Tabby": return false
    case .some: return true
    case nil: break
    }
    if variable("KITTY_WINDOW_ID") != nil || variable("ALACRITTY_WINDOW_ID") != nil
      || variable("XTERM_VERSION") != nil || variable("WT_SESSION") != nil
    {
      return false
    }
    let known = ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "linux", "rxvt"]
    return !(variable("TERM").map { term in known.contains { term.hasPrefix($0) } } ?? false)
  }

  /// Parses `15;0` or `0;default;15`. The last number is the background's index among the 16 colours.
  private static func isLight(_ value: String) -> Bool? {
    guard let last = value.split(separator: ";").last, let index = Int(last), (0...15).contains(index) else {
      return nil
    }
    return index == 7 || index > 8
  }

  /// Whether the background is light, according to the terminal's response to OSC 11,
  /// `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`. Nil if `bytes` contains no response.
  public static func hasLightBackground(answer bytes: [UInt8]) -> Bool? {
    guard let color = backgroundColor(answer: bytes) else { return nil }
    // The weights of the channels in the perceived lightness (ITU-R BT.709).
    let light = 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
    return light > 127
  }

  /// Returns the colour in the response to OSC 11.
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

  /// Whether the terminal draws sixels, according to its response to DA1, `ESC [ ? 62 ; 4 ; 22 c`. The first
  /// number is the terminal's class, and 4 stands for sixels.
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

  /// Parses one to four hexadecimal digits, of which only `f` is the maximum.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
    let full = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
    return UInt8((value * 255 + full / 2) / full)
  }
}

/// The environment's information about the terminal, and conclusions from it.
private struct Hints {
  private let term: String
  private let colorterm: String
  private let program: String
  private let version: [Int]
  private let isTmux: Bool
  /// Whether the terminal is GNU screen, which supports at most 256 colours.
  private let isScreen: Bool
  private let variable: (String) -> Bool
  private let vte: Int
  /// Whether the terminal is known to be a modern one.
  private let isModern: Bool

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
    isModern =
      Self.modernTerms.contains(where: term.includes) || Self.modernPrograms.contains(program)
      || set.contains("WT_SESSION") || set.contains("KONSOLE_VERSION")
  }

  private static let modernTerms = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio"]
  private static let modernPrograms = [
    "iterm.app", "wezterm", "vscode", "ghostty", "hyper", "tabby", "rio", "zed",
  ]

  /// Whether the terminal has no colours, or is not a real terminal.
  private var isDumb: Bool {
    term.isEmpty && colorterm.isEmpty || term == "dumb" || term.hasPrefix("vt1") || term.hasPrefix("vt2")
  }

  var colors: ANSIFormatter.Colors {
    if isDumb { return .none }
    if isScreen { return term.includes("256color") ? .indexed : .basic }
    if colorterm == "truecolor" || colorterm == "24bit" { return .trueColor }
    if term.hasSuffix("-direct") || term.hasSuffix("-truecolor") { return .trueColor }
    // The environment outside of tmux does not determine the capabilities inside.
    if !isTmux, isModern || vte >= 3600 { return .trueColor }
    if term.includes("256color") || !colorterm.isEmpty || program == "apple_terminal" { return .indexed }
    return .basic
  }

  var hyperlinks: Bool {
    if isDumb || isScreen || term == "linux" || term.hasPrefix("rxvt") { return false }
    if isTmux { return program == "tmux" && (version.first ?? 0, version.dropFirst().first ?? 0) >= (3, 4) }
    if program == "apple_terminal" || variable("XTERM_VERSION") { return false }
    if vte > 0 { return vte >= 5000 }
    // Over a network, usually only the number of colours is known. A terminal with many colours is probably
    // modern.
    return isModern || colors == .trueColor || term.includes("256color")
  }

  var images: TerminalAbilities.Images? {
    // In tmux and screen, images would have to be passed through and would not stay in place.
    if isDumb || isTmux || isScreen { return nil }
    if term.includes("kitty") || variable("KITTY_WINDOW_ID") || term.includes("ghostty")
      || program == "ghostty"
    {
      return .kitty
    }
    if program == "iterm.app" || program == "wezterm" { return .iterm2 }
    return variable("KONSOLE_VERSION") ? .kitty : nil
  }
}

extension String {
  /// Whether a short text contains a word. The library's search prepares a table for each word, which takes longer than
  /// comparing at each place.
  fileprivate func includes(_ word: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: word.utf8) }
  }
}
