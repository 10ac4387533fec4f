import Foundation

/// Python with the terminal emulator pyte, where it is installed, and the scripts in `Tests/Terminal`.
public enum TerminalEmulator {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Terminal")

  public static let isInstalled: Bool = (try? run(["-c", "import pyte"]))?.status == 0

  /// Runs a script with arguments to its end.
  public static func run(script: String, _ arguments: String...) throws -> (status: Int32, output: String) {
    try run([folder.appending(path: script).path] + arguments)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
