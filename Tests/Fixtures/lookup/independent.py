"""Reads stored answers of catalogues a second time, by the simplest means: what tests hold the program's reading against.

    python3 independent.py FILE...

Prints a line of JSON for each book of each file: the words of the title, of each author and of the publisher, the pages and
the ISBNs, each as the catalogue has it. Of MARC and MODS it reads no pages, of MODS and UNIMARC no publisher, of UNIMARC no
people, and nowhere the language or the year.
"""

import json
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET


def words(text):
    text = unicodedata.normalize("NFC", text or "")
    text = "".join(c for c in text if ord(c) not in (0x88, 0x89, 0x98, 0x9C))
    return re.findall(r"\w+", text.lower())


def isbn(text):
    match = re.match(r"[\s\[]*([0-9][0-9\- ]*[0-9Xx])", text or "")
    digits = re.sub(r"[^0-9Xx]", "", match.group(1)) if match else ""
    if len(digits) == 10:
        if sum((10 - i) * (10 if c in "Xx" else int(c)) for i, c in enumerate(digits)) % 11:
            return None
        digits = "978" + digits[:9]
        return digits + str(-sum(int(c) * (3 if i % 2 else 1) for i, c in enumerate(digits)) % 10)
    if len(digits) == 13 and "X" not in digits.upper():
        return digits if sum(int(c) * (3 if i % 2 else 1) for i, c in enumerate(digits)) % 10 == 0 else None
    return None


def book(title="", authors=(), publisher="", pages=None, isbns=()):
    return {"title": words(title), "authors": [words(a) for a in authors], "publisher": words(publisher),
            "pages": pages, "isbns": sorted({i for i in map(isbn, isbns) if i})}


def name(element):
    return element.tag.rsplit("}", 1)[-1]


def marc(record):
    fields = [(f.get("tag"), [(s.get("code"), s.text or "") for s in f]) for f in record if name(f) == "datafield"]

    def get(tag, codes):
        return [t for f, subs in fields if f == tag for c, t in subs if c in codes]

    tags = {f for f, _ in fields}
    if "200" in tags and "245" not in tags:
        return book(" ".join(get("200", "ahie")), [], "", None, get("010", "a"))
    first = next((subs for f, subs in fields if f == "245"), [])
    people = [t for t in get("100", "a")]
    return book(" ".join(t for c, t in first if c in "anpb"), people, next((t for t in get("264", "b") + get("260", "b") if words(t) != ["s", "n"]), ""), None,
                get("020", "a"))


def mods(record):
    info = next((c for c in record if name(c) == "titleInfo" and not c.get("type")), [])
    title = " ".join(c.text or "" for c in info)
    isbns = [c.text for c in record if name(c) == "identifier" and c.get("type") == "isbn" and c.get("invalid") != "yes"]
    people = [next((p.text or "" for p in c if name(p) == "namePart" and not p.get("type")), "")
              for c in record if name(c) == "name" and c.get("usage") == "primary"]
    return book(title, people, "", None, isbns)


def openlibrary(value):
    ids = value.get("identifiers") or {}
    isbns = sum((list(v) for k in ("isbn_13", "isbn_10") for v in (value.get(k, []), ids.get(k, []))), [])
    people = [a["name"] for a in value.get("authors", []) if isinstance(a, dict) and "name" in a]
    publishers = [p["name"] if isinstance(p, dict) else p for p in value.get("publishers", [])]
    pages = value.get("number_of_pages")
    title = value.get("full_title") or " ".join([value.get("title", ""), value.get("subtitle") or ""])
    return book(title, people, (publishers or [""])[0], str(pages) if pages else None, isbns)


def google(value):
    info = value["volumeInfo"]
    isbns = [i["identifier"] for i in info.get("industryIdentifiers", []) if i["type"].startswith("ISBN")]
    pages = info.get("pageCount")
    return book(info.get("title", "") + " " + (info.get("subtitle") or ""), info.get("authors", []),
                info.get("publisher", ""), str(pages) if pages else None, isbns)


def books(path):
    if path.endswith(".xml"):
        text = open(path, encoding="utf-8").read()
        try:
            root = ET.fromstring(text.encode())
        except ET.ParseError:
            # Cut out of a larger text, with prefixes that were declared there.
            try:
                root = ET.fromstring(re.sub(r"(</?)\w+:", r"\1", text).encode())
            except ET.ParseError:
                return []
        everything = list(root.iter())
        return ([marc(e) for e in everything if name(e) == "record" and any(name(c) == "datafield" for c in e)]
                or [mods(e) for e in everything if name(e) == "mods"])
    value = json.load(open(path, encoding="utf-8"))
    if "volumeInfo" in value:
        return [google(value)]
    if "items" in value and isinstance(value["items"], list):
        return [google(item) for item in value["items"]]
    if "entries" in value:
        return [openlibrary(entry) for entry in value["entries"]]
    if "title" in value:
        return [openlibrary(value)]
    return [openlibrary(v.get("details", v)) for v in value.values() if isinstance(v, dict) and ("title" in v or "details" in v)]


for path in sys.argv[1:]:
    for found in books(path)[:50]:
        print(json.dumps(dict(found, file=path)))
