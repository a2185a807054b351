"""Questions about computed values, which authors name by paths with holes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card
from tutor.kernel.working import SINGLE, Part, Standing, as_int
from tutor.teach.drills.results import result_doc
from tutor.teach.lessons.computations import HandTold, computation_of
from tutor.teach.lessons.question_builder import about_value
from tutor.teach.questions.answer_hints import as_reason
from tutor.teach.questions.computation import computed as computed_at
from tutor.teach.results.said_numbers import written
from tutor.teach.results.sums import item
from tutor.teach.rulebooks.rulebook import Clause, rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Para
from tutor.teach.text.environment import environment
from tutor.teach.text.values import shown
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.events import ScoreLine
    from tutor.kernel.game import Game
    from tutor.teach.drills.drill_spec import DrillSpec
    from tutor.teach.drills.moments import Moment
    from tutor.teach.lessons.scene import Scene
    from tutor.teach.questions import ValueQuestion

FEW_PARTS: Final = 5
"""Up to so many parts of a sum are left to the learner beside what is asked about."""
_NAME: Final = re.compile(r"\{(\w+)\}")


def computed(here: Moment, of: str) -> dict[str, Any]:
    """The values that the path `of` may point into: those of `explain --json`, or of `score --json` for a result."""
    found = computed_at(here.game, here.phase, here.view)
    if here.phase is None or not of.startswith("legal"):
        return found
    return found | {"legal": [move.text for move in here.found.legal]}


def bound(data: Any, path: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """Every value that matches a path such as `facts.pips.{who}.{slot}`, with the bindings of its names.

    A name is bound to each key of a mapping or index of a list in turn, and `NAME_n` to its position from 0.
    """
    head, _, rest = path.partition(".")
    if not path:
        yield {}, data
        return
    places: dict[Any, Any] = {}
    if isinstance(data, Mapping):
        places = dict(data)
    elif isinstance(data, list | tuple):
        places = dict(enumerate(data))
    hole = _NAME.fullmatch(head)
    for number, (key, part) in enumerate(places.items()):
        if hole is not None or str(key) == head:
            own = {hole[1]: key, f"{hole[1]}_n": number} if hole is not None else {}
            for names, value in bound(part, rest):
                yield own | names, value


@cache
def expression(source: str) -> Any:
    """The Jinja expression `source`, compiled and cached; raises TemplateError if it is invalid."""
    return environment().compile_expression(source, undefined_to_none=False)


def holds(when: str, facts: Mapping[str, Any]) -> bool:
    """Whether the expression `when` is true for `facts`; an empty one is."""
    return not when or bool(expression(when)(**facts))


def value_question(here: Moment, entry: DrillSpec, rng: Random) -> ValueQuestion | None:
    """The question of `entry` about one of the matching values at this moment; None if none matches."""
    found = list(bound(computed(here, entry.of), entry.of))
    if not found:
        return None
    rng.shuffle(found)
    facts = here.scene.facts()
    for names, value in found:
        if holds(entry.when, facts | names | {"value": value}):
            return _valued(here, entry, names, value)
    return None


def _valued(
    here: Moment, entry: DrillSpec, names: Mapping[str, Any], value: Any, *, explained: bool = True
) -> ValueQuestion:
    """The question about this value; `names` are the bindings of the path's holes.

    The reason, which is slow to make, is included only if `explained`.
    """
    facts = {**here.scene.facts(), **names, "value": value}
    rule = words.clause(here.game.name, entry.clause)
    path = _NAME.sub(lambda hole: str(names[hole[1]]), entry.of)
    question = about_value(here.scene, path, value, sentence(entry.question, facts), rule, "")
    if explained:
        own = rule if as_reason(question.computation) else _deciding(here, entry, rule)
        question.why = sentence(entry.because, facts) if entry.because else own.rule or own.title

    def again(view: Any) -> ValueQuestion | None:
        there = replace(here, view=view)
        found = next(bound(computed(there, path), path), None)
        return None if found is None else _valued(there, entry, names, found[1], explained=False)

    def answer_at(view: Any) -> Any:
        return next((found for _, found in bound(computed(replace(here, view=view), path), path)), None)

    question.again, question.answer_at = again, answer_at
    return question


def _deciding(here: Moment, entry: DrillSpec, rule: Clause) -> Clause:
    """The rule given as the reason; for the end of a game, the neighbouring rule if that decided."""
    if here.phase is not None or entry.of != "outcome.game":
        return rule
    decided = rulebook(here.game.name).clauses.get(str(here.settled.outcome.get("clause", "")), rule)
    return decided if decided.section == rule.section else rule


def score_question(here: Moment, clause: str, rng: Random) -> ValueQuestion | None:
    """Ask for the points of a side if `clause` contributes to them, or for the winner by `clause`; None if neither."""
    done = here.settled
    lines = [line for line in done.lines if line.clause == clause and line.points]
    if lines:
        return _brings(here, clause, rng.choice(list(dict.fromkeys(line.to for line in lines))))
    if done.outcome.get("clause") != clause:
        return None
    if done.outcome.get("game") or done.outcome.get("hand"):
        return _wins(here, clause)
    return _brings(here, clause, rng.choice(list(done.scores))) if done.scores else None


def _brings(here: Moment, clause: str, to: str) -> ValueQuestion:
    """Ask for the points of `to` in the whole hand, with the lines of other clauses told."""
    done, scene, rule = here.settled, here.scene, words.clause(here.game.name, clause)
    stated = written(" ".join(block.text for block in result_doc(here.game, here.view) if isinstance(block, Para)))
    others = _told(done.lines, clause, to, stated.numbers)
    given = [(_counted(here.game, ident, done.lines, to), as_int(points)) for ident, points in others.items()]
    negative = any(n < 0 for n in done.scores.values())
    unit, counting = words.unit(here.game), rulebook(here.game.name).situation.get("counting", "")
    said = {"to": to, "given": given, "negative": negative, "costs": _costs(scene), "unit": unit, "counting": counting}
    text = say("drill.brings", **said)

    def again(view: Any) -> ValueQuestion | None:
        there = replace(here, view=view)
        return _brings(there, clause, to) if to in there.settled.scores else None

    question = about_value(scene, f"scores.{to}", as_int(done.scores[to]), text, rule, rule.rule or rule.title)
    question.again, question.told = again, tuple(others)
    question.answer_at = lambda view: replace(here, view=view).settled.scores.get(to)
    return question


def _counted(game: Game[Any], clause: str, lines: Sequence[ScoreLine], to: str) -> str:
    """What the lines of `clause` count for `to`: the cards, where these have no name of their own, else its item."""
    own = [line.facts for line in lines if line.to == to and line.clause == clause]
    cards = tuple(facts["captured"] for facts in own if facts.get("named") is False)
    return shown(game.pack.sort(cards)) if own and len(cards) == len(own) else item(game, clause)


def _told(lines: Sequence[ScoreLine], clause: str, to: str, shown: Container[float]) -> dict[str, float]:
    """The points of `to` by other clauses than the one asked about, which the question tells.

    Those that are counted from most parts are told, until few parts are left to be added. Of several the one that is
    counted most easily is not told, a single one only where the clause itself is about cards, and none where its points
    are `shown`.
    """
    others: dict[str, list[ScoreLine]] = {}
    for line in lines:
        if line.to == to and line.clause != clause and line.points and not _multiplies(line):
            others.setdefault(line.clause, []).append(line)
    effort = {ident: sum(map(_effort, some)) for ident, some in others.items()}
    by_effort = sorted(others, key=lambda ident: effort[ident], reverse=True)
    own = [line for line in lines if line.to == to and line.clause == clause]
    stands_there = len(own) == 1 and _effort(own[0]) == 1 and own[0].points in shown
    cards = any(_of_cards(value) for line in own for value in line.facts.values())
    told = [] if stands_there else by_effort[:-1] or by_effort * cards
    while told and sum(effort.values()) - sum(effort[ident] for ident in told[:-1]) <= FEW_PARTS:
        told = told[:-1]
    return {ident: sum(line.points for line in others[ident]) for ident in told}


def _of_cards(value: Any) -> bool:
    """Whether a fact is a card, or several."""
    return isinstance(value, Card) or (isinstance(value, tuple) and any(isinstance(one, Card) for one in value))


def _effort(line: ScoreLine) -> int:
    """The number of parts that a line is counted from."""
    return 1 if line.how is None else sum(_parts(part) for part in line.how.parts)


def _parts(part: Part) -> int:
    return 1 if part.inner is None else sum(map(_parts, part.inner.parts))


def _multiplies(line: ScoreLine) -> bool:
    """Whether a line repeats or multiplies the others, so that telling it would give them away."""
    return line.how is not None and any(part.name == SINGLE for part in line.how.parts)


def _wins(here: Moment, clause: str) -> ValueQuestion:
    """Ask who wins the game, or the hand if results do not tell about the game."""
    done, scene, rule = here.settled, here.scene, words.clause(here.game.name, clause)
    game = done.outcome.get("game") is not None
    winners = list(done.outcome["game" if game else "hand"])
    counted = {side: as_int(n) for side, n in done.scores.items()}
    told = counted if any(counted.values()) else {}
    path = f"outcome.{'game' if game else 'hand'}"
    question = about_value(scene, path, winners, "", rule, rule.rule or rule.title)
    working, computation = question.working, question.computation
    shared = isinstance(working, Standing) and working.shared
    facts = {"counted": told, "costs": _costs(scene), "shared": shared, "sides": question.of_sides}
    question = replace(question, text=say("drill.wins_game" if game else "drill.wins_hand", **facts))
    if told and computation is not None:
        question.computation = HandTold(computation.game, computation.phase, computation.view, computation.path)
    question.again = lambda view: _wins(replace(here, view=view), clause)
    return question


def _costs(scene: Scene) -> bool:
    """Whether points are penalties."""
    computation = computation_of(scene, "outcome.game")
    return computation is not None and isinstance(computation.working, Standing) and computation.working.lowest
