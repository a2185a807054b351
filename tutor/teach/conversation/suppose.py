"""The command `suppose`: show what would follow a move, legal or not, on a copy of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.cards import lacking
from tutor.kernel.events import DECLARED, HAND_OVER, TRICK_ENDS, occurs
from tutor.kernel.judging import Verdict
from tutor.teach.conversation.moves import meant
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.rulings.consequences import event_text
from tutor.teach.rulings.explain import attempt_doc, short_attempt_doc
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.cards import Card
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move


def supposed(game: Game[Any], scene: Scene, text: str) -> list[Block]:
    """The ruling on the move `text`, then the rest of the trick, in which the others make their first legal moves."""
    if not text:
        return [Para(say("suppose.what"), "dim")]
    try:
        found = scene.judged(meant(game, *scene.seen(), text))
    except NoScene:
        return [Para(say("lesson.no_table"), "dim")]
    ruling = found.asked[0]
    told_as = short_attempt_doc if ruling.verdict is Verdict.NOT_HELD else attempt_doc
    doc: list[Block] = list(told_as(game, found, ruling))
    state: Any = scene.state
    if ruling.move is None or ruling.verdict is Verdict.NOT_HELD or state is None or not state.turn:
        return doc
    who = scene.learner or state.turn[0]
    told = _played_on(game, state, who, ruling.move) if who in state.turn else []
    if lacks := lacking(game.held(state, who), _declared(told, who)):
        missing = {"missing": tuple(lacks), "held": (), "fewer": (), "no_card": False, "title": found.phase.title}
        return [*doc, Para(say("ruling.not_held", **missing), "dim", 2)]
    if told:
        doc.append(Para(say("suppose.could" if ruling.legal else "suppose.could_not"), "dim"))
        doc += [Item("", line) for line in (event_text(game, event) for event in told) if line]
        doc.append(Para(say("suppose.back"), "dim"))
    return doc


def _declared(told: Iterable[Event], who: str) -> tuple[Card, ...]:
    """The cards that `who` would declare, which have to be held."""
    return tuple(c for event in told if event.what == DECLARED and event.seat == who for c in event.cards)


def _played_on(game: Game[Any], state: Any, who: str, move: Move) -> list[Event]:
    """The events if `who` makes the move, up to the end of the trick, or until the game cannot go on."""
    told: list[Event] = []
    try:
        state, more = game.due(state).act(state, who, move)
        told += more
        for _ in range(len(state.seats)):
            after, drawn = Scene(game, state=state).settled()
            state = after.state
            told += drawn
            if state.over or occurs(told, *TRICK_ENDS, HAND_OVER):
                break
            seat = state.turn[0]
            phase = game.due(state)
            choices = game.judge(state, seat).legal
            if not choices:
                break
            state, more = phase.act(state, seat, choices[0])
            told += more
    except (ValueError, LookupError, AssertionError):  # the game cannot go on after such an illegal move
        pass
    return told
