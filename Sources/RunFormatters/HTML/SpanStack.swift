import StyledRuns

/// Which spans of a leaf are open while its runs are written one after the other.
///
/// A span that does not follow its parent counts as the child of none, so that whatever the spans are, each of them
/// that is opened is closed. A value serves leaf after leaf, keeping its memory.
struct SpanStack: ~Copyable {
  struct Place {
    /// From 1.
    var depth: Int32
    var parent: Int32
    var element: SpanElement
  }

  private var places = PlainList<Place>()
  private var open = PlainList<Int32>()
  /// The spans that are to be opened, the outermost last.
  private var path = PlainList<Int32>()

  /// The number of open spans.
  var depth: Int { open.count }
  /// The span opened last, or ``InlineRun/noSpan``.
  @inline(__always)
  var innermost: Int32 { open.last ?? InlineRun.noSpan }

  /// Starts a leaf that has these spans, none of them open. O(their number).
  mutating func begin(_ spans: [InlineSpan]) {
    open.removeAll()
    places.removeAll()
    for index in spans.indices {
      let parent = spans[index].parent
      let isChild = parent >= 0 && Int(parent) < index
      places.append(
        Place(
          depth: isChild ? places[Int(parent)].depth + 1 : 1, parent: isChild ? parent : InlineRun.noSpan,
          element: spans[index].kind.element))
    }
  }

  /// Returns the kind of one of the leaf's spans.
  @inline(__always)
  func element(of span: Int) -> SpanElement { places[span].element }

  /// Prepares for `target` to be the innermost open span: gives how many spans may stay open.
  ///
  /// What is beyond that is to be taken with ``close(to:)``, then what ``next()`` gives is to be opened.
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

  /// Takes the innermost span off; nil if `keep` are open.
  @inline(__always)
  mutating func close(to keep: Int) -> Int? {
    open.count > keep ? open.popLast().map { Int($0) } : nil
  }

  /// Returns the next span to be opened, which is open from now on.
  @inline(__always)
  mutating func next() -> Int? {
    guard let span = path.popLast() else { return nil }
    open.append(span)
    return Int(span)
  }
}
