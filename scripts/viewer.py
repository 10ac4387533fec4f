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
    return page.evaluate(SAME, [f"/api/v1/{path}", type, text])


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
    page.wait_for_function("document.documentElement.dataset.theme === 'ocean'")
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
        page.wait_for_selector("#state[data-state=live]")
        finish(page)
        expect(page.locator("ils-stream table").count() == 1, "the text was not sent again")
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
