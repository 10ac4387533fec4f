(function(){
function each(r,q,f){Array.prototype.forEach.call(r.querySelectorAll(q),f)}
each(document,".ils-all",function(b){b.hidden=false;b.addEventListener("click",function(){
var o=b.classList.contains("ils-open-all");
each(b.closest(".ils-msg"),"details",function(d){if(!o||!d.classList.contains("ils-rest"))d.open=o})})});
each(document,".ils-md",function(b){b.hidden=false;b.addEventListener("click",function(){
var t=b.textContent,s=b.getAttribute("data-source");
function say(w){b.textContent=w;setTimeout(function(){b.textContent=t},1500)}
function old(){var a=document.createElement("textarea");a.value=s;document.body.appendChild(a);a.select();
say(document.execCommand("copy")?"Copied":"Not copied");a.remove()}
if(navigator.clipboard)navigator.clipboard.writeText(s).then(function(){say("Copied")},old);else old()})});
})()
