import Foundation

@testable import RenderService

/// A certificate for `localhost` that signs itself, in files that live as long as the value. It is valid until 2126.
final class TestCertificate: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.certificate.utf8).write(to: folder.appending(path: "certificate.pem"))
    try Data(Self.key.utf8).write(to: folder.appending(path: "key.pem"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var files: ServiceConfiguration.TLSFiles {
    ServiceConfiguration.TLSFiles(
      certificate: folder.appending(path: "certificate.pem").path, key: folder.appending(path: "key.pem").path
    )
  }

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBljCCATugAwIBAgIURgQlMPSxsdzcPfKixZM31UcAxHIwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDA5NDQxOFoYDzIxMjYxMDMx
    MDk0NDE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARodLsg5gwgIMHIyQdHEXM6F4nRdY3hb68lI2uwINCy6Q4yQywQbFIH
    z3CrI2HGIcLuHGw6479D8DLJzgnFUY1io2kwZzAdBgNVHQ4EFgQUau2w6y8Pjx3F
    jCOEde7ARV7MxBIwHwYDVR0jBBgwFoAUau2w6y8Pjx3FjCOEde7ARV7MxBIwDwYD
    VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
    SQAwRgIhAI+8yLtV0tSaMln35cmCzII05LT5TXUMklA1KYk56Ti7AiEAvPyxaDBt
    TAG/pQlpypQa4NhlUac4FdATlYQnyzjoar0=
    -----END CERTIFICATE-----

    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgopflU7ZgHfCktczD
    lVySVRsE5s6JgQab3mJ81238xlWhRANCAARodLsg5gwgIMHIyQdHEXM6F4nRdY3h
    b68lI2uwINCy6Q4yQywQbFIHz3CrI2HGIcLuHGw6479D8DLJzgnFUY1i
    -----END PRIVATE KEY-----

    """
}
