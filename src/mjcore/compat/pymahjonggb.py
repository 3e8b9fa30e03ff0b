"""The shanten functions of the package ``PyMahjongGB`` (module ``MahjongGB``) 1.4, on mjcore's judge.

>>> RegularShanten(("W1", "W2", "T4", "T4"))
(0, ('W3',))

Tiles are W1-W9 characters, T1-T9 bamboo, B1-B9 dots, F1-F4 East to North, and J1 Red, J2 Green, J3 White.
``docs/compat/pymahjonggb.md`` tells what differs.
"""

from functools import cache
from operator import index
from typing import Any

from .. import GUOBIAO, Form, HandError, Judge, Meld

__all__ = [
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
    "MahjongShanten",
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
]

_KINDS = 34
_SUITS = {"W": (0, 9), "T": (18, 9), "B": (9, 9), "F": (27, 4)}
_KIND_OF = {f"{letter}{rank + 1}": first + rank for letter, (first, ranks) in _SUITS.items() for rank in range(ranks)}
_KIND_OF |= {"J1": 33, "J2": 32, "J3": 31}
"""mjcore's kind of a tile's text, in the order in which tiles are listed."""

_BAD_TILE = "ERROE_WRONG_TILE_CODE"  # spelt as programs may look for it
_BAD_HAND = "ERROR_INVALID_HAND"

_guobiao = Judge(GUOBIAO)
_regular = Judge(GUOBIAO.replace(forms=(Form.STANDARD,))).ukeire
_seven_pairs = Judge(GUOBIAO.replace(forms=(Form.SEVEN_PAIRS,))).ukeire
_thirteen_orphans = Judge(GUOBIAO.replace(forms=(Form.THIRTEEN_ORPHANS,))).ukeire
_knitted_straight = Judge(GUOBIAO.replace(forms=(Form.KNITTED_STRAIGHT,))).ukeire
_honors_and_knitted = Judge(GUOBIAO.replace(forms=(Form.HONORS_AND_KNITTED,))).ukeire


def MahjongShanten(pack: tuple[tuple[str, str, int], ...], hand: tuple[str, ...]) -> int:
    """The shanten of a hand of the Chinese official game, the least over all forms.

    :param pack: the melds, each ``"CHI"``, ``"PENG"`` or ``"GANG"``, its tile (the middle one of a chow) and the offer,
        0 to 3. With none told, a hand of fewer than 13 tiles is judged as if the rest were melds.
    :param hand: the tiles in hand, 3k+1 of them.
    :raises TypeError: for anything else: also for a pack that is no meld, packs that do not fit the number of tiles in
        hand, and more than four alike.
    """
    if not isinstance(pack, tuple):
        raise TypeError("Param `pack` must be a tuple!")
    try:
        melds = tuple(_meld(each) for each in pack) or None
        counts = _counts(hand)
        if len(hand) % 3 != 1:
            raise TypeError("ERROR_INVALID_HAND_OR_PACK")
        return _guobiao.shanten(counts, melds)
    except HandError as error:
        raise TypeError(f"ERROR_INVALID_HAND_OR_PACK: {error}") from None


def ThirteenOrphansShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten for thirteen orphans of a hand of 13 tiles, and the tiles that lower it.

    :raises TypeError: for anything else than a tuple of 13 tiles, at most four alike.
    """
    return _shanten(_thirteen_orphans, hand, 13)


def SevenPairsShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten for seven pairs of a hand of 13 tiles, and the tiles that lower it. Four alike are two pairs.

    :raises TypeError: for anything else than a tuple of 13 tiles, at most four alike.
    """
    return _shanten(_seven_pairs, hand, 13)


def HonorsAndKnittedTilesShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten for honours and knitted tiles of a hand of 13 tiles, and the tiles that lower it.

    :raises TypeError: for anything else than a tuple of 13 tiles, at most four alike.
    """
    return _shanten(_honors_and_knitted, hand, 13)


def KnittedStraightShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten for a knitted straight of a hand of 10 or 13 tiles, and the tiles that lower it.

    :raises TypeError: for anything else than a tuple of 10 or 13 tiles, at most four alike.
    """
    return _shanten(_knitted_straight, hand, 10)


def RegularShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten for sets and a pair of a hand of 1, 4, 7, 10 or 13 tiles, and the tiles that lower it.

    :raises TypeError: for anything else than a tuple of so many tiles, at most four alike.
    """
    return _shanten(_regular, hand, 1)


def _shanten(ukeire: Any, hand: tuple[str, ...], least: int) -> tuple[int, tuple[str, ...]]:
    counts = _counts(hand)
    if len(hand) < least:
        raise TypeError(_BAD_HAND)
    try:
        found = ukeire(counts)
    except HandError as error:
        raise TypeError(f"{_BAD_HAND}: {error}") from None
    flags = int(found.tiles)
    characters, dots, bamboo = flags & 0x1FF, flags >> 9 & 0x1FF, flags >> 18 & 0x1FF
    return found.shanten, _names(0, characters) + _names(18, bamboo) + _names(9, dots) + _names(27, flags >> 27)


@cache
def _names(first: int, flags: int) -> tuple[str, ...]:
    """The texts of tiles of one suit."""
    return tuple(name for name, kind in _KIND_OF.items() if first <= kind and flags >> (kind - first) & 1)


def _counts(hand: Any) -> bytes:
    if not isinstance(hand, tuple):
        raise TypeError("Param `hand` must be a tuple!")
    counts = bytearray(_KINDS)
    try:
        for tile in hand:
            counts[_KIND_OF[tile]] += 1
    except (KeyError, TypeError, ValueError):
        for tile in hand:
            if not isinstance(tile, str):
                raise TypeError("Param `hand` must be a tuple of strs!") from None
            if tile not in _KIND_OF:
                raise TypeError(_BAD_TILE) from None
        raise TypeError(_BAD_HAND) from None
    return bytes(counts)


def _meld(pack: Any) -> Meld:
    if not isinstance(pack, tuple):
        raise TypeError("Param `pack` must be a tuple of tuples!")
    if len(pack) != 3:
        raise TypeError(f"a pack is a type, a tile and an offer, not {len(pack)} things")
    kind, tile, offer = pack
    if not isinstance(kind, str) or not isinstance(tile, str):
        raise TypeError("a pack's type and tile are strs")
    if tile not in _KIND_OF:
        raise TypeError(_BAD_TILE)
    if not 0 <= index(offer) < 4:
        raise TypeError("ERROE_WRONG_OFFER_CODE")
    return _meld_of(kind, tile)


@cache
def _meld_of(kind: str, tile: str) -> Meld:
    middle = _KIND_OF[tile]
    if kind == "CHI":
        return Meld((middle - 1, middle, middle + 1))
    if kind not in ("PENG", "GANG"):
        raise TypeError("ERROE_WRONG_PACK_CODE")
    return Meld((middle,) * (3 if kind == "PENG" else 4))
