"""Markdown and conversations in which every kind of text stands on every background that pages have."""
import json

# A text of every role: plain, emphasised, linked, code, code that is a link, key, formula, marked, footnote, picture.
INLINES = (
    "plain *slanted* **strong** ~~struck~~ [link](https://example.org/a) `code` [`linked`](https://example.org/b) "
    "<kbd>Esc</kbd> $x^2$ <mark>marked [link](#headings) `code` <kbd>Esc</kbd> **strong**</mark> "
    "![picture](https://example.org/a.png) note[^one]"
)
ALERTS = ("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION")


def block(info, code):
    return f"```{info}\n{code}\n```\n"


def lists(text):
    return f"- {text}\n- [x] done {text}\n\n1. {text}\n"


def table(text):
    return f"| Head | {text} |\n|---|---:|\n| cell | {text} |\n| cell | {text} |\n"


def quoted(text):
    return "".join("> " + line + "\n" for line in text.split("\n"))


# Each kind of line, with a comment and a sign for a hidden character, which stand on all of them.
CODE = '\n'.join(f'let line{n} = "a string \u202e" + {n}  // a comment' for n in range(1, 6))


def everything(text):
    """All blocks that hold text, with `text` in each of them."""
    parts = [text + "\n", lists(text), table(text), quoted(text)]
    parts += [quoted(f"[!{kind}]\n{text}\n\n" + table(text) + "\n" + block("sh", "ls # quiet")) for kind in ALERTS]
    parts += [
        block('swift {2} ins={3} del={4} title="a/title.swift" lineNumbers', CODE),
        block('swift {2} ins={3} del={4}', CODE),
        block("diff", "--- a/one\n+++ b/one\n@@ -1,2 +1,2 @@ context\n same\n-old\n+new\n-all the same\n+all the others"),
        block("", "without a language"), "$$\nx^2\n$$\n", block("mermaid", "graph TD; A-->B"),
        f"<details><summary>Summary</summary>\n\n{text}\n\n</details>\n",
    ]
    return "\n".join(parts)


def document():
    head = "---\ntitle: Contrast\ntags: [one, two]\nflag: true\n---\n\n"
    headings = "\n\n".join("#" * level + " Heading `code` [link](#h) <mark>mark</mark>" for level in range(1, 7))
    notes = f"\n\n[^one]: {INLINES.replace('note[^one]', '')}\n\n    " + block("c", "int x; // y").replace("\n", "\n    ")
    return head + headings + "\n\n" + everything(INLINES) + notes


# --- conversations ----------------------------------------------------------------------------------------


def terminal_output():
    """Every colour of a terminal on every other one, faint, bright, inverse, of 256 and of 2^24."""
    lines = []
    for background in [None, *range(40, 48), *range(100, 108)]:
        cells = []
        for foreground in [None, *range(30, 38), *range(90, 98)]:
            for look in (None, 1, 2, 7):
                codes = [str(code) for code in (look, foreground, background) if code is not None]
                cells.append(f"\x1b[{';'.join(codes)}mx{foreground or '--'}\x1b[m" if codes else "plain")
        lines.append(" ".join(cells))
    for kind in ("38;5;{}", "48;5;{}", "2;38;5;{}", "31;48;5;{}", "38;5;226;48;5;{}"):
        lines.append(" ".join(f"\x1b[{kind.format(index)}mW{index}\x1b[m" for index in range(0, 256, 5)))
    exact = ["255;255;0", "0;0;139", "250;250;250", "5;5;5", "128;128;128", "0;255;128", "200;0;200"]
    lines.append(" ".join(f"\x1b[38;2;{color}mexact\x1b[m \x1b[48;2;{color}mexact\x1b[m" for color in exact))
    lines.append(" ".join(f"\x1b[38;2;{color};4{tint}mexact\x1b[m" for color in exact for tint in range(8)))
    return lines


def conversation():
    """A session in stream-json: the user, the agent, its thinking, tools with every state, notices."""
    events = [{
        "type": "system", "subtype": "init", "cwd": "/home/ana/harbor", "model": "claude-sonnet-4-5", "session_id": "s",
        "tools": [], "mcp_servers": [], "permissionMode": "default", "uuid": "u0"}]
    tick = iter(range(1, 10_000))

    def say(role, content, parent=None):
        number = next(tick)
        message = {"role": role, "content": content}
        if role == "assistant":
            message |= {
                "id": f"m{number}", "type": "message", "model": "claude-sonnet-4-5", "stop_reason": "end_turn",
                "usage": {"input_tokens": 5, "output_tokens": 7}}
        events.append({
            "type": role, "message": message, "session_id": "s", "uuid": f"u{number}", "parent_tool_use_id": parent})

    def call(name, arguments, result, is_error=False, parent=None):
        number = next(tick)
        say("assistant", [{"type": "tool_use", "id": f"t{number}", "name": name, "input": arguments}], parent)
        if result is not None:
            say("user", [{
                "type": "tool_result", "tool_use_id": f"t{number}", "content": result, "is_error": is_error}], parent)
        return f"t{number}"

    say("user", [
        {"type": "text", "text": everything(INLINES.replace("note[^one]", ""))},
        {"type": "document", "title": "plan.pdf", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERg=="}},
        {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}])
    say("assistant", [{"type": "thinking", "thinking": everything(INLINES.replace("note[^one]", "")), "signature": "s"}])
    say("assistant", [{"type": "text", "text": INLINES.replace("note[^one]", "")}])
    call("Bash", {"command": "make test", "description": "Run it"}, "\n".join(terminal_output()))
    call("Bash", {"command": "false"}, "error: \x1b[31mred\x1b[m\nno", is_error=True)
    call("Read", {"file_path": "/a/b.swift"}, "     1→let a = 1 // one\n     2→let b = \"two\"")
    call("Edit", {"file_path": "/a/b.swift", "old_string": "let a = 1 // one\nlet c = [2] // this", "new_string": "let a = \"x\" // one\nlet c = [3] // that"}, "ok")
    call("Grep", {"pattern": "a", "output_mode": "content", "-n": True}, "/a/b.swift:1:let a = 1\n/a/b.swift:2:let b")
    call("TodoWrite", {"todos": [
        {"content": "one", "status": "completed", "activeForm": "one"},
        {"content": "two", "status": "in_progress", "activeForm": "two"},
        {"content": "three", "status": "pending", "activeForm": "three"}]}, "ok")
    call("mcp__tides__get", {"port": "x", "depth": 4, "deep": True, "none": None, "list": [1, {"a": "b"}]}, '{"a":[1,true,null,"s"]}')
    task = call("Task", {"description": "look", "prompt": INLINES, "subagent_type": "general"}, "done")
    say("assistant", [{"type": "text", "text": INLINES.replace("note[^one]", "")}], task)
    say("user", "in short: `code` and [link](https://example.org)")
    events.append({"type": "system", "subtype": "compact_boundary", "session_id": "s", "uuid": "u9", "compact_metadata": {"trigger": "auto", "pre_tokens": 150000}})
    call("Bash", {"command": "sleep 1"}, None)
    events.append({
        "type": "result", "subtype": "error_during_execution", "is_error": True, "duration_ms": 1200, "num_turns": 3,
        "session_id": "s", "total_cost_usd": 0.5, "usage": {"input_tokens": 5, "output_tokens": 7}, "uuid": "u10", "errors": ["it failed"]})
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
