"""Advice: what would be wise, worked out from what one player sees. Never mixed with what is certain.

    advice = Adviser(game, STRONG).advise(record, "P1", Random(1))

`samples` deals the hidden cards afresh as they may lie, `value` plays hands out and says what an end is worth,
`endgame` solves short ones, `calls` knows bids, `sequential_halving` tries moves against each other, `evidence` says
how likely that makes it that one is better, `adviser` asks for all of it.
"""

from tutor.advice.adviser import LEVELS, STRONG, Advice, Adviser, Strength
from tutor.advice.evidence import confidence
from tutor.advice.value import Budget

__all__ = ["LEVELS", "STRONG", "Advice", "Adviser", "Budget", "Strength", "confidence"]
