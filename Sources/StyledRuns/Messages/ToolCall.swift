/// A call of a tool, with what it was given and what came back.
///
/// How a tool is best shown is decided where the call is rendered; a formatter needs to know no tool.
public struct ToolCall: Hashable, Sendable {
  public var head: Head
  /// The input as it came: JSON, unfinished while it comes.
  public var input: String
  /// The input's values that are short, an object's members before those of the objects in it.
  public var fields: [ToolField]
  /// The input's longer values: code, a diff, a task list. Its scope table is empty, as that of every part.
  public var view: Document
  /// What came back; nil until it has.
  public var output: ToolOutput?

  public init(
    head: Head, input: String = "", fields: [ToolField] = [], view: Document = Document(),
    output: ToolOutput? = nil
  ) {
    self.head = head
    self.input = input
    self.fields = fields
    self.view = view
    self.output = output
  }

  public enum State: String, Hashable, Sendable, Decodable {
    /// Its input is still coming.
    case preparing
    case running
    case done
    case failed
    /// The conversation ended before a result came.
    case unanswered
  }

  /// What of a call is said in one line.
  public struct Head: Hashable, Sendable, Decodable {
    public var id: String
    /// As it was called.
    public var name: String
    public var state: State
    /// What the call is about, in one line: a path, a command.
    public var summary: String
    /// A count or two: `+3 −1`, `24 lines`.
    public var note: String

    public init(id: String, name: String, state: State = .preparing, summary: String = "", note: String = "")
    {
      self.id = id
      self.name = name
      self.state = state
      self.summary = summary
      self.note = note
    }
  }
}

/// A name and a value of a tool's input.
public struct ToolField: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, Decodable {
    case string, number, bool, null
    /// An object or array; what it holds follows, one deeper.
    case group
    /// Text that is no JSON object.
    case raw
  }

  /// How many objects and arrays of the input hold it.
  public var depth: Int
  /// A member's name or an element's number; empty for raw text.
  public var name: String
  public var kind: Kind
  /// As it is shown; cut where it is long.
  public var value: String
  /// How many characters were cut off.
  public var omitted: Int

  public init(depth: Int = 0, name: String, kind: Kind, value: String, omitted: Int = 0) {
    self.depth = depth
    self.name = name
    self.kind = kind
    self.value = value
    self.omitted = omitted
  }
}

/// What a tool gave back.
public struct ToolOutput: Hashable, Sendable {
  public var isError: Bool
  /// Whether it says no more than that all went well, so that a short view can leave it out.
  public var isRoutine: Bool
  /// Output as a terminal would show it; never markdown.
  public var text: OutputText
  /// What is better shown as code or as a list; stands before the text. Its scope table is empty.
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
