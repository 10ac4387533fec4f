import Foundation
import FuzzedContent
import StyledRuns

/// Called by libFuzzer with one input: updates of a stream, one a line, or a document or conversation in the wire form.
///
/// Whatever they say, they are taken or refused, at a cost of what they bring; and what was taken can be shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUpdates(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = Data(bytes: start, count: count)
  let decoder = JSONDecoder()
  if let document = try? decoder.decode(Document.self, from: bytes) { show(.document(document)) }
  if let conversation = try? decoder.decode(Conversation.self, from: bytes) {
    show(.conversation(conversation))
  }
  var content = StreamContent()
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    guard let update = try? decoder.decode(StreamUpdate.self, from: line), (try? content.apply(update)) != nil
    else { break }
  }
  show(content)
  return 0
}
