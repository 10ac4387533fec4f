/// An answer as its bytes come.
struct AnswerReader {
  private(set) var status: Int?
  /// What has come of the body, without the frames of chunks.
  private(set) var body: [UInt8] = []
  private(set) var isComplete = false
  private var rest: [UInt8] = []
  private var isChunked = false
  private var remaining = 0

  mutating func take(_ bytes: [UInt8]) {
    rest += bytes
    if status == nil, !readHead() { return }
    if isChunked { readChunks() } else { readCounted() }
  }

  private mutating func readHead() -> Bool {
    guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    rest.removeSubrange(..<end.upperBound)
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let lowered = line.lowercased()
      if lowered.hasPrefix("transfer-encoding:"), lowered.hasSuffix("chunked") { isChunked = true }
      if lowered.hasPrefix("content-length:") {
        remaining = Int(lowered.drop { !$0.isNumber }) ?? 0
      }
    }
    return true
  }

  private mutating func readCounted() {
    let part = rest.prefix(remaining)
    body += part
    remaining -= part.count
    rest.removeFirst(part.count)
    isComplete = remaining == 0
  }

  private mutating func readChunks() {
    while !isComplete {
      guard let line = rest.firstRange(of: [0x0D, 0x0A]) else { return }
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      let end = line.upperBound + size
      guard rest.count >= end + 2 else { return }
      body += rest[line.upperBound..<end]
      rest.removeSubrange(..<(end + 2))
      isComplete = size == 0
    }
  }

  /// Gives away what has come of the body.
  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }
}
