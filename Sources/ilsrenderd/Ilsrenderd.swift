internal import RenderService
internal import CLibrary

/// The entry point of the service. It reads the settings and reports invalid ones.
@main
enum Ilsrenderd {
  static func main() async {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().contains(where: { ["--help", "-h", "help"].contains($0) }) {
      print(ServiceConfiguration.help, terminator: "")
      return
    }
    if arguments.dropFirst().contains("--version") { return print(ServiceVersion.current) }
    let configuration: ServiceConfiguration
    do {
      configuration = try await ServiceConfiguration(arguments: arguments, environment: variables())
    } catch {
      fail("\(error) (see ilsrenderd --help)", status: 2)
    }
    allowConnections(configuration.limits.connections)
    do {
      try await RenderServer(configuration: configuration).run {
        try await ServiceConfiguration(arguments: arguments, environment: variables())
      }
    } catch let error as ConfigurationError {
      fail(error.description, status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  /// Raises the limit on open files, because shells set a low one and each connection needs a file
  /// descriptor.
  private static func allowConnections(_ count: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = rlim_t(count + 256)
    if limit.rlim_cur >= wanted { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    _ = setrlimit(resource, &limit)
  }

  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let line = Array("ilsrenderd: \(message)\n".utf8)
    line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
  }
}
