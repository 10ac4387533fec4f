/// The reason why a diagram is not drawn.
///
/// ```swift
/// do { try Diagram(mermaid: "flowchart TB\n  A ==") } catch { print(error) }
/// // line 2: an arrow is not complete
/// ```
public struct DiagramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was not understood, in a few words.
  public var reason: String
  /// The line in the source, from 1.
  public var line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
