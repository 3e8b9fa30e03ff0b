"""Every notation, both ways, checked against hands written out by hand rather than against the module's tables."""

import array
import copy
import itertools
import pickle
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mjcore.errors import HandError, NotationError, TileCountError
from mjcore.notation import NOTATIONS, format_counts, format_text, parse_counts
from mjcore.results import Meld
from mjcore.tiles import tile_index

TEXTS = ("mpsz", "pairs", "chinese", "unicode", "mjai", "wtb")
LISTS = ("tens", "gapped", "tile136")
E, S, W, N, WHITE, GREEN, RED = range(27, 34)


def hand(*kinds: int) -> list[int]:
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return counts


def failure(source: object, notation: str | None = None) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_counts(source, notation)  # type: ignore[arg-type]
    assert caught.value.text == source
    return caught.value


def test_the_names() -> None:
    assert NOTATIONS == ("mpsz", "pairs", "tens", "gapped", "chinese", "unicode", "mjai", "tile136", "wtb")


# Every kind, in the order of the indexes, as each notation writes it.
ALL_KINDS: dict[str, str | list[int]] = {
    "mpsz": "123456789m123456789p123456789s1234567z",
    "tens": [*range(11, 20), *range(31, 40), *range(21, 30), 40, 41, 42, 43, 46, 45, 44],
    "gapped": [*range(1, 10), *range(11, 20), *range(21, 30), 31, 32, 33, 34, 37, 36, 35],
    "chinese": "一万二万三万四万五万六万七万八万九万一筒二筒三筒四筒五筒六筒七筒八筒九筒"
    "一条二条三条四条五条六条七条八条九条东南西北白发中",
    "unicode": "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄",
    "mjai": "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s E S W N P F C",
    "wtb": "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 F1 F2 F3 F4 J3 J2 J1",
}


@pytest.mark.parametrize("notation", ALL_KINDS)
def test_all_34_kinds(notation: str) -> None:
    written = ALL_KINDS[notation]
    assert parse_counts(written, notation) == ([1] * 34, None)
    expected = written if isinstance(written, str) else sorted(written)
    assert format_counts([1] * 34, notation=notation) == expected


@pytest.mark.parametrize("notation", [name for name in ALL_KINDS if name in LISTS])
def test_each_code_is_its_kind(notation: str) -> None:
    for kind, code in enumerate(ALL_KINDS[notation]):
        assert parse_counts([code], notation)[0] == hand(kind)  # type: ignore[list-item]


def test_all_27_kinds_in_pairs() -> None:
    text = "1w2w3w4w5w6w7w8w9w1d2d3d4d5d6d7d8d9d1t2t3t4t5t6t7t8t9t"
    assert parse_counts(text, "pairs") == ([1] * 27 + [0] * 7, None)
    assert format_counts([1] * 27 + [0] * 7, notation="pairs") == text


def test_all_136_tiles() -> None:
    assert parse_counts(range(136), "tile136") == ([4] * 34, None)
    assert format_counts([4] * 34, notation="tile136") == list(range(136))
    for code in range(136):
        assert parse_counts([code], "tile136")[0] == hand(code // 4)


@pytest.mark.parametrize(
    ("source", "notation", "kinds"),
    [
        ("123m406p11z", "mpsz", [0, 1, 2, 12, 13, 14, E, E]),
        ("1w1w1w2d3d4d5t", "pairs", [0, 0, 0, 10, 11, 12, 22]),
        ([11, 12, 13, 40], "tens", [0, 1, 2, E]),
        ([1, 9, 11, 31], "gapped", [0, 8, 9, E]),
        ("一万二万东中", "chinese", [0, 1, E, RED]),
        ("1万", "chinese", [0]),
        ("一萬二餅三筒四索五條東發", "chinese", [0, 10, 11, 21, 22, E, GREEN]),
        ("🀇🀈🀉", "unicode", [0, 1, 2]),
        ("1m 5mr E P F C", "mjai", [0, 4, E, WHITE, GREEN, RED]),
        ([0, 1, 4, 16, 52, 88], "tile136", [0, 0, 1, 4, 13, 22]),
        ("W1 T9 B5 F1 J1", "wtb", [0, 26, 13, E, RED]),
    ],
)
def test_the_examples(source: str | list[int], notation: str, kinds: list[int]) -> None:
    assert parse_counts(source, notation) == (hand(*kinds), None)
    if isinstance(source, str):
        assert parse_counts(source) == (hand(*kinds), None)


def test_melds_in_text() -> None:
    counts, melds = parse_counts("123m44p[777z](5555s)")
    assert counts == hand(0, 1, 2, 12, 12)
    assert melds == (Meld([RED] * 3), Meld([22] * 4, concealed=True))
    assert format_counts(counts, melds) == "123m44p[777z](5555s)"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("1m[123p][5555s](7777s)", "mpsz"),
        ("1w[1d2d3d][5t5t5t5t](7t7t7t7t)", "pairs"),
        ("一万[一筒二筒三筒][五条五条五条五条](七条七条七条七条)", "chinese"),
        ("🀇[🀙🀚🀛][🀔🀔🀔🀔](🀖🀖🀖🀖)", "unicode"),
        ("1m [1p 2p 3p] [5s 5s 5s 5s] (7s 7s 7s 7s)", "mjai"),
        ("W1 [B1 B2 B3] [T5 T5 T5 T5] (T7 T7 T7 T7)", "wtb"),
    ],
)
def test_melds_in_every_text_notation(text: str, notation: str) -> None:
    melds = (Meld([9, 10, 11]), Meld([22] * 4), Meld([24] * 4, concealed=True))
    assert parse_counts(text) == parse_counts(text, notation) == (hand(0), melds)
    assert format_counts(hand(0), melds, notation) == text


def test_melds_may_stand_anywhere_and_alone() -> None:
    pung, kong = Meld([RED] * 3), Meld([22] * 4, concealed=True)
    assert parse_counts("[777z]1m(5555s)1m") == (hand(0, 0), (pung, kong))
    assert parse_counts(" [ 777z ] ") == (hand(), (pung,))
    assert parse_counts("[3m12m]") == (hand(), (Meld([0, 1, 2]),))
    assert parse_counts("[E E E]") == parse_counts("[東東東]") == (hand(), (Meld([E] * 3),))
    assert parse_counts("1m")[1] is None


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        # white space
        (" 123m\n406p\t11z ", [0, 1, 2, 12, 13, 14, E, E]),
        ("123 456m", [0, 1, 2, 3, 4, 5]),
        ("1m\u30002m", [0, 1]),
        ("🀇 🀈\n🀉", [0, 1, 2]),
        # tile by tile, or grouped
        ("1m2m3m4z", [0, 1, 2, N]),
        ("0m0p0s", [4, 13, 22]),
        ("111w234d5t", [0, 0, 0, 10, 11, 12, 22]),
        ("一二三万", [0, 1, 2]),
        ("123万", [0, 1, 2]),
        ("123万", [0, 1, 2]),
        ("一2三筒", [9, 10, 11]),
        ("伍萬", [4]),
        ("1m2mE", [0, 1, E]),
        ("123m456p789sESWNPFC", [0, 1, 2, 12, 13, 14, 24, 25, 26, E, S, W, N, WHITE, GREEN, RED]),
        ("5mr5pr5sr5m", [4, 13, 22, 4]),
        ("W1W2T3B4", [0, 1, 20, 12]),
        # what people write for the same tile
        ("1饼1餅1筒", [9, 9, 9]),
        ("1条1條1索", [18, 18, 18]),
        ("1万1萬", [0, 0]),
        ("东東东风東風", [E, E, E, E]),
        ("东南西北风", [E, S, W, N]),
        ("南风西風北", [S, W, N]),
        ("发發发财發財", [GREEN] * 4),
        ("発", [GREEN]),
        ("白白板", [WHITE, WHITE]),
        ("中红中紅中", [RED, RED, RED]),
        ("西中白发", [W, RED, WHITE, GREEN]),
        ("🀄\ufe0f🀄\ufe0e🀄", [RED, RED, RED]),
        ("🀇\ufe0f🀀\ufe0e", [0, E]),
        # one honour alone
        ("E", [E]),
        ("S", [S]),
        ("P", [WHITE]),
        ("F", [GREEN]),
        ("F1", [E]),
        ("J2", [GREEN]),
        ("J3", [WHITE]),
    ],
)
def test_what_people_write(text: str, kinds: list[int]) -> None:
    assert parse_counts(text) == (hand(*kinds), None)


@pytest.mark.parametrize("text", ["7z", "C", "中", "🀄", "J1", " 红中 "])
def test_a_tile_is_text_in_any_notation(text: str) -> None:
    assert tile_index(text) == RED


@pytest.mark.parametrize(
    "text", ["[11, 12, 13]", "11 12 13", "11,12,13", " [11,12 13 ] ", "11\n12\n13", "[011, 12, 13]"]
)
def test_codes_as_text(text: str) -> None:
    assert parse_counts(text, "tens") == (hand(0, 1, 2), None)


def test_codes_in_any_collection() -> None:
    expected = hand(0, 1, 2), None
    for codes in ([11, 12, 13], (11, 12, 13), range(11, 14), iter([11, 12, 13]), array.array("i", [11, 12, 13])):
        assert parse_counts(codes, "tens") == expected


def test_codes_in_a_numpy_array() -> None:
    numpy = pytest.importorskip("numpy")
    assert parse_counts(numpy.array([11, 12, 13]), "tens") == (hand(0, 1, 2), None)
    with pytest.raises(NotationError, match="whole number"):
        parse_counts(numpy.array([11.0]), "tens")
    with pytest.raises(NotationError, match="whole number"):
        parse_counts(numpy.array([True]), "gapped")


# Errors: where, and what was expected.


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "123m"),
        ("  ", 2, "1m-9m"),
        ("hello", 0, "mpsz, pairs, chinese, unicode, mjai, wtb"),
        ("8z", 0, "1234567 before z"),
        ("0z", 0, "1234567 before z"),
        ("11z1m88z", 5, "1234567 before z"),
        ("1 8 8z", 2, "1234567 before z"),
        ("123", 3, "m or p or s or z"),
        ("123m45", 6, "m or p or s or z"),
        ("12x", 2, "m or p or s or z"),
        ("123mm", 4, "1m-9m"),
        ("m", 0, "123m"),
        ("1w2w3x", 5, "w or d or t"),
        ("1w2w8", 5, "w or d or t"),
        ("1w0w", 2, "1w-9w"),
        ("1w1z", 3, "w or d or t"),
        ("1w东", 2, "1w-9w"),
        ("一二三", 3, "万"),
        ("一万东二", 4, "万"),
        ("一万万", 2, "一万"),
        ("一万0万", 2, "一万"),
        ("1万2m", 3, "万"),
        ("🀇🀢", 1, "U+1F000"),
        ("🀇\ufe0f\ufe0f", 2, "U+1F000"),
        ("E E X", 4, "E S W N P F C"),
        ("5mr6mr", 3, "5 before mr"),
        ("E 0m", 2, "E S W N P F C"),
        ("W1 W0", 3, "W1-W9"),
        ("W1 F5", 3, "W1-W9"),
        ("W1 J4", 3, "W1-W9"),
        ("W1 H1", 3, "W1-W9"),
        ("W1 2", 3, "W1-W9"),
        ("F5", 2, "mr"),
        ("1m\ud800", 2, "1m-9m"),
        ("\udfff", 0, "123m"),
        ("1m\0", 2, "1m-9m"),
        ("1m\ufeff", 2, "1m-9m"),
        ("1m,2m", 2, "1m-9m"),
        ("-1m", 0, "123m"),
        # brackets
        ("[123m", 5, "]"),
        ("1m(5555s", 8, ")"),
        ("[123", 4, "m or p or s or z"),
        ("[123]m", 4, "m or p or s or z"),
        ("1[23m]", 1, "m or p or s or z"),
        ("[[123m]]", 1, "1m-9m"),
        ("[12(3m)]", 3, "m or p or s or z"),
        ("[12m(3m)]", 4, "]"),
        ("[123m)", 5, "]"),
        ("(5555s]", 6, ")"),
        ("123m]", 4, "1m-9m"),
        ("[]", 1, "1m-9m"),
        ("123m[ ]", 6, "1m-9m"),
        ("11m()", 4, "1m-9m"),
        ("[124m]", 0, "chow"),
        ("11z[12m]", 3, "chow"),
        ("[9m1p2p]", 0, "chow"),
        ("[11111m]", 0, "chow"),
        ("[1234m]", 0, "chow"),
        ("(123m)", 0, "four alike"),
        ("1m(111s)", 2, "four alike"),
        ("[E S 1m]", 0, "chow"),
        ("[8z]", 1, "1234567 before z"),
    ],
)
def test_where_and_what(text: str, position: int, expected: str) -> None:
    error = failure(text)
    assert (error.position, expected in error.expected) == (position, True), error
    assert str(error).endswith(f"at {position}: expected {error.expected}")


@pytest.mark.parametrize(
    ("source", "notation", "position", "expected"),
    [
        ("1w", "mpsz", 1, "m or p or s or z"),
        ("1m", "pairs", 1, "w or d or t"),
        ("1z", "pairs", 1, "w or d or t"),
        ("東", "wtb", 0, "W1-W9"),
        ("F5", "wtb", 0, "F1-F4"),
        ("", "wtb", 0, "W1-W9"),
        ("123m", "tens", 0, "number"),
        ("11 50", "tens", 3, "40-46"),
        ("[11, 12", "tens", 7, "]"),
        ("[11, [12]]", "tens", 5, "number"),
        ("11, -1", "tens", 4, "number"),
        ("11,,12", "tens", 3, "number"),
        ("11,", "tens", 3, "number"),
        ("[]", "gapped", 1, "number"),
        ("", "gapped", 0, "number"),
        ("1.0", "gapped", 0, "number"),
        ("1_1", "tens", 0, "number"),
        ("１１", "tens", 0, "number"),
        ("²", "gapped", 0, "number"),
        ("[777z]", "gapped", 1, "number"),
        ([], "tens", 0, "40-46"),
        ([11, 10], "tens", 1, "11-19"),
        ([11, 20], "tens", 1, "11-19"),
        ([11, 47], "tens", 1, "40-46"),
        ([1, 0], "gapped", 1, "1-9"),
        ([1, 10], "gapped", 1, "11-19"),
        ([1, 30], "gapped", 1, "31-37"),
        ([1, 38], "gapped", 1, "31-37"),
        ([1, -1], "gapped", 1, "1-9"),
        ([0, 136], "tile136", 1, "0-135"),
        ([-1], "tile136", 0, "0-135"),
        ([0, 1, 0], "tile136", 2, "once"),
        ("0 1 0", "tile136", 4, "once"),
        ([11, True], "tens", 1, "bool"),
        ([11, 12.0], "tens", 1, "float"),
        ([11, None], "tens", 1, "NoneType"),
        ([11, "12"], "tens", 1, "str"),
        (["1m", "2m"], None, 0, "str"),
        ([11, [12]], "tens", 1, "list"),
        ([10**5000], "tens", 0, "11-19"),
    ],
)
def test_where_and_what_with_a_name(
    source: str | list[int], notation: str | None, position: int, expected: str
) -> None:
    error = failure(source, notation)
    assert (error.position, expected in error.expected) == (position, True), error
    assert error.expected in str(error)


def test_codes_need_their_notations_name() -> None:
    for source in ([11, 12, 13], (11, 12, 13), "[11, 12, 13]", "11 12 13", "11,12,13"):
        with pytest.raises(NotationError) as caught:
            parse_counts(source)
        assert "the notation's name: tens reads 123m, gapped reads 123p, tile136 reads 344m" in caught.value.expected
    assert failure([1, 9, 11]).expected == "the notation's name: gapped reads 19m1p, tile136 reads 133m"
    assert failure([46]).expected == "the notation's name: tens reads 5z, tile136 reads 3p"
    assert failure([135]).expected == "the notation's name: tile136 reads 7z"
    assert failure([136]).expected == "the notation's name: tens, gapped or tile136"
    assert failure([]).expected == "the notation's name: tens, gapped or tile136"
    assert failure([11] * 5).expected == "the notation's name: tens, gapped or tile136"


def test_ranks_without_a_suit_may_be_a_code() -> None:
    error = failure("123")
    assert error.position == 3
    assert error.expected == "m or p or s or z, or the notation's name: tile136 reads 4z"


@pytest.mark.parametrize(
    ("source", "notation", "named"),
    [
        ("11111m", None, "5 of 1m"),
        ("1z1z1z1z1z1z", None, "6 of 1z"),
        ("5555m0m", None, "5 of 5m"),
        ("1w1w1w1w1w", None, "5 of 1m"),
        ("东东东东东风", None, "5 of 1z"),
        ("🀄🀄🀄🀄🀄", None, "5 of 7z"),
        ("5m 5m 5m 5m 5mr", "mjai", "5 of 5m"),
        ("J1J1J1J1J1", None, "5 of 7z"),
        ("11m[111m]", None, "5 of 1m"),
        ("[111m]11m", None, "5 of 1m"),
        ("[111m][123m][123m]", None, "5 of 1m"),
        ("1s(1111s)", None, "5 of 1s"),
        ([40] * 5, "tens", "5 of 1z"),
        ("[9, 9, 9, 9, 9]", "gapped", "5 of 9m"),
    ],
)
def test_a_fifth_copy(source: str | list[int], notation: str | None, named: str) -> None:
    with pytest.raises(TileCountError, match=named):
        parse_counts(source, notation)


def test_four_copies_in_hand_and_melds() -> None:
    assert parse_counts("1m[111m]") == (hand(0), (Meld([0] * 3),))
    assert parse_counts("[123m][123m][123m][123m]")[1] == (Meld([0, 1, 2]),) * 4


@pytest.mark.parametrize("source", [None, 3, 1.5, True, b"1m", bytearray(b"1m"), memoryview(b"1m"), {11: 2}, object()])
@pytest.mark.parametrize("notation", [None, "mpsz", "tens"])
def test_neither_text_nor_codes(source: object, notation: str | None) -> None:
    with pytest.raises(HandError, match=f"not {type(source).__name__}"):
        parse_counts(source, notation)  # type: ignore[arg-type]


def test_a_text_notation_reads_no_codes() -> None:
    for notation in TEXTS:
        with pytest.raises(HandError, match=f"{notation} is text"):
            parse_counts([1, 2, 3], notation)


@pytest.mark.parametrize("notation", ["", "MPSZ", "tenhou", 3, ["mpsz"], b"mpsz", "\ud800"])
def test_an_unknown_name(notation: str) -> None:
    for ask in (lambda: parse_counts("1m", notation), lambda: format_counts(hand(0), None, notation)):
        with pytest.raises(HandError, match="mpsz, pairs, tens, gapped, chinese, unicode, mjai, tile136, wtb"):
            ask()


def test_errors_pickle_and_copy() -> None:
    for source in ("123m8z", [1, 9, 11]):
        error = failure(source)
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert (again.text, again.position, again.expected) == (error.text, error.position, error.expected)


# Writing.


def test_what_cannot_be_written() -> None:
    with pytest.raises(HandError, match="pairs cannot write 1z"):
        format_counts(hand(0, E), None, "pairs")
    with pytest.raises(HandError, match="pairs cannot write 7z"):
        format_counts(hand(0), (Meld([RED] * 3),), "pairs")
    for notation in LISTS:
        with pytest.raises(HandError, match=f"{notation} is a list"):
            format_counts(hand(0), (Meld([RED] * 3),), notation)
        assert format_counts(hand(), (), notation) == []


def test_writing_codes() -> None:
    counts = hand(0, 1, 2, 9, 18, E, WHITE, RED)
    assert format_counts(counts, None, "tens") == [11, 12, 13, 21, 31, 40, 44, 46]
    assert format_counts(counts, None, "gapped") == [1, 2, 3, 11, 21, 31, 35, 37]
    assert format_counts(counts, None, "tile136") == [0, 4, 8, 36, 72, 108, 124, 132]
    assert format_text(counts, None, "gapped") == "[1, 2, 3, 11, 21, 31, 35, 37]"


def test_a_plain_five_is_not_written_red() -> None:
    for kind, red in ((4, 16), (13, 52), (22, 88)):
        for n in (1, 2, 3):
            assert format_counts(hand(*[kind] * n), None, "tile136") == [red + 1 + i for i in range(n)]
        assert format_counts(hand(*[kind] * 4), None, "tile136") == [red, red + 1, red + 2, red + 3]
    for notation in ("mpsz", "mjai"):
        assert format_counts(parse_counts("0m")[0], None, notation) == "5m"


def test_an_empty_hand_is_written_as_nothing() -> None:
    for notation in TEXTS:
        assert format_counts(hand(), None, notation) == ""
    assert format_text(hand(), None, "tens") == "[]"


# Round trips.


@st.composite
def hands(draw: st.DrawFn, honors: bool = True) -> tuple[list[int], tuple[Meld, ...] | None]:
    tiles = draw(st.permutations([kind for kind in range(34 if honors else 27) for _ in range(4)]))
    counts = hand(*tiles[: draw(st.integers(0, 20))])
    left = [4 - count for count in counts]
    melds = []
    for first in draw(st.lists(st.integers(0, 33 if honors else 26), max_size=5)):
        shape, concealed = draw(
            st.sampled_from([((0, 1, 2), False), ((0,) * 3, False), ((0,) * 4, False), ((0,) * 4, True)])
        )
        if shape == (0, 1, 2) and (first >= 27 or first % 9 > 6):
            continue
        meld = [first + step for step in shape]
        if all(left[kind] >= meld.count(kind) for kind in meld):
            for kind in meld:
                left[kind] -= 1
            melds.append(Meld(meld, concealed))
    return counts, tuple(melds) or None


@given(st.sampled_from(TEXTS), st.data())
def test_text_round_trip(notation: str, data: st.DataObject) -> None:
    counts, melds = data.draw(hands(honors=notation != "pairs"))
    assume(any(counts) or melds)
    text = format_counts(counts, melds, notation)
    assert isinstance(text, str)
    assert format_text(counts, melds, notation) == text
    assert parse_counts(text, notation) == (counts, melds)
    assert parse_counts(text) == (counts, melds)


@given(st.sampled_from(LISTS), hands())
def test_codes_round_trip(notation: str, drawn: tuple[list[int], object]) -> None:
    counts = drawn[0]
    assume(any(counts))
    codes = format_counts(counts, None, notation)
    assert isinstance(codes, list)
    assert codes == sorted(codes)
    text = format_text(counts, None, notation)
    assert text == str(codes)
    for source in (codes, tuple(codes), text, text[1:-1], text[1:-1].replace(",", "")):
        assert parse_counts(source, notation) == (counts, None)
    failure(codes)
    failure(text)


@given(st.lists(st.sampled_from(range(136)), unique=True, min_size=1, max_size=18))
def test_any_deal_of_tile136(codes: list[int]) -> None:
    assert parse_counts(codes, "tile136")[0] == hand(*[code // 4 for code in codes])


# Detection: no text has two meanings.

ATOMS = [
    *"059",
    *"mpsz",
    *"wdt",
    *"ESWNPFC",
    *"TBJ",
    *"r万筒索一九东白发中红风板",
    *"🀇🀄\ufe0f",
    *"[]() ,",
    "[111",
    "(5555",
    "11 12",
]


def readings(text: str) -> dict[str, object]:
    """What each text notation makes of the text; TileCountError for one that reads five alike."""
    found: dict[str, object] = {}
    for notation in TEXTS:
        try:
            found[notation] = parse_counts(text, notation)
        except NotationError:
            pass
        except TileCountError:
            found[notation] = TileCountError
    return found


def check_detection(text: str) -> None:
    found = list(readings(text).values())
    try:
        detected: object = parse_counts(text)
    except NotationError:
        assert not found, text
        return
    except TileCountError:
        detected = TileCountError
    assert found, text
    assert all(reading == detected for reading in found), text


def short_texts() -> Iterator[str]:
    for size in range(3):
        yield from map("".join, itertools.product(ATOMS, repeat=size))
    for size in (3, 4):  # of what several notations use
        yield from map("".join, itertools.product("15mzrWFT ", repeat=size))


def test_every_short_text_has_one_meaning() -> None:
    for text in short_texts():
        check_detection(text)


@given(st.lists(st.sampled_from(ATOMS), max_size=14).map("".join))
def test_any_text_has_one_meaning(text: str) -> None:
    check_detection(text)


def test_mpsz_and_mjai_share_texts_and_agree() -> None:
    assert readings("1m5p9s").keys() == {"mpsz", "mjai"}
    assert readings("[1m2m3m]").keys() == {"mpsz", "mjai"}
    assert readings("1m1z").keys() == readings("0m").keys() == {"mpsz"}
    assert readings("1m E").keys() == readings("5mr").keys() == readings("W").keys() == {"mjai"}
    assert readings("W1").keys() == readings("F1F1").keys() == {"wtb"}


@given(st.text(max_size=40), st.sampled_from([None, *NOTATIONS]))
def test_any_text_is_read_or_refused(text: str, notation: str | None) -> None:
    try:
        counts, melds = parse_counts(text, notation)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
        assert error.text == text
        assert str(error)
    except TileCountError:
        pass
    else:
        assert len(counts) == 34
        assert any(counts) or melds


@given(
    st.lists(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.none()), max_size=20),
    st.sampled_from([None, *LISTS]),
)
def test_any_list_is_read_or_refused(codes: list[int], notation: str | None) -> None:
    try:
        parse_counts(codes, notation)
    except NotationError as error:
        assert 0 <= error.position <= len(codes)
        assert str(error)
    except TileCountError:
        pass


# Huge input: quadratic work would take minutes here.

MILLION = 10**6
HUGE = [
    "1",
    "1m",
    "1 ",
    " ",
    "1 m ",
    "8z",
    "[",
    "]",
    "[]",
    "[1m",
    "(1m)",
    "[123m]",
    "1w",
    "万",
    "一",
    "一万",
    "东风",
    "🀇\ufe0f",
    "E ",
    "5mr",
    "W1",
    "\0",
    "\ud800",
    "11,",
    "1, ",
    "[1, ",
]


@pytest.mark.parametrize("notation", [None, "mpsz", "tens"])
@pytest.mark.parametrize("piece", HUGE, ids=ascii)
def test_a_million_characters(piece: str, notation: str | None) -> None:
    with pytest.raises(HandError) as caught:
        parse_counts(piece * (MILLION // len(piece)), notation)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "text", ["1" * MILLION + "m", "8" * MILLION + "z", "[" + "1m" * (MILLION // 2) + "]", "(" + "1" * MILLION + "m)"]
)
def test_a_million_ranks(text: str) -> None:
    with pytest.raises(HandError):
        parse_counts(text)


def test_white_space_without_end() -> None:
    assert parse_counts("1" + " " * MILLION + "2m") == (hand(0, 1), None)


@pytest.mark.parametrize("notation", [None, *LISTS])
def test_codes_without_end(notation: str | None) -> None:
    for codes in (itertools.repeat(11), itertools.count(1), itertools.cycle([11, 12])):
        with pytest.raises(HandError):
            parse_counts(codes, notation)


def test_counts_may_be_any_sequence() -> None:
    sequences: list[Sequence[int]] = [[1] * 3 + [0] * 31, (1,) * 3 + (0,) * 31, bytes([1] * 3 + [0] * 31)]
    for counts in sequences:
        assert format_counts(counts) == "123m"
