extension String {
  /// Whether the text contains an ASCII byte. Reads the buffer, because each byte of a view costs a call.
  func hasByte(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
