internal import OnigurumaRegex

/// Implements the main loop of VS Code's tokenizer: find the next rule, enter or leave it, and continue after
/// the match.
extension LineEngine {
  /// The nesting limit of captures inside captures. No real grammar reaches it.
  private static let deepestCapture = 64

  /// Tokenizes the text from `from` to `end`.
  ///
  /// - Parameters:
  ///   - end: The end of the line with its newline, or the end of a capture.
  ///   - isWholeLine: Whether to check while conditions, which only applies to whole lines.
  /// - Returns: The stack at the end.
  mutating func run(
    end: Int, isFirst: Bool, from: Int, element: UInt32, isWholeLine: Bool, depth: Int
  ) -> UInt32 {
    var position = from
    var isFirst = isFirst
    var stack = element
    var anchor = -1
    if depth > Self.deepestCapture {
      isLimited = true
      produce(stacks.elements[Int(stack)].contentScopes, to: end)
      return stack
    }
    if isWholeLine {
      checkWhile(end: end, isFirst: &isFirst, position: &position, stack: &stack, anchor: &anchor)
    }
    while true {
      if isGivenUp || !spend(WorkBudget.search) {
        produce(stacks.elements[Int(root)].contentScopes, to: end)
        return stack
      }
      counters.searches += 1
      let groupsStart = groupsUsed
      defer { groupsUsed = groupsStart }
      let top = stacks.elements[Int(stack)]
      guard
        let match = findRule(
          top, end: end, from: position, isFirst: isFirst, isAnchor: position == anchor)
      else {
        let plain = isGivenUp ? stacks.elements[Int(root)] : top
        produce(plain.contentScopes, to: end)
        return stack
      }
      let matchStart = Int(groups[groupsStart])
      let matchEnd = Int(groups[groupsStart + 1])
      groupsUsed = groupsStart + 2 * match.groupCount
      let hasAdvanced = matchEnd > position
      produce(top.contentScopes, to: matchStart)

      guard let rule = match.target else {
        // The end pattern matched: leave the rule. The match has the rule's name, but not its content name.
        let enterPosition = top.line == line ? Int(top.enterPosition) : -1
        let anchorPosition = top.line == line ? Int(top.anchorPosition) : -1
        let popped = StackTop(
          parent: top.parent, rule: top.rule, nameScopes: top.nameScopes, contentScopes: top.nameScopes,
          endPattern: top.endPattern, beganAtLineEnd: top.beganAtLineEnd, enterPosition: enterPosition,
          anchorPosition: anchorPosition)
        if top.rule.pointee.endCaptures.count > 0 {
          capture(
            top.rule.pointee.endCaptures, groupsStart, match.groupCount, popped, isFirst: isFirst,
            depth: depth)
        }
        produce(top.nameScopes, to: matchEnd)
        anchor = anchorPosition
        if (!hasAdvanced && enterPosition == position) || top.parent == 0 {
          // The rule was entered and left without advancing: stay in it for the rest of the line, as VS Code
          // does.
          stack = push(popped)
          produce(top.nameScopes, to: end)
          return stack
        }
        stack = top.parent
        if hasAdvanced {
          position = matchEnd
          isFirst = false
        }
        continue
      }

      let nameScopes = pushName(
        rule.pointee.name, onto: top.contentScopes, groupsStart, match.groupCount)
      var entered = StackTop(
        parent: stack, rule: rule, nameScopes: nameScopes, contentScopes: nameScopes, endPattern: 0,
        beganAtLineEnd: matchEnd == end, enterPosition: position, anchorPosition: anchor)
      if rule.pointee.captures.count > 0 {
        capture(rule.pointee.captures, groupsStart, match.groupCount, entered, isFirst: isFirst, depth: depth)
      }
      produce(nameScopes, to: matchEnd)
      if rule.pointee.kind == .match {
        if !hasAdvanced {
          // The rule would match here forever. VS Code also leaves the enclosing rule and stops the line.
          if top.parent != 0 { stack = top.parent }
          produce(stacks.elements[Int(stack)].contentScopes, to: end)
          return stack
        }
        position = matchEnd
        isFirst = false
        continue
      }

      if top.depth >= limits.nesting {
        giveUp()
        produce(stacks.elements[Int(root)].contentScopes, to: end)
        return stack
      }
      anchor = matchEnd
      entered.contentScopes = pushName(
        rule.pointee.contentName, onto: nameScopes, groupsStart, match.groupCount)
      if rule.pointee.hasDynamicEnd {
        entered.endPattern = resolveEnd(of: rule, groupsStart, match.groupCount)
      }
      let before = stack
      stack = push(entered)
      if hasAdvanced {
        position = matchEnd
        isFirst = false
      } else if isEntered(rule, at: position, from: before) {
        // The same rule was entered again without advancing: leave it and stop the line.
        stack = before
        produce(stacks.elements[Int(stack)].contentScopes, to: end)
        return stack
      }
      if stacks.count > limits.distinctStacks { giveUp() }
    }
  }

  /// The top element of a stack, not yet interned.
  struct StackTop {
    var parent: UInt32
    var rule: UnsafeMutablePointer<Rule>
    var nameScopes: UInt32
    var contentScopes: UInt32
    var endPattern: UInt32
    var beganAtLineEnd: Bool
    var enterPosition: Int
    var anchorPosition: Int
  }

  @inline(__always)
  mutating func push(_ top: StackTop) -> UInt32 {
    let index = stacks.intern(
      parent: top.parent, rule: top.rule, nameScopes: top.nameScopes, contentScopes: top.contentScopes,
      endPattern: top.endPattern, beganAtLineEnd: top.beganAtLineEnd)
    let element = stacks.elements + Int(index)
    element.pointee.line = line
    element.pointee.enterPosition = Int32(truncatingIfNeeded: top.enterPosition)
    element.pointee.anchorPosition = Int32(truncatingIfNeeded: top.anchorPosition)
    return index
  }

  /// Returns whether this stack or one below it entered the rule at this position.
  private mutating func isEntered(_ rule: UnsafeMutablePointer<Rule>, at position: Int, from stack: UInt32)
    -> Bool
  {
    var current = stack
    while current != 0 {
      let element = stacks.elements + Int(current)
      guard element.pointee.line == line, Int(element.pointee.enterPosition) == position else { return false }
      if element.pointee.rule == rule { return true }
      current = element.pointee.parent
    }
    return false
  }

  // MARK: While

  /// Checks the while conditions of the stack, outermost first. At the first that fails, the stack is cut
  /// below its rule.
  private mutating func checkWhile(
    end: Int, isFirst: inout Bool, position: inout Int, stack: inout UInt32, anchor: inout Int
  ) {
    let top = stacks.elements[Int(stack)]
    anchor = top.beganAtLineEnd ? 0 : -1
    guard top.nearestWhile != 0 else { return }
    var conditions: [UInt32] = []
    var current = top.nearestWhile
    while current != 0 {
      conditions.append(current)
      let parent = stacks.elements[Int(current)].parent
      current = parent == 0 ? 0 : stacks.elements[Int(parent)].nearestWhile
    }
    while let node = conditions.popLast() {
      let element = stacks.elements[Int(node)]
      guard spend(WorkBudget.search) else { return }
      let groupsStart = groupsUsed
      defer { groupsUsed = groupsStart }
      guard
        let match = findWhile(
          element, end: end, from: position, isFirst: isFirst, isAnchor: position == anchor)
      else {
        stack = element.parent
        return
      }
      let matchEnd = Int(groups[groupsStart + 1])
      produce(element.contentScopes, to: Int(groups[groupsStart]))
      groupsUsed = groupsStart + 2 * match.groupCount
      if element.rule.pointee.endCaptures.count > 0 {
        let node = StackTop(
          parent: element.parent, rule: element.rule, nameScopes: element.nameScopes,
          contentScopes: element.contentScopes, endPattern: element.endPattern,
          beganAtLineEnd: element.beganAtLineEnd, enterPosition: -1, anchorPosition: -1)
        capture(
          element.rule.pointee.endCaptures, groupsStart, match.groupCount, node, isFirst: isFirst, depth: 0)
      }
      produce(element.contentScopes, to: matchEnd)
      anchor = matchEnd
      if matchEnd > position {
        position = matchEnd
        isFirst = false
      }
    }
  }
}
