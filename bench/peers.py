"""The same questions put to other libraries, in a loop as their users put them, each in the form it takes fastest.

Every function gives one pass over the hands for each library that is installed and answers the question; hands are
turned into what the library takes beforehand.
"""

from collections.abc import Sequence
from importlib.util import find_spec

from .hands import ALL, discarded
from .operations import Work, each, each_with

FEW = 128
"""Of how many hands a pass over the slow ones consists: they cost a hundred times what the others do."""
_WTB = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]


def is_win(hands: Sequence[bytes]) -> dict[str, Work]:
    """``Agari.is_agari`` of PyPI `mahjong`."""
    if not find_spec("mahjong"):
        return {}
    from mahjong.agari import Agari

    return {"mahjong": each(Agari.is_agari, map(list, hands[:1024]))}


def shanten(hands: Sequence[bytes]) -> dict[str, Work]:
    """The replacement number of `xiangting` (shanten and one), the shanten of `mahjong`, and of 13 tiles that of
    `PyMahjongGB`, whose rules have two forms more."""
    found = {}
    if find_spec("xiangting"):
        from xiangting import PlayerCount, calculate_replacement_number

        found["xiangting"] = each_with(calculate_replacement_number, map(list, hands[:1024]), PlayerCount.FOUR)
    if find_spec("mahjong"):
        from mahjong.shanten import Shanten

        found["mahjong"] = each(Shanten.calculate_shanten, map(list, hands[:FEW]))
    if find_spec("MahjongGB") and sum(hands[0]) == 13:
        from MahjongGB import MahjongShanten

        found["PyMahjongGB"] = each(lambda hand: MahjongShanten(hand=hand), map(_wtb, hands[:FEW]))
    return found


def ukeire(hands: Sequence[bytes]) -> dict[str, Work]:
    """The necessary tiles of `xiangting` (it counts no copies), of `PyMahjongGB` those of the standard form alone."""
    found = {}
    if find_spec("xiangting"):
        from xiangting import PlayerCount, calculate_necessary_tiles

        found["xiangting"] = each_with(calculate_necessary_tiles, map(list, hands[:1024]), PlayerCount.FOUR)
    if find_spec("MahjongGB") and sum(hands[0]) == 13:
        from MahjongGB import RegularShanten

        found["PyMahjongGB"] = each(RegularShanten, map(_wtb, hands[:FEW]))
    return found


def waits(hands: Sequence[bytes]) -> dict[str, Work]:
    """The necessary tiles of `xiangting`; `mahjong` has no such question: ``is_agari`` with each tile added."""
    found = {name: work for name, work in ukeire(hands).items() if name == "xiangting"}
    if find_spec("mahjong"):
        from mahjong.agari import Agari

        def waits_of(counts: list[int]) -> list[int]:
            winning = []
            for kind in ALL:
                if counts[kind] < 4:
                    counts[kind] += 1
                    if Agari.is_agari(counts):
                        winning.append(kind)
                    counts[kind] -= 1
            return winning

        found["mahjong"] = each(waits_of, map(list, hands[:FEW]))
    return found


def discards(hands: Sequence[bytes]) -> dict[str, Work]:
    """`xiangting`'s necessary tiles after each tile that can go."""
    if not find_spec("xiangting"):
        return {}
    from xiangting import PlayerCount, calculate_necessary_tiles

    def discards_of(counts: list[int]) -> list[tuple[int, int]]:
        return [calculate_necessary_tiles(left, PlayerCount.FOUR) for _, left in discarded(counts)]

    return {"xiangting": each(discards_of, map(list, hands[:FEW]))}


def _wtb(hand: bytes) -> tuple[str, ...]:
    return tuple(_WTB[kind] for kind in ALL for _ in range(hand[kind]))
