internal import ArgumentParser
internal import TextMate

/// `ilsrender grammar compile`: writes the compiled form of a folder of grammars.
struct GrammarCompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Compile a folder of grammars, so that they are loaded faster.",
    discussion: """
      Writes compiled.ilsrender beside the grammars or, where that is not allowed,
      into $XDG_CACHE_HOME/ilsrender (~/.cache/ilsrender). The sources stay the
      truth: what was changed since is read from them until the folder is compiled
      again.

      EXAMPLES
        ilsrender grammar compile ~/grammars
        ilsrender --grammars ~/grammars main.foo
      """)

  @Option(
    help: ArgumentHelp("A folder of themes to compile as well, into the same file.", valueName: "dir"),
    completion: .directory)
  var themes: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write this file instead.", valueName: "file"),
    completion: .file())
  var output: String?

  @Argument(help: "The folder with the grammars.", completion: .directory)
  var folder: String

  func run() throws {
    do throws(LoadError) {
      let (bytes, failures) = try CompiledFolder.compile(grammars: folder, themes: themes)
      for failure in failures { StandardError.write("ilsrender: \(failure)") }
      if let output {
        try FileBytes.write(bytes, to: output)
      } else {
        let path = try CompiledFolder.write(bytes, grammars: folder)
        if !path.hasPrefix(folder) { StandardError.write("ilsrender: written to \(path)") }
      }
    } catch {
      throw Failure.input("\(error)")
    }
  }
}
