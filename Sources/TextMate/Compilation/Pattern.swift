internal import OnigurumaRegex
internal import Synchronization

/// A distinct pattern, compiled when it is first asked.
///
/// Lives at a fixed address so that the tokenizer's loops reach it through a plain pointer; made and freed by a
/// ``PatternPool`` or, for a pattern made from the text, by a tokenizer. Any thread may use it.
struct Pattern: ~Copyable {
  let source: [UInt8]
  /// 0 before the first use, ``bad`` where the library refused the pattern, else the regex's address.
  private let regexAddress: Atomic<UInt>

  private static let bad: UInt = 1

  init(source: [UInt8]) {
    self.source = source
    regexAddress = Atomic(0)
  }

  deinit {
    let address = regexAddress.load(ordering: .acquiring)
    if address > Self.bad { Regex(address: address)?.free() }
  }

  /// The compiled pattern; nil where the library refused it.
  @inline(__always)
  var regex: Regex? {
    let address = regexAddress.load(ordering: .acquiring)
    if address > Self.bad { return Regex(address: address) }
    return address == 0 ? compile() : nil
  }

  /// Why the library refuses the pattern, if it does.
  func failure() -> RegexError? {
    do throws(RegexError) {
      try Regex(source).free()
      return nil
    } catch {
      return error
    }
  }

  /// Two threads may both compile; the one that comes second throws its own work away.
  @inline(never)
  private func compile() -> Regex? {
    let compiled = try? Regex(source)
    let (stored, present) = regexAddress.compareExchange(
      expected: 0, desired: compiled?.address ?? Self.bad, ordering: .acquiringAndReleasing)
    if stored { return compiled }
    compiled?.free()
    return present > Self.bad ? Regex(address: present) : nil
  }
}

/// A pattern's place. Sendable because a pattern guards itself.
struct PatternReference: @unchecked Sendable, Hashable {
  let pointer: UnsafeMutablePointer<Pattern>
}
