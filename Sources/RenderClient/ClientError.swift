/// Why a request to the service, or the reading of a stream, failed.
public struct ClientError: Error, Sendable, CustomStringConvertible {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service refused the request; ``ClientError/serviceCode`` and ``ClientError/status`` say why.
    public static let refused = Code(rawValue: "refused")
    /// No answer came, or the connection broke, more often than the policy allows.
    public static let unreachable = Code(rawValue: "unreachable")
    /// What came is not what the service's description says.
    public static let protocolViolation = Code(rawValue: "protocolViolation")
    /// The address of the service cannot be used.
    public static let badAddress = Code(rawValue: "badAddress")
  }

  public var code: Code
  public var reason: String
  /// The HTTP status, where the service answered.
  public var status: Int?
  /// The service's own code, such as `VALIDATION_ERROR`.
  public var serviceCode: String?
  /// What is wrong with which member of the request.
  public var fields: [String: String]
  /// What went wrong underneath.
  public var underlying: (any Error)?
  /// How long the service asks to wait before another try.
  var retryAfter: Duration?

  public init(
    _ code: Code, _ reason: String, status: Int? = nil, serviceCode: String? = nil,
    fields: [String: String] = [:], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.reason = reason
    self.status = status
    self.serviceCode = serviceCode
    self.fields = fields
    self.underlying = underlying
  }

  public var description: String {
    let details = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ([reason] + details).joined(separator: "; ")
  }

  /// Whether the same request may succeed later.
  var isPassing: Bool {
    guard code == .refused else { return code == .unreachable }
    if let status { return status == 408 || status == 429 || status >= 500 }
    // An error that came as an event has no status.
    return ["OVERLOADED", "DRAINING", "SLOW_DOWN"].contains(serviceCode)
  }
}

/// An error in the service's wire form.
struct WireError: Decodable {
  var code: String
  var reason: String
  var fields: [String: String]?
}
