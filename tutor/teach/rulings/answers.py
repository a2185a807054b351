"""The answers of `explain`, `score` and `batch` as JSON objects for programs.

Nothing here knows the command line: `ask` takes the words of a question and gives the documented object.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import UnknownGame, find_game
from tutor.kernel.echo import echoed, short
from tutor.kernel.events import Settlement, score_sums
from tutor.kernel.fields import Problem
from tutor.kernel.idle_fields import IdleField, idle_fields
from tutor.kernel.judging import Judgement, Ruling, Verdict, judge
from tutor.kernel.position import PositionQuestion, read_question, read_view, write
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.working import Chain, Standing, Working, with_hand
from tutor.kernel.working_json import all_plain
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text
from tutor.teach.rulings.refusals import problem_lines
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game

SCHEMA: Final = "tutor.explain/1"
SCORE_SCHEMA: Final = "tutor.score/1"
MANY: Final = 300
"""The most refused candidates that an answer lists; moves asked about by name are always answered."""
_LEGAL: Final = Verdict.LEGAL.value


def explained(game: Game[Any], question: PositionQuestion) -> tuple[Judgement[Any], dict[str, Any]]:
    """The judgement on a position, and the object of `explain --json`."""
    phase, view = question.phase, question.view
    found = judge(phase, view, question.asked)
    asked = {r.text: r for r in found.asked}
    rulings = list(found.rulings)
    if len(rulings) - len(found.legal) > MANY:
        keep = set(map(id, islice((r for r in rulings if not r.legal), MANY)))
        rulings = [r for r in rulings if r.legal or id(r) in keep or r.text in asked]
    if asked:
        there = {r.text for r in rulings}
        rulings += [r for text, r in asked.items() if text not in there]
    winner = phase.winner(view)
    said = words.Rulings(game, found)
    return found, {
        "schema": SCHEMA,
        "game": game.name,
        "options": view.options.changed(),
        "position": write(game, phase, view),
        "phase": phase.name,
        "to_move": found.actor,
        "legal": [m.text for m in found.legal],
        "moves": [_move(said, r) for r in rulings],
        "winner": winner._asdict() if winner else None,
        "totals": dict(phase.totals(view)),
        "facts": dict(phase.facts(view)),
        "workings": all_plain(phase.workings(view)),
        "idle": _idle(question.idle),
    }


def _move(said: words.Rulings, ruling: Ruling[Any]) -> dict[str, Any]:
    legal = ruling.legal
    return {
        "move": ruling.text,
        "legal": legal,
        "verdict": _LEGAL if legal else ruling.verdict.value,
        "clause": ruling.clause,
        "text": unmarked(said.text(ruling)),
    }


def _idle(fields: Sequence[IdleField]) -> dict[str, list[str]]:
    """The fields that were given and have no bearing on the question, each with the phases it belongs to."""
    return {field.name: list(field.phases) for field in fields}


def scored(game: Game[Any], view: Any, idle: Sequence[IdleField] = ()) -> dict[str, Any]:
    """The settlement of a hand, as the object of `score --json`; `idle` are fields given that have no bearing on it."""
    done = game.scoring.settle(view)
    return {
        "schema": SCORE_SCHEMA,
        "game": game.name,
        "options": view.options.changed(),
        "scores": dict(done.scores),
        "lines": [
            {"to": line.to, "points": line.points, "clause": line.clause, "text": unmarked(line_text(game, line))}
            for line in done.lines
        ],
        "outcome": dict(done.outcome),
        "workings": all_plain(settling(game, view, done)),
        "idle": _idle(idle),
    }


def settling(game: Game[Any], view: Any, done: Settlement) -> dict[str, Working]:
    """The workings of each side's points and of parts of the outcome, by path (`scores.P1`)."""
    points, more = score_sums(done), game.scoring.workings(view)
    told = {path: with_hand(one, points) if isinstance(one, Chain | Standing) else one for path, one in more.items()}
    return {f"scores.{side}": one for side, one in points.items()} | told


def ask(parts: Sequence[str]) -> dict[str, Any]:
    """The answer to `explain GAME FIELDS…` or `score GAME FIELDS…`; `{"error": [...]}` if it cannot be answered."""
    game: Game[Any] | None = None
    try:
        if len(parts) < 2:
            raise BadPosition(
                [Problem("question", "is `explain GAME field=value ...` or `score GAME field=value ...`")]
            )
        kind, name, *rest = parts
        if kind not in KINDS:
            raise BadPosition([Problem("question", f"begins with explain or score, not {echoed(kind)}")])
        game = find_game(name)
        pairs = split(_as_fields(rest))
        if kind == "explain":
            return explained(game, read_question(game, pairs))[1]
        return scored(game, read_view(game, game.scoring, pairs), idle_fields(game, game.scoring, pairs))
    except BadPosition as why:
        return {"error": problem_lines(game, why.problems) if game else [str(problem) for problem in why.problems]}
    except UnknownGame as why:
        return {"error": [str(why)]}


KINDS: Final = ("explain", "score")
"""How a question begins."""
FIELDS: Final = {"--move": "move=", "-m": "move=", "--option": ""}
"""What stands in a field for an option of the command line with its value."""


def _as_fields(words: Sequence[str]) -> list[str]:
    """The words of a question with moves and house rules as fields, where they are written as on the command line."""
    before = ("", *words)
    return [FIELDS.get(last, "") + word for last, word in zip(before, words, strict=False) if word not in FIELDS]


LONGEST_LINE: Final = 100_000


def ask_line(line: str) -> dict[str, Any]:
    """The answer to one line of `tutor batch`: words split as by a shell, or a JSON object after the game's name.

    An unexpected exception becomes the error of this line, and the other lines are answered.
    """
    try:
        return _ask_line(line)
    except Exception as fault:
        import logging

        logging.getLogger("tutor").debug("answering %r failed", line, exc_info=True)
        return {"error": [f"program: cannot answer this ({type(fault).__name__}: {short(str(fault), 200)})"]}


_ENCODER: Final = json.JSONEncoder(check_circular=False)
"""An answer is a tree; looking for rings in it takes a quarter of the time."""


def answer_line(line: str) -> str:
    """The answer to one line of `tutor batch`, as a line of JSON."""
    return _ENCODER.encode(ask_line(line)) + "\n"


def _ask_line(line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        return {"error": [f"question: longer than {LONGEST_LINE} characters"]}
    text = line.strip()
    if "{" in text:
        head, brace, body = text.partition("{")
        return ask([*head.split(), brace + body])
    if "'" not in text and '"' not in text and "\\" not in text:
        return ask(text.split())
    try:
        import shlex

        return ask(shlex.split(text))
    except ValueError as why:
        return {"error": [f"question: {why}"]}
