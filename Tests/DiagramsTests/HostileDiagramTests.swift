import Testing

@testable import Diagrams

/// Labels that try to get out, and diagrams that try to cost much.
struct HostileDiagramTests {
  static let payloads = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>",
    "</text></svg><b>out</b>",
    "]]><!--", "--><script>", "&#60;script&#62;", "#lt;script#gt;", "javascript:alert(1)",
    "\u{1B}[31mred\u{1B}]8;;http://x\u{7}",
    "\u{202E}reversed\u{2066}x\u{2069}", "a\u{0}b\u{8}c\u{9B}31m", "\u{E0041}tags", "url(http://evil.test/x)",
    "' onclick='x", "</title><script>x</script>",
    "&lt;/desc&gt;", "<style>*{background:url(//x)}</style>", "\u{2028}\u{2029}\u{FEFF}",
    "<a href=\"javascript:x\">y</a>",
  ]

  /// Every place where a diagram takes a text.
  static let templates: [DiagramSource] = [
    "flowchart TD\n A[\"@\"] --> B", "flowchart TD\n A[@] --> B", "flowchart TD\n A -->|\"@\"| B",
    "flowchart TD\n A -- @ --> B",
    "flowchart TD\n subgraph \"@\"\n A\n end", "flowchart TD\n A\n style A fill:@,stroke:@",
    "flowchart TD\n classDef x fill:@\n A:::x",
    "flowchart TD\n A@{ shape: rect, label: \"@\" }", "---\ntitle: @\n---\nflowchart TD\n A",
    "flowchart TD\n accTitle: @\n accDescr: @\n A",
    "flowchart TD\n A\n click A \"@\"", "flowchart TD\n A-->B\n linkStyle 0 stroke:@",
    "flowchart TD\n @ --> B",
    "sequenceDiagram\n A->>B: @", "sequenceDiagram\n participant A as @\n A->>A: x",
    "sequenceDiagram\n Note over A: @\n A->>B: x",
    "sequenceDiagram\n loop @\n A->>B: x\n end", "sequenceDiagram\n box @ x\n participant A\n end\n A->>A: y",
    "stateDiagram-v2\n A --> B : @", "stateDiagram-v2\n state \"@\" as x",
    "stateDiagram-v2\n A\n note right of A : @",
    "classDiagram\n class A {\n @\n }", "classDiagram\n A \"@\" --> \"@\" B : @",
    "classDiagram\n class A[\"@\"]", "classDiagram\n note \"@\"",
    "erDiagram\n A ||--o{ B : \"@\"", "erDiagram\n A {\n int x \"@\"\n }", "erDiagram\n \"@\" ||--|| B : x",
    "pie title @\n \"@\" : 3",
    "gantt\n title @\n section @\n @ : 2024-01-01, 3d", "gantt\n axisFormat @\n x : 2024-01-01, 3d",
    "mindmap\n @\n  a[@]", "timeline\n title @\n @ : @",
    "timeline\n section @\n a : b", "@", "@\n@",
  ]

  @Test(arguments: templates) func labelsStayText(template: DiagramSource) {
    for payload in Self.payloads {
      let source = template.text.replacing("@", with: payload)
      guard let diagram = try? Diagram(mermaid: source) else { continue }
      if let drawing = try? diagram.svg() {
        #expect(StrictSVG.problems(of: drawing.markup) == [], "\(source)")
      }
      for isASCII in [true, false] {
        let text = DiagramSample.terminal(diagram, width: 100, isASCII: isASCII) ?? ""
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || LabelReader.isShown($0) }, "\(source)")
      }
    }
  }

  /// An error is shown at the code, so that it must be as harmless as a label.
  @Test(arguments: templates) func reasonsHoldNoControlCharacters(template: DiagramSource) {
    for payload in Self.payloads {
      do {
        _ = try Diagram(mermaid: template.text.replacing("@", with: payload))
      } catch {
        #expect(error.description.unicodeScalars.allSatisfy { LabelReader.isShown($0) })
        #expect(error.description.count < 120)
      }
    }
  }

  @Test(arguments: DiagramSample.all) func prefixesAndMutationsNeverCrash(_ sample: DiagramSample) {
    let characters = Array(sample.source.unicodeScalars)
    func draw(_ scalars: some Sequence<Unicode.Scalar>) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      guard let diagram = try? Diagram(mermaid: String(text)) else { return }
      if let drawing = try? diagram.svg() { #expect(StrictSVG.problems(of: drawing.markup) == []) }
      _ = DiagramSample.terminal(diagram, width: 80)
    }
    for end in stride(from: 0, through: characters.count, by: 9) { draw(characters[..<end]) }
    var state = UInt64(characters.count)
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
    let marks = Array("[]{}()<>|&\"'`:;,.-=~#%/\\*+o x\n\u{1F600}\u{301}9".unicodeScalars)
    for _ in 0..<30 {
      var changed = characters
      for _ in 0...number(4) where !changed.isEmpty {
        let place = number(changed.count)
        switch number(4) {
        case 0: changed[place] = marks[number(marks.count)]
        case 1: changed.remove(at: place)
        case 2: changed.insert(marks[number(marks.count)], at: place)
        default:
          let end = min(place + number(20), changed.count)
          changed.insert(contentsOf: changed[place..<end], at: number(changed.count))
        }
      }
      draw(changed)
    }
  }

  @Test(
    arguments: [
      "flowchart TD\n" + String(repeating: "A-->B\n", count: 170_000),
      "flowchart TD\nA[" + String(repeating: "x", count: 1_000_000) + "]",
      String(repeating: "\n", count: 1_000_000),
      "flowchart TD\n" + String(repeating: "subgraph x\n", count: 90_000),
      "sequenceDiagram\n" + String(repeating: "A->>B: x\n", count: 110_000),
    ].map { DiagramSource($0) })
  func aLongDiagramIsRefusedAtOnce(source: DiagramSource) {
    #expect(throws: DiagramError("the diagram is too long")) { try Diagram(mermaid: source.text) }
  }

  @Test(
    arguments: [
      "flowchart TD\n" + String(repeating: "subgraph a\n", count: 5000),
      "flowchart TD\nA" + String(repeating: " & A", count: 5000) + " --> B & C & D",
      "flowchart TD\n" + (0..<3000).map { "n\($0)-->n\($0 + 1)\n" }.joined(),
      "flowchart TD\nA[" + String(repeating: "((", count: 20_000),
      "flowchart TD\nA" + String(repeating: "-", count: 60_000),
      "flowchart TD\nA[\"" + String(repeating: "<", count: 60_000) + "\"]",
      "flowchart TD\nA[\"" + String(repeating: "&#", count: 30_000) + "\"]",
      "flowchart TD\nA\"" + String(repeating: "\n\"\"\"", count: 10_000),
      "flowchart LR\nA " + String(repeating: "-- ", count: 15_000),
      "classDiagram\nclass A" + String(repeating: "~", count: 60_000),
      "classDiagram\n" + String(repeating: "<<a>> A\nclass A~B~\n", count: 3000),
      "stateDiagram-v2\n" + String(repeating: "a: b\n", count: 12_000),
      "classDiagram\nA : " + String(repeating: "~x", count: 30_000),
      "erDiagram\n" + String(repeating: "A {\n", count: 10_000),
      "stateDiagram-v2\n" + String(repeating: "state a {\n", count: 5000),
      "mindmap\n" + (0..<300).map { String(repeating: " ", count: $0) + "x\n" }.joined(),
      "sequenceDiagram\n" + (0..<5000).map { "p\($0)->>p\($0 + 1): x\n" }.joined(),
      "sequenceDiagram\n" + String(repeating: "loop x\n", count: 8000),
      "pie\n" + (0..<3000).map { "\"a\($0)\" : 1\n" }.joined(),
      "gantt\nexcludes weekends\nx : 2024-01-01, 99999d", "gantt\nx : 0001-01-01, 9999-12-31",
      "timeline\n" + (0..<3000).map { "\($0) : x\n" }.joined(), "flowchart TD",
    ].map { DiagramSource($0) })
  func countsAreBounded(source: DiagramSource) {
    #expect(throws: DiagramError.self) { try Diagram(mermaid: source.text) }
  }

  @Test(
    arguments: [
      "pie\n\"a\" : 0.0000001", "pie\n\"a\" : 999999999", "gantt\nx : 2024-01-01, 0d",
      "gantt\nexcludes weekends\nx : 2024-01-01, 3650d",
    ].map { DiagramSource($0) })
  func extremeValuesAreDrawn(source: DiagramSource) throws {
    let diagram = try Diagram(mermaid: source.text)
    #expect(StrictSVG.problems(of: try diagram.svg().markup) == [])
    #expect(DiagramSample.terminal(diagram, width: 80) != nil)
  }

  /// Nodes, the parts of connections between ranks, and connections from a node to itself.
  @Test(arguments: [
    ("graph LR; a --> b", 3), ("graph LR; a --> b --> c; a --> c", 7), ("graph LR; a -->|x| b", 4),
    ("graph LR; a --> a", 2),
    ("graph TD; a&b&c --> d&e&f", 15), ("pie\n\"a\" : 1", 1), ("sequenceDiagram\nA->>B: a", 3),
    ("classDiagram\nA <|-- B", 3),
    // In the group, its frame is a node; outside, the group is one.
    ("graph TD\nsubgraph g\na\nend\na --> b", 6),
  ])
  func theSizeIsThatOfTheLayout(source: String, size: Int) throws {
    #expect(try Diagram(mermaid: source).size == size)
  }

  @Test func anErrorSaysHowManyConnectionsWereRead() {
    let all = (0..<20).map { "n\($0)" }.joined(separator: " & ")
    for end in ["a --", "\(all) --> \(all) --> \(all)"] {
      do {
        _ = try Diagram(mermaid: "graph TD\n\(all) --> \(all)\n\(end)")
        Issue.record("was read")
      } catch {
        #expect(error.connections >= 400)
      }
    }
  }

  @Test func manyStylesAreRefused() {
    func source(_ count: Int) -> String {
      "graph TD\na --> b\nclassDef x fill:red\nclass \(repeated("a", count)) \(repeated("x", count))\n"
    }
    func repeated(_ name: String, _ count: Int) -> String {
      Array(repeating: name, count: count).joined(separator: ",")
    }
    func reason(_ source: String) -> String? {
      do {
        _ = try Diagram(mermaid: source)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(source(100)) == nil)
    #expect(reason(source(101)) == "it has too many styles")
    let links = String(repeating: "linkStyle default stroke:red\n", count: 1_000)
    #expect(reason("graph TD\na & b & c & d --> e & f & g\n\(links)") == "it has too many styles")
  }

  /// Graphs at the bounds are drawn or refused, without a crash.
  @Test(
    arguments: [
      (1...390).map { "a --> n\($0)" }, (1...390).map { "n\($0) --> z" },
      (1...390).map { "n\($0) --> n\($0 + 1)" },
      (0..<800).map { "n\($0 % 28) --> n\($0 * 7 % 29)" },
      (0..<190).map { "n0 ----------> n\($0)" } + (0..<190).map { "n\($0) -->|x| n\($0 + 1)" },
      (0..<800).map { _ in "a --> b" },
      (0..<11).map { "subgraph g\($0)" } + ["a --> b"] + (0..<11).map { _ in "end" } + [
        "z --> a", "b --> y", "b --> z",
      ],
    ].map { DiagramSource($0.joined(separator: "\n")) })
  func graphsAtTheBoundsAreDrawn(lines: DiagramSource) throws {
    let diagram = try Diagram(mermaid: "flowchart TD\n" + lines.text)
    if let drawing = try? diagram.svg() { #expect(StrictSVG.problems(of: drawing.markup) == []) }
    _ = DiagramSample.terminal(diagram, width: 200)
  }
}
