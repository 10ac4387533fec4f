internal import ArgumentParser
internal import Redaction

/// The options for redacting secrets in the input.
struct RedactionArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Replace secrets by marks such as [redacted: GitHub token \u{2026}a1b2]: tokens of known issuers, private keys, "
        + "Authorization headers, passwords in addresses and in assignments. Their number is printed at the end."
    ))
  var redact = false

  @Option(
    help: ArgumentHelp(
      "Secrets of one's own to replace as well: a line PREFIX ALPHABET LENGTH KIND for each, such as acme_ A-Za-z0-9 "
        + "32-64 Acme key. Implies --redact.", valueName: "file"), completion: .file())
  var redactPatterns: String?

  /// Whether secrets are redacted.
  var isOn: Bool { redact || redactPatterns != nil }

  /// Reads the patterns; returns nil if no secrets are redacted.
  func patterns() throws -> SecretPatterns? {
    guard let redactPatterns else { return redact ? .standard : nil }
    let file = String(decoding: try Input.read(redactPatterns), as: UTF8.self)
    do throws(SecretPatternError) {
      return try SecretPatterns.standard.adding(file)
    } catch {
      throw Failure.patterns(redactPatterns, error)
    }
  }
}
