"""What a player at the table is shown: what happened, whose turn it is, the hand by suits, the score.

Everything is made from a view or from events, so that a review of a slip looks like the moment itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.events import Event
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.phase import Judgement, Phase
from tutor.teach import ruling as words
from tutor.teach.doc import Block, Gap, Item, Para, Table, mark
from tutor.teach.rulebook import rulebook
from tutor.teach.words import say, sentence, shown

LISTED: Final = 12
"""Legal moves that are named at each turn at the most."""
ROUTINE: Final = frozenset({"played", "called", "picked", "passed", "drew", "discarded"})
"""Events that follow each other in one line: what the players do, as against what comes of it."""


# -- what happened -------------------------------------------------------------------------------------


def told(game: Game[Any], events: Iterable[Event]) -> list[Block]:
    """What happened, in order: what players did in one paragraph, what came of it each in its own."""
    out: list[Block] = []
    for routine, group in groupby(events, key=lambda event: event.what in ROUTINE):
        said = [(event, words.event_text(game, event)) for event in group]
        said = [(event, text) for event, text in said if text]
        if routine and said:
            out.append(Para(" ".join(text for _, text in said)))
            continue
        for event, text in said:
            out.append(Item("", text, event.clause) if event.what == "scored" else Para(text))
    return out


def happened(record: Record[Any], since: int, until: int | None = None) -> list[Block]:
    """What happened from entry number `since` on (before `until`), with the score sheet between hands."""
    out: list[Block] = []
    waiting: list[Event] = []
    made = sum(entry.made for entry in record.entries[:since])
    for entry in record.entries[since:until]:
        if not entry.made:
            continue
        made += 1
        waiting += entry.events
        if any(event.what == "hand over" for event in entry.events) and not record.states[made].over:
            out += [*told(record.game, waiting), *sheet(record.game.standing(record.states[made]))]
            waiting = []
    return out + told(record.game, waiting)


# -- the moment ----------------------------------------------------------------------------------------


def turn(game: Game[Any], found: Judgement[Any], *, others: bool = False, bare: bool = False) -> list[Block]:
    """What is to be done, with all that is needed to decide; `bare` without what `full` shows. `others` may act too."""
    phase, view = found.phase, found.view
    trick, held = getattr(view, "trick", None), getattr(view, "hand", ())
    lead = trick == () and getattr(view, "leader", None) == found.actor
    facts = {"title": phase.title, "others": others}
    if held:
        suits = {c.suit for c in held if isinstance(c, Card)}
        unheld = [s for s in trumps(phase, view) or () if s not in suits]
        led = trick[0] if isinstance(trick, tuple) and trick else ()
        text = say("practice.turn", lead=lead, led=led, trumps=[] if bare else unheld, **facts)
        return [Para(text, "ask"), *([] if bare else hand(phase, view))]
    text = say("practice.turn", lead=False, led=(), trumps=(), **facts)
    return [*([] if bare else [Para(situation(game, phase, view))]), Para(text, "ask")]


def ended_hand(record: Record[Any], since: int) -> bool:
    """Whether a hand has ended since entry number `since`."""
    return any(event.what == "hand over" for entry in record.entries[since:] for event in entry.events)


def situation(game: Game[Any], phase: Phase[Any, Any], view: Any) -> str:
    """The table in the rulebook's words, without the hand where that is shown apart."""
    own = rulebook(game.name).situation.get(phase.name)
    if own and getattr(view, "hand", None):
        return sentence(own, words.seen(phase, view) | {"actor": None, "facts": phase.facts(view)})
    return words.situation(game, phase, view)


def hand(phase: Phase[Any, Any], view: Any) -> list[Block]:
    """The cards in hand, a row for each suit, trumps marked; nothing where the hand has no part in the decision."""
    held = getattr(view, "hand", ())
    if not isinstance(held, tuple):
        return []
    return rows(phase.pack.sort(held), trumps(phase, view) or ())


def rows(held: Cards, trump: Sequence[str]) -> list[Block]:
    """`held`, which is sorted, with a row for each suit."""
    out: list[Block] = []
    for letter, group in groupby(held, key=lambda c: "" if c.joker else c.suit):
        cards = list(group)
        if letter:
            label = say("practice.suit_row", letter=letter, trump=letter in trump)
            out.append(Item(label, " ".join(mark("c", c.rank) for c in cards)))
        else:
            label = say("practice.joker_row" if cards[0].joker and len(out) else "practice.hand_row")
            out.append(Item(label, shown(cards)))
    return out


def trumps(phase: Phase[Any, Any], view: Any) -> tuple[str, ...] | None:
    """The suits that are trumps, none if the game is played without; None if nothing is known of trumps here."""
    found = phase.facts(view).get("trumps")
    if isinstance(found, list | tuple) and all(isinstance(s, str) and s in SUITS for s in found):
        return tuple(found)
    suit = getattr(view, "trump", None)
    return (tuple(suit) if suit in SUITS else None) if isinstance(suit, str) else None


def legal_now(found: Judgement[Any]) -> Para:
    """The legal moves in one line."""
    moves = found.legal
    some = moves if len(moves) <= LISTED else moves[: LISTED - 2]
    return Para(say("practice.legal_now", moves=some, n=len(moves)), "dim")


def full(game: Game[Any], phase: Phase[Any, Any], view: Any) -> list[Block]:
    """The whole table in words, then the hand."""
    return [Para(situation(game, phase, view)), *hand(phase, view)]


# -- the score -----------------------------------------------------------------------------------------


def sheet(standing: Mapping[str, float]) -> list[Block]:
    """The score sheet, the best first."""
    ordered = sorted(standing.items(), key=lambda item: -item[1])
    head = tuple(say("practice.standing_head").split("|"))
    rows_ = tuple((mark("s", side), shown(float(points))) for side, points in ordered)
    return [Gap(), Table(head, rows_, right=(1,)), Gap()] if rows_ else []


def standing_line(standing: Mapping[str, float]) -> str:
    """The score sheet in one line, empty before anybody has scored."""
    if not any(standing.values()):
        return ""
    return say("practice.standing_line", sheet={side: float(n) for side, n in standing.items()})
