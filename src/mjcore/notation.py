"""Text or a list of codes to the counts and melds of a hand, and back.

Each notation is one row of a table: every spelling of a tile and the kind it means. All rows are read by
the same code and written from the same row: the first spelling of a kind is the one that is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from operator import add, index

from .errors import HandError, NotationError, TileCountError
from .results import Meld, tiles_text
from .tiles import COPIES, KINDS, MPSZ

__all__ = ["NOTATIONS", "format_counts", "format_text", "parse_counts"]

TYPE_CHECKING = False  # as typing has it, whose import takes longer than the rest of the package
if TYPE_CHECKING:
    from typing import TypeVar

    _Key = TypeVar("_Key", int, str)
_Reading = tuple[list[int], tuple[Meld, ...] | None]

_CLOSING = {"[": "]", "(": ")"}


class _Misfit(Exception):
    """How far a notation read whole tiles, where the first thing stands that does not fit, and what would."""

    def __init__(self, whole: int, position: int, expected: str) -> None:
        self.whole = whole
        self.position = position
        self.expected = expected


class _Text:
    """A notation of characters: ``words`` are whole tiles, ``suits`` end a run of ranks; either has one or two."""

    def __init__(
        self,
        name: str,
        tile: str,
        suits: dict[str, dict[str, int]] | None = None,
        words: dict[str, int] | None = None,
        gap: str = "",
        grouped: bool = False,
    ) -> None:
        self.name = name
        self.tile = tile
        self.suits = suits or {}
        self.words = words or {}
        self.gap = gap
        self.grouped = grouped
        self.suit = " or ".join(self.suits)
        self.ranks = {rank for kinds in self.suits.values() for rank in kinds}
        self.long = {word for word in (*self.suits, *self.words) if len(word) == 2}
        self.spelling: dict[int, str] = {}
        for word, kind in self.words.items():
            self.spelling.setdefault(kind, word)
        for suit, kinds in self.suits.items():
            for rank, kind in kinds.items():
                self.spelling.setdefault(kind, rank + suit)

    def read(self, text: str | list[int]) -> _Reading:
        if not isinstance(text, str):
            raise HandError(f"{self.name} is text, not a list of numbers")
        ranks, suits, words, long = self.ranks, self.suits, self.words, self.long
        counts = [0] * KINDS
        into = counts  # what the next tile counts for: within brackets, the meld
        melded = [0] * KINDS
        melds: list[Meld] = []
        opened = 0
        since = -1  # where the ranks begin whose suit is still to come
        after = 0  # where a mark of two characters ends (the second is no rank)
        for at, mark in enumerate(text):
            if mark in ranks:
                if since < 0:
                    since = at
                continue
            if mark.isspace():
                continue
            if long:
                if at < after:
                    continue
                if text[at : at + 2] in long:
                    mark = text[at : at + 2]
                    after = at + 2
            if since >= 0 and mark in suits:
                kinds = suits[mark]
                for rank in text[since:at]:
                    if rank in kinds:
                        into[kinds[rank]] += 1
                    elif rank in ranks:
                        expected = f"one of {''.join(kinds)} before {mark}"
                        raise _Misfit(at + len(mark), text.index(rank, since), expected)
                since = -1
            elif since >= 0:
                raise _Misfit(since, at, self.suit)
            elif mark in words:
                into[words[mark]] += 1
            elif mark in _CLOSING and into is counts:
                opened, into = at, [0] * KINDS
            elif into is counts or not any(into):
                raise _Misfit(at, at, self.tile)
            elif mark != _CLOSING[text[opened]]:
                raise _Misfit(at, at, f"{_CLOSING[text[opened]]} or {self.tile}")
            else:
                tiles = [kind for kind, n in enumerate(into) for _ in range(min(n, 5))]  # five are wrong enough
                try:
                    melds.append(Meld(tiles, concealed=mark == ")"))
                except TileCountError:
                    shape = "four alike" if mark == ")" else "a chow, a pung or a kong"
                    raise _Misfit(at + 1, opened, f"{shape} in the brackets") from None
                for kind in tiles:
                    melded[kind] += 1
                _most_alike(melded)
                into = counts
        end = len(text)
        if since >= 0:
            raise _Misfit(since, end, self.suit)
        if into is not counts:
            raise _Misfit(end, end, _CLOSING[text[opened]])
        if not _most_alike([*map(add, counts, melded)] if melds else counts):
            raise _Misfit(end, end, self.tile)
        return counts, tuple(melds) or None

    def write(self, counts: Iterable[int], melds: Iterable[Meld]) -> str:
        own = [kind for kind, count in enumerate(counts) for _ in range(count)]
        parts = [self._tiles(own)] if own else []
        for meld in melds:
            tiles = self._tiles(meld.tiles)
            parts.append(f"({tiles})" if meld.concealed else f"[{tiles}]")
        return self.gap.join(parts)

    def _tiles(self, kinds: Sequence[int]) -> str:
        if self.grouped:
            return tiles_text(kinds)
        try:
            return self.gap.join([self.spelling[kind] for kind in kinds])
        except KeyError as missing:
            raise HandError(f"{self.name} cannot write {MPSZ[missing.args[0]]}, only {self.tile}") from None


class _Codes:
    """A notation of numbers; ``once``: a number is one tile of the set, and so cannot come twice."""

    def __init__(self, name: str, tile: str, kinds: dict[int, int], once: bool = False) -> None:
        self.name = name
        self.tile = tile
        self.kinds = kinds
        self.once = once
        self.spelling: dict[int, list[int]] = {}
        for code, kind in kinds.items():
            self.spelling.setdefault(kind, []).append(code)

    def read(self, source: str | list[int]) -> _Reading:
        codes, places = _split(source)
        counts = [0] * KINDS
        met: set[int] = set()
        for code, place in zip(codes, places, strict=True):
            if code not in self.kinds:
                raise _Misfit(place, place, self.tile)
            if self.once and code in met:
                raise _Misfit(place, place, f"each tile once, not {code} again")
            met.add(code)
            counts[self.kinds[code]] += 1
        if not _most_alike(counts):
            raise _Misfit(len(source), len(source), self.tile)
        return counts, None

    def write(self, counts: Iterable[int]) -> list[int]:
        return sorted(code for kind, n in enumerate(counts) for code in (self.spelling[kind] * n)[:n])


def _most_alike(counts: list[int]) -> int:
    """The largest count, which is at most four, or else an error."""
    most = max(counts)
    if most > COPIES:
        raise TileCountError(f"{most} of {MPSZ[counts.index(most)]}: there are four of each tile")
    return most


def _split(text: str | list[int]) -> tuple[list[int], Sequence[int]]:
    """The numbers of a list, or of the text ``[11, 12]`` or ``11 12``, and where in it each begins."""
    if not isinstance(text, str):
        return text, range(len(text))
    bare = text.strip()
    at = len(text) - len(text.lstrip())
    if bare.startswith("["):
        if not bare.endswith("]"):
            raise _Misfit(len(text), len(text), "]")
        at += 1
        bare = bare[1:-1]
    codes: list[int] = []
    places: list[int] = []
    for part in bare.split(","):
        numbers = part.split()
        if not numbers:
            raise _Misfit(at, at, "a number")
        place = at
        for number in numbers:
            place = text.index(number, place)
            if not (number.isascii() and number.isdigit() and len(number) <= 3):
                raise _Misfit(place, place, "a number of at most three digits")
            codes.append(int(number))
            places.append(place)
            place += len(number)
        at += len(part) + 1
    return codes, places


def _listed(text: str | list[int]) -> list[int]:
    """The codes of text that is a list of them, else none."""
    try:
        return _split(text)[0]
    except _Misfit:
        return []


def _numbers(source: Iterable[int]) -> list[int]:
    """The codes of any collection, or as many of them as show that they are too many."""
    try:
        if isinstance(source, (bytes, bytearray, memoryview, dict)):
            raise TypeError
        given = iter(source)
    except TypeError:
        raise HandError(f"a hand is text or a list of codes, not {type(source).__name__}") from None
    codes: list[int] = list(islice(given, KINDS * COPIES + 1))
    for place, code in enumerate(codes):
        try:
            if type(code).__name__ in ("bool", "bool_"):  # NumPy's too, which some of its versions take for an int
                raise TypeError
            index(code)
        except TypeError:
            raise NotationError(codes, place, f"a whole number, not {type(code).__name__}") from None
    return [index(code) for code in codes]


def _table(keys: Iterable[_Key], kinds: Iterable[int]) -> dict[_Key, int]:
    return dict(zip(keys, kinds, strict=True))


def _ranks(kinds: range) -> dict[str, int]:
    return _table("123456789"[: len(kinds)], kinds)


def _zh_ranks(kinds: range) -> dict[str, int]:
    return _table("一二三四五六七八九", kinds) | _ranks(kinds) | _table("123456789", kinds) | {"伍": kinds[4]}


_M, _P, _S, _WINDS, _DRAGONS = range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34)
_WHITE, _GREEN, _RED = _DRAGONS
_RED_FIRST = (_RED, _GREEN, _WHITE)

_TEXTS = (
    _Text(
        "mpsz",
        "1m-9m, 1p-9p, 1s-9s, 1z-7z or a red five 0m, 0p, 0s",
        suits={
            "m": _ranks(_M) | {"0": _M[4]},
            "p": _ranks(_P) | {"0": _P[4]},
            "s": _ranks(_S) | {"0": _S[4]},
            "z": _ranks(range(27, 34)),
        },
        grouped=True,
    ),
    _Text("pairs", "1w-9w, 1d-9d or 1t-9t", suits={"w": _ranks(_M), "d": _ranks(_P), "t": _ranks(_S)}),
    _Text(
        "chinese",
        "一万-九万, 一筒-九筒, 一条-九条 or 东南西北白发中",
        suits={
            suit: _zh_ranks(kinds) for kinds, names in ((_M, "万萬"), (_P, "筒饼餅"), (_S, "条條索")) for suit in names
        },
        words={
            wind + ending: kind
            for kind, names in zip(_WINDS, ("东東", "南", "西", "北"), strict=True)
            for wind in names
            for ending in ("", "风", "風")
        }
        | dict.fromkeys(("白", "白板"), _WHITE)
        | dict.fromkeys(("发", "發", "発", "发财", "發財"), _GREEN)
        | dict.fromkeys(("中", "红中", "紅中"), _RED),
    ),
    _Text(
        "unicode",
        "a mahjong tile from U+1F000 to U+1F021",
        words={
            chr(0x1F000 + place) + variation: kind
            for place, kind in enumerate((*_WINDS, *_RED_FIRST, *_M, *_S, *_P))
            for variation in ("", "\ufe0e", "\ufe0f")
        },
    ),
    _Text(
        "mjai",
        "1m-9m, 1p-9p, 1s-9s, E S W N P F C or a red five 5mr, 5pr, 5sr",
        suits={"m": _ranks(_M), "p": _ranks(_P), "s": _ranks(_S)}
        | {"mr": {"5": _M[4]}, "pr": {"5": _P[4]}, "sr": {"5": _S[4]}},
        words=_table("ESWNPFC", (*_WINDS, *_DRAGONS)),
        gap=" ",
    ),
    _Text(
        "wtb",
        "W1-W9, T1-T9, B1-B9, F1-F4 or J1-J3",
        words={
            f"{letter}{rank}": kind
            for letter, kinds in (("W", _M), ("T", _S), ("B", _P), ("F", _WINDS), ("J", _RED_FIRST))
            for rank, kind in enumerate(kinds, 1)
        },
        gap=" ",
    ),
)
# No text reads as two hands here. mpsz and mjai share the letters m, p and s, which mean the same in both, and mjai
# and wtb share W and F, which a rank follows in wtb alone; every other mark of a tile belongs to one notation. So the
# first notation that reads a text gives its only meaning.

_LISTS = (
    _Codes(
        "tens",
        "11-19, 21-29, 31-39 or 40-46",
        _table(range(11, 20), _M)
        | _table(range(21, 30), _S)
        | _table(range(31, 40), _P)
        | _table(range(40, 47), (*_WINDS, *_RED_FIRST)),
    ),
    _Codes(
        "gapped",
        "1-9, 11-19, 21-29 or 31-37",
        _table(range(1, 10), _M)
        | _table(range(11, 20), _P)
        | _table(range(21, 30), _S)
        | _table(range(31, 38), (*_WINDS, *_RED_FIRST)),
    ),
    _Codes(
        "tile136",
        "0-135",
        # The red fives last: a five is written as the red one only where all four are held.
        {code: code // COPIES for code in sorted(range(KINDS * COPIES), key=(16, 52, 88).__contains__)},
        once=True,
    ),
)

NOTATIONS: tuple[str, ...] = ("mpsz", "pairs", "tens", "gapped", "chinese", "unicode", "mjai", "tile136", "wtb")
"""The names of the notations: six of text, and ``tens``, ``gapped`` and ``tile136``, which are lists of codes."""

_ROWS: dict[str, _Text | _Codes] = {row.name: row for row in (*_TEXTS, *_LISTS)}


def _row(notation: str) -> _Text | _Codes:
    if not isinstance(notation, str) or notation not in _ROWS:
        raise HandError(f"a notation is one of {', '.join(NOTATIONS)}, not {notation!a}")
    return _ROWS[notation]


def _name_needed(codes: list[int]) -> str:
    """What is expected of codes that come without their notation's name."""
    readings = []
    for row in _LISTS:
        try:
            counts, _ = row.read(codes)
        except (_Misfit, TileCountError):
            continue
        readings.append(f"{row.name} reads {format_text(counts)}")
    return f"the notation's name: {', '.join(readings) or 'tens, gapped or tile136'}"


def parse_counts(text_or_codes: str | Iterable[int], notation: str | None = None) -> _Reading:
    """The 34 counts of the own tiles, and the melds that the text tells, or None where it tells none.

    Without a name every text notation is tried. Codes need the name, because their numbers overlap; with
    it they may be numbers or their text (``"[11, 12]"``, ``"11 12"``). White space between tiles means nothing.

    >>> counts, melds = parse_counts("11z [777z] (5555s)")
    >>> counts[27], melds
    (2, (Meld('777z'), Meld('5555s', concealed=True)))
    >>> parse_counts([12, 12, 40], "tens") == parse_counts("二二万东")
    True

    :raises NotationError: for text or codes that the notation (without a name: every text notation) cannot read.
    :raises TileCountError: for more than four of a kind, melds included.
    :raises HandError: for an unknown name, and for what is neither text nor a list of codes.
    """
    rows = _TEXTS if notation is None else (_row(notation),)
    source = text_or_codes if isinstance(text_or_codes, str) else _numbers(text_or_codes)
    if notation is None and not isinstance(source, str):
        raise NotationError(source, 0, _name_needed(source))
    misfits = []
    for row in rows:
        try:
            return row.read(source)
        except _Misfit as misfit:
            misfits.append(misfit)
    furthest = max(misfits, key=lambda misfit: (misfit.whole, misfit.position))
    expected = furthest.expected
    if notation is None:
        if furthest.whole == furthest.position == 0:
            expected = f"tiles such as 123m, in one of {', '.join(row.name for row in _TEXTS)}"
        elif codes := _listed(source):
            expected += f", or {_name_needed(codes)}"
    raise NotationError(source, furthest.position, expected)


def format_counts(
    counts: Sequence[int], melds: tuple[Meld, ...] | None = None, notation: str = "mpsz"
) -> str | list[int]:
    """A hand in any notation: text, or a list for the notations that are codes. Red fives are written as plain ones.

    >>> format_counts(parse_counts("406m11z[777z]")[0], (Meld("777z"),), "mjai")
    '4m 5m 6m E E [C C C]'
    >>> format_counts(parse_counts("406m11z")[0], notation="gapped")
    [4, 5, 6, 31, 31]

    :raises HandError: for melds in a list of codes, a tile that the notation lacks (an honour in ``pairs``),
        and an unknown name.
    """
    row = _row(notation)
    if isinstance(row, _Text):
        return row.write(counts, melds or ())
    if melds:
        raise HandError(f"{notation} is a list of codes, which cannot hold melds")
    return row.write(counts)


def format_text(counts: Sequence[int], melds: tuple[Meld, ...] | None = None, notation: str = "mpsz") -> str:
    """The same as text always; a list of codes as ``[11, 12, 13]``.

    >>> format_text(parse_counts("123m")[0], notation="tens")
    '[11, 12, 13]'

    :raises HandError: as :func:`format_counts` does.
    """
    return str(format_counts(counts, melds, notation))
