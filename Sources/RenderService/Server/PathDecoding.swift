internal import HTTPTypes
internal import Hummingbird

/// Decodes percent-encoded characters in a request's path before routing, because
/// `/themes/paper%2Cobsidian.css` and `/themes/paper,obsidian.css` are the same address (RFC 3986, 6.2.2.2).
struct PathDecoding<Next: HTTPResponder>: HTTPResponder where Next.Context == ServiceContext {
  typealias Context = ServiceContext

  let next: Next

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    guard let path = request.head.path, let decoded = PathDecoding.decoded(path) else {
      return try await next.respond(to: request, context: context)
    }
    var head = request.head
    head.path = decoded
    return try await next.respond(to: Request(head: head, body: request.body), context: context)
  }

  /// Returns the decoded path with its unchanged query; nil if nothing needs decoding. Characters with a
  /// special meaning (`/`, `?`, `#`, `%`) and characters that are not allowed in paths stay encoded.
  static func decoded(_ path: String) -> String? {
    let bytes = Array(path.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    guard bytes[..<end].contains(UInt8(ascii: "%")) else { return nil }
    var result: [UInt8] = []
    var index = 0
    while index < end {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < end,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue,
        case let byte = UInt8(high << 4 | low), byte > 0x20, byte < 0x7F, !"/?#%".utf8.contains(byte)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}
