"""Set-up of a moment of Twenty-Five, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.families.tricks import TrickSetup, TrickSetupView, TurnedUpView
from tutor.games.twenty_five.table import GOAL, TRICK, Rules, TwentyFiveState
from tutor.kernel.cards import Card
from tutor.kernel.fields import CARD, Problem, choice, declared, suit
from tutor.kernel.state import changed


@dataclass(frozen=True, kw_only=True)
class TwentyFiveSetupView(TurnedUpView, TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str | None = suit("the trump suit, unless the upcard says it", None, none=False)
    upcard: Card | None = declared(CARD, "the card turned up, which nobody has robbed", None)
    at: str = choice("the decision that is due", ("play", "rob"), "play")


class TwentyFiveSetup(TrickSetup[TwentyFiveSetupView, TwentyFiveState]):
    """Sets up a moment of play, or the decision to rob before the first lead."""

    def problems(self, v: TwentyFiveSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        for side, n in v.score.items():
            if n % TRICK or not 0 <= n < GOAL:
                yield Problem(f"score.{side}", f"{n} is none of 0, 5, 10, 15 and 20")
        if v.at == "rob" and (v.upcard is None or v.trick or not self.build(replace(v, at="play")).may_rob()):
            yield Problem("at", "nobody may rob here")

    def build(self, v: TwentyFiveSetupView) -> TwentyFiveState:
        """The state; if `at` is "rob" that decision is due."""
        state = super().build(v)
        return changed(state, phase="rob", turn=(state.may_rob(),)) if v.at == "rob" else state
