/// A possible address in a text: `www.example.org/a`, `https://example.org`, `someone@example.org`,
/// `example.org`.
struct AddressClaim {
  private enum ClaimForm {
    /// An address with a scheme or `www.`.
    case evident
    /// A host name alone, which could also be something else: `socket.io`.
    case bare
    case mail
  }

  private var form: ClaimForm
  private var host: String
  /// The address after the host; for an email address, the whole address.
  private var rest: String

  /// Whether a text contains something that looks like an address other than the target of its link.
  ///
  /// - Parameter address: The link's address, cleaned.
  static func isMisleading(_ text: String, on address: String) -> Bool {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return holdsOther(text, address) }
    let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter(isVisible)))
    if holdsOther(visible, address) { return true }
    return text.unicodeScalars.contains(where: isReordered) && holdsOther(String(visible.reversed()), address)
  }

  private static func holdsOther(_ text: String, _ address: String) -> Bool {
    let target = WebAddress.kind(of: address)
    var left = maximumClaims
    func isOther(_ word: Substring) -> Bool {
      guard word.contains(where: { $0 == "." || $0 == "/" || $0 == "\\" }) else { return false }
      left -= 1
      guard left > 0 else { return true }
      return AddressClaim(word).map { !$0.agrees(with: target, address) } ?? false
    }
    for word in text.split(whereSeparator: { !belongsToAddress($0) }) {
      // `see:example.org` is two words; `example.org:80` and `https://example.org` are one.
      var start = word.startIndex
      for colon in word.indices where word[colon] == ":" {
        let next = word.index(after: colon)
        guard next < word.endIndex, word[next].isLetter else { continue }
        if isOther(word[start..<colon]) { return true }
        start = next
      }
      if isOther(word[start...]) { return true }
    }
    return false
  }

  /// The maximum number of possible addresses that are examined in a text, which bounds the work. The target
  /// of a link whose text contains more is always shown.
  private static let maximumClaims = 10

  /// Whether the scalar overrides or isolates the text direction, so that text can appear in another order.
  private static func isReordered(_ scalar: Unicode.Scalar) -> Bool {
    (0x202D...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .format && !scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func belongsToAddress(_ character: Character) -> Bool {
    if character.isLetter || character.isNumber { return true }
    return "-._~:/?#@%\\".contains(character)
  }

  private init?(_ word: Substring) {
    var word = word
    while let last = word.last, ".:!?*_".contains(last) { word.removeLast() }
    while let first = word.first, "*_.".contains(first) { word.removeFirst() }
    var text = word.lowercased().replacing("\\", with: "/")
    if let mark = text.firstRange(of: ":/"), mark.lowerBound > text.startIndex {
      text = String(text[mark.upperBound...].drop { $0 == "/" })
      form = .evident
    } else if text.hasPrefix("www.") {
      form = .evident
    } else if let at = text.firstIndex(of: "@"), !text[..<at].contains("/"), at > text.startIndex {
      form = .mail
    } else {
      form = .bare
    }
    let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
    var name = text[..<end]
    rest = form == .mail ? String(name) : String(text[end...])
    if let at = name.lastIndex(of: "@") { name = name[name.index(after: at)...] }
    if let colon = name.lastIndex(of: ":") { name = name[..<colon] }
    if name.last == "." { name = name.dropLast() }
    host = Self.withoutWWW(name)
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || "-_%".contains($0) } })
    else { return nil }
    switch form {
    case .evident: break
    case .mail:
      guard labels.count > 1, Self.isTopLevel(labels[labels.count - 1], isCertain: true) else { return nil }
    case .bare:
      guard labels.count > 1, Self.isTopLevel(labels[labels.count - 1], isCertain: rest.hasPrefix("/")) else {
        return nil
      }
    }
  }

  private static func withoutWWW(_ host: some StringProtocol) -> String {
    host.hasPrefix("www.") ? String(host.dropFirst(4)) : String(host)
  }

  /// Whether a label can be a top-level domain. If `isCertain` is `false`, endings that can also be file
  /// extensions do not count.
  private static func isTopLevel(_ label: Substring, isCertain: Bool) -> Bool {
    guard label.count > 1, label.allSatisfy(\.isLetter) else { return false }
    if isCertain || !label.allSatisfy(\.isASCII) { return true }
    return label.count == 2 ? !fileEndings.contains(String(label)) : topLevels.contains(String(label))
  }

  private static let fileEndings: Set<String> = [
    "ad", "as", "cc", "cr", "cs", "fs", "go", "hs", "js", "kt", "md", "ml", "mm", "pl", "ps", "py", "rb",
    "rs",
    "sh", "so", "st", "tf", "ts", "vb",
  ]
  private static let topLevels: Set<String> = [
    "app", "bank", "biz", "blog", "chat", "cloud", "club", "com", "dev", "edu", "email", "finance", "gov",
    "host", "icu", "info", "int", "link", "live", "login", "mil", "mobi", "money", "name", "net", "network",
    "news", "online", "org", "page", "pay", "pro", "secure", "security", "shop", "site", "space", "store",
    "support", "tech", "top", "website", "wiki", "work", "world", "xyz", "zone",
  ]

  // MARK: Comparison

  private func agrees(with target: WebAddress.Scheme, _ address: String) -> Bool {
    switch target {
    case .web(let target):
      guard host == Self.withoutWWW(target.host) else { return false }
      return form == .mail || Self.normalized(target.path).hasPrefix(Self.normalized(rest))
    case .relative: return form != .evident
    case .other("mailto"):
      let mail = address.dropFirst(7).prefix { $0 != "?" }.lowercased()
      return form == .mail ? mail == rest : mail.hasSuffix("@" + host)
    case .other: return false
    case .unclear: return false
    }
  }

  /// Normalizes a path, so that different spellings of the same path are equal.
  private static func normalized(_ path: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(path.lowercased().utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
