"""Every move has words: language, no codes, one meaning at each decision, and what is shown can be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.tables import begun, tables
from tutor.kernel.game import load, names
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase
from tutor.kernel.playout import step
from tutor.teach.conversation.moves import meant
from tutor.teach.text.doc import split, unmarked
from tutor.teach.text.offers import grouped
from tutor.teach.text.phrases import phrase, said

EACH = 12
"""Decisions of each phase that are looked at."""
READ = 12
"""Moves of each that are typed by their words."""
CODE = re.compile(r"[:+_]|\b[0-9]+[a-z]|(?<![a-z])-|-(?![a-z])|\b(nt|seq)\b")


def decisions(name: str) -> Iterator[tuple[Phase[Any, Any], Any, list[Move]]]:
    """Decisions of random games at all tables, so many of each phase, with every move that could be thought of."""
    game = load(name)
    seen: dict[str, int] = {}
    for at, table in enumerate(tables(name)):
        state, rng = begun(table, at).state, Random(at)
        for _ in range(60):
            if state.over:
                break
            if state.fate is None:
                phase = game.due(state)
                view = phase.see(state, state.turn[0])
                if seen.get(phase.name, 0) < EACH and phase.actor(view) is not None:
                    seen[phase.name] = seen.get(phase.name, 0) + 1
                    yield phase, view, list(phase.candidates(view))
            state = step(game, state, rng).state


@pytest.mark.parametrize("name", names())
def test_every_move_has_words_of_its_own_and_is_read_by_them(name: str) -> None:
    game, rng = load(name), Random(name)
    for phase, view, moves in decisions(name):
        words = {move: phrase(game, phase, move) for move in moves}
        assert len(set(words.values())) == len(moves), (phase.name, sorted(words.values()))
        for move, text in words.items():
            spoken = "".join(value for kind, value in split(text) if not kind)
            assert text and not CODE.search(spoken), (phase.name, move, text)
            assert said(game, phase, move.text) == text, (phase.name, move)
        for move in rng.sample(moves, min(READ, len(moves))):
            typed = unmarked(words[move])
            for line in (typed, f"  {typed.upper()} ", typed.replace(" ", ", ")):
                assert phase.read(view, meant(game, phase, view, line)) == move, (phase.name, line)


@pytest.mark.parametrize("name", names())
def test_many_moves_are_grouped_and_none_is_lost(name: str) -> None:
    game = load(name)
    for phase, view, moves in decisions(name):
        groups = grouped(game, phase, view, moves)
        assert sorted(move.text for group in groups for move in group.moves) == sorted(move.text for move in moves)
        for group in groups:
            spoken = "".join(value for kind, value in split(group.text) if not kind)
            assert group.text and not re.search(r"[+_]|\b[0-9]+[a-z]|\b(nt|seq)\b", spoken), group.text
        if all(len(move.cards) != 1 or move.word for move in moves):
            assert len(groups) <= max(12, len(moves) // 4), [group.text for group in groups]
