"""The cards of a hand that is over: what everybody was dealt, what was turned up or stayed hidden, what went where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Card, Cards, lacking, without
from tutor.kernel.events import DEALT, PLAYED, occurs
from tutor.kernel.hidden_cards import all_cards, cards_in
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import Sight, sights
from tutor.teach.practice.match import hand_started
from tutor.teach.tables.tabletop_builder import hand_rows
from tutor.teach.text.cards import called
from tutor.teach.text.doc import Block, HandsBlock, Heading, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.tabletop import HandRow
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record

LEFT_OVER: Final = 8
"""The most undealt cards that are shown: a widow, but not a stock."""
DEAD: Final = 16
"""The most of them where they have a name of their own."""
ASIDE: Final = ("widow", "dead")
"""Names of table entries for undealt cards."""


class DealtCards(NamedTuple):
    """The cards dealt to each player, in one deal or several, the undealt ones, and those of them turned up.

    `moved` are the numbers of the entries in which players changed cards before the first was played.
    """

    hands: dict[Seat, Cards]
    rest: Cards
    turned: Cards
    moved: tuple[int, ...]


def all_hands(record: Record[Any]) -> list[Block]:
    """All hands as dealt, the undealt cards if they are few, and which cards were taken, given and laid away."""
    game = record.game
    found = dealt(record)
    last: Any = record.before_last
    rows = [(mark("s", seat), hand_rows(game.rows(held, last))) for seat, held in found.hands.items() if held]
    if not rows:
        return []
    rows = _alike(rows, game.rows, found.hands, last)
    if found.turned:
        rows.append((say("practice.turned_up"), hand_rows(game.rows(found.turned, last))))
    rest = without(found.rest, found.turned)
    aside = next((entry.name for entry in game.tabletop if entry.name in ASIDE), "")
    if 0 < len(rest) <= (DEAD if aside else LEFT_OVER):
        hidden = say("practice.left_over", name=aside, taken=_taken_up(record, rest))
        rows.append((hidden, hand_rows(game.rows(rest, last))))
    changed = " ".join(_changes(record, found))
    doc: list[Block] = [Heading(say("practice.all_hands")), HandsBlock(tuple(rows), tuple(called(game).items()))]
    return [*doc, Para(changed)] if changed else doc


def _alike(
    rows: list[tuple[str, tuple[HandRow, ...]]], sorted_rows: Any, hands: dict[Seat, Cards], state: Any
) -> list[tuple[str, tuple[HandRow, ...]]]:
    """The rows, with trumps called so in every hand where they are in one."""
    label = next((row.label for _, some in rows for row in some if row.label), "")
    if not label:
        return rows
    out = []
    for (name, some), held in zip(rows, filter(None, hands.values()), strict=True):
        trumps = [row.trump for row in sorted_rows(held, state)]
        out.append((name, tuple(HandRow(r.cards, label) if t else r for r, t in zip(some, trumps, strict=True))))
    return out


def _taken_up(record: Record[Any], rest: Cards) -> bool:
    """Whether a player has taken one of the undealt cards up in the hand that has just ended."""
    made = sum(entry.made for entry in record.entries[: hand_started(record)])
    states = record.states[made : len(record.states) - 1]
    seats = record.game.seats(record.state.players)
    return any(c in rest for state in states for seat in seats for c in record.game.held(state, seat))


def _changes(record: Record[Any], found: DealtCards) -> Iterator[str]:
    """A sentence for each player who took, gave or laid away cards before play; draws from a stock are left out."""
    game = record.game
    took: dict[Seat, list[Card]] = {}
    gone: dict[Seat, list[Card]] = {}
    passed: list[tuple[Card, Seat, Seat]] = []
    stock = without(found.rest, found.turned) if len(found.rest) > DEAD else ()
    for at in found.moved:
        then, now = record.states[at], record.states[at + 1]
        more, less = {}, {}
        for seat in game.seats(then.players):
            had, has = Counter(game.held(then, seat)), Counter(game.held(now, seat))
            more[seat], less[seat] = list((has - had).elements()), list((had - has).elements())
        for giver, cards in less.items():
            for card in cards:
                taker = next((seat for seat, new in more.items() if card in new), None)
                if taker is None:
                    gone.setdefault(giver, []).append(card)
                else:
                    more[taker].remove(card)
                    passed.append((card, giver, taker))
        for seat, new in more.items():
            took.setdefault(seat, []).extend(card for card in new if card not in stock)
    for seat in game.seats(record.state.players):
        facts = {
            "took": game.arranged(tuple(took.get(seat, ())), record.before_last),
            "away": game.arranged(tuple(gone.get(seat, ())), record.before_last),
            "given": [(card, to) for card, giver, to in passed if giver == seat],
        }
        if any(facts.values()):
            yield say("practice.moved", who=seat, **facts)


def dealt(record: Record[Any]) -> DealtCards:
    """The cards of the last hand."""
    made = sum(entry.made for entry in record.entries[: hand_started(record)])
    before: Any = record.states[made]
    game, seats = record.game, record.game.seats(before.players)
    hands: dict[Seat, Cards] = dict.fromkeys(seats, ())
    done = [entry for entry in record.entries if entry.made][made:]
    moved: list[int] = []
    lying: Any = before
    for at, entry in enumerate(done, made):
        if occurs(entry.events, PLAYED):
            break  # from now on cards are drawn, not dealt
        if entry.seat != DECK and not occurs(entry.events, DEALT):
            moved.append(at)
            continue
        then, now = record.states[at], record.states[at + 1]
        if not any(game.held(then, seat) for seat in seats):
            hands, moved = dict.fromkeys(seats, ()), []  # a deal before this one was thrown in
        for seat in seats:
            had, has = game.held(then, seat), game.held(now, seat)
            more = without(has, had) if not lacking(has, had) else None
            hands[seat] = has if more is None else (*hands[seat], *more)
        lying = now
    everything = game.cards(before)
    given = tuple(c for held in hands.values() for c in held)
    if lacking(everything, given):
        return DealtCards(hands, (), (), tuple(moved))
    rest = without(everything, given)
    return DealtCards(hands, rest, _turned_up(game, lying, rest), tuple(moved))


def _turned_up(game: Game[Any], state: Any, rest: Cards) -> Cards:
    """Those of the undealt cards that lay face up once the cards were dealt."""
    kind: Any = type(state)
    seen = sights(kind)
    open_ = [name for name in state.card_fields if seen.get(name) is Sight.ALL]
    shown = Counter(c for name in open_ for c in cards_in(getattr(state, name)))
    shown += Counter(game.cards(state)) - Counter(all_cards(state))  # what lies nowhere else
    return tuple((Counter(rest) & shown).elements())
