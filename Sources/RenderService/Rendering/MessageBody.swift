internal import MessageStreams
internal import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a body that holds a conversation turned out to be.
enum MessageBody: Sendable {
  case format(MessageFormat)
  /// A conversation in our own wire form.
  case conversation(Conversation)

  /// What our own form is called among the formats.
  static let ownName = "ir"

  /// What the option `input` may say.
  static let names = ["auto"] + MessageFormat.allCases.map(\.rawValue) + [ownName]

  /// - Parameter name: of a format; `auto` has the body tell.
  /// - Throws: 422 where the body tells nothing, or is not what it was said to be.
  init(_ name: String, _ bytes: [UInt8]) throws(APIError) {
    if let format = MessageFormat(rawValue: name) {
      self = .format(format)
      return
    }
    if name == Self.ownName {
      self = .conversation(try Self.conversation(bytes))
      return
    }
    // Nothing at all is a conversation in which nothing was said yet.
    if bytes.isEmpty {
      self = .format(.messages)
      return
    }
    var detector = FormatDetector()
    let decision = detector.append(bytes) ?? detector.finish()
    // Ours has a member `messages` as well, but no type of event.
    if decision == .markdown || decision == .messages(.messages), Self.isOwn(bytes) {
      self = .conversation(try Self.conversation(bytes))
    } else if case .messages(let format) = decision {
      self = .format(format)
    } else {
      throw .invalid([
        "input":
          "the body tells none of the formats; name one of \(Self.names.dropFirst().joined(separator: ", "))"
      ])
    }
  }

  private struct Kind: Decodable { var type: String }

  private static func isOwn(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    return (try? JSONDecoder().decode(Kind.self, from: Data(bytes)))?.type == Conversation.wireType
  }

  private static func conversation(_ bytes: [UInt8]) throws(APIError) -> Conversation {
    do {
      return try JSONDecoder().decode(Conversation.self, from: Data(bytes))
    } catch {
      throw .invalid(["body": "is no conversation as docs/conversation.schema.json describes it"])
    }
  }
}

extension SkippedInput {
  /// For a header: `brokenLines=1, unknownTypes=2`; empty where nothing was skipped.
  var counts: String {
    let unknown = unknownTypes.values.reduce(0, +)
    return [("brokenLines", brokenLines), ("unknownTypes", unknown)].filter { $0.1 > 0 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
  }
}
