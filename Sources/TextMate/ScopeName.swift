/// The name of a scope, such as `keyword.control.swift`. The root scope (`source.swift`) identifies a
/// grammar.
///
/// ```swift
/// let scope: ScopeName = "source.swift"
/// ```
public struct ScopeName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}
