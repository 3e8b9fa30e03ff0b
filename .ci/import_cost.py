"""What importing the package costs, over a bare interpreter; fails where that is far more than it may be.

Processor time is counted, the least of many runs, since what else a machine does only ever adds. It still adds, so that
it takes twice the aim to fail.
"""

import os
import subprocess
import sys

RUNS = 20
SHANTEN = "import mjcore; mjcore.shanten('1112345678999m', mjcore.RIICHI)"
AIMS = {"import": ("import mjcore", 25), "import and first shanten": (SHANTEN, 120)}
"""Milliseconds."""
MOST_MEMORY = 10
"""MiB, of the import with the first shanten."""


def run(code: str) -> tuple[float, float]:
    """Milliseconds of processor time and MiB that a program takes."""
    process = subprocess.Popen([sys.executable, "-I", "-c", code])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{code}: exit status {process.returncode}")
    return (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024


def main() -> bool:
    """Print each cost; whether one is too much."""
    programs = {"bare": "pass"} | {name: code for name, (code, _) in AIMS.items()}
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(RUNS):
        for name, code in programs.items():
            runs[name].append(run(code))
    ms = {name: min(ms for ms, _ in each) for name, each in runs.items()}
    mib = {name: min(mib for _, mib in each) for name, each in runs.items()}
    failed = False
    print(f"bare interpreter: {ms['bare']:.1f} ms, {mib['bare']:.1f} MiB")
    for name, (_, aim) in AIMS.items():
        more = ms[name] - ms["bare"]
        failed |= more > 2 * aim
        print(f"{name}: {more:.1f} ms more; the aim is {aim}")
    more = mib["import and first shanten"] - mib["bare"]
    failed |= more > MOST_MEMORY
    print(f"import and first shanten: {more:.1f} MiB more, at most {MOST_MEMORY}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
