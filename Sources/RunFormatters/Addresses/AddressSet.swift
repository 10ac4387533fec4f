/// A set of addresses from which images may be loaded or to which links may lead.
///
/// ```swift
/// let set = try AddressSet("example.org,*.example.net,https://cdn.example.com/images/")
/// ```
public struct AddressSet: Hashable, Sendable {
  /// Every address.
  public static let all = AddressSet(includesAll: true, includesRelative: true, patterns: [])
  /// Relative addresses, which lead to the host of the page.
  public static let same = AddressSet(includesAll: false, includesRelative: true, patterns: [])
  /// No address.
  public static let none = AddressSet(includesAll: false, includesRelative: false, patterns: [])

  let includesAll: Bool
  let includesRelative: Bool
  let patterns: [AddressPattern]

  private init(includesAll: Bool, includesRelative: Bool, patterns: [AddressPattern]) {
    self.includesAll = includesAll
    self.includesRelative = includesRelative
    self.patterns = patterns
  }

  /// Parses `all`, `same`, `none`, or a comma-separated list. Its entries are hosts (`example.org`,
  /// `*.example.org`, `localhost:8080`), prefixes of addresses (`https://example.org/images/`) and schemes
  /// (`mailto:`). A list includes relative addresses.
  ///
  /// - Throws: ``InvalidAddresses`` with the first invalid entry.
  public init(_ text: String) throws(InvalidAddresses) {
    switch text {
    case "all": self = .all
    case "none": self = .none
    default:
      var patterns: [AddressPattern] = []
      for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
        let entry = entry.drop { $0 == " " }
        if entry == "same" { continue }
        guard let pattern = AddressPattern(String(entry)) else {
          throw InvalidAddresses(entry: String(entry))
        }
        patterns.append(pattern)
      }
      self.init(includesAll: false, includesRelative: true, patterns: patterns)
    }
  }

  /// Returns the addresses in both sets.
  public func intersection(_ other: AddressSet) -> AddressSet {
    if includesAll { return other }
    if other.includesAll { return self }
    var common: [AddressPattern] = []
    for pattern in patterns {
      for another in other.patterns {
        if let both = pattern.intersection(another), !common.contains(both) { common.append(both) }
      }
    }
    return AddressSet(
      includesAll: false, includesRelative: includesRelative && other.includesRelative, patterns: common)
  }

  /// Returns the set with all addresses on the host of `address` added.
  func adding(_ address: WebAddress) -> AddressSet {
    guard !includesAll, includesRelative else { return self }
    let pattern = AddressPattern(
      scheme: address.scheme, host: address.host, includesSubdomains: false, port: address.port, path: "")
    return AddressSet(includesAll: false, includesRelative: true, patterns: patterns + [pattern])
  }

  var isEmpty: Bool { !includesAll && !includesRelative && patterns.isEmpty }

  func contains(_ kind: WebAddress.Scheme) -> Bool {
    if includesAll { return true }
    return switch kind {
    case .relative: includesRelative
    case .web(let address): patterns.contains { $0.matches(address) }
    case .other(let scheme): patterns.contains { $0.scheme == scheme && $0.host.isEmpty }
    case .unclear: false
    }
  }

  /// The source list for a content security policy.
  var policySources: String {
    if includesAll { return "* data:" }
    if isEmpty { return "'none'" }
    return (["'self'", "data:"] + patterns.flatMap(\.policySources)).joined(separator: " ")
  }
}

/// The error for an invalid entry of an address list.
///
/// ```swift
/// do {
///   let hosts = try AddressSet("example.org,http//x")
/// } catch {
///   print(error.entry)  // http//x
/// }
/// ```
public struct InvalidAddresses: Error, Hashable, CustomStringConvertible {
  /// The invalid entry as written.
  public var entry: String

  public var description: String {
    "'\(entry.prefix(80))' is no host (example.org, *.example.org), beginning of an address (https://example.org/images/) or scheme (mailto:)"
  }
}

/// An entry of an ``AddressSet``, which matches addresses with a common part.
struct AddressPattern: Hashable, Sendable {
  /// The scheme; nil for both `http` and `https`.
  var scheme: String?
  /// The host; empty for a scheme alone.
  var host: String
  var includesSubdomains: Bool
  var port: Int?
  /// The prefix of the path; empty for any path.
  var path: String

  init(scheme: String?, host: String, includesSubdomains: Bool, port: Int?, path: String) {
    self.scheme = scheme
    self.host = host
    self.includesSubdomains = includesSubdomains
    self.port = port
    self.path = path
  }

  /// Parses an entry; nil if it is neither a host, nor a prefix of an address, nor a scheme.
  init?(_ entry: String) {
    if entry.hasSuffix(":"), let scheme = LinkPolicy.scheme(of: entry) {
      guard scheme.utf8.count == entry.utf8.count - 1, !["http", "https", ""].contains(scheme) else {
        return nil
      }
      self.init(scheme: scheme, host: "", includesSubdomains: false, port: nil, path: "")
      return
    }
    let isAddress = entry.lowercased().hasPrefix("http://") || entry.lowercased().hasPrefix("https://")
    let includesSubdomains = entry.hasPrefix("*.")
    let text = isAddress ? entry : "//" + (includesSubdomains ? String(entry.dropFirst(2)) : entry)
    guard case .web(let address) = WebAddress.kind(of: text), !entry.contains("@"),
      isAddress || address.path.isEmpty,
      !address.hasDotSegments
    else { return nil }
    self.init(
      scheme: isAddress ? address.scheme : nil, host: address.host, includesSubdomains: includesSubdomains,
      port: address.port, path: address.path == "/" ? "" : address.path)
  }

  func matches(_ address: WebAddress) -> Bool {
    guard scheme == nil || scheme == address.scheme, covers(host: address.host) else { return false }
    guard port == address.port else { return false }
    return path.isEmpty || address.path.hasPrefix(path) && !address.hasDotSegments
  }

  private func covers(host other: String) -> Bool {
    includesSubdomains ? other.hasSuffix("." + host) : other == host
  }

  func intersection(_ other: AddressPattern) -> AddressPattern? {
    guard host.isEmpty == other.host.isEmpty, port == other.port else { return nil }
    guard scheme == nil || other.scheme == nil || scheme == other.scheme else { return nil }
    guard path.hasPrefix(other.path) || other.path.hasPrefix(path) else { return nil }
    let narrow: AddressPattern
    if !other.includesSubdomains, covers(host: other.host) {
      narrow = other
    } else if !includesSubdomains, other.covers(host: host) {
      narrow = self
    } else if includesSubdomains, other.includesSubdomains,
      host == other.host || host.hasSuffix("." + other.host)
    {
      narrow = self
    } else if includesSubdomains, other.includesSubdomains, other.host.hasSuffix("." + host) {
      narrow = other
    } else {
      return nil
    }
    return AddressPattern(
      scheme: scheme ?? other.scheme, host: narrow.host, includesSubdomains: narrow.includesSubdomains,
      port: port,
      path: path.utf8.count > other.path.utf8.count ? path : other.path)
  }

  var policySources: [String] {
    guard !host.isEmpty else { return [] }
    let end = (includesSubdomains ? "*." : "") + host + (port.map { ":\($0)" } ?? "")
    return (scheme.map { [$0] } ?? ["https", "http"]).map { "\($0)://\(end)" }
  }
}
