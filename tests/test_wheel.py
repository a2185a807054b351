"""What people install: the wheel, built from the source distribution, in an environment that has nothing else.

The short form of `python -m tests.installed`, which runs all tests with every Python there is.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import tutor
from tests.installed import ROOT, built, environment, install, pip, run, run_tests, tried, unpacked

DATA = ("lessons", "templates")
SOME = ("tests/test_cases.py", "tests/test_golden.py", "-k", "tute or strange or last_one")

pytestmark = pytest.mark.slow


def words_in_the_repository() -> list[str]:
    """The files of lessons and templates, as paths from the top: those that git knows, all there are without git."""
    tracked = run("git", "ls-files", *DATA, cwd=ROOT, check=False).stdout.splitlines()
    return tracked or [path.relative_to(ROOT).as_posix() for name in DATA for path in (ROOT / name).rglob("*.*")]


# One test and not three, because the workers of a parallel run share no fixtures and each would build again.
def test_the_wheel_is_whole_and_its_program_runs_from_anywhere(tmp_path: Path) -> None:
    python = environment(tmp_path)
    # Asked separately, so that only a missing network skips, and a dependency that cannot be installed fails.
    reached = pip(python, "download", "-q", "--no-deps", "hatchling", cwd=tmp_path, check=False)
    if reached.returncode:
        pytest.skip(f"no package index to build with: {reached.stderr.strip().splitlines()[-1]}")
    (tmp_path / "dist").mkdir()
    wheel, source = built(tmp_path / "dist")

    inside = set(zipfile.ZipFile(wheel).namelist())
    whole = f"card_tutor-{tutor.__version__}"
    assert {name.split("/")[0] for name in inside} == {"tutor", f"{whole}.dist-info", f"{whole}.data"}
    there = [name for name in words_in_the_repository() if (ROOT / name).exists()]
    assert not {f"tutor/_data/{name}" for name in there} - inside, "left out of the wheel"

    install(python, wheel, cwd=tmp_path)
    assert (python.parent.parent / "share" / "man" / "man1" / "tutor.1").exists()
    assert tutor.__version__ in run(python.with_name("tutor"), "--version", cwd=tmp_path).stdout
    asked = "from tutor.teach.text import files; print(files.lessons_root(), files.templates_root(), sep='\\n')"
    for place, name in zip(run(python, "-c", asked, cwd=tmp_path).stdout.splitlines(), DATA, strict=True):
        assert Path(place).parts[-3:] == ("tutor", "_data", name)
    tried(python, tmp_path)

    install(python, "pytest", "hypothesis", cwd=tmp_path)
    done = run_tests(python, unpacked(source, tmp_path), *SOME)
    assert done.returncode == 0, done.stdout + done.stderr
