/// How much of tool calls and thinking is shown at once.
public enum ToolExpansion: String, Sendable, CaseIterable {
  /// Everything, thinking too.
  case all
  /// A line for each call.
  case none
  /// A line for each call, but failed ones in full.
  case errors
  /// Each call with its first lines.
  case preview
}
