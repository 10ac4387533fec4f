import StyledRuns

/// Parses the content blocks of the Messages API, which several formats share.
enum ContentBlocks {
  /// Returns the kind of part that a block starts; nil for a result or a block of an unknown type.
  static func kind(of block: JSONValue) -> MessagePart.PartHead.PartKind? {
    switch block["type"]?.string {
    case "text", "output_text", "input_text", "refusal": .text
    case "thinking", "redacted_thinking", "reasoning": .thinking
    case "tool_use", "server_tool_use", "mcp_tool_use":
      .toolCall(ToolCall.ToolCallHead(id: block["id"]?.string ?? "", name: name(of: block)))
    case "image", "document", "image_url": .image(image(block))
    case "compaction":
      .notice(Notice(level: .info, text: "Earlier messages were summarized to free context"))
    default: nil
    }
  }

  private static func name(of block: JSONValue) -> String {
    let name = block["name"]?.string ?? ""
    guard let server = block["server_name"]?.string else { return name }
    return "mcp__\(server)__\(name)"
  }

  /// Adds a complete block.
  static func add(
    _ block: JSONValue, input: [UInt8], in message: Int, parentCall: String?, to log: inout MessageEventLog
  ) {
    if let result = result(of: block, parentCall: parentCall) { return log.events.append(.result(result)) }
    guard let kind = kind(of: block) else {
      if let type = block["type"]?.string { log.skipped.addUnknown(type) }
      return
    }
    switch kind {
    case .text: log.add(.text, text(of: block), in: message)
    case .thinking: log.add(.thinking, text(of: block), in: message)
    case .toolCall(let head):
      log.add(call: head.id, name: head.name, input: block["input"]?.text(in: input) ?? "", in: message)
    case .image, .notice, .sources: log.add(kind, "", in: message)
    }
  }

  static func text(of block: JSONValue) -> String {
    block["text"]?.string ?? block["thinking"]?.string ?? block["refusal"]?.string ?? ""
  }

  /// Returns the result in a block, either of a client tool or of a server tool; nil for other blocks.
  static func result(of block: JSONValue, parentCall: String?) -> ToolResult? {
    guard let type = block["type"]?.string, type.hasSuffix("tool_result"),
      let call = block["tool_use_id"]?.string
    else { return nil }
    var result = ToolResult(
      call: call, isError: block["is_error"]?.bool ?? false, pieces: [], parentCall: parentCall)
    if let content = block["content"] { add(content, to: &result) }
    return result
  }

  private static func add(_ content: JSONValue, to result: inout ToolResult) {
    switch content.kind {
    case .string: result.pieces.append(.text(content.string ?? ""))
    case .array: for element in content.children { add(element, to: &result) }
    case .object:
      let type = content["type"]?.string ?? ""
      if type.hasSuffix("_error") {
        result.isError = true
        result.pieces.append(.text(content["error_code"]?.string ?? type))
      } else if let title = content["title"]?.string, let address = content["url"]?.string {
        result.pieces.append(.link(title: title, address: address))
      } else if let text = content["text"]?.string {
        result.pieces.append(.text(text))
      } else if type == "image" || type == "document" {
        result.pieces.append(.image(image(content)))
      } else if content["stdout"] != nil || content["stderr"] != nil {
        for name in ["stdout", "stderr"] {
          if let text = content[name]?.string, !text.isEmpty { result.pieces.append(.text(text)) }
        }
        if let code = content["return_code"]?.integer, code != 0 { result.isError = true }
      } else if let inner = content["content"] {
        add(inner, to: &result)
      } else if let name = content["tool_name"]?.string ?? content["file_id"]?.string {
        result.pieces.append(.text(name))
      }
    case .number, .bool, .null: break
    }
  }

  /// The maximum size of an embedded image in bytes. Larger images are only mentioned.
  private static let largestImage = 2 << 20

  static func image(address: String) -> ImageReference {
    ImageReference(address: address.utf8.count <= largestImage ? address : nil)
  }

  static func image(_ block: JSONValue) -> ImageReference {
    if let address = block["image_url"]?["url"]?.string ?? block["image_url"]?.string {
      return image(address: address)
    }
    let source = block["source"]
    var image = ImageReference(
      mediaType: source?["media_type"]?.string, address: source?["url"]?.string,
      alternative: block["title"]?.string)
    if let data = source?["data"]?.bytes, source?["type"]?.string == "base64" {
      embed(data, in: &image)
    }
    return image
  }

  /// Sets the size of an image from base64 data, and its `data:` address unless the data is too large or not
  /// an image.
  static func embed(_ base64: ArraySlice<UInt8>, in image: inout ImageReference) {
    image.bytes = base64.count / 4 * 3 - base64.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    if base64.count <= largestImage, let type = image.mediaType, type.hasPrefix("image/") {
      image.address = "data:\(type);base64," + String(decoding: base64, as: UTF8.self)
    }
  }

  /// Returns the statistics in a usage object. Without a stop reason, the number of output tokens is
  /// preliminary and left out.
  static func stats(usage: JSONValue?, stopReason: String?) -> MessageStats? {
    var stats = MessageStats()
    stats.inputTokens = usage?["input_tokens"]?.integer ?? usage?["prompt_tokens"]?.integer
    if stopReason != nil {
      stats.outputTokens = usage?["output_tokens"]?.integer ?? usage?["completion_tokens"]?.integer
    }
    stats.cacheReadTokens =
      usage?["cache_read_input_tokens"]?.integer ?? usage?["prompt_tokens_details"]?["cached_tokens"]?.integer
      ?? usage?["input_tokens_details"]?["cached_tokens"]?.integer ?? usage?["cached_input_tokens"]?.integer
    stats.cacheWriteTokens = usage?["cache_creation_input_tokens"]?.integer
    stats.stopReason = stopReason
    return stats.isEmpty ? nil : stats
  }
}
