internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Reads the keys of clients and the certificate anew whenever the process gets SIGHUP.
struct ReloadService: Service {
  let core: ServiceCore
  let certificate: ServerCertificate?
  /// Reads the settings anew.
  let settings: @Sendable () async throws -> ServiceConfiguration

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() { await reload() }
  }

  /// Takes over the keys and the certificate; where a setting is wrong, all stays as it is and the log says why.
  func reload() async {
    do {
      let configuration = try await settings()
      if let files = configuration.tls { try certificate?.replace(with: files) }
      core.keys.replace(with: configuration)
      core.logger.info("read keys and certificate anew")
    } catch {
      core.logger.error("nothing was read anew", metadata: ["reason": "\(error)"])
    }
  }
}
