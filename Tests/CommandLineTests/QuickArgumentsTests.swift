import ArgumentParser
import Testing

@testable import ilsrender

/// The command lines that are read without the argument parser mean what the parser says.
@Suite struct QuickArgumentsTests {
  private static let lines = [
    "", "README.md", "- README.md", "a.md b.md -", "--color always README.md", "README.md --color=never",
    "--theme obsidian,paper --width 72 x", "--format html --standalone x.md", "--format html --bare",
    "--input code --language swift", "--line-numbers --plain-code --no-detect --no-stream a.swift",
    "--input messages s.jsonl", "--format text --width=100", "-t paper -w 90 -n -p x.md",
    "-f html -l swift -",
  ]

  /// An option without a default in `RenderCommand.withDefaults` would end the program when it is first read.
  @Test func everyOptionHasADefault() {
    let missing = Self.missing(in: RenderCommand.withDefaults)
    #expect(missing.isEmpty, "RenderCommand+Defaults.swift lacks \(missing.joined(separator: ", "))")
    // The search finds options that lack a value: all of those in a new command.
    #expect(Self.missing(in: AppearanceArguments()).contains("theme"))
    #expect(Self.missing(in: RenderCommand()).contains("appearance"))
  }

  /// Returns the paths of the options that have a definition instead of a value.
  private static func missing(in arguments: Any) -> [String] {
    Mirror(reflecting: arguments).children.flatMap { child -> [String] in
      guard let label = child.label, String(describing: child.value).contains("definition") else { return [] }
      let name = String(label.drop { $0 == "_" })
      // A group with a value holds the options that lack one.
      guard let group = Mirror(reflecting: child.value).descendant("_parsedValue", "value") else {
        return [name]
      }
      return missing(in: group).map { "\(name).\($0)" }
    }
  }

  @Test func theNamesOfCommandsAreKnown() {
    for name in Ilsrender.commandNames + ["help"] { #expect(Ilsrender.isCommandName(name)) }
    for name in ["", "code.md", "./code", "-", "--help", "readme"] { #expect(!Ilsrender.isCommandName(name)) }
  }

  @Test(arguments: lines) func equalTheParser(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let quick = try #require(QuickArguments.command(followedBy: arguments))
    let parsed = try RenderCommand.parse(arguments)
    #expect(String(describing: quick) == String(describing: parsed))
    #expect(!String(describing: quick).contains("definition"))
  }

  @Test(arguments: [
    "--help", "--version", "-h", "help", "themes", "languages --json", "x themes", "--width", "--width 3",
    "--width many", "--color", "--color rainbow", "--format", "--format updates", "--theme -x", "--theme=",
    "--unknown", "-x", "--grammars d x.foo", "-- --theme", "--colour always", "--width -- x",
  ]) func leavesTheRestToTheParser(line: String) {
    let command = QuickArguments.command(followedBy: line.split(separator: " ").map(String.init))
    #expect(command.map { String(describing: $0) } == nil)
  }
}
