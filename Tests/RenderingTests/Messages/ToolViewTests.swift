import Foundation
import MessageStreams
import Rendering
import StyledRuns
import Testing

@Suite struct ToolViewTests {
  private func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// A call of a tool with what it gave back.
  private func call(_ name: String, _ input: String, result: String, isError: Bool = false) throws -> ToolCall
  {
    let text = """
      [{"role":"assistant","content":[{"type":"tool_use","id":"1","name":\(try json(name)),"input":\(input)}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":\(isError),"content":\(try json(result))}]}]
      """
    let whole = try conversation(of: Array(text.utf8), .messages)
    guard case .toolCall(let call)? = whole[PartID(message: 0, part: 0)]?.content else {
      throw StreamError.gap
    }
    return call
  }

  /// Lines with the words for their looks.
  private func lines(_ call: ToolCall) -> [String] {
    call.output?.text.lines.map { line in
      var rest = line.text.utf8[...]
      if line.runs.isEmpty { return line.text }
      return line.runs.map { run in
        defer { rest = rest.dropFirst(run.length) }
        let piece = String(decoding: Array(rest.prefix(run.length)), as: UTF8.self)
        return run.style == .plain ? piece : "<\(run.style.wire)|\(piece)>"
      }.joined()
    } ?? []
  }

  static let outputs: [(String, [String])] = [
    ("plain\ntext\n", ["plain", "text"]), ("a\r\nb\r\r\nc", ["a", "b", "c"]), ("\n\nx", ["", "", "x"]),
    (
      "\u{1B}[31mred\u{1B}[0m \u{1B}[1;4mbold\u{1B}[22m line\u{1B}[m",
      ["<red|red> <bold underline|bold><underline| line>"]
    ),
    ("\u{1B}[91;44mx\u{1B}[39;49my", ["<bright-red on-blue|x>y"]),
    ("\u{1B}[38;5;196mx\u{1B}[38;5;3my\u{1B}[48;2;1;2;3mz", ["<#ff0000|x><yellow|y><yellow on-#010203|z>"]),
    ("\u{1B}[38:2::10:20:30mx\u{1B}[38:5:232my", ["<#0a141e|x><#080808|y>"]),
    ("\u{1B}[31mtwo\nlines\u{1B}[m", ["<red|two>", "<red|lines>"]),
    ("10%\r50%\r100%\ndone", ["100%", "done"]), ("wait\r\u{1B}[Kok", ["ok"]), ("abc\u{8}\u{8}X", ["aX"]),
    ("a\u{1B}]0;title\u{7}b\u{1B}]8;;https://x\u{1B}\\link\u{1B}]8;;\u{1B}\\c", ["ablinkc"]),
    ("a\u{1B}]0;never ends\nb", ["a0;never ends", "b"]),
    ("\u{1B}[2J\u{1B}[10;5Hx\u{1B}[?25ly\u{1B}(Bz\u{1B}7", ["xyz"]),
    ("\u{1B}Pq#0\u{1B}\\x\u{9B}31my\u{9D}t\u{7}z", ["x<red|yz>"]),
    ("\u{7}\u{0}\u{1}\u{7F}", ["\u{2400}\u{2401}\u{2421}"]),
    ("\u{1B}[31", []), ("\u{1B}", []), ("\u{1B}[38;5m x", ["<black| x>"]),
    ("\u{1B}[58;5;1mx\u{1B}[99mz", ["xz"]),
    ("", []),
  ]

  @Test(arguments: outputs)
  func whatAProgramWroteIsSafeAndKeepsItsLooks(text: String, expected: [String]) throws {
    #expect(lines(try call("Bash", #"{"command":"x"}"#, result: text)) == expected)
  }

  @Test func aFileIsShownWithItsNumbers() throws {
    let read = try call(
      "Read", #"{"file_path":"a.swift"}"#, result: "   9\u{2192}let a = 1\r\n  10\u{2192}\n\nA remark.\n")
    guard case .code(let code)? = read.output?.view.blocks.first?.content else { throw StreamError.gap }
    #expect(code.lines.map(\.text) == ["let a = 1", ""])
    #expect(code.info == "swift startLine=9 lineNumbers")
    #expect(code.highlighting == .complete)
    #expect(lines(read) == ["A remark."])
    let error = try call("Read", #"{"file_path":"a.swift"}"#, result: "1\tx", isError: true)
    #expect(error.output?.view.blocks.isEmpty == true)
    #expect(error.head.state == .failed)
  }

  @Test func matchesOfASearchAreMarked() throws {
    let found = try call(
      "Grep", #"{"pattern":"foo\\.bar|Baz","-i":true}"#,
      result: "a-b.swift:12:x foo.BAR baz\nb.swift-13-none\nfiles/only.swift")
    #expect(
      lines(found) == [
        "<magenta|a-b.swift><cyan|:><green|12><cyan|:>x <bold red|foo.BAR> <bold red|baz>",
        "<magenta|b.swift><cyan|-><green|13><cyan|->none", "files/only.swift",
      ])
    let pattern = try call("Grep", #"{"pattern":"fo+"}"#, result: "foo")
    #expect(lines(pattern) == ["foo"])
  }

  static let diffs: [(String, String, String, [String])] = [
    ("a\nb\nc\n", "a\nx\nc\n", "plain noLineNumbers del=2-2 ins=3-3", ["a", "b", "x", "c"]),
    ("", "new\nfile", "plain noLineNumbers ins=1-2", ["new", "file"]),
    ("gone\n", "", "plain noLineNumbers del=1-1", ["gone"]),
    ("same", "same", "plain noLineNumbers", ["same"]),
    (
      "1\n2\n3\n4\n5", "0\n1\n2\n4\n5\n6", "plain noLineNumbers del=4-4 ins=1-1,7-7",
      ["0", "1", "2", "3", "4", "5", "6"]
    ),
    ("a\nb\na\nb", "b\na\nb\na", "plain noLineNumbers del=1-1 ins=5-5", ["a", "b", "a", "b", "a"]),
  ]

  @Test(arguments: diffs)
  func anEditIsADiff(old: String, new: String, info: String, expected: [String]) throws {
    let input = #"{"file_path":"x","old_string":\#(try json(old)),"new_string":\#(try json(new))}"#
    let edit = try call("Edit", input, result: "ok")
    guard case .code(let code)? = edit.view.blocks.first?.content else { throw StreamError.gap }
    #expect(code.lines.map(\.text) == expected)
    #expect(code.info == info)
    #expect(edit.output?.isRoutine == true)
  }

  @Test(arguments: [
    ("str_replace_based_edit_tool", #"{"command":"view","path":"/a/b.py"}"#, "/a/b.py", ""),
    ("mcp__files__write_file", #"{"path":"b.py","content":"a\nb\n"}"#, "b.py", "2 lines"),
    ("shell", #"{"command":["bash","-lc","ls -l"]}"#, "ls -l", ""),
    ("Shell", #"{"command":["ls","-l"]}"#, "ls -l", ""),
    ("BASH", "{\"command\":\"cd x\\nmake\"}", "cd x \u{2026}", ""),
    ("web_search", #"{"query":"tides"}"#, "tides", ""),
    ("TodoWrite", #"{"todos":[{"content":"a","status":"completed"},{"content":"b"}]}"#, "", "1 of 2 done"),
    ("apply_patch", "{\"input\":\"*** Update File: a.c\\n-x\\n*** Add File: b.c\\n\"}", "a.c, b.c", ""),
    ("unheard_of", #"{"n":1,"what":"this"}"#, "this", ""), ("LS", #"{"path":"src"}"#, "src", ""),
  ])
  func aCallSaysWhatItIsAbout(name: String, input: String, summary: String, note: String) throws {
    let call = try call(name, input, result: "x")
    #expect(call.head.summary == summary)
    #expect(call.head.note == note)
    #expect(call.input == input)
  }

  @Test func longAndNestedValuesAreCutWithACount() throws {
    let call = try call(
      "other", #"{"a":{"b":[1,{"c":"\#(String(repeating: "\u{E9}", count: 1000))"}]},"d":[]}"#, result: "")
    #expect(
      call.fields.map { "\($0.depth)\($0.name)=\($0.kind.rawValue)" } == [
        "0a=group", "1b=group", "21=number", "22=group", "3c=string", "0d=group",
      ])
    #expect(call.fields[4].value.count == 200)
    #expect(call.fields[4].omitted == 800)
  }
}
