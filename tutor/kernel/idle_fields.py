"""Fields that a position gives although the decision asked about has none of that name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.fields import Spec, specs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.view import PositionSchema

COMMON: Final = frozenset(
    {"phase", "players", "dealer", "hand", "leader", "trick", "trump", "table", "upcard", "bids", "won"}
)
"""Fields that mean the same in every game that has them; where the phase asked about has none they are idle."""


class IdleField(NamedTuple):
    """A common field that was given and has no bearing on what was asked; `phases` are those that have it."""

    name: str
    phases: tuple[str, ...]


@lru_cache(maxsize=32)
def elsewhere(game: Game[Any]) -> Mapping[str, tuple[tuple[str, ...], Spec]]:
    """Every field of the game by name, with the phases that have it."""
    found: dict[str, tuple[tuple[str, ...], Spec]] = {}
    for phase in game.phases:
        for name, spec in specs(phase.view).items():
            before, known = found.get(name, ((), spec))
            found[name] = (*before, phase.name), known
    return {name: ((), spec) for name, spec in specs(game.scoring.view).items()} | found


def idle_fields(
    game: Game[Any], schema: PositionSchema[Any], given: Iterable[tuple[str, str]]
) -> tuple[IdleField, ...]:
    """The common fields among those `given` that `schema` does not have, and which are therefore left aside."""
    known, others = specs(schema.view), elsewhere(game)
    stems = dict.fromkeys(name.partition(".")[0] for name, text in given if text)
    return tuple(
        IdleField(stem, others[stem][0]) for stem in stems if stem in COMMON and stem not in known and stem in others
    )
