"""What the judge answers with: frozen, hashable, picklable objects with the game's names.

Nothing here decides a rule; the kernel has decided, these say it.
"""

from __future__ import annotations

import enum
import operator
from collections import namedtuple
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache

from .errors import HandError, TileCountError, shown
from .rules import Form, Rules
from .tiles import KINDS, MPSZ, SUIT_LETTERS, tile_index

TYPE_CHECKING = False  # as typing has it, whose import takes longer than the rest of the package
if TYPE_CHECKING:
    from typing import Any


class TileSet(Set[int]):
    """A set of tile kinds: a 34-bit mask that behaves as a set of ints and prints as ``258m``.

    >>> waits = TileSet(["2m", "5m", "8m"])
    >>> waits, len(waits), 4 in waits, int(waits)
    (TileSet('258m'), 3, True, 146)
    >>> waits | TileSet([33])
    TileSet('258m7z')
    """

    __slots__ = ("_bits",)
    _bits: int

    def __init__(self, tiles: Iterable[int | str] | str = ()) -> None:
        if isinstance(tiles, str):
            from .notation import parse_counts

            counts, melds = parse_counts(tiles) if tiles else ([], ())
            if melds:
                raise TileCountError("a set of tiles holds no melds")
            tiles = [kind for kind, count in enumerate(counts) if count]
        bits = 0
        for tile in _each(tiles):
            bits |= 1 << tile_index(tile)
        object.__setattr__(self, "_bits", bits)

    @classmethod
    def from_mask(cls, bits: int) -> TileSet:
        """The set whose tile t is in when bit t of ``bits`` is set.

        :raises TileCountError: for a mask with other bits than the 34.
        """
        try:
            bits = operator.index(bits)
        except TypeError:
            raise HandError(f"a mask of tiles is an int, not {type(bits).__name__}") from None
        if not 0 <= bits < 1 << KINDS:
            raise TileCountError(f"a mask of tiles has 34 bits, which {shown(bits)} has not")
        return tile_set(bits)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> TileSet:  # type: ignore[override]
        return cls(it)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a TileSet is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a TileSet is frozen")

    def __contains__(self, tile: object) -> bool:
        try:
            return bool(self._bits >> tile_index(tile) & 1)  # type: ignore[arg-type]  # raises for what is no tile
        except ValueError:
            return False

    def __iter__(self) -> Iterator[int]:
        bits = self._bits
        while bits:
            yield (bits & -bits).bit_length() - 1
            bits &= bits - 1

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __bool__(self) -> bool:
        return self._bits != 0

    def __int__(self) -> int:
        return self._bits

    __index__ = __int__

    def __hash__(self) -> int:
        return Set._hash(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return TileSet.from_mask, (self._bits,)

    def __str__(self) -> str:
        return tiles_text(self)

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})" if self else "TileSet()"


def _each(tiles: Iterable[int | str]) -> Iterator[int | str]:
    try:
        return iter(tiles)
    except TypeError:
        raise HandError(f"tiles are text or an iterable, not {type(tiles).__name__}") from None


_set_bits = TileSet.__dict__["_bits"].__set__


def tile_set(bits: int) -> TileSet:
    """The set of a mask that is known to be one."""
    made = TileSet.__new__(TileSet)
    _set_bits(made, bits)
    return made


def tiles_text(tiles: Iterable[int]) -> str:
    """Tiles in the order given, as ``mpsz`` writes them: ``123m11z``."""
    parts: list[str] = []
    letter = ""
    for tile in tiles:
        rank, suit = MPSZ[tile][0], MPSZ[tile][1]
        if suit != letter and letter:
            parts.append(letter)
        parts.append(rank)
        letter = suit
    return "".join(parts) + letter


class SetKind(enum.Enum):
    """What a set is."""

    def __repr__(self) -> str:
        return f"SetKind.{self.name}"

    CHOW = "chow"
    """Three in a row of one suit 顺子 (shuntsu); under ``honor_runs`` also of honours."""
    PUNG = "pung"
    """Three alike 刻子 (koutsu)."""
    KONG = "kong"
    """Four alike 杠 (kantsu); counts as one set."""
    KNITTED = "knitted"
    """The nine knitted tiles 147 258 369 of three suits; count as three sets."""
    PAIR = "pair"
    """One of seven pairs."""
    SINGLES = "singles"
    """Tiles that stand alone: the twelve of thirteen orphans beside the pair, the fourteen of honours and knitted."""


class Meld:
    """A set that lies beside the hand: a chow, a pung or a kong; melded unless ``concealed``.

    >>> Meld("777z"), Meld("5555s", concealed=True).kind
    (Meld('777z'), SetKind.KONG)

    Only a kong can be concealed. :raises TileCountError: for tiles that are no set.
    """

    __slots__ = ("concealed", "kind", "tiles")
    tiles: tuple[int, ...]
    kind: SetKind
    concealed: bool

    def __init__(self, tiles: Iterable[int | str] | str, concealed: bool = False) -> None:
        if isinstance(tiles, str):
            from .notation import parse_counts

            counts, melds = parse_counts(tiles)
            if melds:
                raise TileCountError(f"one meld, not {tiles!r}")
            found = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        else:
            found = tuple(sorted(tile_index(tile) for tile in _each(tiles)))
        put = object.__setattr__
        put(self, "tiles", found)
        put(self, "concealed", bool(concealed))
        put(self, "kind", _meld_kind(found))
        if concealed and self.kind is not SetKind.KONG:
            raise TileCountError(f"only a kong lies concealed beside the hand, not {tiles_text(found)}")

    @classmethod
    def from_text(cls, text: str) -> Meld:
        """The meld that a text is: ``"777z"``, ``"[777z]"``, or ``"(5555s)"`` for a concealed kong.

        :raises HandError: for anything else.
        """
        if not isinstance(text, str):
            raise HandError(f"a meld is a Meld or text, not {type(text).__name__}")
        from .notation import parse_counts

        counts, melds = parse_counts(text)
        if not melds:
            return cls(text)
        if len(melds) != 1 or any(counts):
            raise TileCountError(f"one meld, not {text!r}")
        return melds[0]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Meld is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Meld is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Meld):
            return NotImplemented
        return self.tiles == other.tiles and self.concealed == other.concealed

    def __hash__(self) -> int:
        return hash((self.tiles, self.concealed))

    def __reduce__(self) -> tuple[Any, ...]:
        return Meld, (self.tiles, self.concealed)

    def __str__(self) -> str:
        text = tiles_text(self.tiles)
        return f"({text})" if self.concealed else f"[{text}]"

    def __repr__(self) -> str:
        return f"Meld({tiles_text(self.tiles)!r}{', concealed=True' if self.concealed else ''})"


def _meld_kind(tiles: tuple[int, ...]) -> SetKind:
    if len(tiles) in (3, 4) and len(set(tiles)) == 1:
        return SetKind.PUNG if len(tiles) == 3 else SetKind.KONG
    if len(tiles) == 3 and len(set(tiles)) == 3:
        first, _, last = tiles
        in_a_row = last == first + 2 and first // 9 == last // 9 and last < 27
        if in_a_row or (27 <= first and (last < 31 or first >= 31)):
            return SetKind.CHOW
    raise TileCountError(f"a meld is a chow, a pung or a kong, not {tiles_text(tiles) or 'no tiles'}")


class HandSet(namedtuple("HandSet", "kind tiles")):
    """One part of a made-up hand."""

    __slots__ = ()

    kind: SetKind
    tiles: tuple[int, ...]

    def __str__(self) -> str:
        return _part_text(self.tiles)


_LETTERS = {"m": "w", "p": "d", "s": "t", "z": "z"}


@lru_cache(maxsize=1024)
def _part_text(tiles: tuple[int, ...]) -> str:
    # Tiles as ``pairs`` names the suits (w 万, d 筒, t 条); honours as z.
    return "".join(_LETTERS.get(letter, letter) for letter in tiles_text(tiles))


class Decomposition(namedtuple("Decomposition", "form sets pair jokers", defaults=((),))):
    """One way in which a hand is made up.

    >>> import mjcore as mj
    >>> [found] = mj.decompositions("1w1w1w2d3d4d2w3w4w7d8d9d5w5w", mj.SICHUAN)
    >>> print(found)
    111w 234w 234d 789d 55w
    """

    __slots__ = ()

    form: Form
    sets: tuple[HandSet, ...]
    """The parts but for the pair, in order of their tiles."""
    pair: int | None
    """The tile of the pair; None where the form has none of its own (seven pairs)."""
    jokers: tuple[int, ...]
    """What each joker stands for, in order of the tiles."""

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the made-up hand, jokers as what they stand for, in order."""
        tiles = [tile for part in self.sets for tile in part.tiles]
        return tuple(sorted(tiles if self.pair is None else [*tiles, self.pair, self.pair]))

    def __str__(self) -> str:
        parts = [str(part) for part in self.sets]
        if self.pair is not None:
            parts.append(_part_text((self.pair, self.pair)))
        return " ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """The decomposition as JSON can hold it, tiles as ``mpsz`` text."""
        return {
            "form": self.form.name,
            "sets": [{"kind": part.kind.value, "tiles": tiles_text(part.tiles)} for part in self.sets],
            "pair": None if self.pair is None else MPSZ[self.pair],
            "jokers": [MPSZ[tile] for tile in self.jokers],
        }


class Reason(enum.Enum):
    """Why a hand does not win: the first of these that holds."""

    def __repr__(self) -> str:
        return f"Reason.{self.name}"

    WRONG_TILE_COUNT = "wrong tile count"
    """No hand has this many tiles, or the kongs in it do not fit their number 诈和."""
    TOO_MANY_SUITS = "too many suits"
    """More suits than the rules allow 不是缺一门."""
    VOID_SUIT_HELD = "void suit held"
    """Tiles of the void suit 定缺 are still there."""
    SUIT_INCOMPLETE = "suit incomplete"
    """A suit (or the honours) cannot be made up 花色不满足."""
    NO_PAIR = "no pair"
    """There is no pair 没有对子."""
    PAIR_NOT_ALLOWED = "pair not allowed"
    """The hand is made up only with a pair that the rules do not allow (二五八将)."""


_SUITS = {"zh": ("万", "筒", "条", "字"), "en": ("characters", "dots", "bamboo", "honours")}

_WON = {
    "zh": {
        Form.STANDARD: "正常胡牌",
        Form.SEVEN_PAIRS: "七小对",
        Form.THIRTEEN_ORPHANS: "十三幺",
        Form.KNITTED_STRAIGHT: "组合龙",
        Form.HONORS_AND_KNITTED: "全不靠",
        Form.SEVEN_PAIRS_AND_PUNG: "嚦咕嚦咕",
    },
    "en": {
        Form.STANDARD: "sets and a pair",
        Form.SEVEN_PAIRS: "seven pairs",
        Form.THIRTEEN_ORPHANS: "thirteen orphans",
        Form.KNITTED_STRAIGHT: "knitted straight",
        Form.HONORS_AND_KNITTED: "honours and knitted tiles",
        Form.SEVEN_PAIRS_AND_PUNG: "seven pairs and a pung",
    },
}

_NOT_WON = {
    "zh": {
        Reason.WRONG_TILE_COUNT: "诈和，牌的数量不对",
        Reason.TOO_MANY_SUITS: "不是缺一门",
        Reason.VOID_SUIT_HELD: "定缺的{suit}还在手里",
        Reason.SUIT_INCOMPLETE: "花色{suit}不满足胡牌",
        Reason.NO_PAIR: "没有对子，不能胡牌",
        Reason.PAIR_NOT_ALLOWED: "将牌不符合规则",
    },
    "en": {
        Reason.WRONG_TILE_COUNT: "not a win: wrong number of tiles",
        Reason.TOO_MANY_SUITS: "not a win: too many suits",
        Reason.VOID_SUIT_HELD: "not a win: the void suit, {suit}, is still held",
        Reason.SUIT_INCOMPLETE: "not a win: {suit} cannot be made up",
        Reason.NO_PAIR: "not a win: no pair",
        Reason.PAIR_NOT_ALLOWED: "not a win: the pair is not allowed",
    },
}


class Verdict:
    """Whether a hand wins, and why: true when won. Made by `Judge.judge`.

    >>> import mjcore as mj
    >>> verdict = mj.judge("1w1w1w2d3d4d2w3w4w7d8d9d5w5w", mj.SICHUAN)
    >>> bool(verdict), verdict.form.name
    (True, 'STANDARD')
    >>> print(verdict.explain("zh"))
    正常胡牌：111w 234w 234d 789d 55w
    """

    __slots__ = ("_asked", "decomposition", "reason", "rules", "suit")
    rules: Rules
    _asked: tuple[Any, ...]
    decomposition: Decomposition | None
    """The first of `decompositions`; None when not won."""
    reason: Reason | None
    """Why the hand does not win; None when it does."""
    suit: int | None
    """The suit that the reason speaks of: 0 characters, 1 dots, 2 bamboo, 3 the honours."""

    def __init__(
        self,
        rules: Rules,
        asked: tuple[Any, ...],
        decomposition: Decomposition | None,
        reason: Reason | None = None,
        suit: int | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "_asked", asked)
        put(self, "decomposition", decomposition)
        put(self, "reason", reason)
        put(self, "suit", suit)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Verdict is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Verdict is frozen")

    @property
    def form(self) -> Form | None:
        """The form that the hand wins in; None when not won."""
        return None if self.decomposition is None else self.decomposition.form

    @property
    def decompositions(self) -> tuple[Decomposition, ...]:
        """Every way in which the hand is made up, found when asked for; with many jokers there can be very many
        (`Judge.iter_decompositions` walks them one by one)."""
        from . import judge_of

        counts, melds, wild, void = self._asked
        return tuple(judge_of(self.rules).iter_decompositions(counts, melds, wild, void))

    def __bool__(self) -> bool:
        return self.decomposition is not None

    def _key(self) -> tuple[Any, ...]:
        return self.rules, self._asked, self.decomposition, self.reason, self.suit

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Verdict, self._key()

    def explain(self, language: str = "en") -> str:
        """What the verdict says, in Chinese (``"zh"``) or English (``"en"``).

        :raises ValueError: for another language.
        """
        if language not in _SUITS:
            raise ValueError(f"a language is 'zh' or 'en', not {language!r}")
        if self.decomposition is not None:
            colon = "：" if language == "zh" else ": "
            text = f"{_WON[language][self.decomposition.form]}{colon}{self.decomposition}"
            if self.decomposition.jokers:
                label = "，癞子当 " if language == "zh" else ", jokers as "
                text += label + _part_text(self.decomposition.jokers)
            return text
        assert self.reason is not None
        suit = "" if self.suit is None else _SUITS[language][self.suit]
        return _NOT_WON[language][self.reason].format(suit=suit)

    def to_dict(self, most: int = 20) -> dict[str, Any]:
        """The verdict as JSON can hold it, with at most so many decompositions (``"more"``: there are others)."""
        from itertools import islice

        from . import judge_of

        counts, melds, wild, void = self._asked
        found = list(islice(judge_of(self.rules).iter_decompositions(counts, melds, wild, void), most + 1))
        return {
            "won": bool(self),
            "rules": self.rules.name,
            "form": None if self.form is None else self.form.name,
            "reason": None if self.reason is None else self.reason.name,
            "suit": None if self.suit is None else SUIT_LETTERS[self.suit],
            "decompositions": [each.to_dict() for each in found[:most]],
            "more": len(found) > most,
        }

    def __repr__(self) -> str:
        return f"<Verdict {self.rules.name}: {self.explain('en')}>"


class Ukeire(namedtuple("Ukeire", "shanten tiles count")):
    """The acceptance of a hand of 3k+1 tiles: the tiles that lower its shanten."""

    __slots__ = ()

    shanten: int
    tiles: TileSet
    count: int
    """How many copies of the tiles are left."""


class Discard(namedtuple("Discard", "tile shanten tiles count")):
    """A tile that may go, and the acceptance of the hand without it."""

    __slots__ = ()

    tile: int | None
    """None: an unnamed joker."""
    shanten: int
    tiles: TileSet
    count: int
    """How many copies of the tiles are left."""
