import Foundation
import Testing

@testable import StyledRuns

/// Invalid updates and documents from outside, and the rule that each error names.
@Suite struct UpdateCheckingTests {
  /// An update that is refused on decoding or when it is applied to `before`.
  struct Case: CustomTestStringConvertible {
    var says: String
    var before: String
    var update: String

    var testDescription: String { update }
  }

  private static let code =
    #"[1,["version",4],["scopes",[[0,"source.c"],[1,"string"]]],["add",-1,[{"type":"code","id":"0.0","source":[0,9],"lines":["xé"]}]]]"#
  private static let list =
    #"[1,["version",4],["add",-1,[{"type":"list","id":"0.0","source":[0,3],"marker":"-","children":[{"type":"item","id":"0.1","source":[0,3],"children":[{"type":"paragraph","id":"2.2","source":[2,3],"content":"a"}]}]}]]]"#
  private static let strong =
    #"[1,["version",4],["add",-1,[{"type":"paragraph","id":"0.0","source":[0,9],"content":{"runs":["é",{"text":"b","span":0},{"text":"c","span":1}],"spans":[{"type":"strong"},{"type":"emphasis"}]}}]]]"#
  private static let table =
    #"[1,["version",4],["add",-1,[{"type":"table","id":"0.0","source":[0,9],"alignments":["none","none"],"header":{"source":[0,3],"cells":["a","b"]},"rows":[]}]]]"#

  private static func paragraph(_ members: String) -> String {
    #"{"type":"paragraph",\#(members),"content":"x"}"#
  }

  private static let cases = [
    // A scope that is its own parent has names without end.
    Case(says: "scope table", before: code, update: #"[2,["scopes",[[3,"a"]]]]"#),
    Case(says: "scope table", before: code, update: #"[2,["scopes",[[4,"a"],[3,"b"]]]]"#),
    Case(says: "scope table", before: code, update: #"[2,["scopes",[[0,"source.c"]]]]"#),
    Case(says: "not in the table", before: code, update: #"[2,["lines",[["y",3]]]]"#),
    Case(says: "not in the table", before: code, update: #"[2,["rehighlight",0,[[3,7]]]]"#),
    Case(says: "not in the table", before: code, update: #"[2,["line",0,0,["y",4294967295]]]"#),
    Case(
      says: "not in the table", before: code,
      update: #"[2,["add",-1,[{"type":"code","id":"9.0","source":[9,9],"lines":[[["y",3]]]}]]]"#),
    // Lengths count bytes of UTF-8 and end between scalars.
    Case(says: "more than", before: code, update: #"[2,["rehighlight",0,[[2,1,1,2]]]]"#),
    Case(says: "more than", before: code, update: #"[2,["rehighlight",0,[[2,1]]]]"#),
    Case(says: "more than", before: code, update: #"[2,["line",0,2,"x"]]"#),
    Case(says: "more than", before: strong, update: #"[2,["inlines",0,1,0,"x"]]"#),
    // A run that stays cannot name a span that goes.
    Case(says: "more than", before: strong, update: #"[2,["inlines",2,0,0,"x"]]"#),
    Case(says: "more than", before: strong, update: #"[2,["inlines",2,1,1,"x"]]"#),
    // Kinds.
    Case(
      says: "kind", before: list,
      update:
        #"[2,["add",-1,[{"type":"list","id":"3.0","source":[3,4],"marker":"-","children":[\#(paragraph(#""id":"3.1","source":[3,4]"#))]}]]]"#
    ),
    Case(
      says: "kind", before: list,
      update:
        #"[2,["add",-1,[{"type":"quote","id":"3.0","source":[3,4],"children":[{"type":"item","id":"3.1","source":[3,4],"children":[]}]}]]]"#
    ),
    Case(
      says: "kind", before: list,
      update: #"[2,["footnotes",0,[\#(paragraph(#""id":"3.0","source":[3,4]"#))]]]"#),
    // Sizes.
    Case(
      says: "a range is", before: list,
      update: #"[2,["add",-1,[\#(paragraph(#""id":"3.0","source":[3,9223372036854775807]"#))]]]"#),
    Case(says: "larger than", before: list, update: #"[2,["end",1000000000,0]]"#),
    Case(says: "id is", before: list, update: #"[2,["text","x","9223372036854775807.0"]]"#),
    Case(
      says: "nine digits", before: list,
      update:
        #"[2,["add",-1,[{"type":"list","id":"3.0","source":[3,4],"marker":".","start":9223372036854775807,"children":[]}]]]"#
    ),
    Case(says: "keeps more", before: table, update: #"[2,["rows",[[9,1,"a","b","c"]]]]"#),
    Case(says: "a count is", before: table, update: #"[2,["rows",[[9,9223372036854775807,"a"]]]]"#),
  ]

  @Test(arguments: cases)
  func whatCannotBeIsRefused(_ example: Case) throws {
    var content = StreamContent()
    try content.apply(JSONDecoder().decode(StreamUpdate.self, from: Data(example.before.utf8)))
    do {
      try content.apply(JSONDecoder().decode(StreamUpdate.self, from: Data(example.update.utf8)))
      Issue.record("it was taken")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(example.says), "\(context.debugDescription)")
    } catch {
      #expect("\(error)".contains(example.says), "\(error)")
    }
  }

  /// Each update is shallow; together they would be as deep as anybody likes.
  @Test func nestingIsBoundedOverManyUpdates() throws {
    var document = Document()
    var refused: UpdateError?
    var count = 0
    while refused == nil, count < 1000 {
      let quote = Block(id: BlockID(offset: count, depth: count), source: count..<count, content: .quote([]))
      let parent: Edit.EditTarget? = count == 0 ? nil : .last(depth: count - 1)
      do throws(UpdateError) {
        try document.apply(Update(sequence: count + 1, edits: [.splice(parent, keep: nil, blocks: [quote])]))
        count += 1
      } catch {
        refused = error
      }
    }
    #expect(refused?.code == .tooDeep)
    #expect((100...110).contains(count))
  }

  @Test func aTableHasNoMoreEmptyCellsThanAParserMakes() throws {
    let columns = 1 << 12
    let header = Table.TableRow(source: 0..<1, cells: Array(repeating: Inlines(plain: "a"), count: columns))
    let table = Table(alignments: Array(repeating: .none, count: columns), header: header, rows: [])
    var document = Document(
      blocks: [Block(id: BlockID(offset: 0, depth: 0), source: 0..<1, content: .table(table))])
    let rows = Array(repeating: Table.TableRow(source: 1..<2, cells: []), count: 200)
    let update = Update(sequence: 2, edits: [.rows(.tip, keep: nil, rows: rows)])
    #expect(throws: UpdateError(code: .tooLarge, block: BlockID(offset: 0, depth: 0))) {
      try document.apply(update)
    }
  }

  @Test(arguments: [
    (#"{"version":1,"scopes":[[1,"a"]],"blocks":[]}"#, "scope table"),
    (
      #"{"version":1,"blocks":[{"type":"code","id":"0.0","source":[0,1],"lines":[[["x",1]]]}]}"#,
      "not in the table"
    ),
    (#"{"version":1,"blocks":[{"type":"item","id":"0.0","source":[0,1],"children":[]}]}"#, "kind"),
    (
      #"{"version":1,"blocks":[],"footnotes":[{"type":"thematicBreak","id":"0.0","source":[0,1]}]}"#, "kind"
    ),
  ])
  func documentsAreCheckedOnDecoding(json: String, says: String) throws {
    do {
      _ = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
      Issue.record("it was taken")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(says), "\(context.debugDescription)")
    }
  }

  @Test func conversationsAreCheckedOnDecoding() throws {
    let json = #"""
      {"version":1,"type":"conversation","messages":[{"role":"assistant","parts":[{"type":"text","blocks":[
      {"type":"code","id":"0.0","source":[0,1],"lines":[[["x",1]]]}]}]}]}
      """#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Conversation.self, from: Data(json.utf8))
    }
    var conversation = Conversation()
    try conversation.apply(
      ConversationUpdate(
        sequence: 1,
        edits: [
          .message(0, Message.MessageHead(role: .assistant)),
          .part(PartID(message: 0, part: 0), MessagePart.PartHead(kind: .text)),
        ]))
    let update = Update(sequence: 1, scopes: [ScopeTable.ScopeEntry(parent: .empty, name: "a")])
    #expect(throws: ConversationUpdateError.self) {
      try conversation.apply(
        ConversationUpdate(sequence: 2, edits: [.document(PartID(message: 0, part: 0), update)]))
    }
  }
}
