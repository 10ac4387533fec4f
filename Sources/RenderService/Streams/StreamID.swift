/// The identifier of a stream. It cannot be guessed.
struct StreamID: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// Creates an identifier from 132 random bits.
  static func random() -> StreamID {
    var generator = SystemRandomNumberGenerator()
    return StreamID(
      text: String((0..<length).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] }))
  }

  /// Parses an identifier from a client; nil if it is malformed.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length, text.allSatisfy({ Self.letters.contains($0) }) else { return nil }
    self.text = String(text)
  }

  private init(text: String) { self.text = text }

  var description: String { text }

  private static let length = 22
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  private static let letters = Set(alphabet)
}
