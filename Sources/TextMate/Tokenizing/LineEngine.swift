internal import OnigurumaRegex

/// The state of a tokenizer: the current line, its tokens, and all caches.
///
/// A struct at a fixed address, which a ``Tokenizer`` owns. The inner loops thus access it without the
/// exclusivity checks and reference counting of a class.
struct LineEngine: ~Copyable {
  let grammar: Grammar
  let limits: TokenizerLimits

  let memory: MatchMemory
  var workBudget: WorkBudget
  let scratch = MatchScratch()
  var stacks = RuleStacks()
  var scopeStacks = ScopeStacks()
  var dynamicEnds = DynamicEnds()
  var templates = NameTemplates()
  var injectionSets = InjectionSets()
  let hasInjections: Bool

  // The current line, with the newline that patterns expect. Zeros follow, so that the library can look ahead
  // of a character that is cut off.
  var text: UnsafeMutablePointer<UInt8>
  private var textCapacity: Int
  /// The number of the line. Stacks remember positions together with this number, so that positions in
  /// earlier lines are ignored.
  var line: UInt32 = 0
  /// The end of the whole line, newline included.
  var lineEnd = 0
  var lastOccurrences = LastOccurrences()
  var runs = RunEnds()
  var endPlace = EndPlace()
  /// Whether the last search was stopped because the library failed.
  var isScanFailed = false

  /// The buffer for the line's tokens.
  private(set) var tokens: UnsafeMutablePointer<Token>
  private(set) var tokenCount = 0
  private var tokenCapacity: Int
  /// The end of the last token.
  private var lastEnd = 0

  /// The groups of nested matches, innermost last, as pairs of start and end.
  private(set) var groups: UnsafeMutablePointer<Int32>
  var groupsUsed = 0
  private var groupCapacity: Int

  var openCaptures: [OpenCapture] = []
  var mode = SearchMode.filtering
  var differences: [SearchDifference] = []
  var counters = TokenizerCounters()
  /// Whether a limit was reached in the line.
  var isLimited = false
  /// Whether the work on the line was stopped. The rest of the line is plain.
  private(set) var isGivenUp = false

  /// The bottom element of every stack.
  private(set) var root: UInt32 = 0

  static let padding = 16

  init(grammar: Grammar, limits: TokenizerLimits) {
    self.grammar = grammar
    self.limits = limits
    hasInjections = !grammar.injections.isEmpty
    workBudget = WorkBudget(limits: limits)
    memory = MatchMemory(retries: workBudget.firstRetries, stack: UInt32(clamping: limits.matchStack))
    textCapacity = 256
    text = .allocate(capacity: textCapacity)
    tokenCapacity = 64
    tokens = .allocate(capacity: tokenCapacity)
    groupCapacity = 128
    groups = .allocate(capacity: groupCapacity)
    let scopes = scopeStacks.push(0, scope: grammar.scope.rawValue)
    root = stacks.intern(
      parent: 0, rule: grammar.rootRule.pointer, nameScopes: scopes, contentScopes: scopes, endPattern: 0,
      beganAtLineEnd: false)
  }

  deinit {
    text.deallocate()
    tokens.deallocate()
    groups.deallocate()
  }

  var rootScopes: TokenScopeStackID { TokenScopeStackID(rawValue: stacks.elements[Int(root)].contentScopes) }

  /// Tokenizes a line into `tokens`.
  mutating func tokenize(_ line: UnsafeBufferPointer<UInt8>, from state: LineState) -> LineResult {
    let isFirst = state.element == 0 || Int(state.element) >= stacks.count
    let start = isFirst ? root : state.element
    guard stacks.count < limits.distinctStacks, scopeStacks.count < limits.distinctStacks else {
      tokenCount = 0
      append(Token(end: UInt32(clamping: line.count), scopes: rootScopes))
      return LineResult(state: LineState(element: start, carriedWork: state.carriedWork), isLimited: true)
    }
    let tokenized = prefix(of: line)
    begin(tokenized)
    workBudget.begin(bytes: tokenized.count, carried: isFirst ? nil : state.carriedWork)
    scratch.work.pointee = 0
    counters.lines += 1
    let element = run(end: lineEnd, isFirst: isFirst, from: 0, element: start, isWholeLine: true, depth: 0)
    finish(element: element)
    let carriedWork = workBudget.carriedOver(after: scratch.work.pointee)
    guard tokenized.count == line.count else {
      // The effect of the rest on the state is unknown, so the next line starts in the state of this one.
      append(Token(end: UInt32(clamping: line.count), scopes: rootScopes))
      return LineResult(state: LineState(element: start, carriedWork: carriedWork), isLimited: true)
    }
    return LineResult(state: LineState(element: element, carriedWork: carriedWork), isLimited: isLimited)
  }

  /// Returns the part of a line that is tokenized. It ends at a character boundary.
  private func prefix(of line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard line.count > limits.lineLength else { return line }
    var end = max(0, limits.lineLength)
    while end > 0, line[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: line[..<end])
  }

  private mutating func begin(_ line: UnsafeBufferPointer<UInt8>) {
    let needed = line.count + 1 + Self.padding
    if needed > textCapacity {
      text.deallocate()
      textCapacity = max(needed, textCapacity * 2)
      text = .allocate(capacity: textCapacity)
    }
    if let source = line.baseAddress { text.update(from: source, count: line.count) }
    text[line.count] = UInt8(ascii: "\n")
    (text + line.count + 1).update(repeating: 0, count: Self.padding)
    // 0 is never a line number.
    self.line = self.line == UInt32.max ? 1 : self.line + 1
    lineEnd = line.count + 1
    dynamicEnds.trim()
    scratch.trim()
    tokenCount = 0
    lastEnd = 0
    groupsUsed = 0
    runs = RunEnds()
    openCaptures.removeAll(keepingCapacity: true)
    isLimited = false
    isGivenUp = false
  }

  /// Stops the work on the line. The rest of the line becomes plain.
  mutating func giveUp() {
    isLimited = true
    isGivenUp = true
  }

  /// Counts work, and stops the line if that is more than its budget allows.
  ///
  /// - Returns: Whether the line goes on.
  @inline(__always)
  mutating func spend(_ work: Int) -> Bool {
    scratch.work.pointee &+= work
    return checkBudget()
  }

  /// Stops the line if the work that was counted is more than its budget allows.
  ///
  /// - Returns: Whether the line goes on.
  @inline(__always)
  mutating func checkBudget() -> Bool {
    if scratch.work.pointee <= workBudget.allowance { return true }
    giveUp()
    return false
  }

  /// Removes the newline from the tokens, because it is not part of the caller's line.
  private mutating func finish(element: UInt32) {
    let length = UInt32(lineEnd - 1)
    if tokenCount > 0 {
      let start = tokenCount > 1 ? tokens[tokenCount - 2].end : 0
      if start == length { tokenCount -= 1 }
    }
    if tokenCount == 0 {
      append(
        Token(
          end: length, scopes: TokenScopeStackID(rawValue: stacks.elements[Int(element)].contentScopes)))
    }
    if tokens[tokenCount - 1].end > length { tokens[tokenCount - 1].end = length }
  }

  @inline(__always)
  mutating func produce(_ scopes: UInt32, to end: Int) {
    if lastEnd >= end { return }
    append(Token(end: UInt32(truncatingIfNeeded: end), scopes: TokenScopeStackID(rawValue: scopes)))
    lastEnd = end
  }

  @inline(__always)
  private mutating func append(_ token: Token) {
    if tokenCount == tokenCapacity { growTokens() }
    tokens[tokenCount] = token
    tokenCount += 1
  }

  @inline(never)
  private mutating func growTokens() {
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: tokenCapacity * 2)
    larger.moveInitialize(from: tokens, count: tokenCount)
    tokens.deallocate()
    tokens = larger
    tokenCapacity *= 2
  }

  /// Reserves space for further groups.
  @inline(__always)
  mutating func reserveGroups(_ count: Int) {
    if groupsUsed + 2 * count > groupCapacity { growGroups(groupsUsed + 2 * count) }
  }

  @inline(never)
  private mutating func growGroups(_ needed: Int) {
    let capacity = max(needed, groupCapacity * 2)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    larger.update(from: groups, count: groupCapacity)
    groups.deallocate()
    groups = larger
    groupCapacity = capacity
  }
}

/// A capture whose text does not have all its tokens yet.
struct OpenCapture {
  var scopes: UInt32
  var end: Int
}
