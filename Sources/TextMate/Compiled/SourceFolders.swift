internal import CLibrary

/// The source folders of compiled data, and the digest of what decides which languages and themes they contain.
struct SourceFolders: Sendable {
  let grammars: String
  /// The folder of the themes; empty if there is none.
  let themes: String
  /// The digest of the names of all files, and of the index or, without one, the sizes of the grammars.
  let digest: UInt64

  /// Scans the folders.
  ///
  /// - Returns: nil if one of the folders is not readable.
  init?(grammars: String, themes: String) {
    guard let names = GrammarIndex.candidates(in: grammars),
      let themeNames = FileBytes.names(inFolder: themes)
    else { return nil }
    self.grammars = grammars
    self.themes = themes
    digest = Self.digest(ofGrammars: names, in: grammars) ^ Self.digest(of: themeNames) &* 3
  }

  init(grammars: String, names: [String]) {
    self.grammars = grammars
    themes = ""
    digest = Self.digest(ofGrammars: names, in: grammars)
  }

  /// The possible paths of the compiled form: next to the sources, and in the user's cache.
  var compiledPaths: [String] {
    [FilePath.join(grammars, CompiledFolder.filename)] + (cachePath.map { [$0] } ?? [])
  }

  /// The path in the user's cache for these folders. It does not depend on the working directory.
  var cachePath: String? {
    guard let resolved = realpath(grammars, nil) else { return nil }
    defer { free(resolved) }
    let name = Checksum.of(Array(String(cString: resolved).utf8))
    let cache =
      Self.environment("XDG_CACHE_HOME") ?? Self.environment("HOME").map { FilePath.join($0, ".cache") }
    return cache.map { "\($0)/ilsrender/\(String(name, radix: 16)).ilsrender" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee == UInt8(ascii: "/") else { return nil }
    return String(cString: value)
  }

  /// Returns the digest of what the list of languages is read from. The sizes of the grammars are needed only
  /// without an index, and would be a system call for each of them.
  private static func digest(ofGrammars names: [String], in folder: String) -> UInt64 {
    if let index = MappedBytes(path: FilePath.join(folder, GrammarIndex.filename)) {
      return digest(of: names) ^ Checksum.of(index.bytes)
    }
    return digest(of: names) { name in
      var status = stat()
      return stat(FilePath.join(folder, name), &status) == 0 ? UInt64(status.st_size) : UInt64.max
    }
  }

  /// Returns the digest of names, each with a number, which does not depend on their order.
  private static func digest(of names: [String], number: (String) -> UInt64 = { _ in 0 }) -> UInt64 {
    names.reduce(UInt64(names.count)) { digest, name in
      var name = name
      let hash = name.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }
      return digest &+ (hash ^ number(name)) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
