/// Handles captures: scopes for groups, and text for names and end patterns.
extension LineEngine {
  /// Produces tokens for the groups of a match. A group whose capture has patterns is tokenized again.
  mutating func capture(
    _ captures: CaptureList, _ groupsStart: Int, _ groupCount: Int, _ stack: StackTop, isFirst: Bool,
    depth: Int
  ) {
    guard let start = captures.start else { return }
    let bottom = openCaptures.count
    let matchEnd = Int(groups[groupsStart + 1])
    for group in 0..<min(captures.count, groupCount) {
      let capture = start + group
      if capture.pointee.isAbsent { continue }
      let groupStart = Int(groups[groupsStart + 2 * group])
      let groupEnd = Int(groups[groupsStart + 2 * group + 1])
      if groupStart == groupEnd { continue }
      // A group inside a look-ahead can be behind the match.
      if groupStart > matchEnd { break }
      while openCaptures.count > bottom, let open = openCaptures.last, open.end <= groupStart {
        produce(open.scopes, to: open.end)
        openCaptures.removeLast()
      }
      let base =
        openCaptures.count > bottom ? openCaptures[openCaptures.count - 1].scopes : stack.contentScopes
      produce(base, to: groupStart)
      if let rule = capture.pointee.retokenizing {
        let nameScopes = pushName(capture.pointee.name, onto: stack.contentScopes, groupsStart, groupCount)
        let contentScopes = pushName(capture.pointee.contentName, onto: nameScopes, groupsStart, groupCount)
        let inner = StackTop(
          parent: push(stack), rule: rule, nameScopes: nameScopes, contentScopes: contentScopes,
          endPattern: 0,
          beganAtLineEnd: false, enterPosition: groupStart, anchorPosition: -1)
        _ = run(
          end: groupEnd, isFirst: isFirst && groupStart == 0, from: groupStart, element: push(inner),
          isWholeLine: false, depth: depth + 1)
        continue
      }
      if !capture.pointee.name.isNone {
        let scopes = pushName(capture.pointee.name, onto: base, groupsStart, groupCount)
        openCaptures.append(OpenCapture(scopes: scopes, end: groupEnd))
      }
    }
    while openCaptures.count > bottom, let open = openCaptures.popLast() {
      produce(open.scopes, to: open.end)
    }
  }

  /// Pushes the name of a rule onto a scope stack, with placeholders filled in from the match.
  @inline(__always)
  mutating func pushName(
    _ name: NameReference, onto scopes: UInt32, _ groupsStart: Int, _ groupCount: Int
  ) -> UInt32 {
    if name.isNone { return scopes }
    if name.isTemplate { return pushTemplate(name, onto: scopes, groupsStart, groupCount) }
    let known = scopeStacks.known(scopes, name: name.rawValue)
    if known != 0 { return known }
    return scopeStacks.push(scopes, name: name.rawValue, text: grammar.name(name))
  }

  @inline(never)
  private mutating func pushTemplate(
    _ name: NameReference, onto scopes: UInt32, _ groupsStart: Int, _ groupCount: Int
  ) -> UInt32 {
    if scopeStacks.count > limits.distinctStacks {
      isLimited = true
      return scopes
    }
    let match = groups + groupsStart
    let line = text
    let resolved = templates.resolve(name, of: grammar) { group in
      guard group < groupCount else { return nil }
      return Self.text(ofGroup: group, of: match, in: line) ?? UnsafeBufferPointer(start: nil, count: 0)
    }
    return resolved.map { scopeStacks.push(scopes, text: $0) } ?? scopes
  }

  /// Returns the bytes of a group of a match in a line; nil if the group did not take part.
  private static func text(
    ofGroup group: Int, of match: UnsafePointer<Int32>, in line: UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    let start = Int(match[2 * group])
    let end = Int(match[2 * group + 1])
    return start < 0 || end < start ? nil : UnsafeBufferPointer(start: line + start, count: end - start)
  }

  /// Fills in the back-references of a dynamic end pattern, and returns the number of the result.
  @inline(never)
  mutating func resolveEnd(
    of rule: UnsafeMutablePointer<Rule>, _ groupsStart: Int, _ groupCount: Int
  ) -> UInt32 {
    guard let source = grammar.endSource(of: rule) else { return 0 }
    let match = groups + groupsStart
    let resolved = source.resolvingBackReferences { group in
      group < groupCount ? Self.text(ofGroup: group, of: match, in: text) : nil
    }
    return dynamicEnds.index(of: resolved, source: source)
  }
}
