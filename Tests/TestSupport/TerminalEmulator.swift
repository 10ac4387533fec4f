import Foundation

/// Python with the terminal emulator pyte, where it is installed, and the scripts in `Tests/Terminal`.
public enum TerminalEmulator {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Terminal")

  /// The Python that has pyte. Debian's package is for the system's Python, which need not be the one in the path.
  private static let interpreter = ["/usr/bin/python3", "python3"].first {
    (try? run(["-c", "import pyte"], with: $0))?.status == 0
  }

  public static var isInstalled: Bool { interpreter != nil }

  /// Runs a script with arguments to its end.
  public static func run(script: String, _ arguments: String...) throws -> (status: Int32, output: String) {
    try run([folder.appending(path: script).path] + arguments, with: interpreter ?? "python3")
  }

  private static func run(
    _ arguments: [String], with interpreter: String
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [interpreter, "-B"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
