/// A policy for the addresses of links and images.
///
/// ```swift
/// var policy = LinkPolicy()
/// policy.images = .same  // shows images on other hosts as links
/// policy.targets = try AddressSet("example.org")  // shows links to other hosts as text
/// ```
///
/// Addresses are parsed as browsers parse them: surrounding control characters and spaces, tabs and line ends
/// inside, and the case of the scheme are ignored.
public struct LinkPolicy: Hashable, Sendable {
  /// The allowed schemes of links, in lower case without the colon. Addresses without a scheme are allowed.
  public var linkSchemes: Set<String> {
    didSet { hasSecureScheme = linkSchemes.contains("https") }
  }
  /// The allowed schemes of images.
  public var imageSchemes: Set<String>
  /// Whether images may be `data:` URLs with a bitmap type (PNG, JPEG, GIF, WebP).
  public var allowsBitmapData: Bool
  /// The allowed addresses of images. Nil for the default: all addresses in a document, but only the page's
  /// own host in a conversation, where an injected text could leak a secret through the address of an image.
  public var images: AddressSet?
  /// The allowed addresses of links.
  public var targets = AddressSet.all
  /// The upper limit of `images` and `targets`.
  public var ceiling = Ceiling()
  /// The address against which relative addresses are resolved.
  public var base: BaseAddress?
  /// The proxy through which images from other hosts are loaded.
  public var imageProxy: AddressTemplate?
  private var hasSecureScheme: Bool

  /// Whether links to any `https:` address are allowed, which nearly all links are.
  @inline(__always)
  var allowsSecureLinks: Bool {
    hasSecureScheme && targets.includesAll && ceiling.targets.includesAll
  }

  /// The most that a policy may allow. A service sets it to limit the policies in requests.
  ///
  /// ```swift
  /// var policy = LinkPolicy()
  /// policy.ceiling = LinkPolicy.Ceiling(images: .same)
  /// ```
  public struct Ceiling: Hashable, Sendable {
    public var images: AddressSet
    public var targets: AddressSet
    /// The proxy through which images from other hosts are loaded. It replaces the proxy of the policy, and
    /// its own host need not be in `images`.
    public var imageProxy: AddressTemplate?

    public init(images: AddressSet = .all, targets: AddressSet = .all, imageProxy: AddressTemplate? = nil) {
      self.images = images
      self.targets = targets
      self.imageProxy = imageProxy
    }
  }

  public init(
    linkSchemes: Set<String> = ["http", "https", "mailto", "tel"],
    imageSchemes: Set<String> = ["http", "https"], allowsBitmapData: Bool = true
  ) {
    self.linkSchemes = linkSchemes
    self.imageSchemes = imageSchemes
    self.allowsBitmapData = allowsBitmapData
    hasSecureScheme = linkSchemes.contains("https")
  }

  /// The decision of the policy about an address.
  ///
  /// ```swift
  /// LinkPolicy().verdict(onLink: "javascript:alert(1)") == .refused
  /// ```
  public enum LinkVerdict: Hashable, Sendable {
    /// The address is allowed and written in this form.
    case allowed(String)
    /// The address is not allowed as a target. It is shown in this form, but neither loaded nor linked.
    case elsewhere(String)
    /// The scheme of the address is not allowed.
    case refused
  }

  /// Returns the cleaned address of a link; nil if it is not allowed.
  public func link(_ address: String) -> String? {
    if case .allowed(let address) = verdict(onLink: address) { address } else { nil }
  }

  /// Returns the cleaned address of an image; nil if it is not allowed.
  public func image(_ address: String) -> String? {
    if case .allowed(let address) = verdict(onImage: address) { address } else { nil }
  }

  /// Decides about the address of a link.
  public func verdict(onLink address: String) -> LinkVerdict {
    let clean = Self.cleaned(address)
    if allowsSecureLinks, withUTF8(address, { Self.isSecure($0) }) { return .allowed(clean) }
    // A fragment of the same page.
    if clean.utf8.first == UInt8(ascii: "#") { return .allowed(clean) }
    if let scheme = Self.scheme(of: clean), !linkSchemes.contains(scheme) { return .refused }
    if base == nil, targets.includesAll, ceiling.targets.includesAll { return .allowed(clean) }
    let (full, kind) = resolved(clean)
    let isAllowed = allowed(targets).intersection(ceiling.targets).contains(kind)
    return isAllowed ? .allowed(full) : .elsewhere(full)
  }

  /// Decides about the address of an image.
  public func verdict(onImage address: String) -> LinkVerdict {
    let clean = Self.cleaned(address)
    let images = allowed(images ?? .all).intersection(ceiling.images)
    if let scheme = Self.scheme(of: clean) {
      if scheme == "data" {
        guard allowsBitmapData, Self.isBitmap(clean) else { return .refused }
        return images.isEmpty ? .refused : .allowed(clean)
      }
      if !imageSchemes.contains(scheme) { return .refused }
    }
    let (full, kind) = resolved(clean)
    guard images.contains(kind) else { return .elsewhere(full) }
    guard let proxy = ceiling.imageProxy ?? imageProxy, case .web(let target) = kind,
      target.origin != base?.address.origin
    else {
      return .allowed(full)
    }
    if target.origin == proxy.origin.origin { return .allowed(full) }
    if ceiling.imageProxy == nil, !ceiling.images.contains(.web(proxy.origin)) { return .elsewhere(full) }
    // The proxy needs a scheme to load an image.
    return .allowed(proxy.filled(with: target.scheme.isEmpty ? "https:" + full : full))
  }

  /// The policy for conversations and streams. If `images` is nil, only images from the page's own host are
  /// allowed.
  public var forConversations: LinkPolicy {
    var policy = self
    if images == nil { policy.images = .same }
    return policy
  }

  /// Whether the policy changes or removes addresses, beyond checking schemes.
  public var changesAddresses: Bool { isRestricted || base != nil || imageProxy != nil }

  /// Whether some hosts are excluded for images or links.
  var isRestricted: Bool {
    !(images ?? .all).includesAll || !targets.includesAll || ceiling != Ceiling()
  }

  /// The image sources for a page's content security policy.
  public var imagePolicySources: String {
    let images = allowed(images ?? .all).intersection(ceiling.images)
    guard let proxy = ceiling.imageProxy ?? imageProxy, !images.isEmpty else { return images.policySources }
    let sources = allowed(.same.adding(proxy.origin)).intersection(ceiling.images)
    return (ceiling.imageProxy == nil ? sources : sources.adding(proxy.origin)).policySources
  }

  private func allowed(_ set: AddressSet) -> AddressSet { base.map { set.adding($0.address) } ?? set }

  private func resolved(_ address: String) -> (String, WebAddress.Scheme) {
    let kind = WebAddress.kind(of: address)
    guard let base = base?.address else { return (address, kind) }
    switch kind {
    case .relative:
      let full = base.resolving(address)
      return (full, WebAddress.kind(of: full))
    case .web(let target) where target.scheme.isEmpty:
      let full = base.scheme + ":" + address
      return (full, WebAddress.kind(of: full))
    default: return (address, kind)
    }
  }

  // MARK: Parsing addresses

  /// Whether an address is allowed as a link without further checks: `https:`, which nearly all are, and
  /// clean.
  @inline(__always)
  func allowsAsIs(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    allowsSecureLinks && Self.isSecure(address) && Self.isClean(address)
  }

  /// Whether an address starts with `https://`, as nearly all do.
  @inline(__always)
  static func isSecure(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard address.count >= 8, let start = address.baseAddress else { return false }
    let head = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    return head == 0x2F2F_3A73_7074_7468
  }

  private static func isBitmap(_ address: String) -> Bool {
    let head = address.utf8.prefix(32).map { $0 | 0x20 }
    let types = ["png", "jpeg", "gif", "webp"].map { Array("data:image/\($0)".utf8) }
    return types.contains { type in
      head.starts(with: type) && head.count > type.count
        && (head[type.count] == UInt8(ascii: ";") || head[type.count] == UInt8(ascii: ","))
    }
  }

  /// Whether an address contains neither spaces nor control characters.
  @inline(__always)
  private static func isClean(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteWords.isFree(address) { ByteWords.below($0, 0x21) | ByteWords.equal($0, 0x7F) }
  }

  /// Removes the characters that browsers ignore.
  static func cleaned(_ address: String) -> String {
    if withUTF8(address, { isClean($0) }) { return address }
    let kept = address.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var scalars = String.UnicodeScalarView(kept)[...]
    while scalars.first?.value == 0x20 { scalars.removeFirst() }
    while scalars.last?.value == 0x20 { scalars.removeLast() }
    return String(scalars)
  }

  /// Returns the scheme in lower case; nil for a relative address.
  ///
  /// An address is relative if it has no colon, or if a slash, `?` or `#` precedes the first colon. Otherwise
  /// the text before the colon is the scheme. No policy allows one with invalid characters, nor the empty one, which
  /// stands for one of more than ``longestScheme`` bytes.
  static func scheme(of address: String) -> String? {
    let bytes = address.utf8
    let end = bytes.firstIndex {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    guard let end, bytes[end] == UInt8(ascii: ":") else { return nil }
    let name = bytes[..<end]
    guard name.count <= longestScheme else { return "" }
    return String(
      decoding: name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  /// More than any registered scheme has. A long one costs as much as its text at each look into a set of schemes.
  private static let longestScheme = 64
}
