internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// What is around every request: its id, its log entry, its metrics, and the form of what went wrong.
struct RequestFrame: RouterMiddleware {
  typealias Context = ServiceContext

  let routes: RouteTable
  let metrics: ServiceMetrics

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response: Response
    var code: String?
    do {
      response = try await next(request, context)
    } catch {
      let error = problem(error, request, context)
      code = error.code.rawValue
      response = Response(
        status: error.status, headers: error.headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: error.json)))
    }
    if request.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestID] = context.id
    response.headers[.xContentTypeOptions] = "nosniff"
    let duration = ContinuousClock.now - start
    let route = context.endpointPath ?? "none"
    metrics.answered(method: request.method, route: route, status: response.status, after: duration)
    context.logger.log(
      level: response.status.code >= 500 ? .error : .debug, "request",
      metadata: [
        "method": "\(request.method.rawValue)", "route": "\(route)", "status": "\(response.status.code)",
        "milliseconds": "\(Double(Int(duration / .microseconds(1))) / 1000)",
        "code": code.map { "\($0)" } ?? "-",
      ])
    return response
  }

  private func problem(_ error: any Error, _ request: Request, _ context: ServiceContext) -> APIError {
    switch error {
    case let error as APIError: return error
    case let error as HTTPError where error.status == .notFound:
      let methods = routes.methods(of: request.uri.path)
      return methods.isEmpty ? .notFound : .methodNotAllowed(request.method, allow: methods)
    case let error as any HTTPResponseError where error.status == .contentTooLarge:
      return .tooLarge(limit: 0)
    case let error as any HTTPResponseError where (400..<500).contains(error.status.code):
      return APIError(error.status, .malformedRequest, "the request cannot be understood")
    default:
      context.logger.error("failed", metadata: ["error": "\(error)"])
      return .internalError(requestID: context.id)
    }
  }
}

extension HTTPField.Name {
  static let xRequestID = HTTPField.Name("X-Request-Id")!
  static let xChunkSequence = HTTPField.Name("X-Chunk-Seq")!
  static let xStreamID = HTTPField.Name("X-Stream-Id")!
  static let xDegraded = HTTPField.Name("X-Degraded")!
  static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering")!
  static let lastEventID = HTTPField.Name("Last-Event-ID")!
  static let serverTiming = HTTPField.Name("Server-Timing")!
  static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
