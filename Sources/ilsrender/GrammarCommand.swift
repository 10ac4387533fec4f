internal import ArgumentParser
internal import TextMate

/// `ilsrender grammar`: tools for those who write grammars.
struct GrammarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grammar", abstract: "Tools for writing grammars.", subcommands: [Index.self])

  struct Index: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes index.json, the table of a folder's grammars.",
      discussion: "Finding a grammar then reads one small file. Run it after adding or changing a grammar.")

    @Argument(help: "The folder with the grammars.", completion: .directory)
    var folder: String

    func run() throws {
      do throws(LoadError) {
        let (index, failures) = try GrammarIndex.scan(folder)
        try index.write(to: folder)
        if let failure = failures.first {
          for other in failures.dropFirst() { StandardError.write("\(other)") }
          throw failure
        }
      } catch {
        throw Failure.input("\(error)")
      }
    }
  }
}
