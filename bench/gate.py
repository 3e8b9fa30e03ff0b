"""The gate: is an operation slower than it was in another revision, beyond what the noise of this very run allows?

    python -m bench.gate --against REV

builds both, runs them in turn in long-lived processes, and decides as docs/gate.md explains. Exit status: 0 no operation
is slower, 1 one is, 2 the comparison could not be made.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import builds, instructions
from .builds import ROOT, Build
from .table import table
from .worker import load

RISK = 0.05
"""How often at most a look may find any operation slower when none is."""
RESAMPLES = 4000


class Plan(NamedTuple):
    """How much is measured in a look."""

    sessions: int
    """How often both processes are started anew: where a process lies in memory changes its speed a little."""
    pairs: int
    """Pairs of timings of each operation in a session."""
    ms: float
    """How long one timing takes, about."""


FIRST, SECOND = Plan(4, 12, 8), Plan(8, 12, 12)
QUICK_FIRST, QUICK_SECOND = Plan(3, 8, 5), Plan(6, 10, 8)


class Finding(NamedTuple):
    """What a look found of an operation: the time of the new build over the old one's, and between what it lies."""

    operation: str
    base_ns: float
    ratio: float
    low: float
    high: float

    def slower(self, least: float) -> bool:
        """Slower for certain, and by so much that it counts."""
        return self.low > 1 and self.ratio > 1 + least

    def seen(self, least: float) -> bool:
        """Whether the run was quiet enough to tell a slow-down of twice the least that counts."""
        return self.high / self.low < (1 + 2 * least) ** 2


class Worker:
    """A process that holds one build."""

    def __init__(self, build: Build, operations: str | None = None, slow: dict[str, float] | None = None) -> None:
        command = [build.python, "-m", "bench.worker", "--slow", json.dumps(slow or {})]
        self.process = subprocess.Popen(
            command + (["--operations", operations] if operations else []),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=build.environment(),
            cwd=tempfile.gettempdir(),
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to one request.

        :raises RuntimeError: when the process has died.
        """
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise RuntimeError(f"the process that runs {request['operation']!r} has died")
        return json.loads(answer)

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


class Contest(NamedTuple):
    """Two builds and the operations that both are asked."""

    base: Build
    head: Build
    operations: str | None = None
    slow: dict[str, float] = {}  # noqa: RUF012 (never written to)
    """By how much to slow which operations of the new build down: to see that the gate finds them."""

    def look(self, names: Sequence[str], plan: Plan) -> tuple[list[Finding], dict[str, str]]:
        """Compare these operations; the second answer tells of those that one build does not have."""
        missing: dict[str, str] = {}
        logs: dict[str, list[list[float]]] = {name: [] for name in names}
        times: dict[str, list[float]] = {name: [] for name in names}
        for session in range(plan.sessions):
            for name, pairs in self._session(session, names, plan, missing).items():
                logs[name].append([math.log(head / base) for base, head in pairs])
                times[name] += [base for base, _ in pairs]
        there = [name for name in names if name not in missing]
        risk = RISK / max(1, len(there))
        return [_finding(name, float(np.median(times[name])), logs[name], risk) for name in there], missing

    def _session(
        self, session: int, names: Sequence[str], plan: Plan, missing: dict[str, str]
    ) -> dict[str, list[tuple[float, float]]]:
        """Times of one call, old and new build, for each pair of timings of each operation."""
        with Worker(self.base, self.operations) as base, Worker(self.head, self.operations, self.slow) as head:
            workers = (base, head)
            work: dict[str, tuple[int, int]] = {}
            for name in names:
                answers = [worker.ask(operation=name) for worker in workers]
                for build, answer in zip((self.base, self.head), answers, strict=True):
                    if "missing" in answer:
                        missing[name] = f"{build.name}: {answer['missing']}"
                if name not in missing:
                    passes = max(1, round(plan.ms * 1e6 / max(1, answers[0]["ns"])))
                    work[name] = (passes, passes * answers[0]["calls"])
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in work}
            for pair in range(plan.pairs):
                for name, (passes, calls) in work.items():
                    both = {}
                    # Which build goes first changes with each pair: A B, B A, A B ...
                    for side in (0, 1) if (pair + session) % 2 == 0 else (1, 0):
                        both[side] = workers[side].ask(operation=name, passes=passes)["ns"] / calls
                    found[name].append((both[0], both[1]))
        return found


def _finding(name: str, base_ns: float, logs: list[list[float]], risk: float) -> Finding:
    """The median of the log-ratios and a bootstrap interval for it: sessions are drawn anew, then pairs within each."""
    rng = np.random.default_rng(0)
    data = np.array(logs)
    sessions, pairs = data.shape
    drawn = rng.integers(sessions, size=(RESAMPLES, sessions, 1))
    of_these = rng.integers(pairs, size=(RESAMPLES, sessions, pairs))
    medians = np.median(data[drawn, of_these], axis=(1, 2))
    low, high = np.quantile(medians, [risk, 1 - risk])
    return Finding(name, base_ns, *(math.exp(value) for value in (np.median(data), low, high)))


def decide(contest: Contest, names: Sequence[str], *, quick: bool = False, least: float = 0.05) -> bool:
    """Look once at all operations and again at those that seem slower; print a table; true when none is slower."""
    start = time.perf_counter()
    first, missing = contest.look(names, QUICK_FIRST if quick else FIRST)
    suspects = [finding.operation for finding in first if finding.slower(least)]
    again = contest.look(suspects, QUICK_SECOND if quick else SECOND)[0] if suspects else []
    second = {finding.operation: finding for finding in again}
    slower = [finding.operation for finding in again if finding.slower(least)]
    rows: list[list[str]] = []
    for finding in first:
        name, last = finding.operation, second.get(finding.operation)
        note = "SLOWER" if name in slower else "no longer slower at the second look" if last else ""
        if not note and not finding.seen(least):
            note = f"too noisy to see {2 * least:.0%}"
        both = [each for each in (finding, last) if each]
        rows.append([name, _time(finding.base_ns), *("; ".join(cells) for cells in zip(*map(_cells, both), strict=True)), note])
    rows += [[name, "", "", "", f"skipped: {why}"] for name, why in missing.items()]
    print(table(["operation", contest.base.name, f"{contest.head.name} / {contest.base.name}", "interval", ""], rows))
    seconds = time.perf_counter() - start
    print(f"\n{len(first)} operations in {seconds:.0f} s: {', '.join(slower) + ': slower' if slower else 'none is slower'}\n")
    return not slower


def decide_by_instructions(contest: Contest, names: Sequence[str], least: float = 0.01) -> bool:
    """The same by instructions of the compiled code, each build counted twice; true when there are not more of any."""
    with ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda build: instructions.counted(build, contest.operations), [*contest[:2], *contest[:2]]))
    (base, head), more, rows = runs[:2], [], []
    for name in names:
        if name not in base or name not in head:
            rows.append([name, "", "", "skipped"])
            continue
        steady = base[name] == runs[2][name] and head[name] == runs[3][name]
        ratio = head[name] / base[name] if base[name] else 1
        if ratio > 1 + least:
            more.append(name)
        note = "MORE" if name in more else "" if steady else "not the same count twice"
        rows.append([name, f"{base[name]:,}", f"{ratio:.4f}", note])
    print(table(["operation", f"{contest.base.name}, instructions", contest.head.name + " / " + contest.base.name, ""], rows))
    print(f"\n{', '.join(more) + f': over {least:.0%} more instructions' if more else 'none takes more instructions'}\n")
    return not more


def _cells(finding: Finding) -> tuple[str, str]:
    return f"{finding.ratio:.3f}", f"{finding.low:.3f} to {finding.high:.3f}"


def _time(ns: float) -> str:
    return f"{ns:.1f} ns" if ns < 1e4 else f"{ns / 1e3:.1f} us" if ns < 1e7 else f"{ns / 1e6:.1f} ms"


def _slow(text: str) -> tuple[str, float]:
    name, _, factor = text.rpartition("=")
    return name, float(factor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate; the exit status."""
    parser = argparse.ArgumentParser("python -m bench.gate", description="Is an operation slower than in another revision?")
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--against", metavar="REV", help="the revision to compare the working tree with")
    against.add_argument("--installed", action="store_true", help="compare the installed mjcore with itself; build nothing")
    parser.add_argument("--quick", action="store_true", help="measure less: sooner done, and sees less")
    parser.add_argument("--least", type=float, default=0.05, metavar="SHARE", help="the least slow-down that counts (%(default)s)")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind instead of timing")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only the operations whose names contain this")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="decide so often and tell how often it failed")
    parser.add_argument("--slow", action="append", type=_slow, default=[], metavar="NAME=1.1", help="slow an operation down")
    parser.add_argument("--project", type=Path, default=ROOT, help="the repository to build (this one)")
    parser.add_argument("--operations", help="the file with its OPERATIONS (bench/operations.py)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where builds are kept for the next time")
    asked = parser.parse_args(arguments)
    if asked.instructions and (why := instructions.unavailable()):
        print(f"Instructions are not counted: {why}.")
        return 0
    operations = str(Path(asked.operations).resolve()) if asked.operations else None
    names = [name for name in load(operations) if not asked.only or any(text in name for text in asked.only)]
    if unknown := [name for name, _ in asked.slow if name not in names]:
        parser.error(f"no operation {unknown[0]!r} to slow down")
    with tempfile.TemporaryDirectory() as temporary:
        try:
            contest = Contest(*_builds(asked, (asked.keep or Path(temporary)).resolve()), operations, dict(asked.slow))
            failed = 0
            for _ in range(asked.repeat):
                if asked.instructions:
                    failed += not decide_by_instructions(contest, names)
                else:
                    failed += not decide(contest, names, quick=asked.quick, least=asked.least)
        except RuntimeError as error:
            print(f"The builds could not be compared: {error}", file=sys.stderr)
            return 2
    if asked.repeat > 1:
        print(f"{asked.repeat} runs, of which {failed} found an operation slower")
    return 1 if failed else 0


def _builds(asked: argparse.Namespace, keep: Path) -> tuple[Build, Build]:
    if asked.installed:
        build = builds.installed()
        return build._replace(name="base"), build
    with ThreadPoolExecutor() as pool:
        base = pool.submit(builds.revision, asked.project, asked.against, keep)
        head = pool.submit(builds.working_tree, asked.project, keep)
        return base.result(), head.result()


if __name__ == "__main__":
    sys.exit(main())
