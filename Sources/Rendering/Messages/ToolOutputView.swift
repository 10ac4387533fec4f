internal import MessageStreams
internal import StyledRuns
internal import TextMate

/// Renders the output of a tool. Tokens of code may follow later. Not thread-safe.
final class ToolOutputView {
  private let highlighting: CodeHighlighting
  private var edits: [Edit] = []
  private var sequence = 0
  private(set) var output: ToolOutput
  /// The number of lines to show, including code and links.
  private(set) var lineCount = 0

  /// Creates the view of a result.
  ///
  /// - Parameter call: The properties of the call that affect the presentation of some results.
  init(
    _ result: ToolResult, of call: AnsweredCall, highlighter: Highlighter?, pool: WorkerPool?,
    budget: RenderSession.InlineBudget, scopes: SharedScopes
  ) {
    highlighting = CodeHighlighting(highlighter: highlighter, pool: pool, budget: budget, scopes: scopes)
    output = ToolOutput(isError: result.isError)
    var text = ""
    var links: [(title: String, address: String)] = []
    for piece in result.pieces {
      switch piece {
      case .text(let more):
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        text += more
      case .image(let image): output.images.append(image)
      case .link(let title, let address): links.append((title, address))
      }
    }
    let kind = call.kind
    var codeLines = 0
    if !links.isEmpty { edits = [.splice(nil, keep: 0, blocks: [Self.list(of: links)])] }
    if kind == .read, !result.isError, let code = FileExcerpt(text) {
      let language =
        call.path.flatMap { highlighter?.languages.language(forFile: $0)?.id.rawValue } ?? "plain"
      edits.append(
        .splice(
          nil, keep: 0,
          blocks: [
            CodeSection.block(
              index: 0, info: "\(language) startLine=\(code.first) lineNumbers", lines: code.lines)
          ]))
      text = code.rest
      codeLines = code.lines.count
    }
    if kind == .other, !result.isError, links.isEmpty, let lines = Self.json(text) {
      edits = [.splice(nil, keep: 0, blocks: [CodeSection.block(index: 0, info: "json", lines: lines)])]
      text = ""
      codeLines = lines.count
    }
    output.text = TerminalOutputReader.read(text)
    lineCount = output.text.lines.count + codeLines + links.count
    let isWriting = [.edit, .write, .todo, .patch].contains(kind)
    output.isRoutine = isWriting && !result.isError && lineCount <= 3 && output.images.isEmpty
    if kind == .search, !result.isError {
      let search = SearchOutput(pattern: call.pattern, ignoresCase: call.ignoresCase)
      output.text = search.styled(output.text)
    }
  }

  var onHighlights: (@Sendable () -> Void)? {
    get { highlighting.onReady }
    set { highlighting.onReady = newValue }
  }

  var isWaitingForHighlights: Bool { highlighting.isWaiting }
  var isBackpressured: Bool { highlighting.isBackpressured }
  var tokenizedLines: Int { highlighting.tokenizedLines }

  /// Returns the changes of the output's document: the whole document in the first call, then tokens.
  func update() -> Update? {
    let highlighted = highlighting.highlight(edits)
    edits = []
    guard !highlighted.isEmpty else { return nil }
    sequence += 1
    return Update(sequence: sequence, edits: highlighted, isFinal: true)
  }

  /// The maximum size of a result that is parsed as JSON, in bytes.
  private static let longestJSON = 1 << 16

  /// Returns the lines of a text that is an object or array of JSON; nil for other texts.
  private static func json(_ text: String) -> [CodeLine]? {
    let bytes = text.utf8
    guard bytes.count <= longestJSON, let first = bytes.first,
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = JSONTree.value(Array(bytes)[...]), value.kind == .object || value.kind == .array
    else { return nil }
    return text.split(separator: "\n").map { CodeLine(text: String($0)) }
  }

  /// Returns a list of links with their titles.
  private static func list(of links: [(title: String, address: String)]) -> Block {
    let items = links.enumerated().map { number, link in
      var inlines = Inlines(plain: link.title.isEmpty ? link.address : link.title)
      inlines.spans = [InlineSpan(kind: .link(destination: link.address, title: ""))]
      inlines.runs[0].span = 0
      let paragraph = Block(
        id: BlockID(offset: 0, depth: 2 * number + 2), source: 0..<1, content: .paragraph(inlines))
      return Block(
        id: BlockID(offset: 0, depth: 2 * number + 1), source: 0..<1,
        content: .listItem(ListItem(blocks: [paragraph])))
    }
    return Block(
      id: BlockID(offset: 0, depth: 0), source: 0..<1,
      content: .list(List(marker: .bullet("-"), isTight: true, items: items)))
  }
}

/// The properties of a tool call that affect the presentation of its results.
///
/// They are kept after the input was released, because some tools send a result twice, and the second result
/// must look the same.
struct AnsweredCall {
  /// The kind of the tool.
  var tool: ToolKind
  /// The kind of the call, which can differ from that of its tool: a tool that edits can also view a file.
  var kind: ToolKind
  var path: String?
  var pattern: String?
  var ignoresCase = false

  /// Derives the properties.
  ///
  /// - Parameter input: The complete input of the call.
  init(tool: ToolKind, input: JSONValue?) {
    self.tool = tool
    kind = tool.refined(by: input)
    path = input?.closedString(.path)
    pattern = input?.closedString(.pattern)
    ignoresCase = input?["-i"]?.bool ?? false
  }
}

/// The lines of a file with line numbers before them, as tools that read files return them.
struct FileExcerpt {
  private(set) var first = 1
  private(set) var lines: [CodeLine] = []
  /// The text after the numbered lines: remarks of the tool.
  private(set) var rest = ""

  /// Parses an excerpt; nil if the lines have no ascending numbers.
  init?(_ text: String) {
    var source = text[...]
    var expected: Int?
    while !source.isEmpty {
      let end = source.utf8.firstIndex(of: 0x0A) ?? source.endIndex
      guard let (number, content) = Self.numbered(source[..<end]), expected == nil || number == expected
      else { break }
      if expected == nil { first = number }
      expected = number + 1
      lines.append(CodeLine(text: content))
      source = end < source.endIndex ? source[source.utf8.index(after: end)...] : source[end...]
    }
    if lines.isEmpty { return nil }
    rest = String(source.drop { $0 == "\n" })
  }

  /// Parses `    12→text` or `    12<tab>text`.
  private static func numbered(_ line: Substring) -> (Int, String)? {
    let bytes = line.utf8
    var position = bytes.startIndex
    while position < bytes.endIndex, bytes[position] == 0x20 { position = bytes.index(after: position) }
    let start = position
    while position < bytes.endIndex, (0x30...0x39).contains(bytes[position]) {
      position = bytes.index(after: position)
    }
    guard let number = Int(line[start..<position]), number < 100_000_000 else { return nil }
    var content = line[position...]
    guard let mark = content.first, mark == "\u{2192}" || mark == "\t" else { return nil }
    content.removeFirst()
    if content.utf8.last == 0x0D { content = content.dropLast() }
    return (number, String(content))
  }
}
