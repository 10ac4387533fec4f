/// A page that tells, once it is loaded, what has run, been fetched or been changed outside of what was to be shown.
///
/// No policy of the page helps it: what is tested is the HTML.
enum AttackPage {
  /// Calls of `hit`, and of what pages like to call, are kept.
  private static let listener = """
    <script>
    window.hits=[];function hit(x){hits.push("script")}
    ["alert","confirm","prompt","print","open","fetch"].forEach(function(n){window[n]=hit});
    document.addEventListener("securitypolicyviolation",function(e){hits.push("policy")});
    </script>
    """

  /// `root`: where what is shown lies; `outside`: how many elements the body has besides it and the check.
  private static func check(root: String, outside: Int) -> String {
    """
    <p id="outside-check">outside</p><script>
    addEventListener("load",function(){setTimeout(function(){
    function place(e){var s=e.closest("section[data-case]");return s?"#"+s.dataset.case+" ":""}
    var roots=document.querySelectorAll("\(root)");if(roots.length!=1)hits.push(roots.length+" roots");
    document.querySelectorAll("\(root) *").forEach(function(e){
    for(const a of e.attributes){if(/^on/i.test(a.name))hits.push(place(e)+e.tagName+" "+a.name);
    if(/^(action|formaction|data|poster|srcdoc|background|ping|http-equiv|is|slot)$/i.test(a.name)||a.name=="srcset"&&!/^(SOURCE|IMG)$/.test(e.tagName)||a.name=="name"&&e.tagName!="A")hits.push(place(e)+a.name);
    if(a.name=="style"&&/url|import|expression|position/i.test(a.value))hits.push(place(e)+a.value)}
    if(/^(SCRIPT|STYLE|IFRAME|OBJECT|EMBED|FORM|LINK|META|BASE|TEMPLATE|TEXTAREA|SELECT|PLAINTEXT|VIDEO|AUDIO|NOSCRIPT|DIALOG)$/i.test(e.tagName))hits.push(place(e)+e.tagName);
    // A formula of ours holds nothing but what we write in MathML, a drawing nothing but shapes and text; no other namespace is
    // anywhere else.
    var math=e.closest("math"),own=e.closest(".ils-diagram>.ils-canvas>svg");
    if(math){if(math.className!="ils-formula"||e.namespaceURI!="http://www.w3.org/1998/Math/MathML"||e.hasAttribute("href")||/^m?(action|annotation-xml)$/.test(e.tagName))hits.push(place(e)+"math "+e.tagName)}
    else if(e.namespaceURI!="http://www.w3.org/1999/xhtml"?!own||!/^(svg|title|desc|path|circle|rect|text|tspan)$/.test(e.tagName):!!own)hits.push(place(e)+"drawing "+e.tagName);
    if(e.tagName.includes("-")||e.shadowRoot)hits.push(place(e)+e.tagName);
    if(e.tagName=="A"&&e.hasAttribute("href")&&!/^(https?|mailto|tel|file|):$/.test(e.protocol))hits.push(place(e)+e.protocol);
    // What begins with two slashes is an address that the browser could not read.
    if(e.tagName=="IMG"&&!/^(https?:|file:|data:image\\/(png|jpeg|gif|webp)[;,]|\\/\\/|$)/.test(e.src))hits.push(place(e)+e.src);
    if(e.tagName=="BUTTON"&&e.type!="button"||e.tagName=="INPUT"&&e.type!="checkbox")hits.push(place(e)+e.type)});
    document.querySelectorAll("\(root) section[data-case]").forEach(function(s){
    if(s.parentNode.id!="container"||s.children.length!=1||s.firstElementChild.className!="ils")hits.push("case "+s.dataset.case+" left its place")});
    document.querySelectorAll("\(root) summary,\(root) button,\(root) input").forEach(function(e){e.click()});
    performance.getEntriesByType("resource").forEach(function(r){if(/evil.invalid/.test(r.name))hits.push(r.name)});
    var last=document.getElementById("outside-check"),look=getComputedStyle(last);
    if(!last.matches("body>p")||last.textContent!="outside"||look.display!="block"||look.visibility!="visible"||look.position!="static")hits.push("outside changed");
    if(document.body.children.length!=\(outside + 3))hits.push("left its container: "+document.body.children.length);
    document.title="hits:"+hits.length+" "+hits.slice(0,20).join(", ")},500)})
    </script>
    """
  }

  /// A page around fragments, each a case of its own.
  static func around(_ fragments: [[UInt8]]) -> [UInt8] {
    var page = Array(
      "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>x</title>\(listener)</head><body><div id=\"container\">"
        .utf8)
    for (index, fragment) in fragments.enumerated() {
      page += Array("<section data-case=\"\(index)\">".utf8) + fragment + Array("</section>".utf8)
    }
    return page + Array("</div>\(check(root: "#container", outside: 0))</body></html>".utf8)
  }

  /// A page of ours with its policy taken out and the listener put in. `outside`: see ``check(root:outside:)``.
  static func within(_ page: [UInt8], policy: String, outside: Int) -> [UInt8] {
    var text = String(decoding: page, as: UTF8.self)
    text.replace(policy, with: "", maxReplacements: 1)
    text.replace("<head>", with: "<head>\(listener)", maxReplacements: 1)
    let end = "</body>\n</html>\n"
    precondition(text.hasSuffix(end))
    return Array((text.dropLast(end.count) + check(root: "body>main", outside: outside) + end).utf8)
  }

  /// The problem that the page reports, or `nil` if it reports none.
  static func problem(in page: [UInt8]) throws -> String? {
    let dom = try Browser.load(page)
    guard let title = dom.firstRange(of: "<title>hits:") else { return "the page did not finish" }
    let found = dom[title.upperBound...].prefix { $0 != "\n" }.prefix(600)
    return found.hasPrefix("0 <") ? nil : String(found)
  }
}
