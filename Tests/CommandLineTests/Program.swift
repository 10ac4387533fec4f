import Foundation
import Testing

/// The programs of this package, run as their users run them.
struct Program {
  var name = "ilsrender"

  /// The result of a run.
  struct Result {
    var output: String
    var errors: String
    var status: Int32
  }

  /// Runs it to its end with `input` on standard input and nothing in the environment but `variables`.
  func run(
    _ arguments: [String], input: String = "", variables: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = Self.folder.appending(path: name)
    process.arguments = arguments
    process.environment = variables
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Small texts: they fit into the pipes.
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      output: String(decoding: written, as: UTF8.self), errors: String(decoding: said, as: UTF8.self),
      status: process.terminationStatus)
  }

  /// The folder of the built programs, next to the tests.
  static let folder: URL = {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }()
}

/// A folder with files for one test, which goes when `body` ends.
func withFiles(_ files: [String: String], _ body: (_ folder: String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ilsrender-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  try body(folder.path)
}
