"""Constraints on hidden hands: whether what others played was legal for a hypothetical hand.

Only public knowledge is used. Of a player's true hand only the cards that have been played from it since are used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.duties import narrow
from tutor.kernel.phase import hand_in_view
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

CHECK: Final = 15
"""Units of work for checking one past play, besides one for each candidate."""
MOST: Final = 4000
"""The most candidates of one past play that are judged; a play with more constrains nothing."""


@dataclass(eq=False, slots=True)
class PastPlay:
    """A past decision of another player."""

    seat: Seat
    phase: Phase[Any, Any]
    view: Any
    move: Move
    shown: Counter[Card]
    """That player's hand then, less the hand now: the cards played since."""
    refused: int = 0
    """How many sampled deals this play has ruled out."""
    _allowed: dict[Card, bool] = field(default_factory=dict)

    def possible(self, sample: Any, game: Game[Any]) -> tuple[bool, int]:
        """Whether the play was legal for the hand that the player has in `sample`, and the work of finding out."""
        held = hand_in_view(self.phase, sample, self.seat)
        if held is None:
            return True, CHECK
        then = self.shown.copy()
        then.update(held)
        if any(n < 0 for n in then.values()):
            return True, CHECK
        return self._asked(then.elements(), game)

    def allows(self, c: Card, game: Game[Any]) -> tuple[bool, int]:
        """Whether the play was legal for a hand of `c` and the cards played since, and the work of finding out."""
        known = self._allowed.get(c)
        if known is not None:
            return known, 1
        if any(n < 0 for n in self.shown.values()):  # that player has taken cards since, and `c` may be one of them
            self._allowed[c] = True
            return True, 1
        self._allowed[c], work = self._asked((*self.move.cards, c), game)
        if not self._allowed[c]:  # what needs more cards than these, a number stated perhaps, rules out no single card
            alone, more = self._asked(self.move.cards, game)
            self._allowed[c], work = not alone, work + more
        return self._allowed[c], work

    def _asked(self, hand: Iterable[Card], game: Game[Any]) -> tuple[bool, int]:
        view = self.view.holding(game.pack.sort(hand))
        candidates = dict.fromkeys(islice(self.phase.candidates(view), MOST))
        work = CHECK + len(candidates)
        if len(candidates) == MOST:
            return True, work
        candidates.setdefault(self.move)
        return self.move in narrow(self.phase.duties(view), view, candidates).legal, work


def constraints(record: Record[Any], seat: Seat) -> Iterator[PastPlay]:
    """The past plays of others in this deal that constrain their hands, latest first.

    Left out are: decisions before the player laid cards away face down, as nobody else knows the hand of that time;
    decisions that depend on more than hand and table; and those for which no duty was in force.
    """
    game, now = record.game, record.state
    silent = {seat}
    unknown = Counter(game.unseen(now, seat))
    for state, who, text in reversed(since_deal(record)):
        later, unknown = unknown, Counter(game.unseen(state, seat))
        phase = game.due(state)
        view, mine = phase.see(state, who), phase.see(state, seat)
        held = hand_in_view(phase, now, who)
        if who in silent or held is None or not isinstance(view, HandView):
            continue
        move = phase.read(view, text)
        if any(0 < unknown[c] <= later[c] for c in move.cards):  # face down: no more is known of it than before
            silent.add(who)
            continue
        if view.holding(()) != mine.holding(()):
            continue
        public = view.holding(game.pack.sort(move.cards))
        if not any(duty.when is None or duty.when(public) for duty in phase.duties(public)):
            continue
        shown = Counter(view.hand)
        shown.subtract(held)
        yield PastPlay(who, phase, public, move, shown)


def since_deal(record: Record[Any]) -> list[tuple[Any, Seat, str]]:
    """The decisions since the last chance event: the state before each, who decided, and the move as text."""
    steps: list[tuple[Any, Seat, str]] = []
    for state, entry in zip(record.states, (entry for entry in record.entries if entry.made), strict=False):
        if entry.seat == DECK:
            steps = []
        elif state.phase:
            steps.append((state, entry.seat, entry.text))
    return steps
