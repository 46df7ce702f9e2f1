"""Where the Swift toolchain is that builds the program."""

import json
import subprocess
from pathlib import Path


def folder():
    """Returns the folder of the toolchain's `bin` and `lib`, as the compiler itself tells it."""
    told = subprocess.run(["swiftc", "-print-target-info"], check=True, stdout=subprocess.PIPE)
    return Path(json.loads(told.stdout)["paths"]["runtimeResourcePath"]).parents[1]
