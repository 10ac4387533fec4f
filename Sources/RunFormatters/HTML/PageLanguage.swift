import StyledRuns

/// The language and direction of a page without a stated language, derived from its text.
///
/// ```swift
/// PageLanguage(of: document.blocks).tag  // "ja" for a text with kana, nil for a text in French
/// ```
///
/// A wrong language makes a screen reader mispronounce the whole page, and without a language the screen
/// reader uses the user's choice. So only clear evidence counts: scripts of a single language, letters that
/// distinguish a language, and the most common English words.
struct PageLanguage {
  private var census = LetterCensus()
  private var isComplete = false

  /// The maximum number of bytes of text that are examined.
  static let maximumBytes = 1 << 13

  /// Examines no text yet.
  init() {}

  init(of blocks: [Block]) { add(blocks) }

  /// Examines the texts of several documents together.
  init(of documents: some Sequence<[Block]>) {
    for blocks in documents { add(blocks) }
  }

  /// Examines more text, unless enough text was examined.
  mutating func add(_ blocks: [Block]) {
    if !isComplete { isComplete = !census.add(blocks, upTo: Self.maximumBytes) }
  }

  /// The language tag for `lang` (BCP 47); nil if the language is uncertain.
  var tag: String? { census.language }

  /// The direction of most letters; nil for a text without letters.
  var direction: TextDirection? { census.direction }

  /// Parses a language that an author wrote, such as `pt_BR` or `en-GB`; returns nil for a text that is not a
  /// language tag, such as `English`.
  static func tag(written name: String) -> String? {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard name.utf8.count <= 35, let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }),
      parts.dropFirst().allSatisfy({ part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
      })
    else { return nil }
    return parts.joined(separator: "-")
  }

  /// Returns the writing direction of a language; nil if its script is unknown.
  static func direction(ofTag tag: String) -> TextDirection? {
    let parts = tag.lowercased().split(separator: "-")
    for script in parts.dropFirst() where script.utf8.count == 4 {
      return ["arab", "hebr", "syrc", "thaa", "nkoo", "adlm"].contains(script) ? .rightToLeft : .leftToRight
    }
    let isRightToLeft = [
      "ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi", "iw",
    ].contains(parts.first ?? "")
    return isRightToLeft ? .rightToLeft : nil
  }
}

/// Counts the letters of a text by script.
private struct LetterCensus {
  private enum WritingSystem: Hashable {
    case latin, han, kana, arabic, cyrillic, other
    /// A script that is used by practically one language.
    case language(String)
  }

  private var bytes = 0
  private var counts: [WritingSystem: Int] = [:]
  private var leftToRight = 0
  private var rightToLeft = 0
  /// The scripts with letters that the script's presumed language does not use.
  private var strangers: Set<WritingSystem> = []
  private var hasRussianLetters = false
  private var words = 0
  private var englishWords = 0

  /// Adds the text of blocks except code, until `limit` bytes are counted; then returns `false`.
  mutating func add(_ blocks: [Block], upTo limit: Int) -> Bool {
    for block in BlockWalk(blocks) {
      switch block.content {
      case .paragraph(let inlines): add(inlines, upTo: limit)
      case .heading(let heading): add(heading.inlines, upTo: limit)
      case .table(let table):
        for row in [table.header] + table.rows {
          for cell in row.cells where bytes < limit { add(cell, upTo: limit) }
          guard bytes < limit else { break }
        }
      case .quote, .list, .listItem, .footnote, .element, .code, .html, .thematicBreak, .frontMatter: break
      }
      guard bytes < limit else { return false }
    }
    return true
  }

  private mutating func add(_ inlines: Inlines, upTo limit: Int) {
    withUTF8(inlines.text) { text in
      var cursor = RunCursor(text)
      for run in inlines.runs where bytes < limit {
        let piece = cursor.next(run.length)
        if run.kind == .text { add(UnsafeBufferPointer(rebasing: piece.prefix(limit - bytes))) }
      }
    }
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    bytes += max(text.count, 1)
    var word: [UInt8] = []
    var letters = 0
    for letter in String(decoding: text, as: UTF8.self).unicodeScalars {
      if letter.isASCII, (0x61...0x7A).contains(letter.value | 0x20) {
        word.append(UInt8(letter.value) | 0x20)
        letters += 1
        continue
      }
      endWord(&word)
      if letter.value >= 0x80, letter.properties.isAlphabetic { add(letter) }
    }
    endWord(&word)
    count(.latin, letters)
  }

  private mutating func endWord(_ word: inout [UInt8]) {
    guard !word.isEmpty else { return }
    words += 1
    if Self.englishWords.contains(String(decoding: word, as: UTF8.self)) { englishWords += 1 }
    word.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ script: WritingSystem, _ number: Int = 1) {
    guard number > 0 else { return }
    counts[script, default: 0] += number
    if script == .arabic || script == .language("he") { rightToLeft += number } else { leftToRight += number }
  }

  private mutating func add(_ letter: Unicode.Scalar) {
    switch letter.value {
    case 0xAA...0x24F, 0x1E00...0x1EFF: count(.latin)
    case 0x370...0x3FF: count(.language("el"))
    case 0x400...0x52F:
      count(.cyrillic)
      switch letter.value {
      // Letters that Bulgarian, Macedonian, Serbian and Ukrainian do not use.
      case 0x42B, 0x42D, 0x44B, 0x44D: hasRussianLetters = true
      case 0x401, 0x410...0x44F, 0x451: break
      default: strangers.insert(.cyrillic)
      }
    case 0x531...0x587: count(.language("hy"))
    case 0x5D0...0x5EA: count(.language("he"))
    case 0x5EF...0x5F4:
      count(.language("he"))
      strangers.insert(.language("he"))  // Yiddish
    case 0x620...0x64A, 0x66E...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
      count(.arabic)
      if (0x66E...0x77F).contains(letter.value) { strangers.insert(.arabic) }  // Persian, Urdu and others
    case 0xB80...0xBFF: count(.language("ta"))
    case 0xC00...0xC7F: count(.language("te"))
    case 0xC80...0xCFF: count(.language("kn"))
    case 0xD00...0xD7F: count(.language("ml"))
    case 0xD80...0xDFF: count(.language("si"))
    case 0xE00...0xE7F: count(.language("th"))
    case 0xE80...0xEFF: count(.language("lo"))
    case 0x10D0...0x10FF: count(.language("ka"))
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: count(.language("ko"))
    case 0x1780...0x17FF: count(.language("km"))
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: count(.kana)
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: count(.han)
    default:
      counts[.other, default: 0] += 1
      if TextDirection.isRightToLeft(letter) { rightToLeft += 1 } else { leftToRight += 1 }
    }
  }

  var direction: TextDirection? {
    guard leftToRight + rightToLeft > 0 else { return nil }
    return rightToLeft > leftToRight ? .rightToLeft : .leftToRight
  }

  /// The language of the script with the most letters. A Chinese or Japanese character counts twice, because
  /// texts in these languages contain many names and terms in Latin letters.
  var language: String? {
    let (han, kana) = (counts[.han] ?? 0, counts[.kana] ?? 0)
    var weights = counts
    weights[.han] = nil
    weights[.kana] = nil
    let eastAsian = 2 * (han + kana)
    let all = weights.values.reduce(0, +) + eastAsian
    guard all > 0 else { return nil }
    if eastAsian * 2 > all {
      if kana * 20 > han { return "ja" }
      return kana == 0 ? "zh" : nil
    }
    guard let (script, count) = weights.max(by: { $0.value < $1.value }), count * 2 > all,
      !strangers.contains(script)
    else { return nil }
    switch script {
    case .latin: return isEnglish ? "en" : nil
    case .arabic: return "ar"
    case .cyrillic: return hasRussianLetters ? "ru" : nil
    case .language(let tag): return tag
    case .han, .kana, .other: return nil
    }
  }

  /// Whether at least every 20th word is one of the most common English words, which other languages hardly
  /// contain.
  private var isEnglish: Bool { englishWords >= 2 && englishWords * 20 >= words }

  /// The most common English words that are not words of other languages.
  private static let englishWords: Set<String> = [
    "and", "been", "because", "from", "its", "not", "than", "that", "the", "their", "them", "then", "there",
    "these",
    "they", "this", "what", "when", "where", "which", "with", "would", "you", "your",
  ]
}
