"""Checks of pages in Chromium, run by scripts/check-looks: `looks.py BINARY [NAME...]` runs the checks with these names.

A check is a function whose name begins with `check_`; it calls `expect` for each thing that must hold.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import axe_playwright_python
from playwright.sync_api import Error, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs/gallery"
CONVERSATIONS = ROOT / "Tests/RenderingTests/Messages/Fixtures"
AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
THEMES = ("paper", "obsidian")
# Sheets of scripts/gallery, with what begins each of their samples, and the selector of its drawing.
SHEETS = {"formulas": ("\n`` ", ".ils-display math"), "diagrams": ("\n```mermaid", ".ils-diagram svg")}
BINARY = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None

failures = []
expectations = 0
current = ""


def expect(holds, what):
    """Notes a failure of the check that runs, unless `holds`."""
    global expectations
    expectations += 1
    if not holds:
        failures.append(f"{current}: {what}")


def render(*arguments, text=None):
    """What the filter prints."""
    run = subprocess.run(
        [BINARY, *map(str, arguments)], input=None if text is None else text.encode(), capture_output=True)
    # Status 3: some of the fixtures hold events that nobody knows.
    if run.returncode not in (0, 3):
        run.check_returncode()
    return run.stdout.decode()


def page_of(*arguments, text=None, themes=",".join(THEMES)):
    """A page of its own, of files or of a text."""
    return render("--format", "html", "--standalone", "--theme", themes, *arguments, text=text)


def conversation_of(file, *more):
    return page_of("--input", "auto", *more, file)


def sheet(name):
    """The markdown of a sheet of samples."""
    return subprocess.run([ROOT / "scripts/gallery", name], capture_output=True, check=True).stdout.decode()


def sheet_of(name):
    """The page of a sheet."""
    return page_of("--page-language", "en", text=sheet(name))


class Browser:
    """Chromium, with a page for each HTML text."""

    def __init__(self, chromium, folder):
        self.chromium, self.folder, self.count = chromium, folder, 0

    def open(self, html, width=1280, height=900, zoom=1, theme=None, print_media=False, scripts=True, **context):
        """A loaded page. `zoom` is what a reader's zoom does: fewer and larger pixels."""
        self.count += 1
        file = self.folder / f"{self.count}.html"
        if theme:
            html = html.replace("<html", f'<html data-theme="{theme}"', 1)
        file.write_text(html)
        pages = self.chromium.new_context(
            viewport={"width": width // zoom, "height": height // zoom}, device_scale_factor=zoom,
            java_script_enabled=scripts, bypass_csp=scripts, **context)
        page = pages.new_page()
        page.route(re.compile("^https?:"), lambda route: route.abort())
        if print_media:
            page.emulate_media(media="print")
        page.goto(file.as_uri())
        if scripts:
            # Two frames: the observer of sizes answers between them.
            page.evaluate("new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(f))))")
        return page

    @staticmethod
    def close(page):
        page.context.close()


def accessible(page):
    """The nodes of the accessibility tree: (role, name)."""
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [
        (node.get("role", {}).get("value"), node.get("name", {}).get("value", ""))
        for node in nodes if not node.get("ignored")]


def box(page, selector):
    return page.eval_on_selector(
        selector, "e => { const r = e.getBoundingClientRect(); return {left: r.left, right: r.right, top: r.top,"
        " bottom: r.bottom, width: r.width, height: r.height} }")


def style(page, selector, name, pseudo=None):
    return page.eval_on_selector(
        selector, "(e, [n, p]) => getComputedStyle(e, p).getPropertyValue(n)", [name, pseudo])


def opacity_becomes(element, wanted):
    """Whether the opacity of `element` ends at `wanted`. A transition takes as long as the machine is busy, so up to five seconds."""
    for _ in range(250):
        found = element.evaluate("e => getComputedStyle(e).opacity")
        if found == wanted:
            return True
        element.page.wait_for_timeout(20)
    return False


# The edges of an element's own text, by which side of it other things stand can be told.
TEXT_BOX = """e => { const r = document.createRange(); const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  let node; while ((node = walk.nextNode()) && !node.data.trim()); if (!node) return null; r.selectNode(node);
  const b = r.getBoundingClientRect(); return {left: b.left, right: b.right} }"""


def check_headings_are_named_by_their_text(browser):
    page = browser.open(page_of(text="# One *two*\n\n## `three`\n\n## Four <b>five</b>\n"))
    tree = accessible(page)
    headings = [name for role, name in tree if role == "heading"]
    expect(headings == ["One two", "three", "Four five"], headings)
    links = [name for role, name in tree if role == "link"]
    expect(links == ["Permalink: One two", "Permalink: three", "Permalink: Four five"], links)
    expect(page.locator(":is(h1,h2) a").count() == 0, "a link within a heading")
    heading, link = box(page, "h1"), box(page, "h1 + a")
    expect(0 <= link["left"] - heading["right"] < 40, "the link is not beside its heading")
    expect(style(page, "h1 + a", "opacity") == "0", "the link is seen before it is wanted")
    page.focus("h1 + a")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(opacity_becomes(page.locator("h1 + a"), "1"), "the link is not seen when it has the focus")
    browser.close(page)


def check_outputs_are_no_landmarks_of_one_name(browser):
    for file in sorted(CONVERSATIONS.iterdir()):
        page = browser.open(conversation_of(file, "--expand", "all"))
        tree = accessible(page)
        regions = [name for role, name in tree if role == "region"]
        expect(len(regions) == len(set(regions)), f"{file.name}: {regions}")
        outputs = [name for role, name in tree if role == "group" and "utput of" in name]
        expect(len(outputs) == len(set(outputs)), f"{file.name}: {outputs}")
        browser.close(page)


LONG = "x" * 300
CODE = f"```sh\necho {LONG}\necho\necho\n```\n\n```sh\necho\necho\necho\n```\n\n| a | b |\n|---|---|\n| c | d |\n"


def check_only_what_scrolls_is_a_tab_stop(browser):
    page = browser.open(page_of(text=CODE, themes="paper"))
    stops = page.eval_on_selector_all("pre,.ils-table", "l => l.map(e => e.tabIndex)")
    expect(stops == [0, -1, -1], stops)
    names = [name for role, name in accessible(page) if role == "group"]
    expect("Shell Script code" in names, names)
    # Code that begins to scroll when the window gets narrower becomes one.
    wide = browser.open(page_of(text="```\n" + "y" * 100 + "\n```\n", themes="paper"))
    expect(wide.evaluate("document.querySelector('pre').tabIndex") == -1, "a stop that does not scroll")
    wide.set_viewport_size({"width": 390, "height": 800})
    wide.wait_for_timeout(200)
    expect(wide.evaluate("document.querySelector('pre').tabIndex") == 0, "no stop when the window is narrow")
    browser.close(page)
    browser.close(wide)


def check_code_is_scrolled_by_keyboard_without_a_script(browser):
    page = browser.open(page_of(text=CODE, themes="paper"), scripts=False)
    expect(page.locator("[tabindex]").count() == 0, "a tabindex that no script has set")
    page.keyboard.press("Tab")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    session = page.context.new_cdp_session(page)
    # Scripts are off in the page, not in the browser's own world.
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": frame})["executionContextId"]
    value = session.send(
        "Runtime.evaluate",
        {"expression": "document.querySelector('pre').scrollLeft", "contextId": world, "returnByValue": True})
    expect(value["result"].get("value", 0) > 50, f"scrolled by {value['result']}")
    browser.close(page)


def check_right_to_left(browser):
    for name, language in (("arabic.md", "ar"), ("hebrew.md", "he")):
        html = page_of(GALLERY / name)
        for width in (1280, 390):
            page = browser.open(html, width=width)
            where = f"{name} at {width}"
            root = page.evaluate("[document.documentElement.lang, document.documentElement.dir]")
            expect(root == [language, "rtl"], f"{where}: {root}")
            # The bar of a quote and of a note.
            for selector in ("blockquote", ".ils-alert"):
                expect(style(page, selector, "border-right-width") == "3px", f"{where}: no bar right of {selector}")
                expect(style(page, selector, "border-left-width") == "0px", f"{where}: a bar left of {selector}")
            quote, text = box(page, "blockquote"), page.eval_on_selector("blockquote p", TEXT_BOX)
            expect(10 < quote["right"] - text["right"] < 40, f"{where}: the quote's text stands away from its bar")
            # Markers stand within the list's right padding, and text begins beside them, whatever its language.
            for index, (item, parent) in enumerate(page.eval_on_selector_all(
                    "main li:not(:has(>p))", f"l => l.map(e => [({TEXT_BOX})(e), (r => ({{left: r.left, right: r.right,"
                    " dir: getComputedStyle(e).direction}))(e.getBoundingClientRect())])")):
                expect(parent["dir"] == "rtl", f"{where}: item {index} is {parent['dir']}")
                expect(abs(parent["right"] - item["right"]) < 4, f"{where}: item {index} {item} {parent}")
            main = box(page, "main > p")
            lists = page.eval_on_selector_all(
                "main > :is(ul,ol)", "l => l.map(e => [e.getBoundingClientRect().right,"
                " parseFloat(getComputedStyle(e).paddingRight), parseFloat(getComputedStyle(e).paddingLeft)])")
            for right, padding, other in lists:
                expect(abs(right - main["right"]) < 1 and padding > 15 and other == 0, f"{where}: {right, padding, other}")
            # A checkbox stands right before its text.
            for number in range(page.locator(".ils-task").count()):
                distance = page.locator(".ils-task").nth(number).evaluate(
                    f"e => e.querySelector('input').getBoundingClientRect().left - ({TEXT_BOX})(e).right")
                expect(0 <= distance < 16, f"{where}: a checkbox {distance} px from its text")
            # The first column is the right one.
            columns = page.eval_on_selector_all("thead th", "l => l.map(e => e.getBoundingClientRect().left)")
            expect(columns == sorted(columns, reverse=True), f"{where}: columns at {columns}")
            heading, link = box(page, "h1"), box(page, "h1 + a")
            expect(link["right"] <= heading["left"] and link["left"] >= 0, f"{where}: the heading's link")
            expect(style(page, "pre", "direction") == "ltr", f"{where}: the direction of code")
            wide = box(page, ".ils-code")
            expect(wide["left"] >= 0 and wide["right"] <= width, f"{where}: code from {wide['left']} to {wide['right']}")
            expect(not overflows(page), f"{where}: the page scrolls sideways")
            browser.close(page)


def check_containers_follow_their_text(browser):
    text = ("- > אבג דהו\n\n> - english\n> - אבג\n\n| אבג | b |\n|---|---|\n| 1 | 2 |\n\n> [!NOTE]\n> אבג\n\n- 1\n- 2\n\n"
            "- A long item in English.\n- אבג דהו\n")
    page = browser.open(page_of("--page-language", "en", text=text))
    found = page.eval_on_selector_all(
        "main > *", "l => l.map(e => e.tagName + ' ' + getComputedStyle(e).direction)")
    expect(found == ["UL rtl", "BLOCKQUOTE ltr", "DIV rtl", "DIV rtl", "UL ltr"], found)
    last = page.eval_on_selector_all(
        "main > ul:last-child > li", f"l => l.map(e => ({TEXT_BOX})(e).left - e.getBoundingClientRect().left)")
    expect(all(abs(x) < 4 for x in last), f"items away from their markers: {last}")
    browser.close(page)


def check_languages(browser):
    texts = {
        "# Title\n\nThe text of this page is English, and that can be known from its words.": "en",
        "Der Text dieser Seite ist deutsch, und das wird nicht geraten.": None,
        "Ce texte est en français, et rien ne le dit.": None,
        "これは日本語の文章です。": "ja", "这是中文的文章。": "zh", "이것은 한국어 문장입니다.": "ko",
        "هذا نص عربي.": "ar", "این یک متن فارسی است که چیزی نمی‌گوید.": None, "זה טקסט בעברית.": "he",
        "Это русский текст, в котором мы пишем обычные слова.": "ru", "Це український текст, і він її має.": None,
        "Αυτό είναι ένα ελληνικό κείμενο.": "el", "นี่คือข้อความภาษาไทย": "th", "```\nlet a = 1\n```": None, "": None,
        "---\nlang: pt_BR\n---\nthe text and the words that this has": "pt-BR", "---\nlanguage: English\n---\n12": None,
    }
    for text, wanted in texts.items():
        tag = re.search(r"<html([^>]*)>", page_of(text=text)).group(1)
        found = re.search(r'lang="([^"]*)"', tag)
        expect((found.group(1) if found else None) == wanted, f"{text!r}: {tag}")
    stated = page_of("--page-language", "fr", text="これは日本語です。")
    expect('<html lang="fr">' in stated, stated[:60])


def check_code(browser):
    text = (f"```bash\necho one\n```\n\n```bash\n1\n2\n3\n```\n\n```js title=\"a.js\"\n1\n```\n\n```\n{'z ' * 50}\n```\n\n```\n{'y' * 79}\n```\n"
            "\n<details open><summary>\n\n```py\n1\n2\n3\n```\n\n</summary></details>\n")
    page = browser.open(page_of(text=text))
    blocks = page.locator(".ils-code")
    one, three, titled, wide, folded = (blocks.nth(index) for index in (0, 1, 2, 3, 5))
    height = "e => e.getBoundingClientRect().height"
    expect(one.evaluate(height) < 60, f"one line is {one.evaluate(height)} px high")
    caption = one.locator("figcaption")
    expect(caption.evaluate("e => getComputedStyle(e).opacity") == "0", "a header above one line")
    one.hover()
    expect(opacity_becomes(caption, "1"), "no label on hover")
    page.mouse.move(0, 0)
    expect(opacity_becomes(caption, "0"), "a label that stays")
    one.locator(".ils-copy").focus()
    expect(opacity_becomes(caption, "1"), "no button on focus")
    for block in (three, titled):
        block = block.locator("figcaption")
        expect(block.evaluate("e => getComputedStyle(e).opacity") == "1", "no header above three lines, or a title")
    label = one.locator(".ils-lang")
    expect(label.inner_text() == "bash" and label.get_attribute("title") == "Shell Script", label.inner_text())
    expect(folded.locator(".ils-lang").evaluate("e => getComputedStyle(e).fontWeight") == "400", "a bold label in a summary")
    column = box(page, "main > :first-child")["width"]
    expect(wide.evaluate("e => e.getBoundingClientRect().width") > column + 50, "wide code stays in the column")
    expect(abs(three.evaluate("e => e.getBoundingClientRect().width") - column) < 1, "narrow code leaves the column")
    expect(abs(blocks.nth(4).evaluate("e => e.getBoundingClientRect().width") - column) < 1, "79 columns leave the column")
    expect(blocks.nth(4).locator("pre").evaluate("e => e.scrollWidth == e.clientWidth"), "79 columns are scrolled")
    left, right = wide.evaluate("e => { const r = e.getBoundingClientRect(); return [r.left, innerWidth - r.right] }")
    expect(abs(left - right) < 20, f"wide code is not in the middle: {left} and {right}")
    browser.close(page)


def overflows(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


# Text whose contrast with white is less than 4.5 in print, and what still has a shadow or is a button.
PRINTED = """() => { const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const light = color => { canvas.fillStyle = '#fff'; canvas.fillRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const d = canvas.getImageData(0, 0, 1, 1).data;
    return [0.2126, 0.7152, 0.0722].reduce((s, k, i) => { const v = d[i] / 255; return s + k * (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4) }, 0) };
  const bad = []; let seen = 0;
  document.querySelectorAll('main *').forEach(e => { const s = getComputedStyle(e);
    if (!e.getClientRects().length || s.opacity == '0' || s.visibility != 'visible') return;
    if (e.tagName == 'BUTTON') bad.push('a button: ' + e.textContent);
    if (s.boxShadow != 'none' && !e.matches('.l')) bad.push('a shadow: ' + e.outerHTML.slice(0, 60));
    if (s.backgroundImage != 'none') bad.push('a background image: ' + e.outerHTML.slice(0, 60));
    if (![].some.call(e.childNodes, n => n.nodeType == 3 && n.data.trim())) return; seen++;
    const ratio = 1.05 / (light(s.color) + 0.05);
    if (ratio < 4.5) bad.push(ratio.toFixed(2) + ' ' + s.color + ': ' + e.outerHTML.slice(0, 60)) });
  return [seen, bad] }"""


def check_print(browser):
    names = re.findall(r"^(\S+)", render("themes"), re.M)
    pages = {f"{name} {styling}": page_of(GALLERY / "everything.md", "--styling", styling, themes=name)
             for name in names for styling in (("classes", "variables", "inline") if name in THEMES else ("classes",))}
    for styling in ("classes", "variables"):
        pages["obsidian,paper " + styling] = page_of(
            GALLERY / "everything.md", "--styling", styling, themes="obsidian,paper")
        pages["two dark " + styling] = page_of(
            GALLERY / "everything.md", "--styling", styling, themes="obsidian,ghost-protocol")
    for file in CONVERSATIONS.iterdir():
        pages[file.name] = conversation_of(file, "--expand", "all", "--theme", "obsidian")
    for name, html in pages.items():
        page = browser.open(html, print_media=True, width=794)
        seen, bad = page.evaluate(PRINTED)
        expect(seen > 3, f"{name}: only {seen} texts")
        expect(not bad, f"{name}: {bad[:4]}")
        surface = page.evaluate("getComputedStyle(document.body).backgroundColor")
        expect(surface in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), f"{name}: on {surface}")
        expect(page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light", f"{name}: dark")
        browser.close(page)
    two = browser.open(page_of(GALLERY / "everything.md", themes="obsidian,paper"), theme="obsidian", print_media=True)
    seen, bad = two.evaluate(PRINTED)
    expect(seen > 60 and not bad, f"a page that is dark: {seen} {bad[:4]}")
    browser.close(two)


# How far a list's marker goes beyond the page's edge.
MARKERS = """() => { const canvas = document.createElement('canvas').getContext('2d'); const cut = [];
  document.querySelectorAll('ol').forEach(list => { const s = getComputedStyle(list.querySelector('li'));
    canvas.font = s.fontWeight + ' ' + s.fontSize + ' ' + s.fontFamily; const last = list.start + list.children.length - 1;
    const room = list.getBoundingClientRect().left + parseFloat(getComputedStyle(list).paddingLeft);
    const width = canvas.measureText(last + '. ').width; if (width > room) cut.push([last, width, room]);
    const inner = parseFloat(getComputedStyle(list).paddingLeft); if (width > inner + 1) cut.push([last, 'hangs out', width, inner]) });
  return cut }"""


def check_markers_are_not_cut(browser):
    text = "\n\n<!-- -->\n\n".join(f"{n}. a\n{n + 1}. b" for n in (1, 9, 98, 998, 99998))
    text += "\n\n<!-- -->\n\n" + "\n".join(f"{n}. x" for n in range(1, 121))
    html = page_of(text=text)
    for width in (1280, 390):
        page = browser.open(html, width=width)
        expect(page.evaluate(MARKERS) == [], f"at {width} px: {page.evaluate(MARKERS)}")
        browser.close(page)
    page = browser.open(html, width=794, print_media=True)
    expect(page.evaluate(MARKERS) == [], f"on paper: {page.evaluate(MARKERS)}")
    browser.close(page)


def check_forced_colors(browser):
    page = browser.open(page_of(text="```js {2} ins={3}\n1\n2\n3\n```\n\n- [x] a\n- [ ] b\n"), forced_colors="active")
    line = page.locator(".ils-hl")
    mark = "e => parseFloat(getComputedStyle(e, '::after').borderLeftWidth)"
    expect(line.evaluate(mark) >= 3, "a highlighted line has no mark")
    boxes = page.eval_on_selector_all("input", "l => l.map(e => getComputedStyle(e).appearance)")
    expect(boxes == ["auto", "auto"], boxes)
    browser.close(page)
    for media in ({"forced_colors": "active"}, {"print_media": True}):
        page = browser.open(conversation_of(CONVERSATIONS / "messages.json"), **media)
        name = box(page, ".ils-user .ils-who")
        expect(name["width"] > 15 and name["height"] > 8, f"the user's name is {name['width']} px wide: {media}")
        expect(style(page, ".ils-user .ils-who", "clip-path") == "none", "the user's name is clipped")
        expect(style(page, ".ils-user > .ils-bubble", "border-top-width") == "1px", "the bubble has no frame")
        browser.close(page)


def check_looks(browser):
    html = page_of(text="# `code`\n\nText\n\n> [!IMPORTANT]\n> x\n\n| a | b |\n|---|---|\n| c | d |\n")
    for theme in THEMES:
        page = browser.open(html, theme=theme)
        hue = page.eval_on_selector(
            ".ils-alert-title", """e => { const m = getComputedStyle(e).color.match(/[\\d.]+/g).map(v => v / 255), [r, g, b] = m,
            x = Math.max(r, g, b), d = x - Math.min(r, g, b); return (x == b ? 4 + (r - g) / d : x == r ? ((g - b) / d + 6) % 6 : 2 + (b - r) / d) * 60 }""")
        expect(245 < hue < 300, f"{theme}: important is of hue {hue}")
        same = "['color', 'fontWeight'].every(n => getComputedStyle(document.querySelector('h1'))[n] == getComputedStyle(document.querySelector('h1 code'))[n])"
        expect(page.evaluate(same), f"{theme}: code in a heading does not look like one")
        expect(style(page, "h1 code", "background-color") == "rgba(0, 0, 0, 0)", f"{theme}: a box in a heading")
        browser.close(page)
    page = browser.open(html)
    expect(box(page, "table")["width"] < 120, f"a small table is {box(page, 'table')['width']} px wide")
    browser.close(page)
    page = browser.open(conversation_of(CONVERSATIONS / "session.stream.jsonl"))
    state, button = ".ils-done > summary > .ils-state", ".ils-msg:has(.ils-md) .ils-md"
    expect(style(page, state, "opacity") == "0" and style(page, button, "opacity") == "0", "not stepped back")
    page.hover(".ils-done > summary")
    expect(opacity_becomes(page.locator(state).first, "1"), "no state on hover")
    page.focus(button)
    expect(opacity_becomes(page.locator(button).first, "1"), "no button on focus")
    names = [name for role, name in accessible(page) if role in ("StaticText", "DisclosureTriangle")]
    expect(any("done" in name for name in names), "the state is not in the accessibility tree")
    browser.close(page)


def check_zoom(browser):
    pages = {"everything": page_of(GALLERY / "everything.md"), "arabic": page_of(GALLERY / "arabic.md"),
             "session": conversation_of(CONVERSATIONS / "session.stream.jsonl", "--expand", "all"),
             **{name: sheet_of(name) for name in SHEETS}}
    for name, html in pages.items():
        for width, zoom in ((1280, 1), (390, 1), (1280, 2), (1280, 4)):
            page = browser.open(html, width=width, zoom=zoom)
            expect(not overflows(page), f"{name} at {width} px and {zoom * 100} %: the page scrolls sideways")
            browser.close(page)


def check_drawings(browser):
    for name, (beginning, drawing) in SHEETS.items():
        html, samples = sheet_of(name), sheet(name).count(beginning)
        for theme in THEMES:
            page = browser.open(html, theme=theme, scripts=False)
            drawn = page.locator(drawing).count()
            expect(drawn == samples, f"{name} in {theme}: {drawn} of {samples} are drawn")
            small = page.eval_on_selector_all(drawing, "l => l.filter(e => e.getBoundingClientRect().height < 8).length")
            expect(small == 0, f"{name} in {theme}: {small} are empty")
            browser.close(page)
    # A long formula stands on the line of its text.
    page = browser.open(page_of(text="Text $\\text{softmax}(z_i) = \\frac{e^{z_i}}{\\sum_{j=1}^{K} e^{z_j}} + \\sum_i z_i$ text.\n"))
    text = page.evaluate("""() => { const range = document.createRange(), p = document.querySelector('p');
      range.selectNodeContents(p.firstChild); const word = range.getBoundingClientRect(),
      part = document.querySelector('mtext').getBoundingClientRect(); return [word.bottom, part.bottom] }""")
    expect(abs(text[0] - text[1]) < 8, f"a formula is not on its line: {text}")
    browser.close(page)


def check_axe(browser):
    script = AXE.read_text()
    pages = {name: page_of(GALLERY / f"{name}.md") for name in ("everything", "arabic", "hebrew")}
    pages["code"] = page_of("--page-language", "en", text=CODE)
    pages.update({name: sheet_of(name) for name in SHEETS})
    for file in sorted(CONVERSATIONS.iterdir()):
        pages[file.name] = conversation_of(file, "--expand", "all", "--page-language", "en")
    # The author of a document orders the headings, and a page that is a fragment of one may have no first one.
    rules = "{'heading-order': {enabled: false}, 'page-has-heading-one': {enabled: false}}"
    shown = [(name, theme, html) for name, html in pages.items() for theme in THEMES]
    for theme in set(re.findall(r"^(\S+)", render("themes"), re.M)) - set(THEMES):
        shown.append(("everything", theme, page_of(GALLERY / "everything.md", themes=theme)))
        shown.append(("messages.json", theme, render(
            "--format", "html", "--standalone", "--theme", theme, "--expand", "all", "--page-language", "en",
            CONVERSATIONS / "messages.json")))
    for name, theme, html in shown:
        page = browser.open(html, theme=theme)
        # In front of the shadows of what scrolls, which are gradients, axe does not judge contrast.
        page.add_style_tag(content=".ils pre,.ils-table{background-image:none!important}")
        page.evaluate(script)
        result = page.evaluate(f"axe.run(document, {{rules: {rules}}})")
        found = [f"{v['id']}: {v['nodes'][0]['html'][:120]} {v['nodes'][0].get('failureSummary', '')[:160]}"
                 for v in result["violations"]]
        expect(not found, f"{name} in {theme}: {found}")
        ran = {rule["id"] for rule in result["passes"]}
        # A rule that fails to run says nothing.
        expect("color-contrast" in ran and len(ran) > 8, f"{name} in {theme}: only {sorted(ran)}")
        judged = sum(len(rule["nodes"]) for rule in result["passes"] if rule["id"] == "color-contrast")
        left = [node["html"][:80] for rule in result["incomplete"] if rule["id"] == "color-contrast"
                for node in rule["nodes"] if "non-text" not in node["any"][0]["message"]]
        # Of the text in drawings it judges none.
        left = [html for html in left if not html.startswith(("<text ", "<tspan "))]
        expect(judged > 10 * len(left), f"{name} in {theme}: {judged} texts judged, but not {left[:5]}")
        browser.close(page)


def main():
    global current
    wanted = sys.argv[2:]
    checks = {name[6:]: check for name, check in globals().items() if name.startswith("check_")}
    for name in wanted:
        if name not in checks:
            sys.exit(f"no check {name}; there are: {' '.join(checks)}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = next(p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if pathlib.Path(p).exists())
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        browser = Browser(chromium, pathlib.Path(folder))
        for name, check in checks.items():
            if wanted and name not in wanted:
                continue
            current, before = name, len(failures)
            try:
                check(browser)
            except Error as error:
                # An element that is not there: the other checks go on.
                expect(False, str(error).split("\n")[0])
            print("ok  " if len(failures) == before else "FAIL", name.replace("_", " "), flush=True)
        chromium.close()
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{expectations} expectations, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
