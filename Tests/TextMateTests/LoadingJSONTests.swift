import Testing
import TextMate

@Suite("Reading JSON")
struct LoadingJSONTests {
  private func read(_ text: String, limits: LoadLimits = .standard) throws -> DataTree {
    try JSONReader.read(Array(text.utf8), limits: limits)
  }

  @Test("what VS Code's files hold beyond JSON is let pass")
  func commentsAndTrailingCommasAreAccepted() throws {
    let tree = try read(
      """
      \u{FEFF}// a comment
      { /* another */ "a": [1, -2.5e3, true, false, null,], // trailing
        "b": {"c": "d",}, }
      /* the end */
      """)
    let values = tree.root["a"].map { Array($0.elements) } ?? []
    #expect(values.map(\.kind) == [.number, .number, .bool, .bool, .null])
    #expect(values.first?.integer == 1)
    #expect(tree.root["b"]?["c"]?.string == "d")
  }

  @Test(
    "escapes are resolved",
    arguments: [
      (#""plain""#, "plain"), (#""\\b\"\/""#, "\\b\"/"), (#""\n\t\r\b\f""#, "\n\t\r\u{8}\u{C}"),
      (#""\u00e9x""#, "éx"), (#""a\ud83d\ude00b""#, "a😀b"), (#""\ud83d""#, "\u{FFFD}"),
      (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ude00""#, "\u{FFFD}"), ("\"é\tß\"", "é\tß"), (#""""#, ""),
    ])
  func escapesAreResolved(json: String, text: String) throws {
    #expect(try read(json).root.string == text)
  }

  @Test("members keep the file's order, and the last of two with one name counts")
  func membersKeepTheOrderOfTheFile() throws {
    let root = try read(#"{"z": 1, "a": 2, "m": {"x": 3}, "z": 4}"#).root
    #expect(root.members.map(\.name) == ["z", "a", "m", "z"])
    #expect(root["z"]?.integer == 4)
  }

  @Test(
    "an error has its kind and its place",
    arguments: [
      ("", LoadErrorCode.cutOff, 1, 1), ("  \n ", .cutOff, 2, 2), ("{\"a\": ", .cutOff, 1, 7),
      ("{\"a\": [1, 2", .cutOff, 1, 12), ("\"abc", .cutOff, 1, 1), ("{\"a\": tr", .cutOff, 1, 7),
      ("[1 2]", .syntax, 1, 4), ("{\n  a: 1}", .syntax, 2, 3), ("[,]", .syntax, 1, 2),
      ("{\"a\" 1}", .syntax, 1, 6), ("[1] x", .syntax, 1, 5), ("[\"\\q\"]", .syntax, 1, 3),
      ("[\"a\nb\"]", .syntax, 1, 2), ("[1, /* ", .cutOff, 1, 5), ("\"\\u12\"", .syntax, 1, 2),
      ("[}", .syntax, 1, 2), ("\u{1}", .syntax, 1, 1), ("\"\\u12", .cutOff, 1, 2),
    ])
  func errorsHaveKindAndPosition(json: String, code: LoadErrorCode, line: Int, column: Int) {
    let error = #expect(throws: LoadError.self) { try read(json) }
    #expect(error?.code == code)
    #expect([error?.line, error?.column] == [line, column], "\(String(describing: error))")
  }

  @Test("depth, values and bytes are bounded")
  func depthValuesAndBytesAreBounded() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: LoadError.self) { try read(deep) }
    #expect(#expect(throws: LoadError.self) { try read(deep) }?.code == .tooLarge)
    let small = LoadLimits(bytes: 30, values: 4, depth: 3)
    #expect(throws: Never.self) { try read("[[[]]]", limits: small) }
    #expect(#expect(throws: LoadError.self) { try read("[[[[]]]]", limits: small) }?.code == .tooLarge)
    #expect(#expect(throws: LoadError.self) { try read("[1,2,3,4]", limits: small) }?.code == .tooLarge)
    let long = "\"" + String(repeating: "x", count: 40) + "\""
    #expect(#expect(throws: LoadError.self) { try read(long, limits: small) }?.code == .tooLarge)
  }
}
