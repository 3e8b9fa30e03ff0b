"""mjcore: a mahjong hand judge for programs.

>>> import mjcore as mj
>>> mj.is_win("123m456p789s11222z")
True
>>> mj.shanten("1113456666788s", mj.RIICHI), str(mj.waits("1113456666788s", mj.RIICHI))
(0, '2578s')
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ._hand import Hand
from ._judge import UNREACHABLE, Judge
from .errors import HandError, NotationError, TileCountError
from .notation import NOTATIONS, format_counts, parse_counts
from .results import (
    Decomposition,
    Discard,
    HandSet,
    Meld,
    Reason,
    SetKind,
    TileSet,
    Ukeire,
    Verdict,
)
from .rules import (
    CLASSIC,
    GUOBIAO,
    HONGKONG,
    HONGZHONG,
    PINGHU,
    PRESETS,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    TAIWAN,
    Form,
    Rules,
)

__version__ = "0.1.0"

__all__ = [
    "CLASSIC",
    "GUOBIAO",
    "HONGKONG",
    "HONGZHONG",
    "NOTATIONS",
    "PINGHU",
    "PRESETS",
    "RIICHI",
    "RIICHI_3P",
    "SICHUAN",
    "TAIWAN",
    "UNREACHABLE",
    "Decomposition",
    "Discard",
    "Form",
    "Hand",
    "HandError",
    "HandSet",
    "Judge",
    "Meld",
    "NotationError",
    "Reason",
    "Rules",
    "SetKind",
    "TileCountError",
    "TileSet",
    "Ukeire",
    "Verdict",
    "decompositions",
    "discards",
    "format",
    "is_win",
    "iter_decompositions",
    "judge",
    "parse",
    "shanten",
    "shanten_by_form",
    "ukeire",
    "waits",
]

judge_of = lru_cache(maxsize=64)(Judge)
"""The `Judge` of a `Rules`, made once."""


def parse(hand: Any, notation: str | None = None) -> Hand:
    """The `Hand` that a text (or list of codes) says, in a notation that is named or found out.

    :raises NotationError: for text that is no hand, or not in one notation only.

    >>> parse("123m44p[777z]")
    Hand('123m44p[777z]')
    >>> parse([11, 12, 13, 40], "tens")
    Hand('123m1z')
    """
    if isinstance(hand, Hand):
        return hand.copy()
    counts, melds = parse_counts(hand, notation)
    return Hand(counts, melds)


def format(hand: Any, notation: str = "mpsz") -> str | list[int]:
    """A hand as text in a notation, or as the codes of one that is a list.

    >>> format("123m11z", "chinese"), format("123m1z", "tens")
    ('一万二万三万东东', [11, 12, 13, 40])
    """
    if not isinstance(hand, Hand):
        hand = Hand(hand)
    return format_counts(hand.counts, hand.melds, notation)


def is_win(hand: Any, rules: Rules = CLASSIC, **around: Any) -> bool:
    """Whether the hand wins: `Judge.is_win` on a cached judge."""
    return judge_of(rules).is_win(hand, **around)


def judge(hand: Any, rules: Rules = CLASSIC, **around: Any) -> Verdict:
    """The verdict on a hand: `Judge.judge` on a cached judge."""
    return judge_of(rules).judge(hand, **around)


def decompositions(hand: Any, rules: Rules = CLASSIC, **around: Any) -> list[Decomposition]:
    """Every way in which a hand is made up: `Judge.decompositions` on a cached judge."""
    return judge_of(rules).decompositions(hand, **around)


def iter_decompositions(hand: Any, rules: Rules = CLASSIC, **around: Any) -> Iterator[Decomposition]:
    """The same one by one: `Judge.iter_decompositions` on a cached judge."""
    return judge_of(rules).iter_decompositions(hand, **around)


def shanten(hand: Any, rules: Rules = CLASSIC, **around: Any) -> int:
    """The shanten: `Judge.shanten` on a cached judge."""
    return judge_of(rules).shanten(hand, **around)


def shanten_by_form(hand: Any, rules: Rules = CLASSIC, **around: Any) -> dict[Form, int]:
    """The shanten of each form: `Judge.shanten_by_form` on a cached judge."""
    return judge_of(rules).shanten_by_form(hand, **around)


def waits(hand: Any, rules: Rules = CLASSIC, **around: Any) -> TileSet:
    """The tiles that win: `Judge.waits` on a cached judge."""
    return judge_of(rules).waits(hand, **around)


def ukeire(hand: Any, rules: Rules = CLASSIC, **around: Any) -> Ukeire:
    """The tiles that lower the shanten: `Judge.ukeire` on a cached judge."""
    return judge_of(rules).ukeire(hand, **around)


def discards(hand: Any, rules: Rules = CLASSIC, **around: Any) -> list[Discard]:
    """What each discard leads to, best first: `Judge.discards` on a cached judge."""
    return judge_of(rules).discards(hand, **around)
