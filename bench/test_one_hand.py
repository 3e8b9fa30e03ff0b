"""One hand a call: what a call costs beside a call that does nothing, and beside the other libraries.

The call that does nothing is ``[].count``: a method in C that takes one argument, as an empty compiled method would be.
It looks at the zero items of its list and returns 0. An empty method of a Cython class takes the same time when it is
compiled without ``binding`` and a third more as Cython compiles it when not told, so this is the strict choice of the
three, and it needs no compiler. The loop over the hands is part of both times.
"""

import random
import time

import pytest

import mjcore as mj

from . import peers
from .hands import dead, hands
from .measuring import AtLeast, AtMost
from .operations import each, each_seen

pytestmark = pytest.mark.benchmark(timer=time.process_time)
EMPTY = [].count
JUDGE = mj.Judge(mj.RIICHI)
HANDS = hands(4096)
DEALT = (*hands(1024, 13, won=0), *hands(1024, 14, won=0))


def test_is_win_bytes(measure):
    against = {**peers.is_win(HANDS), "empty call": each(EMPTY, HANDS)}
    measure("is_win(bytes)", each(JUDGE.is_win, HANDS), against, AtMost(2, "empty call"))


def test_is_win_hand(measure):
    asked = [mj.Hand(hand) for hand in HANDS]
    against = {**peers.is_win(HANDS), "empty call": each(EMPTY, asked)}
    measure("is_win(Hand)", each(JUDGE.is_win, asked), against, AtMost(2, "empty call"))


def test_is_win_list(measure):
    asked = [list(hand) for hand in HANDS]
    against = {**peers.is_win(HANDS), "empty call": each(EMPTY, asked)}
    measure("is_win(list)", each(JUDGE.is_win, asked), against, AtLeast(30, "mahjong"))


def test_shanten_bytes(measure):
    rng = random.Random(0)
    asked = rng.sample(DEALT, len(DEALT))
    against = {**peers.shanten(asked), "empty call": each(EMPTY, asked)}
    bounds = AtMost(3, "empty call"), AtLeast(15, "xiangting")
    measure("shanten(bytes)", each(JUDGE.shanten, asked), against, *bounds)


@pytest.mark.parametrize(("amount", "share"), [("few", 0.05), ("half", 0.5), ("nearly all", 0.9)])
def test_shanten_seen(measure, amount, share):
    rng = random.Random(1)
    asked = [(hand, dead(hand, share, rng)) for hand in DEALT[512:1536]]
    plain, seen = each(JUDGE.shanten, DEALT[512:1536]), each_seen(JUDGE.shanten, asked)
    measure(f"shanten(bytes, seen={amount})", seen, {"plain shanten": plain}, AtMost(20, "plain shanten"))


def test_waits_bytes(measure):
    asked = hands(2048, 13)
    measure("waits(bytes)", each(JUDGE.waits, asked), {**peers.waits(asked), "empty call": each(EMPTY, asked)})


def test_ukeire_bytes(measure):
    asked = hands(2048, 13)
    measure("ukeire(bytes)", each(JUDGE.ukeire, asked), {**peers.ukeire(asked), "empty call": each(EMPTY, asked)})


def test_discards_bytes(measure):
    asked = HANDS[:256]
    measure("discards(bytes)", each(JUDGE.discards, asked), {**peers.discards(asked), "empty call": each(EMPTY, asked)})
