internal import CMarkGFM
internal import StyledRuns
internal import Synchronization

/// Parses the inlines of leaves: with cmark, many at once, or without it where text is plain.
///
/// Owned by one thread at a time. The process-wide lock is held only while cmark resolves a batch.
final class InlineParser {
  /// What the leaves of a document are parsed against.
  struct Context {
    /// The document's leaf text, with room for one byte after its end.
    var text: UnsafeMutablePointer<UInt8>
    var definitions: UnsafeBufferPointer<LinkDefinition>
    var references: ReferenceMap
    var footnoteLabels: [TextSpan]
    var footnotes: ReferenceMap
  }

  /// Bytes that were given to cmark, and leaves that needed it not.
  private(set) var parsedBytes = 0
  private(set) var plainLeaves = 0

  private let options: MarkdownOptions
  private let scan: InlineScan
  private let feed = InlineFeed()
  private let arena = CMarkArena()
  private var builder = InlinesBuilder()
  private var reader = InlineReader()

  /// How much text one batch holds at most, one leaf at least: enough that starting a batch costs nothing, and
  /// little enough to stay in the cache and to let other threads have the lock.
  private static let batchBytes = 32_768
  private static let batchLeaves = 512

  /// What the definitions that leaves use may add up to in a document; where it is more, they resolve no
  /// longer, for a short document could make an endless one.
  private static let maximumExpansion = 1 << 24
  private var expansion = 0

  /// Leaves longer than this are parsed in parts of about this length, because cmark's time grows with the
  /// square of a leaf's length.
  private let partBytes: Int

  init(options: MarkdownOptions, partBytes: Int = 2048) {
    self.options = options
    self.partBytes = partBytes
    scan = InlineScan(options: options)
  }

  /// Forgets what was counted for the last document.
  func startDocument() { expansion = 0 }

  /// The inlines of each leaf, in order. Calls `withFootnotes` with the index of each that refers to some:
  /// there, each reference's `number` is the index of its definition.
  func parse(_ leaves: [TextSpan], in context: Context, withFootnotes: (Int) -> Void) -> [Inlines] {
    var results = [Inlines](repeating: Inlines(), count: leaves.count)
    var batch = Batch()
    for (index, leaf) in leaves.enumerated() {
      let count = leaf.end - leaf.start
      let found = scan.scan(UnsafePointer(context.text + leaf.start), count: count)
      if found.isPlain {
        plainLeaves += 1
        results[index] = PlainLeaf.inlines(
          UnsafePointer(context.text + leaf.start), count: count, into: &builder)
        continue
      }
      if count > partBytes {
        let (inlines, hasFootnotes) = parseLong(leaf, in: context)
        results[index] = inlines
        if hasFootnotes { withFootnotes(index) }
        continue
      }
      add(leaf, index, hasBracket: found.hasBracket, to: &batch, in: context, &results, withFootnotes)
    }
    run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
    return results
  }

  /// The inlines of one leaf, and whether they refer to footnotes.
  func parse(_ leaf: TextSpan, in context: Context) -> (inlines: Inlines, hasFootnotes: Bool) {
    var hasFootnotes = false
    let results = parse([leaf], in: context) { _ in hasFootnotes = true }
    return (results[0], hasFootnotes)
  }

  // MARK: Long leaves

  /// What a stretch that cannot be cut may cost: its length times the marks in it. Beyond, the rest of the leaf
  /// is plain text.
  private static let maximumCost = 1 << 30

  private func parseLong(_ leaf: TextSpan, in context: Context) -> (inlines: Inlines, hasFootnotes: Bool) {
    let text = UnsafePointer(context.text + leaf.start)
    let count = leaf.end - leaf.start
    let mayCut = LeafCut.isAllowed(text, count: count, options: options)
    var result = Inlines()
    var hasFootnotes = false
    var start = 0
    var length = partBytes
    while start < count {
      let cut = mayCut ? LeafCut.next(text + start, from: length, to: count - start).map { $0 + start } : nil
      let end = cut ?? count
      let cost = (end - start) * scan.countMarks(text + start, count: end - start)
      guard cost <= InlineParser.maximumCost else {
        result.append(PlainLeaf.inlines(text + start, count: count - start, into: &builder))
        break
      }
      let part = parsePart(
        TextSpan(start: leaf.start + start, end: leaf.start + end), isLast: cut == nil, in: context)
      guard let inlines = part.inlines else {
        length += max(length / 2, 1)
        continue
      }
      result.append(inlines)
      if part.hasFootnotes { hasFootnotes = true }
      start = end
      length = partBytes
    }
    return (result, hasFootnotes)
  }

  /// Whether a leaf may be cut before this text, `ats` of its `@` standing before it.
  func mayCut(_ text: UnsafePointer<UInt8>, count: Int, ats: Int) -> Bool {
    LeafCut.isAllowed(text, count: count, ats: ats, options: options)
  }

  /// The inlines of a part of a leaf; nil if it must not be cut at its end.
  func parsePart(
    _ part: TextSpan, isLast: Bool, in context: Context
  ) -> (inlines: Inlines?, hasFootnotes: Bool) {
    var results = [Inlines()]
    var hasFootnotes = false
    var batch = Batch()
    let saved = context.text[part.end]
    var leaf = part
    if !isLast {
      context.text[part.end] = LeafCut.sentinel
      leaf.end += 1
    }
    let count = leaf.end - leaf.start
    if scan.scan(UnsafePointer(context.text + leaf.start), count: count).isPlain {
      results[0] = PlainLeaf.inlines(
        UnsafePointer(context.text + leaf.start), count: count, into: &builder)
    } else {
      add(leaf, 0, hasBracket: true, to: &batch, in: context, &results) { _ in hasFootnotes = true }
      run(&batch, in: context, into: &results) { _ in hasFootnotes = true }
    }
    context.text[part.end] = saved
    guard !isLast else { return (results[0], hasFootnotes) }
    let inlines = LeafCut.finished(
      results[0], raw: UnsafePointer(context.text + part.start), count: part.end - part.start,
      options: options)
    return (inlines, hasFootnotes)
  }

  // MARK: Batches

  private struct Batch {
    var indices: [Int] = []
    var leaves: [TextSpan] = []
    var bytes = 0
    var definitions: Set<Int> = []
    var footnotes: Set<Int> = []

    mutating func add(_ leaf: TextSpan, _ index: Int, _ labels: Labels) {
      leaves.append(leaf)
      indices.append(index)
      bytes += leaf.end - leaf.start
      definitions.formUnion(labels.definitions)
      footnotes.formUnion(labels.footnotes)
    }
  }

  /// The definitions that a leaf may use.
  private struct Labels {
    var definitions: [Int] = []
    var footnotes: [Int] = []
    /// The bytes of the definitions, as often as they may be used.
    var expansion = 0
  }

  private func add(
    _ leaf: TextSpan, _ index: Int, hasBracket: Bool, to batch: inout Batch, in context: Context,
    _ results: inout [Inlines], _ withFootnotes: (Int) -> Void
  ) {
    if hasBracket {
      var labels = Labels()
      collectLabels(of: leaf, in: context, into: &labels)
      if expansion + labels.expansion > InlineParser.maximumExpansion {
        // In a batch of its own it gets no definitions.
        run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
        labels.definitions = []
        batch.add(leaf, index, labels)
        return run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
      }
      expansion += labels.expansion
      batch.add(leaf, index, labels)
    } else {
      batch.add(leaf, index, Labels())
    }
    if batch.bytes >= InlineParser.batchBytes || batch.leaves.count >= InlineParser.batchLeaves {
      run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
    }
  }

  private func collectLabels(of leaf: TextSpan, in context: Context, into labels: inout Labels) {
    let text = UnsafePointer(context.text + leaf.start)
    let count = leaf.end - leaf.start
    if !context.references.isEmpty {
      InlineScan.linkLabels(text, count: count) { label in
        context.references.candidates(label) { index in
          let definition = context.definitions[index]
          labels.expansion += definition.end - definition.start
          labels.definitions.append(index)
        }
      }
    }
    if !context.footnotes.isEmpty {
      InlineScan.footnoteLabels(text, count: count) { label in
        context.footnotes.candidates(label) { labels.footnotes.append($0) }
      }
    }
  }

  private func run(
    _ batch: inout Batch, in context: Context, into results: inout [Inlines], withFootnotes: (Int) -> Void
  ) {
    guard !batch.leaves.isEmpty else { return }
    var definitions: [UInt8] = []
    for index in batch.definitions.sorted() {
      let definition = context.definitions[index]
      definitions += UnsafeBufferPointer(
        start: context.text + definition.start, count: definition.end - definition.start)
      definitions.append(.newline)
    }
    var footnotes: [UInt8] = []
    for index in batch.footnotes.sorted() {
      let label = context.footnoteLabels[index]
      footnotes += "[^".utf8
      footnotes += UnsafeBufferPointer(start: context.text + label.start, count: label.end - label.start)
      footnotes += "]: \(index)\n".utf8
    }
    parsedBytes += batch.bytes + definitions.count + footnotes.count
    arena.use { memory in
      guard let root = parse(batch.leaves, context.text, definitions, footnotes, memory) else { return }
      reader.footnotes = footnotes.isEmpty ? [] : footnoteIndices(root)
      var leaf = cmark_node_first_child(root)
      for index in batch.indices {
        guard let current = leaf else { return }
        let (inlines, hasFootnotes) = reader.read(current, into: &builder)
        results[index] = inlines
        if hasFootnotes { withFootnotes(index) }
        leaf = cmark_node_next(current)
      }
    }
    batch = Batch()
  }

  private func parse(
    _ leaves: [TextSpan], _ text: UnsafeMutablePointer<UInt8>, _ definitions: [UInt8], _ footnotes: [UInt8],
    _ memory: UnsafeMutablePointer<cmark_mem>
  ) -> OpaquePointer? {
    var flags = CMARK_OPT_DEFAULT
    if options.smart { flags |= CMARK_OPT_SMART }
    if options.extensions.contains(.footnotes) { flags |= CMARK_OPT_FOOTNOTES }
    let parser = cmark_parser_new_with_mem(flags, memory)
    if options.extensions.contains(.strikethrough) {
      _ = cmark_parser_attach_syntax_extension(parser, CMark.inlineExtensions.strikethrough)
    }
    if options.extensions.contains(.autolink) {
      _ = cmark_parser_attach_syntax_extension(parser, CMark.inlineExtensions.autolink)
    }
    _ = cmark_parser_attach_syntax_extension(parser, feed.syntaxExtension)
    leaves.withUnsafeBufferPointer {
      feed.feed($0, of: text, definitions: definitions, footnotes: footnotes, to: parser, memory: memory)
    }
    var root: OpaquePointer?
    CMark.finishing.withLock { _ in root = cmark_parser_finish(parser) }
    return root
  }

  /// The definitions that cmark found used, in the order of its numbers: what each one's text says.
  private func footnoteIndices(_ root: OpaquePointer) -> [Int] {
    var indices: [Int] = []
    var node = cmark_node_last_child(root)
    while let current = node, cmark_node_get_type(current) == CMARK_NODE_FOOTNOTE_DEFINITION {
      let text = cmark_node_get_literal(cmark_node_first_child(cmark_node_first_child(current)))
      indices.append(text.flatMap { Int(String(cString: $0)) } ?? 0)
      node = cmark_node_previous(current)
    }
    return indices.reversed()
  }
}
