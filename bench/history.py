"""The speed of each release: a line of bench/history.jsonl each, and a plot of them.

    python -m bench --json FILE && python -m bench.history append FILE
    python -m bench.history plot

The numbers of a line are ratios, so that lines of different machines can stand side by side: how many empty calls a
call takes, and how many times as long other libraries take for the same.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mjcore

from .__main__ import machine, rows_of
from .builds import ROOT

HISTORY = ROOT / "bench" / "history.jsonl"
PLOT = ROOT / "docs" / "bench-history.svg"


def read() -> list[dict[str, Any]]:
    """The lines, in order of their dates."""
    if not HISTORY.exists():
        return []
    return [json.loads(line) for line in HISTORY.read_text(encoding="utf-8").splitlines()]


def append(results: dict[str, Any], version: str) -> None:
    """Add the line of a release, in place of one that it has."""
    ratios: dict[str, dict[str, float]] = {}
    for row in rows_of(results):
        if row["table"] == "rows":
            ratios[row["row"]] = {name: _rounded(value, name) for name, value in row["ratios"].items()}
    line = {"version": version, "date": results["datetime"][:10], "machine": machine(results), "ratios": ratios}
    lines = [*(each for each in read() if each["version"] != version), line]
    HISTORY.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines), encoding="utf-8")


def _rounded(ratio: float, name: str) -> float:
    """Three digits; of an empty call and a plain shanten how many of them a call takes."""
    return float(f"{1 / ratio if name in ('empty call', 'plain shanten') else ratio:.3g}")


def plot(lines: Sequence[dict[str, Any]]) -> bytes:
    """How many times as long other libraries take, release by release, as SVG."""
    import pygal

    chart = pygal.Line(
        title="How many times as long other libraries take",
        x_title="release",
        logarithmic=True,
        js=(),
        legend_at_bottom=True,
        legend_at_bottom_columns=2,
        truncate_legend=-1,
        width=900,
        height=700,
        style=pygal.style.DefaultStyle(
            background="white", plot_background="white", font_family="sans-serif", legend_font_size=13
        ),
    )
    chart.uuid = "history"  # the same file for the same lines
    chart.x_labels = [line["version"] for line in lines]
    series = {row: ratios for line in lines for row, ratios in line["ratios"].items()}
    for row, ratios in series.items():
        for peer in [peer for peer in ("xiangting", "mahjong") if peer in ratios][:1]:
            chart.add(f"{row}, {peer}", [line["ratios"].get(row, {}).get(peer) for line in lines])
    return chart.render()


def main(arguments: Sequence[str] | None = None) -> None:
    """Add a line, or draw the plot."""
    parser = argparse.ArgumentParser("python -m bench.history", description="The speed of each release.")
    commands = parser.add_subparsers(dest="command", required=True)
    line = commands.add_parser("append", help="add the line of a release")
    line.add_argument("file", type=Path, help="what python -m bench --json wrote")
    line.add_argument("--version", default=mjcore.__version__, help="the release (%(default)s)")
    drawn = commands.add_parser("plot", help="draw the lines as SVG")
    drawn.add_argument("--out", type=Path, default=PLOT, help="the file (%(default)s)")
    asked = parser.parse_args(arguments)
    if asked.command == "append":
        append(json.loads(asked.file.read_text(encoding="utf-8")), asked.version)
    else:
        asked.out.write_bytes(plot(read()))


if __name__ == "__main__":
    main()
