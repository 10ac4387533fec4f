(function(){
var D=document,C=D.ilsControls;
if(!C||C.messages)return;
C.messages=1;
C.on(".ils-all",C.show,function(b){var o=b.classList.contains("ils-open-all");
C.each(b.closest(".ils-msg"),"details",function(d){if(!o||!d.classList.contains("ils-rest"))d.open=o})});
C.on(".ils-md",C.show,function(b){var s=b.getAttribute("data-source");
C.copy(b,s,function(){var a=D.createElement("textarea");a.value=s;D.body.appendChild(a);a.select();
C.say(b,D.execCommand("copy")?"Copied":"Not copied");a.remove()})});
})()
