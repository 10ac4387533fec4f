import StyledRuns
import Testing

@testable import RunFormatters

@Suite("Language and direction of pages")
struct PageLanguageTests {
  private func language(_ text: String) -> PageLanguage { PageLanguage(of: [Make.p(.text(text))]) }

  /// A tag where the text shows one, and none where it could be several.
  @Test(arguments: [
    ("This is the text, and you know that it is English.", "en"), ("これは日本語の文です", "ja"),
    ("使用 Swift 语言编写", "zh"), ("한국어 문장", "ko"), ("نص عربي", "ar"), ("טקסט בעברית", "he"),
    ("Это обычный русский текст, мы его пишем", "ru"), ("ένα κείμενο", "el"),
    ("Ein Text, der nicht auf Englisch ist und das auch sagt", nil), ("Тест", nil),
    ("Українська і її мова", nil),
    ("متن فارسی گچ پژ", nil), ("אַ ייִדישער טעקסט װאָס", nil), ("12 + 4", nil), ("", nil),
  ])
  func theTextShowsItsLanguage(_ text: String, _ tag: String?) {
    #expect(language(text).tag == tag)
  }

  @Test(arguments: [
    ("en", "en"), ("pt_BR", "pt-BR"), ("zh-Hant-TW", "zh-Hant-TW"), ("English", nil), ("e", nil),
    ("en-", nil),
    ("en\"><script>", nil), ("", nil),
  ])
  func anAuthorsLanguageIsATag(_ written: String, _ tag: String?) {
    #expect(PageLanguage.tag(written: written) == tag)
  }

  /// A language that is stated has a direction where the page has no letters of its own.
  @Test(arguments: [
    ("ar-EG", TextDirection.rightToLeft), ("he", .rightToLeft), ("uz-Arab", .rightToLeft), ("en", nil),
    ("az-Latn", .leftToRight),
  ])
  func aLanguageHasADirection(_ tag: String, _ direction: TextDirection?) {
    #expect(PageLanguage.direction(ofTag: tag) == direction)
  }

  /// No text is read farther than the bound, however the text is cut into blocks.
  @Test func onlyTheBeginningIsRead() {
    let kana = Make.p(.text(String(repeating: "あ", count: PageLanguage.maximumBytes / 3 + 1)))
    let hangul = Make.p(.text(String(repeating: "가", count: 1 << 20)))
    #expect(PageLanguage(of: [kana, hangul, hangul]).tag == "ja")
    let empty = (0...PageLanguage.maximumBytes).map { _ in Make.p(.text("1")) }
    #expect(PageLanguage(of: empty + [kana]).tag == nil)
  }

  @Test(arguments: [
    ("abc אבג", TextDirection.leftToRight), ("12. אבג abc", .rightToLeft), ("(١٢) سلام", .rightToLeft),
    ("… 文", .leftToRight), ("12 + 4 = 16", nil), ("\u{10FFFF}", nil), ("", nil),
  ])
  func theFirstLetterHasTheDirection(_ text: String, _ direction: TextDirection?) {
    #expect(TextDirection(of: text) == direction)
  }

  /// Containers within each other look at their text once altogether.
  @Test func nestedContainersShareASearch() {
    var finder = DirectionFinder()
    let inner = [Make.p(.text("1")), Make.p(.text("אבג")), Make.p(.text("abc"))]
    let outer = [Make.block(.quote(inner))]
    #expect(finder.direction(of: outer) == .rightToLeft)
    finder.passBlock()
    #expect(finder.direction(of: inner) == .rightToLeft)
    for _ in inner.dropLast() { finder.passBlock() }
    // What stands behind the letter that was found is searched anew.
    #expect(finder.direction(of: [inner[2]]) == .leftToRight)
  }
}
