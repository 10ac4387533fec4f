internal import COniguruma

/// The library itself: its version, and its one-time initialisation.
public enum Oniguruma {
  /// The version of the library that is linked (`6.9.8`).
  public static var version: String { String(cString: onig_version()) }

  /// Must have been read before anything else of the library is called; later reads cost a load.
  static let isInitialised: Bool = {
    var encodings: [OnigEncoding?] = [ils_onig_utf8()]
    return onig_initialize(&encodings, 1) == ONIG_NORMAL
  }()
}
