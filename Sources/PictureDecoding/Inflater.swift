internal import CZlib

/// Gives what lies compressed in pieces of a file, as much at a time as is asked for.
struct Inflater: ~Copyable {
  /// In memory of its own: zlib remembers where it is.
  private let stream: UnsafeMutablePointer<z_stream>
  private let file: UnsafeBufferPointer<UInt8>
  private var pieces: ArraySlice<Range<Int>>

  /// `file` must outlive the value. Nil where the library refuses.
  init?(_ file: UnsafeBufferPointer<UInt8>, pieces: [Range<Int>]) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.file = file
    self.pieces = pieces[...]
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills `target`; false where there is less, or what is there is broken.
  mutating func read(into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    stream.pointee.next_out = target.baseAddress
    stream.pointee.avail_out = UInt32(target.count)
    while stream.pointee.avail_out > 0 {
      while stream.pointee.avail_in == 0 {
        guard let piece = pieces.popFirst() else { return false }
        stream.pointee.next_in = UnsafeMutablePointer(
          mutating: file.baseAddress.map { $0 + piece.lowerBound })
        stream.pointee.avail_in = UInt32(piece.count)
      }
      let status = inflate(stream, Z_NO_FLUSH)
      if status == Z_STREAM_END { return stream.pointee.avail_out == 0 }
      guard status == Z_OK else { return false }
    }
    return true
  }
}
