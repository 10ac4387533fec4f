internal import Rendering

/// The state that the renderings of several files share.
final class RenderContext {
  /// The file name to write above the content; nil for no header.
  var header: String?
  /// Whether the file is code. In code, the comments that highlight lines of a code block have no effect and
  /// are shown.
  var isCode = false
  /// Whether no file was written before this one.
  var isFirst = true
  /// The picture that shows all files; nil for other formats.
  var picture: PictureOutput?
  /// Whether parts of the input were skipped or replaced, because they were not understood.
  var isPartial = false
  private var catalog: Catalog?

  // Unsafe: only the main thread renders.
  nonisolated(unsafe) private static var lasting: [RenderContext] = []

  /// Leaves the memory to the end of the process, which frees it at once. Piece by piece it takes longer than
  /// rendering a short document.
  func keepUntilExit() { Self.lasting.append(self) }

  /// Returns the catalog of grammars and themes. Calls `make` on the first use only.
  func catalog(_ make: () throws -> Catalog) rethrows -> Catalog {
    if let catalog { return catalog }
    let made = try make()
    catalog = made
    return made
  }
}
