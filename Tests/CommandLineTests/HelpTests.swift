import Testing

/// What `--help` prints.
@Suite struct HelpTests {
  static let commands: [[String]] = [
    [], ["detect"], ["languages"], ["themes"], ["replay"], ["tokens"], ["grammar"], ["grammar", "check"],
    ["grammar", "index"], ["bench"],
  ]

  /// What is written by hand must not be broken again in a terminal of 80 columns: lists and examples would fall apart.
  @Test(arguments: commands) func helpLinesFitIn80Columns(_ command: [String]) throws {
    let help = try Program().run(command + ["--help"], variables: ["COLUMNS": "400"])
    #expect(help.status == 0)
    #expect(help.errors.isEmpty)
    let discussion = try #require(help.output.split(separator: "USAGE:").first)
    for line in discussion.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func remoteLinesFit80Columns() throws {
    let help = try Program(name: "ilsrender-remote").run(["--help"], variables: ["COLUMNS": "400"])
    let discussion = try #require(help.output.split(separator: "USAGE:").first)
    for line in discussion.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func helpNamesEveryCommand() throws {
    let help = try Program().run(["--help"]).output
    for command in Self.commands.compactMap(\.first) { #expect(help.contains("\n  \(command) ")) }
  }
}
