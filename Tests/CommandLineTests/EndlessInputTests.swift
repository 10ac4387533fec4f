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
      "--language swift --format text", "--language swift --format html",
    ], ["x", "# x\\n", "- x"])
  func aFastPipeIsShownWhileItComes(options: String, text: String) throws {
    #expect(try statuses(options, repeating: text) == ["141", "141", "141", "0"])
  }

  @Test func aClosedPipeEndsItWhereTheSignalIsIgnoredToo() throws {
    let statuses = try statuses("--color never", repeating: "# x\\n", before: "trap '' PIPE;")
    #expect(statuses.dropFirst().first == "1", "what bounds the input was not stopped")
    #expect(statuses.dropFirst(2).first == "141")
  }

  /// Three million lines of code would take more than the 150 MB that the program may use.
  @Test(arguments: ["html", "ansi --color never"]) func linesThatAreWrittenAreForgotten(format: String) throws
  {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let script = """
      ulimit -v 150000
      yes | head -c 6000000 | "$0" --language plain --format $1 | tail -c 20
      echo "${PIPESTATUS[@]}"
      """
    process.arguments = ["-c", script, Program.folder.path + "/ilsrender", format]
    process.environment = ["PATH": "/usr/bin:/bin"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: written, as: UTF8.self).hasSuffix(" 0 0 0\n"))
  }

  /// A long file is written while it is read, and so is a pipe. What `--no-stream` renders is read to its end first.
  @Test(
    arguments: zip(["ansi", "ansi", "text", "html", "html --standalone"], [true, false, true, false, true]))
  func aPipeGetsWhatAFileGets(format: String, isDefinedFirst: Bool) throws {
    let definition = "[l]: https://x.test/\n\n"
    let body = String(
      repeating: "# A heading\n\nText with [a link][l] and *more*.\n\n- a\n- b\n\n```\ncode\n```\n\n",
      count: 7600)
    let text = isDefinedFirst ? definition + body : body + definition
    #expect(text.utf8.count > 1 << 19)
    try checkPipe("x.md", text, format, contains: "https://x.test/")
  }

  /// Code too. A page waits for its last line, in a temporary file if it is long.
  @Test(arguments: ["html", "html --standalone", "html --line-numbers", "html --lines 40:20000"])
  func soDoesCode(format: String) throws {
    let text =
      String(repeating: "let x = 1 // one\n\n", count: 30_000)
      + "let last = \"wide\(String(repeating: " ", count: 80))\"\n"
    try checkPipe("x.swift", text, format + " --language swift", contains: "<span")
  }

  /// Compares the output of a file, of a pipe, and of an input that is read to its end first.
  private func checkPipe(_ name: String, _ text: String, _ format: String, contains part: String) throws {
    try withFiles([name: text]) { folder in
      func output(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
          ["-c", script, Program.folder.path + "/ilsrender", folder + "/" + name, "--title", "x", "--format"]
          + format.split(separator: " ").map(String.init) + (format == "ansi" ? ["--color", "always"] : [])
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: written, as: UTF8.self)
      }
      let whole = try output(#""$0" "${@:2}" --no-stream < "$1""#)
      #expect(whole.contains(part))
      #expect(try output(#"cat "$1" | "$0" "${@:2}""#) == whole)
      #expect(try output(#""$0" "${@:2}" "$1""#) == whole)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
    }
  }
}
