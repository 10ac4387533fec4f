#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
internal import Synchronization

/// Says in which language a text is written: by the file's name, by what its first lines say of themselves, and
/// then by its content.
///
/// The content is judged by features (``SourceFeatures``) that were learnt from samples of each language, and by hints
/// (``DetectionHints``) that tell languages apart which look alike. It is looked at up to a bound, so that the cost is that of
/// a few kilobytes, and nothing but the text decides: the same text is the same language everywhere. Shared between
/// threads; what was learnt is read from its file when content is first judged.
public final class LanguageDetector: Sendable {
  /// The language of a text, and how sure that is.
  public struct Detection: Hashable, Sendable {
    /// What the answer rests on, the strongest first.
    public enum Evidence: String, Hashable, Sendable {
      case fileName, shebang, modeline, content
    }

    /// ``LanguageDetector/plain`` where nothing speaks clearly for a language.
    public var language: LanguageID
    /// From 0 to 1.
    public var confidence: Double
    /// What it would be otherwise.
    public var second: LanguageID?
    public var evidence: Evidence

    public init(language: LanguageID, confidence: Double, second: LanguageID? = nil, evidence: Evidence) {
      self.language = language
      self.confidence = confidence
      self.second = second
      self.evidence = evidence
    }
  }

  /// What prose, logs and everything unknown is.
  public static let plain: LanguageID = "plain"

  /// By what its best language must be ahead of plain text, and of the next, in the logarithm of the odds.
  private static let requiredLead: Float = 0.4

  /// From fewer features than these nothing can be told.
  private static let fewestFeatures = 5

  /// Code without a mark that prose has no use for is rare: commands of a shell, an outline.
  private static let advantageWithoutMarks: Float = 2

  /// Scores are surer of themselves than they are right; confidence is not.
  private static let doubt = 1.6

  private let languages: LanguageRegistry
  private let modelFile: String?
  private let model = Mutex<DetectionModel??>(nil)

  /// - Parameter modelFile: the path of what was learnt, `detection.model`; without it content is plain.
  public init(languages: LanguageRegistry, modelFile: String?) {
    self.languages = languages
    self.modelFile = modelFile
  }

  /// Whether the content of texts can be judged at all. Reads the model's file.
  public var canJudgeContent: Bool { loadedModel() != nil }

  /// The language of a text, by all that is known of it.
  public func detect(_ text: UnsafeBufferPointer<UInt8>, fileName: String? = nil) -> Detection {
    if let fileName, let language = languages.language(forFile: fileName) {
      return Detection(language: language.id, confidence: 1, evidence: .fileName)
    }
    return ownWords(of: text) ?? content(of: text)
  }

  /// The language of a text, by all that is known of it.
  public func detect(_ text: [UInt8], fileName: String? = nil) -> Detection {
    text.withUnsafeBufferPointer { detect($0, fileName: fileName) }
  }

  /// What the text says of its language itself: an interpreter, or a mode line of an editor.
  private func ownWords(of text: UnsafeBufferPointer<UInt8>) -> Detection? {
    let firstLine = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }.prefix(1000), as: UTF8.self)
    if firstLine.hasPrefix("#!"), let language = languages.language(forFirstLine: firstLine) {
      return Detection(language: language.id, confidence: 1, evidence: .shebang)
    }
    for name in Modeline.names(in: text) {
      if let language = languages.language(named: name) {
        return Detection(language: language.id, confidence: 1, evidence: .modeline)
      }
    }
    return nil
  }

  /// The language by content alone.
  func content(of text: UnsafeBufferPointer<UInt8>) -> Detection {
    let undecided = Detection(language: Self.plain, confidence: 0, evidence: .content)
    guard let model = loadedModel(), let scores = Self.scores(of: text, model) else { return undecided }
    let known = model.labels.indices.filter {
      model.labels[$0].language == Self.plain || languages[model.labels[$0].language] != nil
    }
    let ranked = known.sorted { (scores[$0], $1) > (scores[$1], $0) }
    guard let best = ranked.first else { return undecided }
    let likelihoods = ranked.map { exp(Double(scores[$0] - scores[best]) / Self.doubt) }
    let total = likelihoods.reduce(0, +)
    var detection = Detection(
      language: model.labels[best].language, confidence: 1 / total,
      second: ranked.count > 1 ? model.labels[ranked[1]].language : nil, evidence: .content)
    let plainScore = known.first { model.labels[$0].language == Self.plain }.map { scores[$0] }
    if detection.language != Self.plain, let plainScore, scores[best] - plainScore < Self.requiredLead {
      detection.second = detection.language
      detection.language = Self.plain
    }
    return detection
  }

  /// The languages' scores, in the logarithm of the odds; nil where the text holds nothing that is known.
  private static func scores(of text: UnsafeBufferPointer<UInt8>, _ model: DetectionModel) -> [Float]? {
    var sums = Array(repeating: 0, count: model.labels.count)
    var counts = Array(repeating: UInt8(0), count: model.featureCount)
    var met: [Int] = []
    met.reserveCapacity(1024)
    SourceFeatures.forEach(in: text, isKnown: { model.index(of: $0) != nil }) { hash in
      guard let feature = model.index(of: hash) else { return }
      if counts[feature] == 0 { met.append(feature) }
      if counts[feature] < 8 { counts[feature] += 1 }
    }
    guard met.count >= fewestFeatures else { return nil }
    for feature in met {
      let emphasis = Self.emphasis[Int(counts[feature])]
      for entry in model.entries(of: feature) { sums[Int(entry.label)] += emphasis * Int(entry.weight) }
    }
    // Features are not independent of each other: many together say less than each by itself would.
    let temperature = 1 + 0.6 * Float(met.count).squareRoot()
    var scores = sums.indices.map { Float(sums[$0]) / 256 / temperature + model.labels[$0].advantage }
    if !text.prefix(SourceFeatures.maximumBytes).contains(where: Self.isMarkOfCode),
      let plain = model.labels.firstIndex(where: { $0.language == Self.plain })
    {
      scores[plain] += advantageWithoutMarks
    }
    levelFamilies(&scores, model)
    model.hints.search(text) { scores[Int($0.label)] += $0.weight }
    return scores
  }

  private static func isMarkOfCode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"),
      UInt8(ascii: ";"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  /// What a feature counts, in sixteenths, by how often it occurs: 1 and half the logarithm.
  private static let emphasis = [0, 16, 22, 25, 27, 29, 30, 32, 32]

  /// How far the members of a family may lie behind the best of them before hints are asked.
  private static let familySpread: Float = 2

  /// Within a family features say little, and hints decide.
  private static func levelFamilies(_ scores: inout [Float], _ model: DetectionModel) {
    var best: [UInt8: Float] = [:]
    for (index, label) in model.labels.enumerated() where label.family != 0 {
      best[label.family] = max(best[label.family] ?? -.infinity, scores[index])
    }
    for (index, label) in model.labels.enumerated() {
      if let best = best[label.family] { scores[index] = max(scores[index], best - familySpread) }
    }
  }

  private func loadedModel() -> DetectionModel? {
    model.withLock { model in
      if let model { return model }
      let loaded = modelFile.flatMap { try? FileBytes.read($0) }.flatMap(DetectionModel.init)
      model = .some(loaded)
      return loaded
    }
  }

  /// The hashes of the features of a text with how often they occur, as the script that learns asks for them.
  package static func features(
    of text: UnsafeBufferPointer<UInt8>, vocabulary: Set<UInt32>
  ) -> [(hash: UInt32, count: Int)] {
    var counts: [UInt32: Int] = [:]
    SourceFeatures.forEach(in: text, isKnown: vocabulary.contains) { counts[$0, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The feature of a word by itself.
  package static func feature(ofWord word: some Sequence<UInt8>) -> UInt32 {
    SourceFeatures.feature(ofWord: word)
  }
}
