"""Claims about cards that a stock answers or leads, told by laying each card out of sight on top of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from tests.claims.words import claim_anywhere as claim
from tutor.kernel.events import TRICK_WON

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]

KINDS: Final = (
    r"(?:{n trumps} trumps?)?(?:, | and )?(?:{n jokers} jokers?)?(?:, | and )?(?:{n higher} higher {suit suit})?"
    r" beats? it"
)


def apart(m: Knowledge) -> bool:
    """Whether a stock stands against the player, in play."""
    return not m.trick and bool(getattr(m.state, "stock", ())) and all(len(one.cards) == 1 for one in m.moves)


def answers(m: Knowledge, c: Card) -> dict[Card, bool]:
    """The cards out of sight that may answer a lead of `c`, and whether they win; each is laid on top."""
    found: dict[Card, bool] = {}
    move = next(one for one in m.moves if one.cards == (c,))
    for x in m.hidden:
        state: Any = replace(m.state, stock=(x, *(y for y in m.hidden if y is not x)))
        events = m.phase.act(state, m.seat, move).events
        if any(event.facts.get("answer") is x and event.facts["fits"] for event in events):
            found[x] = next(event.seat for event in events if event.what == TRICK_WON) != m.seat
    return found


def beaten_leads(m: Knowledge, c: Card) -> set[Card]:
    """The cards out of sight that `c` would beat if they were led, following suit or as a joker to the other one."""
    leads = {x: replace(m.view, trick=(x, c), leader="house", hand=()) for x in m.hidden}
    return {x for x, v in leads.items() if (x.joker, x.suit) == (c.joker, c.suit) and v.won_by == m.seat}


def share(m: Knowledge, c: Card) -> Fraction | None:
    """The chance that a lead of `c` wins; None without trumps, where there may be no answer."""
    found = answers(m, c)
    return Fraction(sum(not lost for lost in found.values()), len(found)) if found and m.view.trump else None


@claim(r"Of the {n of} cards that may answer {card c}, " + KINDS)
def so_many_beat_it(
    m: Knowledge, of: int, c: Card, trumps: int = 0, jokers: int = 0, higher: int = 0, suit: str = ""
) -> bool:
    found = answers(m, c)
    beat = [x for x, lost in found.items() if lost]
    own = sum(not x.joker and x.suit == c.suit for x in beat)
    told = (len(found), sum(x.joker for x in beat), own, len(beat) - sum(x.joker for x in beat) - own)
    return told == (of, jokers, higher, trumps) and suit in ("", c.suit)


@claim(r"^{card c} loses to {n many} of the {n of} cards that may answer it, {card other} to {n more} of {n k}\.")
def loses_to_so_many(m: Knowledge, c: Card, many: int, of: int, other: Card, more: int, k: int) -> bool:
    told = [(sum(found.values()), len(found)) for found in (answers(m, c), answers(m, other))]
    return told == [(many, of), (more, k)]


@claim(r"^Of the {n of} that may answer {card c}, {n many} beat it\.")
def loses_to(m: Knowledge, c: Card, many: int, of: int) -> bool:
    found = answers(m, c)
    return (sum(found.values()), len(found)) == (many, of)


@claim(r"Whatever answers {card c}(?: or {card other})? beats it")
def all_beat_it(m: Knowledge, c: Card, other: Card | None = None) -> bool:
    return all(all(answers(m, x).values()) for x in (c, other) if x)


@claim(r"Nothing that may answer {card c} beats it", r"{card c} wins for certain")
def none_beats_it(m: Knowledge, c: Card) -> bool | None:
    return not any(answers(m, c).values()) if apart(m) else None


@claim(r"Nothing that is left may answer {card c}")
def none_answers(m: Knowledge, c: Card) -> bool:
    return not answers(m, c)


@claim(r"^Of the {n left} cards left {n many} may answer {card c} and {n more} may answer {card other}")
def so_many_may_answer(m: Knowledge, left: int, many: int, c: Card, other: Card, more: int) -> bool:
    return (sum(m.hidden.values()), len(answers(m, c)), len(answers(m, other))) == (left, many, more)


@claim(r"^{card c} beats (?:{n many} cards? that (?:is|are) out|only {cards them}|(?:nothing) that is out)\.")
def beats_so_many_leads(m: Knowledge, c: Card, many: int = 0, them: Them = ()) -> bool | None:
    if not apart(m):
        return None
    found = beaten_leads(m, c)
    return found == set(them) if them or not many else len(found) == many


@claim(r"neither beats anything that may be led")
def neither_beats_a_lead(m: Knowledge) -> bool:
    return m.other is not None and not any(beaten_leads(m, c) for c in (*m.move.cards, *m.other.cards))


@claim(r"lose it with {card c}, which can win (?:nothing)", r"^{card c} can win (?:nothing), and is")
def can_win_nothing(m: Knowledge, c: Card) -> bool | None:
    return all(answers(m, c).values()) and not beaten_leads(m, c) if apart(m) and not m.view.trick else None


@claim(r"^(?:No) other lead is as likely to win as {card c}")
@claim(r"^{card c} is as likely to win as {cards them}, and likelier than any other lead")
def likeliest(m: Knowledge, c: Card, side: bool = False, them: Them = ()) -> bool | None:
    """But for cards that are as good, as none out of sight lies between: these are named."""
    own, equal = share(m, c), (c.suit, beaten_leads(m, c))
    rest = {x for one in m.moves for x in one.cards if not x.joker and (x.suit, beaten_leads(m, x)) != equal}
    some = {x: share(m, x) for x in rest if not side or x.suit != m.view.trump}
    same = {x for one in m.moves for x in one.cards if x is not c and not x.joker} - rest
    told = side or same == set(them)
    return None if own is None else told and all(n is not None and n < own for n in some.values())


@claim(r"try {card c}: no other side card is as likely to win")
def likeliest_side_card(m: Knowledge, c: Card) -> bool | None:
    return likeliest(m, c, side=True)


@claim(r"{card c} wins more often than not")
def wins_mostly(m: Knowledge, c: Card) -> bool | None:
    own = share(m, c)
    return None if own is None else own >= Fraction(1, 2)


@claim(r"Even {card c} would probably lose", r"{card c} is likelier to win, but would probably lose")
def loses_mostly(m: Knowledge, c: Card) -> bool | None:
    own, move = share(m, c), share(m, m.move.cards[0])
    return None if own is None or move is None else move <= own < Fraction(1, 2)


@claim(r"keep {card c} until {seat who} leads {suit suit}", r"Keep {card c} until {seat who} leads")
def beats_some_lead(m: Knowledge, c: Card, who: str, suit: str = "") -> bool:
    return c in m.left and bool(beaten_leads(m, c)) and suit in ("", c.suit)


@claim(r"^No card that is out lies between {cards them}\.")
def none_out_between(m: Knowledge, them: Them) -> bool:
    return len({x.suit for x in them}) == 1 and len({frozenset(beaten_leads(m, x)) for x in them}) == 1


@claim(r"^{n many} trumps are out\.", r"^(?:One) trump is out\.")
def so_many_trumps_out(m: Knowledge, many: int = 1) -> bool | None:
    return sum(not x.joker and x.suit == m.view.trump for x in m.hidden) == many if apart(m) else None


@claim(r"^{card c} is the only card you may play that (?:wins) the trick\.")
@claim(r"^{card c} wins the trick, as (?:{cards them})(?: …)? would\.")
def wins_as_these_do(m: Knowledge, c: Card, them: Them = ()) -> bool | None:
    if not apart(m):
        return None
    lead = m.view.trick[0]
    wins = {x for one in m.moves for x in one.cards if replace(m.view, trick=(lead, x), hand=()).won_by == m.seat}
    return c in wins and set(them) <= wins and (bool(them) or wins == {c})


@claim(r"^{card c} beats {n many} of the {suit suit} that may be led, {card other} only {n more} of the {suit its}\.")
def beats_so_many_of_suits(m: Knowledge, c: Card, many: int, suit: str, other: Card, more: int, its: str) -> bool:
    """Of cards to take: those of the pack that are lower and not taken with it."""
    order = "23456789TJQKA"
    below = {
        x: sum(y.suit == x.suit and order.index(y.rank) < order.index(x.rank) for y in m.game.pack.order if not y.joker)
        - sum(y.suit == x.suit and order.index(y.rank) < order.index(x.rank) for y in m.move.cards if not y.joker)
        for x in (c, other)
    }
    return (c.suit, other.suit) == (suit, its) and (below[c], below[other]) == (many, more)


@claim(r"which makes {n many} {suit suit}\.")
def so_many_taken(m: Knowledge, many: int, suit: str) -> bool:
    return sum(x.suit == suit for x in m.move.cards) == many


@claim(r"^{cards them} in your hand count {points n} as honours")
def honours_in_hand(m: Knowledge, them: Them, n: float) -> bool:
    return set(them) <= set(m.hand) and n == {4: 100 if len({x.suit for x in them}) == 1 else 150, 5: 150}[len(them)]
