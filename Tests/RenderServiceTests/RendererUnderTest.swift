import Rendering
import StyledRuns

@testable import RenderService

/// A stream's renderer with its inbox and log, without a service around it.
struct RendererUnderTest {
  let catalog = Catalog(detectsLanguages: true)
  let pool: WorkerPool
  let options: RequestOptions
  let dependencies: StreamDependencies
  let inbox: StreamInbox
  let log: EventLog
  let renderer: StreamRenderer

  /// - Parameter resumption: The content that was published before; nil for a new stream.
  init(resuming resumption: StreamRenderer.Resumption? = nil) throws {
    let configuration = ServiceConfiguration()
    var reader = RequestDecoder()
    pool = try WorkerPool(threads: 1)
    options = try RequestOptions(&reader, .stream, catalog: catalog, configuration: configuration)
    dependencies = StreamDependencies(
      catalog: catalog, pool: pool, limits: configuration.limits, times: configuration.times,
      metrics: ServiceMetrics())
    let memory = dependencies.memory.makeShare()
    inbox = StreamInbox(limit: .max, memory: memory, lease: nil)
    log = EventLog(dependencies, input: .markdown, memory: memory)
    renderer = StreamRenderer(
      options, dependencies, memory: memory, inbox: inbox, output: log, resuming: resumption)
  }
}
