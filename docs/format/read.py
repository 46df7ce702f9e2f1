#!/usr/bin/env python3
"""Reads libraries as docs/format.md describes them, and compares records and relations with what each case expects.

  python3 docs/format/read.py docs/format/*/expected.json      needs PyYAML
"""
import datetime, json, os, re, sys, yaml
from decimal import Decimal

TEXT, TEXTS, DATE, TIME, FLAG = "text", "texts", "date", "timestamp", "boolean"
KINDS = {
    "book": dict(title=TEXT, author=TEXTS, contributors=TEXTS,
                 status=["wanted", "onShelf", "inProgress", "completed", "abandoned"],
                 rating="rating", genres="genre*", series=TEXTS, isbn=TEXT, format=TEXT, publisher=TEXT, year=range(-9999, 10000),
                 pages=range(1000001), language=TEXT, recommendedBy=TEXT, owned=FLAG, lentTo=TEXT, borrowedFrom=TEXT,
                 lentOn=DATE, dueOn=DATE, loans=TEXTS, dateAdded=DATE, dateStarted=DATE, dateCompleted=DATE,
                 readings="interval list", progress=TEXT, readingLog=TEXTS, public=FLAG, synopsis=TEXT, review=TEXT, notes=TEXT,
                 sources=TEXTS, formerIds="ids"),
    "quote": dict(book="book", page=TEXT, location=TEXT, chapter=TEXT, tags="tag*", creationDate=TIME, text=TEXT,
                  note=TEXT, public=FLAG, sources=TEXTS, formerIds="ids"),
    "genre": dict(name=TEXT, color="color", formerIds="ids"), "tag": dict(name=TEXT, formerIds="ids"),
    "issue": dict(title=TEXT, priority=["low", "medium", "high"], completed=FLAG, tags="tag*", books="book*",
                  creationDate=TIME, modificationDate=TIME, content=TEXT, formerIds="ids")}
OLD = {"summary": "synopsis", "recomendedBy": "recommendedBy", "genre": "genres"}
REFERENCES = {kind + suffix for kind in KINDS for suffix in ("", "*")}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.A)
DECIMAL = r"[+-]?(?=\d)0*\d{0,9}(?:\.\d{1,6}|,(?!\d{3}$)\d{1,6})?"
SIGNS = {"€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH"}
DAY = r"(\d{4})-(\d\d?)-(\d\d?)"
TIME_OF_DAY = r"(?:[Tt]| +) *(\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,18})?)? *(?:[Zz]|([+-])(\d\d?)(?:(?::|(?<=\d\d))(\d\d))?)?"


class Loader(yaml.Loader):
    """Composes nodes; what an alias stands for is not looked up, and keys must differ at every depth."""
    def compose_node(self, parent, index):
        if self.check_event(yaml.AliasEvent):
            alias = self.get_event()
            return yaml.nodes.Node("alias", alias.anchor, alias.start_mark, alias.end_mark)
        self.anchors = {}
        self.depth = getattr(self, "depth", 0) + 1
        # A scalar is in 128 collections at most.
        if self.depth > 129: raise yaml.YAMLError("nested too deeply")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def compose_mapping_node(self, anchor):
        node = super().compose_mapping_node(anchor)
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(set(keys)) < len(keys): raise yaml.YAMLError("a key occurs twice")
        return node


def scalars(node):
    """The texts of a node; None where there is something else."""
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if any(not isinstance(n, yaml.ScalarNode) for n in nodes): return None
    return [n.value for n in nodes if n.value and not is_null(n)]


def is_null(node): return node.value == "~" and not node.style and node.tag.endswith(":null")


def source(node):
    """The YAML of a node as it stands in the file."""
    return node.start_mark.buffer[node.start_mark.pointer:node.end_mark.pointer].rstrip()


def date(text):
    """A date, or None."""
    match = re.fullmatch(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?|" + DAY + TIME_OF_DAY, text, re.A)
    if not match: return None
    parts = [int(part) for part in (match.groups()[:3] if match[1] else match.groups()[3:6]) if part]
    if match[4] and timestamp(text, any_year=True) is None or not is_day(*parts): return None
    return "-".join(f"{part:04}" if place == 0 else f"{part:02}" for place, part in enumerate(parts))


def is_day(year, month=1, day=1):
    # Python's calendar begins with the year 1; the year 0 has a 29th of February.
    try: return bool(datetime.date(year or 4, month, day))
    except ValueError: return False


def timestamp(text, any_year=False):
    """A timestamp in UTC, or None."""
    match = re.fullmatch(DAY + "(?:" + TIME_OF_DAY + ")?", text, re.A)
    if not match or not is_day(*map(int, match.groups()[:3])): return None
    year, month, day, hour, minute, second, sign, hours, minutes = (
        part if part in ("+", "-") else int(part or 0) for part in match.groups())
    if hour > 23 or minute > 59 or second > 60 or hours > 23 or minutes > 59: return None
    offset = (hours * 60 + minutes) * (-1 if sign == "-" else 1)
    try:
        # 400 years later the calendar is the same.
        moment = datetime.datetime(year + 400, month, day, hour, minute) + datetime.timedelta(seconds=second, minutes=-offset)
    except (ValueError, OverflowError):
        moment = datetime.datetime(year, month, day, hour, minute) + datetime.timedelta(seconds=second, minutes=-offset)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    if not 400 <= moment.year < 10400 and not any_year: return None
    return f"{moment.year - 400:04}" + moment.strftime("-%m-%dT%H:%M:%SZ")


def money(text):
    currency = "([A-Za-z]{3}|[" + "".join(SIGNS) + "])"
    match = re.fullmatch(f"(?:{currency}[ \u00a0]*)?({DECIMAL.replace('$', '(?!.*[0-9])')})(?:[ \u00a0]*{currency})?", text, re.A)
    if not match or match[1] and match[3]: return None
    number = match[2].replace(",", ".")
    places = len(number.partition(".")[2])
    amount, word = f"{Decimal(number):.{2 if places == 1 else places}f}", match[1] or match[3]
    return amount + (f" {SIGNS.get(word, word.upper())}" if word else "")


def value(kind, texts):
    """What texts say as a value of a type; None where they say none."""
    if kind == TEXTS: return texts
    if isinstance(kind, str) and kind in REFERENCES: return texts[0] if kind in KINDS and len(texts) == 1 else texts
    if kind == "ids": return [t.lower() for t in texts] if all(UUID.fullmatch(t.lower()) for t in texts) else None
    if kind == "interval list":
        sides = [text.split("/") for text in texts]
        if any(len(s) != 2 or s == ["", ""] or any(x and not date(x) for x in s) for s in sides): return None
        return ["/".join(x and date(x) for x in s) for s in sides]
    if len(texts) > 1: return None
    text = texts[0]
    if isinstance(kind, list):
        number = kind[int(text)] if text in ("0", "1", "2") and kind == ["low", "medium", "high"] else text
        return next((word for word in kind if word.lower() == number.lower()), None)
    if kind == FLAG: return {"true": True, "yes": True, "on": True, "y": True, "false": False, "no": False, "off": False,
                             "n": False}.get(text.lower())
    if isinstance(kind, range):
        return int(text) if re.fullmatch(r"[+-]?\d+", text, re.A) and int(text) in kind else None
    if kind == "rating":
        return float(text) if re.fullmatch(r"\+?0*([0-4](\.(0+|250*|50*|750*))?|5(\.0+)?)", text, re.A) else None
    if kind == "decimal": return float(text.replace(",", ".")) if re.fullmatch(DECIMAL, text, re.A) else None
    if kind == "money": return money(text)
    if kind == DATE: return date(text)
    if kind == TIME: return timestamp(text)
    if kind == "color": return text.lstrip("#").upper() if re.fullmatch("#?[0-9a-fA-F]{6}", text) else None
    return text


def read(path, kind, own):
    """The record in a file; None if there is none."""
    try: nodes = list(compose_all(open(path, encoding="utf-8-sig", newline="").read()))
    except (yaml.YAMLError, UnicodeDecodeError): return None
    if len(nodes) != 1 or not isinstance(nodes[0], yaml.MappingNode): return None
    types, fields = KINDS[kind] | own.get(kind, {}), {}
    keys = {key.value for key, _ in nodes[0].value if isinstance(key, yaml.ScalarNode)}
    identity = ""
    for key, node in nodes[0].value:
        key = key.value if isinstance(key, yaml.ScalarNode) else source(key)
        is_old = key in OLD and key not in types and OLD[key] not in keys
        name = OLD[key] if is_old and types.get(OLD[key]) == KINDS[kind].get(OLD[key]) else key
        texts = scalars(node)
        if name == "id": identity = texts[0].lower() if texts and len(texts) == 1 else ""
        elif name not in types: fields[name] = undeclared(node)
        elif texts: fields[name] = value(types[name], texts)
        elif texts is None: fields[name] = None
        elif kind == "quote" and name == "book" and isinstance(node, yaml.ScalarNode) and is_null(node): fields[name] = None
    if not UUID.fullmatch(identity): return None
    if kind == "book" and types["status"] == KINDS["book"]["status"]: fields.setdefault("status", "onShelf")
    is_here = kind == "book" and types["status"] == KINDS["book"]["status"] and fields["status"] == "onShelf"
    if is_here and types["owned"] == FLAG and not (types["borrowedFrom"] == TEXT and "borrowedFrom" in fields):
        fields.setdefault("owned", True)
    for name, default in {"priority": "medium", "completed": False}.items():
        if kind == "issue" and types[name] == KINDS["issue"][name]: fields.setdefault(name, default)
    return identity, fields


def undeclared(node):
    """An undeclared field."""
    if isinstance(node, yaml.ScalarNode): return "" if is_null(node) else node.value
    if isinstance(node, yaml.SequenceNode) and all(isinstance(n, yaml.ScalarNode) for n in node.value):
        return undeclared(node.value[0]) if len(node.value) == 1 else [undeclared(n) for n in node.value]
    return source(node)


def compose_all(text):
    loader = Loader(text)
    while loader.check_node(): yield loader.get_node()


def declared(field):
    """The type of a field that shelf.yaml declares."""
    name = (field or {}).get("type") or TEXT
    if name == "choice": return [str(word) for word in field["choices"]]
    if name in ("reference", "references"): return field["to"] + "*" * (name == "references")
    return {"text list": TEXTS, "integer": range(-2**63, 2**63)}.get(name, name)


def library(root):
    manifest = yaml.safe_load(open(root + "/shelf.yaml")) or {}
    own = {kind: {name: declared(field) for name, field in (fields or {}).items() if name not in ("id", "formerIds")
                  and not (isinstance(KINDS[kind].get(name), range) and isinstance(declared(field), range))}
           for kind, fields in (manifest.get("fields") or {}).items()}
    records = []
    for kind in KINDS:
        for folder, _, names in os.walk(f"{root}/{kind}s"):
            for name in names:
                if name[0] == "." or not name.endswith((".yaml", ".yml")): continue
                found = read(f"{folder}/{name}", kind, own)
                if found: records.append((kind, os.path.relpath(f"{folder}/{name}", root), *found))
    records.sort(key=lambda record: record[1])
    known = {}
    in_order = sorted(records, key=lambda record: (len(record[1].encode()), record[1].encode()), reverse=True)
    for kind, path, identity, fields in in_order:
        for former in fields.get("formerIds") or []: known[kind, former] = identity, path
    for kind, path, identity, fields in in_order: known[kind, identity] = identity, path
    relations = []
    for kind, path, _, fields in records:
        for name, target in (KINDS[kind] | own.get(kind, {})).items():
            if not isinstance(target, str) or target not in REFERENCES or not fields.get(name): continue
            target = target.rstrip("*")
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
