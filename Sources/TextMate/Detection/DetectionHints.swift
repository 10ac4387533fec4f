/// Short texts that identify a language, such as `<?php` at the start of a text or `@include ` at the start
/// of a line of SCSS.
///
/// Hints separate languages that are otherwise similar. Each hint counts once, however often it occurs.
struct DetectionHints: Sendable {
  enum HintPosition: UInt8, Sendable {
    case textStart = 0, lineStart, anywhere, lineEnd
  }

  struct Hint: Sendable {
    var label: UInt8
    var place: HintPosition
    var weight: Float
    var text: [UInt8]
  }

  private var hints: [Hint] = []
  /// The hints by their first byte.
  private var byFirst: [[Int]] = Array(repeating: [], count: 256)

  mutating func add(_ hint: Hint) {
    byFirst[Int(hint.text[0])].append(hints.count)
    hints.append(hint)
  }

  /// Calls `found` for each hint in `text`. O(bytes * hints with the same first byte).
  func search(_ text: UnsafeBufferPointer<UInt8>, _ found: (Hint) -> Void) {
    var seen = Array(repeating: false, count: hints.count)
    let end = min(text.count, SourceFeatures.maximumBytes)
    var isLineStart = true
    var isTextStart = true
    byFirst.withUnsafeBufferPointer { byFirst in
      for position in 0..<end {
        let byte = text[position]
        if !byFirst[Int(byte)].isEmpty {
          for index in byFirst[Int(byte)] where !seen[index] {
            let length = hints[index].text.count
            guard position + length <= text.count else { continue }
            switch hints[index].place {
            case .textStart: guard isTextStart else { continue }
            case .lineStart: guard isLineStart else { continue }
            case .anywhere: break
            case .lineEnd:
              guard position + length == text.count || text[position + length] == UInt8(ascii: "\n") else {
                continue
              }
            }
            guard (1..<length).allSatisfy({ hints[index].text[$0] == text[position + $0] }) else { continue }
            seen[index] = true
            found(hints[index])
          }
        }
        if byte == UInt8(ascii: "\n") {
          isLineStart = true
        } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") {
          isLineStart = false
          isTextStart = false
        }
      }
    }
  }
}
