"""Small deals have as many different plays as ever; for the games of tricks the naive oracles find the same ones."""

from __future__ import annotations

import pytest

from tests import counting
from tests.figures import counted
from tests.oracles import plays
from tutor.families.tricks import TrickPhase
from tutor.kernel.by_name import load, names


@pytest.mark.parametrize("name", names())
def test_the_plays_of_small_deals(name: str) -> None:
    game, oracle, renew = load(name), plays(name), f"`{counting.COMMAND} {name}`"
    if any(isinstance(phase, TrickPhase) for phase in game.phases):
        own = f"tests/oracles/{name.replace('-', '_')}.py"
        assert oracle is not None, f"a game of tricks is told a second time in {own}: give it PLAYS, then run {renew}"
    deals = counting.kept().get(name)
    assert deals, f"nothing is counted for {name}: run {renew}"
    for fields, known in deals.items():
        counted("plays counted", known[-1])
        state = counting.staged(name, fields)
        if oracle is None:
            assert counting.tree(game, state, len(known)) == known, f"if that is meant: {renew}"
            continue
        lines = list(counting.engine_lines(game, state))
        assert not counting.repeated(lines)
        right = set(counting.oracle_lines(oracle, counting.hands_of(fields)))
        assert set(lines) == right, f"{fields}: {min(set(lines) ^ right)}"
        assert counting.by_length(lines) == known, f"if that is meant: {renew}"
