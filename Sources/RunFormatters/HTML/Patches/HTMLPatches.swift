public import StyledRuns

/// Converts the updates of a document or conversation into HTML patches. After each patch, a reader's element
/// shows the output of ``HTMLFormatter`` for the whole content.
///
/// ```swift
/// let patches = HTMLPatches()
/// for await piece in pieces {
///   guard let update = session.append(piece) else { continue }
///   try document.apply(update)
///   send(patches.patch(for: update, of: document, sheets: sheets).bytes)
/// }
/// ```
///
/// The first patch is a snapshot. The cost of a patch is proportional to the update, not to the document.
/// With copied raw HTML (``HTMLFormatter/RawHTML/unsafe``), every patch is a snapshot. Not thread-safe.
public final class HTMLPatches {
  private let formatter: HTMLFormatter
  private let expansion: ToolExpansion
  private let groupLimit: Int
  private var renderer: PatchRenderer
  private var patcher: ConversationPatcher
  private var state = PatchingState.empty
  private var knownStyles: [Int] = []
  private var cursor = PatchCursor()

  /// The number of bytes of HTML that were written for all patches: the changes, and the lines, rows and leaf
  /// blocks that contain them.
  public var writtenBytes: Int { renderer.writtenBytes }

  /// The approximate memory in bytes, without the content itself. O(content).
  public var memoryBytes: Int {
    switch state {
    case .empty, .whole: 0
    case .document(let tree, _): tree.memoryBytes
    case .conversation(let units): units.memoryBytes
    }
  }

  private enum PatchingState {
    case empty
    /// Every patch is a snapshot.
    case whole
    case document(PatchTree, isRightToLeft: Bool)
    case conversation(ConversationUnits)
  }

  /// Creates the state for a new document or conversation. Patches are always for fragments:
  /// ``HTMLOptions/isStandalone`` is ignored.
  public convenience init(
    options: HTMLOptions = HTMLOptions(), expansion: ToolExpansion = .none
  ) {
    self.init(options: options, expansion: expansion, groupLimit: 1 << 11)
  }

  package init(options: HTMLOptions, expansion: ToolExpansion, groupLimit: Int) {
    var options = options
    options.isStandalone = false
    formatter = HTMLFormatter(options: options)
    self.expansion = expansion
    self.groupLimit = groupLimit
    renderer = PatchRenderer(options: options, sheets: [], groupLimit: groupLimit)
    patcher = ConversationPatcher(options: options, sheets: [], expansion: expansion)
  }

  /// Returns the patch for an update of a document.
  ///
  /// - Parameters:
  ///   - document: The document after the update.
  ///   - sheets: The sheets for the document's scopes: those of the previous call, extended.
  public func patch(for update: Update, of document: Document, sheets: [StyleSheet]) -> HTMLPatch {
    takeSheets(sheets)
    guard var (tree, isRightToLeft) = takeDocument() else {
      state = begin(document)
      return snapshot(
        of: .document(document), sequence: update.sequence, isFinal: update.isFinal, sheets: sheets)
    }
    tree.mark(update)
    renderer.update(&tree, document, path: [])
    if isRightToLeft != (tree.root.direction == .rightToLeft) {
      isRightToLeft.toggle()
      renderer.edits.append(
        .attribute(path: [], name: "dir", keep: 0, text: isRightToLeft ? Array("rtl".utf8) : nil))
    }
    state = .document(tree, isRightToLeft: isRightToLeft)
    return patch(for: update.sequence, isFinal: update.isFinal)
  }

  /// Returns the patch for an update of a conversation.
  ///
  /// - Parameters:
  ///   - conversation: The conversation after the update.
  ///   - sheets: The sheets for ``Conversation/scopes``: those of the previous call, extended.
  public func patch(
    for update: ConversationUpdate, of conversation: Conversation, sheets: [StyleSheet]
  ) -> HTMLPatch {
    takeSheets(sheets)
    guard var units = takeConversation() else {
      state = begin(conversation, sheets)
      return snapshot(
        of: .conversation(conversation), sequence: update.sequence, isFinal: update.isFinal, sheets: sheets)
    }
    units.mark(update)
    patcher.update(&units, conversation, &renderer)
    state = .conversation(units)
    return patch(for: update.sequence, isFinal: update.isFinal)
  }

  /// Returns the patch for an update of a stream.
  public func patch(for update: StreamUpdate, of content: StreamContent, sheets: [StyleSheet]) -> HTMLPatch {
    switch (update, content) {
    case (.document(let update), .document(let document)):
      patch(for: update, of: document, sheets: sheets)
    case (.conversation(let update), .conversation(let conversation)):
      patch(for: update, of: conversation, sheets: sheets)
    case (_, _): snapshot(of: content, sequence: update.sequence, isFinal: update.isFinal, sheets: sheets)
    }
  }

  /// Starts with existing content. Without this call, the first update starts the content.
  ///
  /// - Parameter sequence: The number of the last update in `content`.
  /// - Returns: A snapshot.
  public func begin(
    with content: StreamContent, sequence: Int, isFinal: Bool, sheets: [StyleSheet]
  ) -> HTMLPatch {
    takeSheets(sheets)
    switch content {
    case .document(let document): state = begin(document)
    case .conversation(let conversation): state = begin(conversation, sheets)
    }
    return snapshot(of: content, sequence: sequence, isFinal: isFinal, sheets: sheets)
  }

  /// Returns a snapshot for a new reader. Later patches apply to it, even if they were requested for other
  /// readers.
  ///
  /// - Parameter sequence: The number of the last update in `content`.
  public func snapshot(
    of content: StreamContent, sequence: Int, isFinal: Bool, sheets: [StyleSheet]
  ) -> HTMLPatch {
    let html =
      switch content {
      case .document(let document): formatter.format(document, sheets: sheets)
      case .conversation(let conversation):
        formatter.format(conversation, sheets: sheets, expansion: expansion)
      }
    return HTMLPatch(
      sequence: sequence, snapshot: html, cursor: cursor.path, edits: [], isFinal: isFinal,
      work: renderer.takeWork() + 2 * html.count)
  }

  /// Moves the units out of the state, so that they are uniquely referenced. The caller moves them back.
  private func takeDocument() -> (tree: PatchTree, isRightToLeft: Bool)? {
    guard case .document(let tree, let isRightToLeft) = state else { return nil }
    state = .empty
    return (tree, isRightToLeft)
  }

  private func takeConversation() -> ConversationUnits? {
    guard case .conversation(let units) = state else { return nil }
    state = .empty
    return units
  }

  /// Moves the edits of an update out of the renderer, in their shortest form.
  private func patch(for sequence: Int, isFinal: Bool) -> HTMLPatch {
    HTMLPatch(
      sequence: sequence, edits: renderer.takeEdits().map { cursor.shorten($0) }, isFinal: isFinal,
      work: renderer.takeWork())
  }

  private func begin(_ document: Document) -> PatchingState {
    cursor = PatchCursor()
    guard formatter.options.rawHTML != .unsafe else { return .whole }
    var tree = PatchTree()
    tree.root.spans.append(NodeSpan(leading: 1))
    var out = ByteSink()
    renderer.writer.beginPart("")
    renderer.build(&tree, document, into: &out)
    return .document(tree, isRightToLeft: tree.root.direction == .rightToLeft)
  }

  private func begin(_ conversation: Conversation, _ sheets: [StyleSheet]) -> PatchingState {
    cursor = PatchCursor()
    guard formatter.options.rawHTML != .unsafe else { return .whole }
    var options = formatter.options
    options.links = options.links.forConversations
    renderer = PatchRenderer(options: options, sheets: sheets, groupLimit: groupLimit)
    let units = patcher.build(conversation, &renderer)
    _ = renderer.takeEdits()
    return .conversation(units)
  }

  /// Adds the styles that were appended to the sheets. Different sheets restart the conversion.
  private func takeSheets(_ sheets: [StyleSheet]) {
    let counts = sheets.map(\.styles.count)
    defer { knownStyles = counts }
    guard counts.count == knownStyles.count, zip(counts, knownStyles).allSatisfy({ $0 >= $1 }) else {
      let options = formatter.options
      patcher = ConversationPatcher(options: options, sheets: sheets, expansion: expansion)
      patcher.writer.writer.styles.extend(sheets)
      renderer = PatchRenderer(options: options, sheets: sheets, groupLimit: groupLimit)
      state = .empty
      return
    }
    if counts != knownStyles {
      renderer.writer.styles.extend(sheets)
      patcher.writer.writer.styles.extend(sheets)
    }
  }
}
