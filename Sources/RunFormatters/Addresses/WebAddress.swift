/// The parts of an address that determine the destination of a request, as a browser sees them.
///
/// `https://user@Example.org:443/a` has the host `example.org`, no port and the path `/a`.
struct WebAddress: Hashable {
  enum Scheme: Hashable {
    /// A relative address, which leads to the page's own host.
    case relative
    /// An address with a host. Its scheme is empty if it is the page's own (`//host/path`).
    case web(WebAddress)
    /// An address with another scheme, such as `mailto`.
    case other(scheme: String)
    /// An address with a host that browsers may parse differently.
    case unclear
  }

  var scheme: String
  var host: String
  /// The port; nil for the scheme's default port.
  var port: Int?
  /// The path with query and fragment, as written.
  var path: String

  /// The origin: `https://host:port`.
  var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

  /// Classifies a cleaned address (``LinkPolicy/cleaned(_:)``), following the parser of the URL standard.
  static func kind(of address: String) -> Scheme {
    let scheme = LinkPolicy.scheme(of: address)
    if let scheme, scheme != "http", scheme != "https" { return .other(scheme: scheme) }
    let bytes = Array(address.utf8)
    var position = scheme.map { $0.utf8.count + 1 } ?? 0
    let start = position
    // Browsers treat backslashes as slashes, in any number.
    while position < bytes.count, isSlash(bytes[position]) { position += 1 }
    if position - start < 2 { return scheme == nil ? .relative : .unclear }
    let end = bytes[position...].firstIndex {
      isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    let authority = bytes[position..<(end ?? bytes.count)]
    guard
      let address = read(
        authority, scheme: scheme ?? "", path: String(decoding: bytes[(end ?? bytes.count)...], as: UTF8.self)
      )
    else { return .unclear }
    return .web(address)
  }

  private static func read(_ authority: ArraySlice<UInt8>, scheme: String, path: String) -> WebAddress? {
    var host = authority
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
    var port: Int?
    let bracket = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex - 1
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), colon > bracket {
      let digits = String(decoding: host[(colon + 1)...], as: UTF8.self)
      guard digits.isEmpty || Int(digits).map({ (0...65_535).contains($0) }) == true else { return nil }
      port = Int(digits)
      host = host[..<colon]
    }
    if port == (scheme == "http" ? 80 : 443), !scheme.isEmpty { port = nil }
    if host.last == UInt8(ascii: ".") { host = host.dropLast() }
    let name = host.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    // Browsers rewrite hosts with other characters, so those hosts are not compared.
    let isPlain = name.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
    }
    let isBracketed =
      name.first == UInt8(ascii: "[") && name.last == UInt8(ascii: "]")
      && name.dropFirst().dropLast().allSatisfy {
        (0x61...0x66).contains($0) || (0x30...0x3A).contains($0) || $0 == 0x2E
      }
    guard !name.isEmpty, isPlain || isBracketed else { return nil }
    return WebAddress(scheme: scheme, host: String(decoding: name, as: UTF8.self), port: port, path: path)
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// Whether the path has a `.` or `..` segment, which browsers resolve.
  var hasDotSegments: Bool {
    let parts = path.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
    return parts.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains { $0 == "." || $0 == ".." }
  }

  /// Resolves a relative address against this page.
  func resolving(_ relative: String) -> String {
    guard !relative.isEmpty else { return origin + path }
    if relative.hasPrefix("/") { return origin + relative }
    let page = path.prefix { $0 != "?" && $0 != "#" }
    if relative.hasPrefix("?") { return origin + (page.isEmpty ? "/" : page) + relative }
    let folder = page.lastIndex(of: "/").map { page[...$0] } ?? "/"
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropFirst().dropLast()
    let tail = relative.firstIndex { $0 == "?" || $0 == "#" } ?? relative.endIndex
    var steps = relative[..<tail].split(separator: "/", omittingEmptySubsequences: false)
    let last = steps.popLast() ?? ""
    for step in steps {
      if step == ".." { _ = parts.popLast() } else if step != "." { parts.append(step) }
    }
    var name = last
    if last == ".." { _ = parts.popLast() }
    if last == ".." || last == "." { name = "" }
    return origin + "/" + parts.map { $0 + "/" }.joined() + name + relative[tail...]
  }
}
