internal import ArgumentParser
internal import Rendering
internal import TextMate

/// `ilsrender bench`: measures the speed of tokenizing code.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure how fast files are tokenized, on one thread.",
    discussion: """
      Cold is the first pass, with reading the grammar and compiling what it needs;
      median and minimum are of the passes after it.

      EXAMPLES
        ilsrender bench Package.swift
        ilsrender bench --passes 3 --json main.c main.py
      """)

  @OptionGroup var options: GrammarOptions

  @Option(name: .long, help: "How many warm passes to measure.")
  var passes = 11

  @Flag(name: .long, help: "Print a JSON array with an object a file.")
  var json = false

  @Argument(help: "The files to tokenize.", completion: .file())
  var files: [String]

  func validate() throws {
    if files.isEmpty { throw ValidationError("name at least one file") }
    if passes < 1 { throw ValidationError("--passes must be at least 1") }
  }

  func run() throws {
    let catalog = options.catalog()
    let registry = GrammarRegistry(source: catalog.grammars)
    var measured: [Measurement] = []
    for file in files {
      let text = SourceLines.repaired(try Input.read(file))
      let scope = try options.rootScope(in: catalog, file: file, text: text)
      measured.append(
        try Measurement(file: file, text: text, scope: scope, registry: registry, passes: passes))
    }
    try StandardOutput.write(Array((json ? jsonReport(measured) : textReport(measured)).utf8))
  }

  private func jsonReport(_ measured: [Measurement]) -> String {
    var output = JSONOutput()
    output.append(raw: "[")
    for (index, file) in measured.enumerated() {
      output.append(raw: index > 0 ? ",\n {" : "\n {")
      output.append(raw: #""file":"#)
      output.append(string: file.file)
      output.append(raw: #","lines":\#(file.lines),"bytes":\#(file.bytes),"tokens":\#(file.tokens)"#)
      output.append(
        raw:
          #","cold_ms":\#(Self.decimal(file.cold)),"median_ms":\#(Self.decimal(file.median)),"min_ms":\#(Self.decimal(file.minimum))"#
      )
      output.append(
        raw: #","grammar_bytes":\#(file.grammarBytes),"tokenizer_bytes":\#(file.tokenizerBytes)}"#)
    }
    output.append(raw: "\n]\n")
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func textReport(_ measured: [Measurement]) -> String {
    var rows = [["file", "lines", "tokens", "cold ms", "median ms", "min ms", "lines/s", "MB/s"]]
    for file in measured {
      rows.append([
        file.file, "\(file.lines)", "\(file.tokens)", Self.decimal(file.cold), Self.decimal(file.median),
        Self.decimal(file.minimum), "\(Int(Double(file.lines) / max(file.median, 1e-6) * 1000))",
        Self.decimal(Double(file.bytes) / max(file.median, 1e-6) / 1000),
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// Formats a number with three decimals.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// Measures one file; times are in milliseconds.
  private struct Measurement {
    var file: String
    var lines: Int
    var bytes: Int
    var tokens: Int
    var cold: Double
    var median: Double
    var minimum: Double
    var grammarBytes: Int
    var tokenizerBytes: Int

    init(file: String, text: [UInt8], scope: ScopeName, registry: GrammarRegistry, passes: Int) throws {
      let lines = SourceLines(text)
      self.file = file
      self.lines = lines.ranges.count
      bytes = text.count
      let clock = ContinuousClock()
      let start = clock.now
      guard let grammar = registry.grammar(scope: scope) else {
        throw Failure.input("cannot read the grammar of \(scope)")
      }
      let first = Tokenizer(grammar: grammar)
      tokens = Self.pass(first, text, lines)
      cold = Self.milliseconds(clock.now - start)
      tokenizerBytes = first.byteCount
      var times: [Double] = []
      for _ in 0..<passes {
        let start = clock.now
        // Each pass uses a new tokenizer, as each code block does.
        _ = Self.pass(Tokenizer(grammar: grammar), text, lines)
        times.append(Self.milliseconds(clock.now - start))
      }
      times.sort()
      median = times[times.count / 2]
      minimum = times[0]
      grammarBytes = grammar.footprint.bytes
    }

    private static func pass(_ tokenizer: Tokenizer, _ text: [UInt8], _ lines: SourceLines) -> Int {
      var state = LineState.initial
      var tokens: [Token] = []
      var count = 0
      text.withUnsafeBufferPointer { text in
        for range in lines.ranges {
          tokens.removeAll(keepingCapacity: true)
          state =
            tokenizer.tokenize(UnsafeBufferPointer(rebasing: text[range]), from: state, into: &tokens).state
          count += tokens.count
        }
      }
      return count
    }

    private static func milliseconds(_ duration: Duration) -> Double {
      let (seconds, attoseconds) = duration.components
      return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }
  }
}
