"""Records of games from strangers: lines swapped, left out, made up, with anything in them; also as one word."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import in_order, inside
from tests.assault.texts import hostile
from tests.tables import played, tables
from tutor.kernel import record
from tutor.kernel.by_name import names
from tutor.kernel.share_code import encode

WAYS = ("word", "word", "line", "out", "twice", "swapped", "cut", "flip", "other")


@cache
def written(game: str, seed: int) -> str:
    """The record of the beginning of a game at one of its tables."""
    found = tables(game)
    return record.write(played(found[seed % len(found)], seed, 30))


def spoiled(game: str, way: str, text: str, seed: int) -> str:
    """A record with one thing wrong."""
    chance = Random(seed)
    whole = written(game, seed % 6)
    lines = whole.splitlines()
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match way:
        case "word":
            words = lines[at].split(" ")
            words[chance.randrange(len(words))] = text
            lines[at] = " ".join(words)
        case "line":
            lines.insert(at, text)
        case "out":
            del lines[at]
        case "twice":
            lines.insert(other, lines[at])
        case "swapped":
            lines[at], lines[other] = lines[other], lines[at]
        case "cut":
            return whole[: chance.randrange(len(whole))]
        case "flip":
            place = chance.randrange(len(whole))
            return whole[:place] + chr(ord(whole[place]) ^ 1 << seed % 7) + whole[place + 1 :]
        case "other":
            lines[at:] = written(names()[seed % len(names())], 0).splitlines()[other:]
    return "\n".join(lines) + "\n"


def attempt(given: tuple[str, str, str, int]) -> None:
    """It is replayed or refused, from standard input, and as one word."""
    text = spoiled(*given)
    words = ("replay", "-", *(("--json",) if given[3] % 3 == 0 else ()))
    said = inside(*words, stdin=text.encode("utf-8", "surrogatepass"))
    in_order(said, frozenset({0, 3}))
    assert bool(said.status) == (not said.out), "an answer and a refusal at once"
    if given[3] % 4 == 0:
        word = encode(text.encode("utf-8", "replace").decode("utf-8"))
        in_order(inside("replay", word), frozenset({0, 3}))
        in_order(inside("explain", word), frozenset({0, 1, 3}))


PART = Part(
    "records of games from strangers",
    st.tuples(st.sampled_from(names()), st.sampled_from(WAYS), hostile(), st.integers(0, 1 << 32)),
    attempt,
    short=20,
    long=5_000,
)
