import Foundation
import StyledRuns
import Testing
import TextMate

/// Colours of real scope stacks in real themes, against a resolver without a trie.
@Suite("Themes of VS Code", .enabled(if: ConformanceData.root != nil))
struct ThemesConformanceTests {
  /// Says the colour of a stack by going over all rules, each time: slow, and too simple to be wrong.
  private struct PlainResolver {
    struct Rule {
      var leaf: String
      /// Innermost first.
      var parents: [String]
      var foreground: String
      var order: Int
    }

    var rules: [Rule] = []

    init(theme: Any) {
      let entries = (theme as? [String: Any])?["tokenColors"] as? [[String: Any]] ?? []
      for (order, entry) in entries.enumerated() {
        guard let foreground = (entry["settings"] as? [String: Any])?["foreground"] as? String else {
          continue
        }
        let selectors =
          entry["scope"] as? [String]
          ?? (entry["scope"] as? String)?.split(separator: ",").map(String.init) ?? []
        for selector in selectors {
          let parts = selector.split(separator: " ").map(String.init).filter { $0 != ">" }
          guard let leaf = parts.last else { continue }
          rules.append(
            Rule(
              leaf: leaf, parents: parts.dropLast().reversed(), foreground: foreground.lowercased(),
              order: order))
        }
      }
    }

    func foreground(_ stack: [String]) -> String? {
      var result: String?
      for depth in stack.indices {
        let fitting = rules.filter { rule in
          covers(rule.leaf, stack[depth]) && holds(rule.parents, stack[..<depth].reversed())
        }
        result = fitting.max(by: precedes)?.foreground ?? result
      }
      return result
    }

    private func covers(_ selector: String, _ scope: String) -> Bool {
      scope == selector || scope.hasPrefix(selector + ".")
    }

    private func holds(_ parents: [String], _ enclosing: [String]) -> Bool {
      var rest = enclosing[...]
      for parent in parents {
        guard let found = rest.firstIndex(where: { covers(parent, $0) }) else { return false }
        rest = rest[(found + 1)...]
      }
      return true
    }

    private func precedes(_ left: Rule, _ right: Rule) -> Bool {
      let leftDepth = left.leaf.split(separator: ".").count
      let rightDepth = right.leaf.split(separator: ".").count
      if leftDepth != rightDepth { return leftDepth < rightDepth }
      for (one, other) in zip(left.parents, right.parents) where one.count != other.count {
        return one.count < other.count
      }
      if left.parents.count != right.parents.count { return left.parents.count < right.parents.count }
      return left.order < right.order
    }
  }

  private struct Expected: Decodable {
    struct Token: Decodable {
      var scopes: [String]

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        _ = try values.decode(Int.self)
        _ = try values.decode(Int.self)
        scopes = try values.decode([String].self)
      }
    }

    var lines: [[Token]]
  }

  private static let stacks: Set<[String]> = {
    var stacks: Set<[String]> = []
    for name in ConformanceData.samples where !name.hasPrefix("c") || name.count < 5 {
      guard let data = try? ConformanceData.decompressed("textmate/expected/\(name).json.gz"),
        let expected = try? JSONDecoder().decode(Expected.self, from: data)
      else { continue }
      for line in expected.lines.prefix(150) { for token in line { stacks.insert(token.scopes) } }
    }
    return stacks
  }()

  @Test(
    "each stack of the samples gets the colour",
    arguments: ConformanceData.files(in: "themes").filter { $0.hasSuffix(".json") })
  func scopeStacksHaveVSCodesColours(file: String) throws {
    let bytes = try ConformanceData.bytes("themes/" + file)
    let theme = try Theme(bytes, path: file)
    #expect(theme.issues.isEmpty)
    let resolver = PlainResolver(theme: try JSONSerialization.jsonObject(with: Data(bytes)))
    #expect(Self.stacks.count > 1000)
    var differences: [String] = []
    for stack in Self.stacks {
      let found = theme.style(for: stack).foreground
      let wanted = resolver.foreground(stack).flatMap { Color(hex: $0) }
      if found != wanted { differences.append("\(stack): \(found?.hex ?? "-"), not \(wanted?.hex ?? "-")") }
    }
    #expect(
      differences.isEmpty, "\(differences.count): \(differences.sorted().prefix(5).joined(separator: "\n"))")
  }
}
