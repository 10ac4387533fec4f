/// Properties of the calls of groups, such as `\g<1>` and `\g<name>`.
extension PatternTree {
  var calledGroups: Set<Int32> { Set(nodes.filter { $0.kind == .call }.map(\.a)) }

  /// The groups that are entered again while they are open. At its end, such a group has the start of its own level
  /// (`recursive_call_check_trav` in the library).
  var recursiveGroups: Set<Int32> {
    var result: Set<Int32> = []
    for group in groups.indices.dropFirst() {
      var inside: Set<Int32> = []
      addGroups(in: self[groups[group]].a, throughCalls: true, to: &inside)
      if inside.contains(Int32(group)) { result.insert(Int32(group)) }
    }
    return result
  }

  /// Whether each recursion consumes text before it calls the same group again, and can end. The library refuses
  /// other patterns, which would never end.
  var callsEnd: Bool {
    let callees = calledGroups
    if callees.contains(0) { return false }
    for group in callees {
      var heads: Set<Int32> = []
      _ = mayBeEmpty(groups[Int(group)], addingCallsTo: &heads)
      if heads.contains(group) { return false }
    }
    var ended: Set<Int32> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for group in callees where !ended.contains(group) && canEnd(groups[Int(group)], with: ended) {
        ended.insert(group)
        isGrowing = true
      }
    }
    return ended == callees
  }

  /// Whether a back-reference names a group that is called or inside of one. Which of its captures is meant depends on
  /// the library.
  var refersIntoCalls: Bool {
    guard usesBackReferences else { return false }
    var captured: Set<Int32> = []
    for group in calledGroups { addGroups(in: groups[Int(group)], throughCalls: false, to: &captured) }
    return nodes.contains { $0.kind == .backReference && captured.contains($0.a) }
  }

  /// Adds the groups in a node, itself included if it is one, and with `throughCalls` those in the groups that it calls.
  private func addGroups(in index: Index, throughCalls: Bool, to found: inout Set<Int32>) {
    let node = self[index]
    switch node.kind {
    case .sequence, .alternation:
      for child in children(of: node) { addGroups(in: child, throughCalls: throughCalls, to: &found) }
    case .repetition, .atomic, .lookAhead, .lookBehind:
      addGroups(in: node.a, throughCalls: throughCalls, to: &found)
    case .group:
      if found.insert(node.b).inserted { addGroups(in: node.a, throughCalls: throughCalls, to: &found) }
    case .call:
      if throughCalls { addGroups(in: groups[Int(node.a)], throughCalls: true, to: &found) }
    default: break
    }
  }

  /// Whether a node may match the empty text. Adds all groups that it calls before it has consumed any.
  private func mayBeEmpty(_ index: Index, addingCallsTo heads: inout Set<Int32>) -> Bool {
    let node = self[index]
    switch node.kind {
    case .literal, .set: return false
    case .sequence:
      for child in children(of: node) where !mayBeEmpty(child, addingCallsTo: &heads) { return false }
      return true
    case .alternation:
      var result = false
      for child in children(of: node) where mayBeEmpty(child, addingCallsTo: &heads) { result = true }
      return result
    case .repetition:
      let isEmpty = mayBeEmpty(node.a, addingCallsTo: &heads)
      return isEmpty || node.b == 0
    case .group, .atomic: return mayBeEmpty(node.a, addingCallsTo: &heads)
    case .lookAhead, .lookBehind:
      _ = mayBeEmpty(node.a, addingCallsTo: &heads)
      return true
    case .call:
      let isNew = heads.insert(node.a).inserted
      return isNew ? mayBeEmpty(groups[Int(node.a)], addingCallsTo: &heads) : true
    default: return true
    }
  }

  /// Whether a node can match if only the groups in `ended` can.
  private func canEnd(_ index: Index, with ended: Set<Int32>) -> Bool {
    let node = self[index]
    switch node.kind {
    case .sequence: return children(of: node).allSatisfy { canEnd($0, with: ended) }
    case .alternation: return children(of: node).contains { canEnd($0, with: ended) }
    case .repetition: return node.b == 0 || canEnd(node.a, with: ended)
    case .group, .atomic, .lookAhead, .lookBehind: return canEnd(node.a, with: ended)
    case .call: return ended.contains(node.a)
    default: return true
    }
  }
}
