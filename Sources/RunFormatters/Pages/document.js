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
each(".ils-theme",function(b){var r=document.documentElement,l=b.dataset.themes.split(" "),n=b.dataset.names.split("|"),
i=l.indexOf(r.dataset.theme);b.hidden=false;if(i>=0)b.textContent=n[i];
b.addEventListener("click",function(){i=i<0?+(getComputedStyle(r).getPropertyValue("--ils-theme")||0):i;
i=(i+1)%l.length;r.dataset.theme=l[i];b.textContent=n[i]})});
var q=".ils-table,.ils pre,.ils-display,.ils :not(.ils-table)>table";
function stop(e){var s=e.scrollWidth>e.clientWidth+1||e.scrollHeight>e.clientHeight+1,t=e.matches(".ils-table");
if(s)e.tabIndex=0;else e.removeAttribute("tabindex");
if(t&&s){e.setAttribute("role","group");e.setAttribute("aria-label","Table")}
else if(t){e.removeAttribute("role");e.removeAttribute("aria-label")}}
var o=window.ResizeObserver&&new ResizeObserver(function(l){l.forEach(function(x){var e=x.target;stop(e.matches(q)?e:e.parentNode)})});
each(q,function(e){if(!o)return stop(e);o.observe(e);if(e.firstElementChild)o.observe(e.firstElementChild)});
})()
