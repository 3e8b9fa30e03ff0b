"""Run the suite and print its table.

python -m bench                    the table
python -m bench --json FILE        and all the numbers, in pytest-benchmark's own format
python -m bench --markdown         and write the table into bench/README.md
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .builds import ROOT
from .table import table

README = ROOT / "bench" / "README.md"
BEGIN, END = "<!-- the table begins -->", "<!-- the table ends -->"
PEERS = ("mahjong", "xiangting", "PyMahjongGB")


def run(json_file: Path, seconds: float, only: str | None, build: bool) -> int:
    """Run the suite, and write what pytest-benchmark writes; pytest's exit status."""
    command = [sys.executable, "-m", "pytest", "bench", "-q", "--benchmark-quiet", f"--benchmark-json={json_file}"]
    command += [f"--seconds={seconds}", "-p", "no:cacheprovider"]
    command += (["-k", only] if only else []) + (["--build"] if build else [])
    return subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode


def rows_of(results: dict[str, Any]) -> list[dict[str, Any]]:
    """What the suite noted of each row, in its order."""
    return [benchmark["extra_info"] for benchmark in results["benchmarks"] if "row" in benchmark["extra_info"]]


def machine(results: dict[str, Any]) -> str:
    """The machine's name: processor, cores that may be used, Python."""
    told = results["machine_info"]
    cpu = told.get("cpu", {})
    brand = cpu.get("brand_raw") or cpu.get("brand") or told.get("processor") or told["machine"]
    python = f"{told['python_implementation']} {told['python_version']}"
    return f"{brand}, {cpu.get('count', '?')} cores, {python}, {told['system']}"


def report(results: dict[str, Any]) -> str:
    """All tables, in Markdown."""
    rows = rows_of(results)
    parts = [f"Measured on {machine(results)}, {results['datetime'][:10]}.", _main(rows)]
    starts = [row for row in rows if row["table"] == "start"]
    if starts:
        lines = [[row["row"], _measured(row), *_bound(row)] for row in starts]
        parts.append(table(["start", "measured", "bound", "reached"], lines))
    for growth in ("hands", "jokers", "threads"):
        if text := _growth(growth, rows):
            parts.append(text)
    return "\n\n".join(parts)


def _main(rows: list[dict[str, Any]]) -> str:
    """The rows with a time a call; a peer's column tells how many times longer it takes."""
    lines = []
    for row in rows:
        if row["table"] != "rows":
            continue
        ratios = row["ratios"]
        peers = [f"{ratios[peer]:,.1f}" if peer in ratios else "" for peer in PEERS]
        empty = f"{1 / ratios['empty call']:.2f}" if "empty call" in ratios else ""
        lines.append([row["row"], _ns(row["ns"]), empty, *peers, *_bound(row)])
    return table(
        ["operation", "a call", "empty calls", *(f"{peer} takes" for peer in PEERS), "bound", "reached"], lines
    )


def _growth(name: str, rows: list[dict[str, Any]]) -> str:
    columns = list(dict.fromkeys(row["table"] for row in rows if row["table"].startswith(f"{name}: ")))
    found = {(row["row"], row["table"]): _ns(row["ns"]) for row in rows if row["table"] in columns}
    lines = list(dict.fromkeys(row["row"] for row in rows if row["table"] in columns))
    if not lines:
        return ""
    head = [name, *(f"{column.partition(': ')[2]}, a hand" for column in columns)]
    return table(head, [[line, *(found.get((line, column), "") for column in columns)] for line in lines])


def _bound(row: dict[str, Any]) -> list[str]:
    """The bounds of the row and whether they are reached, with the values that tell."""
    texts, answers = [], []
    for bound in row.get("bounds", ()):
        texts.append(bound["text"] + (f" (aim: {bound['aim']})" if bound["aim"] else ""))
        value, answer = bound["value"], {True: "yes", False: "NO", None: "not measured"}[bound["reached"]]
        answers.append(answer if value is None else f"{answer}, {value:,.{1 if value >= 3 else 2}f}")
    return ["; ".join(texts), "; ".join(answers)]


def _measured(row: dict[str, Any]) -> str:
    found = [_ns(row["ns"])] if "ns" in row else []
    return ", ".join(found + ([f"{row['mib']:.1f} MiB"] if "mib" in row else []))


def _ns(ns: float) -> str:
    return f"{ns:,.1f} ns" if ns < 1e4 else f"{ns / 1e3:,.1f} us" if ns < 1e6 else f"{ns / 1e6:,.1f} ms"


def write_into_readme(text: str) -> None:
    """Put the tables between the markers of bench/README.md."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    README.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; pytest's exit status."""
    parser = argparse.ArgumentParser("python -m bench", description="Run the benchmarks and print their table.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers, in pytest-benchmark's format")
    parser.add_argument("--markdown", action="store_true", help="write the table into bench/README.md")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a row is measured (%(default)s)")
    parser.add_argument("--build", action="store_true", help="also time the build of the wheel")
    parser.add_argument("-k", dest="only", metavar="EXPRESSION", help="only some tests, as pytest has it")
    parser.add_argument("--from", dest="read", type=Path, metavar="FILE", help="run nothing: read the numbers of a run")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        file = asked.read or (asked.json or Path(temporary) / "results.json").resolve()
        status = 0 if asked.read else run(file, asked.seconds, asked.only, asked.build)
        if not file.exists() or not file.stat().st_size:
            print("the suite gave no numbers", file=sys.stderr)
            return status or 1
        text = report(json.loads(file.read_text(encoding="utf-8")))
    print(text)
    if asked.markdown:
        write_into_readme(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
