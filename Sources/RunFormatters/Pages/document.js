(function(){
var D=document,R=D.documentElement,O=window.ResizeObserver,known=[];
if(D.ilsControls)return;
function each(r,q,f){Array.prototype.forEach.call(r.querySelectorAll(q),f)}
function say(b,s){var t=b.textContent;b.textContent=s;setTimeout(function(){b.textContent=t},1500)}
function copy(b,s,old){
if(navigator.clipboard)navigator.clipboard.writeText(s).then(function(){say(b,"Copied")},old);else old()}
function show(b){b.hidden=false}
function on(q,begin,click){known.push([q,begin]);each(D,q,begin);
if(click)D.addEventListener("click",function(e){var b=e.target.closest(q);if(b)click(b)})}
D.ilsControls={each:each,say:say,copy:copy,show:show,on:on};
if(window.MutationObserver)new MutationObserver(function(l){l.forEach(function(m){
Array.prototype.forEach.call(m.addedNodes,function(n){if(n.nodeType==1)known.forEach(function(k){
if(n.matches(k[0]))k[1](n);each(n,k[0],k[1])})})})}).observe(R,{childList:true,subtree:true});
on(".ils-copy",show,function(b){var c=b.closest("figure").querySelector("pre code");
copy(b,c.textContent,function(){var s=getSelection();s.removeAllRanges();s.selectAllChildren(c);
say(b,D.execCommand("copy")?"Copied":"Selected")})});
on(".ils-lines",show,function(b){
b.setAttribute("aria-pressed",b.closest(".ils-code").classList.toggle("ils-numbered"))});
function theme(b,step){var l=b.dataset.themes.split(" "),n=b.dataset.names.split("|"),i=l.indexOf(R.dataset.theme);
if(step){i=i<0?+(getComputedStyle(R).getPropertyValue("--ils-theme")||0):i;R.dataset.theme=l[i=(i+1)%l.length]}
if(i>=0)b.textContent=n[i]}
on(".ils-theme",function(b){show(b);theme(b,0)},function(b){theme(b,1)});
var q=".ils-table,.ils-canvas,.ils pre,.ils-display,.ils :not(.ils-table)>table";
function stop(e){var s=e.scrollWidth>e.clientWidth+1||e.scrollHeight>e.clientHeight+1,t=e.matches(".ils-table");
if(s)e.tabIndex=0;else e.removeAttribute("tabindex");
if(t&&s){e.setAttribute("role","group");e.setAttribute("aria-label","Table")}
else if(t){e.removeAttribute("role");e.removeAttribute("aria-label")}}
var o=O&&new O(function(l){l.forEach(function(x){var e=x.target;if(!e.matches(q))e=e.parentNode;if(e)stop(e)})});
on(q,function(e){if(!o)return stop(e);o.observe(e);if(e.firstElementChild)o.observe(e.firstElementChild)});
function formula(n){return(n.nodeType==1?n:n.parentNode).closest("math.ils-formula")}
D.addEventListener("copy",function(e){
var s=getSelection(),c=e.clipboardData,b=D.createElement("div"),r,m;
if(!c||e.defaultPrevented||!s.rangeCount||s.isCollapsed)return;
r=s.getRangeAt(0).cloneRange();
if(m=formula(r.startContainer))r.setStartBefore(m);
if(m=formula(r.endContainer))r.setEndAfter(m);
b.append(r.cloneContents());
if(!b.querySelector("math.ils-formula"))return;
c.setData("text/html",b.innerHTML);
each(b,"math.ils-formula",function(m){var d=m.getAttribute("display")?"$$":"$";
m.replaceWith(d+m.querySelector("annotation").textContent+d)});
b.style.cssText="position:fixed;left:-9999px";
D.body.append(b);c.setData("text/plain",b.innerText);b.remove();e.preventDefault()});
})()
