internal import ArgumentParser

/// Generates the scripts for shell completion.
///
/// The filter's own options are listed at the root, next to the subcommands, because people type them there;
/// the argument parser only knows them as options of the default subcommand. If nothing else matches, the
/// shell completes file names.
struct CompletionScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Ilsrender.configuration.commandName, version: Version.current,
    subcommands: Ilsrender.configuration.subcommands.filter { $0 != RenderCommand.self })

  static let option = "--generate-completion-script"

  @OptionGroup var arguments: RenderArguments
  @OptionGroup var outputs: OutputArguments
  @OptionGroup var appearance: AppearanceArguments
  @OptionGroup var markdown: MarkdownArguments
  @OptionGroup var messages: MessageArguments
  @OptionGroup var html: HTMLArguments
  @OptionGroup var pictures: PictureArguments
  @OptionGroup var data: DataArguments

  /// Returns the script that the arguments request. Returns nil if they request no script, or a script for an
  /// unknown shell.
  static func asked(by arguments: ArraySlice<String>) -> String? {
    guard let first = arguments.first, first.hasPrefix(option) else { return nil }
    let rest = first.dropFirst(option.count)
    let name =
      rest.hasPrefix("=") ? String(rest.dropFirst()) : rest.isEmpty ? arguments.dropFirst().first ?? "" : ""
    return CompletionShell(rawValue: name).map { offeringFiles(completionScript(for: $0), in: $0) }
  }

  /// Adds completion of file names. The parser's scripts only offer files if a command accepts files and
  /// nothing else.
  private static func offeringFiles(_ script: String, in shell: CompletionShell) -> String {
    let changes: [(from: String, to: String)] =
      switch shell {
      case .bash: [("complete -o filenames -F", "complete -o filenames -o default -F")]
      case .zsh:
        [
          (
            "_describe -V subcommand subcommands && ret=0",
            "_describe -V subcommand subcommands && ret=0; _files && ret=0"
          ),
          (
            "\"_ilsrender_${words[1]}\" && ret=0\n            ;;",
            "\"_ilsrender_${words[1]}\" && ret=0\n            ;;\n        *) _files && ret=0 ;;"
          ),
        ]
      case .fish: [("complete -c 'ilsrender' -f\n", "complete -c 'ilsrender' -F\n")]
      default: []
      }
    var script = script[...]
    var whole = ""
    for (from, to) in changes {
      guard let place = range(of: from, in: script) else { continue }
      whole += script[..<place.lowerBound] + to
      script = script[place.upperBound...]
    }
    return whole + script
  }

  private static func range(of text: String, in script: Substring) -> Range<Substring.Index>? {
    var start = script.startIndex
    while start < script.endIndex {
      if script[start...].hasPrefix(text) { return start..<script.index(start, offsetBy: text.count) }
      start = script.index(after: start)
    }
    return nil
  }
}
