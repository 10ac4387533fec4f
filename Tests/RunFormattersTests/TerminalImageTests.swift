@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Pictures in a terminal")
struct TerminalImageTests {
  static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(value >> (8 * $0) & 255) }
  }

  /// The head of a PNG file, and `length` bytes of anything.
  static func png(_ width: Int, _ height: Int, length: Int = 10) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(13, bytes: 4) + Array("IHDR".utf8)
      + number(width, bytes: 4) + number(height, bytes: 4) + [8, 6, 0, 0, 0, 1, 2, 3, 4]
      + (0..<length).map { UInt8($0 & 255) }
  }

  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xFF, 0xC2, 0, 11, 8] + number(height, bytes: 2)
      + number(width, bytes: 2) + [1, 1, 0x11, 0]
  }

  @Test func fileHeadersGiveTheSize() {
    #expect(TerminalImage(Self.png(640, 480)).map { [$0.width, $0.height] } == [640, 480])
    #expect(TerminalImage(Self.jpeg(300, 200)).map { [$0.width, $0.height] } == [300, 200])
    let gif = Array("GIF89a".utf8) + [0x40, 0x01, 0xF0, 0, 0, 0, 0, 0]
    #expect(TerminalImage(gif).map { [$0.width, $0.height] } == [320, 240])
  }

  @Test func whatIsNoPictureIsRefused() {
    for bytes in [
      [], Array("<svg>".utf8), Self.png(0, 5), Self.png(5, 20_000), Array(Self.png(5, 5).prefix(30)),
    ] {
      #expect(TerminalImage(bytes) == nil)
    }
    for length in 0..<Self.jpeg(3, 3).count { _ = TerminalImage(Array(Self.jpeg(3, 3).prefix(length))) }
    #expect(TerminalImage([0xFF, 0xD8, 0xFF] + Array(repeating: 0xFF, count: 1000)) == nil)
  }

  @Test func cellsKeepTheAspectRatio() throws {
    let image = try #require(TerminalImage(Self.png(900, 360)))
    #expect(image.cells(within: 200, 50, cellWidth: 9, cellHeight: 18) == (100, 20))
    #expect(image.cells(within: 50, 50, cellWidth: 9, cellHeight: 18) == (50, 10))
    #expect(image.cells(within: 200, 10, cellWidth: 9, cellHeight: 18) == (50, 10))
    #expect(
      try #require(TerminalImage(Self.png(1, 1))).cells(within: 80, 24, cellWidth: 9, cellHeight: 18) == (
        1, 1
      ))
  }

  static func options(_ images: TerminalAbilities.Images?) -> ANSIOptions {
    var options = ANSIOptions()
    options.images = images.map { images in
      var drawing = ANSIFormatter.ImageDrawing(images) { address in
        address.hasSuffix(".png")
          ? TerminalImage(png(90, 54, length: 5000))
          : address.hasSuffix(".jpg") ? TerminalImage(jpeg(90, 54)) : nil
      }
      drawing.decode = { PixelImage(width: $0.width, height: $0.height) }
      return drawing
    }
    return options
  }

  static func output(_ block: Block, _ images: TerminalAbilities.Images?) -> TerminalOutput {
    let bytes = ANSIFormatter(options: options(images)).format(Document(blocks: [block]), sheet: nil)
    return TerminalOutput(bytes, images: images)
  }

  @Test(arguments: TerminalAbilities.Images.allCases) func aParagraphOfImagesIsDrawn(
    _ images: TerminalAbilities.Images
  ) {
    let block = Make.p(
      .image("a.png", "A cat"), .softBreak, .link("https://example.org", [.image("b.png", "B")]))
    let drawn = Self.output(block, images)
    #expect(drawn.problems.isEmpty)
    #expect(drawn.pictures == 2)
    #expect(drawn.text.contains("A cat"))
    let text = Self.output(block, nil)
    #expect(text.problems.isEmpty)
    #expect(text.text.contains("[A cat] [B]"))
  }

  @Test func whatCannotBeDrawnStaysText() {
    for block in [
      Make.p(.image("a.svg", "no")), Make.p("text ", .image("a.png", "no")), Make.p(.image("a.jpg", "no")),
      Make.p(.image("a.png", "no"), .image("https://example.org/x", "no")), Make.h(1, .image("a.png", "no")),
    ] {
      let output = Self.output(block, .kitty)
      #expect(output.pictures == 0)
      #expect(output.text.contains("[no]"))
    }
    #expect(Self.output(Make.p(.image("a.jpg", "yes")), .iterm2).pictures == 1)
    // Sixels are made of whatever can be decoded.
    #expect(Self.output(Make.p(.image("a.jpg", "yes")), .sixel).pictures == 1)
  }

  @Test func whatCannotBeDecodedStaysText() {
    var options = Self.options(.sixel)
    options.images?.decode = { _ in nil }
    let block = Make.p(.image("a.png", "no"))
    let bytes = ANSIFormatter(options: options).format(Document(blocks: [block]), sheet: nil)
    let output = TerminalOutput(bytes, images: .sixel)
    #expect(output.problems.isEmpty && output.pictures == 0)
    #expect(output.text.contains("[no]"))
  }

  @Test func theOpenEndIsNotDrawn() {
    var stream = ANSIStream(options: Self.options(.kitty))
    var tail = ByteSink()
    var block = Make.p(.image("a.png", "cat"))
    block.isFinished = false
    stream.write(Document(blocks: [block]), sheet: nil, into: &tail)
    #expect(tail.count == 0)
    stream.writeTail(of: Document(blocks: [block]), sheet: nil, into: &tail)
    #expect(TerminalOutput(tail.bytes).problems.isEmpty)
    var final = ByteSink()
    stream.write(Document(blocks: [block]), sheet: nil, isFinal: true, into: &final)
    #expect(TerminalOutput(final.bytes, images: .kitty).pictures == 1)
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func bytesAreEncodedInBase64(_ text: String, _ expected: String) {
    var sink = ByteSink()
    withUTF8(text) { sink.append(base64: $0) }
    #expect(String(decoding: sink.bytes, as: UTF8.self) == expected)
  }

  /// Hostile documents with every image of theirs to be had: nothing but our sequences.
  @Test(arguments: 0..<60) func randomDocumentsWithImagesGiveSafeOutput(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed) &+ 5000)
    let images = TerminalAbilities.Images.allCases[seed % 3]
    var options = ANSIOptions()
    options.width = [20, 40, 80][seed / 3 % 3]
    options.images = ANSIFormatter.ImageDrawing(images) { _ in TerminalImage(Self.png(300, 200, length: 4000))
    }
    options.images?.decode = { PixelImage(width: $0.width, height: $0.height) }
    var document = random.document()
    document.blocks.append(Make.p(.image("x", random.text())))
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark(document.scopes))
    let output = TerminalOutput(bytes, images: images)
    #expect(output.problems.isEmpty)
    #expect(output.pictures > 0)
  }
}
