internal import ArgumentParser
internal import Rendering
internal import StyledRuns
internal import TextMate

/// `ilsrender tokens`: prints the tokens of a text as JSON.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens",
    abstract: "Print the tokens of code with their scopes: a JSON array a line.",
    discussion: """
      EXAMPLES
        ilsrender tokens Package.swift
        echo 'let x = 1' | ilsrender tokens --language swift --theme obsidian
      """)

  @OptionGroup var options: GrammarOptions

  @Option(
    help: ArgumentHelp(
      "Also print colours and font style as this theme resolves them: a name, or the path of a theme file.",
      valueName: "theme"))
  var theme: String?

  @Argument(help: "The file to read; standard input without one.", completion: .file())
  var file: String?

  func run() throws {
    let catalog = options.catalog()
    // Report errors in the command line before waiting for input.
    _ = try options.statedScope(in: catalog)
    let theme = try theme.map(catalog.theme(named:))
    let text = SourceLines.repaired(try Input.read(file.map { [$0] } ?? []))
    let scope = try options.rootScope(in: catalog, file: file, text: text)
    guard let grammar = GrammarRegistry(source: catalog.grammars).grammar(scope: scope) else {
      do throws(LoadError) {
        _ = try catalog.grammars.contents(scope: scope)
      } catch {
        throw Failure.input("\(error)")
      }
      throw Failure.input("cannot read the grammar of \(scope)")
    }
    let tokenizer = Tokenizer(grammar: grammar)
    var scopeTexts: [TokenScopeStackID: [UInt8]] = [:]
    var state = LineState.initial
    var tokens: [Token] = []
    var output = JSONOutput()
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
        if let known = scopeTexts[token.scopes] {
          output.append(known)
        } else {
          let text = Self.members(tokenizer.scopeNames(of: token.scopes), theme)
          scopeTexts[token.scopes] = text
          output.append(text)
        }
        output.append(raw: "}")
        start = end
      }
      output.append(raw: "]\n")
      if output.count > 1 << 16 {
        try StandardOutput.write(output.bytes)
        output.removeAll()
      }
    }
    try StandardOutput.write(output.bytes)
  }

  /// Returns the members of a token that depend only on its scopes: all except its text.
  private static func members(_ scopes: [String], _ theme: Theme?) -> [UInt8] {
    var output = JSONOutput()
    output.append(raw: #","scopes":["#)
    for (index, name) in scopes.enumerated() {
      if index > 0 { output.append(raw: ",") }
      output.append(string: name)
    }
    output.append(raw: "]")
    guard let theme else { return output.bytes }
    let style = theme.style(for: scopes)
    let names: [(FontStyle, String)] = [
      (.italic, "italic"), (.bold, "bold"), (.underline, "underline"), (.strikethrough, "strikethrough"),
    ]
    let members = [
      ("foreground", (style.foreground ?? theme.palette.codeText).hex),
      ("background", (style.background ?? theme.palette.codeBackground).hex),
      ("fontStyle", names.filter { style.fontStyle.contains($0.0) }.map(\.1).joined(separator: " ")),
    ]
    for (key, value) in members {
      output.append(raw: #","\#(key)":"#)
      output.append(string: value)
    }
    return output.bytes
  }
}
