public import RunFormatters

/// The configuration of the service. The default values form a complete configuration.
///
/// ```swift
/// var configuration = ServiceConfiguration()
/// configuration.port = 8080
/// configuration.limits.bodyBytes = 1 << 20
/// let server = try RenderServer(configuration: configuration)
/// ```
public struct ServiceConfiguration: Sendable {
  /// The limits for all clients together, and for single requests and streams.
  ///
  /// ```swift
  /// configuration.limits.bodyBytes = 1 << 20
  /// ```
  public struct ServiceLimits: Sendable {
    /// The maximum size of a request body in bytes.
    public var bodyBytes = 4 << 20
    /// The maximum total size of the bodies of unanswered requests in bytes.
    public var bodiesBytes = 256 << 20
    /// The maximum size of a response in bytes.
    public var answerBytes = 32 << 20
    /// The maximum total size of responses that clients have not received yet, in bytes.
    public var answersBytes = 256 << 20
    /// The maximum length of the text in one stream in bytes.
    public var streamBytes = 16 << 20
    /// The maximum total length of the text in all streams in bytes.
    public var textBytes = 256 << 20
    /// The maximum memory of one stream in bytes: text, document, session state and events.
    public var streamMemoryBytes = 256 << 20
    /// The maximum memory of all streams in bytes.
    public var memoryBytes = 1 << 30
    /// The maximum number of containers around a block.
    public var nesting = 100
    /// The maximum number of documents in a batch.
    public var batch = 100
    /// The maximum number of streams, including finished ones that are kept.
    public var streams = 2000
    /// The maximum number of events that a stream keeps for reconnecting readers.
    public var events = 1000
    /// The maximum size of the events that a stream keeps, in bytes.
    public var eventBytes = 2 << 20
    /// The maximum number of renderings that run or wait at the same time.
    public var renders = 256
    /// The maximum number of open connections.
    public var connections = 10_000
    /// The size of the response cache, in bytes; 0 disables it.
    public var cacheBytes = 2 << 20

    public init() {}
  }

  /// The limits for each client: each key, or each address if no keys are required.
  ///
  /// ```swift
  /// configuration.clients.requests = 20
  /// ```
  public struct ClientLimits: Sendable {
    /// The maximum number of streams that have not ended.
    public var streams = 1000
    /// The maximum number of requests per second, and at once; 0 for no limit.
    public var requests = 0
    /// The maximum number of open connections from one address.
    public var connections = 5000
    /// The maximum size of the client's request bodies, responses and stream texts in bytes.
    public var bytes = 128 << 20

    public init() {}

    init(streams: Int, requests: Int, connections: Int, bytes: Int) {
      self.streams = streams
      self.requests = requests
      self.connections = connections
      self.bytes = bytes
    }
  }

  /// Durations and timeouts.
  ///
  /// ```swift
  /// configuration.times.render = .seconds(10)
  /// ```
  public struct Times: Sendable {
    /// The timeout from the first byte of a request to the end of its headers.
    public var header = Duration.seconds(10)
    /// The timeout from the headers of a request to the end of its body, except for live streams.
    public var request = Duration.seconds(30)
    /// The maximum time that a rendering may wait for a worker.
    public var queue = Duration.seconds(5)
    /// The maximum time that a rendering may take.
    public var render = Duration.seconds(30)
    /// The duration from which requests are logged as slow.
    public var slow = Duration.milliseconds(1000)
    /// The time after which a connection without a request is closed.
    public var idle = Duration.seconds(75)
    /// The time after which a connection is closed if the client receives nothing of a response.
    public var stall = Duration.seconds(60)
    /// The time after which a stream without requests ends.
    public var streamIdle = Duration.seconds(300)
    /// The maximum time for which text is collected into one update.
    public var flush = Duration.milliseconds(75)
    /// The interval of heartbeats to readers.
    public var heartbeat = Duration.seconds(15)
    /// The interval of statistics while text arrives.
    public var statistics = Duration.seconds(1)
    /// The time after which a reader should reconnect.
    public var retry = Duration.milliseconds(2000)
    /// The time for which `/ready` announces the shutdown before new connections are refused.
    public var drain = Duration.seconds(1)
    /// The maximum time that the rest of the shutdown may take.
    public var grace = Duration.seconds(10)

    public init() {}
  }

  /// The location of streams: this process, or a shared store.
  ///
  /// ```swift
  /// configuration.store.address = "redis://10.0.0.5"
  /// ```
  public struct Store: Sendable {
    /// The value of ``address`` for streams in this process.
    public static let memory = "memory"

    /// `memory`, or the URL of a Redis server that several machines share.
    public var address = Store.memory
    /// The path of a PEM file with the authorities that may sign the certificate of a server with TLS; nil for the
    /// authorities of the system.
    public var authorities: String?
    /// The prefix of all keys in the store.
    public var prefix = "ilsrender:"
    /// The number of partitions of streams. Each partition is on one node of a Redis Cluster.
    public var partitions = 64
    /// The time after which a machine that does not renew its leases loses its streams to others.
    public var lease = Duration.milliseconds(1500)
    /// The maximum time of a command.
    public var timeout = Duration.milliseconds(2000)

    public init() {}
  }

  /// The paths of a certificate and its key in PEM.
  ///
  /// ```swift
  /// configuration.tls = .init(certificate: "/etc/tls/cert.pem", key: "/etc/tls/key.pem")
  /// ```
  public struct TLSFiles: Sendable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  public var host = "127.0.0.1"
  public var port = 9090
  /// Whether to serve without keys on an address other than loopback.
  public var isInsecure = false
  /// The keys of clients in plain text. Only their hashes are kept.
  public var keys: [String] = []
  /// SHA-256 hashes of clients' keys, in hexadecimal.
  public var keyHashes: [String] = []
  public var tls: TLSFiles?
  /// The origins from which browsers may call the service; `*` for all.
  public var allowedOrigins: [String] = []
  /// The header in which proxies pass on the client's address; nil if clients connect directly.
  public var addressHeader: String?
  /// The addresses and ranges (`10.0.0.0/8`) of proxies whose headers are trusted.
  public var trustedProxies = ["127.0.0.0/8", "::1"]
  /// Whether stylesheets of themes are served without a key, so that pages can link them.
  public var opensStylesheets = false
  /// Whether the service has a page at `/` for writing and watching streams.
  public var hasViewer = true
  /// Whether every request is logged, instead of only failed and slow ones.
  public var logsAccess = false
  public var grammarFolders: [String] = []
  public var themeFolders: [String] = []
  /// The theme of requests that do not name one.
  public var theme = "obsidian"
  /// The upper limit of image and link addresses that requests can allow.
  public var addressCeiling = LinkPolicy.Ceiling()
  /// The number of threads for parsing and highlighting; 0 for the number of processors.
  public var workers = 0
  public var logLevel = "info"
  public var logsJSON = false
  public var limits = ServiceLimits()
  public var clients = ClientLimits()
  public var times = Times()
  public var store = Store()

  public init() {}

  /// Whether the address is only reachable from this machine.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}
