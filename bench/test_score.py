"""What a won hand is worth: one hand a call, and many, beside a straightforward scorer in Python.

All hands are won, by their first tile. A `Win` is made once, as a program does that asks for each tile it waits for.
"""

from array import array

import pytest

import mjcore as mj
from mjcore.scoring import CHENGDU, SBR, Scoring, Win, score, score_many

from . import plain_score
from .hands import batch, hands
from .measuring import AtLeast
from .operations import Work, each

JUDGE = mj.Judge(mj.SICHUAN)
HANDS = hands(2048, won=1, kinds=tuple(range(18)))
TILES = bytes(next(kind for kind, count in enumerate(hand) if count) for hand in HANDS)
N = 65536


def plain() -> dict[str, Work]:
    asked = [(tuple(hand), tile) for hand, tile in zip(HANDS[:128], TILES[:128], strict=True)]
    return {"plain Python": each(lambda pair: plain_score.score(*pair), asked)}


def one_by_one(scoring: Scoring) -> Work:
    asked = [(hand, Win(tile)) for hand, tile in zip(HANDS, TILES, strict=True)]

    def work() -> None:
        for hand, win in asked:
            score(JUDGE, hand, win, scoring=scoring)

    work.calls = len(asked)
    return work


def all_at_once(scoring: Scoring) -> Work:
    rows, tiles = batch(HANDS, N), TILES * (N // len(HANDS))
    out = bytearray(N), array("H", bytes(2 * N))

    def work() -> None:
        score_many(JUDGE, rows, tiles, out, scoring=scoring)

    work.calls = N
    return work


def test_the_plain_scorer_says_the_same():
    out = bytearray(len(HANDS)), array("H", bytes(2 * len(HANDS)))
    score_many(JUDGE, b"".join(HANDS), TILES, out)
    assert list(zip(*out, strict=True)) == [plain_score.score(*asked) for asked in zip(HANDS, TILES, strict=True)]


@pytest.mark.parametrize("scoring", [SBR, CHENGDU], ids=lambda scoring: scoring.name)
def test_score(measure, scoring):
    measure(f"score, {scoring.name}", one_by_one(scoring), plain(), AtLeast(20, "plain Python", aim="2 us"))


@pytest.mark.parametrize("scoring", [SBR, CHENGDU], ids=lambda scoring: scoring.name)
def test_score_many(measure, scoring):
    measure(f"score_many, {scoring.name}", all_at_once(scoring), plain(), AtLeast(20, "plain Python", aim="200 ns"))
