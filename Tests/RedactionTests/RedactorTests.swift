import Testing

@testable import Redaction

private func redacted(_ text: String) -> String {
  var counts = SecretCounts()
  return String(decoding: Redactor.redact(Array(text.utf8), counting: &counts), as: UTF8.self)
}

/// Secrets of the right shapes that open nothing. They are put together here, so that no scanner finds them.
private enum Samples {
  static let body = "q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5UoTiKx0P"
  static let github = "ghp" + "_" + body.prefix(36)
  static let anthropic = "sk-" + "ant-" + "api03-" + body + body + "-" + body
  static let aws = "AK" + "IAQ4ZX7KPM2WTR5YNB"
  static let jsonWebToken =
    "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvIn0." + body
  static let keyLine = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
  static let begin = "-----BEGIN " + "PRIVATE KEY-----"
  static let end = "-----END " + "PRIVATE KEY-----"
}

@Suite struct RedactorTests {
  @Test(arguments: [
    ("run \(Samples.github) now", "run [redacted: GitHub token …\(Samples.github.suffix(4))] now"),
    ("`\(Samples.aws)`", "`[redacted: AWS access key …5YNB]`"),
    ("key=\(Samples.anthropic).", "key=[redacted: Anthropic key …Kx0P]."),
    (
      "\u{1B}[31m\(Samples.github)\u{1B}[0m",
      "\u{1B}[31m[redacted: GitHub token …\(Samples.github.suffix(4))]\u{1B}[0m"
    ),
    ("a\\n\(Samples.github)\\n", "a\\n[redacted: GitHub token …\(Samples.github.suffix(4))]\\n"),
    ("Bearer \(Samples.jsonWebToken)", "Bearer [redacted: JSON Web Token …Kx0P]"),
  ])
  func tokensOfIssuersAreReplaced(text: String, expected: String) { #expect(redacted(text) == expected) }

  @Test(arguments: [
    "DB_PASSWORD=correcthorsebattery", "export MY_TOKEN='a1b2c3d4e5'", "api_key: \"zq81-kd02-pp77\"",
    #"{"client_secret": "9f8e7d6c5b4a"}"#, #"{\"clientSecret\":\"9f8e7d6c5b4a\"}"#,
    "'api_key' => '9f8e7d6c5b4a',", "accessToken := `9f8e7d6c5b4a`", "?api_key=9f8e7d6c5b4a&page=2",
    "let apiKey: String = \"9f8e7d6c5b4a\"", "env[\"APP_SECRET\"] = \"9f8e7d6c5b4a\"",
    "Authorization: Bearer 9f8e7d6c5b4a", "-H \"Authorization: Basic dXNlcjpodW50ZXIyMg==\"",
    #""Authorization": "token 9f8e7d6c5b4a""#, "password: hunter2hunter2",
  ])
  func valuesOfNamesAreReplaced(text: String) {
    let result = redacted(text)
    #expect(result.contains("[redacted: secret value]") || result.contains("[redacted: secret value …"))
    for secret in ["9f8e7d6c5b4a", "hunter2", "dXNl", "zq81", "a1b2c3", "correct"] {
      #expect(!result.contains(secret))
    }
  }

  @Test(arguments: [
    "GITHUB_TOKEN=$TOKEN1234", "api_key = \"<your-api-key-1>\"", "api_key=xxxxxxxx12", "password: String",
    "accessToken = fetchToken2(now)", "API_KEY=process.env.KEY_12", "password = \"Enter 1 password\"",
    "max_tokens: 4096123456", "let token = tokens2[index]", "TOKEN=${MY_TOKEN_1}",
    "password == \"a1b2c3d4e5\"",
    "http://localhost:8080/a@b", "postgres://user:password@localhost/db", "https://host:443", "a@b.c:12@d",
    "ghp_short", "AKIAIOSFODNN7EXAMPLE", "risk-assessment-of-everything-that-is-long-enough-for-it",
    "The first line is -----BEGIN PRIVATE KEY----- and then base64.", "-----\n- a\n- - b\n",
    "access_token: \"access_token\"", "API_KEY=\"changeme123\"", "secret_key = config.secret_key2",
  ])
  func codeAndPlaceholdersStay(text: String) { #expect(redacted(text) == text) }

  /// An empty line ends a key without an end, unless the key has headers, which an empty line follows.
  @Test func textAfterAnUnfinishedKeyStays() {
    let key = "\(Samples.begin)\n\(Samples.keyLine)\n"
    let hidden = redacted(key + "\nThen I read the file and found more words here.\n")
    #expect(hidden.hasSuffix("\n\nThen I read the file and found more words here.\n"))
    let headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n"
    let encrypted = redacted("\(Samples.begin)\n\(headers)\(Samples.keyLine)\n\(Samples.end)\n")
    #expect(!encrypted.contains(Samples.keyLine) && !encrypted.contains("ENCRYPTED"))
  }

  @Test func passwordsInAddressesAreReplaced() {
    #expect(
      redacted("postgres://app:s3cr8tW0rd@db/x") == "postgres://app:[redacted: password in a URL]@db/x")
    #expect(redacted("redis://:s3cr8tW0rd@db") == "redis://:[redacted: password in a URL]@db")
    #expect(redacted("https://u:\(Samples.github)@x.y").hasPrefix("https://u:[redacted: GitHub token …"))
  }

  @Test(arguments: ["\n", "\\n", "\r\n", "\n     2→", "\\n\" +\n  \""])
  func privateKeysAreReplaced(lineEnd: String) {
    let lines = [Samples.begin, Samples.keyLine, Samples.keyLine, Samples.end]
    #expect(
      redacted("a " + lines.joined(separator: lineEnd) + " b") == "a [redacted: private key] b")
  }

  @Test func unfinishedPrivateKeysEndAtText() {
    let text = "\(Samples.begin)\n\(Samples.keyLine)\n```\nBehind it.\n"
    #expect(redacted(text) == "[redacted: private key]\n```\nBehind it.\n")
  }

  @Test func jsonStaysValid() {
    let text =
      #"{"command":"export GITHUB_TOKEN=\#(Samples.github)\ncurl -H \"Authorization: Bearer 9f8e7d6c5b4a\" x"}"#
    let mark = "[redacted: GitHub token …\(Samples.github.suffix(4))]"
    #expect(
      redacted(text)
        == #"{"command":"export GITHUB_TOKEN=\#(mark)\ncurl -H \"Authorization: Bearer [redacted: secret value]\" x"}"#
    )
  }

  static let corpus = [
    "run \(Samples.github) now", "x \(Samples.anthropic). \(Samples.aws)\nghp_ghp_sk-sk-ant-",
    "é\(Samples.jsonWebToken)é",
    "DB_PASSWORD=correcthorsebattery\napi_key: String = \"9f8e7d6c5b4a\"; password: \"p\\\"ässw0rd9\"",
    "a_token=https://u:p4ssw0rdX@h/ghp_ b_token=c_token=d_token=e1 \"",
    "https://u:p4ssw0rdX@h:80/x?api_key=9f8e7d6c5b4a&c",
    #"{"a":"\#(Samples.begin)\n\#(Samples.keyLine)\n\#(Samples.end)\n-----BEGIN x"}"#,
    "------ -----BEGIN RSA \(Samples.begin)\n\(Samples.keyLine)\n\n\nText",
    "Authorization: Bearer 9f8e7d6c5b4a\u{1B}[1m\(Samples.github)\u{1B}[0m \(Samples.github)", "ghp_",
    "password=a1b2c3d4e5", "TOKEN_KEY=\"http://a:b",
  ]

  @Test(arguments: corpus)
  func everyCutGivesTheSame(text: String) {
    let bytes = Array(text.utf8)
    var counts = SecretCounts()
    let whole = Redactor.redact(bytes, counting: &counts)
    for cut in 0...bytes.count {
      var redactor = Redactor()
      let parts = redactor.append(bytes[..<cut]) + redactor.append(bytes[cut...]) + redactor.finish()
      #expect(parts == whole, "cut at \(cut)")
      #expect(redactor.counts == counts)
    }
    var redactor = Redactor()
    #expect(bytes.flatMap { redactor.append([$0]) } + redactor.finish() == whole)
  }

  @Test func textWithoutSecretsIsNotHeldBack() {
    var redactor = Redactor()
    #expect(
      redactor.append(Array("Some text, and more of it".utf8)) == Array("Some text, and more of it".utf8))
    #expect(redactor.append(Array(" ghp_abc".utf8)) == [UInt8(ascii: " ")])
  }

  @Test func whatIsHeldBackIsBounded() {
    for start in ["ghp_", "eyJhbGci", "api_key=\"", "api_key=", "http://a:", "-----BEGIN "] {
      var redactor = Redactor()
      let bytes = Array((start + String(repeating: "a1B", count: 10_000)).utf8)
      #expect(redactor.append(bytes).count > bytes.count - (8 << 10))
    }
  }

  @Test func secretsAreCountedByKind() {
    var redactor = Redactor()
    _ = redactor.append(Array("\(Samples.github) http://a:s3cr8t@b \(Samples.github)".utf8))
    _ = redactor.finish()
    #expect(redactor.counts.summary == "3 secrets redacted (GitHub token 2, password in a URL 1)")
    #expect(Redactor().counts.summary == nil)
  }
}
