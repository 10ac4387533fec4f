/// Creates a ``RawGrammar`` from a parsed file in any format.
///
/// VS Code reads grammars without a schema and ignores members of a wrong type. The decoder does the same,
/// and reports each such member.
struct RawGrammarDecoder {
  private(set) var issues: [LoadIssue] = []
  /// The path from the root to the current value.
  private var location: [String] = []
  /// The maximum number of issues to keep, so that a nonsensical file cannot fill the memory.
  private static let issueLimit = 200
  /// Distinct names and includes, each stored once, because grammars repeat most of them.
  private var words: Set<String> = []

  /// Decodes a grammar.
  ///
  /// - Throws: ``LoadError`` with `content` if the file is not a grammar: it is not an object or has no scope
  ///   name.
  mutating func decode(_ tree: DataTree) throws(LoadError) -> RawGrammar {
    let root = tree.root
    guard root.kind == .object else {
      throw LoadError(
        code: .content, message: "not a grammar: the file holds \(root.kindName)", path: tree.path)
    }
    guard let scopeName = root["scopeName"]?.string, !scopeName.isEmpty else {
      throw LoadError(
        code: .content, message: "not a grammar: it has no \"scopeName\"", path: tree.path)
    }
    var grammar = RawGrammar(scopeName: scopeName, path: tree.path)
    for (name, value) in root.members {
      location.append(name)
      defer { location.removeLast() }
      switch name {
      case "name": grammar.name = text(value)
      case "patterns": grammar.patterns = rules(value) ?? []
      case "repository": grammar.repository = namedRules(value) ?? [:]
      case "injections": grammar.injections = injections(value)
      case "injectionSelector": grammar.injectionSelector = text(value)
      case "firstLineMatch": grammar.firstLineMatch = text(value)
      case "fileTypes": grammar.fileTypes = texts(value)
      default: break
      }
    }
    return grammar
  }

  private mutating func report(_ message: String, at value: DataValue) {
    guard issues.count < Self.issueLimit else { return }
    let place = value.position
    issues.append(
      LoadIssue(
        message: message, location: Self.joined(location), line: place.line, column: place.column))
  }

  private static func joined(_ location: [String]) -> String {
    var text = ""
    for part in location {
      if !text.isEmpty, !part.hasPrefix("[") { text += "." }
      text += part
    }
    return text
  }

  private mutating func text(_ value: DataValue) -> String? {
    if let string = value.string { return string }
    report("expected a string, found \(value.kindName)", at: value)
    return nil
  }

  /// Returns a text that has probably occurred before, from the set of distinct texts.
  private mutating func word(_ value: DataValue) -> String? {
    guard let text = text(value) else { return nil }
    // A string of up to 15 bytes is stored inline.
    return text.utf8.count <= 15 ? text : words.insert(text).memberAfterInsert
  }

  private mutating func texts(_ value: DataValue) -> [String] {
    guard value.kind == .array else {
      report("expected an array, found \(value.kindName)", at: value)
      return []
    }
    return value.elements.compactMap(\.string)
  }

  private mutating func rules(_ value: DataValue) -> [RawRule]? {
    guard value.kind == .array else {
      report("expected an array of rules, found \(value.kindName)", at: value)
      return nil
    }
    var rules: [RawRule] = []
    var index = 0
    for element in value.elements {
      location.append("[\(index)]")
      if element.kind == .object {
        rules.append(rule(element))
      } else {
        report("expected a rule, found \(element.kindName)", at: element)
      }
      location.removeLast()
      index += 1
    }
    return rules
  }

  private mutating func namedRules(_ value: DataValue) -> [String: RawRule]? {
    guard value.kind == .object else {
      report("expected an object of rules, found \(value.kindName)", at: value)
      return nil
    }
    var rules: [String: RawRule] = [:]
    for (name, member) in value.members {
      location.append(name)
      if member.kind == .object {
        rules[name] = rule(member)
      } else {
        report("expected a rule, found \(member.kindName)", at: member)
        // An include of this name is valid, but matches nothing.
        rules[name] = RawRule()
      }
      location.removeLast()
    }
    return rules
  }

  private mutating func injections(_ value: DataValue) -> [(selector: String, rule: RawRule)] {
    guard value.kind == .object else {
      report("expected an object of rules, found \(value.kindName)", at: value)
      return []
    }
    var rules: [(selector: String, rule: RawRule)] = []
    for (selector, member) in value.members {
      location.append("[\(selector)]")
      if member.kind == .object {
        let rule = rule(member)
        // As in JavaScript, a repeated name keeps its first position and its last value.
        if let known = rules.firstIndex(where: { $0.selector == selector }) {
          rules[known].rule = rule
        } else {
          rules.append((selector, rule))
        }
      } else {
        report("expected a rule, found \(member.kindName)", at: member)
      }
      location.removeLast()
    }
    return rules
  }

  /// Decodes captures by group number: an object whose names are numbers, or an array.
  private mutating func captures(_ value: DataValue) -> [Int: RawRule]? {
    var captures: [Int: RawRule] = [:]
    switch value.kind {
    case .object:
      for (name, member) in value.members {
        location.append(name)
        if let group = Int(name), group >= 0, group <= Self.highestGroup {
          captures[group] = capture(member)
        } else {
          report("expected a group's number, found \"\(name)\"", at: member)
        }
        location.removeLast()
      }
    case .array:
      var group = 0
      for element in value.elements where group <= Self.highestGroup {
        location.append("[\(group)]")
        captures[group] = capture(element)
        location.removeLast()
        group += 1
      }
    default:
      report("expected captures, found \(value.kindName)", at: value)
      return nil
    }
    return captures
  }

  /// The regex library's limit for numbered groups (`ONIG_MAX_CAPTURE_GROUP_NUM`).
  private static let highestGroup = 32767

  private mutating func capture(_ value: DataValue) -> RawRule? {
    guard value.kind == .object else {
      report("expected a capture's rule, found \(value.kindName)", at: value)
      return nil
    }
    return rule(value)
  }

  private mutating func rule(_ value: DataValue) -> RawRule {
    var draft = RuleDraft()
    for (name, member) in value.members {
      // The known members with their paths. All other members are comments.
      location.append(name)
      switch name {
      case "name": draft.name = word(member)
      case "contentName": draft.contentName = word(member)
      case "include": draft.include = word(member)
      case "match": draft.match = text(member)
      case "begin": draft.begin = text(member)
      case "end": draft.end = text(member)
      case "while": draft.while = text(member)
      case "captures": draft.captures = captures(member)
      case "beginCaptures": draft.beginCaptures = captures(member)
      case "endCaptures": draft.endCaptures = captures(member)
      case "whileCaptures": draft.whileCaptures = captures(member)
      case "patterns": draft.patterns = rules(member)
      case "repository": draft.repository = namedRules(member)
      case "applyEndPatternLast": draft.applyEndPatternLast = member.isTruthy
      case "disabled": draft.disabled = member.isTruthy
      default: break
      }
      location.removeLast()
    }
    return draft.rule
  }
}

/// A rule whose members are still being read.
private struct RuleDraft {
  var name: String?
  var contentName: String?
  var include: String?
  var match: String?
  var begin: String?
  var end: String?
  var `while`: String?
  var captures: [Int: RawRule]?
  var beginCaptures: [Int: RawRule]?
  var endCaptures: [Int: RawRule]?
  var whileCaptures: [Int: RawRule]?
  var patterns: [RawRule]?
  var repository: [String: RawRule]?
  var applyEndPatternLast = false
  var disabled = false

  var rule: RawRule {
    RawRule(
      name: name, contentName: contentName, include: include, match: match, begin: begin, end: end,
      while: `while`, captures: captures, beginCaptures: beginCaptures, endCaptures: endCaptures,
      whileCaptures: whileCaptures, patterns: patterns, repository: repository,
      applyEndPatternLast: applyEndPatternLast, disabled: disabled)
  }
}
