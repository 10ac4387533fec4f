internal import RunFormatters
internal import StyledRuns

/// Parses the common command lines of the filter without the argument parser.
///
/// The argument parser builds a description of every option of every command before it parses the first
/// argument, which takes longer than rendering a short document. This type understands files and the common
/// options. It returns nil for anything else: other options, subcommands, missing and invalid values. The
/// argument parser then parses the same arguments, so that help, messages and completions come from one
/// place.
///
/// ```swift
/// let command = QuickArguments.command(followedBy: ["--color", "always", "README.md"])
/// try command?.run()
/// ```
enum QuickArguments {
  /// Returns the command that the argument parser would return; nil if only the argument parser can tell.
  ///
  /// - Parameters:
  ///   - settings: The options of the user's configuration, which must name no files.
  ///   - arguments: The words of the command line, which override the settings.
  static func command(
    for settings: [String] = [], followedBy arguments: some Collection<String>
  ) -> RenderCommand? {
    var command = RenderCommand.withDefaults
    guard let none = read(settings, into: &command), none.isEmpty,
      let files = read(arguments, into: &command)
    else { return nil }
    // The first word can be the name of a command.
    if files.contains(where: Ilsrender.isCommandName) { return nil }
    command.file = files
    return command
  }

  /// Stores the values of options in a command.
  ///
  /// - Returns: The words that are not options; nil if only the argument parser can parse the arguments.
  private static func read(
    _ arguments: some Collection<String>, into command: inout RenderCommand
  ) -> [String]? {
    var files: [String] = []
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        files.append(argument)
        continue
      }
      if setFlag(argument, in: &command) { continue }
      let name: String
      let value: String
      let isLong = argument.utf8.starts(with: "--".utf8)
      if isLong, let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) {
        name = String(argument[..<equals])
        value = String(argument[argument.utf8.index(after: equals)...])
      } else if let next = rest.next() {
        (name, value) = (argument, next)
      } else {
        return nil
      }
      guard value.utf8.first != UInt8(ascii: "-"), !value.isEmpty, set(name, to: value, in: &command) else {
        return nil
      }
    }
    return files
  }

  private static func setFlag(_ name: String, in command: inout RenderCommand) -> Bool {
    switch name {
    case "--line-numbers", "-n": command.appearance.lineNumbers = true
    case "--plain-code", "-p": command.appearance.plainCode = true
    case "--no-detect": command.arguments.noDetect = true
    case "--no-stream": command.arguments.noStream = true
    case "--standalone": command.html.standalone = true
    case "--bare": command.html.bare = true
    default: return false
    }
    return true
  }

  /// Sets one option.
  ///
  /// - Returns: `false` if the option is not one of the common ones, or does not accept the value.
  private static func set(_ name: String, to value: String, in command: inout RenderCommand) -> Bool {
    switch name {
    case "--theme", "-t": command.appearance.theme = value
    case "--language", "-l": command.arguments.language = value
    case "--width", "-w":
      guard let width = Int(value) else { return false }
      command.appearance.width = width
      return (try? command.appearance.validate()) != nil
    case "--color":
      guard let color = ColorChoice(rawValue: value) else { return false }
      command.appearance.color = color
    case "--format", "-f":
      guard let format = OutputFormat(rawValue: value) else { return false }
      command.arguments.format = .content(format)
    case "--input":
      guard let input = InputKind(argument: value) else { return false }
      command.arguments.input = input
    default: return false
    }
    return true
  }
}
