"""What a card to a trick spends that no open deal shows: of cards that come to the same a good player parts with least.

With all cards seen a high card is often no better than a low one, for everybody knows where the rest lies. At a table
it is: what is kept may be needed, and what is led without need tells or gives away something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tutor.policies.tricks.rollout import RolloutHeuristic

HIGH: Final = 0.6
"""The share of its suit that is below a card from which on it is a high one."""
UNSUPPORTED: Final = 1.0
"""To lead a high card that may be beaten, with others of its suit but not the next one."""
UNDER: Final = 0.3
"""To lead below the best card of the suit, which is kept."""
TRUMPS: Final = 0.4
"""To lead a trump that may be beaten."""
RUFF: Final = 1.0
"""A trump on another suit."""
LET: Final = 1.2
"""To let a trick go to the other side that nobody else is left to win: more than a low trump, less than a high one."""
OVER: Final = 1.5
"""To go above one's own side."""


def led(rules: RolloutHeuristic, bit: int, own: int, unseen: int) -> float:
    """What it spends to lead a card from `own`; `unseen` are the cards that others may hold."""
    cards = rules.cards
    i = bit.bit_length() - 1
    suit = cards.suit[i]
    mine, theirs = own & suit, unseen & suit
    spent = 0.1 * _height(rules, i)
    if bit > theirs:
        return 0.2 - spent  # of several that nobody beats the highest comes first
    trump = suit == cards.trump
    spent += TRUMPS * trump + 0.5 * _count(rules, i)
    below = mine & (bit - 1)
    touching = below and not theirs & (bit - 1) & -(1 << below.bit_length() - 1)
    if mine != bit and not touching and _height(rules, i) >= HIGH:
        spent += UNSUPPORTED
    elif mine > bit and 1 << mine.bit_length() - 1 > theirs and not trump:
        spent += UNDER
    return spent


def answered(rules: RolloutHeuristic, bit: int, led: int, best: int, *, ours: bool, last: bool, helped: bool) -> float:
    """What it spends to play a card to a trick: `led` is its suit, `best` the card that wins it, whether for `ours`.

    `helped` says that somebody of the own side is still to play.
    """
    i = bit.bit_length() - 1
    count, spent = _count(rules, i), _height(rules, i)
    if rules.cards.suit[i] == rules.cards.trump != led:
        spent += RUFF
    if bit > best and bit & (led | rules.cards.trump):
        return spent + OVER * ours + (-0.5 if last else 0.3) * count
    return spent + (-0.5 if ours else 1.5) * count + LET * (not ours and not helped)


def _height(rules: RolloutHeuristic, i: int) -> float:
    """The share of its suit that is below a card."""
    return rules.cards.rank[i] / max(1, rules.cards.suit[i].bit_count() - 1)


def _count(rules: RolloutHeuristic, i: int) -> float:
    """What a card counts, beside the most that one counts."""
    return rules.values[i] / (max(map(abs, rules.values)) or 1)
