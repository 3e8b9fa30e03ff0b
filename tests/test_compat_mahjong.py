"""`Agari` and `Shanten` by themselves, against the originals, and in place of them."""

import inspect
import random
import sys
from array import array
from types import ModuleType, SimpleNamespace

import pytest
from hands import questions

from mjcore import PINGHU, RIICHI, RIICHI_3P, parse
from mjcore.compat import mahjong as compat
from mjcore.compat.mahjong import Agari, Shanten

FORMS = [f"calculate_shanten_for_{form}_hand" for form in ("regular", "chiitoitsu", "kokushi")]


def tiles_of(text: str) -> list[int]:
    return list(parse(text).counts)


def hands(rules, seed: int, n: int, size: str = "any") -> list[list[int]]:
    """Hands of any number of tiles that a shanten can be asked of."""
    rng = random.Random(seed)
    found = [asked.counts for asked in questions(rules, rng, n, size=size)]
    for _ in range(n // 4):  # few kinds: many four alike
        kinds = rng.sample(rules.kinds, 5)
        deal = rng.sample(kinds * 4, rng.choice((13, 14, 10, 11, 7, 4)))
        found.append([deal.count(kind) for kind in range(34)])
    return found


@pytest.fixture
def original():
    """The classes of the package that is replaced."""
    agari, shanten = pytest.importorskip("mahjong.agari"), pytest.importorskip("mahjong.shanten")
    return SimpleNamespace(Agari=agari.Agari, Shanten=shanten.Shanten)


@pytest.fixture
def installed(original):
    compat.install()
    yield original
    compat.uninstall()


@pytest.mark.parametrize(
    "text",
    [
        "55m",
        "123m55m",
        "111222333m44455p",
        "22334455667788s",  # seven pairs and chows
        "1199m1199p119s22z9s",
        "19m19p199s1234567z",
        "3456667778889p",
        "11123456789999p",
        "456m456m456m789s11z",
    ],
)
def test_complete(text: str) -> None:
    complete = sum(tiles_of(text)) % 3 == 2
    assert Agari.is_agari(tiles_of(text)) is complete
    assert (Shanten.calculate_shanten(tiles_of(text)) == Shanten.AGARI_STATE) is complete


@pytest.mark.parametrize(
    "text", ["1m", "111m", "11m22p", "1111z", "147m11z", "114m22z", "1111m1199p2233s44z", "19m19p19s11123456z"]
)
def test_not_complete(text: str) -> None:
    assert Agari.is_agari(tiles_of(text)) is False


def test_open_sets_are_taken_out_of_the_tiles() -> None:
    tiles = tiles_of("123789m44455566z")
    assert Agari.is_agari(tiles, [[30, 30, 30], [0, 1, 2]]) is True
    assert Agari.is_agari(tiles, ((6, 7, 8),)) is True
    assert Agari.is_agari(tiles, []) is Agari.is_agari(tiles, None) is Agari.is_agari(tiles) is True
    assert tiles == tiles_of("123789m44455566z")
    assert Agari.is_agari(tiles_of("5555s111z22z"), [[22, 22, 22, 22]]) is True
    assert Agari.is_agari(tiles_of("5555s111z22z"), [[22, 22, 22]]) is False
    # Complete as a whole, but not with this set open.
    assert Agari.is_agari(tiles_of("23455567s345m222p"), [[22, 22, 22]]) is False


@pytest.mark.parametrize(
    ("text", "shanten"),
    [
        ("1m", 0),
        ("12m", 0),
        ("1m9p", 0),
        ("1467m", 1),
        ("1122m3344p", 1),
        ("123456789m1111p", 1),  # only a fifth 1p would complete it
        ("123456789m1111z", 1),
        ("1111222233334z", 3),
        ("111122223333z4m", 3),
        ("159m159p159s1234z", 3),
        ("147m147p147s1234z", 8 - 2),
    ],
)
def test_shanten(text: str, shanten: int) -> None:
    tiles = tiles_of(text)
    given = list(tiles)
    assert Shanten.calculate_shanten(tiles) == Shanten().calculate_shanten(tiles_34=given) == shanten
    assert tiles == given


def test_the_forms_can_be_chosen() -> None:
    pairs, orphans = tiles_of("1188m2299p3377s1z"), tiles_of("19m19p19s1234567z")
    assert Shanten.calculate_shanten(pairs) == Shanten.calculate_shanten(pairs, use_kokushi=False) == 0
    assert Shanten.calculate_shanten(pairs, False) == Shanten.calculate_shanten_for_regular_hand(pairs) == 3
    assert Shanten.calculate_shanten(orphans) == Shanten.calculate_shanten(orphans, False, True) == 0
    assert Shanten.calculate_shanten(orphans, True, False) == 6
    assert Shanten.calculate_shanten_for_chiitoitsu_hand(pairs) == 0
    assert Shanten.calculate_shanten_for_kokushi_hand(orphans) == 0


def test_three_players_have_no_2m_to_8m() -> None:
    tiles = tiles_of("1111m111122233z")
    assert Shanten.calculate_shanten(tiles) == Shanten.calculate_shanten_for_regular_hand(tiles) == 1
    assert Shanten.calculate_shanten(tiles, is_three_player=True) == 2
    assert Shanten.calculate_shanten_for_regular_hand(tiles, True) == 2
    for asked in (Shanten.calculate_shanten, Shanten.calculate_shanten_for_regular_hand):
        with pytest.raises(ValueError, match="Invalid tile for three player"):
            asked(tiles_of("2m"), is_three_player=True)


@pytest.mark.parametrize("tiles", [0, 3, 6, 9, 12])
def test_a_multiple_of_three_is_refused(tiles: int) -> None:
    hand = [1] * tiles + [0] * (34 - tiles)
    for asked in (Shanten.calculate_shanten, Shanten.calculate_shanten_for_regular_hand):
        with pytest.raises(ValueError, match=f"Invalid tile count = {tiles}. Valid counts: 1, 2, 4,"):
            asked(hand)


def test_too_many_tiles_are_refused() -> None:
    for asked in (Shanten.calculate_shanten, *(getattr(Shanten, name) for name in FORMS)):
        with pytest.raises(ValueError, match="Too many tiles = 16"):
            asked([1] * 16 + [0] * 18)


def test_a_fifth_copy_is_no_help() -> None:
    """Programs add each tile in turn to see what helps: the fifth copy must not stop them."""
    for text in ("1111m222p333s444z", "3333m123p456s789p", "1111z223344m55p6s"):
        tiles = tiles_of(text)
        before = Shanten.calculate_shanten(tiles)
        for kind in (kind for kind in range(34) if tiles[kind] == 4):
            tiles[kind] += 1
            assert Agari.is_agari(tiles) is False
            assert Shanten.calculate_shanten(tiles) == before
            tiles[kind] -= 1
    assert Agari.is_agari([5] + [0] * 33) is False
    assert Agari.is_agari([0] * 31 + [5, 0, 0]) is False
    assert Agari.is_agari([5] + [0] * 33, [[0, 0, 0]]) is False


def test_hands_of_other_types() -> None:
    won, ready = tiles_of("123456789m11122z"), tiles_of("123456789m1112z")
    for made in (tuple, bytes, bytearray, lambda counts: array("i", counts), lambda counts: [*map(bool, counts)]):
        hand = made(tiles_of("123456789m12z"))
        assert Shanten.calculate_shanten(hand) == Shanten.calculate_shanten(tiles_of("123456789m12z"))
    for made in (tuple, bytes, bytearray, lambda counts: array("B", counts), lambda counts: [*counts, 0]):
        assert Agari.is_agari(made(won)) is True
        assert Agari.is_agari(made(won), [[27, 27, 27]]) is True
    assert Shanten.calculate_shanten([float(count) for count in ready]) == 0
    assert Shanten.calculate_shanten_for_chiitoitsu_hand(tuple(ready)) == 5


def test_hands_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.uint8, numpy.int64, numpy.float64):
        assert Shanten.calculate_shanten(numpy.array(tiles_of("123456789m1112z"), kind)) == 0
        assert Shanten.calculate_shanten_for_kokushi_hand(numpy.array(tiles_of("19m19p19s1234567z"), kind)) == 0
    assert Agari.is_agari(numpy.array(tiles_of("123456789m11122z"))) is True


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ([1] * 33, IndexError),
        ([], IndexError),
        (None, TypeError),
        (["1"] * 34, TypeError),
        ("1" * 34, TypeError),
        ([None] * 34, TypeError),
        ([0] * 33 + [-1], ValueError),
    ],
)
def test_what_is_no_hand(hand, error) -> None:
    with pytest.raises(error):
        Agari.is_agari(hand)
    if hand != []:
        with pytest.raises((error, ValueError)):
            Shanten.calculate_shanten(hand)


def test_counts_that_are_no_counts() -> None:
    with pytest.raises(TypeError):
        Agari.is_agari([1.0] + [0] * 33)
    with pytest.raises(ValueError, match="whole"):
        Shanten.calculate_shanten([1.5] + [0] * 33)
    with pytest.raises(IndexError):
        Agari.is_agari([0] * 34, [[0, 0]])
    assert Agari.is_agari([-1] + [0] * 33) is False


def test_tiles_beside_a_form_of_fourteen_are_no_part_of_it() -> None:
    """The original looks for the form's tiles alone."""
    for text in ("19m19p19s11234567z5m", "19m19p19s11234567z456m", "112233m5566p7799s8s"):
        assert Agari.is_agari(tiles_of(text)) is False
    original = pytest.importorskip("mahjong.agari").Agari
    assert original.is_agari(tiles_of("19m19p19s11234567z456m")) is original.is_agari([5] + [0] * 33) is True


# Against the originals


def test_agari_agrees(original) -> None:
    won = 0
    for tiles in hands(RIICHI, 1, 2500) + hands(RIICHI, 2, 2500, "win") + hands(PINGHU, 3, 1000, "win"):
        expected = original.Agari.is_agari(tiles)
        assert Agari.is_agari(tiles) is expected, tiles
        won += expected
    assert won > 500


def test_agari_with_open_sets_agrees(original) -> None:
    won = 0
    for asked in questions(RIICHI, random.Random(4), 5000, size="win"):
        open_sets = [list(meld.tiles) for meld in asked.melds or ()]
        tiles = [count + sum(each.count(kind) for each in open_sets) for kind, count in enumerate(asked.counts)]
        expected = original.Agari.is_agari(tiles, open_sets)
        assert Agari.is_agari(tiles, open_sets) is expected, (tiles, open_sets)
        won += expected and bool(open_sets)
    assert won > 80


@pytest.mark.parametrize("three", [False, True])
def test_shanten_agrees(original, three: bool) -> None:
    asked = [tiles for tiles in hands(RIICHI_3P if three else RIICHI, 5, 2500) if sum(tiles) % 3]
    met = set()
    for tiles in asked:
        expected = original.Shanten.calculate_shanten_for_regular_hand(tiles, three)
        assert Shanten.calculate_shanten_for_regular_hand(tiles, three) == expected, tiles
        for chiitoitsu, kokushi in ((True, True), (True, False), (False, True), (False, False)):
            expected = original.Shanten.calculate_shanten(tiles, chiitoitsu, kokushi, three)
            assert Shanten.calculate_shanten(tiles, chiitoitsu, kokushi, three) == expected, tiles
            met.add((expected, chiitoitsu, kokushi))
        for name in FORMS[1:]:
            assert getattr(Shanten, name)(tiles) == getattr(original.Shanten, name)(tiles), (name, tiles)
    assert len(met) > 20


def test_forms_of_any_number_of_tiles_agree(original) -> None:
    rng = random.Random(6)
    for _ in range(2000):
        kinds = rng.sample(range(34), rng.randrange(5, 34))
        deal = rng.sample(kinds * 4, rng.randrange(15))
        tiles = [deal.count(kind) for kind in range(34)]
        for name in FORMS[1:]:
            assert getattr(Shanten, name)(tiles) == getattr(original.Shanten, name)(tiles), (name, tiles)


BAD = [
    [0] * 34,
    [1] * 3 + [0] * 31,
    [1] * 15 + [0] * 19,
    [1] * 16 + [0] * 18,
    [1] * 4 + [0] * 30,
    [1] * 33,
    [0] * 33,
    ["1"] * 34,
    None,
    [None] * 34,
    "1" * 34,
]


@pytest.mark.parametrize("hand", BAD, ids=repr)
@pytest.mark.parametrize("three", [False, True])
def test_errors_agree(original, hand, three: bool) -> None:
    def outcome(asked, *around):
        try:
            return asked(hand, *around)
        except Exception as error:
            return type(error), str(error) if type(error) is ValueError else ""

    for name in ("calculate_shanten", "calculate_shanten_for_regular_hand"):
        around = (True, True, three) if name == "calculate_shanten" else (three,)
        assert outcome(getattr(Shanten, name), *around) == outcome(getattr(original.Shanten, name), *around)
    assert outcome(Agari.is_agari) == outcome(original.Agari.is_agari)


def test_signatures_agree(original) -> None:
    for ours, theirs in ((Agari, original.Agari), (Shanten, original.Shanten)):
        public = {name for name in vars(theirs) if not name.startswith("_")}
        assert public == {name for name in vars(ours) if not name.startswith("_")}
        for name in public:
            if callable(getattr(theirs, name)):
                assert inspect.signature(getattr(ours, name)) == inspect.signature(getattr(theirs, name))
            else:
                assert getattr(ours, name) == getattr(theirs, name)


# In place of the originals


def bot(monkeypatch, name: str) -> ModuleType:
    """A loaded module that uses mahjong as programs do."""
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(
        "from mahjong.agari import Agari\nfrom mahjong.shanten import Shanten as S\nimport mahjong.shanten\n"
        "distance = S.calculate_shanten\ndef ask(tiles): return S().calculate_shanten(tiles), Agari.is_agari(tiles)\n",
        vars(module),
    )
    return module


def test_install_reaches_every_module(original, monkeypatch) -> None:
    before = bot(monkeypatch, "a_bot")
    compat.install()
    try:
        late = bot(monkeypatch, "a_late_bot")
        compat.install()
        for module in (before, late):
            assert module.Agari is Agari and module.S is Shanten and module.mahjong.shanten.Shanten is Shanten
            assert module.distance is Shanten.calculate_shanten
            assert module.ask(tiles_of("123456789m11122z")) == (-1, True)
        assert sys.modules["mahjong.agari"].Agari is Agari
    finally:
        compat.uninstall()
    assert before.Agari is original.Agari is sys.modules["mahjong.agari"].Agari
    assert before.S is original.Shanten is before.mahjong.shanten.Shanten
    assert before.distance is original.Shanten.calculate_shanten
    compat.uninstall()
    assert sys.modules["mahjong.shanten"].Shanten is original.Shanten
    assert compat.Agari is Agari and compat.Shanten is Shanten


def test_uninstall_reaches_late_modules_of_the_package(original, monkeypatch) -> None:
    compat.install()
    try:
        late = bot(monkeypatch, "mahjong.late")
    finally:
        compat.uninstall()
    assert late.Agari is original.Agari and late.S is original.Shanten


def test_install_leaves_odd_modules_alone(original, monkeypatch) -> None:
    class Lazy(ModuleType):
        def __getattribute__(self, name):
            raise AssertionError(f"{name} loads it")

    monkeypatch.setitem(sys.modules, "lazy_one", Lazy("lazy_one"))
    monkeypatch.setitem(sys.modules, "none_at_all", None)
    monkeypatch.setitem(sys.modules, "no_module", object())
    compat.install()
    compat.uninstall()


def test_install_without_the_package(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "mahjong.agari", None)
    with pytest.raises(ImportError):
        compat.install()
    compat.uninstall()


def estimates() -> list[tuple]:
    """What the hand calculator says of some hands."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld
    from mahjong.tile import TilesConverter

    found = []
    for man, pin, sou, honors, meld in (
        ("22444", "333567", "444", "", None),
        ("1122", "3344", "5566", "77", None),
        ("19", "19", "199", "1234567", None),
        ("234567", "22", "234", "555", "555"),
        ("12345", "678", "1234", "11", None),
        ("123", "456", "789", "11122", "111"),
    ):
        tiles = TilesConverter.string_to_136_array(man=man, pin=pin, sou=sou, honors=honors)
        melds = meld and [Meld(Meld.PON, TilesConverter.string_to_136_array(honors=meld))]
        config = HandConfig(is_tsumo=not melds, is_riichi=not melds)
        value = HandCalculator.estimate_hand_value(tiles, tiles[0], melds=melds, config=config)
        found.append((value.han, value.fu, value.cost, value.error, [str(yaku) for yaku in value.yaku or ()]))
    return found


def test_the_hand_calculator_says_the_same(original) -> None:
    before = estimates()
    assert sum(error is None for _, _, _, error, _ in before) >= 4
    compat.install()
    try:
        assert estimates() == before
    finally:
        compat.uninstall()


def test_the_originals_answers_come_from_mjcore(installed) -> None:
    from mahjong.agari import Agari as HandAgari
    from mahjong.shanten import Shanten as HandShanten

    assert HandAgari is Agari and HandShanten is Shanten
    for tiles in hands(RIICHI, 7, 200):
        if sum(tiles) % 3:
            assert HandShanten.calculate_shanten(tiles) == installed.Shanten.calculate_shanten(tiles)
