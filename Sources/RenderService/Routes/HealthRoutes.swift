internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes `/health`, `/ready` and `/metrics`, with and without the API prefix.
struct HealthRoutes: Sendable {
  let core: ServiceCore
  let isDraining: @Sendable () -> Bool

  var routes: [Route] {
    ["", "/api/v1"].flatMap { prefix in
      [
        Route(.get, prefix + "/health", access: .open) { _, _ in
          .json(Array("{\"status\":\"ok\",\"version\":\"\(ServiceVersion.current)\"}".utf8))
        },
        Route(.get, prefix + "/ready", access: .open) { _, _ in
          if isDraining() { throw APIError.draining }
          if let problem = core.streams.problem { throw problem }
          return .json(Array("{\"status\":\"ready\"}".utf8))
        },
        Route(.get, prefix + "/metrics") { _, _ in
          Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: core.metrics.text())))
        },
      ]
    }
  }
}

/// The version of the service.
///
/// ```swift
/// print("ilsrenderd \(ServiceVersion.current)")
/// ```
public enum ServiceVersion {
  public static let current = "0.1.0"
}
