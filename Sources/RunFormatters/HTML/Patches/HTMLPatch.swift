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
  /// [1,"<p>next</p>"]       append, to the parent element
  /// [[3],"dir","ltr"]       attribute
  /// ```
  public enum PatchEdit: Hashable, Sendable {
    /// Replaces child nodes of an element.
    case content(PatchContent)
    /// Appends nodes to an element near the one that the last edit of nodes changed, in this patch or an earlier
    /// one: to that element if `levels` is 0, to its ancestor so many levels above, or, if `levels` is
    /// negative, to its last child element, the last child element of that, and so on.
    case append(levels: Int, html: [UInt8])
    /// Sets an attribute of an element: the first `keep` UTF-16 code units of its value stay, and `text`
    /// follows. A nil `text` removes the attribute. The first `shared` indices of the path are those of the last
    /// edit of nodes.
    case attribute(path: [Int], shared: Int = 0, name: String, keep: Int, text: [UInt8]?)
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
    /// The number of leading indices that equal those of the last edit of nodes; nil if its path is the same. The
    /// wire form leaves them out.
    var shared: Int? = 0
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
  /// The work for the patch, in bytes that are read; not in the wire form. Charge it to the session of the update: a patch
  /// writes all of a leaf that changed, so that patches of one that never ends would cost the square of its length.
  ///
  /// ```swift
  /// let patch = patches.patch(for: update, of: document, sheets: sheets)
  /// send(patch.bytes)
  /// session.charge(patch.work)
  /// ```
  public var work: Int

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
    case .append(0, let html): out.append(jsonString: html)
    case .append(let levels, let html):
      out.append("[")
      out.append(decimal: levels)
      out.append(",")
      out.append(jsonString: html)
      out.append("]")
    case .content(let content):
      out.append("[")
      if let shared = content.shared { out.append(path: content.path, shared: shared) }
      if let end = content.end {
        out.append(numbers: [content.start, content.startOffset, end, content.endOffset])
        out.append(",")
      } else if content.shared == nil {
        out.append(numbers: [content.start, content.startOffset])
        out.append(",")
      } else if content.startOffset > 0 || content.start > 0 {
        out.append(numbers: content.startOffset > 0 ? [content.start, content.startOffset] : [content.start])
        out.append(",")
      }
      out.append(jsonString: content.html)
      out.append("]")
    case .attribute(let path, let shared, let name, let keep, let text):
      out.append("[")
      out.append(path: path, shared: shared)
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

  /// Appends a path and a comma. A negative number stands for so many indices of the last path.
  fileprivate mutating func append(path: [Int], shared: Int) {
    append("[")
    // One index is as short as its number.
    append(numbers: shared < 2 ? path : [-shared] + path.dropFirst(shared))
    append("],")
  }

  fileprivate mutating func append(numbers: [Int]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(",") }
      append(decimal: number)
    }
  }
}
