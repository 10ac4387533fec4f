internal import CLibrary
internal import Synchronization

/// Says in which language a text is written: by the file's name, by what its first lines say of themselves, and
/// then by its content.
///
/// The content is judged by features (``SourceFeatures``), whose weights for each language were learnt, and by hints
/// (``DetectionHints``) that a person wrote. It is looked at up to a bound, so that the cost is that of
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

  /// A text is plain where its best language is less certain than this.
  private static let requiredConfidence = 0.45

  /// From fewer features than these nothing can be told.
  private static let fewestFeatures = 3

  /// Code without a mark that prose has no use for is rare: commands of a shell, an outline.
  private static let advantageWithoutMarks: Float = 2

  /// The advantage of the language that a comment names, being nothing but a file's name.
  private static let advantageOfNamedFile: Float = 3

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

  /// The language of the file that a first line like `// src/main.ts` or `# app.py` names.
  private func languageNamedByFirstComment(of text: UnsafeBufferPointer<UInt8>) -> LanguageID? {
    let firstLine = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }.prefix(200), as: UTF8.self)
    let words = firstLine.split(whereSeparator: \.isWhitespace)
    guard (2...3).contains(words.count), ["//", "#", "--", ";", "%", "/*", "<!--"].contains(words[0]),
      words.count == 2 || ["*/", "-->"].contains(words[2]), words[1].contains(".")
    else { return nil }
    return languages.language(forFile: String(words[1]))?.id
  }

  /// The languages' scores, in the logarithm of the odds; nil where the text holds nothing that is known.
  private static func scores(of text: UnsafeBufferPointer<UInt8>, _ model: DetectionModel) -> [Float]? {
    let evidence = Evidence(of: text, model)
    guard evidence.counts.count >= fewestFeatures else { return nil }
    var sums = Array(repeating: 0, count: model.labels.count)
    for (feature, count) in evidence.counts {
      let emphasis = Self.emphasis[count]
      for entry in model.entries(of: feature) { sums[Int(entry.label)] += emphasis * Int(entry.weight) }
    }
    // Features are not independent of each other: many together say less than each by itself would.
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

  /// What a feature counts, in sixteenths, by how often it occurs: 1 and half the logarithm.
  private static let emphasis = [0, 16, 22, 25, 27, 29, 30, 32, 32]

  private func loadedModel() -> DetectionModel? {
    model.withLock { model in
      if let model { return model }
      let loaded = modelFile.flatMap { try? FileBytes.read($0) }.flatMap(DetectionModel.init)
      model = .some(loaded)
      return loaded
    }
  }

  /// The evidence of a text for languages: the features that the model knows, and the scores that need no learning.
  private struct Evidence {
    /// By feature how often it occurs, at most eight times; in the order in which features are met.
    var counts: [(feature: Int, count: Int)] = []
    /// By label: hints, and that prose has no marks of code.
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

  /// The evidence in a text, as the script that learns asks for it: the hashes of features, all that there are, with how
  /// often they occur, and what is added to the score of a language without being learnt. The model of this
  /// detector says which words are known, and has the hints.
  package func evidence(
    in text: UnsafeBufferPointer<UInt8>
  ) -> (features: [(hash: UInt32, count: Int)], offsets: [(language: LanguageID, score: Float)]) {
    guard let model = loadedModel() else { return ([], []) }
    var counts: [UInt32: Int] = [:]
    SourceFeatures.forEach(in: text, isKnown: { model.index(of: $0) != nil }) { counts[$0, default: 0] += 1 }
    let offsets = zip(model.labels, Evidence(of: text, model).offsets)
    return (
      counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      offsets.filter { $0.1 != 0 }.map { ($0.0.language, $0.1) }
    )
  }

  /// The feature of a word by itself.
  package static func feature(ofWord word: some Sequence<UInt8>) -> UInt32 {
    SourceFeatures.feature(ofWord: word)
  }
}
