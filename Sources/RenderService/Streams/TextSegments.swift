/// A stream's text in pieces, so that neither appending nor copying moves existing text.
///
/// ```swift
/// var text = TextSegments()
/// text.append(Array("one ".utf8))
/// let taken = text            // costs one reference for each piece
/// text.append(Array("two".utf8))
/// text.bytes(from: taken.count)  // "two"
/// ```
struct TextSegments: Sendable {
  /// The maximum size of a piece to which short chunks are appended.
  private static let segmentBytes = 16 << 10

  private var segments: [[UInt8]] = []
  private(set) var count = 0

  /// Appends a chunk. Copies at most ``segmentBytes`` bytes.
  mutating func append(_ chunk: [UInt8]) {
    if chunk.isEmpty { return }
    count += chunk.count
    if let last = segments.indices.last, segments[last].count + chunk.count <= Self.segmentBytes {
      segments[last] += chunk
    } else {
      segments.append(chunk)
    }
  }

  /// Returns the bytes from an offset on. O(bytes).
  func bytes(from offset: Int = 0) -> [UInt8] {
    var first = segments.endIndex
    var start = count
    while start > offset {
      first -= 1
      start -= segments[first].count
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count - offset)
    for segment in segments[first...] {
      bytes += segment[max(0, offset - start)...]
      start = offset
    }
    return bytes
  }
}
