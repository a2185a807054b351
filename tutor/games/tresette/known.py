"""What is known of hands in Tresette from remarks, "Good play" and announced melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from tutor.families.consistent_deals import agreeing_deal
from tutor.games.tresette.melds import MELDING, THREE, Meld, melds, naps
from tutor.games.tresette.table import NAP, NAPS, PACK, TRICKS, Remark, TresetteState
from tutor.games.tresette.talk import COUNT, number
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from random import Random

Distance = Callable[[Cards], int]
"""Takes the cards a player was dealt.

Returns how far they are from one thing that is known of them (0 if they agree).
"""


def agreeing_with_talk(state: TresetteState, sample: TresetteState, seat: Seat, rng: Random) -> TresetteState:
    """`sample` with cards exchanged between unseen hands so that they agree with all that was said."""
    knowledge = {at: known(state, who) for at, who in enumerate(state.seats) if who != seat}
    if not any(knowledge.values()):
        return sample
    played = [state.played(who) for who in state.seats]
    free = frozenset(c for at in knowledge for c in sample.hands[at])

    def mismatch(at: int, hand: Cards) -> int:
        return sum(far((*played[at], *hand)) for far in knowledge.get(at, ()))

    return changed(sample, hands=agreeing_deal(sample.hands, free, mismatch, rng, PACK))


def known(state: TresetteState, seat: Seat) -> list[Distance]:
    """What is known of the ten cards of `seat`, which are given in the order played, those still held last."""
    found: list[Distance] = [remark(said) for said in state.said if said.seat == seat]
    if seat in state.good:
        found.append(announced(state, seat) if seat in state.took() else some_meld)
    elif state.options.must_declare and state.played(seat) and len(state.dealt(seat)) == TRICKS:
        found.append(no_meld)
    return found


def remark(said: Remark) -> Distance:
    """How far cards are from the number stated in a remark about the hand at that time."""

    def far(dealt: Cards) -> int:
        held = Counter(c.suit for c in dealt[said.played :])
        if said.text.startswith(COUNT):
            return abs(held[said.led] - number(said.text))
        return min(abs(held[s] - number(said.text)) for s in SUITS)

    return far if ":" in said.text else lambda dealt: 0


def some_meld(dealt: Cards) -> int:
    """The number of cards that are missing for a meld."""
    ranks = Counter(c.rank for c in dealt)
    held = set(dealt)
    kinds = [THREE - ranks[rank] for rank in MELDING] + [len(set(nap) - held) for nap in NAPS.values()]
    return max(0, min(kinds))


def no_meld(dealt: Cards) -> int:
    """The number of melds, in a hand that has none."""
    return len(melds(dealt, overlap=True))


def announced(state: TresetteState, seat: Seat) -> Distance:
    """How far cards are from having just the kinds of melds that were announced."""
    overlap = state.options.melds_may_overlap
    said = Counter(meld.kind for meld in melds(state.dealt(seat), overlap=overlap))
    return lambda dealt: _differing(melds(dealt, overlap=overlap), dealt, said)


def _differing(found: tuple[Meld, ...], dealt: Cards, said: Counter[str]) -> int:
    if Counter(meld.kind for meld in found) == said:
        return 0
    ranks = Counter(c.rank for c in dealt)
    wanted = {kind[0]: len(kind) for kind in said if kind != NAP}
    far = 0
    for rank in MELDING:
        n = wanted.get(rank, 0)
        far += abs(ranks[rank] - n) if n else max(0, ranks[rank] - (THREE - 1))
    there = naps(dealt)
    missing = sorted(len(set(nap) - set(dealt)) for nap in NAPS.values())
    far += sum(missing[: said[NAP]]) + max(0, len(there) - said[NAP])
    return max(1, far)
