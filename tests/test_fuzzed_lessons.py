"""Lesson files with anything in them: each is read and proven, or refused with all its faults."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.program import ROOT
from tests.test_rulebooks import ANYTHING, damaged, places
from tutor.teach.lessons.course import NoLesson, foreign
from tutor.teach.lessons.files import BadLesson, parse, parse_text
from tutor.teach.progress.store import Store
from tutor.teach.text.marks import cleaned, cleaned_whole

FILES = [
    ROOT / "lessons/tute/02-beat-it-if-you-can.toml",
    ROOT / "lessons/strange/03-follow-both-suits.toml",
    ROOT / "tests/lessons/good/start-and-deal.toml",
    ROOT / "tests/lessons/good/wide.toml",
]
LESSONS = [tomllib.loads(path.read_text("utf-8")) | {"game": "strange"} for path in FILES]
PLACES = [(at, path) for at, lesson in enumerate(LESSONS) for path in places(lesson)]
patient = settings(suppress_health_check=[HealthCheck.too_slow])


def in_order(faults: tuple[str, ...]) -> None:
    assert faults
    for fault in faults:
        assert cleaned(fault) == fault
        assert len(fault) < 700


@settings(patient, max_examples=300)
@given(st.sampled_from(PLACES), ANYTHING)
def test_anything_at_any_place(place: tuple[int, tuple[Any, ...]], put: Any) -> None:
    at, path = place
    try:
        lesson = parse("strange", "fuzzed", cleaned_whole(damaged(LESSONS[at], path, put)), FILES[at])
    except BadLesson as why:
        in_order(tuple(map(str, why.args)))
    else:
        assert lesson.steps


SIGNS = st.sampled_from(
    ['"', "'", "[", "]", "{", "}", "=", "\n", "#", "\\", "{{", "%}", ",", "\x00", "\ufeff", "é", ""]
)


@settings(patient, max_examples=300)
@given(st.sampled_from(FILES), st.integers(0, 10_000), SIGNS, st.integers(0, 4))
def test_any_file_is_a_document_or_refused(path: Path, where: int, put: str, drop: int) -> None:
    text = path.read_text("utf-8")
    where %= len(text)
    try:
        data = parse_text(path, text[:where] + put + text[where + drop :])
    except BadLesson as why:
        in_order(tuple(map(str, why.args)))
        return
    try:
        parse("strange", "fuzzed", data, path)
    except BadLesson as why:
        in_order(tuple(map(str, why.args)))


@settings(patient, max_examples=25)
@given(st.sampled_from(FILES[2:]), st.integers(0, 10_000), st.integers(1, 3))
def test_a_damaged_lesson_is_proven_or_refused(path: Path, where: int, drop: int) -> None:
    """The whole way: what `tutor learn FILE` does before anything is shown."""
    text = path.read_text("utf-8")
    where %= len(text)
    session = None
    try:
        session = proven(text[:where] + text[where + drop :])
    except NoLesson as why:
        in_order(tuple(why.lines))
    assert session is None or session.begin().doc


def proven(text: str) -> Any:
    """The session of a lesson file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed.toml"
        path.write_text(text, encoding="utf-8")
        return foreign(path, Store(None))
