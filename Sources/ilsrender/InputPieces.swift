internal import MarkdownSource
internal import SystemPackage
internal import CLibrary

/// The input in chunks as it arrives: the result of each read, or chunks of a requested size.
struct InputPieces: ~Copyable {
  private var names: ArraySlice<String>
  private var file: FileDescriptor?
  private let pieceSize: Int?
  private var name = "standard input"
  private var lastByte: UInt8?
  private var returned: ArraySlice<[UInt8]> = []
  /// Reads all bytes of the files; nil if nobody asks.
  private let check: UTF8Check?
  /// Transforms the chunks before they are returned; nil for no transformation.
  var unwrapper: FenceUnwrapper?

  /// Opens the files in order, or standard input if there are none.
  init(_ names: [String], pieceSize: Int? = nil, check: UTF8Check? = nil) throws {
    self.names = names.isEmpty ? ["-"] : names[...]
    self.check = check
    self.pieceSize = pieceSize
    try openNext()
  }

  deinit {
    if let file, file != .standardInput { try? file.close() }
  }

  /// Returns the next bytes; nil at the end. Blocks until bytes are available.
  mutating func next() throws -> [UInt8]? {
    while let piece = try nextPiece() {
      guard let changed = unwrapper?.append(piece) else { return piece }
      if !changed.isEmpty { return changed }
    }
    let rest = unwrapper?.finish() ?? []
    unwrapper = nil
    return rest.isEmpty ? nil : rest
  }

  private mutating func nextPiece() throws -> [UInt8]? {
    if let piece = returned.popFirst() { return piece }
    while let current = file {
      let piece = try read(from: current)
      if !piece.isEmpty {
        lastByte = piece.last
        check?.read(piece)
        return piece
      }
      check?.endFile()
      if current != .standardInput { try? current.close() }
      file = nil
      try openNext()
      // Files are joined at line boundaries.
      if file != nil, let lastByte, lastByte != UInt8(ascii: "\n") { return [UInt8(ascii: "\n")] }
    }
    return nil
  }

  /// Puts chunks back, so that they are returned again.
  mutating func unread(_ pieces: [[UInt8]]) { returned = pieces[...] }

  /// Puts bytes before the next chunk.
  mutating func precede(with bytes: [UInt8]) {
    if !bytes.isEmpty { returned = [bytes] + returned }
  }

  /// Returns the next bytes without removing them; no bytes at the end.
  mutating func peek() throws -> [UInt8] {
    if returned.isEmpty, let piece = try nextPiece() { returned = [piece] }
    return returned.first ?? []
  }

  /// Whether more than `length` bytes follow. Waits for that many.
  mutating func isLonger(than length: Int) throws -> Bool {
    var read: [[UInt8]] = []
    var count = 0
    while count <= length, let piece = try nextPiece() {
      read.append(piece)
      count += piece.count
    }
    unread(read)
    return count > length
  }

  /// The file descriptor that ``next()`` would wait for; nil if it would not wait.
  var descriptor: CInt? { returned.isEmpty ? file?.rawValue : nil }

  /// Whether a read would return bytes or the end without blocking.
  var hasMore: Bool { hasMore(within: 0) }

  /// Returns whether no input arrives for 50 milliseconds, so that somebody may wait for output.
  func pauses() -> Bool { !hasMore(within: 50) }

  /// Whether a read would return bytes or the end within a number of milliseconds. Otherwise waits for that
  /// long.
  private func hasMore(within milliseconds: CInt) -> Bool {
    if !returned.isEmpty { return true }
    guard let file else { return false }
    var descriptor = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  /// Waits until a read would return bytes or the end.
  ///
  /// - Returns: `false` if another event came first.
  func waitForMore(or wakeups: TailPainter.Wakeups) -> Bool {
    guard let descriptor else { return true }
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)] + wakeups.descriptors
    return poll(&descriptors, nfds_t(descriptors.count), wakeups.milliseconds) > 0
      && descriptors[0].revents != 0
  }

  private mutating func openNext() throws {
    guard let next = names.popFirst() else { return }
    name = next == "-" ? "standard input" : next
    file = next == "-" ? .standardInput : try Input.open(next)
  }

  /// Reads as many bytes as one call of `read` returns. With a chunk size, reads exactly that many, except at
  /// the end of a file.
  private func read(from file: FileDescriptor) throws -> [UInt8] {
    let size = pieceSize ?? 1 << 16
    do {
      return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        repeat {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let read = try file.read(into: rest)
          if read == 0 { return }
          count += read
        } while pieceSize != nil && count < size
      }
    } catch let error as Errno {
      throw Failure.input("cannot read \(name): \(error)")
    }
  }
}
