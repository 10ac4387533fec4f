#if canImport(Glibc)
  internal import CAllocator
#endif

/// What this process has allocated and not given back, by the allocator's own account: a count, the same whatever else
/// the machine does, where resident memory depends on what the kernel leaves.
public enum Allocations {
  /// Bytes in use on all heaps; nil where the C library does not say (only glibc does).
  public static var bytesInUse: Int? {
    #if canImport(Glibc)
      let account = mallinfo2()
      return Int(account.uordblks) + Int(account.hblkhd)
    #else
      return nil
    #endif
  }
}
