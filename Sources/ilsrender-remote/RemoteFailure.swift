internal import RenderClient

/// Why the rendering at the service ended before its text did, and what can be done about it.
struct RemoteFailure: Error {
  enum Kind: Int32 {
    /// Another try would end the same.
    case lasting = 1
    /// The command line is wrong.
    case usage = 2
    /// The service cannot be used any more.
    case unusable = 3
    /// The service has lost the stream: another one may be begun.
    case lostStream = 4
  }

  var kind: Kind
  var reason: String

  /// The stream has ended, and not because its text had.
  static let endedTooSoon = RemoteFailure(
    kind: .lostStream, reason: "the service has ended the stream before its text")

  init(kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// - Parameter hasStream: whether there was a stream when the error occurred.
  init(_ error: any Error, hasStream: Bool) {
    if let failure = error as? RemoteFailure {
      self = failure
      return
    }
    reason = "\(error)"
    guard let error = error as? ClientError else {
      kind = .lasting
      return
    }
    let lost = ["NOT_FOUND", "STREAM_GONE", "STREAM_FINISHED", "SEQUENCE_GAP", "UNKNOWN_CURSOR"]
    if error.code == .badAddress {
      kind = .usage
    } else if !hasStream {
      kind = .lasting
    } else if let code = error.serviceCode, lost.contains(code) {
      kind = .lostStream
    } else {
      kind = .unusable
    }
    if error.serviceCode == "UNAUTHORIZED" {
      reason = "the service wants a key: ILSRENDER_KEY must hold one of its keys"
    }
  }

  /// One line for a person. `isRecoverable`: somebody has the text and goes on with it.
  func message(isRecoverable: Bool) -> String {
    switch kind {
    case .unusable where isRecoverable: "\(reason); rendering goes on here"
    case .lostStream where isRecoverable: "\(reason); it is begun anew"
    default: reason
    }
  }

  /// The exit status: one above 2 tells the filter, which has the text, how to go on.
  func status(isRecoverable: Bool) -> Int32 {
    isRecoverable || kind == .usage ? kind.rawValue : Kind.lasting.rawValue
  }
}
