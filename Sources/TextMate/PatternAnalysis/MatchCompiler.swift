internal import OnigurumaRegex

/// Compiles a pattern's tree to a program, from its end to its start, if the backtracking matcher supports
/// the pattern exactly.
struct MatchCompiler {
  typealias Instruction = MatchProgram.Instruction

  /// The maximum number of instructions. An instruction's number has 16 bits; larger programs are left to
  /// the library.
  static let codeLimit = 6_000

  let tree: PatternTree
  var contents = ProgramContents()
  /// The next bytes with which each instruction can succeed.
  var firsts: [ByteSet257] = []
  var markCount: Int32 = 0
  var isLookingBehind = false
  var groupsAreForbidden = false
  /// The groups that are called, and those that a recursion enters again while they are open. Each is compiled once, as
  /// the body of all of its calls, and the group itself is one of them.
  private let callees: Set<Int32>
  /// The first instructions of bodies, by group.
  private var bodies: [Int32: Int32] = [:]
  /// The next bytes with which a body can succeed, by group.
  private var bodyFirsts: [Int32: ByteSet257] = [:]

  init(_ tree: PatternTree) {
    self.tree = tree
    contents.bytes = tree.bytes
    contents.captureCount = tree.captureCount
    callees = tree.usesCalls ? tree.calledGroups.union(tree.recursiveGroups) : []
  }

  static func compile(_ tree: PatternTree) throws(UnreadablePattern) -> ProgramContents {
    if tree.usesKeep || tree.usesUnknown { throw UnreadablePattern() }
    if tree.usesBackReferences, tree.hasDoubtfulReferences { throw UnreadablePattern() }
    if tree.usesCalls, !tree.callsEnd || tree.refersIntoCalls { throw UnreadablePattern() }
    var compiler = MatchCompiler(tree)
    let accept = try compiler.emit(.init(operation: .accept), first: .all)
    compiler.contents.start = try compiler.compile(tree.root, next: accept)
    try compiler.compileBodies()
    return compiler.contents
  }

  /// Compiles the bodies of calls, and tells the calls where they are.
  private mutating func compileBodies() throws(UnreadablePattern) {
    if callees.isEmpty { return }
    for group in callees.sorted() {
      let end = try emit(.init(operation: .endCall, a: group), first: .all)
      bodies[group] = try compile(tree[tree.groups[Int(group)]].a, next: end)
    }
    // A loop in a call would overwrite the mark of the same loop around the call.
    if markCount > 0 { throw UnreadablePattern() }
    for index in contents.code.indices where contents.code[index].operation == .call {
      guard let body = bodies[contents.code[index].a] else { throw UnreadablePattern() }
      contents.code[index].a = body
    }
  }

  /// Compiles a call of a group. Its operand is the group until ``compileBodies()``.
  private mutating func compileCall(of group: Int32, next: Int32) throws(UnreadablePattern) -> Int32 {
    if isLookingBehind { throw UnreadablePattern() }
    return try emit(.init(operation: .call, next: next, a: group), first: bodyFirst(of: group))
  }

  private mutating func bodyFirst(of group: Int32) -> ByteSet257 {
    if let known = bodyFirsts[group] { return known }
    let body = tree[tree.groups[Int(group)]].a
    let first = tree.minWidth(of: body) == 0 ? .all : LeadAnalysis.firstBytes(of: tree, node: body)
    bodyFirsts[group] = first
    return first
  }

  mutating func emit(
    _ instruction: Instruction, first: ByteSet257
  ) throws(UnreadablePattern) -> Int32 {
    guard contents.code.count < Self.codeLimit else { throw UnreadablePattern() }
    contents.code.append(instruction)
    firsts.append(first)
    return Int32(contents.code.count - 1)
  }

  /// Compiles a node.
  ///
  /// - Parameter next: The instruction after the node.
  /// - Returns: The first instruction of the node.
  mutating func compile(
    _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    let node = tree[index]
    let following = firsts[Int(next)]
    switch node.kind {
    case .empty:
      return next
    case .literal:
      return try compileLiteral(node, next: next)
    case .set:
      guard let set = singleSet(index) else { throw UnreadablePattern() }
      let number = addSet(set)
      return try emit(
        .init(operation: .set, flag: node.flag, next: next, a: number), first: Self.first(of: set))
    case .sequence:
      var entry = next
      for child in tree.children(of: node).reversed() { entry = try compile(child, next: entry) }
      return entry
    case .alternation:
      return try compileAlternation(index, next: next)
    case .repetition:
      return try compileRepetition(node, index, next: next)
    case .group where callees.contains(node.b):
      return try compileCall(of: node.b, next: next)
    case .group:
      if groupsAreForbidden { throw UnreadablePattern() }
      let close = try emit(
        .init(operation: .save, next: next, a: node.b * 2 + 1), first: following)
      let body = try compile(node.a, next: close)
      return try emit(.init(operation: .save, next: body, a: node.b * 2), first: firsts[Int(body)])
    case .atomic:
      return try compileAtomic(node.a, next: next)
    case .lookAhead:
      return try compileLookAhead(node, next: next)
    case .lookBehind:
      return try compileLookBehind(node, next: next)
    case .wordBoundary:
      return try emit(
        .init(operation: .wordBoundary, flag: node.flag, next: next), first: following)
    case .lineStart: return try emit(.init(operation: .lineStart, next: next), first: following)
    case .lineEnd:
      return try emit(
        .init(operation: .lineEnd, next: next), first: following.intersection(.endOfLine))
    case .textStart: return try emit(.init(operation: .textStart, next: next), first: following)
    case .textEnd where !isLookingBehind:
      return try emit(
        .init(operation: .textEnd, next: next), first: following.intersection(.edgeOnly))
    case .textEndOrNewline where !isLookingBehind:
      return try emit(
        .init(operation: .textEndOrNewline, next: next), first: following.intersection(.endOfLine))
    case .searchStart: return try emit(.init(operation: .searchStart, next: next), first: following)
    case .backReference:
      return try emit(
        .init(operation: .backReference, flag: node.flag, next: next, a: node.a), first: .all)
    case .call:
      return try compileCall(of: node.a, next: next)
    case .keep, .unknown, .textEnd, .textEndOrNewline:
      throw UnreadablePattern()
    }
  }

  private mutating func compileLiteral(
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    let literal = tree.bytes[Int(node.a)..<Int(node.a + node.b)]
    guard let head = literal.first else { return next }
    if node.flag, literal.contains(where: PatternTree.isLetter) {
      let start = Int32(contents.bytes.count)
      contents.bytes += literal.map { PatternTree.isLetter($0) ? $0 | 0x20 : $0 }
      var first = ByteSet257(byte: head)
      if PatternTree.isLetter(head) {
        first.insert(head ^ 0x20)
        if LeadAnalysis.beginsFold(head) { first = first.union(.nonASCII) }
      }
      return try emit(
        .init(operation: .foldedLiteral, next: next, a: start, b: node.b), first: first)
    }
    if literal.count == 1 {
      return try emit(
        .init(operation: .byte, next: next, a: Int32(head)), first: ByteSet257(byte: head))
    }
    return try emit(
      .init(operation: .literal, next: next, a: node.a, b: node.b), first: ByteSet257(byte: head))
  }

  // MARK: Tables

  mutating func addSet(_ set: ScalarSet) -> Int32 {
    let index = Int32(contents.sets.count / MatchProgram.setStride)
    contents.sets += [set.low, set.high]
    switch set.wide {
    case .none: contents.sets += [MatchProgram.WideMode.none, 0]
    case .all: contents.sets += [MatchProgram.WideMode.all, 0]
    case .type(let type): contents.sets += [MatchProgram.WideMode.type, type.rawValue]
    case .notType(let type): contents.sets += [MatchProgram.WideMode.notType, type.rawValue]
    case .unknown: contents.sets += [MatchProgram.WideMode.unknown, 0]
    case .ranges(let members):
      contents.sets += [
        MatchProgram.WideMode.ranges, UInt64(contents.ranges.count) << 32 | UInt64(members.count),
      ]
      for range in members { contents.ranges += [range.lowerBound, range.upperBound] }
    }
    return index
  }

  static func first(of set: ScalarSet) -> ByteSet257 {
    let ascii = ByteSet257(ascii: set)
    return set.wide == .none ? ascii : ascii.union(.nonASCII)
  }

  /// Adds a filter and returns its number; -1 for a filter that admits everything.
  mutating func addFilter(_ set: ByteSet257) -> Int32 {
    if set.isAll { return -1 }
    let words = (0..<4).map { set.word($0) } + [set.hasEdge ? 1 : 0]
    let stride = MatchProgram.filterStride
    for index in 0..<(contents.filters.count / stride)
    where contents.filters[(index * stride)..<((index + 1) * stride)].elementsEqual(words) {
      return Int32(index)
    }
    contents.filters += words
    return Int32(contents.filters.count / stride - 1)
  }
}
