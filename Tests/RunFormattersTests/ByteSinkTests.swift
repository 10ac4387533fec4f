import TestSupport
import Testing

@testable import RunFormatters

/// Compares functions that read eight bytes at a time with versions that read one.
@Suite("Bytes by words")
struct ByteSinkTests {
  private static let interesting: [UInt8] =
    [
      0x00, 0x09, 0x0A, 0x1F, 0x20, 0x20, 0x21, 0x22, 0x26, 0x3B, 0x3C, 0x3D, 0x3E, 0x5C, 0x61, 0x61, 0x7E,
      0x7F,
    ]
  private static let references: [UInt8: String] = [
    0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;",
  ]

  private static func texts() -> [[UInt8]] {
    var random = SeededGenerator(seed: 5)
    return (0..<2000).map { _ in
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<3, using: &random) == 0
          ? interesting.randomElement(using: &random) ?? 0 : UInt8.random(in: 0x61...0x7A, using: &random)
      }
    }
  }

  private func written(_ text: [UInt8], _ write: (UnsafeBufferPointer<UInt8>, inout ByteSink) -> Void)
    -> String
  {
    var sink = ByteSink(capacity: 64)
    text.withUnsafeBufferPointer { write($0, &sink) }
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func numbersAreWrittenInDecimal() {
    var numbers = [0, .max, .min]
    var power = 1
    while power < .max / 10 {
      numbers += [power, power - 1, -power, power + 7]
      power *= 10
    }
    for number in numbers {
      var sink = ByteSink()
      sink.append(decimal: number)
      #expect(String(decoding: sink.bytes, as: UTF8.self) == String(number))
    }
  }

  @Test func textOfEveryLengthIsCopied() {
    let text = (0..<100).map { UInt8($0) }
    for length in 0...100 {
      var sink = ByteSink()
      text.withUnsafeBufferPointer { sink.append(UnsafeBufferPointer(rebasing: $0[..<length])) }
      #expect(sink.bytes == Array(text[..<length]))
    }
  }

  @Test func escapesAreThoseOfEachByte() {
    for text in Self.texts() {
      let bare = text.map { Self.references[$0] ?? String(UnicodeScalar($0)) }.joined()
      #expect(written(text) { $1.append(escapingBareHTML: $0) } == bare)
      let html = text.map { byte -> String in
        let isControl = byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
        return isControl ? "\u{FFFD}" : Self.references[byte] ?? String(UnicodeScalar(byte))
      }.joined()
      #expect(written(text) { $1.append(escapingHTML: $0) } == html)
      let json = text.map { byte -> String in
        switch byte {
        case 0x22, 0x5C: "\\" + String(UnicodeScalar(byte))
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case ..<0x20: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        default: String(UnicodeScalar(byte))
        }
      }.joined()
      #expect(written(text) { $1.append(jsonString: $0) } == "\"\(json)\"")
    }
  }

  @Test func addressesKeepWhatStandsInThem() {
    for byte in UInt8.min...UInt8.max {
      let scalar = UnicodeScalar(byte)
      let isKept =
        byte < 0x80
        && (scalar.properties.isAlphabetic || "0123456789!#$%()*+,-./:;=?@_~".unicodeScalars.contains(scalar))
      let address = written([0x61, byte]) { $1.append(escapingAddress: $0) }
      #expect((address == "a" + String(scalar)) == isKept, "\(byte)")
    }
  }

  @Test func cleanTextEndsWhereItDoes() {
    for text in Self.texts() {
      for afterSpace in [false, true] {
        var wasSpace = afterSpace
        let end = text.firstIndex { byte in
          defer { wasSpace = byte == 0x20 }
          return byte < 0x20 || byte == 0x7F || byte == 0x20 && wasSpace
        }
        let found = text.withUnsafeBufferPointer { CleanText.end(of: $0, from: 0, afterSpace: afterSpace) }
        #expect(found == end ?? text.count)
      }
      let word = text.withUnsafeBufferPointer { CleanText.endOfWord($0, from: 0) }
      #expect(word == text.firstIndex { $0 <= 0x20 || $0 == 0x7F } ?? text.count)
    }
  }

  @Test func plainTextsAreWrittenAsTheyAre() {
    var plain = 0
    for text in Self.texts() where text.withUnsafeBufferPointer({ ByteSink.isPlainHTML($0) }) {
      plain += 1
      #expect(written(text) { $1.append(escapingHTML: $0) } == String(decoding: text, as: UTF8.self))
    }
    #expect(plain > 50)
    #expect(Array("two\nlines".utf8).withUnsafeBufferPointer { ByteSink.isPlainHTML($0) })
  }

  /// Counted by words, texts have the columns that they have cluster by cluster.
  @Test func columnsAreThoseOfTheClusters() {
    let parts = [
      "plain ascii text ", "a", " ", "é", "e\u{301}", "中文", "👍🏽", "🇩🇪", "한", "1\u{FE0F}\u{20E3}", "-",
      "\u{300}",
    ]
    var random = SeededGenerator(seed: 6)
    for columns in [1, 2] {
      let measure = ClusterMeasure(ambiguousWidth: columns)
      for _ in 0..<1000 {
        let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
        let found = withUTF8(text) { measure.columns(of: $0, in: 0..<$0.count) }
        #expect(found == measure.width(of: text))
        #expect(withUTF8(text + "\n") { measure.columns(of: $0, in: 0..<$0.count) } == nil)
      }
    }
  }

  /// The classification of ideographs by their first byte agrees with the tables.
  @Test func ideographsAreKnownByTheirFirstByte() {
    for point in UInt32(0x5000)...0x9FFF {
      #expect(ScalarProperties(point).bits == ScalarProperties.ideograph.bits)
    }
    #expect(ScalarProperties.ideograph.isShownAlone)
    for byte in UInt8.min...UInt8.max {
      #expect(ScalarProperties.startsIdeograph(byte) == (0xE5...0xE9).contains(byte))
    }
  }
}
