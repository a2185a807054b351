"""What people install: the wheel, built from the source distribution, in an environment that has nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tutor

ROOT = Path(__file__).resolve().parent.parent
DATA = ("lessons", "templates")
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """`command` with nothing in its environment that would let it find the checkout."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    env["TUTOR_HOME"] = str(cwd / "learner")
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert not check or done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done


def pip(python: Path, *arguments: str | Path, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    return run(python, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=cwd, check=check)


def empty_environment(folder: Path) -> Path:
    """The interpreter of an environment with nothing in it; skips the test where no index of packages is in reach."""
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    python = folder / "venv" / BIN / "python"
    # Asked separately, so that only a missing network skips, and a dependency that cannot be installed fails.
    reached = pip(python, "download", "-q", "--no-deps", "hatchling", cwd=folder, check=False)
    if reached.returncode:
        pytest.skip(f"no package index to build with: {reached.stderr.strip().splitlines()[-1]}")
    return python


def words_in_the_repository() -> list[str]:
    """The files of lessons and templates, as paths from the top: those that git knows, all there are without git."""
    tracked = run("git", "ls-files", *DATA, cwd=ROOT, check=False).stdout.splitlines()
    return tracked or [path.relative_to(ROOT).as_posix() for name in DATA for path in (ROOT / name).rglob("*.*")]


# One test and not three, because the workers of a parallel run share no fixtures and each would build again.
def test_the_wheel_is_whole_and_its_program_runs_from_anywhere(tmp_path: Path) -> None:
    python = empty_environment(tmp_path)
    run(sys.executable, "-m", "build", "--outdir", tmp_path / "dist", ROOT, cwd=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("*.whl")

    inside = set(zipfile.ZipFile(wheel).namelist())
    whole = f"card_tutor-{tutor.__version__}"
    assert {name.split("/")[0] for name in inside} == {"tutor", f"{whole}.dist-info", f"{whole}.data"}
    assert not {f"tutor/_data/{name}" for name in words_in_the_repository()} - inside, "left out of the wheel"

    pip(python, "install", "-q", wheel, cwd=tmp_path)
    assert (python.parent.parent / "share" / "man" / "man1" / "tutor.1").exists()
    program = python.with_name("tutor")
    assert tutor.__version__ in run(program, "--version", cwd=tmp_path).stdout
    assert "Strange" in run(program, "rules", "strange", cwd=tmp_path).stdout
    asked = "from tutor.teach.text import files; print(files.lessons_root(), files.templates_root(), sep='\\n')"
    for place, name in zip(run(python, "-c", asked, cwd=tmp_path).stdout.splitlines(), DATA, strict=True):
        assert Path(place).parts[-3:] == ("tutor", "_data", name)
