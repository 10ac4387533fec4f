import Foundation

/// The filter while it runs.
final class Filter {
  private let process = Process()
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

  init(_ arguments: [String]) throws {
    process.executableURL = Program.folder.appending(path: "ilsrender")
    process.arguments = arguments
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
  }

  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// Writes text on a thread, so that the output can be read meanwhile.
  func writeMeanwhile(_ text: String) {
    let handle = input.fileHandleForWriting
    Thread { handle.write(Data(text.utf8)) }.start()
  }

  /// Reads the output up to and including the first piece that contains `text`.
  func read(until text: String) -> String {
    var all: [UInt8] = []
    var checked = 0
    while !all[checked...].contains(text.utf8) {
      checked = max(0, all.count - text.utf8.count)
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      all += piece
    }
    return String(decoding: all, as: UTF8.self)
  }

  func finish() throws -> Program.Result {
    try input.fileHandleForWriting.close()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Program.Result(
      output: String(decoding: written, as: UTF8.self), errors: String(decoding: said, as: UTF8.self),
      status: process.terminationStatus)
  }
}
