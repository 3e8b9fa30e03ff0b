"""What a Sichuan win is worth: the rules as data, and what the kernel finds, said in words and payments.

A `Combination` says which features of a reading it needs, how many fans it has and what does not count beside it; a
`Scoring` is a table of them, with the cap and what is paid. The kernel (``_score.pyx``) sees the features and evaluates
the table; no rule is decided here. "SBR" is *Sichuan Bloody Rules* as the Mahjong International League publishes them;
the other combinations are house rules that online tables offer as switches.

>>> from mjcore import SICHUAN, Judge
>>> judge = Judge(SICHUAN)
>>> score(judge, "22334455667799s", Win("9s", self_drawn=True)).explain()
'Full Flush 2, Seven Pairs 2: 4 fans, at most 3 count: 8 points, and 1 from each: 22t 33t 44t 55t 66t 77t 99t'
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from dataclasses import replace as _replace
from typing import Any, NamedTuple

from ._hand import Hand
from ._judge import UNREACHABLE, Judge
from ._score import Reading, Table, Win, dearest_after, hand_and_melds
from ._score import score as _score
from ._score import score_many as _score_many
from ._typing import HandLike, MeldsLike, TileLike
from .errors import HandError
from .results import Meld, Reason, TileSet, Verdict
from .rules import Form
from .tiles import MPSZ

__all__ = [
    "CHENGDU",
    "COMBINATIONS",
    "SBR",
    "SBR_RUSSIA",
    "SCORINGS",
    "WIN_FLAGS",
    "BestWait",
    "Combination",
    "Feature",
    "Kong",
    "KongKind",
    "NotWon",
    "Payment",
    "PricedDiscard",
    "Score",
    "Scoring",
    "SelfDraw",
    "Win",
    "balance",
    "best_wait",
    "discards",
    "score",
    "score_many",
]

WIN_FLAGS = ("self_drawn", "after_kong", "robbing_kong", "last_tile", "first_turn")
"""What can be told of a `Win` beside its tile."""


# ---------------------------------------------------------------- the rules


class Feature(enum.IntFlag):
    """What the kernel sees in a won hand and in a reading of it; what a `Combination` is made of."""

    STANDARD = 1 << 0
    """Sets and a pair."""
    SEVEN_PAIRS = 1 << 1
    """Seven pairs."""
    FULL_FLUSH = 1 << 2
    """All tiles are of one suit."""
    GOLDEN_WAIT = 1 << 3
    """All sets are declared, as melds or kongs, so that the winning tile makes the pair."""
    CONCEALED = 1 << 4
    """There is no meld but concealed kongs."""
    SELF_DRAWN = 1 << 5
    """These, up to FIRST_TURN, are what a `Win` tells."""
    AFTER_KONG = 1 << 6
    ROBBING_KONG = 1 << 7
    LAST_TILE = 1 << 8
    FIRST_TURN = 1 << 9
    DEALER = 1 << 10
    """In the first turn: on the dealer's own draw."""
    ROOTED = 1 << 11
    """There is a root: four alike, no kong, in two or more sets or in two of seven pairs."""
    ALL_PUNGS = 1 << 12
    """All sets are pungs or kongs."""
    ALL_TERMINAL = 1 << 13
    """Every set and the pair (or each of seven pairs) holds a 1 or a 9."""
    ALL_258 = 1 << 14
    """Every set and the pair (or each of seven pairs) is 2s, 5s or 8s."""
    ALL_MIDDLE = 1 << 15
    """No tile is a 1, a 9 or an honour."""
    STRAIGHT = 1 << 16
    """123, 456 and 789 of one suit are chows."""
    MIDDLE_FIVE = 1 << 17
    """The winning tile is the 5 of a chow 456."""


_NONE = Feature(0)
_PER = (None, "kong", "root")


@dataclass(frozen=True)
class Combination:
    """A combination 番种: when it counts, and how much.

    :param name: what other combinations and programs call it.
    :param zh: its Chinese name.
    :param en: its English name.
    :param fans: how many fans it has, each time it counts.
    :param needs: features that a reading must all have.
    :param lacks: features of which it must have none.
    :param per: ``"kong"`` or ``"root"``: it counts once for each; None: once.
    :param excludes: names of combinations that do not count beside it.
    :param includes: names of combinations of which one is counted in it.
    :raises ValueError: for a value that no combination can have.
    """

    name: str
    zh: str
    en: str
    fans: int
    needs: Feature = _NONE
    lacks: Feature = _NONE
    per: str | None = None
    excludes: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.fans) is not int or not 0 <= self.fans <= 60:
            raise ValueError(f"Combination.fans must be a number from 0 to 60, not {self.fans!r}")
        if self.per not in _PER:
            raise ValueError(f"Combination.per must be 'kong', 'root' or None, not {self.per!r}")
        for name in ("needs", "lacks"):
            object.__setattr__(self, name, Feature(getattr(self, name)))
        if self.needs & self.lacks:
            raise ValueError(f"Combination.lacks must be other features than it needs, not {self.lacks!r}")
        for name in ("excludes", "includes"):
            if isinstance(getattr(self, name), str):
                raise ValueError(f"Combination.{name} must be names, not {getattr(self, name)!r}")
            object.__setattr__(self, name, tuple(getattr(self, name)))


_STANDARD = Feature.STANDARD
_SBR = (
    Combination("KONG", "杠", "Kong", 1, per="kong"),
    Combination("ROOT", "根", "Root", 1, per="root"),
    Combination(
        "ALL_PUNGS", "对对胡", "All Pungs", 1, _STANDARD | Feature.ALL_PUNGS, excludes=("ROOT", "ROBBING_THE_KONG")
    ),
    Combination("GOLDEN_WAIT", "金钩钓", "Golden Wait", 1, Feature.GOLDEN_WAIT, excludes=("ROOT", "ROBBING_THE_KONG")),
    Combination("FULL_FLUSH", "清一色", "Full Flush", 2, Feature.FULL_FLUSH),
    Combination("SEVEN_PAIRS", "七对", "Seven Pairs", 2, Feature.SEVEN_PAIRS, excludes=("KONG", "ROBBING_THE_KONG")),
    Combination("WIN_AFTER_KONG", "杠上花", "Win after Kong", 1, Feature.AFTER_KONG | Feature.SELF_DRAWN),
    Combination("SHOOT_AFTER_KONG", "杠上炮", "Shoot after Kong", 1, Feature.AFTER_KONG, Feature.SELF_DRAWN),
    Combination("ROBBING_THE_KONG", "抢杠", "Robbing the Kong", 1, Feature.ROBBING_KONG),
    Combination("UNDER_THE_SEA", "海底", "Under the Sea", 1, Feature.LAST_TILE),
)
"""SBR's table. It also tells which pairs are incompatible: no hand without jokers has one (``docs/scoring.md`` says
why); where jokers make one, what is excluded does not count."""

_FIRST, _IMPLIED = Feature.FIRST_TURN, ("CONCEALED_HAND",)
_HOUSE = (
    Combination("HEAVENLY_HAND", "天胡", "Heavenly Hand", 5, _FIRST | Feature.DEALER, excludes=_IMPLIED),
    Combination("EARTHLY_HAND", "地胡", "Earthly Hand", 5, _FIRST, Feature.DEALER, excludes=_IMPLIED),
    Combination("ALL_TERMINAL", "幺九", "Terminals in All", 2, _STANDARD | Feature.ALL_TERMINAL),
    Combination(
        "PUNGS_OF_258",
        "将对",
        "Pungs of 2, 5, 8",
        3,
        _STANDARD | Feature.ALL_PUNGS | Feature.ALL_258,
        excludes=("ALL_PUNGS", "ROOT", "ROBBING_THE_KONG", "ALL_MIDDLE"),
    ),
    Combination(
        "DRAGON_SEVEN_PAIRS",
        "龙七对",
        "Dragon Seven Pairs",
        3,
        Feature.SEVEN_PAIRS | Feature.ROOTED,
        includes=("SEVEN_PAIRS", "ROOT"),
    ),
    Combination("CONCEALED_HAND", "门清", "Concealed Hand", 1, _STANDARD | Feature.CONCEALED),
    Combination("ALL_MIDDLE", "中张", "All Middle", 1, Feature.ALL_MIDDLE),
    Combination("MIDDLE_FIVE", "夹心五", "Middle Five", 1, _STANDARD | Feature.MIDDLE_FIVE),
    Combination("STRAIGHT", "一条龙", "Straight", 1, _STANDARD | Feature.STRAIGHT),
)
"""House rules. What is implied does not count again: the concealed hand of a first turn, the middle tiles of pungs of
2, 5 and 8; and seven pairs, which are always concealed, are no Concealed Hand."""

_SELF_DRAWN = Combination("SELF_DRAWN", "自摸", "Self-Drawn", 1, Feature.SELF_DRAWN)

COMBINATIONS: dict[str, Combination] = {each.name: each for each in (*_SBR, *_HOUSE)}
"""Every combination on offer, by name: the ten of SBR, and 天胡 地胡 幺九 将对 龙七对 门清 中张 夹心五 一条龙."""


class SelfDraw(enum.Enum):
    """What a self-draw adds."""

    POINT = "point"
    """Each payer pays one point more 自摸加底."""
    FAN = "fan"
    """One fan more 自摸加番."""
    NOTHING = "nothing"


class KongKind(enum.Enum):
    """How a kong came about, which decides what is paid for it."""

    CONCEALED = "concealed"
    """Four of the own tiles 暗杠."""
    MELDED = "melded"
    """Three of the own tiles and a discard 直杠."""
    PROMOTED = "promoted"
    """A tile just drawn, added to a pung 补杠."""
    POSTPONED = "postponed"
    """A tile drawn before, added to a pung: nothing is paid."""


class Kong(NamedTuple):
    """A kong whose payments stand. (One that is robbed is none: nothing is paid for it.)"""

    kind: KongKind
    player: int
    discarder: int | None = None
    """Whose discard it was: of a melded kong."""
    still_in: tuple[int, ...] = (0, 1, 2, 3)
    """The players who had not won then."""


class Payment(NamedTuple):
    """Points from one player to another, or to the table."""

    payer: int
    payee: int | None
    """None: the table."""
    points: int
    reason: str
    """``"win"``, ``"kong"``, ``"ready"`` or ``"penalty"``."""


@dataclass(frozen=True)
class Scoring:
    """How wins are valued: a table of combinations, a cap, and what is paid. Hashable, comparable, picklable.

    :param name: what the rules are called.
    :param combinations: `Combination` objects or names from `COMBINATIONS`, in the order in which they are told.
    :param cap: fans that count at most; None: all.
    :param self_draw: what a self-draw adds.
    :param concealed_kong: points from each player still in.
    :param melded_kong: points from the discarder.
    :param promoted_kong: points from each player still in.
    :param penalty: points for the forbidden suit in a won or final hand.
    :raises ValueError: for a value that no rules can have, naming the field.

    >>> [row.zh for row in SBR.plus("STRAIGHT").replace(cap=None).combinations][-2:]
    ['海底', '一条龙']
    """

    name: str = "custom"
    combinations: tuple[Combination, ...] = _SBR
    cap: int | None = 3
    self_draw: SelfDraw = SelfDraw.POINT
    concealed_kong: int = 2
    melded_kong: int = 2
    promoted_kong: int = 1
    penalty: int = 48
    compiled: Table = field(init=False, repr=False, compare=False)
    """The table as the kernel reads it."""

    def __post_init__(self) -> None:
        def put(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        def fail(name: str, expected: str) -> ValueError:
            return ValueError(f"Scoring.{name} must be {expected}, not {getattr(self, name)!r}")

        if not isinstance(self.name, str):
            raise fail("name", "text")
        if self.cap is not None and (type(self.cap) is not int or not 0 <= self.cap <= 255):
            raise fail("cap", "a number of fans, or None")
        for name in ("concealed_kong", "melded_kong", "promoted_kong", "penalty"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 0:
                raise fail(name, "a number of points")
        put("self_draw", SelfDraw(self.self_draw))
        put("combinations", tuple(map(_combination, self.combinations)))
        names = [row.name for row in self.table]
        if len(set(names)) != len(names):
            raise ValueError(f"Scoring.combinations must have different names, not {', '.join(names)}")
        put("compiled", _compiled(self.table, self.cap))

    @property
    def table(self) -> tuple[Combination, ...]:
        """The combinations that count: `combinations`, and Self-Drawn 自摸 where that is a fan."""
        return (*self.combinations, _SELF_DRAWN) if self.self_draw is SelfDraw.FAN else self.combinations

    def replace(self, **changes: Any) -> "Scoring":
        """A variant of these rules."""
        return _replace(self, **changes)

    def plus(self, *combinations: Combination | str) -> "Scoring":
        """These rules with combinations switched on; one with the name of another takes its place.

        :raises ValueError: for a name that is not in `COMBINATIONS`.
        """
        rows = {row.name: row for row in self.combinations}
        rows.update((row.name, row) for row in map(_combination, combinations))
        return self.replace(combinations=tuple(rows.values()))

    def minus(self, *names: str) -> "Scoring":
        """These rules with combinations switched off.

        :raises ValueError: for a name that is not among them.
        """
        for name in names:
            if all(row.name != name for row in self.combinations):
                raise ValueError(f"{name!r} is no combination of {self.name}")
        return self.replace(combinations=tuple(row for row in self.combinations if row.name not in names))

    def value(self, total: int) -> int:
        """The points of so many fans: 1, doubled by each fan up to the cap."""
        return int(2 ** (total if self.cap is None else min(total, self.cap)))

    def kong_payments(self, kong: Kong) -> tuple[Payment, ...]:
        """What is paid for a kong at once.

        :raises ValueError: for players that cannot be, and for a melded kong without its discarder.
        """
        _check_players(kong.player, kong.discarder, kong.still_in)
        if kong.kind is KongKind.POSTPONED:
            return ()
        if kong.kind is KongKind.MELDED:
            if kong.discarder is None:
                raise ValueError("a melded kong is paid by its discarder")
            return (Payment(kong.discarder, kong.player, self.melded_kong, "kong"),)
        points = self.concealed_kong if kong.kind is KongKind.CONCEALED else self.promoted_kong
        return tuple(Payment(each, kong.player, points, "kong") for each in kong.still_in if each != kong.player)

    def end_payments(self, hands: Mapping[int, "BestWait"]) -> tuple[Payment, ...]:
        """What is paid at the wall's end among the players still in, given each one's `best_wait`.

        Who is not ready pays each ready player that hand's theoretical maximum. Who holds the forbidden suit is not
        ready, and pays the penalty to the table.
        """
        paid = [Payment(each, None, hand.penalty, "penalty") for each, hand in hands.items() if hand.penalty]
        for payee, ready in hands.items():
            if ready.value:
                paid += [Payment(each, payee, ready.value, "ready") for each, hand in hands.items() if not hand.value]
        return tuple(paid)

    def __reduce__(self) -> tuple[Any, ...]:
        return Scoring, tuple(getattr(self, each.name) for each in fields(self) if each.init)


def _combination(given: Combination | str) -> Combination:
    if isinstance(given, Combination):
        return given
    if given not in COMBINATIONS:
        raise ValueError(f"{given!r} is none of the combinations {', '.join(COMBINATIONS)}")
    return COMBINATIONS[given]


def _compiled(table: tuple[Combination, ...], cap: int | None) -> Table:
    place = {row.name: 1 << index for index, row in enumerate(table)}

    def bits(names: tuple[str, ...]) -> int:
        return sum(place.get(name, 0) for name in set(names))

    return Table(
        [
            (row.needs, row.lacks, _PER.index(row.per), row.fans, bits(row.excludes), bits(row.includes))
            for row in table
        ],
        cap,
    )


SBR = Scoring("SBR")
"""Sichuan Bloody Rules of the Mahjong International League: ten combinations, of whose fans at most 3 count (8 points);
a self-draw pays a point more."""
SBR_RUSSIA = SBR.replace(name="SBR_RUSSIA", cap=4)
"""The same as played in Russia, which the rules name as the other common cap: at most 4 fans count (16 points)."""
CHENGDU = SBR.plus(
    "HEAVENLY_HAND",
    "EARTHLY_HAND",
    "ALL_TERMINAL",
    "PUNGS_OF_258",
    "DRAGON_SEVEN_PAIRS",
    "CONCEALED_HAND",
    "ALL_MIDDLE",
).replace(name="CHENGDU", cap=4, self_draw=SelfDraw.FAN)
"""Chengdu 成都麻将, 血战到底 as the popular apps deal it. Their rooms follow no one rule book; this is common ground.

On are the switches that they offer together: 天地胡 (Heavenly and Earthly Hand, 5 fans each, above any cap in use),
幺九将对 (Terminals in All, 2 fans; Pungs of 2, 5, 8, 3 fans with All Pungs counted in) and 门清中张 (Concealed Hand and
All Middle, 1 each). 龙七对 has its own name, since players call it so, and is worth what Seven Pairs and a Root are.
A self-draw is one fan more 自摸加番; at most 4 fans count 四番封顶, the middle of the 3, 4 and 5 that rooms offer.
Off are 夹心五 and 一条龙, which belong to tables of other towns: ``CHENGDU.plus("MIDDLE_FIVE", "STRAIGHT")``.
"""

SCORINGS: dict[str, Scoring] = {each.name: each for each in (SBR, SBR_RUSSIA, CHENGDU)}
"""The presets by name."""


# ---------------------------------------------------------------- a score


class NotWon(HandError):
    """The hand is not won, so it has no value.

    :ivar verdict: why, a `Verdict`; it is true where the hand wins, but with the winning tile in a kong, or in a form
        that has no value here.
    :ivar penalty: points for the forbidden suit, where that is held; else 0.
    """

    def __init__(self, verdict: Verdict, penalty: int = 0) -> None:
        super().__init__(verdict, penalty)
        self.verdict = verdict
        self.penalty = penalty

    def __str__(self) -> str:
        text = self.verdict.explain("en")
        if self.verdict.form not in (None, Form.STANDARD, Form.SEVEN_PAIRS):
            return f"a form that has no value here: {text}"
        if self.verdict:
            return "not a win: the winning tile is in a kong, and kongs are declared before that tile comes"
        return f"{text}: a penalty of {self.penalty} points" if self.penalty else text


class Score(Reading):
    """What a won hand is worth, and why. `score` makes it; frozen, hashable, picklable.

    ``total`` is its fans, before the cap; ``decomposition`` the reading that pays best, without the ``melds``;
    ``kongs`` and ``roots`` how many it has, melds counted; ``win`` and ``scoring`` what was asked.

    >>> from mjcore import SICHUAN, Judge
    >>> found = score(Judge(SICHUAN), "55p[1111m][222m][333m](4444p)", Win("5p"))
    >>> [(combination.en, times) for combination, times in found.fans]
    [('Kong', 2), ('All Pungs', 1), ('Golden Wait', 1)]
    >>> found.total, found.value, str(found.decomposition)
    (4, 8, '55d')
    >>> found.explain("zh")
    '杠1番×2、对对胡1番、金钩钓1番：共4番，封顶3番，8点：55d [1111m] [222m] [333m] (4444p)'
    """

    __slots__ = ()

    @property
    def fans(self) -> tuple[tuple[Combination, int], ...]:
        """The combinations that count, each with how many times, in the table's order."""
        return tuple((row, times) for row, times in zip(self.scoring.table, self.times, strict=True) if times)

    @property
    def value(self) -> int:
        """Points: 1, doubled by each fan up to the cap."""
        return self.scoring.value(self.total)

    @property
    def features(self) -> Feature:
        """What the kernel saw in the reading; of its parts, what some combination of the scoring asks about."""
        return Feature(self.feature_bits)

    def payments(
        self,
        winner: int = 0,
        discarder: int | None = None,
        still_in: Iterable[int] = (0, 1, 2, 3),
        kongs: Iterable[Kong] = (),
    ) -> tuple[Payment, ...]:
        """Who pays whom: for the kongs, whoever declared them, and then for this win.

        A discard (or robbed kong) is paid by its player, a self-draw by each player still in: the value, and one point
        more where that is the rule. Players are numbered; those who have won before are not in.

        :raises ValueError: for players that cannot be; a win by discard needs its discarder, a self-draw has none.
        """
        still_in = tuple(still_in)
        _check_players(winner, discarder, still_in)
        if self.win.self_drawn != (discarder is None):
            raise ValueError(f"a win by {'self-draw has no' if self.win.self_drawn else 'discard needs the'} discarder")
        paid = [payment for kong in kongs for payment in self.scoring.kong_payments(kong)]
        if discarder is not None:
            return (*paid, Payment(discarder, winner, self.value, "win"))
        points = self.value + (self.scoring.self_draw is SelfDraw.POINT)
        return (*paid, *(Payment(each, winner, points, "win") for each in still_in if each != winner))

    def explain(self, language: str = "en") -> str:
        """The fans, the points and the reading, in Chinese (``"zh"``) or English (``"en"``).

        :raises ValueError: for another language.
        """
        if language not in ("zh", "en"):
            raise ValueError(f"a language is 'zh' or 'en', not {language!r}")
        zh = language == "zh"
        rows = [
            f"{f'{row.zh}{row.fans}番' if zh else f'{row.en} {row.fans}'}{f'×{times}' if times > 1 else ''}"
            for row, times in self.fans
        ]
        found = self.decomposition
        reading = " ".join([str(found), *map(str, self.melds)])
        if found.jokers:
            reading += ("，癞子当 " if zh else ", jokers as ") + " ".join(MPSZ[tile] for tile in found.jokers)
        cap = self.scoring.cap
        capped = cap is not None and self.total > cap
        more = self.win.self_drawn and self.scoring.self_draw is SelfDraw.POINT
        if zh:
            fans = f"共{self.total}番{f'，封顶{cap}番' if capped else ''}"
            return f"{'、'.join(rows) or '平胡'}：{fans}，{self.value}点{'，每家加1点' if more else ''}：{reading}"
        fans = f"{self.total or 'no'} fan{'' if self.total == 1 else 's'}{f', at most {cap} count' if capped else ''}"
        points = f"{self.value} point{'' if self.value == 1 else 's'}{', and 1 from each' if more else ''}"
        return f"{', '.join(rows)}{': ' if rows else ''}{fans}: {points}: {reading}"

    def to_dict(self) -> dict[str, Any]:
        """The score as JSON can hold it."""
        return {
            "scoring": self.scoring.name,
            "fans": [
                {"name": row.name, "zh": row.zh, "en": row.en, "fans": row.fans, "times": times}
                for row, times in self.fans
            ],
            "total": self.total,
            "value": self.value,
            "decomposition": self.decomposition.to_dict(),
            "melds": [str(meld) for meld in self.melds],
        }

    def __repr__(self) -> str:
        return f"<Score {self.scoring.name}: {self.explain()}>"


def _check_players(player: int, discarder: int | None, still_in: tuple[int, ...]) -> None:
    if len(set(still_in)) != len(still_in) or player not in still_in:
        raise ValueError(f"a player is one of those still in, each named once: not {player} of {still_in}")
    if discarder is not None and (discarder == player or discarder not in still_in):
        raise ValueError(f"a discarder is another player still in, not {discarder}")


def balance(payments: Iterable[Payment]) -> dict[int | None, int]:
    """What each player has won or lost, and what the table (None) has taken: together zero.

    >>> balance([Payment(1, 0, 8, "win"), Payment(2, None, 48, "penalty")])
    {1: -8, 0: 8, 2: -48, None: 48}
    """
    sums: dict[int | None, int] = {}
    for payment in payments:
        sums[payment.payer] = sums.get(payment.payer, 0) - payment.points
        sums[payment.payee] = sums.get(payment.payee, 0) + payment.points
    return sums


# ---------------------------------------------------------------- the questions


def score(
    judge: Judge,
    hand: HandLike,
    win: Win | TileLike | None,
    melds: MeldsLike | None = (),
    wild: int = 0,
    void: int | None = None,
    scoring: Scoring | None = None,
) -> Score:
    """What a won hand is worth: the `Score` of its dearest reading.

    The hand holds the winning tile. Its melds stand in its text or in ``melds``; where none are told there are none. A
    win is a `Win`, or the tile alone: a discard and nothing special. ``scoring`` None is `SBR`. Four alike that stand
    as a kong in the hand are a concealed kong, declared before: the winning tile is in none.

    :raises NotWon: when the hand does not win.
    :raises HandError: when the win cannot be true of the hand: the tile is not there, or the kong that it comes after.
    """
    if scoring is None:
        scoring = SBR
    found = _score(judge, hand, win, melds, wild, void, scoring, Score)
    if found is None:
        hand, told = hand_and_melds(hand, melds)
        verdict = judge.judge(hand, told, wild, void)
        raise NotWon(verdict, scoring.penalty if verdict.reason is Reason.VOID_SUIT_HELD else 0)
    return found


class BestWait(NamedTuple):
    """What a hand of 3k+1 tiles waits for, and what it is worth at the wall's end."""

    scores: tuple[tuple[int, Score], ...]
    """Each waiting tile, in order, and the `Score` of winning with it in no special way."""
    penalty: int
    """Points for the forbidden suit, where that is held; else 0."""

    @property
    def best(self) -> Score | None:
        """The dearest of them, the first of several; None when the hand is not ready."""
        return max((found for _, found in self.scores), key=lambda found: found.total, default=None)

    @property
    def value(self) -> int:
        """The theoretical maximum: the points of the best winning tile; 0 when the hand is not ready."""
        return 0 if self.best is None else self.best.value

    @property
    def tiles(self) -> TileSet:
        """The waiting tiles."""
        return TileSet(tile for tile, _ in self.scores)


def best_wait(
    judge: Judge,
    hand: HandLike,
    melds: MeldsLike | None = (),
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
    scoring: Scoring | None = None,
) -> BestWait:
    """The `BestWait` of a hand of 3k+1 tiles: each waiting tile's `Score`, and the theoretical maximum.

    A tile of which every copy stands in the hand and its melds (or in ``seen``, where that is told) is no wait. No fan
    comes from how a tile came.
    """
    hand, told = hand_and_melds(hand, melds)
    counts = list(Hand(hand).counts)
    waits = judge.waits(counts, told, wild, void, seen)
    found = []
    for tile in waits:
        counts[tile] += 1
        found.append((tile, score(judge, counts, tile, told, wild, void, scoring)))
        counts[tile] -= 1
    held = _holds(judge, counts, told, void)
    return BestWait(tuple(found), (SBR if scoring is None else scoring).penalty if held else 0)


def _holds(judge: Judge, counts: list[int], melds: tuple[Meld, ...], void: int | None) -> bool:
    # Whether a tile of the void suit is in the hand, jokers not looked at, or in a meld.
    tiles = {tile for tile, count in enumerate(counts) if count}.difference(judge.rules.wild)
    return any(tile // 9 == void for tile in tiles.union(*(meld.tiles for meld in melds)))


class PricedDiscard(NamedTuple):
    """A `Discard`, and the value of what it leads to."""

    tile: int | None
    """None: an unnamed joker."""
    shanten: int
    tiles: TileSet
    count: int  # type: ignore[assignment]
    """How many copies of the tiles are left."""
    total: int | None
    """The most fans among the winning hands that are nearest then, won in no special way; None: none can be reached."""
    value: int
    """Its points: of a hand that is ready the theoretical maximum; 0: no winning hand can be reached."""


def discards(
    judge: Judge,
    hand: HandLike,
    melds: MeldsLike | None = (),
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
    scoring: Scoring | None = None,
) -> list[PricedDiscard]:
    """`Judge.discards`, each with the value of what it leads to: the dearest of the winning hands that are nearest."""
    if scoring is None:
        scoring = SBR
    hand, told = hand_and_melds(hand, melds)
    found = judge.discards(hand, told, wild, void, seen)
    near = [(each.tile, -1 if each.shanten == UNREACHABLE else each.shanten + 1) for each in found]
    totals = dearest_after(judge, hand, told, wild, void, seen, scoring, near)
    return [
        PricedDiscard(*each, *((None, 0) if total < 0 else (total, scoring.value(total))))
        for each, total in zip(found, totals, strict=True)
    ]


def score_many(
    judge: Judge,
    counts: Any,
    tiles: Any,
    out: tuple[Any, Any] | None = None,
    threads: int = 1,
    *,
    melds: MeldsLike | None = (),
    wild: int = 0,
    void: int | None = None,
    self_drawn: bool = False,
    after_kong: bool = False,
    robbing_kong: bool = False,
    last_tile: bool = False,
    first_turn: bool = False,
    dealer: bool | None = None,
    scoring: Scoring | None = None,
) -> tuple[Any, Any]:
    """What each hand is worth, found without the GIL: total uint8[N] and value uint16[N].

    ``counts`` is a C-contiguous buffer of uint8 of shape (N, 34), or flat; ``tiles`` one of N winning tiles (255: an
    unnamed joker); ``out`` two buffers to fill and return, else NumPy arrays are made (without NumPy memoryviews).
    ``threads`` share the rows (0: as many as there are cores). The rest holds for every row: melds, jokers, the void
    suit, how the hands were won. A hand that does not win has the value 0; a value above 65535 is written as that.

    :raises TileCountError: naming the first row that no hand can be, or of which the win cannot be true; nothing is
        written then.
    """
    flags = (self_drawn, after_kong, robbing_kong, last_tile, first_turn, dealer)
    if scoring is None:
        scoring = SBR
    return _score_many(judge, counts, tiles, out, threads, melds, wild, void, flags, scoring)
