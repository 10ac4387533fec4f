import Foundation
import MessageStreams
import Testing

/// The output of `--help`.
@Suite struct HelpTests {
  static let commands: [[String]] = [
    [], ["code"], ["detect"], ["languages"], ["themes"], ["replay"], ["tokens"], ["grammar"],
    ["grammar", "check"], ["grammar", "index"], ["grammar", "compile"], ["bench"],
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

  @Test func helpNamesEveryFormatOfConversations() throws {
    let help = try Program().run(["--help-all"]).output
    let messages = try #require(
      help.split(separator: "\nMESSAGES\n").last?.split(separator: "\nCOLOURS").first)
    for format in MessageFormat.allCases { #expect(messages.contains("\n    \(format.rawValue) ")) }
  }

  /// The short help is written by hand, so what it says is compared with the definitions of the options.
  @Test func shortHelpIsTrue() throws {
    let short = try Program().run(["--help"]).output
    let whole = try Program().run(["--help-all"], variables: ["COLUMNS": "200"]).output
    let options = try #require(short.split(separator: "OPTIONS\n").last?.split(separator: "\n\n").first)
    let lines = options.split(separator: "\n").filter { $0.contains("--") }
    #expect(lines.count == 10)
    for line in lines {
      let words = line.split(separator: " ").prefix { !$0.hasPrefix("<") }.filter { $0.hasPrefix("-") }
      let names = words.map { $0.trimmingCharacters(in: ["\u{2C}"]) }.prefix(2).joined(separator: ", ")
      #expect(whole.contains("\n  \(names)"), "\(names)")
    }
    for command in Self.commands.compactMap(\.first) { #expect(short.contains("\n  \(command) ")) }
  }

  @Test(arguments: [["-h"], ["help"], ["--help"], ["-n", "--help"], ["x.md", "-h"]])
  func helpIsShort(_ arguments: [String]) throws {
    let help = try Program().run(arguments).output
    #expect(help.hasPrefix("Usage: ilsrender") && help.split(separator: "\n").count < 50)
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func theWholeHelpHasEveryOption() throws {
    let help = try Program().run(["--help-all"]).output
    for option in ["--paging", "--contrast", "--images-from", "--grammars", "--text-width", "--scale"] {
      #expect(help.contains(option))
    }
  }
}
