/// The characters of frames, bullets and marks.
struct TerminalBoxCharacters {
  var horizontal: StaticString = "─"
  var heavy: StaticString = "━"
  var vertical: StaticString = "│"
  var topLeft: StaticString = "╭"
  var topRight: StaticString = "╮"
  var bottomLeft: StaticString = "╰"
  var bottomRight: StaticString = "╯"
  var teeDown: StaticString = "┬"
  var teeUp: StaticString = "┴"
  var teeRight: StaticString = "├"
  var teeLeft: StaticString = "┤"
  var cross: StaticString = "┼"
  var bar: StaticString = "│"
  var alertBar: StaticString = "┃"
  var bullets: [StaticString] = ["•", "◦", "‣"]
  /// The mark before the summary of a `<details>` element, which a terminal cannot collapse.
  var unfolded: StaticString = "▾"
  var done: StaticString = "✓"
  var ellipsis: StaticString = "…"
  var continuation: StaticString = "↳"
  var highlightedLine: StaticString = "▌"
  /// Whether the output is plain text: headings keep their markers, code is indented, rules are short.
  var isPlain = false

  static let boxes = TerminalBoxCharacters()

  /// Frames with square corners.
  static let square = TerminalBoxCharacters(
    topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")

  /// Frames with thick lines.
  static let thick = TerminalBoxCharacters(
    horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛",
    teeDown: "┳", teeUp: "┻", teeRight: "┣", teeLeft: "┫", cross: "╋")

  /// Returns the characters for the options.
  static func of(_ options: ANSIOptions) -> TerminalBoxCharacters {
    if options.ambiguousWidth == 2 { return .ascii }
    switch options.marks.frames {
    case .round: return .boxes
    case .square: return .square
    case .heavy: return .thick
    case .ascii: return .ascii
    }
  }

  /// ASCII characters, for terminals that show frame characters two columns wide.
  static let ascii = TerminalBoxCharacters(
    horizontal: "-", heavy: "=", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", teeDown: "+", teeUp: "+", teeRight: "+", teeLeft: "+", cross: "+", bar: "|",
    alertBar: "|",
    bullets: ["*", "-", "+"], unfolded: "", done: "x", ellipsis: ">", continuation: "\\", highlightedLine: ">"
  )

  /// The characters for plain text.
  static let text: TerminalBoxCharacters = {
    var boxCharacters = ascii
    boxCharacters.bar = ">"
    boxCharacters.alertBar = ">"
    boxCharacters.bullets = ["-"]
    boxCharacters.isPlain = true
    return boxCharacters
  }()
}
