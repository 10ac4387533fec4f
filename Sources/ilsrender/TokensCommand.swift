internal import ArgumentParser
internal import TextMate

/// `ilsrender tokens`: what a grammar makes of a text, as JSON.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens",
    abstract: "Prints the tokens of code: a JSON array a line, of texts with their scopes.")

  @OptionGroup var options: GrammarOptions

  @Argument(help: "The file to read; standard input without one.", completion: .file())
  var file: String?

  func run() throws {
    let library = options.library()
    let scope = try options.rootScope(in: library, file: file)
    guard let grammar = GrammarRegistry(source: library).grammar(scope: scope) else {
      do throws(LoadError) {
        _ = try library.contents(scope: scope)
      } catch {
        throw Failure.input("\(error)")
      }
      throw Failure.input("cannot read the grammar of \(scope)")
    }
    let text = SourceLines.repaired(try Input.read(file.map { [$0] } ?? []))
    let tokenizer = Tokenizer(grammar: grammar)
    var scopeTexts: [ScopeListID: [UInt8]] = [:]
    var state = LineState.initial
    var tokens: [Token] = []
    var output = JSONText()
    for range in SourceLines(text).ranges {
      tokens.removeAll(keepingCapacity: true)
      let line = text[range]
      state = line.withUnsafeBufferPointer { tokenizer.tokenize($0, from: state, into: &tokens).state }
      output.append(raw: "[")
      var start = range.lowerBound
      for (index, token) in tokens.enumerated() {
        let end = range.lowerBound + Int(token.end)
        if index > 0 { output.append(raw: ",") }
        output.append(raw: #"{"text":"#)
        output.append(string: text[start..<end])
        output.append(raw: #","scopes":"#)
        if let known = scopeTexts[token.scopes] {
          output.append(known)
        } else {
          var scopes = JSONText()
          scopes.append(raw: "[")
          for (index, name) in tokenizer.scopeNames(of: token.scopes).enumerated() {
            if index > 0 { scopes.append(raw: ",") }
            scopes.append(string: name.utf8)
          }
          scopes.append(raw: "]")
          scopeTexts[token.scopes] = scopes.bytes
          output.append(scopes.bytes)
        }
        output.append(raw: "}")
        start = end
      }
      output.append(raw: "]\n")
      if output.bytes.count > 1 << 16 {
        try StandardOutput.write(output.bytes)
        output.removeAll()
      }
    }
    try StandardOutput.write(output.bytes)
  }
}
