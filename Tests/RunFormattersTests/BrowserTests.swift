import Foundation
import RunFormatters
import StyledRuns
import Testing

/// Headless Chromium, where it is installed.
enum Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The page as it stands after its scripts have run.
  ///
  /// `fragment`: what follows the page's address.
  static func load(_ page: [UInt8], fragment: String = "") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    try Data(page).write(to: file)
    return try load(address: file.absoluteString + fragment)
  }

  /// The page at an address, as it stands after its scripts have run.
  static func load(address: String) throws -> String {
    let profile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: profile) }
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
      "--virtual-time-budget=4000", "--dump-dom", address,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

@Suite("In a browser", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct BrowserTests {
  /// The sample with all that a page can have, two themes, and a script of the test after the page's own.
  private func sample(_ script: String, theme: String = "sample-light") throws -> String {
    var options = HTMLOptions()
    options.isStandalone = true
    options.pageLanguage = "en"
    options.lineNumbers = .hidden
    options.frontMatter = .table
    options.marksUpDrawings = true
    let document = SampleDocument.make()
    let sheets = [SampleThemes.light(document.scopes), SampleThemes.dark(document.scopes)]
    var page = String(
      decoding: HTMLFormatter(options: options).format(document, sheets: sheets), as: UTF8.self)
    // The policy would keep the test's script from running.
    page.replace(HTMLFormatter().contentSecurityPolicy, with: "")
    page.replace("<html lang=\"en\">", with: "<html lang=\"en\" data-theme=\"\(theme)\">")
    page.replace(
      "<head>",
      with:
        "<head><script>var copied=[];Object.defineProperty(navigator,'clipboard',{value:{writeText:function(t){copied.push(t);return Promise.resolve()}}})</script>"
    )
    let report =
      "<script>addEventListener('load',function(){var bad=[];\(script);document.title='done:'+bad.length+' '+bad.slice(0,8).join(' | ')})</script>"
    page.replace("</body>", with: report + "</body>")
    let dom = try Browser.load(Array(page.utf8))
    return dom.firstRange(of: "<title>done:").map {
      String(dom[$0.lowerBound...].prefix { $0 != "\n" }.prefix(900))
    } ?? "the page did not finish"
  }

  @Test func onlyTheCodeIsCopiedAndLinesAreToggled() throws {
    let sources = SampleDocument.make().blocks.compactMap { block -> String? in
      guard case .code(let code) = block.content, !["math", "mermaid"].contains(code.info) else { return nil }
      return code.lines.map { $0.text + "\n" }.joined()
    }
    var sink = Array("[".utf8)
    for (index, source) in sources.enumerated() {
      sink += Array((index > 0 ? "," : "").utf8)
      sink += try JSONEncoder().encode(source)
    }
    let expected = String(decoding: sink, as: UTF8.self).replacing("</", with: "<\\/") + "]"
    let result = try sample(
      """
      var want=\(expected),top=document.querySelectorAll('main>.ils-code');
      top.forEach(function(f,i){var n=copied.length,code=f.querySelector('pre code'),b=f.querySelector('.ils-lines');
      f.querySelector('.ils-copy').click();if(copied[n]!==want[i])bad.push('copy '+i+': '+copied[n]);
      if(!b)return bad.push('no button '+i);var before=f.classList.contains('ils-numbered');b.click();
      if(f.classList.contains('ils-numbered')==before||b.getAttribute('aria-pressed')!=String(!before))bad.push('toggle '+i);
      f.classList.add('ils-numbered');var s=getSelection();s.removeAllRanges();s.selectAllChildren(code);
      if(s.toString().replace(/\\s/g,'')!=want[i].replace(/\\s/g,''))bad.push('selection '+i+': '+s)});
      if(top.length!=want.length)bad.push('blocks '+top.length);
      var t=document.querySelector('.ils-theme');t.click();
      if(document.documentElement.dataset.theme!='sample-dark')bad.push('theme');t.click();
      if(document.documentElement.dataset.theme!='sample-light')bad.push('theme back')
      """)
    #expect(result.hasPrefix("<title>done:0 "), "\(result)")
  }

  /// Roles, keyboard access and contrast of a page, measured in a browser.
  @Test(arguments: ["sample-light", "sample-dark"]) func isAccessible(_ theme: String) throws {
    let result = try sample(
      """
      function all(q,f){document.querySelectorAll(q).forEach(f)}function name(e){return(e.getAttribute('aria-label')||e.textContent).trim()}
      var ids={};all('[id]',function(e){if(ids[e.id])bad.push('id '+e.id);ids[e.id]=1});
      if(document.querySelectorAll('main').length!=1||!document.documentElement.lang)bad.push('main or lang');
      all('button,a[href]',function(e){if(!name(e))bad.push('no name '+e.outerHTML)});
      all('input',function(e){if(!e.getAttribute('aria-label'))bad.push('input')});
      all('img',function(e){if(!e.hasAttribute('alt'))bad.push('alt')});
      all('.ils-table table',function(t){if(!t.querySelector('th[scope]'))bad.push('th');});
      all('.ils-code pre,.ils-output,pre.mermaid',function(p){if(!p.getAttribute('aria-label')||!p.getAttribute('role'))bad.push('pre')});
      all('a[href^="#"]',function(a){if(a.hash.length>1&&!document.getElementById(decodeURIComponent(a.hash.slice(1))))bad.push('nowhere '+a.hash)});
      all('ul>*,ol>*',function(e){if(e.tagName!='LI')bad.push('list of '+e.tagName)});
      all('section',function(e){if(!e.getAttribute('aria-label'))bad.push('section')});
      all('body>*',function(e){if(!/MAIN|HEADER|SCRIPT/.test(e.tagName))bad.push('outside of landmarks '+e.tagName)});
      all('figure.ils-code,[role=math]',function(e){if(getComputedStyle(e).direction!='ltr')bad.push('direction')});
      function parts(c){var m=c.match(/color\\(srgb ([\\d. ]+)(?:\\/ ([\\d.]+))?/);if(m)return m[1].trim().split(' ').map(function(x){return x*255}).concat(m[2]===undefined?1:+m[2]);
      m=c.match(/[\\d.]+/g).map(Number);return[m[0],m[1],m[2],m.length>3?m[3]:1]}
      function over(a,b){return[0,1,2].map(function(i){return a[i]*a[3]+b[i]*(1-a[3])}).concat(1)}
      function light(c){return[0.2126,0.7152,0.0722].reduce(function(s,k,i){var v=c[i]/255;return s+k*(v<=0.03928?v/12.92:Math.pow((v+0.055)/1.055,2.4))},0)}
      function behind(e){var list=[];for(;e;e=e.parentElement)list.push(parts(getComputedStyle(e).backgroundColor));
      return list.reverse().reduce(function(b,c){return c[3]?over(c,b):b},[255,255,255,1])}
      var seen=0;all('main *',function(e){if(![].some.call(e.childNodes,function(n){return n.nodeType==3&&n.data.trim()}))return;
      var s=getComputedStyle(e);if(!e.getClientRects().length||s.opacity=='0')return;seen++;var b=behind(e),f=over(parts(s.color),b);
      var x=light(f),y=light(b),r=(Math.max(x,y)+.05)/(Math.min(x,y)+.05);if(r<4.5)bad.push('contrast '+r.toFixed(2)+' '+e.outerHTML.slice(0,80))});
      if(seen<60)bad.push('only '+seen+' texts')
      """, theme: theme)
    #expect(result.hasPrefix("<title>done:0 "), "\(result)")
  }

  /// axe-core, where `ILSRENDER_AXE` names its file (docs/html.md says how to get it).
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["ILSRENDER_AXE"] != nil, "needs ILSRENDER_AXE"),
    arguments: ["sample-light", "sample-dark"])
  func axeFindsNoAccessibilityProblems(_ theme: String) throws {
    let file = URL(filePath: ProcessInfo.processInfo.environment["ILSRENDER_AXE"] ?? "")
    let axe = try String(contentsOf: file, encoding: .utf8).replacing("</script", with: "<\\/script")
    let result = try sample(
      """
      bad.push('not run')})</script><script>\(axe)</script><script>addEventListener('load',function(){
      axe.run(document,{resultTypes:['violations'],rules:{'heading-order':{enabled:false}}}).then(function(r){
      document.title='done:'+r.violations.length+' '+r.passes.length+r.violations.map(function(v){return v.id+' '+v.nodes[0].html}).join(' | ')});
      return;var bad=[]
      """, theme: theme)
    #expect(result.hasPrefix("<title>done:0 "), "\(result)")
  }

  /// Closed details open where what a reader looks for stands in them, without a script: the parts of a page that are
  /// folded away need no more.
  @Test func closedDetailsAreSearched() throws {
    let output = ToolOutput(text: OutputText(lines: [OutputLine(text: "the needleword is here")]))
    let call = ToolCall(head: ToolCall.ToolCallHead(id: "1", name: "Bash", state: .done), output: output)
    var message = Message(head: Message.MessageHead(role: .assistant))
    message.parts = [MessagePart(content: .toolCall(call), isFinished: true)]
    var options = HTMLOptions()
    options.isStandalone = true
    let page = HTMLFormatter(options: options).format(
      Conversation(messages: [message]), sheets: [SampleThemes.dark()])
    #expect(!String(decoding: page, as: UTF8.self).contains("<details class=\"ils-tool ils-done\" open"))
    // The browser looks for the text when it has nothing else to do, which on a busy machine is after the page was written.
    let isFound = try (0..<8).contains { _ in
      try Browser.load(page, fragment: "#:~:text=needleword").contains(
        "<details class=\"ils-tool ils-done\" open")
    }
    #expect(isFound)
  }

  /// Colours of a tool's output are what the browser paints, in every styling and with one theme or several; code beside
  /// it has its own.
  @Test(arguments: HTMLFormatter.Styling.allCases, [1, 2])
  func toolOutputKeepsItsColors(_ styling: HTMLFormatter.Styling, themes: Int) throws {
    let line = OutputLine(
      text: "error: not found",
      runs: [
        OutputRun(length: 5, style: OutputStyle(foreground: .palette(1))),
        OutputRun(length: 11, style: OutputStyle(background: .palette(3))),
      ])
    let call = ToolCall(
      head: ToolCall.ToolCallHead(id: "1", name: "Bash", state: .done),
      output: ToolOutput(text: OutputText(lines: [line])))
    var message = Message(head: Message.MessageHead(role: .assistant))
    message.parts = [MessagePart(content: .toolCall(call), isFinished: true)]
    var options = HTMLOptions()
    options.isStandalone = true
    options.styling = styling
    let formatter = HTMLFormatter(options: options)
    let sheets = [SampleThemes.light(), SampleThemes.dark()].prefix(themes)
    var page = String(
      decoding: formatter.format(Conversation(messages: [message]), sheets: Array(sheets)), as: UTF8.self)
    page.replace(formatter.conversationSecurityPolicy, with: "")
    page.replace(
      "</body>",
      with: """
        <script>addEventListener('load',function(){document.documentElement.dataset.theme='sample-light';
        var s=document.querySelectorAll('.ils-output span');document.title='done:'+[getComputedStyle(s[0]).color,
        getComputedStyle(s[1]).backgroundColor!='rgba(0, 0, 0, 0)'].join(' | ')})</script></body>
        """)
    let dom = try Browser.load(Array(page.utf8))
    // In attributes, a theme's own colours have no tint to stand behind text.
    let hasBackground = styling != .inline
    #expect(
      dom.contains("<title>done:rgb(179, 38, 30) | \(hasBackground)</title>"), "\(styling), \(themes) themes")
  }

  @Test func theScriptOfAPageRunsUnderItsPolicy() throws {
    var options = HTMLOptions()
    options.isStandalone = true
    let page = HTMLFormatter(options: options).format(SampleDocument.make(), sheets: [SampleThemes.dark()])
    let dom = try Browser.load(page)
    #expect(dom.contains("<button type=\"button\" class=\"ils-copy\">Copy</button>"))
  }
}
