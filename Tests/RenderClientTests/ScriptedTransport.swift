import Synchronization

@testable import RenderClient

/// A service that answers as a script says, and notes what it was asked.
final class ScriptedTransport: HTTPTransport {
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var pieces: [String] = []
    /// Whether the connection breaks behind the pieces; else the body ends there.
    var breaks = false
    /// Whether nothing comes behind the pieces, for ever.
    var stalls = false
  }

  struct Unreachable: Error {}

  private struct State {
    var answers: [Answer?]
    var requests: [HTTPRequestParts] = []
  }

  private let state: Mutex<State>

  /// Nil in the script: nobody answers.
  init(_ answers: [Answer?]) {
    state = Mutex(State(answers: answers))
  }

  var requests: [HTTPRequestParts] { state.withLock { $0.requests } }

  func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
    let answer = state.withLock { state -> Answer? in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw Unreachable() }
    return HTTPResponseParts(status: answer.status, headers: answer.headers, body: Body(answer))
  }

  private final class Body: HTTPBody {
    private let rest: Mutex<Answer>

    init(_ answer: Answer) {
      rest = Mutex(answer)
    }

    func next() async throws -> [UInt8]? {
      let (piece, answer) = rest.withLock { answer -> (String?, Answer) in
        (answer.pieces.isEmpty ? nil : answer.pieces.removeFirst(), answer)
      }
      if let piece { return Array(piece.utf8) }
      if answer.breaks { throw Unreachable() }
      if answer.stalls { try await Task.sleep(for: .seconds(3600)) }
      return nil
    }
  }
}

/// Notes the waits that a policy asks for, and waits for none.
final class Waits: Sendable {
  private let waits = Mutex<[Duration]>([])

  var all: [Duration] { waits.withLock { $0 } }

  func policy(tries: Int = 10, silence: Duration = .seconds(30)) -> ReconnectPolicy {
    var policy = ReconnectPolicy(tries: tries, silence: silence)
    policy.chance = { 0.5 }
    policy.sleep = { [self] wait in waits.withLock { $0.append(wait) } }
    return policy
  }
}
