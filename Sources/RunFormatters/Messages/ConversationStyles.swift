/// The rules for conversations, on top of those for documents.
enum ConversationStyles {
  static let source: StaticString = """
    .ils-page>.ils-chat{max-width:50rem;padding-top:clamp(1.25rem,4vw,3rem)}
    .ils-session{margin:0 0 2.25rem;padding-bottom:1.1rem;border-bottom:1px solid var(--ils-border)}
    .ils .ils-session h1{font-size:1.45em;margin:0 0 .45em}
    .ils-facts{display:flex;flex-wrap:wrap;gap:.2em 1.4em;margin:0;color:var(--ils-muted);font-size:.84em}
    .ils-facts>div{min-width:0;overflow-wrap:anywhere}
    .ils-facts :is(dt,dd){display:inline;margin:0}
    .ils-facts dt{margin-inline-end:.45em}
    .ils-facts dd{color:var(--ils-text)}
    .ils-msg{margin:0 0 2rem}
    .ils-msg:last-child{margin-bottom:0}
    .ils-by{display:flex;align-items:baseline;flex-wrap:wrap;gap:.15em .7em;margin:0 0 .55rem;font-size:.84em;color:var(--ils-muted)}
    .ils .ils-who{margin:0;color:var(--ils-heading);font-size:1.06em;font-weight:650;letter-spacing:0}
    .ils-user{display:flex;flex-direction:column;align-items:flex-end}
    .ils-user>.ils-by{margin-inline-end:.35rem;margin-bottom:.35rem}
    .ils-user>.ils-by .ils-who{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .ils-user>.ils-bubble{box-sizing:border-box;max-width:min(100%,38rem);padding:.7rem 1.05rem;border-radius:1.25rem;border-end-end-radius:.35rem;\
    --ils-surface:var(--ils-bubble-bg);background:var(--ils-surface);color:var(--ils-text)}
    .ils-bubble>:last-child,.ils-text>:last-child{margin-bottom:0}
    .ils-bubble>:first-child,.ils-text>:first-child{margin-top:0}
    .ils .ils-bubble>*+:is(*,.ils-notice){margin-top:.95rem}
    .ils .ils-bubble>.ils-tool+.ils-tool{margin-top:.45rem}
    .ils-agent{margin-inline-start:.6rem;padding-inline-start:1.1rem;border-inline-start:2px solid var(--ils-border)}
    .ils-system>.ils-bubble{color:var(--ils-muted);font-size:.92em}
    .ils summary{cursor:pointer;list-style:none}
    .ils summary::-webkit-details-marker{display:none}
    .ils-thinking>summary{display:inline-flex;align-items:center;gap:.5em;padding:.1rem 0;color:var(--ils-muted);font-size:.9em}
    .ils-thinking>summary::before,.ils-rest>summary::before{content:"";width:.38em;height:.38em;border:solid currentColor;border-width:0 .12em .12em 0;\
    transform:rotate(-45deg);transition:transform .12s}
    :is(.ils-thinking,.ils-rest)>summary:dir(rtl)::before{transform:rotate(135deg)}
    :is(.ils-thinking,.ils-rest)[open]>summary::before{transform:rotate(45deg)}
    .ils summary:hover{color:var(--ils-text)}
    .ils-think{margin:.5rem 0 .25rem;padding-inline-start:1rem;border-inline-start:2px solid var(--ils-border);color:var(--ils-muted);font-size:.92em}
    .ils-think :is(strong,h1,h2,h3,h4,h5,h6){color:inherit}
    .ils-think>:last-child{margin-bottom:0}
    .ils-unshown{margin:0;color:var(--ils-muted);font-size:.9em}
    .ils-tool{--c:var(--ils-muted);border:1px solid var(--ils-border);border-radius:10px;background:var(--ils-tool-bg);overflow:hidden}
    .ils-done{--c:var(--ils-success)}
    .ils-failed{--c:var(--ils-error);border-color:color-mix(in srgb,var(--c) 55%,var(--ils-border))}
    .ils-running,.ils-preparing{--c:var(--ils-info)}
    .ils-tool>summary{display:flex;align-items:baseline;gap:.6em;padding:.5rem .85rem;font-size:.88em;line-height:1.5}
    .ils-tool[open]>summary{border-bottom:1px solid var(--ils-border)}
    .ils-tool>summary:focus-visible{outline-offset:-2px;border-radius:10px}
    .ils-sign{flex:none;width:1.1em;text-align:center;color:var(--c);font-weight:700}
    .ils-name{flex:none;max-width:45%;font-weight:650;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .ils-about{flex:0 1 auto;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-family:var(--ils-mono);font-size:.93em;color:var(--ils-muted)}
    .ils-note{flex:none;color:var(--ils-muted);font-variant-numeric:tabular-nums;white-space:nowrap}
    .ils-state{flex:none;margin-inline-start:auto;color:var(--c)}
    .ils-in,.ils-out{padding:.7rem .85rem}
    .ils-in+.ils-out{border-top:1px solid var(--ils-border)}
    .ils-tool .ils-code{margin:0;border-radius:7px;border-color:color-mix(in srgb,var(--ils-border) 70%,transparent)}
    .ils-tool .ils-code pre{padding:.6rem 0;max-height:28rem;font-size:.8125rem;line-height:1.55}
    .ils-tool .ils-code pre code{padding:0 .85rem}
    .ils-tool .ils-code .l{margin:0 -.85rem;padding:0 .85rem}
    .ils-tool .ils-code :is(.ils-ins,.ils-del){padding-left:1.35rem}
    .ils-tool .ils-code:has(.ils-ins,.ils-del) .l{padding-left:1.35rem}
    .ils-tool .ils-code{position:relative}
    .ils-tool figcaption:not(:has(.ils-title)){position:absolute;z-index:1;top:.3rem;right:.3rem;min-height:0;padding:0;border:0;border-radius:5px;\
    background:var(--ils-code-bg);opacity:0;transition:opacity .12s}
    .ils-tool figcaption:not(:has(.ils-title)) .ils-lang,.ils-tool .ils-title+.ils-lang{display:none}
    .ils-tool .ils-title{margin-right:auto}
    .ils-tool .ils-code:hover figcaption,.ils-tool .ils-code:focus-within figcaption{opacity:1}
    .ils-in>*+*,.ils-out>*+*{margin-top:.6rem!important}
    .ils-in pre code:is(.language-plain,.language-markdown){width:auto;white-space:pre-wrap;overflow-wrap:anywhere}
    .ils .ils-in>:is(ul,ol),.ils .ils-out>:is(ul,ol){margin:0;font-size:.92em}
    .ils-routine{color:var(--ils-muted)}
    .ils-fields{margin:0;font-size:.86em;line-height:1.55}
    .ils-fields>div{display:flex;gap:.7em;padding-inline-start:calc(var(--d,0)*1.2em)}
    .ils-fields>.ils-d1{--d:1}.ils-fields>.ils-d2{--d:2}.ils-fields>.ils-d3{--d:3}.ils-fields>.ils-d4{--d:4}
    .ils-fields dt{flex:none;max-width:40%;color:var(--ils-muted);overflow-wrap:anywhere}
    .ils-fields dd{margin:0;min-width:0;font-family:var(--ils-mono);font-size:.95em;white-space:pre-wrap;overflow-wrap:anywhere}
    .ils-fields :is(.ils-number,.ils-bool,.ils-null){color:var(--ils-inline)}
    .ils-cut{color:var(--ils-muted);font-style:italic;font-family:system-ui,sans-serif}
    .ils-out>.ils-error{margin:0;color:var(--ils-error);font-weight:650;font-size:.86em}
    .ils-output{margin:0;font:.8125rem/1.55 var(--ils-mono);white-space:pre-wrap;overflow-wrap:anywhere;tab-size:8;max-height:32rem;overflow:auto;\
    scrollbar-width:thin;scrollbar-color:var(--ils-border) transparent}
    .ils-rest>summary{display:inline-flex;align-items:center;gap:.5em;padding:.15rem 0;color:var(--ils-muted);font-size:.84em}
    .ils-output [class*=o]{color:var(--o)}
    .ils-output .o0,.ils-output .o8{--o:var(--ils-muted)}
    .ils-output .o1,.ils-output .o9{--o:var(--ils-error)}
    .ils-output .o2,.ils-output .o10{--o:var(--ils-success)}
    .ils-output .o3,.ils-output .o11{--o:var(--ils-warning)}
    .ils-output .o4,.ils-output .o12{--o:var(--ils-link)}
    .ils-output .o5,.ils-output .o13{--o:var(--ils-important)}
    .ils-output .o6,.ils-output .o14{--o:var(--ils-info)}
    .ils-output .o7,.ils-output .o15{--o:var(--ils-text)}
    .ils-output .a2{color:color-mix(in oklab,var(--o,var(--ils-muted)) 60%,var(--ils-muted))}
    .ils-output [class*=q]{background:color-mix(in srgb,var(--q,var(--ils-muted)) 26%,var(--ils-tool-bg));\
    color:color-mix(in srgb,var(--o,var(--ils-on-color)) 45%,var(--ils-on-color))}
    .ils-output .q1,.ils-output .q9{--q:var(--ils-error)}
    .ils-output .q2,.ils-output .q10{--q:var(--ils-success)}
    .ils-output .q3,.ils-output .q11{--q:var(--ils-warning)}
    .ils-output .q4,.ils-output .q12{--q:var(--ils-link)}
    .ils-output .q5,.ils-output .q13{--q:var(--ils-important)}
    .ils-output .q6,.ils-output .q14{--q:var(--ils-info)}
    .ils-output .a1{font-weight:700}
    .ils-output .a3{font-style:italic}
    .ils-output .a4{text-decoration:underline}
    .ils-output .a5{text-decoration:line-through}
    .ils-output .a6{background:var(--ils-text);color:var(--ils-bg)}
    .ils .ils-notice{--c:var(--ils-info);margin:0;padding:.55rem .9rem;border-inline-start:3px solid var(--c);border-start-end-radius:8px;border-end-end-radius:8px;\
    background:var(--ils-note-bg);color:var(--ils-text);font-size:.92em}
    .ils .ils-notice.ils-warning{--c:var(--ils-warning);background:var(--ils-warning-bg)}
    .ils .ils-notice.ils-error{--c:var(--ils-error);background:var(--ils-caution-bg)}
    .ils-notice>strong{color:var(--c)}
    .ils-picture{margin:0}
    .ils-picture img{max-height:24rem}
    .ils-foot{display:flex;align-items:center;flex-wrap:wrap;gap:.2rem .3rem;margin-top:.6rem;color:var(--ils-muted);font-size:.82em;font-variant-numeric:tabular-nums}
    .ils-foot>.ils-stats{margin-inline-end:1rem}
    .ils-user>.ils-foot{margin-top:.2rem}
    .ils-foot button,.ils-by button{padding:.1rem .5rem;border:0;border-radius:5px;background:none;color:var(--ils-muted);font:inherit;cursor:pointer}
    .ils-foot button:first-of-type{margin-inline-start:-.5rem}
    .ils-user>.ils-foot button:first-of-type{margin:0}
    .ils-foot button:hover,.ils-by button:hover{background:color-mix(in srgb,currentColor 13%,transparent);color:var(--ils-text)}
    .ils-by>.ils-alls{margin-inline-start:auto;display:inline-flex}
    .ils-total{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--ils-border);color:var(--ils-muted);font-size:.84em;font-variant-numeric:tabular-nums}
    .ils-total>p:last-child{margin-bottom:0}
    .ils-total>.ils-notice+p{margin-top:.8rem}
    @media (max-width:34rem){.ils-user>.ils-bubble{max-width:94%}.ils-tool>summary{gap:.45em;padding:.5rem .65rem}\
    .ils-in,.ils-out{padding:.6rem .65rem}.ils-tool>summary{flex-wrap:wrap}.ils-about{order:5;flex-basis:100%;padding-inline-start:1.7em}}
    @media (hover:hover){:is(.ils-foot,.ils-by) button,.ils-done>summary>.ils-state{opacity:0;transition:opacity .12s}\
    .ils-msg:is(:hover,:focus-within) :is(.ils-foot,.ils-by) button,.ils-done>summary:is(:hover,:focus-visible)>.ils-state{opacity:1}}
    @media print,(forced-colors:active){.ils-user>.ils-by .ils-who{position:static;width:auto;height:auto;overflow:visible;clip-path:none}\
    .ils .ils-user>.ils-bubble{border:1px solid var(--ils-border)}}
    @media print{.ils-foot button,.ils-alls{display:none}.ils-output,.ils-tool .ils-code pre{max-height:none;overflow:visible}\
    .ils .ils-done>summary>.ils-state{opacity:1}.ils-output [style]{color:inherit!important;background:none!important}\
    .ils-output .a6{background:none;color:inherit;outline:1px solid}}
    """
}
