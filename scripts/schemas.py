"""Validates the wire form against the schemas in docs: see scripts/check-schemas."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

NAMES = {
    "document": "ir.schema.json", "conversation": "conversation.schema.json", "update": "update.schema.json",
    "patch": "patches.schema.json"}
PIECE = "31"  # bytes


def members(schemas, schema, name):
    """The members that a schema, with those that it refers to in place, describes."""
    found = set(schema.get("properties", {}))
    if "$ref" in schema:
        file, _, path = schema["$ref"].partition("#/$defs/")
        name = file or name
        found |= members(schemas, schemas[name]["$defs"][path], name)
    for part in schema.get("allOf", []) + [schema[key] for key in ("then", "else") if key in schema]:
        found |= members(schemas, part, name)
    return found


def extended(schema):
    """The definitions that others refer to and add members to."""
    if isinstance(schema, list):
        return set().union(*map(extended, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema and {"properties", "allOf"} & set(schema) else set()
    return own.union(*map(extended, schema.values()))


def closed(schemas, schema, name, stays_open=False):
    """The schema without any members besides those that it describes: a writer has no others."""
    if isinstance(schema, list):
        return [closed(schemas, item, name, stays_open) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key == "$defs":
            bases = extended(schema)
            result[key] = {inner: closed(schemas, item, name, inner in bases) for inner, item in value.items()}
        elif key == "properties":
            result[key] = {inner: closed(schemas, item, name) for inner, item in value.items()}
        else:
            result[key] = closed(schemas, value, name, key in ("allOf", "if", "then", "else", "not"))
    described = members(schemas, schema, name)
    if "object" in schema.get("type", []) and described and not stays_open:
        result["propertyNames"] = {"enum": sorted(described)}
    return result


def validators(schemas):
    registry = Registry().with_resources([(name, Resource.from_contents(schema)) for name, schema in schemas.items()])
    return {kind: Draft202012Validator(schemas[name], registry=registry) for kind, name in NAMES.items()}


def written(program, markdown):
    """What the filter writes for a text: the document, and its updates."""
    def run(*arguments):
        result = subprocess.run([program, *arguments], input=markdown.encode(), capture_output=True, check=True)
        return result.stdout.splitlines()

    yield "document", json.loads(b"".join(run("--format", "ir")))
    for line in run("--format", "updates", "--chunk", PIECE):
        yield "update", json.loads(line)


def texts():
    """Markdown of this repository and of the conformance suites."""
    yield from (path.read_text() for path in [Path("README.md"), *sorted(Path("docs").glob("*.md"))])
    for vector in sorted(Path("docs/vectors").glob("*.json")):
        vector = json.loads(vector.read_text())
        if vector["input"] == "markdown":
            yield "".join(vector["pieces"])
    suites = Path(os.environ.get("ILSRENDER_CONFORMANCE", "../shared/conformance")) / "markdown"
    if not suites.is_dir():
        print("skipped: conformance suites (no folder in ILSRENDER_CONFORMANCE)")
    for suite in sorted(suites.glob("*.json")):
        yield from (example["markdown"] for example in json.loads(suite.read_text()))


def stored():
    """Values that lie in files: the streams in docs/vectors, and goldens."""
    for path in sorted(Path("docs/vectors").glob("*.json")):
        for step in json.loads(path.read_text())["steps"]:
            yield from ((kind, value) for kind, value in step.items() if kind in NAMES)
    for path in sorted(Path("docs/patches").glob("*.jsonl")):
        yield from (("patch", json.loads(line)["patch"]) for line in path.read_text().splitlines())
    for path in sorted(Path("Tests").glob("*/**/Goldens/*.json")):
        value = json.loads(path.read_text())
        if isinstance(value, dict) and "version" in value:
            yield ("conversation" if "messages" in value else "document"), value


def main(program):
    schemas = {name: json.loads((Path("docs") / name).read_text()) for name in NAMES.values()}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    strict = validators({name: closed(schemas, schema, name) for name, schema in schemas.items()})
    loose = validators(schemas)
    counts = dict.fromkeys([*NAMES, "invalid"], 0)
    failures = 0

    def check(kind, value):
        nonlocal failures
        counts[kind] += 1
        error = next(strict[kind].iter_errors(value), None)
        if error is not None:
            failures += 1
            print(f"{kind} {json.dumps(value)[:300]}\n  at {error.json_path}: {error.message[:300]}", file=sys.stderr)

    for kind, value in stored():
        check(kind, value)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for values in pool.map(lambda text: list(written(program, text)), texts()):
            for kind, value in values:
                check(kind, value)
    for line in Path("docs/vectors/invalid.jsonl").read_text().splitlines():
        for kind, value in json.loads(line).items():
            counts["invalid"] += 1
            if loose[kind].is_valid(value):
                failures += 1
                print(f"the schema takes {kind} {json.dumps(value)[:300]}", file=sys.stderr)
    print(", ".join(f"{count} {kind}{'es' if kind == 'patch' else 's'}" if kind in NAMES else f"{count} {kind}" for kind, count in counts.items()))
    if min(counts["update"], counts["invalid"], counts["document"]) == 0:
        sys.exit("nothing was checked")
    sys.exit(1 if failures else 0)


main(sys.argv[1])
