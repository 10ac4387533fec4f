extension RawGrammar {
  /// The maximum depth of nested rules in a record. A deeper grammar is not compiled.
  private static let deepest = 200

  /// Returns the record of the grammar: a table of its distinct texts, then its rules, which refer to the
  /// texts by number.
  ///
  /// - Returns: nil if the rules nest too deep.
  func record() -> [UInt8]? {
    var encoder = RuleEncoder(deepest: Self.deepest)
    encoder.append(scopeName)
    encoder.append(optional: name)
    encoder.append(optional: injectionSelector)
    encoder.append(optional: firstLineMatch)
    encoder.rules.append(number: fileTypes.count)
    for type in fileTypes { encoder.append(type) }
    encoder.append(patterns, depth: 0)
    encoder.append(repository, depth: 0)
    encoder.rules.append(number: injections.count)
    for (selector, rule) in injections {
      encoder.append(selector)
      encoder.append(rule, depth: 0)
    }
    guard !encoder.isTooDeep else { return nil }
    var writer = RecordWriter()
    writer.append(encoder.texts)
    writer.append(raw: encoder.rules.bytes)
    return writer.bytes
  }

  /// Decodes a record; returns nil if it is malformed.
  ///
  /// - Parameter path: The path of the source file, for messages.
  init?(record bytes: UnsafeRawBufferPointer, path: String?) {
    var reader = RecordReader(bytes)
    var decoder = RuleDecoder(texts: reader.strings(), reader: reader, deepest: Self.deepest)
    self.init(scopeName: decoder.text(), path: path)
    name = decoder.optionalText()
    injectionSelector = decoder.optionalText()
    firstLineMatch = decoder.optionalText()
    for _ in 0..<decoder.reader.count(ofSize: 4) { fileTypes.append(decoder.text()) }
    patterns = decoder.rules(depth: 0)
    repository = decoder.namedRules(depth: 0)
    for _ in 0..<decoder.reader.count(ofSize: 6) {
      let selector = decoder.text()
      injections.append((selector, decoder.rule(depth: 0)))
    }
    guard !decoder.reader.isBroken, decoder.reader.isAtEnd, !scopeName.isEmpty else { return nil }
  }

  /// The distinct sources of all patterns in the grammar, as they are written in the file.
  var patternTexts: Set<String> {
    var texts: Set<String> = []
    var pending = patterns + repository.values + injections.map(\.rule)
    while let rule = pending.popLast() {
      texts.formUnion([rule.match, rule.begin, rule.end, rule.while].compactMap { $0 })
      pending += rule.patterns ?? []
      pending += (rule.repository ?? [:]).values
      for captures in [rule.captures, rule.beginCaptures, rule.endCaptures, rule.whileCaptures] {
        pending += (captures ?? [:]).values
      }
    }
    return texts
  }
}

/// The members that a rule in a record has.
private struct RuleMembers: OptionSet {
  let rawValue: UInt16
  static let name = RuleMembers(rawValue: 1)
  static let contentName = RuleMembers(rawValue: 1 << 1)
  static let include = RuleMembers(rawValue: 1 << 2)
  static let match = RuleMembers(rawValue: 1 << 3)
  static let begin = RuleMembers(rawValue: 1 << 4)
  static let end = RuleMembers(rawValue: 1 << 5)
  static let `while` = RuleMembers(rawValue: 1 << 6)
  static let captures = RuleMembers(rawValue: 1 << 7)
  static let beginCaptures = RuleMembers(rawValue: 1 << 8)
  static let endCaptures = RuleMembers(rawValue: 1 << 9)
  static let whileCaptures = RuleMembers(rawValue: 1 << 10)
  static let patterns = RuleMembers(rawValue: 1 << 11)
  static let repository = RuleMembers(rawValue: 1 << 12)
  static let applyEndPatternLast = RuleMembers(rawValue: 1 << 13)
  static let disabled = RuleMembers(rawValue: 1 << 14)
}

private struct RuleEncoder {
  let deepest: Int
  var rules = RecordWriter()
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]
  private(set) var isTooDeep = false

  init(deepest: Int) { self.deepest = deepest }

  mutating func append(_ text: String) {
    if let known = numbers[text] { return rules.append(number: known) }
    rules.append(number: texts.count)
    numbers[text] = texts.count
    texts.append(text)
  }

  mutating func append(optional text: String?) {
    rules.append(byte: text == nil ? 0 : 1)
    if let text { append(text) }
  }

  mutating func append(_ list: [RawRule], depth: Int) {
    rules.append(number: list.count)
    for rule in list { append(rule, depth: depth) }
  }

  mutating func append(_ named: [String: RawRule], depth: Int) {
    rules.append(number: named.count)
    for (name, rule) in named.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      append(name)
      append(rule, depth: depth)
    }
  }

  private mutating func append(_ captures: [Int: RawRule], depth: Int) {
    rules.append(number: captures.count)
    for (group, rule) in captures.sorted(by: { $0.key < $1.key }) {
      rules.append(number: group)
      append(rule, depth: depth)
    }
  }

  mutating func append(_ rule: RawRule, depth: Int) {
    guard depth < deepest else {
      isTooDeep = true
      return
    }
    let texts: [(RuleMembers, String?)] = [
      (.name, rule.name), (.contentName, rule.contentName), (.include, rule.include), (.match, rule.match),
      (.begin, rule.begin), (.end, rule.end), (.while, rule.while),
    ]
    let captures: [(RuleMembers, [Int: RawRule]?)] = [
      (.captures, rule.captures), (.beginCaptures, rule.beginCaptures), (.endCaptures, rule.endCaptures),
      (.whileCaptures, rule.whileCaptures),
    ]
    var members: RuleMembers = []
    for (member, text) in texts where text != nil { members.insert(member) }
    for (member, rules) in captures where rules != nil { members.insert(member) }
    if rule.patterns != nil { members.insert(.patterns) }
    if rule.repository != nil { members.insert(.repository) }
    if rule.applyEndPatternLast { members.insert(.applyEndPatternLast) }
    if rule.disabled { members.insert(.disabled) }
    rules.append(number16: Int(members.rawValue))
    for case (_, let text?) in texts { append(text) }
    for case (_, let captures?) in captures { append(captures, depth: depth + 1) }
    if let patterns = rule.patterns { append(patterns, depth: depth + 1) }
    if let repository = rule.repository { append(repository, depth: depth + 1) }
  }
}

private struct RuleDecoder {
  let texts: [String]
  var reader: RecordReader
  let deepest: Int

  mutating func text() -> String {
    let number = reader.number()
    guard number < texts.count else {
      reader.fail()
      return ""
    }
    return texts[number]
  }

  mutating func optionalText() -> String? { reader.byte() == 0 ? nil : text() }

  mutating func rules(depth: Int) -> [RawRule] {
    let count = reader.count(ofSize: 2)
    var rules: [RawRule] = []
    rules.reserveCapacity(count)
    for _ in 0..<count { rules.append(rule(depth: depth)) }
    return rules
  }

  mutating func namedRules(depth: Int) -> [String: RawRule] {
    let count = reader.count(ofSize: 6)
    var rules: [String: RawRule] = [:]
    rules.reserveCapacity(count)
    for _ in 0..<count {
      let name = text()
      rules[name] = rule(depth: depth)
    }
    return rules
  }

  private mutating func captures(depth: Int) -> [Int: RawRule] {
    let count = reader.count(ofSize: 6)
    var rules: [Int: RawRule] = [:]
    rules.reserveCapacity(count)
    for _ in 0..<count {
      let group = reader.number()
      rules[group] = rule(depth: depth)
    }
    return rules
  }

  mutating func rule(depth: Int) -> RawRule {
    guard depth < deepest else {
      reader.fail()
      return RawRule()
    }
    let members = RuleMembers(rawValue: UInt16(reader.number16()))
    func has(_ member: RuleMembers) -> Bool { members.contains(member) }
    // The order of the arguments is the order in the record.
    let name = has(.name) ? text() : nil
    let contentName = has(.contentName) ? text() : nil
    let include = has(.include) ? text() : nil
    let match = has(.match) ? text() : nil
    let begin = has(.begin) ? text() : nil
    let end = has(.end) ? text() : nil
    let `while` = has(.while) ? text() : nil
    let captures = has(.captures) ? captures(depth: depth + 1) : nil
    let beginCaptures = has(.beginCaptures) ? self.captures(depth: depth + 1) : nil
    let endCaptures = has(.endCaptures) ? self.captures(depth: depth + 1) : nil
    let whileCaptures = has(.whileCaptures) ? self.captures(depth: depth + 1) : nil
    let patterns = has(.patterns) ? rules(depth: depth + 1) : nil
    let repository = has(.repository) ? namedRules(depth: depth + 1) : nil
    return RawRule(
      name: name, contentName: contentName, include: include, match: match, begin: begin, end: end,
      while: `while`, captures: captures, beginCaptures: beginCaptures, endCaptures: endCaptures,
      whileCaptures: whileCaptures, patterns: patterns, repository: repository,
      applyEndPatternLast: has(.applyEndPatternLast), disabled: has(.disabled))
  }
}
