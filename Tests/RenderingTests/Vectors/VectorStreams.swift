import MessageStreams
import Rendering
import StyledRuns
import Testing

/// A stream whose updates, and what they add up to, are in `docs/vectors`.
struct VectorStream: CustomTestStringConvertible {
  /// The name of its file.
  var name: String
  var input = StreamSession.SessionInput.markdown
  /// The text as it arrives.
  var pieces: [String]
  /// Whether colours come in updates of their own, behind the text.
  var colorsComeLater = false
  /// Whether the updates end with one that brings everything anew, as a reader that missed some is sent.
  var endsWithSnapshot = false

  var testDescription: String { name }

  static let all: [VectorStream] = [
    VectorStream(name: "text", pieces: ["Stre", "aming te", "xt\ngoes on", "\n\nSecond", " paragraph.\n"]),
    VectorStream(name: "headings", pieces: ["# On", "e #\nTitle", "\n=", "==\n\nTwo\n", "---\n"]),
    VectorStream(
      name: "inlines",
      pieces: [
        "a **b", "** c `d", "` [e](/f \"g", "\") ~~h~~ ![i", "](j) *k **l", "** m*  \nn\\\no <b>p</b>\n",
      ]),
    VectorStream(
      name: "inline-elements",
      pieces: [
        "a <cite sr", "c=\"x &amp; y\">b *c", "* d</ci", "te> e <artifact>f", "\n\n> <thi",
        "nk>g\n> h</think", "> i\n",
      ]),
    VectorStream(
      name: "elements",
      pieces: [
        "<thi", "nk>Si", "x?\n\n- a</th", "ink>Answer\n<artifact title=\"A &amp; b\"", ">\n# T",
        "\n</artifact>\n",
      ]),
    VectorStream(name: "formulas", pieces: ["$x", "^2$ and\n\n$$\ny", "\n$$\n"]),
    VectorStream(name: "lists", pieces: ["- a\n- b", "\n  - c\n", "\n- d\n", "\n3. e\n4", ". f\n"]),
    VectorStream(name: "tasks", pieces: ["- [ ", "] a\n- [x] b", "\n- [x]", " c\n"]),
    VectorStream(name: "quotes", pieces: ["> a\n> - b", "\nlazy", "\n> > c\n", "\nout\n"]),
    VectorStream(
      name: "code",
      pieces: [
        "```swift\nlet a = 1", "2\nfunc b", "() {\n  return", " 1\n", "}\n``", "`\n\n    indented",
        "\n    code\n",
      ]),
    VectorStream(
      name: "colors",
      pieces: ["```swift\nlet a = 1\nfunc", " b() {\n", "  return 2\n}\n```\n", "- ```c\n  int x\n"],
      colorsComeLater: true),
    VectorStream(name: "limits", pieces: ["```unheard-of\nplain", "\n```\n", "~~~\nno language\n~~~\n"]),
    VectorStream(name: "html", pieces: ["<div>\n<b>x", "</b>\n", "</div>\n\n", "after <i", ">y</i>\n"]),
    VectorStream(
      name: "tables",
      pieces: [
        "| a | b |\n|--", "-|:-:|\n", "| 1 | 2", " **x", "** |\n| 3", "\n| 4 | 5 | 6 |\n", "| 7 | ", "8 |\n1",
        ". end\n",
      ]),
    VectorStream(
      name: "late-definitions",
      pieces: [
        "See [a] and [b].\n\n# [a]\n\n| [a] | [b] |\n|---|---|\n| [b] | x |\n\n- [a]\n\n", "[a]: /u \"t\"\n",
        "\n[b]: /v\n",
      ]),
    VectorStream(
      name: "footnotes",
      pieces: [
        "x[^1] y[^two]\n\n[^1]: one", " more\n\n    - in it\n", "\n[^two]: second [^1]\n",
        "\n    ```c\n    int i\n",
        "    ```\n\nend[^1]\n",
      ]),
    VectorStream(name: "front-matter", pieces: ["---\nti", "tle: x\n", "---\n# A", " b\n"]),
    VectorStream(name: "front-matter-that-is-none", pieces: ["---\nnot\n", "\nany\n", "***\n"]),
    VectorStream(name: "line-ends", pieces: ["a\r", "\nb\rc\r\n", "\r\n```\r\nd\r\n", "e\r\n"]),
    VectorStream(
      name: "scripts", pieces: ["日本", "語 **強調** 👩‍👩‍👧", "‍👦 e", "\u{301}\n\n- العر", "بية `כ`\n"]),
    VectorStream(
      name: "retracted", pieces: ["a | b", "\n--|", "--\n", "\n[x]: ", "/y\n[x]\n", "1. z\n==", "\n"]),
    VectorStream(
      name: "nesting",
      pieces: ["> 1. a\n>    - b\n>      > c", "\n>      > d\n>\n", ">      e\n", ">    f\n> g\n"]),
    VectorStream(
      name: "snapshot", pieces: ["# A\n\n```swift\nlet a", "\n```\n\n- b [^1]\n\n[^1]: c"],
      endsWithSnapshot: true),
    VectorStream(
      name: "conversation", input: .messages(.messages),
      pieces: [
        #"{"messages":[{"role":"user","content":"Hi *there*"},"#,
        #"{"role":"assistant","content":[{"type":"thinking","thinking":"Hm"},{"type":"text","text":"- a\n- b"},"#,
        #"{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls","timeout":5}}]},"#,
        #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a\u001b[1mb\u001b[0m\nc"}]}]}"#,
      ]),
    VectorStream(
      name: "conversation-output", input: .messages(.messages),
      pieces: [
        #"{"messages":[{"role":"assistant","content":["#,
        #"{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a.swift"}}]},"#,
        #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"     1\u2192let a = 1\n     2\u2192func b"}]}]}"#,
      ], colorsComeLater: true),
    VectorStream(
      name: "conversation-streamed", input: .messages(.messages),
      pieces: [
        event(#"{"type":"message_start","message":{"id":"m1","role":"assistant","model":"m"}}"#)
          + event(#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#),
        event(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Some **bo"}}"#),
        event(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ld** text"}}"#)
          + event(#"{"type":"content_block_stop","index":0}"#),
        event(
          #"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"Edit","input":{}}}"#
        ),
        event(
          #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"file_path\":\"a.swift\",\"old_string\":\"let a = 1\""}}"#
        ),
        event(
          #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":",\"new_string\":\"let a = 2\"}"}}"#
        ) + event(#"{"type":"content_block_stop","index":1}"#),
        event(
          #"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":12}}"#)
          + event(#"{"type":"message_stop"}"#),
      ]),
  ]

  private static func event(_ data: String) -> String { "data: \(data)\n\n" }
}
