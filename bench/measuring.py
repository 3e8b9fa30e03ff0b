"""How the suite measures: every round times the work and, right before it, each thing that it is compared with.

So a ratio is the median of ratios within a round, which a machine that slows down for a while does not change. Each
runs once untimed before it is timed: what the one before left in the caches is not its fault. The rounds and their
statistics are pytest-benchmark's; what we add to them stands in ``extra_info``.

The clock is the one that the test's ``benchmark`` mark names: of what runs in one thread the processor's, since what
other programs take of a busy machine would be counted to long passes and hardly to short ones.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pytest_benchmark.fixture import BenchmarkFixture

from .operations import Work

SECONDS = 1.0
"""How long one row is measured, about."""


class AtMost(NamedTuple):
    """A bound: so many times as long as something else at most."""

    limit: float
    than: str
    aim: str = ""

    def __str__(self) -> str:
        return f"at most {self.limit:g} times {self.than}"


class AtLeast(NamedTuple):
    """A bound: so many times as fast as something else at least."""

    limit: float
    than: str
    aim: str = ""

    def __str__(self) -> str:
        return f"at least {self.limit:g} times as fast as {self.than}"


class Measure:
    """Measures one row of the table; a test calls it once."""

    def __init__(self, benchmark: BenchmarkFixture, timer: Callable[[], float], seconds: float) -> None:
        self.benchmark = benchmark
        self.timer = timer
        self.seconds = seconds

    def __call__(
        self, row: str, work: Work, against: Mapping[str, Work], *bounds: AtMost | AtLeast, table: str = "rows"
    ) -> None:
        """Time the work against others; times and ratios are those of one call."""
        others: dict[str, list[float]] = {name: [] for name in against}

        def time_others() -> None:
            for name, other in against.items():
                others[name].append(self.time(other))
            work()

        start = time.perf_counter()
        time_others()
        once = time.perf_counter() - start
        others = {name: [] for name in against}
        rounds = max(5, min(400, round(self.seconds / once)))
        self.benchmark.pedantic(work, setup=time_others, rounds=rounds, iterations=1)
        own = [seconds * 1e9 / _calls(work) for seconds in self.benchmark.stats.stats.data]
        ratios = {
            name: statistics.median(other / mine for other, mine in zip(times, own, strict=True))
            for name, times in others.items()
        }
        self.note(row, table, ns=statistics.median(own), ratios=ratios)
        for bound in bounds:
            ratio = ratios.get(bound.than)
            value = None if ratio is None else 1 / ratio if isinstance(bound, AtMost) else ratio
            self.bound(str(bound), value, bound.limit, isinstance(bound, AtMost), bound.aim)

    def over(self, row: str, work: Callable[[], Any], bare: Callable[[], Any], ms: float) -> None:
        """Time the work over something bare that it includes; the bound is a number of milliseconds."""
        times: list[float] = []
        self.benchmark.pedantic(work, setup=lambda: times.append(self.time(bare)), rounds=10, warmup_rounds=1)
        own = self.benchmark.stats.stats.data
        over = [mine * 1e3 - other / 1e6 for mine, other in zip(own, times[-len(own) :], strict=True)]
        self.note(row, "start", ns=statistics.median(over) * 1e6)
        self.bound(f"at most {ms:g} ms", statistics.median(over), ms, True)

    def time(self, work: Work) -> float:
        """Nanoseconds a call, of a second pass."""
        work()
        start = self.timer()
        work()
        return (self.timer() - start) * 1e9 / _calls(work)

    def note(self, row: str, table: str, **values: Any) -> None:
        """What the table says in a row."""
        self.benchmark.extra_info.update(row=row, table=table, calls=1, **values)

    def bound(self, text: str, value: float | None, limit: float, most: bool, aim: str = "") -> None:
        """A bound of the row, and whether the value is within it."""
        reached = None if value is None else bool(value <= limit if most else value >= limit)
        told = {"text": text, "value": value, "reached": reached, "aim": aim}
        self.benchmark.extra_info.setdefault("bounds", []).append(told)


def _calls(work: Work) -> int:
    return getattr(work, "calls", 1)
