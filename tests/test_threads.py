"""One judge asked by many threads at once says what it says to one."""

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from hands import Question, questions

from mjcore import CLASSIC, GUOBIAO, HONGZHONG, PINGHU, PRESETS, RIICHI, SICHUAN, Judge, Rules

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
    return judge.is_win(*asked), judge.judge(*asked), first, judge.shanten(*asked), follows


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
