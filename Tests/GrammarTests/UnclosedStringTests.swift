import Testing
import TextMate

/// In a language whose strings end with the line, an unclosed string does not continue on the next line.
@Suite struct UnclosedStringTests {
  static let openings: [(language: LanguageID, line: String)] = [
    ("ada", "A := \"open"), ("apache", "ServerName \"open"), ("asm", "db \"open"), ("awk", "a = \"open"),
    ("bat", "echo \"open"), ("c", "char *a = \"open"), ("cobol", "DISPLAY \"open"),
    ("cpp", "auto a = \"open"),
    ("csharp", "var a = \"open"), ("css", "a { content: \"open"), ("csv", "a,\"open"),
    ("dart", "var a = \"open"),
    ("docker", "LABEL a=\"open"), ("elm", "a = \"open"), ("fortran-free-form", "a = \"open"),
    ("gdscript", "var a = \"open"), ("git-rebase", "exec echo 'open"), ("glsl", "a = \"open"),
    ("go", "a := \"open"),
    ("graphql", "{ a(b: \"open"), ("groovy", "a = \"open"), ("haskell", "a = \"open"), ("hcl", "a = \"open"),
    ("hlsl", "a = \"open"), ("ini", "a = \"open"), ("java", "String a = \"open"),
    ("javascript", "a = \"open"),
    ("json", "{\"a\": \"open"), ("json5", "{a: 'open"), ("jsonc", "{\"a\": \"open"), ("jsx", "a = \"open"),
    ("kotlin", "val a = \"open"), ("kusto", "let a = \"open"), ("llvm", "@a = c\"open"),
    ("less", "a { content: \"open"), ("lua", "a = \"open"),
    ("make", "a := \"open"), ("nim", "let a = \"open"), ("objective-c", "char *a = \"open"),
    ("pascal", "a := 'open"), ("prisma", "a = \"open"), ("prolog", "x('open"), ("proto", "option a = \"open"),
    ("purescript", "a = \"open"), ("python", "a = \"open"), ("scala", "val a = \"open"),
    ("scss", "a { content: \"open"), ("solidity", "string a = \"open"), ("swift", "let a = \"open"),
    ("system-verilog", "$display(\"open"), ("systemd", "A=\"open"), ("terraform", "a = \"open"),
    ("toml", "a = \"open"), ("tsx", "a = \"open"), ("typescript", "a = 'open"), ("vb", "a = \"open"),
    ("verilog", "$display(\"open"), ("vhdl", "a <= \"open"), ("viml", "let a = \"open"),
    ("zig", "const a = \"open"),
  ]

  @Test(arguments: openings.indices)
  func theNextLineIsReadAnew(index: Int) throws {
    let (language, line) = Self.openings[index]
    let scope = try #require(GrammarGoldenTests.library.languages[language]?.scope)
    let tokenizer = Tokenizer(grammar: try #require(GrammarGoldenTests.registry.grammar(scope: scope)))
    let opened = tokenizer.tokenize(line, from: .initial)
    let next = tokenizer.tokenize("next one 2", from: opened.result.state)
    let scopes = next.tokens.flatMap { tokenizer.scopeNames(of: $0.scopes) }
    #expect(!scopes.contains { $0.hasPrefix("string") }, "\(language): \(scopes)")
  }
}
