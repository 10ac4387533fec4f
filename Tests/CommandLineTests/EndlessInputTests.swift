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

  /// A long file is written while it is read, and so is a pipe. What `--no-stream` renders is read to its end first.
  @Test(arguments: ["ansi", "text", "html"], [true, false])
  func aPipeGetsWhatAFileGets(format: String, isDefinedFirst: Bool) throws {
    let definition = "[l]: https://x.test/\n\n"
    let body = String(
      repeating: "# A heading\n\nText with [a link][l] and *more*.\n\n- a\n- b\n\n```\ncode\n```\n\n",
      count: 9000)
    let text = isDefinedFirst ? definition + body : body + definition
    #expect(text.utf8.count > 1 << 19)
    try withFiles(["x.md": text]) { folder in
      func output(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
          ["-c", script, Program.folder.path + "/ilsrender", folder + "/x.md", "--format", format]
          + (format == "ansi" ? ["--color", "always"] : [])
        process.environment = ["PATH": "/usr/bin:/bin"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: written, as: UTF8.self)
      }
      let whole = try output(#""$0" "${@:2}" --no-stream < "$1""#)
      #expect(whole.contains("https://x.test/"))
      #expect(try output(#"cat "$1" | "$0" "${@:2}""#) == whole)
      #expect(try output(#""$0" "${@:2}" "$1""#) == whole)
    }
  }
}
