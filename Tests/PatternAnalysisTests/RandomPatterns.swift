/// Makes up patterns out of pieces that are easily read wrongly.
struct RandomPatterns {
  var random: RandomSource
  private var groupCount = 0

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  mutating func pattern() -> String {
    groupCount = 0
    var pattern = alternatives(depth: 3)
    if random.below(5) == 0 { pattern = "(?i)" + pattern }
    if random.below(12) == 0 { pattern = "(?x)" + pattern }
    return pattern
  }

  private mutating func alternatives(depth: Int) -> String {
    let count = random.below(3) == 0 ? 2 + random.below(2) : 1
    return joined(count, by: "|") { $0.random.below(12) == 0 ? "" : $0.sequence(depth: depth) }
  }

  private mutating func joined(
    _ count: Int, by separator: String, _ piece: (inout RandomPatterns) -> String
  ) -> String {
    var pieces: [String] = []
    for _ in 0..<count { pieces.append(piece(&self)) }
    return pieces.joined(separator: separator)
  }

  private mutating func sequence(depth: Int) -> String {
    joined(1 + random.below(4), by: "") { $0.quantified($0.atom(depth: max(depth, 0))) }
  }

  private mutating func quantified(_ atom: String) -> String {
    let unrepeatable = [
      "(?=", "(?!", "(?<", "(?i)", "(?m)", "(?#", "^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\G",
    ]
    if unrepeatable.contains(where: { atom.hasPrefix($0) }) { return atom }
    switch random.below(10) {
    case 0, 1: return atom + random.pick(["*", "+", "?"])
    case 2: return atom + random.pick(["*?", "+?", "??", "*+", "++", "?+"])
    case 3:
      return atom
        + random.pick([
          "{2}", "{0,2}", "{1,3}", "{2,}", "{,2}", "{2}?", "{1,2}?", "{0}", "{2}+", "{1,2}+", "{1}", "{2,1}",
          "{1,0}", "{3,1}?", "{",
          "{a}",
        ])
    default: return atom
    }
  }

  private mutating func atom(depth: Int) -> String {
    switch random.below(depth > 0 ? 30 : 14) {
    case 0...4:
      return random.pick([
        "a", "b", "c", "s", "k", "f", "t", "i", "x", "ab", "ss", "st", "fi", "if", "else", "_", "1", "\\(",
        "é", "ß",
        "日", "-", "=", ";", ":", " ", "\"", "K", "S", "]", "}",
      ])
    case 5, 6: return characterClass(depth: 2)
    case 7:
      return random.pick([
        ".", "\\w", "\\W", "\\s", "\\S", "\\d", "\\D", "\\h", "\\H", "\\N", "\\O", "\\R", "\\n", "\\t", "\\v",
        "\\p{Alpha}", "\\p{^Alnum}", "\\P{L}", "\\p{^Lu}", "\\p{S}", "\\p{P}", "\\x{e9}", "\\x61", "\\u00e9",
        "\\p{N}",
        "\\p{Sm}",
      ])
    case 8, 9: return random.pick(["\\b", "\\B", "^", "$", "\\A", "\\z", "\\Z", "\\G"])
    case 10:
      return groupCount > 0
        ? random.pick([
          "\\1", "\\\(groupCount)", "\\k<1>", "(?i)", "(?#c)", "\\g<1>", "\\g<\(groupCount)>?",
          "(?:x|\\g<1>)",
        ])
        : random.pick(["(?i)", "(?#c)", "(?m)"])
    case 11, 12, 13: return random.pick(["a", "b", "ab", "abc", " ", "ba"])
    case 14...17:
      groupCount += 1
      return "(" + alternatives(depth: depth - 1) + ")"
    case 18...20: return "(?:" + alternatives(depth: depth - 1) + ")"
    case 21: return "(?>" + alternatives(depth: depth - 1) + ")"
    case 22, 23: return "(?=" + alternatives(depth: depth - 1) + ")"
    case 24, 25: return "(?!" + alternatives(depth: depth - 1) + ")"
    case 26: return "(?<=" + behind(depth: depth - 1) + ")"
    case 27: return "(?<!" + behind(depth: depth - 1) + ")"
    case 28: return random.pick(["(?i:", "(?m:", "(?x: ", "(?-i:"]) + alternatives(depth: depth - 1) + ")"
    default:
      let words = [
        "a", "ab", "abc", "if", "int", "in", "else", "elif", "b", "ba", "s", "ss", "st", "is", "fi", "k", "",
      ]
      return "(?:" + joined(2 + random.below(4), by: "|") { $0.random.pick(words) } + ")"
    }
  }

  private mutating func behind(depth: Int) -> String {
    if random.below(3) == 0 { return alternatives(depth: depth) }
    let pieces = [
      "a", "b", "ab", "^", "\\s", "\\w", "[a-c]", "x", "é", "\\.", "ss", "\\b", "$", "\\G", "[^a]", "(?:^|a)",
      "(?:a|bc)", "(a)", "(?:ab|x)s", "(?<!a)b", "a?b", "(?i:s)", "(?i:ab)", "a{1,2}", "",
    ]
    return joined(1 + random.below(3), by: "|") { $0.random.pick(pieces) }
  }

  private mutating func characterClass(depth: Int) -> String {
    let items = [
      "a", "b", "s", "k", "f", "a-c", "x-z", "A-Z", "\\w", "\\d", "\\s", "\\W", "\\S", "\\h", "é", "à-ü", "ß",
      "\\x{100}-\\x{10FFFF}", "\\n", "-", "_", " ", ".", "(", "\\]", "[:alpha:]", "[:^alnum:]", "[:^space:]",
      "\\p{L}",
      "\\p{Lu}",
      "\\t", "\\x41-\\x44", "&", "#", ":", "\\-", "[:punct:]", "\\0-\\x{9F}",
    ]
    var text = random.below(3) == 0 ? "[^" : "["
    text += joined(1 + random.below(3), by: "") { $0.random.pick(items) }
    if depth > 0, random.below(6) == 0 { text += characterClass(depth: depth - 1) }
    if random.below(8) == 0 { text += "&&" + random.pick(["a-c", "\\w", "[^b]", "[^\\d]", "^x"]) }
    return text + "]"
  }
}
