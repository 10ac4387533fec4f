/// The rules that are the same in every theme; colours come from the `--ils-` variables.
enum HTMLBaseStyles {
  static let source: StaticString = """
    .ils-page{position:relative;margin:0;background:var(--ils-bg)}
    .ils-page>.ils{box-sizing:border-box;max-width:48rem;margin:0 auto;padding:clamp(1.5rem,5vw,4.5rem) clamp(1.125rem,4vw,2rem) 6rem}
    .ils{--ils-mono:ui-monospace,"SF Mono","Cascadia Code","JetBrains Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;\
    color:var(--ils-text);font:400 1.0625rem/1.68 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;\
    overflow-wrap:break-word;-webkit-text-size-adjust:100%;text-size-adjust:100%}
    .ils :where(p,ul,ol,dl:not([class]),details:not([class]),pre:not([class],[role]),table,blockquote,hr,.ils-code,.ils-table,.ils-alert){margin:0 0 1.25em}
    .ils :is(h1,h2,h3,h4,h5,h6){color:var(--ils-heading);font-weight:650;line-height:1.25;letter-spacing:-.012em;\
    text-wrap:balance;scroll-margin-top:1.5rem}
    .ils :is(h1,h2,h3,h4,h5,h6,:where(.ils-heading)){margin:2em 0 .65em}
    .ils :is(h1,:where(.ils-h1)){font-size:2.125em;margin:0 0 .7em}
    .ils *+:is(h1,:where(.ils-h1)){margin-top:1.6em}
    .ils :is(h2,:where(.ils-h2)){font-size:1.5em;margin-top:2.2em}
    .ils :is(h3,:where(.ils-h3)){font-size:1.2em;margin-top:1.9em}
    .ils :is(h4,:where(.ils-h4)){font-size:1.02em}
    .ils :is(h5,h6,:where(.ils-h5,.ils-h6)){font-size:.92em}
    .ils h1{letter-spacing:-.025em}
    .ils h2{letter-spacing:-.018em}
    .ils h6{color:var(--ils-muted)}
    .ils :is(h1,h2,h3,h4,h5,h6,:where(.ils-heading))+:is(h2,h3,h4,h5,h6,:where(.ils-heading:not(.ils-h1))){margin-top:.9em}
    .ils-heading{display:flex;align-items:baseline;column-gap:.4em}
    .ils .ils-heading>:is(h1,h2,h3,h4,h5,h6){min-width:0;margin:0;font-size:inherit}
    .ils>:first-child{margin-top:0}
    .ils>:last-child{margin-bottom:0}
    .ils .ils-anchor{flex:none;color:var(--ils-muted);line-height:1.25;text-decoration:none;opacity:0;transition:opacity .12s}
    .ils-anchor::before{content:"#"}
    .ils .ils-heading:hover>.ils-anchor,.ils .ils-anchor:focus-visible{opacity:1}
    .ils a{color:var(--ils-link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.18em;\
    text-decoration-color:color-mix(in srgb,currentColor 40%,transparent)}
    .ils a:hover{text-decoration-color:currentColor}
    .ils :focus-visible{outline:2px solid var(--ils-accent);outline-offset:2px;border-radius:3px}
    .ils strong{font-weight:650}
    .ils :is(ul,ol){--n:1;padding:0;padding-inline-start:calc(1em + .6em*var(--n))}
    .ils .ils-digits2{--n:2}.ils .ils-digits3{--n:3}.ils .ils-digits4{--n:4}.ils .ils-digits5{--n:5}.ils .ils-digits6{--n:6}\
    .ils .ils-digits7{--n:7}.ils .ils-digits8{--n:8}.ils .ils-digits9{--n:9}.ils .ils-digits10{--n:10}
    .ils :is(ul,ol)[dir=ltr]{text-align:left}
    .ils :is(ul,ol)[dir=rtl]{text-align:right}
    .ils :is(ul,ol)[dir]>li{unicode-bidi:plaintext}
    .ils li{margin:.3em 0}
    .ils li>:is(ul,ol){margin:.3em 0}
    .ils li>p{margin-bottom:.75em}
    .ils li>:last-child{margin-bottom:0}
    .ils li+li:has(>p){margin-top:.75em}
    .ils li>.ils-code,.ils li>.ils-table,.ils li>blockquote,.ils li>.ils-alert{margin:.75em 0 1em}
    .ils li::marker{color:var(--ils-muted);font-variant-numeric:tabular-nums}
    .ils-tasks{list-style:none}
    .ils-tasks>li:not(.ils-task){list-style:disc}
    .ils-task{position:relative}
    .ils-task>input{appearance:none;-webkit-appearance:none;position:absolute;inset-inline-start:-1.5em;top:.4em;width:1em;height:1em;margin:0;\
    box-sizing:border-box;border:1.5px solid var(--ils-muted);border-radius:.25em;background:transparent}
    .ils-task>input:checked{border-color:var(--ils-accent);background:var(--ils-accent)}
    .ils-task>input:checked::after{content:"";position:absolute;left:28%;top:6%;width:26%;height:58%;border:solid var(--ils-on-accent);\
    border-width:0 .13em .13em 0;transform:rotate(43deg)}
    .ils blockquote{padding:.1em 0;padding-inline-start:1.1em;border-inline-start:3px solid var(--ils-border);color:var(--ils-quote)}
    .ils blockquote>:last-child,.ils-alert>:last-child{margin-bottom:0}
    .ils-alert{--c:var(--ils-info);--ils-surface:var(--ils-note-bg);padding:.85em 1.1em;border-inline-start:3px solid var(--c);\
    border-start-end-radius:8px;border-end-end-radius:8px;background:var(--ils-surface)}
    .ils-tip{--c:var(--ils-success);--ils-surface:var(--ils-tip-bg)}
    .ils-important{--c:var(--ils-important);--ils-surface:var(--ils-important-bg)}
    .ils-warning{--c:var(--ils-warning);--ils-surface:var(--ils-warning-bg)}
    .ils-caution{--c:var(--ils-error);--ils-surface:var(--ils-caution-bg)}
    .ils .ils-alert-title{margin:0 0 .3em;color:var(--c);font-weight:650;font-size:.94em}
    .ils-alert-title::before{display:inline-grid;place-content:center;box-sizing:border-box;width:1.3em;height:1.3em;margin-inline-end:.55em;\
    border:1.5px solid;border-radius:50%;font:700 .8em/1 ui-monospace,Menlo,"DejaVu Sans Mono",monospace;content:"i";vertical-align:.06em}
    .ils-tip>.ils-alert-title::before{content:"\\2713"}
    .ils-important>.ils-alert-title::before,.ils-warning>.ils-alert-title::before{content:"!"}
    .ils-caution>.ils-alert-title::before{content:"\\00d7"}
    .ils hr{height:1px;border:0;background:var(--ils-border);margin:2.75em 0}
    .ils img{max-width:100%;height:auto;border-radius:6px;vertical-align:middle}
    .ils :is(code,kbd,samp){font-family:var(--ils-mono);font-size:.86em;font-variant-ligatures:none}
    .ils :not(pre)>code{padding:.16em .38em;border-radius:5px;background:var(--ils-inline-bg);color:var(--ils-inline);\
    unicode-bidi:isolate;-webkit-box-decoration-break:clone;box-decoration-break:clone}
    .ils a>code{color:inherit}
    .ils :is(h1,h2,h3,h4,h5,h6) code{padding:0;background:none;color:inherit;font-size:.88em}
    .ils mark{padding:.08em .16em;border-radius:3px;background:var(--ils-mark-bg);color:var(--ils-text)}
    .ils mark :not(code){color:inherit}
    .ils kbd{padding:.12em .42em;border:1px solid var(--ils-border);border-bottom-width:2px;border-radius:5px}
    .ils-code{border:1px solid var(--ils-border);border-radius:10px;background:var(--ils-code-bg);color:var(--ils-code);overflow:hidden}
    .ils-code figcaption{display:flex;align-items:center;gap:.9em;min-height:1.5rem;padding:.42rem .55rem .42rem 1.05rem;\
    border-bottom:1px solid var(--ils-border);color:var(--ils-muted);font-weight:400;font-size:.78rem;line-height:1.5}
    .ils-title{color:var(--ils-text);font-family:var(--ils-mono);overflow-wrap:anywhere}
    .ils-lang{margin-right:auto}
    .ils-plain{position:relative}
    .ils-plain figcaption{position:absolute;z-index:1;top:.35rem;right:.4rem;min-height:0;padding:0 0 0 .55rem;border:0;border-radius:5px;\
    background:var(--ils-code-bg);opacity:0;transition:opacity .12s}
    .ils-plain .ils-lang:last-child,.ils-plain .ils-lang:has(+[hidden]:last-child){padding-right:.55rem}
    .ils-plain:hover figcaption,.ils-plain:focus-within figcaption{opacity:1}
    .ils-code button{padding:.12rem .5rem;border:0;border-radius:5px;background:none;color:inherit;font:inherit;cursor:pointer}
    .ils-code button+button{margin-left:-.6em}
    .ils-code button:hover,.ils-lines[aria-pressed=true]{background:color-mix(in srgb,currentColor 13%,transparent);color:var(--ils-text)}
    .ils-code pre{margin:0;padding:1rem 0;overflow:auto;font:.84375rem/1.62 var(--ils-mono);tab-size:4;text-align:left;\
    scrollbar-width:thin;scrollbar-color:var(--ils-border) transparent}
    .ils-code pre:focus-visible{outline-offset:-2px}
    .ils-code pre code{display:block;width:max-content;min-width:100%;box-sizing:border-box;padding:0 1.05rem;counter-reset:l 0;\
    font-size:inherit;unicode-bidi:plaintext;direction:ltr}
    .ils-wrap pre code{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}
    .ils-code .l{display:block;margin:0 -1.05rem;padding:0 1.05rem;counter-increment:l}
    .ils-wrap .l{padding-left:2.55rem;text-indent:-1.5rem}
    .ils-numbered .l::before{content:counter(l);display:inline-block;box-sizing:border-box;min-width:2.2em;margin-right:1.25em;\
    color:var(--ils-muted);text-align:right;text-indent:0;user-select:none;-webkit-user-select:none}
    .ils .ils-hl,.ils .ils-ins,.ils .ils-del{--c:var(--ils-accent);background:var(--ils-hl-bg);box-shadow:inset 3px 0 var(--c)}
    .ils .ils-ins{--c:var(--ils-success);background:var(--ils-ins-bg)}
    .ils .ils-del{--c:var(--ils-error);background:var(--ils-del-bg)}
    .ils-code .l{position:relative}
    .ils-ins::after,.ils-del::after{position:absolute;left:.42rem;top:0;content:"+";color:var(--c);text-indent:0;user-select:none;-webkit-user-select:none}
    .ils-signed:not(.ils-numbered) .l{padding-left:1.75rem}
    .ils-signed.ils-wrap:not(.ils-numbered) .l{padding-left:3.25rem}
    .ils-del::after{content:"\\2212"}
    .ils-char{display:inline-block;padding:0 .25em;border-radius:4px;outline:1px solid var(--ils-error);outline-offset:-1px;color:var(--ils-error);\
    font:600 .78em/1.5 var(--ils-mono);text-indent:0;vertical-align:.08em}
    .ils-char::before{content:attr(title)}
    .ils-math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math",var(--ils-mono);color:var(--ils-heading);unicode-bidi:isolate;overflow-wrap:anywhere}
    .ils .ils-display{display:block;margin:1.25em 0;padding:.2em 0;overflow-x:auto;text-align:center;white-space:pre-wrap;scrollbar-width:thin}
    .ils-diagram{margin:0 0 1.25em}
    .ils-diagram pre{margin:0;padding:1.1rem 1.05rem;border:1px solid var(--ils-border);border-radius:10px;overflow:auto;color:var(--ils-code);\
    background:var(--ils-code-bg);font:.84375rem/1.62 var(--ils-mono);white-space:pre}
    .ils-properties{margin-bottom:2.25em}
    .ils .ils-properties table{max-width:100%}
    .ils .ils-properties th{width:1%;border-bottom-width:1px;color:var(--ils-muted);font-weight:400}
    .ils .ils-properties tr:last-child th{border-bottom:0}
    .ils-bar{position:absolute;top:.75rem;inset-inline-end:.75rem}
    @media (max-width:62rem){.ils-bar{position:static;padding:.75rem .75rem 0;text-align:end}.ils-page>.ils-bar+.ils{padding-top:1rem}}
    .ils-theme{padding:.3rem .7rem;border:1px solid var(--ils-border);border-radius:999px;background:var(--ils-bg);color:var(--ils-muted);\
    font:.8125rem/1.5 system-ui,sans-serif;cursor:pointer}
    .ils-theme:hover{color:var(--ils-text)}
    .ils-theme:focus-visible{outline:2px solid var(--ils-accent);outline-offset:2px}
    .ils-table{overflow-x:auto;scrollbar-width:thin;scrollbar-color:var(--ils-border) transparent}
    .ils-code pre{--ils-surface:var(--ils-code-bg)}
    .ils-page :is(.ils,.ils-text,.ils-bubble,.ils-alert,li,blockquote)>.ils-table,.ils-page .ils-code pre{\
    background:linear-gradient(90deg,var(--ils-surface,var(--ils-bg)) 30%,transparent) left/3rem calc(100% + 1px) no-repeat local,\
    linear-gradient(270deg,var(--ils-surface,var(--ils-bg)) 30%,transparent) right/3rem calc(100% + 1px) no-repeat local,\
    linear-gradient(90deg,color-mix(in srgb,var(--ils-muted) 30%,transparent),transparent) left 1px top/.7rem 100% no-repeat scroll,\
    linear-gradient(270deg,color-mix(in srgb,var(--ils-muted) 30%,transparent),transparent) right 1px top/.7rem 100% no-repeat scroll}
    @media screen and (min-width:56rem){.ils-page>.ils>:is(.ils-table:has(tr>:nth-child(5)),.ils-wide){position:relative;left:50%;\
    box-sizing:border-box;width:max-content;min-width:100%;max-width:min(72rem,100vw - 6rem);transform:translateX(-50%)}\
    .ils-page>.ils>.ils-wide{min-width:calc(100% + 4rem)}\
    :root[dir=rtl] .ils-page>.ils>:is(.ils-table:has(tr>:nth-child(5)),.ils-wide){left:-50%;transform:translateX(50%)}}
    .ils table{border-collapse:collapse;width:max-content;max-width:max(100%,38rem);font-size:.94em;line-height:1.5;font-variant-numeric:tabular-nums}
    .ils-table>table{margin:0}
    .ils>table,.ils :not(.ils-table)>table{display:block;max-width:100%;min-width:0;overflow-x:auto;scrollbar-width:thin}
    .ils>table th,.ils :not(.ils-table)>table th{white-space:normal}
    .ils :is(th,td) code{white-space:nowrap}
    .ils :is(th,td){padding:.55em 1.1em;border-bottom:1px solid var(--ils-border);text-align:left;vertical-align:top;\
    overflow-wrap:normal}
    .ils :is(th,td):first-child{padding-left:0}
    .ils :is(th,td):last-child{padding-right:0}
    .ils :where(.ils-table[dir=rtl]) :is(th,td){text-align:right}
    .ils :where(.ils-table[dir=rtl]) :is(th,td):first-child{padding-left:1.1em;padding-right:0}
    .ils :where(.ils-table[dir=rtl]) :is(th,td):last-child{padding-left:0}
    .ils th{color:var(--ils-heading);font-weight:650;border-bottom-width:2px;white-space:nowrap}
    .ils tbody tr:last-child td{border-bottom:0}
    .ils .ils-right{text-align:right;white-space:nowrap}
    .ils .ils-center{text-align:center}
    .ils .ils-left{text-align:left}
    .ils-ref{font-size:.75em;line-height:0;font-variant-numeric:tabular-nums}
    .ils-ref>a{padding:0 .15em;text-decoration:none}
    .ils-footnotes{margin-top:3.5em;padding-top:1.5em;border-top:1px solid var(--ils-border);color:var(--ils-muted);font-size:.9em}
    .ils-footnotes p{margin-bottom:.6em}
    .ils-footnotes li:target,.ils-ref>a:target{background:var(--ils-target-bg);border-radius:4px}
    .ils-back{text-decoration:none!important;font-family:var(--ils-mono)}
    .ils details:not([class])>summary{cursor:pointer;font-weight:650}
    .ils details:not([class])[open]>summary{margin-bottom:.6em}
    .ils dl:not([class])>dt{font-weight:650}
    .ils dl:not([class])>dd{margin:0 0 .6em;margin-inline-start:1.5em}
    .ils pre:not([class],[role]){overflow-x:auto;padding:1rem 1.05rem;border:1px solid var(--ils-border);border-radius:10px;\
    background:var(--ils-code-bg);color:var(--ils-code);font:.84375rem/1.62 var(--ils-mono);tab-size:4}
    .ils-raw{color:var(--ils-muted);font-family:var(--ils-mono);font-size:.86em;white-space:pre-wrap}
    .ils-blocked{color:var(--ils-muted);text-decoration:underline dotted}
    .ils-target{color:var(--ils-muted);font-size:.88em;overflow-wrap:anywhere}
    @media (max-width:40rem){.ils table:not(:has(tr>:nth-child(4))){max-width:100%}.ils table:not(:has(tr>:nth-child(4))) th{white-space:normal}}
    @media (max-width:34rem){.ils{font-size:1rem;line-height:1.62}.ils :is(h1,:where(.ils-h1)){font-size:1.75em}.ils :is(h2,:where(.ils-h2)){font-size:1.35em}\
    .ils :is(ul,ol){padding-inline-start:calc(.8em + .6em*var(--n))}.ils-page .ils>.ils-code{margin-left:-.5rem;margin-right:-.5rem}\
    .ils-code pre{font-size:.8125rem}.ils :is(th,td){padding-top:.5em;padding-bottom:.5em}}
    @media (prefers-reduced-motion:reduce){.ils *{transition:none!important;scroll-behavior:auto!important}}
    @media (prefers-contrast:more){.ils{--ils-muted:var(--ils-text);--ils-border:var(--ils-text)}}
    @media print,(forced-colors:active){.ils-hl::after{content:"";position:absolute;inset:0 auto 0 0;border-left:.3rem solid}}
    @media (forced-colors:active){.ils-task>input{appearance:auto;-webkit-appearance:auto}.ils-task>input::after{display:none}\
    .ils-lines[aria-pressed=true]{text-decoration:underline}.ils :not(pre)>code{outline:1px solid;outline-offset:-1px}}
    @media print{.ils-page{background:none}.ils-page>.ils{max-width:none;padding:0}.ils{font-size:10.5pt;line-height:1.5}\
    .ils-code button,.ils-code.ils-plain figcaption,.ils-anchor,.ils-page .ils-bar{display:none}.ils-code{break-inside:avoid-page}\
    .ils-code pre code{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}.ils .ils-code pre,.ils-page .ils .ils-table,.ils-page .ils-code pre{\
    background:none;box-shadow:none;overflow:visible}.ils-task>input{print-color-adjust:exact;-webkit-print-color-adjust:exact}.ils table{max-width:100%}.ils th{white-space:normal}\
    .ils :is(h1,h2,h3,h4,h5,h6,.ils-heading){break-after:avoid}.ils :is(tr,blockquote,.ils-alert){break-inside:avoid}\
    .ils a[href^=http]::after{content:" (" attr(href) ")";font-size:.8em;color:var(--ils-muted);overflow-wrap:anywhere}}
    """
}
