/// The learned weights of language features, from a compact file that `scripts/detection/train.py` writes.
///
/// The file format, with multi-byte numbers in little-endian order:
///
/// - `ILSDETECT2` and a line feed
/// - the number of languages (1 byte), then for each: the length of its identifier (1 byte), the identifier,
///   and its advantage (1 signed byte, in sixteenths)
/// - the number of hints (2 bytes), then for each: language, position, weight (signed) and length (1 byte
///   each), and the text
/// - the number of features (4 bytes), then for each in ascending order of hashes: the hash (4 bytes), the
///   number of entries (1 byte), and for each entry a language (1 byte) and a weight (1 signed byte, in
///   sixteenths)
struct DetectionModel: Sendable {
  struct ModelLabel: Sendable {
    var language: LanguageID
    /// The initial score of the language, before any evidence. Common languages have a higher one.
    var advantage: Float
  }

  struct ModelEntry: Sendable {
    var label: UInt8
    /// The weight for or against the language, in sixteenths.
    var weight: Int8
  }

  private(set) var labels: [ModelLabel] = []
  private(set) var hints = DetectionHints()
  /// An open-addressing hash table of the features: the index of the feature plus one, or 0 for a free slot.
  private var slots: [UInt32] = []
  private var mask = 0
  private var hashes: [UInt32] = []
  /// The start of each feature's entries. Has one more element than there are features.
  private var starts: [UInt32] = [0]
  private var entries: [ModelEntry] = []

  private static let signature = Array("ILSDETECT2\n".utf8)

  /// Parses a model; nil if the bytes are not a model.
  init?(_ bytes: [UInt8]) {
    var reader = ModelReader(bytes: bytes)
    guard reader.text(Self.signature.count).elementsEqual(Self.signature), let labelCount = reader.byte()
    else { return nil }
    for _ in 0..<labelCount {
      guard let length = reader.byte() else { return nil }
      let name = String(decoding: reader.text(Int(length)), as: UTF8.self)
      guard let advantage = reader.byte() else { return nil }
      labels.append(
        ModelLabel(language: LanguageID(name), advantage: Float(Int8(bitPattern: advantage)) / 16))
    }
    guard let hintCount = reader.number(2) else { return nil }
    for _ in 0..<hintCount {
      guard let label = reader.byte(), let place = reader.byte().flatMap(DetectionHints.HintPosition.init),
        let weight = reader.byte(), let length = reader.byte(), label < labelCount, length > 0
      else { return nil }
      let text = Array(reader.text(Int(length)))
      guard text.count == Int(length) else { return nil }
      hints.add(
        DetectionHints.Hint(
          label: label, place: place, weight: Float(Int8(bitPattern: weight)) / 8, text: text))
    }
    guard let featureCount = reader.number(4), featureCount <= bytes.count / 4 else { return nil }
    hashes.reserveCapacity(featureCount)
    starts.reserveCapacity(featureCount + 1)
    for _ in 0..<featureCount {
      guard let hash = reader.number(4), let count = reader.byte() else { return nil }
      hashes.append(UInt32(truncatingIfNeeded: hash))
      for _ in 0..<count {
        guard let label = reader.byte(), let weight = reader.byte(), label < labelCount else { return nil }
        entries.append(ModelEntry(label: label, weight: Int8(bitPattern: weight)))
      }
      starts.append(UInt32(entries.count))
    }
    var capacity = 1024
    while capacity < featureCount * 2 { capacity *= 2 }
    mask = capacity - 1
    slots = Array(repeating: 0, count: capacity)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index + 1)
    }
  }

  var featureCount: Int { hashes.count }

  /// Returns the feature with this hash; nil if it is unknown.
  func index(of hash: UInt32) -> Int? {
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash { return index }
      slot = (slot + 1) & mask
    }
    return nil
  }

  func entries(of feature: Int) -> ArraySlice<ModelEntry> {
    entries[Int(starts[feature])..<Int(starts[feature + 1])]
  }

  private struct ModelReader {
    let bytes: [UInt8]
    var position = 0

    mutating func byte() -> UInt8? {
      guard position < bytes.count else { return nil }
      position += 1
      return bytes[position - 1]
    }

    mutating func number(_ length: Int) -> Int? {
      var number = 0
      for index in 0..<length {
        guard let byte = byte() else { return nil }
        number |= Int(byte) << (8 * index)
      }
      return number
    }

    mutating func text(_ length: Int) -> ArraySlice<UInt8> {
      let end = min(position + length, bytes.count)
      defer { position = end }
      return bytes[position..<end]
    }
  }
}
