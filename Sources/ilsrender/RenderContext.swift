internal import Rendering

/// What the renderings of several files share.
final class RenderContext {
  /// The name of the file, to be written above its content; nil for none.
  var header: String?
  /// Whether the file is code. Comments that set lines off in a document are shown in code.
  var isCode = false
  /// Whether nothing was written before this file.
  var isFirst = true
  /// The picture that shows all files; nil for other formats.
  var picture: PictureOutput?
  private var catalog: Catalog?

  /// Returns the grammars and themes, which are loaded once.
  func catalog(_ make: () throws -> Catalog) rethrows -> Catalog {
    if let catalog { return catalog }
    let made = try make()
    catalog = made
    return made
  }
}
