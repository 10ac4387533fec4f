/// Finds bytes that must occur in the text at or after the start of a match.
struct RequiredByteAnalysis {
  /// A byte that every match contains at or after `offset`, one of a few alternatives.
  struct Byte {
    var bytes: ByteSet257
    var offset: Int
    /// Whether the byte is exactly at `offset`.
    var isFixed: Bool
  }

  struct Findings {
    var bytes: [Byte] = []
  }

  private static let byteLimit = 3
  private static let findingLimit = 40
  private static let branchLimit = 24
  private static let visitLimit = 4_000

  private let tree: PatternTree
  private var visits = 0
  private var callDepth = 0
  private var alternationDepth = 0

  private init(_ tree: PatternTree) {
    self.tree = tree
  }

  static func findings(in tree: PatternTree) -> Findings {
    var analysis = RequiredByteAnalysis(tree)
    var findings = Findings()
    analysis.collect(tree.root, from: 0, isFixed: true, into: &findings)
    return findings
  }

  /// Adds the requirements of `index`.
  ///
  /// - Parameter isFixed: Whether the node starts exactly at `offset`, rather than at or after it.
  private mutating func collect(
    _ index: PatternTree.Index, from offset: Int, isFixed: Bool, into findings: inout Findings
  ) {
    visits += 1
    guard visits < Self.visitLimit, findings.bytes.count < Self.findingLimit else { return }
    let node = tree[index]
    // Comparing a byte at a fixed offset is as cheap as searching for it.
    let isOfUse = !isFixed || alternationDepth > 0
    switch node.kind {
    case .literal where isOfUse:
      collectLiteral(node, from: offset, isFixed: isFixed, into: &findings)
    case .set where isOfUse:
      let set = tree.sets[Int(node.a)]
      let count = set.low.nonzeroBitCount + set.high.nonzeroBitCount
      guard !node.flag, set.wide == .none, count > 0, count <= Self.byteLimit else { return }
      findings.bytes.append(.init(bytes: ByteSet257(ascii: set), offset: offset, isFixed: isFixed))
    case .sequence:
      var position = offset
      var isStillFixed = isFixed
      for child in tree.children(of: node) {
        collect(child, from: position, isFixed: isStillFixed, into: &findings)
        position += tree.minWidth(of: child)
        isStillFixed = isStillFixed && tree.byteWidth(of: child) != nil
      }
    case .alternation:
      collectAlternation(index, from: offset, isFixed: isFixed, into: &findings)
    case .repetition:
      if node.b > 0 { collect(node.a, from: offset, isFixed: isFixed, into: &findings) }
    case .group, .atomic:
      collect(node.a, from: offset, isFixed: isFixed, into: &findings)
    case .lookAhead:
      if !node.flag { collect(node.a, from: offset, isFixed: isFixed, into: &findings) }
    case .call:
      guard callDepth < 2 else { return }
      callDepth += 1
      collect(tree.groups[Int(node.a)], from: offset, isFixed: isFixed, into: &findings)
      callDepth -= 1
    default:
      return
    }
  }

  private func collectLiteral(
    _ node: PatternTree.PatternNode, from offset: Int, isFixed: Bool, into findings: inout Findings
  ) {
    let literal = Array(tree.bytes[Int(node.a)..<Int(node.a + node.b)])
    for (distance, byte) in literal.enumerated() {
      guard node.flag, PatternTree.isLetter(byte) else {
        // In a part that ignores case, one scalar can stand for two letters before this byte.
        let isExact = isFixed && !node.flag
        findings.bytes.append(
          .init(
            bytes: ByteSet257(byte: byte), offset: node.flag ? offset : offset + distance, isFixed: isExact))
        continue
      }
      if Self.takesPartInFolds(byte) { continue }
      var both = ByteSet257(byte: byte)
      both.insert(byte ^ 0x20)
      findings.bytes.append(.init(bytes: both, offset: offset, isFixed: false))
    }
  }

  /// Whether a non-ASCII scalar can stand for `letter` or for a string that contains it.
  private static func takesPartInFolds(_ letter: UInt8) -> Bool {
    switch letter | 0x20 {
    case UInt8(ascii: "s"), UInt8(ascii: "k"), UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "i"),
      UInt8(ascii: "l"):
      true
    default: false
    }
  }

  private mutating func collectAlternation(
    _ index: PatternTree.Index, from offset: Int, isFixed: Bool, into findings: inout Findings
  ) {
    guard tree[index].b <= Self.branchLimit else { return }
    var branches: [Findings] = []
    alternationDepth += 1
    defer { alternationDepth -= 1 }
    for child in tree.children(of: tree[index]) {
      var branch = Findings()
      collect(child, from: offset, isFixed: isFixed, into: &branch)
      if branch.bytes.isEmpty { return }
      branches.append(branch)
    }
    collectCommonBytes(of: branches, into: &findings)
  }

  private func collectCommonBytes(of branches: [Findings], into findings: inout Findings) {
    guard let first = branches.first, branches.count > 1 else { return }
    // Bytes that each branch requires.
    for candidate in first.bytes.prefix(8) {
      var offset = candidate.offset
      let isCommon = branches.dropFirst().allSatisfy { branch in
        guard let same = branch.bytes.last(where: { $0.bytes == candidate.bytes }) else { return false }
        offset = min(offset, same.offset)
        return true
      }
      if isCommon { findings.bytes.append(.init(bytes: candidate.bytes, offset: offset, isFixed: false)) }
    }
    // One of a few bytes: the rarest of each branch.
    var union = ByteSet257.empty
    var offset = Int.max
    for branch in branches {
      guard let rarest = branch.bytes.min(by: { Self.cost($0) < Self.cost($1) }) else { return }
      union = union.union(rarest.bytes)
      offset = min(offset, rarest.offset)
    }
    if union.count <= Self.byteLimit {
      findings.bytes.append(.init(bytes: union, offset: offset, isFixed: false))
    }
  }

  // MARK: Selectivity

  /// Returns the frequency of the bytes in source text. A lower cost is more selective.
  static func cost(_ finding: Byte) -> Int {
    var sum = finding.isFixed ? 1_000 : 0
    finding.bytes.forEachByte { sum += frequency($0) }
    return sum
  }

  /// Returns a rough rank of a byte's frequency in source text.
  private static func frequency(_ byte: UInt8) -> Int {
    switch byte {
    case 0x0A: 100
    case 0x20: 90
    case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"),
      UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"):
      60
    case UInt8(ascii: "l"), UInt8(ascii: "d"), UInt8(ascii: "c"), UInt8(ascii: "u"), UInt8(ascii: "m"),
      UInt8(ascii: "p"), UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "h"):
      40
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 20
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "="),
      UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "_"), UInt8(ascii: "-"):
      20
    default: 8
    }
  }
}

extension PatternFacts {
  private static let laterByteLimit = 3
  /// The cost beyond which a byte is not worth a search.
  private static let laterCostLimit = 90

  mutating func takeLater(from findings: RequiredByteAnalysis.Findings) {
    var best: [(cost: Int, bytes: ByteSet257, offset: Int)] = []
    for finding in findings.bytes where !finding.isFixed {
      let cost = RequiredByteAnalysis.cost(finding)
      if cost > Self.laterCostLimit { continue }
      if let known = best.firstIndex(where: { $0.bytes == finding.bytes }) {
        best[known].offset = max(best[known].offset, finding.offset)
      } else {
        best.append((cost, finding.bytes, finding.offset))
      }
    }
    best.sort { ($0.cost, -$0.offset) < ($1.cost, -$1.offset) }
    laterBytes = best.prefix(Self.laterByteLimit).map { found in
      var bytes: [UInt8] = []
      found.bytes.forEachByte { bytes.append($0) }
      return RequiredByteFacts(bytes: bytes, offset: found.offset)
    }
  }
}
