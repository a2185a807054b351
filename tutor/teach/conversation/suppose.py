"""Suppose you could: a move, legal or not, played out in a copy of the game, and a step back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.events import HAND_OVER, TRICK_ENDS, occurs
from tutor.kernel.phase import Verdict, judge
from tutor.teach import ruling as words
from tutor.teach.conversation.moves import meant
from tutor.teach.explain import attempt_doc
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move


def supposed(game: Game[Any], scene: Scene, text: str) -> list[Block]:
    """What would follow from the move: the ruling, then the rest of the trick with the others' first legal moves."""
    if not text:
        return [Para(say("suppose.what"), "dim")]
    try:
        found = scene.judged(meant(game, *scene.seen(), text))
    except NoScene:
        return [Para(say("lesson.no_table"), "dim")]
    ruling = found.asked[0]
    doc: list[Block] = list(attempt_doc(game, found, ruling))
    state: Any = scene.state
    if ruling.move is None or ruling.verdict is Verdict.NOT_HELD or state is None or not state.turn:
        return doc
    who = scene.learner or state.turn[0]
    told = _played_on(game, state, who, ruling.move) if who in state.turn else []
    if told:
        doc.append(Para(say("suppose.could" if ruling.legal else "suppose.could_not"), "dim"))
        doc += [Item("", line) for line in (words.event_text(game, event) for event in told) if line]
        doc.append(Para(say("suppose.back"), "dim"))
    return doc


def _played_on(game: Game[Any], state: Any, who: str, move: Move) -> list[Event]:
    """What happens if `who` makes the move, up to the end of the trick; as far as anything follows from it."""
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
            choices = judge(phase, phase.see(state, seat)).legal
            if not choices:
                break
            state, more = phase.act(state, seat, choices[0])
            told += more
    except (ValueError, LookupError, AssertionError):  # a move so far from legal that no game goes on from it
        pass
    return told
