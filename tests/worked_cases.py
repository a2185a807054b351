"""The worked cases: positions with the answers their rules give, in `tests/cases/GAME.toml`, and how they are compared.

A case says what it asks (`explain` or `score`), the position in the text form of `tutor explain`, and what it expects:

- `legal`: the exact set of legal moves; `includes` and `excludes`: moves that must or must not be legal;
- `why`: the clause that decides each of these moves (legal or not);
- `winner` (`{card, seat}` or `"none"`), `totals`, `facts`, `scores`, `outcome`: at least these keys with these values;
- `error`: the position must be refused.

Before its cases a file may say `ordered = true`, if it matters which of several cards played together comes first, and
excuse the game from parts of tests of every game, each with the reason (`[excused.TEST]`, see `excuses_of`).
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CASES = Path(__file__).resolve().parent / "cases"
EXPECTED = frozenset("legal includes excludes why winner totals facts scores outcome error".split())
"""What a case may expect."""
TESTS = frozenset(("dropped", "swapped", "golden"))
"""The tests that a game may be excused from."""

Case = dict[str, Any]


@cache
def kept(game: str) -> dict[str, Any]:
    """The file of a game; empty if there is none."""
    path = CASES / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def cases(game: str) -> tuple[Case, ...]:
    """The worked cases of a game; none if nobody has written any."""
    return tuple(kept(game).get("case", ()))


def explained_cases(game: str) -> Iterator[Case]:
    """The worked cases of positions that `explain` answers."""
    for case in cases(game):
        if case.get("ask", "explain") == "explain" and not case["expect"].get("error"):
            yield case


def excuses_of(game: str, test: str) -> dict[str, str]:
    """What a game is excused from in a test of every game (one of `TESTS`), each with the reason.

    `dropped`: duties that no worked case can miss, as "phase clause"; `swapped`: clauses of duties that cannot be
    played on without; `golden`: phases that do not come up in the golden record.
    """
    assert test in TESTS
    found: dict[str, str] = kept(game).get("excused", {}).get(test, {})
    return found


def all_cases() -> list[tuple[str, Case]]:
    return [(game, case) for game in names() for case in cases(game)]


def question(game: str, case: Case) -> str:
    """The case as a line for `tutor batch`; each move it gives a reason for is asked about by name."""
    asked = [f"move={move}" for move in case["expect"].get("why", {})]
    return " ".join([case.get("ask", "explain"), game, *case["position"].split(), *asked])


def answer(line: str) -> dict[str, Any]:
    """What the rules say to a question, straight from the kernel: the answer of `tutor batch` without its words."""
    kind, name, *words = line.split()
    game = load(name)
    try:
        found = _explained(game, words) if kind == "explain" else _scored(game, words)
    except BadPosition as why:
        assert why.problems, "a refusal says what is wrong"
        found = {"error": [str(problem) for problem in why.problems]}
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def _explained(game: Game[Any], words: list[str]) -> dict[str, Any]:
    asked = read_question(game, split(words))
    phase, view = asked.phase, asked.view
    found = judge(phase, view, asked.asked)
    winner = phase.winner(view)
    return {
        "legal": [move.text for move in found.legal],
        "moves": [{"move": r.text, "clause": r.clause, "legal": r.legal} for r in (*found.rulings, *found.asked)],
        "winner": winner._asdict() if winner else None,
        "totals": dict(phase.totals(view)),
        "facts": dict(phase.facts(view)),
    }


def _scored(game: Game[Any], words: list[str]) -> dict[str, Any]:
    done = game.scoring.settle(read_view(game, game.scoring, split(words)))
    lines = [{"to": line.to, "points": line.points, "clause": line.clause} for line in done.lines]
    return {"scores": dict(done.scores), "outcome": dict(done.outcome), "lines": lines}


def spelling(game: str, move: object) -> str:
    """One spelling for a move: cards played together compare as a set, unless their order matters."""
    head, colon, tail = str(move).rpartition(":")
    if "+" in tail and not kept(game).get("ordered"):
        tail = "+".join(sorted(tail.split("+")))
    return head + colon + tail


def same(want: object, got: object) -> bool:
    """Every key that `want` names is in `got` with an equal value; empty only equals empty; numbers are numbers."""
    if isinstance(want, dict):
        if not isinstance(got, dict) or bool(want) != bool(got):
            return False
        return all(key in got and same(value, got[key]) for key, value in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(want) == len(got) and all(map(same, want, got))
    if isinstance(want, int | float) and isinstance(got, int | float):
        return abs(want - got) < 1e-9
    return want == got


def faults(game: str, case: Case, got: dict[str, Any]) -> list[str]:
    """What an answer has wrong, in words; nothing if it is as the case expects."""
    expect = case["expect"]
    if unknown := sorted(expect.keys() - EXPECTED):
        return [f"nothing compares {', '.join(unknown)}; a case may expect {', '.join(sorted(EXPECTED))}"]
    if expect.get("error"):
        return [] if got.get("error") else ["a bad position was answered instead of refused"]
    if got.get("error"):
        return [f"refused: {got['error']}"]
    out = list(_faults_of_legal(game, expect, got))
    ruled = {spelling(game, entry["move"]): entry for entry in got.get("moves") or []}
    for move, clause in expect.get("why", {}).items():
        said = ruled.get(spelling(game, move), {}).get("clause")
        if said != clause:
            out.append(f"{move}: decided by {said}, should be {clause}")
    if "winner" in expect:
        out += _fault_of_winner(None if expect["winner"] == "none" else expect["winner"], got.get("winner"))
    for key in ("totals", "facts", "scores", "outcome"):
        if key in expect and not same(expect[key], got.get(key)):
            out.append(f"{key}: {got.get(key)}, should be {expect[key]}")
    return out


def _faults_of_legal(game: str, expect: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    legal = {spelling(game, move) for move in got.get("legal") or []}
    want = {spelling(game, move) for move in expect["legal"]} if "legal" in expect else legal
    if want != legal:
        yield f"legal: missing {sorted(want - legal)[:6]}, too many {sorted(legal - want)[:6]}"
    yield from (f"{move} should be legal" for move in expect.get("includes", ()) if spelling(game, move) not in legal)
    yield from (f"{move} should not be legal" for move in expect.get("excludes", ()) if spelling(game, move) in legal)


def _fault_of_winner(wanted: Any, winner: Any) -> list[str]:
    good = winner is None if wanted is None else winner is not None and same(wanted, winner)
    return [] if good else [f"winner: {winner}, should be {wanted}"]


def broken(game: str, case: Case) -> list[str]:
    """What the rules, as they are now, get wrong in this case."""
    return faults(game, case, answer(question(game, case)))
