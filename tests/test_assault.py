"""The short form of `python -m tests.assault`: some of every kind of hostile input and fault, in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.assault import frame
from tests.figures import counted

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", frame.names())
def test_nothing_that_is_tried_fails(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    found = frame.assault(name, frame.load(name).short)
    counted("hostile inputs", found.tried)
    assert found.tried
    assert not found.failed, "\n".join(frame.failures(found))


def test_what_fails_is_counted_and_told() -> None:
    found = frame.Candidate(
        "part", "", 3, (frame.Failed("'" + "long" * 900, "E: why"), frame.Failed("'x'", "E: why")), 1.0
    )
    assert [*frame.failures(found)] == ["part: 'x'\n    E: why"]
    assert (found + found).row == "| part |  | 6 | 4 | 2 |"
