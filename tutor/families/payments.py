"""Payments in chips: between players, into pots and out of them, and the end of a game for chips.

The score lines of a payment say in their facts who pays (`payer`) and who is paid (`payee`); a pot is `POT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tutor.kernel.events import PAID, Event, ScoreLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tutor.kernel.seats import Seat
    from tutor.kernel.working import Standing

POT: Final[Seat] = ""
"""Stands for a pot where a payer or payee is named."""

Payment: TypeAlias = "tuple[Seat, Seat, int]"
"""Payer, payee, chips."""


def payment_lines(payer: Seat, payee: Seat, amount: float, clause: str, **facts: Any) -> Iterator[ScoreLine]:
    """The score lines of a payment: one for each player in it, the payer's first."""
    said = {"payer": payer, "payee": payee, **facts}
    for seat, n in ((payer, -amount), (payee, amount)):
        if seat != POT:
            yield ScoreLine(seat, n, clause, said)


def all_lines(payments: Iterable[Payment], clause: str, **facts: Any) -> Iterator[ScoreLine]:
    """The score lines of several payments by one clause."""
    for payer, payee, amount in payments:
        yield from payment_lines(payer, payee, amount, clause, **facts)


def with_pot(line: ScoreLine) -> bool:
    """Whether the line of a payment is about a pot."""
    return POT in (line.facts["payer"], line.facts["payee"])


def payment_events(lines: Iterable[ScoreLine]) -> tuple[Event, ...]:
    """Payments as events: one for each payer, and one for each pot taken."""
    one = (x for x in lines if x.points < 0 or x.facts["payer"] == POT)
    return tuple(Event(PAID, x.to, clause=x.clause, facts={**x.facts, "amount": abs(x.points)}) for x in one)


def net(lines: Iterable[ScoreLine], seats: Iterable[Seat] = ()) -> dict[Seat, float]:
    """What changed hands: the sum of the lines of each seat, `seats` first; seats that come out even are left out."""
    sums: dict[Seat, float] = dict.fromkeys(seats, 0)
    for line in lines:
        sums[line.to] = sums.get(line.to, 0) + line.points
    return {seat: n for seat, n in sums.items() if n}


def holdings(seats: Iterable[Seat], before: Iterable[float], lines: Iterable[ScoreLine]) -> dict[Seat, float]:
    """The chips of each seat: those it had `before`, by seat, with these lines."""
    gained = net(lines)
    return {seat: n + gained.get(seat, 0) for seat, n in zip(seats, before, strict=True)}


def chips_before(seats: Iterable[Seat], given: Mapping[Seat, float], start_chips: int) -> dict[Seat, float]:
    """The chips of each seat before a hand: as `given`, otherwise those of the start."""
    return {seat: given.get(seat, start_chips) for seat in seats}


def leftover_share(players: int, left: int, leftover_pots: str) -> int:
    """What each player gets of the `left` chips in the pots after the last hand: nothing unless they are "split"."""
    return left // players if leftover_pots == "split" else 0


def game_outcome(end: Standing) -> dict[str, Any]:
    """The outcome of a game for chips as JSON values: its winners, and the chips of each player."""
    return {"game": list(end.first), "chips": {seat: int(n) for seat, n in end.totals.items()}}


def richest(held: Mapping[Seat, float]) -> tuple[Seat, ...]:
    """The seats that hold most chips."""
    most = max(held.values(), default=0)
    return tuple(seat for seat, n in held.items() if n == most)
