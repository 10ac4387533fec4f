internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import StyledRuns

/// The outermost middleware. It gives each request an identifier, a cancellation flag, a log entry and
/// metrics, and converts errors to responses.
struct RequestMiddleware: RouterMiddleware {
  typealias Context = ServiceContext

  let routes: RouteTable
  let core: ServiceCore

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var context = context
    let address = core.addresses.client(of: request.headers, from: context.connection.peer)
    context.client = core.clients.usage(of: .at(address))
    let id = RequestIdentifier.given(request.headers) ?? context.id
    context.logger[metadataKey: "hb.request.id"] = "\(id)"
    if let trace = TraceParent(request.headers) {
      context.logger[metadataKey: "trace"] = "\(trace.traceID)"
    }
    let cancellation = context.connection.beginRequest()
    defer { context.connection.endRequest() }
    var response: Response
    var code: String?
    do {
      if let fault = context.connection.fault { throw fault }
      if request.head.authority == nil { throw APIError.badHost }
      if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
        throw APIError.unknownTransferCoding
      }
      response = try await Cancellation.$current.withValue(cancellation) { [context] in
        try await next(request, context)
      }
    } catch {
      let error = problem(error, request, context, id: id)
      code = error.code.rawValue
      response = Response(
        status: error.status, headers: error.headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: error.json)))
    }
    if request.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestID] = id
    response.headers[.xContentTypeOptions] = "nosniff"
    let duration = ContinuousClock.now - start
    let route = context.endpointPath ?? "none"
    core.metrics.answered(method: request.method, route: route, status: response.status, after: duration)
    log(request, response, context, address: address, route: route, code: code, duration)
    return response
  }

  /// Logs a request: at `error` for errors of the service, at `info` for other errors, for slow requests and,
  /// with `access-log`, for all requests; otherwise at `debug`.
  private func log(
    _ request: Request, _ response: Response, _ context: ServiceContext, address: String, route: String,
    code: String?, _ duration: Duration
  ) {
    let configuration = core.configuration
    let isNotable =
      response.status.code >= 400 || duration > configuration.times.slow || configuration.logsAccess
    let level: Logger.Level = response.status.code == 500 ? .error : isNotable ? .info : .debug
    guard level >= context.logger.logLevel else { return }
    var metadata: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "route": "\(route)", "status": "\(response.status.code)",
      "milliseconds": "\(Double(Int(duration / .microseconds(1))) / 1000)", "client": "\(address)",
    ]
    if let code { metadata["code"] = "\(code)" }
    if let stream = response.headers[.xStreamID] ?? context.parameters.get("id") {
      metadata["stream"] = "\(stream.prefix(40))"
    }
    context.logger.log(level: level, "request", metadata: metadata)
  }

  private func problem(
    _ error: any Error, _ request: Request, _ context: ServiceContext, id: String
  ) -> APIError {
    switch error {
    case let error as APIError: return error
    case let error as LostBody: return error.problem
    case let error as HTTPError where error.status == .notFound:
      let methods = routes.methods(of: request.uri.path)
      return methods.isEmpty ? .notFound : .methodNotAllowed(request.method, allow: methods)
    case let error as any HTTPResponseError where error.status == .contentTooLarge:
      return .tooLarge(limit: 0)
    case let error as any HTTPResponseError where (400..<500).contains(error.status.code):
      return APIError(error.status, .malformedRequest, "the request cannot be understood")
    // The connection was lost while the body arrived.
    case is HTTPParserError, is ChannelError, is IOError, is CancellationError: return .clientClosed
    default:
      context.logger.error("failed", metadata: ["error": "\(error)"])
      return .internalError(requestID: id)
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
