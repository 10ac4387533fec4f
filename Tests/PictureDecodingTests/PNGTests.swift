import PictureDecoding
import RunFormatters
import Testing

@Suite("PNG files")
struct PNGTests {
  /// Each kind of pixels with each depth, and how many samples a pixel has.
  static let kinds: [(kind: Int, depth: Int, channels: Int)] =
    [1, 2, 4, 8, 16].map { (0, $0, 1) } + [1, 2, 4, 8].map { (3, $0, 1) }
    + [(2, 8, 3), (2, 16, 3), (4, 8, 2), (4, 16, 2), (6, 8, 4), (6, 16, 4)]

  static func file(_ kind: Int, _ depth: Int, _ channels: Int, _ width: Int, _ height: Int) -> PNGFile {
    var file = PNGFile(width: width, height: height, depth: depth, kind: kind)
    file.samples = { x, y in
      (0..<channels).map { (x * 7919 + y * 104_729 + $0 * 1301 + x * y) & (1 << depth - 1) }
    }
    if kind == 3 { file.palette = (0..<(3 << depth)).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) } }
    return file
  }

  /// The expected value of a pixel according to the format.
  static func pixel(_ file: PNGFile, _ x: Int, _ y: Int) -> [UInt8] {
    let samples = file.samples(x, y)
    let bytes = samples.map {
      file.depth == 16 ? UInt8(($0 * 255 + 32_767) / 65_535) : UInt8($0 * 255 / (1 << file.depth - 1))
    }
    let words =
      file.transparency.isEmpty
      ? []
      : stride(from: 0, to: file.transparency.count - 1, by: 2).map {
        Int(file.transparency[$0]) << 8 | Int(file.transparency[$0 + 1])
      }
    let alpha: UInt8 = !words.isEmpty && words == samples ? 0 : 255
    switch file.kind {
    case 0: return [bytes[0], bytes[0], bytes[0], alpha]
    case 2: return bytes + [alpha]
    case 3:
      let index = samples[0]
      return file.palette[(3 * index)..<(3 * index + 3)]
        + [index < file.transparency.count ? file.transparency[index] : 255]
    case 4: return [bytes[0], bytes[0], bytes[0], bytes[1]]
    default: return bytes
    }
  }

  static func expectPixels(_ file: PNGFile) {
    let image = pixels(of: file.bytes)
    #expect(image?.width == file.width && image?.height == file.height)
    let expected = (0..<file.height).flatMap { y in (0..<file.width).flatMap { pixel(file, $0, y) } }
    // Samples of 16 bits may be rounded or cut.
    let tolerance = file.depth == 16 ? 1 : 0
    #expect(
      image?.bytes.count == expected.count
        && zip(image?.bytes ?? [], expected).allSatisfy { abs(Int($0) - Int($1)) <= tolerance })
  }

  /// Some releases of libpng do not read them safely.
  @Test func interlacedSamplesOf16BitsAreRefused() {
    var file = Self.file(2, 16, 3, 5, 3)
    file.isInterlaced = true
    #expect(pixels(of: file.bytes) == nil)
  }

  @Test(arguments: kinds, [false, true])
  func everyKindIsRead(_ kind: (kind: Int, depth: Int, channels: Int), _ isInterlaced: Bool) {
    if kind.depth == 16, isInterlaced { return }
    for (width, height) in [(1, 1), (2, 1), (1, 6), (5, 3), (13, 9), (33, 20)] {
      var file = Self.file(kind.kind, kind.depth, kind.channels, width, height)
      file.isInterlaced = isInterlaced
      Self.expectPixels(file)
      file.pieceLength = 7
      Self.expectPixels(file)
    }
  }

  @Test func oneColorMayBeTransparent() {
    for (kind, depth, channels) in Self.kinds where kind == 0 || kind == 2 {
      var file = Self.file(kind, depth, channels, 9, 9)
      file.transparency = file.samples(3, 4).flatMap { PNGFile.number($0, 2) }
      Self.expectPixels(file)
      #expect(Self.pixel(file, 3, 4)[3] == 0)
    }
    var file = Self.file(3, 4, 1, 9, 9)
    file.transparency = [0, 100, 200]
    Self.expectPixels(file)
  }

  /// Whatever is missing or was changed before the chunk that ends the file is noticed.
  @Test func brokenFilesAreRefused() {
    let bytes = Self.file(6, 8, 4, 4, 3).bytes
    #expect(pixels(of: bytes) != nil)
    let pictureEnd = bytes.count - PNGFile.chunk("IEND", []).count
    for length in 0..<pictureEnd { #expect(pixels(of: Array(bytes.prefix(length))) == nil) }
    for index in 0..<pictureEnd {
      var broken = bytes
      broken[index] ^= 1 << UInt8(index % 8)
      #expect(pixels(of: broken) == nil)
    }
  }

  @Test func whatTheFormatForbidsIsRefused() {
    func image(_ chunks: [UInt8]...) -> PixelImage? {
      pixels(of: PNGFile.signature + chunks.flatMap { $0 })
    }
    let file = Self.file(3, 2, 1, 4, 4)
    let data = PNGFile.chunk("IDAT", PNGFile.compressed(file.rows))
    let (palette, end) = (PNGFile.chunk("PLTE", file.palette), PNGFile.chunk("IEND", []))
    #expect(image(file.header, palette, data, end) != nil)
    #expect(image(file.header, data, end) == nil)
    #expect(image(palette, file.header, data, end) == nil)
    #expect(image(file.header, file.header, palette, data, end) == nil)
    #expect(image(file.header, palette, palette, data, end) == nil)
    #expect(image(file.header, palette, end) == nil)
    #expect(image(file.header, palette, PNGFile.chunk("NEWS", []), data, end) == nil)
    #expect(image(file.header, palette, PNGFile.chunk("neWs", []), data, end) != nil)
    // Data that are none, a filter that is none.
    #expect(image(file.header, palette, PNGFile.chunk("IDAT", Array(repeating: 7, count: 40)), end) == nil)
    let filtered = PNGFile.compressed(Array(repeating: 5, count: file.rows.count))
    #expect(image(file.header, palette, PNGFile.chunk("IDAT", filtered), end) == nil)
    for (kind, depth) in [(1, 8), (2, 4), (3, 16), (5, 8), (0, 3), (0, 0), (7, 8)] {
      var other = file
      (other.kind, other.depth) = (kind, depth)
      #expect(image(other.header, palette, data, end) == nil)
    }
  }

  /// A small file cannot be a large picture: nothing is taken for what it says it is.
  @Test func largerThanTheirDataIsRefused() {
    for (width, height) in [
      (4096, 4096), (1 << 24, 1), (1 << 30, 1 << 30), (0, 4), (4096, 4097), (20_000, 20_000),
    ] {
      var file = PNGFile(width: 1, height: 1, depth: 8, kind: 6)
      file.samples = { _, _ in [1, 2, 3, 4] }
      let data = PNGFile.chunk("IDAT", PNGFile.compressed(Array(repeating: 0, count: 1 << 20)))
      (file.width, file.height) = (width, height)
      let bytes = PNGFile.signature + file.header + data + PNGFile.chunk("IEND", [])
      #expect(pixels(of: bytes) == nil)
    }
  }

  /// Changes at random that the checksums do not tell: read or refused, and no more.
  @Test func changedDataDoNoHarm() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<600 {
      let (kind, depth, channels) = Self.kinds[round % Self.kinds.count]
      var file = Self.file(kind, depth, channels, 11, 7)
      file.isInterlaced = round % 2 == 1
      var data = PNGFile.compressed(file.rows)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var chunks = file.header
      if kind == 3 { chunks += PNGFile.chunk("PLTE", file.palette) }
      let bytes = PNGFile.signature + chunks + PNGFile.chunk("IDAT", data) + PNGFile.chunk("IEND", [])
      if let image = pixels(of: bytes) { #expect(image.bytes.count == 11 * 7 * 4) }
    }
  }
}
