internal import OnigurumaRegex

extension GrammarCheck {
  /// Checks the regular expressions of one rule, and whether the rule can loop without consuming text.
  mutating func checkPatterns(of rule: RawRule, at path: RulePath) {
    if let match = rule.match, !match.isEmpty {
      guard let pattern = compiled(match, at: path.appending("match")) else { return }
      checkGroups(of: rule.captures, pattern, at: path.appending("captures"))
      if let empty = prober.emptyMatch(of: pattern) {
        report(
          empty.isEverywhere ? .error : .warning,
          "can match nothing, for example before \(empty.example): there tokenizing of the line stops",
          at: path.appending("match"))
      }
      return
    }
    guard let begin = rule.begin else { return }
    let beginPattern = compiled(begin, at: path.appending("begin"))
    if let beginPattern {
      checkGroups(of: rule.beginCaptures ?? rule.captures, beginPattern, at: path.appending("beginCaptures"))
    }
    if let condition = rule.while, !condition.isEmpty {
      if rule.end != nil {
        report(.warning, "end has no effect beside while", at: path.appending("end"))
      }
      if let pattern = compiled(condition, at: path.appending("while"), groups: beginPattern?.captureCount) {
        checkGroups(of: rule.whileCaptures ?? rule.captures, pattern, at: path.appending("whileCaptures"))
      }
      return
    }
    guard let end = rule.end else {
      report(.error, "begin without end or while: the rule ends where it begins", at: path)
      return
    }
    guard let endPattern = compiled(end, at: path.appending("end"), groups: beginPattern?.captureCount) else {
      return
    }
    checkGroups(of: rule.endCaptures ?? rule.captures, endPattern, at: path.appending("endCaptures"))
    guard let beginPattern, !rule.applyEndPatternLast, !PatternSource(end).hasBackReferences else { return }
    if let empty = prober.emptyPair(begin: beginPattern, end: endPattern) {
      report(
        empty.isEverywhere ? .error : .warning,
        "can begin and end without taking text, for example before \(empty.example): there tokenizing of the line "
          + "stops", at: path.appending("end"))
    }
  }

  /// Compiles a pattern as the tokenizer does, and reports its problems.
  ///
  /// - Parameter groups: The number of groups in the begin pattern, if this is an end or while pattern.
  /// - Returns: nil if the pattern is unusable.
  mutating func compiled(_ text: String, at path: RulePath, groups: Int? = nil) -> ProbedPattern? {
    let source = PatternSource(text)
    var bytes = source.bytes
    if let groups, source.hasBackReferences {
      if source.highestBackReference > groups {
        report(
          .error, "refers to group \(source.highestBackReference), but begin has \(groups)", at: path)
      }
      // The text is arbitrary, because it is escaped.
      let sample = Array("x".utf8)
      bytes = sample.withUnsafeBufferPointer { sample in
        source.resolvingBackReferences { _ in sample }
      }
    }
    let pattern: ProbedPattern
    do throws(RegexError) {
      pattern = try ProbedPattern(bytes)
    } catch {
      report(.error, error.message, at: path)
      return nil
    }
    if let tree = try? PatternParser.parse(bytes), let danger = BacktrackingCheck.danger(in: tree) {
      report(.warning, danger, at: path)
    }
    return pattern
  }

  private mutating func checkGroups(of captures: [Int: RawRule]?, _ pattern: ProbedPattern, at path: RulePath)
  {
    guard let highest = captures?.keys.max(), highest > pattern.captureCount else { return }
    report(
      .warning, "names group \(highest), but the pattern has \(pattern.captureCount)", at: path)
  }
}
