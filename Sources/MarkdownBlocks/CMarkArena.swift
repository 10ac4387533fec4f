internal import CMarkGFM

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory for cmark's nodes that is given out by moving a pointer and taken back all at once.
///
/// cmark's allocator has no context, so the arena in use is the calling thread's; ``use(_:)`` sets it. While
/// nothing is in use, the allocator must not be called.
final class CMarkArena {
  /// The head of a slab; its bytes follow.
  private struct Slab {
    var next: UnsafeMutablePointer<Slab>?
    var size: Int
  }

  private struct State {
    var cursor: UnsafeMutableRawPointer
    var limit: UnsafeMutableRawPointer
    var slab: UnsafeMutablePointer<Slab>
    var last: UnsafeMutableRawPointer
  }

  private static let firstSlab = 1 << 18
  private static let largestSlab = 1 << 23

  private let state: UnsafeMutablePointer<State>

  init() {
    let slab = CMarkArena.makeSlab(CMarkArena.firstSlab, next: nil)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        cursor: CMarkArena.start(of: slab), limit: CMarkArena.end(of: slab), slab: slab,
        last: CMarkArena.start(of: slab)))
  }

  deinit {
    reset()
    free(state.pointee.slab)
    state.deallocate()
  }

  /// Runs `body` with cmark allocating from this arena, then takes everything back.
  func use<Result>(_ body: (UnsafeMutablePointer<cmark_mem>) -> Result) -> Result {
    let outer = pthread_getspecific(CMarkArena.key)
    pthread_setspecific(CMarkArena.key, state)
    defer {
      pthread_setspecific(CMarkArena.key, outer)
      reset()
    }
    return body(CMarkArena.allocator.pointer)
  }

  /// Takes everything back; keeps the first slab.
  private func reset() {
    var slab = state.pointee.slab
    while let next = slab.pointee.next {
      free(slab)
      slab = next
    }
    state.pointee = State(
      cursor: CMarkArena.start(of: slab), limit: CMarkArena.end(of: slab), slab: slab,
      last: CMarkArena.start(of: slab))
  }

  // MARK: Slabs

  private static func makeSlab(_ size: Int, next: UnsafeMutablePointer<Slab>?) -> UnsafeMutablePointer<Slab> {
    guard let memory = malloc(MemoryLayout<Slab>.stride + size) else { fatalError("out of memory") }
    let slab = memory.bindMemory(to: Slab.self, capacity: 1)
    slab.initialize(to: Slab(next: next, size: size))
    return slab
  }

  private static func start(of slab: UnsafeMutablePointer<Slab>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(slab + 1)
  }

  private static func end(of slab: UnsafeMutablePointer<Slab>) -> UnsafeMutableRawPointer {
    start(of: slab) + slab.pointee.size
  }

  // MARK: cmark's allocator

  /// The size of an allocation stands before it.
  private static let header = 8

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { fatalError("no thread-specific storage left") }
    return key
  }()

  // Unchecked: written once, before any thread sees it.
  private struct Allocator: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<cmark_mem>
  }

  private static let allocator: Allocator = {
    let pointer = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    pointer.initialize(
      to: cmark_mem(
        calloc: { count, size in CMarkArena.allocate(count * size, zeroed: true) },
        realloc: { old, size in CMarkArena.reallocate(old, size) },
        free: { _ in }))
    return Allocator(pointer: pointer)
  }()

  private static func allocate(_ size: Int, zeroed: Bool) -> UnsafeMutableRawPointer? {
    guard let raw = pthread_getspecific(key) else { return nil }
    let state = raw.assumingMemoryBound(to: State.self)
    let needed = (size + header + 7) & ~7
    if state.pointee.limit - state.pointee.cursor < needed {
      let grown = min(state.pointee.slab.pointee.size * 2, largestSlab)
      let slab = makeSlab(max(grown, needed), next: state.pointee.slab)
      state.pointee.slab = slab
      state.pointee.cursor = start(of: slab)
      state.pointee.limit = end(of: slab)
    }
    let memory = state.pointee.cursor + header
    state.pointee.cursor += needed
    state.pointee.last = memory
    (memory - header).storeBytes(of: needed - header, as: Int.self)
    if zeroed { memset(memory, 0, needed - header) }
    return memory
  }

  private static func reallocate(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let old else { return allocate(size, zeroed: false) }
    let oldSize = (old - header).load(as: Int.self)
    if size <= oldSize { return old }
    if let raw = pthread_getspecific(key) {
      let state = raw.assumingMemoryBound(to: State.self)
      let extra = (size - oldSize + 7) & ~7
      if state.pointee.last == old, state.pointee.limit - state.pointee.cursor >= extra {
        state.pointee.cursor += extra
        (old - header).storeBytes(of: oldSize + extra, as: Int.self)
        return old
      }
    }
    guard let new = allocate(size, zeroed: false) else { return nil }
    memcpy(new, old, oldSize)
    return new
  }
}
