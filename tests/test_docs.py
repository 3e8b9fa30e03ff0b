"""Every example in the README, the documentation and the modules does what it says.

Run as a program, it tries the README's alone, and needs nothing but the package.
"""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import mjcore

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples(page: Path) -> doctest.DocTest:
    """A page's examples; the fences around its code are no part of what comes back."""
    text = re.sub("^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)


def try_all(tests: list[doctest.DocTest]) -> int:
    """How many examples there are, when all of them work."""
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test, out=said.append)
    assert not said, "".join(said)
    return runner.summarize(verbose=False).attempted


def test_readme() -> None:
    assert try_all([examples(ROOT / "README.md")]) >= 20


def test_pages() -> None:
    try_all([examples(page) for page in PAGES])


def test_modules() -> None:
    names = [info.name for info in pkgutil.walk_packages(mjcore.__path__, "mjcore.")]
    modules = [importlib.import_module(name) for name in ["mjcore", *names] if not name.endswith("__main__")]
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert try_all([test for module in modules for test in finder.find(module)]) >= 20


def test_commands() -> None:
    """What ``$ mjcore ...`` prints."""
    for page in PAGES:
        for block in re.findall("^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = shown.partition("\n")
                name, *args = shlex.split(command)
                assert name == "mjcore", command
                asked = [sys.executable, "-X", "utf8", "-m", "mjcore", *args]
                ran = subprocess.run(asked, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
                assert ran.stdout == expected, f"{page.name}: {command}\n{ran.stdout}{ran.stderr}"


def test_links() -> None:
    """Pages link to what is there."""
    for page in PAGES:
        prose = re.sub("^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


if __name__ == "__main__":
    test_readme()
