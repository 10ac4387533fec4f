internal import Synchronization

/// Building a rule's scanner: its patterns flattened through includes, with the end pattern in its place.
extension RuleCompiler {
  /// More patterns than any grammar has in one place; bounds those of a grammar made to be hostile.
  private static let mostPatterns = 20_000

  /// What to search while the tokenizer stands in `rule`. A dynamic end pattern is not among the patterns: the
  /// tokenizer asks it separately.
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
    // Where no pattern says \A or \G, all four are one.
    for index in 0..<Anchors.count {
      let address = rule.pointer.pointee.scanners[index].load(ordering: .acquiring)
      if let known = UnsafeMutablePointer<Scanner>(bitPattern: address), known.pointee.hasEntries(entries) {
        return known
      }
    }
    return keep(Scanner(entries, owner: rule))
  }

  /// The while pattern of a begin/while rule; empty where the pattern is dynamic.
  func buildWhileScanner(for rule: RuleReference, anchors: Anchors) -> UnsafeMutablePointer<Scanner> {
    let id = Int(rule.pointer.pointee.id)
    guard !rule.pointer.pointee.hasDynamicEnd, let end = endPattern(of: id, anchors: anchors) else {
      return keep(Scanner([], owner: rule))
    }
    return keep(Scanner([(end, nil)], owner: rule))
  }

  private func mainPattern(of id: Int, anchors: Anchors) -> PatternReference? {
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

  /// A rule that was met before adds nothing, since what it has stands earlier already; so circles end, and a
  /// rule that is included twice by each of a chain of rules does not count double each time.
  private func collect(
    childrenOf id: Int, anchors: Anchors,
    into entries: inout [(pattern: PatternReference, target: RuleReference?)]
  ) {
    var visited: Set<Int32> = []
    var pending = Array(children(of: id).reversed())
    while let child = pending.popLast(), entries.count < Self.mostPatterns {
      guard visited.insert(child).inserted else { continue }
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
