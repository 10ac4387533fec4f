import Foundation

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

  private let folder: URL
  private nonisolated(unsafe) var process = Process()
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
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private var socket: String { folder.appending(path: "redis.sock").path }

  /// The address in the form of the setting `store`.
  public var address: String { port == 0 ? "unix://\(socket)" : "redis://127.0.0.1:\(port)" }

  public func start() throws {
    guard let program = Self.program else { throw Failure() }
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments =
      [
        "--port", "\(port)", "--dir", folder.path, "--save", "", "--appendonly", "yes", "--loglevel", "warning",
        "--unixsocket", socket, "--enable-debug-command", "yes",
      ] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<200 {
      if (try? command("PING")) == "PONG" { return }
      Thread.sleep(forTimeInterval: 0.025)
    }
    throw Failure()
  }

  /// Ends the server. Its data stays in the append-only file.
  public func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Stops the process without ending it, or lets it go on.
  public func setPaused(_ isPaused: Bool) { kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT) }

  /// Runs a command with `redis-cli` and returns its output.
  @discardableResult public func command(_ words: String...) throws -> String {
    try Self.cli((port == 0 ? ["-s", socket] : ["-p", "\(port)"]) + words)
  }

  /// Runs `redis-cli` and returns its output.
  @discardableResult static func cli(_ arguments: [String]) throws -> String {
    let cli = Process()
    cli.executableURL = URL(filePath: "/usr/bin/redis-cli")
    cli.arguments = arguments
    let pipe = Pipe()
    cli.standardOutput = pipe
    cli.standardError = FileHandle.nullDevice
    try cli.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    cli.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
