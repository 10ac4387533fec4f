/// A call of a tool, with its input and its output.
///
/// ```swift
/// ToolCall(head: .init(id: "call_1", name: "Bash", state: .running, summary: "swift test"))
/// ```
///
/// The renderer decides how to show each tool's input and output. A formatter needs no knowledge of any tool.
public struct ToolCall: Hashable, Sendable {
  public var head: ToolCallHead
  /// The input as received: JSON, incomplete while it arrives.
  public var input: String
  /// The short values of the input. The members of an object precede those of the objects inside it.
  public var fields: [ToolField]
  /// The long values of the input: code, a diff, a task list. The scope table is empty, as in every part.
  public var view: Document
  /// The output; nil until it arrives.
  public var output: ToolOutput?

  public init(
    head: ToolCallHead, input: String = "", fields: [ToolField] = [], view: Document = Document(),
    output: ToolOutput? = nil
  ) {
    self.head = head
    self.input = input
    self.fields = fields
    self.view = view
    self.output = output
  }

  /// The progress of a call.
  ///
  /// ```swift
  /// if call.head.state == .failed { expand(call) }
  /// ```
  public enum CallState: String, Hashable, Sendable, Decodable {
    /// The input is still arriving.
    case preparing
    case running
    case done
    case failed
    /// The conversation ended before a result arrived.
    case unanswered
  }

  /// The one-line summary of a call.
  ///
  /// ```swift
  /// ToolCall.ToolCallHead(id: "call_1", name: "Edit", summary: "Sources/main.swift", note: "+3 −1")
  /// ```
  public struct ToolCallHead: Hashable, Sendable, Decodable {
    public var id: String
    /// The tool's name as the model called it.
    public var name: String
    public var state: CallState
    /// The subject of the call in one line, such as a path or a command.
    public var summary: String
    /// A count or two, such as `+3 −1` or `24 lines`.
    public var note: String

    public init(
      id: String, name: String, state: CallState = .preparing, summary: String = "", note: String = ""
    ) {
      self.id = id
      self.name = name
      self.state = state
      self.summary = summary
      self.note = note
    }
  }
}

/// A name and a value in a tool's input.
///
/// ```swift
/// ToolField(name: "timeout", kind: .number, value: "60")
/// ```
public struct ToolField: Hashable, Sendable {
  /// The type of the value.
  ///
  /// ```swift
  /// ToolField(name: "options", kind: .group, value: "")
  /// ```
  public enum FieldKind: String, Hashable, Sendable, Decodable {
    case string, number, bool, null
    /// An object or array. Its contents follow, one level deeper.
    case group
    /// Text that is not a JSON object.
    case raw
  }

  /// The number of objects and arrays around the value.
  public var depth: Int
  /// The member's name or the element's index; empty for raw text.
  public var name: String
  public var kind: FieldKind
  /// The value as text for display. Long values are truncated.
  public var value: String
  /// The number of characters that were cut off.
  public var omitted: Int

  public init(depth: Int = 0, name: String, kind: FieldKind, value: String, omitted: Int = 0) {
    self.depth = depth
    self.name = name
    self.kind = kind
    self.value = value
    self.omitted = omitted
  }
}

/// The output of a tool.
///
/// ```swift
/// ToolOutput(text: OutputText(lines: [OutputLine(text: "All tests passed")]))
/// ```
public struct ToolOutput: Hashable, Sendable {
  public var isError: Bool
  /// Whether the output only confirms success, so that a short view can leave it out.
  public var isRoutine: Bool
  /// The output as a terminal shows it. It is never markdown.
  public var text: OutputText
  /// The output that is better shown as code or as a list. It precedes the text. Its scope table is empty.
  public var view: Document
  public var images: [ImageReference]

  public init(
    isError: Bool = false, isRoutine: Bool = false, text: OutputText = OutputText(),
    view: Document = Document(),
    images: [ImageReference] = []
  ) {
    self.isError = isError
    self.isRoutine = isRoutine
    self.text = text
    self.view = view
    self.images = images
  }
}
