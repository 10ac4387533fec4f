/// Matches the lines on the screen with the lines of the next frame.
///
/// Lines are numbered from the first line that is not final. A frame usually changes the tail at one place.
/// Lines before it keep their number, and lines after it keep their distance from the end, as the lower edge
/// of a table does while rows arrive. The plan chooses the place that minimizes the bytes to write.
struct TailPlan {
  enum PlanStep {
    /// Patches a line on the screen in place.
    case patch(line: Int, LinePatch)
    /// Deletes a line on the screen. The lines below move up.
    case delete
    /// Inserts a new line. The lines below move down.
    case insert(line: Int)

    var isInsert: Bool { if case .insert = self { true } else { false } }
    var isPatch: Bool { if case .patch = self { true } else { false } }
  }

  /// The steps from the first line of the tail on the screen downwards. Lines of the next frame are
  /// identified by their index.
  private(set) var steps: [PlanStep] = []

  /// Plans the changes from `shown` to `lines`.
  ///
  /// - Parameters:
  ///   - shown: The lines on the screen, of which the first has the number `hidden`.
  ///   - lines: The lines of the next frame, of which `final` are final.
  ///   - nextHidden: The number of lines after the final ones for which the screen has no space.
  init(from shown: [TerminalLine], hidden: Int, to lines: [TerminalLine], final: Int, nextHidden: Int) {
    let growth = lines.count + nextHidden - (hidden + shown.count)
    /// Returns the index of a line in the next frame by its number; nil for a line without space on the
    /// screen.
    func index(_ number: Int) -> Int? {
      if number < final { return number < 0 ? nil : number }
      return number < final + nextHidden ? nil : number - nextHidden
    }
    func patch(_ line: Int, to number: Int) -> (line: Int, patch: LinePatch)? {
      guard let index = index(number), index < lines.count else { return nil }
      return (index, LinePatch(from: shown[line], to: lines[index]))
    }
    func saving(_ pair: (line: Int, patch: LinePatch)?) -> Int {
      pair.map { max(0, lines[$0.line].bytes.count + 4 - $0.patch.cost) } ?? 0
    }
    func isEqual(_ line: Int, to number: Int) -> Bool {
      guard let index = index(number), index < lines.count else { return false }
      return shown[line].bytes == lines[index].bytes
    }
    // Equal lines at either end stay, so the place is between them and lines beyond it need no comparison.
    let equalBefore = shown.indices.prefix { isEqual($0, to: hidden + $0) }.count
    let equalBehind = shown.indices.reversed().prefix { isEqual($0, to: hidden + $0 + growth) }.count
    let fromTop = shown.indices.map { line in
      growth != 0 && line >= max(equalBefore, shown.count - equalBehind)
        ? nil : patch(line, to: hidden + line)
    }
    let fromEnd =
      growth == 0
      ? fromTop
      : shown.indices.map { $0 < equalBefore ? nil : patch($0, to: hidden + $0 + growth) }
    // The bytes saved by the lines before each place and by those after it.
    var savings = 0
    var best = (place: 0, saving: -1)
    let gone = max(0, -growth)
    var behind = fromEnd.dropFirst(gone).reduce(0) { $0 + saving($1) }
    for place in 0...shown.count {
      if savings + behind >= best.saving { best = (place, savings + behind) }
      guard place < shown.count else { break }
      savings += saving(fromTop[place])
      if place + gone < shown.count { behind -= saving(fromEnd[place + gone]) }
    }
    var pairs: [(line: Int, patch: LinePatch)?] = Array(fromTop[..<best.place])
    pairs += Array(repeating: nil, count: min(gone, shown.count - best.place))
    pairs += fromEnd.dropFirst(best.place + gone)
    takeSteps(pairs, lines)
  }

  /// Converts the pairs to steps. Where lines are both removed and added, the new ones overwrite the old
  /// ones.
  private mutating func takeSteps(_ pairs: [(line: Int, patch: LinePatch)?], _ lines: [TerminalLine]) {
    var next = 0
    var going = 0
    func gap(to end: Int, _ steps: inout [PlanStep]) {
      for line in next..<max(next, end) {
        if going > 0 {
          steps.append(.patch(line: line, LinePatch(rewriting: lines[line])))
          going -= 1
        } else {
          steps.append(.insert(line: line))
        }
      }
      steps += Array(repeating: .delete, count: going)
      going = 0
    }
    for pair in pairs {
      guard let pair else {
        going += 1
        continue
      }
      gap(to: pair.line, &steps)
      steps.append(.patch(line: pair.line, pair.patch))
      next = pair.line + 1
    }
    gap(to: lines.count, &steps)
  }

  /// Whether lines are inserted above existing lines.
  var insertsAbove: Bool {
    guard let last = steps.lastIndex(where: \.isPatch) else { return false }
    return steps[..<last].contains(where: \.isInsert)
  }

  /// The number of new lines at the top, if all insertions above existing lines are there; nil otherwise.
  var linesOnTop: Int? {
    let kept = steps.filter { if case .delete = $0 { false } else { true } }
    let count = kept.prefix(while: \.isInsert).count
    let rest = kept.dropFirst(count)
    guard let last = rest.lastIndex(where: \.isPatch) else { return nil }
    return rest[..<last].contains(where: \.isInsert) ? nil : count
  }
}
