"""`Agari` and `Shanten` of the package ``mahjong`` 2.x, on mjcore's judge.

>>> tiles = [1] * 9 + [3] + [0] * 23 + [2]
>>> Agari.is_agari(tiles), Shanten.calculate_shanten(tiles) == Shanten.AGARI_STATE
(True, True)

`install` puts both in place of the originals, for programs that import them from ``mahjong``.
``docs/compat/mahjong.md`` tells what differs.
"""

import importlib
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from operator import index
from typing import Any

from .. import RIICHI, RIICHI_3P, Form, HandError, Judge

__all__ = ["Agari", "Shanten", "install", "uninstall"]

_KINDS = 34
_COPIES = 4
_WHOLE = 14
_DIRECT = frozenset((list, tuple, bytes, bytearray))
"""What the judge is asked with as it is; `_counts` looks at the rest, and at what the judge refuses."""

_is_win = Judge(RIICHI.replace(name="mahjong.Agari", sets=None)).is_win


@cache
def _shanten_of(chiitoitsu: bool, kokushi: bool, three_player: bool) -> Callable[..., int]:
    """`Judge.shanten` for a choice of forms and players."""
    rules = RIICHI_3P if three_player else RIICHI
    forms = [Form.STANDARD]
    if chiitoitsu:
        forms.append(Form.SEVEN_PAIRS)
    if kokushi:
        forms.append(Form.THIRTEEN_ORPHANS)
    return Judge(rules.replace(name="mahjong.Shanten", forms=forms)).shanten


_riichi = _shanten_of(True, True, False)
_regular = _shanten_of(False, False, False)
_chiitoitsu = Judge(RIICHI.replace(name="chiitoitsu", forms=(Form.SEVEN_PAIRS,))).shanten
_kokushi = Judge(RIICHI.replace(name="kokushi", forms=(Form.THIRTEEN_ORPHANS,))).shanten


class Agari:
    """Whether a hand is complete."""

    @staticmethod
    def is_agari(tiles_34: Sequence[int], open_sets_34: Collection[Sequence[int]] | None = None) -> bool:
        """Whether the tiles are sets and a pair, seven pairs or thirteen orphans.

        :param tiles_34: 34 counts, tiles of open sets included.
        :param open_sets_34: the open sets, each three or four tile indexes.
        :raises IndexError: for fewer than 34 counts, and for an open set of fewer than three tiles.
        :raises TypeError: for a count that is no int.
        :raises ValueError: for an open set of honours that are not among the tiles.
        """
        if open_sets_34:
            return Agari.is_agari(_closed(tiles_34, open_sets_34)) and max(tiles_34) <= _COPIES
        if type(tiles_34) in _DIRECT:
            try:
                return _is_win(tiles_34)
            except HandError:
                pass
        return _is_agari(tiles_34)


class Shanten:
    """How far a hand is from complete: -1 complete, 0 ready."""

    TENPAI_STATE = 0
    """The shanten of a ready hand."""
    AGARI_STATE = -1
    """The shanten of a complete hand."""

    @staticmethod
    def calculate_shanten(
        tiles_34: Sequence[int],
        use_chiitoitsu: bool = True,
        use_kokushi: bool = True,
        is_three_player: bool = False,
    ) -> int:
        """The shanten over sets and a pair and, for hands of 13 and 14 tiles, seven pairs and thirteen orphans.

        :param tiles_34: 34 counts, without the tiles of open sets.
        :param use_chiitoitsu: seven pairs count.
        :param use_kokushi: thirteen orphans count.
        :param is_three_player: there are no 2m-8m.
        :raises ValueError: for more than 14 tiles, a multiple of three, and 2m-8m of three players.
        :raises IndexError: for fewer than 34 counts.
        """
        if use_chiitoitsu and use_kokushi and not is_three_player:
            shanten = _riichi
        else:
            shanten = _shanten_of(bool(use_chiitoitsu), bool(use_kokushi), bool(is_three_player))
        if type(tiles_34) in _DIRECT:
            try:
                return shanten(tiles_34)
            except HandError:
                pass
        return _shanten(shanten, tiles_34, is_three_player)

    @staticmethod
    def calculate_shanten_for_regular_hand(tiles_34: Sequence[int], is_three_player: bool = False) -> int:
        """The shanten for sets and a pair alone.

        :raises ValueError: for more than 14 tiles, a multiple of three, and 2m-8m of three players.
        :raises IndexError: for fewer than 34 counts.
        """
        shanten = _shanten_of(False, False, True) if is_three_player else _regular
        if type(tiles_34) in _DIRECT:
            try:
                return shanten(tiles_34)
            except HandError:
                pass
        return _shanten(shanten, tiles_34, is_three_player)

    @staticmethod
    def calculate_shanten_for_chiitoitsu_hand(tiles_34: Sequence[int]) -> int:
        """The shanten for seven pairs alone, of up to 14 tiles.

        :raises ValueError: for more than 14 tiles.
        :raises IndexError: for fewer than 34 counts.
        """
        return _form_shanten(_chiitoitsu, tiles_34)

    @staticmethod
    def calculate_shanten_for_kokushi_hand(tiles_34: Sequence[int]) -> int:
        """The shanten for thirteen orphans alone, of up to 14 tiles.

        :raises ValueError: for more than 14 tiles.
        :raises IndexError: for fewer than 34 counts.
        """
        return _form_shanten(_kokushi, tiles_34)


# ---------------------------------------------------------------- hands that the judge does not take as they are


def _closed(tiles_34: Sequence[int], open_sets_34: Collection[Sequence[int]]) -> list[int]:
    """The counts without the open sets."""
    tiles = list(tiles_34)
    for meld in open_sets_34:
        for place in range(4 if len(meld) > 3 else 3):
            tiles[meld[place]] -= 1
    return tiles


def _listed(tiles_34: Any) -> Sequence[Any]:
    # NumPy's own numbers are slow to look at one by one.
    tiles: Sequence[Any] = tiles_34.tolist() if hasattr(tiles_34, "tolist") else tiles_34
    return tiles


def _is_agari(tiles_34: Sequence[int]) -> bool:
    given = _listed(tiles_34)
    tiles = [index(given[kind]) for kind in range(_KINDS)]
    if min(tiles[27:]) < 0:
        raise ValueError("negative count of an honour")
    return 0 <= min(tiles) and max(tiles) <= _COPIES and _is_win(tiles)


def _counts(given: Sequence[Any]) -> list[int]:
    """Counts for the judge. A fifth copy, which no hand can use, is left out."""
    tiles = [int(given[kind]) for kind in range(_KINDS)]  # hands made with numpy.zeros(34) are floats
    if any(count != given[kind] for kind, count in enumerate(tiles)):
        raise ValueError("a count is a whole number")
    return [min(count, _COPIES) for count in tiles]


def _shanten(shanten: Callable[..., int], tiles_34: Sequence[int], is_three_player: bool) -> int:
    given = _listed(tiles_34)
    total = sum(given)
    if is_three_player and any(given[1:8]):
        raise ValueError("Invalid tile for three player")
    _check_total(total)
    if total % 3 == 0:
        raise ValueError(f"Invalid tile count = {total}. Valid counts: 1, 2, 4, 5, 7, 8, 10, 11, 13, 14.")
    return shanten(_counts(given))


def _form_shanten(shanten: Callable[..., int], tiles_34: Sequence[int]) -> int:
    """The shanten for one form of 14 tiles, of any number of tiles: jokers stand in for those that the hand lacks."""
    given = _listed(tiles_34)
    total = sum(given)
    _check_total(total)
    if total > 12 and type(given) in _DIRECT:
        try:
            return shanten(given)
        except HandError:
            pass
    tiles = _counts(given)
    lacking = max(0, 13 - sum(tiles))
    return shanten(tiles, None, lacking) + lacking


def _check_total(total: int) -> None:
    if total > _WHOLE:
        raise ValueError(f"Too many tiles = {total}")


# ---------------------------------------------------------------- in place of the originals


class Replacement:
    """Objects put in place of others in every loaded module that holds them by any name, until taken back."""

    def __init__(self) -> None:
        self._places: list[tuple[dict[str, Any], str, Any, Any]] = []

    def put(self, pairs: Iterator[tuple[Any, Any]]) -> None:
        """Put the second of each pair wherever a module holds the first."""
        new_of = {id(old): (old, new) for old, new in pairs if old is not new}
        for names in _namespaces(""):
            for name, value in list(names.items()):
                if id(value) in new_of:
                    old, new = new_of[id(value)]
                    names[name] = new
                    self._places.append((names, name, old, new))

    def take_back(self, package: str) -> None:
        """Put back what was there; also in modules of the package that were loaded in the meantime."""
        for names, name, old, new in self._places:
            if names.get(name) is new:
                names[name] = old
        old_of = {id(new): old for _, _, old, new in self._places}
        self._places.clear()
        for names in _namespaces(package):
            for name, value in list(names.items()):
                if id(value) in old_of:
                    names[name] = old_of[id(value)]


def _namespaces(package: str) -> Iterator[dict[str, Any]]:
    """The names of each loaded module of the package, or of all."""
    for path, module in list(sys.modules.items()):
        if not package or path == package or path.startswith(package + "."):
            try:
                yield object.__getattribute__(module, "__dict__")  # a lazy module stays unloaded
            except AttributeError:
                continue


_installed = Replacement()


def _originals() -> Iterator[tuple[Any, Any]]:
    for ours, module in ((Agari, "mahjong.agari"), (Shanten, "mahjong.shanten")):
        original = getattr(importlib.import_module(module), ours.__name__)
        yield original, ours
        for name, method in vars(ours).items():
            if isinstance(method, staticmethod):
                yield getattr(original, name), getattr(ours, name)


def install() -> None:
    """Put `Agari` and `Shanten` in place of the originals, in ``mahjong`` and in every loaded module that holds them.

    Modules loaded later get them from ``mahjong``. A second call does for modules what a first one has not done.

    :raises ImportError: where ``mahjong`` 2.x is not installed.
    """
    _installed.put(_originals())


def uninstall() -> None:
    """Put the originals back where `install` found them. Without an `install` before, nothing happens."""
    _installed.take_back("mahjong")
