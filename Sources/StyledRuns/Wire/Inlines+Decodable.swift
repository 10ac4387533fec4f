/// Decodes the wire form: a string if the content is one run of plain text, otherwise runs and spans.
extension Inlines: Decodable {
  enum CodingKeys: String, CodingKey {
    case runs, spans
  }

  /// Whether the content is one run of plain text outside of any span.
  @inline(__always)
  package var isPlain: Bool {
    runs.count == 1 && spans.isEmpty && runs[0].kind == .text && runs[0].span == InlineRun.noSpan
      && Int(runs[0].length) == text.utf8.count
  }

  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, followingSpans: 0)
  }

  /// Decodes content that follows `kept` spans. Span indices are counted from the first of those.
  init(from decoder: any Decoder, followingSpans kept: Int) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      self.init(plain: text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(spans: try container.decodeIfPresent([InlineSpan].self, forKey: .spans) ?? [])
    for (index, span) in spans.enumerated()
    where span.parent < InlineRun.noSpan || Int(span.parent) >= kept + index {
      throw DecodingError.dataCorruptedError(
        forKey: .spans, in: container, debugDescription: "span \(index) does not follow its parent")
    }
    for run in try container.decode([WireRun].self, forKey: .runs) {
      guard run.span >= InlineRun.noSpan, Int(run.span) < kept + spans.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .runs, in: container, debugDescription: "a run names span \(run.span) of \(spans.count)")
      }
      text += run.text
      runs.append(InlineRun(length: run.text.utf8.count, kind: run.kind, span: run.span))
    }
  }
}

/// A run with its text. The wire form is a string if the run is plain text outside of any span.
struct WireRun: Decodable {
  var text: String
  var kind: InlineRun.RunKind
  var span: Int32

  enum CodingKeys: String, CodingKey {
    case text, kind, span
  }

  init(text: String, kind: InlineRun.RunKind, span: Int32) {
    self.text = text
    self.kind = kind
    self.span = span
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      self.init(text: text, kind: .text, span: InlineRun.noSpan)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .kind) ?? "text"
    guard let kind = InlineRun.RunKind(wire: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "'\(name)' is no kind of run")
    }
    self.init(
      text: try container.decodeIfPresent(String.self, forKey: .text) ?? kind.wireText,
      kind: kind, span: try container.decodeIfPresent(Int32.self, forKey: .span) ?? InlineRun.noSpan)
  }
}

extension InlineRun.RunKind {
  public var wire: String {
    switch self {
    case .text: "text"
    case .code: "code"
    case .softBreak: "softBreak"
    case .lineBreak: "lineBreak"
    case .rawHTML: "rawHTML"
    case .math: "math"
    case .displayMath: "displayMath"
    }
  }

  init?(wire: String) {
    switch wire {
    case "text": self = .text
    case "code": self = .code
    case "softBreak": self = .softBreak
    case "lineBreak": self = .lineBreak
    case "rawHTML": self = .rawHTML
    case "math": self = .math
    case "displayMath": self = .displayMath
    default: return nil
    }
  }

  /// The text of a run whose wire form has no text.
  public var wireText: String { self == .softBreak || self == .lineBreak ? "\n" : "" }
}

extension InlineSpan: Decodable {
  enum CodingKeys: String, CodingKey {
    case type, parent, href, title, label, number, occurrence, name, role, attributes
  }

  private enum SpanType: String, Decodable {
    case emphasis, strong, strikethrough, link, image, footnote, element
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let parent = try container.decodeIfPresent(Int32.self, forKey: .parent) ?? InlineRun.noSpan
    let kind: SpanKind
    switch try container.decode(SpanType.self, forKey: .type) {
    case .emphasis: kind = .emphasis
    case .strong: kind = .strong
    case .strikethrough: kind = .strikethrough
    case .link:
      kind = .link(
        destination: try container.decode(String.self, forKey: .href),
        title: try container.decodeIfPresent(String.self, forKey: .title) ?? "")
    case .image:
      kind = .image(
        destination: try container.decode(String.self, forKey: .href),
        title: try container.decodeIfPresent(String.self, forKey: .title) ?? "")
    case .footnote:
      kind = .footnoteReference(
        label: try container.decode(String.self, forKey: .label),
        number: try container.decode(WireCount.self, forKey: .number).value,
        occurrence: try container.decode(WireCount.self, forKey: .occurrence).value)
    case .element:
      kind = .element(
        name: try container.decode(String.self, forKey: .name),
        role: try container.decode(Element.ElementRole.self, forKey: .role),
        attributes: try container.decodeIfPresent([Element.Attribute].self, forKey: .attributes) ?? [])
    }
    self.init(kind: kind, parent: parent)
  }
}
