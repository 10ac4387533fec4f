import CTurboJPEG
import PictureDecoding
import RunFormatters
import Testing

/// The pixels of a file; nil where its head or what is behind it cannot be read.
func pixels(of file: [UInt8]) -> PixelImage? { TerminalImage(file).flatMap(PictureDecoder.pixels) }

@Suite("JPEG files")
struct JPEGTests {
  /// A picture whose left half is red and whose right half is blue.
  static func file(width: Int, height: Int, isProgressive: Bool = false) -> [UInt8] {
    let row = (0..<width).flatMap { $0 < width / 2 ? [255, 0, 0] : [0, 0, 255] as [UInt8] }
    let picture = (0..<height).flatMap { _ in row }
    let encoder = tjInitCompress()
    defer { tjDestroy(encoder) }
    var (data, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    defer { tjFree(data) }
    let code = tjCompress2(
      encoder, picture, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &data, &length,
      Int32(TJSAMP_444.rawValue), 95, isProgressive ? TJFLAG_PROGRESSIVE : 0)
    #expect(code == 0)
    return Array(UnsafeBufferPointer(start: data, count: Int(length)))
  }

  @Test(arguments: [false, true])
  func decodedColorsEqualTheSourceColors(isProgressive: Bool) throws {
    let image = try #require(pixels(of: Self.file(width: 64, height: 24, isProgressive: isProgressive)))
    #expect((image.width, image.height) == (64, 24))
    for (x, expected) in [(4, [255, 0, 0, 255]), (60, [0, 0, 255, 255])] as [(Int, [Int])] {
      let pixel = image.bytes[((5 * 64 + x) * 4)..<((5 * 64 + x) * 4 + 4)].map(Int.init)
      #expect(zip(pixel, expected).allSatisfy { abs($0 - $1) <= 6 }, "\(pixel)")
    }
  }

  @Test func filesThatAreCutOffAreRefused() {
    let bytes = Self.file(width: 40, height: 40)
    // The two bytes of the end's marker are the only ones without which the picture is whole.
    for length in 0..<(bytes.count - 2) { #expect(pixels(of: Array(bytes.prefix(length))) == nil) }
  }

  /// A file whose head claims more pixels than its data can hold.
  @Test func sizesBeyondTheDataAreRefused() throws {
    var bytes = Self.file(width: 16, height: 16)
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x27, 0x10, 0x27, 0x10])
    #expect(pixels(of: bytes) == nil)
  }

  @Test func changedDataDoNoHarm() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<600 {
      var bytes = Self.file(width: 24, height: 16, isProgressive: round % 2 == 1)
      for _ in 0..<4 { bytes[Int.random(in: 20..<bytes.count, using: &random)] = .random(in: 0...255) }
      if let image = pixels(of: bytes) { #expect(image.bytes.count == image.width * image.height * 4) }
    }
  }
}
