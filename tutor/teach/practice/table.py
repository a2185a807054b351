"""What a player at the table is shown: what happened, whose turn it is, the hand by suits, the score.

Everything is made from a view or from events, so that a review of a slip looks like the moment itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby
from typing import Any, Final

from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.events import Event
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.phase import Judgement, Phase
from tutor.teach import ruling as words
from tutor.teach.practice.match import Match
from tutor.teach.rulebook import rulebook
from tutor.teach.text.doc import Block, Gap, Item, Para, Table, mark
from tutor.teach.text.words import say, sentence, shown

LISTED: Final = 12
"""Legal moves that are named at each turn at the most."""
ROUTINE: Final = frozenset({"played", "called", "picked", "passed", "drew", "discarded"})
"""Events that follow each other in one line: what the players do, as against what comes of it."""

SETTLING: Final = frozenset({"scored", "hand over"})
"""Events of the settling of a hand, which the score sheet follows."""


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


def happened(record: Record[Any], since: int, until: int | None = None, *, last: bool = False) -> list[Block]:
    """What happened from entry number `since` on (before `until`), with the score sheet between hands.

    `last` says that nothing more is played, whatever hand might begin: what follows is the end of it all.
    """
    out: list[Block] = []
    waiting: list[Event] = []
    made = sum(entry.made for entry in record.entries[:since])
    end = len(record.entries) if until is None else until
    for at in range(since, end):
        made += record.entries[at].made
        events = record.entries[at].events
        settled = max((i + 1 for i, event in enumerate(events) if event.what in SETTLING), default=0)
        if not ended_hand_at(record, at) or record.states[made].over:
            waiting += events
        elif last and at == end - 1:
            waiting += events[:settled]
        else:
            out += [
                *told(record.game, (*waiting, *events[:settled])),
                *sheet(record.game.standing(record.states[made])),
            ]
            waiting = list(events[settled:])
    return out + told(record.game, waiting)


# -- the moment ----------------------------------------------------------------------------------------


def turn(
    game: Game[Any], found: Judgement[Any], own: Cards = (), *, others: bool = False, bare: bool = False
) -> list[Block]:
    """What is to be done, with all that is needed to decide; `bare` without what `full` shows.

    `own` is the hand, which a bid is made with though no rule asks for it. `others` may act as well.
    """
    phase, view = found.phase, found.view
    facts: dict[str, Any] = {"title": phase.title, "others": others, "lead": False, "led": (), "beat": (), "trumps": ()}
    held = getattr(view, "hand", ())
    if not held:
        ask = Para(say("practice.turn", **facts), "ask")
        seen = [] if phase.holds(view) else hand(phase, view, own)
        return [ask] if bare else [Para(situation(game, phase, view)), ask, *seen]
    trick, beat = getattr(view, "trick", None), getattr(getattr(view, "to_beat", None), "cards", None)
    before: list[Block] = []
    if isinstance(trick, tuple) and getattr(view, "leader", None) is not None:
        facts |= {"led": trick[0]} if trick else {"lead": view.leader == found.actor}
    elif beat is not None:
        facts |= {"beat": beat, "lead": not beat}
    elif not bare:  # calls so far, the card to be matched: whatever the rulebook says there is
        before = [Para(situation(game, phase, view))]
    if not bare:
        suits = {c.suit for c in held}
        facts["trumps"] = [s for s in trumps(phase, view) or () if s not in suits]
    return [*before, Para(say("practice.turn", **facts), "ask"), *([] if bare else hand(phase, view))]


def ended_hand(record: Record[Any], since: int) -> bool:
    """Whether a hand has ended since entry number `since`."""
    return any(ended_hand_at(record, at) for at in range(since, len(record.entries)))


def ended_hand_at(record: Record[Any], at: int) -> bool:
    """Whether a hand ended with entry number `at`."""
    return any(event.what == "hand over" for event in record.entries[at].events)


def situation(game: Game[Any], phase: Phase[Any, Any], view: Any) -> str:
    """The table in the rulebook's words, without the hand where that is shown apart."""
    own = rulebook(game.name).situation.get(phase.name)
    if own and getattr(view, "hand", None):
        return sentence(own, words.seen(phase, view) | {"actor": None, "facts": phase.facts(view)})
    return words.situation(game, phase, view)


def hand(phase: Phase[Any, Any], view: Any, own: Cards = ()) -> list[Block]:
    """The cards in hand (`own` where the decision does not depend on them), a row for each suit, trumps marked."""
    held = getattr(view, "hand", None) or own
    return rows(phase.pack.sort(held), trumps(phase, view) or (), mixed_trumps(phase, view))


def rows(held: Cards, trump: Sequence[str], trump_cards: Set[Card] = frozenset()) -> list[Block]:
    """`held`, which is sorted, by suits: `trump` are the suits of trumps, `trump_cards` trumps of several suits.

    A hand that is not sorted by suits stays in one row.
    """
    above = [c for c in held if c in trump_cards]
    rest = [c for c in held if c not in trump_cards]
    out: list[Block] = [Item(say("practice.trump_row"), shown(above))] if above else []
    groups = [(letter, list(group)) for letter, group in groupby(rest, key=lambda c: c.suit)]
    if len({letter for letter, _ in groups}) < len(groups):
        groups = [("", rest)]
    for letter, cards in groups:
        if letter:
            label = say("practice.suit_row", letter=letter, trump=letter in trump)
            out.append(Item(label, " ".join(mark("c", c.rank) for c in cards)))
        else:
            out.append(Item(say("practice.joker_row" if out and cards[0].joker else "practice.hand_row"), shown(cards)))
    return out


def mixed_trumps(phase: Phase[Any, Any], view: Any) -> frozenset[Card]:
    """All trumps of a game that has trumps of several suits at once; none where whole suits are trumps."""
    is_trump = getattr(view, "is_trump", None)
    if not callable(is_trump):
        return frozenset()
    found = frozenset(c for c in phase.pack.order if is_trump(c))
    return found if len({c.suit for c in found}) > 1 else frozenset()


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


def full(game: Game[Any], phase: Phase[Any, Any], view: Any, own: Cards = ()) -> list[Block]:
    """The whole table in words, then the hand."""
    return [Para(situation(game, phase, view)), *hand(phase, view, own)]


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


def status(match: Match, slips: int, *, moving: bool) -> tuple[str, ...]:
    """What the toolbar says: game, trumps (while the learner is `moving`), score, slips."""
    parts = [match.game.title]
    suits = trumps(*match.moment) if moving else None
    if suits is not None:
        parts.append(say("practice.trumps", suits=suits) if suits else say("practice.no_trumps"))
    parts.append(standing_line(match.standing))
    parts.append(say("practice.slips_so_far", n=slips) if slips else "")
    return tuple(part for part in parts if part)
