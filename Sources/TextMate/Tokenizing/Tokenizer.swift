internal import OnigurumaRegex

/// Turns lines into tokens, one after the other, by one grammar.
///
/// Has one owner at a time, which may be another thread's next. Cheap to make; what it has learned (the stacks it
/// met) goes with it, while rules and patterns are the grammar's.
public final class Tokenizer {
  public let grammar: Grammar
  public let limits: TokenizerLimits

  let memory: MatchMemory
  var stacks = RuleStacks()
  var scopeLists = ScopeLists()
  var dynamicEnds = DynamicEnds()
  var templates: [Int32: NameTemplate] = [:]
  var injectionSets = InjectionSets()

  // The line that is being tokenized, with the newline that patterns expect, and zeros behind it so that the
  // library may look ahead of a character that is cut off.
  var text: UnsafeMutablePointer<UInt8>
  private var textCapacity: Int
  /// Numbers the lines, so that what stacks remember of an earlier line does not count.
  var line: UInt32 = 0

  /// Where the tokens of the line go.
  var tokens: UnsafeMutablePointer<Token>
  var tokenCount = 0
  private var tokenCapacity: Int
  /// Where the last token ends.
  var lastEnd = 0

  /// Group places of the matches that are being worked on, innermost last: start, end, start, end.
  var groups: UnsafeMutablePointer<Int32>
  var groupsUsed = 0
  private var groupCapacity: Int

  /// The end of the whole line, newline included.
  var lineEnd = 0
  var lastOccurrences = LastOccurrences()
  var run = RunEnds()
  /// Whether the last scan was given up because the library failed.
  var isScanFailed = false

  var openCaptures: [OpenCapture] = []
  /// Asks every pattern at every position instead of those that can start there: slow, and the same.
  package var isAskingAll = false
  var stepsLeft = 0
  var isLimited = false

  static let padding = 16

  public init(grammar: Grammar, limits: TokenizerLimits = .standard) {
    self.grammar = grammar
    self.limits = limits
    memory = MatchMemory(
      retries: UInt(max(1, limits.retriesPerMatch)), stack: UInt32(clamping: limits.matchStack))
    textCapacity = 256
    text = .allocate(capacity: textCapacity)
    tokenCapacity = 64
    tokens = .allocate(capacity: tokenCapacity)
    groupCapacity = 128
    groups = .allocate(capacity: groupCapacity)
    let scopes = scopeLists.push(0, scope: grammar.scope.rawValue)
    root = stacks.intern(
      parent: 0, rule: grammar.rootRule.pointer, nameScopes: scopes, contentScopes: scopes, endPattern: 0,
      beganAtLineEnd: false)
  }

  deinit {
    text.deallocate()
    tokens.deallocate()
    groups.deallocate()
  }

  /// The element at the bottom of every stack.
  private(set) var root: UInt32 = 0

  /// The scopes of plain text.
  public var rootScopes: ScopeListID { ScopeListID(rawValue: stacks.elements[Int(root)].contentScopes) }

  /// Tokenizes a line (given without its line end) and appends its tokens, which cover it; an empty line gives
  /// one empty token.
  ///
  /// `state` is ``LineState/initial`` for the first line of a text, else what this tokenizer gave for the line
  /// before. The text should be UTF-8; bytes that are not match nothing that a grammar would look for.
  public func tokenize(
    _ line: UnsafeBufferPointer<UInt8>, from state: LineState, into tokens: inout [Token]
  ) -> LineResult {
    let isFirst = state.element == 0 || Int(state.element) >= stacks.count
    let start = isFirst ? root : state.element
    guard line.count <= limits.lineLength, stacks.count < limits.distinctStacks,
      scopeLists.count < limits.distinctStacks
    else {
      tokens.append(Token(end: UInt32(clamping: line.count), scopes: rootScopes))
      return LineResult(state: LineState(element: start), isLimited: true)
    }
    begin(line)
    let end = line.count + 1
    let element = run(end: end, isFirst: isFirst, from: 0, element: start, isWholeLine: true, depth: 0)
    finish(end: end, element: element)
    tokens.append(contentsOf: UnsafeBufferPointer(start: self.tokens, count: tokenCount))
    return LineResult(state: LineState(element: element), isLimited: isLimited)
  }

  private func begin(_ line: UnsafeBufferPointer<UInt8>) {
    let needed = line.count + 1 + Self.padding
    if needed > textCapacity {
      text.deallocate()
      textCapacity = max(needed, textCapacity * 2)
      text = .allocate(capacity: textCapacity)
    }
    if let source = line.baseAddress { text.update(from: source, count: line.count) }
    text[line.count] = UInt8(ascii: "\n")
    (text + line.count + 1).update(repeating: 0, count: Self.padding)
    // 0 is no line's number.
    self.line = self.line == UInt32.max ? 1 : self.line + 1
    lineEnd = line.count + 1
    tokenCount = 0
    lastEnd = 0
    groupsUsed = 0
    openCaptures.removeAll(keepingCapacity: true)
    stepsLeft = limits.stepsPerLine
    isLimited = false
  }

  /// Takes off what belongs to the newline, which is not the caller's.
  private func finish(end: Int, element: UInt32) {
    let length = UInt32(end - 1)
    if tokenCount > 0 {
      let start = tokenCount > 1 ? tokens[tokenCount - 2].end : 0
      if start == length { tokenCount -= 1 }
    }
    if tokenCount == 0 {
      append(
        Token(
          end: length, scopes: ScopeListID(rawValue: stacks.elements[Int(element)].contentScopes)))
    }
    if tokens[tokenCount - 1].end > length { tokens[tokenCount - 1].end = length }
  }

  @inline(__always)
  func produce(_ scopes: UInt32, to end: Int) {
    if lastEnd >= end { return }
    append(Token(end: UInt32(truncatingIfNeeded: end), scopes: ScopeListID(rawValue: scopes)))
    lastEnd = end
  }

  @inline(__always)
  private func append(_ token: Token) {
    if tokenCount == tokenCapacity { growTokens() }
    tokens[tokenCount] = token
    tokenCount += 1
  }

  @inline(never)
  private func growTokens() {
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: tokenCapacity * 2)
    larger.moveInitialize(from: tokens, count: tokenCount)
    tokens.deallocate()
    tokens = larger
    tokenCapacity *= 2
  }

  /// Makes room for more group places behind those in use.
  @inline(__always)
  func reserveGroups(_ count: Int) {
    if groupsUsed + 2 * count > groupCapacity { growGroups(groupsUsed + 2 * count) }
  }

  @inline(never)
  private func growGroups(_ needed: Int) {
    let capacity = max(needed, groupCapacity * 2)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    larger.update(from: groups, count: groupCapacity)
    groups.deallocate()
    groups = larger
    groupCapacity = capacity
  }
}

/// A capture whose text is not yet covered by tokens.
struct OpenCapture {
  var scopes: UInt32
  var end: Int
}
