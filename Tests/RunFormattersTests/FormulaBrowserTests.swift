import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Formulas in a browser: they are laid out without a script, and copied as TeX with one.
@Suite("Formulas in a browser", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct FormulaBrowserTests {
  /// What a script finds in a page with a text.
  private func found(_ script: String, in markdown: String) throws -> String {
    var options = HTMLOptions()
    options.isStandalone = true
    let document = Renderer().render(markdown: Array(markdown.utf8))
    var page = String(
      decoding: HTMLFormatter(options: options).format(
        document, sheets: [SampleThemes.light(document.scopes)]),
      as: UTF8.self)
    // The policy would keep the test's script from running.
    page.replace(HTMLFormatter().contentSecurityPolicy, with: "")
    let report =
      "<script>addEventListener('load',function(){var out=[];\(script);document.title='out:'+out.join('|')+';'})</script>"
    page.replace("</body>", with: report + "</body>")
    let dom = try Browser.load(Array(page.utf8))
    guard let title = dom.firstRange(of: "<title>out:") else { return "the page did not finish" }
    return String(dom[title.upperBound...].prefix { $0 != ";" })
  }

  @Test func theyAreLaidOutWithoutAScript() throws {
    let script = """
      function box(q){return document.querySelector(q).getBoundingClientRect()}
      var f=box('mfrac'),a=box('mfrac>:first-child'),b=box('mfrac>:last-child');
      out.push(a.bottom<=b.top+2&&f.height>a.height+b.height-2);
      var s=box('msup>:last-child'),m=box('msup>:first-child');out.push(s.left>=m.right-2&&s.top<m.top);
      out.push(getComputedStyle(document.querySelector('annotation')).display);
      var o=box('munderover>:first-child'),u=box('munderover>:nth-child(2)');out.push(u.top>=o.bottom-8);
      out.push(getComputedStyle(document.querySelector('math')).color==getComputedStyle(document.querySelector('p')).color);
      var r=document.querySelectorAll('mtd');out.push(Math.abs(r[0].lastElementChild.getBoundingClientRect().right-r[2].lastElementChild.getBoundingClientRect().right)<2)
      """
    let markdown = """
      A $x^2$ and

      $$
      \\frac{a}{b} + \\sum_{i=1}^n i
      $$

      $$
      \\begin{aligned} x &= y \\\\ 2xyz &= w \\end{aligned}
      $$
      """
    #expect(try found(script, in: markdown) == "true|true|none|true|true|true")
  }

  @Test func copiedTextHasTeX() throws {
    let script = """
      function copy(from,to){var s=getSelection(),r=document.createRange(),d=new DataTransfer();
      r.setStart(from,0);r.setEnd(to,to.childNodes.length);s.removeAllRanges();s.addRange(r);
      document.dispatchEvent(new ClipboardEvent('copy',{clipboardData:d,bubbles:true,cancelable:true}));
      return d.getData('text/plain').trim()}
      var p=document.querySelectorAll('p'),count=document.body.children.length;out.push(copy(p[0],p[0]));
      out.push(copy(document.querySelector('msup'),p[1]).replace(/\\s+/g,' '));
      out.push(copy(p[2],p[2]));out.push(document.body.children.length==count)
      """
    let markdown = "Where $x^2 = y$ holds.\n\nAnd $$\\frac{a}{b}$$ too\n\nNo formula.\n"
    #expect(
      try found(script, in: markdown)
        == "Where $x^2 = y$ holds.|$x^2 = y$ holds. And $$\\frac{a}{b}$$ too||true")
  }
}
