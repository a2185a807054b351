"""Calls as evidence: how likely a player with a given hand would have made the call that was heard.

`Policy.bidding_policy` says what a sensible player calls with a hand; a sampled deal is the more likely, the more often
that is the call really made. In climbing games whoever passes on a play of an opponent had most likely nothing of its
kind to beat it with. Like `constraints` this uses only public knowledge.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.constraints import since_deal
from tutor.kernel.moves import Combo
from tutor.kernel.playout import allowed
from tutor.kernel.view_types import ClimbView, HandView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat

ASKED: Final = 5
"""How often the bidding policy is asked about one hand; its answers vary with the generator."""
NEIGHBOUR_CREDIT: Final = 0.4
"""Credit for an answer that is a neighbour of the call heard; the call itself has 1."""
FLOOR: Final = 0.06
"""The least likelihood of a legal call, as not all players are sensible."""
IMPOSSIBLE: Final = 1e-6
"""The likelihood of a call that is illegal with this hand."""
COST: Final = 10
"""Units of work of asking the policy once."""
HOLDS_BACK: Final = 0.25
"""The likelihood of a pass on an opponent's play by a player who could have beaten it by another of its kind."""


@dataclass(frozen=True, slots=True)
class HeardCall:
    """A call that another player has made in this hand, as everybody heard it."""

    game: Game[Any]
    seat: Seat
    phase: Phase[Any, Any]
    view: Any
    """The public view of the table at that time, without a hand."""
    move: Move
    gone: Cards
    """The cards that this player has played openly since."""

    @property
    def work(self) -> int:
        """Units of work of finding the likelihood in one deal."""
        return COST if isinstance(self.view, ClimbView) else ASKED * COST

    def likelihood(self, sample: Any, seed: str) -> float:
        """How likely the player makes this call with the hand held in `sample`; 1 if no policy tells."""
        hand = self.phase.pack.sort((*self.game.held(sample, self.seat), *self.gone))
        view = self.view.holding(hand) if isinstance(self.view, HandView) else self.view
        if isinstance(view, ClimbView):
            return self._passed(sample, view)
        legal = allowed(self.phase, view)
        if self.move not in legal:
            return IMPOSSIBLE
        if len(legal) < 2:
            return 1.0
        order = list(self.phase.candidates(view))
        rng, matched = Random(seed), 0.0
        policy = policy_of(self.game).of(self.phase)
        for _ in range(ASKED):
            said = policy.bidding_policy(view, hand, legal, rng)
            if said is None:
                return 1.0
            matched += 1.0 if said == self.move else NEIGHBOUR_CREDIT * _neighbours(order, said, self.move)
        return FLOOR + (1 - FLOOR) * matched / ASKED

    def _passed(self, sample: Any, view: ClimbView) -> float:
        if view.holder in self.game.allies(sample, self.seat):
            return 1.0
        could = any(isinstance(m, Combo) and m.cards and not m.trump for m in allowed(self.phase, view))
        return HOLDS_BACK if could else 1.0


def _neighbours(order: Sequence[Move], one: Move, other: Move) -> bool:
    """Whether two calls are neighbours in `order` and at least one is a number; suits have no neighbours."""
    adjacent = abs(order.index(one) - order.index(other)) == 1
    return adjacent and (one.word[:1].isdigit() or other.word[:1].isdigit())


def heard_calls(record: Record[Any], seat: Seat) -> Iterator[HeardCall]:
    """The calls of others since the last deal that tell of hands, latest first.

    These are calls for which there is a bidding policy, and of passes in a climbing game, of each player and kind of
    play, that on the lowest.
    """
    game, now = record.game, record.state
    unknown = frozenset(game.unseen(now, seat))
    gone: dict[Seat, Counter[Card]] = {}
    passes: dict[Any, tuple[int, HeardCall]] = {}
    for state, who, text in reversed(since_deal(record)):
        if who == seat:
            continue
        phase: Phase[Any, Any] = game.due(state)
        seen = phase.see(state, seat)  # never the view of who called
        move = phase.read(seen, text)
        shown = gone.setdefault(who, Counter())
        if move.cards:
            shown.update(c for c in move.cards if c not in unknown)
        elif isinstance(seen, ClimbView) and seen.to_beat.cards:
            beat = seen.to_beat
            heard = HeardCall(game, who, phase, _without_hand(seen), move, tuple(shown.elements()))
            kind = who, seen.holder, beat.kind, beat.length, len(beat.cards)
            passes[kind] = min((beat.high, heard), passes.get(kind, (beat.high, heard)), key=lambda one: one[0])
        elif policy_of(game).of(phase).tells_bids:
            yield HeardCall(game, who, phase, _without_hand(seen), move, tuple(shown.elements()))
    yield from (heard for _, heard in passes.values())


def _without_hand(view: Any) -> Any:
    return view.holding(()) if isinstance(view, HandView) else view
