internal import CMarkGFM
package import Synchronization

/// The library itself: its version, its one-time set-up, and the lock that keeps its global tables right.
public enum CMark {
  /// The version of the library that is linked (`0.29.0.gfm.6`).
  public static var version: String { String(cString: cmark_version_string()) }

  /// Held around every `cmark_parser_finish`: with extensions attached it changes tables of the process, and
  /// two threads in it give wrong output.
  package static let finishing = Mutex(())
}
