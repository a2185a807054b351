"""Payments of Reversis as score lines, and the pots after them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.families.payments import POT, payment_lines
from tutor.games.reversis.table import POINTS, QUINOLA, Pots, Specials
from tutor.kernel.events import ScoreLine
from tutor.kernel.seats import Seat, after

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.games.reversis.result import Result

Lines = tuple[ScoreLine, ...]


REMISES: Final = ("reversis.pot.remise-first", "reversis.pot.remise-later")
"""The clauses of the first remise since the pots were formed from antes, and of later ones."""


def remise(pots: Pots) -> str:
    """The clause of the next remise."""
    return REMISES[1 if pots.remises else 0]


def which_remise(line: ScoreLine) -> Mapping[str, bool]:
    """Whether a score line pays a remise into a pot (`remise`), and whether that is the `first` one."""
    clauses = {line.clause, line.facts.get("why")}
    return {"remise": not clauses.isdisjoint(REMISES), "first": REMISES[0] in clauses}


def at_once(events: Specials, pots: Pots, seats: tuple[Seat, ...]) -> tuple[Lines, Pots]:
    """The score lines for aces and the Quinola as they are played, and the pots afterwards."""
    lines: list[ScoreLine] = []
    for one in events:
        lines += one.lines(one.dues(seats))
        if one.clause == "reversis.quinola.placed":
            lines += payment_lines(POT, one.seat, pots.last, one.clause, special=one.card)
            pots = pots.taken()
        elif one.clause == "reversis.quinola.forced":
            lines += payment_lines(one.seat, POT, pots.last, remise(pots), why=one.clause)
            pots = pots.remise()
    return tuple(lines), pots


def owed(events: Specials, winner: Seat, seats: tuple[Seat, ...]) -> Specials:
    """The led cards for which the winner of the party may collect."""
    return tuple(one for one in events if one.claims(winner, seats))


def reversis(v: Result, pots: Pots) -> tuple[Lines, Pots, dict[str, Any]]:
    """The score lines, pots and outcome of a hand in which somebody won the first nine tricks."""
    striver = v.striver
    quinola = any(one.seat == striver and one.card is QUINOLA for one in v.events)
    led = tuple(one.card for one in v.events if one.how == "led" and one.card is not QUINOLA)
    lines: list[ScoreLine] = []
    if v.broken is not None:
        by_quinola = v.broken.card is QUINOLA
        clause = "reversis.reversis.broken-quinola" if by_quinola else "reversis.reversis.broken"
        lines += payment_lines(striver, v.broken.seat, 54 if by_quinola else 64, clause)
        if quinola:
            lines += payment_lines(striver, POT, pots.last, "reversis.reversis.broken-remise", why=remise(pots))
            pots = pots.remise()
        return tuple(lines), pots, {"hand": [v.broken.seat], "clause": "reversis.reversis.broken"}
    if v.espagnolette:
        lines += payment_lines(v.espagnolette, striver, 64, "reversis.esp.versus-reversis")
    else:
        across = opposite(v, striver)
        for seat in v.seats:
            if seat != striver:
                facts = {"across": seat == across, "led": led}
                lines += payment_lines(seat, striver, 32 if seat == across else 16, "reversis.reversis.made", **facts)
    if quinola:
        lines += payment_lines(POT, striver, pots.last, "reversis.reversis.made-pot", led=led)
        pots = pots.taken()
    return tuple(lines), pots, {"hand": [striver], "clause": "reversis.reversis.made"}


def party(v: Result, pots: Pots) -> tuple[Lines, Pots, dict[str, Any]]:
    """The score lines, pots and outcome of an ordinary hand.

    It includes what was paid at once, a failed espagnolette, the party, and claims for led cards.
    """
    first, pots = at_once(v.events, pots, v.seats)
    lines = list(first)
    if v.failed:
        back, pots = undo_payments(v, first, pots)
        lines += back
    winner, loser, clause = v.party
    stake, talon = 4 + POINTS.of(v.talon), POINTS.of(v.talon)
    counts: dict[str, object] = {"talon": talon, "failed": v.failed, "most": v.count(loser), "least": v.count(winner)}
    counts["of_talon"] = tuple(c for c in v.talon if POINTS.of((c,)))
    counts |= {"won_by": v.decided(winner), "lost_by": v.decided(loser), "dealer": v.dealer}
    lines += payment_lines(loser, winner, stake, "reversis.party.pay", **counts, refused=bool(v.espagnolette))
    if opposite(v, winner) == loser:
        lines += payment_lines(loser, winner, stake, "reversis.party.opposite", talon=talon)
    for one in v.events:
        if v.options.auto_claim or one.card in v.claims:
            lines += one.lines(one.claims(winner, v.seats))
    return tuple(lines), pots, {"hand": [winner], "clause": clause, "loser": loser}


def undo_payments(v: Result, lines: Lines, pots: Pots) -> tuple[Lines, Pots]:
    """The score lines and pots of a failed espagnolette: all receipts paid back twice, the pot, a remise."""
    seat, clause = v.espagnolette, "reversis.esp.fail"
    got: Counter[Seat] = Counter()
    pot = 0
    for line in lines:
        if line.to == seat and line.points > 0:
            if line.facts["payer"]:
                got[line.facts["payer"]] += int(line.points)
            else:
                pot = int(line.points)
    back = [
        line
        for other in v.seats
        if got[other]
        for line in payment_lines(seat, other, 2 * got[other], clause, got=got[other])
    ]
    if pot:
        pots = pots.put_back(pot)
        back += payment_lines(seat, POT, pot, clause, why="pot")
        back += payment_lines(seat, POT, pots.last, clause, why=remise(pots))
        pots = pots.remise()
    return tuple(back), pots


def opposite(v: Result, seat: Seat) -> Seat:
    """The player across the table."""
    return after(v.seats, seat, v.players // 2)
