"""The textbook player: rules of thumb of card play and each game's own first advice, without any search.

It is the bar for advice (`python -m tests.strength.duel`). It sees what its seat sees, remembers the cards that were
played, and tries nothing out. `tricks` plays cards to tricks, `avoiding` does where tricks cost, `climbing` plays
combinations, `pages` holds what is like nothing else, a module a game. Calls that need an estimate of a hand (bids,
trumps) are those of the game's own rule of thumb, which looks at the caller's hand only.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.strength.textbook import avoiding, climbing, tricks
from tests.strength.textbook.pages import pages_of
from tests.strength.textbook.seen import Seen
from tutor.kernel.playout import legal
from tutor.kernel.view_types import ClimbView, RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.strength.hands import Chooser
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat


def has_book(game: Game[Any]) -> bool:
    """Whether books say anything of `game`: it has a page, or a phase of a kind that all games of it are played by."""
    kinds = (ClimbView, RankedTrickView)
    return bool(pages_of(game.name)) or any(issubclass(phase.view, kinds) for phase in game.phases)


def textbook(game: Game[Any], seed: object = 0) -> Chooser:
    """The player at any seat; `seed` decides what bidding policies leave to chance, alike in hands that go alike."""

    def choose(record: Record[Any], seat: Seat) -> Move:
        moves = legal(game, record.state, seat)
        return _chosen(game, record.state, seat, moves, Random(f"{seed}/{seat}/{len(record.entries)}"))

    return choose


def _chosen(game: Game[Any], state: Any, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
    """One of `moves`, all that `seat` may do."""
    at = Seen(game, state, seat, moves)
    page = pages_of(game.name).get(state.phase)
    if page is not None:
        return page(at)
    if isinstance(at.view, ClimbView):
        return climbing.play(at)
    called = at.policy.bidding_policy(at.view, at.hand, moves, rng)
    if called is not None:
        return called
    if isinstance(at.view, RankedTrickView) and at.cards:
        wanted = at.policy.wants_tricks(state, seat)
        return at.cards[(tricks if wanted else avoiding).card(at)]
    own = game.name.replace("-", "_")
    raise LookupError(
        f"nobody says what is wise in the phase {state.phase} of {game.name}: give it a bidding_policy in "
        f"tutor/policies/games/{own}.py, or a page in tests/strength/textbook/pages/{own}.py"
    )
