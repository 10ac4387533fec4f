/// The superscript and subscript characters of Unicode.
enum ScriptCharacters {
  private static let raised: [Character: Character] = pairs(
    "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ"
      + "AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂαᵅβᵝγᵞδᵟθᶿφᵠχᵡ⊤ᵀ′′∘°,,")

  private static let lowered: [Character: Character] = pairs(
    "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ,,")

  private static func pairs(_ text: String) -> [Character: Character] {
    var table: [Character: Character] = [:]
    var iterator = text.makeIterator()
    while let plain = iterator.next(), let script = iterator.next() { table[plain] = script }
    return table
  }

  /// The maximum length of a script that is written with these characters. Longer scripts are easier to read
  /// as expressions.
  private static let longest = 8

  /// Returns the text of a node in script characters; nil if a character has no such form.
  static func text(of node: MathNode, raised isRaised: Bool) -> String? {
    var text = ""
    guard append(node, isRaised ? raised : lowered, to: &text), !text.isEmpty else { return nil }
    return text
  }

  private static func append(_ node: MathNode, _ table: [Character: Character], to text: inout String) -> Bool
  {
    switch node {
    case .atom(let atom):
      guard [nil, .roman, .italic, .sansSerif].contains(atom.alphabet) else { return false }
      return append(atom.text, table, to: &text)
    case .text(let string, .plain): return append(string, table, to: &text)
    case .function(let name, _): return append(name, table, to: &text)
    case .row(let nodes):
      for node in nodes {
        guard append(node, table, to: &text) else { return false }
      }
      return true
    case .space(let amount): return amount <= 5
    case .style(_, let node), .size(_, let node): return append(node, table, to: &text)
    default: return false
    }
  }

  private static func append(_ source: String, _ table: [Character: Character], to text: inout String) -> Bool
  {
    for character in source {
      guard let script = table[character], text.utf8.count < longest * 4 else { return false }
      text.append(script)
    }
    return true
  }

  /// The fractions that have a character of their own.
  fileprivate static let fractions: [String: String] = [
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗",
    "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/7": "⅐", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
    "1/9": "⅑", "1/10": "⅒",
  ]

  /// The combining marks over and under a single character, keyed by the accent's mark.
  static let combining: [String: String] = [
    "^": "\u{302}", "ˇ": "\u{30C}", "~": "\u{303}", "´": "\u{301}", "`": "\u{300}", "˙": "\u{307}",
    "¨": "\u{308}", "⃛": "\u{20DB}", "⃜": "\u{20DC}", "˘": "\u{306}", "¯": "\u{304}", "→": "\u{20D7}",
    "←": "\u{20D6}", "↔": "\u{20E1}", "˚": "\u{30A}", "‾": "\u{305}", "⇀": "\u{20D1}", "↼": "\u{20D0}",
  ]

  static let combiningBelow: [String: String] = [
    "‾": "\u{332}", "~": "\u{330}", "→": "\u{362}", "←": "\u{34D}",
  ]
}

extension MathFraction {
  /// The single character of the fraction, such as `½`; nil if there is none.
  var character: String? {
    guard hasBar, case .atom(let upper) = numerator, case .atom(let lower) = denominator else { return nil }
    return ScriptCharacters.fractions["\(upper.text)/\(lower.text)"]
  }

  var isCharacter: Bool { character != nil }
}
