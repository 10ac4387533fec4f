/// Conversations of any size: the events of assistants and APIs, each of which is repeated.
enum MessageTexts {
  /// The events of a format: what a conversation begins with, and what may be repeated.
  private struct Events {
    var head = ""
    var events: [String]
  }

  /// A number without leading zeros, as JSON wants it.
  private static let number = "1" + GrowingText.Number.own.character
  private static let next = "1" + GrowingText.Number.next.character
  private static let fromEnd = "1" + GrowingText.Number.fromEnd.character

  private static func data(_ json: String) -> String { "data: \(json)\n\n" }

  private static func chunk(_ choice: String) -> String {
    data(#"{"object":"chat.completion.chunk","choices":[\#(choice)]}"#)
  }

  private static func candidate(_ members: String) -> String { data(#"{"candidates":[{\#(members)}]}"#) }

  private static func line(_ type: String, _ message: String) -> String {
    #"{"type":"\#(type)","message":\#(message)}"# + "\n"
  }

  // Events that were found to cost too much, alone or together.
  private static let choice = chunk(#"{"index":\#(number),"delta":{"content":"a"}}"#)
  private static let text = chunk(#"{"index":0,"delta":{"content":"a"}}"#)
  private static let usage = data(
    #"{"object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":1}}"#)
  private static let answer = candidate(#""index":\#(number),"content":{"parts":[{"text":"a"}]}"#)
  private static let call = candidate(#""content":{"parts":[{"functionCall":{"name":"f","args":{}}}]}"#)
  private static let result = data(
    #"{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"a":1}}}]}]}"#)
  private static let message = line(
    "assistant", #"{"id":"m\#(number)","content":[{"type":"text","text":"a"}]}"#)
  private static let citation = chunk(
    #"{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"url":"https://a/\#(number)"}}]}}"#
  )
  private static let item = data(
    #"{"type":"response.output_text.delta","item_id":"i\#(number)","output_index":0,"content_index":0,"delta":"a"}"#
  )
  private static let itemPart = data(
    #"{"type":"response.output_text.delta","item_id":"i","output_index":0,"content_index":\#(number),"delta":"a"}"#
  )
  private static let response = data(#"{"type":"response.created","response":{"id":"r"}}"#)

  private static let texts = [
    "a", "a ", #"a\n\n"#, #"- a\n"#, "`a", #"```\n"#, "[^a]", #"[^a]: b\n"#, "|a", "<b>",
  ]

  private static let formats: [Events] = [
    Events(
      events: [
        choice,
        chunk(#"{"index":0,"delta":{"reasoning_content":"a"}}"#),
        text,
        citation,
        chunk(
          #"{"index":0,"delta":{"tool_calls":[{"index":\#(number),"id":"c\#(number)","function":{"name":"f","arguments":"{}"}}]}}"#
        ),
        chunk(#"{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"a"}}]}}"#),
        usage,
      ] + texts.map { chunk(#"{"index":0,"delta":{"content":"\#($0)"}}"#) }),
    Events(
      events: [
        answer,
        candidate(#""content":{"parts":[{"text":"a","thought":true}]}"#),
        call,
        candidate(#""content":{"parts":[{"functionCall":{"name":"f","id":"c\#(number)","args":{}}}]}"#),
        candidate(
          #""content":{"parts":[{"text":"a"}]},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a/\#(number)"}}],"groundingSupports":[{"segment":{"endIndex":1},"groundingChunkIndices":[0]}]}"#
        ),
        result,
        data(
          #"{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","id":"c\#(fromEnd)","response":{"a":1}}}]}]}"#
        ),
      ] + texts.map { candidate(#""content":{"parts":[{"text":"\#($0)"}]}"#) }),
    Events(
      events: [
        message,
        line("assistant", #"{"id":"m","content":[{"type":"text","text":"a"}]}"#),
        line(
          "assistant",
          #"{"id":"m\#(number)","content":[{"type":"tool_use","id":"t\#(number)","name":"Read","input":{}}]}"#
        ),
        line(
          "assistant",
          #"{"id":"m\#(number)","content":[{"type":"tool_use","id":"t\#(number)","name":"Edit","input":{"a":"b"}}]}"#
        ),
        line("user", #"{"content":[{"type":"tool_result","tool_use_id":"t\#(number)","content":"x"}]}"#),
        line("user", #"{"content":[{"type":"tool_result","tool_use_id":"t\#(fromEnd)","content":"x\n"}]}"#),
        line("user", #"{"content":[{"type":"text","text":"a"}]}"#),
        line(
          "assistant",
          #"{"id":"m","content":[{"type":"text","text":"a","citations":[{"type":"web_search_result_location","url":"https://a/\#(number)","title":"t"}]}]}"#
        ),
        #"{"type":"assistant","parent_tool_use_id":"t\#(number)","message":{"id":"n\#(number)","content":[{"type":"text","text":"a"}]}}"#
          + "\n",
        #"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m\#(number)"}}}"# + "\n",
        #"{"type":"stream_event","event":{"type":"content_block_start","index":\#(number),"content_block":{"type":"text","text":"a"}}}"#
          + "\n",
      ] + texts.map { line("assistant", #"{"id":"m","content":[{"type":"text","text":"\#($0)"}]}"#) }),
    Events(
      head: data(#"{"type":"message_start","message":{"id":"m","role":"assistant"}}"#),
      events: [
        data(
          #"{"type":"content_block_start","index":\#(number),"content_block":{"type":"text","text":"a"}}"#),
        data(
          #"{"type":"content_block_start","index":\#(number),"content_block":{"type":"tool_use","id":"t\#(number)","name":"f","input":{}}}"#
        ),
        data(
          #"{"type":"content_block_delta","index":\#(number),"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","url":"https://a/\#(number)","title":"t"}}}"#
        ),
        data(#"{"type":"content_block_delta","index":\#(number),"delta":{"type":"text_delta","text":"a"}}"#),
        data(#"{"type":"content_block_stop","index":\#(fromEnd)}"#),
      ]),
    Events(
      head: response,
      events: [
        item,
        itemPart,
        data(
          #"{"type":"response.output_text.annotation.added","item_id":"i","output_index":0,"content_index":0,"annotation":{"type":"url_citation","url":"https://a/\#(number)","start_index":0,"end_index":1}}"#
        ),
        data(
          #"{"type":"response.output_item.added","output_index":\#(number),"item":{"id":"i\#(number)","type":"function_call","name":"f","call_id":"c\#(number)"}}"#
        ),
      ]),
    Events(
      head: data(#"{"type":"start"}"#),
      events: [
        data(#"{"type":"text-start","id":"t\#(number)"}"#),
        data(#"{"type":"text-delta","id":"t\#(number)","delta":"a"}"#),
        data(#"{"type":"text-end","id":"t\#(fromEnd)"}"#),
        data(#"{"type":"tool-input-available","toolCallId":"c\#(number)","toolName":"f","input":{}}"#),
        data(#"{"type":"tool-output-available","toolCallId":"c\#(fromEnd)","output":"x"}"#),
      ]),
    Events(
      head: #"{"type":"thread.started","thread_id":"t"}"# + "\n",
      events: [
        #"{"type":"item.completed","item":{"id":"i\#(number)","type":"command_execution","command":"ls","aggregated_output":"x","exit_code":0}}"#
          + "\n",
        #"{"type":"item.started","item":{"id":"i\#(next)","type":"command_execution","command":"ls"}}"#
          + "\n",
        #"{"type":"item.completed","item":{"id":"i\#(number)","type":"agent_message","text":"a"}}"# + "\n",
      ]),
  ]

  /// The head of a format, and one to three fragments of one or two of its events each.
  static func random(using generator: inout some RandomNumberGenerator) -> GrowingText {
    let format = formats.randomElement(using: &generator)!
    let fragments = (0..<[1, 1, 2, 2, 3].randomElement(using: &generator)!).map { _ in
      (0..<Int.random(in: 1...2, using: &generator))
        .map { _ in format.events.randomElement(using: &generator)! }
        .joined()
    }
    return GrowingText(head: format.head, fragments: fragments)
  }

  /// Conversations that were found to cost too much, each of which is cured.
  static let known: [GrowingText] = [
    // Each new message or part looked at all of its group, with their text.
    GrowingText(fragments: [message]),
    GrowingText(fragments: [answer]),
    // Each change of an earlier part sends the markdown to copy of its group again, for which all its parts are read.
    GrowingText(head: response, fragments: [item, itemPart, item]),
    // Each event copied all sources of the answer so far.
    GrowingText(head: text, fragments: [citation]),
    // Each usage searched all choices for the first one.
    GrowingText(fragments: [choice, usage]),
    // Each result was removed from the front of all calls that wait.
    GrowingText(fragments: [call, result]),
  ]
}
