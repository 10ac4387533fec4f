internal import RenderClient

/// The reason why a rendering on the service ended early, and the possible kind of recovery.
struct RemoteFailure: Error {
  enum FailureKind: Int32 {
    /// Another attempt would fail in the same way.
    case lasting = 1
    /// The command line is invalid.
    case usage = 2
    /// The service is no longer usable.
    case unusable = 3
    /// The service has lost the stream. A new one can be created.
    case lostStream = 4
  }

  var kind: FailureKind
  var reason: String

  /// The stream has ended before its text.
  static let endedTooSoon = RemoteFailure(
    kind: .lostStream, reason: "the service has ended the stream before its text")

  init(kind: FailureKind, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Classifies an error.
  ///
  /// - Parameter hasStream: Whether a stream existed when the error occurred.
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

  /// Returns the message in one line.
  ///
  /// - Parameter isRecoverable: Whether the caller keeps the text and continues with it.
  func message(isRecoverable: Bool) -> String {
    switch kind {
    case .unusable where isRecoverable: "\(reason); rendering goes on here"
    case .lostStream where isRecoverable: "\(reason); it is begun anew"
    default: reason
    }
  }

  /// Returns the exit status. A status above 2 tells the filter, which keeps the text, how to continue.
  func status(isRecoverable: Bool) -> Int32 {
    isRecoverable || kind == .usage ? kind.rawValue : FailureKind.lasting.rawValue
  }
}
