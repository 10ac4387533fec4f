"""Compares what ilsrender takes real files for with what they are; see check-input-detection."""

import json
import pathlib
import subprocess
import sys

ROOTS = [
    ".build/checkouts", "/usr/share/doc", "/usr/lib/python3", "/usr/local/lib", "/usr/share/javascript", "/usr/lib/node_modules",
    "/var/log", "/usr/share/common-licenses",
]
LARGEST = 300_000
COUNTS = {"markdown": 120, "json": 120, "log": 60}


def kind(path):
    name = path.name.lower()
    if name.endswith((".md", ".markdown")):
        return "markdown"
    if name.endswith((".json", ".jsonl", ".ndjson")):
        return "json"
    if name.endswith((".log", ".txt")) or name.startswith(("changelog", "readme", "copyright", "news")):
        return "log"
    return None


def files():
    """Files of each kind, as evenly over the folders as they come."""
    found = {name: {} for name in COUNTS}
    for root in ROOTS:
        for path in sorted(pathlib.Path(root).rglob("*")):
            group = kind(path)
            if group is None or path.is_symlink() or not path.is_file() or "/proc/" in str(path):
                continue
            try:
                if 0 < path.stat().st_size <= LARGEST:
                    found[group].setdefault(path.parent, []).append(path)
            except OSError:
                continue
    for group, folders in found.items():
        taken = []
        while len(taken) < COUNTS[group] and any(folders.values()):
            for folder in list(folders):
                if folders[folder] and len(taken) < COUNTS[group]:
                    taken.append(folders[folder].pop(0))
        for path in taken:
            yield group, path


def is_json(text):
    """Whether a text is a JSON object with members or an array of such, or lines of them: what is shown as code."""
    def counts(value):
        value = value[0] if isinstance(value, list) and value else value
        return isinstance(value, dict) and bool(value)

    try:
        return counts(json.loads(text))
    except ValueError:
        pass
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        return counts(json.loads(first))
    except ValueError:
        return False


def shown(binary, data):
    answer = subprocess.run([binary, "--format", "ir"], input=data, capture_output=True, check=False)
    # Status 3: rendered, but not all of it was understood.
    if answer.returncode not in (0, 3):
        return "an error: " + answer.stderr.decode(errors="replace").strip()
    document = json.loads(answer.stdout)
    if document.get("type") == "conversation":
        return "conversation"
    blocks = document["blocks"]
    code = blocks[0] if len(blocks) == 1 and blocks[0]["type"] == "code" else {}
    return "json" if code.get("info") == "json" and not data.lstrip().startswith(b"~~~") else "markdown"


def main():
    binary = sys.argv[1]
    counts, wrong = dict.fromkeys(COUNTS, 0), 0
    for group, path in files():
        try:
            data = path.read_bytes()
        except OSError:
            continue
        text = data.decode(errors="replace").removeprefix("\ufeff")
        expected = "json" if is_json(text) else "markdown"
        answer = shown(binary, data)
        counts[group] += 1
        if answer != expected:
            wrong += 1
            print(f"{path}: {answer}, and not {expected}")
    total = sum(counts.values())
    print(f"{total} files ({', '.join(f'{name} {count}' for name, count in counts.items())}), {wrong} wrong")
    sys.exit(1 if wrong or total < 200 else 0)


main()
