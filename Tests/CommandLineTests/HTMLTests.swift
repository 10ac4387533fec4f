import Testing

/// What the options of HTML mean to somebody who gives none, or some.
@Suite struct HTMLTests {
  private func html(_ input: String, _ options: String...) throws -> String {
    let result = try Program().run(["--format", "html"] + options, input: input)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private static let image = "![alt](https://elsewhere.test/x?q=SECRET)"
  private static let messages =
    #"[{"role": "assistant", "content": "![alt](https://elsewhere.test/x?q=SECRET)"}]"#

  @Test func harmlessHTMLIsShownAsOnGitHub() throws {
    let text =
      "| a<br>b |\n|---|\n\n<kbd>K</kbd> H<sub>2</sub>O <script>x</script>\n\n<details><summary>s</summary>\n\nt\n\n</details>\n"
    let usual = try html(text)
    for part in ["a<br>b", "<kbd>K</kbd> H<sub>2</sub>O", "<details><summary>s</summary>"] {
      #expect(usual.contains(part))
    }
    #expect(!usual.contains("<script"))
    #expect(try html(text, "--html", "sanitize") == usual)
    #expect(try html(text, "--html", "escape").contains("&lt;kbd&gt;"))
    #expect(
      try html("a <b>c</b>\n", "--bare") == "<p>a <!-- raw HTML omitted -->c<!-- raw HTML omitted --></p>\n")
  }

  /// Names of emoji are understood, unless the output is to be the specification's or the extension is taken away.
  @Test func namesOfEmojiAreUnderstood() throws {
    #expect(
      try html(":tada: a:tada:b `:tada:`\n").contains("<p dir=\"auto\">🎉 a:tada:b <code>:tada:</code></p>"))
    #expect(try html(":tada:\n", "--extensions=-emoji").contains(":tada:"))
    #expect(try html(":tada:\n", "--bare") == "<p>:tada:</p>\n")
    let terminal = try Program().run(["--format", "ansi", "--color", "never"], input: ":tada:\n")
    #expect(terminal.output.contains("🎉"))
  }

  @Test func textStaysInItsContainer() throws {
    let text = try html("- <div><div><div><li></li></div></div></div>\n\n<h2>Outside</h2>\n")
    #expect(text.contains("<div><div><div></div></div></div>\n</li>\n</ul>\n<h2>Outside</h2>"))
  }

  @Test func identifiersHaveAPrefixInFragments() throws {
    let text = "# config\n\n[to](#config)\n"
    #expect(
      try html(text).contains("id=\"ils-config\"") && html(text).contains("<a href=\"#ils-config\">to</a>"))
    #expect(try html(text, "--standalone").contains("id=\"config\""))
    #expect(
      try html(text, "--id-prefix", "x-").contains("id=\"x-config\"")
        && html(text, "--id-prefix", "").contains("id=\"config\""))
  }

  @Test func imagesOfConversationsComeFromThePage() throws {
    let shown = try html(Self.messages, "--input", "messages", "--standalone")
    #expect(
      !shown.contains("<img")
        && shown.contains("<a class=\"ils-unloaded\" href=\"https://elsewhere.test/x?q=SECRET\">"))
    #expect(shown.contains("img-src 'self' data:;"))
    let allowed = try html(
      Self.messages, "--input", "messages", "--standalone", "--images-from", "elsewhere.test")
    #expect(
      allowed.contains("<img src=\"https://elsewhere.test/x?q=SECRET\"")
        && allowed.contains("img-src 'self' data: https://elsewhere.test"))
  }

  @Test func imagesOfDocumentsComeFromEverywhereUnlessSaid() throws {
    #expect(
      try html(Self.image, "--standalone").contains("img-src * data:")
        && html(Self.image).contains("<img src=\"https://elsewhere.test/"))
    for sources in ["none", "same", "e.test"] {
      #expect(try !html(Self.image, "--images-from", sources).contains("<img"))
    }
    #expect(
      try html(Self.image, "--image-proxy", "https://p.test/{url}").contains(
        "<img src=\"https://p.test/https%3A%2F%2Felsewhere"))
    #expect(
      try html("![a](x.png) [b](c)", "--base-url", "https://e.test/d/").contains(
        "src=\"https://e.test/d/x.png\""))
    #expect(
      try html("[b](https://f.test)", "--links-to", "e.test").contains("<span class=\"ils-blocked\">b</span>")
    )
  }
}
