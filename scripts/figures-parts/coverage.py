"""Counts what of each room the tests run, by a build of its own in .build/coverage.

Swift's compiler counts regions (a body of a branch, an operand that may be left out, a function), and no branches: a region
that is never entered is a branch never taken, but that a condition without `else` is never false is not seen.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import page
import toolchain

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".build" / "coverage"
BUNDLE = HOME / "debug" / "shelfPackageTests.xctest"

# The rooms that the promises rest on, and then the targets of the library.
ROOMS = [
    ("YAML editing", ["YAMLEdit"]),
    ("merging", ["ShelfHistory/Merging"]),
    ("the journal", ["ShelfStore/Journal"]),
    ("doctor's repairs", ["ShelfDoctor/Repairs", "ShelfDoctor/Findings"]),
    ("acts", ["ShelfKit/Acts"]),
    ("publishing", ["ShelfKit/Publication", "ShelfPages"]),
]
AIM = 90


def tool(name):
    """Returns the toolchain's own LLVM tool: an older one does not read its counts."""
    return str(toolchain.folder() / "bin" / name)


def run_tests():
    if "SHELF_DATA" not in os.environ:
        print("figures: SHELF_DATA is not set, so that what reads the data of others is counted as not entered", file=sys.stderr)
    subprocess.run(
        ["swift", "build", "--package-path", ROOT, "--build-tests", "--enable-code-coverage", "--scratch-path", HOME], check=True
    )
    # Tests run the program in folders of their own, where its counts would be a file too many: theirs go elsewhere.
    os.environ["LLVM_PROFILE_FILE"] = "/dev/null"
    profiles = HOME / "profiles"
    shutil.rmtree(profiles, ignore_errors=True)
    profiles.mkdir()
    # Programs that tests start get no environment; the plain build of them keeps no counts.
    plain = ROOT / ".build" / "debug" / "shelf"
    if not plain.exists():
        subprocess.run(["swift", "build", "--package-path", ROOT, "--product", "shelf"], check=True)
    (HOME / "debug" / "shelf").unlink(missing_ok=True)
    shutil.copy(plain, HOME / "debug" / "shelf")
    # A target at a time: a test that ends the process loses the counts of one target only.
    for target in sorted(at.name for at in (ROOT / "Tests").iterdir() if at.name.endswith("Tests")):
        environment = {**os.environ, "SHELF_SEED": "20261121", "LLVM_PROFILE_FILE": f"{profiles}/{target}-%p.profraw"}
        status = subprocess.run(
            ["timeout", "3600", BUNDLE, "--testing-library", "swift-testing", "--filter", rf"^{target}\."],
            env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        ).returncode
        print(f"figures: {target} ended with status {status}", file=sys.stderr)


def measure():
    """Returns what `llvm-cov export` tells of each file, by its path below Sources."""
    merged = HOME / "all.profdata"
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", *map(str, (HOME / "profiles").glob("*.profraw")), "-o", str(merged)], check=True)
    exported = subprocess.run(
        [tool("llvm-cov"), "export", "-format=text", "-instr-profile", str(merged), str(BUNDLE), str(ROOT / "Sources")],
        check=True, stdout=subprocess.PIPE,
    )
    data = json.loads(exported.stdout)["data"][0]
    regions = defaultdict(dict)
    for function in data["functions"]:
        for start, left, end, right, count, file, _, kind in function["regions"]:
            if kind == 0:
                place = (start, left, end, right)
                path = function["filenames"][file]
                regions[path][place] = max(count, regions[path].get(place, 0))
    return {path.split("/Sources/", 1)[1]: places for path, places in regions.items() if "/Sources/" in path}


def main(arguments):
    kept = "--kept" in arguments
    shows = "--list" in arguments
    if not kept:
        run_tests()
    found = measure()
    targets = sorted({path.split("/")[0] for path in found if path.startswith(("Shelf", "YAMLEdit"))})
    rows = [("room", "regions", "entered", "share")]
    low = []
    for title, folders in ROOMS + [(f"`{target}`", [target]) for target in targets]:
        files = [path for path in found if any(path.startswith(folder + "/") for folder in folders)]
        every = [count for path in files for count in found[path].values()]
        entered = sum(count > 0 for count in every)
        share = 100 * entered / max(1, len(every))
        rows.append((title, f"{len(every):,}", f"{entered:,}", f"{share:.1f} %"))
        if not title.startswith("`"):
            if share < AIM:
                low.append(title)
            if shows:
                for path in sorted(files):
                    for (start, left, end, right), count in sorted(found[path].items()):
                        if not count:
                            line = (ROOT / "Sources" / path).read_text().splitlines()[start - 1].strip()
                            print(f"{title}: {path}:{start}:{left}-{end}:{right}: {line[:110]}")
    page.renew("coverage", rows, "scripts/figures coverage" + (" --kept" if kept else ""))
    if low:
        sys.exit(f"figures: less than {AIM} % in: {', '.join(low)}")
