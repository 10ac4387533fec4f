internal import Configuration
internal import TextMate

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The error for an invalid configuration, with which the service cannot start.
///
/// ```swift
/// do {
///   let arguments = ["ilsrenderd", "--tls-key", "key.pem"]
///   configuration = try await ServiceConfiguration(arguments: arguments, environment: [:])
/// } catch {
///   print(error)  // tls-certificate and tls-key go together
/// }
/// ```
public struct ConfigurationError: Error, CustomStringConvertible {
  public var description: String
}

extension ServiceConfiguration {
  /// Reads the settings from the command line, the environment, and the file that `--config` names, in this
  /// order of precedence.
  ///
  /// - Throws: ``ConfigurationError`` if a setting is unknown or invalid.
  public init(arguments: [String], environment: [String: String]) async throws {
    try Self.checkFlags(arguments)
    let flags = CommandLineArgumentsProvider(arguments: arguments)
    let variables = EnvironmentVariablesProvider(environmentVariables: environment)
      .prefixKeys(with: "ilsrenderd")
    var providers: [any ConfigProvider] = [flags, variables]
    let paths = ConfigReader(providers: providers)
    if let path = paths.string(forKey: "config") {
      try Self.checkFile(path)
      do {
        let place = ConfigReader(
          provider: InMemoryProvider(values: ["filePath": .init(.string(path), isSecret: false)]))
        providers.append(try await FileProvider<JSONSnapshot>(config: place))
      } catch {
        throw ConfigurationError(description: "\(path): \(error)")
      }
    }
    self.init()
    for setting in Setting.all { try read(setting, from: providers) }
    try check()
  }

  /// Describes the valid values of a setting for error messages.
  private static func need(of setting: Setting) -> String {
    switch setting.value {
    case .text: "needs a value"
    case .texts: "needs values, in a JSON file as an array of texts"
    case .flag: "must be true or false"
    case .number: "must be a number"
    }
  }

  private mutating func read(_ setting: Setting, from providers: [any ConfigProvider]) throws {
    let type: ConfigType =
      switch setting.value {
      case .text: .string
      case .texts: .stringArray
      case .flag: .bool
      case .number: .int
      }
    for provider in providers {
      let found: LookupResult
      do {
        found = try provider.value(forKey: AbsoluteConfigKey([setting.name]), type: type)
      } catch {
        throw ConfigurationError(description: "\(setting.name): \(Self.need(of: setting))")
      }
      guard let value = found.value else { continue }
      let problem: String?
      switch (setting.value, value.content) {
      case (.text(let store), .string(let text)): problem = store(&self, text)
      case (.texts(let store), .stringArray(let texts)):
        store(&self, texts)
        problem = nil
      case (.flag(let store), .bool(let flag)):
        store(&self, flag)
        problem = nil
      case (.number(let range, let store), .int(let number)):
        if range.contains(number) { store(&self, number) }
        problem =
          range.contains(number)
          ? nil : "must be from \(range.lowerBound) to \(range.upperBound), not \(number)"
      default: problem = "has the wrong type"
      }
      if let problem { throw ConfigurationError(description: "\(setting.name): \(problem)") }
      return
    }
  }

  /// Rejects unknown flags, which the provider of flags ignores, so that typing errors are reported.
  private static func checkFlags(_ arguments: [String]) throws {
    var names = Set(Setting.all.map { "--" + $0.name })
    names.insert("--config")
    for argument in arguments.dropFirst() where argument.hasPrefix("-") && argument != "-" {
      if Int(argument) != nil { continue }
      let name = String(argument.prefix { $0 != "=" })
      if !names.contains(name) { throw ConfigurationError(description: unknown(name, of: names)) }
    }
    if let first = arguments.dropFirst().first, !first.hasPrefix("-") {
      throw ConfigurationError(description: "'\(first)' is no flag")
    }
  }

  private static func checkFile(_ path: String) throws {
    guard let contents = try? Data(contentsOf: URL(filePath: path)) else {
      throw ConfigurationError(description: "\(path): no such file, or not readable")
    }
    let value: RequestJSON
    do {
      value = try JSONParser.parse(Array(contents))
    } catch {
      throw ConfigurationError(description: "\(path): byte \(error.offset): \(error.message)")
    }
    guard case .object(let members) = value else {
      throw ConfigurationError(description: "\(path): must hold an object")
    }
    let names = Set(Setting.all.map(\.name))
    for name in members.keys.sorted() where !names.contains(name) {
      throw ConfigurationError(description: "\(path): " + unknown(name, of: names))
    }
  }

  private static func unknown(_ name: String, of names: Set<String>) -> String {
    let close = CloseMatches.find(name, in: names, limit: 1).first
    return "unknown setting '\(name)'" + (close.map { "; did you mean \($0)?" } ?? "")
  }

  /// Checks conditions that involve several settings.
  func check() throws {
    if let tls, tls.certificate.isEmpty || tls.key.isEmpty {
      throw ConfigurationError(description: "tls-certificate and tls-key go together")
    }
    for hash in keyHashes where hash.count != 64 || !hash.allSatisfy(\.isHexDigit) {
      throw ConfigurationError(description: "api-key-hashes: a SHA-256 has 64 hexadecimal digits")
    }
    for range in trustedProxies where AddressRange(range) == nil {
      throw ConfigurationError(description: "trusted-proxies: '\(range)' is no address and no range of them")
    }
    if keys.contains(where: \.isEmpty) { throw ConfigurationError(description: "api-keys: a key is empty") }
    if !isLoopback, !isInsecure, keys.isEmpty, keyHashes.isEmpty {
      throw ConfigurationError(
        description:
          "\(host) can be reached from other machines: set api-keys or api-key-hashes, or say --insecure")
    }
  }
}
