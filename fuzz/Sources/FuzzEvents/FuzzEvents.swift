import Foundation
import FuzzedContent
import RenderClient
import Synchronization

/// Called by libFuzzer with one input: what a service, or whoever pretends to be one, sends as a stream of Server-Sent
/// Events.
///
/// The client takes or refuses it and ends; what it took can be shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEvents(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let input = FuzzedInput(start, count) else { return 0 }
  let transport = FixedAnswer(pieces: input.pieces())
  let ended = DispatchSemaphore(value: 0)
  Task {
    defer { ended.signal() }
    // One try, so that nothing waits for a service that never comes back.
    let policy = ReconnectPolicy(first: .zero, longest: .zero, tries: 1)
    let client = try RenderClient(server: "http://127.0.0.1", transport: transport, policy: policy)
    var last: StreamEvent?
    do {
      for try await event in client.stream(id: "fuzzed").events() { last = event }
    } catch {}
    if let last { show(last.content) }
  }
  ended.wait()
  return 0
}

/// Answers the first request with the pieces, and no other one.
private final class FixedAnswer: HTTPTransport {
  private let pieces: Mutex<[[UInt8]]?>

  init(pieces: [[UInt8]]) { self.pieces = Mutex(pieces) }

  func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
    let body = pieces.withLock { pieces in
      defer { pieces = nil }
      return pieces
    }
    guard let body else { throw CancellationError() }
    return HTTPResponseParts(
      status: 200, headers: ["content-type": "text/event-stream"], body: FixedBody(body))
  }
}

private final class FixedBody: HTTPBody {
  private let rest: Mutex<ArraySlice<[UInt8]>>

  init(_ pieces: [[UInt8]]) { rest = Mutex(pieces[...]) }

  func next() async throws -> [UInt8]? { rest.withLock { $0.popFirst() } }
}
