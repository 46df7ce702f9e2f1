"""Renews the tables of docs/quality.md, each between two marks."""

import datetime
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "quality.md"


def table(rows):
    """Returns rows as a table in Markdown; the first one holds the titles."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    aligned = ["---"] + ["---:" if len(rows) > 1 and re.match(r"^[\d≤]", str(cell)) else "---" for cell in rows[1][1:]]
    return "\n".join([lines[0], "| " + " | ".join(aligned) + " |"] + lines[1:])


def renew(part, rows, command, remark=""):
    """Puts a table into the page, with the day and the command, and prints it; without a page, only prints it."""
    text = table(rows)
    day = datetime.date.today().isoformat()
    block = f"{text}\n\nMeasured {day} by `{command}`.{' ' + remark if remark else ''}"
    print(block)
    if "--dry-run" in sys.argv:
        return
    contents = PAGE.read_text()
    start, end = f"<!-- figures: {part} -->", f"<!-- /figures: {part} -->"
    if start not in contents:
        sys.exit(f"figures: docs/quality.md has no place for {part}")
    before, rest = contents.split(start, 1)
    after = rest.split(end, 1)[1]
    PAGE.write_text(f"{before}{start}\n{block}\n{end}{after}")
