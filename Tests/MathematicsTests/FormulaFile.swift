import Foundation

/// The formulas that are tested, from a file of this folder.
enum FormulaFile {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")

  private static func lines(_ name: String) -> [String] {
    let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// All formulas.
  static let all = lines("formulas.txt").map { $0.hasPrefix("* ") ? String($0.dropFirst(2)) : $0 }

  /// The formulas of the sheet that is looked at.
  static let sheet = lines("formulas.txt").filter { $0.hasPrefix("* ") }.map { String($0.dropFirst(2)) }

  /// The lines of a golden file, which is written anew where `ILSRENDER_UPDATE_GOLDENS` is set.
  static func golden(_ name: String, updatedWith text: String) throws -> String {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}

/// Numbers that are the same in each run.
struct RandomNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func number(_ range: Range<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }
}
