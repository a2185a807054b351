"""What is wise in games, apart from their rules: rollout heuristics, bidding, the value of hands and of states.

Policies are found by the names of games (`policies/games`) and by the families of phases; no rule imports them.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.families.auctions import AuctionPhase
from tutor.families.climbs import Climbing
from tutor.families.naming import NamingPhase
from tutor.families.tricks.play import TrickPhase
from tutor.policies import games
from tutor.policies.base import Policy as Policy
from tutor.policies.calls import AuctionPolicy, NamingPolicy
from tutor.policies.climbs import ClimbPolicy
from tutor.policies.game_policy import GamePolicy as GamePolicy
from tutor.policies.tricks import TrickPolicy

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase

FAMILIES: Final[tuple[tuple[type[Phase[Any, Any]], type[Policy[Any, Any]]], ...]] = (
    (TrickPhase, TrickPolicy),
    (Climbing, ClimbPolicy),
    (AuctionPhase, AuctionPolicy),
    (NamingPhase, NamingPolicy),
)


def of_family(phase: Phase[Any, Any]) -> type[Policy[Any, Any]]:
    """The policy class of the phase's family; the base class, which says nothing, if it has none."""
    return next((policy for family, policy in FAMILIES if isinstance(phase, family)), Policy)


@cache
def policy_of(game: Game[Any]) -> GamePolicy[Any]:
    """The policy of a game: its own, or else one made of those of its families."""
    name = game.name.replace("-", "_")
    if name not in {module.name for module in pkgutil.iter_modules(games.__path__)}:
        return GamePolicy(game, of_family, {})
    make: Callable[..., GamePolicy[Any]] = importlib.import_module(f"{games.__name__}.{name}").POLICY
    return make(game, of_family)
