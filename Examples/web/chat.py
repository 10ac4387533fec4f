"""A chat on http://127.0.0.1:8000 whose answers ilsrenderd renders. `answer` stands for a model: put your own there.

    ILSRENDERD_CORS_ORIGINS='*' make serve
    python3 Examples/web/chat.py
"""
import json
import os
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SERVICE = os.environ.get("ILSRENDER_SERVICE", "http://127.0.0.1:9090")
KEY = os.environ.get("ILSRENDER_KEY", "")
PAGE = Path(__file__).with_name("chat.html").read_bytes()


def answer(question):
    """Yields an answer piece by piece, as a model does."""
    text = f"""You asked: **{question}**

Here is a list that grows while you read:

1. Text comes in *pieces*, and is shown at once.
2. A table follows:

| what | cost |
|:-----|-----:|
| a patch | what is new |
| everything again | all of it |

```python
def greet(name):
    return f"Hello, {{name}}!"  # coloured as it comes
```
"""
    for word in text.split(" "):
        yield word + " "
        time.sleep(0.03)


def call(method, path, body=b"", kind="application/json"):
    headers = {"Content-Type": kind} if body else {}
    if KEY:
        headers["Authorization"] = f"Bearer {KEY}"
    request = urllib.request.Request(SERVICE + path, data=body or None, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def write(stream, question):
    # A chunk with a number can be sent again without being taken twice.
    for number, piece in enumerate(answer(question), 1):
        call("POST", f"{stream}/chunks", json.dumps({"text": piece, "seq": number}).encode())
    call("POST", f"{stream}/finish")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/":
            return self.send_error(404)
        self.reply(200, PAGE, "text/html; charset=utf-8")

    def do_POST(self):
        question = self.rfile.read(int(self.headers["Content-Length"])).decode()
        try:
            stream = call("POST", "/api/v1/streams", b'{"optimistic": true}')["links"]["self"]
            # The page reads with a ticket, so that it never sees the key.
            events = call("POST", f"{stream}/ticket?seconds=600")["events"]
        except (urllib.error.URLError, OSError) as problem:
            return self.reply(502, str(problem).encode(), "text/plain; charset=utf-8")
        threading.Thread(target=write, args=(stream, question), daemon=True).start()
        address = f"{SERVICE}{events}&as=html&theme=paper"
        self.reply(200, json.dumps({"events": address}).encode(), "application/json")

    def reply(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    print("http://127.0.0.1:8000")
    ThreadingHTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
