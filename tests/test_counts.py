"""Small deals have as many different plays as ever; for the games of tricks the naive oracles find the same ones."""

from __future__ import annotations

import pytest

from tests import counting
from tests.figures import counted
from tutor.kernel.by_name import load, names


@pytest.mark.parametrize("name", names())
def test_the_plays_of_small_deals(name: str) -> None:
    deals = counting.kept().get(name)
    assert deals, f"nothing is counted for {name}: say in tests/counting.py what, then run `{counting.COMMAND}`"
    game = load(name)
    depths = dict(counting.STAGES.get(name, ()))
    for fields, plays in deals.items():
        counted("plays counted", plays[-1])
        state = counting.staged(name, fields)
        if name not in counting.ORACLES:
            assert counting.tree(game, state, depths[fields]) == plays, f"if that is meant: `{counting.COMMAND}`"
            continue
        lines = list(counting.engine_lines(game, state))
        assert not counting.repeated(lines)
        right = set(counting.oracle_lines(name, counting.hands_of(fields)))
        assert set(lines) == right, f"{fields}: {min(set(lines) ^ right)}"
        assert counting.by_length(lines) == plays, f"if that is meant: `{counting.COMMAND}`"
