/// A patch of an HTML element: the edits that turn its content into that of a newer document. docs/patches.md
/// describes the wire form.
///
/// ```swift
/// let patch = patches.patch(for: update, of: document, sheets: sheets)
/// if !patch.isEmpty { send(patch.bytes) }
/// ```
public struct HTMLPatch: Hashable, Sendable {
  /// The version of the wire form. Snapshots contain it.
  public static let wireVersion = 1

  /// An edit of a patch.
  ///
  /// ```
  /// [[3],0,9,"more text"]   content: after nine code units of the first node in the fourth
  /// " and more"             append
  /// [[3],"dir","ltr"]       attribute
  /// ```
  public enum PatchEdit: Hashable, Sendable {
    /// Replaces child nodes of an element.
    case content(PatchContent)
    /// Appends nodes to the element of the last ``content(_:)`` edit in this patch or an earlier one.
    case append(html: [UInt8])
    /// Sets an attribute of an element: the first `keep` UTF-16 code units of its value stay, and `text`
    /// follows. A nil `text` removes the attribute.
    case attribute(path: [Int], name: String, keep: Int, text: [UInt8]?)
  }

  /// Child nodes of an element, and their replacement.
  ///
  /// `[[],4,1,"<p>new</p>"]` has the path `[]`, the start 4 and the offset 1.
  ///
  /// A position is before the node at an index, or within a text node after a number of UTF-16 code units.
  ///
  /// ```swift
  /// if case .content(let content) = edit { print(content.path, content.start) }
  /// ```
  public struct PatchContent: Hashable, Sendable {
    /// The child indices from the root to the element.
    public var path: [Int]
    /// The node index of the start position, and the number of code units of its text that stay.
    public var start: Int
    public var startOffset: Int
    /// The node index of the end position; nil for the end of the element.
    public var end: Int?
    public var endOffset: Int
    /// The HTML of the new nodes. Text at its start or end is merged with adjacent text nodes.
    public var html: [UInt8]
    /// Whether the new nodes are appended to the element, and none are removed.
    var isAppending = false
  }

  /// The sequence number, which equals that of the update.
  public var sequence: Int
  /// The HTML of the whole element, which replaces its content; nil if the patch consists of edits.
  public var snapshot: [UInt8]?
  /// The path of the element to which ``PatchEdit/append(html:)`` appends after a snapshot.
  public var cursor: [Int] = []
  /// The edits, in the order of their application.
  public var edits: [PatchEdit]
  /// Whether the text has ended. Only highlighting can still change.
  public var isFinal: Bool

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { snapshot == nil && edits.isEmpty }

  /// The wire form on one line.
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

extension HTMLPatch.PatchEdit {
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
