import StyledRuns

/// Assigns headings identifiers that are unique within a document, by GitHub's rules.
struct HeadingSlugs {
  private var used: [String: Int] = [:]
  /// What ``resume()`` restores: the record, and the entries of ``used`` before they were overwritten.
  private struct Suspension {
    var record: HeadingRecord?
    var overwritten: [(slug: String, uses: Int?)] = []
  }

  /// Nil unless identifiers are assigned for a while only.
  private var suspension: Suspension?
  /// The headings so far, for a document that is rendered repeatedly; nil if each heading is written once.
  var record: HeadingRecord?

  /// Returns the identifier of the next heading with this text, or of the recorded heading `id`: letters,
  /// digits, `-` and `_` in lower case.
  mutating func slug(for text: String, of id: BlockID) -> String {
    var base = Self.ascii(text) ?? Self.unicode(text)
    if base.isEmpty { base = "section" }
    guard record != nil else { return slug(forBase: base) }
    return recordedSlug(forBase: base, of: id)
  }

  private mutating func slug(forBase base: String) -> String {
    guard let count = used[base] else {
      use(base, 0)
      return base
    }
    var number = count + 1
    while used["\(base)-\(number)"] != nil { number += 1 }
    use(base, number)
    let slug = "\(base)-\(number)"
    use(slug, 0)
    return slug
  }

  private mutating func use(_ slug: String, _ uses: Int) {
    let before = used.updateValue(uses, forKey: slug)
    suspension?.overwritten.append((slug, before))
  }

  /// Stops recording, until ``resume()`` takes the identifiers back that are assigned from here on.
  mutating func suspend() {
    suspension = Suspension(record: record)
    record = nil
  }

  /// Takes the identifiers since ``suspend()`` back, and goes on recording.
  mutating func resume() {
    guard let taken = suspension else { return }
    suspension = nil
    record = taken.record
    for (slug, uses) in taken.overwritten.reversed() { used[slug] = uses }
  }

  // MARK: Record

  private mutating func recordedSlug(forBase base: String, of id: BlockID) -> String {
    assignPending(before: id)
    let index = record?.index(atOrAfter: id) ?? 0
    if let found = record?.entries[index...].first {
      if found.id == id, found.base == base { return found.slug }
      release(from: id)
    }
    if record?.pending.last?.id == id { record?.pending.removeLast() }
    return append(base, id)
  }

  private mutating func append(_ base: String, _ id: BlockID) -> String {
    let before = used[base]
    let slug = slug(forBase: base)
    record?.entries.append(HeadingRecord.RecordedHeading(id: id, base: base, slug: slug, usesBefore: before))
    return slug
  }

  /// Takes the identifiers back of all recorded headings from block `id` on. They are assigned again only when the
  /// renderer has reached them, so that an update that changes many headings assigns each once.
  private mutating func release(from id: BlockID) {
    while let last = record?.entries.last, last.id >= id {
      record?.entries.removeLast()
      record?.pending.append(last)
      if last.slug != last.base { used[last.slug] = nil }
      used[last.base] = last.usesBefore
    }
  }

  /// Assigns the pending headings before block `id`, or all, their identifiers again.
  private mutating func assignPending(before id: BlockID?) {
    while let next = takePending(before: id) { assign(next) }
  }

  private mutating func takePending(before id: BlockID?) -> HeadingRecord.RecordedHeading? {
    guard let next = record?.pending.last, id.map({ next.id < $0 }) ?? true else { return nil }
    return record?.pending.removeLast()
  }

  private mutating func assign(_ heading: HeadingRecord.RecordedHeading) {
    if append(heading.base, heading.id) != heading.slug { record?.renumbered.append(heading.id) }
  }

  /// Returns the headings whose identifiers changed since the last call because of an earlier heading.
  mutating func takeRenumbered() -> [BlockID] {
    assignPending(before: nil)
    defer { record?.renumbered = [] }
    return record?.renumbered ?? []
  }

  /// Removes the recorded headings of a block that no longer exist.
  mutating func keepRecord(ofHeadingsIn block: Block) {
    let end = BlockID(offset: block.source.upperBound, depth: 0)
    assignPending(before: end)
    guard let first = record?.index(atOrAfter: block.id), let last = record?.index(atOrAfter: end),
      first < last
    else { return }
    let kept = Set(BlockWalk([block]).filter { $0.heading != nil }.map(\.id))
    guard let removed = record?.entries[first..<last].first(where: { !kept.contains($0.id) }) else { return }
    release(from: removed.id)
    while let next = takePending(before: end) {
      if kept.contains(next.id) { assign(next) }
    }
  }

  /// Removes the recorded headings from block `id` on.
  mutating func truncateRecord(from id: BlockID) {
    assignPending(before: id)
    release(from: id)
    record?.pending = []
  }

  /// Returns the identifier of an ASCII text; nil for other texts.
  private static func ascii(_ text: String) -> String? {
    withUTF8(text) { bytes in
      var slug: [UInt8] = []
      slug.reserveCapacity(bytes.count)
      for byte in bytes {
        switch byte {
        case 0x20, 0x0A, 0x09: slug.append(UInt8(ascii: "-"))
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          slug.append(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
        case 0x80...: return nil
        default: break
        }
      }
      return String(decoding: slug, as: UTF8.self)
    }
  }

  private static func unicode(_ text: String) -> String {
    var base = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case " ", "\n", "\t": base.unicodeScalars.append("-")
      case "-", "_", "a"..."z", "0"..."9": base.unicodeScalars.append(scalar)
      default:
        if scalar.isASCII { continue }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
          base.unicodeScalars.append(scalar)
        default: break
        }
      }
    }
    return base
  }
}
