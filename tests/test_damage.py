"""Damaged logs: whatever a disk does to the file, it is said, what can be saved is, and nothing is lost quietly."""

from __future__ import annotations

import random
import shutil
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tutor.teach.progress import event_lines
from tutor.teach.progress.events import LogEvent, checked
from tutor.teach.progress.store import NotSaved, Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def learned(count: int) -> Iterator[LogEvent]:
    """Events such as lessons, drills and practice give, stamped as a store would."""
    chance = random.Random(count)
    for number in range(count):
        game = chance.choice(("tute", "truc", "kaiser"))
        event = chance.choice(
            (
                LogEvent("step", game, "01", f"s{number % 9}", result="first", detail={"tries": 1, "moves": ["KH"]}),
                LogEvent("lesson", game, "01", result=chance.choice(("started", "finished"))),
                LogEvent("answer", game, clause=f"{game}.play.{number % 5}", result="good", detail={"where": "drill"}),
                LogEvent(
                    "slip", game, clause=f"{game}.play.head", detail={"position": f"hand=KH,{number}", "move": "2H"}
                ),
            )
        )
        at = (START + timedelta(minutes=number)).isoformat()
        yield checked(replace(event, at=at, uuid=f"{chance.getrandbits(128):032x}"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed file of 60 events."""
    store = open_store(tmp_path / "home")
    store.merge(learned(60))
    store.close()
    assert store.path is not None
    return store.path


# One event


def test_a_line_is_known_by_itself_and_one_changed_bit_is_mended() -> None:
    (event,) = learned(1)
    text = event_lines.written(event)
    assert event_lines.read(text) == event
    for at in range(len(text)):
        for bit in range(8):
            changed = text[:at] + bytes([text[at] ^ 1 << bit]) + text[at + 1 :]
            assert event_lines.read(changed) is None
            assert at % 7 or event_lines.mended(changed) == event
    twice = bytes([text[40] ^ 1]).join((text[:40], text[41:90])) + bytes([text[90] ^ 4]) + text[91:]
    assert event_lines.mended(twice) is None
    assert list(event_lines.found_in(b"\0\xff" + text + b"event 12" + text + b"ruins")) == [text, text]


# The file


def told(path: Path) -> tuple[list[LogEvent], str]:
    """What a program reads, and what it says of it."""
    store = Store(path)
    events = store.events()
    store.progress()
    said = store.take_warning()
    store.add(LogEvent("lesson", "tute", "02", result="started"))
    assert store.saving, "it goes on"
    store.close()
    return events, said


@pytest.mark.parametrize("seed", range(4))
def test_no_flipped_bit_loses_anything_quietly(path: Path, seed: int) -> None:
    sound, data = Store(path).events(), path.read_bytes()
    chance = random.Random(seed)
    lost = 0
    for number in range(60):
        home = path.parent.parent / f"{seed}-{number}"
        home.mkdir()
        copy = bytearray(data)
        # The header, where tables and rows begin, and anywhere.
        at = chance.choice(
            (
                chance.randrange(100),
                chance.randrange(len(data) // 4096) * 4096 + chance.randrange(60),
                chance.randrange(len(data)),
            )
        )
        copy[at] ^= 1 << chance.randrange(8)
        (home / path.name).write_bytes(copy)
        events, said = told(home / path.name)
        if events != sound:
            lost += 1
            assert "damaged" in said, f"bit of byte {at}"
            assert (home / "progress.broken-1.sqlite").read_bytes()[at] == copy[at]
            assert [event for event in events if event not in sound] == []
            assert len(events) >= 59, f"byte {at}: one bit costs one event at the most"
        shutil.rmtree(home)
    assert lost <= 3, "nearly always everything is saved"


@pytest.mark.parametrize("seed", range(10))
def test_whatever_else_happens_to_the_file_the_program_goes_on(path: Path, seed: int) -> None:
    sound, data = Store(path).events(), bytearray(path.read_bytes())
    chance = random.Random(seed)
    begin = chance.randrange(len(data))
    match seed % 5:
        case 0:
            del data[begin:]
        case 1:
            data[begin : begin + 3000] = bytes(len(data[begin : begin + 3000]))
        case 2:
            data[begin : begin + 3000] = chance.randbytes(len(data[begin : begin + 3000]))
        case 3:
            for _ in range(200):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case 4:
            del data[begin : begin + 777]
    path.write_bytes(data)
    events, said = told(path)
    assert all(event in sound for event in events)
    assert events == sound or "damaged" in said or "could not be read" in said


def test_a_row_that_is_gone_is_missed(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER entry_stays")
        db.execute("DELETE FROM entry WHERE id IN (7, 60)")
    db.close()
    store = Store(path)
    assert len(store.events()) >= 58
    said = store.take_warning()
    assert "damaged" in said
    assert "2 could not be" in said or len(store.events()) == 60


def test_a_file_that_has_lost_count_is_mended(path: Path) -> None:
    sound = Store(path).events()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE sqlite_sequence SET name = 'entrY'")
    db.close()
    store = Store(path)
    assert sum(one.tries for one in store.progress().clauses.values())
    assert "60 entries were saved" in store.take_warning()
    assert store.events() == sound


def test_a_damaged_file_that_cannot_be_written_to_is_read_as_far_as_it_goes(path: Path) -> None:
    store = Store(path)
    assert store._file is not None
    store._file.writable = False
    data = bytearray(path.read_bytes())
    at = data.index(b"event ") + 40
    data[at] ^= 1
    path.write_bytes(data)
    assert len(store.events()) == 60, "the bit is mended in memory"
    with pytest.raises(NotSaved):
        store.merge(learned(3))


# The program


def test_the_doctor_finds_damage_and_mends_what_can_be(path: Path) -> None:
    home = path.parent
    sound = Store(path).events()
    assert command("doctor", home=home).returncode == 0
    data = bytearray(path.read_bytes())
    data[data.index(b"event ") + 40] ^= 1
    path.write_bytes(data)
    found = command("doctor", home=home)
    assert found.returncode == 1
    assert "tutor doctor --repair" in " ".join(found.stdout.split())
    assert path.read_bytes() == data, "looking changes nothing"
    mended = command("doctor", "--repair", home=home)
    assert mended.returncode == 0, mended.stdout
    assert "60 entries were saved, 1 of them mended" in " ".join(mended.stdout.split())
    assert (home / "progress.broken-1.sqlite").read_bytes() == data
    assert command("doctor", home=home).returncode == 0
    assert Store(path).events() == sound


def test_what_is_exported_from_a_damaged_file_comes_with_a_word_about_it(path: Path) -> None:
    path.write_bytes(b"no database at all" * 999)
    done = command("progress", "export", "-", home=path.parent)
    assert done.returncode == 0 and '"events": [' in done.stdout
    assert "was damaged" in done.stderr and "progress.broken-1.sqlite" in done.stderr


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
def test_a_device_without_end_in_place_of_the_file_is_set_aside(tmp_path: Path, device: str) -> None:
    if not Path(device).exists():
        pytest.skip(f"no {device}")
    (tmp_path / "progress.sqlite").symlink_to(device)
    done = command("progress", home=tmp_path)
    assert done.returncode == 0 and "was damaged" in " ".join(done.stdout.split())
    assert (tmp_path / "progress.sqlite").is_file()
    assert (tmp_path / "progress.broken-1.sqlite").readlink() == Path(device)
