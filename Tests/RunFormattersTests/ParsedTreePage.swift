import Foundation

/// A page that tells whether a browser makes of HTML the tree that its tags show.
enum ParsedTreePage {
  /// The script reads each fragment twice: by its tags alone, which must all be there, and with the browser's parser, within a
  /// page that has elements around the fragment.
  private static let script = #"""
    const empty=new Set(["br","hr","img","input","source","wbr"]);
    function plain(t){return t.replace(/&lt;/g,"<").replace(/&gt;/g,">").replace(/&quot;/g,'"').replace(/&#39;/g,"'").replace(/&amp;/g,"&")}
    function shown(html){
      let out="",open=[],place=0,afterPre=false;
      for(const m of html.matchAll(/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>|[^<]+|</g)){
        if(m.index!=place)return "unread at "+place;place+=m[0].length;
        if(m[2]===undefined){if(m[0]=="<")return "lone < at "+m.index;
          let t=plain(m[0]);if(afterPre&&t[0]=="\n")t=t.slice(1);out+=t;afterPre=false;continue}
        afterPre=false;
        if(m[1]){if(open.pop()!=m[2])return "</"+m[2]+"> at "+m.index;out+="</"+m[2]+">"}
        else{out+="<"+m[2]+">";if(empty.has(m[2]))out+="</"+m[2]+">";else{open.push(m[2]);afterPre=m[2]=="pre"}}
      }
      return open.length?"open: "+open:out}
    function parsed(node){let out="";for(const c of node.childNodes){
      if(c.nodeType==3)out+=c.data;else if(c.nodeType==1)out+="<"+c.localName+">"+parsed(c)+"</"+c.localName+">";else out+="?"+c.nodeType}
      return out}
    const hosts=[["<main>","</main>"],["<ul><li>","</li></ul>"],["<table><tbody><tr><td>","</td></tr></tbody></table>"],
      ["<details><summary>s</summary>","</details>"],["<dl><dd>","</dd></dl>"],["<section><b>","</b></section>"]];
    const wrong=[];
    fragments.forEach(function(f,i){
      const h=hosts[i%hosts.length],html=h[0]+f+"<p>after</p>"+h[1];
      const page=new DOMParser().parseFromString("<!DOCTYPE html><html><head></head><body>"+html+"</body></html>","text/html");
      const want=shown(html),got=parsed(page.body);
      if(want!==got&&wrong.length<20)wrong.push(i)});
    document.title="wrong:"+wrong.join(",")+";";
    """#

  /// The indices of up to 20 fragments whose tree is another one.
  static func wrongOnes(of fragments: [[UInt8]]) throws -> [Int] {
    let list = try JSONEncoder().encode(fragments.map { String(decoding: $0, as: UTF8.self) })
    let json = String(decoding: list, as: UTF8.self).replacing("<", with: "\\u003C")
    let page =
      "<!DOCTYPE html><meta charset=\"utf-8\"><title>x</title><script>const fragments=\(json);\(script)</script>"
    let dom = try Browser.load(Array(page.utf8))
    guard let title = dom.firstRange(of: "<title>wrong:") else { throw Unfinished() }
    return dom[title.upperBound...].prefix { $0 != ";" }.split(separator: ",").compactMap { Int($0) }
  }

  struct Unfinished: Error {}
}
