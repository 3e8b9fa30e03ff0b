"""One judge asked by many threads at once says what it says to one."""

import contextlib
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier, Event, Thread
from typing import Any

import numpy as np
import pytest
from hands import Question, questions

from mjcore import CLASSIC, GUOBIAO, HONGZHONG, PINGHU, PRESETS, RIICHI, SICHUAN, HandError, Judge, Rules

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """What ``work`` returns in each thread; all begin at the same time."""
    barrier = Barrier(THREADS)

    def begin(number: int) -> Any:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def answers(judge: Judge, asked: Question) -> tuple[Any, ...]:
    """All that can be asked of one hand (of 3k+1 tiles: waits; of 3k+2: discards)."""
    tiles = sum(asked.counts) + asked.wild
    first = list(islice(judge.iter_decompositions(*asked), 40))
    follows = judge.ukeire(*asked) if tiles % 3 == 1 else judge.discards(*asked)
    alone = judge.is_win(bytes(asked.counts)), judge.shanten(bytes(asked.counts)) if sum(asked.counts) % 3 else None
    return alone, judge.is_win(*asked), judge.judge(*asked), first, judge.shanten(*asked), follows


def shuffled(given: Iterable[Any], seed: int) -> list[Any]:
    listed = list(given)
    random.Random(seed).shuffle(listed)
    return listed


@pytest.mark.parametrize("rules", [RIICHI, SICHUAN, GUOBIAO, HONGZHONG], ids=lambda rules: rules.name)
def test_one_hand_after_another(rules: Rules) -> None:
    """Each thread asks the same questions in its own order."""
    judge = Judge(rules)
    asked = list(enumerate(questions(rules, random.Random(41), 120)))
    expected = {number: answers(judge, each) for number, each in asked}

    def work(seed: int) -> dict[int, Any]:
        return {number: answers(judge, each) for number, each in shuffled(asked, seed)}

    for found in together(work):
        assert found == expected


@pytest.mark.parametrize("rules", [RIICHI, SICHUAN, PINGHU], ids=lambda rules: rules.name)
def test_batches(rules: Rules) -> None:
    """Eight threads with batches, each of which is shared by two more."""
    judge = Judge(rules)
    rng = random.Random(42)
    waiting, full = (
        np.array(
            [asked.counts for asked in questions(rules, rng, 3_000, size=size) if sum(asked.counts) in sizes],
            np.uint8,
        )
        for size, sizes in (("draw", (4, 7, 10, 13)), ("discard", (5, 8, 11, 14)))
    )
    assert min(len(waiting), len(full)) > 600

    def ask(threads: int) -> list[np.ndarray]:
        return [
            judge.is_win_many(full, threads=threads),
            judge.shanten_many(full, threads=threads),
            judge.shanten_many(waiting, threads=threads, wild=1),
            judge.waits_many(waiting, threads=threads),
            *judge.ukeire_many(waiting, threads=threads),
            *judge.discards_many(full, threads=threads),
        ]

    expected = ask(1)
    for found in together(lambda number: ask(number % 2 + 1)):
        for one, other in zip(found, expected, strict=True):
            assert (one == other).all()
    for threads in (0, 2, 3, 100):
        for one, other in zip(ask(threads), expected, strict=True):
            assert (one == other).all()


def test_first_questions() -> None:
    """A new judge makes its tables at the first question, here at eight first questions, for rules never met before."""
    for seed in range(8):
        rules = CLASSIC.replace(
            name=f"new {seed}",
            honor_runs=seed % 2 == 0,
            pair_ranks=None if seed % 3 else (seed % 9 + 1, (seed + 3) % 9 + 1),
            wild=(seed, seed + 20),
            quads_as_pairs=seed % 4 < 2,
        )
        judge = Judge(rules)
        asked = list(questions(rules, random.Random(seed), 8))
        found = together(lambda _, judge=judge, asked=asked: [answers(judge, each) for each in asked])
        made = together(lambda _, rules=rules, asked=asked: [answers(Judge(rules), each) for each in asked])
        expected = [answers(Judge(rules), each) for each in asked]
        assert found == made == [expected] * THREADS


@pytest.mark.parametrize("name", PRESETS)
def test_walks_in_turns(name: str) -> None:
    """Decompositions with jokers, walked by all threads at once."""
    judge = Judge(PRESETS[name])
    expected = list(islice(judge.iter_decompositions([0] * 34, wild=14 if name != "TAIWAN" else 17), 300))
    assert len(expected) == 300
    for found in together(
        lambda _: list(islice(judge.iter_decompositions([0] * 34, wild=14 if name != "TAIWAN" else 17), 300))
    ):
        assert found == expected


@pytest.mark.parametrize("rules", [RIICHI, SICHUAN, GUOBIAO, PINGHU, HONGZHONG], ids=lambda rules: rules.name)
def test_a_batch_that_is_written_to(rules: Rules) -> None:
    """What a batch answers that another thread writes to meanwhile is of no meaning, but nothing is harmed."""
    judge = Judge(rules)
    good = np.tile(np.array([1] * 5 + [3] + [0] * 21 + [0] * 7, np.uint8), (3000, 1))
    bad = np.random.default_rng(1).integers(0, 256, good.shape, np.uint8)
    many = np.random.default_rng(2).integers(0, 5, good.shape, np.uint8)
    rows = good.copy()
    over = Event()

    def write() -> None:
        while not over.is_set():
            for other in (bad, good, many, good):
                rows[:] = other

    writer = Thread(target=write)
    writer.start()
    try:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            for task in (judge.is_win_many, judge.shanten_many, judge.discards_many):
                with contextlib.suppress(HandError):
                    task(rows)
    finally:
        over.set()
        writer.join()
