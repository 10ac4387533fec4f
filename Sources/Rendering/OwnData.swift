internal import CLibrary
internal import TextMate

/// The compiled grammars and themes that are part of a program.
///
/// `make release` stores them in a section of the executable, which is mapped only when it is read. The
/// compiled file next to the sources has the same format. If the sources are available, they decide whether
/// the compiled data is up to date.
enum OwnData {
  /// The name of the section in the executable.
  static let sectionName = ".ilsrender"

  /// Returns the compiled form of a folder, or of no folder.
  ///
  /// - Returns: nil if there is none, so that the sources must be read.
  static func compiled(for folder: DataFolder?) -> CompiledFolder? {
    guard let folder else { return embedded.map { CompiledFolder($0) } }
    if let embedded,
      let compiled = CompiledFolder(embedded, grammars: folder.grammars, themes: folder.themes)
    {
      return compiled
    }
    return CompiledFolder.find(grammars: folder.grammars, themes: folder.themes)
  }

  /// The data in the executable of this process; nil if it is missing or damaged.
  private static let embedded: CompiledData? = DataFolder.executable
    .flatMap { section(sectionName, ofFile: $0) }.flatMap { CompiledData($0) }

  /// Maps a section of a 64-bit little-endian ELF file; nil if the file has no such section or another
  /// format.
  static func section(_ name: String, ofFile path: String) -> MappedBytes? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let header = read(64, at: 0, of: file), header.prefix(6) == [0x7F, 0x45, 0x4C, 0x46, 2, 1] else {
      return nil
    }
    let start = number(header, 40, 8)
    let size = number(header, 58, 2)
    let count = number(header, 60, 2)
    let namesIndex = number(header, 62, 2)
    guard size >= 64, count > namesIndex, let sections = read(size * count, at: start, of: file) else {
      return nil
    }
    let names = namesIndex * size
    guard let texts = read(number(sections, names + 32, 8), at: number(sections, names + 24, 8), of: file)
    else { return nil }
    for index in 0..<count {
      let section = index * size
      let nameStart = number(sections, section, 4)
      guard nameStart < texts.count, texts[nameStart...].starts(with: Array(name.utf8) + [0]) else {
        continue
      }
      return MappedBytes(
        descriptor: file, offset: number(sections, section + 24, 8), count: number(sections, section + 32, 8))
    }
    return nil
  }

  /// Reads bytes at an offset; returns nil if the file is too short, or if the count is implausible.
  private static func read(_ count: Int, at offset: Int, of file: Int32) -> [UInt8]? {
    guard count > 0, count < 1 << 20, offset >= 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
    }
    return bytes.count == count ? bytes : nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    guard offset + size <= bytes.count else { return 0 }
    return bytes[offset..<offset + size].reversed().reduce(0) { ($0 << 8 | Int($1)) & Int.max }
  }
}
