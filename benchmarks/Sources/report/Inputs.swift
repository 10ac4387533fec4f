import ArgumentParser
import BenchmarkInputs
import Foundation

/// The inputs as files, for programs that are measured beside ours.
struct Inputs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the inputs of the benchmarks to a folder, for benchmarks/compare.")

  @Argument(help: "The folder; made if it is not there.")
  var folder: String

  func run() async throws { try Self.write(to: folder) }

  static func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ bytes: [UInt8], to name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    for sample in try CodeSample.all(lines: 500) {
      try write(sample.bytes, to: "\(sample.language).\(sample.fileExtension)")
      try write(sample.markdown, to: "\(sample.language).fence.md")
    }
    try write(MarkdownShape.answer.document(bytes: 100_000), to: "answer-100k.md")
    try write(MarkdownShape.answer.document(bytes: 1_000_000), to: "answer-1m.md")
    try write(MarkdownShape.answer.document(bytes: 10_000_000), to: "answer-10m.md")
  }
}
