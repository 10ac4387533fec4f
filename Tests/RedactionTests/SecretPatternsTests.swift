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
}
