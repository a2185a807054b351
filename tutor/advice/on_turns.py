"""Reasons for a play in games whose view does not say what beats what: the engine is asked what comes of it at once.

Who wins the trick on the table, what totals are counted, whether play stops and who starts again, which pots are taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tutor.advice.case import WORLDS, Case, Reason
from tutor.kernel.cards import Card
from tutor.kernel.moves import Move

MOST: Final = 1000
"""Moves of which it is found out what they count, and whether they win."""
OFTEN: Final = 0.5
"""The share of sampled deals from which on something is said to come about."""


def at_once(case: Case) -> Iterator[Reason]:
    """Everything that follows from the play itself, the most telling first."""
    if not case.move.cards or hasattr(case.view, "beats") or hasattr(case.view, "to_beat"):
        return
    yield from _pots(case)
    yield from _trick(case)
    yield from _totals(case)
    yield from _stops(case)


def _events(case: Case, world: Any, move: Move) -> tuple[Any, ...]:
    events: tuple[Any, ...] = case.phase.act(world, case.seat, move).events
    return events


def _won(case: Case, world: Any, move: Move) -> bool | None:
    """Whether the own side wins a trick with this play; None if no trick is decided by it."""
    for event in _events(case, world, move):
        if event.what == "trick won":
            return event.seat in case.friends
    return None


def _pots(case: Case) -> Iterator[Reason]:
    for event in _events(case, case.state, case.move):
        if event.what == "pot taken" and event.seat == case.seat:
            yield Reason("takes_pot", {"move": case.move, "chips": event.facts["chips"]})


def _trick(case: Case) -> Iterator[Reason]:
    """A trick that one card answers: certain for the last to play, sampled where the answer is still to come."""
    if case.sampled is None or len(case.move.cards) != 1 or case.wants_tricks is False:
        return
    worlds = case.sampled.worlds[:WORLDS]
    won = [_won(case, world, case.move) for world in worlds]
    if not won or None in won:
        return
    trick = getattr(case.view, "trick", ())
    singles = [m for m in case.moves if len(m.cards) == 1]
    if not trick:
        held = sum(map(bool, won))
        if held >= OFTEN * len(won):
            yield Reason("wins_often", {"move": case.move, "held": held, "deals": len(won)}, sampled=True)
        elif _lowest(case, singles):
            yield Reason("gives_up_low", {"c": case.move.cards[0], "suit_": case.move.cards[0].suit})
        return
    winners = tuple(m.cards[0] for m in singles if _won(case, worlds[0], m))
    if won[0] and len(winners) < len(singles):
        others = tuple(c for c in winners if c is not case.move.cards[0])
        yield Reason("takes_it", {"c": case.move.cards[0], "others": others})
    elif not winners and len(singles) > 1:
        yield Reason("none_wins", {"c": case.move.cards[0], "n": len(singles)})


def _lowest(case: Case, singles: Sequence[Move]) -> bool:
    """Whether the card is the lowest of several of its suit; packs are in order from high to low."""
    c, place = case.move.cards[0], case.game.pack.place
    row = [m.cards[0] for m in singles if m.cards[0].suit == c.suit]
    return len(row) > 1 and place[c] == max(place[d] for d in row)


def _totals(case: Case) -> Iterator[Reason]:
    """What the play counts against the totals that lie there; of a lead, and of cards to be kept, what it counts."""
    moves = [m for m in case.moves if m.cards]
    spent = _spent(case, case.move)
    if not 1 < len(moves) <= MOST or spent is None:
        return
    all_spent = sorted(_spent(case, m) or 0 for m in moves)
    facts: dict[str, Any] = {"move": case.move, "own": spent}
    if not any(event.what == "played" for event in _events(case, case.state, case.move)):
        if spent == all_spent[-1] > all_spent[0]:
            yield Reason("picks_most", facts)
    elif not getattr(case.view, "trick", ()):
        if spent <= all_spent[len(all_spent) // 10]:
            yield Reason("leads_little", facts)
        elif spent >= all_spent[-1 - len(all_spent) // 10]:
            yield Reason("leads_much", facts)
    elif (own := _total(case, case.move)) is not None:
        before = case.phase.totals(case.view)
        best = max(before.values(), default=0)
        facts |= {"own": own, "best": best, "who": next((who for who, n in before.items() if n == best), case.seat)}
        if own > best:
            yield Reason("higher_total", facts)
        elif spent == all_spent[0]:
            yield Reason("cheapest_loss", facts)
    elif not _won(case, case.state, case.move):
        if spent == all_spent[0]:
            yield Reason("loses_least", facts)
    elif not any((_spent(case, m) or 0) < spent and _won(case, case.state, m) for m in moves):
        yield Reason("wins_cheaply", facts)


def _total(case: Case, move: Move) -> int | None:
    """What the totals of the table would say of `seat` after this play."""
    state = case.phase.act(case.state, case.seat, move).state
    if state.phase == case.phase.name and state.chance is None and getattr(state, "trick", ()):
        return case.phase.totals(case.phase.see(state, case.seat)).get(case.seat)
    return None


def _spent(case: Case, move: Move) -> int | None:
    """What the cards count for one who leads them, that is in full."""
    pips = getattr(case.view, "pips", None)
    return None if pips is None else sum(pips.of(c) for c in move.cards)


def _stops(case: Case) -> Iterator[Reason]:
    """Whether a run ends with the own card, so that one starts again."""
    if case.game.family != "shedding":
        return
    turn = case.phase.act(case.state, case.seat, case.move)
    last = case.move.cards[-1]
    following = getattr(case.phase.see(turn.state, case.seat), "next", None) if turn.state.phase else None
    if isinstance(following, Card) and following in case.hand and turn.state.turn == (case.seat,):
        yield Reason("own_next", {"c": last, "following": following})
        return
    stop = next((event for event in turn.events if event.what == "stopped"), None)
    wanted = stop.facts.get("next") if stop is not None else None
    if stop is not None and turn.state.turn == (case.seat,) and wanted not in case.abroad:
        yield Reason("stops_here", {"c": last, "why": stop.facts.get("why", ""), "following": wanted or ""})
    elif case.sampled is not None and len([m for m in case.moves if m.cards]) > 1:
        worlds = case.sampled.worlds[:WORLDS]
        again = sum(_stopped(case, world) for world in worlds)
        if worlds and again >= OFTEN * len(worlds):
            yield Reason("starts_again", {"move": case.move, "held": again, "deals": len(worlds)}, sampled=True)


def _stopped(case: Case, world: Any) -> bool:
    """Whether play stops with this card, and its player starts again."""
    turn = case.phase.act(world, case.seat, case.move)
    return turn.state.turn == (case.seat,) and any(event.what == "stopped" for event in turn.events)
