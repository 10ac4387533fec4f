#!/usr/bin/env python3
"""Runs the filter on an emulated terminal: live.py TEST PROGRAM. Ends with status 1 and says why where a test fails."""

import os
import random
import signal
import subprocess
import sys
import tempfile

from session import Session

PROGRAM = sys.argv[2]
WORDS = (
    "the a of to and in that stream parser holds every byte once line block when text arrives it is shown at width "
    "without waiting for more than what was read before so nothing moves").split()


def sentence(count):
    marks = ["{}"] * 20 + ["**{}**", "`{}`", "*{}*"]
    return " ".join(random.choice(marks).format(random.choice(WORDS)) for _ in range(count))


def text(kind):
    random.seed(kind)
    if kind == "code":
        lines = [f"{'  ' * (n % 4)}let value{n} = compute({n})  // a step" if n % 6 < 5 else "" for n in range(80)]
        return "Here is the code:\n\n```swift\n" + "\n".join(lines) + "\n```\n"
    if kind == "list":
        return "".join(("  - " if n % 5 == 0 else "- ") + sentence(random.randrange(4, 30)) + "\n" for n in range(1, 40))
    if kind == "prose":
        return "\n\n".join(sentence(random.randrange(20, 90)) for _ in range(14)) + "\n"
    if kind == "table":
        rows = [
            f"| item {n} | {sentence(random.randrange(2, 6))} | {random.randrange(1, 10 ** 6) >> random.randrange(16)} |"
            for n in range(1, 61)]
        return "\n".join(["| name | what it does | bytes |", "|:--|---|--:|"] + rows) + "\n"
    return sentence(1600) + "\n"


def layout(markdown, columns, *options):
    """The lines of a text that is rendered at once, as the terminal shows them."""
    result = subprocess.run(
        [PROGRAM, "--no-stream", "--color", "truecolor", "--links", "osc8", "--width", str(columns), *options],
        input=markdown, stdout=subprocess.PIPE, check=True, env={"ILSRENDER_THEME": "obsidian", "PATH": os.environ["PATH"]})
    return result.stdout


def plain(output):
    """The text of output, without the blanks at the ends of its lines."""
    session = Session.__new__(Session)
    from screen import ReflowingScreen
    import pyte
    screen = ReflowingScreen(500, 50)
    pyte.ByteStream(screen).feed(output.replace(b"\n", b"\r\n"))
    return screen.all_text()


def fail(reason, *details):
    print(reason)
    for detail in details:
        print(detail if isinstance(detail, str) else "\n".join(map(str, detail)))
    sys.exit(1)


def expect(condition, reason, *details):
    if not condition:
        fail(reason, *details)


def pieces(data, size=30):
    return [data[start:start + size] for start in range(0, len(data), size)]


def letters(lines):
    return "".join("".join(lines).split())


def shows(session, lines):
    """Whether the screen ends in the last of these lines, as many as there is room for."""
    def holds():
        room = session.screen.lines - 1
        wanted = lines[-room:]
        return session.screen.all_text()[-len(wanted):] == wanted and session.screen.cursor.x == 0
    return holds


def stream(kind):
    data = text(kind).encode()
    session = Session([PROGRAM, "--no-optimistic"])
    for number, piece in enumerate(pieces(data)):
        session.write(piece)
        if number % 12 == 11:
            lines = plain(layout(data[:(number + 1) * 30], 100))
            expect(
                session.receive_until(shows(session, lines)), f"piece {number}: the screen is not the layout",
                "wanted", lines[-39:], "shown", session.screen.all_text()[-39:])
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    whole = layout(data, 100)
    expect(session.screen.all_text() == plain(whole), "the end is not the layout")
    ratio = len(session.sent) / len(whole)
    expect(ratio <= 2.5, f"{len(session.sent)} bytes were sent for {len(whole)}")


def resize():
    data = text("prose").encode()
    session = Session([PROGRAM, "--no-optimistic"])
    sizes = [(60, 20), (120, 30), (80, 24)]
    for number, piece in enumerate(pieces(data)):
        session.write(piece)
        if number % 20 != 19:
            continue
        size = sizes[number // 20 % len(sizes)]
        session.resize(*size)
        # The open paragraph is laid out anew, and those above it stay as they were.
        open_text = data[:(number + 1) * 30].rsplit(b"\n\n", 1)[-1]
        lines = plain(layout(open_text, size[0]))
        expect(
            session.receive_until(shows(session, lines)), f"piece {number}: the screen has not followed",
            "wanted", lines, "shown", session.screen.all_text()[-30:])
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    shown, wanted = (letters(lines) for lines in (session.screen.all_text(), plain(layout(data, 500))))
    expect(shown == wanted, "letters were lost or shown twice", "wanted", wanted, "shown", shown)


def typed():
    data = text("list").encode()
    session = Session([PROGRAM, "--no-optimistic"])
    cut = len(data) // 2
    for piece in pieces(data[:cut]):
        session.write(piece)
    expect(session.receive_until(shows(session, plain(layout(data[:cut], 100)))), "nothing is shown")
    # The terminal's echo moves the cursor to the next line.
    before = len(session.sent)
    session.type(b"\r")
    expect(session.receive_until(lambda: session.sent[before:] == b"\r\n"), "the key is not echoed")
    for piece in pieces(data[cut:]):
        session.write(piece)
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    wanted = plain(layout(data, 100))
    shown = session.screen.all_text()
    # At most the one line that the echo has moved is there twice.
    rest = list(shown)
    for line in wanted:
        expect(line in rest, f"lost: {line}", shown)
        rest.remove(line)
    expect(len(rest) <= 1, "lines are there twice", rest)


def slow():
    data = text("prose").encode()
    session = Session([PROGRAM, "--no-optimistic"])
    # The terminal reads nothing, and the program reads piece by piece all the same: frames that find no room are left out.
    for number, piece in enumerate(pieces(data)):
        session.write(piece)
        expect(session.wait_for(session.has_read), f"piece {number}: the program waits for the terminal")
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    whole = layout(data, 100)
    expect(session.screen.all_text() == plain(whole), "the end is not the layout")
    expect(len(session.sent) < len(whole) * 1.5, f"{len(session.sent)} bytes were sent for {len(whole)}")


def stopped(session):
    """Whether the process is stopped, by what the kernel says of it."""
    with open(f"/proc/{session.pid}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] == "T"


def suspend(number, leaves_tail):
    data = b"A first paragraph.\n\nA second one that is not at its end"
    session = Session([PROGRAM, "--no-optimistic"])
    session.write(data)
    lines = plain(layout(data, 100))
    expect(session.receive_until(shows(session, lines)), "nothing is shown")
    os.kill(session.pid, number)
    expect(session.receive_until(lambda: stopped(session)), "it does not stop")
    while session.receive(0):
        pass
    kept = lines if leaves_tail else plain(layout(b"A first paragraph.\n\n", 100))
    expect(session.screen.all_text() == kept, "the screen of the stopped program", session.screen.all_text())
    session.show(b"$ fg\r\n")
    before = len(session.sent)
    os.kill(session.pid, signal.SIGCONT)
    expect(session.receive_until(lambda: len(session.sent) > before), "nothing is drawn when it goes on")
    session.write(b", and then goes on.\n\nA third.\n")
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    shown = [line for line in session.screen.all_text() if line]
    whole = [line for line in plain(layout(data + b", and then goes on.\n\nA third.\n", 100)) if line]
    wanted = [line for line in kept if line] + ["$ fg"] + whole[1:]
    expect(shown == wanted, "the screen in the end", "wanted", wanted, "shown", shown)


def file_session(variables, answers=None):
    """Shows a file on a terminal that is asked for its background."""
    with tempfile.NamedTemporaryFile(suffix=".md") as file:
        file.write(b"Some *text*.\n")
        file.flush()
        session = Session(
            [PROGRAM, file.name], reads_pipe=False, variables={"COLORFGBG": None, "ILSRENDER_THEME": None, **variables})
        if answers:
            answers(session)
        ended = session.finish()
    expect(ended, f"it ended with {session.status}")
    return session


QUESTION = b"\x1b]11;?\x1b\\\x1b[c"


def silent():
    session = file_session({})
    expect(session.sent.count(b"\x1b]11;?") == 1, "it is asked more than once, or not at all", repr(session.sent))
    expect(session.sent.count(b"\x1b[c") == 1, "it is asked more than once, or not at all", repr(session.sent))
    expect(session.sent.startswith(QUESTION), "the question does not come first", repr(session.sent))
    expect(b"text" in session.sent, "there is no text", repr(session.sent))
    expect(session.echoes(), "the terminal does not echo any more")


def late():
    """An answer that comes when the output is there is taken, so that no shell reads it as typed."""
    def answer(session):
        session.receive_until(lambda: b"text" in session.sent)
        session.type(b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c")

    # The answer must come in time, for which a busy machine may need more than one chance.
    for _ in range(20):
        session = file_session({}, answer)
        # The terminal has taken what was typed before when it echoes this.
        session.type(b"!")
        expect(session.receive_until(lambda: session.sent.endswith(b"!")), "the terminal does not echo")
        unread = session.unread()
        session.close()
        if unread == 1:
            return
    fail("the answer is left for the shell")


TESTS = {
    "resize": resize, "typed": typed, "slow": slow, "silent": silent, "late": late,
    "stop": lambda: suspend(signal.SIGTSTP, False), "halt": lambda: suspend(signal.SIGSTOP, True)}
for name in ["code", "list", "prose", "table", "paragraph"]:
    TESTS[f"stream-{name}"] = lambda name=name: stream(name)
TESTS[sys.argv[1]]()
