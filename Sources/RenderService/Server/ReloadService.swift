internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Reloads the clients' keys and the certificate whenever the process receives SIGHUP.
struct ReloadService: Service {
  let core: ServiceCore
  let certificate: ServerCertificate?
  /// Loads the settings.
  let settings: @Sendable () async throws -> ServiceConfiguration

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() { await reload() }
  }

  /// Replaces the keys and the certificate. If a setting is invalid, nothing changes and the error is logged.
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
