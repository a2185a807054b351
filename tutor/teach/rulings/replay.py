"""The document and the JSON of `tutor replay`: a record told move by move, with rulings on refused moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel import record
from tutor.kernel.faults import UserFault
from tutor.kernel.history import NO_CLAUSE, HistoryEntry, Record
from tutor.kernel.position import PositionQuestion
from tutor.teach.practice import standings, table
from tutor.teach.practice.saves import setup_of
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import event_text
from tutor.teach.rulings.explain import attempt_doc
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Para, TableDrawing
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.names import Names, names_at
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game

SCHEMA: Final = "tutor.replay/1"


def replay_doc(text: str) -> Doc:
    """Tell the game in `text`, a record or its share code, from the start; raises BadRecord."""
    found = record.read_any(text)
    game, first = found.game, found.states[0]
    out: list[Block] = [Heading(say("replay.title", title=game.title, players=first.players), 1)]
    names = names_of(text)
    if not names.learner:
        out.append(Para(say("replay.people", names=names)))
    options = words.options_text(game, first.options)
    if options:
        out.append(Para(options, "dim"))
    told = 0
    for at, entry in enumerate(found.entries):
        if entry.made:
            continue
        out += table.happened(found, told, at, spaced=True)
        told = at + 1
        out += _refused(found, at, entry)
    out += [*table.happened(found, told, spaced=True, following=False), Gap()]
    if found.state.over:
        out.append(Para(say("practice.won", winners=game.winners(found.state)), "good"))
    elif found.entries and table.ended_hand_at(found, len(found.entries) - 1):
        return worded(game, (*out, Para(say("replay.open", seats=[]), "dim")))
    else:
        out.append(TableDrawing(table_of(game, found.state, "")))
        out.append(Para(say("replay.open", seats=list(found.state.turn)), "dim"))
    return worded(game, (*out, *standings.sheet(_standing(found))))


def names_of(text: str) -> Names:
    """Names of the players in a record: those in the record, else the usual ones."""
    found, setup = record.read_any(text), setup_of(text)
    game, state = found.game, found.states[0]
    learner, chosen = (setup.seat, setup.names) if setup and setup.seat in game.seats(state.players) else ("", ())
    return names_at(game, state.players, state.options, learner, chosen)


def _refused(found: Record[Any], at: int, entry: HistoryEntry) -> list[Block]:
    """A refused move, with its ruling."""
    judgement = found.game.judge(found.before(at), entry.seat, entry.text)
    return [
        Para(say("replay.tried", who=entry.seat, move=mark("m", entry.text))),
        *attempt_doc(found.game, judgement, judgement.asked[0]),
    ]


def replay_json(text: str) -> dict[str, Any]:
    """The game in `text` as a JSON object: set-up, moves, events, scores, winners; raises BadRecord."""
    found = record.read_any(text)
    game, first = found.game, found.states[0]
    return {
        "schema": SCHEMA,
        "game": game.name,
        "options": first.options.changed(),
        "players": first.players,
        "dealer": first.dealer,
        "stage": found.stage,
        "moves": [_move(found, at, entry) for at, entry in enumerate(found.entries)],
        "events": [_event(found, at, event) for at, entry in enumerate(found.entries) for event in entry.events],
        "over": found.state.over,
        "turn": list(found.state.turn),
        "scores": dict(_standing(found)),
        "winners": list(game.winners(found.state)) if found.state.over else [],
    }


def _move(found: Record[Any], at: int, entry: HistoryEntry) -> dict[str, Any]:
    out: dict[str, Any] = {"seat": entry.seat, "move": entry.text, "legal": entry.made}
    if entry.made:
        return out
    judgement = found.game.judge(found.before(at), entry.seat, entry.text)
    ruling = judgement.asked[0]
    clause = "" if entry.clause == NO_CLAUSE else entry.clause
    text = unmarked(words.ruling_text(found.game, judgement, ruling))
    return out | {"verdict": ruling.verdict.value, "clause": clause, "text": text}


def _event(found: Record[Any], at: int, event: Any) -> dict[str, Any]:
    return {
        "move": at,
        "what": event.what,
        "seat": event.seat,
        "cards": [c.text for c in event.cards],
        "clause": event.clause,
        "text": unmarked(event_text(found.game, event)),
    }


def _standing(found: Record[Any]) -> Any:
    """The score sheet; empty for a record without entries or set-up."""
    return found.game.standing(found.state) if found.entries or found.stage else {}


class NothingDue(UserFault, LookupError):
    """At the end of a record no decision is due; the message says why."""


def question_of(text: str, asked: tuple[str, ...]) -> tuple[Game[Any], PositionQuestion]:
    """The decision due at the end of a record, seen by the player to act; raises BadRecord or `NothingDue`."""
    found = record.read_any(text)
    state = found.state
    if state.over or state.chance is not None or not state.turn:
        raise NothingDue(say("replay.nothing_due", over=state.over))
    phase = found.game.due(state)
    return found.game, PositionQuestion(phase, phase.see(state, state.turn[0]), asked)
