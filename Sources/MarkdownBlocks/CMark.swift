internal import CMarkGFM

/// The library itself: its version, and its one-time initialisation.
public enum CMark {
  /// The version of the library that is linked (`0.29.0.gfm.6`).
  public static var version: String { String(cString: cmark_version_string()) }
}
