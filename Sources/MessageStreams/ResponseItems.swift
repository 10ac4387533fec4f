import StyledRuns

/// Parses the items of OpenAI's Responses API (messages, reasoning, calls and their outputs). Responses and
/// the stored sessions of Codex share them.
enum ResponseItems {
  /// Returns the call of an item, either of a client function or of a server tool; nil for other items.
  static func call(of item: JSONValue) -> ToolCall.ToolCallHead? {
    let name: String
    switch item["type"]?.string {
    case "function_call", "custom_tool_call": name = item["name"]?.string ?? ""
    case "mcp_call": name = "mcp__\(item["server_label"]?.string ?? "")__\(item["name"]?.string ?? "")"
    case "web_search_call": name = "web_search"
    case "file_search_call": name = "file_search"
    case "code_interpreter_call": name = "code_interpreter"
    case "image_generation_call": name = "image_generation"
    case "computer_call": name = "computer"
    case "local_shell_call", "shell_call": name = "local_shell"
    default: return nil
    }
    return ToolCall.ToolCallHead(id: item["call_id"]?.string ?? item["id"]?.string ?? "", name: name)
  }

  /// Returns the input of a call as JSON; empty while the item does not contain it.
  static func input(of item: JSONValue, in source: [UInt8]) -> String {
    if let arguments = item["arguments"] { return arguments.string ?? arguments.text(in: source) }
    if let input = item["input"]?.string { return JSONText.object("input", input) }
    if let code = item["code"]?.string { return JSONText.object("code", code) }
    if let prompt = item["revised_prompt"]?.string { return JSONText.object("prompt", prompt) }
    if let queries = item["queries"] { return "{\"queries\":\(queries.text(in: source))}" }
    guard let action = item["action"], action.kind == .object else { return "" }
    if let command = command(of: action) { return JSONText.object("command", command) }
    guard item["type"]?.string == "web_search_call" else { return action.text(in: source) }
    for name in ["query", "url", "pattern"] {
      if let text = action[name]?.string { return JSONText.object(name, text) }
    }
    return ""
  }

  /// Returns the command line of an action that runs one, or the lines of several; nil for other actions.
  private static func command(of action: JSONValue) -> String? {
    if let commands = action["commands"], commands.kind == .array {
      return commands.children.compactMap(\.string).joined(separator: "\n")
    }
    guard let command = action["command"], command.kind == .array else { return nil }
    let words = command.children.compactMap(\.string)
    if words.count == 3, words[1].hasPrefix("-"), words[1].hasSuffix("c") { return words[2] }
    return words.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }.joined(separator: " ")
  }

  /// Returns the result in an item: the output of a client tool, or the outcome of a server tool call.
  static func result(of item: JSONValue) -> ToolResult? {
    let type = item["type"]?.string ?? ""
    guard let id = item["call_id"]?.string ?? item["id"]?.string else { return nil }
    var result = ToolResult(
      call: id, isError: item["status"]?.string == "failed", pieces: [], parentCall: nil)
    switch type {
    case "function_call", "custom_tool_call", "computer_call", "local_shell_call", "shell_call": return nil
    case "web_search_call":
      for source in JSONValue.elements(of: item["action"]?["sources"]) {
        guard let address = source["url"]?.string else { continue }
        result.pieces.append(.link(title: source["title"]?.string ?? address, address: address))
      }
    case "file_search_call":
      for found in JSONValue.elements(of: item["results"]) {
        let name = found["filename"]?.string ?? found["file_id"]?.string ?? ""
        result.pieces.append(.text("\(name)\n\(found["text"]?.string ?? "")"))
      }
    case "code_interpreter_call":
      for output in JSONValue.elements(of: item["outputs"]) {
        if let logs = output["logs"]?.string { result.pieces.append(.text(logs)) }
        if let address = output["url"]?.string {
          result.pieces.append(.image(ContentBlocks.image(address: address)))
        }
      }
    case "image_generation_call":
      if let data = item["result"], data.kind == .string {
        var image = ImageReference(mediaType: "image/\(item["output_format"]?.string ?? "png")")
        ContentBlocks.embed(data.bytes, in: &image)
        result.pieces.append(.image(image))
      }
    case "mcp_call":
      if let text = item["output"]?.string { result.pieces.append(.text(text)) }
      if let error = item["error"], error.kind != .null {
        result.isError = true
        result.pieces.append(.text(error.string ?? error["message"]?.string ?? "error"))
      }
    default:
      guard type.hasSuffix("_output") else { return nil }
      if let output = item["output"] { add(output, to: &result) }
    }
    return result
  }

  /// Adds the output of a tool: a string, content blocks, or an object that contains them.
  static func add(_ output: JSONValue, to result: inout ToolResult) {
    switch output.kind {
    case .string:
      let text = output.string ?? ""
      // Codex stores a command's output and exit code as JSON in a string.
      if text.hasPrefix("{"), let value = JSONTree.value(Array(text.utf8)[...]),
        let inner = value["output"]?.string
      {
        if let code = value["metadata"]?["exit_code"]?.integer, code != 0 { result.isError = true }
        return result.pieces.append(.text(inner))
      }
      result.pieces.append(.text(text))
    case .array: for element in output.children { add(element, to: &result) }
    case .object:
      if let text = output["text"]?.string { result.pieces.append(.text(text)) }
      if let data = output["data"]?.bytes, let type = output["mimeType"]?.string {
        var image = ImageReference(mediaType: type)
        ContentBlocks.embed(data, in: &image)
        result.pieces.append(.image(image))
      }
      if output["image_url"] != nil { result.pieces.append(.image(ContentBlocks.image(output))) }
      if let content = output["content"] { add(content, to: &result) }
      if output["success"]?.bool == false { result.isError = true }
      for name in ["stdout", "stderr"] {
        if let text = output[name]?.string, !text.isEmpty { result.pieces.append(.text(text)) }
      }
    case .number, .bool, .null: break
    }
  }

  /// Returns the paragraphs of a reasoning item: its summary, and its text if the model discloses it.
  static func thoughts(of item: JSONValue) -> [String] {
    [item["summary"], item["content"]].flatMap {
      JSONValue.elements(of: $0).compactMap { $0["text"]?.string }
    }
  }

  /// Returns the text of a block with citation marks at the ends of its annotations.
  private static func cited(_ block: JSONValue, _ sources: inout SourceList) -> String {
    var marks: [(offset: Int, text: String)] = []
    for annotation in JSONValue.elements(of: block["annotations"]) where isCitation(annotation) {
      guard let number = sources.number(of: SourceReference(citation: annotation)),
        let offset = offset(of: annotation)
      else { continue }
      marks.append((offset, sources.mark(for: [number])))
    }
    return ContentBlocks.text(of: block).inserting(marks)
  }

  /// Whether an annotation names a source rather than a file that the model created.
  static func isCitation(_ annotation: JSONValue) -> Bool {
    annotation["type"]?.string?.hasSuffix("citation") == true
  }

  /// Returns the number of characters before the end of the passage that an annotation refers to.
  static func offset(of annotation: JSONValue) -> Int? {
    let page = annotation["url_citation"] ?? annotation
    return page["end_index"]?.integer ?? page["index"]?.integer
  }

  /// Adds a complete item to a message. A message item adds its content.
  static func add(
    _ item: JSONValue, source: [UInt8], in message: Int, sources: inout SourceList,
    to log: inout MessageEventLog
  ) {
    let type = item["type"]?.string ?? "message"
    if let call = call(of: item) {
      log.add(call: call.id, name: call.name, input: input(of: item, in: source), in: message)
      if let result = result(of: item) { log.events.append(.result(result)) }
    } else if type == "message" {
      if let text = item["content"]?.string { return log.add(.text, text, in: message) }
      guard let content = item["content"], content.kind == .array else { return }
      for block in content.children {
        if block["type"]?.string == "input_image" {
          log.add(.image(ContentBlocks.image(block)), "", in: message)
        } else if block["annotations"]?.kind == .array {
          log.add(.text, cited(block, &sources), in: message)
        } else {
          ContentBlocks.add(block, input: source, in: message, parentCall: nil, to: &log)
        }
      }
    } else if type == "reasoning" {
      for text in thoughts(of: item) { log.add(.thinking, text, in: message) }
    } else if let result = result(of: item) {
      log.events.append(.result(result))
    } else {
      log.skipped.addUnknown(type)
    }
  }
}
