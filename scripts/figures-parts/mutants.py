"""Changes the program in small ways, one at a time, and counts how many of these mutants a test notices.

All mutants are in one build, each behind a question that is answered when the tests run, so that a mutant costs as much as
the tests that reach it, and no build. Of each room a random sample is tried. Results are kept in .build/mutants until the
sources or the sample's seed change, so that a run can be stopped and continued.
"""

import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import page
import toolchain

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".build" / "mutants"
TREE = HOME / "tree"
BUILD = HOME / "build"
BUNDLE = BUILD / "debug" / "shelfPackageTests.xctest"

# What is mutated in each room, and the suites that may notice: of these, those that reach a mutant are run.
ROOMS = {
    "merging": (["Sources/ShelfMerging"], r"^(ShelfMergingTests\.|ShelfCLITests\.(Git)?Merge)"),
    "YAML editing": (
        ["Sources/YAMLEdit/Editing", "Sources/YAMLEdit/Writing", "Sources/YAMLEdit/Document.swift"],
        r"^YAMLEditTests\.",
    ),
    "journal": (["Sources/ShelfStore/Journal"], r"^(ShelfStoreTests\.|ShelfCLITests\.Undo)"),
    "repairs": (
        [
            "Sources/ShelfDoctor/Repairs",
            "Sources/ShelfDoctor/Findings/TextRepair.swift",
            "Sources/ShelfDoctor/Findings/RecordMerger.swift",
            "Sources/ShelfDoctor/Findings/Repair.swift",
        ],
        r"^(ShelfDoctorTests\.|ShelfCLITests\.(Doctor|SafeRepair|Check))",
    ),
    "privacy of pages": (
        [
            "Sources/ShelfKit/Publication",
            "Sources/ShelfPages/Content/BookReader.swift",
            "Sources/ShelfPages/Content/ContentBuilder.swift",
            "Sources/ShelfPages/Content/PageBook.swift",
        ],
        r"^(ShelfKitTests\.|ShelfPagesTests\.|ShelfCLITests\.Publi)",
    ),
}
# A suite that takes longer is left out, in seconds: each mutant that it reaches would take as long.
LONGEST = 60
MODULES = ["YAMLEdit", "ShelfMerging", "ShelfStore", "ShelfDoctor", "ShelfKit", "ShelfPages"]

MUTANT = """import Glibc

/// Which mutant is chosen, and which were reached.
enum Mutant {
  nonisolated(unsafe) private static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("SHELF_MUTANT_REACH") else { return nil }
    let file = open(path, O_RDWR)
    return mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0).assumingMemoryBound(to: UInt8.self)
  }()
  private static let chosen: Int = getenv("SHELF_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
  static func on(_ number: Int) -> Bool {
    if let reached { reached[number] = 1 }
    return number == chosen
  }
}
"""


def sources(room):
    """Returns the files of a room, as paths from the root."""
    found = []
    for path in ROOMS[room][0]:
        at = ROOT / path
        found += [at] if at.is_file() else sorted(at.rglob("*.swift"))
    return [str(path.relative_to(ROOT)) for path in found]


def run(arguments, **options):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def compile_mutator():
    tool, source = HOME / "mutate", Path(__file__).with_name("Mutate.swift")
    if tool.exists() and tool.stat().st_mtime > source.stat().st_mtime:
        return tool
    host = toolchain.folder() / "lib" / "swift" / "host"
    made = run(
        ["swiftc", "-swift-version", "6", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host, source, "-o", tool]
        + ["-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators"]
    )
    if made.returncode:
        sys.exit("figures: the mutator does not compile; it needs the toolchain's own SwiftSyntax:\n" + made.stdout)
    return tool


def write_if_new(path, contents):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != contents:
        path.write_bytes(contents)


def prepare():
    """Makes the tree with all mutants and builds it; returns the mutants as a dictionary from numbers."""
    HOME.mkdir(parents=True, exist_ok=True)
    mutator = compile_mutator()
    wanted = {str(p.relative_to(ROOT)) for part in ("Sources", "Tests") for p in (ROOT / part).rglob("*") if p.is_file()}
    mutated = [file for room in ROOMS for file in sources(room)]
    for file in wanted - set(mutated):
        write_if_new(TREE / file, (ROOT / file).read_bytes())
    for old in [p for part in ("Sources", "Tests") for p in (TREE / part).rglob("*") if p.is_file()]:
        if str(old.relative_to(TREE)) not in wanted and old.name != "Mutant.swift":
            old.unlink()
    # Pages that tests read.
    for name in ("docs", "sample-library", "scripts", "packaging", "README.md", "CHANGELOG.md"):
        at = ROOT / name
        if at.is_dir():
            shutil.copytree(at, TREE / name, dirs_exist_ok=True)
        else:
            shutil.copy(at, TREE / name)
    plan = (ROOT / "Package.swift").read_text().replace("[.treatAllWarnings(as: .error)]", "[]")
    write_if_new(TREE / "Package.swift", plan.encode())
    if (ROOT / "Package.resolved").exists():
        shutil.copy(ROOT / "Package.resolved", TREE)
    for module in MODULES:
        write_if_new(TREE / "Sources" / module / "Mutant.swift", MUTANT.encode())
    skipped = HOME / "skipped"
    original = b"".join((ROOT / file).read_bytes() for file in mutated)
    identity = hashlib.sha256(original + Path(__file__).with_name("Mutate.swift").read_bytes()).hexdigest()
    if not (HOME / "identity").exists() or (HOME / "identity").read_text() != identity:
        # What did not compile in a file that is as it was does not compile now.
        (HOME / "results.tsv").unlink(missing_ok=True)
        (HOME / "reach.tsv").unlink(missing_ok=True)
        skipped.write_text("")
        (HOME / "identity").write_text(identity)
    while True:
        fresh = HOME / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        for file in mutated:
            write_if_new(fresh / file, (ROOT / file).read_bytes())
        listed = run([mutator, "1", skipped] + mutated, cwd=fresh)
        if listed.returncode:
            sys.exit(listed.stdout)
        for file in mutated:
            write_if_new(TREE / file, (fresh / file).read_bytes())
        print("figures: building with mutants; the first time takes minutes", file=sys.stderr)
        built = run(["swift", "build", "--build-tests", "--package-path", TREE, "--scratch-path", BUILD])
        (HOME / "build.log").write_text(built.stdout)
        if built.returncode == 0:
            break
        known = set(skipped.read_text().splitlines())
        places = set(re.findall(r"tree/(Sources/[^:\n]+):(\d+):\d+: error: (missing return)?", built.stdout))
        found = {f"{file} {line} *" for file, line, missing in places if not missing}
        # A function that ends without a value is told of at its end, not at the statement that may be skipped.
        found |= {f"{f} {int(at) - up} statement" for f, at, missing in places if missing for up in range(8)}
        if not found - known:
            sys.exit("figures: the build with mutants fails; see " + str(HOME / "build.log"))
        skipped.write_text("\n".join(sorted(known | found)) + "\n")
        print(f"figures: {len(found)} lines with mutants that do not compile", file=sys.stderr)
    mutants = {}
    room_of = {file: room for room in ROOMS for file in sources(room)}
    for line in listed.stdout.splitlines():
        number, file, at, kind, what = line.split("\t", 4)
        mutants[int(number)] = (room_of[file], file, int(at), kind, what)
    return mutants


def environment(**more):
    return {**os.environ, "SHELF_SEED": "20261121", **more}


def suites():
    listed = subprocess.run(
        [BUNDLE, "--testing-library", "swift-testing", "--list-tests"], stdout=subprocess.PIPE, text=True, env=environment()
    )
    return sorted({line.split("/")[0] for line in listed.stdout.splitlines() if "/" in line})


def run_suite(suite, limit, **variables):
    """Runs a suite until its first failure; returns how that went and how long it took."""
    start = time.time()
    process = subprocess.Popen(
        [BUNDLE, "--testing-library", "swift-testing", "--filter", "^" + re.escape(suite) + "/"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=TREE, env=environment(**variables), start_new_session=True,
    )

    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    late = threading.Event()
    timer = threading.Timer(limit, lambda: (late.set(), end()))
    timer.start()
    failed, tail = False, b""
    # Each line as it comes: one failure is enough.
    for line in process.stdout:
        tail = line
        if "\u2718".encode() in line or b"Fatal error" in line:
            failed = True
            break
    timer.cancel()
    end()
    process.stdout.close()
    status = process.wait()
    if late.is_set():
        return "timeout", time.time() - start
    if failed:
        return "killed", time.time() - start
    if status != 0 or b"passed" not in tail:
        return "crashed", time.time() - start
    return "survived", time.time() - start


def reach(rooms, mutants):
    """Runs each suite once, and returns how long it takes and which mutants it reaches."""
    kept = HOME / "reach.tsv"
    found = {}
    if kept.exists():
        for line in kept.read_text().splitlines():
            suite, seconds, numbers = line.split("\t")
            found[suite] = (float(seconds), set(map(int, numbers.split())))
    for suite in suites():
        if suite in found or not any(re.search(ROOMS[room][1], suite) for room in rooms):
            continue
        marks = HOME / "marks"
        marks.write_bytes(bytes(1 << 20))
        status, seconds = run_suite(suite, LONGEST, SHELF_MUTANT_REACH=str(marks))
        if status != "survived":
            print(f"figures: {suite} is left out: {status} without any mutant, after {seconds:.0f} s", file=sys.stderr)
            numbers = set()
        else:
            numbers = {number for number, mark in enumerate(marks.read_bytes()) if mark}
        found[suite] = (seconds, numbers)
        with kept.open("a") as out:
            out.write(f"{suite}\t{seconds:.2f}\t{' '.join(map(str, sorted(numbers)))}\n")
    return found


def try_mutant(number, room, reached):
    """Returns what became of a mutant, and the suite that noticed it."""
    matching = [
        (seconds, suite)
        for suite, (seconds, numbers) in reached.items()
        if number in numbers and re.search(ROOMS[room][1], suite)
    ]
    if not matching:
        return "unreached", ""
    for seconds, suite in sorted(matching):
        status, _ = run_suite(suite, 3 * seconds + 10, SHELF_MUTANT=str(number))
        if status != "survived":
            return status, suite
    return "survived", ""


def results():
    found = {}
    kept = HOME / "results.tsv"
    if kept.exists():
        for line in kept.read_text().splitlines():
            number, status, suite = line.split("\t")
            found[int(number)] = (status, suite)
    return found


def main(arguments):
    sample, seed, limit, chosen, judged = 100, 1, None, [], False
    arguments = list(arguments)
    while arguments:
        word = arguments.pop(0)
        if word == "--sample":
            sample = int(arguments.pop(0))
        elif word == "--seed":
            seed = int(arguments.pop(0))
        elif word == "--minutes":
            limit = time.time() + 60 * float(arguments.pop(0))
        elif word in ROOMS:
            chosen.append(word)
        elif word == "--show":
            judged = True
        else:
            sys.exit(f"figures: mutants knows --sample N, --seed N, --minutes N, --show, and the rooms {', '.join(ROOMS)}")
    rooms = chosen or list(ROOMS)
    mutants = prepare()
    reached = reach(rooms, mutants)
    samples = {}
    for room in ROOMS:
        numbers = [number for number in mutants if mutants[number][0] == room]
        # Each room's sample is its own, so that a larger one begins with the smaller.
        random.Random(f"{seed} {room}").shuffle(numbers)
        samples[room] = numbers[:sample]
    done = results()
    waiting = [samples[room][i] for i in range(sample) for room in rooms if i < len(samples[room])]
    for number in waiting:
        if number in done:
            continue
        if limit and time.time() > limit:
            break
        done[number] = try_mutant(number, mutants[number][0], reached)
        with (HOME / "results.tsv").open("a") as out:
            out.write(f"{number}\t{done[number][0]}\t{done[number][1]}\n")
        room, file, line, kind, what = mutants[number]
        print(f"{done[number][0]:9} {room}: {file}:{line}: {what[:150]}", flush=True)
    rows = [("room", "mutants", "tried", "noticed", "of these, by time", "survived", "no test reaches", "score")]
    for room in ROOMS:
        tried = [number for number in samples[room] if number in done]
        if not tried:
            continue
        count = lambda *names: sum(done[number][0] in names for number in tried)
        noticed = count("killed", "crashed", "timeout")
        total = sum(mutants[number][0] == room for number in mutants)
        rows.append(
            (room, f"{total:,}", len(tried), noticed, count("timeout"), count("survived"), count("unreached"),
             f"{100 * noticed / len(tried):.0f} %")
        )
        if judged:
            for number in tried:
                if done[number][0] in ("survived", "unreached"):
                    _, file, line, kind, what = mutants[number]
                    print(f"{done[number][0]} #{number} {file}:{line}: {kind}: {what[:200]}")
    page.renew("mutants", rows, f"scripts/figures mutants --sample {sample} --seed {seed}")
