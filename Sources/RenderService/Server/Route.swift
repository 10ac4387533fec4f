internal import HTTPTypes
internal import Hummingbird

/// A method and a path of the API, with its handler.
struct Route: Sendable {
  typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

  var method: HTTPRequest.Method
  var path: String
  /// The credentials that a request needs.
  var access: Access
  var handler: Handler

  enum Access: Sendable {
    /// A key, if the service requires keys.
    case withKey
    /// A key, or a ticket for the stream in the path.
    case withKeyOrTicket
    case open
  }

  init(
    _ method: HTTPRequest.Method, _ path: String, access: Access = .withKey, _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.access = access
    self.handler = handler
  }
}

/// The methods of each path, for requests with an unsupported method.
struct RouteTable: Sendable {
  private let patterns: [(segments: [Substring], methods: [HTTPRequest.Method])]

  init(_ routes: [Route]) {
    var methods: [String: [HTTPRequest.Method]] = [:]
    for route in routes {
      methods[route.path, default: []].append(route.method)
      if route.method == .get { methods[route.path, default: []].append(.head) }
    }
    patterns = methods.map { (Self.segments($0.key), $0.value.sorted { $0.rawValue < $1.rawValue }) }
  }

  /// Returns the methods of a path; empty if the path does not exist.
  func methods(of path: String) -> [HTTPRequest.Method] {
    let segments = Self.segments(path)
    let matches = patterns.filter { pattern in
      pattern.segments.count == segments.count
        && zip(pattern.segments, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    // A literal path takes precedence over one with parameters.
    return matches.min { variables($0.segments) < variables($1.segments) }?.methods ?? []
  }

  private func variables(_ segments: [Substring]) -> Int { segments.count { $0.hasPrefix("{") } }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}
