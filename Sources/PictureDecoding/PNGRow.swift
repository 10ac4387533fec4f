/// Turns the rows of a PNG image, their filters undone, into pixels of four bytes.
struct PNGRow {
  private let header: PNGHeader
  private let palette: [UInt8]
  private let transparency: [UInt8]
  /// The samples of the colour that is transparent.
  private let hidden: [Int]?

  init(_ chunks: PNGChunks) {
    header = chunks.header
    palette = chunks.palette
    transparency = chunks.header.kind == .palette ? chunks.transparency : []
    let count = [.grey, .color].contains(chunks.header.kind) ? chunks.header.channels : 0
    if count > 0, chunks.transparency.count == 2 * count {
      hidden = (0..<count).map {
        Int(chunks.transparency[2 * $0]) << 8 | Int(chunks.transparency[2 * $0 + 1])
      }
    } else {
      hidden = nil
    }
  }

  /// Writes `columns` pixels, `step` bytes from one to the next; false where a colour is not in the palette. `row` begins
  /// with the byte of its filter.
  func write(_ row: [UInt8], _ columns: Int, into pixels: inout [UInt8], at start: Int, step: Int) -> Bool {
    var target = start
    for column in 0..<columns {
      let first = column * header.channels
      switch header.kind {
      case .palette:
        let index = sample(row, column)
        guard 3 * index + 2 < palette.count else { return false }
        for channel in 0..<3 { pixels[target + channel] = palette[3 * index + channel] }
        pixels[target + 3] = index < transparency.count ? transparency[index] : 255
      case .grey, .greyWithAlpha:
        let grey = byte(row, first)
        for channel in 0..<3 { pixels[target + channel] = grey }
        pixels[target + 3] = header.kind == .greyWithAlpha ? byte(row, first + 1) : alpha(row, first)
      case .color, .colorWithAlpha:
        for channel in 0..<3 { pixels[target + channel] = byte(row, first + channel) }
        pixels[target + 3] = header.kind == .colorWithAlpha ? byte(row, first + 3) : alpha(row, first)
      }
      target += step
    }
    return true
  }

  private func sample(_ row: [UInt8], _ index: Int) -> Int {
    switch header.depth {
    case 8: return Int(row[1 + index])
    case 16: return Int(row[1 + 2 * index]) << 8 | Int(row[2 + 2 * index])
    default:
      let bit = index * header.depth
      return Int(row[1 + bit / 8]) >> (8 - header.depth - bit % 8) & (1 << header.depth - 1)
    }
  }

  /// A sample in eight bits.
  private func byte(_ row: [UInt8], _ index: Int) -> UInt8 {
    let sample = sample(row, index)
    switch header.depth {
    case 8: return UInt8(sample)
    case 16: return UInt8(sample >> 8)
    default: return UInt8(sample * 255 / (1 << header.depth - 1))
    }
  }

  private func alpha(_ row: [UInt8], _ first: Int) -> UInt8 {
    guard let hidden else { return 255 }
    return hidden.indices.allSatisfy { sample(row, first + $0) == hidden[$0] } ? 0 : 255
  }
}
