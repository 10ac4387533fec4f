internal import Foundation

/// An element as a reader of patches has it: HTML parsed into nodes, and changed by patches in their wire form.
///
/// Written apart from the formatter, by docs/patches.md alone.
public final class PatchedElement {
  public enum PatchError: Error { case malformed(String) }

  public final class Node {
    var name = ""
    var attributes: [String: String] = [:]
    var children: [Node] = []
    /// UTF-16 code units; nil for an element.
    var text: [UInt16]?

    init(name: String) { self.name = name }
    init(text: [UInt16]) { self.text = text }
  }

  public private(set) var root = Node(name: "none")
  public private(set) var bytes = 0
  private var cursor: [Int] = []

  public init() {}

  /// The nodes as text, one line for each.
  public var outline: String { Self.outline(of: root) }

  public static func outline(of node: Node, depth: Int = 0) -> String {
    let margin = String(repeating: " ", count: depth)
    if let text = node.text { return margin + "\(String(decoding: text, as: UTF16.self).debugDescription)\n" }
    let attributes = node.attributes.sorted { $0.key < $1.key }.map { " \($0)=\($1.debugDescription)" }
      .joined()
    return margin + "<\(node.name)\(attributes)>\n"
      + node.children.map { outline(of: $0, depth: depth + 1) }.joined()
  }

  // MARK: Patches

  public func apply(_ patch: [UInt8]) throws {
    bytes += patch.count
    guard let items = try JSONSerialization.jsonObject(with: Data(patch)) as? [Any] else {
      throw PatchError.malformed("no array")
    }
    if items.count >= 3, items[1] is Int, let html = items[2] as? String {
      guard (items[1] as? Int) == 1, let element = Self.parse(html, in: "div").first else {
        throw PatchError.malformed("snapshot")
      }
      root = element
      cursor = items.count > 3 ? items[3] as? [Int] ?? [] : []
      return
    }
    for item in items.dropFirst() {
      if let edit = item as? [Any] {
        try apply(edit: edit)
      } else if let html = item as? String {
        try append(html, levels: 0)
      }
    }
  }

  private func append(_ html: String, levels: Int) throws {
    guard levels <= cursor.count else { throw PatchError.malformed("levels \(levels)") }
    cursor.removeLast(max(0, levels))
    for _ in 0..<max(0, -levels) {
      let children = try element(cursor).children
      guard let last = children.lastIndex(where: { $0.text == nil }) else {
        throw PatchError.malformed("levels \(levels)")
      }
      cursor.append(last)
    }
    try put(html, behind: try element(cursor).children, in: cursor)
  }

  /// The whole path of an edit, and what follows the path.
  private func path(of edit: [Any]) throws -> ([Int], ArraySlice<Any>) {
    guard var path = edit[0] as? [Int] else { return (cursor, edit[...]) }
    if let first = path.first, first < 0 {
      guard -first <= cursor.count else { throw PatchError.malformed("path \(path)") }
      path = Array(cursor.prefix(-first) + path.dropFirst())
    }
    return (path, edit.dropFirst())
  }

  private func put(_ html: String, behind front: [Node], before back: [Node] = [], in path: [Int]) throws {
    let element = try element(path)
    element.children = []
    for node in front + Self.parse(html, in: element.name) + back {
      if let text = node.text, let last = element.children.last, let before = last.text {
        last.text = before + text
      } else {
        element.children.append(node)
      }
    }
  }

  private func element(_ path: [Int]) throws -> Node {
    var element = root
    for index in path {
      guard element.children.indices.contains(index) else { throw PatchError.malformed("path \(path)") }
      element = element.children[index]
    }
    guard element.text == nil else { throw PatchError.malformed("path \(path) to a text") }
    return element
  }

  private func apply(edit: [Any]) throws {
    if edit.count == 2, let levels = edit[0] as? Int, let html = edit[1] as? String {
      return try append(html, levels: levels)
    }
    let (path, rest) = try path(of: edit)
    let element = try element(path)
    if edit.count > 2, let name = edit[1] as? String {
      guard let text = edit.last as? String else {
        element.attributes[name] = nil
        return
      }
      let keep = edit.count == 4 ? (edit[2] as? Int ?? 0) : 0
      let kept = Array((element.attributes[name] ?? "").utf16)
      guard keep <= kept.count else { throw PatchError.malformed("attribute \(name)") }
      element.attributes[name] = String(decoding: kept.prefix(keep) + Array(text.utf16), as: UTF16.self)
      return
    }
    guard let html = edit.last as? String else { throw PatchError.malformed("html") }
    let numbers = rest.dropLast().compactMap { $0 as? Int }
    let start = numbers.first ?? 0
    let offset = numbers.count > 1 ? numbers[1] : 0
    var front = Array(element.children.prefix(start))
    var back: [Node] = []
    guard start <= element.children.count else { throw PatchError.malformed("start \(edit)") }
    func text(_ index: Int, _ offset: Int) throws -> [UInt16] {
      guard element.children.indices.contains(index), let text = element.children[index].text,
        offset <= text.count
      else { throw PatchError.malformed("offset \(edit)") }
      return text
    }
    if offset > 0 { front.append(Node(text: Array(try text(start, offset).prefix(offset)))) }
    if numbers.count == 4 {
      guard numbers[2] <= element.children.count else { throw PatchError.malformed("end \(edit)") }
      back = Array(element.children[numbers[2]...])
      if numbers[3] > 0 {
        back[0] = Node(text: Array(try text(numbers[2], numbers[3]).dropFirst(numbers[3])))
        if back[0].text?.isEmpty == true { back.removeFirst() }
      }
    }
    cursor = path
    try put(html, behind: front, before: back, in: path)
  }

  // MARK: HTML

  private static let void: Set<String> = ["br", "hr", "img", "input", "source", "wbr"]

  /// Parses HTML as the formatter writes it.
  public static func parse(_ html: String, in parent: String) -> [Node] {
    let top = Node(name: parent)
    var open = [top]
    // By scalars: a joiner behind a tag would make one character with it.
    var rest = html.unicodeScalars[...]
    var isAfterPre = false
    while let first = rest.first {
      if first != "<" {
        var text = rest.prefix { $0 != "<" }
        rest = rest[text.endIndex...]
        if isAfterPre, text.first == "\n" { text = text.dropFirst() }
        isAfterPre = false
        if !text.isEmpty { open[open.count - 1].children.append(Node(text: Array(plain(text).utf16))) }
        continue
      }
      let tag = rest.prefix { $0 != ">" }
      rest = rest[tag.endIndex...].dropFirst()
      isAfterPre = false
      if tag.dropFirst().first == "/" {
        if open.count > 1 { open.removeLast() }
        continue
      }
      var parts = tag.dropFirst()
      let node = Node(name: String(String.UnicodeScalarView(parts.prefix { $0 != " " })))
      parts = parts.dropFirst(node.name.unicodeScalars.count)
      while let start = parts.firstIndex(where: { $0 != " " }) {
        parts = parts[start...]
        let name = parts.prefix { $0 != " " && $0 != "=" }
        parts = parts[name.endIndex...]
        var value = Substring.UnicodeScalarView()
        if parts.first == "=" {
          value = parts.dropFirst(2).prefix { $0 != "\"" }
          parts = parts[value.endIndex...].dropFirst()
        }
        node.attributes[String(String.UnicodeScalarView(name))] = plain(value)
      }
      open[open.count - 1].children.append(node)
      if !void.contains(node.name) { open.append(node) }
      isAfterPre = node.name == "pre"
    }
    return top.children
  }

  private static func plain(_ text: Substring.UnicodeScalarView) -> String {
    let text = String(String.UnicodeScalarView(text))
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var plain = text
    for (reference, character) in [("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("amp", "&")] {
      plain = plain.replacing("&\(reference);", with: character)
    }
    return plain
  }
}
