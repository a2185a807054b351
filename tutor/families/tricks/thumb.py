"""Rules of thumb for a card to a trick, by which the adviser plays hands out. They decide nothing about what is legal.

Win cheaply what can be won, leave partner's trick to partner and throw points on it, else throw what is worth least;
lead winners, or what partner wins. Who wants no tricks does the reverse. All cards of the made-up deal are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any, Final

from tutor.families.tricks.ranking import TRUMP
from tutor.families.tricks.seen import TrickView
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

RUFFED: Final = 1000
"""What a foe is worth in a suit that he can trump."""
CASHING: Final = 3.0
PARTNERS: Final = 2.5


def answer(
    v: TrickView, hands: Sequence[Cards], legal: Sequence[Move], allies: Set[Seat], counts: Mapping[Card, float]
) -> Move:
    """To a trick that has begun, wanting it."""
    power, top = v.power, v.top
    foe, pal = _behind(v, hands, allies)
    safe = v.holder in allies and top >= foe
    won = [m for m in legal if (p := power[m.cards[0]]) > top and p > foe]
    if safe or pal > max(foe, top):
        kept = [m for m in legal if m not in won] or legal
        return _thrown(v, kept, counts, giving=True)
    if won:
        return min(won, key=lambda m: (power[m.cards[0]] > TRUMP, -counts.get(m.cards[0], 0), power[m.cards[0]]))
    return _thrown(v, legal, counts, giving=False)


def _thrown(v: TrickView, legal: Sequence[Move], counts: Mapping[Card, float], *, giving: bool) -> Move:
    """What is best given to partner, or lost least."""
    order, suit, power = v.order, v.order.suit, v.order.power
    sign = -1 if giving else 1

    def key(m: Move) -> tuple[float, int]:
        c = m.cards[0]
        return sign * counts.get(c, 0) + (5 if order.power[""][c] else 0), power[suit[c]][c]

    return min(legal, key=key)


def _behind(v: TrickView, hands: Sequence[Cards], allies: Set[Seat]) -> tuple[int, int]:
    """The most power that foes and partners who are still to play can bring."""
    foe = pal = 0
    suit, power, led = v.order.suit, v.power, v.led
    seats, n = v.seats, len(v.seats)
    me = seats.index(v.leader) + len(v.trick)
    for at in range(me + 1, seats.index(v.leader) + n):
        hand = hands[at % n]
        follows = [power[c] for c in hand if suit[c] == led]
        best = max(follows) if follows else max([power[c] for c in hand], default=0)
        if seats[at % n] in allies:
            pal = max(pal, best)
        else:
            foe = max(foe, best)
    return foe, pal


def lead(
    v: TrickView, seat: Seat, hands: Sequence[Cards], legal: Sequence[Move], allies: Set[Seat],
    counts: Mapping[Card, float], rng: Random,
) -> Move:  # fmt: skip
    """To lead, wanting the trick."""
    suit, powers, trump = v.order.suit, v.order.power, v.order.trump
    high: dict[str, Move] = {}
    low: dict[str, Move] = {}
    length: dict[str, int] = {}
    for m in legal:
        c = m.cards[0]
        s = suit[c]
        length[s] = length.get(s, 0) + 1
        p = powers[s][c]
        if s not in high or p > powers[s][high[s].cards[0]]:
            high[s] = m
        if s not in low or p < powers[s][low[s].cards[0]]:
            low[s] = m
    foes = [hand for who, hand in zip(v.seats, hands, strict=False) if who not in allies]
    pals = [hand for who, hand in zip(v.seats, hands, strict=False) if who in allies and who != seat]
    drawn = not trump or not any(suit[c] == trump for hand in foes for c in hand)
    best, chosen = -100.0, legal[0]
    for s, m in high.items():
        c = m.cards[0]
        power = powers[s]
        mine, foe, pal = power[c], _most(foes, s, v), _most(pals, s, v)
        if mine > foe:
            score, move = CASHING + (counts.get(c, 0) / 10) - (s == trump and drawn) + (s == trump and not drawn), m
        elif pal > foe:
            score, move = PARTNERS, low[s]
        else:
            move = low[s]
            score = 0.15 * length[s] - counts.get(move.cards[0], 0) / 5 - (s == trump) - power[move.cards[0]] / 20
        score += rng.random()
        if score > best:
            best, chosen = score, move
    return chosen


def _most(hands: Sequence[Cards], s: str, v: TrickView) -> int:
    """The most power among `hands` in a trick that suit `s` is led to."""
    suit, power, best = v.order.suit, v.order.power[s], 0
    for hand in hands:
        follows = [power[c] for c in hand if suit[c] == s]
        if follows:
            best = max(best, *follows) if len(follows) > 1 else max(best, follows[0])
        elif any(power[c] > TRUMP for c in hand):
            best = RUFFED
    return best


def duck(
    v: TrickView, seat: Seat, hands: Sequence[Cards], legal: Sequence[Move], counts: Mapping[Card, float], rng: Random
) -> Move:
    """Not wanting the trick."""
    suit, powers = v.order.suit, v.order.power
    if not v.trick:
        others = [hand for who, hand in zip(v.seats, hands, strict=False) if who != seat]

        def risk(m: Move) -> float:
            c = m.cards[0]
            above = sum(any(suit[d] == suit[c] and powers[suit[c]][d] > powers[suit[c]][c] for d in h) for h in others)
            return powers[suit[c]][c] - 20 * (above > 0) + 2 * rng.random()

        return min(legal, key=risk)
    power, top = v.power, v.top
    losing = [m for m in legal if power[m.cards[0]] < top]
    if losing:
        return max(losing, key=lambda m: (counts.get(m.cards[0], 0), powers[suit[m.cards[0]]][m.cards[0]]))
    if len(v.trick) == v.players - 1:
        return max(legal, key=lambda m: (-counts.get(m.cards[0], 0), power[m.cards[0]]))
    return min(legal, key=lambda m: power[m.cards[0]])


def distinct(v: TrickView, legal: Sequence[Move], unseen: Set[Card], counts: Mapping[Card, float]) -> list[Move]:
    """One, the lowest, of each run of cards between which nobody else's card lies and that count the same."""
    suit, powers = v.order.suit, v.order.power
    out = [m for m in legal if len(m.cards) != 1 or m.word]
    rows: dict[str, list[tuple[int, int, Move | None]]] = {}
    for i, m in enumerate(legal):
        if len(m.cards) == 1 and not m.word:
            c = m.cards[0]
            rows.setdefault(suit[c], []).append((powers[suit[c]][c], i, m))
    for c in (*unseen, *v.trick):
        if suit[c] in rows:
            rows[suit[c]].append((powers[suit[c]][c], -1, None))
    for row in rows.values():
        last: Move | None = None
        for _, _, move in sorted(row, key=lambda entry: entry[:2]):
            if move is not None and (last is None or counts.get(move.cards[0], 0) != counts.get(last.cards[0], 0)):
                out.append(move)
            last = move
    return out


def unseen(pack: Any, state: Any, hand: Cards) -> Set[Card]:
    """The cards that are neither in the own hand nor played: somebody else may hold them."""
    gone = {c for taken in state.past for c in taken.cards}
    return {c for c in pack.order if c not in gone} - set(hand)
