internal import Foundation

/// Measures texts at growing sizes, and says where the cost grows faster than n log n or is too high for a byte.
struct GrowthSearch {
  /// A text whose cost grows too fast in one mode.
  struct Finding: CustomStringConvertible {
    var text: GrowingText
    var mode: String
    /// Bytes of text, the least that they cost as measured, and bytes of output.
    var measured: [(size: Int, cost: Int, output: Int)]
    /// The best of the speeds that the machine had meanwhile; see ``InstructionCounter/speed()``.
    var speed: Double

    /// Bytes of text, what they cost at the full speed of the machine, and bytes of output.
    var costs: [(size: Int, cost: Int, output: Int)] {
      measured.map { ($0.size, Int(Double($0.cost) * speed), $0.output) }
    }

    /// The exponent between the smallest and the largest size.
    var exponent: Double {
      let (one, other) = (measured[0], measured[measured.count - 1])
      return log2(Double(other.cost) / Double(max(1, one.cost))) / log2(Double(other.size) / Double(one.size))
    }

    /// Replaces what another measurement of the same text undercuts.
    ///
    /// The least costs and the best speed are from the moments when the least else ran. A cost and the speed of the same
    /// moment would have the errors of both: one disturbed reading of the speed would make one size look cheap for good.
    mutating func takeLeast(of other: Finding) {
      measured = zip(measured, other.measured).map { $0.cost <= $1.cost ? $0 : $1 }
      speed = max(speed, other.speed)
    }

    var description: String {
      let costs = costs.map { "\($0.size) B: \($0.cost / 1000) k, out \($0.output)" }.joined(separator: "; ")
      return "\(mode)\t\((exponent * 100).rounded() / 100)\t\(text)\t\(costs)"
    }
  }

  let modes: [RenderingMode]
  /// Bytes of the smallest of the three sizes, each twice the one before, at which a suspect is measured again.
  var confirmingSize = 16_000
  let counter = InstructionCounter()
  /// How often a suspect is measured at most where time stands for instructions. The least cost of each size counts: whatever
  /// else the machine does only adds to it, for some tenths of a second at a time.
  private static let rounds = 10
  private static let secondsBetweenRounds = 0.2

  /// The first look compares two sizes that are a factor of eight apart.
  private static let firstSizes = (2_000, 16_000)
  /// n log n over that factor is 8 * log(16000) / log(2000) = 10.2; the allowance above is for constants.
  private static let firstRatio = 11.5
  /// The cost of the first look's larger size from which growth is of interest: 100 times as much text, grown with the
  /// square, would take a second.
  private static let leastCost = 2_000_000
  /// The exponent from which a suspect is a finding; n log n has 1.07 there.
  private static let mostExponent = 1.22
  /// 100 KB may take 150 ms: at a little over three instructions a nanosecond this many instructions for each byte.
  private static let mostCostPerByte = 5_000
  /// The update for a piece of a stream may take 45 µs besides, which all levels of the deepest nesting need.
  private static let mostCostPerUpdate = 150_000
  /// What a count bounds grows up to the bound and no further. A text that grows too fast at the confirming sizes, or
  /// that costs more there than it may in 4 MB, is therefore measured at sizes that are so many times as large, the
  /// largest of which decides. Growth is a finding only if it goes on at the second factor: between some sizes the
  /// machine's caches make any text grow.
  private static let boundingFactors = [16, 64]
  /// 4 MB may take 3 s.
  private static let mostCostPerByteOfLarge = 2_500

  /// Measures a text in each mode; returns the modes in which it costs too much.
  func examine(_ text: GrowingText) -> [Finding] {
    modes.compactMap { examine(text, in: $0) }
  }

  /// Measures a text at each of the confirming sizes.
  func measure(_ text: GrowingText, in mode: RenderingMode) -> Finding {
    var speed = counter.speed()
    let measured = [1, 2, 4].map { factor in
      defer { speed = max(speed, counter.speed()) }
      return measure(text, mode, factor * confirmingSize)
    }
    return Finding(text: text, mode: mode.name, measured: measured, speed: speed)
  }

  private func examine(_ text: GrowingText, in mode: RenderingMode) -> Finding? {
    let large = measure(text, mode, Self.firstSizes.1)
    guard large.cost > Self.leastCost else { return nil }
    let small = measure(text, mode, Self.firstSizes.0)
    let mostCostOfLarge = Self.mostCost(Self.mostCostPerByteOfLarge, mode)
    let isCostly = large.cost / large.size > mostCostOfLarge
    guard isCostly || Double(large.cost) > Double(small.cost) * Self.firstRatio else { return nil }
    func isSuspect(_ finding: Finding) -> Bool {
      finding.exponent > Self.mostExponent || costPerByte(finding) > mostCostOfLarge
    }
    let finding = measureRepeatedly(text, in: mode, while: isSuspect)
    guard isSuspect(finding) else { return nil }
    let isCheapEnough = costPerByte(finding) <= Self.mostCost(Self.mostCostPerByte, mode)
    return isCheapEnough && isBounded(text, in: mode) ? nil : finding
  }

  /// Measures a text at each of the confirming sizes, and again as long as it is suspect and time stands for instructions.
  private func measureRepeatedly(
    _ text: GrowingText, in mode: RenderingMode, while isSuspect: (Finding) -> Bool
  ) -> Finding {
    var finding = measure(text, in: mode)
    if counter.countsInstructions { return finding }
    for _ in 1..<Self.rounds where isSuspect(finding) {
      Thread.sleep(forTimeInterval: Self.secondsBetweenRounds)
      finding.takeLeast(of: measure(text, in: mode))
    }
    return finding
  }

  /// What a byte may cost in a mode where it may cost `atOnce` in a text that is rendered at once.
  private static func mostCost(_ atOnce: Int, _ mode: RenderingMode) -> Int {
    atOnce + (mode.piece.map { mostCostPerUpdate / $0 } ?? 0)
  }

  /// The cost of a byte of the largest text.
  private func costPerByte(_ finding: Finding) -> Int {
    let last = finding.costs[finding.costs.count - 1]
    return last.cost / last.size
  }

  /// Whether the growth of a text ends before the text becomes expensive.
  private func isBounded(_ text: GrowingText, in mode: RenderingMode) -> Bool {
    let mostCost = Self.mostCost(Self.mostCostPerByteOfLarge, mode)
    func isUnbounded(_ large: Finding) -> Bool {
      large.exponent > Self.mostExponent || costPerByte(large) > mostCost
    }
    for factor in Self.boundingFactors {
      var search = self
      search.confirmingSize *= factor
      let large = search.measureRepeatedly(text, in: mode, while: isUnbounded)
      if costPerByte(large) > mostCost { return false }
      if !isUnbounded(large) { return true }
    }
    return false
  }

  private func measure(_ text: GrowingText, _ mode: RenderingMode, _ size: Int) -> (
    size: Int, cost: Int, output: Int
  ) {
    let bytes = text.bytes(size)
    var output = 0
    Watchdog.begin(text, in: mode)
    let cost = counter.measure { output = mode.run(bytes) }
    return (bytes.count, cost, output)
  }
}
