# Why: these are the numbers that others counted, and a judge written from the definition; the kernel must say the same.
"""Shanten, waits, acceptance and discards against known answers and against the plain judge of ``slow``."""

import functools
import json
import random
from pathlib import Path

import numpy as np
import pytest
import slow
from hands import KINDS, Question, questions

from mjcore import CLASSIC, GUOBIAO, HONGKONG, PINGHU, PRESETS, RIICHI, RIICHI_3P, SICHUAN, TAIWAN, Form, Judge, Rules
from mjcore.notation import parse_counts
from mjcore.results import TileSet

CASES = json.loads((Path(__file__).parent / "cases" / "hands.json").read_text(encoding="utf-8"))

ALL_FORMS = (*GUOBIAO.forms, Form.SEVEN_PAIRS_AND_PUNG)
RULES = [
    *PRESETS.values(),
    RIICHI.replace(name="honour runs", honor_runs=True),
    CLASSIC.replace(name="258", pair_ranks=(2, 5, 8)),
    CLASSIC.replace(name="5m wild", wild=("5m",)),
    HONGKONG.replace(name="three kinds wild", wild=("2m", "9p", "4z"), honor_runs=True),
    SICHUAN.replace(name="one suit", max_suits=1),
    SICHUAN.replace(name="two suits, 3p wild, 258", wild=("3p",), pair_ranks=(2, 5, 8)),
    PINGHU.replace(name="two sets", sets=2, honor_runs=True),
    PINGHU.replace(name="seven sets", sets=7),
    PINGHU.replace(name="any sets, all forms, 258", forms=ALL_FORMS, quads_as_pairs=True, pair_ranks=(2, 5, 8)),
    GUOBIAO.replace(name="knitted, honour runs, 1m wild", honor_runs=True, wild=("1m",)),
    GUOBIAO.replace(name="knitted alone, 258", forms=(Form.KNITTED_STRAIGHT,), pair_ranks=(2, 5, 8)),
    GUOBIAO.replace(name="seven different pairs", quads_as_pairs=False, wild=("7z",)),
    RIICHI_3P.replace(name="three players, honour runs", honor_runs=True),
    RIICHI_3P.replace(name="three players, 1m wild", wild=("1m",)),
    TAIWAN.replace(name="17 tiles, quads, 5s wild", quads_as_pairs=True, wild=("5s",)),
]


def name_of(rules: Rules) -> str:
    return rules.name


# Known answers


@pytest.mark.parametrize(
    "case", [case for case in CASES if "shanten" in case or "waits" in case], ids=lambda case: str(case["hand"])
)
def test_case(case: dict) -> None:
    """Hands of public bug reports, as text and as counts with melds beside them."""
    judge = Judge(PRESETS[case["rules"]])
    counts, melds = parse_counts(case["hand"], case.get("notation"))
    if "shanten" in case:
        assert judge.shanten(case["hand"]) == judge.shanten(bytes(counts), melds) == case["shanten"]
    else:
        waits = TileSet(case["waits"])
        assert judge.waits(case["hand"]) == judge.waits(bytes(counts), melds) == waits
        assert judge.shanten(case["hand"]) == (0 if waits else 1)


def suits_of(tiles: int) -> np.ndarray:
    """All hands of so many tiles of one suit, nine counts a row."""
    hands = np.zeros((1, 0), np.uint8)
    for place in range(9):
        more = np.repeat(hands, 5, axis=0)
        hands = np.column_stack([more, np.tile(np.arange(5, dtype=np.uint8), len(hands))])
        held = hands.sum(1)
        hands = hands[(held <= tiles) & (held + 4 * (8 - place) >= tiles)]
    return hands


def test_ready_hands_of_one_suit() -> None:
    """How many of all 13 tiles of a suit are ready, and for how many tiles."""
    suits = suits_of(13)
    assert len(suits) == 93_600
    rows = np.zeros((len(suits), KINDS), np.uint8)
    rows[:, 9:18] = suits
    judge = Judge(Rules(name="standard form alone"))
    waits = judge.waits_many(rows)
    assert not np.any(waits & ~np.uint64(0x1FF << 9))
    assert np.array_equal(waits != 0, judge.shanten_many(rows) == 0)
    numbers = np.bincount(np.bitwise_count(waits))
    assert numbers[1:].sum() == 40_070
    assert numbers[1:].tolist() == [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]


# The plain judge


@functools.cache
def judge_of(rules: Rules) -> Judge:
    return Judge(rules)


def same_distance(rules: Rules, asked: Question) -> int:
    """Shanten, and that of each form. Returns how many questions were asked, as do the following."""
    judge, counts = judge_of(rules), bytes(asked.counts)
    expected = slow.shanten_by_form(asked.counts, rules, *asked[1:])
    assert judge.shanten_by_form(counts, *asked[1:]) == expected, asked
    assert judge.shanten(counts, *asked[1:]) == min(expected.values()), asked
    return 2


def same_draws(rules: Rules, asked: Question) -> int:
    """Acceptance and waits, and how far the hand is after each tile that may be drawn."""
    judge, counts = judge_of(rules), bytes(asked.counts)
    expected = slow.ukeire(asked.counts, rules, *asked[1:])
    found = judge.ukeire(counts, *asked[1:])
    assert (found.shanten, set(found.tiles), found.count) == expected, asked
    assert judge.waits(counts, *asked[1:]) == (expected[1] if expected[0] == 0 else set()), asked
    gone = [have + out for have, out in zip(asked.counts, asked.seen or [0] * KINDS, strict=True)]
    for meld in asked.melds or ():
        for tile in meld.tiles:
            gone[tile] += 1
    drawn = [tile for tile in rules.kinds if gone[tile] < 4]
    return 2 + sum(same_distance(rules, asked._replace(counts=slow.changed(asked.counts, tile, 1))) for tile in drawn)


def same_discards(rules: Rules, asked: Question) -> int:
    """The list of discards, and the acceptance asked of the hand after each."""
    judge = judge_of(rules)
    expected = slow.discards(asked.counts, rules, *asked[1:])
    found = judge.discards(bytes(asked.counts), *asked[1:])
    assert [(each.tile, each.shanten, set(each.tiles), each.count) for each in found] == expected, asked
    for tile, *accepted in expected:
        if tile is None:
            rest = asked._replace(wild=asked.wild - 1)
        else:
            seen = slow.changed(asked.seen or [0] * KINDS, tile, 1)
            rest = asked._replace(counts=slow.changed(asked.counts, tile, -1), seen=seen)
        after = judge.ukeire(bytes(rest.counts), *rest[1:])
        assert [after.shanten, set(after.tiles), after.count] == accepted, (asked, tile)
    return 1 + len(expected)


def agree(rules: Rules, rng: random.Random, wanted: int, every: int) -> int:
    """Ask at least ``wanted`` questions: distances of random hands, of one in ``every`` also draws or discards."""
    asked = 0
    for number, question in enumerate(questions(rules, rng, wanted)):
        asked += same_distance(rules, question)
        if number % every == 0:
            same = same_draws if (sum(question.counts) + question.wild) % 3 == 1 else same_discards
            asked += same(rules, question)
        if asked >= wanted:
            break
    return asked


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_slow_judge_agrees(rules: Rules) -> None:
    assert agree(rules, random.Random(1), 150, 20) >= 150


def number_of(rules: Rules) -> int:
    """How many questions a long run asks; fewer where hands are large, which the plain judge takes long for."""
    return 4_700 if rules.sets is not None and rules.sets <= slow.ENUMERATED else 700


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_slow_judge_agrees_on_many(rules: Rules) -> None:
    """More than 100,000 questions in all."""
    assert sum(map(number_of, RULES)) > 100_000
    assert agree(rules, random.Random(2), number_of(rules), 5) >= number_of(rules)
