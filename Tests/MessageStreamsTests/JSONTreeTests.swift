import MessageStreams
import Testing

@Suite struct JSONTreeTests {
  /// The value so far, as JSON that names what is not closed by `~`.
  static func describe(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    let mark = value.isClosed ? "" : "~"
    switch value.kind {
    case .null: return "null"
    case .bool: return value.bool == true ? "true" : "false"
    case .number: return String(decoding: value.bytes, as: UTF8.self) + mark
    case .string: return "\"\(value.string ?? "")\"" + mark
    case .array: return "[" + value.children.map { describe($0) }.joined(separator: ",") + "]" + mark
    case .object:
      return "{" + value.children.map { "\($0.name):\(describe($0))" }.joined(separator: ",") + "}" + mark
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,null,"x\n\u00e9"]}"#, "{a:1,b:[true,null,\"x\n\u{E9}\"]}"),
    (#"{"a":"two wor"#, "{a:\"two wor\"~}~"), (#"{"a":"x\"#, "{a:\"x\"~}~"), (#"{"a":"x\u00"#, "{a:\"x\"~}~"),
    (#"{"a":"\ud83d"#, "{a:\"\"~}~"), (#"{"a":"\ud83d\ude00"#, "{a:\"\u{1F600}\"~}~"),
    (#"{"a":"\ud83dx"}"#, "{a:\"\u{FFFD}x\"}"), (#"{"a":12"#, "{a:12~}~"), (#"{"a":tr"#, "{}~"),
    (#"{"na"#, "{}~"),
    (#"[[[]],{}]"#, "[[[]],{}]"), ("", ""), (" \n 5", "5"), ("{}", "{}"), ("[1,", "[1]~"),
  ])
  func whatHasArrivedIsThere(json: String, expected: String) {
    let tree = JSONTree()
    tree.append(Array(json.utf8))
    if json.hasSuffix("5") { tree.finish() }
    #expect(Self.describe(tree.root) == expected)
    #expect(!tree.isBroken)
    let byByte = JSONTree()
    for byte in json.utf8 { byByte.append([byte]) }
    if json.hasSuffix("5") { byByte.finish() }
    #expect(Self.describe(byByte.root) == expected)
  }

  @Test(arguments: ["{a}", "[1 2]", "nul!", #"{"a" 1}"#, #"["\x"]"#, "{]", "}", #"{"a":1,}"#, #"["\uZZZZ"]"#])
  func whatIsNoJSONIsBroken(json: String) {
    let tree = JSONTree()
    tree.append(Array(json.utf8))
    #expect(tree.isBroken)
    #expect(!tree.isComplete)
  }

  @Test func nestingIsBoundedAndNeedsNoStack() {
    let tree = JSONTree()
    tree.append(Array(repeating: UInt8(ascii: "["), count: 100_000))
    #expect(tree.isBroken)
  }

  @Test func aValueKnowsItsTextInTheInput() {
    let input = Array(#" {"x": {"y": [1, 2]} , "n":-1.5e3}"#.utf8)
    let tree = JSONTree()
    tree.append(input)
    #expect(tree.root?["x"]?.text(in: input) == #"{"y": [1, 2]}"#)
    #expect(tree.root?["n"]?.text(in: input) == "-1.5e3")
    #expect(tree.root?["n"]?.double == -1500)
    #expect(tree.root?["n"]?.integer == -1500)
  }
}
