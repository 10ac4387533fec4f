internal import COniguruma

/// The library itself: its version, and its one-time initialisation.
public enum Oniguruma {
  /// The version of the library that is linked (`6.9.8`).
  public static var version: String { String(cString: onig_version()) }
}
