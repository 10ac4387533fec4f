internal import MarkdownSource
internal import OnigurumaRegex
internal import PictureDecoding
internal import Rendering

/// The version of the command line tool, and what it runs with.
enum Version {
  static let current = "0.1.0"

  /// The output of `--version`: the version alone in the first line, for scripts, then the C libraries and the
  /// data in use.
  static var text: String {
    var rows = [
      ("cmark-gfm", EntityDecoder.libraryVersion), ("Oniguruma", Oniguruma.version),
      ("libpng", PictureDecoder.pngVersion),
    ]
    if let version = PictureDecoder.jpegVersion { rows.append(("libjpeg-turbo", version)) }
    let data = DataFolder.find().map(\.path) ?? "inside the program"
    rows.append(("data", data))
    for name in ["grammars", "themes"] {
      if let own = UserConfiguration.existingFolder(name) { rows.append(("your \(name)", own)) }
    }
    if let file = UserConfiguration.existingFile { rows.append(("your options", file)) }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { name, value in
      "  \(name)\(String(repeating: " ", count: width + 2 - name.count))\(value)\n"
    }
    return "\(current)\n" + lines.joined()
  }

  /// Whether the arguments request this text.
  static func isAsked(by arguments: ArraySlice<String>) -> Bool {
    if let first = arguments.first, Ilsrender.isCommandName(first) { return false }
    return arguments.prefix { $0 != "--" }.contains("--version")
  }
}
