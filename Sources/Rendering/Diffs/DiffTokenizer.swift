internal import StyledRuns
internal import TextMate

/// Tokenizes the lines of a diff: its headers with the grammar of diffs, and the code after the signs of a
/// hunk in the language of the file that the headers name.
///
/// ```diff
/// --- a/main.swift
/// +++ b/main.swift
/// @@ -1,2 +1,2 @@
///  import Foundation
/// -let x = 1
/// +let x = 2
/// ```
///
/// The tokens of a line depend on the preceding lines only. The old and the new side of a hunk are tokenized
/// as texts of their own, each from the start of the hunk. All grammars share one work budget
/// (`LineState.carriedWork`), so that many short hunks cannot exceed the limits of one text. The scopes of
/// code begin with those of its line, such as `markup.inserted.diff`, so that a theme can show both.
///
/// Not thread-safe. States and scope stacks are numbered by this tokenizer.
final class DiffTokenizer {
  /// Returns the tokenizer for the language of a file; nil if the file's code remains plain.
  typealias Embedding = (_ path: String) -> (language: LanguageID, tokenizer: Tokenizer)?

  /// The state between two lines. The elements are those of `LineState`.
  private struct DiffState: Hashable {
    /// The state of the grammar of diffs.
    var diff: UInt32 = 0
    /// The number of the embedded language, from 1; 0 for none.
    var language = 0
    /// The number of lines of either side that the hunk still lacks.
    var (old, new) = (0, 0)
    /// Whether a hunk has begun. Further lines with signs belong to the hunk, although its header counts
    /// fewer lines, as models often write it.
    var isInHunk = false
    /// The states of the code on either side.
    var oldCode: UInt32 = 0
    var newCode: UInt32 = 0
  }

  private struct Embedded {
    var id: LanguageID
    var tokenizer: Tokenizer
    /// The state at the start of a hunk.
    var root: UInt32
  }

  /// The part of the diff that a line of code belongs to.
  private enum DiffSide: UInt32 {
    case same, inserted, deleted
  }

  private let diff: Tokenizer
  private let lineLength: Int
  private let embedding: Embedding
  private var embedded: [Embedded] = []
  private var states = [DiffState()]
  private var numbers: [DiffState: UInt32] = [DiffState(): 0]
  private var scratch: [Token] = []
  /// The document's scope stack for each of the numbered stacks.
  private var stacks: [UInt32: ScopeStackID] = [:]

  /// The maximum number of languages in one diff. The code of further languages is plain.
  private static let maximumLanguages = 100
  // A number of a scope stack holds the side in its upper 2 bits, then the language in 8, then the stack.
  private static let (sideShift, languageShift) = (UInt32(30), UInt32(22))

  init(diff: Tokenizer, limits: TokenizerLimits, embedding: @escaping Embedding) {
    self.diff = diff
    lineLength = limits.lineLength
    self.embedding = embedding
  }

  /// Tokenizes a line and appends its tokens.
  func tokenize(
    _ line: UnsafeBufferPointer<UInt8>, from start: LineState, into tokens: inout [Token]
  ) -> LineResult {
    var state = states.indices.contains(Int(start.element)) ? states[Int(start.element)] : DiffState()
    let first = tokens.count
    var result = diff.tokenize(
      line, from: LineState(element: state.diff, carriedWork: start.carriedWork), into: &tokens)
    state.diff = result.state.element
    if let side = side(of: line, in: &state) {
      tokenizeCode(line, side, &state, &result, from: first, into: &tokens)
    } else if line.first != UInt8(ascii: "\\") {
      readHeader(line, &state)
    }
    result.state = LineState(element: number(of: state), carriedWork: result.state.carriedWork)
    return result
  }

  private func number(of state: DiffState) -> UInt32 {
    if let known = numbers[state] { return known }
    let number = UInt32(states.count)
    states.append(state)
    numbers[state] = number
    return number
  }

  // MARK: Lines

  /// Returns the side of a line in a hunk, and counts the line; nil if the line belongs to no hunk.
  private func side(of line: UnsafeBufferPointer<UInt8>, in state: inout DiffState) -> DiffSide? {
    guard state.isInHunk else { return nil }
    let isCounted = state.old > 0 || state.new > 0
    switch line.first {
    case UInt8(ascii: "+") where isCounted || !line.starts(with: "+++ ".utf8):
      state.new = max(state.new - 1, 0)
      return .inserted
    case UInt8(ascii: "-") where isCounted || !line.starts(with: "--- ".utf8):
      state.old = max(state.old - 1, 0)
      return .deleted
    case 0x20: break
    // Editors strip the space of an empty line.
    case nil where isCounted: break
    default: return nil
    }
    (state.old, state.new) = (max(state.old - 1, 0), max(state.new - 1, 0))
    return .same
  }

  private func readHeader(_ line: UnsafeBufferPointer<UInt8>, _ state: inout DiffState) {
    (state.old, state.new) = (0, 0)
    if line.starts(with: "@@".utf8) {
      let text = Substring(String(decoding: line, as: UTF8.self))
      if let range = UnifiedDiff.ranges(text) {
        // Counts beyond any file would keep the hunk open for ever.
        (state.old, state.new) = (min(range.old, 1 << 40), min(range.new, 1 << 40))
      }
      state.isInHunk = true
      let root = state.language > 0 ? embedded[state.language - 1].root : 0
      (state.oldCode, state.newCode) = (root, root)
      return
    }
    state.isInHunk = false
    let isNew = line.starts(with: "+++ ".utf8)
    if isNew || line.starts(with: "--- ".utf8) {
      let text = Substring(String(decoding: line.dropFirst(4), as: UTF8.self))
      // A file that was deleted has no new path.
      if let path = UnifiedDiff.path(text) { state.language = language(ofFile: path) }
    } else if line.starts(with: "diff ".utf8) {
      state.language = 0
    }
  }

  private func language(ofFile path: String) -> Int {
    guard let (id, tokenizer) = embedding(path) else { return 0 }
    if let known = embedded.firstIndex(where: { $0.id == id }) { return known + 1 }
    guard embedded.count < Self.maximumLanguages else { return 0 }
    let root = tokenizer.tokenize("", from: .initial).result.state.element
    embedded.append(Embedded(id: id, tokenizer: tokenizer, root: root))
    return embedded.count
  }

  /// Replaces the tokens after the sign of a line by those of its code.
  private func tokenizeCode(
    _ line: UnsafeBufferPointer<UInt8>, _ side: DiffSide, _ state: inout DiffState,
    _ result: inout LineResult,
    from first: Int, into tokens: inout [Token]
  ) {
    guard state.language > 0 else { return }
    let tokenizer = embedded[state.language - 1].tokenizer
    let isCut = line.count > lineLength
    let end = isCut ? Self.boundary(in: line, before: lineLength) : line.count
    let code = UnsafeBufferPointer(rebasing: line[min(1, end)..<max(end, min(1, end))])
    func tokenize(_ element: inout UInt32) {
      let after = tokenizer.tokenize(
        code, from: LineState(element: element, carriedWork: result.state.carriedWork), into: &scratch)
      // After a line that is too long, the next one starts in the same state.
      if !isCut { element = after.state.element }
      result.state = LineState(element: result.state.element, carriedWork: after.state.carriedWork)
      result.isLimited = result.isLimited || after.isLimited
    }
    if side == .same, state.oldCode != state.newCode { tokenize(&state.oldCode) }
    scratch.removeAll(keepingCapacity: true)
    switch side {
    case .deleted: tokenize(&state.oldCode)
    case .inserted: tokenize(&state.newCode)
    case .same:
      let isOne = state.oldCode == state.newCode
      tokenize(&state.newCode)
      if isOne { state.oldCode = state.newCode }
    }
    guard line.count > 1 else { return }
    let sign = tokens[first].scopes
    tokens.removeSubrange(first...)
    tokens.append(Token(end: 1, scopes: sign))
    let base = side.rawValue << Self.sideShift | UInt32(state.language) << Self.languageShift
    for token in scratch where token.end > 0 {
      tokens.append(
        Token(end: token.end + 1, scopes: TokenScopeStackID(rawValue: base | token.scopes.rawValue)))
    }
    if isCut { tokens.append(Token(end: UInt32(clamping: line.count), scopes: .init(rawValue: base))) }
  }

  /// Returns the last character boundary at or before an offset.
  private static func boundary(in line: UnsafeBufferPointer<UInt8>, before limit: Int) -> Int {
    var end = max(0, limit)
    while end > 0, line[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  // MARK: Scopes

  /// Returns the document's scope stack for a token.
  func stack(for token: TokenScopeStackID, in scopes: inout ScopeTable) -> ScopeStackID {
    let number = token.rawValue
    guard number != 0 else { return .empty }
    if let known = stacks[number] { return known }
    let list = TokenScopeStackID(rawValue: number & (1 << Self.languageShift - 1))
    let base = number - list.rawValue
    let language = Int(base >> Self.languageShift & 0xFF)
    let stack: ScopeStackID
    if language > 0, list == .empty {
      stack = lineScopes(of: DiffSide(rawValue: base >> Self.sideShift) ?? .same, in: &scopes)
    } else {
      let tokenizer = language > 0 ? embedded[language - 1].tokenizer : diff
      let parent = TokenScopeStackID(rawValue: base | tokenizer.parent(of: list).rawValue)
      stack = scopes.push(tokenizer.innermostScope(of: list), onto: self.stack(for: parent, in: &scopes))
    }
    stacks[number] = stack
    return stack
  }

  private func lineScopes(of side: DiffSide, in scopes: inout ScopeTable) -> ScopeStackID {
    let root = scopes.push("source.diff", onto: .empty)
    switch side {
    case .same: return root
    case .inserted: return scopes.push("markup.inserted.diff", onto: root)
    case .deleted: return scopes.push("markup.deleted.diff", onto: root)
    }
  }
}
