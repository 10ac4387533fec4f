internal import ArgumentParser
internal import RunFormatters

/// The options that only apply to HTML.
struct HTMLArguments: ParsableArguments {
  @Flag(help: "A whole page with its stylesheet and script instead of a fragment.")
  var standalone = false

  @Flag(help: "HTML exactly as the GFM specification prints it: no classes, no highlighting.")
  var bare = false

  @Option(
    help:
      "HTML in the markdown: sanitize (keep what is harmless, as GitHub does; usual), escape (show it) or unsafe."
  )
  var html: HTMLFormatter.RawHTML?

  @Flag(help: "Let raw HTML through, and with --bare any link: --html unsafe. Only for text that you trust.")
  var unsafeHtml = false

  @Option(
    help:
      "Colours as classes (ilsrender themes --css prints the stylesheet), inline (of the first theme) or variables."
  )
  var styling: HTMLFormatter.Styling = .classes

  @Flag(
    help: "Mark up formulas and mermaid blocks for a script of the page to draw. Else formulas are MathML.")
  var drawings = false

  @Option(
    help: ArgumentHelp(
      "The page's title; else the front matter's or the first heading. With --window the title of the window.",
      valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "The page's language, such as en; else the front matter's (lang), or the one that the text shows.",
      valueName: "code"))
  var pageLanguage: String?

  @Option(
    help: ArgumentHelp(
      "Put before every id, for several fragments in one page; ils- in fragments, nothing in pages.",
      valueName: "text"))
  var idPrefix: String?

  @Option(
    help: ArgumentHelp(
      "Where images may come from: none, same (where the page is), all, or a list with commas of hosts (example.org, "
        + "*.example.org) and beginnings of addresses (https://example.org/images/), which includes same. Others are shown as "
        + "links. Documents: all; conversations: same.", valueName: "addresses"))
  var imagesFrom: String?

  @Option(
    help: ArgumentHelp(
      "Where links may lead to: all (usual), same, none or such a list. Others are shown as text with their address.",
      valueName: "addresses"))
  var linksTo: String?

  @Option(
    help: ArgumentHelp(
      "Fetch images of other hosts through this address, such as https://images.example.org/?url={url}.",
      valueName: "template"))
  var imageProxy: String?

  @Option(help: ArgumentHelp("The address that relative ones are relative to.", valueName: "address"))
  var baseUrl: String?

  var isUnsafe: Bool { unsafeHtml || html == .unsafe }

  /// Whether an option restricts or changes the addresses of images and links.
  var hasLinkPolicy: Bool { imagesFrom != nil || linksTo != nil || imageProxy != nil || baseUrl != nil }

  func validate() throws {
    let isName = (idPrefix ?? "").utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
    }
    guard isName else { throw ValidationError("--id-prefix takes letters, digits, - and _") }
    _ = try linkPolicy()
  }

  func linkPolicy() throws -> LinkPolicy {
    var policy = LinkPolicy()
    policy.images = try imagesFrom.map { try Self.addresses($0, of: "--images-from") }
    if let linksTo { policy.targets = try Self.addresses(linksTo, of: "--links-to") }
    if let imageProxy {
      guard let template = AddressTemplate(imageProxy) else {
        throw ValidationError(
          "--image-proxy takes an address with {url} in it: https://images.example.org/?url={url}")
      }
      policy.imageProxy = template
    }
    if let baseUrl {
      guard let base = BaseAddress(baseUrl) else {
        throw ValidationError("--base-url takes an address such as https://example.org/docs/")
      }
      policy.base = base
    }
    return policy
  }

  private static func addresses(_ text: String, of option: String) throws -> AddressSet {
    do throws(InvalidAddresses) {
      return try AddressSet(text)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}
