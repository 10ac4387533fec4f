internal import ArgumentParser
internal import BenchmarkInputs
internal import Foundation
internal import Rendering

/// Searches for texts whose rendering costs more than n log n, or more than a byte may cost, and holds those found
/// before.
@main struct GrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth", abstract: "Finds texts whose cost grows faster than the text.",
    discussion: """
      Examples:
        growth search --seconds 600 --seed 7          random texts, in all modes
        growth search --systematic 0 --step 2         every second single piece, pair and triple of pieces or lines
        growth known --at-once                        the texts that were found before
        growth text --fragment '![[]()' --mode html   what one text costs in one mode

      A finding is one line: the mode, the exponent, the text, and the cost at three sizes. Exits with 1 where there
      are findings.
      """,
    subcommands: [Search.self, Known.self, Text.self])

  /// Options of all subcommands.
  struct ModeOptions: ParsableArguments {
    @Option(help: "Only this mode; may be given several times.")
    var mode: [String] = []
    @Flag(help: "Leave out the modes in which the text comes in pieces.")
    var atOnce = false

    func search(confirmingSize: Int = 16_000) throws -> GrowthSearch {
      let highlighter = Catalog(data: DataFolder(path: Repository.path)).highlighter
      let all = RenderingMode.all(highlighter: highlighter)
      for name in mode where !all.contains(where: { $0.name == name }) {
        throw ValidationError(
          "Unknown mode \(name); there are: \(all.map(\.name).joined(separator: ", "))")
      }
      let modes = all.filter { (mode.isEmpty || mode.contains($0.name)) && !(atOnce && $0.piece != nil) }
      let search = GrowthSearch(modes: modes, confirmingSize: confirmingSize)
      // Tables and patterns are made once, and are no cost of the first text.
      for mode in search.modes { _ = mode.run(Array("a *b* `c` [d](e)\n".utf8)) }
      return search
    }
  }
}

extension GrowthCommand {
  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tries texts until the time is over or all systematic ones were tried.")

    @OptionGroup var modes: ModeOptions
    @Option(help: "How long to search.") var seconds = 600
    @Option(help: "Names the sequence of random texts.") var seed: UInt64 = 1
    @Option(help: "Try texts of one to three pieces or lines in order, from this index on.") var systematic:
      Int?
    @Option(help: "Distance between the systematic texts that are tried.") var step = 1
    @Flag(help: "Try only diagrams and formulas.") var drawings = false

    func run() throws {
      let search = try modes.search()
      let code = try CodeTexts()
      let isCodeOnly = search.modes.map(\.name) == [RenderingMode.codeName]
      let isMessagesOnly = search.modes.map(\.name) == [RenderingMode.messagesName]
      let hasMessages = search.modes.contains { $0.name == RenderingMode.messagesName }
      var generator = SeededGenerator(seed: seed)
      var index = systematic
      let start = ContinuousClock.now
      let end = start + .seconds(seconds)
      var (tried, found) = (0, 0)
      var nextReport = start + .seconds(60)
      while ContinuousClock.now < end {
        let text: GrowingText
        if let current = index {
          guard let next = GrowingText.systematic(current) else { break }
          index = current + step
          text = next
        } else if drawings {
          text = DrawingTexts.random(using: &generator)
        } else if isMessagesOnly || hasMessages && Int.random(in: 0..<8, using: &generator) == 0 {
          text = MessageTexts.random(using: &generator)
        } else if !isCodeOnly, Int.random(in: 0..<8, using: &generator) == 0 {
          text = DrawingTexts.random(using: &generator)
        } else if isCodeOnly || Int.random(in: 0..<4, using: &generator) == 0 {
          text = code.random(using: &generator)
        } else {
          text = GrowingText.random(using: &generator)
        }
        for finding in search.examine(text) {
          found += 1
          print(finding)
          fflush(nil)
        }
        tried += 1
        if ContinuousClock.now > nextReport {
          nextReport += .seconds(60)
          let place = index.map { ", next index \($0)" } ?? ""
          FileHandle.standardError.write(Data("\(tried) texts, \(found) findings\(place)\n".utf8))
        }
      }
      let count = search.modes.count
      print(
        "growth: \(tried) texts in \(count) modes, \(found) findings, instructions \(search.counter.source)")
      if found > 0 { throw ExitCode(1) }
    }
  }

  struct Known: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tries the texts that were found before, each of which is cured.")

    @OptionGroup var modes: ModeOptions

    func run() throws {
      let search = try modes.search()
      var findings: [GrowthSearch.Finding] = []
      let known = GrowingText.known + MessageTexts.known + DrawingTexts.known
      for text in known {
        findings += search.examine(text)
      }
      for finding in findings { print(finding) }
      print(
        "growth: \(known.count) known texts in \(search.modes.count) modes, \(findings.count) findings"
      )
      if !findings.isEmpty { throw ExitCode(1) }
    }
  }

  struct Text: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Says what one text costs at three sizes; escapes are those of a finding.")

    @OptionGroup var modes: ModeOptions
    @Option(help: "What the text begins with.") var head = ""
    @Option(
      help:
        """
        What is repeated; several are repeated one after the other. \\u{E000} is the repetition's number, \\u{E001} the next \
        one, \\u{E002} the number from the end.
        """)
    var fragment: [String]
    @Option(help: "What the text ends with.") var tail = ""
    @Option(help: "Bytes of the smallest size.") var size = 16_000

    func run() throws {
      let text = GrowingText(
        head: Self.unescaped(head), fragments: fragment.map(Self.unescaped), tail: Self.unescaped(tail))
      let search = try modes.search(confirmingSize: size)
      for mode in search.modes { print(search.measure(text, in: mode)) }
    }

    /// Reads the escapes of a Swift string literal.
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
  }
}
