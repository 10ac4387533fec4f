internal import MessageStreams
internal import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The kind of a body that contains a conversation.
enum MessageBody: Sendable {
  case format(MessageFormat)
  /// A conversation in the wire form of this project.
  case conversation(Conversation)

  /// The name of the wire form among the formats.
  static let ownName = "ir"

  /// The valid values of the option `input`.
  static let names = ["auto"] + MessageFormat.allCases.map(\.rawValue) + [ownName]

  /// Detects or checks the kind of a body.
  ///
  /// - Parameter name: The name of a format, or `auto` to detect the format from the body.
  /// - Throws: 422 if the format cannot be detected, or if the body is not in the named format.
  init(_ name: String, _ bytes: [UInt8]) throws(APIError) {
    if let format = MessageFormat(rawValue: name) {
      self = .format(format)
      return
    }
    if name == Self.ownName {
      self = .conversation(try Self.conversation(bytes))
      return
    }
    // An empty body is a conversation without messages.
    if bytes.isEmpty {
      self = .format(.messages)
      return
    }
    let decision = FormatDetector.decision(for: bytes)
    // The wire form also has a member `messages`, but no event type.
    if [.markdown, .json, .messages(.messages)].contains(decision), Self.isOwn(bytes) {
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

  private struct TypeMember: Decodable { var type: String }

  private static func isOwn(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    return (try? JSONDecoder().decode(TypeMember.self, from: Data(bytes)))?.type == Conversation.wireType
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
  /// The counts as a header value, `brokenLines=1, unknownTypes=2`; empty if nothing was skipped.
  var counts: String {
    let unknown = unknownTypes.values.reduce(0, +)
    return [("brokenLines", brokenLines), ("unknownTypes", unknown)].filter { $0.1 > 0 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
  }
}
