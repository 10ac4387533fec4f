internal import Foundation

/// Diagrams and formulas that nobody would write: statements of mermaid and commands of TeX, repeated.
///
///     DrawingTexts.random(using: &generator)  // a fence with the label mermaid, and many times `a & b --> c & d`
enum DrawingTexts {
  private struct DrawingKind {
    /// What is before the statements and after them.
    var ends: (head: String, tail: String)
    var statements: [String]

    static func diagram(_ header: String, _ statements: [String]) -> DrawingKind {
      DrawingKind(ends: ("```mermaid\n\(header)\n", "\n```\n\n"), statements: statements)
    }
  }

  private static let number = GrowingText.Number.own.character
  private static let next = GrowingText.Number.next.character
  private static let fromEnd = GrowingText.Number.fromEnd.character

  private static let kinds: [DrawingKind] = [
    .diagram("graph TD", flowchart), .diagram("flowchart LR", flowchart),
    .diagram(
      "sequenceDiagram",
      [
        "A->>B: a\n", "B-->>-A: b c d\n", "A->>+B: a\n", "A-)A: a\n", "activate A\n", "deactivate A\n",
        "loop a\n",
        "alt a\n", "else b\n", "par a\n", "and b\n", "end\n", "rect red\n", "Note over A,B: a\n",
        "note right of A: a<br>b\n",
        "participant \(number)\n", "actor B as b\n", "\(number)->>\(next): a\n",
        "\(fromEnd)->>\(number): a\n",
        "autonumber\n", "box a\n", "title a\n",
      ]),
    .diagram(
      "stateDiagram-v2",
      [
        "a --> b\n", "a --> \(number): c\n", "\(number) --> \(next)\n", "[*] --> a\n", "a --> [*]\n",
        "state a {\n", "}\n",
        "--\n", "note right of a: b\n", "state a <<choice>>\n", "state \(number) <<fork>>\n", "a: b\n",
        "state \"b\" as a\n",
      ]),
    .diagram(
      "classDiagram",
      [
        "A <|-- B\n", "A \"1\" *-- \"n\" B : a\n", "\(number) --> \(next)\n", "class A {\n", "+a() int\n",
        "}\n", "A : +a\n",
        "class A~B~\n", "<<a>> A\n", "namespace a {\n", "note \"a\"\n", "note for A \"a\"\n",
      ]),
    .diagram(
      "erDiagram",
      [
        "A ||--o{ B : a\n", "\(number) }|..|{ \(next) : \"a b\"\n", "A {\n", "int a PK \"b\"\n", "}\n", "A\n",
        "A ||--|| A : a\n",
      ]),
    .diagram(
      "pie", ["\"a\" : 1\n", "\"\(number)\" : \(number)1\n", "title a\n", "showData\n", "\"a b c\" : 0.5\n"]),
    .diagram(
      "gantt",
      [
        "a :1d\n", "b :a1, 2024-01-01, 30d\n", "c :crit, after a1, 2w\n",
        "a :\(number), after \(fromEnd), 1d\n",
        "d :milestone, 2024-01-02, 0d\n", "section a\n", "dateFormat YYYY-MM-DD\n", "title a\n",
        "excludes weekends\n",
      ]),
    .diagram(
      "mindmap", ["  a\n", "    b\n", "      ((c))\n", "  \(number)\n", " ", "[a b]\n", "::icon(a)\n"]),
    .diagram(
      "timeline",
      ["2020 : a\n", "2021 : a : b : c\n", ": d\n", "section a\n", "\(number) : a<br>b\n", "title a\n"]),
    DrawingKind(ends: ("$", "$ "), statements: formula),
    DrawingKind(ends: ("$$\n", "\n$$\n"), statements: formula),
  ]

  private static let flowchart = [
    "a-->b\n", "a & b --> c & d\n", "a&", "&b", "a", "-->", "a-->a\n", "\(number)-->\(next)\n",
    "a-->\(number)\n",
    "\(number)-->\(fromEnd)\n", "\(number)&", "a-->|b|", "a -- b --> c\n", "a ----> b\n", "a-.->b\n",
    "a<-->b\n",
    "a[b c]\n", "\(number){b}\n", "a([b])-->", "a[\"b\"]\n", "a[\"", "subgraph \(number)\n", "subgraph a\n",
    "end\n",
    "direction LR\n", "a --> \(number) & \(next)\n", "class a b\n", "class a,", "classDef b fill:red\n",
    "style a fill:red\n",
    "linkStyle default stroke:red\n", "linkStyle 0,", "click a b\n", ";", "%% a\n", "a@{shape: rect}\n",
    "a~~~b\n", "\n",
  ]

  private static let formula = [
    "x", "1", "+", "\\alpha ", "\\frac{a}{b}", "\\frac{", "}{", "}", "{", "^2", "^{", "_a", "_{", "\\sqrt{",
    "\\sqrt[3]{a}",
    "\\sum_{i}^n ", "\\left(", "\\right)", "\\begin{matrix}", "\\end{matrix}", "\\begin{cases}",
    "\\end{cases}",
    "\\begin{aligned}", "\\end{aligned}", "&", "\\\\", "a & b \\\\ ", "\\text{a b}", "\\def\\a{xx}",
    "\\def\\b{\\a\\a}", "\\a",
    "\\b", "\\newcommand{\\c}[1]{#1#1}", "\\c{", "\\c", "\\over ", "'", "\\overline{", "\\underbrace{",
    "\\xrightarrow{",
    "\\hline ", "\\tag{1}", "\\color{red}", "\\hat ", "\\mathbf{a}", "\\operatorname{a}", "\\not", "%\n", "é",
    "中", " ",
  ]

  /// One drawing of one to three fragments of up to four statements each, or many drawings of one of them.
  static func random(using generator: inout some RandomNumberGenerator) -> GrowingText {
    let kind = kinds.randomElement(using: &generator)!
    let fragments = (0..<[1, 1, 2, 2, 3].randomElement(using: &generator)!).map { _ in
      (0..<Int.random(in: 1...4, using: &generator))
        .map { _ in kind.statements.randomElement(using: &generator)! }
        .joined()
    }
    guard Bool.random(using: &generator) else {
      return GrowingText(head: kind.ends.head, fragments: fragments, tail: kind.ends.tail)
    }
    // Each drawing repeats a statement, as often as makes it large.
    let count = Int.random(in: 1...40, using: &generator)
    let repeated = fragments.map { String(repeating: $0, count: count) }.joined()
    return GrowingText(fragments: [kind.ends.head + repeated + kind.ends.tail])
  }

  /// Drawings that were found to cost too much, each of which is cured.
  static let known: [GrowingText] = [
    // The layout of a diagram takes much longer than its source is long, and each had a limit of its own.
    GrowingText(fragments: ["```mermaid\ngraph TD\n" + all("&") + "-->" + all("&") + "\n```\n\n"]),
    GrowingText(fragments: [
      "```mermaid\ngraph TD\na-->b\nb-->c\nc-->a\na-->d\nd-->b\ne & f --> a & b\n```\n\n"
    ]),
    GrowingText(fragments: [
      "```mermaid\ngraph LR\na&b&c&d&e&f&g-->a&b&c&d&e&f&g\nx[a long label with many words]-->y\n```\n\n"
    ]),
    GrowingText(fragments: [
      "```mermaid\ngraph TD\n" + String(repeating: "a&a&a&a&a&a&a&a-->", count: 9) + "a\n```\n\n"
    ]),
    // Reading a diagram takes its time, too.
    GrowingText(fragments: ["```mermaid\ngraph TD\n" + String(repeating: "a[b c]\n", count: 17) + "\n```\n\n"]
    ),
    GrowingText(fragments: [
      "```mermaid\ntimeline\n" + String(repeating: "2020 : a<br>b\n: d\ntitle a\n", count: 18) + "\n```\n\n"
    ]),
    // Each line was added to a copy of the label.
    GrowingText(head: "```mermaid\nclassDiagram\n", fragments: ["<<a>> A\nclass A~B~\n"], tail: "\n```\n\n"),
    GrowingText(head: "```mermaid\nstateDiagram-v2\n", fragments: ["a: b\n"], tail: "\n```\n\n"),
    // Each of many classes was looked up for each of many nodes.
    GrowingText(head: "```mermaid\ngraph TD\na-->b\nclass a", fragments: [",a", " b"], tail: "\n```\n"),
    // Macros could add many times the tokens of a short formula.
    GrowingText(fragments: [
      "$\\def\\a{xxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c$ "
    ]),
    // The frame of a small drawing takes longer than its node.
    GrowingText(fragments: ["```mermaid\nerDiagram\n" + String(repeating: "A\n", count: 7) + "\n```\n\n"]),
    // Each level of nested fractions was written in one line, too, as text.
    GrowingText(fragments: ["$$\n" + String(repeating: #"\over \frac{a}{b}"#, count: 19) + "\n$$\n"]),
    // Each level of nested fractions put another piece of spaces in front of each row.
    GrowingText(fragments: ["$$\n" + String(repeating: #"\over "#, count: 34) + "\n$$\n"]),
    // The nodes of a line that is broken were composed again for each place where the line may end.
    GrowingText(fragments: ["$$\n" + String(repeating: #"+\frac{a}{b}"#, count: 17) + "\n$$\n"]),
    // Each frame copied the rows of the frames inside it.
    GrowingText(fragments: [
      "$$\n" + String(repeating: #"\boxed{"#, count: 40) + "x" + String(repeating: "}", count: 40) + "\n$$\n"
    ]),
    // What was inside a table was composed three times, and its rows were copied at each level.
    GrowingText(fragments: [
      "$$\n" + String(repeating: #"\over _a"#, count: 27) + String(repeating: #"\\&\\"#, count: 22) + "\n$$\n"
    ]),
    // A formula that fits in no form was parsed and composed twice, the delimiters with each form.
    GrowingText(fragments: ["$$" + String(repeating: #"\big(a^b"#, count: 40) + "\\frac{a}{b}$$\n\n"]),
    GrowingText(fragments: [
      "$$" + String(repeating: #"\frac{1}{\sqrt{"#, count: 15) + "x" + String(repeating: "}}", count: 15)
        + "$$\n\n"
    ]),
    // The columns of a table were counted for each of its cells, and rows filled up to the longest one.
    GrowingText(head: "$$\n", fragments: [#"\\"#], tail: "\n$$\n"),
    GrowingText(head: "$$\n", fragments: ["a&", #"\\\hline "#], tail: "\n$$\n"),
    // stream to a page: the attributes after a label were read twice with each patch.
    GrowingText(fragments: ["`", "/>é{", "1. a\n"]),
  ]

  /// The letters with a sign between them.
  private static func all(_ sign: String) -> String {
    "abcdefghijklmnopqrstuvwxyz".map(String.init).joined(separator: sign)
  }
}
