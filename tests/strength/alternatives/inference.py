"""Inference by a policy (Rebstock, Solinas, Buro, Sturtevant 2019): deals as likely as what was played makes them.

A softmax policy, learned from games that advisers play among themselves, says how likely each card is that a player
may choose who sees the own hand and the table. A deal weighs the product over all that others have played; of many
deals so many are drawn by weight as the adviser asks for.

    python -m tests.strength.alternatives.inference GAME …     learns the weights of these games anew
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from tests.strength.alternatives.features import Features, answers, cards
from tests.strength.hands import advised, hand, sides
from tutor.advice import Adviser, Budget, adviser
from tutor.advice.constraints import PastPlay, constraints
from tutor.advice.samples import Sample, Sampler
from tutor.families.climbs import Climbing
from tutor.families.tricks.play import TrickPhase
from tutor.kernel.by_name import load
from tutor.kernel.phase import hand_in_view
from tutor.kernel.playout import allowed
from tutor.policies import policy_of
from tutor.policies.tricks import play_likelihood
from tutor.policies.tricks.legal_bits import ImpossibleDeal

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

FILE = Path(__file__).with_name("weights.json")
POOL = 120
"""Deals of which some are drawn, at the most."""
SHARE = 0.4
"""The share of the time that may be spent on them."""
FLOOR = 0.03
"""How often anybody plays anything."""
HANDS, WORK = 30, 15_000
"""Hands played to learn from, and the units of work for each of their decisions."""
ROUNDS, STEP, PRIOR = 150, 0.5, 0.3
"""How the weights are fitted: rounds, the first step of each weight, how much it is held near 0."""


class Choice(NamedTuple):
    """What somebody played, and the features of everything that could have been."""

    made: int
    features: list[Features]


@cache
def weights(game: str) -> list[float]:
    """What has been learned of a game; zeros if nothing has."""
    found: dict[str, list[float]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found.get(game, [0.0] * 100)


def chances(choice: Choice, weight: list[float]) -> list[float]:
    """How likely each move is by the policy."""
    odds = [math.exp(sum([weight[k] * x for k, x in one])) for one in choice.features]
    total = sum(odds)
    return [one / total for one in odds]


def choices(game: Game[Any], state: Any, me: Seat | None, past: list[PastPlay]) -> Iterator[Choice]:
    """What all but `me` have played in this hand, if the cards that are left lie as they do in `state`."""
    phase = game.due(state)
    if isinstance(phase, TrickPhase):
        yield from _of_tricks(game, phase, state, me)
    for played in past:
        if isinstance(played.phase, Climbing) and played.view.plays:
            held = hand_in_view(played.phase, state, played.seat) or ()
            view = played.view.holding(game.pack.sort([*played.shown.elements(), *held]))
            moves = allowed(played.phase, view)
            if len(moves) > 1 and played.move in moves:
                ahead = next(who for who, laid in reversed(view.plays) if laid)
                friend = ahead in game.allies(state, played.seat)
                yield Choice(moves.index(played.move), answers(view, moves, friend))


def _of_tricks(game: Game[Any], phase: TrickPhase[Any, Any], state: Any, me: Seat | None) -> Iterator[Choice]:
    view = phase.see(state, state.turn[0] if me is None else me)
    policy: Any = policy_of(game).of(phase)
    duties = policy.legal_bits(view)
    if duties is None:
        return
    values = policy.heuristic(state, view).values
    held = [duties.cards.bits(one) for one in state.hands]
    friends = [[who in game.allies(state, one) for who in view.seats] for one in view.seats]
    past = play_likelihood.played_cards(state, duties)
    for card in past:
        held[card.who] |= card.bit
    n, rest = len(held), sum(held)
    led_by: dict[int, set[int]] = {}
    for card in reversed(past):
        own = held[card.who]
        opposite = bool(card.led) and n > 2 and 2 * ((card.who - card.holder) % n) == n
        if me is None or card.who != view.seats.index(me):
            try:
                legal = duties.legal(own, card.led, card.best, opposite)
            except ImpossibleDeal:
                legal = 0
            if legal & (legal - 1) and legal & card.bit:
                ours = bool(card.at) and friends[card.who][card.holder]
                led = {suit: {(who - card.who) % n for who in by} for suit, by in led_by.items()}
                found = cards(duties.cards, values, own, legal, card, n, ours, rest & ~own, led)
                yield Choice([bit for bit, _ in found].index(card.bit), [one for _, one in found])
        held[card.who] ^= card.bit
        rest ^= card.bit
        if not card.at:
            led_by.setdefault(duties.cards.suit[card.bit.bit_length() - 1], set()).add(card.who)


class PolicySampler(Sampler):
    """Deals as likely as the policy makes what was called and played."""

    seconds = 0.0

    def __init__(self, game: Game[Any], record: Record[Any], seat: Seat, effort: float) -> None:
        super().__init__(game, record, seat, effort)
        self._until = process_time() + SHARE * self.seconds
        self._pool: list[Sample] = []
        self._upto: list[float] = []

    def _believable(self, seed: str) -> Any:
        return self._mended(f"{seed}/0")

    def sample(self, seed: str) -> Sample:
        """Spread evenly over the weights, whatever the seed, but the same for the same."""
        if not self._pool:
            self._fill()
        if seed not in self._dealt:
            at = (0.5 + len(self._dealt) * (math.sqrt(5) - 1) / 2) % 1 * self._upto[-1]
            self._dealt[seed] = next(one for one, upto in zip(self._pool, self._upto, strict=True) if upto >= at)
        return self._dealt[seed]

    def _fill(self) -> None:
        weight, past, found = weights(self.game.name), list(self.past), []
        while not self._pool or (len(self._pool) < POOL and process_time() < self._until):
            seed = str(len(self._pool))
            deal = self._sample(seed)
            self._pool.append(deal)
            likely = sum(math.log(call.likelihood(deal.state, seed)) for call in self._heard)
            for one in choices(self.game, deal.state, self.seat, past):
                likely += math.log(FLOOR / len(one.features) + (1 - FLOOR) * chances(one, weight)[one.made])
            found.append(likely)
        self._upto = list(accumulate(math.exp(one - max(found)) for one in found))


def by_policy(mind: Adviser, record: Record[Any], seat: Seat, seconds: float) -> Move:
    """What the adviser says if deals are drawn so."""
    PolicySampler.seconds = seconds
    budget = Budget(work=mind.strength.budget.work, stop=deadline(seconds))
    with patch.object(adviser, "Sampler", PolicySampler):
        return mind.advise(record, seat, Random(len(record.entries)), budget).move


def deadline(seconds: float) -> Callable[[], bool]:
    """Something that says when so many seconds of the processor are over."""
    until = process_time() + seconds
    return lambda: process_time() > until


# -- learning --------------------------------------------------------------------------------------------------


def played(game: Game[Any], hands: int) -> list[Choice]:
    """All that advisers have played among themselves in so many hands."""
    mind = Adviser(game, adviser.Strength(30, Budget(work=WORK)))
    found: list[Choice] = []
    for deal in range(hands):
        last: list[Any] = []
        choose = advised(mind, Random(deal))

        def noted(record: Record[Any], seat: Seat, choose: Any = choose, last: list[Any] = last) -> Move:
            last[:] = record, seat
            return choose(record, seat)  # type: ignore[no-any-return]

        hand(game, 10_000 + deal, noted, sides(game)[0], noted)
        record, one = last[0], last[0].state.seats[0]
        past = list(constraints(record, one))
        past += [play for play in constraints(record, record.state.seats[1]) if play.seat == one]
        found += choices(game, record.state, None, past)
    return found


def fitted(found: list[Choice]) -> list[float]:
    """The weights under which what was played is likeliest, by gradient steps that shrink (AdaGrad)."""
    size = 1 + max(k for one in found for features in one.features for k, _ in features)
    weight, squares = [0.0] * size, [1e-8] * size
    for _ in range(ROUNDS):
        slope = [-PRIOR * one for one in weight]
        for one in found:
            for at, (chance, features) in enumerate(zip(chances(one, weight), one.features, strict=True)):
                for k, x in features:
                    slope[k] += x * ((at == one.made) - chance)
        for k, one_slope in enumerate(slope):
            squares[k] += one_slope**2
            weight[k] += STEP * one_slope / math.sqrt(squares[k])
    return [round(one, 2) for one in weight]


def main() -> None:
    """Learn, and say how much likelier the moves made have become."""
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for name in sys.argv[1:]:
        found = played(load(name), HANDS)
        some, others = found[::2], found[1::2]
        for kind, weight in (("by chance", [0.0] * 100), ("learned from the others", fitted(some))):
            print(name, len(others), kind, fmean(math.log(chances(one, weight)[one.made]) for one in others))
        known[name] = fitted(found)
        FILE.write_text(json.dumps(known), "utf-8")


if __name__ == "__main__":
    main()
