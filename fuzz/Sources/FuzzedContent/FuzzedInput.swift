/// An input of the fuzzer: some bytes that choose, and the text that is read.
///
/// ```swift
/// var input = FuzzedInput(start, count)
/// let isSmart = input.choice(of: 2) == 1
/// for piece in input.pieces() { session.append(piece) }
/// ```
public struct FuzzedInput {
  private var bytes: ArraySlice<UInt8>

  /// - Returns: Nil for an input that has nothing to choose with.
  public init?(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    guard let start, count > 4 else { return nil }
    bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
  }

  /// Takes a byte of the input for a choice.
  ///
  /// - Returns: A number from 0 to `count` - 1.
  public mutating func choice(of count: Int) -> Int { Int(bytes.popFirst() ?? 0) % count }

  /// The text that is read: what no choice has taken.
  public var text: [UInt8] { Array(bytes) }

  /// The text in pieces of 1 to 40 bytes, whose sizes follow from the first byte of the text and their places.
  public func pieces() -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes
    var state = UInt32(bytes.first ?? 1)
    while !rest.isEmpty {
      state = state &* 1_664_525 &+ 1_013_904_223
      pieces.append(Array(rest.prefix(Int(state >> 24) % 40 + 1)))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }
}
