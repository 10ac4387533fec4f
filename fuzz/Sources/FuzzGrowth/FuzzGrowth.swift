import Glibc
import Rendering

/// Searches for texts whose rendering costs more than n log n, or more than a byte may cost.
///
///     FuzzGrowth --data .. --seconds 600 --seed 7          random texts
///     FuzzGrowth --data .. --systematic 0 --step 2         every second single piece, pair and triple
///     FuzzGrowth --data .. --fragment '[](' --mode html    what one text costs, in one mode
///
/// Each finding is one line on standard output. Exits with 1 where there were findings.
@main struct FuzzGrowth {
  static func main() {
    var options = Options(CommandLine.arguments.dropFirst())
    let highlighter = Catalog(data: DataFolder(path: options.data)).highlighter
    let modes = RenderingMode.all(highlighter: highlighter).filter {
      options.modes.isEmpty || options.modes.contains($0.name)
    }
    let search = GrowthSearch(modes: modes, confirmingSize: options.size)
    if let text = options.text {
      for mode in modes { write(line(search.measure(text, in: mode)), to: STDOUT_FILENO) }
      return
    }
    // What is made once (tables, patterns) is not what the first text costs.
    _ = search.examine(GrowingText(fragments: ["a *b* `c` [d](e)\n"]))
    var generator = SeededGenerator(seed: options.seed)
    let start = now()
    var (tried, found) = (0, 0)
    var lastReport = start
    while now() - start < options.seconds {
      let text: GrowingText
      if let index = options.systematic {
        guard let next = GrowingText.systematic(index) else { break }
        options.systematic = index + options.step
        text = next
      } else {
        text = GrowingText.random(using: &generator)
      }
      Watch.begin(text)
      for finding in search.examine(text) {
        found += 1
        write(line(finding), to: STDOUT_FILENO)
      }
      tried += 1
      if now() - lastReport >= 60 {
        lastReport = now()
        note(
          "\(tried) texts in \(now() - start) s, \(found) findings"
            + (options.systematic.map { ", next index \($0)" } ?? ""))
      }
    }
    note(
      "\(tried) texts in \(now() - start) s, \(modes.count) modes, \(found) findings, unit \(search.counter.unit)"
    )
    exit(found == 0 ? 0 : 1)
  }

  private static func line(_ finding: GrowthSearch.Finding) -> String {
    let costs = finding.costs.map { "\($0.size) B: \($0.cost / 1000) k, out \($0.output)" }.joined(
      separator: "; ")
    return "\(finding.mode)\t\((finding.exponent * 100).rounded() / 100)\t\(finding.text)\t\(costs)"
  }

  private static func note(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func now() -> Int { time(nil) }
}

/// What the command line says.
private struct Options {
  var data = ".."
  var seconds = 600
  var seed: UInt64 = 1
  var systematic: Int?
  var step = 1
  var modes: Set<String> = []
  var text: GrowingText?
  var size = 16_000

  init(_ arguments: some Collection<String>) {
    var arguments = Array(arguments)
    while !arguments.isEmpty {
      let name = arguments.removeFirst()
      guard !arguments.isEmpty else { Options.fail("\(name) needs a value") }
      let value = arguments.removeFirst()
      switch name {
      case "--data": data = value
      case "--seconds": seconds = Options.number(value)
      case "--seed": seed = UInt64(Options.number(value))
      case "--systematic": systematic = Options.number(value)
      case "--step": step = Options.number(value)
      case "--size": size = Options.number(value)
      case "--mode": modes.insert(value)
      case "--head": text = text ?? GrowingText(fragments: []); text?.head = Options.unescaped(value)
      case "--fragment":
        text = text ?? GrowingText(fragments: []); text?.fragments.append(Options.unescaped(value))
      case "--tail": text = text ?? GrowingText(fragments: []); text?.tail = Options.unescaped(value)
      default: Options.fail("unknown option \(name)")
      }
    }
  }

  private static func number(_ text: String) -> Int {
    guard let number = Int(text), number >= 0 else { fail("not a number: \(text)") }
    return number
  }

  /// Reads the escapes of a finding's description: `\\n`, `\\r`, `\\t`, `\\0`, `\\\\`, `\\"`, `\\'` and `\\u{301}`.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let first = rest.popFirst() {
      guard first == "\\", let next = rest.popFirst() else {
        result.append(first)
        continue
      }
      switch next {
      case "n": result += "\n"
      case "r": result += "\r"
      case "t": result += "\t"
      case "0": result += "\0"
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        result.unicodeScalars.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
        rest = rest.dropFirst(digits.count + 2)
      default: result.append(next)
      }
    }
    return result
  }

  private static func fail(_ message: String) -> Never {
    write("FuzzGrowth: \(message)", to: STDERR_FILENO)
    exit(2)
  }
}

/// Ends the process, with the text that is being tried, where one text takes longer than a minute.
private enum Watch {
  // Written by the main thread before the alarm that reads it is set.
  nonisolated(unsafe) private static var current = ""

  static func begin(_ text: GrowingText) {
    current = "timeout\t\(text)\n"
    signal(SIGALRM) { _ in
      Watch.current.withCString { pointer in _ = Glibc.write(STDOUT_FILENO, pointer, strlen(pointer)) }
      _exit(3)
    }
    alarm(60)
  }
}

private func write(_ line: String, to descriptor: CInt) {
  (line + "\n").withCString { pointer in _ = Glibc.write(descriptor, pointer, strlen(pointer)) }
}
