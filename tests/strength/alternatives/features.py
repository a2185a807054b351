"""What a card or a combination is like to a player who sees the own hand and the table: the features of a policy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from tutor.kernel.moves import Move
    from tutor.policies.tricks.layout import Layout
    from tutor.policies.tricks.play_likelihood import PlayedCard

Features = list[tuple[int, float]]
"""Numbers of features, and how much of each there is."""

# fmt: off
(LEAD_TRUMP, LEAD_TRUMP_RANK, LEAD_TRUMP_ABOVE, LEAD_RANK, LEAD_ABOVE, LEAD_LENGTH, LEAD_BEST, LEAD_BEST_TRUMP,
 LEAD_TOUCHING, LEAD_HONOUR, LEAD_LOWER, LEAD_TOUCHED, LEAD_UNDER_BEST, LEAD_SINGLE, LEAD_PARTNERS, LEAD_FOES, LEAD_OWN,
 LEAD_VALUE,
 WIN_SECOND, WIN_BETWEEN, WIN_LAST, WIN_OURS, WIN_CHEAP, WIN_TOUCHING, WIN_ABOVE, WIN_SURE, WIN_SURE_OURS, WIN_RUFF,
 WIN_VALUE,
 LOSE_SECOND, LOSE_BETWEEN, LOSE_LAST, LOSE_VALUE_OURS, LOSE_VALUE_THEIRS, LOSE_RANK, LOSE_LOWEST, LOSE_TOUCHING,
 THROW_LENGTH, THROW_RANK, THROW_ABOVE, THROW_TRUMP, THROW_LOWEST, THROW_BEST, THROW_UNGUARD) = range(44)
(PASS_FOE, PASS_FRIEND, OVER_FRIEND, WHOLE, BOMB, HEIGHT, SIZE, OUT, FEW_LEFT) = range(9)
# fmt: on
HONOUR = 0.6
"""The share of its suit that is below an honour."""


def cards(
    layout: Layout,
    values: Sequence[float],
    own: int,
    legal: int,
    card: PlayedCard,
    n: int,
    ours: bool,
    unseen: int,
    led_by: Mapping[int, Set[int]],
) -> list[tuple[int, Features]]:
    """The features of each of the `legal` cards where `card` was played, one of `n` to a trick.

    `ours` says whether a partner is winning it; `unseen` are the cards that others may hold; `led_by` has for each suit
    who has led it, counted from the player.
    """
    winners = legal & (card.led | layout.trump) & -(card.best << 1) if card.at else 0
    seat = 2 if card.at == n - 1 else 1 if card.at > 1 else 0
    found = []
    left = legal
    while left:
        bit = left & -left
        left ^= bit
        i = bit.bit_length() - 1
        suit = layout.suit[i]
        mine, above = own & suit, (unseen & suit & -(bit << 1)).bit_count()
        rank = layout.rank[i] / max(1, suit.bit_count() - 1)
        if not card.at:
            one = _lead(layout, own, bit, mine, unseen & suit, above, rank)
            one += [(_led(who, n), 1.0) for who in led_by.get(suit, ())]
            one.append((LEAD_VALUE, values[i]))
        elif bit & winners:
            one = [(WIN_OURS if ours else WIN_SECOND + seat, 1.0), (WIN_ABOVE, min(above, 2) / 2)]
            one.append((WIN_VALUE, values[i]))
            cheaper = winners & suit & (bit - 1)
            if not cheaper:
                one.append((WIN_CHEAP, 1.0))
            elif not unseen & suit & (bit - 1) & -(cheaper & -cheaper):
                one.append((WIN_TOUCHING, 1.0))
            if not above:
                one += [(WIN_SURE, 1.0), (WIN_SURE_OURS, float(ours))]
            if suit == layout.trump != card.led:
                one.append((WIN_RUFF, 1.0))
        else:
            one = [(LOSE_SECOND + seat, 1.0)] if winners and not ours else []
            one.append((LOSE_VALUE_OURS if ours else LOSE_VALUE_THEIRS, values[i]))
            one += (_followed if suit == card.led else _thrown)(layout, bit, mine, unseen & suit, above, rank)
        found.append((bit, one))
    return found


def _led(who: int, n: int) -> int:
    return LEAD_OWN if not who else LEAD_PARTNERS if 2 * who == n else LEAD_FOES


def _lead(layout: Layout, own: int, bit: int, mine: int, unseen: int, above: int, rank: float) -> Features:
    trump = bool(bit & layout.trump)
    one = [(LEAD_RANK, rank), (LEAD_ABOVE, min(above, 4) / 4), (LEAD_LENGTH, mine.bit_count() / 5)]
    if trump:
        one += [(LEAD_TRUMP, 1.0), (LEAD_TRUMP_RANK, rank), (LEAD_TRUMP_ABOVE, min(above, 4) / 4)]
    if not above:
        one.append((LEAD_BEST_TRUMP if trump else LEAD_BEST, 1.0))
    below, higher = mine & (bit - 1), mine & -(bit << 1)
    if below:
        if not unseen & (bit - 1) & -(1 << below.bit_length() - 1):
            one.append((LEAD_TOUCHING, 1.0))
        elif rank > HONOUR and above:
            one.append((LEAD_HONOUR, 1.0))
    if higher:
        one.append((LEAD_LOWER, 1.0))
        if not unseen & ((higher & -higher) - 1) & -bit:
            one.append((LEAD_TOUCHED, 1.0))
        if not unseen >> higher.bit_length():
            one.append((LEAD_UNDER_BEST, 1.0))
    elif not below and own & layout.trump and not trump:
        one.append((LEAD_SINGLE, 1.0))
    return one


def _followed(layout: Layout, bit: int, mine: int, unseen: int, above: int, rank: float) -> Features:
    below = mine & (bit - 1)
    one = [(LOSE_RANK, rank)]
    if not below:
        one.append((LOSE_LOWEST, 1.0))
    elif not unseen & (bit - 1) & -(below & -below):
        one.append((LOSE_TOUCHING, 1.0))
    return one


def _thrown(layout: Layout, bit: int, mine: int, unseen: int, above: int, rank: float) -> Features:
    below, higher = mine & (bit - 1), mine & -(bit << 1)
    one = [(THROW_LENGTH, mine.bit_count() / 5), (THROW_RANK, rank), (THROW_ABOVE, min(above, 3) / 3)]
    one += [(THROW_TRUMP, 1.0)] if bit & layout.trump else []
    one += [(THROW_LOWEST, 1.0)] if not below else []
    one += [(THROW_BEST, 1.0)] if not above else []
    if not below and higher.bit_count() == 1 and (unseen & -(higher << 1)).bit_count() == 1:
        one.append((THROW_UNGUARD, 1.0))
    return one


def answers(view: Any, moves: Sequence[Move], friend: bool) -> list[Features]:
    """The features of combinations, and of the pass, on a play that lies there; whether that is a friend's."""
    held = Counter(c.rank or c.text for c in view.hand)
    place = {c: i for i, c in enumerate(view.hand)}
    found = []
    for move in moves:
        if not move.cards:
            found.append([(PASS_FRIEND if friend else PASS_FOE, 1.0), (FEW_LEFT, 1.0 if len(view.hand) < 6 else 0.0)])
            continue
        used = Counter(c.rank or c.text for c in move.cards)
        whole = all(held[rank] == n for rank, n in used.items())
        bomb = len(move.cards) != len(view.last.cards)
        one = [(WHOLE, float(whole)), (BOMB, float(bomb)), (OVER_FRIEND, float(friend)), (SIZE, len(move.cards) / 4)]
        one.append((HEIGHT, place[move.cards[0]] / len(view.hand)))
        one.append((OUT, float(len(move.cards) == len(view.hand))))
        found.append(one)
    return found
