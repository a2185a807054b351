"""Sampled deals (determinizations): how the hidden cards may lie, seen from one seat.

The cards that a seat cannot see (`Game.unseen`) are shuffled and dealt again (`Game.deal_unseen`). A deal must also fit
what others have played: each past play must be legal for the hand that the deal gives the player, by the same `narrow`
that rules on every move (see `constraints`). A deal in which somebody holds a card that a past play rules out is
repaired by exchanging cards in the order that is dealt, then checked against all past plays. So are cards that somebody
lacked (`lacks`), as far as they cannot all have been taken since. Of several such deals one is drawn, weighted by what
was lacked, bid and played (`likelihood`).
"""

from __future__ import annotations

import math
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.constraints import PastPlay, constraints
from tutor.advice.lacks import Lack, NamedSuit, lacks, named_suits
from tutor.advice.likelihood import heard_calls
from tutor.kernel.cards import without
from tutor.kernel.history import Record
from tutor.kernel.phase import hand_in_view
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

TRIES: Final = 6
"""Deals tried for one sample; if none fits what was played, the last of them is taken."""
COMPARED: Final = 8
"""Deals that are compared: if all are the same, nothing is hidden."""
KEPT: Final = 64
"""Samples kept for reuse."""
AMONG: Final = 5
"""Deals of which one is drawn, weighted by their likelihood."""
AMONG_LACKING: Final = 4
"""The same, weighted by what others lacked alone."""
TINY: Final = 1e-9
"""The weight of a deal in which somebody holds what that player lacked for certain."""
LIKELIHOOD_WORK: Final = 150
"""Units of work of computing the likelihood of what was played in a deal."""
SETTLED: Final = 50
"""Units of work of one exchange of a card that was lacked."""
REPAIRS: Final = 80
"""The most exchanges of two cards tried on one deal."""


class Sample(NamedTuple):
    """A state that looks the same to the seat; `fits` says whether all past plays were legal in it."""

    state: Any
    fits: bool


class Sampler:
    """Samples deals consistent with what `seat` has seen of a game."""

    def __init__(self, game: Game[Any], at: Record[Any] | State, seat: Seat, effort: float) -> None:
        """`effort` is the work that may be spent on checking past plays, in the units of `Budget`."""
        self.game, self.seat, self.effort = game, seat, effort
        self.state: Any = at.state if isinstance(at, Record) else at
        self.past = list(constraints(at, seat)) if isinstance(at, Record) else []
        """The past plays of others that constrain their hands."""
        self._heard = list(heard_calls(at, seat)) if isinstance(at, Record) else []
        self.lacks = lacks(at, seat) if isinstance(at, Record) else []
        """What others lacked, as the seat has seen it."""
        self.named = named_suits(at, seat) if isinstance(at, Record) else []
        """The suits that others have named."""
        self._lacking: dict[Seat, list[Lack]] = {}
        for lack in self.lacks:
            self._lacking.setdefault(lack.seat, []).append(lack)
        self._by_seat: dict[Seat, list[PastPlay]] = {}
        self._dealt: dict[str, Sample] = {}
        self._kept_back = effort / 3  # for what rules deals out, when what speaks for them has cost enough
        self._memory: dict[Any, Any] = {}
        self._allowed: dict[tuple[Seat, Card], bool] = {}
        self._handed = policy_of(game).handed_over(self.state)
        for played in self.past:
            self._by_seat.setdefault(played.seat, []).append(played)

    @cached_property
    def _unseen(self) -> Cards:
        """The cards whose place the seat does not know."""
        return self.game.unseen(self.state, self.seat)

    @cached_property
    def known(self) -> bool:
        """Whether the seat knows where all cards lie, so that every deal is the same."""
        first, *others = (self.game.determinize(self.state, self.seat, Random(n)) for n in range(COMPARED))
        return all(other == first for other in others)

    def sample(self, seed: str) -> Sample:
        """One deal, the same for the same seed; with `fits` False if none that fits was found."""
        found = self._dealt.get(seed)
        if found is None:
            found = self._sample(seed)
            if len(self._dealt) < KEPT:
                self._dealt[seed] = found
        return found

    def _sample(self, seed: str) -> Sample:
        state = self.state
        for n in range(TRIES):
            state = self._believable(f"{seed}/{n}")
            if not self._unseen or not (self.past or self.lacks):  # nothing is hidden any more, or nothing was played
                return Sample(state, True)
            if self.effort <= 0:
                break
            if self._possible(state) and not self._contradicted(state):
                return Sample(state, True)
        return Sample(state, False)

    def _believable(self, seed: str) -> Any:
        """One of `AMONG` deals, drawn with weights: how likely others' calls and plays are in each."""
        deal = self._weighed(f"{seed}/0")
        if self.effort <= self._kept_back:
            return deal
        likelihood = self._likelihood(deal)
        if not self._heard and likelihood is None:
            return deal
        deals = [deal, *(self._weighed(f"{seed}/{n}") for n in range(1, AMONG))]
        weights = [likelihood or 1.0, *(self._likelihood(deal) or 1.0 for deal in deals[1:])]
        if self._heard:
            weights = [
                weight * math.prod(call.likelihood(deal, seed) for call in self._heard)
                for weight, deal in zip(weights, deals, strict=True)
            ]
        heard = sum(call.work for call in self._heard)
        self.effort -= AMONG * (heard + (LIKELIHOOD_WORK if likelihood is not None else 0))
        return Random(seed).choices(deals, weights)[0]

    def _weighed(self, seed: str) -> Any:
        """A repaired deal; one of `AMONG_LACKING`, weighted by what others lacked and named, if they did."""
        told: tuple[Lack | NamedSuit, ...] = (*self.lacks, *self.named)
        if not told or self.effort <= 0:
            return self._mended(seed)
        deals = [self._mended(f"{seed}/{n}") for n in range(AMONG_LACKING)]
        weights = [math.prod(one.likelihood(self.game.held(deal, one.seat)) for one in told) or TINY for deal in deals]
        return Random(seed).choices(deals, weights)[0]

    def _surplus(self, who: Seat, hand: Cards) -> int:
        """How many cards `who` cannot have in `hand`, by what was lacked."""
        return sum([lack.surplus(hand) for lack in self._lacking.get(who, ())])

    def _contradicted(self, deal: Any) -> bool:
        """Whether somebody holds a card in `deal` that was lacked for certain, and cannot have been taken since."""
        return any(lack.certain and lack.surplus(self.game.held(deal, lack.seat)) for lack in self.lacks)

    def _likelihood(self, deal: Any) -> float | None:
        """How likely what was played is in `deal`; None if no policy tells."""
        allies = {who: self.game.allies(deal, who) for who in deal.seats}
        return policy_of(self.game).of(self.game.due(deal)).play_likelihood(deal, self.seat, allies, self._memory)

    def _mended(self, seed: str) -> Any:
        """A deal repaired so that, if possible, no hand holds a card that a past play from it rules out."""
        rng, exchanges = Random(seed), Random(seed)
        order = list(self._unseen)
        rng.shuffle(order)
        shuffled = rng.getstate()
        state = self.game.deal_unseen(self.state, self.seat, order, rng)
        if self.lacks and self._settled(order, self._hands(state), exchanges):
            rng.setstate(shuffled)  # what the game chooses is chosen alike
            state = self.game.deal_unseen(self.state, self.seat, order, rng)
        for _ in range(REPAIRS):
            if not self._by_seat:
                break
            hands = self._hands(state)
            wrong = [(who, c) for who, hand in hands.items() for c in dict.fromkeys(hand) if not self.may_hold(who, c)]
            if not wrong:
                break
            who, c = exchanges.choice(wrong)
            if not self._exchange(order, hands, who, c, exchanges.sample(range(len(order)), len(order)), exchanges):
                break
            rng.setstate(shuffled)
            state = self.game.deal_unseen(self.state, self.seat, order, rng)
        return policy_of(self.game).sensibly_laid_away(state, self.seat, self.may_hold)

    def _settled(self, order: list[Card], hands: dict[Seat, Cards], rng: Random) -> bool:
        """Exchange cards in `order` until nobody has more of those that were lacked than can be; whether any was."""
        changed = False
        for who in hands:
            while more := self._surplus(who, hands[who]):
                wrong = [c for c in hands[who] if self._surplus(who, without(hands[who], (c,))) < more]
                self.effort -= SETTLED
                at = rng.randrange(len(order))  # the order is mixed, so that any part of it will do
                places = (*range(at, len(order)), *range(at))
                if not wrong or not self._exchange(order, hands, who, rng.choice(wrong), places, rng):
                    break
                changed = True
        return changed

    def _exchange(
        self, order: list[Card], hands: dict[Seat, Cards], who: Seat, c: Card, places: Sequence[int], rng: Random
    ) -> bool:
        """Exchange `c`, which `who` cannot hold, with the first of `places` that both hands allow, in `order`.

        If there is none, with the first that `who` may hold: `c` is then wrong elsewhere, and may go on from there.
        """
        if c not in order:
            return False
        more, lacked = self._surplus(who, hands[who]), self.may_hold(who, c)
        rest, found = without(hands[who], (c,)), None
        for other in places:
            there = order[other]
            if there is c or not self.may_hold(who, there) or there in hands.get(who, ()):
                continue
            if self._surplus(who, (*rest, there)) > more - lacked:
                continue
            holder = next((seat for seat, hand in hands.items() if there in hand), "")
            given = (*without(hands[holder], (there,)), c) if holder else ()
            if holder and self._surplus(holder, given) > self._surplus(holder, hands[holder]):
                continue
            clean = not holder or self.may_hold(holder, c)
            if clean or found is None:
                found = other, holder, given
            if clean:
                break
        if found is None:
            return False
        other, holder, given = found
        hands[who] = (*rest, order[other])
        if holder:
            hands[holder] = given
        mine = rng.choice([i for i, card in enumerate(order) if card is c])
        order[mine], order[other] = order[other], order[mine]
        return True

    def _hands(self, state: Any) -> dict[Seat, Cards]:
        """The hands in `state` of the seats with past plays, and of those that lacked something."""
        held = {who: hand_in_view(plays[0].phase, state, who) for who, plays in self._by_seat.items()}
        held |= {lack.seat: self.game.held(state, lack.seat) for lack in self.lacks}
        return {who: hand for who, hand in held.items() if hand is not None}

    def may_hold(self, who: Seat, c: Card) -> bool:
        """Whether all past plays of `who` were legal with `c` in hand, whatever else is, and nobody else got it."""
        if self._handed.get(c, who) != who:
            return False
        found = self._allowed.get((who, c))
        if found is None:
            found = self._allowed[who, c] = all(self._allows(played, c) for played in self._by_seat.get(who, ()))
        return found

    def _allows(self, played: PastPlay, c: Card) -> bool:
        allowed, work = played.allows(c, self.game)
        self.effort -= work
        return allowed

    def _possible(self, sample: Any) -> bool:
        """Whether all past plays were legal in `sample`; plays that have ruled out deals before are checked first."""
        for played in self.past:
            possible, work = played.possible(sample, self.game)
            self.effort -= work
            if not possible:
                played.refused += 1
                self.past.sort(key=lambda other: -other.refused)
                return False
        return True
