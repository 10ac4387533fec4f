internal import Rendering
internal import RunFormatters
internal import StyledRuns

/// Prints a session's updates as the input arrives, one JSON value per line.
struct UpdateStream {
  let session: any ContentSession

  func run(_ pieces: consuming InputPieces) throws {
    while let piece = try pieces.next() {
      try write(session.updateAppending(piece))
      if session.isBehind, pieces.pauses() { try write(session.updateCatchingUp()) }
    }
    try write(session.updateFinishing())
  }

  private func write(_ update: StreamUpdate?) throws {
    guard let update else { return }
    var line = IRFormatter().format(update)
    line.append(UInt8(ascii: "\n"))
    try StandardOutput.write(line)
  }
}
