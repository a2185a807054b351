"""What others have said, as evidence of what they hold: a bid is rarely made without the cards for it.

Each phase says what a sensible player would call with a hand (`Policy.bidding_policy`). A sampled deal is believed the
more, the more often that comes to what was really called. Like `constraints` it uses only what everybody saw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.belief import hidden
from tutor.advice.constraints import since_deal
from tutor.kernel.duties import narrow
from tutor.kernel.seen import HandView
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
"""How often a sensible player is asked: one who holds a hand that may go either way does not always say the same."""
NEXT: Final = 0.4
"""What counts a call that is one step off."""
FLOOR: Final = 0.06
"""How likely a call is at least, for there are players who are not sensible."""
IMPOSSIBLE: Final = 1e-6
"""The same for a call that the rules do not allow with this hand."""
COST: Final = 10
"""The work of asking once."""


@dataclass(frozen=True, slots=True)
class HeardCall:
    """A call that another player has made in this hand, as everybody heard it."""

    game: Game[Any]
    seat: Seat
    phase: Phase[Any, Any]
    view: Any
    """What was seen of the table then, without a hand."""
    move: Move
    gone: Cards
    """The cards that this player has openly parted with since."""

    def likelihood(self, sample: Any, seed: str) -> float:
        """How likely the call is from the hand that `sample` gives the player; 1 if that cannot be told."""
        hand = self.phase.pack.sort((*self.game.held(sample, self.seat), *self.gone))
        view = self.view.holding(hand) if isinstance(self.view, HandView) else self.view
        order = list(self.phase.candidates(view))
        legal = narrow(self.phase.duties(view), view, order).legal
        if self.move not in legal:
            return IMPOSSIBLE
        if len(legal) < 2:
            return 1.0
        rng, near = Random(seed), 0.0
        policy = policy_of(self.game).of(self.phase)
        for _ in range(ASKED):
            said = policy.bidding_policy(view, hand, legal, rng)
            if said is None:
                return 1.0
            near += 1.0 if said == self.move else NEXT * _one_step(order, said, self.move)
        return FLOOR + (1 - FLOOR) * near / ASKED


def _one_step(order: Sequence[Move], one: Move, other: Move) -> bool:
    """Whether two calls are neighbours, and one of them is a number: suits have no neighbours."""
    near = abs(order.index(one) - order.index(other)) == 1
    return near and (one.word[:1].isdigit() or other.word[:1].isdigit())


def heard_calls(record: Record[Any], seat: Seat) -> Iterator[HeardCall]:
    """What others have called since the cards were dealt, latest first, where a rule tells what is sensible."""
    game, now = record.game, record.state
    unknown = hidden(game, now, seat)
    gone: dict[Seat, Counter[Card]] = {}
    for state, who, text in reversed(since_deal(record)):
        if who == seat:
            continue
        phase: Phase[Any, Any] = game.due(state)
        seen = phase.see(state, seat)  # never the view of who called
        move = phase.read(seen, text)
        shown = gone.setdefault(who, Counter())
        if move.cards:
            shown.update(c for c in move.cards if not unknown[c])
        elif policy_of(game).of(phase).tells_bids:
            yield HeardCall(game, who, phase, _without_hand(seen), move, tuple(shown.elements()))


def _without_hand(view: Any) -> Any:
    return view.holding(()) if isinstance(view, HandView) else view
