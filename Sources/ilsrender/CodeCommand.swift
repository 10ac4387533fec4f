internal import ArgumentParser
internal import MarkdownBlocks
internal import Rendering
internal import StyledRuns

/// `ilsrender code`: prints a code block of a document bare, copies it, or lists the blocks.
struct CodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code",
    abstract: "Print or copy a code block of a document or a conversation.",
    usage: "ilsrender code [<number>] [--list] [--copy] [<file> ...]",
    discussion: """
      The block is printed as it stands in the document, without fences and
      colours. Without a number there must be one block only. Blocks are counted
      from 1; -1 is the last one.

      --copy puts the block on the clipboard of the terminal, also across ssh, by
      the sequence OSC 52. Some terminals ask before they allow that, or must be
      told (tmux: set -g set-clipboard on).

      EXAMPLES
        ilsrender code --list README.md
        ilsrender code 2 README.md > setup.sh
        ilsrender code -1 --copy answer.md
        some-llm "a script that ..." | ilsrender code | sh -n
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The number of the block, if it is wanted, and then files; - is standard input.",
      valueName: "number or file"), completion: .file())
  var words: [String] = []

  @Flag(help: "List the blocks: number, language, lines and the first line.")
  var list = false

  @Flag(help: "Copy the block to the clipboard of the terminal instead of printing it.")
  var copy = false

  @Option(
    help: ArgumentHelp("What is read, as for the filter.", valueName: "input"))
  var input: InputKind = .auto

  func run() throws {
    let (number, files) = try arguments()
    if list, number != nil || copy {
      throw Failure.usage("--list goes neither with a number nor with --copy")
    }
    if input == .code { throw Failure.usage("code blocks are those of markdown and conversations") }
    let bytes = try Input.read(files)
    let blocks = CodeListing.blocks(in: bytes, as: input)
    if list { return try StandardOutput.write(CodeListing.lines(blocks)) }
    let name = files.first.map { $0 == "-" ? "standard input" : $0 } ?? "standard input"
    guard !blocks.isEmpty else { throw Failure.input("\(name) has no code blocks") }
    guard number != nil || blocks.count == 1 else {
      throw Failure.usage(
        "\(name) has \(blocks.count) code blocks: give the number of one (--list shows them)")
    }
    let wanted = number ?? 1
    let index = wanted < 0 ? blocks.count + wanted : wanted - 1
    guard blocks.indices.contains(index) else {
      throw Failure.usage("\(name) has \(blocks.count) code blocks, and no number \(wanted)")
    }
    let text = CodeListing.text(of: blocks[index])
    guard copy else { return try StandardOutput.write(text) }
    try Clipboard.copy(text)
    let lines = blocks[index].lines.count
    StandardError.write(
      "ilsrender: sent code block \(index + 1) to the clipboard (\(lines) \(lines == 1 ? "line" : "lines"))")
  }

  /// Returns the block number, if the first word is a number, and the files.
  private func arguments() throws -> (number: Int?, files: [String]) {
    var files = words
    if let first = files.first, let number = Int(first) {
      guard number != 0 else { throw Failure.usage("code blocks are counted from 1") }
      files.removeFirst()
      return (number, files)
    }
    if let option = files.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw Failure.usage("code has no option '\(option)' (see ilsrender help code)")
    }
    return (nil, files)
  }
}
