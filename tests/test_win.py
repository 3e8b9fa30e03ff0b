"""Whether a hand wins: known numbers of winning hands, hands from public bug reports, and the plain judge's answers."""

import itertools
import json
import random
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import slow
from hands import KINDS, Question, question, questions
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mjcore import (
    CLASSIC,
    GUOBIAO,
    HONGZHONG,
    PINGHU,
    PRESETS,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    TAIWAN,
    Form,
    Hand,
    Judge,
    Reason,
    Rules,
    is_win,
    parse,
)

CASES = json.loads((Path(__file__).parent / "cases" / "hands.json").read_text(encoding="utf-8"))

STANDARD = Rules(name="standard form alone")
VARIANTS = [
    CLASSIC.replace(name="chows of honours", honor_runs=True),
    CLASSIC.replace(name="chows of honours, a wind wild", honor_runs=True, wild=(28,), pair_ranks=(2, 5, 8)),
    GUOBIAO.replace(name="knitted, kongs, 258", hand_kongs=True, pair_ranks=(2, 5, 8)),
    GUOBIAO.replace(name="knitted, wild 1m 5p 9s", wild=(0, 13, 26), hand_kongs=True),
    SICHUAN.replace(name="one suit", max_suits=1),
    SICHUAN.replace(name="one suit, 258, wild 2m", max_suits=1, pair_ranks=(2, 5, 8), wild=(1,)),
    PINGHU.replace(name="two sets, kongs", sets=2, hand_kongs=True),
    PINGHU.replace(name="seven sets", sets=7, max_suits=2),
    PINGHU.replace(name="seven sets, kongs", sets=7, hand_kongs=True, honor_runs=True),
    SICHUAN.replace(name="any size, kongs", sets=None, honors=True, wild=(4,)),
    PINGHU.replace(
        name="any size, every form",
        forms=tuple(Form),
        quads_as_pairs=True,
        hand_kongs=True,
        wild=(33,),
    ),
    RIICHI_3P.replace(name="three players, chows of honours", honor_runs=True, wild=(0, 1)),
    TAIWAN.replace(name="17 tiles, quads", quads_as_pairs=True, hand_kongs=True, pair_ranks=(1, 9)),
    HONGZHONG.replace(name="all four forms of joker", wild=(4, 13, 22, 33), honors=True),
]
RULES = [*PRESETS.values(), *VARIANTS]


def name_of(rules: Rules) -> str:
    return rules.name


# Known numbers


def hands(places: int, most: int) -> np.ndarray:
    """All hands of up to so many tiles of so many kinds, a row each."""
    rows = np.zeros((1, 0), np.uint8)
    for _ in range(places):
        rows = np.concatenate([np.insert(rows, rows.shape[1], have, axis=1) for have in range(5)])
        rows = rows[rows.sum(1) <= most]
    return rows


def placed(rows: np.ndarray, group: int) -> np.ndarray:
    """Hands of one suit (or of honours) as rows of all kinds."""
    hands = np.zeros((len(rows), KINDS), np.uint8)
    hands[:, 9 * group : 9 * group + rows.shape[1]] = rows
    return hands


def complete(judge: Judge, group: int) -> tuple[np.ndarray, np.ndarray]:
    """Of all hands of one suit (or of honours): those that are sets, or sets and a pair; and the others.

    The judge says it itself: with a pair of another suit beside those of 3k tiles.
    """
    rows = hands(9 if group < 3 else 7, 14)
    whole = placed(rows, group)
    whole[rows.sum(1) % 3 == 0, 9 if group == 0 else 0] = 2
    won = judge.is_win_many(whole)
    won[rows.sum(1) > 12] &= rows.sum(1)[rows.sum(1) > 12] == 14
    return rows[won], rows[~won]


def combined(parts: list[np.ndarray], tiles: int, most: int = 1 << 20) -> Iterator[np.ndarray]:
    """Every hand of so many tiles that is a row of each of the parts, in batches."""
    by_size = [{size: part[part.sum(1) == size] for size in range(15)} for part in parts]
    for sizes in itertools.product(range(15), repeat=len(parts)):
        if sum(sizes) != tiles:
            continue
        chosen = [found[size] for found, size in zip(by_size, sizes, strict=True)]
        shape = tuple(map(len, chosen))
        number = int(np.prod(shape))
        for first in range(0, number, most):
            which = np.unravel_index(np.arange(first, min(number, first + most)), shape)
            rows = np.zeros((len(which[0]), KINDS), np.uint8)
            for group, (part, index) in enumerate(zip(chosen, which, strict=True)):
                rows[:, 9 * group : 9 * group + part.shape[1]] = part[index]
            yield rows


WAYS = np.array([1, 4, 6, 4, 1])
"""How many ways there are to hold so many of the four copies."""


def deals(rows: np.ndarray) -> int:
    """How many deals are one of these hands."""
    ways = np.ones(len(rows), np.int64)
    for kind in range(KINDS):
        ways *= WAYS[rows[:, kind]]
    return int(ways.sum())


def pairs(kinds: int, alike: int) -> Iterator[np.ndarray]:
    """All hands of seven pairs of these kinds, in batches."""
    for quads in range(4 if alike == 2 else 1):
        for fours in itertools.combinations(range(kinds), quads):
            others = [kind for kind in range(kinds) if kind not in fours]
            twos = np.array(list(itertools.combinations(others, 7 - 2 * quads)))
            rows = np.zeros((len(twos), KINDS), np.uint8)
            rows[:, list(fours)] = 4
            np.put_along_axis(rows, twos, 2, axis=1)
            yield rows


def test_one_suit() -> None:
    """Every hand of 14 tiles of one suit is asked."""
    rows = hands(9, 14)
    rows = rows[rows.sum(1) == 14]
    assert len(rows) == 118_800
    for suit in range(3):
        assert Judge(STANDARD).is_win_many(placed(rows, suit)).sum() == 13_259


def test_incomplete_suits() -> None:
    """A hand of 14 tiles of which one suit is not complete never wins, whatever the rest of it.

    This is what the counts below leave out; each such suit stands in a hand whose other groups are complete, or, where
    the number of tiles does not allow that, random.
    """
    judge = Judge(STANDARD)
    rng = np.random.default_rng(1)
    groups = [complete(judge, group) for group in range(4)]
    for group, (_, bad) in enumerate(groups):
        others = [other for other in range(4) if other != group]
        for size in range(1, 15):
            rows = placed(bad[bad.sum(1) == size], group)
            left = np.full(len(rows), 14 - size)
            for other in rng.permutation(others):
                good, _ = groups[other]
                chosen = good[rng.integers(len(good), size=len(rows))]
                chosen[chosen.sum(1) > left] = 0
                left -= chosen.sum(1, dtype=np.int64)
                rows[:, 9 * other : 9 * other + good.shape[1]] = chosen
            # What is still to deal goes to the last of the groups, tile after tile.
            while left.any():
                kind = 9 * others[-1] + rng.integers(7, size=len(rows))
                more = (left > 0) & (rows[np.arange(len(rows)), kind] < 4)
                rows[np.flatnonzero(more), kind[more]] += 1
                left -= more
            assert (rows.sum(1) == 14).all()
            assert not judge.is_win_many(rows).any()


def test_three_suits() -> None:
    """Standard form of three suits; of two at most under SICHUAN, whose seven pairs may hold quads."""
    judge, sichuan = Judge(STANDARD), Judge(SICHUAN)
    standard = Judge(SICHUAN.replace(forms=(Form.STANDARD,)))
    seven = Judge(SICHUAN.replace(forms=(Form.SEVEN_PAIRS,)))
    parts = [complete(judge, group)[0] for group in range(3)]
    won = of_sichuan = of_pairs = both = asked = dealt = 0
    for rows in combined(parts, 14):
        won += judge.is_win_many(rows).sum()
        two = standard.is_win_many(rows)
        of_sichuan += two.sum()
        assert (sichuan.is_win_many(rows) >= two).all()
        asked += two.sum()
        dealt += deals(rows[two])
    for rows in pairs(27, 2):
        found = seven.is_win_many(rows)
        twice = found & standard.is_win_many(rows)
        of_pairs += found.sum()
        both += twice.sum()
        new = sichuan.is_win_many(rows) & ~twice
        asked += new.sum()
        dealt += deals(rows[new])
    assert won == 5_237_550
    assert (of_sichuan, of_pairs, both, asked) == (1_849_491, 716_472, 4_872, 2_561_091)
    assert dealt == 1_180_592_035_056


@pytest.mark.long
def test_all_kinds() -> None:
    """Standard form of all 34 kinds, and the deals of 14 tiles that win under RIICHI."""
    judge, riichi = Judge(STANDARD), Judge(RIICHI)
    parts = [complete(judge, group)[0] for group in range(4)]
    won = standard = others = 0
    for rows in combined(parts, 14):
        found = judge.is_win_many(rows)
        won += found.sum()
        standard += deals(rows[found])
        assert (riichi.is_win_many(rows) >= found).all()
    assert won == 11_498_658
    assert standard == 11_353_128_141_498
    orphans = np.zeros((13, KINDS), np.uint8)
    orphans[:, slow.ORPHANS] = 1 + np.eye(13, dtype=np.uint8)
    for rows in (*pairs(KINDS, 1), orphans):
        others += deals(rows[riichi.is_win_many(rows) & ~judge.is_win_many(rows)])
    assert standard + others == 12_859_078_207_674


# Known hands


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']} {case['hand']}")
def test_case(case: dict) -> None:
    judge = Judge(PRESETS[case["rules"]])
    hand = parse(case["hand"], case.get("notation"))
    wild = case.get("wild", 0)
    verdict = judge.judge(hand, wild=wild)
    if "win" in case:
        assert judge.is_win(hand, wild=wild) is bool(verdict) is case["win"]
    if "form" in case:
        assert verdict.form is Form[case["form"]]
    if "reason" in case:
        assert verdict.reason is Reason[case["reason"]]
    if "shanten" in case or "waits" in case:
        assert not verdict


@pytest.mark.parametrize("text", ["123m456p789s11222z", "123m456p789s11223z", "1122334455667m7p"])
def test_every_kind_of_hand(text: str) -> None:
    """The answer does not depend on how the hand is given."""
    judge = Judge(RIICHI)
    hand = Hand(text)
    counts = hand.counts
    padded = np.repeat(np.frombuffer(counts, np.uint8), 2).astype(np.int64)
    given = [
        text,
        hand,
        counts,
        bytearray(counts),
        memoryview(counts),
        list(counts),
        tuple(counts),
        array("H", list(counts)),
        np.array(list(counts), np.int16),
        padded[::2],
        [np.uint8(have) for have in counts],
        format(hand, "chinese"),
    ]
    answers = {judge.is_win(each) for each in given}
    assert answers == {text == "123m456p789s11222z"}
    assert len({judge.judge(each) for each in given}) == 1


# The plain judge


def agree(judge: Judge, asked: Question) -> bool:
    """All that says whether a hand wins says the same as the plain judge; that answer."""
    won = slow.is_win(asked.counts, judge.rules, *asked[1:])
    assert judge.is_win(*asked) is won, asked
    return won


def agree_all(judge: Judge, asked: Question) -> bool:
    won = agree(judge, asked)
    assert is_win(asked.counts, judge.rules, *asked[1:]) is won, asked
    assert bool(judge.judge(*asked)) is won, asked
    assert (next(judge.iter_decompositions(*asked), None) is not None) is won, asked
    if asked.wild + sum(asked.counts[kind] for kind in judge.rules.wild) <= 1:
        assert bool(judge.decompositions(*asked)) is won, asked
    if asked.melds is None:
        row = np.array([asked.counts], np.uint8)
        many = judge.is_win_many(row, wild=asked.wild, void=asked.void, seen=asked.seen)
        assert many.tolist() == [won], asked
    return won


def asked_of(rules: Rules, seed: int, n: int) -> Iterator[Question]:
    """Questions that the plain judge answers soon: with kongs of at most 60 tiles (longer ones have a test below)."""
    for asked in questions(rules, random.Random(seed), n, size="win"):
        if sum(asked.counts) <= 60 or not rules.hand_kongs:
            yield asked


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_plain_judge_agrees(rules: Rules) -> None:
    judge = Judge(rules)
    won = [agree_all(judge, asked) for asked in asked_of(rules, 11, 900)]
    assert len(won) > 850
    assert 100 < sum(won) < 800


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_plain_judge_agrees_on_many(rules: Rules) -> None:
    judge = Judge(rules)
    won = [agree(judge, asked) for asked in asked_of(rules, 12, 9_000)]
    assert len(won) > 8_700
    assert sum(won) > 1000


@pytest.mark.parametrize(
    ("hand", "wild", "won"),
    [
        ("147m258p369s123m1z", 1, True),
        ("147m258p369s111m1z", 2, True),  # 15 tiles, one kong
        ("147m258p369s123m1z", 2, False),  # the one set beside the straight is no kong
        ("147m258p369s123m1z", 3, False),  # 16 tiles are two kongs, and there is one set beside the straight
        ("147m258p369s111m1z", 3, False),
    ],
)
def test_kongs_beside_a_knitted_straight(hand: str, wild: int, won: bool) -> None:
    """The straight stands for three sets, of which none is a kong."""
    rules = GUOBIAO.replace(hand_kongs=True)
    asked = Question(list(Hand(hand).counts), None, wild, None, None)
    assert slow.is_win(asked.counts, rules, wild=wild) is won
    agree_all(Judge(rules), asked)


def test_long_hands_with_kongs() -> None:
    """A hand of a hundred tiles, any of which may stand in kongs, is judged soon."""
    rules = VARIANTS[10]
    counts = [3, 3, 3, 1, 4, 3, 4, 3, 2, 4, 3, 4, 4, 2, 2, 4, 2, 3, 4, 3, 2, 2, 2, 4, 2, 1, 2, 4, 4, 1, 1, 2, 4, 4]
    before = time.process_time()
    assert Judge(rules).is_win(counts, wild=2) is slow.is_win(counts, rules, wild=2)
    assert time.process_time() - before < 3


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_many_rows_are_one_hand_after_another(rules: Rules) -> None:
    judge = Judge(rules)
    asked = [asked for asked in asked_of(rules, 13, 600) if asked.melds is None]
    rows = np.array([each.counts for each in asked], np.uint8)
    for more in ({}, {"wild": 1}, {"void": 2}, {"wild": 2, "void": 0}):
        singly = [judge.is_win(row, **more) for row in rows]
        assert judge.is_win_many(rows, **more).tolist() == singly


@given(st.sampled_from(RULES).flatmap(lambda rules: st.tuples(st.just(rules), question(rules, "win"))))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_plain_judge_agrees_on_any(given: tuple[Rules, Question]) -> None:
    rules, asked = given
    assume(sum(asked.counts) <= 60)
    agree_all(Judge(rules), asked)
