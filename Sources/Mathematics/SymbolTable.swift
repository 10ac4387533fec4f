/// The known commands and characters. They are loaded from `Data/symbols.txt` on first use.
struct SymbolTable: Sendable {
  /// The meaning of a command.
  enum SymbolEntry: Sendable {
    case atom(MathAtom)
    case function(name: String, takesLimits: Bool)
    /// A mark above or below an argument.
    case accent(mark: String, isUnder: Bool, isWide: Bool)
    /// An arrow that stretches with its labels.
    case extensible(String)
    case alphabet(MathAlphabet)
    case text(MathTextStyle)
    /// A space in 1/18 em.
    case space(Int)
    /// A command that is ignored.
    case skip
    case size(Int)
    case style(MathStyle)
    /// A size command. The number is the level of `\big`; the letter after the command determines the spacing
    /// class.
    case sized(Int)
    case command(Command)
  }

  /// Commands whose arguments the parser handles.
  enum Command: String, Sendable {
    case frac, dfrac, tfrac, cfrac, binom, dbinom, tbinom, genfrac, over, atop, choose, brace, brack, sqrt
    case left, right, middle, begin, end, limits, nolimits, operatorname, operatornamewithlimits
    case overset, underset, stackrel, stackbin, substack, color, textcolor, colorbox, fcolorbox, boxed, fbox
    case cancel, bcancel, xcancel, sout, phantom, hphantom, vphantom, smash, mathllap, mathrlap, mathclap
    case llap, rlap, clap, mathop, mathbin, mathrel, mathopen, mathclose, mathpunct, mathord, mathinner
    case pmod, bmod, pod, mod, not, hspace, hskip, mskip, mkern, kern, mspace, rule, tag, label, href, url
    case newcommand, renewcommand, providecommand, def, gdef, DeclareMathOperator
    case bra, ket, braket, Bra, Ket, Braket, ce, iff, implies, impliedby, ensuremath, hline, hdashline, cr
    case TeX, LaTeX, prime
  }

  private var entries: [String: SymbolEntry] = [:]
  private var characters: [String: MathAtom] = [:]

  static let shared = SymbolTable(String(decoding: PackageResources.symbols_txt, as: UTF8.self))

  /// Returns the meaning of a command.
  ///
  /// - Parameter name: The command without its backslash.
  func entry(_ name: String) -> SymbolEntry? { entries[name] }

  /// Returns the symbol for a typed character.
  func atom(character: String) -> MathAtom? { characters[character] }

  init(_ source: String) {
    entries.reserveCapacity(1024)
    characters.reserveCapacity(1024)
    var section: Substring = ""
    for line in source.split(separator: "\n") where !line.hasPrefix("# ") {
      if line.hasPrefix("["), line.hasSuffix("]"), !line.contains(" ") {
        section = line.dropFirst().dropLast()
        continue
      }
      var words = line.split(separator: " ")[...]
      while let name = words.popFirst() {
        let value = section == "skip" || section == "command" ? "" : String(words.popFirst() ?? "")
        if let entry = Self.entry(String(name), value, in: section) { add(entry, String(name)) }
      }
    }
  }

  private mutating func add(_ entry: SymbolEntry, _ name: String) {
    entries[name] = entry
    if case .atom(let atom) = entry, characters[atom.text] == nil { characters[atom.text] = atom }
  }

  private static func entry(_ name: String, _ value: String, in section: Substring) -> SymbolEntry? {
    switch section {
    case "function", "limit":
      let shown = value.contains("_") ? String(value.map { $0 == "_" ? "\u{2009}" : $0 }) : value
      return .function(name: shown, takesLimits: section == "limit")
    case "over", "under":
      let isWide =
        name.hasPrefix("wide") || name.hasPrefix("over") || name.hasPrefix("under") || name.hasPrefix("Over")
      return .accent(mark: value, isUnder: section == "under", isWide: isWide)
    case "extensible": return .extensible(value)
    case "alphabet": return MathAlphabet(rawValue: value).map(SymbolEntry.alphabet)
    case "text": return MathTextStyle(rawValue: value).map(SymbolEntry.text)
    case "space": return Int(value).map(SymbolEntry.space)
    case "skip": return .skip
    case "size": return Int(value).map(SymbolEntry.size)
    case "style": return MathStyle(rawValue: value).map(SymbolEntry.style)
    case "sized": return Int(value).map(SymbolEntry.sized)
    case "command": return Command(rawValue: name).map(SymbolEntry.command)
    default: return MathAtom.AtomKind(rawValue: String(section)).map { .atom(MathAtom(value, $0)) }
    }
  }
}
