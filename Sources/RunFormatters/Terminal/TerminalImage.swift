/// An image file for a terminal and its size. The file is not decoded here.
///
/// ```swift
/// guard let image = TerminalImage(bytes) else { return }
/// print("\(image.width) x \(image.height)")
/// ```
public struct TerminalImage: Hashable, Sendable {
  /// The file formats of images.
  ///
  /// ```swift
  /// TerminalImage(bytes)?.format == .png
  /// ```
  public enum ImageFormat: Sendable {
    case png, jpeg, gif
  }

  public let bytes: [UInt8]
  public let format: ImageFormat
  /// The width and height in pixels.
  public let width: Int
  public let height: Int

  /// The size in bytes beyond which a file is not drawn.
  public static let maximumBytes = 8 << 20
  private static let maximumSide = 10_000

  /// Reads the header of a file; nil if the format is not supported, the image is too large, or the header is
  /// truncated.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes, let (format, width, height) = Self.head(of: bytes),
      (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height)
    else { return nil }
    self.bytes = bytes
    self.format = format
    self.width = width
    self.height = height
  }

  private static func head(of bytes: [UInt8]) -> (ImageFormat, width: Int, height: Int)? {
    func number(_ positions: Int...) -> Int { positions.reduce(0) { $0 << 8 | Int(bytes[$1]) } }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      guard bytes.count > 32, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
      return (.png, number(16, 17, 18, 19), number(20, 21, 22, 23))
    }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      return bytes.count > 12 ? (.gif, number(7, 6), number(9, 8)) : nil
    }
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    // Skip segments up to the one that starts a frame.
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (
          .jpeg, number(position + 7, position + 8), number(position + 5, position + 6)
        )
      }
      position += 2 + max(number(position + 2, position + 3), 2)
    }
    return nil
  }

  /// Returns the size of the image in cells: its natural size, reduced to the limits.
  func cells(within columns: Int, _ rows: Int, cellWidth: Int, cellHeight: Int) -> (columns: Int, rows: Int) {
    let (cellWidth, cellHeight) = (max(cellWidth, 1), max(cellHeight, 1))
    func up(_ number: Int, _ divisor: Int) -> Int { max(1, (number + divisor - 1) / divisor) }
    var size = (columns: min(up(width, cellWidth), max(columns, 1)), rows: 1)
    size.rows = up(height * size.columns * cellWidth, width * cellHeight)
    if up(width, cellWidth) == size.columns { size.rows = up(height, cellHeight) }
    if size.rows > max(rows, 1) {
      size.rows = max(rows, 1)
      size.columns = min(size.columns, max(1, width * size.rows * cellHeight / (height * cellWidth)))
    }
    return size
  }
}
