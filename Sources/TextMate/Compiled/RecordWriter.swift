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
