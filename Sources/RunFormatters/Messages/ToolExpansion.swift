/// The extent of tool calls and thinking that is shown at first.
///
/// ```swift
/// ConversationANSIFormatter(expansion: .errors)
/// ```
public enum ToolExpansion: String, Sendable, CaseIterable {
  /// All calls and thinking in full.
  case all
  /// One line for each call.
  case none
  /// One line for each call, but failed calls in full.
  case errors
  /// Each call with its first lines.
  case preview
}
