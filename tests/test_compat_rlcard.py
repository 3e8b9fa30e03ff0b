"""RLCard's judger by itself, against the original, and in whole games."""

import random
import sys
import time
from types import SimpleNamespace

import pytest
from hands import questions

from mjcore import Rules, parse
from mjcore.compat import rlcard as compat
from mjcore.compat.rlcard import MahjongJudger

SUITS = (("characters", "123456789"), ("dots", "123456789"), ("bamboo", "123456789"))
HONORS = [("winds", name) for name in ("east", "south", "west", "north")] + [
    ("dragons", name) for name in ("white", "green", "red")
]
NAMES = [(suit, rank) for suit, ranks in SUITS for rank in ranks] + HONORS


class Card:
    """What the judger sees of RLCard's card."""

    def __init__(self, kind: int) -> None:
        self.type, self.trait = NAMES[kind]

    def get_str(self) -> str:
        return f"{self.type}-{self.trait}"


def cards(text: str) -> list[Card]:
    """Cards of the hand that a text says; one object for each copy, as after a deep copy of the game."""
    return [Card(kind) for kind, count in enumerate(parse(text).counts) for _ in range(count)] if text else []


def player(number: int, hand: str, *pile: str) -> SimpleNamespace:
    return SimpleNamespace(
        player_id=number, hand=cards(hand), pile=[cards(each) for each in pile], get_player_id=lambda: number
    )


def table(*discards: str) -> SimpleNamespace:
    return SimpleNamespace(table=[card for each in discards for card in cards(each)], deck=[Card(0)])


def names(found) -> list[str]:
    return [card.get_str() for card in found]


judger = MahjongJudger(None)


@pytest.mark.parametrize(
    ("hand", "pile"),
    [
        ("444p222234m555s55z", ()),  # the pair is no triplet, one chow begins in four alike
        ("112233m456p789s11z", ()),
        ("111m123m456p789s55z", ()),
        ("123m111p44455z", ("123m",)),
        ("11z", ("123m", "777p", "4444s", "555z")),
        ("12344m", ("123m", "777p", "4444s")),
        ("33344m", ("123m", "777p", "4444s")),
        ("222333444m55566p", ()),
    ],
)
def test_won(hand: str, pile: tuple[str, ...]) -> None:
    whole = player(0, hand, *pile)
    assert judger.judge_hu(whole) == (True, 4)
    random.Random(1).shuffle(whole.hand)
    assert judger.judge_hu(whole) == (True, 4)


@pytest.mark.parametrize(
    ("hand", "pile"),
    [
        ("6p4s", ("123m", "777p", "4444s", "555z")),  # four melds, no pair
        ("6p", ("123m", "777p", "4444s", "555z")),
        ("", ("123m", "777p", "4444s", "555z")),
        ("123456789m1122z3p", ()),
        ("123456789m1112z", ()),
        ("11m22m33m44p55p66s77z", ()),  # RLCard has no seven pairs
        ("55z111m", ()),
        ("11222333m44455566p", ()),
        ("1199m19p19s123456z", ()),
    ],
)
def test_not_won(hand: str, pile: tuple[str, ...]) -> None:
    assert judger.judge_hu(player(0, hand, *pile)) == (False, len(pile))


def test_every_card_has_its_kind() -> None:
    for kind, name in enumerate(NAMES):
        card = Card(kind)
        assert (card.type, card.trait) == name
        pair = player(0, "", "123m", "456m", "789m", "111p")
        pair.hand = [card, Card(kind)]
        assert judger.judge_hu(pair) == (True, 4)
        pair.hand = [card, Card((kind + 1) % 34)]
        assert judger.judge_hu(pair) == (False, 4)


def test_pung_and_kong() -> None:
    players = [player(0, "55m1s"), player(1, "123m"), player(2, "555m"), player(3, "5p5m")]
    what, who, found = judger.judge_pong_gong(table("9s", "5m"), players, 3)
    assert (what, who.player_id, names(found)) == ("pong", 0, ["characters-5"] * 3)
    what, who, found = MahjongJudger.judge_pong_gong(table("5m"), players, 0)
    assert (what, who.player_id, names(found)) == ("gong", 2, ["characters-5"] * 4)
    assert judger.judge_pong_gong(table("5m"), [players[2], players[3]], 2) == (False, None, None)
    assert judger.judge_pong_gong(table("5s"), players, 1) == (False, None, None)


@pytest.mark.parametrize(
    ("discard", "hand", "others"),
    [
        ("1m", "23m", "23m"),
        ("2m", "13m", "13m"),
        ("2m", "134m", "13m"),
        ("5p", "3467p", "34p"),
        ("5p", "467p", "46p"),
        ("5p", "67p", "67p"),
        ("9s", "778s", "78s"),
        ("8s", "79s", "79s"),
        ("2m", "19m", None),
        ("9m", "12p78s", None),
        ("8m", "9m1p", None),
        ("1p", "89m", None),
        ("2p", "9m1p", None),
        ("5p", "37p", None),
        ("2z", "13z", None),
        ("6z", "57z", None),
    ],
)
def test_chow(discard: str, hand: str, others: str | None) -> None:
    players = [player(0, hand), player(1, hand), player(2, hand), player(3, hand)]
    what, who, found = judger.judge_chow(table("1z", discard), players, 1)
    if others is None:
        assert (what, who, found) == (False, None, None)
    else:
        assert (what, who.player_id, names(found)) == ("chow", 2, names(cards(others) + cards(discard)))
        assert all(card in who.hand for card in found[:2])
    assert judger.judge_chow(table(discard), players, 3) == (False, None, None)


def test_the_game() -> None:
    players = [player(0, "1m"), player(1, "123456789m11122z"), player(2, "1s", "111p"), player(3, "5s")]
    game = SimpleNamespace(players=players, dealer=table("5m"))
    assert judger.judge_game(game) == (True, 1, [0, 4, 1, 0])
    players[1].hand.pop()
    assert judger.judge_game(game) == (False, -1, [0, 0, 1, 0])
    game.dealer.deck.clear()
    assert judger.judge_game(game) == (True, -1, [0, 0, 1, 0])


# Against the original


@pytest.fixture
def original():
    """RLCard's own judger."""
    pytest.importorskip("rlcard")
    return pytest.importorskip("rlcard.games.mahjong.judger").MahjongJudger


def test_original_wins_are_wins(original) -> None:
    """What the original finds without four melds is a win. It does not find all."""
    found = missed = 0
    for asked in questions(Rules(), random.Random(1), 4000, size="win"):
        if asked.wild or asked.melds is None or len(asked.melds) == 4 or sum(asked.counts) + 3 * len(asked.melds) != 14:
            continue
        hand = player(0, "")
        hand.hand = [Card(kind) for kind, count in enumerate(asked.counts) for _ in range(count)]
        hand.pile = [[Card(kind) for kind in meld.tiles] for meld in asked.melds]
        won, _ = judger.judge_hu(hand)
        original_won, _ = original(None).judge_hu(hand)
        assert won or not original_won
        found += original_won
        missed += won and not original_won
    assert found > 30 and missed > 8


def test_pung_and_kong_agree(original) -> None:
    rng = random.Random(2)
    for _ in range(500):
        deal = [Card(kind) for kind in rng.sample([*range(20)] * 4, 53)]
        players = [player(number, "") for number in range(4)]
        for number, each in enumerate(players):
            each.hand = deal[13 * number : 13 * number + 13]
        dealer = SimpleNamespace(table=deal[52:])
        what, who, found = original.judge_pong_gong(dealer, players, 1)
        assert judger.judge_pong_gong(dealer, players, 1) == (what, who, found)


def test_where_the_original_is_wrong(original) -> None:
    theirs = original(None)
    assert theirs.judge_hu(player(0, "444p222234m555s55z"))[0] is False
    assert theirs.judge_hu(player(0, "123456789m11122z"))[0] is True
    assert theirs.judge_hu(player(0, "123456789m11999p"))[0] is True
    assert theirs.judge_hu(player(0, "112233m456p78955s"))[0] is False
    assert theirs.judge_hu(player(0, "123m456p78999s111z"))[0] is False  # the pair is part of three alike
    assert theirs.judge_hu(player(0, "6p4s", "123m", "777p", "4444s", "555z"))[0] is True


# Whole games


def play(env, agents, games: int, seed: int) -> tuple[float, list[int]]:
    """Seconds that the games took, and their winners (-1: none)."""
    import numpy as np

    env.set_agents(agents)
    winners = []
    start = time.perf_counter()
    for number in range(games):
        np.random.seed(seed + number)
        _, payoffs = env.run(is_training=False)
        winners.append(int(payoffs.argmax()) if payoffs.max() > 0 else -1)
        if winners[-1] >= 0 and isinstance(env.game.judger, MahjongJudger):
            assert judger.judge_hu(env.game.players[winners[-1]])[0]
    return time.perf_counter() - start, winners


def test_games_of_random_agents_end_sooner(original) -> None:
    import rlcard
    from rlcard.agents import RandomAgent

    taken = {}
    for judged_by in (original, MahjongJudger):
        if judged_by is MahjongJudger:
            compat.install()
        try:
            env = rlcard.make("mahjong", config={"seed": 3})
            agents = [RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)]
            play(env, agents, 1, 0)  # tables are made, modules loaded
            assert type(env.game.judger) is judged_by
            taken[judged_by], _ = play(env, agents, 6, 7)
        finally:
            compat.uninstall()
    assert taken[MahjongJudger] < taken[original]


def best_discard(hand, rng: random.Random):
    """A card that keeps the hand nearest to a win."""
    from mjcore import discards

    counts = [0] * 34
    for card in hand:
        counts[NAMES.index((card.type, card.trait))] += 1
    try:
        tile = discards(counts, Rules())[0].tile
    except ValueError:  # a kong has left the hand a tile short
        return rng.choice(hand)
    return next(card for card in hand if (card.type, card.trait) == NAMES[tile])


def test_games_are_won_by_complete_hands(original) -> None:
    import numpy as np
    from rlcard.games.mahjong import game as rlcard_game

    compat.install()
    try:
        won = 0
        for seed in range(60):
            game = rlcard_game.MahjongGame(allow_step_back=False)
            game.np_random = np.random.RandomState(seed)
            rng = random.Random(seed)
            state, _ = game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions(state)
                if isinstance(legal[0], str):
                    action = "pong" if "pong" in legal else "chow" if "chow" in legal else "stand"
                else:
                    action = best_discard(legal, rng)
                state, _ = game.step(action)
                for each in game.players:
                    assert all(len(meld) in (3, 4) for meld in each.pile)
            assert type(game.judger) is type(game.round.judger) is MahjongJudger
            if game.winner >= 0:
                winner = game.players[game.winner]
                assert len(winner.hand) + 3 * len(winner.pile) == 14
                won += 1
        assert won > 10
    finally:
        compat.uninstall()


def test_a_game_steps_back(original) -> None:
    from rlcard.games.mahjong import game as rlcard_game

    compat.install()
    try:
        game = rlcard_game.MahjongGame(allow_step_back=True)
        state, who = game.init_game()
        before = [names(each.hand) for each in game.players]
        game.step(game.get_legal_actions(state)[0])
        assert game.step_back() and game.round.current_player == who
        assert [names(each.hand) for each in game.players] == before
        assert not game.is_over()
    finally:
        compat.uninstall()


def test_install_reaches_every_name_and_is_taken_back(original) -> None:
    import rlcard.games.mahjong as package

    game = sys.modules["rlcard.games.mahjong.game"]
    module = sys.modules["rlcard.games.mahjong.judger"]
    for _ in range(2):
        compat.install()
        compat.install()
        assert package.Judger is game.Judger is module.MahjongJudger is MahjongJudger
        compat.uninstall()
        compat.uninstall()
        assert package.Judger is game.Judger is module.MahjongJudger is original


def test_install_without_the_package(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.games.mahjong", None)
    with pytest.raises(ImportError):
        compat.install()
    compat.uninstall()
