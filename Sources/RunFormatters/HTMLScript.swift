/// The one script of a page, kept small: everything can be read without it.
enum HTMLScript {
  static let source: StaticString = """
    (function(){
    function each(q,f){Array.prototype.forEach.call(document.querySelectorAll(q),f)}
    each(".ils-copy",function(b){b.hidden=false;b.addEventListener("click",function(){
    var f=b.closest(".ils-code"),t=f.querySelector("pre code").textContent;
    function done(s){b.textContent=s;setTimeout(function(){b.textContent="Copy"},1600)}
    navigator.clipboard?navigator.clipboard.writeText(t).then(function(){done("Copied")},function(){done("Failed")}):done("Failed")})});
    each(".ils-lines",function(b){b.hidden=false;b.addEventListener("click",function(){
    b.setAttribute("aria-pressed",b.closest(".ils-code").classList.toggle("ils-numbered"))})});
    })()
    """

  /// The script's SHA-256, as a content security policy names it.
  static let digest: StaticString = "sha256-"
}
