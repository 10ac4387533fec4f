import TextMate

/// Called by libFuzzer with one input. Its first byte chooses what is tried with the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTextMate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  switch start[0] % 3 {
  case 0: fuzzLoaders(bytes)
  case 1: fuzzGrammar(bytes)
  default: fuzzText(bytes)
  }
  return 0
}

/// Grammars and themes in every format, cut off and spoiled: an error or a result, never a crash.
private func fuzzLoaders(_ bytes: [UInt8]) {
  for name in ["x.tmLanguage.json", "x.plist"] { _ = try? GrammarFile.read(bytes, path: name) }
}

/// A grammar that the fuzzer made, on a fixed text.
private func fuzzGrammar(_ bytes: [UInt8]) {
  guard let contents = try? GrammarFile.read(bytes, path: "x.tmLanguage.json") else { return }
  tokenize("let a = \"b\" // c\n  if (x) { y }\n\n\u{e9}\u{1F468}\n", with: contents.grammar)
}

/// A text that the fuzzer made, with a grammar that has every kind of rule.
private func fuzzText(_ bytes: [UInt8]) {
  tokenize(String(decoding: bytes, as: UTF8.self), with: everyKindOfRule)
}

private func tokenize(_ text: String, with raw: RawGrammar) {
  let limits = TokenizerLimits(lineLength: 2000, workPerMatch: 20_000, workPerLine: 200_000)
  guard let grammar = GrammarRegistry(source: OneGrammar(raw: raw)).grammar(scope: ScopeName(raw.scopeName))
  else { return }
  let tokenizer = Tokenizer(grammar: grammar, limits: limits)
  var state = LineState.initial
  for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(50) {
    let (tokens, result) = tokenizer.tokenize(String(line), from: state)
    precondition(Int(tokens.last?.end ?? 0) == line.utf8.count, "the tokens do not cover the line")
    state = result.state
  }
}

private struct OneGrammar: GrammarSource {
  let raw: RawGrammar
  func rawGrammar(scope: ScopeName) -> RawGrammar? { scope.rawValue == raw.scopeName ? raw : nil }
}

private let everyKindOfRule = RawGrammar(
  scopeName: "source.x",
  patterns: [
    RawRule(name: "comment", match: "//.*$"),
    RawRule(name: "string", begin: "\"", end: "\"|$", patterns: [RawRule(name: "escape", match: #"\\."#)]),
    RawRule(name: "heredoc.$1", begin: "<<([a-z]+)", end: #"^\1$"#),
    RawRule(name: "quote", begin: "^> ", while: "^> ", patterns: [RawRule(include: "$self")]),
    RawRule(
      match: #"\b(func)\s+([\p{L}_]\w*)(?=\()"#,
      captures: [1: RawRule(name: "keyword"), 2: RawRule(patterns: [RawRule(name: "upper", match: "[A-Z]")])]),
    RawRule(name: "word", match: #"(?i)\b(?:if|else|stra(?:ss|ß)e)\b"#),
    RawRule(begin: #"\{"#, end: #"\}"#, patterns: [RawRule(include: "$base")], applyEndPatternLast: true),
  ])
