internal import ArgumentParser

/// What the scripts for completion are made of. The filter's own options stand at the root here, beside the other commands: that
/// is where people type them, while the parser knows them by the default subcommand alone. Files are what a shell
/// completes where nothing else fits.
struct CompletionScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Ilsrender.configuration.commandName, version: Version.current,
    subcommands: Ilsrender.configuration.subcommands.filter { $0 != RenderCommand.self })

  static let option = "--generate-completion-script"

  @OptionGroup var arguments: RenderArguments
  @OptionGroup var appearance: AppearanceArguments
  @OptionGroup var markdown: MarkdownArguments
  @OptionGroup var messages: MessageArguments
  @OptionGroup var html: HTMLArguments
  @OptionGroup var data: DataArguments

  /// The script that `arguments` ask for; nil where they ask for none, or none that there is.
  static func asked(by arguments: ArraySlice<String>) -> String? {
    guard let first = arguments.first, first.hasPrefix(option) else { return nil }
    let rest = first.dropFirst(option.count)
    let name =
      rest.hasPrefix("=") ? String(rest.dropFirst()) : rest.isEmpty ? arguments.dropFirst().first ?? "" : ""
    return CompletionShell(rawValue: name).map { offeringFiles(completionScript(for: $0), in: $0) }
  }

  /// The parser's scripts offer files only where a command takes some and nothing else: so these are told to.
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
