/// The help of the filter on one screen: the options that people need first. `--help-all` prints every
/// option, from the definitions of the arguments.
enum ShortHelp {
  /// The output of `--help`, `-h` and `help`. Tests compare it with the argument definitions.
  static let text = """
    Usage: ilsrender [<options>] [<file> ...]
           some-program | ilsrender

    Renders markdown, code, diffs and conversations in the terminal, or as HTML, a
    picture, plain text or JSON. Without a file, or where it is -, standard input
    is read and shown while it arrives.

    OPTIONS
      -t, --theme <theme>        The colours: a theme's name, or two for dark and
                                 light terminals (paper,obsidian).
      -w, --width <columns>      Columns to wrap at; usually the terminal's width.
      -f, --format <format>      What to write: ansi, html, text, svg, png, ir ...
      -l, --language <language>  The input is code in this language.
      -n, --line-numbers         Number the lines of code.
      -p, --plain-code           Code without a frame, to be copied.
      -o, --output <file>        Write to a file. Its ending chooses the format.
          --color <when>         auto, always, never, truecolor, 256 or 16.
          --paging <when>        auto (for what is longer than the screen), always
                                 or never.
          --watch                Show a file anew whenever it changes.

    COMMANDS
      code        print or copy a code block of a document
      themes      list the themes, or print the stylesheet of some
      languages   list the languages that code can be highlighted in
      detect      say in which language code is written
      replay      apply updates and print the document they add up to
      tokens      print the tokens of a file
      grammar     check grammars, and index a folder of them
      bench       measure highlighting

    EXAMPLES
      ilsrender README.md
      git diff | ilsrender
      ilsrender -o notes.html NOTES.md
      ilsrender -o code.svg --window --lines 10:40 main.swift

    Options that you always want belong in ~/.config/ilsrender/config, one a line.
    ilsrender --help-all lists all options, and help COMMAND those of a command.

    """

  /// Whether the arguments request this help.
  static func isAsked(by arguments: ArraySlice<String>) -> Bool {
    if arguments.count == 1, arguments.first == "help" { return true }
    if let first = arguments.first, Ilsrender.isCommandName(first) { return false }
    return arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}
