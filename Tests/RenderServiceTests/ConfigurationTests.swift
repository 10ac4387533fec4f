import Foundation
import Testing

@testable import RenderService

/// The sources of settings, and the errors for invalid ones.
@Suite struct ConfigurationTests {
  private func read(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> ServiceConfiguration {
    try await ServiceConfiguration(arguments: ["ilsrenderd"] + arguments, environment: environment)
  }

  @Test func nothingNeedsToBeSet() async throws {
    let configuration = try await read([])
    #expect(configuration.host == "127.0.0.1")
    #expect(configuration.port == 9090)
    #expect(configuration.limits.bodyBytes == 4 << 20)
    #expect(configuration.limits.events == 1000)
    #expect(configuration.times.flush == .milliseconds(75))
    #expect(configuration.times.heartbeat == .seconds(15))
    #expect(configuration.times.streamIdle == .seconds(300))
  }

  @Test func flagsCountBeforeTheEnvironmentAndThatBeforeTheFile() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ilsrenderd-\(UUID()).json")
    try Data(
      #"{"port": 1, "max-events": 2, "max-streams": 3, "api-keys": ["a", "b"], "insecure": true}"#.utf8
    )
    .write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let configuration = try await read(
      ["--config", file.path, "--port", "10"], ["ILSRENDERD_PORT": "20", "ILSRENDERD_MAX_EVENTS": "21"])
    #expect(configuration.port == 10)
    #expect(configuration.limits.events == 21)
    #expect(configuration.limits.streams == 3)
    #expect(configuration.keys == ["a", "b"])
    #expect(configuration.isInsecure)
  }

  @Test(arguments: [
    (["--prot", "1"], "did you mean --port?"), (["--port", "x"], "port: must be a number"),
    (["--insecure", "x"], "insecure: must be true or false"),
    (["--port", "70000"], "0 to 65535"),
    (["--host", "0.0.0.0"], "api-keys"), (["--tls-certificate", "x.pem"], "tls-key"),
    (["--api-key-hashes", "abc"], "64 hexadecimal digits"),
    (["--config", "/nowhere/x.json"], "no such file"),
    (["--trusted-proxies", "10.0.0.0/33"], "no address and no range"),
    (["--client-address-header", "X Y"], "the name of a header"),
    (["--log-level", "loud"], "trace, debug"), (["serve"], "is no flag"),
  ])
  func whatIsWrongIsNamed(_ arguments: [String], _ says: String) async throws {
    let error = await #expect(throws: ConfigurationError.self) { try await read(arguments) }
    #expect(error?.description.contains(says) == true)
  }

  @Test func filesOfTLSAreNamed() async throws {
    let key = FileManager.default.temporaryDirectory.appending(path: "ilsrenderd-\(UUID()).pem")
    try Data("no key".utf8).write(to: key)
    defer { try? FileManager.default.removeItem(at: key) }
    let configuration = try await read(["--tls-certificate", key.path, "--tls-key", key.path])
    let error = #expect(throws: ConfigurationError.self) { try RenderServer(configuration: configuration) }
    #expect(error?.description == "tls-certificate: no PEM certificate can be read from \(key.path)")
  }

  @Test(arguments: [["--insecure"], ["--api-keys", "k"]])
  func otherAddressesNeedKeysOrAWord(_ arguments: [String]) async throws {
    #expect(try await read(["--host", "0.0.0.0"] + arguments).host == "0.0.0.0")
  }

  @Test func theHelpNamesEverySetting() {
    for setting in Setting.all { #expect(ServiceConfiguration.help.contains("--\(setting.name) ")) }
  }
}
