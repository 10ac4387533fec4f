/// The error for a request that failed, or a stream that could not be read.
///
/// ```swift
/// do {
///   let rendered = try await client.render("# Title")
/// } catch let error as ClientError where error.code == .unreachable {
///   print("the service does not answer: \(error)")
/// }
/// ```
public struct ClientError: Error, Sendable, CustomStringConvertible {
  public var code: ClientErrorCode
  public var reason: String
  /// The HTTP status, if the service answered.
  public var status: Int?
  /// The error code of the service, such as `VALIDATION_ERROR`.
  public var serviceCode: String?
  /// The invalid members of the request and their problems.
  public var fields: [String: String]
  /// The error that caused this one.
  public var underlying: (any Error)?
  /// The delay that the service requests before the next attempt.
  var retryAfter: Duration?

  public init(
    _ code: ClientErrorCode, _ reason: String, status: Int? = nil, serviceCode: String? = nil,
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
    // An error that arrived as an event has no status.
    return ["OVERLOADED", "DRAINING", "STORE_UNAVAILABLE", "SLOW_DOWN"].contains(serviceCode)
  }
}

/// The kind of the failure, extensible.
///
/// ```swift
/// do {
///   try await stream.append(bytes)
/// } catch let error as ClientError where error.code == .unreachable {
///   retryLater()
/// }
/// ```
public struct ClientErrorCode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The service refused the request. ``ClientError/serviceCode`` and ``ClientError/status`` hold the
  /// reason.
  public static let refused = ClientErrorCode(rawValue: "refused")
  /// The service did not answer, or the connection broke more often than the policy allows.
  public static let unreachable = ClientErrorCode(rawValue: "unreachable")
  /// The answer does not match the description of the service (docs/openapi.yaml).
  public static let protocolViolation = ClientErrorCode(rawValue: "protocolViolation")
  /// The address of the service is invalid.
  public static let badAddress = ClientErrorCode(rawValue: "badAddress")
}

/// An error in the wire form of the service.
struct WireError: Decodable {
  var code: String
  var reason: String
  var fields: [String: String]?
}
