import Benchmark
import BenchmarkInputs
import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The filter as a process: from its start to its end. `ILSRENDER` names the program, else it is the release build
/// of this checkout; without one there is nothing to measure.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .seconds(3), maxIterations: 200)
  let program =
    ProcessInfo.processInfo.environment["ILSRENDER"] ?? Repository.path + "/.build/release/ilsrender"
  guard FileManager.default.isExecutableFile(atPath: program) else {
    print("skipped: no program at \(program); build it, or name it in ILSRENDER")
    return
  }
  let documents = [
    ("nothing", [UInt8]()),
    (
      "20 lines with code",
      Array("# A\n\ntext\n\n```swift\n".utf8) + Array(repeating: "let a = 1\n", count: 14).joined().utf8
        + Array("```\n".utf8)
    ),
    ("100 KB", MarkdownShape.answer.document(bytes: 100_000)),
  ]
  for (name, document) in documents {
    Benchmark("ilsrender on \(name)") { benchmark in
      _ = try await run(
        .path(FilePath(program)), arguments: ["--color", "always"], input: .array(document),
        output: .discarded)
    }
  }
}
