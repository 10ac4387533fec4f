import StyledRuns

/// A decoded image.
///
/// ```swift
/// var image = PixelImage(width: 1, height: 1)
/// image.bytes = [255, 0, 0, 255]  // one red pixel
/// ```
public struct PixelImage: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// The red, green, blue and alpha values of each pixel, row by row. Alpha is not premultiplied.
  public var bytes: [UInt8]

  /// Creates a transparent image.
  public init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    bytes = Array(repeating: 0, count: 4 * self.width * self.height)
  }

  /// Scales the image down and composites it over a colour. Each pixel is the mean of the area that it
  /// covers. The image is never enlarged.
  func flattened(on background: Color, width: Int, height: Int) -> [RGB] {
    let (width, height) = (min(max(width, 1), self.width), min(max(height, 1), self.height))
    var pixels: [RGB] = []
    pixels.reserveCapacity(width * height)
    // The edges of the new pixels, in 256ths of the old ones.
    let across = (0...width).map { $0 * self.width * 256 / width }
    let down = (0...height).map { $0 * self.height * 256 / height }
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height {
        for x in 0..<width {
          var sum = (red: 0, green: 0, blue: 0, alpha: 0)
          for row in (down[y] >> 8)...((down[y + 1] - 1) >> 8) {
            let share = min(down[y + 1], (row + 1) << 8) - max(down[y], row << 8)
            for column in (across[x] >> 8)...((across[x + 1] - 1) >> 8) {
              let place = 4 * (row * self.width + column)
              let weight =
                share * (min(across[x + 1], (column + 1) << 8) - max(across[x], column << 8))
                * Int(bytes[place + 3])
              sum.red += weight * Int(bytes[place])
              sum.green += weight * Int(bytes[place + 1])
              sum.blue += weight * Int(bytes[place + 2])
              sum.alpha += weight
            }
          }
          let whole = 255 * (down[y + 1] - down[y]) * (across[x + 1] - across[x])
          func mean(_ sum: Int, _ behind: UInt8, _ alpha: Int) -> Int {
            (sum + (whole - alpha) * Int(behind) + whole / 2) / whole
          }
          pixels.append(
            RGB(
              mean(sum.red, background.red, sum.alpha), mean(sum.green, background.green, sum.alpha),
              mean(sum.blue, background.blue, sum.alpha)))
        }
      }
    }
    return pixels
  }
}

/// A colour for calculations, with signed channels.
struct RGB: Hashable, BitwiseCopyable {
  var red: Int16
  var green: Int16
  var blue: Int16

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = Int16(red)
    self.green = Int16(green)
    self.blue = Int16(blue)
  }

  subscript(channel: Int) -> Int { Int(channel == 0 ? red : channel == 1 ? green : blue) }

  func distance(to other: RGB) -> Int {
    let (r, g, b) = (self[0] - other[0], self[1] - other[1], self[2] - other[2])
    return 2 * r * r + 4 * g * g + 3 * b * b
  }

  /// The cell of the colour: five bits of each channel.
  var cell: Int { (self[0] >> 3) << 10 | (self[1] >> 3) << 5 | self[2] >> 3 }
}
