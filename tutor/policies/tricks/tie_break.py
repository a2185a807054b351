"""Tie-break costs of cards to a trick: what a card spends that play with open cards does not show.

With open cards a high card is often no better than a low one. At a real table a high card kept may be needed later, and
a needless lead gives information or tricks away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tutor.policies.tricks.rollout import RolloutHeuristic

HIGH: Final = 0.6
"""A card is high if at least this share of its suit is below it."""
UNSUPPORTED: Final = 1.0
"""Leading a high card that may be beaten, from a suit without the touching card."""
UNDER: Final = 0.3
"""Leading a lower card while holding the best of the suit."""
TRUMPS: Final = 0.4
"""Leading a trump that may be beaten."""
RUFF: Final = 1.0
"""Ruffing."""
LET: Final = 1.2
"""As last of the own side, letting opponents win the trick: more than a low trump costs, less than a high one."""
LAST: Final = 0.3
"""What drawing the last trump saves: it costs nothing, and what is led afterwards cannot be trumped."""
SHORT: Final = 0.15
"""What leading the only card of a plain suit saves, with a trump in hand: later cards of it can be trumped."""
OVER: Final = 1.5
"""Beating a partner's card."""
HOME: Final = 0.5
"""What a card saves by its count, of which the last of the own side brings the points home."""
AT_RISK: Final = 1.5
"""The same if it is a plain card, which may be trumped later.

Where the choice changed, 1.0 gained points with open cards against 0.5 on 25 of 28 tricks in Schafkopf, 6 of 7 in Tute
and 19 of 33 in Botifarra; 1.5 against 1.0 on 15 of 17, 10 of 11 and 6 of 13.
"""
GROWS: Final = 0.02
"""What a sure winner saves for each card of its suit, if lower ones of it may win once the others' are drawn."""
TRUMPED: Final = 0.5
"""Leading a winner of a plain suit that at most one other player can follow to, so that it will be trumped."""
TWIN: Final = 0.2
"""Throwing a card away while keeping one that would win as often, where tricks are not wanted."""
GUARD: Final = 0.5
"""Throwing away a card that guards a high one, where there are no trumps: play with open cards does not need it."""
GUARDED: Final = 2
"""The most cards out of sight above a card that is worth guarding."""
BESIDE: Final = 0.6
"""Throwing away a card beside the one that counts most, shared by how many there are: alone that has to follow."""


def led(rules: RolloutHeuristic, bit: int, own: int, unseen: int) -> float:
    """The cost of leading the card `bit` from the hand `own`; `unseen` are the cards that others may hold."""
    cards = rules.cards
    i = bit.bit_length() - 1
    suit = cards.suit[i]
    mine, theirs = own & suit, unseen & suit
    spent = 0.1 * _height(rules, i)
    if bit > theirs:
        last = suit == cards.trump and theirs.bit_count() == 1
        grows = suit == cards.trump or (not cards.trump and mine & (1 << theirs.bit_length()) - 1)
        spent += GROWS * mine.bit_count() * bool(grows and theirs)
        if suit != cards.trump and unseen & cards.trump and not theirs & (theirs - 1):
            spent -= TRUMPED * rules.share[i]
        return 0.2 - spent - LAST * last  # of several unbeatable cards the highest is led first
    trump = suit == cards.trump
    if mine == bit and not trump and own & cards.trump and theirs & (theirs - 1):
        spent -= SHORT
    spent += TRUMPS * trump + 0.5 * rules.share[i]
    below = mine & (bit - 1)
    touching = below and not theirs & (bit - 1) & -(1 << below.bit_length() - 1)
    if mine != bit and not touching and _height(rules, i) >= HIGH:
        spent += UNSUPPORTED
    elif mine > bit and 1 << mine.bit_length() - 1 > theirs and not trump:
        spent += UNDER
    return spent


def answered(
    rules: RolloutHeuristic, bit: int, led: int, best: int, unseen: int, *, ours: float, last: bool, helped: bool
) -> float:
    """The cost of playing the card `bit` to a trick.

    `led` is the suit led, `best` the card that is winning, `unseen` are the cards that others may hold, `ours` is how
    likely it wins for the own side, from 0 to 1, `last` whether nobody plays after this, `helped` whether a partner
    does. What the best trump counts is no gain: it comes home whenever it is played.
    """
    i, trump = bit.bit_length() - 1, rules.cards.trump
    count, spent = 0.0 if bit & trump > unseen & trump else rules.share[i], _height(rules, i)
    risky = last and not bit & trump and bool(unseen & trump)
    home = AT_RISK if risky else HOME
    if rules.cards.suit[i] == trump != led:
        spent += RUFF
    if bit > best and bit & (led | trump):
        return spent + OVER * ours * (not risky) + (-home if last else 0.3) * count
    return spent + (1.5 - (1.5 + home) * ours) * count + LET * (1 - ours) * (not helped)


def holds(best: int, out: int) -> float:
    """How likely the card that is winning wins against an opponent who follows suit with one of the cards `out`."""
    return 1 - (out & -best).bit_count() / out.bit_count() if out else 1.0


def bared(rules: RolloutHeuristic, bit: int, own: int, unseen: int) -> float:
    """The cost of throwing `bit` away, without trumps, if it guards the highest own cards of its suit.

    It does if it can be played in place of one of these when the few higher ones are led, by half if one more is out
    than two of these outlast, as all seldom come in turn; or if a card that counts most may then have to be played
    under a higher one.
    """
    suit = rules.cards.suit[bit.bit_length() - 1]
    mine, theirs = own & suit, unseen & suit
    top = 1 << mine.bit_length() - 1
    under, above = theirs & (top - 1), (theirs & -top).bit_count()
    low = mine & (1 << under.bit_length()) - 1
    guards, tops = low.bit_count(), (mine & ~low).bit_count()
    if bit & low and 0 < above <= GUARDED and above - tops < guards <= above:
        return GUARD
    if bit & low and tops > 1 and above <= GUARDED + 1 and above - tops == guards:
        return GUARD / 2
    dear = next((one for one in rules.bits(mine & ~bit) if rules.share[one.bit_length() - 1] == 1), 0)
    beside = mine.bit_count() - 1
    return BESIDE / beside if dear and beside <= (theirs & -dear).bit_count() else 0.0


def avoiding(rules: RolloutHeuristic, bit: int, own: int, unseen: int, led: int) -> float:
    """The cost of the card `bit` where tricks are not wanted; `led` is the suit led, 0 before a lead.

    Thrown away, a card that can't win any more saves nothing. A lead should not be dear, nor leave a card alone that is
    dear or that a dear one may fall under.
    """
    mine = own & rules.cards.suit[bit.bit_length() - 1]
    rest, danger = mine & ~bit, rules.danger(bit, unseen)
    if led:
        if bit & led:
            return 0.0
        twin = rest and rules.alike(bit, 1 << rest.bit_length() - 1, unseen)
        return TWIN * bool(twin) - danger
    alone = rest if rest and not rest & (rest - 1) else 0
    under = unseen & rules.cards.suit[bit.bit_length() - 1] & (alone - 1) if alone else 0
    left = (alone, *rules.bits(under)) if alone and rules.danger(alone, unseen) else ()
    bared = max((rules.share[x.bit_length() - 1] for x in left), default=0.0)
    return danger * rules.share[bit.bit_length() - 1] + bared


def _height(rules: RolloutHeuristic, i: int) -> float:
    """The share of its suit that is below card number `i`."""
    return rules.cards.rank[i] / max(1, rules.cards.suit[i].bit_count() - 1)
