"""Figures of what scripts/torture judges, and of the tests that make things up."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import page

ROOT = Path(__file__).resolve().parents[2]


def option(options, name, otherwise):
    return options[options.index(name) + 1] if name in options else otherwise


def torture(parts, options, **variables):
    """Runs parts of scripts/torture; returns the figures that they wrote, as lists of words."""
    kept = option(options, "--figures", None)
    if kept:
        return [line.rstrip("\n").split("\t") for line in open(kept)]
    shelf = option(options, "--shelf", None)
    with tempfile.NamedTemporaryFile("r") as figures:
        words = ["--seconds", option(options, "--seconds", "30")] + (["--shelf", shelf] if shelf else []) + parts
        ended = subprocess.run(
            [ROOT / "scripts" / "torture", *words], env={**os.environ, **variables, "SHELF_FIGURES": figures.name}, stdin=subprocess.DEVNULL
        )
        if ended.returncode:
            sys.exit(f"figures: scripts/torture {' '.join(parts)} found a broken promise")
        return [line.rstrip("\n").split("\t") for line in figures]


def number(value):
    return f"{int(value):,}"


def total(rows, columns):
    return [number(sum(int(row[column]) for row in rows)) for column in columns]


def power(options):
    cuts = int(option(options, "--cuts", "10800"))
    found = torture(["power"], options, SHELF_CUTS=str(-(-cuts // 9)))
    rows = [row[1:] for row in found if row[0] == "power"]
    shown = [("command", "steps", "cuts", "different disks", "old library", "new library", "neither")]
    shown += [(f"`{name}`", *map(number, rest), 0) for name, *rest in rows]
    shown.append(("all", *total(rows, range(1, 6)), 0))
    page.renew("power", shown, f"scripts/figures power --cuts {cuts}")


def memory(options):
    found = torture(["memory"], options)
    rows = [row[1:] for row in found if row[0] == "memory"]
    shown = [("command", "tries", "done", "an error, status 3", "old library", "new library", "enough memory")]
    shown += [(f"`{row[0]}`", *map(number, row[1:6]), f"{int(row[6]) / 1024:.1f} MB") for row in rows]
    shown.append(("all", *total(rows, range(1, 6)), ""))
    page.renew("memory", shown, "scripts/figures memory")


def faults(options):
    found = torture(["crash", "faults"], options)
    shown = [("what happened", "commands", "calls", "change made", "discarded or refused", "half made")]
    for row in found:
        if row[0] in ("crash", "faults"):
            what = "killed before the call" if row[0] == "crash" else f"the call failed: {row[4]}"
            shown.append((what, row[1], number(row[2]), number(row[3]), number(int(row[2]) - int(row[3])), 0))
    page.renew("faults", shown, "scripts/figures faults")


def fuzz(options):
    seconds = option(options, "--seconds", "30")
    found = torture(["fuzz", "readers"], options)
    shown = [("what", "seconds", "inputs", "edges reached", "inputs kept", "their size", "broken promises")]
    for row in found:
        if row[0] == "fuzz":
            shown.append((row[1], number(row[2]), number(row[3]), number(row[4]), number(row[5]), f"{round(int(row[6]) / 1024):,} kB", 0))
    page.renew("fuzz", shown, f"scripts/figures fuzz --seconds {seconds}")


def merges(options):
    found = torture(["conflicts"], options)
    shown = [("what", "how many", "broken promises")]
    for row in found:
        if row[0] == "conflicts":
            shown.append((f"pairs of changes of the same records, synchronized with `--conflicts {row[1]}`", number(row[2]), 0))
    if "--kept" not in options:
        subprocess.run(["swift", "build", "--package-path", ROOT, "--build-tests"], check=True, stdout=subprocess.DEVNULL)
    bundle = option(options, "--tests", ROOT / ".build" / "debug" / "shelfPackageTests.xctest")
    for suite, pattern, titles in MADE_UP:
        ended = subprocess.run(
            [bundle, "--testing-library", "swift-testing", "--filter", suite], cwd=ROOT, stdin=subprocess.DEVNULL,
            env={**os.environ, "SHELF_FULL": "1", "SHELF_SEED": option(options, "--seed", "20261121")},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        told = re.search(pattern, ended.stdout)
        if ended.returncode or not told:
            sys.exit(f"figures: {suite}: {ended.stdout[-2000:]}")
        shown += [(title, number(value), 0) for title, value in zip(titles, told.groups())]
    page.renew("merges", shown, "scripts/figures merges")


# Tests that make things up, what they print, and what the numbers in that are.
MADE_UP = [
    (
        "RandomCommentTests/noComment", r"random comments, seed \d+: (\d+) clean, (\d+) conflicts, (\d+) comments",
        ["random merges without a conflict", "random merges with a conflict", "comments in them, none lost or duplicated"],
    ),
    (
        "EditPropertyTests/generated", r"generated: (\d+) documents, seed \d+: (\d+) made, (\d+) changed nothing, (\d+) refused",
        ["random YAML documents", "edits of them that changed only the field", "edits that changed nothing",
         "edits that were refused with a reason"],
    ),
]


def main(part, options):
    {"power": power, "memory": memory, "faults": faults, "fuzz": fuzz, "merges": merges}[part](options)
