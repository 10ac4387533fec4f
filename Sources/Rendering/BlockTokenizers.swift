internal import StyledRuns

/// Creates the tokenizers of code blocks, and hands that of a short block to the next one in its language.
///
/// Without the second, a document of many short blocks would take most of its time to create tokenizers and to fill
/// their caches.
struct BlockTokenizers {
  /// The tokenizer of the last short block of an update.
  private var spare: (language: String, tokenizer: CodeTokenizer)?
  /// The number of tokenizers that were created.
  private(set) var createdCount = 0

  /// Creates a tokenizer; returns nil if the language has no grammar.
  mutating func create(for language: String, by highlighter: Highlighter) -> CodeTokenizer? {
    createdCount += 1
    return highlighter.tokenizer(forLanguage: language)
  }

  /// Returns the tokenizer that the last short block left, if it was in this language.
  mutating func takeSpare(for language: String?) -> CodeTokenizer? {
    spare?.language == language ? spare.take()?.tokenizer : nil
  }

  /// Keeps the tokenizer of a short block for the next one.
  mutating func keepSpare(of state: CodeBlockState) {
    guard let tokenizer = state.tokenizer, tokenizer.isReusable, let language = state.header.language else {
      return
    }
    spare = (language, tokenizer)
  }

  /// Ends an update. A session keeps no tokenizer between updates but those of its open blocks.
  mutating func endUpdate() { spare = nil }
}

extension CodeBlock {
  /// Whether the block can add only so little to a tokenizer that the tokenizer stays far from its limits.
  var isShort: Bool {
    var bytesLeft = 1_000
    return lines.allSatisfy { line in
      bytesLeft -= line.text.utf8.count + 1
      return bytesLeft >= 0
    }
  }
}
