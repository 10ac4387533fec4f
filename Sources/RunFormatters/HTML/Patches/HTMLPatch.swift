/// Changes of an element that make what it shows that of a newer document; the wire form is described in docs/patches.md.
///
///     if let patch = patches.update(document, update, sheets: sheets) { send(patch.bytes) }
public struct HTMLPatch: Hashable, Sendable {
  /// The version of the wire form, which snapshots state.
  public static let wireVersion = 1

  /// One change.
  ///
  ///     [[3],0,9,"more text"]   content: after nine code units of the first node in the fourth
  ///     " and more"             append
  ///     [[3],"dir","ltr"]       attribute
  public enum Edit: Hashable, Sendable {
    /// Puts nodes in place of others among the child nodes of an element.
    case content(Content)
    /// Adds nodes at the end of the element that the last ``content(_:)`` edit was in, in this patch or an earlier one.
    case append(html: [UInt8])
    /// Sets an attribute of an element: the first `keep` UTF-16 code units of its value stay, `text` follows. Nil: removes it.
    case attribute(path: [Int], name: String, keep: Int, text: [UInt8]?)
  }

  /// Child nodes that give way to others.
  ///
  /// `[[],4,1,"<p>new</p>"]` has the path `[]`, the start 4 and the offset 1.
  ///
  /// A position is before the node at an index, or within the text node at an index after so many UTF-16 code
  /// units.
  public struct Content: Hashable, Sendable {
    /// The indices among their siblings of the nodes that lead from the root to the element.
    public var path: [Int]
    /// The index of the first position, and the code units that stay of its text.
    public var start: Int
    public var startOffset: Int
    /// The index of the second position; nil for the end of the element.
    public var end: Int?
    public var endOffset: Int
    /// HTML of the new nodes. Where it begins or ends with text beside a text, both become one node.
    public var html: [UInt8]
    /// Whether no nodes give way, and the new ones stand at the end of the element.
    var isAppending = false
  }

  /// Counts as the updates do that the patch is made of.
  public var sequence: Int
  /// HTML of the whole element, which takes the place of the one before; nil if there are edits.
  public var snapshot: [UInt8]?
  /// The path of the element that ``Edit/append(html:)`` adds to, in a snapshot.
  public var cursor: [Int] = []
  /// In the order in which they are to be applied.
  public var edits: [Edit]
  /// Whether the text has ended: only colours may follow.
  public var isFinal: Bool

  /// Whether applying it changes nothing.
  public var isEmpty: Bool { snapshot == nil && edits.isEmpty }

  /// The wire form, in one line.
  public var bytes: [UInt8] {
    var out = ByteSink()
    write(into: &out)
    return out.bytes
  }

  /// Appends the wire form.
  public func write(into out: inout ByteSink) {
    out.append("[")
    out.append(decimal: sequence)
    if let snapshot {
      out.append(",")
      out.append(decimal: Self.wireVersion)
      out.append(",")
      out.append(jsonString: snapshot)
      if !cursor.isEmpty {
        out.append(",[")
        out.append(numbers: cursor)
        out.append("]")
      }
    }
    for edit in edits {
      out.append(",")
      edit.write(into: &out)
    }
    out.append(isFinal ? ",true]" : "]")
  }
}

extension HTMLPatch.Edit {
  fileprivate func write(into out: inout ByteSink) {
    switch self {
    case .append(let html): out.append(jsonString: html)
    case .content(let content):
      out.append("[[")
      out.append(numbers: content.path)
      out.append("],")
      if let end = content.end {
        out.append(numbers: [content.start, content.startOffset, end, content.endOffset])
        out.append(",")
      } else if content.startOffset > 0 || content.start > 0 {
        out.append(numbers: content.startOffset > 0 ? [content.start, content.startOffset] : [content.start])
        out.append(",")
      }
      out.append(jsonString: content.html)
      out.append("]")
    case .attribute(let path, let name, let keep, let text):
      out.append("[[")
      out.append(numbers: path)
      out.append("],")
      out.append(jsonString: name)
      if keep > 0 {
        out.append(",")
        out.append(decimal: keep)
      }
      out.append(",")
      if let text { out.append(jsonString: text) } else { out.append("null") }
      out.append("]")
    }
  }
}

extension ByteSink {
  fileprivate mutating func append(jsonString bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append(jsonString: $0) }
  }

  fileprivate mutating func append(numbers: [Int]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(",") }
      append(decimal: number)
    }
  }
}
