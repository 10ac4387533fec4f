internal import NIOHTTP2
internal import NIOSSL
internal import Synchronization

/// The certificate for new connections. It can be replaced while the service runs.
final class ServerCertificate: Sendable {
  private let context: Mutex<NIOSSLContext>

  /// Loads the certificate and its key, and checks that they match.
  ///
  /// - Throws: ``ConfigurationError`` if the files cannot be used.
  init(_ files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
    context = Mutex(try Self.read(files))
  }

  /// The TLS context for a new connection.
  var current: NIOSSLContext { context.withLock { $0 } }

  /// Loads another certificate, or the same files again, for new connections.
  ///
  /// - Throws: ``ConfigurationError`` if the files cannot be used. The old certificate stays.
  func replace(with files: ServiceConfiguration.TLSFiles) throws(ConfigurationError) {
    let new = try Self.read(files)
    context.withLock { $0 = new }
  }

  private static func read(
    _ files: ServiceConfiguration.TLSFiles
  ) throws(ConfigurationError) -> NIOSSLContext {
    guard let chain = try? NIOSSLCertificate.fromPEMFile(files.certificate), !chain.isEmpty else {
      throw ConfigurationError(
        description: "tls-certificate: no PEM certificate can be read from \(files.certificate)")
    }
    guard let key = try? NIOSSLPrivateKey(file: files.key, format: .pem) else {
      throw ConfigurationError(description: "tls-key: no PEM key can be read from \(files.key)")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
    guard let context = try? NIOSSLContext(configuration: configuration) else {
      throw ConfigurationError(
        description: "tls-key: \(files.key) is not the key of the certificate in \(files.certificate)")
    }
    return context
  }
}
