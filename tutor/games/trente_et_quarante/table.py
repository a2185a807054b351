"""House rules and views of Trente et Quarante: the two rows, the bets, the prison, the insurance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tutor.families.banks import AMOUNT, UNIT, Bet, BetKinds, Bets, bet_kinds, bet_list, chips
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards, french
from tutor.kernel.fields import CARDS, FLAG, Problem, choice, declared, whole
from tutor.kernel.view import Options, View
from tutor.kernel.working import Step, Sum, card_sum

PACK: Final = french(packs=6)
VALUE: Final = {"A": 1} | dict.fromkeys("KQJT", 10) | {n: int(n) for n in "23456789"}
"""Points of the ranks in a row (`trente-et-quarante.value`)."""
FULL: Final = 31
"""The total that completes a row (`trente-et-quarante.row.black`)."""
KINDS: Final = ("noir", "rouge", "couleur", "inverse")
PRISON: Final = "prison-"
ENGLISH: Final = {"black": "noir", "red": "rouge"}
"""What players also call two kinds of bet."""
LAYOUT: Final = (*KINDS, *(PRISON + kind for kind in KINDS))
ORDINARY: Final = BetKinds(KINDS, ENGLISH)
ON_TABLE: Final = bet_list(ORDINARY)
IN_PRISON: Final = bet_list(ORDINARY, degrees=2)
GIVEN_UP: Final = bet_kinds(ORDINARY)
INSURED: Final = bet_list(BetKinds(LAYOUT, ENGLISH | {PRISON + word: PRISON + kind for word, kind in ENGLISH.items()}))


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    prison_after_push: str = choice("an imprisoned bet after a refait of 32 to 40", ("stay", "release"), "stay")
    second_refait: str = choice("an imprisoned bet after another refait of 31", ("stay", "two-wins-needed"), "stay")
    surrender_half: bool = declared(FLAG, "half the bet may be given up instead of prison", False)
    insure_prisoners: bool = declared(FLAG, "imprisoned bets may be insured", True)
    whole_chips: bool = declared(FLAG, "no fractions of a chip", False)
    coups: int = whole("coups in a game", 20, low=1, high=100_000)
    bankroll: int = whole("chips at the start", 1000, low=1)

    def cap(self, stake: int) -> int:
        """The most insurance for a stake: 1% of it (`trente-et-quarante.insurance.bet`).

        Amounts in hundredths of a chip.
        """
        return stake // 100 // UNIT * UNIT if self.whole_chips else stake // 100

    def half(self, stake: int) -> int:
        """The part that the bank keeps of a stake given up by half (`trente-et-quarante.prison.surrender`)."""
        unit = UNIT if self.whole_chips else 1
        return -(-stake // unit // 2) * unit


def total(row: Cards) -> int:
    """The sum of the cards of a row."""
    return sum(VALUE[c.rank] for c in row)


def row_working(row: Cards) -> Sum:
    """How the total of a row comes about."""
    return card_sum(row, lambda c: VALUE[c.rank], "trente-et-quarante.value")


def at_stake(*laid: Bets) -> int:
    """The sum of these bets."""
    return sum(bet.amount for bets in laid for bet in bets)


@dataclass(frozen=True, kw_only=True)
class Rows(View):
    """The two rows of a coup."""

    options: Rules
    black: Cards = declared(CARDS, "the black row, in the order dealt", ())
    red: Cards = declared(CARDS, "the red row, in the order dealt", ())

    @property
    def sums(self) -> dict[str, int]:
        """The totals of both rows so far."""
        return {"black": total(self.black), "red": total(self.red)}

    @property
    def complete(self) -> bool:
        """Whether both rows have at least 31."""
        return min(self.sums.values()) >= FULL

    @cached_property
    def row(self) -> str:
        """The winner of complete rows: "black", "red" or "refait" (`trente-et-quarante.win`)."""
        black, red = self.sums.values()
        return "refait" if black == red else "black" if black < red else "red"

    @cached_property
    def bad_refait(self) -> bool:
        """Whether this is a refait of 31, which puts bets in prison."""
        return self.row == "refait" and total(self.black) == FULL

    @property
    def first(self) -> str:
        """The colour of the first card of the coup."""
        return "black" if self.black[0].suit in "SC" else "red"

    @cached_property
    def wins(self) -> tuple[str, ...]:
        """The kinds of bet that win: noir or rouge, then couleur or inverse; none on a refait."""
        if self.row == "refait":
            return ()
        return ("noir" if self.row == "black" else "rouge", "couleur" if self.row == self.first else "inverse")

    @property
    def row_steps(self) -> tuple[Step, ...]:
        """The totals, which lie open, and the step that compares them."""
        return (*(step._replace(given=True) for step in self._row_totals), self._nearer())

    @property
    def rows_added(self) -> tuple[Step, ...]:
        """The same steps, where the totals are not told: how each comes about."""
        return (*self._row_totals, self._nearer(added=True))

    @property
    def _row_totals(self) -> tuple[Step, ...]:
        """How the total of each row comes about."""
        rows = (("black", self.black), ("red", self.red))
        return tuple(Step("row_total", {"name": name, "how": row_working(row)}, name) for name, row in rows)

    def _nearer(self, *, added: bool = False) -> Step:
        """The step that compares the totals, which the steps before it may have `added` up."""
        low, high = sorted(self.sums.values())
        facts = {"row": self.row, "low": low, "high": high, "added": added}
        return Step("nearer", facts, self.row, given=self.row == "refait" and not added)

    @property
    def first_step(self) -> Step:
        """A step that gives the colour of the first card."""
        return Step("first_card", {"it": self.black[0], "of": self.first, "row": self.row}, self.first)

    @property
    def clause(self) -> str:
        """The clause that settles the coup."""
        if self.row != "refait":
            return "trente-et-quarante.win"
        return f"trente-et-quarante.refait.{'prison' if self.bad_refait else 'push'}"


def row_problems(v: Rows) -> Iterator[Problem]:
    """Rows with cards after 31 was reached, or dealt in the wrong order."""
    for name, row in (("black", v.black), ("red", v.red)):
        if row and total(row[:-1]) >= FULL:
            yield Problem(name, f"the row was complete with {total(row[:-1])}; no card is dealt to it after that")
    if v.red and total(v.black) < FULL:
        yield Problem("red", f"the black row comes first, and it has only {total(v.black)}")


@dataclass(frozen=True, kw_only=True)
class Laid(Rows):
    """The rows, and the bets on the table."""

    bets: Bets = declared(ON_TABLE, "ordinary bets on the table", ())
    prison: Bets = declared(IN_PRISON, "imprisoned bets; one that needs two wins is written x2", ())

    def stake(self, target: str) -> int:
        """The amount on a kind of bet, `noir` or `prison-noir`."""
        bets = self.prison if target.startswith(PRISON) else self.bets
        return sum(bet.amount for bet in bets if bet.on == target.removeprefix(PRISON))

    @property
    def targets(self) -> tuple[str, ...]:
        """The kinds of the bets on the table, ordinary ones first."""
        return (*(bet.on for bet in self.bets), *dict.fromkeys(PRISON + bet.on for bet in self.prison))


@dataclass(frozen=True, kw_only=True)
class Betting(Laid):
    """The player's view before a coup."""

    insurance: Bets = declared(INSURED, "insurance already attached", ())
    amount: int = declared(AMOUNT, "the stake considered", UNIT, shown="1")
    chips: int | None = declared(AMOUNT, "chips the player still has", None, shown="the bankroll")
    coup: int = whole("number of the coming coup", 1, low=1)
    deal: bool = declared(FLAG, "the cards may be dealt (`deal` is among the moves)", False)

    @property
    def available(self) -> int:
        """The amount that the player can bet, in hundredths of a chip."""
        return self.options.bankroll * UNIT if self.chips is None else self.chips

    @property
    def money(self) -> int | float:
        """That amount in chips."""
        return chips(self.available)

    def insured(self, target: str) -> int:
        """The insurance attached to a bet."""
        return sum(bet.amount for bet in self.insurance if bet.on == target)


def merged(bets: Bets, *more: Bet) -> Bets:
    """`bets` with `more` added, one bet for each kind and number of wins, in the order of the layout."""
    sums: dict[tuple[str, int], int] = {}
    for bet in (*bets, *more):
        sums[bet.on, bet.wins] = sums.get((bet.on, bet.wins), 0) + bet.amount
    found = [Bet(on, amount, wins) for (on, wins), amount in sums.items()]
    return tuple(sorted(found, key=lambda bet: (LAYOUT.index(bet.on), bet.wins)))
