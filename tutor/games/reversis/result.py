"""The result of a hand of Reversis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tutor.games.reversis.table import AMOUNTS, POINTS, SPECIALS, TRICKS, WHOLE, Rules, Specials
from tutor.kernel.cards import Card, Cards
from tutor.kernel.fields import CARDS, SEAT, SEAT_OR_NONE, FieldType, ParseContext, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import View


class Broken(NamedTuple):
    """Who first won trick 10 or 11 against the reversis, and with which card, where that is known."""

    seat: Seat
    card: Card | None = None


class _Broken(FieldType[Broken]):
    shape = "a seat, or a seat and the card: P2:JH"

    def read(self, text: str, at: ParseContext) -> Broken:
        who, _, named = text.partition(":")
        return Broken(SEAT.read(who, at), at.pack.read(named) if named else None)

    def show(self, value: Broken) -> str:
        return f"{value.seat}:{value.card}" if value.card else value.seat


BROKEN: Final = _Broken()


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand, without the antes."""

    options: Rules
    tricks: dict[Seat, int] = whole("tricks won, eleven in all", {}, low=0, high=TRICKS, per="seat")
    talon: Cards = declared(CARDS, "the four cards of the talon", ())
    points: dict[Seat, int] = whole("card points captured, with the talon 40 in all", {}, low=0, high=WHOLE, per="seat")
    won: dict[Seat, Cards] = declared(CARDS, "instead of points: the cards captured that count", {}, per="seat")
    events: Specials = declared(SPECIALS, "aces and the Quinola as they were played, in order", ())
    pots: tuple[int, ...] = declared(AMOUNTS, "pots before the hand (after the antes), oldest first", (25,))
    remises: int = whole("remises paid since the pots were last formed from antes", 0, low=0)
    reversis: Seat = declared(SEAT_OR_NONE, "who won the first nine tricks", "")
    broken: Broken | None = declared(BROKEN, "who first won trick 10 or 11 against the reversis", None)
    espagnolette: Seat = declared(SEAT_OR_NONE, "who refused suit", "")
    claims: Cards = declared(CARDS, "with auto_claim=false: led cards the winner asks for", (), located=False)
    before: dict[Seat, int] = whole("chips before this hand; otherwise `start_chips`", {}, per="seat")
    deal: int | None = whole("number of this hand", None, low=1)

    def tricks_taken(self, seat: Seat) -> int:
        """The number of tricks of a seat."""
        return self.tricks.get(seat, 0)

    def count(self, seat: Seat) -> int:
        """The card points of a seat."""
        return self.points[seat] if seat in self.points else POINTS.of(self.won.get(seat, ()))

    @property
    def striver(self) -> Seat:
        """The player who won the first nine tricks, as given or because of eleven tricks; empty if there is none."""
        return self.reversis or next((seat for seat in self.seats if self.tricks_taken(seat) == TRICKS), "")

    @property
    def failed(self) -> bool:
        """Whether an espagnolette was undertaken and has failed."""
        return bool(self.espagnolette) and self.tricks_taken(self.espagnolette) > 0

    @property
    def order(self) -> list[Seat]:
        """The seats from best to worst: fewest points, then fewest tricks, then nearest to the dealer's left."""
        dealer = self.seats.index(self.dealer)
        away = {seat: (i - dealer) % self.players for i, seat in enumerate(self.seats)}
        return sorted(self.seats, key=lambda seat: (self.count(seat), self.tricks_taken(seat), away[seat]))

    @property
    def party(self) -> tuple[Seat, Seat, str]:
        """The winner and the loser of the party, and the clause that decides."""
        rest = [seat for seat in self.order if seat != self.espagnolette]
        if self.espagnolette and not self.failed:
            return self.espagnolette, rest[-1], "reversis.esp.success"
        tied = self.count(rest[0]) == self.count(rest[1])
        loser = self.espagnolette or rest[-1]
        return rest[0], loser, "reversis.party.ties" if tied else "reversis.party.winner"

    def decided(self, seat: Seat) -> str:
        """What decided about this winner or loser of the party: "espagnolette", "points", "tricks" or "seat"."""
        if seat == self.espagnolette:
            return "espagnolette"
        others = [other for other in self.seats if other not in (seat, self.espagnolette)]
        points = [other for other in others if self.count(other) == self.count(seat)]
        if not points:
            return "points"
        return "seat" if any(self.tricks_taken(other) == self.tricks_taken(seat) for other in points) else "tricks"

    def why(self, seat: Seat) -> dict[str, object]:
        """The facts for the sentence on how this player has won or lost the party.

        `level` are those who have as many points, and where seats decided as many tricks too.
        """
        by, n, tricks = self.decided(seat), self.count(seat), self.tricks_taken(seat)
        level = tuple(
            s
            for s in self.seats
            if s == seat
            or (s != self.espagnolette and self.count(s) == n and (by != "seat" or self.tricks_taken(s) == tricks))
        )
        apart = self.espagnolette if seat != self.espagnolette else ""
        return {"who": seat, "by": by, "dealer": self.dealer, "level": level, "n": n, "tricks": tricks, "apart": apart}

    @property
    def last(self) -> bool:
        """Whether the game ends with this hand."""
        return self.deal == self.options.hands
