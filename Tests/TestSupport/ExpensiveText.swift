/// A text whose updates cost far more than the text: each piece changes a paragraph that refers twice to an address,
/// and the address is as long as the text.
public enum ExpensiveText {
  /// Returns the text in pieces.
  ///
  /// - Parameters:
  ///   - bytes: The approximate length.
  ///   - size: The length of a piece, in bytes.
  public static func pieces(bytes: Int, of size: Int) -> [[UInt8]] {
    let text = "[a]: " + repeated("|a[a]|-", bytes / 2) + repeated("[a]:\n", bytes / 2)
    let all = Array(text.utf8)
    return stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
  }

  private static func repeated(_ text: String, _ bytes: Int) -> String {
    String(repeating: text, count: bytes / text.utf8.count)
  }
}
