"""A judger for the mahjong of the package ``rlcard`` 1.2, on mjcore's judge.

>>> install()  # doctest: +SKIP
>>> env = rlcard.make("mahjong")  # doctest: +SKIP

RLCard's hand wins as four sets and a pair, with its pile counted. ``docs/compat/rlcard.md`` tells what differs.
"""

import importlib
from collections.abc import Iterator
from typing import Any

from .. import Judge, Meld, Rules, TileCountError
from .mahjong import Replacement

__all__ = ["MahjongJudger", "install", "uninstall"]

_KINDS = 34
_SETS = 4

_KIND_OF: dict[str, dict[str, int]] = {
    suit: {str(rank): first + rank - 1 for rank in range(1, 10)}
    for suit, first in (("characters", 0), ("dots", 9), ("bamboo", 18))
} | {
    "winds": {"east": 27, "south": 28, "west": 29, "north": 30},
    "dragons": {"white": 31, "green": 32, "red": 33},
}
"""mjcore's kind of a card's type and trait."""

_is_win = Judge(Rules(name="RLCard", sets=_SETS)).is_win


def _chows() -> dict[int, list[tuple[int, int]]]:
    """For each suit tile the two others of each chow that it is in."""
    found: dict[int, list[tuple[int, int]]] = {kind: [] for kind in range(27)}
    for low in range(25):
        tiles = (low, low + 1, low + 2)
        try:
            Meld(tiles)
        except TileCountError:
            continue
        for kind in tiles:
            first, second = (tile for tile in tiles if tile != kind)
            found[kind].append((first, second))
    return found


_CHOWS = _chows()


def _kind(card: Any) -> int:
    return _KIND_OF[card.type][card.trait]


class MahjongJudger:
    """What the players of RLCard's mahjong may do, and who has won. Stands for ``rlcard.games.mahjong.Judger``.

    :param np_random: the game's random generator, which judging does not use.
    """

    def __init__(self, np_random: Any = None) -> None:
        self.np_random = np_random

    @staticmethod
    def judge_pong_gong(dealer: Any, players: Any, last_player: int) -> tuple[Any, Any, Any]:
        """Who may take the last discard for a pung or a kong.

        :param last_player: the id of the player who discarded.
        :return: ``"pong"`` or ``"gong"``, the player and the cards; or ``(False, None, None)``.
        """
        last = dealer.table[-1]
        for player in players:
            if player.player_id != last_player:
                alike = [card.trait for card in player.hand if card.type == last.type].count(last.trait)
                if alike == 3:
                    return "gong", player, [last] * 4
                if alike == 2:
                    return "pong", player, [last] * 3
        return False, None, None

    def judge_chow(self, dealer: Any, players: Any, last_player: int) -> tuple[Any, Any, Any]:
        """Whether the player after ``last_player`` may take the last discard for a chow.

        :return: ``"chow"``, the player and the cards, the discard last, of the lowest such chow; or
            ``(False, None, None)``.
        """
        last = dealer.table[-1]
        for player in players:
            if player.player_id == last_player + 1:
                held = {_kind(card): card for card in player.hand}
                for first, second in _CHOWS.get(_kind(last), ()):
                    if first in held and second in held:
                        return "chow", player, [held[first], held[second], last]
        return False, None, None

    def judge_game(self, game: Any) -> tuple[bool, int, list[int]]:
        """Whether the game is over (won, or no tile left), the winner's id or -1, and each player's number of sets."""
        winner = -1
        sets = []
        for player in game.players:
            won, count = self.judge_hu(player)
            sets.append(count)
            if won:
                winner = player.player_id
        return winner != -1 or not game.dealer.deck, winner, sets

    def judge_hu(self, player: Any) -> tuple[bool, int]:
        """Whether the player has won; and the sets that are certain: all four of a won hand, else those of the pile."""
        hand = player.hand
        piled = len(player.pile)
        if len(hand) != 3 * (_SETS - piled) + 2:
            return False, piled
        counts = [0] * _KINDS
        for card in hand:
            counts[_KIND_OF[card.type][card.trait]] += 1
        return (True, _SETS) if _is_win(counts) else (False, piled)


_installed = Replacement()


def _originals() -> Iterator[tuple[Any, Any]]:
    importlib.import_module("rlcard.games.mahjong")
    yield importlib.import_module("rlcard.games.mahjong.judger").MahjongJudger, MahjongJudger


def install() -> None:
    """Put `MahjongJudger` in place of RLCard's, in ``rlcard`` and in every loaded module that holds it.

    Games begun from then on are judged by it. A second call does for modules what a first one has not done.

    :raises ImportError: where ``rlcard`` is not installed.
    """
    _installed.put(_originals())


def uninstall() -> None:
    """Put RLCard's judger back where `install` found it. Without an `install` before, nothing happens."""
    _installed.take_back("rlcard")
