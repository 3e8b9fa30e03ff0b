"""The functions of ``xiangting`` by themselves, and against the originals."""

import copy
import pickle
import random
from array import array
from collections import deque

import pytest
from hands import questions

from mjcore import RIICHI, RIICHI_3P, Judge, TileSet, parse
from mjcore.compat import xiangting as compat
from mjcore.compat.xiangting import (
    PlayerCount,
    calculate_necessary_tiles,
    calculate_replacement_number,
    calculate_unnecessary_tiles,
    to_array,
)

FUNCTIONS = ("calculate_replacement_number", "calculate_necessary_tiles", "calculate_unnecessary_tiles")
ASKED = (calculate_replacement_number, calculate_necessary_tiles, calculate_unnecessary_tiles)


def tiles_of(text: str) -> list[int]:
    return list(parse(text).counts)


def hands(rules, seed: int, n: int) -> list[list[int]]:
    """Hands of 3k+1 and 3k+2 tiles."""
    rng = random.Random(seed)
    found = [asked.counts for asked in questions(rules, rng, n)]
    for _ in range(n // 4):  # few kinds: many four alike
        kinds = rng.sample(rules.kinds, 5)
        deal = rng.sample(kinds * 4, rng.choice((13, 14, 10, 11, 7, 4)))
        found.append([deal.count(kind) for kind in range(34)])
    return [tiles for tiles in found if sum(tiles) % 3]


@pytest.mark.parametrize(
    ("text", "number", "necessary", "unnecessary"),
    [
        ("7z", 1, "7z", ""),
        ("77z", 0, "", ""),
        ("12m", 1, "12m", "12m"),
        ("1111m", 2, None, "1m"),
        ("12345m", 1, "1245m", "1245m"),
        ("123456789m1122z", 1, "12z", ""),
        ("123456789m1112z", 1, "2z", ""),
        ("123456789m11122z", 0, "", ""),
        ("123456789m1122z7p", 1, "12z", "7p"),
        ("1199m1199p1199s17z", 1, "17z", "17z"),
        ("19m19p19s1234567z", 1, "19m19p19s1234567z", ""),
        ("19m19p19s1234567z5m", 1, "19m19p19s1234567z", "5m"),
        ("123456789m1111p", 2, None, "1p"),
    ],
)
def test_numbers_and_tiles(text: str, number: int, necessary: str | None, unnecessary: str) -> None:
    hand = tiles_of(text)
    given = list(hand)
    assert calculate_replacement_number(hand, PlayerCount.FOUR) == number
    for found, expected in (
        (calculate_necessary_tiles(hand, PlayerCount.FOUR), necessary),
        (calculate_unnecessary_tiles(hand, PlayerCount.FOUR), unnecessary),
    ):
        assert found[0] == number
        if expected is not None:
            assert TileSet.from_mask(found[1]) == TileSet(expected)
    assert hand == given


def test_three_players() -> None:
    hand = tiles_of("1111m111122233z")
    assert calculate_unnecessary_tiles(hand, PlayerCount.FOUR) == (2, 1 << 27)
    assert calculate_unnecessary_tiles(hand, PlayerCount.THREE) == (3, 1 << 27 | 1)
    four, three = (
        TileSet.from_mask(calculate_necessary_tiles(hand, players)[1])
        for players in (PlayerCount.FOUR, PlayerCount.THREE)
    )
    assert four == TileSet("23m") and not three & range(8) and 8 in three


def test_what_the_words_mean() -> None:
    """A tile is necessary if it lowers the number, unnecessary if the number stays without it."""
    for hand in hands(RIICHI, 1, 300):
        draws = sum(hand) % 3 == 1
        asked, step = (calculate_necessary_tiles, 1) if draws else (calculate_unnecessary_tiles, -1)
        number, flags = asked(hand, PlayerCount.FOUR)
        expected = []
        for kind in range(34):
            now = list(hand)
            now[kind] += step
            if 0 <= now[kind] <= 4 and calculate_replacement_number(now, PlayerCount.FOUR) == number - draws:
                expected.append(kind)
        assert list(TileSet.from_mask(flags)) == expected, hand


def test_to_array() -> None:
    assert to_array(0) == [False] * 34
    assert to_array(tile_flags=1 << 33 | 1) == [True] + [False] * 32 + [True]
    assert to_array(2**64 - 1) == [True] * 34
    assert to_array(1 << 34) == [False] * 34
    assert {type(each) for each in to_array(5)} == {bool}
    for flags in (-1, 2**64):
        with pytest.raises(OverflowError):
            to_array(flags)
    for flags in (1.0, "1", None):
        with pytest.raises(TypeError):
            to_array(flags)


def test_player_count() -> None:
    assert [repr(each) for each in (PlayerCount.FOUR, PlayerCount.THREE)] == ["PlayerCount.FOUR", "PlayerCount.THREE"]
    assert (int(PlayerCount.FOUR), int(PlayerCount.THREE)) == (0, 1)
    assert PlayerCount.FOUR == 0 and PlayerCount.THREE == 1 and PlayerCount.FOUR != PlayerCount.THREE
    assert PlayerCount.FOUR != "FOUR" and PlayerCount.FOUR != 1 and bool(PlayerCount.FOUR)
    for each in (PlayerCount.FOUR, PlayerCount.THREE):
        assert isinstance(each, PlayerCount)
        assert pickle.loads(pickle.dumps(each)) is copy.copy(each) is copy.deepcopy(each) is each
    with pytest.raises(TypeError):
        PlayerCount(0)
    with pytest.raises(TypeError):
        type("Five", (PlayerCount,), {})
    with pytest.raises(AttributeError):
        PlayerCount.FOUR.number = 5


class Index:
    """An int in all but its type."""

    def __index__(self) -> int:
        return 2


class Endless:
    """A sequence whose items never end."""

    def __len__(self) -> int:
        return 34

    def __getitem__(self, kind: int) -> int:
        return 2 * (kind == 0)


PAIR = [2] + [0] * 33


@pytest.mark.parametrize(
    "hand",
    [
        PAIR,
        tuple(PAIR),
        bytes(PAIR),
        bytearray(PAIR),
        array("B", PAIR),
        array("q", PAIR),
        memoryview(bytes(PAIR)),
        deque(PAIR),
        [Index()] + [False] * 33,
        Endless(),
    ],
    ids=lambda hand: type(hand).__name__,
)
def test_hands_of_every_type(hand) -> None:
    assert [asked(hand, PlayerCount.FOUR) for asked in ASKED] == [0, (0, 0), (0, 0)]


def test_hands_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.uint8, numpy.int8, numpy.int64):
        assert [asked(numpy.array(PAIR, kind), PlayerCount.FOUR) for asked in ASKED] == [0, (0, 0), (0, 0)]
    assert calculate_replacement_number([numpy.uint8(2)] + [0] * 33, PlayerCount.FOUR) == 0


BAD = [
    ([0] * 34, "FOUR", ValueError),
    ([1] * 3 + [0] * 31, "FOUR", ValueError),
    ([1] * 16 + [0] * 18, "FOUR", ValueError),
    ([4] * 4 + [0] * 30, "THREE", ValueError),
    ([5] + [0] * 33, "FOUR", ValueError),
    ([5] + [0] * 33, "THREE", ValueError),
    ([255] * 34, "FOUR", ValueError),
    ([0, 2] + [0] * 32, "THREE", ValueError),
    ([0, 9] + [0] * 32, "THREE", ValueError),
    ([0] * 33, "FOUR", ValueError),
    ([2] + [0] * 34, "FOUR", ValueError),
    ([None] * 35, "FOUR", ValueError),
    ("11m", "FOUR", ValueError),
    (b"1" * 34, "FOUR", ValueError),
    ([-1] + [0] * 33, "FOUR", OverflowError),
    ([256] + [0] * 33, "FOUR", OverflowError),
    ([2**80] + [0] * 33, "FOUR", OverflowError),
    ([-1] + [0] * 33, "none", OverflowError),
    ([2.0] + [0] * 33, "FOUR", TypeError),
    (["2"] + [0] * 33, "FOUR", TypeError),
    ("1" * 34, "FOUR", TypeError),
    ([None] * 34, "FOUR", TypeError),
    (None, "FOUR", TypeError),
    (set(range(34)), "FOUR", TypeError),
    (dict.fromkeys(range(34), 0), "FOUR", TypeError),
    (PAIR, "none", TypeError),
    (PAIR, "int", TypeError),
    ([0] * 34, "int", TypeError),
    ([0] * 33, "int", ValueError),
]


def outcome(package, name: str, hand, players: str):
    counts = {"FOUR": package.PlayerCount.FOUR, "THREE": package.PlayerCount.THREE, "none": None, "int": 0}
    try:
        return getattr(package, name)(hand, counts[players])
    except Exception as error:
        return next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")


@pytest.mark.parametrize(("hand", "players", "error"), BAD, ids=repr)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors(name: str, hand, players: str, error: type[Exception]) -> None:
    assert outcome(compat, name, hand, players) is error


def test_an_iterator_is_no_hand() -> None:
    for asked in ASKED:
        with pytest.raises(TypeError):
            asked(iter(PAIR), PlayerCount.FOUR)


# Against the originals


@pytest.fixture
def original():
    return pytest.importorskip("xiangting")


def test_public_names_agree(original) -> None:
    assert set(compat.__all__) == set(original.__all__)


@pytest.mark.parametrize("players", ["FOUR", "THREE"])
def test_answers_agree(original, players: str) -> None:
    met = set()
    for hand in hands(RIICHI if players == "FOUR" else RIICHI_3P, 2, 3000):
        for name in FUNCTIONS:
            expected = getattr(original, name)(hand, getattr(original.PlayerCount, players))
            assert getattr(compat, name)(hand, getattr(PlayerCount, players)) == expected, (name, hand)
        met.add((sum(hand), expected[0]))
    assert len(met) > 40


@pytest.mark.parametrize(("hand", "players", "error"), BAD, ids=repr)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_agree(original, name: str, hand, players: str, error: type[Exception]) -> None:
    assert outcome(original, name, hand, players) is error


def test_player_count_of_the_original(original) -> None:
    """A program may take its functions from here before its PlayerCount."""
    hand = tiles_of("1111m111122233z")
    for players in ("FOUR", "THREE"):
        theirs, ours = getattr(original.PlayerCount, players), getattr(PlayerCount, players)
        assert [asked(hand, theirs) for asked in ASKED] == [asked(hand, ours) for asked in ASKED]
        assert (int(theirs), repr(theirs)) == (int(ours), repr(ours))


def test_to_array_agrees(original) -> None:
    rng = random.Random(3)
    for _ in range(100):
        flags = rng.getrandbits(rng.choice((1, 20, 34, 64)))
        assert to_array(flags) == original.to_array(flags)


def test_the_number_is_the_judges() -> None:
    judge = Judge(RIICHI)
    for hand in hands(RIICHI, 4, 300):
        assert calculate_replacement_number(hand, PlayerCount.FOUR) == judge.shanten(hand) + 1
