internal import CLibrary
internal import Synchronization

/// Detects the language of a text by its file name, then by a shebang or mode line, then by its content.
///
/// ```swift
/// let detector = LanguageDetector(languages: languages, modelFile: "grammars/detection.model")
/// detector.detect(Array("def f(x):\n  return x\n".utf8)).language  // "python"
/// ```
///
/// The content is classified by features (`SourceFeatures`) with learned weights and by hand-written hints
/// (`DetectionHints`). Only a few kilobytes are examined. The result depends on nothing but the text and
/// its name, so the same text has the same language on every machine. Thread-safe; the model is loaded when
/// content is first classified.
public final class LanguageDetector: Sendable {
  /// The language of a text, and the confidence in it.
  ///
  /// ```swift
  /// let detection = detector.detect(bytes)
  /// print("\(detection.language): \(detection.confidence)")
  /// ```
  public struct Detection: Hashable, Sendable {
    /// The basis of a detection, the strongest first.
    ///
    /// ```swift
    /// if detection.evidence == .shebang { print("the first line names an interpreter") }
    /// ```
    public enum DetectionEvidence: String, Hashable, Sendable {
      case fileName, shebang, modeline, content
    }

    /// The language, or ``LanguageDetector/plain`` if no language is likely enough.
    public var language: LanguageID
    /// The confidence, from 0 to 1.
    public var confidence: Double
    /// The second most likely language.
    public var second: LanguageID?
    public var evidence: DetectionEvidence

    public init(
      language: LanguageID, confidence: Double, second: LanguageID? = nil, evidence: DetectionEvidence
    ) {
      self.language = language
      self.confidence = confidence
      self.second = second
      self.evidence = evidence
    }
  }

  /// The identifier for prose, logs and unknown text.
  public static let plain: LanguageID = "plain"

  /// The minimum confidence of a language. Below it the text is plain.
  private static let requiredConfidence = 0.45

  /// The minimum number of features for a decision.
  private static let fewestFeatures = 3

  /// The bonus for prose in a text without punctuation that is typical of code. Code without such
  /// punctuation, such as shell commands or an outline, is rare.
  private static let advantageWithoutMarks: Float = 2

  /// The bonus for the language of a file that a comment names.
  private static let advantageOfNamedFile: Float = 3

  private let languages: LanguageRegistry
  private let readModel: @Sendable () -> [UInt8]?
  private let model = Mutex<DetectionModel??>(nil)

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - languages: The languages to choose from.
  ///   - modelFile: The path of `detection.model`. Without it, content is always plain.
  public convenience init(languages: LanguageRegistry, modelFile: String?) {
    self.init(languages: languages) { modelFile.flatMap { try? FileBytes.read($0) } }
  }

  /// Creates a detector with a custom model.
  ///
  /// - Parameters:
  ///   - languages: The languages to choose from.
  ///   - readModel: Reads the model when it is first needed.
  package init(languages: LanguageRegistry, readModel: @escaping @Sendable () -> [UInt8]?) {
    self.languages = languages
    self.readModel = readModel
  }

  /// Whether content can be classified. Loads the model.
  public var canJudgeContent: Bool { loadedModel() != nil }

  /// Detects the language of a text.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8, or the beginning of it.
  ///   - fileName: The name or path of the file, if known. A known name decides alone.
  public func detect(_ text: UnsafeBufferPointer<UInt8>, fileName: String? = nil) -> Detection {
    if let fileName, let language = languages.language(forFile: fileName) {
      return Detection(language: language.id, confidence: 1, evidence: .fileName)
    }
    return ownWords(of: text) ?? content(of: text)
  }

  /// Detects the language of a text.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8, or the beginning of it.
  ///   - fileName: The name or path of the file, if known. A known name decides alone.
  public func detect(_ text: [UInt8], fileName: String? = nil) -> Detection {
    text.withUnsafeBufferPointer { detect($0, fileName: fileName) }
  }

  /// Returns the language that the text declares itself, in a shebang or a mode line of an editor.
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

  /// Returns the language according to the content alone.
  func content(of text: UnsafeBufferPointer<UInt8>) -> Detection {
    let undecided = Detection(language: Self.plain, confidence: 0, evidence: .content)
    guard let model = loadedModel(), var scores = Self.scores(of: text, model) else { return undecided }
    if let named = languageNamedByFirstComment(of: text),
      let label = model.labels.firstIndex(where: { $0.language == named })
    {
      scores[label] += Self.advantageOfNamedFile
    }
    let known = model.labels.indices.filter {
      model.labels[$0].language == Self.plain || languages[model.labels[$0].language] != nil
    }
    let ranked = known.sorted { (scores[$0], $1) > (scores[$1], $0) }
    guard let best = ranked.first else { return undecided }
    let likelihoods = ranked.map { exp(Double(scores[$0] - scores[best])) }
    let total = likelihoods.reduce(0, +)
    var detection = Detection(
      language: model.labels[best].language, confidence: 1 / total,
      second: ranked.count > 1 ? model.labels[ranked[1]].language : nil, evidence: .content)
    if detection.confidence < Self.requiredConfidence, detection.language != Self.plain {
      detection.second = detection.language
      detection.language = Self.plain
    }
    return detection
  }

  /// Returns the language of the file named in a first line such as `// src/main.ts` or `# app.py`.
  private func languageNamedByFirstComment(of text: UnsafeBufferPointer<UInt8>) -> LanguageID? {
    let firstLine = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }.prefix(200), as: UTF8.self)
    let words = firstLine.split(whereSeparator: \.isWhitespace)
    guard (2...3).contains(words.count), ["//", "#", "--", ";", "%", "/*", "<!--"].contains(words[0]),
      words.count == 2 || ["*/", "-->"].contains(words[2]), words[1].contains(".")
    else { return nil }
    return languages.language(forFile: String(words[1]))?.id
  }

  /// Returns the score of each language, as the logarithm of its odds; nil if the text has too few known
  /// features.
  private static func scores(of text: UnsafeBufferPointer<UInt8>, _ model: DetectionModel) -> [Float]? {
    let evidence = EvidenceCounts(of: text, model)
    guard evidence.counts.count >= fewestFeatures else { return nil }
    var sums = Array(repeating: 0, count: model.labels.count)
    for (feature, count) in evidence.counts {
      let emphasis = Self.emphasis[count]
      for entry in model.entries(of: feature) { sums[Int(entry.label)] += emphasis * Int(entry.weight) }
    }
    // Features are not independent: many together say less than the sum of their weights.
    let temperature = 1 + 0.6 * Float(evidence.counts.count).squareRoot()
    var scores = evidence.offsets
    for (index, label) in model.labels.enumerated() {
      scores[index] += Float(sums[index]) / 256 / temperature + label.advantage
    }
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

  /// The weight of a feature by its number of occurrences, in sixteenths: 1 plus half the logarithm.
  private static let emphasis = [0, 16, 22, 25, 27, 29, 30, 32, 32]

  private func loadedModel() -> DetectionModel? {
    model.withLock { model in
      if let model { return model }
      let loaded = readModel().flatMap(DetectionModel.init)
      model = .some(loaded)
      return loaded
    }
  }

  /// The evidence in a text: known features, and scores that are not learned.
  private struct EvidenceCounts {
    /// The features and their numbers of occurrences (at most eight), in the order of first occurrence.
    var counts: [(feature: Int, count: Int)] = []
    /// The score of each language from hints and from missing punctuation.
    var offsets: [Float]

    init(of text: UnsafeBufferPointer<UInt8>, _ model: DetectionModel) {
      var counts = Array(repeating: UInt8(0), count: model.featureCount)
      var met: [Int] = []
      met.reserveCapacity(1024)
      SourceFeatures.forEach(in: text, isKnown: { model.index(of: $0) != nil }) { hash in
        guard let feature = model.index(of: hash) else { return }
        if counts[feature] == 0 { met.append(feature) }
        if counts[feature] < 8 { counts[feature] += 1 }
      }
      self.counts = met.map { ($0, Int(counts[$0])) }
      var offsets: [Float] = Array(repeating: 0, count: model.labels.count)
      if !text.prefix(SourceFeatures.maximumBytes).contains(where: LanguageDetector.isMarkOfCode),
        let plain = model.labels.firstIndex(where: { $0.language == LanguageDetector.plain })
      {
        offsets[plain] += LanguageDetector.advantageWithoutMarks
      }
      model.hints.search(text) { offsets[Int($0.label)] += $0.weight }
      self.offsets = offsets
    }
  }

  /// Returns the evidence in a text for the training script. The detector's model provides the vocabulary and
  /// the hints.
  ///
  /// - Returns: The hashes of all features with their numbers of occurrences, and the scores that are not
  ///   learned.
  package func evidence(
    in text: UnsafeBufferPointer<UInt8>
  ) -> (features: [(hash: UInt32, count: Int)], offsets: [(language: LanguageID, score: Float)]) {
    guard let model = loadedModel() else { return ([], []) }
    var counts: [UInt32: Int] = [:]
    SourceFeatures.forEach(in: text, isKnown: { model.index(of: $0) != nil }) { counts[$0, default: 0] += 1 }
    let offsets = zip(model.labels, EvidenceCounts(of: text, model).offsets)
    return (
      counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      offsets.filter { $0.1 != 0 }.map { ($0.0.language, $0.1) }
    )
  }

  /// Returns the feature of a single word.
  package static func feature(ofWord word: some Sequence<UInt8>) -> UInt32 {
    SourceFeatures.feature(ofWord: word)
  }
}
