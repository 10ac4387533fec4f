import Testing

@testable import Redaction

@Suite struct SecretPatternsTests {
  @Test func ownPatternsAreFound() throws {
    let patterns = try SecretPatterns.standard.adding("# ours\r\n\nacme- A-Z0-9 8-12 Acme key \r\n")
    var counts = SecretCounts()
    let text = Redactor.redact(Array("x acme-Q7W2ZK9T y".utf8), patterns, counting: &counts)
    #expect(String(decoding: text, as: UTF8.self) == "x [redacted: Acme key] y")
    #expect(counts.kinds == ["Acme key": 1])
  }

  @Test(arguments: [
    ("acme- A-Z", "line 2: a pattern is"), ("a A-Z 8 k", "line 2: the prefix must"),
    ("acme- Z-A 8 k", "line 2: the alphabet must"), ("acme- A-Z 0 k", "line 2: the length must"),
    ("acme- A-Z 9-8 k", "line 2: the length must"), ("acme- A-Z 5000 k", "line 2: the length must"),
    ("acme- A-Z 8 a]b", "line 2: the kind must"),
  ])
  func errorsNameLineAndReason(line: String, message: String) {
    let error = #expect(throws: SecretPatternError.self) {
      _ = try SecretPatterns.standard.adding("#\n" + line)
    }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func theLongestPrefixDecides() {
    let body = "q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5"
    #expect(SecretPatterns.standard.match(Array("sk-ant-\(body)".utf8))?.kind == "Anthropic key")
    #expect(SecretPatterns.standard.match(Array("sk-\(body)".utf8))?.kind == "API key")
  }

  /// Tokens of the forms that their issuers publish.
  @Test(arguments: [
    ("xoxe" + ".xoxp-1-Mi0yLTEyMzQ1Njc4OTAxMjM0NTY3ODkw", "Slack token"),
    ("dckr" + "_oat_q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5", "Docker token"),
    ("gloas" + "-4d80d8c0b97e7807e36270769e5da47b2467af9395fb418bd745177ec9c81d8f", "GitLab token"),
    ("tskey" + "-auth-kR7x2mQ1CNTRL-9fJ3bT6wZ8pL4vN5cH2s", "Tailscale key"),
    ("dor" + "_v1_8a3f89f841aeeb2fcec0df1f9b8041775332dca02658531320a7133bbd6b7f6b", "DigitalOcean token"),
    ("shpca" + "_0f9c3a8e7d6b5c4a3f2e1d0c9b8a7f6e", "Shopify token"),
    ("ghs" + "_q7Wm2ZkR9tYp4LsX1vBn8_fG3hJc6Ae5UoTi1x", "GitHub token"),
  ])
  func publishedFormsAreFound(token: String, kind: String) {
    #expect(SecretPatterns.standard.match(Array(token.utf8))?.kind == kind)
  }
}
