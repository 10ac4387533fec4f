import Foundation
import Testing

/// The completion scripts for shells.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func theFiltersOwnOptionsAreCompleted(_ shell: String) throws {
    for arguments in [["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"]] {
      let script = try Program().run(arguments)
      #expect(script.status == 0)
      #expect(script.output.contains(shell == "fish" ? "'standalone'" : "--standalone"))
      #expect(script.output.contains("themes"))
    }
  }

  @Test(arguments: [
    ("bash", "complete -o filenames -o default -F _ilsrender ilsrender"), ("zsh", "*) _files && ret=0 ;;"),
    ("zsh", "subcommands && ret=0; _files"), ("fish", "complete -c 'ilsrender' -F\n"),
  ])
  func fileNamesAreCompletedWhereNothingElseFits(_ shell: String, _ part: String) throws {
    let script = try Program().run(["--generate-completion-script", shell])
    #expect(script.output.contains(part))
  }

  /// Bash is at hand everywhere: it answers as it would after the tabulator key.
  @Test(arguments: [
    (["--stand"], "--standalone"), (["--color", "tru"], "truecolor"), (["them"], "themes"),
    (["--theme", "obsi"], "obsidian"), (["themes", "--c"], "--css"),
  ])
  func bashCompletes(_ words: [String], _ completion: String) throws {
    try withFiles([:]) { folder in
      let script = try Program().run(["--generate-completion-script", "bash"]).output
      try Data(script.utf8).write(to: URL(filePath: "\(folder)/completion"))
      let line = (["ilsrender"] + words).joined(separator: " ")
      let quoted = (["ilsrender"] + words).map { "'\($0)'" }.joined(separator: " ")
      let bash = Process()
      bash.executableURL = URL(filePath: "/bin/bash")
      bash.currentDirectoryURL = URL(filePath: folder)
      bash.arguments = [
        "-c",
        """
        PATH="\(Program.folder.path):$PATH"; source ./completion
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}
        _ilsrender ilsrender "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ]
      let output = Pipe()
      bash.standardOutput = output
      bash.standardError = FileHandle.nullDevice
      try bash.run()
      let answers = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      bash.waitUntilExit()
      let lines = answers.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.contains(completion), "\(lines)")
    }
  }
}
