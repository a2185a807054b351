"""What the table of Last One shows: the pile and what goes on it, melees, 2s, the direction, cards left and calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tutor.families.sheds import CardOnPile
from tutor.families.tabletop import counts
from tutor.games.last_one.state import dropped
from tutor.games.last_one.table import Melee, owed
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import PLACE, Seat
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, laid, note, tally

Fought = tuple[tuple[Seat, CardOnPile], ...]


def _out(at: TableContext, scores: tuple[int, ...]) -> tuple[Seat, ...]:
    rules: Any = at.options
    return dropped(at.seats, scores, rules.threshold)


def _direction(at: TableContext, direction: str, out: tuple[Seat, ...]) -> Facts | None:
    return {"direction": direction} if at.due and len(at.seats) - len(out) > 2 else None


def _running(at: TableContext, direction: str, scores: tuple[int, ...]) -> Facts | None:
    return _direction(at, direction, _out(at, scores))


def _stock(at: TableContext, stock: Cards, hands: tuple[Cards, ...]) -> Facts | None:
    return {"n": len(stock)} if any(hands) else None


# -- what lies there -----------------------------------------------------------------------------------------


def _lying(at: TableContext, top: CardOnPile | None, under: CardOnPile | None = None) -> Heap | None:
    if top is None:
        return None
    naming = at.phase == "name"
    told = at.phase if at.playing or naming else ""  # in a position it is asked what fits
    facts = {"top": top, "due": told, "under": under.identity if under and naming else None}
    return Heap(((top.card,),), facts)


def _consent(at: TableContext, consent: bool) -> Facts | None:
    """Whether all agree to nine cards each; that nobody does only in a position, where it decides what may be dealt."""
    return {"consent": consent} if consent or (at.phase == "deal" and not at.playing) else None


def _pile(at: TableContext, top: CardOnPile | None, under: CardOnPile | None, melee: Fought) -> Heap | None:
    return None if melee else _lying(at, top, under)


def _melee(at: TableContext, melee: Fought, view: Any = None) -> Heap | None:
    if not melee:
        return None
    jokers = tuple(top.identity for _, top in melee if top.stands)
    told = {"aggressor": "", "defender": "", "need": None, "draw": 0}
    if isinstance(view, Melee):
        told |= {name: getattr(view, name) for name in told if name not in ("draw", "need") or at.playing}  # else asked
    return Heap((tuple(top.card for _, top in melee),), {"jokers": jokers, **told})


def _fighters(at: TableContext, melee: Fought) -> Mapping[Seat, Cards] | None:
    return {seat: tuple(top.card for who, top in melee if who == seat) for seat, _ in melee} or None


def _drawn(at: TableContext, drawn: Card | None, turn: tuple[Seat, ...]) -> Facts | None:
    return {"drawn": drawn} if drawn and at.seat in turn else None


def _three(at: TableContext, hand: Cards) -> Facts | None:
    """In a position, which does not say what lies on the pile: that it is a 3."""
    return {"hand": hand} if at.phase == "stack" and not at.playing else None


def _twos(at: TableContext, twos: int) -> Facts | None:
    return {"twos": twos, "draw": owed(twos)} if twos else None


# -- beside the seats ----------------------------------------------------------------------------------------


def _left(at: TableContext, hands: tuple[Cards, ...], scores: tuple[int, ...]) -> Mapping[Seat, Facts] | None:
    out = _out(at, scores)
    held = zip(at.seats, hands, strict=True)
    return {s: {"n": len(hand)} for s, hand in held if s not in (at.seat, *out)} if any(hands) else None


def _called(
    at: TableContext, hands: tuple[Cards, ...], silent: Seat, turn: tuple[Seat, ...]
) -> Mapping[Seat, Facts] | None:
    """The players with one card who have called; one who is just being asked is left out."""
    asked = turn if at.phase in ("name", "stack", "call") else ()
    return {s: {} for s in at.seats if len(hands[PLACE[s]]) == 1 and s not in (silent, *asked)} if any(hands) else None


def _gone(at: TableContext, out: tuple[Seat, ...]) -> Mapping[Seat, Facts] | None:
    return {seat: {} for seat in out} or None


def _dropped(at: TableContext, scores: tuple[int, ...]) -> Mapping[Seat, Facts] | None:
    return _gone(at, _out(at, scores))


def _effect(at: TableContext, seat: Seat, left: int, called: bool, view: Any) -> Mapping[Seat, Facts]:
    return {seat: {"n": left, "silent": view.must_call and not called}}


def _scores(at: TableContext, scores: tuple[int, ...]) -> Count | None:
    rules: Any = at.options
    return counts(dict(zip(at.seats, scores, strict=True)), threshold=rules.threshold)


TABLETOP: Final = (
    fact("direction", "direction", "scores", make=_running),
    fact("direction", "direction", "out", make=_direction),
    fact("twos", "twos", make=_twos),
    fact("three", "hand", make=_three),
    fact("drawn", "drawn", "turn", make=_drawn),
    fact("drawn", "drawn"),
    fact("stock", "stock", "hands", make=_stock),
    fact("consent", "consent", make=_consent),
    heap("pile", "upcard", "under", "melee", make=_pile),
    heap("pile", "played", "upcard", make=_lying),
    heap("pile", "played", make=_lying),
    heap("pile", "upcard", make=_lying),
    heap("melee", "melee", "view", make=_melee),
    heap("melee", "melee", make=_melee),
    laid("melee", make=_fighters),
    note("left", "hands", "scores", make=_left),
    note("called", "hands", "silent", "turn", make=_called),
    note("silent", "silent"),
    note("out", "scores", make=_dropped),
    note("out", "out", make=_gone),
    note("effect", "seat", "left", "called", "view", make=_effect),
    tally("score", "scores", make=_scores),
)
