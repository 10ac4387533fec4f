import Foundation
import Rendering
import RunFormatters
import StyledRuns
import Testing

@Suite struct UpdateWireTests {
  @Test(arguments: StreamedText.all)
  func theReaderTakesWhatTheWriterGives(bytes: [UInt8]) throws {
    let session = RenderSession(highlighter: TestGrammars.highlighter())
    var updates: [Update] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      updates += [session.append(Array(bytes[start..<min(start + 3, bytes.count)]))].compactMap { $0 }
    }
    updates += [session.finish()].compactMap { $0 }
    for update in updates {
      let wire = Data(IRFormatter().format(update))
      try #require(try JSONDecoder().decode(StreamUpdate.self, from: wire) == .document(update))
    }
  }

  @Test(arguments: [
    "[]", "", "{", "{}", "7", #"["text"]"#, "[2,true]", "[2,null]", "[2,[]]", "[2,[-1]]", "[2,[1,null]]",
    #"[2,["nonsense"]]"#, #"[2,["scopes",7]]"#, #"[2,["scopes",[[0]]]]"#,
    #"[2,["final",1]]"#, #"[2,["tight",true,0,1]]"#, #"[2,["conversation",4]]"#,
    #"[2,["cell",-1,0,"x"]]"#, #"[2,["cell",0,"x"]]"#,
    #"[2,["end",1,"x"]]"#, #"[2,["end","1"]]"#, #"[2,["add",-2,[]]]"#,
    #"[2,["rows",[[9,-1,"cell"]]]]"#,
    #"[2,["inlines",0,0,0,{"runs":[{"text":"a","span":4}]}]]"#,
  ])
  func whatIsNoUpdateIsRefused(json: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Update.self, from: Data(json.utf8)) }
  }

  @Test(arguments: [
    (#"{"version":2,"seq":7}"#, "version 2"), (#"[7,["version",5],["unheard of",{}]]"#, "version 5"),
    (#"[1,"text"]"#, "no version"), (#"{"seq":1}"#, "no version"),
  ])
  func anotherVersionIsNamed(json: String, version: String) throws {
    do {
      _ = try JSONDecoder().decode(Update.self, from: Data(json.utf8))
      Issue.record("\(json) was taken")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains("has \(version); this library reads version 4"))
    }
  }
}

/// Every example of the GFM specification, where the conformance data is there.
@Suite(.enabled(if: Conformance.folder != nil, "skipped: no conformance data (ILSRENDER_CONFORMANCE)"))
struct StreamedSpecificationTests {
  @Test(arguments: ["spec", "extensions", "regression", "smart_punct"])
  func afterEveryByteTheDocumentIsThatOfTheTextSoFar(name: String) throws {
    let highlighter = TestGrammars.highlighter()
    for example in try Conformance.markdown(name) {
      let bytes = Array(example.utf8)
      let session = RenderSession(highlighter: highlighter)
      var client = StreamClient()
      for count in 0..<bytes.count {
        try client.receive(session.append([bytes[count]]))
        let expected = RenderSessionTests.rendered(
          StreamedText.settled(bytes[...count]), with: highlighter)
        try #require(
          client.document.canonical() == expected, "after byte \(count) of \(example.debugDescription)")
      }
      try client.receive(session.finish())
      try #require(client.document.canonical() == RenderSessionTests.rendered(bytes, with: highlighter))
    }
  }
}

enum Conformance {
  /// The folder named by the environment, or beside the package's.
  static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let stated = ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"].map { URL(filePath: $0) }
    let url = stated ?? package.deletingLastPathComponent().appending(path: "shared/conformance")
    return FileManager.default.fileExists(atPath: url.path()) ? url : nil
  }()

  static func markdown(_ name: String) throws -> [String] {
    struct Example: Decodable { var markdown: String }
    let url = try #require(folder).appending(path: "markdown/gfm-\(name).json")
    return try JSONDecoder().decode([Example].self, from: Data(contentsOf: url)).map(\.markdown)
  }
}
