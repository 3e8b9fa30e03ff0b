"""Many hands a call, on one core, and what a second adds. The other libraries are asked in a loop.

Half of the hands are won (one tile short of it where there are 13), half are dealt. Answers go into buffers made once.
"""

import os
import time

import pytest

import mjcore as mj

from . import peers
from .hands import batch, hands
from .measuring import AtLeast
from .operations import many

one_core = pytest.mark.benchmark(timer=time.process_time)
JUDGE = mj.Judge(mj.RIICHI)
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
DRAWN, READY = hands(16384), hands(16384, 13)
ROWS, N = batch(DRAWN, 131072), 131072


@one_core
def test_is_win_many(measure):
    bound = AtLeast(300, "mahjong", aim="10 ns")
    measure("is_win_many", many(JUDGE, "is_win_many", ROWS), peers.is_win(DRAWN), bound)


@one_core
def test_shanten_many(measure):
    bound = AtLeast(40, "xiangting", aim="25 ns")
    measure("shanten_many", many(JUDGE, "shanten_many", ROWS), peers.shanten(DRAWN), bound)


@one_core
def test_waits_many(measure):
    measure("waits_many", many(JUDGE, "waits_many", batch(READY, 16384)), peers.waits(READY))


@one_core
def test_ukeire_many(measure):
    measure("ukeire_many", many(JUDGE, "ukeire_many", batch(READY, 16384)), peers.ukeire(READY))


@one_core
def test_discards_many(measure):
    bound = AtLeast(20, "xiangting", aim="500 ns")
    measure("discards_many", many(JUDGE, "discards_many", batch(DRAWN, 4096)), peers.discards(DRAWN), bound)


@pytest.mark.skipif(CORES < 2, reason="one core")
@pytest.mark.parametrize(("task", "n"), [("is_win_many", 8 * N), ("shanten_many", 8 * N), ("discards_many", N // 4)])
def test_two_threads(measure, task, n):
    rows = batch(DRAWN, n)
    one, two = many(JUDGE, task, rows), many(JUDGE, task, rows, threads=2)
    measure(f"{task}, two threads", two, {"one thread": one}, AtLeast(1.8, "one thread"))
