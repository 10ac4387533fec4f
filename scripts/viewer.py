"""Checks of the viewer in Chromium, run by scripts/check-viewer. `viewer.py BINARY [NAME...]` runs those with these names.

A check is a function whose name begins with `check_`; it calls `expect` for each thing that must hold. The pages are those
of the running service, unless VIEWER names a folder whose files stand in for them.
"""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.request

import axe_playwright_python
from playwright.sync_api import Error, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs/gallery"
CONVERSATIONS = ROOT / "Tests/RenderingTests/Messages/Fixtures"
AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
KEY = "key-for-checks"

failures = []
expectations = 0
current = ""


def expect(holds, what):
    """Notes a failure of the check that runs, unless `holds`."""
    global expectations
    expectations += 1
    if not holds:
        failures.append(f"{current}: {what}")


class Service:
    """A running ilsrenderd on a free port."""

    def __init__(self, binary, **environment):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.binary, self.environment = binary, environment
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        environment = {"ILSRENDER_DATA": str(ROOT), **os.environ, **self.environment}
        self.process = subprocess.Popen(
            [self.binary, "--port", str(self.port)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError):
                return urllib.request.urlopen(self.address + "/health", timeout=5).close()
            time.sleep(0.1)
        sys.exit(f"{self.binary} does not answer")

    def kill(self):
        self.process.kill()
        self.process.wait()


def stand_in(file):
    """Answers a request as the service does, with a file's text in place of the body."""
    return lambda route: route.fulfill(response=route.fetch(), body=file.read_text())


class Browser:
    """Chromium, with a context of its own for each page."""

    def __init__(self, chromium, service, guarded):
        self.chromium, self.service, self.guarded = chromium, service, guarded

    def open(self, path="/", service=None, width=1280, **context):
        """A page of the viewer; `page.complaints` has what the console says, violations of the CSP among it."""
        context = self.chromium.new_context(viewport={"width": width, "height": 850}, **context)
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        address = (service or self.service).address
        if folder := os.environ.get("VIEWER"):
            for route, name in (("/", "viewer.html"), ("/viewer.css", "viewer.css"), ("/viewer.js", "viewer.js")):
                page.route(address + route, stand_in(pathlib.Path(folder) / name))
        page.goto(address + path)
        # The themes are the last thing that is loaded at the beginning.
        if not (service or self.service).environment:
            page.wait_for_selector("#command:not(:empty)", state="attached")
        return page

    @staticmethod
    def close(page):
        page.context.close()


def at_once(page):
    page.eval_on_selector("#speed", "e => { e.value = e.max; e.dispatchEvent(new Event('input')) }")


def send(page, text, kind="auto"):
    before = page.url
    page.fill("#text", text)
    page.select_option("#kind", kind)
    page.click("#send")
    page.wait_for_function("url => location.href !== url", arg=before)


def finish(page):
    """Waits until all of a stream is shown."""
    page.wait_for_selector("ils-stream[state=done]")
    # What came with the end is applied in the next frames.
    page.evaluate("new Promise(f => requestAnimationFrame(() => setTimeout(f, 150)))")


# Whether a shown document is that of the service's own answer; what its controls have changed does not count.
SAME = """async ([path, type, body]) => {
  const answer = await fetch(path, {method: 'POST', body, headers: {Accept: 'text/html', 'Content-Type': type}});
  const box = document.createElement('template'); box.innerHTML = await answer.text();
  const trees = [box.content.querySelector('.ils'), document.querySelector('ils-stream > .ils').cloneNode(true)];
  for (const tree of trees) for (const e of tree.querySelectorAll('*'))
    for (const name of ['hidden', 'tabindex', 'role', 'aria-label']) e.removeAttribute(name);
  return trees[0].isEqualNode(trees[1]) }"""


def same_as_rendered(page, text, path="render?theme=paper,obsidian&imagesFrom=same", type="text/markdown"):
    """Waits for what is shown to become the service's own answer. The last of it may take some frames."""
    for _ in range(50):
        if page.evaluate(SAME, [f"/api/v1/{path}", type, text]):
            return True
        page.wait_for_timeout(200)
    return False


def check_a_text_is_shown_as_rendered(browser):
    page = browser.open()
    text = (GALLERY / "everything.md").read_text()
    at_once(page)
    send(page, text)
    finish(page)
    expect(same_as_rendered(page, text), "what is shown is not what /render gives")
    expect(page.inner_text("#state") == "Done", page.inner_text("#state"))
    expect(not page.complaints, page.complaints)
    browser.close(page)


def check_a_typed_text_streams(browser):
    page = browser.open()
    page.eval_on_selector("#speed", "e => { e.value = 2; e.dispatchEvent(new Event('input')) }")
    page.focus("#text")
    page.keyboard.type(
        "# Title\n\nSome *words* come, `code` \U0001F30A and [a link](https://example.org).\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("ils-stream[state=live]")
    expect(page.is_visible("#stop"), "nothing stops the text")
    finish(page)
    expect(same_as_rendered(page, page.input_value("#text")), "what is shown is not what /render gives")
    expect("tokens" in page.inner_text("#figures"), page.inner_text("#figures"))
    expect(not page.complaints, page.complaints)
    browser.close(page)


def check_conversations(browser):
    page = browser.open()
    at_once(page)
    for file in sorted(CONVERSATIONS.glob("*.jsonl")):
        send(page, file.read_text())
        finish(page)
        path = "messages/render?format=html&theme=paper,obsidian&expand=errors&imagesFrom=same"
        same = same_as_rendered(page, file.read_text(), path, "application/x-ndjson")
        expect(same, f"{file.name} is not what is rendered")
        page.click("[popovertarget=view]")
        page.click("#collapse")
        expect(page.locator("ils-stream details[open]").count() == 0, f"{file.name}: not all is folded")
        page.click("#expand")
        expect(page.locator("ils-stream details:not([open])").count() == 0, f"{file.name}: not all is unfolded")
        page.keyboard.press("Escape")
    expect(not page.complaints, page.complaints)
    browser.close(page)


def check_code_and_options(browser):
    page = browser.open()
    at_once(page)
    send(page, "def f():\n    return '```'\n", "code")
    finish(page)
    expect(page.text_content("ils-stream code").strip() == "def f():\n    return '```'", page.inner_html("ils-stream"))
    page.click("[popovertarget=view]")
    page.check("#lineNumbers")
    page.wait_for_selector("ils-stream .ils-numbered")
    page.check("#wrapCode")
    page.wait_for_selector("ils-stream .ils-wrap")
    page.select_option("#dark", "ocean")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'ocean'")
    themes = page.locator("#light option").count() + page.locator("#dark option").count()
    expect(themes >= 12, f"{themes} themes")
    browser.close(page)


def check_links_and_copies(browser):
    page = browser.open(permissions=["clipboard-read", "clipboard-write"])
    at_once(page)
    text = "# One\n\n## Two\n\n[up](#one)\n"
    send(page, text)
    finish(page)
    link = page.url
    page.click("ils-stream p a")
    expect(page.url == link, "a link of the document left the stream")
    expect(page.evaluate("document.activeElement.id") == "ils-one", "a link of the document leads nowhere")
    page.click("[popovertarget=outline]")
    names = page.locator("#outline button").all_inner_texts()
    expect(names == ["One", "Two"], names)
    page.keyboard.press("Escape")
    page.click("[popovertarget=share]")
    page.click("#copyMarkdown")
    page.wait_for_function("text => navigator.clipboard.readText().then(found => found === text)", arg=text)
    for button, name in (("#saveMarkdown", "one.md"), ("#saveHTML", "one.html")):
        with page.expect_download() as download:
            page.click(button)
        expect(download.value.suggested_filename == name, download.value.suggested_filename)
    other = browser.open(link[link.index("/#"):])
    finish(other)
    expect(other.locator("#ils-two").count() == 1, "a link shows no stream")
    browser.close(other)
    browser.close(page)


def check_a_lost_service(browser):
    service = Service(browser.service.binary)
    try:
        page = browser.open(service=service)
        page.click("[data-example=answer]")
        page.wait_for_selector("ils-stream h1")
        service.kill()
        page.wait_for_selector("#state[data-state=waiting]")
        expect("trying again" in page.inner_text("#state"), page.inner_text("#state"))
        service.start()
        page.click("#retry", timeout=2000)
        page.wait_for_selector("#problem button")
        page.click("#problem button")
        finish(page)
        expect(page.locator("ils-stream table").count() == 1, "the text was not sent again")
        browser.close(page)
    finally:
        service.kill()


def check_a_service_that_is_away(browser):
    """The page without a stream says so, and finds the service again by itself and at once where it is asked to."""
    service = Service(browser.service.binary)
    try:
        for width, is_asked in ((1280, False), (390, True)):
            page = browser.open(service=service, width=width)
            expect(page.inner_text("#state") == "Ready", page.inner_text("#state"))
            expect(page.locator("#retry").is_hidden(), "a button without a use")
            service.kill()
            page.wait_for_selector("#state[data-state=waiting]", timeout=8000)
            expect(page.inner_text("#state") == "No connection, trying again every 5 s", page.inner_text("#state"))
            expect(page.inner_text("#said") == "No connection", "not said to screen readers")
            page.click("[data-example=answer]")
            page.wait_for_selector("#problem button")
            service.start()
            if is_asked:
                page.click("#retry")
            page.wait_for_selector("#state[data-state=idle]", timeout=2000 if is_asked else 8000)
            expect(page.inner_text("#state") == "Ready", page.inner_text("#state"))
            page.click("#problem button")
            finish(page)
            expect(page.inner_text("#state") == "Done", page.inner_text("#state"))
            browser.close(page)
    finally:
        service.kill()


def check_a_key_is_asked_for(browser):
    page = browser.open(service=browser.guarded)
    for words, key in (("forgotten", "wrong"), ("not known", KEY)):
        page.wait_for_function("words => keyDialog.open && keyText.textContent.includes(words)", arg=words)
        page.keyboard.type(key)
        page.keyboard.press("Enter")
    page.wait_for_selector("#command:not(:empty)", state="attached")
    page.click("[data-example=answer]")
    finish(page)
    page.reload()
    finish(page)
    expect(page.locator("ils-stream h1").count() == 1, "the key is not kept")
    browser.close(page)


# What has the focus, by number and name, and what keeps a reader from seeing it.
FOCUS = """() => { const e = document.activeElement;
  if (!e || e === document.body) return {number: 0, name: 'body', faults: []};
  // A file's input is a pixel in its label, which shows the focus.
  const shown = e.type === 'file' ? e.parentElement : e, box = shown.getBoundingClientRect(), style = getComputedStyle(shown);
  const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 2), faults = [];
  const y = Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 2), top = document.elementFromPoint(x, y);
  if (box.width < 2 || box.height < 2) faults.push('no size');
  if (box.bottom < 1 || box.top > innerHeight - 1 || box.right < 1 || box.left > innerWidth - 1) faults.push('out of sight');
  else if (!shown.contains(top) && !top?.contains(shown)) faults.push('behind ' + top?.outerHTML.slice(0, 80));
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1) faults.push('no outline');
  if (style.opacity < 0.9 || style.visibility !== 'visible') faults.push('not seen');
  return {...globalThis.nameOf(e), faults} }"""

# All that can be operated and is shown; of a group of radio buttons, the chosen one.
OPERABLE = """() => { const known = globalThis.known ??= [];
  globalThis.nameOf = e => { if (!known.includes(e)) known.push(e);
    return {number: known.indexOf(e) + 1, name: e.localName + ' ' + (e.id ? '#' + e.id : e.className || e.textContent.slice(0, 30))} };
  return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')]
    .filter(e => !e.disabled && e.checkVisibility() && e.tabIndex >= 0 && (e.type !== 'radio' || e.checked)).map(nameOf) }"""


def tab_to(page, selector, key="Tab", limit=60):
    """Presses Tab until an element has the focus, and expects that each stop on the way is seen."""
    page.evaluate(OPERABLE)
    for _ in range(limit):
        page.keyboard.press(key)
        focus = page.evaluate(FOCUS)
        expect(not focus["faults"], f"focus on {focus['name']}: {focus['faults']}")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    expect(False, f"Tab does not lead to {selector}")


def expect_all_reached(page, where):
    """Goes once around the page, and expects to come by all that can be operated."""
    wanted, seen = page.evaluate(OPERABLE), []
    while len(seen) < 120:
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        # Behind the last one is the browser, and then the first one again.
        if focus["number"] in seen[:1] and len(seen) > 2:
            break
        seen.append(focus["number"])
        expect(not focus["faults"], f"{where}: focus on {focus['name']}: {focus['faults']}")
    missing = [element["name"] for element in wanted if element["number"] not in seen]
    expect(not missing, f"{where}: not reached by Tab: {missing}")


def focused(page, selector):
    """Waits until the focus is where the next key is expected."""
    page.wait_for_function("s => document.activeElement.matches(s)", arg=selector)


def check_keyboard_on_the_desk(browser):
    """Everything up to a shown stream, with keys alone."""
    for width in (1280, 390):
        page = browser.open(width=width, reduced_motion="reduce")
        expect_all_reached(page, f"at {width} px")
        page.reload()
        page.wait_for_selector("#command:not(:empty)", state="attached")
        tab_to(page, "#deskToggle")
        isShown = page.is_visible("#desk")
        page.keyboard.press("Enter")
        expect(page.is_visible("#desk") != isShown, "Enter does not toggle the source")
        page.keyboard.press("Space")
        expect(page.is_visible("#desk") == isShown, "Space does not toggle the source")
        tab_to(page, "#write")
        page.keyboard.press("Enter")
        focused(page, "#text")
        expect_all_reached(page, f"the desk at {width} px")
        page.focus("#text")
        page.keyboard.type("# One\n\nwords *and* more\n\n## Two\n\n" + "A paragraph of some words.\n\n" * 40)
        tab_to(page, "#kind")
        page.keyboard.press("ArrowDown")
        expect(page.input_value("#kind") == "markdown", page.input_value("#kind"))
        with page.expect_file_chooser():
            tab_to(page, "#file")
            page.keyboard.press("Space")
        tab_to(page, "#speed")
        speed = page.inner_text("#speedText")
        page.keyboard.press("ArrowRight")
        expect(page.inner_text("#speedText") != speed, "an arrow does not change the speed")
        page.keyboard.press("Home")
        tab_to(page, "#send")
        page.keyboard.press("Enter")
        page.wait_for_selector("ils-stream[state=live]")
        # On a narrow screen the desk gives way to the stream, and the focus follows.
        if width < 600:
            focused(page, "#reader")
            tab_to(page, "#deskToggle", "Shift+Tab")
            page.keyboard.press("Enter")
            tab_to(page, "#stop")
        else:
            focused(page, "#send")
            tab_to(page, "#stop", limit=1)
        page.keyboard.press("Space")
        page.wait_for_selector("#stop[hidden]", state="attached")
        focused(page, "#send")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("End")
        tab_to(page, "#send")
        page.keyboard.press("Space")
        finish(page)
        if width < 600:
            focused(page, "#reader")
            tab_to(page, "#deskToggle", "Shift+Tab")
            page.keyboard.press("Enter")
        identifier = page.url.split("stream=")[1]
        tab_to(page, "#address")
        page.keyboard.type("no such stream")
        page.keyboard.press("Enter")
        page.wait_for_selector("#problem p")
        if width < 600:
            tab_to(page, "#deskToggle", "Shift+Tab")
            page.keyboard.press("Enter")
        tab_to(page, "#address")
        page.keyboard.press("Control+a")
        page.keyboard.type(identifier)
        page.keyboard.press("Enter")
        finish(page)
        if width < 600:
            focused(page, "#reader")
            tab_to(page, "#deskToggle", "Shift+Tab")
            page.keyboard.press("Enter")
        tab_to(page, "#recent a:not([aria-current])")
        page.keyboard.press("Enter")
        page.wait_for_function("id => !location.href.includes(id)", arg=identifier)
        page.wait_for_selector("ils-stream")
        expect(not page.complaints, page.complaints)
        browser.close(page)


def check_keyboard_in_a_stream(browser):
    """Menus, folds, buttons and scrolling of a shown stream, with keys alone."""
    for width in (1280, 390):
        page = browser.open(
            width=width, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
        at_once(page)
        tab_to(page, "[data-example=conversation]")
        page.keyboard.press("Enter")
        page.wait_for_selector("ils-stream")
        focused(page, "#reader")
        finish(page)
        expect_all_reached(page, f"a conversation at {width} px")
        page.focus("#reader")
        tab_to(page, "ils-stream summary")
        isOpen = "document.activeElement.parentElement.open"
        before = page.evaluate(isOpen)
        page.keyboard.press("Enter")
        expect(page.evaluate(isOpen) != before, "Enter does not unfold")
        page.keyboard.press("Space")
        expect(page.evaluate(isOpen) == before, "Space does not fold")
        page.focus("#reader")
        page.evaluate("reader.scrollTop = 0")
        for key in ("ArrowDown", "PageDown", "End"):
            before = page.evaluate("reader.scrollTop")
            page.keyboard.press(key)
            page.wait_for_function("top => reader.scrollTop > top || reader.scrollTop + reader.clientHeight >= reader.scrollHeight - 1",
                                   arg=before)

        if not page.is_visible("#desk"):
            page.click("#deskToggle")
        send(page, "# One\n\n```swift\nlet a = 1\n```\n\n## Two\n\n| a |\n|---|\n| " + "wide" * 90 + " |\n\n"
             + "Words.\n\n" * 60 + "# Three\n")
        finish(page)
        page.focus("#reader")
        tab_to(page, "ils-stream .ils-copy")
        page.keyboard.press("Enter")
        page.wait_for_function("() => navigator.clipboard.readText().then(text => text === 'let a = 1\\n')")
        tab_to(page, "ils-stream .ils-table")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => document.activeElement.scrollLeft > 0")

        page.focus("#deskToggle")
        tab_to(page, "[popovertarget=outline]")
        page.keyboard.press("Enter")
        tab_to(page, "#outline button", limit=1)
        tab_to(page, "#outline button:last-child")
        page.keyboard.press("Enter")
        focused(page, "#ils-three")
        expect(not page.is_visible("#outline"), "the outline stays open")
        tab_to(page, "[popovertarget=view]", "Shift+Tab")
        page.keyboard.press("Space")
        tab_to(page, "[name=mode]", limit=1)
        page.keyboard.press("ArrowDown")
        expect(page.evaluate("document.documentElement.dataset.theme") == "paper", "an arrow does not choose the light mode")
        tab_to(page, "#dark")
        page.keyboard.press("ArrowDown")
        page.wait_for_function("() => document.documentElement.dataset.theme === dark.value")
        for box, mark in (("#lineNumbers", ".ils-numbered"), ("#wrapCode", ".ils-wrap")):
            tab_to(page, box)
            page.keyboard.press("Space")
            page.wait_for_selector("ils-stream " + mark)
        for button in ("#expand", "#collapse"):
            tab_to(page, button)
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(not page.is_visible("#view"), "Escape does not close the menu")
        focused(page, "[popovertarget=view]")
        tab_to(page, "[popovertarget=share]", limit=1)
        page.keyboard.press("Enter")
        tab_to(page, "#copyMarkdown", limit=1)
        page.keyboard.press("Enter")
        page.wait_for_function("() => navigator.clipboard.readText().then(text => text.startsWith('# One'))")
        tab_to(page, "#copyLink", limit=1)
        page.keyboard.press("Space")
        page.wait_for_function("() => navigator.clipboard.readText().then(text => text === location.href)")
        for button in ("#saveMarkdown", "#saveHTML"):
            tab_to(page, button, limit=1)
            with page.expect_download(timeout=5000):
                page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        focused(page, "[popovertarget=share]")

        page.evaluate("location.hash = '#stream=AAAAAAAAAAAAAAAAAAAAAA'")
        page.wait_for_selector("#problem button")
        tab_to(page, "#problem button")
        page.keyboard.press("Enter")
        focused(page, "#text")
        expect(not [c for c in page.complaints if "404" not in c and "410" not in c], page.complaints)
        browser.close(page)


def check_keyboard_while_it_streams(browser):
    """The end of a stream is left and found again with keys; the dialog of a key, and waiting for a service, too."""
    page = browser.open(reduced_motion="reduce")
    page.fill("#text", "Words of a long answer.\n\n" * 400)
    page.eval_on_selector("#speed", "e => { e.value = 7; e.dispatchEvent(new Event('input')) }")
    page.focus("#text")
    page.keyboard.press("Control+Enter")
    page.wait_for_function("() => reader.scrollHeight > reader.clientHeight * 2")
    tab_to(page, "#reader")
    page.keyboard.press("Home")
    page.wait_for_selector("ils-stream .ils-jump:not([hidden])")
    # Keys scroll smoothly.
    page.wait_for_function("() => reader.scrollTop < 1")
    tab_to(page, ".ils-jump")
    page.keyboard.press("Enter")
    page.wait_for_function("() => reader.scrollHeight - reader.scrollTop - reader.clientHeight < 60")
    focused(page, "#reader")
    browser.close(page)

    page = browser.open(service=browser.guarded, reduced_motion="reduce")
    focused(page, "#key")
    tab_to(page, "#keyForm .main", limit=1)
    tab_to(page, "#keyCancel", limit=1)
    page.keyboard.press("Enter")
    tab_to(page, "#problem button")
    page.keyboard.press("Enter")
    focused(page, "#key")
    page.keyboard.press("Escape")
    tab_to(page, "#problem button")
    page.keyboard.press("Enter")
    focused(page, "#key")
    page.keyboard.type(KEY)
    page.keyboard.press("Enter")
    page.wait_for_selector("#command:not(:empty)", state="attached")
    browser.close(page)

    service = Service(browser.service.binary)
    try:
        page = browser.open(service=service, reduced_motion="reduce")
        tab_to(page, "[data-example=answer]")
        page.keyboard.press("Enter")
        page.wait_for_selector("ils-stream h1")
        service.kill()
        page.wait_for_selector("#state[data-state=waiting]")
        tab_to(page, "#retry")
        service.start()
        page.keyboard.press("Enter")
        page.wait_for_selector("#problem button")
        tab_to(page, "#problem button")
        page.keyboard.press("Enter")
        finish(page)
        browser.close(page)
    finally:
        service.kill()


def check_axe(browser):
    script = AXE.read_text()
    for width in (1280, 390):
        for scheme in ("light", "dark"):
            page = browser.open(width=width, color_scheme=scheme, reduced_motion="reduce")

            def judge(what):
                page.mouse.move(2, 2)
                page.wait_for_timeout(200)
                page.evaluate(script)
                result = page.evaluate("axe.run(document, {rules: {'heading-order': {enabled: false}}})")
                found = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in result["violations"]]
                expect(not found, f"{what} at {width} px, {scheme}: {found}")
                expect(len(result["passes"]) > 20, f"{what}: only {len(result['passes'])} rules")
                wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                expect(not wide, f"{what} at {width} px: the page scrolls sideways")

            judge("nothing")
            at_once(page)
            page.click("#write")
            judge("the desk")
            if width < 600:
                page.click("#deskToggle")
            page.click("[data-example=conversation]")
            finish(page)
            page.click("[popovertarget=view]")
            judge("the menu")
            page.click("#expand")
            page.keyboard.press("Escape")
            judge("a conversation")
            page.evaluate("location.hash = '#stream=AAAAAAAAAAAAAAAAAAAAAA'")
            page.wait_for_selector("#problem button")
            judge("an error")
            browser.close(page)


def main():
    global current
    if len(sys.argv) < 2:
        sys.exit("usage: viewer.py BINARY [NAME...]")
    binary, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    checks = {name[6:]: check for name, check in globals().items() if name.startswith("check_")}
    for name in wanted:
        if name not in checks:
            sys.exit(f"no check {name}; there are: {' '.join(checks)}")
    services = []
    try:
        services += [Service(binary)]
        services += [Service(binary, ILSRENDERD_API_KEYS=KEY)]
        with sync_playwright() as playwright:
            path = next(p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if pathlib.Path(p).exists())
            chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            browser = Browser(chromium, *services)
            for name, check in checks.items():
                if wanted and name not in wanted:
                    continue
                current, before = name, len(failures)
                try:
                    check(browser)
                except Error as error:
                    # An element that does not come: the other checks go on.
                    expect(False, str(error).split("\n")[0])
                print("ok  " if len(failures) == before else "FAIL", name.replace("_", " "), flush=True)
            chromium.close()
    finally:
        for service in services:
            service.kill()
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{expectations} expectations, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
