"""Claims of games of matching a pile: what cards count, whom they hit, who is next, what is left in the hand."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.claims.others import move_told
from tests.claims.words import claim_anywhere as claim
from tutor.kernel.events import DREW, SKIPPED
from tutor.kernel.playout import legal
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

    Them = tuple[Card, ...]

COUNTS: Final = {"8": 25, "A": 15, **dict.fromkeys("KQJT", 10), **{str(n): n for n in (2, 3, 4, 5, 6, 7, 9)}}
RUN: Final = "456789TJQK"
ANSWERS: Final = ("melee", "two", "stack", "call")
"""Decisions before the next turn."""


def matching(m: Knowledge) -> bool:
    """Whether a card on a pile has to be matched."""
    return hasattr(m.state, "pile") and not isinstance(m.view, RankedTrickView)


def worth(c: Card) -> int:
    return 40 if c.joker else COUNTS[c.rank]


def plain(m: Knowledge, suit: str) -> int:
    """The own cards of a suit after the move, but for eights."""
    return sum(x.suit == suit and x.rank != "8" for x in m.left)


@claim(r"[Ii]f (?:it stays|they stay) in your hand, {card c} counts {n many}(?: and {card o} {n less})?\.")
@claim(r"{card c}, which counts {n many}\b", r"get rid of {card c}, which counts {n many}\b")
@claim(r"^{card c} counts {n many}, and", r"{card c} (?:also )?rids you of {n many}(?:\.|,)")
def would_count(m: Knowledge, c: Card, many: int, o: Card | None = None, less: int = 0) -> bool | None:
    if not matching(m):
        return None
    return worth(c) == many and (o is None or worth(o) == less)


@claim(r"^{card c} may be played at any time", r"Keep {card c} for a turn when nothing else fits")
def fits_anything(m: Knowledge, c: Card) -> bool | None:
    return (c.joker or c.rank == "8") and c in m.hand if matching(m) else None


@claim(r"^But for {cards them} nothing else of yours fits")
def these_fit_besides(m: Knowledge, them: Them) -> bool:
    fits = {x for move in m.moves for x in move.cards}
    return set(them) <= fits and {x.rank for x in fits - set(them)} == {"8"}


@claim(r"^Nothing else of yours fits(?:,|;)")
def alone_fits(m: Knowledge) -> bool:
    return len({x.rank for move in m.moves for x in move.cards}) == 1


@claim(r"^Whoever has no {suit suit} must draw: no card that fits anything is out")
def nobody_dodges(m: Knowledge, suit: str) -> bool:
    return m.move.word == suit and not any(x.joker or x.rank == "8" for x in m.unseen)


@claim(r"^Out of sight are .*, and no card that fits anything\.$")
def none_fits_anything(m: Knowledge) -> bool:
    return not any(x.joker or x.rank == "8" for x in m.unseen)


@claim(r"^Put {card c} on it, the only {suit suit} that you have left")
def last_of_its_suit(m: Knowledge, c: Card, suit: str) -> bool:
    return [x for x in m.left if x.suit == suit and x.rank != "8"] == [c]


@claim(r"^Put {card c} on it, and {card last}, which counts {n many}, on that")
def dearest_on_top(m: Knowledge, c: Card, last: Card, many: int) -> bool:
    """The last is the dearest that is left but for cards that fit at any time, and as much as that costs."""
    counts = policy_of(m.game).of(m.phase).card_values(m.state)
    worth = {x: counts[x] for x in m.left if x is not c and x.rank != "8" and not x.joker}
    return c in m.left and worth.get(last) == many == max(worth.values())


@claim(r"^Put your {card c} on it, and one more card on that")
def goes_on_as_well(m: Knowledge, c: Card) -> bool:
    return c in m.hand and (c.rank == "3" or c.joker)


@claim(r"any card you need, though it costs you {n many} if somebody else goes out first")
def joker_costs(m: Knowledge, many: int) -> bool:
    return many == 40


@claim(r"though it costs you {n many} if {seat who}, who has {n left} cards?, goes out first")
def costs_if_kept(m: Knowledge, many: int, who: str, left: int) -> bool:
    return many in (25, 40) and len(m.held(who)) == left


@claim(r"^You hold {n many} {suit suit}, and (?:fewer of every|at most \S+ of any) other")
@claim(r"^You hold {n many} {suit suit} yourself", r"{suit suit}, of which you (?:hold|keep) {n many}\b")
@claim(r"leaves the pile in {suit suit}, and you hold {n many} more")
@claim(r"^Of {suit suit} you have {n many} more\.$", r"; of {suit suit} you have {n many} more")
def of_suit_left(m: Knowledge, suit: str, many: int) -> bool | None:
    """After the move; of the suit of another choice, that card is told apart."""
    if not matching(m):
        return None
    told = m.other.cards[0] if m.other is not None and m.other.cards else None
    kept = sum(x.suit == suit and x.rank != "8" and x is not told for x in m.left)
    return many in (kept, plain(m, suit), plain(m, suit) - 1)


@claim(r"^{card c} is your only {suit suit}\.")
def only_of_suit(m: Knowledge, c: Card, suit: str) -> bool | None:
    return [x for x in m.hand if x.suit == suit and x.rank != "8"] == [c] if matching(m) else None


@claim(r"^Out of sight are {n own} {suit one} and {n more} {suit two}, (?:apart from|and no card)")
def out_of_suits(m: Knowledge, own: int, one: str, more: int, two: str) -> bool:
    found = [sum(n for x, n in m.unseen.items() if x.suit == suit and x.rank != "8") for suit in (one, two)]
    return found == [own, more]


@claim(r"that fit by suit or rank: {n own} on {card c}, (?:and as many|{n more}) on {card o}\.")
def out_that_fit(m: Knowledge, own: int, c: Card, o: Card, more: int | None = None) -> bool:
    found = [
        sum(n for x, n in m.unseen.items() if not x.joker and (x.suit == y.suit or x.rank == y.rank)) for y in (c, o)
    ]
    return found == [own, own if more is None else more]


@claim(r"^{card c} rids you of {n many} cards in one turn")
def rids_of(m: Knowledge, c: Card, many: int) -> bool:
    """One for each three, and one more card."""
    rest = m.hand if m.state.phase == "name" else [x for x in m.left if x is not c]
    threes = sum(x.rank == "3" or x.joker for x in rest)
    most, least = 1 + min(len(rest), threes + 1), 1 + min(len(rest), sum(x.rank == "3" for x in rest) + 1)
    return least <= many <= most


@claim(r"^Keep {card c} to go out with: {card last} goes on it in the same turn")
def goes_out_with(m: Knowledge, c: Card, last: Card) -> bool | None:
    return set(m.left) == {c, last} and c.rank == "3" if matching(m) else None


@claim(r"^It is your last card\.")
def is_last(m: Knowledge) -> bool:
    return len(m.hand) == 1


@claim(r"^You come down to one card")
def down_to_one(m: Knowledge) -> bool:
    return len(m.left) == 1


@claim(r"which counts \S+ and turns play the other way")
def turns_round(m: Knowledge) -> bool:
    return m.move.cards[0].rank == "A"


@claim(r"^Nobody has fewer cards than {seat who}")
def fewest(m: Knowledge, who: str) -> bool:
    return len(m.held(who)) == min(n for n in (len(m.held(x)) for x in m.others) if n)


# -- what a card does, if nobody answers it ------------------------------------------------------------


def unanswered(m: Knowledge, move: Move) -> tuple[Counter[str], set[str], str]:
    """What each player draws, who misses a turn, and whose turn it is then."""
    turn: Any = m.phase.act(m.state, m.seat, move)
    draws: Counter[str] = Counter()
    skipped: set[str] = set()
    for _ in range(60):
        draws.update({e.seat: e.facts["drawn"] for e in turn.events if e.what == DREW})
        skipped |= {e.seat for e in turn.events if e.what == SKIPPED}
        then = turn.state
        if then.chance is not None and not then.over:
            state, events = m.game.deal(then, m.game.shuffle(then, Random(0)))
            turn = type(turn)(state, events)
            continue
        if not then.turn or then.phase not in ANSWERS:
            return draws, skipped, then.turn[0] if then.turn else ""
        who = then.turn[0]
        quiet = next(one for one in legal(m.game, then, who) if not one.cards)
        turn = m.game.due(then).act(then, who, quiet)
    raise AssertionError("the turn does not pass on")


@claim(r"^After {move it} {seat who} has to draw {n many} cards?(?: unless somebody goes on)?\.")
@claim(r"^{seat who}, who has only \S+ cards?, draws {n many} more either way", r"^{seat who} draws {n many}(?:\.|;)")
@claim(r"^{seat who} has (?:only )?\S+ cards?, and draws {n many} more", r"^{seat who} draws {n many} as it stands")
@claim(r"^If nobody goes on, {seat who} draws {n many} cards?\.", r"^{seat who} has \S+ cards? and must draw {n many}:")
def has_to_draw(m: Knowledge, who: str, many: int, it: str = "") -> bool | None:
    move = move_told(m, it) if it else m.move
    return None if move is None or not matching(m) else unanswered(m, move)[0][who] == many


@claim(r"^After {card c} {seat who}, who has \S+ cards?, would have to draw {n many} cards?")
def would_draw_after(m: Knowledge, c: Card, who: str, many: int) -> bool | None:
    move = move_told(m, c.text)
    return None if move is None else unanswered(m, move)[0][who] == many


@claim(r"^After {move it} {seat who} misses a turn", r"^Hold {seat who} up")
@claim(r"^{seat who}[^.;:]* misses a turn(?: either way)?\.")
def misses_a_turn(m: Knowledge, who: str, it: str = "") -> bool | None:
    move = move_told(m, it) if it else m.move
    return None if move is None or not matching(m) else who in unanswered(m, move)[1]


@claim(r"^After {move it} {seat who} plays next; after {move o} it is {seat then}")
def plays_next(m: Knowledge, it: str, who: str, o: str, then: str) -> bool | None:
    moves = move_told(m, it), move_told(m, o)
    return None if None in moves else [unanswered(m, one)[2] for one in moves if one] == [who, then]


@claim(r"[Bb]ut then {seat who} plays, with only", r"^{seat who} is next\b", r": {seat who}, who is next,")
def is_next(m: Knowledge, who: str) -> bool | None:
    if not matching(m):
        return None
    then = unanswered(m, m.move)[2]
    return who == then if then != m.seat else None  # something is named first


# -- who can answer it -----------------------------------------------------------------------------------


def answering(m: Knowledge) -> set[Card] | None:
    """The cards out of sight that go on with a melee after the move; None if it starts or continues none."""
    c = m.move.cards[0] if m.move.cards else m.other.cards[0] if m.other is not None and m.other.cards else None
    if c is None:
        return None
    if m.state.phase == "melee":
        c = m.view.need or c
    elif c.rank != "4":
        return None
    more = RUN[RUN.index(c.rank) + 1 :][:1]
    return {x for x in m.unseen if x.joker or (x.suit == c.suit and x.rank == more)} if more else set()


@claim(r"^Only {cards them}(?P<joker> or a joker)? can answer it", r"^Only a joker can answer it")
def only_these_go_on(m: Knowledge, them: Them = ()) -> bool | None:
    found = answering(m) if m.move.cards else None
    if found is None or not getattr(m.state.options, "joker_has_effect", True):
        return None
    named = {x for x in them if not x.joker}
    return named == {x for x in found if not x.joker} and (
        not any(x.joker for x in them) or any(x.joker for x in found)
    )


@claim(r"^Nobody else has a card that can answer it", r"^Nobody can turn it against you")
def nobody_goes_on(m: Knowledge) -> bool | None:
    found = answering(m) if m.move.cards else None
    return None if found is None else not {x for x in found if m.state.options.joker_has_effect or not x.joker}


@claim(r"^{cards them} (?:lies|lie) in the pile")
def in_pile(m: Knowledge, them: Them) -> bool:
    return not any(x in m.unseen or x in m.hand for x in them)


@claim(r"^{seat who} drew a card when {suit suit} lay there")
def drew_on(m: Knowledge, who: str, suit: str) -> bool:
    """At some moment of the hand this player drew on the suit that lay there, or was named."""
    entries = [e for e in m.record.entries if e.made]
    for state, entry in zip(m.record.states, entries, strict=False):
        if entry.seat == who and entry.text == "draw" and state.phase == "play":
            top = m.game.due(state).see(state, who).upcard
            if suit == (top.suit or top.identity.suit):
                return True
    return False
