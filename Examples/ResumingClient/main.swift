// A client of the service that survives a lost connection and a restart of its own: it keeps the position that it has read.
//
//     make serve                          # in another terminal
//     swift run ResumingClient

import Foundation
import RenderClient
import RenderClientNIO
import RunFormatters
import StyledRuns

let server = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:9090"
let client = try RenderClient(server: server, transport: AsyncHTTPTransport())
let stream = try await client.createStream()

// Somebody writes: here we do, elsewhere the server that talks to a model.
let writer = Task {
  for word in "# Tides\n\nHigh tide is at **six**, low tide at *noon*.\n".split(
    separator: " ", omittingEmptySubsequences: false)
  {
    try await stream.append(word + " ")
    try await Task.sleep(for: .milliseconds(100))
  }
  _ = try await stream.finish()
}

// Read three events, as an app does that is then closed. Its cursor holds the document so far.
var cursor = StreamCursor()
for try await event in stream.events().prefix(3) { cursor = event.cursor }
print("left after event \(cursor.event)")

// Come back: nothing is read twice, nothing is missed. While the connection is lost, the client tries again by itself.
for try await event in client.stream(id: stream.id).events(after: cursor) {
  print("event \(event.cursor.event)")
  cursor = event.cursor
}
try await writer.value
if case .document(let document) = cursor.content {
  print(String(decoding: PlainTextFormatter().format(document), as: UTF8.self))
}
