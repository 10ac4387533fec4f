/// The reason why a diagram cannot be drawn.
///
/// ```swift
/// do { _ = try Diagram(mermaid: "flowchart TB\n  A ==") } catch { print(error) }
/// // line 2: an arrow is not complete
/// ```
public struct DiagramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A short description of the problem.
  public var reason: String
  /// The line number in the source, from 1; nil if the problem is not in one line.
  public var line: Int?
  /// The number of connections that were read before the error. Reading takes time in proportion to them.
  public var connections = 0

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
