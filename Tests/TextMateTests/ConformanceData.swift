import Foundation
import TextMate

/// The folder of the conformance data, and functions that read it.
enum ConformanceData {
  /// `nil` if the data is missing. The suites that need it are skipped then.
  static let root: String? = {
    var candidates: [String] = []
    if let named = ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"] { candidates.append(named) }
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    candidates.append("/" + package + "/../shared/conformance")
    let found = candidates.first { FileManager.default.fileExists(atPath: $0 + "/textmate/samples") }
    if found == nil { print("Conformance data not found: its suites are skipped.") }
    return found
  }()

  static func path(_ relative: String) -> String { (root ?? "") + "/" + relative }

  static func bytes(_ relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(relative))))
  }

  static func text(_ relative: String) throws -> String {
    String(decoding: try bytes(relative), as: UTF8.self)
  }

  /// The decompressed content of a gzip file.
  static func decompressed(_ relative: String) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path(relative)]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  static func files(in relative: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(relative))) ?? []).sorted()
  }

  /// Lines as VS Code splits them: at `\n` or `\r\n`, a final one giving an empty last line.
  static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    lines.append(String(decoding: line, as: UTF8.self))
    return lines
  }

  /// Names of the samples for which vscode-textmate's tokens are there.
  static let samples: [String] = files(in: "textmate/samples").map { String($0.dropLast(".sample".count)) }

  /// The injection grammars of the two roots that have some.
  static let injections: [String: [ScopeName]] = [
    "angular-html": ["template.let.ng", "template.ng", "template.blocks.ng"],
    "angular-ts": [
      "inline-styles.ng", "template.let.ng", "template.ng", "template.blocks.ng", "inline-template.ng",
    ],
  ]
}

/// Raw grammars by scope, each read once, with injections for one root.
struct RawGrammars: GrammarSource {
  var grammars: [ScopeName: RawGrammar]
  var injections: [ScopeName: [ScopeName]] = [:]

  func rawGrammar(scope: ScopeName) -> RawGrammar? { grammars[scope] }
  func hasGrammar(scope: ScopeName) -> Bool { grammars[scope] != nil }
  func injections(for scope: ScopeName) -> [ScopeName] { injections[scope] ?? [] }

  /// All grammars of the conformance folder.
  static let conformance: [ScopeName: RawGrammar] = {
    var grammars: [ScopeName: RawGrammar] = [:]
    for file in ConformanceData.files(in: "textmate/grammars") where file.hasSuffix(".json") {
      guard let read = try? GrammarFile.read(path: ConformanceData.path("textmate/grammars/" + file)) else {
        continue
      }
      let scope = ScopeName(read.grammar.scopeName)
      if grammars[scope] == nil { grammars[scope] = read.grammar }
    }
    return grammars
  }()
}
