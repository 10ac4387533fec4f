import StyledRuns

/// The kind of a span without its address and label, so that nothing is retained.
enum SpanElement: UInt8 {
  case emphasis, strong, strikethrough, link, image, footnoteReference, element
}

extension InlineSpan.SpanKind {
  @inline(__always)
  var element: SpanElement {
    switch self {
    case .emphasis: .emphasis
    case .strong: .strong
    case .strikethrough: .strikethrough
    case .link: .link
    case .image: .image
    case .footnoteReference: .footnoteReference
    case .element: .element
    }
  }

  /// Whether the span is written as a link.
  var isLink: Bool {
    switch element {
    case .link, .footnoteReference: true
    case .emphasis, .strong, .strikethrough, .image, .element: false
    }
  }
}
