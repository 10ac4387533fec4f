@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Sixels")
struct SixelTests {
  static func image(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) -> PixelImage {
    var image = PixelImage(width: width, height: height)
    image.bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in color(x, y) } }
    return image
  }

  static func drawn(
    _ image: PixelImage, _ width: Int, _ height: Int, on background: Color = .init(red: 0, green: 0, blue: 0)
  )
    -> SixelPicture?
  {
    let pixels = image.flattened(on: background, width: width, height: height)
    var sink = ByteSink()
    sink.append(sixel: ReducedColors(pixels, width: width), width: width)
    return SixelPicture(sink.bytes)
  }

  static func percent(_ values: some Sequence<UInt8>) -> [Int] { values.map { (Int($0) * 100 + 127) / 255 } }

  @Test(arguments: [(1, 1), (3, 6), (7, 13), (40, 17), (300, 5)])
  func fewColorsAreExact(_ width: Int, _ height: Int) throws {
    let image = Self.image(width, height) { x, y in
      [UInt8((x / 9 * 51) % 256), UInt8(y % 7 * 36), (x + y) % 3 == 0 ? 255 : 0, 255]
    }
    let picture = try #require(Self.drawn(image, width, height))
    #expect([picture.width, picture.height] == [width, height])
    for index in 0..<(width * height) {
      #expect(picture.pixels[index] == Self.percent(image.bytes[(4 * index)..<(4 * index + 3)]))
    }
  }

  /// Each pixel is drawn, no colour is far off, and areas keep theirs.
  @Test func manyColorsAreNear() throws {
    let image = Self.image(96, 60) { x, y in
      [UInt8(x * 255 / 95), UInt8(y * 255 / 59), UInt8((x + y) * 255 / 154), 255]
    }
    let picture = try #require(Self.drawn(image, 96, 60))
    #expect(Set(picture.pixels.map { $0 ?? [] }).count <= 256)
    var worst = 0
    for block in stride(from: 0, to: 96 * 60, by: 8) {
      for channel in 0..<3 {
        var difference = 0
        for index in block..<(block + 8) {
          let shown = try #require(picture.pixels[index])[channel]
          let wanted = Int(image.bytes[4 * index + channel]) * 100 / 255
          worst = max(worst, abs(shown - wanted))
          difference += shown - wanted
        }
        #expect(abs(difference) < 8 * 8)
      }
    }
    #expect(worst < 25)
  }

  @Test func theBackgroundShowsThrough() throws {
    let image = Self.image(2, 1) { x, _ in x == 0 ? [255, 255, 255, 0] : [255, 0, 0, 128] }
    let picture = try #require(Self.drawn(image, 2, 1, on: Color(red: 0, green: 0, blue: 255)))
    #expect(picture.pixels[0] == [0, 0, 100])
    #expect(picture.pixels[1] == [50, 0, 50])
  }

  /// Half the size is the mean; what is transparent does not count for its colour.
  @Test func smallerPicturesAreMeans() throws {
    let image = Self.image(4, 2) { x, y in
      x < 2 ? [y == 0 ? 0 : 200, 100, 0, 255] : x == 2 ? [255, 255, 255, 0] : [0, 100, 0, 255]
    }
    let pixels = image.flattened(on: Color(red: 0, green: 200, blue: 0), width: 2, height: 1)
    #expect(pixels == [RGB(100, 100, 0), RGB(0, 150, 0)])
    // Three pixels of five: each covers one and two thirds.
    let row = Self.image(5, 1) { x, _ in [UInt8(x * 60), 0, 0, 255] }
    #expect(
      row.flattened(on: Color(red: 0, green: 0, blue: 0), width: 3, height: 1).map { $0[0] } == [
        24, 120, 216,
      ])
  }

  @Test func answersToDA1ReportSixels() {
    func has(_ answer: String) -> Bool {
      TerminalAbilities.hasSixels(answer: Array("\u{1B}]11;rgb:0/0/0\u{1B}\\\(answer)".utf8))
    }
    #expect(has("\u{1B}[?62;4;22c"))
    #expect(has("\u{1B}[?64;1;2;4c"))
    for answer in ["", "\u{1B}[?4c", "\u{1B}[?62;22c", "\u{1B}[?62;44c", "\u{1B}[?62;4", "\u{1B}[?62;4R"] {
      #expect(!has(answer))
    }
  }

  /// A picture takes as many lines as its last six rows begin in.
  @Test(arguments: [(100, 22), (100, 61), (3000, 200), (50, 4000), (7, 7)])
  func picturesEndInTheirLastLine(_ width: Int, _ height: Int) throws {
    var options = TerminalImageTests.options(.sixel)
    options.images?.load = { _ in TerminalImage(TerminalImageTests.png(width, height)) }
    let document = Document(blocks: [Make.p(.image("a.png", "x"))])
    let bytes = ANSIFormatter(options: options).format(document, sheet: nil)
    let start = try #require(bytes.firstIndex(of: 0x1B))
    let line = bytes[start...].prefix { $0 != 0x0A }
    let picture = try #require(SixelPicture(Array(line)))
    #expect((picture.height - 1) / 6 * 6 / 20 == (picture.height - 1) / 20)
    #expect(picture.width <= 80 * 10 && picture.height <= 24 * 20)
    #expect(picture.width <= width && picture.height <= height)
  }
}
