internal import HTTPTypes
internal import RedisStreams
internal import RunFormatters

/// A setting that a flag (`--name`), an environment variable (`ILSRENDERD_NAME`) or a member of the
/// configuration file can assign.
struct Setting: Sendable {
  /// The type of the setting's values, with a function that stores a value.
  enum SettingValue: Sendable {
    case text(@Sendable (inout ServiceConfiguration, String) -> String?)
    case texts(@Sendable (inout ServiceConfiguration, [String]) -> Void)
    case flag(@Sendable (inout ServiceConfiguration, Bool) -> Void)
    case number(ClosedRange<Int>, @Sendable (inout ServiceConfiguration, Int) -> Void)
  }

  var name: String
  var help: String
  /// The default value in the help text; empty if there is none.
  var defaultValue: String
  var value: SettingValue

  init(_ name: String, _ defaultValue: String, _ help: String, _ value: SettingValue) {
    self.name = name
    self.defaultValue = defaultValue
    self.help = help
    self.value = value
  }

  /// The name of the environment variable.
  var environmentName: String {
    "ILSRENDERD_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension Setting {
  private static func bytes(
    _ name: String, _ path: any WritableKeyPath<ServiceConfiguration.ServiceLimits, Int> & Sendable,
    from least: Int,
    _ help: String
  ) -> Setting {
    Setting(
      name, "\(ServiceConfiguration.ServiceLimits()[keyPath: path])", help,
      .number(least...(1 << 40)) { $0.limits[keyPath: path] = $1 })
  }

  private static func client(
    _ name: String,
    _ path: any WritableKeyPath<ServiceConfiguration.ClientLimits, Int> & Sendable, from least: Int = 1,
    _ help: String
  ) -> Setting {
    Setting(
      name, "\(ServiceConfiguration.ClientLimits()[keyPath: path])", help,
      .number(least...(1 << 40)) { $0.clients[keyPath: path] = $1 })
  }

  private static func time(
    _ name: String, _ path: any WritableKeyPath<ServiceConfiguration.Times, Duration> & Sendable,
    inMilliseconds: Bool, from least: Int = 1,
    _ help: String
  ) -> Setting {
    let defaultValue = ServiceConfiguration.Times()[keyPath: path]
    let number = inMilliseconds ? Int(defaultValue / .milliseconds(1)) : Int(defaultValue / .seconds(1))
    return Setting(
      name, "\(number)", help,
      .number(least...(inMilliseconds ? 3_600_000 : 31_536_000)) {
        $0.times[keyPath: path] = inMilliseconds ? .milliseconds($1) : .seconds($1)
      })
  }

  /// Parses a set of addresses.
  ///
  /// - Returns: A description of the error; nil on success.
  private static func addresses(_ text: String, into set: inout AddressSet) -> String? {
    do throws(InvalidAddresses) {
      set = try AddressSet(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// All settings, in the order of the help text.
  static let all: [Setting] = [
    Setting(
      "host", "127.0.0.1", "The address to listen on.",
      .text {
        $0.host = $1
        return nil
      }),
    Setting(
      "port", "9090", "The port to listen on; 0 takes a free one.", .number(0...65535) { $0.port = $1 }),
    Setting(
      "insecure", "false", "Listen on other addresses than loopback without keys.",
      .flag { $0.isInsecure = $1 }),
    Setting(
      "api-keys", "", "Keys that clients may show; in a file or the environment rather than here.",
      .texts { $0.keys = $1 }),
    Setting(
      "api-key-hashes", "", "SHA-256 of such keys, in hexadecimal digits.", .texts { $0.keyHashes = $1 }),
    Setting(
      "tls-certificate", "", "A PEM file with the certificate chain; goes with tls-key.",
      .text {
        $0.tls = ServiceConfiguration.TLSFiles(certificate: $1, key: $0.tls?.key ?? "")
        return nil
      }),
    Setting(
      "tls-key", "", "A PEM file with the certificate's key.",
      .text {
        $0.tls = ServiceConfiguration.TLSFiles(certificate: $0.tls?.certificate ?? "", key: $1)
        return nil
      }),
    Setting(
      "cors-origins", "", "Origins whose pages may call the service; * for all.",
      .texts { $0.allowedOrigins = $1 }),
    Setting(
      "client-address-header", "", "The header in which trusted proxies name the client, as X-Forwarded-For.",
      .text {
        $0.addressHeader = $1
        return HTTPField.Name($1) == nil ? "must be the name of a header" : nil
      }),
    Setting(
      "trusted-proxies", ServiceConfiguration().trustedProxies.joined(separator: ","),
      "Addresses and ranges of proxies whose client-address-header counts.",
      .texts { $0.trustedProxies = $1 }),
    Setting(
      "open-stylesheets", "false", "Serve the stylesheets of themes without a key, for pages to link them.",
      .flag { $0.opensStylesheets = $1 }),
    Setting(
      "viewer", "true", "Serve a page at / in which streams are written and watched.",
      .flag { $0.hasViewer = $1 }),
    Setting(
      "grammars", "", "Folders of grammars that add to and override our own.",
      .texts { $0.grammarFolders = $1 }),
    Setting(
      "themes", "", "Folders of themes that add to and override our own.", .texts { $0.themeFolders = $1 }),
    Setting(
      "theme", "obsidian", "The theme where a request names none.",
      .text {
        $0.theme = $1
        return nil
      }),
    Setting(
      "images-from", "all", "The most that requests may allow images: none, same, all or a list of hosts.",
      .text { addresses($1, into: &$0.addressCeiling.images) }),
    Setting(
      "links-to", "all", "The most that requests may allow links: none, same, all or a list of hosts.",
      .text { addresses($1, into: &$0.addressCeiling.targets) }),
    Setting(
      "image-proxy", "", "What images of other hosts are fetched through: an address with {url} in it.",
      .text {
        $0.addressCeiling.imageProxy = AddressTemplate($1)
        return $0.addressCeiling.imageProxy == nil
          ? "must be an address with {url} in its path or query" : nil
      }),
    Setting(
      "store", ServiceConfiguration.Store.memory,
      "Where streams are kept: memory, or redis://host, rediss://host, unix:///path for several machines.",
      .text {
        $0.store.address = $1
        return ServiceConfiguration.Store.problem(withAddress: $1)
      }),
    Setting(
      "store-authorities", "",
      "A PEM file with the authorities of a rediss:// server's certificate; the system's if empty.",
      .text {
        $0.store.authorities = $1.isEmpty ? nil : $1
        return nil
      }),
    Setting(
      "store-prefix", ServiceConfiguration.Store().prefix, "The beginning of all keys in the store.",
      .text {
        $0.store.prefix = $1
        return $1.contains { "{}".contains($0) } ? "must not contain braces" : nil
      }),
    Setting(
      "store-partitions", "\(ServiceConfiguration.Store().partitions)",
      "Parts of the streams, each on one node of a Redis Cluster; equal on all machines.",
      .number(1...16384) { $0.store.partitions = $1 }),
    Setting(
      "store-lease-milliseconds", "\(Int(ServiceConfiguration.Store().lease / .milliseconds(1)))",
      "When others take the streams of a machine that is not heard of.",
      .number(200...600_000) { $0.store.lease = .milliseconds($1) }),
    Setting(
      "store-timeout-milliseconds", "\(Int(ServiceConfiguration.Store().timeout / .milliseconds(1)))",
      "How long the store may take to answer.", .number(50...600_000) { $0.store.timeout = .milliseconds($1) }
    ),
    Setting(
      "workers", "0", "Threads for parsing and highlighting; 0: one for each processor.",
      .number(0...256) { $0.workers = $1 }),
    Setting(
      "log-level", "info", "trace, debug, info, notice, warning, error or critical.",
      .text {
        $0.logLevel = $1
        return ["trace", "debug", "info", "notice", "warning", "error", "critical"].contains($1)
          ? nil : "must be trace, debug, info, notice, warning, error or critical"
      }),
    Setting(
      "log-format", "text", "text (logfmt) or json, one entry a line on standard error.",
      .text {
        $0.logsJSON = $1 == "json"
        return $1 == "json" || $1 == "text" ? nil : "must be text or json"
      }),
    Setting(
      "access-log", "false", "Log every request, not only errors and slow ones.",
      .flag { $0.logsAccess = $1 }),
    time(
      "slow-milliseconds", \.slow, inMilliseconds: true, "Requests that take longer than this are logged."),
    bytes("max-body-bytes", \.bodyBytes, from: 1, "Bytes of a request's body."),
    bytes(
      "max-bodies-bytes", \.bodiesBytes, from: 1,
      "Bytes of the bodies of all requests that wait for an answer."),
    bytes("max-answer-bytes", \.answerBytes, from: 1, "Bytes of one answer; a larger one is an error."),
    bytes(
      "max-answers-bytes", \.answersBytes, from: 1, "Bytes of all answers that clients have not taken yet."),
    bytes("max-stream-bytes", \.streamBytes, from: 1, "Bytes of text in one stream."),
    bytes("max-text-bytes", \.textBytes, from: 1, "Bytes of text in all streams together."),
    bytes(
      "max-stream-memory-bytes", \.streamMemoryBytes, from: 1,
      "Bytes of memory that one stream keeps: text, document, events."),
    bytes("max-memory-bytes", \.memoryBytes, from: 1, "Bytes of memory that all streams together keep."),
    Setting(
      "max-nesting", "100", "Containers that may enclose a block.",
      .number(1...100) { $0.limits.nesting = $1 }),
    bytes("max-batch", \.batch, from: 1, "Documents in one batch."),
    bytes("max-streams", \.streams, from: 1, "Streams that are kept, finished ones included."),
    bytes("max-events", \.events, from: 1, "Events kept for a stream, for readers that come back."),
    bytes("max-event-bytes", \.eventBytes, from: 1, "Bytes of events kept for a stream."),
    bytes("max-renders", \.renders, from: 1, "Renderings that may run or wait at the same time."),
    bytes("max-connections", \.connections, from: 1, "Open connections; more wait to be accepted."),
    client("max-client-streams", \.streams, "Streams of one key or address that have not ended."),
    client(
      "max-client-requests", \.requests, from: 0,
      "Requests a second of one key or address; 0 for any number."),
    client("max-client-connections", \.connections, "Open connections from one address."),
    client("max-client-bytes", \.bytes, "Bytes of bodies, answers and streams of one key or address."),
    bytes("cache-bytes", \.cacheBytes, from: 0, "Bytes of answers kept for repeated requests; 0 keeps none."),
    time(
      "header-seconds", \.header, inMilliseconds: false,
      "From a request's first byte to the end of its headers."),
    time(
      "request-seconds", \.request, inMilliseconds: false,
      "From a request's headers to the end of its body (no live streams)."),
    time(
      "queue-milliseconds", \.queue, inMilliseconds: true,
      "How long a rendering may wait for a worker before it is refused."),
    time("render-seconds", \.render, inMilliseconds: false, "How long a rendering may take."),
    time(
      "idle-seconds", \.idle, inMilliseconds: false, "How long a connection without a request stays open."),
    time(
      "stall-seconds", \.stall, inMilliseconds: false, "How long a client may take nothing of its answer."),
    time(
      "stream-idle-seconds", \.streamIdle, inMilliseconds: false,
      "How long a stream lives without a reader, a writer or a request to it."),
    time(
      "flush-milliseconds", \.flush, inMilliseconds: true, "How long text may be gathered into one update."),
    time(
      "heartbeat-seconds", \.heartbeat, inMilliseconds: false, "How often readers of a stream hear something."
    ),
    time(
      "statistics-milliseconds", \.statistics, inMilliseconds: true,
      "How often a stream tells its statistics while text comes."),
    time(
      "retry-milliseconds", \.retry, inMilliseconds: true,
      "When a reader that lost its connection comes back."),
    time(
      "drain-seconds", \.drain, inMilliseconds: false, from: 0,
      "How long /ready answers 503 before the service stops to accept connections."),
    time("grace-seconds", \.grace, inMilliseconds: false, "How long shutting down may take after that."),
  ]
}

extension ServiceConfiguration.Store {
  /// Returns the problem with an address; nil if it is valid.
  fileprivate static func problem(withAddress address: String) -> String? {
    if address == memory { return nil }
    do throws(InvalidRedisAddress) {
      _ = try RedisAddress(address)
      return nil
    } catch {
      return error.description
    }
  }
}
