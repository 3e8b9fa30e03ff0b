"""Calls with a hand alone are answered before Python's arguments are parsed; they must say what all other calls say."""

import copy
import pickle
import random
import sys
from typing import Any

import numpy as np
import pytest
from hands import questions

from mjcore import PRESETS, RIICHI, Hand, HandError, Judge, Rules, _judge


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="methods of other Pythons are called in another way")
def test_they_are_answered_first() -> None:
    assert _judge.ANSWERED_FIRST == 2


def outcome(call: Any, *given: Any, **named: Any) -> Any:
    try:
        return call(*given, **named)
    except HandError as error:
        return type(error), str(error)


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules(sets=6)], ids=lambda rules: rules.name)
def test_all_ways_to_call(rules: Rules) -> None:
    judge = Judge(rules)
    rng = random.Random(5)
    asked = [each.counts for each in questions(rules, rng, 60)]
    asked += [[0] * 34, [4] * 34, [5, *[0] * 33], [1, 1, 1, *[0] * 31]]
    for method in ("is_win", "shanten"):
        call = getattr(judge, method)
        for counts in asked:
            expected = outcome(call, bytes(counts), None, 0)
            forms = [bytes(counts), list(counts), bytearray(counts), tuple(counts), np.array(counts, np.uint8)]
            if max(counts) <= 4:
                forms.append(Hand(counts))
            for hand in forms:
                assert outcome(call, hand) == expected, (method, hand)
                assert outcome(call, hand=hand) == expected
                assert outcome(call, hand, seen=None) == expected
                assert outcome(getattr(Judge, method), judge, hand) == expected
                assert type(outcome(call, hand)) is type(expected)


class Mine(Judge):
    mark = 0


def test_who_is_asked() -> None:
    mine = Mine(RIICHI)
    assert mine.is_win("123m456p789s11222z") is True
    assert mine.is_win(Hand("123m456p789s11222z")) is True
    assert mine.shanten(Hand("123m456p789s1122z")) == 0
    wrong: Any = object()
    for method in (Judge.is_win, Judge.shanten):
        for call in (
            lambda method=method: method(),
            lambda method=method: method(wrong, "123m"),
            mine.is_win,
            mine.shanten,
        ):
            with pytest.raises(TypeError):
                call()
    mine.mark = 3
    for same in (pickle.loads(pickle.dumps(mine)), copy.copy(mine), copy.deepcopy(mine)):
        assert type(same) is Mine and same.mark == 3 and same == mine
    any_judge: Any = mine
    for hand, named in ((("11m", None, 0, None, None, 1), {}), (("11m",), {"hand": "11m"}), (("11m",), {"tiles": 1})):
        with pytest.raises(TypeError):
            any_judge.is_win(*hand, **named)
        with pytest.raises(TypeError):
            any_judge.shanten(*hand, **named)


def test_no_references_are_kept() -> None:
    judge = Judge(RIICHI)
    hands: list[Any] = [bytes([2, *[0] * 33]), [2, *[0] * 33], Hand("11m"), "11m"]
    calls = [judge.is_win, judge.shanten]
    before = [sys.getrefcount(each) for each in (*hands, judge, None, True, False, 300)]
    for _ in range(1000):
        for call in calls:
            for hand in hands:
                call(hand)
    after = [sys.getrefcount(each) for each in (*hands, judge, None, True, False, 300)]
    assert all(abs(now - then) < 100 for then, now in zip(before, after, strict=True)), (before, after)


def test_buffers_to_fill_are_apart() -> None:
    judge = Judge(RIICHI)
    rows = np.tile(np.frombuffer(Hand("123m456p789s11222z").counts, np.uint8), (4, 1))
    block = np.zeros(4 * 34 * 8, np.uint8)
    shanten, tiles, count = block[:136].view(np.int8), block.view(np.uint64), np.zeros(136, np.uint8)
    for out in ((shanten, tiles, count), (count.view(np.int8), tiles, block[-136:])):
        with pytest.raises(HandError, match="share no memory"):
            judge.discards_many(rows, out)
    assert not block.any()
    assert not count.any()


def test_arguments_of_no_hands_are_looked_at() -> None:
    with pytest.raises(HandError, match="threads"):
        Judge(RIICHI).is_win_many(b"", threads=-1)
