"""Rule families as data: what a win is, in one frozen object a rule set.

A rule is a field here. What a field means is decided in the kernel (``_judge.pyx``) and nowhere else.
"""

from __future__ import annotations

import enum

from ._dataclass import frozen
from .errors import shown
from .tiles import HONORS, KINDS, SUITS, tile_index

TYPE_CHECKING = False  # as typing has it, whose import takes longer than the rest of the package
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "CLASSIC",
    "GUOBIAO",
    "HONGKONG",
    "HONGZHONG",
    "PINGHU",
    "PRESETS",
    "RIICHI",
    "RIICHI_3P",
    "SICHUAN",
    "TAIWAN",
    "Form",
    "Rules",
]


class Form(enum.IntEnum):
    """A shape that a won hand can have."""

    def __repr__(self) -> str:
        return f"Form.{self.name}"

    STANDARD = 0
    """Sets and a pair 平胡 (m·ABC + n·AAA + AA)."""
    SEVEN_PAIRS = 1
    """Seven pairs 七对 (chiitoitsu): 14 tiles, no melds."""
    THIRTEEN_ORPHANS = 2
    """Thirteen orphans 十三幺 (kokushi musou): 14 tiles, no melds."""
    KNITTED_STRAIGHT = 3
    """Knitted straight 组合龙: 147, 258 and 369 of three suits stand for three sets."""
    HONORS_AND_KNITTED = 4
    """Honours and knitted tiles 全不靠: 14 different ones of the seven honours and 147 258 369.
    Seven honours 七星不靠 included."""
    SEVEN_PAIRS_AND_PUNG = 5
    """Seven pairs and a pung 嚦咕嚦咕: 17 tiles, no melds."""


_SIZE = {
    Form.SEVEN_PAIRS: 4,
    Form.THIRTEEN_ORPHANS: 4,
    Form.KNITTED_STRAIGHT: None,
    Form.HONORS_AND_KNITTED: 4,
    Form.SEVEN_PAIRS_AND_PUNG: 5,
}
"""The ``sets`` whose hand has as many tiles as the form (None: any from three on)."""


@frozen
class Rules:
    """One rule family. Hashable, comparable, picklable; :meth:`replace` makes a variant.

    :param name: what the rules are called in messages and on the command line.
    :param honors: winds and dragons are in the tile set.
    :param sets: sets of a whole hand: 4, 5 in Taiwan, None for any number.
    :param forms: the shapes that win.
    :param quads_as_pairs: four alike are two of the seven pairs (龙七对).
    :param max_suits: how many of the three suits the winning hand and its melds may use (缺一门: 2).
    :param hand_kongs: four alike among the hand's own tiles may stand as a kong.
    :param melded_chows: a chow may be melded (吃).
    :param honor_runs: any three different winds, and the three dragons, are a chow.
    :param pair_ranks: ranks that the standard form's pair may have (二五八将: ``(2, 5, 8)``);
        honours have no rank. None: any pair.
    :param wild: tile kinds that are jokers (癞子), as indexes or text.
    :param players: 3 takes 2m-8m out of the tile set.
    :raises ValueError: for a value that no rule family can have, naming the field.
    """

    name: str = "custom"
    honors: bool = True
    sets: int | None = 4
    forms: tuple[Form, ...] = (Form.STANDARD,)
    quads_as_pairs: bool = False
    max_suits: int = 3
    hand_kongs: bool = False
    melded_chows: bool = True
    honor_runs: bool = False
    pair_ranks: tuple[int, ...] | None = None
    wild: tuple[int, ...] = ()
    players: int = 4

    def __post_init__(self) -> None:
        def put(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        def fail(name: str, expected: str) -> ValueError:
            return ValueError(f"Rules.{name} must be {expected}, not {shown(getattr(self, name))}")

        if not isinstance(self.name, str):
            raise fail("name", "text")
        for name in ("honors", "quads_as_pairs", "hand_kongs", "melded_chows", "honor_runs"):
            if not isinstance(getattr(self, name), bool):
                raise fail(name, "True or False")
        if self.sets is not None and (type(self.sets) is not int or not 1 <= self.sets <= 44):
            raise fail("sets", "a number of sets from 1 to 44, or None")
        if type(self.max_suits) is not int or not 1 <= self.max_suits <= 3:
            raise fail("max_suits", "1, 2 or 3")
        if type(self.players) is not int or self.players not in (3, 4):
            raise fail("players", "3 or 4")
        try:
            put("forms", tuple(sorted({Form(form) for form in self.forms})))
        except (TypeError, ValueError):
            raise fail("forms", "a collection of Form") from None
        if not self.forms:
            raise fail("forms", "at least one Form")
        try:
            put("wild", tuple(sorted({tile_index(tile) for tile in self.wild})))
        except (TypeError, ValueError):
            raise fail("wild", "a collection of tiles") from None
        if self.pair_ranks is not None:
            try:
                ranks = tuple(sorted(set(self.pair_ranks)))
            except TypeError:
                raise fail("pair_ranks", "a collection of ranks, or None") from None
            if not ranks or any(type(rank) is not int or not 1 <= rank <= 9 for rank in ranks):
                raise fail("pair_ranks", "ranks from 1 to 9, or None")
            put("pair_ranks", ranks)
        if self.honor_runs and not self.honors:
            raise fail("honor_runs", "False where there are no honours")
        self._check_forms()

    def _check_forms(self) -> None:
        for form in self.forms:
            if form is Form.STANDARD:
                continue
            size = _SIZE[form]
            if size is not None and self.sets not in (size, None):
                raise ValueError(f"Rules.forms: {form.name} needs a hand of {3 * size + 2} tiles: sets={size} or None")
            if form is Form.KNITTED_STRAIGHT and self.sets is not None and self.sets < 3:
                raise ValueError("Rules.forms: KNITTED_STRAIGHT needs at least three sets")
            if form in (Form.THIRTEEN_ORPHANS, Form.HONORS_AND_KNITTED) and not self.honors:
                raise ValueError(f"Rules.forms: {form.name} needs honours")
            if form in (Form.THIRTEEN_ORPHANS, Form.KNITTED_STRAIGHT, Form.HONORS_AND_KNITTED) and self.max_suits < 3:
                raise ValueError(f"Rules.forms: {form.name} needs three suits")
            if form in (Form.KNITTED_STRAIGHT, Form.HONORS_AND_KNITTED) and self.players == 3:
                raise ValueError(f"Rules.forms: {form.name} needs 2m-8m, which three players do not use")

    @property
    def kinds(self) -> tuple[int, ...]:
        """The tile kinds in the set, in order; jokers' kinds included."""
        return tuple(
            kind
            for kind in range(KINDS)
            if kind in self.wild or (kind in HONORS and self.honors) or (kind in SUITS and not self._removed(kind))
        )

    def _removed(self, kind: int) -> bool:
        return self.players == 3 and 1 <= kind <= 7

    def replace(self, **changes: Any) -> Rules:
        """A variant of these rules.

        >>> SICHUAN.replace(name="three suits", max_suits=3).max_suits
        3
        """
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    __replace__ = replace

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON can hold them; forms by name."""
        values: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        values["forms"] = [form.name for form in self.forms]
        values["wild"] = list(self.wild)
        values["pair_ranks"] = None if self.pair_ranks is None else list(self.pair_ranks)
        return values


_THREE = (Form.STANDARD, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS)

SICHUAN = Rules(
    name="SICHUAN",
    honors=False,
    forms=(Form.STANDARD, Form.SEVEN_PAIRS),
    quads_as_pairs=True,
    max_suits=2,
    hand_kongs=True,
    melded_chows=False,
)
"""Sichuan 四川麻将, 血战到底: no honours, one suit missing 缺一门, kongs may stand in the hand."""
PINGHU = Rules(name="PINGHU", sets=None)
"""Any number of sets and a pair 平胡."""
CLASSIC = Rules(name="CLASSIC", forms=_THREE, quads_as_pairs=True)
"""The general game of the web's articles: sets and a pair, seven pairs, thirteen orphans."""
RIICHI = Rules(name="RIICHI", forms=_THREE)
"""Japanese riichi リーチ麻雀: seven different pairs."""
RIICHI_3P = Rules(name="RIICHI_3P", forms=_THREE, players=3)
"""Three-player riichi 三人麻雀: no 2m-8m."""
GUOBIAO = Rules(
    name="GUOBIAO",
    forms=(*_THREE, Form.KNITTED_STRAIGHT, Form.HONORS_AND_KNITTED),
    quads_as_pairs=True,
)
"""Chinese official 国标麻将 (MCR)."""
HONGKONG = Rules(name="HONGKONG", forms=(Form.STANDARD, Form.THIRTEEN_ORPHANS))
"""Hong Kong old style 香港麻雀."""
TAIWAN = Rules(name="TAIWAN", sets=5, forms=(Form.STANDARD, Form.SEVEN_PAIRS_AND_PUNG))
"""Taiwan 台湾十六张: 17 tiles, five sets and a pair."""
HONGZHONG = Rules(
    name="HONGZHONG",
    honors=False,
    forms=(Form.STANDARD, Form.SEVEN_PAIRS),
    quads_as_pairs=True,
    wild=(33,),
)
"""Red Dragon 红中麻将: three suits, and four Red that are jokers."""

PRESETS: dict[str, Rules] = {
    rules.name: rules for rules in (SICHUAN, PINGHU, CLASSIC, RIICHI, RIICHI_3P, GUOBIAO, HONGKONG, TAIWAN, HONGZHONG)
}
"""The presets by name, in the order of the documentation."""
