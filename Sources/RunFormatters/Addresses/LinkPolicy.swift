/// A policy for the addresses of links and images.
///
/// An address is read as a browser reads it: control characters and spaces around it, tabs and line ends
/// inside it, and the case of its scheme do not count.
///
/// ```swift
/// var policy = LinkPolicy()
/// policy.images = .same                              // images of other hosts are shown as links
/// policy.targets = try AddressSet("example.org")     // links to other hosts are shown as text with their address
/// ```
public struct LinkPolicy: Hashable, Sendable {
  /// The schemes of links, in lower case without the colon. An address without a scheme has an allowed one.
  public var linkSchemes: Set<String> {
    didSet { hasSecureScheme = linkSchemes.contains("https") }
  }
  public var imageSchemes: Set<String>
  /// Whether an image may be `data:` of a bitmap type (PNG, JPEG, GIF, WebP).
  public var allowsBitmapData: Bool
  /// The addresses of images; nil for the usual: everywhere in a document, and with the page in a conversation, whose
  /// text could be made to carry a secret away in an image's address.
  public var images: AddressSet?
  /// The addresses of links.
  public var targets = AddressSet.all
  /// The most that `images` and `targets` may allow.
  public var ceiling = Ceiling()
  /// The address that relative ones are relative to.
  public var base: BaseAddress?
  /// The address that images of other hosts are fetched through.
  public var imageProxy: AddressTemplate?
  private var hasSecureScheme: Bool

  /// Whether links may be `https:` to any host, as nearly all are.
  @inline(__always)
  var allowsSecureLinks: Bool {
    hasSecureScheme && targets.includesAll && ceiling.targets.includesAll
  }

  /// The most that a policy may allow: a service's limit to what its requests ask for.
  public struct Ceiling: Hashable, Sendable {
    public var images: AddressSet
    public var targets: AddressSet
    /// The proxy that images of other hosts are fetched through, in place of any that the policy names. Its own host need
    /// not be among `images`.
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

  /// The policy's answer for an address.
  public enum Verdict: Hashable, Sendable {
    /// The address is written, in this form.
    case allowed(String)
    /// The address leads to where the policy does not allow: it is shown, in this form, and neither fetched nor linked.
    case elsewhere(String)
    /// The address has a scheme that is not allowed.
    case refused
  }

  /// The address to write for a link, cleaned; nil where it is not allowed.
  public func link(_ address: String) -> String? {
    if case .allowed(let address) = verdict(onLink: address) { address } else { nil }
  }

  /// The address to write for an image, cleaned; nil where it is not allowed.
  public func image(_ address: String) -> String? {
    if case .allowed(let address) = verdict(onImage: address) { address } else { nil }
  }

  /// Decides a link's address.
  public func verdict(onLink address: String) -> Verdict {
    let clean = Self.cleaned(address)
    if allowsSecureLinks, withUTF8(address, { Self.isSecure($0) }) { return .allowed(clean) }
    // A place within the page.
    if clean.utf8.first == UInt8(ascii: "#") { return .allowed(clean) }
    if let scheme = Self.scheme(of: clean), !linkSchemes.contains(scheme) { return .refused }
    if base == nil, targets.includesAll, ceiling.targets.includesAll { return .allowed(clean) }
    let (full, kind) = resolved(clean)
    let isAllowed = allowed(targets).intersection(ceiling.targets).contains(kind)
    return isAllowed ? .allowed(full) : .elsewhere(full)
  }

  /// Decides an image's address.
  public func verdict(onImage address: String) -> Verdict {
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
    // Without a scheme there is nothing that the proxy could fetch.
    return .allowed(proxy.filled(with: target.scheme.isEmpty ? "https:" + full : full))
  }

  /// The policy for what a conversation or a stream holds: where nothing is said of images, they come from where the page is.
  public var forConversations: LinkPolicy {
    var policy = self
    if images == nil { policy.images = .same }
    return policy
  }

  /// Whether the policy is about more than schemes: it withholds addresses, or writes others in their place.
  public var changesAddresses: Bool { isRestricted || base != nil || imageProxy != nil }

  /// Whether there are hosts that images may not come from, or links not lead to.
  var isRestricted: Bool {
    !(images ?? .all).includesAll || !targets.includesAll || ceiling != Ceiling()
  }

  /// The sources of images that a page's content security policy names.
  public var imagePolicySources: String {
    let images = allowed(images ?? .all).intersection(ceiling.images)
    guard let proxy = ceiling.imageProxy ?? imageProxy, !images.isEmpty else { return images.policySources }
    let sources = allowed(.same.adding(proxy.origin)).intersection(ceiling.images)
    return (ceiling.imageProxy == nil ? sources : sources.adding(proxy.origin)).policySources
  }

  private func allowed(_ set: AddressSet) -> AddressSet { base.map { set.adding($0.address) } ?? set }

  private func resolved(_ address: String) -> (String, WebAddress.Kind) {
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

  // MARK: Reading addresses

  /// Whether the address is a link's without a closer look: `https:`, as nearly all are, and nothing to be cleaned.
  @inline(__always)
  func allowsAsIs(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    allowsSecureLinks && Self.isSecure(address) && Self.isClean(address)
  }

  /// Whether the address begins with `https://`, as nearly all do.
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

  /// Whether there is no space and no control character.
  @inline(__always)
  private static func isClean(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteWords.isFree(address) { ByteWords.below($0, 0x21) | ByteWords.equal($0, 0x7F) }
  }

  /// Without the characters that browsers skip.
  static func cleaned(_ address: String) -> String {
    if withUTF8(address, { isClean($0) }) { return address }
    let kept = address.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var scalars = String.UnicodeScalarView(kept)[...]
    while scalars.first?.value == 0x20 { scalars.removeFirst() }
    while scalars.last?.value == 0x20 { scalars.removeLast() }
    return String(scalars)
  }

  /// The scheme in lower case; nil for a relative address.
  ///
  /// Anything before the first colon that is not a scheme's characters makes the address relative, if a
  /// slash, `?` or `#` comes before the colon; otherwise the whole counts as a scheme that nobody allows.
  static func scheme(of address: String) -> String? {
    var name: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return String(decoding: name, as: UTF8.self)
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): name.append(byte | 0x20)
      default: name.append(byte)
      }
    }
    return nil
  }
}
