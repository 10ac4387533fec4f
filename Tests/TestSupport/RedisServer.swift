import Foundation
import Synchronization

/// A `redis-server` of a test's own, at a socket in a temporary folder. It ends with the object.
///
/// ```swift
/// let server = try RedisServer()
/// connect(to: server.address)  // unix:///tmp/…/redis.sock
/// ```
public final class RedisServer: Sendable {
  /// The server could not be started.
  public struct Failure: Error {}

  /// Whether `redis-server` is installed. Says so once if it is not.
  public static let isInstalled: Bool = {
    if program != nil { return true }
    print("skipped: tests of streams on Redis (no redis-server)")
    return false
  }()

  private static let program = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The servers that run, with their folders. They end with the process, too, because an object in a static
  /// property is never released.
  private static let running: Mutex<[pid_t: URL]> = {
    atexit {
      for (process, folder) in RedisServer.running.withLock({ $0 }) {
        kill(process, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
      }
    }
    return Mutex([:])
  }()

  private let folder: URL
  private let process = Mutex<pid_t>(0)
  private let arguments: [String]
  /// The port; 0 for a socket in the folder.
  public let port: Int

  /// - Parameters:
  ///   - arguments: Further settings, as `["--maxmemory", "10mb"]`.
  ///   - port: The port; 0 for a socket in the folder.
  public init(_ arguments: [String] = [], port: Int = 0) throws {
    self.arguments = arguments
    self.port = port
    folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private var socket: String { folder.appending(path: "redis.sock").path }

  /// The address in the form of the setting `store`.
  public var address: String { port == 0 ? "unix://\(socket)" : "redis://127.0.0.1:\(port)" }

  public func start() throws {
    guard let program = Self.program else { throw Failure() }
    let arguments =
      [
        "--port", "\(port)", "--dir", folder.path, "--save", "", "--appendonly", "yes", "--loglevel",
        "warning",
        "--unixsocket", socket, "--enable-debug-command", "yes",
      ] + self.arguments
    let started = try Self.spawn(program, arguments)
    process.withLock { $0 = started }
    Self.running.withLock { $0[started] = folder }
    for _ in 0..<200 {
      // A server with a password answers NOAUTH.
      if let answer = try? command("PING"), answer == "PONG" || answer.hasPrefix("NOAUTH") { return }
      Thread.sleep(forTimeInterval: 0.025)
    }
    throw Failure()
  }

  /// Ends the server. Its data stays in the append-only file.
  public func stop() {
    let running = process.withLock { process in
      defer { process = 0 }
      return process
    }
    guard running > 0 else { return }
    _ = Self.running.withLock { $0.removeValue(forKey: running) }
    kill(running, SIGCONT)
    kill(running, SIGTERM)
    Self.wait(for: running)
  }

  /// Stops the process without ending it, or lets it go on.
  public func setPaused(_ isPaused: Bool) {
    process.withLock { _ = kill($0, isPaused ? SIGSTOP : SIGCONT) }
  }

  /// Runs a command with `redis-cli` and returns its output.
  @discardableResult public func command(_ words: String...) throws -> String {
    try Self.cli((port == 0 ? ["-s", socket] : ["-p", "\(port)"]) + words)
  }

  /// Runs `redis-cli` and returns its output.
  @discardableResult static func cli(_ arguments: [String]) throws -> String {
    let output = FileManager.default.temporaryDirectory.appending(path: "redis-cli-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    wait(for: try spawn("/usr/bin/redis-cli", arguments, output: output.path))
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Starts a program. No pipes: a server that another test starts at the same time would inherit their ends.
  private static func spawn(
    _ program: String, _ arguments: [String], output: String = "/dev/null"
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // The threads of tasks block signals, and a server that inherits this cannot be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, &attributes, &words, &environment) == 0 else {
      throw Failure()
    }
    return process
  }

  private static func wait(for process: pid_t) {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }
}
