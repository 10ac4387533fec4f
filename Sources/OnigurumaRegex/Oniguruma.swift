internal import COniguruma

/// The Oniguruma library: its version and its initialization.
///
/// ```swift
/// print(Oniguruma.version)  // 6.9.8
/// ```
public enum Oniguruma {
  /// The version of the linked library (`6.9.8`).
  public static var version: String { String(cString: onig_version()) }

  /// Initializes the library on the first access. Read it before any other call of the library.
  static let isInitialised: Bool = {
    var encodings: [OnigEncoding?] = [ils_onig_utf8()]
    return onig_initialize(&encodings, 1) == ONIG_NORMAL
  }()
}
