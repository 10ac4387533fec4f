#!/usr/bin/env python3
"""Reads files with the filter on an emulated terminal: reading.py TEST PROGRAM. Ends with status 1 and says why where a
test fails."""

import base64
import os
import sys
import tempfile

from session import Session

PROGRAM = sys.argv[2]
FOLDER = tempfile.TemporaryDirectory()


def expect(condition, reason, *details):
    if not condition:
        print(reason, *details, sep="\n")
        sys.exit(1)


def file(name, text):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def paragraphs(count):
    return "".join(f"paragraph {number}\n\n" for number in range(count))


def open_session(*arguments, rows=20, **variables):
    # Nothing of the machine's own settings.
    usual = {"HOME": FOLDER.name, "PAGER": None, "LESS": None}
    return Session([PROGRAM, *arguments], columns=80, rows=rows, reads_pipe=False, variables={**usual, **variables})


def shown(session):
    return "\n".join(session.screen.display)


def shows(text):
    return lambda session: text in shown(session)


def wait(session, text, reason):
    expect(session.receive_until(lambda: text in shown(session)), reason, shown(session))


def pager_script(name="pager", status=0):
    """A pager that marks its input, so that what went through it can be told."""
    path = file(name, f"#!/bin/sh\necho PAGED; cat; exit {status}\n")
    os.chmod(path, 0o755)
    return path


def page():
    """Only what is longer than the screen is paged."""
    pager = pager_script()
    long, short = file("long.md", paragraphs(20)), file("short.md", paragraphs(3))
    for arguments, variables, paged in [
            ([long], {"PAGER": pager}, True), ([long], {"ILSRENDER_PAGER": pager, "PAGER": "false"}, True),
            ([short], {"PAGER": pager}, False), ([short, "--paging", "always"], {"PAGER": pager}, True),
            ([long, "--paging", "never"], {"PAGER": pager}, False),
            ([long], {"PAGER": pager, "ILSRENDER_PAGER": ""}, False)]:
        session = open_session(*arguments, **variables)
        expect(session.finish(), f"{arguments} ended with {session.status}", shown(session))
        expect((b"PAGED" in session.sent) == paged, f"{arguments} {variables}: paged is not {paged}", session.sent)
        expect(b"paragraph 2" in session.sent, f"{arguments}: the text is missing", session.sent)


def missing():
    """A pager that does not exist loses nothing."""
    for text in [paragraphs(20), paragraphs(20_000)]:
        session = open_session(file("long.md", text), PAGER="/nowhere/pager")
        expect(session.finish(), f"it ended with {session.status}", shown(session))
        count = text.count("\n\n")
        expect(session.sent.count(b"paragraph") == count, "text is missing or there twice", session.sent.count(b"paragraph"))


def leave():
    """A reader who leaves the pager early ends nothing."""
    pager = file("head", "#!/bin/sh\nhead -n 1\n")
    os.chmod(pager, 0o755)
    session = open_session(file("long.md", paragraphs(50_000)), PAGER=pager)
    expect(session.finish(), f"it ended with {session.status}", shown(session))
    expect(session.sent.count(b"paragraph") == 1, "more was shown than the pager did", session.sent[:400])


def less():
    """The usual pager shows colours and ends with q."""
    session = open_session(file("long.md", paragraphs(40) + "**bold**"), PAGER="less")
    wait(session, "paragraph 8", "nothing is shown")
    session.type(b"G")
    wait(session, "bold", "the end is not shown")
    expect("ESC[" not in shown(session), "sequences are shown as text", shown(session))
    session.type(b"q")
    expect(session.finish(), f"it ended with {session.status}")


def stream():
    """A stream is never paged, whatever is asked for."""
    session = Session(
        [PROGRAM, "--paging", "always"], rows=10, variables={"PAGER": pager_script(), "HOME": FOLDER.name})
    session.write(paragraphs(40).encode())
    session.close_input()
    expect(session.finish(), f"it ended with {session.status}")
    expect(b"PAGED" not in session.sent and b"paragraph 39" in session.sent, "the stream was paged", session.sent)


def config():
    """Options of the user's apply on a terminal, in their order, and the command line overrides them."""
    code = file("a.swift", "let x = 1\n")
    os.makedirs(os.path.join(FOLDER.name, "ilsrender", "themes"), exist_ok=True)
    file("ilsrender/config", "# mine\n--line-numbers\n--width 40 # narrow\n")
    home = {"XDG_CONFIG_HOME": FOLDER.name}
    for arguments, variables, wanted in [
            ([code], home, ["  1  let x = 1", 40]), ([code, "--no-config"], home, ["│ let x = 1", 80]),
            ([code], {**home, "ILSRENDER_OPTS": "-w 50"}, ["  1  let x = 1", 50]),
            ([code, "-w", "60", "--no-line-numbers"], home, ["│ let x = 1", 60])]:
        session = open_session(*arguments, **variables)
        expect(session.finish(), f"it ended with {session.status}", shown(session))
        lines = [line.rstrip() for line in session.screen.display]
        edge = next(line for line in lines if "╭" in line)
        margin = 2 if wanted[1] >= 60 else 1
        expect(len(edge) == wanted[1] - margin, f"{arguments}: the width is not {wanted[1]}", edge)
        expect(any(wanted[0] in line for line in lines), f"{arguments}: {wanted[0]} is not shown", shown(session))
    file("ilsrender/config", "--nonsense\n")
    session = open_session(code, **home)
    session.finish()
    expect(session.status == 2 and "ilsrender/config: " in shown(session), "the mistake is not named", shown(session))


def watch():
    """A file that changes is shown anew, at the same place."""
    text = paragraphs(60)
    path = file("watched.md", text)
    session = open_session("--watch", path)
    wait(session, "paragraph 0", "nothing is shown")
    session.type(b"jjjjjjjjjj")
    wait(session, "11-", "the keys do not scroll")
    top = session.screen.display[0].strip()
    expect(top == "paragraph 5", "another line is at the top", shown(session))
    file("watched.md", "# New\n\nlines\n\n" + text + "last\n")
    wait(session, "of 126", "the change is not shown")
    expect(session.screen.display[0].strip() == top, "the place was lost", shown(session))
    os.remove(path)
    wait(session, "cannot open", "the missing file is not named")
    expect(session.screen.display[0].strip() == top, "the text was lost", shown(session))
    file("watched.md", "Short.\n")
    wait(session, "Short.", "the file is not shown again")
    session.type(b"q")
    expect(session.finish(), f"it ended with {session.status}")
    expect(session.sent.rstrip().endswith(b"\x1b[?1049l"), "the screen is not restored", session.sent[-80:])
    expect(session.echoes(), "the terminal does not echo any more")


def copy():
    """A code block goes to the clipboard by OSC 52, and to nowhere else."""
    document = file("code.md", "```sh\necho 'ä'\n```\n\n```\nb\n```\n")
    session = open_session("code", "1", "--copy", document)
    expect(session.finish(), f"it ended with {session.status}", shown(session))
    wanted = b"\x1b]52;c;" + base64.b64encode("echo 'ä'\n".encode()) + b"\x1b\\"
    expect(wanted in session.sent, "the block is not on the clipboard", session.sent)
    expect("echo" not in shown(session), "the block is printed, too", shown(session))


TESTS = {
    "page": page, "missing": missing, "leave": leave, "less": less, "stream": stream, "config": config, "watch": watch,
    "copy": copy}
TESTS[sys.argv[1]]()
