"""`Hand` against a plain Counter, and `TileSet` against a plain set, whatever is done to them in whatever order."""

import copy
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mjcore import Hand, HandError, Meld, TileCountError, TileSet, format, parse
from mjcore.tiles import MPSZ

KINDS = range(34)
tiles = st.sampled_from(KINDS)
spelled = st.one_of(tiles, st.sampled_from(MPSZ))
"""A tile as its index or its text."""
bad_tiles = st.sampled_from([-1, 34, 10**30, "", "8z", "1m1m", "1", "[111m]", "x", None, 1.0, b"1m", (0,)])
melds = st.lists(st.sampled_from(["[123m]", "[234m]", "[777z]", "[5555s]", "(1111z)"]), max_size=3, unique=True)


def kind_of(tile: int | str) -> int:
    return MPSZ.index(tile) if isinstance(tile, str) else tile


class HandMachine(RuleBasedStateMachine):
    """A hand, and how many of each tile it should hold."""

    @initialize(melds=st.none() | melds)
    def begin(self, melds: list[str] | None) -> None:
        self.hand = Hand(melds=melds)
        self.told = None if melds is None else tuple(map(Meld.from_text, melds))
        self.counts = [0] * 34
        self.melded = [sum(meld.tiles.count(kind) for meld in self.told or ()) for kind in KINDS]

    def refused(self, change: object, *given: object) -> None:
        before = self.hand.copy()
        with pytest.raises(HandError):
            change(*given)  # type: ignore[operator]
        assert self.hand == before
        assert len(self.hand) == len(before)

    @rule(tile=spelled, n=st.integers(0, 4))
    def add(self, tile: int | str, n: int) -> None:
        kind = kind_of(tile)
        if self.counts[kind] + self.melded[kind] + n > 4:
            self.refused(self.hand.add, tile, n)
        else:
            assert self.hand.add(tile, n) is None
            self.counts[kind] += n

    @rule(tile=spelled)
    def add_one(self, tile: int | str) -> None:
        self.update([tile])

    @rule(tile=spelled, n=st.integers(0, 4))
    def remove(self, tile: int | str, n: int) -> None:
        kind = kind_of(tile)
        if self.counts[kind] < n:
            self.refused(self.hand.remove, tile, n)
        else:
            assert self.hand.remove(tile, n) is None
            self.counts[kind] -= n

    @rule(tile=spelled)
    def remove_one(self, tile: int | str) -> None:
        kind = kind_of(tile)
        if self.counts[kind]:
            self.hand.remove(tile)
            self.counts[kind] -= 1
        else:
            self.refused(self.hand.remove, tile)

    @rule(more=st.lists(spelled, max_size=8), lazily=st.booleans())
    def update(self, more: list[int | str], lazily: bool = False) -> None:
        after = list(self.counts)
        for tile in more:
            after[kind_of(tile)] += 1
        given = iter(more) if lazily else more
        if any(have + out > 4 for have, out in zip(after, self.melded, strict=True)):
            self.refused(self.hand.update, given)
        else:
            assert self.hand.update(given) is None
            self.counts = after

    @rule(more=st.lists(tiles, min_size=1, max_size=8))
    def update_text(self, more: list[int]) -> None:
        text = "".join(MPSZ[tile] for tile in more)
        if any(self.counts[tile] + self.melded[tile] + more.count(tile) > 4 for tile in more):
            self.refused(self.hand.update, text)
        else:
            self.hand.update(text)
            for tile in more:
                self.counts[tile] += 1

    @rule(more=st.lists(spelled, max_size=4), bad=bad_tiles)
    def update_with_a_bad_tile(self, more: list[int | str], bad: object) -> None:
        self.refused(self.hand.update, [*more, bad])
        self.refused(self.hand.update, iter([bad, *more]))

    @rule(bad=bad_tiles)
    def bad_tile(self, bad: object) -> None:
        for change in (self.hand.add, self.hand.remove, self.hand.count):
            self.refused(change, bad)
        assert bad not in self.hand

    @rule(tile=tiles, bad=st.sampled_from([-1, 5, 10**30, 1.0, "1", None, True]))
    def bad_number(self, tile: int, bad: object) -> None:
        self.refused(self.hand.add, tile, bad)
        self.refused(self.hand.remove, tile, bad)

    @rule(way=st.sampled_from(["copy", "copy.copy", "deepcopy", "counts", "text"]))
    def go_on_with_a_copy(self, way: str) -> None:
        """The old hand may be changed as one likes."""
        old = self.hand
        if way == "copy":
            self.hand = old.copy()
        elif way == "copy.copy":
            self.hand = copy.copy(old)
        elif way == "deepcopy":
            self.hand = copy.deepcopy(old)
        elif way == "counts":
            self.hand = Hand(list(old.counts), old.melds)
        elif str(old) and old.melds != ():
            self.hand = parse(str(old))
        assert self.hand == old
        if self.hand is not old:
            for tile in list(old):
                old.remove(tile)

    @invariant()
    def is_what_it_should_be(self) -> None:
        hand, counts = self.hand, self.counts
        held = [tile for tile in KINDS for _ in range(counts[tile])]
        assert hand.counts == bytes(counts)
        assert type(hand.counts) is bytes
        assert list(hand) == held
        assert len(hand) == len(held)
        assert bool(hand) is (bool(held) or bool(self.told))
        assert hand.melds == self.told
        assert [hand.count(tile) for tile in KINDS] == counts
        assert [tile in hand for tile in KINDS] == [have > 0 for have in counts]
        assert [text in hand for text in MPSZ] == [have > 0 for have in counts]
        assert hand == Hand(counts, self.told)
        if held and self.told != ():
            assert parse(str(hand)) == hand
            for notation in ("chinese", "unicode", "mjai"):
                assert parse(format(hand, notation), notation) == hand
                assert f"{hand:{notation}}" == format(hand, notation)


class TileSetMachine(RuleBasedStateMachine):
    """A set of tiles, and the plain set that it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.plain = TileSet(), frozenset[int]()

    @rule(others=st.frozensets(tiles), how=st.sampled_from("|&-^"), plainly=st.booleans(), swapped=st.booleans())
    def combine(self, others: frozenset[int], how: str, plainly: bool, swapped: bool) -> None:
        operation = {
            "|": lambda a, b: a | b,
            "&": lambda a, b: a & b,
            "-": lambda a, b: a - b,
            "^": lambda a, b: a ^ b,
        }[how]
        given = others if plainly else TileSet(others)
        before = self.ours
        mask = int(before)
        if swapped:
            self.ours, self.plain = operation(given, self.ours), operation(others, self.plain)
        else:
            self.ours, self.plain = operation(self.ours, given), operation(self.plain, others)
        assert int(before) == mask
        if not isinstance(self.ours, TileSet):  # a frozenset's own operation
            self.ours = TileSet(self.ours)

    @rule(tiles=st.lists(spelled, max_size=20))
    def begin_again(self, tiles: list[int | str]) -> None:
        self.ours, self.plain = TileSet(tiles), frozenset(map(kind_of, tiles))

    @rule(others=st.frozensets(tiles), plainly=st.booleans())
    def compare(self, others: frozenset[int], plainly: bool) -> None:
        given = others if plainly else TileSet(others)
        assert (self.ours == given) is (self.plain == others)
        assert (self.ours != given) is (self.plain != others)
        assert (self.ours <= given) is (self.plain <= others)
        assert (self.ours < given) is (self.plain < others)
        assert (self.ours >= given) is (self.plain >= others)
        assert (self.ours > given) is (self.plain > others)
        assert self.ours.isdisjoint(given) is self.plain.isdisjoint(others)

    @invariant()
    def is_what_it_should_be(self) -> None:
        ours, plain = self.ours, self.plain
        assert list(ours) == sorted(plain)
        assert len(ours) == len(plain)
        assert bool(ours) is bool(plain)
        assert [tile in ours for tile in range(-2, 40)] == [tile in plain for tile in range(-2, 40)]
        assert [text in ours for text in MPSZ] == [tile in plain for tile in KINDS]
        assert int(ours) == sum(1 << tile for tile in plain)
        assert hash(ours) == hash(plain)
        assert {plain: 1}[ours] == 1
        assert TileSet.from_mask(int(ours)) == ours == TileSet(str(ours)) == eval(repr(ours))


TestHand = HandMachine.TestCase
TestHand.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestTileSet = TileSetMachine.TestCase
TestTileSet.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


@given(st.lists(st.one_of(spelled, bad_tiles), max_size=10))
def test_from_tiles(given: list) -> None:
    """The hand of these tiles, or none at all."""
    try:
        kinds = [kind_of(tile) for tile in given]
        good = (
            all(type(kind) is int and 0 <= kind < 34 for kind in kinds) and max(map(kinds.count, kinds), default=0) < 5
        )
    except ValueError:
        good = False
    if good:
        assert list(Hand.from_tiles(given)) == sorted(kinds)
        assert Hand.from_tiles(iter(given)) == Hand.from_tiles(tuple(given))
    else:
        with pytest.raises(HandError):
            Hand.from_tiles(given)


def test_a_list_of_counts_is_read_at_once() -> None:
    """Changes to it later are not changes of the hand, nor the other way round."""
    counts = [1] * 34
    hand = Hand(counts)
    counts[0] = 4
    hand.remove(1)
    assert hand.count(0) == 1 and counts[1] == 1
    with pytest.raises(TypeError):
        hand.counts[0] = 4  # type: ignore[index]


def test_iteration_is_of_the_hand_as_it_was() -> None:
    hand = Hand("123m")
    for tile in hand:
        hand.remove(tile)
        hand.add(tile + 9)
    assert str(hand) == "123p"


def test_update_while_the_tiles_come() -> None:
    """Tiles that are taken from the hand itself, or that change it as they come, leave it of one piece."""
    hand = Hand("123m")
    hand.update(hand)
    assert str(hand) == "112233m"

    def tiles():
        hand.add("9s")
        yield "9s"

    hand.update(tiles())
    assert hand.count("9s") in (1, 2)
    assert len(hand) == sum(hand.counts) == len(list(hand))

    def stops():
        yield "5p"
        raise KeyError("stop")

    before = hand.copy()
    with pytest.raises(KeyError):
        hand.update(stops())
    assert hand == before and len(hand) == len(before)


def test_a_tile_that_changes_the_hand() -> None:
    hand = Hand("1m")

    class Tile:
        def __index__(self) -> int:
            hand.add(0, 3)
            return 0

    with pytest.raises(TileCountError):
        hand.add(Tile())  # type: ignore[arg-type]
    assert hand.counts[0] == len(hand) == 4


def test_melds_use_up_copies() -> None:
    hand = Hand("1m[111m]")
    with pytest.raises(TileCountError, match="1m: 5 copies"):
        hand.add("1m")
    for text in ("11m[111m]", "1m[1111m]", "[123m][111m]1m", "[1111m][123m]"):
        with pytest.raises(HandError):
            Hand(text)
    with pytest.raises(TileCountError):
        Hand("11m", melds=["[111m]"])
    with pytest.raises(HandError, match="told twice"):
        Hand("11m[222m]", melds=["[111m]"])


def test_init_again_is_another_hand() -> None:
    """A failing one leaves the hand as it was."""
    hand = Hand("123m")
    with pytest.raises(HandError):
        hand.__init__("11111m")  # type: ignore[misc]
    assert hand == Hand("123m") and len(hand) == 3


def test_subclasses() -> None:
    class Named(Hand):
        def name(self) -> str:
            return f"the hand {self}"

    hand = Named("123m")
    assert hand.name() == hand.copy().name() == copy.deepcopy(hand).name() == "the hand 123m"
    assert Named.from_tiles([0, 1, 2]) == hand == Hand("123m")
    assert type(hand.copy()) is Named


def test_tile_set_of_other_ints() -> None:
    """As in a plain set, what counts is the number, not its type."""
    numpy = pytest.importorskip("numpy")
    ours, plain = TileSet([0, 3, 33]), {0, 3, 33}
    for tile in (0, 1, 3, 33, 34):
        for kind in (numpy.int64, numpy.uint8, bool if tile < 2 else int):
            assert (kind(tile) in ours) is (kind(tile) in plain)
    assert TileSet(numpy.array([0, 3, 33])) == ours
    for other in ([], {}, set(), None, 1.5, object(), b"1m", "9z", "", "1m1m"):
        assert other not in ours


def test_tile_set_masks() -> None:
    for tile, other in itertools.combinations(KINDS, 2):
        assert int(TileSet([tile, other])) == 1 << tile | 1 << other
    for mask in (-1, 1 << 34, 10**40):
        with pytest.raises(TileCountError):
            TileSet.from_mask(mask)
