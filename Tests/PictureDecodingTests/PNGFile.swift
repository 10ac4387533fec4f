import CZlib

/// Makes PNG files of every kind.
struct PNGFile {
  var width = 1
  var height = 1
  var depth = 8
  /// The number of the kind of pixels.
  var kind = 0
  var isInterlaced = false
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// The length of each piece of the data; by default, there is one piece.
  var pieceLength = Int.max
  /// The samples of a pixel.
  var samples: (_ x: Int, _ y: Int) -> [Int] = { _, _ in [0] }

  static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + body
    return number(body.count) + checked + number(Int(crc32(0, checked, UInt32(checked.count))))
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var header: [UInt8] {
    Self.chunk(
      "IHDR",
      Self.number(width) + Self.number(height) + [UInt8(depth), UInt8(kind), 0, 0, isInterlaced ? 1 : 0])
  }

  var bytes: [UInt8] {
    var file = Self.signature + header
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if !transparency.isEmpty { file += Self.chunk("tRNS", transparency) }
    file += Self.chunk("tEXt", Array("Title\0nothing".utf8))
    let data = Self.compressed(rows)
    var start = 0
    while start < data.count {
      let end = data.count - start > pieceLength ? start + pieceLength : data.count
      file += Self.chunk("IDAT", Array(data[start..<end]))
      if pieceLength < Int.max { file += Self.chunk("IDAT", []) }
      start = end
    }
    return file + Self.chunk("IEND", [])
  }

  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var target = [UInt8](repeating: 0, count: Int(length))
    compress(&target, &length, bytes, UInt(bytes.count))
    return Array(target.prefix(Int(length)))
  }

  /// All rows with their filters, one after the other of the five.
  var rows: [UInt8] {
    var all: [UInt8] = []
    // Adam7: the square of eight by eight in which each number is that of a pass.
    let square = [
      [1, 6, 4, 6, 2, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7], [5, 6, 5, 6, 5, 6, 5, 6], [7, 7, 7, 7, 7, 7, 7, 7],
      [3, 6, 4, 6, 3, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7], [5, 6, 5, 6, 5, 6, 5, 6], [7, 7, 7, 7, 7, 7, 7, 7],
    ]
    for pass in isInterlaced ? 1...7 : 0...0 {
      var above: [UInt8] = []
      var filter = pass
      for y in 0..<height {
        let columns = (0..<width).filter { pass == 0 || square[y % 8][$0 % 8] == pass }
        if columns.isEmpty { continue }
        let row = packed(columns.flatMap { samples($0, y) })
        if above.isEmpty { above = Array(repeating: 0, count: row.count) }
        all += filtered(row, above, filter % 5)
        above = row
        filter += 1
      }
    }
    return all
  }

  private func packed(_ samples: [Int]) -> [UInt8] {
    if depth == 16 { return samples.flatMap { Self.number($0, 2) } }
    var row = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
    for (index, sample) in samples.enumerated() {
      row[index * depth / 8] |= UInt8(sample << (8 - depth - index * depth % 8))
    }
    return row
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], _ filter: Int) -> [UInt8] {
    let distance = max(1, samples(0, 0).count * depth / 8)
    return [UInt8(filter)]
      + row.indices.map { index in
        let left = index >= distance ? Int(row[index - distance]) : 0
        let corner = index >= distance ? Int(above[index - distance]) : 0
        let up = Int(above[index])
        let distances = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
        let expected =
          switch filter {
          case 0: 0
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          default: [left, up, corner][distances.firstIndex(of: distances.min() ?? 0) ?? 0]
          }
        return row[index] &- UInt8(expected)
      }
  }
}
