/// Cuts a text into the pieces in which a stream brings it.
public func pieces(of text: [UInt8], bytes count: Int) -> [[UInt8]] {
  stride(from: 0, to: text.count, by: count).map { Array(text[$0..<min($0 + count, text.count)]) }
}
