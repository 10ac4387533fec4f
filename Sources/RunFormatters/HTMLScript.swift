/// The one script of a page, kept small: everything can be read without it.
enum HTMLScript {
  static let source: StaticString = """
    (function(){
    function each(q,f){Array.prototype.forEach.call(document.querySelectorAll(q),f)}
    function select(n){var s=getSelection();s.removeAllRanges();s.selectAllChildren(n)}
    each(".ils-copy",function(b){b.hidden=false;b.addEventListener("click",function(){
    var c=b.closest(".ils-code").querySelector("pre code"),t=b.textContent;
    function say(s){b.textContent=s;setTimeout(function(){b.textContent=t},1500)}
    function old(){select(c);say(document.execCommand("copy")?"Copied":"Selected")}
    if(navigator.clipboard)navigator.clipboard.writeText(c.textContent).then(function(){say("Copied")},old);else old()})});
    each(".ils-lines",function(b){b.hidden=false;b.addEventListener("click",function(){
    b.setAttribute("aria-pressed",b.closest(".ils-code").classList.toggle("ils-numbered"))})});
    })()
    """

  /// The script's SHA-256, as a content security policy names it; a test computes it anew.
  static let digest: StaticString = "sha256-Cto7y7JbwBxKV7hfnLGwKK3ye3oKK9VZVqvQPzV716U="
}
