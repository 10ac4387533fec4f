internal import ArgumentParser
internal import StyledRuns

/// The condition for showing the output in a pager.
enum PagingChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// A closed range of lines of a file, such as `10:40`, `10:` or `:40`, from 1.
struct LineRange: ExpressibleByArgument, Equatable {
  var lines: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard argument != ":", let first = ends[0].isEmpty ? 1 : Int(ends[0]) else { return nil }
    let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : Int(ends[1])
    guard let last, first >= 1, last >= first else { return nil }
    lines = first...last
  }
}

/// The options for the destination of the output, and for the part of the input that is shown.
struct OutputArguments: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file. Without --format its ending chooses the format: \(OutputKind.fileEndings). HTML is a whole page then.",
      valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "On a terminal, show in ILSRENDER_PAGER, PAGER or less -RF what is longer than the screen (auto), everything, or nothing. Input that is shown while it arrives is never paged.",
      valueName: "when"))
  var paging: PagingChoice = .auto

  @Flag(help: "Show the files on the whole screen, and anew whenever they change; q ends.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Show only these lines of a file (10:40, 10:, :40 or 10); of markdown the blocks in them.",
      valueName: "from:to"))
  var lines: LineRange?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Render each of several files on its own, below its name; usual in the terminal and in pictures. Otherwise several files are one text."
  )
  var fileHeaders: Bool?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Read the user's options from ILSRENDER_CONFIG or $XDG_CONFIG_HOME/ilsrender/config and from ILSRENDER_OPTS, and use themes and grammars beside the file; usual on a terminal only."
  )
  var config: Bool?

  /// The format for the extension of the output file; nil if the extension is unknown.
  var kindOfFile: OutputKind? {
    guard let output, let dot = output.lastIndex(of: ".") else { return nil }
    return OutputKind(fileEnding: output[output.index(after: dot)...].lowercased())
  }
}
