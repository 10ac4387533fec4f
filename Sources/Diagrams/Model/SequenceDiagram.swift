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

  struct SequenceMessage: Hashable, Sendable {
    var from: Int
    var to: Int
    var label: Label
    var line = Graph.EdgeStyle.solid
    var mark = Graph.EndMark.arrow
    /// Whether both ends have an arrowhead.
    var isBidirectional = false
    var number: Int?
  }

  enum NotePlace: Sendable { case left, right, over }

  enum SequenceEvent: Hashable, Sendable {
    case message(SequenceMessage)
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
  var events: [SequenceEvent] = []
}
