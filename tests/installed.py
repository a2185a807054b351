"""Test the built packages in empty environments. Slow, and run by hand:

    python -m tests.installed                        all tests, with every Python from 3.11 that can be found
    python -m tests.installed --python python3.13    with this one
    python -m tests.installed --only test_cases.py   some of the tests

The source distribution and the wheel are built once. For each Python the wheel is installed into an empty environment;
`pip check` must pass, and a lesson and a ruling must work. Then the tests of the source distribution run against the
installed program, from a folder without the package. `test_wheel.py` is the short form.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
BIN = "Scripts" if os.name == "nt" else "bin"
OLDEST, NEWEST = 11, 20
"""The range of minor versions of Python 3 that are searched for."""
NEEDED = ("pytest", "pytest-xdist", "hypothesis", "pexpect", "pyte", "build", "ruff", "mypy")
OF_THE_SOURCE = ("test_layers.py", "test_new_game.py", "test_shipped.py", "test_wheel.py")
"""Tests that need the package's source, and are not run against an installed one."""
POSITION = ("explain", "tute", "trump=S", "trick=KH,4H", "hand=AH,2H,3S")


def run(*command: str | Path, cwd: Path, check: bool = True, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run `command` with an environment from which it cannot find the checkout."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    env["TUTOR_HOME"] = str(cwd / "learner")
    done = subprocess.run(
        command, cwd=cwd, env=env, text=True, check=False, **{"timeout": 600, "capture_output": True, **how}
    )
    assert not check or done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done


def pip(python: Path, *arguments: str | Path, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Our own pip, working on the environment of `python`."""
    ours = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    return run(*ours, *arguments, cwd=cwd, check=check)


def install(python: Path, *what: str | Path, cwd: Path) -> None:
    """Install into the environment of `python`; modules are compiled when they are first used."""
    pip(python, "install", "-q", "--no-compile", *what, cwd=cwd)


def environment(folder: Path, python: str | Path = sys.executable) -> Path:
    """The interpreter of a new empty environment."""
    run(python, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    return folder / "venv" / BIN / "python"


def built(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution, made in `folder`."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, source


def tried(python: Path, folder: Path) -> None:
    """Check the first things that a learner does with the installed program."""
    pip(python, "check", cwd=folder)
    program = python.with_name("tutor")
    lesson = run(program, "learn", "tute:3", cwd=folder, input="hint\n").stdout
    assert lesson.startswith("Tute, lesson 3: "), lesson
    assert "Hint 1 of" in lesson, lesson
    ruling = run(program, *POSITION, cwd=folder).stdout
    assert "tute.play.head" in ruling, ruling
    assert "Traceback" not in run(program, "doctor", cwd=folder, check=False).stderr


def unpacked(source: Path, folder: Path) -> Path:
    """The source distribution in `folder` without the package, so that its tests import the installed one."""
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (there,) = (path for path in folder.iterdir() if path.is_dir() and path.name.startswith("card_tutor-"))
    shutil.rmtree(there / "tutor")
    return there


def run_tests(python: Path, there: Path, *words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """The tests of an unpacked source distribution, by the interpreter of an environment."""
    left_out = [f"--ignore=tests/{name}" for name in OF_THE_SOURCE]
    return run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, *words, cwd=there, check=False, **how)


# -- every Python --------------------------------------------------------------------------------------


def pythons() -> Iterator[str]:
    """Every Python that can be found, the oldest first: on the path, or kept by pyenv."""
    kept = shutil.which("pyenv")
    roots = [run(kept, "root", cwd=ROOT, check=False).stdout.strip()] if kept else []
    for minor in range(OLDEST, NEWEST):
        name = f"python3.{minor}"
        ours = [str(path) for root in roots for path in sorted(Path(root).glob(f"versions/3.{minor}.*/bin/{name}"))]
        for found in (shutil.which(name), *reversed(ours)):
            if found and run(found, "-c", "import venv", cwd=ROOT, check=False).returncode == 0:
                yield found
                break


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.installed", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", action="append", help="an interpreter; may be repeated")
    parser.add_argument("--only", action="append", default=[], metavar="FILE", help="a file of tests; may be repeated")
    asked = parser.parse_args(words)
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel, source = built(folder)
        print(f"{wheel.name} {wheel.stat().st_size:,} bytes, {source.name} {source.stat().st_size:,} bytes", flush=True)
        for interpreter in asked.python or list(pythons()):
            began = time.monotonic()
            here = folder / f"with-{Path(interpreter).name}-{faults}"
            here.mkdir()
            python = environment(here, interpreter)
            version = run(python, "--version", cwd=here).stdout.strip()
            install(python, wheel, cwd=here)
            tried(python, here)
            size = sum(path.stat().st_size for path in (here / "venv").rglob("*") if path.is_file())
            print(f"{version}: installed and tried in {time.monotonic() - began:.0f} s, {size:,} bytes", flush=True)
            install(python, *NEEDED, cwd=here)
            there = unpacked(source, here)
            files = [f"tests/{file}" for file in asked.only] or ["tests"]
            done = run_tests(python, there, "-n", "auto", *files, timeout=7200, capture_output=False)
            print(
                f"{version}: {'good' if not done.returncode else 'FAULTS'}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
            faults += bool(done.returncode)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
