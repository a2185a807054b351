"""Saved games with flipped bits, cut, or full of anything: the same game, or none and a word about it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.parts.ruins import WAYS, ruined
from tests.assault.texts import hostile
from tutor.kernel import record
from tutor.kernel.by_name import load
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves, UnreadableSave, looked_over
from tutor.teach.practice.start import practice_request
from tutor.teach.progress.store import Store

GAMES = ("kaiser", "truc", "last-one", "strange")


@cache
def saved(game: str) -> tuple[bytes, str]:
    """The bytes of a save of some moves, and the record that it stands for."""
    os.environ["TUTOR_HOME"] = str(Path("made").absolute())
    session = Practice(practice_request(load(game), seed=3, level=1), Store(None), Saves(load(game)))
    session.begin()
    for _ in range(4):
        if session.match.due:
            session.tell(session.match.judged().legal[0].text)
    (path,) = Path("made/games").glob(f"{game}-*.record")
    found = Saves(load(game)).latest()
    assert found is not None
    return path.read_bytes(), record.write(found.match.record)


def attempt(given: tuple[str, str, str, int]) -> None:
    """Never another game than the one that was left, unless somebody wrote one with its checksum."""
    game, way, text, seed = given
    data, meant = saved(game)
    home = Path("saves").absolute()
    os.environ["TUTOR_HOME"] = str(home)
    (home / "games").mkdir(parents=True, exist_ok=True)
    for old in (home / "games").iterdir():
        old.unlink()
    chance = Random(seed)
    at = chance.randrange(len(data))
    changed = {
        "flip": data[:at] + bytes([data[at] ^ 1 << seed % 8]) + data[at + 1 :],
        "put": data[:at] + text.encode("utf-8", "surrogatepass") + data[at:],
        "head": data.replace(b"seed=3", b"seed=" + text.encode("utf-8", "surrogatepass")),
    }.get(way) or ruined(data, way, chance)
    path = home / "games" / f"{game}-20260101T000000-00000000.record"
    path.write_bytes(changed)
    try:
        found = Saves(load(game)).latest()
    except UnreadableSave as why:
        assert why.path.read_bytes() == changed, "it is kept as it is"
        assert way != "flip" or at <= data.index(b"\n") or len(data) > 20_000, "one bit can be mended"
        assert looked_over() == (0, 0)
    else:
        assert found is not None
        assert record.write(found.match.record) == meant


PART = Part(
    "saved games with flipped bits, cut, or with anything in them",
    st.tuples(
        st.sampled_from(GAMES),
        st.sampled_from([*WAYS, "flip", "flip", "flip", "put", "head"]),
        hostile().filter(bool),
        st.integers(0, 1 << 32),
    ),
    attempt,
    short=20,
    long=6_000,
)
