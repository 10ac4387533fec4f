internal import COniguruma

/// The error for a pattern that the library rejects.
///
/// ```swift
/// do {
///   _ = try Regex(Array("(".utf8))
/// } catch {
///   print(error.message)  // end pattern with unmatched parenthesis
/// }
/// ```
public struct RegexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library's error code.
  public let status: Int
  /// The library's error message, without the pattern.
  public let message: String

  public var description: String { message }

  init(status: Int32, info: OnigErrorInfo?) {
    var text = [UInt8](repeating: 0, count: Int(ONIG_MAX_ERROR_MESSAGE_LEN) + 1)
    var info = info
    let length =
      if info != nil {
        ils_onig_error_text(&text, status, &info!)
      } else {
        ils_onig_error_text(&text, status, nil)
      }
    self.status = Int(status)
    message = String(decoding: text.prefix(max(0, min(Int(length), text.count))), as: UTF8.self)
  }
}
