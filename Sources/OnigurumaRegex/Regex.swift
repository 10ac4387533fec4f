internal import COniguruma

/// A compiled pattern in UTF-8 and the library's default syntax. Unnamed groups capture even next to named
/// ones.
///
/// ```swift
/// let regex = try Regex(Array(#"\bif\b"#.utf8))
/// defer { regex.free() }
/// ```
///
/// A plain handle, so that inner loops need no reference counting. Any number of threads can match with one
/// handle. Its owner must call ``free()`` once, after the last match.
public struct Regex: @unchecked Sendable {
  // Unchecked: the library only reads a compiled regex while matching. It writes to the match memory.
  let handle: OnigRegex

  /// Compiles `pattern`. O(length), except for counted repetitions.
  ///
  /// - Throws: ``RegexError`` if the library refuses the pattern.
  public init(_ pattern: some Collection<UInt8>) throws(RegexError) {
    guard Oniguruma.isInitialised else { throw RegexError(status: ONIGERR_INVALID_ARGUMENT, info: nil) }
    var compiled: OnigRegex?
    var info = OnigErrorInfo()
    let bytes = ContiguousArray(pattern)
    // The error message may quote the pattern through `info`, so create it while `bytes` is valid.
    let failure: RegexError? = bytes.withUnsafeBufferPointer { bytes in
      // An empty buffer may have no address, but the library requires one.
      var nothing: UInt8 = 0
      return withUnsafePointer(to: &nothing) { nothing in
        let start = bytes.baseAddress ?? nothing
        let status = onig_new(
          &compiled, start, start + bytes.count, ils_onig_capture_group(), ils_onig_utf8(),
          UnsafeMutablePointer(mutating: ils_onig_syntax_default()), &info)
        return status == ONIG_NORMAL ? nil : RegexError(status: status, info: info)
      }
    }
    if let failure { throw failure }
    guard let compiled else { throw RegexError(status: ONIGERR_MEMORY, info: nil) }
    handle = compiled
  }

  /// Restores a handle from ``address``; nil for 0.
  public init?(address: UInt) {
    guard let handle = OnigRegex(bitPattern: address) else { return nil }
    self.handle = handle
  }

  /// The handle as a nonzero address, for storage in an atomic.
  public var address: UInt { UInt(bitPattern: handle) }

  /// The number of capture groups, without the whole match.
  public var captureCount: Int { Int(onig_number_of_captures(handle)) }

  /// Frees the compiled pattern. No thread may be matching with it.
  public func free() { onig_free(handle) }
}
