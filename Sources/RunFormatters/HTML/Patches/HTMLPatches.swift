public import StyledRuns

/// Writes a growing document or conversation as HTML patches: after each of them a reader's element shows what
/// ``HTMLFormatter`` writes of the whole.
///
///     let patches = HTMLPatches(options: options)
///     while let update = session.append(piece) {
///       try document.apply(update)
///       send(patches.patch(for: update, of: document, sheets: sheets).bytes)
///     }
///
/// The first patch is a snapshot. A patch costs what its update changed, not what the document holds; raw HTML that is let
/// through (``HTMLFormatter/RawHTML/unsafe``) makes every patch a snapshot. One owner at a time.
public final class HTMLPatches {
  private let formatter: HTMLFormatter
  private var renderer: PatchRenderer
  private var state = State.empty
  private var knownStyles: [Int] = []

  private enum State {
    case empty
    case document(PatchTree)
  }

  /// The patches are of fragments: ``HTMLFormatter/Options/isStandalone`` is not heeded.
  public init(options: HTMLFormatter.Options = HTMLFormatter.Options()) {
    var options = options
    options.isStandalone = false
    formatter = HTMLFormatter(options: options)
    renderer = PatchRenderer(options: options, sheets: [])
  }

  /// The patch for an update of a document.
  ///
  /// - Parameters:
  ///   - document: The document, to which the update was applied.
  ///   - sheets: The sheets for the document's scopes, the same ones in each call, grown.
  public func patch(for update: Update, of document: Document, sheets: [StyleSheet]) -> HTMLPatch {
    var patch = HTMLPatch(sequence: update.sequence, edits: [], isFinal: update.isFinal)
    let isKnown = takeSheets(sheets)
    guard case .document(var tree) = state, isKnown, formatter.options.rawHTML != .unsafe else {
      begin(document)
      patch.snapshot = snapshot(of: document, sheets: sheets)
      return patch
    }
    state = .empty
    tree.mark(update)
    renderer.update(&tree, document)
    patch.edits = renderer.takeEdits()
    state = .document(tree)
    return patch
  }

  /// The HTML of the whole.
  private func snapshot(of document: Document, sheets: [StyleSheet]) -> [UInt8] {
    var html = formatter.format(document, sheets: sheets)
    if html.last == 0x0A { html.removeLast() }
    return html
  }

  private func begin(_ document: Document) {
    state = .empty
    guard formatter.options.rawHTML != .unsafe else { return }
    var tree = PatchTree()
    renderer.build(&tree, document)
    state = .document(tree)
  }

  /// Takes in the styles that came to the sheets; false where these are others than before.
  private func takeSheets(_ sheets: [StyleSheet]) -> Bool {
    let counts = sheets.map(\.styles.count)
    defer { knownStyles = counts }
    guard counts.count == knownStyles.count, zip(counts, knownStyles).allSatisfy({ $0 >= $1 }) else {
      renderer = PatchRenderer(options: formatter.options, sheets: sheets)
      return false
    }
    if counts != knownStyles { renderer.writer.styles.extend(sheets) }
    return true
  }
}
