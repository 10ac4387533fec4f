import Foundation
import RunFormatters

/// Texts and options for tests of HTML patches.
enum PatchSamples {
  /// Options that differ in all that decides what is written; raw HTML that is let through needs a real parser.
  static let options: [HTMLOptions] = [0, 1, 2].map { index in
    var options = HTMLOptions()
    options.styling = [.classes, .inline, .variables][index]
    options.rawHTML = [.sanitize, .escape, .sanitize][index]
    options.lineNumbers = [.never, .hidden, .shown][index]
    options.frontMatter = [.hide, .table, .code][index]
    options.marksUpDrawings = index == 1
    options.hasCodeHeaders = index != 1
    options.identifierPrefix = index == 2 ? "x-" : nil
    return options
  }

  /// Texts that have much of what goes wrong: they are cut anywhere.
  static let texts: [String] = [
    "# Same\n\n# Same\n\n# [Same][x]\n\n## Same\n\n# Same-1\n\n[x]: /u\n\n# Same\n",
    "# [a][b]\n\n# a\n\n# a\n\n> # a\n\n[b]: /u\n\n[^1]\n\n[^1]: # a\n\n# a\n",
    "> [!NOTE]\n> text\n>\n> - a\n> - b\n\n> [!TIP] no\n\n- > [!WARNING]\n  > \u{5E9}\u{5DC}\u{5D5}\u{5DD}\n  > - 1\n",
    "- 1\n- 2\n- \u{5E9}\u{5DC}\n\n1. 1\n2. 2\n3. 3\n4. 4\n5. 5\n6. 6\n7. 7\n8. 8\n9. 9\n10. 10\n11. x\n",
    "- [ ] a `b` *c*\n- [x] d\n  - [ ] e\n\n    more\n- f\n\n- [ ] g\n",
    "<details><summary>S</summary>\n\n# H\n\ntext *a*\n\n- a\n- b\n\n```swift\nlet a = 1\n```\n\n</details>\n\nafter\n\n<div>\n\nin\n\n> q\n",
    "text <b>bold</b> <kbd>x\n\n<p align=\"center\">x\n</p>\n\na\n\n<table><tr><td>\n\ncell\n\n</td></tr></table>\n\nb\n\n<!-- c -->\n\nd\n",
    "- a\n- <div>\n\n  b\n\n  c\n- d\n\n  <b>x\n\n  y</b>\n\nz\n",
    "| a | b |\n|---|--:|\n| 1 | [x] |\n| [x] | 2 |\n| 3 | 4 |\n\n[x]: /u\n\n| 1 | 2 |\n|-|-|\n| 1 |\n| 3 | \u{5E9} |\n",
    "```swift {2} lineNumbers\nlet a = 1\nlet b = 2\nlet c = \"\"\"\n d\n\"\"\"\n```\n\n``` title=\"x\"\na\n```\n\n```\n\n\na\n```\n",
    "```js\n/* a\nb */ let x = `y\nz ${1 + 2}`;\n\n\n// end\n" + String(repeating: "long ", count: 30)
      + "\n```\n",
    "[^a] [^b] [^a]\n\n[^b]: x\n\n    - y\n\n[^a]: z [^b]\n\n    ```\n    c\n    ```\n\nlater [^a]\n\n[^a] [^c]\n\n[^c]: # H\n\n    # H\n\n# H\n",
    "a & b < c > d \" e ' f & \u{1F600}\u{1F468}\u{200D}\u{1F469} \u{0} \u{202E}\n\n`a\u{202E}b`\n\n    \u{200B}x\n\n![a & <b>](</x y> \"t\") [https://a.b](https://c.d)\n",
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc\n\n> \u{5E9}\n\n- a\n\n\u{65E5}\u{672C}\n\u{8A9E}\n",
    "a\n<think>x *y*\n\n- z\n\n# H</think>b\n\n<artifact title=\"&lt;T\">\n```swift\nlet a = 1\n```\n<cite>\nc\n</cite>\n</artifact>\n# H\n<thinking>\u{5E9}",
    "a\n- b\n\n\n- c\n\n      d\n- e\n\n  f\n  1. g\n  2. h\n\n     i\n",
    "[a]: /x\n\n[a] [b] *[c]*\n\n- [b]\n- [c]\n\n  > [b] [c]\n\n[b]: /y\n[c]: /z\n\n[a] [b]\n",
    "x $a$ $$b$$\n\n$$\nc\nd\n$$\n\n```mermaid\na --> b\nb --> c\n```\n\n```math\n\nx\n```\n",
    "x $\\frac{a}{b}$ $\\no$ \\(\\sum_i x\\) y\n\n$$\n\\begin{cases} a & b \\\\ c \\end{cases}\n$$\n\n- $$\n  \\no\n  $$\n- ```math\n  x^2\n  ```\n\n| $a$ |\n|---|\n| $b$ $$c$$ |\n\n# $h$\n\n$$\nopen\n",
    "```mermaid\ngraph LR\na[<b>] --> b\n```\n\nx\n\n- ```mermaid\n  pie\n  \"a\" : 1\n  ```\n- y\n\n> ```mermaid\n> sequenceDiagram\n> A->>B: c\n\nd\n\n```mermaid\nnothing\n```\n\n```mermaid\ngraph TD\nc-->d\n",
    "---\ntitle: x\n---\n\n# T\n\n***\n\n---\na\n",
    "**a **b** c** ~~d~~ _e *f* g_ ***h*** [i](j) `k` <l@m.n> https://o.p/q?r=s&t\n",
    "<div>\n\n- a\n- b\n  <i>\n\n  c\n\n  - d\n\n- # e\n\n> f\n> g\n\n```\nh\ni\n```\n\n</div>\n\n| a | b |\n|---|---|\n| c | d |\n",
    "<details>\n<p>\n\n- a\n\n<b>x\n\n| a |\n|---|\n| b |\n| c |\n\n[x]\n\n- [x]\n- [ ] y\n\n[x]: /u\n\n- z\n\n</details>\n- end\n",
    "<b>\n\n# a\n\n</b>\n\n# a\n\n<i>\n\n# a\n\n- # a\n\n[x]\n\n[x]: /\n\n# a\n",
    "```diff\n-one word\n-two\n+one term\n+three\n c\n-a b\n+a c\n```\n\n- ```patch\n  -a b\n  +a c\n  ```x\n  +d\n",
  ]

  /// The markdown of the examples of a specification, where they are on this machine; `ILSRENDER_CONFORMANCE` names the
  /// folder.
  static func examples(_ name: String) throws -> [String]? {
    let folder = URL(
      filePath: ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"]
        ?? PatchReader.root.path + "/../shared/conformance")
    guard let data = try? Data(contentsOf: folder.appending(path: "markdown/\(name).json")) else {
      return nil
    }
    return try JSONDecoder().decode([Example].self, from: data).map(\.markdown)
  }

  private struct Example: Decodable {
    var markdown: String
  }
}
