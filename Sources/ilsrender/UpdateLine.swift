#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes the lines that `--format updates` writes.
struct UpdateLine {
  private let decoder = JSONDecoder()

  /// Decodes the update in a line. The error names the line.
  func decode<Item: Decodable>(_ type: Item.Type, from line: some Sequence<UInt8>, number: Int) throws -> Item
  {
    do {
      return try decoder.decode(type, from: Data(line))
    } catch {
      throw Failure.input("line \(number) is no update: \(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}
