#!/usr/bin/env python3
"""Reads libraries as docs/format.md describes them, and compares records and relations with what each case expects.

  python3 docs/format/read.py docs/format/*/expected.json      needs PyYAML
"""
import datetime, json, os, re, stat, sys, yaml
from decimal import Decimal

TEXT, TEXTS, DATE, TIME, FLAG = "text", "texts", "date", "timestamp", "boolean"
STATUS = ["wanted", "onShelf", "inProgress", "paused", "completed", "abandoned"]
KINDS = {
    "book": dict(title=TEXT, author=TEXTS, contributors=TEXTS,
                 status=STATUS, rating="rating", genres="genre*", tags="tag*", series=TEXTS, isbn=TEXT, format=TEXT, publisher=TEXT, place=TEXT,
                 year=range(-9999, 10000), editionDate=DATE, edition=TEXT, originalTitle=TEXT, pages=range(1000001),
                 duration="duration", copies=range(1000001), dateAbandoned=DATE, timesRead=range(1000001), language=TEXT, recommendedBy=TEXT, owned=FLAG, lentTo=TEXT, borrowedFrom=TEXT,
                 lentOn=DATE, dueOn=DATE, lentCopy=TEXT, loans=TEXTS, dateAdded=DATE, dateStarted=DATE, dateCompleted=DATE,
                 readings="interval list", progress=TEXT, readingLog=TEXTS, public=FLAG, synopsis=TEXT, review=TEXT, notes=TEXT,
                 sources=TEXTS, formerIds="ids"),
    "quote": dict(book="book", page=TEXT, location=TEXT, chapter=TEXT, tags="tag*", creationDate=TIME, text=TEXT,
                  note=TEXT, public=FLAG, sources=TEXTS, formerIds="ids"),
    "genre": dict(name=TEXT, color="color", formerIds="ids"), "tag": dict(name=TEXT, formerIds="ids"),
    "issue": dict(title=TEXT, priority=["low", "medium", "high"], completed=FLAG, due=DATE, tags="tag*", books="book*",
                  creationDate=TIME, modificationDate=TIME, content=TEXT, formerIds="ids")}
# Fields that a declaration replaces even if it has the same type.
LATER = {"tags", "place", "editionDate", "edition", "originalTitle", "duration", "copies", "dateAbandoned", "timesRead", "due", "lentCopy"}
# The older names of fields, all of them of books.
OLD = {"summary": "synopsis", "recomendedBy": "recommendedBy", "genre": "genres"}
TYPES = {"text", "text list", "integer", "decimal", "money", "rating", "boolean", "date", "timestamp", "interval list", "color",
         "choice", "reference", "references"}
SETTINGS = {"type", "choices", "to", "unit", "long", "public", "help"}
REFERENCES = {kind + suffix for kind in KINDS for suffix in ("", "*")}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.A)
DECIMAL = r"[+-]?(?=\d)0*\d{0,9}(?:\.\d{1,6}|,(?!\d{3}$)\d{1,6})?"
SIGNS = {"€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH"}
DAY = r"(\d{4})-(\d\d?)-(\d\d?)"
TIME_OF_DAY = r"(?:[Tt]| +) *(\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,18})?)? *(?:[Zz]|([+-])(\d\d?)(?:(?::|(?<=\d\d))(\d\d))?)?"


class Loader(yaml.Loader):
    """Composes nodes, without following aliases. Rejects duplicate keys at every depth."""
    def compose_node(self, parent, index):
        self.names = getattr(self, "names", set())
        if self.check_event(yaml.AliasEvent):
            alias = self.get_event()
            if alias.anchor not in self.names: raise yaml.YAMLError("an alias without an anchor")
            return yaml.nodes.Node("alias", alias.anchor, alias.start_mark, alias.end_mark)
        # The same anchor may be defined again.
        self.names.add(self.peek_event().anchor)
        self.anchors = {}
        self.depth = getattr(self, "depth", 0) + 1
        # A scalar may be inside at most 128 collections.
        if self.depth > 129: raise yaml.YAMLError("nested too deeply")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def compose_scalar_node(self, anchor):
        is_tagged = self.peek_event().tag is not None
        node = super().compose_scalar_node(anchor)
        if re.search("[\ud800-\udfff]", node.value): raise yaml.YAMLError("an escape that is not a character")
        node.is_null = node.value == "~" and not node.style and not is_tagged
        return node

    def compose_mapping_node(self, anchor):
        node = super().compose_mapping_node(anchor)
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(set(keys)) < len(keys): raise yaml.YAMLError("a key occurs twice")
        return node


def document(path, limit):
    """The root node of the only document in a file.

    Raises OSError, ValueError (which includes UnicodeDecodeError) or yaml.YAMLError if there is none.
    """
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode): raise ValueError("a link, or not a file")
    if status.st_size > limit: raise ValueError("too large")
    with open(path, encoding="utf-8-sig", newline="") as file: loader = Loader(file.read())
    nodes = []
    while loader.check_node(): nodes.append(loader.get_node())
    if len(nodes) != 1: raise ValueError("no document, or several")
    return nodes[0]


def scalars(node):
    """The texts of a node, without those that are no value; None if it contains anything but texts."""
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if any(not isinstance(n, yaml.ScalarNode) for n in nodes): return None
    return [n.value for n in nodes if n.value and not n.is_null]


def source(node):
    """The YAML of a node, as it is in the file."""
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
    # Python's calendar has the years 1 to 9999, and repeats every 400 years.
    shift = 400 if year < 5000 else -400
    moment = datetime.datetime(year + shift, month, day, hour, minute) + datetime.timedelta(seconds=second, minutes=-offset)
    if not 0 <= moment.year - shift <= 9999 and not any_year: return None
    return f"{moment.year - shift:04}" + moment.strftime("-%m-%dT%H:%M:%SZ")


def money(text):
    currency = "([A-Za-z]{3}|[" + "".join(SIGNS) + "])"
    match = re.fullmatch(f"(?:{currency}[ \u00a0]*)?({DECIMAL.replace('$', '(?!.*[0-9])')})(?:[ \u00a0]*{currency})?", text, re.A)
    if not match or match[1] and match[3]: return None
    number = match[2].replace(",", ".")
    places = len(number.partition(".")[2])
    amount, word = f"{Decimal(number):.{2 if places == 1 else places}f}", match[1] or match[3]
    return amount + (f" {SIGNS.get(word, word.upper())}" if word else "")


def value(kind, texts):
    """The value of a type that the texts represent; None if they do not fit the type."""
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
    if kind == "duration":
        match = re.fullmatch(r"(\d{1,5}):([0-5]\d)(:[0-5]\d)?", text, re.A)
        fits = match and int(match[1]) * 60 + int(match[2]) <= 600_000
        return f"{int(match[1])}:{match[2]}" if fits else None
    if kind == "color": return text.lstrip("#").upper() if re.fullmatch("#?[0-9a-fA-F]{6}", text) else None
    return text


def read(path, kind, own):
    """The id and the fields of the record in a file; None if the file is not a record."""
    try: root = document(path, 16 << 20)
    except (yaml.YAMLError, ValueError, OSError): return None
    if not isinstance(root, yaml.MappingNode): return None
    types, fields = KINDS[kind] | own.get(kind, {}), {}
    keys = {key.value for key, _ in root.value if isinstance(key, yaml.ScalarNode)}
    identity = ""
    for key, node in root.value:
        key = key.value if isinstance(key, yaml.ScalarNode) else source(key)
        is_old = kind == "book" and key in OLD and key not in types and OLD[key] not in keys
        name = OLD[key] if is_old and types[OLD[key]] == KINDS[kind][OLD[key]] else key
        texts = scalars(node)
        if name == "id": identity = texts[0].lower() if texts and isinstance(node, yaml.ScalarNode) else ""
        elif name not in types: fields[name] = undeclared(node)
        elif texts: fields[name] = value(types[name], texts)
        elif texts is None: fields[name] = None
        elif kind == "quote" and name == "book" and isinstance(node, yaml.ScalarNode) and node.is_null: fields[name] = None
    if not UUID.fullmatch(identity): return None
    if kind == "book" and types["status"] == KINDS["book"]["status"]: fields.setdefault("status", "onShelf")
    is_here = kind == "book" and types["status"] == KINDS["book"]["status"] and fields["status"] == "onShelf"
    if is_here and types["owned"] == FLAG and not (types["borrowedFrom"] == TEXT and "borrowedFrom" in fields):
        fields.setdefault("owned", True)
    for name, default in {"priority": "medium", "completed": False}.items():
        if kind == "issue" and types[name] == KINDS["issue"][name]: fields.setdefault(name, default)
    return identity, fields


def undeclared(node):
    """The value of an undeclared field."""
    if isinstance(node, yaml.ScalarNode): return "" if node.is_null else node.value
    if isinstance(node, yaml.SequenceNode) and all(isinstance(n, yaml.ScalarNode) for n in node.value):
        return undeclared(node.value[0]) if len(node.value) == 1 else [undeclared(n) for n in node.value]
    return source(node)


def settings(node):
    """The values of a map by key; nothing if the node is missing or has no value."""
    if node is None or scalars(node) == []: return {}
    if not isinstance(node, yaml.MappingNode): raise ValueError("not a map")
    if not all(isinstance(key, yaml.ScalarNode) for key, _ in node.value): raise ValueError("a key that is not a text")
    return {key.value: value for key, value in node.value}


def setting(node):
    """The text of a setting; "" if it is missing or has no value, or is not a text."""
    return "" if node is None else "".join((scalars(node) or [""])[:1])


def declared(node):
    """The type of a field that shelf.yaml declares."""
    field = settings(node)
    if field.keys() - SETTINGS: raise ValueError("an unknown setting of a field")
    name, to = setting(field.get("type")) or TEXT, setting(field.get("to"))
    if name not in TYPES: raise ValueError("an unknown type")
    unit = (setting(field.get("unit")) or "").strip()
    if unit and (name not in ("integer", "decimal") or len(unit) > 20 or "\n" in unit): raise ValueError("no unit")
    if name == "choice":
        words = scalars(field["choices"]) if "choices" in field else None
        if not words: raise ValueError("a choice without words")
        return words
    if name in ("reference", "references"):
        if to not in KINDS: raise ValueError("an unknown kind")
        return to + "*" * (name == "references")
    return {"text list": TEXTS, "integer": range(-2**63, 2**63)}.get(name, name)


def declarations(root):
    """The types of the fields that shelf.yaml declares, by kind. Raises an error if the library cannot be read."""
    manifest = settings(document(root + "/shelf.yaml", 2 << 20))
    if value(range(1, 2), [setting(manifest.get("format"))]) is None: raise ValueError("no format, or an unknown one")
    own = {}
    for kind, fields in settings(manifest.get("fields")).items():
        if kind not in KINDS: raise ValueError("an unknown kind")
        types = {name: declared(field) for name, field in settings(fields).items()}
        # A field that is declared with the type that it has anyway keeps its range, except for the later ones.
        if types.get("status") == [word for word in STATUS if word != "paused"]: types["status"] = STATUS
        own[kind] = {name: type for name, type in types.items() if name not in ("id", "formerIds")
                     and not (name not in LATER and isinstance(KINDS[kind].get(name), range) and isinstance(type, range))}
    return own


def names(root):
    """The forms to sort names by that shelf.yaml states. Raises an error if one of them is not a text."""
    found = {}
    for name, node in settings(settings(document(root + "/shelf.yaml", 2 << 20)).get("names")).items():
        form = setting(node) if isinstance(node, yaml.ScalarNode) else ""
        if not any(letter.isalpha() for letter in form): raise ValueError("a name without a form to sort by")
        found[name] = form
    return found


def library(root):
    """The records and the relations of a library. Raises an error if the library cannot be read."""
    own = declarations(root)
    records = []
    for kind in KINDS:
        if os.path.islink(f"{root}/{kind}s"): continue
        for folder, folders, names in os.walk(f"{root}/{kind}s"):
            folders[:] = [name for name in folders if name[0] != "."]
            for name in names:
                if name[0] == "." or not name.endswith((".yaml", ".yml")): continue
                # A path that is not UTF-8 belongs to no record.
                if re.search("[\udc80-\udcff]", f"{folder}/{name}"): continue
                found = read(f"{folder}/{name}", kind, own)
                if found: records.append((kind, os.path.relpath(f"{folder}/{name}", root), *found))
    records.sort(key=lambda record: record[1])
    # Where several records have the same id, the one with the shortest path has it, then the first in byte order.
    in_order = sorted(records, key=lambda record: (len(os.fsencode(record[1])), os.fsencode(record[1])))
    known = {}
    for kind, path, identity, fields in in_order: known.setdefault(identity, (kind, identity, path))
    former = {}
    for kind, path, identity, fields in in_order:
        for old in fields.get("formerIds") or []: former.setdefault(old, (kind, identity, path))
    known = former | known
    relations = []
    for kind, path, _, fields in records:
        for name, target in (KINDS[kind] | own.get(kind, {})).items():
            if not isinstance(target, str) or target not in REFERENCES or not fields.get(name): continue
            target = target.rstrip("*")
            texts = fields[name] if isinstance(fields[name], list) else [fields[name]]
            found = [known.get(text.lower()) for text in texts]
            found = [record if record and record[0] == target else None for record in found]
            ids = [record[1] if record else text for text, record in zip(texts, found)]
            fields[name] = ids if isinstance(fields[name], list) else ids[0]
            relations += sorted({(path, name, record[2]) for record in found if record})
    return ([{"kind": kind, "path": path, "id": identity, "fields": fields} for kind, path, identity, fields in records],
            sorted(list(relation) for relation in relations))


if __name__ == "__main__":
    wrong = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file: expected = json.load(file)
        try: (records, relations), forms = library(os.path.dirname(path) + "/library"), names(os.path.dirname(path) + "/library")
        except (yaml.YAMLError, ValueError, OSError) as error:
            wrong += 1
            print(f"{path}: cannot be read: {error}")
            continue
        for what, found in (("records", records), ("relations", relations), ("names", forms)):
            if found != expected.get(what, {}): wrong += 1; print(ascii(f"{path}: {what}: {found}, expected {expected[what]}"))
    print(f"{len(sys.argv) - 1} libraries, {wrong} differences")
    sys.exit(wrong > 0)
