"""The shanten functions of ``PyMahjongGB`` by themselves, and against the originals."""

import random

import pytest
from hands import questions

from mjcore import GUOBIAO, format, parse
from mjcore.compat import pymahjonggb as compat
from mjcore.compat.pymahjonggb import (
    HonorsAndKnittedTilesShanten,
    KnittedStraightShanten,
    MahjongShanten,
    RegularShanten,
    SevenPairsShanten,
    ThirteenOrphansShanten,
)

SIZES = {
    "ThirteenOrphansShanten": (13,),
    "SevenPairsShanten": (13,),
    "HonorsAndKnittedTilesShanten": (13,),
    "KnittedStraightShanten": (10, 13),
    "RegularShanten": (1, 4, 7, 10, 13),
}


def tiles_of(text: str) -> tuple[str, ...]:
    return tuple(format(parse(text), "wtb").split())


def hands(seed: int, n: int) -> list[tuple[str, ...]]:
    """Hands of 3k+1 tiles, shuffled."""
    rng = random.Random(seed)
    found = [asked.counts for asked in questions(GUOBIAO, rng, n, size="draw")]
    for _ in range(n // 4):  # few kinds: many four alike
        deal = rng.sample(rng.sample(range(34), 5) * 4, rng.choice((4, 7, 10, 13)))
        found.append([deal.count(kind) for kind in range(34)])
    made = [tiles_of(format(tiles)) for tiles in found if sum(tiles) % 3 == 1]
    return [tuple(rng.sample(hand, len(hand))) for hand in made]


@pytest.mark.parametrize(
    ("asked", "text", "shanten", "useful"),
    [
        (RegularShanten, "123456789m1p11z1s", 1, None),
        (RegularShanten, "123456789m1122z", 0, "F1 F2"),
        (RegularShanten, "12m44s", 0, "W3"),
        (RegularShanten, "7z", 0, "J1"),
        (RegularShanten, "1112345678999m", 0, "W1 W2 W3 W4 W5 W6 W7 W8 W9"),
        (SevenPairsShanten, "1111m2233p4455s6z", 0, "J2"),
        (SevenPairsShanten, "1199m1199p1199s5z", 0, "J3"),
        (ThirteenOrphansShanten, "19m19p19s1234567z", 0, "W1 W9 T1 T9 B1 B9 F1 F2 F3 F4 J1 J2 J3"),
        (ThirteenOrphansShanten, "19m19p19s1234566z", 0, "J1"),
        (HonorsAndKnittedTilesShanten, "147m258p369s1234z", 0, "J1 J2 J3"),
        (HonorsAndKnittedTilesShanten, "147m258p36s12345z", 0, "T9 J1 J2"),
        (KnittedStraightShanten, "147m258p369s1z", 0, "F1"),
        (KnittedStraightShanten, "147m258p369s1155z", 0, "F1 J3"),
        (KnittedStraightShanten, "147m258p36s11555z", 0, "T9"),
    ],
)
def test_numbers_and_tiles(asked, text: str, shanten: int, useful: str | None) -> None:
    hand = tiles_of(text)
    found = asked(hand=hand)
    assert found[0] == shanten and MahjongShanten((), hand) <= shanten
    if useful is not None:
        assert found[1] == tuple(useful.split())


def test_the_whole_hand() -> None:
    ready = tiles_of("456789m44s11z")
    assert MahjongShanten((), tiles_of("123m") + ready) == MahjongShanten((("CHI", "W2", 1),), ready) == 0
    assert MahjongShanten(pack=(), hand=ready) == 0  # melds not told
    assert MahjongShanten((("GANG", "F2", 0), ("PENG", "J1", 3)), tiles_of("44s11z789p")[:7]) == 0
    # With a meld there are no seven pairs and no orphans.
    assert MahjongShanten((("PENG", "W5", 2),), tiles_of("19m19p19s1234z")) == 6
    assert MahjongShanten((("PENG", "W5", 2),), tiles_of("147m258p369s1z")) == 0


def test_melds_use_up_copies() -> None:
    """The original looks at the hand alone."""
    melds = (("PENG", "W1", 1), ("PENG", "W2", 1), ("PENG", "W3", 1), ("PENG", "W4", 1))
    assert MahjongShanten(melds, ("W9",)) == 0
    assert MahjongShanten(melds, ("W1",)) == 1


def test_a_fifth_copy_is_neither_drawn_nor_useful() -> None:
    """The original waits for it."""
    assert RegularShanten(("W1",) * 4)[0] == 1
    assert "W1" not in RegularShanten(("W1",) * 4)[1]
    assert RegularShanten(tiles_of("111333m2222p44s5z")[:13])[0] == 1
    assert RegularShanten(tiles_of("1111333p222z888s"))[0] == 0
    assert RegularShanten(tiles_of("1111333p222z888s"))[1] == ("B2",)


BAD = [
    ("hand", ["W1"] * 13),
    ("hand", "W1"),
    ("hand", None),
    ("hand", ("W0",) + ("W1",) * 3),
    ("hand", ("w1",) * 4),
    ("hand", ("H1",) * 4),
    ("hand", ("W1 ",) * 4),
    ("hand", ("",) * 4),
    ("hand", (1,) * 4),
    ("hand", (None,) * 4),
    ("hand", (["W1"],) * 4),
    ("hand", ()),
    ("hand", tiles_of("123m")),
    ("hand", tiles_of("12m")),
    ("pack", None),
    ("pack", []),
    ("pack", ("CHI",)),
    ("pack", (["CHI", "W2", 1],)),
    ("pack", (("CHI", "W2"),)),
    ("pack", (("CHI", "W2", 1, 1),)),
    ("pack", (("CHOW", "W2", 1),)),
    ("pack", (("chi", "W2", 1),)),
    ("pack", (("CHI", "W0", 1),)),
    ("pack", (("CHI", "W2", 4),)),
    ("pack", (("CHI", "W2", -1),)),
    ("pack", (("CHI", "W2", "1"),)),
    ("pack", (("CHI", "W2", 1.0),)),
    ("pack", ((1, "W2", 1),)),
    ("pack", (("CHI", 2, 1),)),
]
STRICTER = [
    ("hand", ("W1",) * 7),
    ("pack", (("CHI", "W1", 1),)),
    ("pack", (("CHI", "W9", 1),)),
    ("pack", (("CHI", "F2", 1),)),
    ("pack", (("CHI", "J2", 1),)),
    ("pack", (("GANG", "F1", 1),)),
    ("pack", (("PENG", "W9", 1), ("PENG", "B9", 1))),
]
"""What no hand can be, and the original answers."""
LONG = [("hand", tiles_of("123456789m11122z")), ("hand", ("W1",) * 300)]
"""What the original writes past its memory for."""


def refused(package, what: str, given) -> str:
    """What the error says."""
    with pytest.raises(TypeError) as error:
        if what == "hand":
            package.RegularShanten(given)
        else:
            package.MahjongShanten(given, tiles_of("123456789m1z"))
    return str(error.value)


@pytest.mark.parametrize(("what", "given"), BAD + STRICTER + LONG, ids=repr)
def test_errors(what: str, given) -> None:
    assert refused(compat, what, given)


@pytest.mark.parametrize("name", SIZES)
def test_numbers_of_tiles(name: str) -> None:
    for tiles in range(17):
        hand = tuple(f"{suit}{rank}" for suit in "WT" for rank in range(1, 10))[:tiles]
        if tiles in SIZES[name]:
            assert getattr(compat, name)(hand)[0] >= 0
        else:
            with pytest.raises(TypeError):
                getattr(compat, name)(hand)


def test_errors_of_the_whole_hand_are_those_of_its_parts() -> None:
    for what, hand in BAD:
        if what == "hand":
            with pytest.raises(TypeError):
                MahjongShanten((), hand)


# Against the originals


@pytest.fixture
def original():
    return pytest.importorskip("MahjongGB")


def test_public_names_agree(original) -> None:
    shanten = {name for name in vars(original) if name.endswith("Shanten")}
    assert shanten == set(compat.__all__)


def test_answers_agree(original) -> None:
    """Without four alike in every answer; with four alike the original may count on a fifth."""
    same = different = 0
    for hand in hands(1, 2000):
        quad = max(hand.count(tile) for tile in hand) == 4
        for name, sizes in SIZES.items():
            if len(hand) in sizes:
                expected, found = getattr(original, name)(hand), getattr(compat, name)(hand)
                assert expected == found or (quad and name in ("RegularShanten", "KnittedStraightShanten")), (
                    name,
                    hand,
                )
                assert expected[0] <= found[0]
                same += expected == found
                different += expected != found
        expected_least, least = original.MahjongShanten((), hand), MahjongShanten((), hand)
        assert expected_least == least or (quad and expected_least < least), hand
    assert same > 3000 > 500 > different > 3


def test_melded_hands_agree(original) -> None:
    """Where no copies are lacking: the original does not look at melds."""
    same = asked_of = 0
    for asked in questions(GUOBIAO, random.Random(2), 3500, size="draw"):
        if asked.melds and not asked.wild:
            pack = []
            for meld in asked.melds:
                middle = tiles_of(format([meld.tiles.count(kind) for kind in range(34)]))[1]
                pack.append(({"chow": "CHI", "pung": "PENG", "kong": "GANG"}[meld.kind.value], middle, 1))
            hand = tiles_of(format(asked.counts))
            expected, found = original.MahjongShanten(tuple(pack), hand), MahjongShanten(tuple(pack), hand)
            assert expected <= found, (pack, hand)
            same += expected == found
            asked_of += 1
    assert asked_of > 300 and same > 0.97 * asked_of


@pytest.mark.parametrize(("what", "given"), BAD, ids=repr)
def test_errors_agree(original, what: str, given) -> None:
    expected, found = refused(original, what, given), refused(compat, what, given)
    assert expected == found if expected.startswith("ERROE") else found


@pytest.mark.parametrize(("what", "given"), STRICTER, ids=repr)
def test_where_the_original_is_less_strict(original, what: str, given) -> None:
    if what == "hand":
        assert original.RegularShanten(given)
    else:
        assert original.MahjongShanten(given, tiles_of("123456789m1z")) == 0
