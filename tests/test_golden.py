"""Every game has a golden record, and it still comes out word for word."""

from __future__ import annotations

import pytest

from tests import golden
from tests.worked_cases import excuses_of
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.record import BadRecord


def found(name: str) -> str:
    path = golden.path_of(name)
    assert path.exists(), f"there is no golden record of {name}; make it with `{golden.COMMAND} {name}` and read it"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_the_golden_comes_out_as_it_was(name: str) -> None:
    text = found(name)
    try:
        whole = golden.kept(name)
    except BadRecord as why:
        pytest.fail(f"the rules no longer allow this game: {why}. If that is meant: `{golden.COMMAND} {name}`")
    assert golden.text_of(whole) == text, f"if the difference is meant: `{golden.COMMAND} {name}`, and read the diff"


@pytest.mark.parametrize("name", names())
def test_a_golden_is_short_and_shows_a_refusal_in_each_phase(name: str) -> None:
    text, game = found(name), load(name)
    assert len(text.splitlines()) <= golden.LINES + 1
    whole = golden.kept(name)
    due = golden.phases(whole)
    refused, at = set(), 0
    for entry in whole.entries:
        if entry.made:
            at += 1
        else:
            refused.add(whole.states[at].phase)
            assert f"! {entry.seat} {entry.text} {entry.clause}" in text or "left out" in text
    for state in whole.states:
        if state.turn and state.phase not in refused:
            could = [ruling.text for ruling in game.judge(state, state.turn[0]).rulings if not ruling.legal]
            assert not could, f"no attempt is refused in {state.phase}, though {could[:5]} would be"
    # Some phases come up only by a house rule, and some are only ever asked about as positions.
    usual = set().union(*(golden.phases(one) for one in golden.samples(name, 3)))
    why = f"say under [excused.golden] in tests/cases/{name}.toml which phases do not come up, and why"
    assert usual - due == excuses_of(name, "golden").keys(), why


def test_goldens_are_of_games_there_are() -> None:
    assert {path.stem for path in golden.GOLDEN.glob("*.txt")} <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_whole_golden_is_itself_a_record(name: str) -> None:
    """What is not abbreviated can be read by the program, comments and all."""
    text = found(name)
    if golden.WHOLE not in text:
        assert record.write(record.read(text)) == record.write(golden.kept(name))
