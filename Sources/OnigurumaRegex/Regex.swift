internal import COniguruma

/// A compiled pattern: UTF-8, the library's default syntax, plain groups capture even beside named ones.
///
/// A bare handle, so that a hot loop can hold it without reference counting. Any number of threads may match
/// with one handle at once; whoever compiled it calls ``free()`` once, when no one matches any more.
public struct Regex: @unchecked Sendable {
  // Sendable: the library only reads a compiled regex while matching; what it writes is in the match memory.
  let handle: OnigRegex

  /// Compiles `pattern`. Linear in the pattern, except for counted repeats.
  public init(_ pattern: some Collection<UInt8>) throws(RegexError) {
    guard Oniguruma.isInitialised else { throw RegexError(status: ONIGERR_INVALID_ARGUMENT, info: nil) }
    var compiled: OnigRegex?
    var info = OnigErrorInfo()
    let bytes = ContiguousArray(pattern)
    // The error text may quote the pattern through `info`, so it is made while `bytes` is alive.
    let failure: RegexError? = bytes.withUnsafeBufferPointer { bytes in
      // An empty buffer may have no address, and the library wants one.
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

  /// A handle kept as an address; the inverse of ``address``.
  public init?(address: UInt) {
    guard let handle = OnigRegex(bitPattern: address) else { return nil }
    self.handle = handle
  }

  /// The handle as an address, never 0, for storage in an atomic.
  public var address: UInt { UInt(bitPattern: handle) }

  /// How many groups capture, the whole match not counted.
  public var captureCount: Int { Int(onig_number_of_captures(handle)) }

  public func free() { onig_free(handle) }
}
