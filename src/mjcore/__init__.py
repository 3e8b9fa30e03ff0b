"""mjcore: a mahjong hand judge for programs.

>>> import mjcore as mj
>>> mj.is_win("123m456p789s11222z")
True
>>> mj.shanten("1113456666788s", mj.RIICHI), str(mj.waits("1113456666788s", mj.RIICHI))
(0, '2578s')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

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

TYPE_CHECKING = False  # as typing has it, whose import takes longer than the rest of this one
if TYPE_CHECKING:
    from ._typing import HandLike, MeldsLike

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


def parse(hand: str | Hand | Iterable[int], notation: str | None = None) -> Hand:
    """The `Hand` that a text (or list of codes) says, in a notation that is named or found out.

    :raises NotationError: for text that is no hand, or not in one notation only.
    :raises TileCountError: for more than four alike.

    >>> parse("123m44p[777z]")
    Hand('123m44p[777z]')
    >>> parse([11, 12, 13, 40], "tens")
    Hand('123m1z')
    """
    if isinstance(hand, Hand):
        return hand.copy()
    counts, melds = parse_counts(hand, notation)
    return Hand(counts, melds)


def format(hand: HandLike, notation: str = "mpsz") -> str | list[int]:
    """A hand as text in a notation, or as the codes of one that is a list.

    :raises HandError: for a hand that the notation cannot write, and for what is no hand.

    >>> format("123m11z", "chinese"), format("123m1z", "tens")
    ('一万二万三万东东', [11, 12, 13, 40])
    """
    if hand is None:
        raise HandError("a hand is text, a Hand or 34 counts, not None")
    if not isinstance(hand, Hand):
        hand = Hand(hand)
    return format_counts(hand.counts, hand.melds, notation)


def is_win(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> bool:
    """Whether the hand wins: `Judge.is_win` on a cached judge.

    :raises HandError: for what is no hand under the rules.

    >>> is_win("1112345678999m1z"), is_win("1112345678999m5m")
    (False, True)
    """
    return judge_of(rules).is_win(hand, melds, wild, void, seen)


def judge(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> Verdict:
    """The verdict on a hand, true when won: `Judge.judge` on a cached judge.

    :raises HandError: for what is no hand under the rules.

    >>> judge("123m456p789s11223z")
    <Verdict CLASSIC: not a win: honours cannot be made up>
    """
    return judge_of(rules).judge(hand, melds, wild, void, seen)


def decompositions(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> list[Decomposition]:
    """Every way in which a hand is made up: `Judge.decompositions` on a cached judge.

    :raises HandError: for what is no hand under the rules.

    >>> for found in decompositions("111222333m44455z"):
    ...     print(found)
    111w 222w 333w 444z 55z
    123w 123w 123w 444z 55z
    """
    return judge_of(rules).decompositions(hand, melds, wild, void, seen)


def iter_decompositions(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> Iterator[Decomposition]:
    """The same one by one, found as they are asked for: `Judge.iter_decompositions` on a cached judge.

    :raises HandError: for what is no hand under the rules.
    """
    return judge_of(rules).iter_decompositions(hand, melds, wild, void, seen)


def shanten(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> int:
    """The shanten of a hand, -1 when won: `Judge.shanten` on a cached judge.

    :raises HandError: for what is no hand under the rules, and for a hand of 3k tiles.

    >>> shanten("147m258p369s12345z"), shanten("19m19p19s1234567z")
    (6, 0)
    """
    return judge_of(rules).shanten(hand, melds, wild, void, seen)


def shanten_by_form(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> dict[Form, int]:
    """The shanten of each form of the rules: `Judge.shanten_by_form` on a cached judge.

    :raises HandError: for what is no hand under the rules, and for a hand of 3k tiles.

    >>> shanten_by_form("1122334455667m")
    {Form.STANDARD: 0, Form.SEVEN_PAIRS: 0, Form.THIRTEEN_ORPHANS: 11}
    """
    return judge_of(rules).shanten_by_form(hand, melds, wild, void, seen)


def waits(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> TileSet:
    """The tiles that win: `Judge.waits` on a cached judge.

    :raises HandError: for what is no hand under the rules, and for a hand of another number than 3k+1 tiles.

    >>> waits("1112345678999m"), waits("1112345678999m", seen="555m")
    (TileSet('123456789m'), TileSet('12346789m'))
    """
    return judge_of(rules).waits(hand, melds, wild, void, seen)


def ukeire(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> Ukeire:
    """The tiles that lower the shanten, and how many are left: `Judge.ukeire` on a cached judge.

    :raises HandError: for what is no hand under the rules, and for a hand of another number than 3k+1 tiles.

    >>> ukeire("123456m1245p778s")
    Ukeire(shanten=1, tiles=TileSet('36p'), count=8)
    """
    return judge_of(rules).ukeire(hand, melds, wild, void, seen)


def discards(
    hand: HandLike,
    rules: Rules = CLASSIC,
    melds: MeldsLike | None = None,
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
) -> list[Discard]:
    """What each discard leads to, best first: `Judge.discards` on a cached judge.

    :raises HandError: for what is no hand under the rules, and for a hand of another number than 3k+2 tiles.

    >>> best = discards("123456m1245p7789s")[0]
    >>> best.tile, best.shanten, str(best.tiles), best.count
    (24, 1, '123456p', 20)
    """
    return judge_of(rules).discards(hand, melds, wild, void, seen)
