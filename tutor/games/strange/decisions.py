"""The two decisions of Strange: playing two cards to a trick, and picking a card of each heap to hold over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice, permutations, product, starmap
from operator import contains
from typing import Any, Final

from tutor.games.strange.at_table import AtTable
from tutor.games.strange.rounds import StrangeState, pick_cards, play_pair
from tutor.games.strange.table import LAST, PACK, Holding, Playing, slot_answers
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Trace, always, most, narrow
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.working import Chain, Step, Working

MOST_PICKS: Final = 20_000
"""Most picks from several heaps that are listed; others are judged only when asked about."""


def slots_followed(v: Playing, move: Move) -> int:
    """The number of led cards (0 to 2) whose suit this pair follows, each card in its own slot."""
    (led, other_led), (own, other) = v.trick[0], move.cards
    return (own.suit == led.suit) + (other.suit == other_led.suit)


def best_following(v: Playing) -> list[Move]:
    """The pairs of the hand that follow suit in as many slots as possible."""
    (one, two), hand = v.trick[0], v.hand
    first, second = slot_answers(hand, one), slot_answers(hand, two)
    if one.suit == two.suit and len(first) == 1:
        pairs = [(a, b) for a, b in permutations(hand, 2) if (a.suit == one.suit) != (b.suit == one.suit)]
    else:
        pairs = [(a, b) for a in first for b in second if a is not b or hand.count(a) > 1]
    return [*starmap(play, dict.fromkeys(pairs))]


FOLLOW: Final = most(
    "strange.follow.suit",
    slots_followed,
    when=lambda v: bool(v.trick),
    waiver="strange.follow.free",
    listing=best_following,
)


class Play(AtTable[Playing]):
    """Lead two cards, or answer the two cards led, slot by slot."""

    name = "play"
    title = "your two cards"
    clause = "strange.lead.cards"
    binding = (FOLLOW,)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """Impossible tables, and hands of an impossible size."""
        yield from super().problems(v)
        most_cards = v.options.full(v.round)
        if len(v.hand) > most_cards:
            yield Problem("hand", f"{len(v.hand)} cards, but a hand of this round has {most_cards} at most")
        if len(v.hand) == 1 and not v.complete and (v.trick or not v.carried):
            yield Problem("hand", "a single card cannot be played; everybody plays two")

    def unreachable(self, v: Playing) -> Iterator[Problem]:
        """Also a hand before a lead that is not what drawn tricks and carried heaps have left of the round."""
        yield from super().unreachable(v)
        left = v.options.full(v.round) - 2 * len(v.drawn) - len(v.carried)
        if v.carried and not v.trick and len(v.hand) != left:
            yield Problem("hand", f"{len(v.hand)} cards, but after these heaps everybody holds {left}")

    def actor(self, v: Playing) -> Seat | None:
        """The leader, then each next player; None once all have played, or while a heap is to be broken up."""
        return None if v.complete or v.broken_up else after(v.seats, v.leader, len(v.trick))

    def candidates(self, v: Playing) -> Iterable[Move]:
        """Pairs for a lead; ordered pairs for an answer."""
        if v.trick:
            return starmap(play, dict.fromkeys(permutations(v.hand, 2)))
        return starmap(play, dict.fromkeys(combinations(PACK.sort(v.hand), 2)))

    def canonical(self, v: Playing, move: Move) -> Move:
        """The pair; the cards of a lead are sorted. Raises `Unreadable` for another number of cards."""
        if len(move.cards) != 2:
            such = f", such as {'+'.join(c.text for c in v.hand[:2])}" if len(v.hand) > 1 else ""
            raise Unreadable(f"everybody plays two cards, joined with +{such}")
        return move if v.trick else play(*PACK.sort(move.cards))

    def facts(self, v: Playing) -> Mapping[str, Any]:
        """Also how many heaps are broken up, if any."""
        due = {"breakup": v.broken_up} if v.broken_up else {}
        return {**super().facts(v), **due}

    def workings(self, v: Playing) -> Mapping[str, Working]:
        """Also how many heaps are broken up."""
        found = super().workings(v)
        if not v.broken_up:
            return found
        steps = Step("too_few", {"n": len(v.hand)}), Step("heaps_broken", {"n": v.broken_up}, v.broken_up)
        return {**found, "facts.breakup": Chain("strange.breakup", steps, v.broken_up)}

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """The clause of the duty that narrowed the choice; an answer always rests on following suit."""
        return found.basis() or (FOLLOW.clause if v.trick else self.clause)

    def reasons(self, v: Playing, move: Move) -> Mapping[str, Any]:
        """Which led cards the pair answers, which it could have and does not, and what its cards count.

        `matched` and `loose` hold slot, led card and own card (and pips); `unanswered` slot, led card and the cards
        that would answer it; `short` the cards of a suit led twice of which more must be played; `crossed` whether each
        card would answer the other led one.
        """
        if not v.trick:
            return {}
        one, other = move.cards
        first, second = v.answers[0, one], v.answers[1, other]
        held = v.following
        twice = len(held) == 1
        return {
            "pips": (first.pips, second.pips),
            "matched": first.matched + second.matched,
            "loose": first.loose + second.loose,
            "unanswered": () if twice else first.unanswered + second.unanswered,
            "crossed": (one.suit, other.suit) == tuple(c.suit for c in reversed(v.trick[0])) and one.suit != other.suit,
            "short": held[v.trick[0][0].suit] if twice else (),
        }

    def see(self, state: StrangeState, seat: Seat) -> Playing:
        """The table and the seat's own hand."""
        return state.playing(seat)

    def act(self, state: StrangeState, seat: Seat, move: Move) -> Turn[StrangeState]:
        """Put the pair on the table; a complete trick is decided."""
        return play_pair(state, seat, move.cards, after(state.seats, seat))


def one_of_each(v: Holding, move: Move) -> bool:
    """Whether the pick is one card of each heap, in the order of the heaps."""
    return len(move.cards) == len(v.left) and all(map(contains, v.left, move.cards))


ONE_EACH: Final = always("strange.hold.pick", one_of_each)


class Hold(AtTable[Holding]):
    """Pick one card of each heap after a decided trick; the lowest total picks first."""

    name = "hold"
    title = "a card to pick"
    clause = "strange.hold.pick"
    verb = "pick"
    binding = (ONE_EACH,)

    def titled(self, v: Holding) -> str:
        """Where heaps wait there is a card to pick of each."""
        return self.title if len(v.left) < 2 else "a card to pick from each heap"

    def problems(self, v: Holding) -> Iterator[Problem]:
        """Nothing to pick from, or picks that could not have been made."""
        bad = list(super().problems(v))
        yield from bad
        if bad:
            return
        if v.round == LAST:
            yield Problem("round", "in round five nothing is held over")
        elif v.options.simple:
            yield Problem("phase", "in Simple Strange nothing is held over")
        elif not v.complete:
            yield Problem("trick", "only a complete trick is picked from")
        elif v.won_by is None:
            yield Problem("trick", "nobody has won it, so nobody picks")
        else:
            yield from self._picks(v)

    def _picks(self, v: Holding) -> Iterator[Problem]:
        """The first pick that the duties would have refused; later ones are not checked."""
        for i, (seat, cards) in enumerate(v.picks):
            then = replace(v, picks=v.picks[:i])
            if seat != then.picker:
                yield Problem("picks", f"pick {i + 1} is {then.picker or 'nobody'}'s, not {seat}'s")
                return
            if not narrow(self.duties(then), then, (play(*cards),)).legal:
                text = "+".join(c.text for c in cards)
                yield Problem("picks", f"{seat}:{text} is not one card of each heap that is there")
                return

    def actor(self, v: Holding) -> Seat | None:
        """The next seat in the picking order; None once all have picked."""
        return v.picker

    def candidates(self, v: Holding) -> Iterable[Move]:
        """One card of each heap, in all combinations up to `MOST_PICKS`."""
        heaps = [tuple(dict.fromkeys(heap)) for heap in v.left]
        return [Move("", cards) for cards in islice(product(*heaps), MOST_PICKS)]

    def holds(self, v: Holding) -> Cards:
        """The cards that still lie in the heaps."""
        return tuple(c for heap in v.left for c in heap)

    def facts(self, v: Holding) -> Mapping[str, Any]:
        """Also whose pick is due."""
        return {**super().facts(v), "picker": v.picker or "none"}

    def see(self, state: StrangeState, seat: Seat) -> Holding:
        """The heaps and the picks made."""
        return state.holding()

    def act(self, state: StrangeState, seat: Seat, move: Move) -> Turn[StrangeState]:
        """The cards go to the hand and to the held-over pile; after the last pick the winner collects the rest."""
        return pick_cards(state, seat, move.cards)
