"""The programs of the three articles, by their own names: their examples, and each of their mistakes put right.

A test of a mistake says in its docstring (or beside its case) what the article's program answers.
"""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import HandError, NotationError, TileCountError
from mjcore.compat.seeds import AI, CardType, HandCards, PmaJong, check_hu, is_ping_hu

WON = "1w1w1w2d3d4d2w3w4w7d8d9d5w5w"
SEVEN = "1w1w3w3w5w5w7w7w2d2d4d4d6d6d"
KONGS = "1w1w1w1w2w2w2w2w3w3w3w3w4w4w4w4w5w5w"

Said = pytest.CaptureFixture[str]


def pairs(*suits: str) -> str:
    """Tiles as seed 000 writes them: ``pairs("112w")`` is ``1w1w2w``."""
    return "".join(rank + suit[-1] for suit in suits for rank in suit[:-1])


def pma(cards: str) -> PmaJong:
    hand = PmaJong()
    hand.InitData(cards)
    return hand


def verdict(hand: PmaJong, said: Said) -> tuple[bool, str]:
    """What ``IsWin`` returns, and the last line that it prints."""
    won = hand.IsWin()
    return won, said.readouterr().out.split()[-1]


# ---------------------------------------------------------------- seed 000: its own hands, and what it prints


def test_000_its_example(capsys: Said) -> None:
    hand = pma(WON)
    assert hand.IsWin()
    assert capsys.readouterr().out == "当前牌：1w1w1w 2w3w4w 2d3d4d 7d8d9d 5w5w\n\n正常胡牌\n\n"
    assert (hand.HasCouple, hand.m_GangNum) == (True, 0)


def test_000_the_example_of_its_csharp(capsys: Said) -> None:
    # Fifteen tiles without a kong. The article's program names the suit with the odd tile.
    assert verdict(pma("2d" + WON), capsys) == (False, "你丫诈和，牌的数量不对.")


def test_000_attributes() -> None:
    hand = pma(pairs("112w", "9t", "55d"))
    assert hand.g_typedef == ["w", "t", "d"]
    assert hand.m_TypeNum == [3, 1, 2]
    assert hand.m_CardNum == [[2, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 2, 0, 0, 0, 0]]
    assert (hand.HasCouple, hand.m_GangNum) == (False, 0)
    assert PmaJong().m_TypeNum == [0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        (pairs("111w", "234d", "234t", "789d", "55w"), "不是缺一门"),
        (pairs("11123455w", "234788d"), "花色:d不满足胡牌"),
        (pairs("11123455w", "234788t"), "花色:t不满足胡牌"),
        (pairs("11124455w", "234789t"), "花色:w不满足胡牌"),
        (pairs("147w", "12356789t"), "你丫诈和，牌的数量不对."),
        (pairs("11115555w", "222444t"), "没有对子，不能胡牌"),
        (pairs("1112345w", "234789d"), "你丫诈和，牌的数量不对."),
    ],
)
def test_000_what_it_prints(cards: str, line: str, capsys: Said) -> None:
    assert verdict(pma(cards), capsys) == (False, line)


def test_000_counts_may_be_set_by_hand(capsys: Said) -> None:
    hand = pma(WON)
    hand.m_CardNum[0][0] += 1
    assert hand.m_TypeNum == [9, 0, 6]
    assert verdict(hand, capsys) == (True, "正常胡牌")
    hand.m_CardNum[0][0] += 1
    with pytest.raises(TileCountError):
        hand.IsWin()
    hand.m_CardNum[0].pop()
    with pytest.raises(TileCountError):
        hand.IsSevenCouple()


def test_000_pickles() -> None:
    assert pickle.loads(pickle.dumps(pma(WON))).m_CardNum == pma(WON).m_CardNum


# ---------------------------------------------------------------- seed 000: its mistakes


def test_000_seven_pairs(capsys: Said) -> None:
    """Seed 000: IsSevenCouple returns None for seven pairs, and IsWin says 花色:w不满足胡牌."""
    hand = pma(SEVEN)
    assert hand.IsSevenCouple() is True
    assert verdict(hand, capsys) == (True, "七小对")
    assert (hand.HasCouple, hand.m_GangNum) == (False, 0)


def test_000_no_seven_pairs() -> None:
    """Seed 000: None, not False, for a hand of other than 14 tiles."""
    assert pma(WON).IsSevenCouple() is False
    assert pma(KONGS).IsSevenCouple() is False
    assert PmaJong().IsSevenCouple() is False


def test_000_four_alike_are_two_pairs(capsys: Said) -> None:
    """Seed 000: IsSevenCouple refuses any count but 2, in its C# and C++ too."""
    hand = pma(pairs("11115577w", "224466d"))
    assert hand.IsSevenCouple() is True
    assert verdict(hand, capsys) == (True, "七小对")


def test_000_seven_pairs_that_are_also_sets(capsys: Said) -> None:
    """Seed 000: 正常胡牌, though it asks for seven pairs first."""
    assert verdict(pma(pairs("112233445566w", "77t")), capsys) == (True, "七小对")


def test_000_seven_pairs_in_three_suits(capsys: Said) -> None:
    # IsSevenCouple looks at the pairs alone, as there; IsWin at the suits first.
    hand = pma(pairs("1122w", "3344t", "556677d"))
    assert hand.IsSevenCouple() is True
    assert verdict(hand, capsys) == (False, "不是缺一门")


def test_000_is_win_twice(capsys: Said) -> None:
    """Seed 000: the second call says 花色:w不满足胡牌, for the first took the tiles away."""
    hand = pma(WON)
    before = copy.deepcopy(hand.m_CardNum)
    assert verdict(hand, capsys) == verdict(hand, capsys) == (True, "正常胡牌")
    assert hand.m_CardNum == before


def test_000_init_data_twice(capsys: Said) -> None:
    """Seed 000: the second hand is added to the first, which makes 28 tiles, and 花色:w不满足胡牌."""
    hand = pma(SEVEN)
    hand.InitData(WON)
    assert sum(hand.m_TypeNum) == 14
    assert verdict(hand, capsys) == (True, "正常胡牌")


def test_000_a_pair_does_not_outlive_its_hand(capsys: Said) -> None:
    """Seed 000: HasCouple stays set, so that no later hand of the object has a pair: 花色:w不满足胡牌."""
    hand = pma(WON)
    assert verdict(hand, capsys) == (True, "正常胡牌")
    hand.InitData(pairs("99w", "123123444666d"))
    assert hand.HasCouple is False
    assert verdict(hand, capsys) == (True, "正常胡牌")


def test_000_a_kong_does_not_outlive_its_hand(capsys: Said) -> None:
    """Seed 000: m_GangNum goes on from 1 to 2, which by itself makes the second hand 诈和."""
    hand = PmaJong()
    for _ in range(2):
        hand.InitData(pairs("1111234w", "234789d", "55w"))
        assert verdict(hand, capsys) == (True, "正常胡牌")
        assert hand.m_GangNum == 1
    hand.InitData(WON)
    assert hand.m_GangNum == 0


def test_000_four_kongs(capsys: Said) -> None:
    """Seed 000: it reads one kong and four chows, and says 你丫诈和，牌的数量不对."""
    hand = pma(KONGS)
    assert hand.IsWin()
    assert "1w1w1w1w 2w2w2w2w 3w3w3w3w 4w4w4w4w 5w5w" in capsys.readouterr().out
    assert hand.m_GangNum == 4


@pytest.mark.parametrize(
    ("cards", "kongs"),
    [
        (pairs("11112223333555w"), 0),  # 没有对子: two kongs and two pungs
        (pairs("111133334444555w"), 1),  # the same: three kongs and a pung
        (pairs("22266667777888899w"), 3),  # 诈和: no kong, five sets
    ],
)
def test_000_kongs_are_counted_when_they_fit(cards: str, kongs: int, capsys: Said) -> None:
    """Seed 000 keeps the first reading of a suit, whatever number of kongs is in it."""
    hand = pma(cards)
    assert verdict(hand, capsys) == (True, "正常胡牌")
    assert hand.m_GangNum == kongs


@pytest.mark.parametrize(
    ("cards", "kongs"),
    [
        (pairs("333455556666w", "66t"), 0),
        (pairs("111234444w", "333344t"), 1),
        (pairs("66677778888w", "45688t"), 2),
        (pairs("111222233334444w", "11t"), 3),
    ],
)
def test_000_the_pair_is_not_taken_by_the_first_suit_that_has_one(cards: str, kongs: int, capsys: Said) -> None:
    """Seed 000: 花色:t不满足胡牌, for it took the pair in w and does not come back."""
    hand = pma(cards)
    assert verdict(hand, capsys) == (True, "正常胡牌")
    assert hand.m_GangNum == kongs


def test_000_three_kongs_that_are_seven_pairs(capsys: Said) -> None:
    """Seed 000: 你丫诈和，牌的数量不对, with m_GangNum 3."""
    hand = pma(pairs("11333344445555w"))
    assert verdict(hand, capsys) == (True, "七小对")
    assert hand.m_GangNum == 0


def test_000_a_lost_hand_has_no_kong(capsys: Said) -> None:
    """Seed 000: m_GangNum 2 and HasCouple True, beside 诈和 (ten tiles, two kongs and a pair)."""
    hand = pma(pairs("11113333w", "55t"))
    assert verdict(hand, capsys) == (False, "你丫诈和，牌的数量不对.")
    assert (hand.m_GangNum, hand.HasCouple) == (0, False)


@pytest.mark.parametrize(
    "cards",
    [
        WON + "9z9Z",  # 正常胡牌: the two are dropped
        WON[:-2] + "5z",  # 花色:w不满足胡牌, of thirteen tiles
        WON.replace("1w", "0w"),  # 正常胡牌: 0w is counted as 9w
        WON[:-2] + ":w",  # IndexError
        WON[:-2] + "５w",  # IndexError
        WON[:-1],  # prints 数据初始化出错 and judges what was there before
        "",  # the same
        "[1w1w1w]" + WON[6:],  # the meld's tiles go missing
    ],
)
def test_000_nothing_is_dropped(cards: str, capsys: Said) -> None:
    hand = pma(SEVEN)
    with pytest.raises(HandError):
        hand.InitData(cards)
    assert capsys.readouterr().out == "数据初始化出错\n"
    assert hand.m_CardNum == pma(SEVEN).m_CardNum


def test_000_five_alike() -> None:
    """Seed 000: 正常胡牌 (1w1w1w and 1w1w)."""
    with pytest.raises(TileCountError):
        pma(pairs("11111w", "222333444t"))


@pytest.mark.parametrize("cards", [None, 5, ["1", "w"], b"1w"])
def test_000_wrong_types(cards: object) -> None:
    with pytest.raises(HandError):
        PmaJong().InitData(cards)  # type: ignore[arg-type]


def test_000_an_empty_hand(capsys: Said) -> None:
    """Seed 000: 没有对子，不能胡牌."""
    assert verdict(PmaJong(), capsys) == (False, "你丫诈和，牌的数量不对.")


# ---------------------------------------------------------------- seed 002: its own hand, and its names

CARDS = [*range(11, 20), *range(21, 30), *range(31, 40), *range(40, 47)]
EXAMPLE = [11, 12, 13, 22, 23, 24, 33, 33, 33, 36, 36]


def span(hand: HandCards) -> tuple[int, int, int]:
    return hand.getClusterValidStartIndex(), hand.getClusterValidEndIndex(), hand.getClusterValidLength()


def test_002_its_example() -> None:
    hand = HandCards(EXAMPLE)
    row = [0, 1, 1, 1, *[0] * 8, 1, 1, 1, *[0] * 8, 3, 0, 0, 2]
    assert hand.getCardClusterArray() == row
    assert hand.getCards() == EXAMPLE
    assert span(hand) == (1, 26, 27)
    counted = []
    for place in range(hand.getClusterValidStartIndex(), hand.getClusterValidEndIndex() + 1):
        card = hand.getCardByClusterIndex(place)
        if card > 0:
            counted.append(f"{hand.getCardNum(card)}张{CardType.getCardName(card)}")
    assert " ".join(counted) == "1张一万 1张二万 1张三万 1张二条 1张三条 1张四条 3张三筒 2张六筒"
    assert is_ping_hu(hand) and AI.isPingHu(hand) and is_ping_hu(EXAMPLE)
    assert hand.getCards() == EXAMPLE


@pytest.mark.parametrize("card", CARDS)
def test_002_codes(card: int) -> None:
    place = HandCards.getClusterIndexByCard(card)
    left, right = divmod(card, 10)
    assert (HandCards.getCardLeftValue(card), HandCards.getCardRightValue(card)) == (left, right)
    assert HandCards.getClusterIndex(left, right) == place == (left - 1) * 10 + right
    assert HandCards.getCardLeftValueByClusterIndex(place) == left
    assert HandCards.getCardRightValueByClusterIndex(place) == right
    hand = HandCards([card, card])
    assert hand.getCardClusterArray() == [0] * place + [2]
    assert hand.getCardByClusterIndex(place) == card
    assert span(hand) == (place, place, place + 1)


def test_002_card_types() -> None:
    names = [CardType.getCardName(card) for card in CARDS]
    suits = [rank + suit for suit in "万条筒" for rank in "一二三四五六七八九"]
    assert names == [*suits, "东风", "南风", "西风", "北风", "中", "发", "白板"]
    assert [CardType.getCardTypeValue(card) for card in (19, 21, 35, 40, 46)] == [1, 2, 3, 40, 46]
    assert CardType.getCardType(2) is CardType.tiao
    assert (CardType.dong.getValue(), CardType.dong.getName(), CardType.getCardTypeName(3)) == (40, "东风", "筒")


def test_002_what_is_in_a_hand() -> None:
    hand = HandCards()
    assert hand.addCard(15) and hand.addCard(15, 2) and hand.addCards(11, 46) and hand.addCards([22, 23])
    assert hand.getCards() == [11, 15, 15, 15, 22, 23, 46]
    assert hand.getCardTotals() == 7
    assert hand.hasCard(46) and not hand.hasCard(45)
    assert hand.getCardNum(15) == hand.getCardNumByClusterIndex(5) == 3
    assert hand.removeCard(15) and hand.removeCard(15, 2) and not hand.removeCard(15)
    assert hand.removeCards(11, 46) and hand.removeCards([22]) and hand.removeCardOfAll(23)
    assert hand.getCardTotals() == 0


def test_002_places_without_a_card() -> None:
    # A loop over all places, or over 11 to 46, meets these.
    hand = HandCards(EXAMPLE)
    for place in (0, 10, 20, 37, 39):
        assert (hand.getCardNumByClusterIndex(place), hand.getCardByClusterIndex(place)) == (0, -1)
        assert not hand.hasCard(place + 10)


def test_002_a_clone_is_another_hand() -> None:
    hand = HandCards(EXAMPLE)
    for other in (hand.clone(), copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        other.addCard(46)
        assert other.getCards() == [*EXAMPLE, 46]
        assert hand.getCards() == EXAMPLE
    hand.getCardClusterArray()[0] = 4
    hand.getCards().clear()
    assert hand.getCards() == EXAMPLE
    assert repr(HandCards([12, 11])) == "HandCards([11, 12])"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "remove", "all", "adds", "removes", "set", "reset", "clear", "clone"]),
            st.lists(st.sampled_from([11, 12, 19, 21, 46]), max_size=6),
            st.integers(0, 5),
        )
    )
)
def test_002_a_hand_is_a_multiset(calls: list[tuple[str, list[int], int]]) -> None:
    hand, held = HandCards(), Counter[int]()
    for call, cards, num in calls:
        many, card = Counter(cards), cards[0] if cards else 11
        fits = all(held[each] + n <= 4 for each, n in many.items())
        if call == "add":
            assert hand.addCard(card, num) is (held[card] + num <= 4)
            held[card] += num if held[card] + num <= 4 else 0
        elif call == "remove":
            assert hand.removeCard(card, num) is (num <= held[card])
            held[card] -= num if num <= held[card] else 0
        elif call == "all":
            assert hand.removeCardOfAll(card)
            held[card] = 0
        elif call == "adds":
            assert hand.addCards(*cards) is fits
            held.update(many if fits else ())
        elif call == "removes":
            assert hand.removeCards(*cards) is (many <= held)
            held.subtract(many if many <= held else ())
        elif call == "set" and max(many.values(), default=0) <= 4:
            hand.setCards(cards)
            held = many
        elif call in ("reset", "clear"):
            getattr(hand, call)()
            held.clear()
        elif call == "clone":
            hand = hand.clone()
        cards = sorted(held.elements())
        assert hand.getCards() == cards
        assert hand.getCardTotals() == len(cards)
        assert span(hand) == ((cards[0] - 10, cards[-1] - 10, cards[-1] - 9) if cards else (1, -1, 0))
        assert hand.getCardClusterArray() == [held[place + 10] for place in range(hand.getClusterValidLength())]


# ---------------------------------------------------------------- seed 002: its mistakes


def test_002_add_cards_past_four() -> None:
    """Seed 002: True, with four of the five added (each is checked against the count before the call)."""
    hand = HandCards()
    assert hand.addCards(11, 11, 11, 11, 11) is False
    assert hand.getCards() == []
    assert hand.addCards(11, 11, 11) and not hand.addCards(12, 11, 11)
    assert hand.getCards() == [11, 11, 11]


def test_002_remove_cards_past_none() -> None:
    """Seed 002: True, with the one that is there removed."""
    hand = HandCards([11, 12])
    assert hand.removeCards(11, 11) is False
    assert hand.getCards() == [11, 12]


def test_002_five_alike_in_set_cards() -> None:
    """Seed 002: the fifth is dropped without a word, and the eight left win."""
    cards = [11, 11, 11, 11, 11, 12, 12, 13, 13]
    hand = HandCards(EXAMPLE)
    with pytest.raises(TileCountError):
        hand.setCards(cards)
    assert hand.getCards() == EXAMPLE
    with pytest.raises(TileCountError):
        is_ping_hu(cards)
    with pytest.raises(TileCountError):
        HandCards(cards)


@pytest.mark.parametrize("run", [[10, 11, 12], [19, 20, 21], [29, 30, 31]])
def test_002_numbers_between_the_suits(run: list[int]) -> None:
    """Seed 002: 10, 20, 30 are taken for cards, so that 九万 20 一条 is a chow and the hand wins."""
    with pytest.raises(NotationError):
        is_ping_hu([*run, 15, 15])
    hand = HandCards([15, 15])
    [between] = [card for card in run if card % 10 == 0]
    for change, cards in ((hand.addCards, run), (hand.addCard, [between]), (hand.removeCards, [15, between])):
        with pytest.raises(NotationError):
            change(*cards)
    assert hand.getCards() == [15, 15]


@pytest.mark.parametrize("card", [47, 48, 49])
def test_002_numbers_after_the_honours(card: int) -> None:
    """Seed 002: taken for cards, three of which are a pung."""
    with pytest.raises(NotationError):
        is_ping_hu([card] * 3 + [11, 11])


@pytest.mark.parametrize("card", [50, 9, 1, 0, -1, 10**30])
def test_002_numbers_outside(card: int) -> None:
    """Seed 002: ArrayIndexOutOfBoundsException."""
    hand = HandCards(EXAMPLE)
    for ask in (hand.addCard, hand.addCards, hand.removeCard, hand.removeCardOfAll, hand.removeCards, hand.hasCard):
        with pytest.raises(HandError):
            ask(card)
    for at in (hand.getCardNumByClusterIndex, hand.getCardByClusterIndex):
        with pytest.raises(HandError):
            at(card - 10 if card < 10 else card)
    assert hand.getCards() == EXAMPLE


def test_002_negative_numbers() -> None:
    """Seed 002: addCard(11, -1) is True and leaves -1 of 一万; removeCard(11, -9) is True and leaves ten."""
    hand = HandCards([11])
    for change in (hand.addCard, hand.removeCard):
        with pytest.raises(TileCountError):
            change(11, -1)
        with pytest.raises(HandError):
            change(11, "1")  # type: ignore[arg-type]
    assert hand.getCards() == [11]


def test_002_reset_leaves_nothing() -> None:
    """Seed 002: after addCard(11, -1) and addCard(12, 1) the total is 0, and reset leaves both counts as they are."""
    hand = HandCards([12])
    with pytest.raises(TileCountError):
        hand.addCard(11, -1)
    hand.reset()
    assert (hand.getCards(), hand.getCardNum(12)) == ([], 0)


def test_002_adding_none() -> None:
    """Seed 002: addCard(19, 0) moves the end to 九万, of which there is none."""
    hand = HandCards([12])
    assert hand.addCard(19, 0) and hand.addCard(11, 0)
    assert span(hand) == (2, 2, 3)
    assert hand.getCardClusterArray() == [0, 0, 1]


def test_002_the_cards_of_an_empty_hand() -> None:
    """Seed 002: getCards is null, which a loop over the cards does not survive."""
    hand = HandCards([11])
    assert hand.removeCardOfAll(11) and hand.getCards() == []
    assert span(hand) == (1, -1, 0)
    assert hand.getCardClusterArray() == []
    assert not is_ping_hu(hand) and not is_ping_hu([])
    assert HandCards(None).getCards() == []


@pytest.mark.parametrize("cards", [None, 11, [11, None], ["x"], [11.0], "x"])
def test_002_no_cards(cards: object) -> None:
    """Seed 002: NullPointerException for null; Java's types keep the others out."""
    for ask in (is_ping_hu, HandCards().setCards):
        with pytest.raises(HandError):
            ask(cards)  # type: ignore[arg-type]
    for convert in (HandCards.getCardLeftValue, HandCards().getCardNum, CardType.getCardTypeValue):
        with pytest.raises(HandError):
            convert("x")  # type: ignore[arg-type]


@pytest.mark.parametrize(("card", "name"), [(20, "null条"), (10, "null万"), (47, "null"), (5, "五null")])
def test_002_names_of_no_card(card: int, name: str) -> None:
    """Seed 002: getCardName gives ``name``."""
    with pytest.raises(NotationError):
        CardType.getCardName(card)


def test_002_no_type() -> None:
    """Seed 002: null from both."""
    for ask in (CardType.getCardType, CardType.getCardTypeName):
        with pytest.raises(HandError):
            ask(4)


def test_002_long_hands() -> None:
    """Seed 002: no answer in a lifetime, for it tries the sets in every order."""
    chows = [11 + rank for rank in range(9) for _ in range(4)] + [21 + rank for rank in range(9) for _ in range(4)]
    assert is_ping_hu([*chows, 31, 31])
    assert not is_ping_hu([*chows, 31, 32])
    everything = [card for card in CARDS for _ in range(4)]
    assert not is_ping_hu(everything[:-2])


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ([40, 41, 42, 11, 11], False),
        ([44, 45, 46, 11, 11], False),
        ([18, 19, 21, 11, 11], False),
        ([39, 40, 41, 11, 11], False),
        ([40, 40, 40, 46, 46], True),
        ([11, 11], True),
        ([11, 12], False),
        ([11, 11, 11], False),
    ],
)
def test_002_what_it_has_right(cards: list[int], won: bool) -> None:
    # Honours share the row of the suits there (places 30-36), but no chow is made of them or across two suits.
    assert is_ping_hu(cards) is won


# ---------------------------------------------------------------- seed 004: its own hands

ORPHANS = [1, 9, 11, 19, 21, 29, 31, 32, 33, 34, 35, 36, 37]


@pytest.mark.parametrize(
    "codes",
    [
        [1, 9, 11, 19, 21, 21, 29, 31, 32, 33, 34, 35, 36, 37],
        [1, 1, 11, 11, 21, 21, 31, 31, 33, 33, 35, 35, 37, 37],
        [1, 1, 21, 22, 23, 24, 25, 26, 27, 28, 29, 13, 14, 15],
        [7, 8, 9, 21, 22, 23, 23, 23, 24, 25, 26, 13, 14, 15],
    ],
)
def test_004_its_examples(codes: list[int]) -> None:
    assert check_hu(codes)
    assert check_hu(sorted(codes)) and check_hu(tuple(reversed(codes)))


@pytest.mark.parametrize(
    ("codes", "won"),
    [
        ([8, 9, 11, 1, 1], False),  # no chow across two suits
        ([29, 31, 32, 1, 1], False),
        ([1, 1], True),
        ([1, 1, 1, 2, 3, 4, 5, 5], True),
        ([1] * 4 + [2] * 4 + [3] * 4 + [4] * 2, True),
        ([1] * 4 + [5] * 4 + [9] * 4 + [11] * 2, True),  # four alike are two pairs
        ([1, 1, 1, 19, 19, 19, 31, 31, 31, 37, 37, 37, 5, 5], True),  # what is called 对对胡, besides its seven pairs
        (ORPHANS, False),
        ([1, 1, 1], False),
        ([1], False),
    ],
)
def test_004_what_it_has_right(codes: list[int], won: bool) -> None:
    assert check_hu(codes) is won


# ---------------------------------------------------------------- seed 004: its mistakes


@pytest.mark.parametrize("run", [[31, 32, 33], [32, 33, 34], [33, 34, 35], [34, 35, 36], [35, 36, 37]])
def test_004_honours_are_no_chow(run: list[int]) -> None:
    """Seed 004: true; any three honours in a row are a chow, 北中发 too."""
    assert not check_hu([1, 1, *run])
    assert not check_hu([1, 1, 2, 3, 4, 14, 15, 16, 27, 28, 29, *run])


@pytest.mark.parametrize("codes", [[9, 10, 11, 1, 1], [19, 20, 21, 1, 1], [36, 37, 38, 1, 1], [0, 1, 2, 5, 5]])
def test_004_numbers_between_the_suits(codes: list[int]) -> None:
    """Seed 004: true; any three numbers in a row are a chow."""
    with pytest.raises(NotationError):
        check_hu(codes)


@pytest.mark.parametrize(
    "codes",
    [
        [1] * 7,
        [1] * 5 + [2, 2, 9],
        [1] * 5 + [2, 2, 9, 11, 15, 18, 21, 25, 37],
        [1] * 6 + [5] * 4 + [9] * 4,
    ],
)
def test_004_five_alike(codes: list[int]) -> None:
    """Seed 004: true; a count of five or more passes whatever else is there, and six alike are three pairs."""
    with pytest.raises(TileCountError):
        check_hu(codes)


@pytest.mark.parametrize(
    "codes",
    [
        [3, 1, 2, 5, 5],
        [5, 1, 2, 3, 5],
        [1, 3, 1, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13],
        [9, 1, *ORPHANS[2:], 1],
    ],
)
def test_004_any_order(codes: list[int]) -> None:
    """Seed 004: false; it counts only neighbours, and compares orphans in its own order."""
    assert check_hu(codes)


def test_004_thirteen_orphans_need_their_pair() -> None:
    """Seed 004: true for thirteen orphans in order and any tile after them, for the last is not looked at."""
    assert not check_hu([*ORPHANS, 5])
    assert check_hu([*ORPHANS, 1])
    with pytest.raises(NotationError):
        check_hu([*ORPHANS, 38])


def test_004_five_sets() -> None:
    """Seed 004: true, though it means to look for 33332."""
    assert not check_hu([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 19, 19])


def test_004_an_empty_hand() -> None:
    assert not check_hu([])


@pytest.mark.parametrize("codes", [None, 5, [None], [1.5], "x", ["1w"]])
def test_004_no_codes(codes: object) -> None:
    with pytest.raises(HandError):
        check_hu(codes)  # type: ignore[arg-type]
