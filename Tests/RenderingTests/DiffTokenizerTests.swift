import StyledRuns
import Testing
import TextMate

@testable import Rendering

/// Code in fences with the label `diff` has the colours of its language.
@Suite struct DiffTokenizerTests {
  private static let catalog = Catalog()
  private static let diff = """
    diff --git a/main.swift b/main.swift
    --- a/main.swift
    +++ b/main.swift
    @@ -1,5 +1,6 @@ func f()
     import Foundation
    -let x = "old"
    +let x = "new" /* open
    +  close */ let y = 2

     print(x)
    \\ No newline at end of file
    diff --git a/gone.py b/gone.py
    --- a/gone.py
    +++ /dev/null
    @@ -1 +0,0 @@
    -def f(): pass
    --- a/unknown.zzz
    +++ b/unknown.zzz
    @@ -1 +1 @@
    -let x
    +let y
    """

  private func code(_ text: String) throws -> (code: CodeBlock, scopes: ScopeTable) {
    let document = Renderer(highlighter: Self.catalog.highlighter).render(
      markdown: Array("```diff\n\(text)\n```\n".utf8))
    guard case .code(let code)? = document.blocks.first?.content else { throw Failure() }
    return (code, document.scopes)
  }

  private struct Failure: Error {}

  /// Returns the parts of a line with their innermost scope, and the scopes of the last part.
  private func tokens(_ line: CodeLine, _ scopes: ScopeTable) -> [(text: String, names: [String])] {
    var rest = Substring(line.text).utf8
    return line.runs.map { run in
      let text = String(rest.prefix(Int(run.length)))!
      rest = rest.dropFirst(Int(run.length))
      return (text, scopes[run.scopes])
    }
  }

  @Test func codeHasTheScopesOfItsLanguageAndOfItsSide() throws {
    let (code, scopes) = try code(Self.diff)
    #expect(code.text == Self.diff)
    func parts(_ index: Int) -> [(text: String, names: [String])] { tokens(code.lines[index], scopes) }
    #expect(parts(0).allSatisfy { $0.names.last?.hasSuffix("diff") == true })
    let context = parts(4)
    #expect(context.contains { $0.text == "import" && $0.names.last?.hasPrefix("keyword") == true })
    #expect(context.last?.names.prefix(2) == ["source.diff", "source.swift"])
    let deleted = parts(5)
    #expect(deleted[0].text == "-" && deleted[0].names.contains("markup.deleted.diff"))
    #expect(deleted.contains { $0.text.contains("old") && $0.names.last?.hasPrefix("string") == true })
    #expect(deleted.last?.names.prefix(3) == ["source.diff", "markup.deleted.diff", "source.swift"])
    // A comment that the new side opens goes on in its next line, and the old side knows nothing of it.
    #expect(parts(7).contains { $0.text.contains("close") && $0.names.contains { $0.hasPrefix("comment") } })
    #expect(parts(9).contains { $0.text == "print" && !$0.names.contains { $0.hasPrefix("comment") } })
    #expect(parts(10).allSatisfy { !$0.names.contains("source.swift") })
    // A deleted file has the language of its old name; an unknown file none.
    #expect(parts(15).contains { $0.text == "def" && $0.names.contains("source.python") })
    #expect(parts(19).allSatisfy { $0.names.allSatisfy { $0.hasSuffix("diff") } })
    for line in code.lines {
      #expect(line.runs.reduce(0) { $0 + Int($1.length) } == line.text.utf8.count)
    }
  }

  /// Models write hunks with wrong counts or without any.
  @Test func countsMayBeWrong() throws {
    for header in ["@@ -1,1 +1,1 @@", "@@ ... @@", "@@"] {
      let (code, scopes) = try code(
        "--- a/x.swift\n+++ b/x.swift\n\(header)\n let a = 1\n-let b = 2\n+let b = 3\n let c = 4")
      for index in 3...6 {
        #expect(
          tokens(code.lines[index], scopes).contains {
            $0.text == "let" && $0.names.contains("source.swift")
          },
          "\(header) \(index)")
      }
    }
  }

  @Test func aDiffWithoutHeadersStaysPlain() throws {
    let (code, scopes) = try code("-let a = 1\n+let a = 2")
    #expect(
      code.lines.allSatisfy { tokens($0, scopes).allSatisfy { $0.names.allSatisfy { $0.hasSuffix("diff") } } }
    )
  }

  /// Streamed equals one-shot at every byte, with lines beyond the limit, too.
  @Test(arguments: [
    Self.diff, "--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n+a = '12345678901234567890ä1234567890' + b\n c",
  ])
  func streamedEqualsOneShot(_ text: String) throws {
    let highlighter = Highlighter(
      languages: Self.catalog.languages, grammars: Self.catalog.highlighter.grammars,
      limits: TokenizerLimits(lineLength: 30))
    for pieceSize in [1, 2, 7, 64] {
      let bytes = Array("```diff\n\(text)\n```\n".utf8)
      var document = Document()
      let session = RenderSession(highlighter: highlighter)
      var read = 0
      while read < bytes.count {
        let piece = Array(bytes[read..<min(read + pieceSize, bytes.count)])
        read += piece.count
        if let update = session.append(piece) { try document.apply(update) }
        // The session waits for the rest of a scalar.
        guard String(validating: bytes[..<read], as: UTF8.self) != nil else { continue }
        var prefix = Renderer(highlighter: highlighter).render(markdown: Array(bytes[..<read]))
        prefix = prefix.canonical()
        #expect(lines(of: document.canonical()) == lines(of: prefix), "\(pieceSize): \(read)")
      }
    }
  }

  private func lines(of document: Document) -> [[String]] {
    document.blocks.flatMap { block -> [[String]] in
      guard case .code(let code) = block.content else { return [] }
      return code.lines.map { line in
        [line.text] + line.runs.map { "\($0.length) \(document.scopes[$0.scopes].joined(separator: " "))" }
      }
    }
  }
}
