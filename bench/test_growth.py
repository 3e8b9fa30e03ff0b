"""How the time of a hand changes with the number of hands in a call, of jokers among its tiles, and of threads."""

import random

import pytest

from .hands import batch, hands, without
from .operations import many
from .test_many_hands import CORES, DRAWN, JUDGE, one_core

TASKS = ("is_win_many", "shanten_many", "discards_many")
THREADS = sorted({*(2**power for power in range(CORES.bit_length())), CORES})


@one_core
@pytest.mark.parametrize("n", [10**power for power in range(8)], ids="{:,} hands".format)
@pytest.mark.parametrize("task", TASKS)
def test_hands(measure, task, n):
    if task == "discards_many" and n > 10**5:
        pytest.skip("the answers take 340 bytes a hand")
    measure(f"{n:,} hands", many(JUDGE, task, batch(DRAWN, n), times=1000 // n + 1), {}, table=f"hands: {task}")


@one_core
@pytest.mark.parametrize("jokers", range(9), ids="{} jokers".format)
@pytest.mark.parametrize("task", TASKS)
def test_jokers(measure, task, jokers):
    rng = random.Random(4)
    rows = batch([without(hand, jokers, rng) for hand in hands(4096)], 4096 if task == "discards_many" else 32768)
    measure(f"{jokers} jokers", many(JUDGE, task, rows, wild=jokers), {}, table=f"jokers: {task}")


@pytest.mark.parametrize("threads", THREADS, ids="{} threads".format)
@pytest.mark.parametrize("task", TASKS)
def test_threads(measure, task, threads):
    rows = batch(DRAWN, 8192 if task == "discards_many" else 10**6)
    measure(f"{threads} threads", many(JUDGE, task, rows, threads=threads), {}, table=f"threads: {task}")
