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

  init(options: MarkdownOptions) {
    self.options = options
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
      if found.hasBracket { collectLabels(of: leaf, in: context, into: &batch) }
      batch.indices.append(index)
      batch.leaves.append(leaf)
      batch.bytes += count
      if batch.bytes >= InlineParser.batchBytes || batch.leaves.count >= InlineParser.batchLeaves {
        run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
      }
    }
    run(&batch, in: context, into: &results, withFootnotes: withFootnotes)
    return results
  }

  // MARK: Batches

  private struct Batch {
    var indices: [Int] = []
    var leaves: [TextSpan] = []
    var bytes = 0
    var definitions: Set<Int> = []
    var footnotes: Set<Int> = []
  }

  private func collectLabels(of leaf: TextSpan, in context: Context, into batch: inout Batch) {
    let text = UnsafePointer(context.text + leaf.start)
    let count = leaf.end - leaf.start
    if !context.references.isEmpty {
      InlineScan.linkLabels(text, count: count) { label in
        context.references.candidates(label) { index in
          let definition = context.definitions[index]
          expansion += definition.end - definition.start
          if expansion <= InlineParser.maximumExpansion { batch.definitions.insert(index) }
        }
      }
    }
    if !context.footnotes.isEmpty {
      InlineScan.footnoteLabels(text, count: count) { label in
        context.footnotes.candidates(label) { batch.footnotes.insert($0) }
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
