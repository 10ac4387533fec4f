#!/usr/bin/env python3
"""Measures the contrast of everything that pages show as text, in each of our themes, as Chromium paints it.

usage: scripts/contrast/measure.py ILSRENDER [--least 4.5] [--themes a,b] [--contrast 4.5] [--table]

A text's background is read from a picture of the page on which glyphs are transparent, at the pixels that the glyphs
cover: so tints over tints, gradients and shadows count as they are. Its colour is the computed one. Each page is
measured at rest, and with everything hovered, focused and a target. Exits with 1 where a text has less than the least
contrast, which is what the Web Content Accessibility Guidelines 2.2 ask for in 1.4.3.
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

import pages

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = next(
    (path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
     if pathlib.Path(path).exists()), None)
WIDTH = 1900
STATES = ["hover", "focus", "focus-visible", "focus-within", "target"]
INTERACTIVE = "a,article,button,summary,h1,h2,h3,h4,h5,h6,figure,pre,li[id],.l,tr,.ils-heading"
# Nothing moves, everything that scrolls or is folded lies open, and all is small and close together: the picture of a page is
# what takes time.
STILL = """*,*::before,*::after{transition:none!important;animation:none!important;max-height:none!important;caret-color:transparent!important}
.ils-page,.ils-page *{max-width:none!important;font-size:11px!important;line-height:1.25!important;margin-block:1px!important;padding-block:0!important}
.ils-page>.ils{padding-inline:10px!important}"""
BARE = """*,*::before,*::after,*::marker{-webkit-text-fill-color:transparent!important;text-decoration-color:transparent!important}
*::marker{color:transparent!important}.ils-task>input:checked::after,.ils-alert-title::before{border-color:transparent!important}*{outline-color:transparent!important}"""
TEXTS = BARE + "*{-webkit-text-fill-color:#f0f!important}*::before,*::after{-webkit-text-fill-color:transparent!important}"
PSEUDOS = BARE + "*::before,*::after{-webkit-text-fill-color:#f0f!important}*::marker{color:#f0f!important}"
MAXIMUM_COLORS = 96
# Puts every token colour of a theme before the code of the marked blocks, on a line of each kind.
TOKENS = """number => {
  const names = new Set(), prefix = '.ils .f' + (number ?? '') + '-';
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
    if (rule.selectorText?.startsWith(prefix)) names.add(rule.selectorText.slice(6));
  // As many in every theme, so that glyphs stand where they stand in the first one.
  const list = Array.from({ length: MAXIMUM }, (_, index) => [...names][index % names.size]);
  document.querySelectorAll('.token-lines .l').forEach(line => {
    if (!line.tokens) {
      line.tokens = list.map(() => Object.assign(document.createElement('span'), { textContent: 'T ' }));
      line.prepend(...line.tokens);
    }
    line.tokens.forEach((token, index) => { token.className = list[index]; });
  });
  return names.size;
}""".replace("MAXIMUM", str(MAXIMUM_COLORS))


def render(program, arguments, text):
    return subprocess.run(
        [program, *arguments], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()


class Measurement:
    """One page, measured theme by theme."""

    def __init__(self, browser, html, complete=""):
        self.context = browser.new_context(
            bypass_csp=True, viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("DOM.enable")
        self.session.send("CSS.enable")
        self.reader = self.context.new_page()
        self.reader.add_script_tag(path=HERE / "measure.js")
        self.folder = tempfile.TemporaryDirectory()
        file = pathlib.Path(self.folder.name) / "page.html"
        file.write_text(html)
        self.page.goto(file.as_uri())
        self.page.add_script_tag(path=HERE / "measure.js")
        if complete:
            self.page.add_style_tag(content=complete)
        self.page.add_style_tag(content=STILL)
        self.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        self.page.evaluate(
            "document.querySelectorAll('.ils-numbered pre code, .ils-tool pre code:has(.ils-del)')"
            ".forEach(c => { c.classList.add('token-lines') })")
        self.settle()

    def settle(self):
        """Makes the window as tall as the page, as a picture of more than the window takes many times as long, and waits until
        that is painted: shadows where something scrolls come a frame after its layout."""
        height = self.page.evaluate("document.documentElement.scrollHeight")
        if self.page.viewport_size["height"] != height:
            self.page.set_viewport_size({"width": WIDTH, "height": height})
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def close(self):
        self.context.close()
        self.folder.cleanup()

    def force(self, states):
        root = self.session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        nodes = self.session.send("DOM.querySelectorAll", {"nodeId": root, "selector": INTERACTIVE})["nodeIds"]
        for node in nodes:
            self.session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": states})

    def picture(self, css):
        """The page as PNG in base64, with these styles."""
        style = self.page.add_style_tag(content=css)
        self.settle()
        data = self.session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
        style.evaluate("e => e.remove()")
        return data

    def find_glyphs(self):
        items = self.page.evaluate(
            "() => (globalThis.items = textItems()).map(({kind, rects, text, place}) => ({kind, rects, text, place}))")
        bare, texts, pseudos = (self.picture(css) for css in (BARE, TEXTS, PSEUDOS))
        self.reader.evaluate("a => findGlyphs(...a)", [bare, texts, pseudos, items])
        return items

    def contrasts(self):
        colors = self.page.evaluate("""() => items.map(i => {
            const own = getComputedStyle(i.element, i.pseudo), see = [];
            let opacity = i.pseudo ? +own.opacity || 1 : 1;
            for (let e = i.element; e; e = e.parentElement) opacity *= +getComputedStyle(e).opacity;
            return [...channels(own.color), opacity] })""")
        return self.reader.evaluate("a => contrasts(...a)", [self.picture(BARE), colors])


def measure(browser, html, themes, complete, numbered):
    """Yields (theme, state, item, (ratio, ink, background)) for each text that shows."""
    page = Measurement(browser, html, complete)
    try:
        for state, forced in (("at rest", []), ("in use", STATES)):
            page.force(forced)
            items = None
            for number, theme in enumerate(themes):
                page.page.evaluate("t => { document.documentElement.dataset.theme = t }", theme)
                count = page.page.evaluate(TOKENS, number if numbered else None)
                if complete and not 12 < count <= MAXIMUM_COLORS:
                    raise SystemExit(f"{theme}: {count} colours of tokens were found")
                # Glyphs stand in every theme where they stand in the first one.
                items = items or page.find_glyphs()
                for item, result in zip(items, page.contrasts()):
                    if result is not None:
                        yield theme, state, item, result
    finally:
        page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--least", type=float, default=4.5)
    parser.add_argument("--themes", help="identifiers or files, comma-separated; usually all of ours")
    parser.add_argument("--contrast", help="what the program is asked to raise the contrast to")
    parser.add_argument("--table", action="store_true", help="print the least contrasts of each theme, and where they are")
    options = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("needs Chromium: apt-get install chromium")
    known = [line.split()[0] for line in subprocess.run(
        [options.program, "themes"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()]
    themes = options.themes.split(",") if options.themes else known
    chosen = ",".join(themes)
    raised = ["--contrast", options.contrast] if options.contrast else []
    page = ["--format", "html", "--standalone", "--html", "sanitize", *raised, "--theme"]
    complete = subprocess.run(
        [options.program, "themes", *raised, "--css", chosen], stdout=subprocess.PIPE, text=True, check=True).stdout
    several = len(themes) > 1
    found = collections.Counter()
    least = {}
    failures = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--force-color-profile=srgb"])

        def take(name, html, themes, complete=""):
            for theme, state, item, (ratio, ink, background) in measure(browser, html, themes, complete, several):
                found[name, theme] += 1
                place = item["place"].split("::")[0].strip()
                key = (theme, place)
                least[key] = min(least.get(key, 99), ratio)
                if ratio < options.least:
                    colors = ["#" + "".join(f"{round(c):02x}" for c in color) for color in (ink, background)]
                    failure = (theme, item["place"], *colors)
                    failures.setdefault(failure, (ratio, state, item["text"], name))

        take("document", render(options.program, [*page, chosen], pages.document()), themes, complete)
        take("conversation", render(options.program, [*page, chosen], pages.conversation()), themes, complete)
        browser.close()
    for (theme, place, ink, background), (ratio, state, text, name) in sorted(failures.items(), key=lambda f: f[1][0]):
        print(f"{ratio:5.2f}  {theme}  {name} {state}: {text!r} {ink} on {background}  {place}")
    for (name, theme), count in sorted(found.items()):
        if count < 900:
            raise SystemExit(f"only {count} texts of the {name} were seen in {theme}")
    if options.table:
        # The places of the least contrast in each theme, for reading.
        for theme in themes:
            faint = sorted((ratio, place) for (of, place), ratio in least.items() if of == theme)
            print(f"{theme}: " + ", ".join(f"{ratio:.2f} {place.split(' ')[-2]}" for ratio, place in faint[:6]))
    print(f"{sum(found.values())} texts, {len(failures)} with too little contrast")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
