import StyledRuns

/// The open spans of a leaf while its runs are written.
///
/// A span that does not follow its parent has no parent. Every span that is opened is therefore closed, even
/// with invalid spans. A value can be used for many leaves and keeps its memory.
struct SpanStack: ~Copyable {
  struct SpanEntry {
    /// The depth of the span, from 1.
    var depth: Int32
    var parent: Int32
    var element: SpanElement
  }

  private var places = PlainList<SpanEntry>()
  private var open = PlainList<Int32>()
  /// The spans to open, outermost last.
  private var path = PlainList<Int32>()

  /// The number of open spans.
  var depth: Int { open.count }
  /// The innermost open span, or ``InlineRun/noSpan``.
  @inline(__always)
  var innermost: Int32 { open.last ?? InlineRun.noSpan }

  /// Starts a leaf with these spans, none of which is open. O(number of spans).
  mutating func begin(_ spans: [InlineSpan]) {
    open.removeAll()
    places.removeAll()
    for index in spans.indices {
      let parent = spans[index].parent
      let isChild = parent >= 0 && Int(parent) < index
      places.append(
        SpanEntry(
          depth: isChild ? places[Int(parent)].depth + 1 : 1, parent: isChild ? parent : InlineRun.noSpan,
          element: spans[index].kind.element))
    }
  }

  /// Returns the kind of a span.
  @inline(__always)
  func element(of span: Int) -> SpanElement { places[span].element }

  /// Prepares to make `target` the innermost open span.
  ///
  /// Afterwards, close spans with ``close(to:)``, then open those that ``next()`` returns.
  ///
  /// - Returns: The number of spans that stay open.
  mutating func prepare(for target: Int32) -> Int {
    path.removeAll()
    var current = target
    while current >= 0, Int(current) < places.count {
      let place = places[Int(current)]
      let depth = Int(place.depth)
      if depth <= open.count, open[depth - 1] == current { return depth }
      path.append(current)
      current = place.parent
    }
    return 0
  }

  /// Closes the innermost span and returns it; nil if `keep` spans are open.
  @inline(__always)
  mutating func close(to keep: Int) -> Int? {
    open.count > keep ? open.popLast().map { Int($0) } : nil
  }

  /// Opens the next span and returns it; nil if `target` is open.
  @inline(__always)
  mutating func next() -> Int? {
    guard let span = path.popLast() else { return nil }
    open.append(span)
    return Int(span)
  }
}
