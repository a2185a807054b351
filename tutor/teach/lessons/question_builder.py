"""Build the question that a step of a lesson asks about its scene; the engine computes the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import TRICK_WON
from tutor.kernel.view_types import TrickOnTable
from tutor.teach.lessons.computations import computation_of, finished_trick
from tutor.teach.lessons.replies import ANY_OTHER, AuthorReplies, replies_of
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner, near_clauses
from tutor.teach.questions.computation import in_order, plain_value
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import event_text, winner_text
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.teach.lessons.model import LessonStep
    from tutor.teach.rulebooks.rulebook import Clause


FEW: Final = 12
"""The most moves among which one is looked for that what is said to all others fits: a hint may name it."""


def build_question(
    game: Game[Any], scene: Scene, step: LessonStep, taught: Sequence[str] = (), *, paged: bool = False
) -> Question:
    """The question of `step`; raises NoScene if the scene cannot answer it. `taught` are the lesson's clauses.

    `paged`: whether the page at the end of a hand stands beside it (see `ValueQuestion`).
    """
    if step.play:
        found = scene.judged(seat=step.seat)
        facts = scene.facts() if step.question or step.replies else {}
        text = lesson_sentence(step.question, facts) if step.question else ""
        said = replies_of(step, facts)
        lesser = {move: reply for move, reply in said.items() if move != ANY_OTHER}
        exactly = step.play if step.exactly else ""
        at_stake = frozenset(step.refuse.values())
        question = MakeMove(game, found, exactly, text, step.play, bool(step.because), lesser, at_stake=at_stake)
        if ANY_OTHER in said and not lesser:
            author = AuthorReplies.of(step, question, said)
            one = next((move.text for move in found.legal[:FEW] if author.is_general(author.to(move.text))), "")
            question.lesser = {one: said[ANY_OTHER]} if one else {}
        return question
    if step.ask == "legal":
        return Legal(game, scene.judged(seat=step.seat), tuple(step.among))
    if step.ask == "clause":
        found = scene.judged(step.of, seat=step.seat)
        ruling = found.asked[0]
        return WhichClause(game, found, ruling, near_clauses(game, ruling.clause, taught))
    if step.ask == "winner":
        return _winner(game, scene)
    value = _value(game, scene, step)
    value.paged = paged
    return value


def _winner(game: Game[Any], scene: Scene) -> Winner:
    if scene.state is not None and scene.decided is not None:
        event = scene.decided
        winner = event.seat if event.what == TRICK_WON else ""
        ident, why, cards = event.clause, event_text(game, event), event.cards
        computation = computation_of(scene, "winner.seat") if scene.view is not None else finished_trick(scene)
    else:
        phase, view = scene.seen()
        why, ident = winner_text(game, phase, view)
        if not ident:
            raise NoScene("nobody can have won: the trick is not complete")
        won = phase.winner(view)
        winner = won.seat if won else ""
        parts = view.trick if isinstance(view, TrickOnTable) else ()
        cards = tuple(c for part in parts for c in (part if isinstance(part, tuple) else (part,)))
        computation = computation_of(scene, "winner.seat")
    rule = words.clause(game.name, ident).rule
    text, who = say("question.winner", open=game.undecided_tricks), winner or "none"
    return Winner(text, who, ident, rule, why, scene.names, scene.seats, computation=computation, cards=cards)


def _value(game: Game[Any], scene: Scene, step: LessonStep) -> ValueQuestion:
    facts = scene.facts()
    counted = f"{lesson_sentence(step.sum, facts).rstrip('.')}." if step.sum else ""
    text, rule = lesson_sentence(step.question, facts), words.clause(game.name, step.clause)
    return about_value(scene, step.of, scene.value(step.of), text, rule, rule.rule, counted=counted)


def about_value(
    scene: Scene, path: str, value: Any, text: str, rule: Clause, why: str, *, counted: str = ""
) -> ValueQuestion:
    """The question `text` about the `value` at a path of the scene, which follows from `rule`; `why` is the reason."""
    plain = plain_value(value)
    return ValueQuestion(
        text,
        plain,
        rule.id,
        rule.rule,
        why,
        scene.names,
        scene.meant_in(plain),
        rule.at_table,
        in_order(path, value),
        computation_of(scene, path),
        counted=counted,
    )
