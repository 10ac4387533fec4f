/// Runs a program at one position of a text. Backtracks in the library's order, in the caller's memory.
struct MatchMachine: ~Copyable {
  typealias Instruction = MatchProgram.Instruction

  /// The results of `run` that are not positions.
  static let failed = -1
  static let undecided = -2

  let code: UnsafeMutablePointer<Instruction>
  let tables: UnsafeMutablePointer<MatchProgram.Tables>
  let text: UnsafePointer<UInt8>
  let count: Int
  let searchStart: Int
  let slots: UnsafeMutablePointer<Int32>
  private let scratchStack: UnsafeMutablePointer<MatchScratch.EntryStack>
  private(set) var stack: UnsafeMutablePointer<BacktrackEntry>
  let marks: UnsafeMutablePointer<Int32>
  private let calls: UnsafeMutablePointer<GroupCall>
  /// The innermost open call; -1 for none. The calls after it are closed, but a choice leads back into them.
  private var currentCall: Int32 = -1
  private var callCount: Int32 = 0
  var depth = 0
  /// The work that the match may still take; negative if it took more. Work is the number of retries, of scalars that
  /// runs have passed, forward or backward, and half of the bytes that all instructions have passed forward. A loop
  /// may go to the end of the text without a choice to come back to.
  private(set) var workLeft: Int
  var hasSlots = false
  /// The number of active negative look-arounds. Their captures must be undone even if no choice is left to
  /// backtrack to.
  private var negations = 0
  /// The position of the innermost look-behind.
  var origin = 0

  init(
    tables: UnsafeMutablePointer<MatchProgram.Tables>, text: UnsafeBufferPointer<UInt8>, searchStart: Int,
    slots: UnsafeMutablePointer<Int32>, scratch: borrowing MatchScratch, workLimit: Int
  ) {
    self.tables = tables
    code = tables.pointee.code
    // An empty text may have no address. It is never read.
    self.text = text.baseAddress ?? UnsafePointer(tables.pointee.bytes)
    count = text.count
    self.searchStart = searchStart
    self.slots = slots
    workLeft = workLimit
    scratchStack = scratch.stack
    stack = scratch.stack.pointee.entries
    marks = scratch.marks
    calls = scratch.calls
  }

  /// Clears the slots of the groups on the first call in a match.
  @inline(__always)
  mutating func prepareSlots() {
    if hasSlots { return }
    hasSlots = true
    slots.update(repeating: -1, count: tables.pointee.slotCount)
  }

  /// Runs from `instruction` at `start` up to `accept`.
  ///
  /// After a match, the entries left on the stack are the choices to backtrack to. After a failure there are
  /// none.
  ///
  /// - Returns: The end of the match, or `failed` or `undecided`.
  mutating func run(from instruction: Int32, at start: Int) -> Int {
    let base = depth
    var pc = Int(instruction)
    var position = start
    var begin = start
    defer { workLeft &-= max(0, position &- begin) >> 1 }
    while true {
      let current = code + pc
      var matched: Bool
      switch current.pointee.operation {
      case .accept:
        return position
      case .fail:
        matched = false
      case .byte:
        matched = position < count && Int32(text[position]) == current.pointee.a
        position &+= 1
      case .literal:
        matched = isLiteral(current, at: position)
        position &+= Int(current.pointee.b)
      case .foldedLiteral:
        let result = foldedLiteral(current, at: position)
        if result == Self.undecided { return Self.undecided }
        matched = result > 0
        position &+= Int(current.pointee.b)
      case .set:
        let length = setLength(current.pointee.a, at: position)
        if length < 0 { return Self.undecided }
        matched = length > 0
        if current.pointee.flag, matched, mayMatchMore(at: position) { return Self.undecided }
        position &+= length
      case .run, .greedyRun:
        let runStart = position
        let taken = takeRun(current, from: &position)
        if taken == Self.undecided { return Self.undecided }
        workLeft &-= taken
        matched = taken >= Int(current.pointee.b)
        if matched, current.pointee.operation == .greedyRun, taken > Int(current.pointee.b) {
          var bound = runStart
          for _ in 0..<Int(current.pointee.b) { bound += scalarLength(at: bound) }
          let entry = BacktrackEntry(
            kind: .greedyRun, instruction: Int32(truncatingIfNeeded: pc),
            position: Int32(truncatingIfNeeded: position), bound: Int32(truncatingIfNeeded: bound))
          guard push(entry) else { return Self.undecided }
          if !admits(current.pointee.filter, at: position) { matched = false }
        }
      case .lazyRun:
        var rest = Int(current.pointee.c)
        var missing = Int(current.pointee.b)
        matched = true
        while missing > 0, matched {
          let length = setLength(current.pointee.a, at: position)
          if length < 0 { return Self.undecided }
          matched = length > 0
          position &+= length
          missing -= 1
          rest -= 1
        }
        if matched {
          let end = extendLazily(pc, from: position, rest: rest)
          if end == Self.undecided { return end }
          matched = end >= 0
          position = end
        }
      case .keywords:
        let end = keywordEnd(current, at: position)
        if end == Self.undecided { return end }
        matched = end >= 0
        position = end
      case .choice, .filteredChoice:
        if current.pointee.operation == .filteredChoice {
          let value = value(at: position)
          if !admits(current.pointee.b, value) {
            pc = Int(current.pointee.a)
            continue
          }
          if !admits(current.pointee.c, value) {
            pc = Int(current.pointee.next)
            continue
          }
        }
        let entry = BacktrackEntry(
          kind: .choice, instruction: current.pointee.a, position: Int32(truncatingIfNeeded: position),
          bound: 0)
        guard push(entry) else { return Self.undecided }
        matched = true
      case .dispatch:
        let number = tables.pointee.dispatch[Int(current.pointee.a) &+ value(at: position)]
        let target = tables.pointee.targets[Int(current.pointee.b) &+ Int(number)]
        if target >= 0 {
          pc = Int(target)
          continue
        }
        matched = false
      case .save:
        prepareSlots()
        guard save(Int32(truncatingIfNeeded: position), in: current.pointee.a) else { return Self.undecided }
        matched = true
      case .mark:
        let mark = marks + Int(current.pointee.a)
        if depth > 0 || negations > 0 {
          let entry = BacktrackEntry(
            kind: .mark, instruction: current.pointee.a, position: mark.pointee, bound: 0)
          guard push(entry) else { return Self.undecided }
        }
        mark.pointee = Int32(truncatingIfNeeded: position)
        matched = true
      case .skipIfEmpty:
        let isEmpty = marks[Int(current.pointee.b)] == Int32(truncatingIfNeeded: position)
        pc = Int(isEmpty ? current.pointee.a : current.pointee.next)
        continue
      case .anyHolds:
        let result = anyHolds(current, at: position)
        if result < 0 { return Self.undecided }
        matched = result > 0
      case .lookAhead, .lookBehind, .atomic:
        let end = runBody(current, at: position)
        if end == Self.undecided { return end }
        matched = (end >= 0) != current.pointee.flag
        if current.pointee.operation == .atomic { position = end }
      case .call:
        guard beginCall(of: current, at: position) else { return Self.undecided }
        pc = Int(current.pointee.a)
        continue
      case .endCall:
        let next = endCall(of: current.pointee.a, at: position)
        guard next >= 0 else { return Self.undecided }
        pc = Int(next)
        continue
      case .stepBack:
        let result = stepBack(current, from: position)
        if result == Self.undecided { return result }
        matched = result >= 0
        position = result
      case .backReference:
        let length = backReferenceLength(current, at: position)
        if length == Self.undecided { return length }
        matched = length >= 0
        position &+= length
      default:
        let result = holds(current, at: position)
        if result < 0 { return Self.undecided }
        matched = (result != 0) != current.pointee.flag
      }
      if matched {
        pc = Int(current.pointee.next)
        continue
      }
      workLeft &-= max(0, position &- begin) >> 1
      let resumed = resume(above: base)
      begin = resumed.position
      position = resumed.position
      if resumed.pc < 0 { return resumed.pc }
      pc = resumed.pc
    }
  }

  @inline(__always)
  mutating func push(_ entry: BacktrackEntry) -> Bool {
    if depth == scratchStack.pointee.capacity, !grow() { return false }
    stack[depth] = entry
    depth &+= 1
    return true
  }

  /// Makes room on the stack. Returns false if it has the most memory already, which takes all work that is left.
  @inline(never)
  private mutating func grow() -> Bool {
    guard depth < MatchScratch.mostEntries else {
      workLeft = min(workLeft, -1)
      return false
    }
    scratchStack.pointee.resize(to: depth * 4, keeping: depth)
    stack = scratchStack.pointee.entries
    return true
  }

  /// Counts a retry. Returns whether the match may take it.
  @inline(__always)
  private mutating func beginRetry() -> Bool {
    workLeft &-= 1
    return workLeft >= 0
  }

  /// Stores a position in a slot, so that backtracking undoes it.
  ///
  /// - Returns: Whether there was room on the stack.
  @inline(__always)
  private mutating func save(_ position: Int32, in number: Int32) -> Bool {
    let slot = slots + Int(number)
    if depth > 0 || negations > 0 {
      let entry = BacktrackEntry(kind: .slot, instruction: number, position: slot.pointee, bound: 0)
      guard push(entry) else { return false }
    }
    slot.pointee = position
    return true
  }

  // MARK: Calls

  /// Opens the call of a group.
  ///
  /// - Returns: Whether there was room for it.
  private mutating func beginCall(of instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Bool
  {
    guard callCount < MatchScratch.callCapacity, rememberCall() else { return false }
    calls[Int(callCount)] = GroupCall(
      outer: currentCall, next: instruction.pointee.next, start: Int32(truncatingIfNeeded: position),
      depth: Int32(truncatingIfNeeded: depth))
    currentCall = callCount
    callCount += 1
    return true
  }

  /// Closes the current call, of a group. The group has the bounds of the outermost call that was closed last.
  ///
  /// - Returns: The instruction to continue with, or `undecided`.
  private mutating func endCall(of group: Int32, at position: Int) -> Int32 {
    guard currentCall >= 0 else { return Int32(Self.undecided) }
    let call = calls[Int(currentCall)]
    prepareSlots()
    var index = depth
    while index > Int(call.depth), !stack[index - 1].kind.isChoice { index -= 1 }
    let hasChoices = index > Int(call.depth)
    if hasChoices, !rememberCall() { return Int32(Self.undecided) }
    guard save(call.start, in: group * 2), save(Int32(truncatingIfNeeded: position), in: group * 2 + 1) else {
      return Int32(Self.undecided)
    }
    // Nothing leads back into a call without choices.
    if !hasChoices { callCount = currentCall }
    currentCall = call.outer
    return call.next
  }

  /// Lets backtracking restore the current call.
  private mutating func rememberCall() -> Bool {
    if depth == 0, negations == 0 { return true }
    return push(BacktrackEntry(kind: .call, instruction: currentCall, position: callCount, bound: 0))
  }

  /// Backtracks to the last choice above `base`.
  ///
  /// - Returns: The instruction and position to continue with. `pc` is `failed` or `undecided` if there is no
  ///   choice.
  private mutating func resume(above base: Int) -> (pc: Int, position: Int) {
    while depth > base {
      let top = stack + (depth - 1)
      let position = Int(top.pointee.position)
      switch top.pointee.kind {
      case .slot:
        slots[Int(top.pointee.instruction)] = top.pointee.position
        depth &-= 1
        continue
      case .mark:
        marks[Int(top.pointee.instruction)] = top.pointee.position
        depth &-= 1
        continue
      case .call:
        (currentCall, callCount) = (top.pointee.instruction, top.pointee.position)
        depth &-= 1
        continue
      case .choice:
        depth &-= 1
        guard beginRetry() else { return (Self.undecided, 0) }
        return (Int(top.pointee.instruction), position)
      case .greedyRun:
        let run = code + Int(top.pointee.instruction)
        let bound = Int(top.pointee.bound)
        var end = position
        while end > bound {
          repeat { end -= 1 } while text[end] & 0xC0 == 0x80
          if admits(run.pointee.filter, at: end) {
            workLeft &-= position &- end
            top.pointee.position = Int32(truncatingIfNeeded: end)
            if end <= bound { depth -= 1 }
            guard beginRetry() else { return (Self.undecided, 0) }
            return (Int(run.pointee.next), end)
          }
        }
        workLeft &-= position &- bound
        depth &-= 1
      case .lazyRun:
        let pc = Int(top.pointee.instruction)
        let rest = Int(top.pointee.bound)
        depth &-= 1
        guard beginRetry() else { return (Self.undecided, 0) }
        let length = setLength(code[pc].a, at: position)
        if length < 0 { return (Self.undecided, 0) }
        if length == 0 { continue }
        let end = extendLazily(pc, from: position + length, rest: rest - 1)
        if end == Self.undecided { return (end, 0) }
        if end >= 0 { return (Int(code[pc].next), end) }
      }
    }
    return (Self.failed, 0)
  }

  /// Extends a lazy run from `position` until the instruction after it can succeed, and pushes a choice to
  /// extend it further.
  ///
  /// - Returns: The position, or `failed` or `undecided`.
  @inline(__always)
  private mutating func extendLazily(_ pc: Int, from position: Int, rest: Int) -> Int {
    let run = code + pc
    var position = position
    var rest = rest
    while !admits(run.pointee.filter, at: position) {
      if rest == 0 { return Self.failed }
      let length = setLength(run.pointee.a, at: position)
      if length <= 0 { return length < 0 ? Self.undecided : Self.failed }
      position &+= length
      workLeft &-= 1
      rest -= 1
    }
    if rest > 0 {
      let entry = BacktrackEntry(
        kind: .lazyRun, instruction: Int32(truncatingIfNeeded: pc),
        position: Int32(truncatingIfNeeded: position), bound: Int32(truncatingIfNeeded: rest))
      guard push(entry) else { return Self.undecided }
    }
    return position
  }

  /// Runs the body of a look-around or atomic group, and drops its choices.
  ///
  /// - Returns: The position, or `failed` or `undecided`.
  private mutating func runBody(_ instruction: UnsafeMutablePointer<Instruction>, at position: Int) -> Int {
    let base = depth
    let outerOrigin = origin
    let outerCallCount = callCount
    if instruction.pointee.operation == .lookBehind { origin = position }
    if instruction.pointee.flag { negations += 1 }
    let end = run(from: instruction.pointee.a, at: position)
    if instruction.pointee.flag { negations -= 1 }
    origin = outerOrigin
    guard end >= 0 else { return end }
    if instruction.pointee.flag {
      // A negative look-around fails here: undo the captures of its body.
      while depth > base {
        depth &-= 1
        restore(stack[depth])
      }
      return end
    }
    var kept = base
    // All calls in the body are closed, and nothing leads back into them.
    callCount = outerCallCount
    for index in base..<depth where stack[index].kind == .slot || stack[index].kind == .mark {
      stack[kept] = stack[index]
      kept += 1
    }
    depth = kept
    return end
  }

  @inline(__always)
  private mutating func restore(_ entry: BacktrackEntry) {
    switch entry.kind {
    case .slot: slots[Int(entry.instruction)] = entry.position
    case .mark: marks[Int(entry.instruction)] = entry.position
    case .call: (currentCall, callCount) = (entry.instruction, entry.position)
    default: break
    }
  }
}
