public import RunFormatters

/// Reads PNG files (ISO/IEC 15948): all kinds of pixels, interlaced or not.
public enum PNGReader {
  /// Larger images are not read: they would take more than 64 MiB.
  public static let maximumPixels = 1 << 24

  /// The pixels of a file; nil where it is no PNG file, broken, cut off or too large.
  ///
  /// No more memory is taken than the file can fill: deflate makes at most 1032 bytes of one.
  public static func image(_ bytes: [UInt8]) -> PixelImage? {
    bytes.withUnsafeBufferPointer { file in
      guard let chunks = PNGChunks(file) else { return nil }
      let header = chunks.header
      let (pixels, isTooMany) = header.width.multipliedReportingOverflow(by: header.height)
      let length = chunks.data.reduce(0) { $0 + $1.count }
      let passes = header.passes
      guard !isTooMany, pixels <= maximumPixels,
        passes.reduce(0, { $0 + $1.rows * (header.rowBytes($1.columns) + 1) }) <= length * 1032,
        var data = Inflater(file, pieces: chunks.data)
      else { return nil }
      var image = PixelImage(width: header.width, height: header.height)
      let row = PNGRow(chunks)
      for pass in passes where !read(pass, row, header, from: &data, into: &image) { return nil }
      return image
    }
  }

  private static func read(
    _ pass: PNGHeader.Pass, _ row: PNGRow, _ header: PNGHeader, from data: inout Inflater,
    into image: inout PixelImage
  ) -> Bool {
    let size = header.rowBytes(pass.columns)
    let distance = max(1, header.channels * header.depth / 8)
    var current = [UInt8](repeating: 0, count: size + 1)
    var above = current
    for index in 0..<pass.rows {
      guard current.withUnsafeMutableBufferPointer({ data.read(into: $0) }),
        unfilter(&current, above: above, distance: distance)
      else { return false }
      let start = (pass.y + index * pass.stepY) * image.width + pass.x
      guard row.write(current, pass.columns, into: &image.bytes, at: start * 4, step: pass.stepX * 4) else {
        return false
      }
      swap(&current, &above)
    }
    return true
  }

  /// Undoes the filter that the row's first byte names; false where there is none of that number.
  private static func unfilter(_ row: inout [UInt8], above: [UInt8], distance: Int) -> Bool {
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        func left(_ index: Int) -> UInt8 { index > distance ? row[index - distance] : 0 }
        switch row[0] {
        case 0: break
        case 1: for index in 1..<row.count { row[index] &+= left(index) }
        case 2: for index in 1..<row.count { row[index] &+= above[index] }
        case 3:
          for index in 1..<row.count { row[index] &+= UInt8((Int(left(index)) + Int(above[index])) / 2) }
        case 4:
          for index in 1..<row.count {
            let aboveLeft = index > distance ? above[index - distance] : 0
            row[index] &+= paeth(Int(left(index)), Int(above[index]), Int(aboveLeft))
          }
        default: return false
        }
        return true
      }
    }
  }

  /// The one of three neighbours that is nearest to what they let expect.
  private static func paeth(_ left: Int, _ above: Int, _ aboveLeft: Int) -> UInt8 {
    let expected = left + above - aboveLeft
    let (a, b, c) = (abs(expected - left), abs(expected - above), abs(expected - aboveLeft))
    return UInt8(a <= b && a <= c ? left : b <= c ? above : aboveLeft)
  }
}
