"""The command ``mjcore``: the judge's questions, asked from a shell.

Each command reads hands, from its arguments or from standard input, asks a `Judge` and writes the answers. Hands on
standard input are answered as they come, so any number of them needs no more memory than a few. ``rich`` is imported
only to draw on a terminal, ``json`` only to write it: one hand costs little more than the package's own import.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, TextIO

from . import (
    CLASSIC,
    NOTATIONS,
    PRESETS,
    SICHUAN,
    HandError,
    NotationError,
    Rules,
    __version__,
    format,
    judge_of,
    parse,
)
from .notation import parse_counts
from .tiles import KINDS, MPSZ, tile_index

_NO_HAND, _OK, _NOT_WON, _BAD, _INTERRUPTED, _PIPE_CLOSED = -1, 0, 1, 2, 130, 141
_BLOCK = 1 << 16
"""How many bytes of standard input are read at a time."""
_LONGEST = _BLOCK // 4
"""How many characters a line may have: what is cut off at a block's length has more."""
_NO_TILES = "-"

_Answer = tuple[str, int]
"""What is written for a hand, and its exit status."""
_Ask = Callable[[argparse.Namespace, str, Any], _Answer]
_Row = Sequence[str | int]


# ---------------------------------------------------------------- what each command answers


def _judge(args: argparse.Namespace, text: str, hand: Any) -> _Answer:
    verdict = args.judge.judge(hand, *args.around)
    status = _OK if verdict else _NOT_WON
    if args.json:
        return _document(args, text, verdict.to_dict() | {"explanation": verdict.explain(args.lang)}), status
    return _line(args, text, hand, _tiles(args, verdict.explain(args.lang))), status


def _shanten(args: argparse.Namespace, text: str, hand: Any) -> _Answer:
    shanten = args.judge.shanten(hand, *args.around)
    if args.json:
        forms = args.judge.shanten_by_form(hand, *args.around)
        return _document(args, text, {"shanten": shanten, "forms": {form.name: forms[form] for form in forms}}), _OK
    return _line(args, text, hand, str(shanten)), _OK


def _waits(args: argparse.Namespace, text: str, hand: Any) -> _Answer:
    accepted = args.judge.ukeire(hand, *args.around)
    ready = accepted.shanten == 0
    waits, count = (str(accepted.tiles), accepted.count) if ready else ("", 0)
    if args.json:
        return _document(args, text, {"shanten": accepted.shanten, "waits": waits, "count": count}), _OK
    return _line(args, text, hand, _tiles(args, waits or _NO_TILES)), _OK


def _score(args: argparse.Namespace, text: str, hand: Any) -> _Answer:
    from .scoring import SCORINGS, WIN_FLAGS, NotWon, Win

    win = Win(args.win, **{name: getattr(args, name) for name in WIN_FLAGS})
    try:
        score = args.judge.score(hand, win, (), args.wild, args.void, SCORINGS[args.scoring])
    except NotWon as error:
        if args.json:
            return _document(args, text, error.verdict.to_dict()), _NOT_WON
        return _line(args, text, hand, _tiles(args, error.verdict.explain(args.lang))), _NOT_WON
    if args.json:
        return _document(args, text, score.to_dict()), _OK
    return _line(args, text, hand, _tiles(args, score.explain(args.lang))), _OK


_HEADERS = {"zh": ("打", "向听", "进张", "张数"), "en": ("discard", "shanten", "accepts", "count")}
_JOKER = {"zh": "癞子", "en": "joker"}


def _discards(args: argparse.Namespace, text: str, hand: Any) -> _Answer:
    found = args.judge.discards(hand, *args.around)
    tiles = [None if each.tile is None else MPSZ[each.tile] for each in found]
    if args.json:
        rows = [
            {"tile": tile, "shanten": each.shanten, "tiles": str(each.tiles), "count": each.count}
            for tile, each in zip(tiles, found, strict=True)
        ]
        return _document(args, text, {"discards": rows}), _OK
    table = _table(
        _HEADERS[args.lang],
        [
            (
                _tiles(args, tile or _JOKER[args.lang]),
                each.shanten,
                _tiles(args, str(each.tiles) or _NO_TILES),
                each.count,
            )
            for tile, each in zip(tiles, found, strict=True)
        ],
    )
    return (f"{_hand(args, text, hand)}\n{table}\n" if args.several else table), _OK


def _line(args: argparse.Namespace, text: str, hand: Any, answer: str) -> str:
    return f"{_hand(args, text, hand)}\t{answer}\n" if args.several else f"{answer}\n"


def _document(args: argparse.Namespace, text: str, answer: dict[str, Any]) -> str:
    import json

    # What is no hand may hold what no encoding can write.
    ascii_only = "error" in answer or not args.unicode
    return json.dumps({"hand": text, "rules": args.rules.name} | answer, ensure_ascii=ascii_only) + "\n"


def _hand(args: argparse.Namespace, text: str, hand: Any) -> str:
    return str(format(hand, "unicode")) if args.tiles else text if text.isalnum() else " ".join(text.split())


@lru_cache(maxsize=1)
def _unicode_tiles() -> dict[str, str]:
    """Each tile as answers write it (``1m``, and ``1w`` as decompositions do), and its Unicode character."""
    shown = {tile: str(format(tile, "unicode")) for tile in MPSZ}
    return shown | {tile[0] + "wdt"["mps".index(tile[1])]: shown[tile] for tile in MPSZ if tile[1] != "z"}


def _tiles(args: argparse.Namespace, answer: str) -> str:
    """The answer, with ``--tiles`` each run of ranks and their suit in it as Unicode mahjong tiles."""
    if not args.tiles:
        return answer
    import re

    tiles = _unicode_tiles()
    return re.sub(r"([1-9]+)([mpszwdt])", lambda run: "".join(tiles[rank + run[2]] for rank in run[1]), answer)


def _rules(args: argparse.Namespace) -> int:
    """Write the presets."""
    write = _writer()
    if args.json:
        import json

        write(json.dumps([rules.to_dict() for rules in PRESETS.values()], indent=2) + "\n")
    else:
        rows = [
            (
                rules.name,
                "any" if rules.sets is None else str(rules.sets),
                ", ".join(form.name.lower().replace("_", " ") for form in rules.forms),
                ", ".join(_peculiar(rules)),
            )
            for rules in PRESETS.values()
        ]
        write(_table(("rules", "sets", "forms", "other"), rows))
    return _OK


def _peculiar(rules: Rules) -> Iterator[str]:
    """What sets these rules apart, in a few words each."""
    if not rules.honors:
        yield "no honours"
    if rules.players != 4:
        yield f"{rules.players} players"
    if rules.max_suits < 3:
        yield f"at most {rules.max_suits} suits"
    if rules.quads_as_pairs:
        yield "four alike are two pairs"
    if rules.hand_kongs:
        yield "kongs in hand"
    if not rules.melded_chows:
        yield "no melded chows"
    if rules.honor_runs:
        yield "honour chows"
    if rules.pair_ranks is not None:
        yield f"pair of {', '.join(map(str, rules.pair_ranks))}"
    if rules.wild:
        yield f"jokers {' '.join(MPSZ[kind] for kind in rules.wild)}"


# ---------------------------------------------------------------- hands in


@lru_cache(maxsize=1 << 15)
def _packed(group: str) -> int:
    """A group of ``mpsz`` (``123m``) as one number of 34 bytes, the counts; -1 where it is none."""
    try:
        counts, _ = parse_counts(group, "mpsz")
    except HandError:
        return -1
    return int.from_bytes(bytes(counts), "little")


def _read(text: str, notation: str | None) -> Any:
    """The hand that a text is, for a `Judge`.

    Most hands are plain ``mpsz``, made of the same few groups over and over: the sum of the groups is the hand.
    All else, and all that is wrong, `parse` reads.
    """
    if notation is None or notation == "mpsz":
        groups = text.replace("m", "m ").replace("p", "p ").replace("s", "s ").replace("z", "z ").split()
        if 0 < len(groups) <= KINDS:  # so few that no byte overflows into the next
            packed = [*map(_packed, groups)]
            if -1 not in packed:
                return sum(packed).to_bytes(KINDS, "little")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotationError(text, error.start, "UTF-8 text") from None
    return parse(text, notation)


def _blocks() -> Iterator[list[str]]:
    """The lines of standard input, as many at a time as have come; bytes that are not UTF-8 become lone surrogates.

    Of a line that is longer than a block only so much is kept as shows it.
    """
    if sys.stdin is None:
        raise OSError("standard input is closed")
    stream: Any = sys.stdin.buffer
    first = True
    rest = b""
    while block := stream.read1(_BLOCK):
        if first:
            block = block.removeprefix(b"\xef\xbb\xbf")
            first = False
        lines, newline, last = block.rpartition(b"\n")
        if newline:
            yield (rest + lines).decode(errors="surrogateescape").split("\n")
            rest = last
        else:
            rest = (rest + last)[: _BLOCK + 1]
    if rest:
        yield [rest.decode(errors="surrogateescape")]


# ---------------------------------------------------------------- answers out


def _answer_all(args: argparse.Namespace) -> int:
    """Answer the hands of the command line; the highest exit status of them."""
    seen = None
    try:
        if args.seen is not None:
            seen = parse(args.seen, args.notation)
    except HandError as error:
        args.parser.error(f"argument --seen: {_fault(args.seen, error)}")
    args.around = (None, args.wild, args.void, seen)  # as every method of a `Judge` takes them
    args.judge = judge_of(args.rules)
    try:
        args.judge.is_win(bytes(KINDS), *args.around)  # the options alone: what is wrong with them is said once
    except HandError as error:
        args.parser.error(str(error))
    args.several = len(args.hands) > 1 or "-" in args.hands
    args.unicode = _encoding(sys.stdout) == "utf-8"
    write = _writer()

    @lru_cache(maxsize=1 << 12)
    def answer(text: str) -> _Answer:
        result: _Answer = args.ask(args, text, _read(text, args.notation))
        return result

    status = _NO_HAND
    for text in args.hands:
        if text == "-":
            status = max(status, _answer_lines(args, answer, write))
            continue
        try:
            written, code = answer(text)
        except HandError as error:
            written, code = _bad(args, text, error), _BAD
        write(written)
        status = max(status, code)
    if status == _NO_HAND:
        return _NOT_WON if args.ask is _judge else _OK
    return status


def _answer_lines(args: argparse.Namespace, answer: Callable[[str], _Answer], write: Callable[[str], None]) -> int:
    """Answer the hands of standard input; the highest exit status of them."""
    status = _NO_HAND
    number = 0
    progress = _Progress()
    try:
        for lines in _blocks():
            answers: list[str] = []
            for line in lines:
                number += 1
                text = line.rstrip()
                if not text:
                    continue
                try:
                    if len(text) > _LONGEST:
                        raise HandError(f"longer than {_LONGEST} characters")
                    written, code = answer(text)
                except HandError as error:
                    write("".join(answers))
                    answers = []
                    written, code = _bad(args, text, error, number), _BAD
                answers.append(written)
                if code > status:
                    status = code
            write("".join(answers))
            progress.show(number)
    finally:
        progress.close()
    return status


def _bad(args: argparse.Namespace, text: str, error: HandError, line: int | None = None) -> str:
    """Say on standard error what is wrong with a hand; what is written in its place."""
    where = "" if line is None else f"line {line}: "
    fault = _fault(text, error)
    print(f"mjcore: {where}{fault}", file=sys.stderr, flush=True)
    if not args.json:
        return ""
    place = {"position": error.position, "expected": error.expected} if isinstance(error, NotationError) else {}
    start = text if len(text) <= 200 else text[:200] + "..."
    return _document(args, start, {"error": fault} | place | ({} if line is None else {"line": line}))


def _fault(text: str, error: HandError) -> str:
    """What is wrong with a text, and where: columns count from 1, as editors do."""
    column = error.position if isinstance(error, NotationError) else 0
    start = max(0, column - 40)
    shown = text[start : start + 60]
    quoted = f"{'...' if start else ''}{shown!r}{'...' if start + 60 < len(text) else ''}"
    if isinstance(error, NotationError):
        return f"{quoted}: column {column + 1}: expected {error.expected}"
    return f"{quoted}: {error}"


def _encoding(stream: TextIO | None) -> str:
    return (getattr(stream, "encoding", None) or "utf-8").lower()


def _writer() -> Callable[[str], None]:
    """What writes to standard output, at once; characters that its encoding lacks are escaped."""
    out = sys.stdout
    encoding = _encoding(out)

    def write(text: str) -> None:
        if out is None or not text:
            return
        try:
            out.write(text)
        except UnicodeEncodeError:
            out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        out.flush()

    return write


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def _table(headers: Sequence[str], rows: Sequence[_Row]) -> str:
    """A table as text, numbers to the right; drawn by ``rich`` for a terminal, where it is installed."""
    if _is_terminal(sys.stdout):
        try:
            return _rich_table(headers, rows)
        except ImportError:
            pass
    cells = [[*headers], *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    text = ""
    for row in cells:
        line = ""
        for at, cell in enumerate(row):
            gap = " " * (widths[at] - _width(cell))
            line += (gap + cell if _is_number(rows, at) else cell + gap) + "  "
        text += line.rstrip() + "\n"
    return text


def _is_number(rows: Sequence[_Row], column: int) -> bool:
    return bool(rows) and isinstance(rows[0][column], int)


def _rich_table(headers: Sequence[str], rows: Sequence[_Row]) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for at, header in enumerate(headers):
        table.add_column(header, justify="right" if _is_number(rows, at) else "left")
    for row in rows:
        table.add_row(*map(str, row))
    console = Console(file=sys.stdout, markup=False, emoji=False, highlight=False)
    with console.capture() as drawn:
        console.print(table)
    return drawn.get()


class _Progress:
    """How many hands are done, on a standard error that is a terminal; nothing without ``rich``.

    Not where the answers themselves are watched, nor for what is over in a moment.
    """

    def __init__(self) -> None:
        self._wanted = _is_terminal(sys.stderr) and not _is_terminal(sys.stdout) and not _is_terminal(sys.stdin)
        self._since = time.monotonic()
        self._status: Any = None

    def show(self, hands: int) -> None:
        if not self._wanted:
            return
        passed = time.monotonic() - self._since
        if passed < 0.5:
            return
        said = f"{hands:,} hands, {hands / passed:,.0f} a second"
        if self._status is None:
            try:
                from rich.console import Console
            except ImportError:
                self._wanted = False
                return
            self._status = Console(stderr=True, highlight=False).status(said)
            self._status.start()
        self._status.update(said)

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()


# ---------------------------------------------------------------- the command line


_EPILOG = """\
HAND is text in any notation: 123m406p11z, 1w2w3w, 一万二万三万, 🀇🀈🀉, "1m 2m 3m E E"; the lists of numbers
(tens, gapped, tile136) with their --notation. Melds stand in brackets: '123m44p[777z](5555s)', where
[..] is melded and (5555s) a concealed kong; a hand without brackets does not tell its melds.
`-` stands for the hands on standard input, one a line (blank lines are passed over), answered as they come.
One hand is answered alone; of several, each answer follows its hand and a tab.
"""

_BAD_STATUS = """\
A hand that cannot be read is reported on standard error with its line and column (the first is 1),
and the other hands are still answered; the exit status is then 2. With --json a document stands in its place,
with "error", and "position" from 0.
"""


def _rules_named(name: str) -> Rules:
    try:
        return PRESETS[name.upper()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"no rules {name!r}; there are {', '.join(PRESETS)}") from None


def _jokers(number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) <= 3):
        raise argparse.ArgumentTypeError(f"a number of jokers, not {number!r}")
    return int(number)


def _tile(text: str) -> int:
    try:
        return tile_index(text)
    except HandError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _void_suit(letter: str) -> int:
    if len(letter) != 1 or letter not in "mps":
        raise argparse.ArgumentTypeError(f"m, p or s, not {letter!r}")
    return "mps".index(letter)


_WIN_OPTIONS = {
    "self-drawn": "drawn by the winner 自摸",
    "after-kong": "the tile that replaces a kong 杠上花, or a discard after a kong 杠上炮",
    "robbing-kong": "the tile that another adds to a pung 抢杠",
    "last-tile": "the last of the wall, or the last discard 海底",
    "first-turn": "in the winner's first turn 天胡 地胡",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mjcore",
        description="Judge mahjong hands: is it a win, how far from one is it, which tile should go.",
        epilog="`mjcore COMMAND --help` says more.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(
        name: str, ask: _Ask, does: str, status: str, tiles: bool = True, lang: bool = True
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.",
            epilog=f"{_EPILOG}\n{status}\n{_BAD_STATUS}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=_answer_all, ask=ask, parser=command, tiles=False, lang="en")
        option = command.add_argument
        option("hands", metavar="HAND", nargs="+", help="a hand, or - for those on standard input")
        option(
            "--rules",
            metavar="NAME",
            type=_rules_named,
            default=CLASSIC,
            help="a preset's name (CLASSIC; of score: SICHUAN)",
        )
        option("--notation", metavar="NAME", choices=NOTATIONS, help=f"{', '.join(NOTATIONS)} (found out)")
        option("--wild", metavar="N", type=_jokers, default=0, help="so many jokers beside the hand's tiles")
        option("--void", metavar="m|p|s", type=_void_suit, help="the void suit 定缺: characters, dots or bamboo")
        option("--seen", metavar="TILES", help="tiles visible elsewhere, which cannot be drawn")
        option("--json", action="store_true", help="write one JSON document a hand, each on a line")
        if tiles:
            option("--tiles", action="store_true", help="show tiles as the Unicode mahjong tiles 🀇🀈🀉")
        if lang:
            option("--lang", choices=("zh", "en"), help="Chinese or English (en)")
        return command

    add(
        "judge",
        _judge,
        "say whether a hand wins, how it is made up, or why it does not win",
        "Exit status: 0 when every hand wins, 1 when any does not (or there was none), 2 for bad input.",
    )
    add(
        "shanten",
        _shanten,
        "say how many tiles away from ready a hand is: -1 won, 0 ready, 127 never",
        "Exit status: 0 when every hand was answered, 2 for bad input.",
        tiles=False,
        lang=False,
    )
    add(
        "waits",
        _waits,
        "list the tiles that win, of a hand of 3k+1 tiles; - where there are none",
        "Exit status: 0 when every hand was answered, 2 for bad input.",
        lang=False,
    )
    add(
        "discards",
        _discards,
        "say what each discard leads to, best first, of a hand of 3k+2 tiles",
        "Exit status: 0 when every hand was answered, 2 for bad input.",
    )
    score = add(
        "score",
        _score,
        "say what a won hand is worth under the Sichuan rules",
        "Exit status: 0 when every hand wins, 1 when any does not, 2 for bad input.",
    )
    score.set_defaults(rules=SICHUAN)
    score.add_argument(
        "--win", metavar="TILE", type=_tile, required=True, help="the winning tile, which the hand holds"
    )
    for flag, told in _WIN_OPTIONS.items():
        score.add_argument(f"--{flag}", action="store_true", help=told)
    score.add_argument("--scoring", choices=("SBR", "SBR_RUSSIA", "CHENGDU"), default="SBR", help="the table (SBR)")
    rules = commands.add_parser("rules", help="list the rules that --rules knows", description="List the presets.")
    rules.set_defaults(run=_rules)
    rules.add_argument("--json", action="store_true", help="write one JSON list of all their fields")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the process's own when None); the exit status.

    :raises SystemExit: as `argparse` does, after ``--help`` and ``--version`` (0) and for wrong arguments (2).
    """
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _PIPE_CLOSED
    except OSError as error:
        _drop_output()
        print(f"mjcore: {error}", file=sys.stderr)
        return _BAD
    return status


def _drop_output() -> None:
    """Let what could not be written go nowhere, so that Python's own flush at exit is quiet."""
    with suppress(AttributeError, OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
