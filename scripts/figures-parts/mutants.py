"""Changes the program in small ways, one at a time, and counts how many of these mutants a test notices.

All mutants are in one build, each behind a question that is answered when the tests run, so that a mutant costs as much as
the tests that reach it, and no build. All are tried, or a random sample of each room. A result is kept in .build/mutants
until the file of its mutant changes, so that a run can be stopped and continued; --again forgets what survived, for new
tests.

explained.tsv says of mutants that survive why no test can notice them. Its columns are the file, the line as it is there,
the mutant as --show prints it, or * for each one of the line, and the reason.
"""

import concurrent.futures
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import page
import toolchain

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".build" / "mutants"
TREE = HOME / "tree"
BUILD = HOME / "build"
BUNDLE = BUILD / "debug" / "shelfPackageTests.xctest"

# What is mutated in each room, and the suites that may notice: of these, those that reach a mutant are run.
ROOMS = {
    "merging": (["Sources/ShelfHistory/Merging"], r"^(ShelfHistoryTests\.\w*(Merge|Comment)|ShelfCLITests\.(Git)?Merge)"),
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
# A test that takes longer is left out, in seconds: each mutant that it reaches would take as long.
LONGEST = 90
# The address space of the tests, in bytes: a mutant may ask for memory without end.
MEMORY = 8 << 30
# How long the first tests of a mutant may take together, in seconds; those that take longer are run afterwards.
FIRST = 2
# How many mutants are tried at a time.
JOBS = os.cpu_count() or 1
# What became of a mutant that no test noticed.
UNNOTICED = ("survived", "unreached")
MODULES = ["YAMLEdit", "ShelfHistory", "ShelfStore", "ShelfDoctor", "ShelfKit", "ShelfPages"]

SWITCH = """import Glibc

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


class Mutant(NamedTuple):
    room: str
    file: str
    line: int
    # The source's line.
    text: str
    # The kind and the change.
    what: str
    # The same as long as file, line and change are, wherever the line moves.
    key: str
    # The checksum of the file.
    file_sum: str


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
    wanted = {str(p.relative_to(ROOT)) for part in ("Sources", "Benchmarks", "Tests") for p in (ROOT / part).rglob("*") if p.is_file()}
    mutated = [file for room in ROOMS for file in sources(room)]
    for file in wanted - set(mutated):
        write_if_new(TREE / file, (ROOT / file).read_bytes())
    for old in [p for part in ("Sources", "Benchmarks", "Tests") for p in (TREE / part).rglob("*") if p.is_file()]:
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
        write_if_new(TREE / "Sources" / module / "Mutant.swift", SWITCH.encode())
    skipped = HOME / "skipped"
    mutator_source = Path(__file__).with_name("Mutate.swift").read_bytes()
    checksums = {file: checksum(mutator_source + (ROOT / file).read_bytes()) for file in mutated}
    known = read_rows("checksums.tsv")
    # What did not compile in a file that is as it was does not compile now.
    same = {file for file, sum in known if checksums.get(file) == sum}
    kept = [line for line in skipped.read_text().splitlines() if line.split()[0] in same] if skipped.exists() else []
    skipped.write_text("".join(line + "\n" for line in kept))
    write_rows("checksums.tsv", checksums.items())
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
    mutants, seen = {}, {}
    room_of = {file: room for room in ROOMS for file in sources(room)}
    lines_of = {file: (ROOT / file).read_text().split("\n") for file in mutated}
    for line in listed.stdout.splitlines():
        number, file, at, kind, what = line.split("\t", 4)
        text = lines_of[file][int(at) - 1].strip()
        # What a mutant is called stays the same when its line moves.
        name = "\t".join((file, text, f"{kind}: {what}"))
        seen[name] = seen.get(name, 0) + 1
        key = checksum(f"{name}\t{seen[name]}".encode())
        # Several of a line are the same change in several places.
        change = f"{kind}: {what}" + (f" #{seen[name]}" if seen[name] > 1 else "")
        mutants[int(number)] = Mutant(room_of[file], file, int(at), text, change, key, checksums[file])
    return mutants


def checksum(contents):
    return hashlib.sha256(contents).hexdigest()[:16]


def read_rows(name):
    """Returns the rows of a table among what is kept."""
    kept = HOME / name
    return [line.split("\t") for line in kept.read_text().splitlines()] if kept.exists() else []


def write_rows(name, rows):
    (HOME / name).write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


def add_row(name, *row):
    with (HOME / name).open("a") as out:
        out.write("\t".join(map(str, row)) + "\n")


def explained_rows():
    """Returns the rows of explained.tsv, each with its line number; the lines that they are about have to be there."""
    kept = Path(__file__).with_name("explained.tsv")
    found, wrong = [], []
    for at, line in enumerate(kept.read_text().splitlines() if kept.exists() else [], 1):
        cells = line.split("\t")
        if len(cells) != 4 or not cells[3]:
            wrong.append(f"{kept.name}:{at}: not four cells")
        elif not (ROOT / cells[0]).exists() or cells[1] not in map(str.strip, (ROOT / cells[0]).read_text().split("\n")):
            wrong.append(f"{kept.name}:{at}: {cells[0]} has no such line: {cells[1]}")
        else:
            found.append((at, *cells))
    if wrong:
        sys.exit("figures: explanations of what is not there:\n" + "\n".join(wrong))
    return found


def explanations(mutants):
    """Returns the keys of the mutants that explained.tsv is about; each of its lines has to be about one."""
    found, wrong = set(), []
    for at, file, text, what, _ in explained_rows():
        keys = {m.key for m in mutants.values() if (m.file, m.text) == (file, text) and what in ("*", m.what)}
        if not keys:
            wrong.append(f"explained.tsv:{at}: there is no such mutant: {file}: {text}: {what}")
        found |= keys
    if wrong:
        sys.exit("figures: explanations of what is not there:\n" + "\n".join(wrong))
    return found


def environment(**more):
    return {**os.environ, "SHELF_SEED": "20261121", **more}


def tests(rooms):
    """Returns the tests of rooms, each with a checksum of its suite's source."""
    listed = subprocess.run(
        [BUNDLE, "--testing-library", "swift-testing", "--list-tests"], stdout=subprocess.PIPE, text=True, env=environment()
    )
    names = {line.split("(")[0] for line in listed.stdout.splitlines() if "/" in line}
    names = {name for name in names if any(re.search(ROOMS[room][1], name) for room in rooms)}
    contents = {}
    for file in sorted((TREE / "Tests").rglob("*.swift")):
        contents[file] = file.read_bytes()
    found = {}
    for name in sorted(names):
        target, suite = name.split("/")[0].split(".", 1)
        declared = re.compile(rb"\b(struct|class|extension|enum|actor) " + suite.split(".")[0].encode() + rb"\b")
        about = b"".join(text for file, text in contents.items() if target in file.parts and declared.search(text))
        found[name] = checksum(about)
    return found


def run_tests(names, limit, **variables):
    """Runs tests in one process until the first failure; returns how that went and how long it took."""
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.path.isdir(memory) else None, ignore_cleanup_errors=True) as folder:
        return run_tests_in(folder, names, limit, variables)


def run_tests_in(folder, names, limit, variables):
    start = time.time()
    process = subprocess.Popen(
        ["prlimit", f"--as={MEMORY}", BUNDLE, "--testing-library", "swift-testing"]
        + ["--filter", "^(" + "|".join(map(re.escape, names)) + r")\("],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=TREE, env=environment(TMPDIR=folder, **variables),
        start_new_session=True,
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
    passed = re.search(rb"Test run with (\d+) tests? .*passed", tail)
    if status != 0 or not passed or int(passed[1]) < len(names):
        return "crashed", time.time() - start
    return "survived", time.time() - start


def reach(rooms, mutants):
    """Runs each test once without a mutant, and returns how long it takes and which mutants it reaches."""
    sources_now = checksum("".join(mutant.file_sum for mutant in mutants.values()).encode())
    wanted = tests(rooms)
    found = {}
    for name, source, at, seconds, numbers in read_rows("reach.tsv"):
        if at == sources_now and wanted.get(name, source) == source:
            found[name] = (float(seconds), set(map(int, numbers.split())))
    for name, source in wanted.items():
        if name in found:
            continue
        marks = HOME / "marks"
        marks.write_bytes(bytes(1 << 20))
        status, seconds = run_tests([name], LONGEST, SHELF_MUTANT_REACH=str(marks))
        if status != "survived":
            print(f"figures: {name} is left out: {status} without any mutant, after {seconds:.0f} s", file=sys.stderr)
            numbers = set()
        else:
            numbers = {number for number, mark in enumerate(marks.read_bytes()) if mark}
        found[name] = (seconds, numbers)
        add_row("reach.tsv", name, source, sources_now, f"{seconds:.2f}", " ".join(map(str, sorted(numbers))))
    return found


def batches(matching):
    """Divides tests, as pairs of seconds and a name, into processes: the fast ones first, then ever slower ones."""
    found, most = [], FIRST
    for seconds, name in sorted(matching):
        if found and sum(s for s, _ in found[-1]) + seconds <= most:
            found[-1].append((seconds, name))
        else:
            if found:
                most *= 3
            found.append([(seconds, name)])
    return found


def try_mutant(number, room, reached):
    """Returns what became of a mutant, and the tests that were run last."""
    matching = [
        (seconds, name)
        for name, (seconds, numbers) in reached.items()
        if number in numbers and re.search(ROOMS[room][1], name)
    ]
    if not matching:
        return "unreached", ""
    for batch in batches(matching):
        names, limit = [name for _, name in batch], 3 * sum(seconds for seconds, _ in batch) + 10
        status, _ = run_tests(names, limit, SHELF_MUTANT=str(number))
        if status == "timeout":
            # The machine may have been busy.
            status, _ = run_tests(names, 2 * limit, SHELF_MUTANT=str(number))
        if status != "survived":
            return status, " ".join(names)
    return "survived", ""


def main(arguments):
    sample, seed, limit, chosen, judged, again = None, 1, None, [], False, False
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
        elif word == "--again":
            again = True
        else:
            sys.exit(
                "figures: mutants knows --sample N, --seed N, --minutes N, --show, --again, and the rooms " + ", ".join(ROOMS)
            )
    rooms = chosen or list(ROOMS)
    explained_rows()
    mutants = prepare()
    explained = explanations(mutants)
    reached = reach(rooms, mutants)
    samples = {}
    for room in ROOMS:
        numbers = [number for number in mutants if mutants[number].room == room]
        # A larger sample begins with the smaller, and a change of the sources changes little of it.
        numbers.sort(key=lambda number: checksum(f"{seed} {mutants[number].key}".encode()))
        samples[room] = numbers[:sample]
    done = {(key, source): status for key, source, status, _ in read_rows("results.tsv")}
    name = lambda number: (mutants[number].key, mutants[number].file_sum)
    most = max(len(numbers) for numbers in samples.values())
    waiting = [samples[room][i] for i in range(most) for room in rooms if i < len(samples[room])]
    if again:
        for number in waiting:
            if done.get(name(number)) in UNNOTICED:
                del done[name(number)]
        keep = [row for row in read_rows("results.tsv") if (row[0], row[1]) in done]
        write_rows("results.tsv", keep)
    one_at_a_time = threading.Lock()

    def try_and_keep(number):
        if limit and time.time() > limit:
            return
        mutant = mutants[number]
        status, by = try_mutant(number, mutant.room, reached)
        with one_at_a_time:
            done[name(number)] = status
            add_row("results.tsv", *name(number), status, by)
            print(f"{status:9} {mutant.room}: {mutant.file}:{mutant.line}: {mutant.what[:150]}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(JOBS) as workers:
        list(workers.map(try_and_keep, [number for number in waiting if name(number) not in done]))
    rows = [("room", "mutants", "tried", "noticed", "of these, by time", "survived", "no test reaches", "explained", "score")]
    wrong = []
    for room in ROOMS:
        tried = [mutants[number] for number in samples[room] if name(number) in done]
        if not tried:
            continue
        status = lambda mutant: done[(mutant.key, mutant.file_sum)]
        unnoticed = [mutant for mutant in tried if status(mutant) in UNNOTICED]
        without = [mutant for mutant in unnoticed if mutant.key not in explained]
        count = lambda name: sum(status(mutant) == name for mutant in tried)
        noticed = len(tried) - len(unnoticed)
        total = sum(mutant.room == room for mutant in mutants.values())
        rows.append(
            (room, f"{total:,}", f"{len(tried):,}", f"{noticed:,}", count("timeout"),
             *(sum(status(mutant) == name for mutant in without) for name in UNNOTICED),
             len(unnoticed) - len(without), f"{100 * noticed // max(1, noticed + len(without))} %")
        )
        wrong += [m for m in tried if m.key in explained and m not in unnoticed]
        if judged:
            for mutant in without:
                print(f"{status(mutant)} {mutant.file}:{mutant.line}\t{mutant.text}\t{mutant.what}")
    page.renew("mutants", rows, "scripts/figures mutants" + (f" --sample {sample} --seed {seed}" if sample else ""))
    if wrong:
        lines = [f"{mutant.file}:{mutant.line}: {mutant.what}" for mutant in wrong]
        sys.exit("figures: explained as what no test can notice, and noticed:\n" + "\n".join(lines))
