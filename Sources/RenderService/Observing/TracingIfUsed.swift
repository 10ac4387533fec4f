internal import HTTPTypes
internal import Hummingbird
internal import Tracing

/// Makes a span of each request if the process has an instrument.
///
/// Hummingbird's `TracingMiddleware` turns each response into a stream, to note when it was sent. Without an
/// instrument, that would only cost: three writes instead of one.
struct TracingIfUsed: RouterMiddleware {
  typealias Context = ServiceContext

  private let tracing = TracingMiddleware<ServiceContext>()

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    if InstrumentationSystem.instrument is NoOpInstrument { return try await next(request, context) }
    return try await tracing.handle(request, context: context, next: next)
  }
}
