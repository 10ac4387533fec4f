public import RunFormatters

/// Everything that can be set about the service; the defaults make it complete by itself.
public struct ServiceConfiguration: Sendable {
  /// Bounds of what clients may ask for.
  public struct Limits: Sendable {
    /// Bytes of a request's body.
    public var bodyBytes = 4 << 20
    /// Bytes of the bodies of all requests that are not answered yet.
    public var bodiesBytes = 256 << 20
    /// Bytes of one answer.
    public var answerBytes = 32 << 20
    /// Bytes of all answers that clients have not taken yet.
    public var answersBytes = 256 << 20
    /// Bytes of text in one stream.
    public var streamBytes = 16 << 20
    /// Bytes of text in all streams together.
    public var textBytes = 256 << 20
    /// Bytes of memory that one stream keeps: text, document, the session's state, events.
    public var streamMemoryBytes = 256 << 20
    /// Bytes of memory that all streams together keep.
    public var memoryBytes = 1 << 30
    /// Containers that may enclose a block.
    public var nesting = 100
    /// Documents in one batch.
    public var batch = 100
    /// Streams that are kept, finished ones included.
    public var streams = 2000
    /// Events kept for a stream, for readers that come back.
    public var events = 1000
    /// Bytes of events kept for a stream.
    public var eventBytes = 2 << 20
    /// Renderings that may run or wait at the same time.
    public var renders = 256
    /// Open connections.
    public var connections = 10_000
    /// Bytes of answers kept for requests that are repeated; 0 keeps none.
    public var cacheBytes = 2 << 20

    public init() {}
  }

  /// Bounds of what each client may use: each key, or each address where there are no keys.
  public struct ClientLimits: Sendable {
    /// Streams that have not ended.
    public var streams = 1000
    /// Requests in a second, and at once; 0 for any number.
    public var requests = 0
    /// Open connections from one address.
    public var connections = 5000
    /// Bytes of the bodies of its requests, of the answers to them, and of the text of its streams.
    public var bytes = 128 << 20

    public init() {}

    init(streams: Int, requests: Int, connections: Int, bytes: Int) {
      self.streams = streams
      self.requests = requests
      self.connections = connections
      self.bytes = bytes
    }
  }

  /// How long things may take or last.
  public struct Times: Sendable {
    /// From a request's first byte to the end of its headers.
    public var header = Duration.seconds(10)
    /// From a request's headers to the end of its body, where it is no live stream.
    public var request = Duration.seconds(30)
    /// How long a rendering may wait for a worker.
    public var queue = Duration.seconds(5)
    /// The time that a rendering may take.
    public var render = Duration.seconds(30)
    /// Requests that take longer are logged.
    public var slow = Duration.milliseconds(1000)
    /// How long a connection without a request stays open.
    public var idle = Duration.seconds(75)
    /// How long a client may take nothing of an answer that is being sent.
    public var stall = Duration.seconds(60)
    /// How long a stream lives without a request to it.
    public var streamIdle = Duration.seconds(300)
    /// How long text may be gathered into one update.
    public var flush = Duration.milliseconds(75)
    /// How often readers hear something.
    public var heartbeat = Duration.seconds(15)
    /// How often statistics are sent while text comes.
    public var statistics = Duration.seconds(1)
    /// After how long a reader that lost its connection should come back.
    public var retry = Duration.milliseconds(2000)
    /// The time for which `/ready` says that the service shuts down before it stops to accept connections.
    public var drain = Duration.seconds(1)
    /// The time that shutting down may take after that.
    public var grace = Duration.seconds(10)

    public init() {}
  }

  /// Files of a certificate and its key, in PEM.
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
  /// Whether to serve everybody without keys on an address that is not loopback.
  public var isInsecure = false
  /// Keys of clients as they are; only their hashes are kept.
  public var keys: [String] = []
  /// SHA-256 of clients' keys, in hexadecimal digits.
  public var keyHashes: [String] = []
  public var tls: TLSFiles?
  /// Origins that browsers may call from; `*` for all.
  public var allowedOrigins: [String] = []
  /// The header in which proxies name the address of the client; nil: clients come directly.
  public var addressHeader: String?
  /// Addresses, and ranges such as `10.0.0.0/8`, of the proxies that are believed in this.
  public var trustedProxies = ["127.0.0.0/8", "::1"]
  /// Whether the stylesheets of themes are served without a key, for pages to link them.
  public var opensStylesheets = false
  /// Whether `/` is a page in which streams are written and watched.
  public var hasViewer = true
  /// Whether every request is logged, not only what went wrong or was slow.
  public var logsAccess = false
  public var grammarFolders: [String] = []
  public var themeFolders: [String] = []
  /// The theme where a request names none.
  public var theme = "obsidian"
  /// The most that images and links may be allowed, whatever requests ask for.
  public var addressCeiling = LinkPolicy.Ceiling()
  /// Threads for parsing and highlighting; 0: as many as there are processors.
  public var workers = 0
  public var logLevel = "info"
  public var logsJSON = false
  public var limits = Limits()
  public var clients = ClientLimits()
  public var times = Times()

  public init() {}

  /// Whether the address can be reached from this machine only.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}
