internal import Rendering
internal import RunFormatters
internal import StyledRuns

/// Prints a session's updates, one JSON object a line, as the input arrives.
struct UpdateStream {
  let session: RenderSession

  func run(_ pieces: consuming InputPieces) throws {
    while let piece = try pieces.next() { try write(session.append(piece)) }
    try write(session.finish())
  }

  private func write(_ update: Update?) throws {
    guard let update else { return }
    var line = IRFormatter().format(update)
    line.append(UInt8(ascii: "\n"))
    try StandardOutput.write(line)
  }
}
