/// The name and the description of a metric.
struct Metric: Hashable, Sendable {
  /// The name for Prometheus, without the suffix `_total` of counters.
  var name: String
  var help: String

  init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }

  static let requests = Metric("ilsrender_requests", "Answers, by method, route and status.")
  static let requestSeconds = Metric(
    "ilsrender_request_seconds", "Time from a request's headers to the headers of its answer.")
  static let stageSeconds = Metric("ilsrender_stage_seconds", "Time of the stages of renderings.")
  static let chunkToEvent = Metric(
    "ilsrender_chunk_to_event_seconds", "Time from a chunk of a stream to the event that shows it.")
  static let cacheHits = Metric("ilsrender_cache_hits", "Answers from the cache.")
  static let cacheMisses = Metric("ilsrender_cache_misses", "Answers that the cache did not have.")
  static let refusals = Metric(
    "ilsrender_refused_renders", "Renderings refused because too much waited or too many bytes were held.")
  static let cancellations = Metric(
    "ilsrender_cancelled_renders", "Renderings stopped: the client hung up, or they took too long.")
  static let limitedBlocks = Metric(
    "ilsrender_highlight_limited_blocks", "Code blocks in which a limit of highlighting was reached.")
  static let streamEvents = Metric("ilsrender_stream_events", "Updates sent to the logs of streams.")
  static let snapshots = Metric(
    "ilsrender_stream_snapshots", "Snapshots made for readers that were too slow.")
  static let storeRoundTrip = Metric(
    "ilsrender_store_round_trip_seconds", "Time of commands to the shared store of streams.")
  static let storeFailures = Metric(
    "ilsrender_store_failures", "Commands to the shared store that failed.")
  static let publish = Metric(
    "ilsrender_store_publish_seconds", "Time from a rendered event until the shared store has it.")
  static let takeovers = Metric(
    "ilsrender_stream_takeovers", "Streams taken over from another machine.")
  static let leasesLost = Metric(
    "ilsrender_stream_leases_lost", "Streams that another machine took, or that are gone.")
  static let leases = Metric(
    "ilsrender_stream_leases", "Streams that this machine renders for a shared store.")
  static let storeReads = Metric(
    "ilsrender_store_reads", "Streams of the shared store that are read, in blocking reads.")
  static let acceptFailures = Metric(
    "ilsrender_accept_failures", "Connections that could not be accepted, for want of file descriptors.")
  static let queueDepth = Metric("ilsrender_queue_depth", "Pieces of work that wait for a worker.")
  static let rendersInWork = Metric("ilsrender_renders_in_work", "Renderings that run or wait.")
  static let connections = Metric("ilsrender_connections", "Open connections.")
  static let clients = Metric("ilsrender_clients", "Keys and addresses whose use is counted.")
  static let bodyBytes = Metric("ilsrender_body_bytes", "Bytes of bodies of requests in work.")
  static let answerBytes = Metric(
    "ilsrender_answer_bytes", "Bytes of answers that clients have not taken yet.")
  static let streams = Metric("ilsrender_streams", "Streams that are kept, finished ones included.")
  static let streamReaders = Metric("ilsrender_stream_readers", "Clients that read events.")
  static let streamLogBytes = Metric("ilsrender_stream_log_bytes", "Bytes of events kept for readers.")
  static let streamTextBytes = Metric("ilsrender_stream_text_bytes", "Bytes of text in all streams.")
  static let streamMemoryBytes = Metric(
    "ilsrender_stream_memory_bytes", "Bytes of memory that all streams keep.")
  static let cacheBytes = Metric("ilsrender_cache_bytes", "Bytes of answers kept for repeated requests.")
  static let buildInfo = Metric("ilsrender_build_info", "The version, as a label.")
  static let cpuSeconds = Metric("process_cpu_seconds", "Processor time in user and system mode.")
  static let residentBytes = Metric("process_resident_memory_bytes", "Memory in RAM.")
  static let openFiles = Metric("process_open_fds", "Open file descriptors.")
  static let maximumFiles = Metric("process_max_fds", "File descriptors that may be open.")
  static let startTime = Metric("process_start_time_seconds", "When the process started, since 1970.")

  static let all = [
    requests, requestSeconds, stageSeconds, chunkToEvent, cacheHits, cacheMisses, refusals, cancellations,
    limitedBlocks, streamEvents, snapshots, storeRoundTrip,
    storeFailures, publish, takeovers, leasesLost, leases, storeReads, acceptFailures, queueDepth,
    rendersInWork, connections, clients,
    bodyBytes, answerBytes, streams, streamReaders, streamLogBytes, streamTextBytes, streamMemoryBytes,
    cacheBytes, buildInfo,
    cpuSeconds, residentBytes, openFiles, maximumFiles, startTime,
  ]

  /// The descriptions of all metrics by name.
  static let helps = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.help) })
}
