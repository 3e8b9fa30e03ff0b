"""The programs of the three articles that mjcore starts from (seeds 000, 002 and 004), as they are called there.

Code written against them runs by changing an import. Every answer is mjcore's, so their mistakes are put right;
``docs/compat/seeds.md`` lists these.
"""

from collections.abc import Iterable
from enum import Enum
from operator import index
from typing import Any, cast

from .. import CLASSIC, PINGHU, SICHUAN, Form, Hand, HandError, Reason, SetKind, TileCountError, is_win, judge, parse
from .. import format as format_hand

__all__ = ["AI", "CardType", "HandCards", "PmaJong", "check_hu", "is_ping_hu"]


def _hand(codes: Any, notation: str) -> Hand:
    """The hand of a list of codes, which here may be empty."""
    return Hand() if isinstance(codes, (list, tuple)) and not codes else parse(codes, notation)


def _whole(number: Any) -> int:
    try:
        return index(number)
    except TypeError:
        raise HandError(f"a whole number, not {type(number).__name__}") from None


# ---------------------------------------------------------------- seed 000

_SEVEN_PAIRS = SICHUAN.replace(name="七小对", forms=(Form.SEVEN_PAIRS,), max_suits=3)
_FIRST = {"w": 0, "t": 18, "d": 9}  # mjcore's first kind of each suit, in the seed's order
_SUIT = "wdt"  # the seed's letter of mjcore's suits

_LOST = {
    Reason.WRONG_TILE_COUNT: "你丫诈和，牌的数量不对.",
    Reason.TOO_MANY_SUITS: "不是缺一门",
    Reason.SUIT_INCOMPLETE: "花色:{suit}不满足胡牌",
    Reason.NO_PAIR: "没有对子，不能胡牌",
}


class PmaJong:
    """Seed 000: a whole Sichuan hand of 14 tiles, and one more for each kong in it.

    ``m_CardNum`` (counts by suit, in the order of ``g_typedef``) is the hand that is judged; judging leaves it alone.

    >>> hand = PmaJong()
    >>> hand.InitData("1w1w1w2d3d4d2w3w4w7d8d9d5w5w")
    >>> hand.m_TypeNum, hand.IsSevenCouple()
    ([8, 0, 6], False)
    """

    def __init__(self) -> None:
        self.g_typedef = list(_FIRST)
        self.m_CardNum = [[0] * 9 for _ in self.g_typedef]
        self.HasCouple = False
        """Whether the last `IsWin` found sets and a pair."""
        self.m_GangNum = 0
        """How many kongs the last `IsWin` counted in a hand that it found to win."""

    @property
    def m_TypeNum(self) -> list[int]:
        """How many tiles of each suit, in the order of ``g_typedef``."""
        return [sum(counts) for counts in self.m_CardNum]

    def InitData(self, cards_str: str) -> None:
        """Take the hand of this text, such as ``1w2t3d``, in place of the one before.

        :raises NotationError: for text that is no such hand; 数据初始化出错 is printed, and the hand stays as it was.
        :raises TileCountError: the same, for five alike.
        """
        try:
            hand = parse(cards_str, "pairs")
            if hand.melds:
                raise HandError("the whole hand is told tile by tile, without melds")
        except HandError:
            print("数据初始化出错")
            raise
        self.m_CardNum = [list(hand.counts[first : first + 9]) for first in _FIRST.values()]
        self.HasCouple = False
        self.m_GangNum = 0

    def IsSevenCouple(self) -> bool:
        """Whether the hand is seven pairs, of any suits; four alike are two pairs.

        :raises TileCountError: for counts in ``m_CardNum`` that no hand can have.
        """
        return is_win(self._counts(), _SEVEN_PAIRS, melds=())

    def IsWin(self) -> bool:
        """Whether the hand wins; the verdict is printed in Chinese, before 正常胡牌 the sets.

        :raises TileCountError: for counts in ``m_CardNum`` that no hand can have.
        """
        self.HasCouple = False
        self.m_GangNum = 0
        verdict = judge(self._counts(), SICHUAN, melds=())
        made = verdict.decomposition
        if made is None:
            assert verdict.reason is not None
            suit = "" if verdict.suit is None else _SUIT[verdict.suit]
            print(_LOST[verdict.reason].format(suit=suit) + "\n")
            return False
        if made.pair is None or self.IsSevenCouple():
            print("七小对\n")
            return True
        self.HasCouple = True
        self.m_GangNum = sum(part.kind is SetKind.KONG for part in made.sets)
        parts = [part.tiles for part in made.sets] + [(made.pair,) * 2]
        print("当前牌：" + " ".join(str(format_hand(Hand.from_tiles(part), "pairs")) for part in parts) + "\n")
        print("正常胡牌\n")
        return True

    def _counts(self) -> list[int]:
        w, t, d = self.m_CardNum
        return [*w, *d, *t, *[0] * 7]


# ---------------------------------------------------------------- seed 002


class CardType(Enum):
    """Seed 002: a suit or an honour, with its code and its name."""

    wan = (1, "万")
    tiao = (2, "条")
    tong = (3, "筒")
    dong = (40, "东风")
    nan = (41, "南风")
    xi = (42, "西风")
    bei = (43, "北风")
    zhong = (44, "中")
    fa = (45, "发")
    ban = (46, "白板")

    def getValue(self) -> int:
        """The code: the suit's tens digit, or the honour's card."""
        return self.value[0]

    def getName(self) -> str:
        """The Chinese name."""
        return self.value[1]

    @staticmethod
    def getCardType(typeValue: int) -> "CardType":
        """The type of a code. :raises HandError: for a code that is no type's."""
        for each in CardType:
            if each.getValue() == typeValue:
                return each
        raise HandError(f"a type is 1, 2, 3 or 40-46, not {typeValue!r}")

    @staticmethod
    def getCardTypeName(typeValue: int) -> str:
        """The Chinese name of a code. :raises HandError: for a code that is no type's."""
        return CardType.getCardType(typeValue).getName()

    @staticmethod
    def getCardTypeValue(card: int) -> int:
        """The code of a card's type. :raises HandError: for what is no whole number."""
        return HandCards.getCardLeftValue(card) if _whole(card) < 40 else _whole(card)

    @staticmethod
    def getCardName(card: int) -> str:
        """The Chinese name of a card. :raises NotationError: for a number that is no card's.

        >>> CardType.getCardName(12), CardType.getCardName(46)
        ('二万', '白板')
        """
        _kind(card)
        name = CardType.getCardTypeName(CardType.getCardTypeValue(card))
        return name if card >= 40 else "一二三四五六七八九"[HandCards.getCardRightValue(card) - 1] + name


_PLACES = 40


def _kind(card: int) -> int:
    """mjcore's kind of a card. :raises NotationError: for a number that is no card's."""
    kind: int = next(iter(parse([card], "tens")))
    return kind


def _copies(num: int) -> int:
    if _whole(num) < 0:
        raise TileCountError(f"a number of cards is not negative: {num}")
    return _whole(num)


def _listed(cards: tuple[Any, ...]) -> Any:
    """The cards of a call that gives them one by one or as one list."""
    return cards[0] if len(cards) == 1 and isinstance(cards[0], Iterable) else cards


class HandCards:
    """Seed 002: a hand that cards are added to and removed from.

    A card is 11-19 万, 21-29 条, 31-39 筒 or 40-46 东南西北中发白. A *cluster* is the row of counts that
    `getCardClusterArray` gives; a card has its place (cluster index) in it, and the places between hold none.

    :param cards: cards to begin with.
    :raises HandError: here and in all that changes the hand, for a number that is no card's; the hand stays as it was.

    >>> hand = HandCards([11, 12, 13, 36])
    >>> hand.addCard(36), hand.getCards(), is_ping_hu(hand)
    (True, [11, 12, 13, 36, 36], True)
    """

    __slots__ = ("_own",)

    def __init__(self, cards: Iterable[int] | None = None) -> None:
        self._own = Hand()
        if cards is not None:
            self.setCards(cards)

    @staticmethod
    def getCardLeftValue(card: int) -> int:
        """A card's tens digit."""
        return _whole(card) // 10

    @staticmethod
    def getCardRightValue(card: int) -> int:
        """A card's last digit."""
        return _whole(card) % 10

    @staticmethod
    def getCardLeftValueByClusterIndex(idx: int) -> int:
        """The tens digit of the card at a place."""
        return _whole(idx) // 10 + 1

    @staticmethod
    def getCardRightValueByClusterIndex(idx: int) -> int:
        """The last digit of the card at a place."""
        return _whole(idx) % 10

    @staticmethod
    def getClusterIndexByCard(card: int) -> int:
        """A card's place."""
        return _whole(card) - 10

    @staticmethod
    def getClusterIndex(leftValue: int, rightValue: int) -> int:
        """The place of the card of these two digits."""
        return (_whole(leftValue) - 1) * 10 + _whole(rightValue)

    def setCards(self, cards: Iterable[int]) -> None:
        """Hold these cards and no others. :raises TileCountError: for five alike; the hand stays as it was."""
        self._own = _hand(cards, "tens")

    def addCard(self, card: int, num: int = 1) -> bool:
        """Add ``num`` of a card, or none of them and say False when there would be more than four.

        :raises HandError: for a number that is no card's or negative.
        """
        kind, copies = _kind(card), _copies(num)
        try:
            self._own.add(kind, copies)
        except TileCountError:
            return False
        return True

    def addCards(self, *cards: int | Iterable[int]) -> bool:
        """Add these cards (one by one or a list), or none of them and say False when there would be five alike.

        :raises NotationError: for a number that is no card's.
        """
        try:
            self._own.update(_hand(_listed(cards), "tens"))
        except TileCountError:
            return False
        return True

    def removeCard(self, card: int, num: int = 1) -> bool:
        """Remove ``num`` of a card, or none of them and say False when fewer are there.

        :raises HandError: for a number that is no card's or negative.
        """
        kind, copies = _kind(card), _copies(num)
        try:
            self._own.remove(kind, copies)
        except TileCountError:
            return False
        return True

    def removeCardOfAll(self, card: int) -> bool:
        """Remove all of a card; True, also when there were none.

        :raises NotationError: for a number that is no card's.
        """
        return self.removeCard(card, self._own.count(_kind(card)))

    def removeCards(self, *cards: int | Iterable[int]) -> bool:
        """Remove these cards (one by one or a list), or none of them and say False when one is not there.

        :raises NotationError: for a number that is no card's.
        """
        rest = self._own.copy()
        try:
            for kind in _hand(_listed(cards), "tens"):
                rest.remove(kind)
        except TileCountError:
            return False
        self._own = rest
        return True

    def hasCard(self, card: int) -> bool:
        """Whether a card is there. :raises HandError: for a number without a place."""
        return self.getCardNum(card) > 0

    def getCardNum(self, card: int) -> int:
        """How many of a card are there. :raises HandError: for a number without a place."""
        return self.getCardNumByClusterIndex(self.getClusterIndexByCard(card))

    def getCardClusterArray(self) -> list[int]:
        """The counts by place, up to the last that is not 0."""
        return self._row()[: self.getClusterValidLength()]

    def getCardNumByClusterIndex(self, idx: int) -> int:
        """How many cards are at a place. :raises HandError: for what is no place."""
        if not 0 <= _whole(idx) < _PLACES:
            raise HandError(f"a place is from 0 to {_PLACES - 1}, not {idx}")
        return self._row()[idx]

    def getCardByClusterIndex(self, idx: int) -> int:
        """The card at a place, or -1 where none is. :raises HandError: for what is no place."""
        return idx + 10 if self.getCardNumByClusterIndex(idx) else -1

    def getClusterValidStartIndex(self) -> int:
        """The first place with a card; 1 for an empty hand."""
        return min(map(self.getClusterIndexByCard, self.getCards()), default=1)

    def getClusterValidEndIndex(self) -> int:
        """The last place with a card; -1 for an empty hand."""
        return max(map(self.getClusterIndexByCard, self.getCards()), default=-1)

    def getClusterValidLength(self) -> int:
        """How long `getCardClusterArray` is."""
        return self.getClusterValidEndIndex() + 1

    def getCardTotals(self) -> int:
        """How many cards there are."""
        return len(self._own)

    def getCards(self) -> list[int]:
        """The cards in order; an empty list for an empty hand."""
        return cast("list[int]", format_hand(self._own, "tens"))

    def clone(self) -> "HandCards":
        """Another hand of the same cards."""
        return HandCards(self.getCards())

    __copy__ = clone

    def reset(self) -> None:
        """Remove all cards."""
        self._own = Hand()

    clear = reset

    def _row(self) -> list[int]:
        row = [0] * _PLACES
        for card in self.getCards():
            row[self.getClusterIndexByCard(card)] += 1
        return row

    def __repr__(self) -> str:
        return f"HandCards({self.getCards()})"


def is_ping_hu(cards: HandCards | Iterable[int]) -> bool:
    """Seed 002: whether cards (as in `HandCards`, or it itself) are any number of sets and a pair.

    :raises HandError: for a list that is no hand.

    >>> is_ping_hu([11, 12, 13, 22, 23, 24, 33, 33, 33, 36, 36])
    True
    """
    return is_win(cards._own if isinstance(cards, HandCards) else _hand(cards, "tens"), PINGHU)


class AI:
    """Seed 002: the class that its judge lives in."""

    isPingHu = staticmethod(is_ping_hu)


# ---------------------------------------------------------------- seed 004


def check_hu(codes: Iterable[int]) -> bool:
    """Seed 004: whether a hand in any order wins by sets and a pair, seven pairs or thirteen orphans.

    :param codes: 1-9 万, 11-19 筒, 21-29 条, 31-37 东南西北中发白.
    :raises HandError: for a list that is no hand.

    >>> check_hu([1, 9, 11, 19, 21, 21, 29, 31, 32, 33, 34, 35, 36, 37])
    True
    """
    return is_win(_hand(codes, "gapped"), CLASSIC)
