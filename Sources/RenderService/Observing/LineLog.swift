internal import CLibrary
internal import Logging

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
/// Writes log entries to standard error, one per line, as logfmt or JSON.
struct LineLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  let label: String
  let isJSON: Bool

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    var members = [
      ("time", time), ("level", event.level.rawValue), ("logger", label), ("message", "\(event.message)"),
    ]
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      members.append((key == "hb.request.id" ? "requestID" : key, "\(value)"))
    }
    let line = isJSON ? Self.json(members) : Self.logfmt(members)
    // Use one write per line, so that the lines of several threads do not mix.
    var bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeMutableBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static func json(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0.0)):\(quoted($0.1))" }.joined(separator: ",") + "}"
  }

  private static func logfmt(_ members: [(String, String)]) -> String {
    members.map { name, value in
      let isPlain =
        !value.isEmpty
        && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
      return "\(name)=\(isPlain ? value : quoted(value))"
    }.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ", "\u{7F}"..<"\u{A0}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Logger {
  /// Creates the service's logger according to the configuration.
  init(_ configuration: ServiceConfiguration) {
    let level = Logger.Level(rawValue: configuration.logLevel) ?? .info
    self.init(label: "ilsrenderd") { label in
      LineLog(logLevel: level, label: label, isJSON: configuration.logsJSON)
    }
  }
}
