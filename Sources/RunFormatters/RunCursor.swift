/// Splits a text into its runs. The parts never exceed the text or split a code point, even if the lengths of
/// the runs are invalid.
struct RunCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var nominal = 0
  private var position = 0

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the text of the next run.
  @inline(__always)
  mutating func next(_ length: UInt32) -> UnsafeBufferPointer<UInt8> {
    nominal += Int(length)
    var end = max(min(nominal, bytes.count), position)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    defer { position = end }
    return UnsafeBufferPointer(rebasing: bytes[position..<end])
  }

  /// The text after the last run.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[position...]) }
}
