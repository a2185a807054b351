"""Saved games on a disk that changes them: mended, or put aside and said so; never another game without a word."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tutor.kernel import record
from tutor.kernel.by_name import load
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves, UnreadableSave, looked_over, sound
from tutor.teach.practice.start import practice_request
from tutor.teach.progress.store import Store

if TYPE_CHECKING:
    from pathlib import Path

KAISER = load("kaiser")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path))
    return tmp_path


def saved(home: Path) -> Path:
    """The file of a game that was begun and left."""
    session = Practice(practice_request(KAISER, seed=3, level=1), Store(None), Saves(KAISER))
    session.begin()
    for _ in range(4):
        session.tell(session.match.judged().legal[0].text)
    (path,) = (home / "games").glob("*.record")
    return path


def test_a_save_is_on_the_disk_with_its_checksum(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    path = saved(home)
    assert synced, "flushed to the disk, not only handed to the system"
    assert " sum=" in path.read_text().splitlines()[0]
    assert record.read(path.read_text()).game is KAISER
    assert Saves(KAISER).latest() is not None
    assert looked_over() == (1, 0)


def test_a_flipped_bit_is_mended_or_said(home: Path) -> None:
    path = saved(home)
    data = path.read_bytes()
    found = Saves(KAISER).latest()
    assert found is not None
    meant = record.write(found.match.record)
    chance, mended = random.Random(1), 0
    for _ in range(120):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        try:
            again = Saves(KAISER).latest()
        except UnreadableSave as why:
            assert why.path.read_bytes() == changed
            why.path.unlink()
        else:
            assert again is not None
            assert record.write(again.match.record) == meant
            mended += 1
    assert mended > 100


def damaged(data: bytes, damage: str) -> bytes:
    """The bytes of a file after some damage that no checksum mends."""
    half = len(data) // 2
    match damage:
        case "zeros":
            return bytes(half) + data[half:]
        case "cut":
            return data[:half]
        case "two bits":
            return bytes(byte ^ (at in (150, 200)) for at, byte in enumerate(data))
        case "other card":
            return data.replace(b"seed=3", b"seed=42")
        case _:
            return b""


DAMAGES = ("zeros", "cut", "two bits", "other card", "empty")


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_cannot_be_mended_is_put_aside(home: Path, damage: str) -> None:
    path = saved(home)
    data = damaged(path.read_bytes(), damage)
    path.write_bytes(data)
    assert sound(data) is None
    with pytest.raises(UnreadableSave) as why:
        Saves(KAISER).latest()
    assert why.value.path.read_bytes() == data
    assert Saves(KAISER).latest() is None


def test_the_doctor_says_what_is_damaged_and_puts_it_aside(home: Path) -> None:
    path = saved(home)
    data = path.read_bytes()
    for number, damage in enumerate(DAMAGES):
        path.with_stem(f"{path.stem}-{number}").write_bytes(damaged(data, damage))
    told = command("doctor", home=home)
    assert told.returncode == 1
    assert "5 damaged games" in " ".join(told.stdout.split())
    assert "put aside" in command("doctor", "--repair", home=home).stdout
    assert looked_over() == (1, 0), "what was whole stays where it is"


def test_a_save_of_an_earlier_version_has_no_checksum_and_is_read(home: Path) -> None:
    path = saved(home)
    first, _, rest = path.read_text().partition("\n")
    path.write_text(first.partition(" sum=")[0] + "\n" + rest)
    assert Saves(KAISER).latest() is not None
