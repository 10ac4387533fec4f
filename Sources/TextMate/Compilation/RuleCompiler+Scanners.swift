internal import Synchronization

/// Builds the scanner of a rule: its patterns with all includes resolved, and the end pattern in its
/// position.
extension RuleCompiler {
  /// The maximum number of patterns in a scanner. No real grammar reaches it.
  private static let mostPatterns = 20_000

  /// Builds the scanner for the text inside `rule`. It does not contain a dynamic end pattern, which the
  /// tokenizer searches separately.
  func buildScanner(for rule: RuleReference, anchors: Anchors) -> UnsafeMutablePointer<Scanner> {
    let id = Int(rule.pointer.pointee.id)
    var entries: [(pattern: PatternReference, target: RuleReference?)] = []
    switch rule.pointer.pointee.kind {
    case .match:
      if let main = mainPattern(of: id, anchors: anchors) { entries.append((main, rule)) }
    case .include, .beginWhile:
      collect(childrenOf: id, anchors: anchors, into: &entries)
    case .beginEnd:
      collect(childrenOf: id, anchors: anchors, into: &entries)
      if !rule.pointer.pointee.hasDynamicEnd, let end = endPattern(of: id, anchors: anchors) {
        entries.insert((end, nil), at: rule.pointer.pointee.appliesEndLast ? entries.count : 0)
      }
    }
    // If no pattern contains \A or \G, all four scanners are the same.
    for index in 0..<Anchors.count {
      let address = rule.pointer.pointee.scanners[index].load(ordering: .acquiring)
      if let known = UnsafeMutablePointer<Scanner>(bitPattern: address), known.pointee.hasEntries(entries) {
        return known
      }
    }
    return keep(Scanner(entries, owner: rule))
  }

  /// Builds the scanner for the while pattern of a begin/while rule. It is empty if the pattern is dynamic.
  func buildWhileScanner(for rule: RuleReference, anchors: Anchors) -> UnsafeMutablePointer<Scanner> {
    let id = Int(rule.pointer.pointee.id)
    guard !rule.pointer.pointee.hasDynamicEnd, let end = endPattern(of: id, anchors: anchors) else {
      return keep(Scanner([], owner: rule))
    }
    return keep(Scanner([(end, nil)], owner: rule))
  }

  private func mainPattern(of id: Int, anchors: Anchors) -> PatternReference? {
    if let common = origins[id].mainPattern.common { return common }
    var pooled = origins[id].mainPattern
    let pattern = pooled.pattern(anchors) { origins[id].main }
    origins[id].mainPattern = pooled
    return pattern
  }

  private func endPattern(of id: Int, anchors: Anchors) -> PatternReference? {
    var pooled = origins[id].endPattern
    let pattern = pooled.pattern(anchors) { origins[id].end }
    origins[id].endPattern = pooled
    return pattern
  }

  /// Appends the patterns of a rule's children. Rules that were visited before add nothing, because their
  /// patterns already stand earlier. This ends cycles, and avoids exponential growth in chains of rules that
  /// include the next one twice.
  private func collect(
    childrenOf id: Int, anchors: Anchors,
    into entries: inout [(pattern: PatternReference, target: RuleReference?)]
  ) {
    visits += 1
    var pending = Array(children(of: id).reversed())
    while let child = pending.popLast(), entries.count < Self.mostPatterns {
      guard origins[Int(child)].lastVisit != visits else { continue }
      origins[Int(child)].lastVisit = visits
      if rules[Int(child)].pointer.pointee.kind == .include {
        pending.append(contentsOf: children(of: Int(child)).reversed())
      } else if let main = mainPattern(of: Int(child), anchors: anchors) {
        entries.append((main, rules[Int(child)]))
      }
    }
  }
}

extension RuleCompiler {
  var footprint: Grammar.Footprint {
    Grammar.Footprint(
      files: files.count, rules: rules.count, scanners: scannerCount,
      bytes: rules.count * (MemoryLayout<RuleOrigin>.stride + 128) + scannerBytes)
  }
}
