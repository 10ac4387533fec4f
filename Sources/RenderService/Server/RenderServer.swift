internal import CLibrary
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Rendering
internal import ServiceLifecycle
internal import Synchronization
internal import TextMate
internal import UnixSignals

/// The service, assembled according to its configuration.
///
/// ```swift
/// let server = try RenderServer(configuration: configuration)
/// try await server.run { configuration }
/// ```
public struct RenderServer: Sendable {
  typealias Responder = PathDecoding<RouterResponder<ServiceContext>>

  let application: Application<Responder>
  let core: ServiceCore
  let registry: any StoredStreams
  let logger: Logger
  let shutdown: ShutdownService
  let certificate: ServerCertificate?

  /// Creates the service.
  ///
  /// - Throws: ``ConfigurationError`` if grammars, themes or certificates cannot be read.
  public init(configuration: ServiceConfiguration) throws {
    try self.init(configuration: configuration, logger: Logger(configuration))
  }

  init(configuration: ServiceConfiguration, logger: Logger, data: DataFolder? = .find()) throws {
    self.logger = logger
    let catalog = Catalog(
      grammarFolders: configuration.grammarFolders, themeFolders: configuration.themeFolders, data: data,
      detectsLanguages: true)
    if let failure = catalog.grammars.folderFailures.first ?? catalog.themes.folderFailures.first {
      throw ConfigurationError(description: "\(failure)")
    }
    do {
      _ = try catalog.knownThemes(named: configuration.theme)
    } catch {
      throw ConfigurationError(description: "theme: \(error.message)")
    }
    let metrics = ServiceMetrics()
    let workers = configuration.workers > 0 ? configuration.workers : System.coreCount
    // Each stream submits one work item, plus a few for highlighting; renderings submit one for each worker.
    let pool: WorkerPool
    do {
      pool = try WorkerPool(threads: workers, capacity: workers + 2 * configuration.limits.streams)
    } catch {
      throw ConfigurationError(description: "workers: \(error)")
    }
    let clients = ClientLedger(limits: configuration.clients)
    registry = try Self.makeRegistry(
      StreamDependencies(
        catalog: catalog, pool: pool, limits: configuration.limits, times: configuration.times,
        metrics: metrics),
      configuration, clients: clients, logger: logger)
    core = ServiceCore(
      configuration: configuration, catalog: catalog, pool: pool, workers: workers, streams: registry,
      clients: clients, metrics: metrics, logger: logger)
    shutdown = ShutdownService(registry: registry, times: configuration.times, logger: logger)
    certificate = try configuration.tls.map { files throws(ConfigurationError) in try ServerCertificate(files)
    }
    application = Self.makeApplication(
      core, shutdown: shutdown, server: Self.makeServer(core, certificate))
    observe()
  }

  private static func makeRegistry(
    _ dependencies: StreamDependencies, _ configuration: ServiceConfiguration, clients: ClientLedger,
    logger: Logger
  ) throws -> any StoredStreams {
    if configuration.store.address == ServiceConfiguration.Store.memory {
      return MemoryStreamRegistry(dependencies, clients: clients, logger: logger)
    }
    return try RedisStreamRegistry(
      configuration.store.address, dependencies, configuration: configuration, logger: logger)
  }

  private static func makeApplication(
    _ core: ServiceCore, shutdown: ShutdownService, server: HTTPServerBuilder
  ) -> Application<Responder> {
    let configuration = core.configuration
    let routes: [Route] =
      RenderRoutes(core: core).routes + MessageRoutes(core: core).routes + BatchRoute(core: core).routes
      + DrawingRoute(core: core).routes + StreamRoutes(core: core).routes
      + EventRoutes(core: core).routes + CatalogRoutes(core: core).routes + OpenAPIRoute().routes
      + ViewerRoutes(core: core).routes
      + HealthRoutes(core: core, isDraining: { shutdown.isDraining }).routes
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    // The outermost middleware, so that spans contain the responses for errors.
    router.add(middleware: TracingIfUsed())
    router.add(middleware: RequestMiddleware(routes: RouteTable(routes), core: core))
    if !configuration.allowedOrigins.isEmpty {
      router.add(middleware: CrossOrigin(origins: configuration.allowedOrigins))
    }
    let authentication = Authentication(keys: core.keys, clients: core.clients, streams: core.streams)
    for route in routes {
      router.on(RouterPath(route.path), method: route.method) { request, context in
        switch route.access {
        case .open: try await route.handler(request, context)
        case .withKey: try await authentication.handle(request, context: context, next: route.handler)
        case .withKeyOrTicket:
          try await authentication.handle(
            request, context: context, tickets: core.tickets, next: route.handler)
        }
      }
    }
    return Application(
      responder: PathDecoding(next: router.buildResponder()), server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: "ilsrenderd",
        backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.limits.connections, logger: core.logger)),
      onServerRunning: { channel in
        try? await channel.eventLoop.submit {
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoff(logger: core.logger, metrics: core.metrics), position: .first)
        }.get()
      }, logger: core.logger)
  }

  private static func makeServer(
    _ core: ServiceCore, _ certificate: ServerCertificate?
  ) -> HTTPServerBuilder {
    let times = ConnectionTimes(core.configuration)
    return HTTPServerBuilder { responder in
      let plain = ServiceChannel(
        responder: responder, times: times, core: core, isLive: EventRoutes.isLive)
      guard let certificate else { return plain }
      return TLSChannel(
        http1: plain, http2: HTTP2Connections(http1: plain), certificate: certificate)
    }
  }

  private func observe() {
    let (core, registry) = (core, registry)
    let metrics = core.metrics
    metrics.observe(.queueDepth) { Double(core.pool.depth) }
    metrics.observe(.rendersInWork) { Double(core.renders.count) }
    metrics.observe(.connections) { Double(core.connections.load(ordering: .relaxed)) }
    metrics.observe(.clients) { Double(core.clients.count) }
    metrics.observe(.bodyBytes) { Double(core.bodyBytes.count) }
    metrics.observe(.answerBytes) { Double(core.answerBytes.count) }
    metrics.observe(.streams) { Double(registry.count) }
    metrics.observe(.streamReaders) { Double(core.readers) }
    metrics.observe(.streamLogBytes) { Double(registry.logBytes) }
    metrics.observe(.streamTextBytes) { Double(registry.textBytes) }
    metrics.observe(.streamMemoryBytes) { Double(registry.memoryBytes) }
    if let shared = registry as? RedisStreamRegistry {
      metrics.observe(.leases) { Double(shared.count) }
      metrics.observe(.storeReads) { Double(shared.readCount) }
    }
    metrics.observe(.cacheBytes) { Double(core.cache.bytes) }
    metrics.observe(.cpuSeconds) { ProcessFigures.cpuSeconds }
    metrics.observe(.residentBytes) { Double(ProcessFigures.residentBytes) }
    metrics.observe(.openFiles) { Double(ProcessFigures.openFiles) }
    metrics.observe(.maximumFiles) { Double(ProcessFigures.maximumFiles) }
    let startTime = ProcessFigures.startTime
    metrics.observe(.startTime) { startTime }
  }

  private func cannotListen(_ reason: String) -> StartError {
    StartError(
      description: "cannot listen on \(core.configuration.host):\(core.configuration.port): \(reason)")
  }

  /// Serves until SIGTERM or SIGINT. Reloads keys and the certificate on SIGHUP.
  ///
  /// - Parameter settings: Loads the settings again.
  /// - Throws: ``StartError`` if the service cannot start or had to stop.
  public func run(reloading settings: @escaping @Sendable () async throws -> ServiceConfiguration)
    async throws
  {
    let reload = ReloadService(core: core, certificate: certificate, settings: settings)
    // The last service is shut down first: readers must disconnect before the server waits for its
    // connections.
    var group = ServiceGroupConfiguration(
      services: [registry, reload, application, shutdown], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    // Shortly before the process is ended forcibly, running work is cancelled.
    let times = core.configuration.times
    group.maximumGracefulShutdownDuration =
      ShutdownService.limit(times) - min(.milliseconds(500), times.grace / 4)
    do {
      try await ServiceGroup(configuration: group).run()
    } catch let error as IOError {
      throw cannotListen(String(cString: strerror(error.errnoCode)))
    } catch let error as SocketAddressError.UnknownHost {
      throw cannotListen(error.errorDescription)
    }
    // Waiting clients get no response any more, and their renderings would keep the process alive.
    core.renders.stop()
    core.pool.stop()
  }
}

/// The error for a service that could not start, or had to stop.
///
/// ```swift
/// do {
///   try await server.run { configuration }
/// } catch let error as StartError {
///   print(error)  // cannot listen on 127.0.0.1:80: Permission denied
/// }
/// ```
public struct StartError: Error, CustomStringConvertible {
  public var description: String
}
