extension PatternFacts {
  /// Analyses a pattern in Oniguruma's default syntax (UTF-8, with `ONIG_OPTION_CAPTURE_GROUP`).
  ///
  /// The result holds for the pattern exactly as given. O(length), with a limit on the work for nested loops
  /// and calls.
  package static func analyze(_ pattern: [UInt8]) -> PatternFacts {
    guard let tree = try? PatternParser.parse(pattern) else { return .anything }
    return PatternFacts(tree)
  }

  init(_ tree: PatternTree) {
    let lead = LeadAnalysis.lead(of: tree)
    first = lead.first
    second = lead.second
    third = lead.third
    previous = lead.previous
    firstAfterSpaces = lead.afterSpaces
    firstAfterWord = lead.afterWord
    firstAfterSpacesAndWord = lead.afterSpacesAndWord
    requiresSearchStart = !lead.allowsNoSearchStart
    usesSearchStart = tree.usesSearchStart
    usesKeep = tree.usesKeep
    takeLater(from: RequiredByteAnalysis.findings(in: tree))
    minLength = tree.minWidth(of: tree.root)
    captureCount = tree.captureCount
    isUnderstood = true
  }
}
