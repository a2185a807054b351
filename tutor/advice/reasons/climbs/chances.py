"""How likely plays hold in a climbing game, by sampled deals, in which bids and earlier plays count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.lie_of_cards import Share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.moves import Combo
    from tutor.kernel.seats import Seat

OFTEN: Final = 0.85
"""The share of sampled deals from which on it is said that a play is hardly beaten."""
EVEN: Final = 0.4
"""The same where it is said only which cards would beat it."""


def unbeaten(context: DecisionContext, play: Combo, foes: Sequence[Seat] = ()) -> Share:
    """In how many sampled deals no opponent, or none of `foes` if given, could beat `play`, made now or later."""
    certain = context.certain
    samples = context.sampled.many
    hands = ([context.game.held(sample, foe) for foe in foes or context.foes] for sample in samples)
    return Share(sum(not any(certain.beats(held, play) for held in row) for row in hands), len(samples))


def seldom_holds(context: DecisionContext, play: Combo, foes: Sequence[Seat] = ()) -> bool:
    """Whether an opponent, or one of `foes`, can beat `play` in most of the sampled deals."""
    return not unbeaten(context, play, foes).share(EVEN)


def only_foe(context: DecisionContext) -> Seat | str:
    """The opponent, if there is only one; else empty."""
    return context.foes[0] if len(context.foes) == 1 else ""
