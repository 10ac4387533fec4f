import StyledRuns
import Testing

@Suite struct FrontMatterEntriesTests {
  private func entries(_ text: String, _ format: FrontMatter.FrontMatterFormat = .yaml) -> [String] {
    FrontMatter(format: format, text: text).entries.map { "\($0.name)=\($0.value)" }
  }

  @Test func scalarsLoseQuotesAndComments() {
    #expect(
      entries(
        "title: A: B\ndate: 2024-01-02 10:30\ndraft: true # not yet\n\"q r\": 'it''s'\nempty:\nlink: http://x#y\n"
      )
        == ["title=A: B", "date=2024-01-02 10:30", "draft=true", "q r=it''s", "empty=", "link=http://x#y"])
  }

  @Test func listsBecomeOneValue() {
    #expect(
      entries("tags: [a, \"b c\", 'd']\nauthors:\n- One\n- \"Two\"\nmore:\n  - x\n  - y\n")
        == ["tags=a, b c, d", "authors=One\nTwo", "more=x\ny"])
  }

  @Test func blocksAndNestedNames() {
    #expect(
      entries("text: |\n  one\n  two\nmenu:\n  main:\n    weight: 1\n") == [
        "text=one\ntwo", "menu=main:\nweight: 1",
      ])
  }

  @Test func tomlSectionsPrefixTheirNames() {
    #expect(
      entries(
        "title = \"A = B\"\n# comment\n[params.x]\nn = 1\nlist = [\n  \"a\",\n  \"b\",\n]\n[[menu]]\nname = 'm'\n",
        .toml)
        == ["title=A = B", "params.x.n=1", "params.x.list=a\nb", "menu.name=m"])
  }

  @Test func whatCannotBeReadIsLeftOut() {
    #expect(entries("- a\n- b\n").isEmpty)
    #expect(entries("").isEmpty)
    #expect(FrontMatter(format: .yaml, text: "Title: X\nlang:\n").value(of: "title") == "X")
    #expect(FrontMatter(format: .yaml, text: "lang:\n").value(of: "lang") == nil)
  }
}
