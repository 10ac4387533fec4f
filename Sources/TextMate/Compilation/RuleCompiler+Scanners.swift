/// Building a rule's scanner: its patterns flattened through includes, with the end pattern in its place.
extension RuleCompiler {
  /// More patterns than any grammar has in one place; bounds those of a grammar made to be hostile.
  private static let mostPatterns = 20_000

  /// What to search while the tokenizer stands in `rule`. A dynamic end pattern is not among the patterns: the
  /// tokenizer asks it separately.
  func buildScanner(for rule: RuleReference, anchors: Anchors) -> UnsafeMutablePointer<Scanner> {
    let id = Int(rule.pointer.pointee.id)
    var entries: [(source: PatternSource, target: RuleReference?)] = []
    switch rule.pointer.pointee.kind {
    case .match:
      if let main = origins[id].main { entries.append((main, rule)) }
    case .include, .beginWhile:
      collect(childrenOf: id, into: &entries)
    case .beginEnd:
      collect(childrenOf: id, into: &entries)
      if let end = origins[id].end, !rule.pointer.pointee.hasDynamicEnd {
        entries.insert((end, nil), at: rule.pointer.pointee.appliesEndLast ? entries.count : 0)
      }
    }
    return keep(entries, owner: rule, anchors: anchors)
  }

  /// The while pattern of a begin/while rule; empty where the pattern is dynamic.
  func buildWhileScanner(for rule: RuleReference, anchors: Anchors) -> UnsafeMutablePointer<Scanner> {
    guard let end = origins[Int(rule.pointer.pointee.id)].end, !rule.pointer.pointee.hasDynamicEnd else {
      return keep([], owner: rule, anchors: anchors)
    }
    return keep([(end, nil)], owner: rule, anchors: anchors)
  }

  private func keep(
    _ entries: [(source: PatternSource, target: RuleReference?)], owner: RuleReference, anchors: Anchors
  ) -> UnsafeMutablePointer<Scanner> {
    keep(
      Scanner(
        entries.map { entry in
          let source = entry.source.resolvingAnchors(
            in: entry.source.bytes, startOfText: anchors.startOfText, anchorPosition: anchors.anchorPosition)
          return (PatternPool.shared.pattern(source), entry.target)
        }, owner: owner))
  }

  /// A rule that was met before adds nothing, since what it has stands earlier already; so circles end, and a
  /// rule that is included twice by each of a chain of rules does not count double each time.
  private func collect(
    childrenOf id: Int, into entries: inout [(source: PatternSource, target: RuleReference?)]
  ) {
    var visited: Set<Int> = []
    var pending = Array(children(of: id).reversed())
    while let child = pending.popLast(), entries.count < Self.mostPatterns {
      guard visited.insert(child).inserted else { continue }
      if rules[child].pointer.pointee.kind == .include {
        pending.append(contentsOf: children(of: child).reversed())
      } else if let main = origins[child].main {
        entries.append((main, rules[child]))
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

  /// Makes the tables of all scanners deny that anything starts with `byte`, to see that a proof then fails.
  func sabotage(hiding byte: UInt8) {
    for scanner in scanners {
      let row = Int(scanner.pointee.classes[Int(byte)]) * scanner.pointee.words
      for word in 0..<scanner.pointee.words { scanner.pointee.table(.first)[row + word] = 0 }
    }
  }
}
