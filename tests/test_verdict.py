"""Why a hand does not win, what a verdict says, and how the public objects travel and compare."""

import copy
import json
import pickle

import pytest

import mjcore as mj
from mjcore import (
    CLASSIC,
    GUOBIAO,
    HONGKONG,
    HONGZHONG,
    PINGHU,
    PRESETS,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    TAIWAN,
    Decomposition,
    Discard,
    Form,
    Hand,
    HandSet,
    Judge,
    Meld,
    Reason,
    Rules,
    SetKind,
    TileSet,
    Ukeire,
    Verdict,
)

EYES = CLASSIC.replace(name="258", pair_ranks=(2, 5, 8))
ONE_SUIT = SICHUAN.replace(name="one suit", max_suits=1)
KONGS = HONGKONG.replace(name="kongs", hand_kongs=True)

COUNT, SUITS, VOID = Reason.WRONG_TILE_COUNT, Reason.TOO_MANY_SUITS, Reason.VOID_SUIT_HELD
SUIT, NO_PAIR, EYE = Reason.SUIT_INCOMPLETE, Reason.NO_PAIR, Reason.PAIR_NOT_ALLOWED


@pytest.mark.parametrize(
    ("hand", "rules", "more", "reason", "suit"),
    [
        # No hand has this many tiles.
        ("123s", PINGHU, {}, COUNT, None),
        ("1m", PINGHU, {}, COUNT, None),
        ("1m", RIICHI, {}, COUNT, None),
        ("123m456p789s1122z", RIICHI, {}, COUNT, None),
        ("123m456p789s11z", RIICHI, {"melds": ()}, COUNT, None),
        ("123m456p789s111222z", RIICHI, {"wild": 2}, COUNT, None),
        ("123m456p789s11122233z", RIICHI, {}, COUNT, None),
        ("123m456p789s11222z[777z]", RIICHI, {}, COUNT, None),
        ("123m456p789s11122233z", TAIWAN, {"melds": ()}, None, None),
        # More tiles, but not so many kongs.
        ("1w1w1w2d2d3d4d2w3w4w7d8d9d5w5w", SICHUAN, {}, COUNT, None),
        ("1111m234567p6677889p", SICHUAN, {}, COUNT, None),
        # The melds count.
        ("123m456p77s", SICHUAN, {}, SUITS, None),
        ("123m456p77s11z", CLASSIC.replace(max_suits=2, forms=(Form.STANDARD,)), {"wild": 1}, SUITS, None),
        ("123m44p[555s]", SICHUAN, {}, COUNT, None),
        ("111222333m55p[555s]", SICHUAN, {}, SUITS, None),
        ("111222333m55p", ONE_SUIT, {}, SUITS, None),
        ("111222333m44m[555s]", ONE_SUIT, {}, SUITS, None),
        ("1w1w1w2d3d4d2t3t4t7d8d9d5w5w", SICHUAN, {}, SUITS, None),
        ("11m22p33s44m55p66s77m", SICHUAN, {}, SUITS, None),
        # The void suit is still there.
        ("111222333m55p", SICHUAN, {"void": 0}, VOID, 0),
        ("111222333m55p", SICHUAN, {"void": 1}, VOID, 1),
        ("111222333m55s", RIICHI, {"void": 2}, VOID, 2),
        ("111222333m55m[555s]", SICHUAN, {"void": 2}, VOID, 2),
        ("111222333m55p", SICHUAN, {"void": 2}, None, None),
        ("111222333m55p777z", RIICHI, {"void": 1}, VOID, 1),
        # The first suit that is not made up.
        ("124m456p789s11222z", RIICHI, {}, SUIT, 0),
        ("123m457p789s11222z", RIICHI, {}, SUIT, 1),
        ("123m456p779s11222z", RIICHI, {}, SUIT, 2),
        ("123m456p789s11223z", RIICHI, {}, SUIT, 3),
        ("123m456p789s123z11m", RIICHI, {}, SUIT, 3),
        ("11m22p123456789s3z", RIICHI, {}, SUIT, 1),
        ("11m22m123456789s3p", RIICHI, {}, SUIT, 0),
        ("1111m234567p66788m", SICHUAN, {}, SUIT, 0),
        ("1111m234567p55688s", KONGS, {}, SUIT, 2),
        ("19m19p19s12345677z", PINGHU, {}, SUIT, 0),
        ("1199m1199p1199s11z", HONGKONG, {}, SUIT, 0),
        ("147m1p", PINGHU, {"wild": 1}, SUIT, 0),
        ("4m4p4s4z", PINGHU, {"wild": 4}, SUIT, 3),
        ("14m14p14s", HONGZHONG, {"wild": 5}, SUIT, 2),
        # No pair.
        ("14m", RIICHI, {}, NO_PAIR, None),
        ("123m456p789s12345z", RIICHI, {}, NO_PAIR, None),
        ("147m258p369s12345z", RIICHI, {}, NO_PAIR, None),
        ("123456789m123p45z", RIICHI, {}, NO_PAIR, None),
        ("6p4s", RIICHI, {}, NO_PAIR, None),
        ("19m19p19s12345z234p", HONGKONG, {}, NO_PAIR, None),
        # Only the pair is wrong.
        ("123456789m11133p", EYES, {}, EYE, None),
        ("123456789m111p11z", EYES, {}, EYE, None),
        ("123456789m111p1z", EYES, {"wild": 1}, EYE, None),
        ("11z", EYES, {}, EYE, None),
        ("22m", EYES, {}, None, None),
        ("11m22m33m44m55m66m77m", EYES, {}, None, None),
        # All of it is sets and a pair, but with three kongs there are only three sets.
        ("1111m5555m9999m22p", KONGS, {}, COUNT, None),
        ("1111m5555m9999m22p", SICHUAN, {}, None, None),
    ],
)
def test_reason(hand: str, rules: Rules, more: dict, reason: Reason | None, suit: int | None) -> None:
    verdict = Judge(rules).judge(hand, **more)
    assert (verdict.reason, verdict.suit) == (reason, suit)
    assert bool(verdict) is (reason is None)
    if reason is not None:
        assert verdict.form is verdict.decomposition is None
        assert verdict.decompositions == ()


def test_every_reason_is_explained() -> None:
    said = {
        ("123s", PINGHU, None): ("诈和，牌的数量不对", "not a win: wrong number of tiles"),
        ("111222333m55p[555s]", SICHUAN, None): ("不是缺一门", "not a win: too many suits"),
        ("111222333m55p", SICHUAN, 1): ("定缺的筒还在手里", "not a win: the void suit, dots, is still held"),
        ("124m456p789s11222z", RIICHI, None): ("花色万不满足胡牌", "not a win: characters cannot be made up"),
        ("123m456p779s11222z", RIICHI, None): ("花色条不满足胡牌", "not a win: bamboo cannot be made up"),
        ("123m456p789s11223z", RIICHI, None): ("花色字不满足胡牌", "not a win: honours cannot be made up"),
        ("123m456p789s12345z", RIICHI, None): ("没有对子，不能胡牌", "not a win: no pair"),
        ("123456789m11133p", EYES, None): ("将牌不符合规则", "not a win: the pair is not allowed"),
    }
    reasons = set()
    for (hand, rules, void), texts in said.items():
        verdict = Judge(rules).judge(hand, void=void)
        assert (verdict.explain("zh"), verdict.explain("en")) == texts
        assert verdict.explain() == texts[1]
        assert repr(verdict) == f"<Verdict {rules.name}: {texts[1]}>"
        reasons.add(verdict.reason)
    assert reasons == set(Reason)


@pytest.mark.parametrize(
    ("hand", "rules", "wild", "form", "zh", "en"),
    [
        (
            "1w1w1w2d3d4d2w3w4w7d8d9d5w5w",
            SICHUAN,
            0,
            Form.STANDARD,
            "正常胡牌：111w 234w 234d 789d 55w",
            "sets and a pair: 111w 234w 234d 789d 55w",
        ),
        (
            "1111335577m2244p",
            SICHUAN,
            0,
            Form.SEVEN_PAIRS,
            "七小对：11w 11w 33w 55w 77w 22d 44d",
            "seven pairs: 11w 11w 33w 55w 77w 22d 44d",
        ),
        (
            "19m19p19s12345677z",
            RIICHI,
            0,
            Form.THIRTEEN_ORPHANS,
            "十三幺：19w19d19t123456z 77z",
            "thirteen orphans: 19w19d19t123456z 77z",
        ),
        (
            "147m258p369s11133z",
            GUOBIAO,
            0,
            Form.KNITTED_STRAIGHT,
            "组合龙：147w258d369t 111z 33z",
            "knitted straight: 147w258d369t 111z 33z",
        ),
        (
            "147m258p36s123456z",
            GUOBIAO,
            0,
            Form.HONORS_AND_KNITTED,
            "全不靠：147w258d36t123456z",
            "honours and knitted tiles: 147w258d36t123456z",
        ),
        (
            "11335577m1133p555s99p",
            TAIWAN,
            0,
            Form.SEVEN_PAIRS_AND_PUNG,
            "嚦咕嚦咕：11w 33w 55w 77w 11d 33d 99d 555t",
            "seven pairs and a pung: 11w 33w 55w 77w 11d 33d 99d 555t",
        ),
        (
            "12m11p",
            RIICHI,
            1,
            Form.STANDARD,
            "正常胡牌：123w 11d，癞子当 3w",
            "sets and a pair: 123w 11d, jokers as 3w",
        ),
    ],
)
def test_a_win_is_explained(hand: str, rules: Rules, wild: int, form: Form, zh: str, en: str) -> None:
    verdict = Judge(rules).judge(hand, wild=wild)
    assert verdict and verdict.form is form and verdict.reason is verdict.suit is None
    assert (verdict.explain("zh"), verdict.explain("en")) == (zh, en)
    assert verdict.decompositions[0] == verdict.decomposition
    assert verdict.decompositions == tuple(Judge(rules).decompositions(hand, wild=wild))


@pytest.mark.parametrize("language", ["", "ZH", "fr", None])
def test_other_languages_are_refused(language: str | None) -> None:
    with pytest.raises(ValueError, match="'zh' or 'en'"):
        mj.judge("11m").explain(language)


def test_verdict_remembers_what_was_asked() -> None:
    """The decompositions, found later, are those of the question, however its melds were given."""
    judge = Judge(RIICHI)
    hand, melds = "222333444m55p", [Meld("111m")]
    asked = judge.decompositions(hand, melds)
    assert len(asked) == 2
    ways = [
        judge.judge(hand, melds),
        judge.judge(hand, tuple(melds)),
        judge.judge(hand, ["[111m]"]),
        judge.judge(hand + "[111m]"),
        judge.judge(Hand(hand, melds)),
        judge.judge(hand, iter(melds)),
        judge.judge(hand, (meld for meld in melds)),
    ]
    for verdict in ways:
        assert verdict
        assert list(verdict.decompositions) == asked
        assert verdict == ways[0]


def test_verdict_does_not_change_with_the_hand() -> None:
    hand = Hand("123m11p")
    verdict = mj.judge(hand)
    hand.remove("1p")
    assert [str(each) for each in verdict.decompositions] == ["123w 11d"]


@pytest.mark.parametrize(
    ("hand", "rules", "wild"),
    [
        ("123m456p789s11222z", RIICHI, 0),
        ("123m456p789s11223z", RIICHI, 0),
        ("111222333m44455z", RIICHI, 0),
        ("19m19p19s12345677z", RIICHI, 0),
        ("147m258p369s11133z", GUOBIAO, 0),
        ("123m456p789s", RIICHI, 5),
        ("123s", PINGHU, 0),
        ("1m", HONGZHONG, 13),
    ],
)
def test_to_dict(hand: str, rules: Rules, wild: int) -> None:
    """It is as JSON holds it: written and read again it is the same."""
    verdict = Judge(rules).judge(hand, wild=wild)
    told = verdict.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["won"] is bool(verdict)
    assert told["rules"] == rules.name
    assert told["form"] == (verdict.form.name if verdict else None)
    assert told["reason"] == (None if verdict else verdict.reason.name)
    assert told["suit"] == (None if verdict.suit is None else "mpsz"[verdict.suit])
    few = verdict.to_dict(most=1)
    assert few["decompositions"] == told["decompositions"][:1]
    assert few["more"] is (len(told["decompositions"]) > 1)
    assert len(told["decompositions"]) <= 20
    if wild < 5:
        assert told["decompositions"] == [each.to_dict() for each in verdict.decompositions]


def test_rules_to_dict() -> None:
    for rules in (*PRESETS.values(), EYES, HONGZHONG):
        told = rules.to_dict()
        assert json.loads(json.dumps(told)) == told
        assert Rules(**{**told, "forms": [Form[name] for name in told["forms"]]}) == rules


# How objects travel

THINGS = [
    *PRESETS.values(),
    EYES,
    Judge(SICHUAN),
    Judge(EYES),
    Hand(),
    Hand("123m44p"),
    Hand("123m44p[777z](5555s)"),
    Hand("123m", melds=()),
    Hand(melds=[Meld("777z")]),
    TileSet(),
    TileSet("258m7z"),
    Meld("777z"),
    Meld("123m"),
    Meld("5555s"),
    Meld("5555s", concealed=True),
    HandSet(SetKind.CHOW, (0, 1, 2)),
    mj.decompositions("123m456p789s1122z", RIICHI, wild=1)[0],
    mj.decompositions("147m258p369s11133z", GUOBIAO)[0],
    mj.judge("123m456p789s11222z"),
    mj.judge("123m456p789s11223z"),
    mj.judge("222333444m55p[111m]"),
    Judge(SICHUAN).judge("111222333m55p", void=1),
    Ukeire(1, TileSet("36p"), 8),
    Discard(24, 1, TileSet("36p"), 8),
    Form.STANDARD,
    Reason.NO_PAIR,
    SetKind.KONG,
    mj.NotationError("9z", 0, "1-7 before z"),
    mj.TileCountError("1m: 5 copies, at most 4"),
]


def same(one: object, other: object) -> bool:
    if isinstance(one, Exception):
        return type(one) is type(other) and one.args == other.args and vars(one) == vars(other)
    return type(one) is type(other) and one == other and repr(one) == repr(other)


@pytest.mark.parametrize("thing", THINGS, ids=repr)
def test_pickle_and_copy(thing: object) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(thing, protocol)), thing)
    assert same(copy.copy(thing), thing)
    assert same(copy.deepcopy(thing), thing)


def test_travelled_verdicts_and_judges_still_answer() -> None:
    verdict = pickle.loads(pickle.dumps(mj.judge("222333444m55p[111m]")))
    assert len(verdict.decompositions) == 2
    judge = pickle.loads(pickle.dumps(Judge(SICHUAN)))
    assert judge.is_win("1111m22p") is False
    assert judge.is_win("111m22p") is True


def test_a_copied_hand_is_another() -> None:
    for hand in (Hand("123m"), Hand("123m[777z]")):
        for other in (hand.copy(), copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
            other.add("9m")
            assert other != hand
            assert "9m" not in hand


@pytest.mark.parametrize("thing", [each for each in THINGS if not isinstance(each, (Hand, Exception))], ids=repr)
def test_frozen_and_hashable(thing: object) -> None:
    """It equals its copy and hashes as it; no attribute can be set, made or deleted."""
    copied = pickle.loads(pickle.dumps(thing))
    assert hash(copied) == hash(thing)
    assert {thing: 1}[copied] == 1
    if isinstance(thing, (Form, Reason, SetKind)):
        return
    for name in [name for name in dir(type(thing)) if not name.startswith("__")]:
        if callable(getattr(thing, name)):
            continue
        with pytest.raises((AttributeError, TypeError)):
            setattr(copied, name, getattr(thing, name))
        with pytest.raises((AttributeError, TypeError)):
            delattr(copied, name)
        assert getattr(copied, name) == getattr(thing, name)
    with pytest.raises((AttributeError, TypeError)):
        copied.another = 1


def test_a_hand_is_not_hashable() -> None:
    with pytest.raises(TypeError):
        hash(Hand("123m"))


@pytest.mark.parametrize(
    "thing", [each for each in THINGS if not isinstance(each, (Verdict, Form, Reason, SetKind, Exception))], ids=repr
)
def test_repr_pastes_back(thing: object) -> None:
    assert eval(repr(thing), vars(mj).copy()) == thing


def test_objects_differ() -> None:
    """Equal is only what is the same in everything."""
    assert Meld("5555s") != Meld("5555s", concealed=True)
    assert Meld("555s") != Meld("5555s")
    assert Hand("123m") != Hand("123m", melds=())
    assert Hand("123m") != Hand("124m")
    assert Judge(SICHUAN) != Judge(RIICHI) != Judge(RIICHI_3P)
    assert mj.judge("11m") != mj.judge("22m")
    assert mj.judge("11m") != mj.judge("11m", SICHUAN)
    assert mj.judge("11m") != mj.judge("11m", melds=())
    for thing in THINGS:
        assert thing != "11m" and thing is not None
        assert sum(same(thing, other) for other in THINGS) == 1


def test_decomposition() -> None:
    found = Decomposition(Form.STANDARD, (HandSet(SetKind.CHOW, (0, 1, 2)),), 27, (2,))
    assert found in mj.decompositions("12m11z", wild=1)
    assert str(found) == "123w 11z"
    assert found.tiles == (0, 1, 2, 27, 27)
    assert found.to_dict() == {
        "form": "STANDARD",
        "sets": [{"kind": "chow", "tiles": "123m"}],
        "pair": "1z",
        "jokers": ["3m"],
    }
