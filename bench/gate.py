"""The gate: is an operation slower than it was in another revision, beyond what the noise of this very run allows?

    python -m bench.gate --against REV

builds both, runs them in turn in long-lived processes, and decides as docs/gate.md explains. Exit status: 0 no
operation is slower, 1 one is, 2 the comparison could not be made.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import builds, instructions
from .builds import ROOT, Build
from .table import table

RISK = 0.05
"""How often at most one look may find any operation slower when none is: each gets its share."""
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
        """Whether the run was quiet enough that no slow-down of twice the least that counts can hide in it."""
        return self.high < 1 + 2 * least


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
            cwd=ROOT,
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
            raise RuntimeError(f"a process has died; it was asked {request}")
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
    slow: dict[str, float] | None = None
    """By how much to slow which operations of the new build down: to see that the gate finds them."""

    def look(self, names: Sequence[str], plan: Plan, risk: float) -> tuple[list[Finding], dict[str, str]]:
        """Compare these operations; the second answer tells of those that one build does not have.

        ``risk`` is how often an operation that did not change may be found slower (or faster).
        """
        missing: dict[str, str] = {}
        logs: dict[str, list[list[float]]] = {name: [] for name in names}
        times: dict[str, list[float]] = {name: [] for name in names}
        for session in range(plan.sessions):
            for name, pairs in self._session(session, names, plan, missing).items():
                logs[name].append([math.log(head / base) for base, head in pairs])
                times[name] += [base for base, _ in pairs]
        there = [name for name in names if name not in missing]
        return [_finding(name, statistics.median(times[name]), logs[name], risk) for name in there], missing

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
                    passes = round(plan.ms * 1e6 / max(1, answers[0]["ns"]))
                    passes = max(10 if self.slow else 1, passes)
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


class Decision(NamedTuple):
    """What both looks found."""

    first: list[Finding]
    second: dict[str, Finding]
    missing: dict[str, str]
    slower: list[str]


def decide(contest: Contest, names: Sequence[str], *, quick: bool = False, least: float = 0.05) -> Decision:
    """Look once at all operations, and again at those that seem slower: what still is then, is slower.

    One that seems slower in a run too noisy to be certain is looked at again as well.
    """
    risk = RISK / max(1, len(names))
    first, missing = contest.look(names, QUICK_FIRST if quick else FIRST, risk)
    suspects = [
        finding.operation
        for finding in first
        if finding.slower(least) or (finding.ratio > 1 + least and not finding.seen(least))
    ]
    second = contest.look(suspects, QUICK_SECOND if quick else SECOND, risk)[0] if suspects else []
    slower = [finding.operation for finding in second if finding.slower(least)]
    return Decision(first, {finding.operation: finding for finding in second}, missing, slower)


def show(contest: Contest, decision: Decision, least: float) -> str:
    """The table of a decision; where there were two looks, both."""
    rows: list[list[str]] = []
    for first in decision.first:
        second = decision.second.get(first.operation)
        note = "SLOWER" if first.operation in decision.slower else "not slower when looked at again" if second else ""
        if not note and not first.seen(least):
            note = f"too noisy to see {2 * least:.0%}"
        looks = zip(*_cells(first, second), strict=True)
        rows.append([first.operation, _time(first.base_ns), *map("; ".join, looks), note])
    rows += [[name, "", "", "", "skipped"] for name in decision.missing]
    text = table(["operation", contest.base.name, _ratio_of(contest), "interval", "verdict"], rows)
    return "\n".join([text, *(f"\n{name}, skipped: {why}" for name, why in decision.missing.items())])


def more_instructions(contest: Contest, names: Sequence[str], least: float = 0.01) -> tuple[list[str], str]:
    """The operations for which the new build's compiled code runs more instructions, and the table.

    Each build is counted twice, to see that the counts are the same. Skipped is what one of the builds does not have,
    what runs in several threads, and what runs nothing compiled.
    """

    def counted(build: Build) -> dict[str, int]:
        return instructions.counted(build, contest.operations, names)

    with ThreadPoolExecutor() as pool:
        base, head, *again = pool.map(counted, [contest.base, contest.head] * 2)
    more, rows = [], []
    for name in names:
        if not base.get(name) or name not in head:
            rows.append([name, "", "", "skipped"])
            continue
        ratio = head[name] / base[name]
        if ratio > 1 + least:
            more.append(name)
        steady = [base[name], head[name]] == [counts[name] for counts in again]
        note = "MORE" if name in more else "" if steady else "not the same count twice"
        rows.append([name, f"{base[name]:,}", f"{ratio:.4f}", note])
    return more, table(["operation", f"instructions, {contest.base.name}", _ratio_of(contest), "verdict"], rows)


def _cells(*looks: Finding | None) -> list[tuple[str, str]]:
    return [(f"{look.ratio:.3f}", f"{look.low:.3f} to {look.high:.3f}") for look in looks if look]


def _ratio_of(contest: Contest) -> str:
    return f"{contest.head.name} / {contest.base.name}"


def _time(ns: float) -> str:
    return f"{ns:.1f} ns" if ns < 1e4 else f"{ns / 1e3:.1f} us" if ns < 1e7 else f"{ns / 1e6:.1f} ms"


def _slow(text: str) -> tuple[str, float]:
    name, _, factor = text.rpartition("=")
    return name, float(factor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate; the exit status."""
    parser = argparse.ArgumentParser("python -m bench.gate", description="Is an operation slower than it was?")
    option = parser.add_argument
    option("--against", metavar="REV", help="the revision to compare the working tree with")
    option("--installed", action="store_true", help="compare the installed mjcore with itself; build nothing")
    option("--quick", action="store_true", help="measure less: sooner done, and sees less")
    option("--least", type=float, default=0.05, metavar="SHARE", help="the least slow-down that counts (%(default)s)")
    option("--instructions", action="store_true", help="count instructions with valgrind instead of timing")
    option("--only", action="append", metavar="TEXT", help="only the operations whose names contain this")
    option("--allow", action="append", default=[], metavar="NAME", help="an operation that may be slower this time")
    option("--repeat", type=int, default=1, metavar="N", help="decide so often and tell how often it failed")
    option("--slow", action="append", type=_slow, default=[], metavar="NAME=1.1", help="slow an operation down")
    option("--project", type=Path, default=ROOT, help="the repository to build (this one)")
    option("--operations", help="the file with its OPERATIONS (bench/operations.py)")
    option("--keep", type=Path, metavar="FOLDER", help="where builds are kept for the next time")
    asked = parser.parse_args(arguments)
    if bool(asked.against) == asked.installed:
        parser.error("what to compare with: --against REV, or --installed")
    if asked.instructions and (why := instructions.unavailable()):
        print(f"Instructions are not counted: {why}.")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        try:
            failed = sum(_failed(asked, contest, names) for contest, names in _contests(asked, Path(temporary)))
        except RuntimeError as error:
            print(f"The builds could not be compared: {error}", file=sys.stderr)
            return 2
    if asked.repeat > 1:
        print(f"{asked.repeat} runs, of which {failed} failed")
    return 1 if failed else 0


def _contests(asked: argparse.Namespace, temporary: Path) -> Iterator[tuple[Contest, list[str]]]:
    operations = str(Path(asked.operations).resolve()) if asked.operations else None
    contest = Contest(*_builds(asked, (asked.keep or temporary).resolve()), operations, dict(asked.slow))
    with Worker(contest.head, operations) as worker:
        there = worker.ask()["operations"]
    names = [name for name in there if not asked.only or any(text in name for text in asked.only)]
    if unknown := {*dict(asked.slow), *asked.allow} - {*names}:
        raise RuntimeError(f"no operation {', '.join(unknown)}; there are {'; '.join(names)}")
    for _ in range(asked.repeat):
        yield contest, names


def _failed(asked: argparse.Namespace, contest: Contest, names: list[str]) -> bool:
    """Compare once and print what comes out."""
    start = time.perf_counter()
    if asked.instructions:
        worse, text = more_instructions(contest, names)
        what = "more than 1% more instructions"
    else:
        decision = decide(contest, names, quick=asked.quick, least=asked.least)
        worse, text = decision.slower, show(contest, decision, asked.least)
        what = "slower"
    print(text)
    said = [f"{name}{' (allowed)' if name in asked.allow else ''}" for name in worse]
    print(f"\n{what}: {'; '.join(said) or 'none'} ({time.perf_counter() - start:.0f} s)\n", flush=True)
    return bool({*worse} - {*asked.allow})


def _builds(asked: argparse.Namespace, keep: Path) -> tuple[Build, Build]:
    if asked.installed:
        build = builds.installed()
        return build._replace(name="base"), build
    commit = builds.commit_of(asked.project, asked.against)
    with ThreadPoolExecutor() as pool:
        base = pool.submit(builds.revision, asked.project, asked.against, commit, keep)
        head = pool.submit(builds.working_tree, asked.project, keep)
        return base.result(), head.result()


if __name__ == "__main__":
    sys.exit(main())
