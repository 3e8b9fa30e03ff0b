"""Builds to compare: a revision's wheel, or that of the working tree, each in an environment of its own."""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TAG = f"{sys.implementation.cache_tag}-{platform.machine()}"


class Build(NamedTuple):
    """A build: its name, the Python that has it, where its modules are, and folders to put before that Python's own."""

    name: str
    python: str
    modules: str
    path: tuple[str, ...] = ()

    def environment(self) -> dict[str, str]:
        """The variables of a process that uses it: nothing of this one's Python settings, hashes always the same."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return kept | {"PYTHONPATH": os.pathsep.join([*self.path, str(ROOT)]), "PYTHONHASHSEED": "0"}


def installed(package: str = "mjcore") -> Build:
    """The package as this Python imports it.

    :raises ModuleNotFoundError: when it does not.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.origin:
        raise ModuleNotFoundError(f"{package} is not installed here")
    folder = Path(spec.origin).resolve().parent
    return Build("installed", sys.executable, str(folder), (str(folder.parent),))


def commit_of(project: Path, rev: str) -> str:
    """The commit that a revision is.

    :raises RuntimeError: when git does not know it.
    """
    return _run("git", "-C", project, "rev-parse", "--verify", f"{rev}^{{commit}}").strip()


def revision(project: Path, rev: str, commit: str, keep: Path) -> Build:
    """Build a commit of the project, called ``rev``, in a folder under ``keep``, unless it is there from before.

    :raises RuntimeError: when it cannot be built; the message has the output.
    """
    folder = keep / f"{commit[:12]}-{TAG}"
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / "source"
        if not _is_built(folder):
            _run("git", "-C", project, "worktree", "add", "--quiet", "--detach", source, commit)
        try:
            return _build(rev, source, folder)
        finally:
            if source.exists():
                _run("git", "-C", project, "worktree", "remove", "--force", source)


def working_tree(project: Path, keep: Path) -> Build:
    """Build the project as it stands, changes that are not committed included, unless it is there from before.

    :raises RuntimeError: when it cannot be built; the message has the output.
    """
    with tempfile.TemporaryDirectory() as temporary:
        source, content = Path(temporary) / "source", hashlib.sha256()
        listed = _run("git", "-C", project, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in sorted(set(filter(None, listed.split("\0")))):
            if (project / name).is_file():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(project / name, source / name)
                content.update(name.encode() + b"\0" + hashlib.sha256((source / name).read_bytes()).digest())
        return _build("working tree", source, keep / f"tree-{content.hexdigest()[:12]}-{TAG}")


def _is_built(folder: Path) -> bool:
    return (folder / "built").exists()


def _build(name: str, source: Path, folder: Path) -> Build:
    """The wheel of the source, in an environment in the folder."""
    wheels, environment = folder / "wheels", folder / "environment"
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not _is_built(folder):
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        _run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, source)
        venv.create(environment, symlinks=os.name != "nt")
        _run(*pip, "--python", python, "install", "--quiet", *wheels.glob("*.whl"))
        (folder / "built").touch()
    return Build(name, str(python), str(environment.resolve()))


def _run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout
