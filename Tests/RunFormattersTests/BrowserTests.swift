import Foundation
import RunFormatters
import StyledRuns
import Testing

/// Headless Chromium, where it is installed.
enum Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The page as it stands after its scripts have run.
  static func load(_ page: [UInt8]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    try Data(page).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
      "--virtual-time-budget=4000", "--dump-dom", file.absoluteString,
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
  /// No policy of the page helps: what is tested is the fragment.
  private func page(_ fragment: [UInt8]) -> [UInt8] {
    let head = """
      <!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title><script>
      window.hits=[];function hit(x){hits.push("script")}
      ["alert","confirm","prompt","print"].forEach(function(n){window[n]=hit});
      </script></head><body><div id="container">
      """
    let foot = """
      </div><p id="after">after</p><script>
      addEventListener("load",function(){setTimeout(function(){
      document.querySelectorAll("#container *").forEach(function(e){
      for(const a of e.attributes){if(/^on/i.test(a.name))hits.push(e.tagName+" "+a.name);
      if(/^(href|src|action|formaction|data|poster|srcset|background)$/i.test(a.name)&&a.name!="href"&&a.name!="src")hits.push(a.name)}
      if(/^(SCRIPT|STYLE|IFRAME|OBJECT|EMBED|FORM|LINK|META|BASE|TEMPLATE|TEXTAREA|SELECT|PLAINTEXT|VIDEO|AUDIO)$/i.test(e.tagName))hits.push(e.tagName);
      if(e.tagName=="A"&&e.hasAttribute("href")&&!/^(https?|mailto|tel|file|):$/.test(e.protocol))hits.push(e.protocol)});
      performance.getEntriesByType("resource").forEach(function(r){if(/evil.invalid/.test(r.name))hits.push(r.name)});
      if(document.body.children.length!=3||!document.getElementById("after").matches("body>p"))hits.push("left its container");
      document.title="hits:"+hits.length+" "+hits.slice(0,5).join(",")},500)})
      </script></body></html>
      """
    return Array(head.utf8) + fragment + Array(foot.utf8)
  }

  @Test(arguments: [HTMLFormatter.RawHTML.escape, .sanitize]) func attacksDoNothing(
    _ policy: HTMLFormatter.RawHTML
  ) throws {
    var options = HTMLFormatter.Options()
    options.rawHTML = policy
    options.lineNumbers = .shown
    var blocks = Attacks.blocks()
    for seed in 0..<40 {
      var random = RandomDocument(seed: UInt64(seed))
      blocks += random.blocks()
    }
    let fragment = HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: [])
    let extra = policy == .sanitize ? StrictHTML.sanitized : []
    #expect(StrictHTML(fragment, extra: extra).problems.isEmpty)
    let dom = try Browser.load(page(fragment))
    let title = dom.firstRange(of: "<title>hits:").map { String(dom[$0.lowerBound...].prefix(200)) }
    #expect(title?.hasPrefix("<title>hits:0 <") == true, "\(title ?? "the page did not finish")")
  }

  @Test func theScriptOfAPageRunsUnderItsPolicy() throws {
    var options = HTMLFormatter.Options()
    options.isStandalone = true
    let page = HTMLFormatter(options: options).format(SampleDocument.make(), sheets: [SampleThemes.dark()])
    let dom = try Browser.load(page)
    #expect(dom.contains("<button type=\"button\" class=\"ils-copy\">Copy</button>"))
  }
}
