"""Truc: four players in two partnerships, three cards, no suits; anybody may raise the stake, even with nothing.

The clauses stand in `lessons/truc/rulebook.toml`. `table` has the pack, the house rules, the state and who wins,
`stakes` what calls lead to, `deal` the phases before the first lead, `seen` the views of the play, `play` its phases,
`score` the scoring; this module has the game.
"""

from __future__ import annotations

from tutor.families.tricks import TrickGame
from tutor.games.truc.deal import SIZE, Cut, Eleven
from tutor.games.truc.play import AFTER, ANSWER, PLAY
from tutor.games.truc.score import SCORE
from tutor.games.truc.stage import TrucSetup
from tutor.games.truc.table import PACK, Rules, TrucState
from tutor.games.truc.tabletop import HELD, TABLETOP
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import after
from tutor.kernel.state import changed
from tutor.kernel.view import Options


class Truc(TrickGame[TrucState]):
    """Four players, partners opposite, forty cards."""

    name = "truc"
    title = "Truc"
    players = (4,)
    bound = 1000
    """A hand is a shuffle, at most three choices, 24 turns and four calls and answers; a game has at most 23 hands."""
    options = Rules
    pack = PACK
    paired = True
    undecided_tricks = True
    tabletop = TABLETOP
    arrangement = HELD
    phases = (Cut(), SIZE, Eleven(), PLAY, AFTER, ANSWER)
    scoring = SCORE
    setup = TrucSetup()

    def clockwise(self, options: Options) -> bool:
        """Turns pass to the right (`truc.direction`)."""
        return False

    def deal(self, state: TrucState, dealt_cards: Move) -> Turn[TrucState]:
        """Offer the shuffled pack to the dealer's left-hand neighbour to cut (`truc.cut`)."""
        cutter = after(state.seats, state.dealer, -1)
        return Turn(changed(state, chance=None, away=dealt_cards.cards, phase=Cut.name, turn=(cutter,)))


GAME = Truc()
