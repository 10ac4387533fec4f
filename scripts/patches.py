"""Checks patches of the service in Chromium, run by scripts/check-client: `patches.py [CUTS [CHECK...]]`.

Texts are sent to a running ilsrenderd in pieces that are cut anywhere. The browser client applies the patches, and after
pieces of a random choice the element must be equal (`isEqualNode`) to what the service renders of the text so far at once.
With 1,000 cuts or more these are all texts, and fewer otherwise. BIN names the service's binary, SEED chooses the cuts, and
ILSRENDER_CONFORMANCE names the folder of scripts/specification.
"""

import base64
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import client

ROOT = client.ROOT
IS_WHOLE = client.CUTS >= 1000
SEED = int(os.environ.get("SEED", "1"))


def specification():
    """The markdown of all examples of GFM and of cmark-gfm's own tests, or none where they cannot be had."""
    known = os.environ.get("ILSRENDER_CONFORMANCE")
    folder = pathlib.Path(known) if known else ROOT.parent / "shared/conformance"
    with tempfile.TemporaryDirectory() as temporary:
        if not (folder / "markdown").is_dir() and IS_WHOLE:
            folder = pathlib.Path(temporary)
            subprocess.run([ROOT / "scripts/specification", folder], stdout=subprocess.DEVNULL)
        files = sorted((folder / "markdown").glob("gfm-*.json"))
        return [(f"{file.stem} {example['id']}", example["markdown"].encode())
                for file in files for example in json.loads(file.read_text("utf-8"))]


def pieces(text, chooser, size, share, first=0):
    """Pieces of up to `size` bytes, in the wire form of the page. Behind one of `share` that end behind the byte `first`, and
    behind the last one, the element is compared. They do not end within a character: the service would render its half."""
    result, start = [], 0
    while start < len(text):
        end = start + chooser.randint(1, size)
        is_compared = chooser.randrange(share) == 0 and end > first or end >= len(text)
        while is_compared and end < len(text) and text[end] & 0xC0 == 0x80:
            end += 1
        result.append([base64.b64encode(text[start:end]).decode(), is_compared])
        start = end
    return result


def texts():
    """Name, kind of input, and pieces of each text."""
    chooser = random.Random(SEED)
    examples = specification()
    if not examples:
        print("skipped: examples of GFM; scripts/specification DIR gets them, then ILSRENDER_CONFORMANCE=DIR")
    found = []
    for index, (name, text) in enumerate(examples):
        if IS_WHOLE or index % 12 == SEED % 12:
            found.append((name, "markdown", pieces(text, chooser, chooser.choice([2, 6, 20]), 3)))
    pages = sorted((ROOT / "docs/gallery").glob("*.md")) + [ROOT / "README.md"]
    for page in pages if IS_WHOLE else pages[:2]:
        found.append((page.name, "markdown", pieces(page.read_bytes(), chooser, 300, 2 if IS_WHOLE else 8)))
    for index, file in enumerate(sorted((ROOT / "Tests/RenderingTests/Messages/Fixtures").iterdir())):
        if IS_WHOLE or index % 4 == SEED % 4:
            # The first line tells what it is, or the first members of JSON with line ends; a stream shows nothing before.
            text = file.read_bytes()
            first = max(100, text.find(b"\n") + 1)
            found.append((file.name, "auto", pieces(text, chooser, 900, 2 if IS_WHOLE else 4, first)))
    return found


class Service:
    """A running ilsrenderd that answers at once, for as long as the context lasts."""

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        environment = {"ILSRENDER_DATA": str(ROOT), **os.environ}
        self.process = subprocess.Popen(
            [BIN, "--port", str(port), "--flush-milliseconds", "1", "--cors-origins", "*"],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                urllib.request.urlopen(self.address + "/health", timeout=5).close()
                return self
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"{BIN} does not answer")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


STREAMS = """
const counted = { streams: 0, compared: 0 };
// What is asked for: the second is what the viewer asks for.
const kinds = [{ theme: "paper" }, { theme: "paper,obsidian", lineNumbers: true, optimistic: true }];
const ask = async (method, path, type, body) => {
  const answer = await fetch($service + "/api/v1/" + path, { method, body, headers: type && { "Content-Type": type } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
};
/** Changes the text of the patch with this number, if a wrong patch is wanted. */
const damage = (patch, number) => patch[0] === number ? [...patch, [[], 0, 0, 0, 0, "wrong"]] : patch;

/** Sends a text piece by piece. Says behind which piece the element is not what the service renders at once. */
async function problem([name, input, pieces], wrong = 0, limit = 15000) {
  const { optimistic, ...options } = kinds[counted.streams++ % kinds.length];
  const begun = await ask("POST", "streams", "application/json", JSON.stringify({ input, optimistic, ...options }));
  const { id } = await begun.json();
  const host = document.createElement("div"), view = new PatchView(host), box = document.createElement("template");
  const stream = new PatchStream(`${$service}/api/v1/streams/${id}/events?as=html&${new URLSearchParams(options)}`, { shares: false });
  let came, broken;
  stream.addEventListener("patch", ({ detail }) => {
    try { view.apply(wrong ? damage(detail, wrong) : detail); } catch (error) { broken = error; }
    came?.();
  });
  stream.open();
  try {
    for (const [index, [piece, isCompared]] of pieces.entries()) {
      await ask("POST", `streams/${id}/chunks`, "application/octet-stream", Uint8Array.from(atob(piece), letter => letter.charCodeAt()));
      const isLast = index === pieces.length - 1;
      if (isLast) await ask("POST", `streams/${id}/finish`);
      if (!isCompared) continue;
      box.innerHTML = await (await ask("GET", `streams/${id}?format=html`)).text();
      const whole = box.content.querySelector(".ils"), end = performance.now() + limit;
      const isEqual = () => view.root ? view.root.isEqualNode(whole) : !whole?.firstElementChild;
      while (!broken && !isEqual() && performance.now() < end) {
        await new Promise(next => { came = next; setTimeout(next, 100); });
      }
      if (broken || !isEqual()) {
        return `${name} behind piece ${index}: ${broken?.stack ?? ""}\nshown: ${view.root?.outerHTML.slice(-500)}\nrendered: `
          + box.innerHTML.slice(-500);
      }
      counted.compared++;
    }
  } finally { stream.close(); }
}
"""


def check_equality():
    """Behind pieces that are cut anywhere the element is what the service renders of the text so far."""
    sent = texts()
    with Service() as service:
        found = client.load(
            STREAMS + """
            const waiting = [...$texts];
            // Four streams at a time: a browser has six connections to a host, and each stream takes one.
            await Promise.all([0, 1, 2, 3].map(async () => {
              for (let text; (text = waiting.shift()) && bad.length < 3;) {
                const what = await problem(text);
                if (what) bad.push(what);
              }
            }));
            globalThis.found = counted;
            """, limit=1200, flags=["--disable-web-security"], service=service.address, texts=sent)
    print(f"equality: {found.get('compared')} comparisons in {found.get('streams')} of {len(sent)} streams, seed {SEED}")
    return found["bad"]


def recorded(service, file):
    """The patches of a file in pieces of 16 bytes, and the HTML that they add up to."""
    def call(path, body=None, kind="text/markdown"):
        request = urllib.request.Request(f"{service.address}/api/v1/{path}", data=body, headers={"Content-Type": kind})
        return urllib.request.urlopen(request, timeout=60)

    path = "streams/" + json.load(call("streams", b'{"theme":"paper,obsidian"}', "application/json"))["id"]
    events = call(path + "/events?as=html")
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(events))
    reader.start()
    text = file.read_bytes()
    for start in range(0, len(text), 16):
        sent = json.load(call(path + "/chunks", text[start : start + 16], "application/octet-stream"))["bytes"]
        while json.load(call(path))["renderedBytes"] < sent:
            pass
    call(path + "/finish", b"").close()
    reader.join()
    patches = [json.loads(line[6:]) for kind, line in zip(lines, lines[1:]) if kind == b"event: patch\n"]
    return patches, call(path + "?format=html").read().decode()


def check_full_speed():
    """A megabyte of markdown in pieces of 16 bytes leaves the page usable."""
    if not IS_WHOLE:
        return []
    with Service() as service:
        patches, html = recorded(service, ROOT / "docs/service.md")
    return client.full_speed(patches, html, 65536, 50)


def check_a_wrong_patch_is_noticed():
    """The check above fails where a patch has one word too many."""
    words = [[base64.b64encode(piece).decode(), True] for piece in (b"# One\n\n", b"two *thr", b"ee*\n\n- four\n")]
    with Service() as service:
        return client.load(
            STREAMS + """
            expect(!await problem($text), "a stream is not what is rendered");
            expect(await problem($text, 2, 500), "a wrong patch is not noticed");
            """, flags=["--disable-web-security"], service=service.address, text=["text", "markdown", words])["bad"]


if __name__ == "__main__":
    BIN = os.environ.get("BIN", str(ROOT / ".build/debug/ilsrenderd"))
    if not os.access(BIN, os.X_OK):
        print(f"skipped: patches of the service, since {BIN} is not there")
        sys.exit(0)
    client.run(dict(globals()))
