/// A sequence diagram: participants and the events between them, in order.
struct SequenceDiagram: Hashable, Sendable {
  struct Participant: Hashable, Sendable {
    var id: String
    var label: Label
    var isActor = false
    /// The index of the box around the participant.
    var box: Int?
  }

  /// A box around a group of participants.
  struct ParticipantBox: Hashable, Sendable {
    var label: Label
    var color: DiagramColor?
  }

  struct Message: Hashable, Sendable {
    var from: Int
    var to: Int
    var label: Label
    var line = Graph.Line.solid
    var mark = Graph.Mark.arrow
    /// Whether both ends have an arrowhead.
    var isBidirectional = false
    var number: Int?
  }

  enum NotePlace: Sendable { case left, right, over }

  enum Event: Hashable, Sendable {
    case message(Message)
    case activate(Int)
    case deactivate(Int)
    case note(NotePlace, Int, Int, Label)
    /// The start of a frame: `loop`, `alt`, `opt`, `par`, `critical`, `break` or `rect`.
    case begin(String, Label, DiagramColor?)
    /// The next branch of a frame: `else`, `and`, `option`.
    case divide(Label)
    case end
  }

  var participants: [Participant] = []
  var boxes: [ParticipantBox] = []
  var events: [Event] = []
}
