"""What a Sichuan win is worth: the rules as data, and what the kernel finds, said in words and payments.

A `Combination` says which features of a reading it needs, how many fans it has and what does not count beside it; a `Scoring` is
a table of them, with the cap and what is paid. The kernel (``_score.pyx``) sees the features and evaluates the table; no rule is
decided here. Sources: "SBR" below is *Sichuan Bloody Rules* as the Mahjong International League publishes them; the other
combinations are house rules that online tables offer as switches.

>>> from mjcore import SICHUAN, Judge
>>> judge = Judge(SICHUAN)
>>> score(judge, "22334455667799s", Win("9s", self_drawn=True)).explain("en")
'Full Flush 2, Seven Pairs 2: 4 fans, at most 3 count: 8 points: 22t 33t 44t 55t 66t 77t 99t'
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from dataclasses import replace as _replace
from typing import Any, NamedTuple

from ._judge import UNREACHABLE, Judge
from ._score import Reading, Table, Win, dearest_after, hand_and_melds
from ._score import score as _score
from ._score import score_many as _score_many
from ._typing import HandLike, MeldsLike, TileLike
from .errors import HandError
from .results import Reason, TileSet, Verdict
from .tiles import MPSZ, tile_index

__all__ = [
    "CHENGDU",
    "COMBINATIONS",
    "SBR",
    "SBR_RUSSIA",
    "SCORINGS",
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


class Feature(enum.IntFlag):
    """What the kernel sees in a won hand and in one of its readings; what a `Combination` is made of."""

    STANDARD = 1 << 0
    """Sets and a pair."""
    SEVEN_PAIRS = 1 << 1
    """Seven pairs."""
    FULL_FLUSH = 1 << 2
    """All tiles, melds too, are of one suit."""
    GOLDEN_WAIT = 1 << 3
    """All sets are declared, melds or kongs, so the winning tile makes the pair."""
    CONCEALED = 1 << 4
    """No meld but concealed kongs."""
    SELF_DRAWN = 1 << 5
    AFTER_KONG = 1 << 6
    ROBBING_KONG = 1 << 7
    LAST_TILE = 1 << 8
    FIRST_TURN = 1 << 9
    DEALER = 1 << 10
    """In the first turn: the dealer's own draw."""
    ROOTED = 1 << 11
    """There is a root."""
    ALL_PUNGS = 1 << 12
    """All sets are pungs or kongs."""
    ALL_TERMINAL = 1 << 13
    """Every set and the pair (or each of seven pairs) holds a 1 or a 9."""
    ALL_258 = 1 << 14
    """All tiles are 2, 5 or 8, and no set is a chow."""
    ALL_MIDDLE = 1 << 15
    """No tile is a 1, a 9 or an honour."""
    STRAIGHT = 1 << 16
    """123, 456 and 789 of one suit are chows."""
    MIDDLE_FIVE = 1 << 17
    """The winning tile is the 5 of a chow 456."""


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
    :param excludes: combinations that do not count beside it.
    :param includes: combinations of which it already counts one.
    """

    name: str
    zh: str
    en: str
    fans: int
    needs: Feature = Feature(0)
    lacks: Feature = Feature(0)
    per: str | None = None
    excludes: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.fans) is not int or not 0 <= self.fans <= 60:
            raise ValueError(f"Combination.fans must be from 0 to 60, not {self.fans!r}")
        if self.per not in _PER:
            raise ValueError(f"Combination.per must be 'kong', 'root' or None, not {self.per!r}")
        for name in ("needs", "lacks"):
            object.__setattr__(self, name, Feature(getattr(self, name)))
        for name in ("excludes", "includes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))


_PER = (None, "kong", "root")

_SBR = (
    Combination("KONG", "杠", "Kong", 1, per="kong"),
    Combination("ROOT", "根", "Root", 1, per="root"),
    Combination(
        "ALL_PUNGS", "对对胡", "All Pungs", 1, Feature.STANDARD | Feature.ALL_PUNGS, excludes=("ROOT", "ROBBING_THE_KONG")
    ),
    Combination("GOLDEN_WAIT", "金钩钓", "Golden Wait", 1, Feature.GOLDEN_WAIT, excludes=("ROOT", "ROBBING_THE_KONG")),
    Combination("FULL_FLUSH", "清一色", "Full Flush", 2, Feature.FULL_FLUSH),
    Combination("SEVEN_PAIRS", "七对", "Seven Pairs", 2, Feature.SEVEN_PAIRS, excludes=("KONG", "ROBBING_THE_KONG")),
    Combination("WIN_AFTER_KONG", "杠上花", "Win after Kong", 1, Feature.AFTER_KONG | Feature.SELF_DRAWN),
    Combination("SHOOT_AFTER_KONG", "杠上炮", "Shoot after Kong", 1, Feature.AFTER_KONG, Feature.SELF_DRAWN),
    Combination("ROBBING_THE_KONG", "抢杠", "Robbing the Kong", 1, Feature.ROBBING_KONG),
    Combination("UNDER_THE_SEA", "海底", "Under the Sea", 1, Feature.LAST_TILE),
)
"""SBR's table, in its order, with the pairs that SBR calls incompatible. No real hand has such a pair (``docs/scoring.md`` has the
proofs); where jokers are fifth copies, what is excluded does not count."""

_SELF_DRAWN = Combination("SELF_DRAWN", "自摸", "Self-Drawn", 1, Feature.SELF_DRAWN)

_HOUSE = (
    Combination(
        "HEAVENLY_HAND", "天胡", "Heavenly Hand", 5, Feature.FIRST_TURN | Feature.DEALER, excludes=("CONCEALED_HAND",)
    ),
    Combination(
        "EARTHLY_HAND", "地胡", "Earthly Hand", 5, Feature.FIRST_TURN, Feature.DEALER, excludes=("CONCEALED_HAND",)
    ),
    Combination("ALL_TERMINAL", "幺九", "Terminals in All", 2, Feature.STANDARD | Feature.ALL_TERMINAL),
    Combination(
        "PUNGS_OF_258",
        "将对",
        "Pungs of 2, 5, 8",
        3,
        Feature.STANDARD | Feature.ALL_PUNGS | Feature.ALL_258,
        excludes=("ALL_PUNGS", "ALL_MIDDLE", "ROOT"),
    ),
    Combination(
        "DRAGON_SEVEN_PAIRS",
        "龙七对",
        "Dragon Seven Pairs",
        3,
        Feature.SEVEN_PAIRS | Feature.ROOTED,
        includes=("SEVEN_PAIRS", "ROOT"),
    ),
    Combination("CONCEALED_HAND", "门清", "Concealed Hand", 1, Feature.STANDARD | Feature.CONCEALED),
    Combination("ALL_MIDDLE", "中张", "All Middle", 1, Feature.ALL_MIDDLE),
    Combination("MIDDLE_FIVE", "夹心五", "Middle Five", 1, Feature.STANDARD | Feature.MIDDLE_FIVE),
    Combination("STRAIGHT", "一条龙", "Straight", 1, Feature.STANDARD | Feature.STRAIGHT),
)

COMBINATIONS: dict[str, Combination] = {each.name: each for each in (*_SBR, *_HOUSE)}
"""Every combination that is offered, by name: those of SBR, and the house rules 天胡 地胡 幺九 将对 龙七对 门清 中张 夹心五 一条龙."""


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
    """Four of the own tiles 暗杠 下雨."""
    MELDED = "melded"
    """Three of the own tiles and a discard 直杠."""
    PROMOTED = "promoted"
    """The tile just drawn, added to a pung 补杠 巴杠."""
    POSTPONED = "postponed"
    """A tile drawn before, added to a pung: nothing is paid."""


class Kong(NamedTuple):
    """A kong whose payments stand, for `Score.payments` and `Scoring.kong_payments`."""

    kind: KongKind
    player: int
    discarder: int | None = None
    """Whose discard it was: of a melded kong."""
    still_in: tuple[int, ...] = (0, 1, 2, 3)
    """The players who had not won then."""


class Payment(NamedTuple):
    """Points from one player to another, or to the table (None)."""

    payer: int
    payee: int | None
    points: int
    reason: str
    """``"win"``, ``"kong"``, ``"ready"`` or ``"penalty"``."""


@dataclass(frozen=True)
class Scoring:
    """How wins are valued: a table of combinations, a cap, and what is paid. Hashable, comparable, picklable.

    :param name: what the rules are called.
    :param combinations: `Combination` objects, or names from `COMBINATIONS`, in the order they are told.
    :param cap: fans that count at most; None: all.
    :param self_draw: what a self-draw adds.
    :param concealed_kong: points from each player still in.
    :param melded_kong: points from the discarder.
    :param promoted_kong: points from each player still in.
    :param penalty: points for holding the forbidden suit at the end.
    :raises ValueError: for a value that no rules can have, naming the field.

    >>> SBR.plus("STRAIGHT").replace(cap=None).combinations[-1].en
    'Straight'
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
        def fail(name: str, expected: str) -> ValueError:
            return ValueError(f"Scoring.{name} must be {expected}, not {getattr(self, name)!r}")

        if not isinstance(self.name, str):
            raise fail("name", "text")
        if self.cap is not None and (type(self.cap) is not int or not 0 <= self.cap <= 255):
            raise fail("cap", "a number of fans, or None")
        for name in ("concealed_kong", "melded_kong", "promoted_kong", "penalty"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise fail(name, "a number of points")
        object.__setattr__(self, "self_draw", SelfDraw(self.self_draw))
        object.__setattr__(self, "combinations", tuple(map(_combination, self.combinations)))
        names = [row.name for row in self.table]
        if len(set(names)) != len(names):
            raise ValueError("Scoring.combinations must have different names")
        object.__setattr__(self, "compiled", _compiled(self.table, self.cap))

    @property
    def table(self) -> tuple[Combination, ...]:
        """The combinations that count: `combinations`, and Self-Drawn 自摸 where that is a fan."""
        return (*self.combinations, _SELF_DRAWN) if self.self_draw is SelfDraw.FAN else self.combinations

    def replace(self, **changes: Any) -> "Scoring":
        """A variant of these rules."""
        return _replace(self, **changes)

    def plus(self, *combinations: Combination | str) -> "Scoring":
        """These rules with more combinations switched on, each a `Combination` or a name from `COMBINATIONS`.

        One with the name of another takes its place.
        """
        rows = {row.name: row for row in self.combinations}
        rows.update((row.name, row) for row in map(_combination, combinations))
        return self.replace(combinations=tuple(rows.values()))

    def minus(self, *names: str) -> "Scoring":
        """These rules with combinations switched off.

        :raises ValueError: for a name that is not among them.
        """
        for name in names:
            if name not in [row.name for row in self.combinations]:
                raise ValueError(f"{name!r} is no combination of {self.name}")
        return self.replace(combinations=tuple(row for row in self.combinations if row.name not in names))

    def value(self, total: int) -> int:
        """The points of so many fans: 2 for each doubling, up to the cap."""
        return int(2 ** (total if self.cap is None else min(total, self.cap)))

    def kong_payments(self, kong: Kong) -> tuple[Payment, ...]:
        """What is paid for a kong at once: nothing for a postponed one.

        :raises ValueError: for players that cannot be, and a melded kong without a discarder.
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

        Who is not ready pays each ready player that hand's theoretical maximum. Who holds the forbidden suit is not ready, and loses the
        penalty to the table.
        """
        found = [Payment(each, None, hand.penalty, "penalty") for each, hand in hands.items() if hand.penalty]
        for payee, ready in hands.items():
            if ready.value:
                found += [Payment(each, payee, ready.value, "ready") for each, hand in hands.items() if not hand.value]
        return tuple(found)

    def __reduce__(self) -> tuple[Any, ...]:
        return Scoring, tuple(getattr(self, each.name) for each in fields(self) if each.init)


def _combination(given: Combination | str) -> Combination:
    if isinstance(given, Combination):
        return given
    if given not in COMBINATIONS:
        raise ValueError(f"{given!r} is none of the combinations {', '.join(COMBINATIONS)}")
    return COMBINATIONS[given]


def _compiled(table: tuple[Combination, ...], cap: int | None) -> Table:
    names = [row.name for row in table]

    def bits(others: tuple[str, ...]) -> int:
        return sum(1 << names.index(name) for name in set(others) if name in names)

    return Table(
        [
            (row.needs, row.lacks, _PER.index(row.per), row.fans, bits(row.excludes), bits(row.includes))
            for row in table
        ],
        cap,
    )


SBR = Scoring("SBR")
"""Sichuan Bloody Rules of the Mahjong International League: ten combinations, at most 3 fans (8 points), a self-draw pays a point more."""
SBR_RUSSIA = SBR.replace(name="SBR_RUSSIA", cap=4)
"""The same as played in Russia: at most 4 fans (16 points)."""
CHENGDU = Scoring(
    "CHENGDU",
    (
        *_SBR,
        *(
            COMBINATIONS[name]
            for name in (
                "HEAVENLY_HAND",
                "EARTHLY_HAND",
                "ALL_TERMINAL",
                "PUNGS_OF_258",
                "DRAGON_SEVEN_PAIRS",
                "CONCEALED_HAND",
                "ALL_MIDDLE",
            )
        ),
    ),
    cap=4,
    self_draw=SelfDraw.FAN,
)
"""Chengdu 成都麻将 血战到底, as the popular apps deal it.

On are the switches that their rooms offer together: 天地胡 (Heavenly and Earthly Hand, 5 fans), 幺九将对 (Terminals in All, 2, and Pungs of
2, 5, 8, 3 with All Pungs counted in it) and 门清中张 (Concealed Hand and All Middle, 1 each); 龙七对 has its own name, and is worth what seven
pairs and a root are. A self-draw is one fan more 自摸加番, and 4 fans count at most 四番封顶, the middle of the 3, 4 and 5 they let tables choose.
Off are 夹心五 and 一条龙, which belong to tables of other towns: ``CHENGDU.plus("MIDDLE_FIVE", "STRAIGHT")``.
"""

SCORINGS: dict[str, Scoring] = {each.name: each for each in (SBR, SBR_RUSSIA, CHENGDU)}
"""The presets by name."""


# ---------------------------------------------------------------- one hand


class NotWon(HandError):
    """The hand is not won, so it has no value.

    :ivar verdict: why, a `Verdict`; true where only the winning tile is wrong, since it stands in a kong.
    :ivar penalty: points for the forbidden suit, where that is held; else 0.
    """

    def __init__(self, verdict: Verdict, penalty: int = 0) -> None:
        super().__init__(verdict, penalty)
        self.verdict = verdict
        self.penalty = penalty

    def __str__(self) -> str:
        if self.verdict:
            return "not a win: the winning tile stands in a kong, and a kong is declared before that tile comes"
        penalty = f": a penalty of {self.penalty} points" if self.penalty else ""
        return self.verdict.explain("en") + penalty


class Score(Reading):
    """What a won hand is worth, and why. Made by `score`; frozen, hashable, picklable.

    ``total`` is the number of fans before the cap, ``decomposition`` the reading that pays best, without the melds; ``kongs`` and
    ``roots`` are how many it has, melds counted.

    >>> from mjcore import SICHUAN, Judge
    >>> found = score(Judge(SICHUAN), "55p[1111m][222m][333m](4444p)", Win("5p"))
    >>> [(combination.en, times) for combination, times in found.fans]
    [('Kong', 2), ('All Pungs', 1), ('Golden Wait', 1)]
    >>> found.total, found.value
    (4, 8)
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Score is frozen")

    @property
    def fans(self) -> tuple[tuple[Combination, int], ...]:
        """The combinations that count, each with how often, in the table's order."""
        return tuple((row, times) for row, times in zip(self.scoring.table, self.times, strict=True) if times)

    @property
    def value(self) -> int:
        """Points: 2 to the power of the fans, up to the cap."""
        return self.scoring.value(self.total)

    @property
    def features(self) -> Feature:
        """What the kernel saw in the reading. Of what no combination of the scoring asks about some is left out."""
        return Feature(self.feature_bits)

    def payments(
        self,
        winner: int = 0,
        discarder: int | None = None,
        still_in: Iterable[int] = (0, 1, 2, 3),
        kongs: Iterable[Kong] = (),
    ) -> tuple[Payment, ...]:
        """Who pays whom: for the kongs, whoever declared them, and then for this win.

        A discard (or robbed kong) is paid by its player, a self-draw by each player still in: the value, and one point more where that is the rule.
        Players are numbered; those who have won before are not in.

        :raises ValueError: for players that cannot be: a win by discard needs the discarder, one by self-draw has none.
        """
        still_in = tuple(still_in)
        _check_players(winner, discarder, still_in)
        if self.win.self_drawn != (discarder is None):
            raise ValueError("a win by self-draw has no discarder" if self.win.self_drawn else "a win by discard needs the discarder")
        found = [payment for kong in kongs for payment in self.scoring.kong_payments(kong)]
        if discarder is not None:
            return (*found, Payment(discarder, winner, self.value, "win"))
        points = self.value + (self.scoring.self_draw is SelfDraw.POINT)
        return (*found, *(Payment(each, winner, points, "win") for each in still_in if each != winner))

    def explain(self, language: str = "en") -> str:
        """The fans, the points and the reading, in Chinese (``"zh"``) or English (``"en"``).

        :raises ValueError: for another language.
        """
        if language not in ("zh", "en"):
            raise ValueError(f"a language is 'zh' or 'en', not {language!r}")
        chinese = language == "zh"
        rows = []
        for row, times in self.fans:
            more = f"×{times}" if times > 1 else ""
            rows.append(f"{row.zh}{row.fans}番{more}" if chinese else f"{row.en} {row.fans}{more}")
        cap = self.scoring.cap
        reading = " ".join([str(self.decomposition), *map(str, self.melds)])
        jokers = _jokers_text(self, chinese)
        if chinese:
            text = f"{'、'.join(rows) or '平胡'}：共{self.total}番"
            capped = f"，封顶{cap}番" if cap is not None and self.total > cap else ""
            more = "，自摸每家多1点" if self.win.self_drawn and self.scoring.self_draw is SelfDraw.POINT else ""
            return f"{text}{capped}，{self.value}点{more}：{reading}{jokers}"
        text = f"{', '.join(rows)}: " if rows else ""
        count = "no fans" if self.total == 0 else "1 fan" if self.total == 1 else f"{self.total} fans"
        capped = f", at most {cap} count" if cap is not None and self.total > cap else ""
        points = "1 point" if self.value == 1 else f"{self.value} points"
        return f"{text}{count}{capped}: {points}: {reading}{jokers}"

    def to_dict(self) -> dict[str, Any]:
        """The score as JSON can hold it."""
        return {
            "scoring": self.scoring.name,
            "fans": [{"name": row.name, "zh": row.zh, "en": row.en, "fans": row.fans, "times": n} for row, n in self.fans],
            "total": self.total,
            "value": self.value,
            "self_draw": self.scoring.self_draw.value if self.win.self_drawn else None,
            "decomposition": self.decomposition.to_dict(),
            "melds": [str(meld) for meld in self.melds],
        }

    def __repr__(self) -> str:
        return f"<Score {self.scoring.name}: {self.explain('en')}>"


def _jokers_text(score: Score, chinese: bool) -> str:
    jokers = score.decomposition.jokers
    if not jokers:
        return ""
    return ("，癞子当 " if chinese else ", jokers as ") + " ".join(MPSZ[tile] for tile in jokers)


def _check_players(player: int, discarder: int | None, still_in: tuple[int, ...]) -> None:
    if len(set(still_in)) != len(still_in) or player not in still_in:
        raise ValueError(f"player {player} is one of the different players still in, not of {still_in}")
    if discarder is not None and (discarder == player or discarder not in still_in):
        raise ValueError(f"the discarder is another player still in, not {discarder}")


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

    ``hand`` holds the winning tile; melds stand in its text or in ``melds``, and none are told of means there are none. A win is a `Win`, or the
    tile alone: a plain win by discard. ``scoring`` None is `SBR`. Four alike in the hand that stand as a kong count as a concealed kong, which was
    declared before: the winning tile is in none.

    :raises NotWon: when the hand does not win.
    :raises HandError: when the win cannot be true of the hand: its tile is not there, a kong that should be there is not, and so on.
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
    """Each waiting tile, in order, with the `Score` of winning by it in no special way."""
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

    A tile of which every copy stands in the hand and its melds (or in ``seen``) is no wait. No fan comes from how a tile came.
    """
    if scoring is None:
        scoring = SBR
    hand, told = hand_and_melds(hand, melds)
    counts = list(_counts(hand))
    found = []
    for tile in judge.waits(hand, told, wild, void, seen):
        counts[tile] += 1
        found.append((tile, score(judge, counts, Win(tile), told, wild, void, scoring)))
        counts[tile] -= 1
    return BestWait(tuple(found), scoring.penalty if _holds(judge, counts, told, void) else 0)


def _counts(hand: HandLike) -> bytes:
    from ._hand import Hand

    return Hand(hand).counts


def _holds(judge: Judge, counts: list[int], melds: tuple[Any, ...], void: int | None) -> bool:
    # Whether a tile of the void suit, that is no joker, is in the hand or its melds.
    if void is None:
        return False
    own = [tile for tile, count in enumerate(counts) if count and tile not in judge.rules.wild]
    return any(tile // 9 == void for tile in (*own, *(tile for meld in melds for tile in meld.tiles)))


class PricedDiscard(NamedTuple):
    """A `Discard`, and what it leads to."""

    tile: int | None
    """None: an unnamed joker."""
    shanten: int
    tiles: TileSet
    count: int  # type: ignore[assignment]
    """How many copies of the tiles are left."""
    total: int | None
    """The most fans among the winning hands that are nearest then, won in no special way; None: none can be reached."""
    value: int
    """Their points: of a ready hand the theoretical maximum; 0: no winning hand can be reached."""


def discards(
    judge: Judge,
    hand: HandLike,
    melds: MeldsLike | None = (),
    wild: int = 0,
    void: int | None = None,
    seen: HandLike | None = None,
    scoring: Scoring | None = None,
) -> list[PricedDiscard]:
    """`Judge.discards` with the value of what each discard leads to: the dearest of the winning hands that are then nearest."""
    if scoring is None:
        scoring = SBR
    hand, told = hand_and_melds(hand, melds)
    found = judge.discards(hand, told, wild, void, seen)
    near = [(each.tile, each.shanten) for each in found if each.shanten != UNREACHABLE]
    totals = dict(
        zip((tile for tile, _ in near), dearest_after(judge, hand, told, wild, void, seen, scoring, near), strict=True)
    )
    priced = []
    for each in found:
        total = totals.get(each.tile, -1)
        priced.append(
            PricedDiscard(*each, None, 0) if total < 0 else PricedDiscard(*each, total, scoring.value(total))
        )
    return priced


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
    """The value of each hand, without the GIL: total uint8[N] and value uint16[N].

    ``counts`` is a C-contiguous buffer of uint8 of shape (N, 34), or flat, ``tiles`` one of N winning tiles (255: an unnamed joker); ``out`` two
    buffers to fill and return, else NumPy arrays are made (without NumPy memoryviews). What is told beside holds for every row: melds, jokers, and
    how the hands were won. A hand that does not win has value 0. Values above 65535 are written as 65535.

    :raises TileCountError: naming the first row that no hand can be or whose win cannot be true; nothing is written then.
    """
    flags = (self_drawn, after_kong, robbing_kong, last_tile, first_turn, dealer)
    return _score_many(judge, counts, tiles, out, threads, melds, wild, void, flags, SBR if scoring is None else scoring)


def balance(payments: Iterable[Payment]) -> dict[int | None, int]:
    """What each player has won or lost, and what the table (None) has taken: the sum is zero.

    >>> balance([Payment(1, 0, 8, "win"), Payment(2, None, 48, "penalty")])
    {1: -8, 0: 8, 2: -48, None: 48}
    """
    sums: dict[int | None, int] = {}
    for payment in payments:
        sums[payment.payer] = sums.get(payment.payer, 0) - payment.points
        sums[payment.payee] = sums.get(payment.payee, 0) + payment.points
    return sums
