"""Big Two: two to four players, single cards, pairs, triples and five-card hands that climb until somebody is out.

There are two rule sets, `big-two.a.*` and `big-two.b.*`; every clause stands in `lessons/big-two/rulebook.toml`.
`combos` has the combinations, `table` the views, `deal` what comes before the first play, `score` the scoring, `stage`
the set-up. This module has the play and the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tutor.families.climbs import Climbing, combination, no_passing_lead, out_of_round
from tutor.families.plays import ClimbGame, after_play, never_at_once
from tutor.games.big_two.combos import PACK, lacking_in
from tutor.games.big_two.deal import DEAL, deal_hands
from tutor.games.big_two.score import SCORE
from tutor.games.big_two.stage import BigTwoSetup
from tutor.games.big_two.table import (
    TWO_OF_SPADES,
    BigTwoState,
    Leading,
    Opening,
    Playing,
    Rules,
    ends_trick,
    holder_of_lowest,
)
from tutor.games.big_two.tabletop import ARRANGEMENT, TABLETOP
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duties, Duty, Trace, always, batch_predicate
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Combo, Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Step

if TYPE_CHECKING:
    from random import Random

COMBINATION: Final[Duty[Leading]] = combination("big-two.invalid")
NO_TRIPLES: Final[Duty[Leading]] = always(
    "big-two.triple",
    lambda v, move: not isinstance(move, Combo) or move.kind != "triple",
    when=lambda v: not v.options.triples,
)
BARRED: Final[Duty[Leading]] = out_of_round("big-two.pass", lambda v: v.options.pass_locks)


FIRST: Final[Mapping[str, Duty[Leading]]] = {
    rules: always(
        f"big-two.{rules}.first",
        lambda v, move: not move.cards or v.must in move.cards,
    )
    for rules in "ab"
}


def beats(v: Leading, moves: Sequence[Move]) -> list[Move]:
    """The moves that are no combination, or a higher one with the same number of cards."""
    number, high = len(v.to_beat.cards), v.to_beat.high
    return [move for move in moves if not isinstance(move, Combo) or (len(move.cards) == number and move.high > high)]


BEAT: Final[Duty[Leading]] = always("big-two.beat", batch_predicate(beats), when=lambda v: not v.free)
LEAD: Final[Duty[Leading]] = no_passing_lead("big-two.pass")


class EveryPlay(Climbing[Leading, BigTwoState]):
    """A play; what the first one and later ones have in common."""

    ended = "big-two.trickend"
    out = "big-two.out"

    def problems(self, v: Leading) -> Iterator[Problem]:
        """A hand that is too large, and plays that could not have been made."""
        most = v.options.most(v.players)
        if len(v.hand) > most:
            yield Problem("hand", f"{len(v.hand)} cards, but nobody is dealt more than {most}")
        yield from super().problems(v)

    def basis(self, v: Leading, found: Trace[Leading], move: Move) -> str:
        """The clause for a pass, the first play, a free lead or a higher play."""
        if not move.cards:
            return "big-two.pass"
        if v.must:
            return f"big-two.{v.options.rules}.first"
        return "big-two.trickend" if v.free else "big-two.beat"

    def reasons(self, v: Leading, move: Move) -> Mapping[str, Any]:
        """What makes five cards no combination: how many there are of each rank, and what a straight or flush lacks."""
        return lacking_in(move.cards)

    def at_once(self, rules: Any) -> Callable[[Cards], bool]:
        """Whether 2S wins the trick at once under these rules."""
        return partial(ends_trick, rules) if rules.skips else never_at_once

    def played(self, state: BigTwoState, seat: Seat, move: Move) -> Turn[BigTwoState]:
        """What the play changes; 2S may end the trick (`big-two.b.top`)."""
        if not state.options.skips:
            return after_play(state, seat, move, self.ended)
        clause = "big-two.b.top" if ends_trick(state.options, move.cards) else self.ended
        return after_play(state, seat, move, clause, self.at_once(state.options))


class Play(EveryPlay):
    """Beat the last play or pass; on a free lead play anything."""

    clause = "big-two.trickend"
    view = Playing
    binding = (COMBINATION, NO_TRIPLES, BARRED, BEAT, LEAD)  # in the order of the ruling R20

    def winner_clause(self, v: Leading) -> str:
        """Why the trick is over: all others passed, or nothing can beat 2S."""
        if not v.winner:
            return ""
        return "big-two.b.top" if v.plays[-1][1] else self.ended

    def turn_steps(self, v: Leading) -> tuple[Step, ...]:
        """A step that says why 2S among five cards, or another 2, does not end the trick."""
        cards = v.plays[-1][1]
        if not v.options.skips or not any(c.rank == TWO_OF_SPADES.rank for c in cards):
            return ()
        return (Step("top_among" if TWO_OF_SPADES in cards else "only_top", {"it": TWO_OF_SPADES}),)


PLAY: Final = Play()


class OpeningPlay(EveryPlay):
    """The first play of a hand, which must hold the lowest card."""

    name = "opening"
    title = "your play"
    clause = "big-two.a.first"
    view = Opening
    refuses = frozenset({"table"})

    def problems(self, v: Leading) -> Iterator[Problem]:
        """A hand that the player who starts cannot have."""
        yield from super().problems(v)
        undealt = v.options.undealt(v.players)
        if v.must is None:
            yield Problem("hand", "the player who starts has cards")
        elif PACK.place[v.must] > undealt:
            lower = PACK.place[v.must]
            out = f"only {undealt} cards are undealt" if undealt else "every card is dealt"
            yield Problem(
                "hand", f"who starts has the lowest card in play, but {lower} cards are below {v.must}: {out}"
            )

    def entitling(self, v: Leading) -> Cards:
        """The lowest card: whoever holds it starts."""
        return (v.must,) if v.must else ()

    def duties(self, v: Leading) -> Duties[Leading]:
        """As for other plays, and the lowest card in play must be in it (order of ruling R20)."""
        return (COMBINATION, NO_TRIPLES, FIRST[v.options.rules], LEAD)

    def facts(self, v: Leading) -> Mapping[str, Any]:
        """Also the card that must be played."""
        return {**super().facts(v), "must": v.must.text if v.must else "none"}


# -- the game ----------------------------------------------------------------------------------------------------


class BigTwo(ClimbGame[BigTwoState]):
    """Two to four players, each alone."""

    name = "big-two"
    title = "Big Two"
    players = (2, 3, 4)
    usual = 4
    bound = 30_000
    """To 100 points in set a: at most 132 hands of four players, each of 52 plays with three passes after them."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ARRANGEMENT
    phases = (DEAL, OpeningPlay(), PLAY)
    scoring = SCORE
    setup = BigTwoSetup()

    def clockwise(self, options: Any) -> bool:
        """To the left in set a, to the right in set b (`big-two.a.direction`, `big-two.b.direction`)."""
        return bool(options.rules == "a")

    def deal(self, state: BigTwoState, dealt_cards: Move) -> Turn[BigTwoState]:
        """Deal; in rule set b a dragon or a demand for a new deal may follow."""
        return deal_hands(state, dealt_cards.cards)

    def deal_unseen(self, state: BigTwoState, seat: Seat, order: Sequence[Card], rng: Random) -> BigTwoState:
        """While nobody knows who starts it is whoever then has the lowest card."""
        sample = super().deal_unseen(state, seat, order, rng)
        if not state.unsure:
            return sample
        starter, lowest = holder_of_lowest(state.seats, sample.hands)
        return changed(sample, starter=starter, leader=starter, lowest=lowest)


GAME = BigTwo()
