"""Exports of progress from strangers: cut, mixed up, with anything in any field, read by the program itself."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import in_order, inside
from tests.assault.logs import learned
from tests.assault.texts import CONTROLS, hostile
from tutor.teach.progress.export import SCHEMA, dumps, loads
from tutor.teach.progress.store import open_store

FIELDS = ("kind", "game", "lesson", "step", "clause", "result", "detail", "at", "uuid", "order", "schema", "events")
TIMES = tuple(
    """
    9999-12-31T23:59:59+00:00 0001-01-01T00:00:00+00:00 2026-02-30T00:00:00Z now 2026-01-01 1e9
    2026-01-01T00:00:00+23:59 2026-01-01T00:00:00.999999999+00:00 2099-12-31T23:59:59.999999+00:00
    """.split()
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        hostile(),
        st.sampled_from(TIMES),
        st.sampled_from([10**4000, -(10**30), "x" * 9000, "tute", "step", "answer", "good", "started"]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(hostile(), inner, max_size=3),
    max_leaves=6,
)
CHANGES = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(FIELDS) | hostile(), VALUES), max_size=4)
SPOILED = st.one_of(
    st.none(),
    st.tuples(st.just("cut"), st.integers()),
    st.tuples(st.just("flip"), st.integers()),
    st.tuples(st.just("put"), st.sampled_from([*CONTROLS, "[" * 3000, "{", "}", "]", ",", '"', "\\", "\0", "\xff"])),
)


def made(changes: list[tuple[int, str, Any]], spoiled: Any, seed: int) -> bytes:
    """The bytes of an export of six events with these changes, spoiled in one place."""
    rows = [{name: getattr(event, name) for name in FIELDS[:9]} for event in learned(6, seed % 50)]
    data: dict[str, Any] = {"schema": SCHEMA, "events": rows}
    for number, name, value in changes:
        if name in ("schema", "events"):
            data[name] = value
        else:
            rows[number][name] = value
    with_limit = _dumped(data, seed)
    text = with_limit.encode("utf-8", "surrogatepass")
    if spoiled is None:
        return text
    how, what = spoiled
    at = Random(seed).randrange(len(text))
    if how == "cut":
        return text[:at]
    if how == "flip":
        return text[:at] + bytes([text[at] ^ 1 << what % 8]) + text[at + 1 :]
    put: bytes = what.encode("utf-8", "surrogatepass")
    return text[:at] + put + text[at:]


def _dumped(data: Any, seed: int) -> str:
    return json.dumps(data, ensure_ascii=bool(seed % 2), indent=seed % 3 or None)


def attempt(given: tuple[list[tuple[int, str, Any]], Any, int]) -> None:
    """Taken in whole, or refused whole and in a few lines; what was taken in is shown and exported again."""
    home = Path("exports")
    os.environ["TUTOR_HOME"] = str(home.absolute())
    for old in home.glob("progress*"):
        old.unlink()
    said = inside("progress", "import", "-", stdin=made(*given))
    in_order(said, frozenset({0, 3}))
    store = open_store(home)
    kept = store.events()
    assert not store.take_warning()
    if said.status:
        assert said.err and not said.out
        assert not kept, "refused, and yet taken in"
        return
    assert f"{len(kept)} entr" in said.out.replace(",", ""), said.out
    assert loads(dumps(store.events())) == kept
    for words in (("progress",), ("progress", "--json"), ()):
        shown = inside(*words)
        in_order(shown, frozenset({0}))
    store.close()


PART = Part(
    "exports of progress from strangers",
    st.tuples(CHANGES, SPOILED, st.integers(0, 1 << 32)),
    attempt,
    short=20,
    long=8_000,
)
