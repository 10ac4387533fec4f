internal import ArgumentParser
internal import MarkdownBlocks
internal import MarkdownSource
internal import MessageStreams
internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// The filter itself: renders files or standard input.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render markdown or code (the default command).",
    usage: "ilsrender [<options>] [<file> ...]",
    discussion: """
      Without FILE, or where FILE is -, standard input is read. In the terminal each
      of several files stands below its name; in other formats they are one text.

      EXAMPLES
        ilsrender README.md                    coloured, wrapped to the terminal
        ilsrender main.swift                   code, by the file's name
        git show HEAD:README.md | ilsrender --width 72
        ilsrender --color always README.md | less -R
        ilsrender --format html --standalone NOTES.md > notes.html
        ilsrender --format html --standalone --theme paper,obsidian NOTES.md
        git show HEAD:main.c | ilsrender --language c
        git diff | ilsrender                   file by file, with changed words
        claude -p "a task" --output-format stream-json --verbose | ilsrender
        ilsrender --format html --standalone session.jsonl > session.html
        ilsrender --redact --format html --standalone session.jsonl > shared.html
        ilsrender --output code.png --window --lines 10:40 main.swift

      MESSAGES
        Conversations are read in these forms:
          \(formatList)
        They are recognised by their first line; --input says it where that
        fails. What is broken or unknown is skipped and counted.

      COLOURS
        auto colours a terminal as far as COLORTERM and TERM say it can, and
        respects NO_COLOR, FORCE_COLOR, CLICOLOR and CLICOLOR_FORCE. always
        colours pipes and files too; truecolor, 256 and 16 say how. Without a
        theme a light terminal is recognised by COLORFGBG or by its answer when
        asked for its background.

      OTHER COMMANDS (ilsrender help COMMAND says more)
        detect      say in which language code is written
        code        print or copy a code block of a document
        languages   list the languages that code can be highlighted in
        themes      list the themes, or print the stylesheet of some
        replay      apply updates and print the document they add up to
        tokens      print the tokens of a file
        grammar     check grammars, and index or compile a folder of them
        bench       measure highlighting

      FILES AND ENVIRONMENT
        $XDG_CONFIG_HOME/ilsrender/config, or ~/.config/ilsrender/config, holds the
        options that you always want, one a line; # starts a comment. The folders
        themes and grammars beside it add to our own. ILSRENDER_OPTS holds options,
        too. All of this is for terminals only, unless --config is given.
        ILSRENDER_CONFIG is another file, ILSRENDER_PAGER the pager (empty: none).

      EXIT STATUS
        0 rendered; 1 an input could not be read, or the output could not be written;
        2 the command line is wrong; 3 rendered, but parts of the input were skipped
        (broken or unknown lines of a conversation) or replaced (bytes that are no
        UTF-8), as a line on standard error says. Code that is too long to be
        coloured is no such part.
      """)

  @Argument(help: "Files to render; - is standard input.", completion: .file())
  var file: [String] = []

  @OptionGroup var arguments: RenderArguments
  @OptionGroup(title: "Output") var outputs: OutputArguments
  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments
  @OptionGroup(title: "Markdown") var markdown: MarkdownArguments
  @OptionGroup(title: "Messages") var messages: MessageArguments
  @OptionGroup(title: "Secrets") var redaction: RedactionArguments
  @OptionGroup(title: "HTML") var html: HTMLArguments
  @OptionGroup(title: "Pictures") var pictures: PictureArguments
  @OptionGroup(title: "Data") var data: DataArguments

  /// The format of the content; nil if the output is updates.
  var format: OutputFormat? { kind.content }
  var writesUpdates: Bool { kind == .updates }
  var input: InputKind { arguments.input }
  var language: String? { arguments.language }
  var noDetect: Bool { arguments.noDetect }
  var noStream: Bool { arguments.noStream }
  var chunk: Int? { arguments.chunk }
  var server: String? { arguments.server }

  /// Renders the files as one text.
  func render(in context: RenderContext) throws {
    var options = try markdown.options(isBare: html.bare)
    options.isOptimistic = markdown.optimistic ?? false
    if file.isEmpty, Terminal.isTyped {
      StandardError.write("ilsrender: reading from the keyboard until Ctrl-D (see ilsrender --help)")
    }
    let output = ContentOutput(
      format: format ?? .ir, appearance: appearance, html: pageArguments, expansion: messages.expansion,
      filtersTags: options.extensions.contains(.tagfilter), context: context)
    let catalog = try context.catalog {
      html.bare ? Catalog(data: nil, usesOwnData: false) : try data.catalog(detectsLanguages: !noDetect)
    }
    if let server { return try runRemote(server, options, output, catalog) }
    if isLive || isStreamedText || writesUpdates {
      if isLive { options.isOptimistic = markdown.optimistic ?? Terminal.detect().isTerminal }
      return try runLive(options, output, catalog)
    }
    // Report errors in the command line before waiting for input.
    if format == .ansi || format == .html, !html.bare { try appearance.checkThemes(in: catalog) }
    let language = try language.map { try catalog.language(named: $0) }
    let patterns = try redaction.patterns()
    let title = file.first.flatMap { $0 == "-" ? nil : $0 }
    let check = UTF8Check()
    var bytes: [UInt8] = []
    let known = try languageOfParts(in: catalog)
    if known != nil || mayBeLongMarkdown(in: catalog) {
      var pieces = try InputPieces(file, check: check)
      let decision = try language == nil ? decision(for: &pieces) : .markdown
      let isBinary = try isBinary(title, pieces.peek())
      if let known, !decision.isMessages {
        report(try write(pieces, as: known, to: output, catalog, title: title))
        return report(check, isBinary: isBinary, of: title, in: context)
      }
      if known == nil, !decision.isMessages, try pieces.isLonger(than: Self.shortText) {
        if title == nil { pieces.precede(with: decision.opening) }
        report(try write(pieces, as: options, to: output, catalog, title: title))
        return report(check, isBinary: isBinary, of: title, in: context)
      }
      while let piece = try pieces.next() { bytes += piece }
      report(check, isBinary: isBinary, of: title, in: context)
    } else {
      bytes = try Input.read(file, check: check)
      report(check, isBinary: isBinary(title, bytes), of: title, in: context)
    }
    var renderer = Renderer(
      markdown: options, highlighter: html.bare ? nil : catalog.highlighter, redaction: patterns)
    try write(
      bytes, as: language ?? diff(startingWith: bytes, in: catalog), by: &renderer, to: output, catalog, title
    )
  }

  /// Renders an input that was read to its end.
  private func write(
    _ bytes: [UInt8], as language: Language?, by renderer: inout Renderer, to output: ContentOutput,
    _ catalog: Catalog, _ title: String?
  ) throws {
    var bytes = bytes
    let context = output.context
    let decision = decision(for: bytes)
    if language == nil, case .messages(let messages) = decision {
      if outputs.lines != nil { throw Failure.usage("--lines is not for conversations") }
      return try write(bytes, as: messages, by: renderer, to: output, catalog, title: title)
    }
    if format == .markdown {
      throw Failure.documentAsMarkdown
    }
    var secrets = SecretCounts()
    if let patterns = renderer.redaction { bytes = Redactor.redact(bytes, patterns, counting: &secrets) }
    renderer.redaction = nil
    context.isCode = language != nil || isCode(in: catalog)
    var document: Document
    if context.isCode {
      let language = language ?? catalog.language(ofFile: file.first, bytes: bytes, looksInside: !noDetect)
      document =
        (showsDiff(in: language) ? renderer.render(diff: bytes, folds: messages.expansion != .all) : nil)
        ?? renderer.render(code: bytes, language: language)
    } else {
      document = renderer.render(markdown: unwrapped((title == nil ? decision.opening : []) + bytes))
    }
    if let lines = outputs.lines?.lines { try document.select(lines, of: bytes) }
    try output.write(.document(document), in: catalog, title: title)
    report(secrets)
  }

  /// Whether a diff is shown file by file, with each file's code in its language. With `--plain-code`, a diff
  /// stays one code block.
  func showsDiff(in language: Language?) -> Bool {
    language?.id == "diff" && (format == .ansi || format == .html) && !html.bare && !appearance.plainCode
      && outputs.lines == nil
  }

  /// Returns the language of diffs if the input begins as `git diff`, `git show` or `git log -p` does; markdown does
  /// not. Nil if something else says what the input is.
  private func diff(startingWith bytes: [UInt8], in catalog: Catalog) -> Language? {
    guard input == .auto, language == nil, !html.bare, file.allSatisfy({ $0 == "-" }) else { return nil }
    let isCommit =
      bytes.starts(with: "commit ".utf8) && bytes.dropFirst(7).prefix(40).count { $0.isHexDigit } == 40
    guard isCommit || bytes.starts(with: "diff --git ".utf8) else { return nil }
    return catalog.languages.language(named: "diff")
  }

  private func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    guard markdown.unwrapMarkdown else { return bytes }
    var unwrapper = FenceUnwrapper()
    return unwrapper.append(bytes) + unwrapper.finish()
  }

  /// Whether the output is shown while the input arrives.
  var isLive: Bool { format == .ansi && kind.picture == nil && isPiped }

  /// Whether plain text is written while the input arrives.
  var isStreamedText: Bool { format == .text && isPiped && server == nil }

  private var isPiped: Bool {
    input != .code && language == nil && !noStream && outputs.lines == nil && file.allSatisfy { $0 == "-" }
  }

  /// Whether an input that is not a conversation is code, according to `--input`, `--language` or the file
  /// name. JSON is code. A file of unknown language, such as `.txt`, is markdown.
  func isCode(in catalog: Catalog) -> Bool {
    guard input == .auto else { return input == .code }
    if language != nil { return true }
    // Markdown does not need the list of languages.
    guard !html.bare, !writesUpdates, let first = file.first, !first.hasSuffix(".md") else {
      return false
    }
    guard let language = catalog.languages.language(forFile: first)?.id,
      !["plain", "markdown"].contains(language)
    else { return false }
    return file.allSatisfy { catalog.languages.language(forFile: $0)?.id == language }
  }

  /// Shows the output, or prints its updates, while the input arrives.
  private func runLive(_ options: MarkdownOptions, _ output: ContentOutput, _ catalog: Catalog) throws {
    let check = UTF8Check()
    defer { report(check, of: file.first, in: output.context) }
    var pieces = try InputPieces(file, pieceSize: chunk, check: check)
    let patterns = try redaction.patterns()
    var secrets: SecretCounts?
    var conversation: ConversationSession?
    let decision = try decision(for: &pieces)
    if !writesUpdates, let diff = try diff(startingWith: pieces.peek(), in: catalog) {
      if format == .ansi, appearance.images == .none { StandardOutput.pager = Pager(outputs.paging) }
      var bytes: [UInt8] = []
      while let piece = try pieces.next() { bytes += piece }
      var renderer = Renderer(markdown: options, highlighter: catalog.highlighter, redaction: patterns)
      return try write(bytes, as: diff, by: &renderer, to: output, catalog, nil)
    }
    pieces.precede(with: decision.opening)
    if case .messages(let format) = decision {
      conversation = ConversationSession(
        format: format, markdown: options, highlighter: catalog.highlighter, redaction: patterns)
    }
    if conversation == nil, markdown.unwrapMarkdown { pieces.unwrapper = FenceUnwrapper() }
    if writesUpdates {
      let session: any ContentSession =
        conversation
        ?? RenderSession(markdown: options, highlighter: catalog.highlighter, redaction: patterns)
      try UpdateStream(session: session).run(pieces)
      secrets = session.secrets
    } else if format == .text, let conversation {
      // The text of a conversation is written once it is complete.
      var bytes: [UInt8] = []
      while let piece = try pieces.next() { bytes += piece }
      let renderer = Renderer(markdown: options, highlighter: catalog.highlighter, redaction: patterns)
      return try write(bytes, as: conversation.format, by: renderer, to: output, catalog, title: nil)
    } else if format == .text {
      var live = LiveOutput(complete: ANSIStream(text: plainText), theme: nil)
      // Plain text has no colours, so that nothing is highlighted.
      secrets = try live.run(pieces, through: SectionedSession(markdown: options, redaction: patterns))
        .secrets
    } else {
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      let looks = appearance.ansiOptions(on: terminal, besides: nil)
      var live = LiveOutput(
        output.stream(looks, isConversation: conversation != nil), theme: theme,
        ambiguousWidth: looks.ambiguousWidth, hasFixedWidth: appearance.width != nil, terminal: terminal)
      if let conversation {
        let hadInput = try live.run(pieces, through: conversation).hadInput
        if hadInput, live.isEmpty { throw noMessages(conversation.format, conversation.skipped) }
      } else {
        let session = SectionedSession(
          markdown: options, highlighter: catalog.highlighter, redaction: patterns)
        secrets = try live.run(pieces, through: session).secrets
      }
    }
    report(conversation?.skipped, in: output.context)
    report(conversation?.secrets ?? secrets)
  }

  // MARK: Messages

  /// Renders a complete conversation.
  private func write(
    _ bytes: [UInt8], as messages: MessageFormat, by renderer: Renderer, to output: ContentOutput,
    _ catalog: Catalog, title: String?
  ) throws {
    var secrets = SecretCounts()
    let (content, skipped) = renderer.render(bytes, as: .messages(messages), counting: &secrets)
    if content.isEmpty, !bytes.isEmpty { throw noMessages(messages, skipped) }
    try output.write(content.canonical(), in: catalog, title: title)
    report(skipped, in: output.context)
    report(secrets)
  }

  private func noMessages(_ format: MessageFormat, _ skipped: SkippedInput?) -> Failure {
    .noMessages(format, isStated: input != .auto, skipped)
  }

  /// Returns the kind of the input, as requested or detected from the first bytes.
  private func decision(for pieces: inout InputPieces) throws -> FormatDetector.FormatDecision {
    if let requested = requestedDecision { return requested }
    var detector = FormatDetector()
    var taken: [[UInt8]] = []
    var decision: FormatDetector.FormatDecision?
    while decision == nil, let piece = try pieces.next() {
      taken.append(piece)
      decision = detector.append(piece)
    }
    let known = decision ?? detector.finish()
    pieces.unread(taken)
    return known
  }

  private func decision(for bytes: [UInt8]) -> FormatDetector.FormatDecision {
    requestedDecision ?? FormatDetector.decision(for: bytes)
  }

  private var requestedDecision: FormatDetector.FormatDecision? {
    if let messages = input.messages { return .messages(messages) }
    return input != .auto || html.bare ? .markdown : nil
  }

  func checkCombination() throws {
    try checkOutputs()
    if server != nil, redaction.isOn {
      throw Failure.usage("--redact does not go with --server, which would be sent the secrets")
    }
    if server != nil { try checkRemoteCombination() }
    if html.bare, format != .html { throw Failure.usage("--bare goes with --format html") }
    if html.standalone, format != .html { throw Failure.usage("--standalone goes with --format html") }
    if format != .html, html.html != nil || html.unsafeHtml || html.drawings {
      throw Failure.usage("--html, --unsafe-html and --drawings go with --format html")
    }
    if html.bare, html.html == .sanitize {
      throw Failure.usage("--bare escapes HTML or, with --html unsafe, keeps it")
    }
    if html.hasLinkPolicy {
      let options = "--images-from, --links-to, --image-proxy and --base-url"
      if format != .html || html.bare {
        throw Failure.usage("\(options) go with --format html, without --bare")
      }
      if html.isUnsafe {
        throw Failure.usage("\(options) cannot hold with --html unsafe, which keeps any HTML")
      }
    }
    if html.standalone, html.bare { throw Failure.usage("--standalone and --bare exclude each other") }
    if chunk != nil, !writesUpdates { throw Failure.usage("--chunk goes with --format updates") }
    if let chunk, chunk < 1 { throw Failure.usage("--chunk takes a number of bytes from 1 on") }
    if language != nil, input != .code, input != .auto || html.bare {
      throw Failure.usage("--language goes with --input code")
    }
    if writesUpdates, input == .code || language != nil {
      throw Failure.usage("--format updates is not for code")
    }
    let isDocument = input == .markdown || input == .code
    if format == .markdown, isDocument { throw Failure.usage("--format markdown is for conversations") }
    if html.bare, !isDocument, input != .auto { throw Failure.usage("--bare is for markdown") }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}

extension Catalog {
  /// Returns the language with this name.
  ///
  /// - Throws: A usage error that suggests similar names.
  func language(named name: String) throws -> Language {
    guard let language = languages.language(named: name) else {
      throw Failure.unknown(
        "language", name, close: languages.closestMatches(to: name), list: "ilsrender languages")
    }
    return language
  }

  /// Returns the language of a file, according to its name, its first line or its content.
  func language(ofFile name: String?, bytes: [UInt8], looksInside: Bool) -> Language? {
    if let name, name != "-", let language = languages.language(forFile: name) { return language }
    let line = bytes.prefix(while: { $0 != UInt8(ascii: "\n") }).prefix(1000)
    if let language = languages.language(forFirstLine: String(decoding: line, as: UTF8.self)) {
      return language
    }
    return looksInside ? languages[detector.detect(bytes).language] : nil
  }
}
