"""Cuts the power of a machine whose disk keeps only what it must, and has the program recover.

  power.py SHELF LIBRARY TRACE CUTS SEED

LIBRARY is the folder as it was before a command; TRACE are the command's calls as `strace -f -xx` shows them, with LIBRARY
as the folder's path. After each call, the power may fail. Of what was done since the last sync, a disk then has some or
nothing, by two models:

* ordered, as ext4 and its like: the changes of names are kept up to some point, in their order, and a sync keeps all that
  came before it. Contents that were not synced are whole, cut short, zeros, or missing.
* strict, as POSIX has it: a sync of a file keeps its contents, a sync of a folder its names, and nothing else. Each other
  change of a name is kept or not, whatever came before or after it, as long as no file gets two names by it.

In both, one rename is one step. Prints a line for each broken promise, then how many cuts were made, how many different
disks they left, how many of those held the old library and how many the new one after recovery.
"""

import os
import random
import re
import shutil
import subprocess
import sys

LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+)", re.S)


def calls(path):
    """Yields the successful calls of a trace as (name, arguments, result)."""
    halves = {}
    for line in open(path, encoding="latin-1"):
        pid = line.split(" ", 1)[0]
        if line.rstrip().endswith("<unfinished ...>"):
            halves[pid] = line.rstrip()[: -len("<unfinished ...>")]
            continue
        resumed = re.match(r"^\d+ +<\.\.\. \w+ resumed>(.*)", line, re.S)
        if resumed:
            line = halves.pop(pid) + resumed[1]
        found = LINE.match(line)
        if found and int(found[4]) >= 0:
            yield found[2], found[3], int(found[4])


def texts(arguments):
    """Returns the strings among a call's arguments, as bytes."""
    return [bytes.fromhex(text.replace("\\x", "")) for text in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]


class Disk:
    """Files and folders by number: what a folder names, what a file contains."""

    def __init__(self):
        self.names = {0: {}}
        self.contents = {}
        self.modes = {}

    def copy(self):
        other = Disk()
        other.names = {number: dict(entries) for number, entries in self.names.items()}
        other.contents = dict(self.contents)
        other.modes = dict(self.modes)
        return other

    @staticmethod
    def of(folder):
        disk, known, last = Disk(), {}, 0
        numbers = {folder: 0}
        for at, folders, files in os.walk(folder):
            for name in folders + files:
                path = os.path.join(at, name)
                status = os.lstat(path)
                number = known.get(status.st_ino)
                if number is None:
                    last += 1
                    number = known[status.st_ino] = last
                    if name in folders:
                        disk.names[number] = {}
                        numbers[path] = number
                    else:
                        disk.contents[number] = open(path, "rb").read()
                        disk.modes[number] = status.st_mode & 0o777
                disk.names[numbers[at]][name] = number
        return disk

    def find(self, path):
        """Returns the folder, the last name and the number that it names, or None."""
        at = 0
        parts = [part for part in path.split("/") if part]
        for part in parts[:-1]:
            at = self.names.get(at, {}).get(part)
            if at is None:
                return None, None, None
        if not parts:
            return None, None, 0
        return at, parts[-1], self.names.get(at, {}).get(parts[-1])

    def apply(self, step):
        kind = step[0]
        if kind == "name":
            _, folder, name, number, isfolder = step
            self.names.setdefault(folder, {})[name] = number
            if isfolder:
                self.names.setdefault(number, {})
            else:
                self.contents.setdefault(number, b"")
        elif kind == "forget":
            _, folder, name, number = step
            if self.names.get(folder, {}).get(name) == number:
                del self.names[folder][name]
        elif kind == "rename":
            _, folder, name, to, new, number = step
            if self.names.get(folder, {}).get(name) == number:
                del self.names[folder][name]
            self.names.setdefault(to, {})[new] = number
        elif kind == "exchange":
            _, folder, name, to, new, number, other = step
            self.names.setdefault(folder, {})[name] = other
            self.names.setdefault(to, {})[new] = number
        elif kind == "write":
            _, number, offset, data = step
            old = self.contents.get(number, b"").ljust(offset, b"\0")
            self.contents[number] = old[:offset] + data + old[offset + len(data) :]
        elif kind == "cut":
            _, number, length = step
            self.contents[number] = self.contents.get(number, b"")[:length].ljust(length, b"\0")
        elif kind == "mode":
            self.modes[step[1]] = step[2]

    def files(self, at=0, path="", hidden=True):
        """Returns all files with their contents by their paths."""
        found = {}
        for name, number in self.names.get(at, {}).items():
            if not path and name == ".shelf" and not hidden:
                continue
            if number in self.names:
                found.update(self.files(number, path + name + "/", hidden))
            else:
                found[path + name] = self.contents.get(number, b"")
        return found

    def write(self, folder):
        """Makes the folder as the disk has it."""
        shutil.rmtree(folder, ignore_errors=True)
        made, entries = {}, []
        def make(at, path):
            os.mkdir(path)
            for name, number in self.names.get(at, {}).items():
                target = path + "/" + name
                if number in self.names:
                    make(number, target)
                elif number in made:
                    os.link(made[number], target)
                else:
                    made[number] = target
                    with open(target, "wb") as out:
                        out.write(self.contents.get(number, b""))
                    os.chmod(target, self.modes.get(number, 0o644))
                    if name == "entry.yaml":
                        entries.append(target)
        make(0, folder)
        # A folder keeps its number when the power fails, and loses it in a model: the entry is told the one it has here.
        for entry in entries:
            contents = open(entry, "rb").read()
            number = os.lstat(os.path.dirname(entry)).st_ino
            changed = re.sub(rb"(?m)^inode: \d+(?=\n)", b"inode: %d" % number, contents)
            if changed != contents:
                with open(entry, "wb") as out:
                    out.write(changed)


def record(disk, trace, root):
    """Returns the steps of a trace that change or sync the disk; leaves the disk as it is after them."""
    steps, open_, last = [], {}, [max([*disk.names, *disk.contents, 0])]
    root = root.rstrip("/")

    def inside(path):
        path = os.path.normpath(path.decode())
        return path[len(root) :] or "/" if path == root or path.startswith(root + "/") else None

    def do(step):
        steps.append(step)
        disk.apply(step)

    for name, arguments, result in calls(trace):
        words = texts(arguments)
        first = re.match(r"(\d+)", arguments)
        file = int(first[1]) if first else None
        if name in ("openat", "open", "creat"):
            path = words[0]
            if file is not None and not path.startswith(b"/"):
                continue  # Opened in a folder, to be read.
            path = inside(path)
            if path is None:
                open_.pop(result, None)
                continue
            folder, entry, number = disk.find(path)
            if number is None:
                last[0] += 1
                number = last[0]
                do(("name", folder, entry, number, False))
            elif "O_TRUNC" in arguments:
                do(("cut", number, 0))
            open_[result] = [number, 0, "O_APPEND" in arguments]
        elif name == "close":
            open_.pop(file, None)
        elif name in ("write", "pwrite64") and file in open_:
            at = open_[file]
            data = words[0][:result] if words else b""
            if name == "pwrite64":
                do(("write", at[0], int(arguments.rsplit(",", 1)[1]), data))
                continue
            offset = len(disk.contents[at[0]]) if at[2] else at[1]
            do(("write", at[0], offset, data))
            at[1] = offset + result
        elif name == "ftruncate" and file in open_:
            do(("cut", open_[file][0], int(arguments.rsplit(",", 1)[1])))
        elif name == "fchmod" and file in open_:
            do(("mode", open_[file][0], int(arguments.rsplit(",", 1)[1], 8)))
        elif name in ("fsync", "fdatasync") and file in open_:
            steps.append(("sync", open_[file][0]))
        elif name in ("syncfs", "sync"):
            steps.append(("syncall",))
        elif name in ("rename", "renameat", "renameat2", "link", "linkat"):
            source, target = inside(words[0]), inside(words[1])
            if source is None or target is None:
                continue
            folder, entry, number = disk.find(source)
            to, new, other = disk.find(target)
            if "RENAME_EXCHANGE" in arguments:
                do(("exchange", folder, entry, to, new, number, other))
            elif name.startswith("rename"):
                do(("rename", folder, entry, to, new, number))
            else:
                do(("name", to, new, number, False))
        elif name in ("mkdir", "mkdirat"):
            path = inside(words[0])
            if path is not None and path != "/":
                folder, entry, _ = disk.find(path)
                last[0] += 1
                do(("name", folder, entry, last[0], True))
        elif name in ("unlink", "unlinkat", "rmdir"):
            path = inside(words[0])
            if path is not None:
                folder, entry, number = disk.find(path)
                do(("forget", folder, entry, number))
    return steps


DATA = ("write", "cut")
NAMES = ("name", "forget", "rename", "exchange")
MOVES = ("rename", "exchange")


def folders_of(step):
    return {step[1], step[3]} if step[0] in MOVES else {step[1]}


def numbers_of(step):
    return set(step[5:]) if step[0] in MOVES else {step[3]}


def keys_of(step):
    keys = {(step[1], step[2])}
    return keys | {(step[3], step[4])} if step[0] in MOVES else keys


def cut(before, steps, count, strict, chance):
    """Returns the disk after a loss of power that follows the first `count` steps."""
    done = steps[:count]
    synced = {"data": {}, "names": {}, "all": -1, "any": -1}
    for index, step in enumerate(done):
        if step[0] == "sync":
            synced["data"][step[1]] = synced["names"][step[1]] = index
            synced["any"] = index
        elif step[0] == "syncall":
            synced["all"] = synced["any"] = index
    disk = before.copy()
    unsynced = [i for i, s in enumerate(done) if s[0] in NAMES and i > (synced["all"] if strict else synced["any"])]
    kept = chance.choice([0, 0.5, 0.5, 0.9, 1])
    length = chance.choice([0, len(unsynced), chance.randint(0, len(unsynced))])
    stop = unsynced[length] if length < len(unsynced) else count
    lost_numbers, lost_keys = set(), set()
    lengths = {}
    for index, step in enumerate(done):
        if step[0] in NAMES:
            if strict:
                is_synced = index < synced["all"] or any(index < synced["names"].get(f, -1) for f in folders_of(step))
                hangs = numbers_of(step) & lost_numbers or keys_of(step) & lost_keys
                if not is_synced and (hangs or chance.random() >= kept):
                    lost_numbers |= numbers_of(step)
                    lost_keys |= keys_of(step)
                    continue
            elif index >= stop:
                continue
            disk.apply(step)
        elif step[0] == "mode":
            disk.apply(step)
        elif step[0] in DATA:
            if index < max(synced["all"], synced["data"].get(step[1], -1)):
                disk.apply(step)
            else:
                lengths.setdefault(step[1], disk.contents.get(step[1], b""))
                disk.apply(step)
    # What was written and not synced: all, nothing, a part, or zeros.
    for number, old in lengths.items():
        whole = disk.contents.get(number, b"")
        disk.contents[number] = chance.choice(
            [whole, whole, old, whole[: chance.randint(0, len(whole))], bytes(len(whole))]
        )
    return disk


def main():
    shelf, library, trace, cuts, seed = sys.argv[1:6]
    chance = random.Random(int(seed))
    before = Disk.of(library)
    after = before.copy()
    steps = record(after, trace, library)
    work = os.path.dirname(library) + "/cut"
    outcomes = {"old": before.files(hidden=False), "new": after.files(hidden=False)}
    if os.environ.get("POWER_OUTCOME"):
        real = Disk.of(os.environ["POWER_OUTCOME"]).files(hidden=False)
        if real != outcomes["new"]:
            print("VIOLATION the model's library is not the one that the command left")
    seen, counts, made, violations = set(), {"old": 0, "new": 0}, 0, 0
    while made < int(cuts):
        made += 1
        # Each place in turn, and each model.
        count = made // 2 % (len(steps) + 1)
        strict = made % 2 == 1
        disk = cut(before, steps, count, strict, chance)
        key = hash(frozenset(disk.files().items()))
        if key in seen:
            continue
        disk.write(work)
        ran = subprocess.run([shelf, "--library", work, "book", "list"], stdin=subprocess.DEVNULL, capture_output=True)
        found = Disk.of(work)
        files = found.files(hidden=False)
        state = next((name for name, wanted in outcomes.items() if files == wanted), None)
        seen.add(key)
        problems = []
        if state is None:
            problems.append("neither the old nor the new library")
        else:
            counts[state] += 1
        left = {"staging", "pending", "undone"} & set(found.names.get(found.names[0].get(".shelf"), {}))
        if left:
            problems.append(f"{', '.join(sorted(left))} left over")
        if ran.returncode != 0 and "shelf.yaml" in disk.files():
            problems.append(f"status {ran.returncode}: {ran.stderr.decode()[:200]}")
        if problems:
            violations += 1
            if violations <= 3:
                shown = steps[count - 1][:5] if count else "nothing"
                print(f"VIOLATION {'strict' if strict else 'ordered'}, after step {count} of {len(steps)} {shown!r:.120}: " + "; ".join(problems))
                if os.environ.get("POWER_KEEP"):
                    disk.write(os.environ["POWER_KEEP"] + f"-{violations}")
    print(f"{made}\t{len(seen)}\t{counts['old']}\t{counts['new']}\t{len(steps)}\t{violations}")


main()
