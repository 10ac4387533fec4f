import ArgumentParser
import BenchmarkInputs
import Foundation

/// How fast each formatter writes, nothing highlighted.
struct Formats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Megabytes of a document's text that each formatter writes in a second of processor time.",
    discussion: "Files are markdown; without any, a megabyte of each of our shapes is made.")

  @Argument(help: "Files, or names of shapes.")
  var inputs: [String] = FormatBench.Shape.allCases.map(\.rawValue)

  @Option(help: "Rounds of which the fastest counts.")
  var rounds = 9

  func run() throws {
    let formats = FormatBench.Format.allCases
    var rows = [["MB/s of text"] + formats.map(\.rawValue)]
    for input in inputs {
      let bench = FormatBench(try FormatBench.input(input))
      let speeds = formats.map { format -> String in
        let seconds =
          (0..<rounds).map { _ in Self.processorSeconds { bench.write(as: format) } }.min() ?? .nan
        return "\(Int(Double(bench.textBytes) / seconds / 1e6))"
      }
      rows.append([URL(filePath: input).lastPathComponent] + speeds)
    }
    print(table(rows))
  }

  private static func processorSeconds(_ work: () -> Void) -> Double {
    let start = clock()
    work()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}
