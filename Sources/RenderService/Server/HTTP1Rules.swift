internal import NIOCore
internal import NIOHTTP1

/// Implements the parts of HTTP/1 that connect a message with its connection: versions, keep-alive, `Host`
/// and absolute request targets.
///
/// All later handlers see HTTP/1.1 requests, with `Connection: close` if no other request follows. A missing,
/// repeated or malformed `Host` is removed. Belongs to its connection's event loop.
final class HTTP1Rules: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The properties of a request that affect its response.
  private struct Asked {
    var isOld: Bool
    var keepsAlive: Bool
    var isHead: Bool
  }

  /// The requests without a response, in order.
  private var asked: CircularBuffer<Asked> = []
  private var closesAfterAnswer = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
    asked.append(Asked(isOld: isOld, keepsAlive: head.isKeepAlive, isHead: head.method == .HEAD))
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    Self.settleHost(&head, isOld: isOld)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Enforces RFC 9112, 3.2: exactly one well-formed `Host`, which only HTTP/1.0 may omit. An absolute
  /// request target takes precedence over it.
  private static func settleHost(_ head: inout HTTPRequestHead, isOld: Bool) {
    var count = 0
    var isValid = true
    for (name, value) in head.headers where name.utf8.count == 4 && name.lowercased() == "host" {
      count += 1
      isValid = isHost(value)
    }
    if count > 1 || count == 0 && !isOld || !isValid {
      head.headers.remove(name: "host")
    } else if count == 0 {
      head.headers.add(name: "host", value: "")
    }
    if head.uri.utf8.first == UInt8(ascii: "/") { return }
    for scheme in ["http://", "https://"] where head.uri.lowercased().hasPrefix(scheme) {
      let rest = head.uri.dropFirst(scheme.count)
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      let path = rest[authority.endIndex...]
      head.uri = path.hasPrefix("/") ? String(path) : "/" + path
      if !head.headers["host"].isEmpty { head.headers.replaceOrAdd(name: "host", value: String(authority)) }
    }
  }

  /// Whether the value can be a host with or without a port. It may be empty.
  private static func isHost(_ value: String) -> Bool {
    value.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"/\\?#@,\"<>^`{|}".utf8.contains(byte)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code < 200:
      // HTTP/1.0 has no interim responses.
      if asked.first?.isOld ?? false {
        promise?.succeed()
        return
      }
      head.version = .http1_1
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head(var head):
      let asked = asked.popFirst() ?? Asked(isOld: false, keepsAlive: false, isHead: false)
      setConnection(of: &head, asked)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      guard closesAfterAnswer else { return context.write(data, promise: promise) }
      context.writeAndFlush(data, promise: promise)
      context.close(mode: .output, promise: nil)
    }
  }

  private func setConnection(of head: inout HTTPResponseHead, _ asked: Asked) {
    let closes = !asked.keepsAlive || head.headers["connection"].contains { $0.lowercased() == "close" }
    guard asked.isOld else {
      if closes { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      return
    }
    // Without chunked encoding, closing the connection ends a body of unknown length.
    head.version = .http1_0
    head.headers.remove(name: "transfer-encoding")
    let hasLength = head.headers.contains(name: "content-length") || asked.isHead || !head.status.mayHaveBody
    head.headers.replaceOrAdd(name: "Connection", value: closes || !hasLength ? "close" : "keep-alive")
    if !closes, !hasLength { closesAfterAnswer = true }
  }
}

extension HTTPResponseStatus {
  fileprivate var mayHaveBody: Bool { code != 204 && code != 304 }
}
