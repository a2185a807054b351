"""Last One: crazy eights in which half the cards have an effect, and a 4 starts a melee.

Source: the game's page at denexa.com; every clause stands in `lessons/last-one/rulebook.toml`. `table` has the views
and the effects of cards, `state` the state, `turns` how a game goes on; `plays`, `words` and `moments` are the phases,
`score` the scoring. This module has the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tutor.games.last_one.moments import ContinueMelee, Deal, EffectOf, FirstUpcard
from tutor.games.last_one.plays import AnswerTwo, DrawnCard, Play, Stack
from tutor.games.last_one.score import Score
from tutor.games.last_one.stage import LastOneSetup
from tutor.games.last_one.state import LastOneState
from tutor.games.last_one.table import PACK, Rules
from tutor.games.last_one.tabletop import TABLETOP
from tutor.games.last_one.turns import deal_hands, recycle_pile, shuffled
from tutor.games.last_one.words import Call, Name
from tutor.kernel.fields import Problem
from tutor.kernel.game import Family, Game
from tutor.kernel.hidden_cards import by_text
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tutor.kernel.cards import Card


class LastOne(Game[LastOneState]):
    """Two to six players, each alone, until all but one have reached the threshold.

    In a whole game the option `hand_size` is the size of the hands in every deal.
    """

    name = "last-one"
    title = "Last One"
    family = Family.SHEDDING
    players = (2, 3, 4, 5, 6)
    usual = 4
    bound = 100_000
    """No rule ends a game in which everybody draws for ever; random play up to 250 needs a fifth of this at most."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    phases = (
        Deal(),
        FirstUpcard(),
        Play(),
        DrawnCard(),
        AnswerTwo(),
        Stack(),
        Name(),
        ContinueMelee(),
        Call(),
        EffectOf(),
    )
    scoring = Score()
    setup = LastOneSetup()

    def problems(self, players: int, options: Any) -> Iterator[Problem]:
        """Nine cards for six players, which would leave no upcard (`last-one.deal.size`)."""
        if players == 6 and options.hand_size == 9:
            yield Problem("hand_size", "nine cards need five players at most")

    def begin(self, players: int, options: Any, dealer: Seat) -> LastOneState:
        """The state before the first deal."""
        return shuffled(LastOneState(players=players, options=options, dealer=dealer, scores=(0,) * players))

    def deal(self, state: LastOneState, dealt_cards: Move) -> Turn[LastOneState]:
        """Deal the pack, or make the pile the new stock, as the chance event says."""
        return (deal_hands if dealt_cards.word == "deal" else recycle_pile)(state, dealt_cards.cards)

    def standing(self, state: LastOneState) -> Mapping[Side, float]:
        """The running scores."""
        return dict(zip(state.seats, state.scores, strict=True))

    def winners(self, state: LastOneState) -> tuple[Side, ...]:
        """The only player who has not dropped out."""
        return state.circle

    def deal_unseen(self, state: LastOneState, seat: Seat, order: Sequence[Card], rng: Random) -> LastOneState:
        """A card that another player has just drawn is one of that hand."""
        sample = super().deal_unseen(state, seat, order, rng)
        if state.drawn is None or state.turn == (seat,):
            return sample
        drawer = state.turn[0] if state.turn else state.agenda[0].seat
        return changed(sample, drawn=rng.choice(by_text(sample.hand(drawer))))


GAME = LastOne()
