/// Writes the values that a ``RecordReader`` reads.
///
/// ```swift
/// var writer = RecordWriter()
/// writer.append("source.swift")
/// ```
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(number16 value: Int) { append(integer: UInt16(truncatingIfNeeded: value)) }

  mutating func append(number value: Int) { append(integer: UInt32(value)) }

  mutating func append(number64 value: UInt64) { append(integer: value) }

  /// Appends a number below 2^32, seven bits in each byte and the lowest first: a small number takes one byte.
  mutating func append(compact value: Int) {
    var rest = UInt32(value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func append(integer value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(run: some Collection<UInt8>) {
    append(number: run.count)
    bytes.append(contentsOf: run)
  }

  mutating func append(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  mutating func append(_ text: String) { append(run: text.utf8) }

  mutating func append(optional text: String?) {
    append(byte: text == nil ? 0 : 1)
    if let text { append(text) }
  }

  mutating func append(_ texts: [String]) {
    append(number: texts.count)
    for text in texts { append(text) }
  }
}
