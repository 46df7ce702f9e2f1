#!/usr/bin/env python3
"""Reads libraries by docs/format.md alone, and compares records and relations with what each case expects.

  python3 docs/format/read.py docs/format/*/expected.json      needs PyYAML
"""
import datetime, json, os, re, sys, yaml

TEXT, TEXTS, DATE, TIME, FLAG = "text", "texts", "date", "timestamp", "boolean"
KINDS = {
    "book": dict(title=TEXT, author=TEXTS, contributors=TEXTS,
                 status=["wanted", "onShelf", "inProgress", "completed", "abandoned"],
                 rating="rating", genres="genre*", series=TEXTS, isbn=TEXT, format=TEXT, publisher=TEXT, year="integer",
                 pages="natural", language=TEXT, recommendedBy=TEXT, owned=FLAG, lentTo=TEXT, borrowedFrom=TEXT,
                 lentOn=DATE, dueOn=DATE, loans=TEXTS, dateAdded=DATE, dateStarted=DATE, dateCompleted=DATE,
                 readings=TEXTS, progress=TEXT, readingLog=TEXTS, public=FLAG, synopsis=TEXT, review=TEXT, notes=TEXT,
                 sources=TEXTS, formerIds=TEXTS),
    "quote": dict(book="book", page=TEXT, location=TEXT, chapter=TEXT, tags="tag*", creationDate=TIME, text=TEXT,
                  note=TEXT, public=FLAG, sources=TEXTS, formerIds=TEXTS),
    "genre": dict(name=TEXT, color="color", formerIds=TEXTS), "tag": dict(name=TEXT, formerIds=TEXTS),
    "issue": dict(title=TEXT, priority=["low", "medium", "high"], completed=FLAG, tags="tag*", books="book*",
                  creationDate=TIME, modificationDate=TIME, content=TEXT, formerIds=TEXTS)}
OLD = {"summary": "synopsis", "recomendedBy": "recommendedBy", "genre": "genres"}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def scalars(node):
    """The texts of a node; None where there is something else."""
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if any(not isinstance(n, yaml.ScalarNode) for n in nodes): return None
    return [n.value for n in nodes if n.style or n.value not in ("", "~")]


def moment(text, is_day):
    try:
        if re.fullmatch(r"\d{4}(-\d{2}){0,2}", text):
            datetime.date.fromisoformat(text + "-01" * (2 - text.count("-")))
            return text if is_day else text + "T00:00:00Z"
        time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(datetime.timezone.utc)
        return text[:10] if is_day else time.strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError: return None


def value(kind, texts):
    """What texts say as a value of a type; None where they say none."""
    text = texts[0]
    if kind == TEXTS or kind[-1] == "*": return texts
    if len(texts) > 1: return None
    if isinstance(kind, list):
        number = kind[int(text)] if text in "012" and len(kind) == 3 else text
        return next((word for word in kind if word.lower() == number.lower()), None)
    if kind == FLAG: return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(text.lower())
    if kind in ("integer", "natural"):
        return int(text) if re.fullmatch(r"-?\d+" if kind == "integer" else r"\d+", text) else None
    if kind == "rating":
        return float(text) if re.fullmatch(r"[0-4](\.(0|25|5|75)0*)?|5(\.0+)?", text) else None
    if kind == "decimal": return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None
    if kind in (DATE, TIME): return moment(text, kind == DATE)
    if kind == "color": return text.lstrip("#").upper() if re.fullmatch("#?[0-9a-fA-F]{6}", text) else None
    return text


def read(path, kind, own):
    """The record in a file; None if there is none."""
    try: nodes = list(yaml.compose_all(open(path, encoding="utf-8-sig", newline="").read()))
    except yaml.YAMLError: return None
    if len(nodes) != 1 or not isinstance(nodes[0], yaml.MappingNode): return None
    types, fields = KINDS[kind] | own.get(kind, {}), {}
    keys = [key.value for key, _ in nodes[0].value]
    if len(set(keys)) < len(keys): return None
    for key, node in nodes[0].value:
        name = OLD.get(key.value, key.value) if key.value not in types else key.value
        texts = scalars(node)
        if texts: fields[name] = value(types.get(name, TEXT), texts)
        elif texts is None: fields[name] = None
        elif kind == "quote" and name == "book" and getattr(node, "value", "") == "~": fields[name] = None
    identity = (fields.pop("id", None) or "").lower()
    if not UUID.fullmatch(identity): return None
    if kind == "book": fields.setdefault("status", "onShelf")
    if kind == "book" and fields["status"] == "onShelf": fields.setdefault("owned", True)
    if kind == "issue": fields = {"priority": "medium", "completed": False} | fields
    return identity, fields


def library(root):
    manifest = yaml.safe_load(open(root + "/shelf.yaml")) or {}
    own = {kind: {name: field["type"] for name, field in fields.items()} for kind, fields in (manifest.get("fields") or {}).items()}
    records = []
    for kind in KINDS:
        for folder, _, names in os.walk(f"{root}/{kind}s"):
            for name in names:
                if name[0] == "." or not name.endswith((".yaml", ".yml")): continue
                found = read(f"{folder}/{name}", kind, own)
                if found: records.append((kind, os.path.relpath(f"{folder}/{name}", root), *found))
    records.sort(key=lambda record: record[1])
    known = {}
    for kind, path, identity, fields in reversed(records):
        for former in fields.get("formerIds", []): known.setdefault((kind, former.lower()), (identity, path))
    for kind, path, identity, fields in reversed(records): known[kind, identity] = identity, path
    relations = []
    for kind, path, _, fields in records:
        for name, target in KINDS[kind].items():
            target = target.rstrip("*") if isinstance(target, str) else ""
            if target not in KINDS or not fields.get(name): continue
            texts = fields[name] if isinstance(fields[name], list) else [fields[name]]
            found = [known.get((target, text.lower())) for text in texts]
            ids = [known_one[0] if known_one else text for text, known_one in zip(texts, found)]
            fields[name] = ids if isinstance(fields[name], list) else ids[0]
            relations += sorted({(path, name, known_one[1]) for known_one in found if known_one})
    return ([{"kind": kind, "path": path, "id": identity, "fields": fields} for kind, path, identity, fields in records],
            sorted(list(relation) for relation in relations))


if __name__ == "__main__":
    wrong = 0
    for path in sys.argv[1:]:
        expected = json.load(open(path))
        records, relations = library(os.path.dirname(path) + "/library")
        for what, found in (("records", records), ("relations", relations)):
            if found != expected[what]: wrong += 1; print(f"{path}: {what}: {found}, expected {expected[what]}")
    print(f"{len(sys.argv) - 1} libraries, {wrong} differences")
    sys.exit(wrong > 0)
