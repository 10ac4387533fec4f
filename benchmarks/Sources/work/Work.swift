import ArgumentParser
import BenchmarkInputs

/// Fixed work, for instruments that count instructions and allocations. A program of its own without concurrency:
/// valgrind does not outlive a main thread that dispatch takes down.
@main
struct Work: ParsableCommand {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case parse, tokenize, html, ansi, stream
    /// One formatter, for counts by hand; no threshold.
    case format
  }

  static let configuration = CommandConfiguration(
    abstract: "Do a fixed piece of work and print nothing; benchmarks/instructions counts what it takes.")

  @Option(help: "Bytes of the document, where there is one.")
  var bytes = 100_000

  @Argument(help: "One of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: Kind

  @Option(help: "With format: one of \(FormatBench.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var to = FormatBench.Format.ansi.rawValue

  @Option(
    help:
      "With format: a file, or one of \(FormatBench.Shape.allCases.map(\.rawValue).joined(separator: ", ")).")
  var of = FormatBench.Shape.cells.rawValue

  @Option(help: "With format: how often it is written after it has been parsed.")
  var times = 1

  /// Of different kinds: braces, indentation, tags, embedded languages.
  private static let languages = [
    "swift", "typescript", "python", "rust", "go", "c", "cpp", "java", "html", "css", "json", "yaml", "sql",
    "shellscript",
  ]

  func run() throws {
    let document = MarkdownShape.answer.document(bytes: bytes)
    switch kind {
    case .parse: ParseBench.parse(document)
    case .tokenize:
      let bench = TokenizerBench()
      for language in Self.languages { bench.tokenize(try CodeSample.of(language, lines: 500)) }
    case .html: _ = RenderBench().render(document, as: .html)
    case .ansi: _ = RenderBench().render(document, as: .ansi)
    case .stream:
      let bench = SessionBench(highlighter: RenderBench().highlighter)
      _ = bench.append(pieces(of: document, bytes: 16), counting: .all)
    case .format:
      let bench = FormatBench(try FormatBench.input(of))
      guard let format = FormatBench.Format(rawValue: to) else { throw ValidationError("no format \(to)") }
      for _ in 0..<times { bench.write(as: format) }
    }
  }
}
