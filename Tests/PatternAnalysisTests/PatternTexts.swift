@testable import TextMate

/// Writes texts that a pattern is likely to match, from its tree, and spoils them.
struct PatternTexts {
  /// Text to insert: scalars that fold, word characters and spaces beyond ASCII, and control characters.
  static let trouble: [[UInt8]] = [
    "é", "ß", "\u{1E9E}", "\u{212A}", "\u{17F}", "\u{FB01}", "\u{FB00}", "\u{FB06}", "\u{A0}", "\u{2028}",
    "\u{85}",
    "\u{1F600}", "日", "\u{130}", "\u{149}", "\u{1E9A}", "\0", "\r", "\t", " ", "A", "S", "k", "\u{1F0}",
    "\u{301}",
    "\u{663}", "\u{AA}", "_", "\n", "\u{B2}",
  ].map { Array($0.utf8) }

  private let tree: PatternTree
  private var random: RandomSource
  private var text: [UInt8] = []
  private var groups: [Int: [UInt8]] = [:]
  private var budget = 400

  private init(_ tree: PatternTree, seed: UInt64) {
    self.tree = tree
    random = RandomSource(seed: seed)
  }

  static func text(for tree: PatternTree, seed: UInt64) -> [UInt8] {
    var texts = PatternTexts(tree, seed: seed)
    if Bool.random(using: &texts.random) {
      texts.text += texts.random.pick(["", " ", "a", "  ", ";", "\t", "é", "x ", "("]).utf8
    }
    texts.write(tree.root, depth: 0)
    if Bool.random(using: &texts.random) {
      texts.text += texts.random.pick(["", " ", "a", "  ", ";", "\n", "é", " x", ")"]).utf8
    }
    var text = Array(texts.text.prefix(600))
    while !UTF8Scalars.isWellFormed(text) { text.removeLast() }
    return text
  }

  private mutating func write(_ index: PatternTree.Index, depth: Int) {
    budget -= 1
    if budget < 0 || depth > 40 || text.count > 2_000 { return }
    let node = tree[index]
    switch node.kind {
    case .literal:
      for byte in tree.bytes[Int(node.a)..<Int(node.a + node.b)] {
        let swaps = node.flag && PatternTree.isLetter(byte) && Bool.random(using: &random)
        text.append(swaps ? byte ^ 0x20 : byte)
      }
    case .set: write(tree.sets[Int(node.a)])
    case .sequence: for child in tree.children(of: node) { write(child, depth: depth + 1) }
    case .alternation: write(random.pick(Array(tree.children(of: node))), depth: depth + 1)
    case .repetition:
      let most = node.c < 0 ? node.b + 3 : min(node.c, node.b + 3)
      for _ in 0..<Int32.random(in: node.b...max(most, node.b), using: &random) {
        write(node.a, depth: depth + 1)
      }
    case .group:
      let start = text.count
      write(node.a, depth: depth + 1)
      groups[Int(node.b)] = Array(text[min(start, text.count)...])
    case .atomic: write(node.a, depth: depth + 1)
    case .lookAhead where !node.flag:
      let start = text.count
      write(node.a, depth: depth + 1)
      if random.below(3) == 0 { text.removeSubrange(start...) }
    case .lookBehind where !node.flag:
      if Bool.random(using: &random) { write(node.a, depth: depth + 1) }
    case .call: write(tree.groups[Int(node.a)], depth: depth + 3)
    case .backReference: text += groups[Int(node.a)] ?? []
    case .lineEnd: if random.below(6) == 0 { text.append(0x0A) }
    default: break
    }
  }

  private mutating func write(_ set: ScalarSet) {
    if set.wide != .none, random.below(10) == 0 {
      text += random.pick(Self.trouble)
      return
    }
    let members = (UInt8(0)..<128).filter { set.contains(ascii: $0) }
    let visible = members.filter { $0 >= 0x20 || $0 == 0x09 }
    if case .ranges(let ranges) = set.wide, members.isEmpty {
      UTF8Scalars.append(UInt32.random(in: random.pick(ranges), using: &random), to: &text)
    } else if members.isEmpty {
      text += random.pick(Self.trouble)
    } else {
      text.append(random.pick(visible.isEmpty ? members : visible))
    }
  }

  /// `text` with one scalar removed, doubled, replaced, in the other case, or with trouble beside it.
  static func spoiled(_ text: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var starts = text.indices.filter { text[$0] & 0xC0 != 0x80 }
    guard !starts.isEmpty else { return random.pick(trouble) }
    starts.append(text.count)
    let chosen = random.below(starts.count - 1)
    let (start, end) = (starts[chosen], starts[chosen + 1])
    let replacement: [UInt8]
    switch random.below(6) {
    case 0: replacement = []
    case 1: replacement = random.pick(trouble) + text[start..<end]
    case 2: replacement = Array(text[start..<end] + text[start..<end])
    case 3: replacement = PatternTree.isLetter(text[start]) ? [text[start] ^ 0x20] : [0x61]
    default: replacement = random.pick(trouble)
    }
    return Array(text[..<start]) + replacement + text[end...]
  }
}
