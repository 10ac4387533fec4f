/// Decodes the subset of sixels that the formatter writes.
struct SixelPicture {
  var width = 0
  var height = 0
  /// Red, green and blue in percent, or `nil` for a pixel that was not drawn.
  var pixels: [[Int]?] = []

  /// Returns `nil` if a sequence is unknown or draws outside the picture.
  init?(_ bytes: [UInt8]) {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "q")), bytes.suffix(2) == [0x1B, 0x5C] else {
      return nil
    }
    var rest = bytes[(start + 1)...].dropLast(2)
    func numbers() -> [Int] {
      var found = [0]
      while let byte = rest.first, (0x30...0x39).contains(byte) || byte == 0x3B {
        if byte == 0x3B {
          found.append(0)
        } else {
          found[found.count - 1] = found[found.count - 1] * 10 + Int(byte) - 48
        }
        rest = rest.dropFirst()
      }
      return found
    }
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    let size = numbers()
    guard size.count == 4 else { return nil }
    (width, height) = (size[2], size[3])
    pixels = Array(repeating: nil, count: width * height)
    var colors: [Int: [Int]] = [:]
    var color = 0
    var (x, top) = (0, 0)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"):
        let values = numbers()
        color = values[0]
        if values.count == 5 { colors[color] = Array(values[2...]) }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      default:
        var times = 1
        var sixel = byte
        if byte == UInt8(ascii: "!") {
          times = numbers()[0]
          guard let next = rest.popFirst() else { return nil }
          sixel = next
        }
        guard (0x3F...0x7E).contains(sixel), x + times <= width, let color = colors[color] else { return nil }
        for column in x..<(x + times) {
          for row in 0..<6 where (sixel - 0x3F) >> UInt8(row) & 1 == 1 {
            guard top + row < height else { return nil }
            pixels[(top + row) * width + column] = color
          }
        }
        x += times
      }
    }
  }
}
