"""What a drawing of the table shows: any game's view sorted into seats, what lies before them, the middle, the hand.

Nothing here knows a game: fields are told apart by what they hold. How the table looks is the ui's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.kernel.cards import Card, Cards
from tutor.kernel.fields import Spec, specs
from tutor.kernel.game import Game
from tutor.kernel.phase import Judgement, judge
from tutor.kernel.position import Question
from tutor.kernel.seats import Seat, from_
from tutor.teach import ruling as words
from tutor.teach.text.words import say

PLACED: Final = frozenset({"players", "dealer", "options", "leader", "seat", "asker", "trick", "plays", "hand"})
"""Fields that have their own place: the seats, what lies before them, the hand."""
ASIDE: Final = frozenset({"dead", "played", "drawn", "carried", "called", "picks"})
"""Cards that lie beside the table."""
MOST_HELD: Final = 40
"""So many cards are drawn as a hand; more is a whole pack that a card is named from."""
MOST_CHOICES: Final = 10
"""So many moves of several cards, or bids, are written out."""


@dataclass(frozen=True)
class Held:
    """A card of the hand: whether it may be played, None where that is not the question."""

    card: Card
    legal: bool | None = None


@dataclass(frozen=True)
class Place:
    """A seat: what it is called beside its name, what lies and what was said before it, and whether that wins."""

    seat: Seat
    notes: tuple[str, ...] = ()
    cards: Cards = ()
    said: tuple[str, ...] = ()
    wins: str = ""
    turn: bool = False


@dataclass(frozen=True)
class Group:
    """Cards or words with a caption: beside the table, or in the middle of it; `suit` is a suit to be shown large."""

    label: str
    heaps: tuple[Cards, ...] = ()
    text: str = ""
    suit: str = ""


@dataclass(frozen=True)
class Picture:
    """Everything that is drawn. `places` begin with the seat at the bottom and go round clockwise."""

    title: str
    about: str
    places: tuple[Place, ...]
    aside: tuple[Group, ...]
    middle: tuple[Group, ...]
    hand: tuple[Held, ...]
    caption: str = ""
    choices: tuple[tuple[str, bool], ...] = ()
    """Moves that are no single cards, as text, and whether each is legal."""
    heading: str = ""
    left_out: int = 0


def picture(game: Game[Any], question: Question) -> Picture:
    """The position in `question`, to be drawn."""
    phase, view = question.phase, question.view
    found = judge(phase, view, question.asked)
    own = _cards(getattr(view, "hand", ()))
    held = tuple(phase.holds(view)) or own
    held = held if len(held) <= MOST_HELD else own
    aside, middle = _groups(view, held)
    choices, heading, left_out = _choices(found)
    return Picture(
        game.title, words.situation(game, phase, view), _places(game, found), aside, middle, _hand(found, held),
        say("picture.hand" if own else "picture.from_these") if held else "", choices, heading, left_out,
    )  # fmt: skip


def _hand(found: Judgement[Any], held: Cards) -> tuple[Held, ...]:
    """The cards of the hand; one is legal if any legal move has it. Where no move has cards nothing is said of them."""
    moved = {c for ruling in found.rulings if ruling.move is not None for c in ruling.move.cards}
    usable = {c for move in found.legal for c in move.cards}
    judged = found.actor is not None and bool(moved)
    hand = found.phase.pack.sort(held)
    return tuple(Held(c, (c in usable) if judged and c in moved else None) for c in hand)


def _choices(found: Judgement[Any]) -> tuple[tuple[tuple[str, bool], ...], str, int]:
    """The moves that the hand alone does not show: bids and words, and combinations if they are few."""
    spoken = [r for r in found.rulings if r.move is not None and (r.move.word or not r.move.cards)]
    combined = [r for r in found.rulings if r.move is not None and not r.move.word and len(r.move.cards) > 1]
    legal = [r for r in (*combined, *spoken) if r.legal]
    refused = [r for r in spoken if not r.legal]
    verb, shown = found.phase.verb, legal[:MOST_CHOICES]
    if len(combined) > MOST_CHOICES and legal:  # so that a pass is never among those left out
        words_ = [r for r in legal if r in spoken]
        shown = [*legal[: MOST_CHOICES - len(words_[:3])], *words_[:3]]
        shown = list(dict.fromkeys(shown))
    heading = ""
    if shown or refused:
        many = len(legal) > len(shown)
        heading = say("picture.choices_many" if many else "picture.choices", verb=verb, n=len(legal))
    room = max(0, MOST_CHOICES - len(shown))
    out = [*((r.text, True) for r in shown), *((r.text, False) for r in refused[:room])]
    return tuple(out), heading, len(legal) - len(shown)


# -- the seats ---------------------------------------------------------------------------------------------


def _places(game: Game[Any], found: Judgement[Any]) -> tuple[Place, ...]:
    view, phase = found.view, found.phase
    seats: tuple[Seat, ...] = game.seats(view.players)
    bottom = found.actor or seats[0]
    around = from_(seats, bottom) if bottom in seats else seats
    if not game.clockwise(view.options):
        around = (around[0], *reversed(around[1:]))
    lying, said = _lying(view, seats), _said(view)
    won, totals = phase.winner(view), phase.totals(view)
    best = getattr(view, "holder", None) if won is None else None
    leader = getattr(view, "leader", None)
    out = []
    for seat in around:
        notes = [say("picture.dealer")] if seat == view.dealer and len(seats) > 1 else []
        notes += [say("picture.leader")] if seat == leader and len(seats) > 1 else []
        notes += [_label(n, False) for n, s in specs(type(view)).items() if n not in PLACED and _at(s, view, n, seat)]
        notes += [say("picture.counts", n=totals[seat])] if seat in totals else []
        wins = ""
        if won is not None and won.seat == seat:
            wins = say("picture.wins")
        elif isinstance(best, str) and best == seat and len(lying) > 1:
            wins = say("picture.best")
        turn = seat == found.actor
        out.append(Place(seat, tuple(notes), lying.get(seat, ()), said.get(seat, ()), wins, turn))
    return tuple(out)


def _at(spec: Spec, view: Any, name: str, seat: Seat) -> bool:
    """Whether the field names this seat (the declarer, say)."""
    value = getattr(view, name)
    return not spec.per and isinstance(value, str) and value == seat


def _lying(view: Any, seats: tuple[Seat, ...]) -> Mapping[Seat, Cards]:
    """What each seat has played: to the trick, or last in the round."""
    trick, plays = getattr(view, "trick", ()), getattr(view, "plays", ())
    leader = getattr(view, "leader", None)
    if trick and leader in seats:
        order = from_(seats, leader)
        return {seat: _cards(one) for seat, one in zip(order, trick, strict=False)}
    if "plays" in specs(type(view)):
        return {seat: _cards(cards) for seat, cards in plays}
    return {}


def _said(view: Any) -> dict[Seat, tuple[str, ...]]:
    """What each seat has called, in order."""
    out: dict[Seat, tuple[str, ...]] = {}
    for name, spec in specs(type(view)).items():
        value = getattr(view, name)
        if spec.per or not _is_calls(value):
            continue
        for seat, text in value:
            out[seat] = (*out.get(seat, ()), str(text))
    return out


# -- beside the table, and in its middle -------------------------------------------------------------------


def _groups(view: Any, held: Cards) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    aside: list[Group] = []
    middle: list[Group] = []
    known = specs(type(view))
    for name, spec in known.items():
        value = getattr(view, name)
        if name in PLACED or value in (None, (), {}, spec.default) and name != "trump":
            continue
        if (isinstance(value, str) and value in view.seats) or _is_calls(value) or (held and value == held):
            continue
        for group in _drawn(name, spec, value):
            central = bool(group.heaps) and name not in ASIDE and (name != "upcard" or "trick" not in known)
            (middle if central else aside).append(group)
    return tuple(aside), tuple(middle)


def _drawn(name: str, spec: Spec, value: Any) -> Iterator[Group]:
    """The field as a group, or as one for each seat."""
    if spec.per:
        for key, part in value.items():
            yield Group(f"{_label(name, False)} {key}", *_content(spec, part))
    elif name in ("trump", "marriage"):
        if value or name == "trump":
            yield Group(_label(name, False), suit=value or "", text="" if value else say("picture.no_trump"))
    else:
        heaps, text = _content(spec, value)
        yield Group(_label(name, len(heaps) > 1 or len(heaps[0] if heaps else ()) > 1), heaps, text)


def _content(spec: Spec, value: Any) -> tuple[tuple[Cards, ...], str]:
    """The cards in a value, heap by heap, and what has to be said of them; words alone if it has no cards."""
    if isinstance(value, tuple) and value and all(isinstance(part, tuple) for part in value):
        heaps = [_cards(part[1] if isinstance(part[0], str) else part) for part in value]
        if all(heaps):
            return tuple(heaps), ""
    cards = tuple(spec.kind.cards(value)) or _cards(value)
    if cards:
        shown = spec.kind.show(value)
        return (cards,), shown if ":" in shown else ""
    text = say("picture.value", value=value) if isinstance(value, bool) else spec.kind.show(value)
    return (), text


def _label(name: str, many: bool) -> str:
    return say("picture.label", name=name, many=many)


def _cards(value: Any) -> Cards:
    """The cards of a value that is a card or several."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple | list) and all(isinstance(c, Card) for c in value):
        return tuple(value)
    return ()


def _is_calls(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], str) and isinstance(p[1], str) for p in value)
    )
