internal import CZlib

/// What the chunks of a PNG file say, its image data still compressed.
struct PNGChunks {
  var header: PNGHeader
  /// Three bytes for each colour.
  var palette: [UInt8] = []
  /// The `tRNS` chunk: alphas of a palette, or the one colour that is transparent.
  var transparency: [UInt8] = []
  /// Where in the file the image data lie.
  var data: [Range<Int>] = []

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Nil where the file is broken, cut off or needs something that is not known here. Checksums are checked.
  init?(_ file: UnsafeBufferPointer<UInt8>) {
    guard file.starts(with: Self.signature) else { return nil }
    var position = Self.signature.count
    var header: PNGHeader?
    var isComplete = false
    self.header = PNGHeader()
    while !isComplete {
      guard file.count - position >= 12 else { return nil }
      let length = Self.number(file, at: position)
      let content = position + 8
      guard length <= file.count - content - 4 else { return nil }
      let checked = UnsafeBufferPointer(rebasing: file[(position + 4)..<(content + length)])
      guard
        crc32(0, checked.baseAddress, UInt32(checked.count)) == UInt(Self.number(file, at: content + length))
      else { return nil }
      let body = UnsafeBufferPointer(rebasing: file[content..<(content + length)])
      let name = String(decoding: checked.prefix(4), as: UTF8.self)
      switch name {
      case "IHDR":
        guard header == nil, let read = PNGHeader(body) else { return nil }
        header = read
        self.header = read
      case "PLTE":
        guard palette.isEmpty, data.isEmpty, length.isMultiple(of: 3), (3...768).contains(length) else {
          return nil
        }
        palette = Array(body)
      case "tRNS":
        guard data.isEmpty, length <= 256 else { return nil }
        transparency = Array(body)
      case "IDAT": data.append(content..<(content + length))
      case "IEND": isComplete = true
      default:
        // An upper case letter begins what must not be passed over.
        if checked[0] & 0x20 == 0 { return nil }
      }
      // The header comes first.
      guard header != nil else { return nil }
      position = content + length + 4
    }
    guard !data.isEmpty, self.header.kind != .palette || !palette.isEmpty else { return nil }
  }

  private static func number(_ file: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(file[position + $1]) }
  }
}

/// The size of a PNG image and how its pixels are written.
struct PNGHeader {
  enum Kind: UInt8 {
    case grey = 0, color = 2, palette = 3, greyWithAlpha = 4, colorWithAlpha = 6
  }

  var width = 0
  var height = 0
  /// Bits of a sample.
  var depth = 8
  var kind = Kind.grey
  var isInterlaced = false

  init() {}

  init?(_ body: UnsafeBufferPointer<UInt8>) {
    guard body.count == 13, let kind = Kind(rawValue: body[9]), body[10] == 0, body[11] == 0, body[12] <= 1
    else { return nil }
    width = (0..<4).reduce(0) { $0 << 8 | Int(body[$1]) }
    height = (4..<8).reduce(0) { $0 << 8 | Int(body[$1]) }
    depth = Int(body[8])
    self.kind = kind
    isInterlaced = body[12] == 1
    let depths: [Int] =
      switch kind {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .greyWithAlpha, .colorWithAlpha: [8, 16]
      }
    guard depths.contains(depth), width > 0, height > 0, width < 1 << 31, height < 1 << 31 else { return nil }
  }

  /// Samples of a pixel.
  var channels: Int {
    switch kind {
    case .grey, .palette: 1
    case .greyWithAlpha: 2
    case .color: 3
    case .colorWithAlpha: 4
    }
  }

  /// The bytes of a row of so many pixels, the byte before it that names its filter not counted.
  func rowBytes(_ columns: Int) -> Int { (columns * channels * depth + 7) / 8 }

  /// The part of the image that is written together: every `stepX`th pixel of every `stepY`th row.
  struct Pass {
    var x, y, stepX, stepY: Int
    var columns = 0
    var rows = 0
  }

  /// The passes that have pixels: one, or the seven of Adam7.
  var passes: [Pass] {
    let all =
      isInterlaced
      ? [
        Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
        Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
        Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
        Pass(x: 0, y: 1, stepX: 1, stepY: 2),
      ] : [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
    return all.compactMap { pass in
      var pass = pass
      pass.columns = (width - pass.x + pass.stepX - 1) / pass.stepX
      pass.rows = (height - pass.y + pass.stepY - 1) / pass.stepY
      return pass.columns > 0 && pass.rows > 0 ? pass : nil
    }
  }
}
