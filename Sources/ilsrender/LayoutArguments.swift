internal import ArgumentParser
internal import RunFormatters

/// The maximum width of running text, from `--text-width`: a number of columns, or `full`.
enum TextWidthChoice: ExpressibleByArgument, Equatable {
  case columns(Int)
  case full

  init?(argument: String) {
    if argument == "full" {
      self = .full
    } else if let columns = Int(argument), (20...10_000).contains(columns) {
      self = .columns(columns)
    } else {
      return nil
    }
  }

  /// The width in columns. `full` is wider than any terminal.
  var columns: Int { if case .columns(let columns) = self { columns } else { 1 << 20 } }
}

/// The condition for reordering right-to-left text into visual order.
enum BidiChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, on, off
}

/// The options for the layout in a terminal and in pictures.
struct LayoutArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns that running text takes at most, from 20 on, or full for all that there are; 96.",
      valueName: "columns"))
  var textWidth: TextWidthChoice?

  @Option(
    help: ArgumentHelp(
      "Free columns at both edges; usually two, or fewer in a narrow terminal.", valueName: "columns"))
  var margin: Int?

  @Option(
    help:
      "Tables that are too wide: fit (wrap their cells, or cards where that does not help), wide (let lines be longer than the width, for a pager that scrolls) or cards (each row by itself). cards does so with all tables."
  )
  var table: ANSIFormatter.TableLayout?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Put the number signs of the markdown before headings; usual without colours, from level 3 on.")
  var headingMarks: Bool?

  @Option(
    help: ArgumentHelp(
      "A JSON file with bullets, signs before headings, bars, frames and margins (docs/terminal-style.md).",
      valueName: "file"), completion: .file(),
    transform: { try TerminalStyleFile.read($0) })
  var style: TerminalStyleFile?

  @Option(
    help: ArgumentHelp(
      "Relative links and places such as main.swift:12 become clickable if the file exists below the document's folder or the current one: auto (on a terminal), none, or an address for an editor, such as vscode://file{path}:{line}:{column}.",
      valueName: "template"))
  var fileLinks: FileLinkChoice = .auto

  @Option(
    help:
      "Put Hebrew and Arabic in paragraphs and tables into visual order (with the library fribidi): auto does it in terminals that are known not to do it themselves."
  )
  var bidi: BidiChoice = .auto

  func validate() throws {
    if let margin, !(0...100).contains(margin) {
      throw ValidationError("--margin takes a number from 0 to 100, not \(margin)")
    }
  }

  /// Applies the options to the layout. The command line overrides the style file.
  func apply(to options: inout ANSIOptions) {
    if let style {
      options.marks = style.marks
      if let margin = style.margin { options.margin = margin }
      if let textWidth = style.textWidth { options.textWidth = textWidth }
      if let table = style.table { options.tableLayout = table }
    }
    if let margin { options.margin = margin }
    if let textWidth { options.textWidth = textWidth.columns }
    if let table { options.tableLayout = table }
    if let headingMarks { options.headingMarks = headingMarks }
  }
}
