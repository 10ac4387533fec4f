@testable import RunFormatters
import StyledRuns
import Testing

@Suite("What the environment says of a terminal")
struct TerminalAbilitiesTests {
  static func read(_ variables: [String: String]) -> TerminalAbilities {
    TerminalAbilities { variables[$0] }
  }

  static let depths: [([String: String], ANSIFormatter.Colors)] = [
    ([:], .none), (["TERM": "dumb"], .none), (["TERM": "vt100"], .none), (["TERM": "xterm"], .basic),
    (["TERM": "linux"], .basic), (["TERM": "xterm-256color"], .indexed),
    (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor), (["COLORTERM": "24bit"], .trueColor),
    (["TERM": "xterm", "COLORTERM": "yes"], .indexed), (["TERM": "xterm-direct"], .trueColor),
    (["TERM": "xterm-kitty"], .trueColor), (["TERM": "foot-extra"], .trueColor),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .trueColor),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .indexed),
    (["TERM": "xterm-256color", "VTE_VERSION": "7200"], .trueColor),
    (["TERM": "screen", "COLORTERM": "truecolor"], .basic), (["TERM": "screen-256color"], .indexed),
    (["TERM": "screen-256color", "TMUX": "/tmp/x", "VTE_VERSION": "7200"], .indexed),
    (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
  ]

  @Test(arguments: depths) func environmentDecidesTheColorDepth(
    _ variables: [String: String], _ expected: ANSIFormatter.Colors
  ) {
    #expect(Self.read(variables).colors == expected, "\(variables)")
  }

  static let hyperlinks: [([String: String], Bool)] = [
    ([:], false), (["TERM": "dumb"], false), (["TERM": "linux"], false), (["TERM": "xterm"], false),
    (["TERM": "xterm-256color"], true), (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(390)"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true), (["TERM": "xterm-kitty"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "4800", "COLORTERM": "truecolor"], false),
    (["TERM": "xterm-256color", "VTE_VERSION": "6800"], true), (["TERM": "rxvt-unicode-256color"], false),
    (["TERM": "screen-256color"], false),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"], true),
  ]

  @Test(arguments: hyperlinks) func environmentDecidesHyperlinks(
    _ variables: [String: String], _ expected: Bool
  ) {
    #expect(Self.read(variables).hyperlinks == expected, "\(variables)")
  }

  @Test func environmentDecidesTheImageProtocol() {
    #expect(Self.read(["TERM": "xterm-kitty"]).images == .kitty)
    #expect(Self.read(["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"]).images == .kitty)
    #expect(Self.read(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]).images == .iterm2)
    #expect(Self.read(["TERM": "tmux-256color", "TMUX": "x", "KITTY_WINDOW_ID": "1"]).images == nil)
    #expect(Self.read(["TERM": "xterm-256color"]).images == nil)
  }

  static let backgrounds: [(String, Bool?)] = [
    ("15;0", false), ("0;15", true), ("0;default;15", true), ("0;7", true), ("12;8", false),
    ("15;default", nil),
    ("", nil), ("0;99", nil), ("7;1", false),
  ]

  @Test(arguments: backgrounds) func colorfgbgDecidesTheBackground(_ value: String, _ expected: Bool?) {
    #expect(Self.read(["COLORFGBG": value]).hasLightBackground == expected)
  }

  static let answers: [(String, Bool?)] = [
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", true), ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", false),
    ("\u{1B}]11;rgb:f/f/f\u{7}", true), ("\u{1B}]11;rgb:fd/f6/e3\u{1B}\\\u{1B}[?62;22c", true),
    ("typed\u{1B}]11;rgba:0000/0000/0000/ffff\u{1B}\\", false), ("\u{1B}]11;#fafafa\u{7}", true),
    ("\u{1B}[?1;2c", nil), ("", nil), ("\u{1B}]11;rgb:zz/00/00\u{7}", nil),
    ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil),
    ("\u{1B}]11;", nil), ("\u{1B}]11;rgb:ffff/ffff", nil),
  ]

  @Test(arguments: answers) func answerToOSC11DecidesTheBackground(_ answer: String, _ expected: Bool?) {
    #expect(TerminalAbilities.hasLightBackground(answer: Array(answer.utf8)) == expected, "\(answer)")
  }

  struct Choice: Sendable {
    var choice = ColorChoice.auto
    var isTerminal = true
    var variables: [String: String]
    var expected: ANSIFormatter.Colors
  }

  static let xterm = ["TERM": "xterm-256color"]
  static func xtermAnd(_ more: [String: String]) -> [String: String] { xterm.merging(more) { $1 } }

  static let choices: [Choice] = [
    Choice(variables: xterm, expected: .indexed),
    Choice(isTerminal: false, variables: xterm, expected: .none),
    Choice(variables: xtermAnd(["NO_COLOR": "1"]), expected: .none),
    Choice(variables: xtermAnd(["NO_COLOR": "1", "FORCE_COLOR": "3"]), expected: .none),
    Choice(isTerminal: false, variables: xtermAnd(["CLICOLOR_FORCE": "1"]), expected: .indexed),
    Choice(isTerminal: false, variables: xtermAnd(["CLICOLOR_FORCE": "0"]), expected: .none),
    Choice(variables: xtermAnd(["CLICOLOR": "0"]), expected: .none),
    Choice(isTerminal: false, variables: ["FORCE_COLOR": "1"], expected: .basic),
    Choice(isTerminal: false, variables: xtermAnd(["FORCE_COLOR": "true"]), expected: .indexed),
    Choice(isTerminal: false, variables: ["FORCE_COLOR": "2"], expected: .indexed),
    Choice(isTerminal: false, variables: ["FORCE_COLOR": "3"], expected: .trueColor),
    Choice(variables: xtermAnd(["FORCE_COLOR": "0"]), expected: .none),
    Choice(choice: .always, variables: xtermAnd(["NO_COLOR": "1"]), expected: .indexed),
    Choice(choice: .always, variables: ["TERM": "dumb"], expected: .basic),
    Choice(choice: .always, isTerminal: false, variables: xterm, expected: .trueColor),
    Choice(choice: .never, variables: xtermAnd(["FORCE_COLOR": "3"]), expected: .none),
    Choice(
      choice: .trueColor, isTerminal: false, variables: xtermAnd(["NO_COLOR": "1"]), expected: .trueColor),
    Choice(choice: .indexed, variables: xtermAnd(["COLORTERM": "truecolor"]), expected: .indexed),
    Choice(choice: .basic, variables: xtermAnd(["COLORTERM": "truecolor"]), expected: .basic),
  ]

  @Test(arguments: choices) func colorChoiceFollowsTheEnvironment(_ test: Choice) {
    let colors = test.choice.colors(isTerminal: test.isTerminal) { test.variables[$0] }
    #expect(colors == test.expected)
  }
}
