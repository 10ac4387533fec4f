import Testing

/// The output of `--help`.
@Suite struct HelpTests {
  static let commands: [[String]] = [
    [], ["detect"], ["languages"], ["themes"], ["replay"], ["tokens"], ["grammar"], ["grammar", "check"],
    ["grammar", "index"], ["grammar", "compile"], ["bench"],
  ]

  /// Lines written by hand fit in 80 columns. Otherwise the terminal would break lists and examples a second
  /// time.
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
