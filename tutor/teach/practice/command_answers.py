"""The commands at a table that change nothing there, with their replies."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card
from tutor.kernel.events import PLAYED, TRICK_ENDS
from tutor.kernel.history import cut
from tutor.kernel.phase import Phase
from tutor.kernel.position import PositionQuestion
from tutor.kernel.view_types import TrickOnTable
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.practice import table
from tutor.teach.practice.match import Match, hand_started
from tutor.teach.practice.move_input import move_text
from tutor.teach.practice.saves import text_of
from tutor.teach.results.workings import lines
from tutor.teach.rulebooks.reading import rules_doc, rules_named
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import event_text
from tutor.teach.rulings.explain import explain_doc, short_attempt_doc
from tutor.teach.tables.tabletop import pile_of, piles_of
from tutor.teach.tables.tabletop_builder import phrase
from tutor.teach.text.doc import Block, Para, Pre, TableDrawing
from tutor.teach.text.files import path_of, write_whole
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.teach.practice.hinting import Ladder
    from tutor.teach.practice.table_session import TableSession

LAST: Final = "last"
"""The name of the pile that is the last trick."""


def no_decision(seated: TableSession) -> str:
    """The reason why there is no decision; "" if one is due."""
    return "" if seated.match.due else say("practice.nothing_due", over=seated.match.over)


def no_help(seated: TableSession) -> str:
    """The reason why there is no help before a move; "" if there is."""
    return no_decision(seated) or ("" if seated.match.setup.assist.hints else say("practice.no_help"))


def nobody_to_wait_for(seated: TableSession) -> str:
    """The reason why the others cannot go first; "" if they can."""
    return no_decision(seated) or ("" if seated.match.shared else say("practice.no_wait"))


def no_last_trick(seated: TableSession) -> str:
    """The reason why there is no last trick to look at; "" if there is."""
    game = seated.match.game
    return "" if LAST in piles_of(game) else say("practice.no_pile", title=game.title, last=True)


def no_pile(seated: TableSession) -> str:
    """The reason why there is no pile to look through; "" if there is."""
    game = seated.match.game
    return "" if set(piles_of(game)) - {LAST} else say("practice.no_pile", title=game.title, last=False)


def hint(seated: TableSession, rest: str) -> list[Block]:
    """The next hint, then advice, and after that its first sentence.

    Hints are about what to look at; where rules are against some moves, and the question does not name those they
    leave, about these rules first, unless an attempt was refused by them.
    """
    from tutor.teach.practice.hinting import Ladder, hints, in_short
    from tutor.teach.questions.refusals import free

    match, decision = seated.match, seated.decision
    found = match.judged()
    wise = len(found.legal) == 1 or free(found) or bool(table.calls(match.game, found))
    several = len(found.legal) > 1
    ladder = hints(match, found, wise=wise, refused=bool(decision.clauses)) if several else Ladder((), (), frozenset())
    rungs = ladder.rungs
    if decision.advised and decision.rung >= len(rungs) and several:
        return in_short(match.record, *match.advice())
    told = decision.hint(rungs)
    decision.answered = not wise and (decision.rung > 1 or bool(decision.clauses))
    if decision.rung <= len(rungs):
        return told
    if wise:
        seated.decision.helped = True
    return [*told, *_advised(seated, ladder)]  # the answer shown counts


def advice(seated: TableSession, rest: str) -> list[Block]:
    """The adviser's move with reasons."""
    seated.decision.helped = True
    return _advised(seated)


def _advised(seated: TableSession, after: Ladder | None = None) -> list[Block]:
    """Advice, `after` hints that need not be repeated."""
    from tutor.teach.practice.advising import advised
    from tutor.teach.questions.decision_hints import allowed_hint

    match, seated.decision.advised = seated.match, True
    seated.advised.add(len(match.record.states))
    found = match.judged()
    listed = after is not None or seated.decision.answered or bool(table.calls(match.game, found))
    told, known = (after.rungs, after.known) if after is not None else ((), frozenset())
    ruled = bool(told) and allowed_hint(match.game, found) in told
    return advised(match.record, match.seat, *match.advice(), listed=listed, ruled=ruled, told=told, known=known)


def suppose(seated: TableSession, rest: str) -> list[Block]:
    """Play a move out in a copy, with hidden hands dealt at random."""
    from tutor.teach.conversation.suppose import supposed
    from tutor.teach.lessons.scene import Scene

    match = seated.match
    state: Any = match.game.determinize(match.record.state, match.seat, match.chance("suppose"))
    return supposed(match.game, Scene(match.game, match.seat, state=state), move_text(match, rest) if rest else "")


def rules(seated: TableSession, rest: str) -> list[Block]:
    """The clauses named in `rest`; without it, those of the decision, or of the last events."""
    match = seated.match
    return rules_blocks(match.game, *match.moment, rest) if match.due else rules_of_end(match, rest)


def position(seated: TableSession, rest: str) -> list[Block]:
    """The decision due, or the last one, as a line for `tutor explain`."""
    match = seated.match
    asked = match if match.due else match.earlier()
    if asked is None:
        return [Para(say("practice.nothing_due", over=match.over), "dim")]
    line = shlex.join(["tutor", "explain", match.game.name, *asked.position.split()])
    return [Para(say("practice.position", due=match.due), "dim"), Pre(line)]


def last_blocks(match: Match) -> list[Block]:
    """The last trick: who played what, and who won it."""
    name = say("table.last")
    events = [event for entry in match.record.entries[hand_started(match.record) :] for event in entry.events]
    end = max((at for at, event in enumerate(events) if event.what in TRICK_ENDS), default=-1)
    begin = max((at + 1 for at, event in enumerate(events[: max(end, 0)]) if event.what in TRICK_ENDS), default=0)
    played = [(event.seat, event.cards) for event in events[begin : end + 1] if event.what == PLAYED]
    if not played:
        held = pile_of(match.game, match.record.state, match.seat, LAST) or ()
        return [Para(say("practice.pile", name=name, held=held))]
    return [Para(say("practice.last_trick", name=name, played=played, winner=events[end].seat))]


def pile_blocks(match: Match) -> list[Block]:
    """The piles that the learner may look through; after a hand as they were at its end."""
    game, record = match.game, match.record
    state = record.state if match.due else record.before_last
    held = {name: pile_of(game, state, match.seat, name) for name in piles_of(game) if name != LAST}
    there = {phrase(game, name, {}): cards for name, cards in held.items() if cards is not None}
    if not there:
        return [Para(say("practice.pile", name=say("table.pile"), held=()))]
    return [Para(say("practice.pile", name=name, held=game.arranged(cards, state))) for name, cards in there.items()]


def legal(seated: TableSession, rest: str) -> list[Block]:
    """Every move with its ruling; at level `ask`, a reminder to try first comes once."""
    match, decision = seated.match, seated.decision
    if not match.setup.assist.lists and decision.slip is None and not decision.told:
        decision.told = True
        return [Para(say("practice.ask_first"), "dim")]
    decision.helped = True
    phase, view = match.moment
    return [
        block
        for block in explain_doc(match.game, PositionQuestion(phase, view))
        if not isinstance(block, Para | TableDrawing)
    ]


def why_blocks(match: Match, text: str) -> list[Block]:
    """The ruling on the move `text`; without it, on the last refused move, else the reason for the last event."""
    last = match.record.entries[-1:]
    if not text and last and not last[0].made:
        text = last[0].text
    if text and match.due:
        found = match.judged(move_text(match, text))
        ruling = found.asked[0]
        return [
            *short_attempt_doc(match.game, found, ruling),
            *(rule(match.game, ruling.clause) if ruling.step else ()),
        ]
    event = next((event for event in reversed(match.record.events) if event.clause), None)
    if event is None:
        return [Para(say("practice.why_nothing"), "dim")]
    return [Para(event_text(match.game, event)), *_trick(match, event), *rule(match.game, event.clause)]


def _trick(match: Match, event: Event) -> list[Block]:
    """Card by card, why a trick was won; nothing of other events."""
    ended = ((at, entry) for at, entry in enumerate(match.record.entries) if any(one is event for one in entry.events))
    at, entry = next(ended, (0, None))
    if event.what not in TRICK_ENDS or entry is None:
        return []
    before = cut(match.record, at).state
    phase = match.game.due(before)
    view = phase.see(before, entry.seat)
    last = next((one.cards for one in entry.events if one.what == PLAYED), ())
    if not isinstance(view, TrickOnTable) or not view.trick or not last:
        return []
    laid = last if isinstance(view.trick[0], Card) else (last,)  # everybody may play several cards
    found = phase.workings(replace(view, trick=(*view.trick, *laid))).get("winner")  # type: ignore[type-var]
    return [Para(" ".join(lines(match.game, found)), indent=2)] if found is not None else []


def rule(game: Game[Any], ident: str) -> list[Block]:
    """The clause that decided, in full."""
    clause = words.clause(game.name, ident)
    return [Para(say("practice.why_rule", title=clause.title, text=clause.text), indent=2)]


def rules_blocks(game: Game[Any], phase: Phase[Any, Any], view: Any, wanted: str = "") -> list[Block]:
    """The clauses that `wanted` names; without it, all duties and rights of the decision."""
    if wanted:
        return rules_named(game, wanted)
    idents = dict.fromkeys([phase.clause, *(duty.clause for duty in phase.duties(view))])
    blocks = [block for ident in idents for block in rules_doc(game, ident) or ()]
    return [*blocks, Para(say("practice.rules_more", game=game.name), "dim")]


def rules_of_end(match: Match, wanted: str) -> list[Block]:
    """At the end: the clauses that `wanted` names; without it, those of the last events."""
    last = next((entry for entry in reversed(match.record.entries) if entry.made and entry.events), None)
    idents = dict.fromkeys(event.clause for event in (last.events if last else ()) if event.clause)
    if wanted:
        return rules_named(match.game, wanted)
    if not idents:
        return [Para(say("practice.rules_more", game=match.game.name), "dim")]
    return [block for ident in idents for block in rules_doc(match.game, ident) or ()]


def warnings(seated: TableSession, rest: str) -> list[Block]:
    """Switch warnings of lapsing rights as `rest` says, and tell whether they are on."""
    if rest.lower() in ("on", "off"):
        seated.match.set(warns=rest.lower() == "on")
        seated.keep()
    return [Para(say("practice.warnings", on=seated.match.setup.warns), "dim")]


def save_blocks(match: Match, name: str) -> list[Block]:
    """Write the record of the game to a new file called `name`, with the settings and names at this table."""
    if not name:
        return [Para(say("practice.save_where"), "dim")]
    try:
        path = path_of(name)
        write_whole(path, [text_of(match)], fresh=True)
    except FileExistsError:
        return [Para(say("practice.save_there", path=name), "warn")]
    except (OSError, RuntimeError, ValueError) as why:
        return [Para(say("practice.save_failed", path=name, why=getattr(why, "strerror", "") or str(why)), "warn")]
    return [Para(say("practice.save_done", path=name, game=match.game.name, over=match.over))]


ROWS: Final[tuple[CommandRow[TableSession], ...]] = (
    CommandRow(cmd.HINT, hint, absent=no_help),
    CommandRow(cmd.WHY, lambda seated, rest: why_blocks(seated.match, rest), "[MOVE]", help="practice.command_why"),
    CommandRow(cmd.LEGAL, legal, absent=no_help, help="practice.command_legal"),
    CommandRow(cmd.ADVICE, advice, absent=no_help, more=("advice.help_how", "advice.help_sure", "advice.help_bids")),
    CommandRow(cmd.SUPPOSE, suppose, "MOVE", absent=no_decision),
    CommandRow(cmd.WAIT, lambda seated, _: seated.wait(), absent=nobody_to_wait_for),
    CommandRow(cmd.SHOW, lambda seated, _: seated.show(), help="practice.command_show"),
    CommandRow(cmd.LAST, lambda seated, _: last_blocks(seated.match), absent=no_last_trick),
    CommandRow(cmd.PILE, lambda seated, _: pile_blocks(seated.match), absent=no_pile),
    CommandRow(cmd.RULES, rules, "[WORD]", help="practice.command_rules"),
    CommandRow(cmd.WARNINGS, warnings, "[on|off]"),
    CommandRow(cmd.POSITION, position),
)
"""The rows of commands available at every table."""
