import Testing

@testable import ilsrender

/// The count of invalid sequences equals the number of replacements by the standard library.
@Suite struct UTF8CheckTests {
  private static let samples: [[UInt8]] = [
    [], Array("plain".utf8), Array("ä€😀 mixed ✓ text with eight bytes".utf8), [0xFF], [0xC3], [0xE2, 0x82],
    [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0x80, 0x80],
    Array("abcdefgh".utf8) + [0xC3, 0xC3, 0xA4, 0xFE] + Array("x".utf8),
    [0xE0, 0x9F, 0x80], [0xF1, 0x80, 0xE1, 0x80, 0xC2],
  ]

  @Test(arguments: samples) func countsReplacements(_ bytes: [UInt8]) {
    let replaced = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
    for cut in 0...bytes.count {
      let check = UTF8Check()
      check.read(Array(bytes[..<cut]))
      check.read(Array(bytes[cut...]))
      check.endFile()
      #expect(check.invalidSequences == replaced, "cut at \(cut)")
    }
  }

  @Test func everyPairAndTripleOfBytes() {
    let notable: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
      0xEE,
      0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for first in notable {
      for second in notable {
        for third in notable {
          let bytes = [first, second, third]
          let check = UTF8Check()
          check.read(bytes)
          check.endFile()
          let replaced = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
          #expect(check.invalidSequences == replaced, "\(bytes)")
        }
      }
    }
  }
}
