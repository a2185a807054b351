"""Trick games: every player plays one card, and the best card takes the trick.

`Ranking` is the order of the cards, `TrickView` what a player sees; `follow` and the like make duties; `TrickPhase` is
the decision, `TrickState` the state of a hand.
"""

from tutor.families.tricks.card_points import CardPoints
from tutor.families.tricks.duties import (
    When,
    answering,
    follow,
    head,
    head_in_suit,
    leading,
    may_not_lead,
    overtrump,
    trump_if_void,
)
from tutor.families.tricks.piles import count_problems, pile_problems, piles
from tutor.families.tricks.play import TrickGame, TrickPhase, TrickScoring, best_so_far
from tutor.families.tricks.ranking import TRUMP, Order, Ranking, suited
from tutor.families.tricks.stage import NamedTrumpSetupView, TrickSetup, TrickSetupView
from tutor.families.tricks.state import Taken, TrickState
from tutor.families.tricks.views import PlainView, TrickView, TrumpView, TurnedUpView

__all__ = [
    "TRUMP",
    "CardPoints",
    "NamedTrumpSetupView",
    "Order",
    "PlainView",
    "Ranking",
    "Taken",
    "TrickGame",
    "TrickPhase",
    "TrickScoring",
    "TrickSetup",
    "TrickSetupView",
    "TrickState",
    "TrickView",
    "TrumpView",
    "TurnedUpView",
    "When",
    "answering",
    "best_so_far",
    "count_problems",
    "follow",
    "head",
    "head_in_suit",
    "leading",
    "may_not_lead",
    "overtrump",
    "pile_problems",
    "piles",
    "suited",
    "trump_if_void",
]
