"""Rules of thumb for a card to a trick, by which the adviser plays hands out. They decide nothing about what is legal.

Win cheaply what can be won, leave partner's trick to partner and throw points on it, else throw what is worth least;
lead winners, or what partner wins. Who wants no tricks does the reverse. All cards of the made-up deal are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any, Final

from tutor.families.tricks.ranking import TRUMP, Order
from tutor.families.tricks.seen import TrickView
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

RUFFED: Final = 1000
"""What a foe is worth in a suit that he can trump."""
JITTER: Final = 0.5
"""How much chance decides between leads."""


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
    """To lead, wanting the trick. The weights were fitted to what a double-dummy solver says of Court Piece."""
    suit, powers, trump = v.order.suit, v.order.power, v.order.trump
    mine: dict[str, list[Move]] = {}
    for m in legal:
        mine.setdefault(suit[m.cards[0]], []).append(m)
    foes = [hand for who, hand in zip(v.seats, hands, strict=False) if who not in allies]
    pals = [hand for who, hand in zip(v.seats, hands, strict=False) if who in allies and who != seat]
    undrawn = bool(trump) and any(suit[c] == trump for hand in foes for c in hand)
    ruffing = trump in mine
    best, chosen = -100.0, legal[0]
    for s, moves in mine.items():
        power = powers[s]
        foe, theirs = _most(foes, s, v)
        pal, ours = _most(pals, s, v)
        if len(moves) > 1:
            moves = sorted(moves, key=lambda m: -power[m.cards[0]])
        high, low = moves[0], moves[-1]
        top = power[high.cards[0]]
        base = -0.25 * len(moves) - 0.35 * theirs + 0.12 * ours + rng.random() * JITTER
        if s == trump:
            base -= 1.8
        elif len(moves) == 1 and ruffing:
            base += 1.7
        if foe == RUFFED:
            base -= 3.2
        elif pal == RUFFED:
            base += 3.3
        if top > foe:
            score = base + 0.2 + counts.get(high.cards[0], 0) / 10 + 0.12 * len(moves)
            score += (0.6 if undrawn else -2.2) if s == trump else (0.5 if undrawn else 0.0)
            if score > best:
                best, chosen = score, high
            base -= 1.6  # a low card while holding the best
        elif len(moves) > 1 and not RUFFED > pal > foe:
            touching = power[moves[1].cards[0]] == top - 1
            score = base - 0.7 + 2.2 * touching - counts.get(high.cards[0], 0) / 3 - (top % TRUMP) / 11
            if score > best:
                best, chosen = score, high
        if foe < pal < RUFFED:
            base += 1.7
        elif top <= foe:
            base -= 1.0 + counts.get(low.cards[0], 0) / 3 + (s == trump)
        score = base - (power[low.cards[0]] % TRUMP) / 11
        if score > best:
            best, chosen = score, low
    return chosen


def _most(hands: Sequence[Cards], s: str, v: TrickView) -> tuple[int, int]:
    """The most power among `hands` in a trick that suit `s` is led to, and how many cards of it they have."""
    suit, power, best, number = v.order.suit, v.order.power[s], 0, 0
    for hand in hands:
        follows = [power[c] for c in hand if suit[c] == s]
        if follows:
            number += len(follows)
            best = max(best, max(follows))
        elif any(power[c] > TRUMP for c in hand):
            best = RUFFED
    return best, number


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


def laid_away(order: Order, hand: Cards, legal: Sequence[Move], counts: Mapping[Card, float], rng: Random) -> Move:
    """What a declarer lays away: points that would be lost, short suits, never trumps or the best of a suit."""
    suit, power = order.suit, order.power

    def good(move: Move) -> float:
        score = 2 * rng.random()
        for c in move.cards:
            row = [d for d in hand if suit[d] == suit[c]]
            best = max(power[suit[c]].values()) == power[suit[c]][c]
            score += counts.get(c, 0) / 4 - (20 if power[""][c] else 0) - 4 * best
            score += 2 if all(d in move.cards for d in row) else -len(row) / 2
        return score

    return max(legal, key=good)
