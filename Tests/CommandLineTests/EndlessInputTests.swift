import Foundation
import Testing

/// A fast pipe is rendered while it comes, and whoever has read enough ends the program.
@Suite struct EndlessInputTests {
  /// More than any output waits for, in bytes of input.
  private static let most = 8 << 20

  /// The statuses of `yes`, of what bounds it, of the program, and of what reads its first bytes.
  ///
  /// Nothing here goes by a clock: had the program waited for the end of its input, what bounds it had come to its end,
  /// with status 0.
  private func statuses(_ options: String, repeating text: String, before: String = "") throws -> [Substring]
  {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let script = """
      \(before) printf -v text %b "$1"
      exec 3>&2 2>/dev/null
      yes -- "$text" | head -c \(Self.most) | "$0" \(options) 2>&3 | head -c 8 >/dev/null
      echo "${PIPESTATUS[@]}"
      """
    process.arguments = ["-c", script, Program.folder.path + "/ilsrender", text]
    process.environment = ["PATH": "/usr/bin:/bin"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(said.isEmpty, "\(String(decoding: said, as: UTF8.self))")
    return String(decoding: written, as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }

  @Test(
    arguments: [
      "--color never", "--format text", "--format updates", "--language swift --color never",
      "--language swift --format text",
    ], ["x", "# x\\n", "- x"])
  func aFastPipeIsShownWhileItComes(options: String, text: String) throws {
    #expect(try statuses(options, repeating: text) == ["141", "141", "141", "0"])
  }

  @Test func aClosedPipeEndsItWhereTheSignalIsIgnoredToo() throws {
    let statuses = try statuses("--color never", repeating: "# x\\n", before: "trap '' PIPE;")
    #expect(statuses.dropFirst().first == "1", "what bounds the input was not stopped")
    #expect(statuses.dropFirst(2).first == "141")
  }

  @Test(arguments: ["ansi", "text"]) func aPipeGetsWhatAFileGets(format: String) throws {
    let text =
      String(repeating: "# A heading\n\nText with [a link][l] and *more*.\n\n- a\n- b\n\n", count: 3000)
      + "[l]: https://x.test/\n"
    try withFiles(["x.md": text]) { folder in
      let options = ["--format", format, "--color", "always"]
      let file = try Program().run(options + [folder + "/x.md"])
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments =
        ["-c", "cat \"$1\" | \"$0\" \"${@:2}\"", Program.folder.path + "/ilsrender", folder + "/x.md"]
        + options
      process.environment = ["PATH": "/usr/bin:/bin"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let piped = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(file.output.contains("https://x.test/"))
      #expect(String(decoding: piped, as: UTF8.self) == file.output)
    }
  }
}
