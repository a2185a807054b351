"""Caches that were cut, changed or put there by somebody: what is read is always what the files say."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.parts.ruins import WAYS, ruined
from tutor.kernel.by_name import names
from tutor.teach.text.disk_cache import kept_files, read_toml
from tutor.teach.text.files import lessons_root


@cache
def meant(game: str) -> Any:
    """What the rulebook of a game holds."""
    return tomllib.loads((lessons_root() / game / "rulebook.toml").read_text("utf-8"))


def attempt(given: tuple[str, str, int]) -> None:
    """A rulebook read through a ruined cache is the rulebook, and the cache is sound again."""
    game, way, seed = given
    os.environ["TUTOR_HOME"] = str(Path("caches").absolute())
    path = lessons_root() / game / "rulebook.toml"
    for old in kept_files():
        old.unlink()
    assert read_toml(path) == meant(game)
    (place,) = kept_files()
    sound, chance = place.read_bytes(), Random(seed)
    if way == "flip":
        at = chance.randrange(len(sound))
        place.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << seed % 8]) + sound[at + 1 :])
    elif way == "other":
        place.write_bytes(sound.replace(b"must", b"may "))
    elif way == "pickle":
        place.write_bytes(b"\x80\x04\x95" + sound)
    elif way == "folder":
        place.unlink()
        place.mkdir()
    else:
        place.write_bytes(ruined(sound, way, chance))
    assert read_toml(path) == meant(game), "the cache was believed"
    if way == "folder":
        place.rmdir()
    else:
        assert place.read_bytes() == sound


PART = Part(
    "caches cut, changed, or made by somebody else",
    st.tuples(
        st.sampled_from(names()),
        st.sampled_from([*WAYS, "flip", "flip", "flip", "other", "pickle", "folder"]),
        st.integers(0, 1 << 32),
    ),
    attempt,
    short=20,
    long=5_000,
)
