internal import ArgumentParser
internal import Rendering

/// The entry point of the filter. It selects the subcommand, and converts errors to a message and an exit
/// status.
@main
struct Ilsrender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ilsrender",
    abstract: "Renders markdown and code in the terminal, or as HTML, plain text or styled runs.",
    version: Version.current,
    subcommands: [
      RenderCommand.self, ReplayCommand.self, LanguagesCommand.self, ThemesCommand.self, TokensCommand.self,
      DetectCommand.self, CodeCommand.self, GrammarCommand.self, BenchCommand.self,
    ],
    defaultSubcommand: RenderCommand.self)

  static var commandNames: [String] { configuration.subcommands.map { $0._commandName } }

  /// Whether a word of the command line is the name of a command.
  static func isCommandName(_ word: String) -> Bool {
    // The configurations of all commands are made for their names. Most words that are none look different.
    guard word.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else { return false }
    return word == "help" || commandNames.contains(word)
  }

  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if ShortHelp.isAsked(by: arguments) { return try StandardOutput.write(Array(ShortHelp.text.utf8)) }
      if Version.isAsked(by: arguments) { return try StandardOutput.write(Array(Version.text.utf8)) }
      // All options belong to the default command.
      if arguments.count == 1, arguments.first == "--help-all" {
        return try StandardOutput.write(Array((helpMessage(for: RenderCommand.self) + "\n").utf8))
      }
      if let script = CompletionScript.asked(by: arguments) {
        try StandardOutput.write(Array((script + "\n").utf8))
        return
      }
      if arguments.first == "help" { try checkTopic(arguments.dropFirst()) }
      var command = try UserConfiguration.parse(arguments)
      try command.run()
      try StandardOutput.finish()
    } catch {
      exit(reporting: error)
    }
  }

  /// Rejects help topics that are not commands. The argument parser would show its overview instead.
  private static func checkTopic(_ words: ArraySlice<String>) throws {
    var commands = configuration.subcommands
    for word in words {
      guard !word.hasPrefix("-"), !commands.isEmpty else { return }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        let names = commands.map { $0._commandName }.joined(separator: ", ")
        throw Failure.usage("there is no command '\(word)' to help with; there are: \(names)")
      }
      commands = next.configuration.subcommands
    }
  }

  /// Ends the process. Help and the version go to stdout with status 0. A usage error is one line on stderr
  /// with status 2; invalid input is one line with status 1.
  private static func exit(reporting error: any Error) -> Never {
    try? StandardOutput.finish()
    if let failure = error as? Failure {
      if !failure.message.isEmpty { StandardError.write("ilsrender: \(failure.message)") }
      ProcessExit.exit(failure.status)
    }
    if exitCode(for: error).isSuccess {
      try? StandardOutput.write(Array((fullMessage(for: error) + "\n").utf8))
      ProcessExit.exit(.success)
    }
    StandardError.write("ilsrender: \(oneLine(message(for: error))) (see ilsrender --help)")
    ProcessExit.exit(.usage)
  }

  /// Converts a message to one line, with commas between the items of a list.
  static func oneLine(_ message: String) -> String {
    var text = ""
    var followsItem = false
    for line in message.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let isItem = words.hasPrefix("- ")
      if !text.isEmpty { text += isItem && followsItem ? ", " : " " }
      text += isItem ? words.dropFirst(2) : words
      followsItem = isItem
    }
    return text
  }
}
