internal import ArgumentParser
internal import Rendering
internal import TextMate

/// `ilsrender grammar`: tools for authors of grammars.
struct GrammarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grammar", abstract: "Check grammars, and index or compile a folder of them.",
    subcommands: [Check.self, IndexCommand.self, GrammarCompileCommand.self])

  struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "index", abstract: "Write index.json, the table of a folder's grammars.",
      discussion: """
        Finding a grammar then reads one small file. Run it after adding or changing a
        grammar.

        EXAMPLE
          ilsrender grammar index grammars
        """)

    @Argument(help: "The folder with the grammars.", completion: .directory)
    var folder: String

    func run() throws {
      do throws(LoadError) {
        let (index, failures) = try GrammarIndex.scan(folder)
        try FileBytes.write(index.json, to: "\(folder)/\(GrammarIndex.filename)")
        if let failure = failures.first {
          for other in failures.dropFirst() { StandardError.write("\(other)") }
          throw failure
        }
      } catch {
        throw Failure.input("\(error)")
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look for mistakes in grammars.",
      discussion: """
        Included grammars are looked for beside each file, in --grammars, and in our
        own.

        EXIT STATUS
          0 nothing was found, or only warnings; 1 there are errors; 2 a file cannot be
          read.

        EXAMPLE
          ilsrender grammar check --strict grammars/*.tmLanguage.json
        """)

    @Argument(help: "Grammar files.", completion: .file())
    var files: [String]

    @Option(
      name: .long,
      help: ArgumentHelp("A folder of grammars that may be included; may be repeated.", valueName: "dir"))
    var grammars: [String] = []

    @Flag(help: "Count warnings as errors.")
    var strict = false

    func run() throws {
      var libraries: [String: GrammarLibrary] = [:]
      var errors = 0
      var warnings = 0
      var unreadable = 0
      for file in files {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        let library =
          libraries[folder]
          ?? GrammarLibrary(folders: (DataFolder.find().map { [$0.grammars] } ?? []) + grammars + [folder])
        libraries[folder] = library
        do throws(LoadError) {
          let findings = try GrammarCheck.findings(
            inFile: file, source: library, neighbours: { library.scopes.compactMap(library.rawGrammar) })
          for finding in findings { try print(finding, of: file) }
          errors += findings.count { $0.severity == .error }
          warnings += findings.count { $0.severity == .warning }
        } catch {
          StandardError.write("\(error)")
          unreadable += 1
        }
      }
      if unreadable > 0 { ProcessExit.exit(.usage) }
      if errors > 0 || strict && warnings > 0 { ProcessExit.exit(.input) }
    }

    private func print(_ finding: GrammarCheck.GrammarFinding, of file: String) throws(LoadError) {
      let line =
        "\(file):\(finding.line):\(finding.column): \(finding.severity.rawValue): "
        + "\(finding.location): \(finding.message)\n"
      do {
        try StandardOutput.write(Array(line.utf8))
      } catch {
        throw LoadError(code: .unreadable, message: "cannot write the output")
      }
    }
  }
}
