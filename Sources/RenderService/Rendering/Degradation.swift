internal import RunFormatters
internal import StyledRuns

/// A code block that could not be highlighted completely, and the reason.
struct Degradation: Hashable, Sendable {
  enum Reason: String, CaseIterable, Sendable {
    /// A limit of the highlighting was reached.
    case highlightLimit
    /// No language has the name in the info string.
    case unknownLanguage
    /// The language is known, but has no grammar.
    case noGrammar
  }

  var reason: Reason
  var block: BlockID
  /// The info string of the fence.
  var info: String
  /// The number of lines without complete highlighting.
  var plainLines: Int
  /// The part of a conversation that contains the block.
  var part: PartID?

  /// Returns all degradations of a document or a conversation.
  static func all(in content: StreamContent) -> [Degradation] {
    switch content {
    case .document(let document): return all(in: document, part: nil)
    case .conversation(let conversation):
      var found: [Degradation] = []
      for (number, message) in conversation.messages.enumerated() {
        for (index, part) in message.parts.enumerated() {
          for document in part.documents {
            found += all(in: document, part: PartID(message: number, part: index))
          }
        }
      }
      return found
    }
  }

  private static func all(in document: Document, part: PartID?) -> [Degradation] {
    var found: [Degradation] = []
    collect(document.blocks, &found)
    collect(document.footnotes, &found)
    if part != nil { for index in found.indices { found[index].part = part } }
    return found
  }

  private static func collect(_ blocks: [Block], _ found: inout [Degradation]) {
    for block in blocks {
      if case .code(let code) = block.content {
        let reason: Reason? =
          switch code.highlighting {
          case .limited: .highlightLimit
          case .unknownLanguage: .unknownLanguage
          case .none where code.language != nil: .noGrammar
          default: nil
          }
        if let reason {
          var plain = code.lines.count
          if case .limited(let lines) = code.highlighting { plain = lines }
          found.append(Degradation(reason: reason, block: block.id, info: code.info, plainLines: plain))
        }
      } else if block.isContainer {
        collect(block.children, &found)
      }
    }
  }

  /// Returns the number of degradations for each reason, as a header value:
  /// `highlightLimit=1, unknownLanguage=2`.
  static func summary(_ all: [Degradation]) -> String {
    Reason.allCases.compactMap { reason in
      let count = all.count { $0.reason == reason }
      return count == 0 ? nil : "\(reason.rawValue)=\(count)"
    }.joined(separator: ", ")
  }

  func write(into sink: inout ByteSink) {
    sink.append("{\"reason\":")
    sink.append(jsonString: reason.rawValue)
    sink.append(",\"block\":\"")
    sink.append(decimal: block.offset)
    sink.append(".")
    sink.append(decimal: block.depth)
    sink.append("\",\"info\":")
    sink.append(jsonString: info)
    sink.append(",\"plainLines\":")
    sink.append(decimal: plainLines)
    if let part {
      sink.append(",\"part\":")
      sink.append(jsonString: part.wire)
    }
    sink.append("}")
  }
}

extension MessagePart {
  /// The documents that were rendered for the part.
  fileprivate var documents: [Document] {
    switch content {
    case .text(let text), .thinking(let text): [text.document]
    case .toolCall(let call): [call.view] + (call.output.map { [$0.view] } ?? [])
    case .image, .notice, .sources: []
    }
  }
}
