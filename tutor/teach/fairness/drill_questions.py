"""What a drill shows with its question, and whether that decides the answer without stating it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card
from tutor.kernel.field_types import Whole
from tutor.kernel.fields import REQUIRED, specs
from tutor.kernel.view_types import HandView
from tutor.teach.drills.results import result_doc, table_text, tells_less
from tutor.teach.fairness.bearing import bearing_on_winner
from tutor.teach.fairness.proof import QUICK, Case, asked_otherwise, undecided
from tutor.teach.fairness.stated_answers import dictates, says
from tutor.teach.fairness.variations import possible, values
from tutor.teach.lessons.computations import HandTold
from tutor.teach.questions import DecisionQuestion, Question, ValueQuestion, Winner
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.ruling import house_rules_text
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.tables.withheld import without_answer, without_reckoned
from tutor.teach.text.doc import Block, Para, TableDrawing, rewritten
from tutor.teach.text.tabletop import Line, Tabletop
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from random import Random

    from tutor.kernel.game import Game
    from tutor.teach.drills.moments import Moment

_BRACKETS: Final = re.compile(r"\s*\([^()]*\)")


def described(here: Moment, question: Question) -> list[Block]:
    """What is shown with a question: the table without phrases that answer it, or the facts of a result.

    Numeric house rules (a target, a number of hands) are shown if the answer depends on them.
    """
    return _briefly(here.game, here.view.options, _shown(here, question)(here.view))


def _briefly(game: Game[Any], options: Any, blocks: Sequence[Block]) -> list[Block]:
    """The blocks without what explains a house rule in brackets, which lessons tell, and which might be asked for."""
    for rule in house_rules_text(game, options):
        short = _BRACKETS.sub("", rule)
        blocks = rewritten(blocks, lambda text, rule=rule, short=short: text.replace(rule, short))  # type: ignore[misc]
    return list(blocks)


def _shown(here: Moment, question: Question) -> Callable[[Any], list[Block]]:
    """A function that gives what is shown with the question for another view of the moment."""
    game, phase, numbers = here.game, here.phase, numbers_deciding(here, question)
    if phase is None:
        spare, idle = _spare(here, question), idle_rules(here, question)
        counted = isinstance(question, ValueQuestion) and isinstance(question.computation, HandTold)
        left = _left_deciding(here, question)
        return lambda view: result_doc(
            game, _by_usual(replace(view, **spare), idle), numbers, counted=counted, deciding=left
        )
    telling = isinstance(question, DecisionQuestion)

    bare, idle = _bare(here, question), idle_rules(here, question)
    trick = isinstance(question, ValueQuestion) and _of_trick(question)

    def shown(view: Any) -> list[Block]:
        there = _by_usual(replace(view, hand=()) if bare else view, idle)
        table = tabletop(game, here.seat, phase=phase, view=there, telling=telling)
        if not game.clockwise(game.options()):  # by a house rule, that tells it
            table = table._replace(facts=(*table.facts, Line("turns", say("table.turns"))))
        if trick:
            table = bearing_on_winner(table, here)
        posed = question if view is here.view else question.asked_of(view)
        table = without_answer(without_reckoned(table, game), posed)
        drawn: list[Block] = [TableDrawing(table)]
        untold = [name for name in numbers if not _in_progress(table, getattr(view.options, name))]
        return [*drawn, Para(table_text(game, view, untold), "dim")] if untold else drawn

    return shown


def _of_trick(question: ValueQuestion) -> bool:
    """Whether it is asked who wins a trick, or which card."""
    return isinstance(question, Winner) or question.path.startswith("winner")


def _in_progress(table: Tabletop, number: int) -> bool:
    """Whether the table says how far the game is by this number (hand 2 of 12)."""
    return any(re.search(rf"\d of {number}\b", line.text) for line in table.facts)


def _spare(here: Moment, question: Question) -> dict[str, Any]:
    """The fields of a result that do not count for the question, with their defaults, with which they are not told.

    These are numbers of players (totals before) and of the hand, and amounts (pots) and cards of nobody (a talon).
    Neither answer nor reasons depend on them, and what is told without them is a part of what is told with them.
    """
    if not isinstance(question, ValueQuestion) or question.again is None:
        return {}
    out: dict[str, Any] = {}
    for name, spec in reversed(
        list(specs(type(here.view)).items())
    ):  # totals before come last, and are idle most often
        value = getattr(here.view, name)
        telling = isinstance(spec.kind, Whole) or (not spec.per and _listed(value))
        if not telling or not value or spec.default is REQUIRED:
            continue
        none = type(value)() if spec.per or _listed(value) else spec.default
        changed = out | {name: none}
        out = changed if _same_without(here, question, changed) else out
    return out


def idle_rules(here: Moment, question: Question) -> dict[str, Any]:
    """The house rules on which neither answer nor reasons depend, nor who sits where, with their defaults.

    Without them the position must be as possible as it is with them.
    """
    again, usual, game, schema = question.asked_of, here.game.options(), here.game, here.phase or here.game.scoring
    out: dict[str, Any] = {}
    changed = here.view.options.changed()
    if not changed:
        return out
    own, sound = _reasoned(again, here.view), possible(game, schema, here.view)
    for name in changed:
        fewer = out | {name: getattr(usual, name)}
        there = _by_usual(here.view, fewer)
        seated = game.clockwise(there.options) == game.clockwise(here.view.options)
        if seated and _reasoned(again, there) == own and possible(game, schema, there) >= sound:
            out = fewer
    return out


def _by_usual(view: Any, rules: dict[str, Any]) -> Any:
    """The view with these house rules."""
    return replace(view, options=replace(view.options, **rules)) if rules else view


def _reasoned(pose: Callable[[Any], Question | None], view: Any) -> Hashable:
    """The question about a view with its answer, and the reasons that are told, or what they rest on."""
    try:
        question = pose(view)
    except Exception:  # the house rules may not fit the view, and then raise anything
        return None
    return None if question is None else question.answer_and_reasons


def _listed(value: Any) -> bool:
    """Whether a value is a list of cards or of numbers."""
    return isinstance(value, tuple) and all(isinstance(part, Card | int) for part in value)


def _same_without(here: Moment, question: ValueQuestion, changed: dict[str, Any]) -> bool:
    """Whether the question, its answer and its reasons stay the same with these fields, and nothing new is told."""
    view = replace(here.view, **changed)
    try:
        again = question.again(view) if question.again is not None else None
        if again is None or (again.text, again.value, again.working) != (
            question.text,
            question.value,
            question.working,
        ):
            return False
        return tells_less(here.game, view, here.view)
    except Exception:  # a result without them may be impossible, and raise anything
        return False


def _bare(here: Moment, question: Question) -> bool:
    """Whether neither the value asked for nor its reasons depend on the cards in hand."""
    if not isinstance(question, ValueQuestion) or question.again is None:
        return False
    if not isinstance(here.view, HandView) or not here.view.hand:
        return False
    there = question.again(here.view.holding(()))
    if there is None or (there.text, there.value) != (question.text, question.value):
        return False
    return there.working == question.working


def numbers_deciding(here: Moment, question: Question) -> tuple[str, ...]:
    """The numeric house rules (a target, a number of hands) on which the answer depends."""
    options = here.view.options
    numeric = [name for name, spec in specs(type(options)).items() if isinstance(spec.kind, Whole)]
    return _deciding(
        here, question, options, numeric, lambda change: replace(here.view, options=replace(options, **change))
    )


def _left_deciding(here: Moment, question: Question) -> tuple[str, ...]:
    """The fields of a result that have their defaults, on which the answer depends, if the game's sentence asks."""
    if "deciding" not in rulebook(here.game.name).situation.get("score", ""):
        return ()
    view = here.view
    left = [name for name, spec in specs(type(view)).items() if not spec.per and getattr(view, name) == spec.default]
    return _deciding(here, question, view, left, lambda change: replace(view, **change))


def _deciding(
    here: Moment, question: Question, values_of: Any, names: Iterable[str], changed: Callable[[dict[str, Any]], Any]
) -> tuple[str, ...]:
    """Those of the fields `names` of `values_of` with another value of which the view has another answer."""
    game, known, again = here.game, specs(type(values_of)), _asked_at(here, question)
    right, context = question.answer_key, game.parse_context(here.view.players, here.view.options)

    def decides(name: str) -> bool:
        views = (changed({name: value}) for value in values(known[name], context, getattr(values_of, name), ()))
        schema = here.phase or game.scoring
        return any(asked_otherwise(again, view, right) and possible(game, schema, view) for view in views)

    return tuple(filter(decides, names))


def case(here: Moment, question: Question) -> Case:
    """The question as a `Case` for the proof of fairness."""
    schema = here.phase or here.game.scoring
    return Case(here.game, schema, here.view, _asked_at(here, question), _shown(here, question))


def unsound(here: Moment, question: Question, rng: Random, pairs: int = QUICK) -> tuple[tuple[str, ...], str]:
    """Faults of a question: the facts that decide it but are not shown, and the phrase that answers it."""
    shown = described(here, question)
    said = says(question, shown) or dictates(question, shown)
    return (() if said else undecided(case(here, question), rng, pairs)), said


def _asked_at(here: Moment, question: Question) -> Callable[[Any], Question | None]:
    """As `asked_of`, where only other answers matter: the question itself where the answer is the same."""
    again = question.asked_of
    answer_at = question.answer_at if isinstance(question, ValueQuestion) else None
    if answer_at is None:
        return again
    right = answer_at(here.view)
    return lambda view: question if answer_at(view) == right else again(view)
