"""Files of the log that are cut, blank, mixed up or full of anything, and what lies beside them."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.logs import judged, sound

WAYS = ("cut", "blank", "noise", "twice", "shifted", "swapped", "text", "empty")
BESIDE = (
    "",
    "progress.sqlite-wal",
    "progress.sqlite-shm",
    "progress.sqlite-journal",
    "progress.new.sqlite",
    "progress.broken-1.sqlite",
    "progress.lock",
)


def ruined(data: bytes, way: str, chance: Random) -> bytes:
    """`data` after something went wrong with it."""
    begin = chance.randrange(len(data))
    end = min(len(data), begin + chance.choice((1, 64, 512, 4096, 20_000)))
    match way:
        case "cut":
            return data[:begin]
        case "blank":
            return data[:begin] + bytes(end - begin) + data[end:]
        case "noise":
            return data[:begin] + chance.randbytes(end - begin) + data[end:]
        case "twice":
            return data[:end] + data[begin:]
        case "shifted":
            return data[:begin] + data[end:]
        case "swapped":
            pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
            chance.shuffle(pages)
            return b"".join(pages)
        case "text":
            return b"dear diary\n" * chance.randrange(1000)
    return b""


def attempt(given: tuple[str, str, int]) -> None:
    """Nothing is made up, nothing lost without a word, and it goes on."""
    way, beside, seed = given
    data, events = sound()
    chance = Random(seed)
    path = Path("ruins") / "progress.sqlite"
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.iterdir():
        old.unlink()
    if beside:
        path.with_name(beside).write_bytes(ruined(data, chance.choice(WAYS), chance))
    path.write_bytes(ruined(data, way, chance))
    judged(path, events, least=0)


PART = Part(
    "files of the log cut, blank, mixed up, with anything beside them",
    st.tuples(st.sampled_from(WAYS), st.sampled_from(BESIDE), st.integers(0, 1 << 32)),
    attempt,
    short=15,
    long=3_000,
)
