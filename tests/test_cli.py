"""The command ``mjcore``: every command and option, every exit status, and what a shell expects of a filter."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mjcore as mj
from mjcore import cli
from mjcore.tiles import MPSZ

WON = "123m456p789s11222z"
LOST = "123m456p789s11223z"
READY = "1113456666788s"
SICHUAN_WON = "1w1w1w2d3d4d2w3w4w7d8d9d5w5w"

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(mj.__file__).parents[1]), "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-m", "mjcore"]


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def documents(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in this process."""

    def run(*args: str, stdin: str | bytes = b"") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        try:
            status = cli.main(args)
        except SystemExit as exit:
            assert isinstance(exit.code, int)
            status = exit.code
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return run


def process(*args: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *args], input=given, capture_output=True, env=ENVIRONMENT, timeout=60)


# ---------------------------------------------------------------- judge


def test_a_won_hand(run: Any) -> None:
    ran = run("judge", WON)
    assert (ran.status, ran.out, ran.err) == (0, "sets and a pair: 123w 456d 789t 222z 11z\n", "")


def test_in_chinese(run: Any) -> None:
    assert run("judge", SICHUAN_WON, "--rules", "SICHUAN", "--lang", "zh").out == "正常胡牌：111w 234w 234d 789d 55w\n"
    assert run("judge", LOST, "--lang", "zh").out == mj.judge(LOST).explain("zh") + "\n"


def test_a_lost_hand(run: Any) -> None:
    ran = run("judge", LOST)
    assert (ran.status, ran.out, ran.err) == (1, mj.judge(LOST).explain() + "\n", "")


def test_several_hands_follow_the_hand(run: Any) -> None:
    ran = run("judge", WON, LOST)
    assert ran.status == 1
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == [WON, LOST]


def test_a_bad_hand_among_good_ones(run: Any) -> None:
    ran = run("judge", WON, "12x", WON)
    assert ran.status == 2
    assert len(ran.out.splitlines()) == 2
    assert ran.err.startswith("mjcore: '12x': column 3: expected ")


def test_five_alike(run: Any) -> None:
    for text in ("11111m", "11m 1m 11m", "1w1w1w1w1w", "1m" * 300):
        ran = run("judge", text)
        assert ran.status == 2 and "1m" in ran.err and not ran.out


@pytest.mark.parametrize("text", ["", " ", "m", "123", "123m[", "9z", "12\x1b[31m", "\udcff", "東x"])
def test_bad_text(run: Any, text: str) -> None:
    ran = run("judge", text)
    assert ran.status == 2 and not ran.out
    assert "column" in ran.err and "expected" in ran.err and "Traceback" not in ran.err
    assert ran.err[:-1].isprintable(), "what is typed cannot reach the terminal unescaped"


def test_a_long_text_is_shown_where_it_is_wrong(run: Any) -> None:
    ran = run("judge", "1m2m3m" * 20 + "?" + "4m" * 100)
    assert "?" in ran.err and "column 121" in ran.err and len(ran.err) < 300


def test_melds_jokers_void(run: Any) -> None:
    assert run("judge", "123m44p[777z](5555s)[123s]").status == 0
    assert run("judge", "123m456p789s1122z", "--wild", "1").status == 0
    assert run("judge", SICHUAN_WON, "--rules", "SICHUAN", "--void", "s").status == 0
    ran = run("judge", SICHUAN_WON, "--rules", "SICHUAN", "--void", "m")
    assert ran.status == 1 and "void" in ran.out


def test_notations(run: Any) -> None:
    for notation in mj.NOTATIONS:
        hand = mj.Hand("123m456p789s11222m")
        assert run("judge", f"{hand:{notation}}", "--notation", notation).status == 0, notation
    ran = run("judge", "11 12 13")
    assert ran.status == 2 and "tens" in ran.err


def test_tiles(run: Any) -> None:
    assert run("judge", WON, "--tiles").out == "sets and a pair: 🀇🀈🀉 🀜🀝🀞 🀖🀗🀘 🀁🀁🀁 🀀🀀\n"
    assert run("judge", SICHUAN_WON, "--tiles", "--lang", "zh").out == "正常胡牌：🀇🀇🀇 🀈🀉🀊 🀚🀛🀜 🀟🀠🀡 🀋🀋\n"
    assert run("judge", WON, "11z", "--tiles").out.splitlines()[1] == "🀀🀀\tsets and a pair: 🀀🀀"
    assert run("waits", READY, "--tiles").out == "🀑🀔🀖🀗\n"
    assert run("discards", "11z2z3z3z", "--tiles").out.splitlines()[1].split() == ["🀁", "0", "🀀🀂", "4"]


def test_judge_as_json(run: Any) -> None:
    ran = run("judge", WON, LOST, "--json", "--lang", "zh")
    won, lost = ran.documents
    assert ran.status == 1
    assert won == {"hand": WON, **mj.judge(WON).to_dict(), "explanation": mj.judge(WON).explain("zh")}
    assert (lost["won"], lost["reason"], lost["decompositions"]) == (False, "SUIT_INCOMPLETE", [])


def test_bad_hands_as_json(run: Any) -> None:
    ran = run("judge", "-", "--json", stdin=b"12x\n\xff\n11111z\n11z\n")
    notation, bytes_, copies, won = ran.documents
    assert ran.status == 2 and len(ran.err.splitlines()) == 3
    assert (notation["position"], notation["line"], notation["hand"]) == (2, 1, "12x")
    assert (bytes_["position"], bytes_["expected"], bytes_["line"]) == (0, "UTF-8 text", 2)
    assert (copies["line"], copies["rules"]) == (3, "CLASSIC") and "position" not in copies
    assert won["won"]


@pytest.mark.parametrize(
    "args, says",
    [
        (("--rules", "chess"), "RIICHI_3P"),
        (("--notation", "morse"), "mpsz"),
        (("--void", "z"), "m, p or s"),
        (("--void", ""), "m, p or s"),
        (("--wild", "-1"), "jokers"),
        (("--wild", "x"), "jokers"),
        (("--wild", "999"), "136"),
        (("--seen", "12x"), "column 3"),
        (("--seen", "[111m]"), "melds"),
        (("--seen", "1z", "--rules", "sichuan"), "1z"),
        (("--lang", "fr"), "zh"),
        (("--colour",), "--colour"),
    ],
)
def test_bad_options(run: Any, args: tuple[str, ...], says: str) -> None:
    ran = run("judge", "11z", *args)
    assert ran.status == 2 and not ran.out
    assert says in ran.err and "usage: mjcore " in ran.err


def test_rule_names_in_any_case(run: Any) -> None:
    for name in ("riichi_3p", "RIICHI_3P", "Riichi_3p"):
        assert run("judge", "11m", "--rules", name, "--json").documents[0]["rules"] == "RIICHI_3P"


# ---------------------------------------------------------------- the other commands


def test_shanten(run: Any) -> None:
    assert (run("shanten", WON).out, run("shanten", READY).out, run("shanten", "147m").status) == ("-1\n", "0\n", 2)
    assert run("shanten", WON, READY).out == f"{WON}\t-1\n{READY}\t0\n"
    assert run("shanten", "11z", "--seen", "11z").out == "-1\n"
    assert run("shanten", "1z", "--seen", "111z").out == f"{mj.shanten('1z', seen='111z')}\n"
    [document] = run("shanten", READY, "--json").documents
    forms = {"STANDARD": 0, "SEVEN_PAIRS": 2, "THIRTEEN_ORPHANS": 11}
    assert document == {"hand": READY, "rules": "CLASSIC", "shanten": 0, "forms": forms}


def test_waits(run: Any) -> None:
    assert run("waits", READY).out == "2578s\n"
    assert run("waits", READY, "--seen", "2222s").out == "578s\n"
    assert run("waits", "1234m", "147m1z").out == "1234m\t14m\n147m1z\t-\n"
    assert run("waits", WON).status == 2
    ready, far = run("waits", "1234m", "147m1z", "--json").documents
    assert ready == {"hand": "1234m", "rules": "CLASSIC", "shanten": 0, "waits": "14m", "count": 6}
    assert far == {"hand": "147m1z", "rules": "CLASSIC", "shanten": 2, "waits": "", "count": 0}


def test_discards(run: Any) -> None:
    ran = run("discards", LOST)
    header, *rows = ran.out.splitlines()
    assert ran.status == 0
    assert header.split() == ["discard", "shanten", "accepts", "count"]
    assert rows[0].split() == ["3z", "0", "12z", "4"]
    assert len(rows) == len(mj.discards(LOST))
    assert run("discards", LOST, "--seen", "1z").out.splitlines()[1].split()[-1] == "3"
    assert run("discards", "123m11p", "--void", "p").out.splitlines()[1].split()[0] == "1p"
    assert run("discards", READY).status == 2
    assert run("discards", "1m", "--wild", "1", "--lang", "zh").out.splitlines()[0].split()[0] == "打"


def test_discards_of_jokers_alone(run: Any) -> None:
    document = run("discards", "7z", "--rules", "hongzhong", "--wild", "1", "--json").documents[0]
    assert [each["tile"] for each in document["discards"]] == ["7z", None]
    assert run("discards", "7z", "--rules", "hongzhong", "--wild", "1").out.splitlines()[2].startswith("joker")


def test_discards_are_aligned(run: Any) -> None:
    lines = run("discards", LOST).out.splitlines()
    assert len({len(line) for line in lines}) == 1
    for lang in ("zh", "en"):
        shown = run("discards", LOST, "--tiles", "--lang", lang).out.splitlines()
        assert len({cli._width(line) for line in shown}) == 1


def test_discards_as_json(run: Any) -> None:
    [document] = run("discards", LOST, "--json").documents
    assert [document["hand"], document["rules"]] == [LOST, "CLASSIC"]
    for row, each in zip(document["discards"], mj.discards(LOST), strict=True):
        assert (mj.TileSet(row["tiles"]), row["tile"]) == (each.tiles, MPSZ[each.tile or 0])
        assert (row["shanten"], row["count"]) == (each.shanten, each.count)


def test_several_tables_follow_their_hands(run: Any) -> None:
    lines = run("discards", "11z2z3z3z", "123m11p").out.splitlines()
    assert lines[0] == "11z2z3z3z" and lines[lines.index("") + 1] == "123m11p"


def test_rules(run: Any) -> None:
    lines = run("rules").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(mj.PRESETS)
    assert json.loads(run("rules", "--json").out) == [rules.to_dict() for rules in mj.PRESETS.values()]


def test_what_sets_rules_apart() -> None:
    rules = mj.CLASSIC.replace(honor_runs=True, pair_ranks=(2, 5, 8), wild=(0, 33), players=3)
    assert list(cli._peculiar(rules)) == [
        "3 players", "four alike are two pairs", "honour chows", "pair of 2, 5, 8", "jokers 1m 7z"
    ]  # fmt: skip


def test_version_and_help(run: Any) -> None:
    assert run("--version").out == f"mjcore {mj.__version__}\n"
    assert "judge" in run("--help").out and run("--help").status == 0
    assert "Exit status" in run("judge", "--help").out
    assert run().status == 2


# ---------------------------------------------------------------- standard input


def test_lines(run: Any) -> None:
    ran = run("judge", "-", stdin=f"{WON}\n\n{LOST}\r\n 11z ")
    assert ran.status == 1 and not ran.err
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == [WON, LOST, "11z"]
    assert run("judge", "-", stdin=f"{WON}\n{WON}\n").status == 0
    assert run("judge", "-", stdin=f"\ufeff{WON}\n").status == 0


def test_lines_between_arguments(run: Any) -> None:
    ran = run("shanten", "11z", "-", "1z", stdin="12m\n")
    assert ran.out == "11z\t-1\n12m\t0\n1z\t0\n"


def test_no_lines(run: Any) -> None:
    assert (run("judge", "-").status, run("judge", "-", stdin="\n\n").status) == (1, 1)
    assert (run("shanten", "-").status, run("judge", "-", WON).status) == (0, 0)


def test_bad_lines_are_named_and_passed_over(run: Any) -> None:
    ran = run("judge", "-", stdin=f"{WON}\n\n  12x\n{WON}\n11111z\n".encode() + b"1m\xff\n" + WON.encode())
    assert ran.status == 2
    assert len(ran.out.splitlines()) == 3
    first, second, third = ran.err.splitlines()
    assert first.startswith("mjcore: line 3: '  12x': column 5: expected ")
    assert second.startswith("mjcore: line 5: '11111z': ")
    assert third == r"mjcore: line 6: '1m\udcff': column 3: expected UTF-8 text"


def test_an_endless_line(run: Any) -> None:
    for filling in (b"\0", b" ", "万".encode(), "🀇".encode()):
        ran = run("judge", "-", stdin=b"11z\n1" + filling * 300_000 + b"\n11z\n")
        assert (ran.status, ran.out) == (2, "11z\tsets and a pair: 11z\n" * 2)
        assert len(ran.err) < 1000 and "line 2: " in ran.err


def test_lines_across_blocks(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_BLOCK", 13)
    given = ["11z", "🀀🀀", "", "一万一万", "1m1m2m2m2m"]
    ran = run("judge", "-", stdin="\n".join(given))
    assert ran.status == 0
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == [text for text in given if text]


def test_plain_hands_are_read_as_parse_reads_them() -> None:
    some = random.Random(1)
    texts = ["0m0p0s", "123 m", "1m 2m", "12m3", "9z", "1m1z1s1p", "11m" * 3, "m", "5mr E", "1w2w", "1m[222m]"]
    texts += ["".join(some.choices("0123456789mpsz ", k=some.randrange(1, 20))) for _ in range(3000)]
    for text in texts:
        for notation in (None, "mpsz"):
            try:
                expected = mj.parse(text, notation)
            except mj.HandError:
                expected = None
            try:
                found = mj.Hand(cli._read(text, notation))
            except mj.HandError:
                found = None
            assert found == expected, text


def test_no_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["judge", "-"]) == 2
    assert capsys.readouterr().err == "mjcore: standard input is closed\n"


def test_an_encoding_without_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    assert cli.main(["judge", "11z", "--lang", "zh"]) == 0
    assert cli.main(["judge", "11z", "--lang", "zh", "--json"]) == 0
    plain, document = out.getvalue().decode().splitlines()
    assert plain.startswith("\\u6b63")
    assert json.loads(document)["explanation"].startswith("正常胡牌")


# ---------------------------------------------------------------- as a process


def test_the_process() -> None:
    ran = process("judge", WON)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode().strip() == "sets and a pair: 123w 456d 789t 222z 11z"
    assert process("judge", LOST).returncode == 1
    assert process("judge", "-", given=b"\xff\n").returncode == 2
    assert process("--version").stdout.decode().strip() == f"mjcore {mj.__version__}"


def test_one_hand_imports_little() -> None:
    code = (
        "import sys; from mjcore.cli import main; main(['judge', '11z']); main(['discards', '11z']);"
        "print(*{'rich', 'json', 'numpy', 'unicodedata', 'typing_extensions'} & {*sys.modules}, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, timeout=60)
    assert ran.stderr.strip() == b""


def test_answers_come_as_lines_do() -> None:
    with subprocess.Popen(
        [*COMMAND, "shanten", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        for text, answer in ((WON, -1), (READY, 0)):
            child.stdin.write(f"{text}\n".encode())
            child.stdin.flush()
            assert child.stdout.readline().split() == f"{text}\t{answer}".encode().split()
        child.stdin.close()
        assert child.wait(60) == 0


def some_hands(number: int) -> Iterator[bytes]:
    some = random.Random(number)
    for _ in range(number):
        suit, ranks = some.choice("mps"), sorted(some.choices("123456789", k=8))
        yield f"{''.join(ranks)[:3]}m{''.join(ranks)[3:]}{suit}{some.randrange(10**6) % 7 + 1}z\n".encode()


def memory_of(number: int) -> tuple[int, int]:
    """The most memory (KiB) that judging so many lines took, and the number of answers and complaints."""
    code = (
        "import resource, sys; from mjcore.cli import main; main(['judge', '-']);"
        "sys.stderr.write(f'{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\\n')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        stdin, stdout, stderr = child.stdin, child.stdout, child.stderr
        assert stdin is not None and stdout is not None and stderr is not None
        said: list[bytes] = []

        def write() -> None:
            stdin.writelines(some_hands(number))
            stdin.close()

        workers = [threading.Thread(target=write), threading.Thread(target=lambda: said.extend(stderr))]
        for worker in workers:
            worker.start()
        answered = sum(1 for _ in stdout)
        for worker in workers:
            worker.join()
    return int(said[-1]), answered + len(said) - 1


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak memory in Linux's unit")
def test_many_lines_stream() -> None:
    few, answered = memory_of(1000)
    assert answered == 1000
    many, answered = memory_of(200_000)
    assert answered == 200_000
    assert many - few < 16 * 1024


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as POSIX has them")
def test_a_reader_that_goes_away() -> None:
    with subprocess.Popen(
        [*COMMAND, "judge", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdin.write(b"11z\n")
        child.stdin.flush()
        child.stdout.readline()
        child.stdout.close()
        child.stdin.write(b"11z\n" * 10)
        child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == 141


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as POSIX has them")
def test_interrupt() -> None:
    with subprocess.Popen(
        [*COMMAND, "judge", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdin.write(b"11z\n")
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
        assert child.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_disk() -> None:
    with open("/dev/full", "wb") as full:
        command = [*COMMAND, "judge", "11z"]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, timeout=60)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"mjcore: ") and len(ran.stderr.splitlines()) == 1


# ---------------------------------------------------------------- on a terminal


def on_a_terminal(command: list[str], stream: str, lines: list[bytes], pause: float = 0) -> tuple[bytes, bytes]:
    """Run with ``stream`` (stdout or stderr) a pseudo-terminal: what came there, and what came on the other one."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    other = "stderr" if stream == "stdout" else "stdout"
    environment = ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "100"}
    shown = []

    def watch() -> None:
        try:
            while data := os.read(master, 4096):
                shown.append(data)
        except OSError:
            pass  # how Linux says that the other end is closed

    streams: dict[str, Any] = {stream: slave, other: subprocess.PIPE}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, **streams) as child:
        os.close(slave)
        watcher = threading.Thread(target=watch)
        watcher.start()
        assert child.stdin is not None
        for line in lines:
            child.stdin.write(line)
            child.stdin.flush()
            time.sleep(pause)
        child.stdin.close()
        rest = getattr(child, other).read()
        child.wait(60)
        watcher.join()
    os.close(master)
    return b"".join(shown), rest


def test_progress() -> None:
    pytest.importorskip("rich")
    lines = [b"11z\n", b"12x\n", b"11z\n", b"11z\n"]
    shown, answers = on_a_terminal([*COMMAND, "judge", "-"], "stderr", lines, pause=0.4)
    assert b" hands, " in shown and b"line 2: '12x'" in shown
    assert answers.decode().splitlines() == ["11z\tsets and a pair: 11z"] * 3


def test_no_progress_for_a_moment() -> None:
    shown, answers = on_a_terminal([*COMMAND, "judge", "-"], "stderr", [b"11z\n"])
    assert shown == b"" and answers.startswith(b"11z")


def test_without_rich() -> None:
    code = "import sys; sys.modules['rich'] = None; from mjcore.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code]
    shown, answers = on_a_terminal([*command, "judge", "-"], "stderr", [b"11z\n"] * 3, pause=0.4)
    assert shown == b"" and len(answers.splitlines()) == 3
    shown, _ = on_a_terminal([*command, "discards", LOST], "stdout", [])
    assert shown.split(b"\n")[1].split() == [b"3z", b"0", b"12z", b"4"]


def test_tables_on_a_terminal() -> None:
    pytest.importorskip("rich")
    shown, _ = on_a_terminal([*COMMAND, "discards", LOST, "--tiles"], "stdout", [])
    assert "─" in shown.decode() and "🀀🀁" in shown.decode()
    shown, _ = on_a_terminal([*COMMAND, "rules"], "stdout", [])
    assert all(name.encode() in shown for name in mj.PRESETS)


# ---------------------------------------------------------------- score


def test_score_says_fans_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "123m345m678m55m[999m]", "--win", "5m", "--self-drawn", "--lang", "zh"]) == 0
    assert "清一色" in capsys.readouterr().out
    assert cli.main(["score", "1w1w1w2d3d4d2w3w4w7d8d9d5w5w", "--win", "5w", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 1


def test_score_of_what_does_not_win_and_of_bad_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "123m", "--win", "3m"]) == 1
    assert cli.main(["score", "1w1w1w2d3d4d2w3w4w7d8d9d5w5w", "--win", "9m"]) == 2
    assert "9m" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        cli.main(["score", "11m", "--win", "xx"])
    assert stopped.value.code == 2
    assert "--win" in capsys.readouterr().err
