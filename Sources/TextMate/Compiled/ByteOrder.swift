internal import CLibrary

extension UnsafeRawBufferPointer {
  /// Compares bytes as unsigned numbers. A prefix precedes what it begins.
  ///
  /// - Returns: A negative number if these bytes precede `other`, zero if both are equal.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    if let mine = baseAddress, let theirs = other.baseAddress {
      let difference = memcmp(mine, theirs, Swift.min(count, other.count))
      if difference != 0 { return Int(difference) }
    }
    return count - other.count
  }
}
