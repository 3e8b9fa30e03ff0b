"""Instructions that a build's compiled code runs, counted by valgrind's callgrind: the quiet witness beside the clock.

Only the instructions of the build's own modules count. Those are the same each time; the interpreter's around them are
not quite, since its memory lies elsewhere in each process.
"""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .builds import ROOT, Build

REQUESTS = """
#include <valgrind/callgrind.h>

void begin(void)
{
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
}

void end(const char *name)
{
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(name);
}
"""
"""What a program that runs under valgrind asks callgrind for: to count from here, and to write down what it counted."""


def unavailable() -> str | None:
    """Why instructions cannot be counted here, or None."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed (Debian and Ubuntu: apt-get install valgrind)"
    if shutil.which("cc") is None:
        return "there is no C compiler named cc"
    return None


def counted(build: Build, operations: str | None, names: Sequence[str]) -> dict[str, int]:
    """Instructions of one pass of each of these operations that the build has and that runs in one thread.

    :raises RuntimeError: when it cannot be run; the message has the output.
    """
    with tempfile.TemporaryDirectory() as folder:
        library, out = Path(folder, "callgrind.so"), Path(folder, "out")
        _run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), "-x", "c", "-"], stdin=REQUESTS)
        command = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        command += [build.python, "-m", "bench.worker", "--count", str(library), "--names", json.dumps(names)]
        _run(command + (["--operations", operations] if operations else []), environment=build.environment())
        return dict(_read(path, build) for path in Path(folder).glob("out.*"))


def _run(command: list[str], *, environment: dict[str, str] | None = None, stdin: str = "") -> None:
    done = subprocess.run(command, env=environment, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def _read(path: Path, build: Build) -> tuple[str, int]:
    """What was counted, and how many instructions of the build's modules, from one of callgrind's files.

    A cost is a line that begins with a position; the one after ``calls=`` is the callee's and counts elsewhere.
    """
    objects: dict[str, str] = {}
    name, total, ours, called = "", 0, False, False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("desc: Trigger: Client Request: "):
            name = line.partition("Request: ")[2]
        elif found := re.match(r"(c?)ob=(\(\d+\))(?: (.*))?", line):
            callee, number, file = found.groups()
            objects.setdefault(number, file)
            if not callee:
                ours = objects[number].startswith(build.modules)
        elif line.startswith("calls="):
            called = True
        elif re.match(r"[-+*\d]", line):
            total += int(line.split()[1]) if ours and not called else 0
            called = False
    return name, total
