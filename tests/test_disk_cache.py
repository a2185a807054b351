"""What is kept of data files: never trusted, made again when it is not what was written, and nothing in it runs."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tutor.teach.text import disk_cache
from tutor.teach.text.checksums import checksum
from tutor.teach.text.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

TEXT = 'title = "Tute"\n[clause.a]\nrule = "Follow suit"\nnumbers = [1, 2, 3]\n'
MEANT = {"title": "Tute", "clause": {"a": {"rule": "Follow suit", "numbers": [1, 2, 3]}}}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    path = tmp_path / "page.toml"
    path.write_text(TEXT)
    return path


def the_file() -> Path:
    (found,) = disk_cache.kept_files()
    return found


def test_what_was_read_is_used_again_and_a_changed_text_is_not_taken_for_it(page: Path) -> None:
    assert disk_cache.read_toml(page) == MEANT
    first = the_file()
    assert disk_cache.read_kept(first) == MEANT
    page.write_text(TEXT.replace("Follow", "Head"))
    assert disk_cache.read_toml(page)["clause"]["a"]["rule"] == "Head suit"
    assert len(disk_cache.kept_files()) == 2
    assert first.read_text() == disk_cache.written(MEANT)


def test_any_flipped_bit_and_any_cut_is_found_and_mended(page: Path) -> None:
    disk_cache.read_toml(page)
    place = the_file()
    sound = place.read_bytes()
    for at in range(len(sound)):
        for bit in range(8):
            place.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << bit]) + sound[at + 1 :])
            assert disk_cache.read_kept(place) is None
        place.write_bytes(sound[:at])
        assert disk_cache.read_kept(place) is None
    assert disk_cache.read_toml(page) == MEANT
    assert place.read_bytes() == sound


@pytest.mark.parametrize("instead", [b"", b"\x80\x05N.", b"[" * 100_000, b"\0" * 4096, b"{}", b"null"])
def test_whatever_else_lies_there_does_no_harm(page: Path, instead: bytes) -> None:
    disk_cache.read_toml(page)
    place = the_file()
    for body in (instead, checksum(instead).encode() + b"\n" + instead):  # even one that names its own checksum
        place.write_bytes(body)
        assert disk_cache.read_toml(page) in (MEANT, {})


def test_a_folder_that_others_can_write_to_is_not_used(page: Path) -> None:
    disk_cache.read_toml(page)
    the_file().parent.chmod(0o777)
    the_file().write_text(disk_cache.written({"title": "Whist"}))
    assert disk_cache.read_toml(page) == MEANT


def test_no_code_is_kept_and_a_ruined_cache_changes_no_answer(tmp_path: Path) -> None:
    asked = ("explain", "tute", "trump=S", "trick=KH,4H", "hand=AH,2H,3S")
    clean = command(*asked, home=tmp_path).stdout
    files = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert files
    chance = random.Random(1)
    for path in files:
        _, _, body = path.read_text("utf-8").partition("\n")
        json.loads(body)  # data, and nothing else
        path.write_bytes(chance.randbytes(2000))
    got = command(*asked, home=tmp_path)
    assert (got.returncode, got.stdout, got.stderr) == (0, clean, "")


# Files that are written whole or not at all


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    write_whole(path, ["a", "b"])
    assert path.read_text() == "ab"

    def breaks_off() -> object:
        yield "c"
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        write_whole(path, breaks_off())  # type: ignore[arg-type]
    assert path.read_text() == "ab"
    assert list(tmp_path.iterdir()) == [path], "nothing is left lying about"


def test_links_stay_links_and_modes_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, ["new"])
    assert link.is_symlink() and real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640
