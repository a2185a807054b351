"""The phases of Trente et Quarante with their duties: dealing, betting, and bets after a refait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tutor.families.banks import UNIT, Bet, amount_text, chips
from tutor.games.trente_et_quarante.bet_moves import DEAL, parts_of, read_bet_move, text_of
from tutor.games.trente_et_quarante.bets import CAP, PRISONERS, about_prisoner, bet_problems
from tutor.games.trente_et_quarante.coups import TrenteEtQuaranteState, deal_rows, settle_coup
from tutor.games.trente_et_quarante.table import (
    FULL,
    KINDS,
    PRISON,
    Betting,
    Laid,
    Rows,
    merged,
    row_problems,
    row_working,
    total,
)
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working

# -- dealing the rows --------------------------------------------------------------------------------------

BLACK_FULL: Final[Duty[Rows]] = always(
    "trente-et-quarante.row.black", lambda v, move: move.word != "black" or total(v.black) < FULL
)
RED_LATER: Final[Duty[Rows]] = always(
    "trente-et-quarante.row.red", lambda v, move: move.word != "red" or total(v.black) >= FULL
)


class DealRows(Phase[Rows, TrenteEtQuaranteState]):
    """Which row gets the next card; the rules leave no choice."""

    name = "play"
    title = "the row that gets the next card"
    verb = "deal to"
    clause = "trente-et-quarante.row.range"
    words = ("black", "red")
    binding = (BLACK_FULL, RED_LATER)

    def problems(self, v: Rows) -> Iterator[Problem]:
        """Impossible rows."""
        yield from row_problems(v)

    def actor(self, v: Rows) -> Seat | None:
        """The deck, until both rows are complete; then None."""
        return None if v.complete else DECK

    def candidates(self, v: Rows) -> Iterable[Move]:
        """Either row."""
        return (call("black"), call("red"))

    def basis(self, v: Rows, found: Trace[Rows], move: Move) -> str:
        """The clause of the row."""
        return f"trente-et-quarante.row.{move.word}"

    def facts(self, v: Rows) -> Mapping[str, Any]:
        """The totals; of complete rows what wins."""
        facts: dict[str, Any] = dict(v.sums)
        if v.complete:
            facts |= {"row": v.row, "first": v.first, "wins": list(v.wins)}
        return facts

    def workings(self, v: Rows) -> Mapping[str, Working]:
        """How the totals, the winning row and the winning bets come about."""
        found: dict[str, Working] = {
            f"facts.{name}": row_working(row) for name, row in (("black", v.black), ("red", v.red))
        }
        if not v.complete:
            return found
        found["facts.row"] = Chain("trente-et-quarante.win", v.rows_added, v.row)
        found["facts.first"] = Chain("trente-et-quarante.bets.couleur", (v.first_step,), v.first)
        wins = (*v.row_steps, v.first_step, Step("winning_bets", {"wins": v.wins}))
        return found | {"facts.wins": Chain("trente-et-quarante.win", wins, list(v.wins))}


# -- betting -----------------------------------------------------------------------------------------------


def affordable(v: Betting, move: Move) -> bool:
    """Whether a stake is at least a chip (insurance may be less) and not more than the player has."""
    parts = parts_of(move)
    if parts.verb not in ("bet", "insure"):
        return True
    amount = v.amount if parts.amount is None else parts.amount
    return amount <= v.available and (amount >= UNIT or parts.verb == "insure")


BEFORE: Final[Duty[Betting]] = always(
    "trente-et-quarante.bets.when", lambda v, move: False, when=lambda v: bool(v.black)
)
END: Final[Duty[Betting]] = always(
    "trente-et-quarante.end",
    lambda v, move: parts_of(move).verb == "withdraw",
    when=lambda v: v.coup > v.options.coups,
)
LIMITS: Final[Duty[Betting]] = always("trente-et-quarante.bets.limits", affordable)
LOCKED: Final[Duty[Betting]] = always(
    "trente-et-quarante.refait.prison", lambda v, move: not about_prisoner(move, "withdraw")
)


SEVERAL: Final = 10 * UNIT
"""The stake of the bet that shows how an amount is named."""


class MakeBets(Phase[Betting, TrenteEtQuaranteState]):
    """Make, insure or take back a bet before the coup is dealt."""

    name = "bet"
    title = "your bet"
    verb = "bet"
    clause = "trente-et-quarante.bets.when"
    words = (*KINDS, *(f"{verb}:{kind}" for verb in ("insure", "withdraw") for kind in KINDS), "deal")
    binding = (BEFORE, END, LIMITS, CAP, PRISONERS, LOCKED)

    def problems(self, v: Betting) -> Iterator[Problem]:
        """Impossible rows, bets, insurance and amounts."""
        yield from row_problems(v)
        yield from bet_problems(v, v.insurance)
        if v.amount == 0:
            yield Problem("amount", "a stake is more than nothing")
        if v.options.whole_chips:
            for name, amount in (("amount", v.amount), ("chips", v.available)):
                if amount % UNIT:
                    yield Problem(name, "whole chips only")

    def actor(self, v: Betting) -> Seat | None:
        """The player."""
        return "P1"

    def candidates(self, v: Betting) -> Iterable[Move]:
        """A bet of each kind for the amount considered; insuring and taking back each bet on the table; dealing."""
        laid = v.targets
        there = [call(f"{verb}:{on}") for verb in ("insure", "withdraw") for on in laid]
        return (*map(call, KINDS), *there, *((DEAL,) if v.deal else ()))

    def with_amount(self, v: Betting) -> tuple[Move, ...]:
        """A bet of several chips, and the highest insurance of a bet that can have some, if there are so many chips."""
        moves = [call(f"rouge:{amount_text(SEVERAL)}")]
        caps = {on: v.options.cap(v.stake(on)) - v.insured(on) for on in v.targets}
        moves += [call(f"insure:{on}:{amount_text(cap)}") for on, cap in caps.items() if cap > 0]
        found = self.duties(v)
        return tuple(move for move in moves[:2] if affordable(v, move) and narrow(found, v, (move,)).legal)

    def read(self, v: Betting, text: str) -> Move:
        """The move meant by `text`; a bet may name its own amount, `noir:100`. Raises `Unreadable`."""
        parts = read_bet_move(text, ("bet", "insure", "withdraw", "deal"))
        if parts.verb == "bet" and parts.on.startswith(PRISON):
            raise Unreadable("an imprisoned bet stays as it is; new bets are on black, red, couleur or inverse")
        if parts.verb == "withdraw" and (parts.on not in v.targets or parts.amount is not None):
            raise Unreadable("there is no such bet to be taken back" if parts.amount is None else "all or nothing")
        if parts.verb == "deal" and not v.deal:
            raise Unreadable("the coup is dealt only in a game")
        if parts.amount is not None and (parts.amount == 0 or (v.options.whole_chips and parts.amount % UNIT)):
            raise Unreadable("whole chips only" if parts.amount else "a stake is more than nothing")
        return call(text_of(parts._replace(amount=None) if parts.amount == v.amount else parts))

    def basis(self, v: Betting, found: Trace[Betting], move: Move) -> str:
        """The clause of the bet, of its insurance, or of betting in general."""
        parts = parts_of(move)
        if parts.verb == "bet":
            return f"trente-et-quarante.bets.{parts.on}"
        if parts.verb == "insure":
            return f"trente-et-quarante.insurance.{'prison' if parts.on.startswith(PRISON) else 'bet'}"
        return "trente-et-quarante.end" if v.coup > v.options.coups else self.clause

    def reasons(self, v: Betting, move: Move) -> Mapping[str, Any]:
        """What is done to which bet, how much is staked, and the most that may be."""
        parts = parts_of(move)
        amount = v.amount if parts.amount is None else parts.amount
        return {
            "verb": parts.verb,
            "on": parts.on,
            "stake": chips(v.stake(parts.on)),
            "asked": chips(amount),
            "available": chips(v.available),
            "cap": chips(v.options.cap(v.stake(parts.on))),
            "attached": chips(v.insured(parts.on)),
        }

    def see(self, state: TrenteEtQuaranteState, seat: Seat) -> Betting:
        """The bets on the table, and the player's chips."""
        return state.betting()

    def act(self, state: TrenteEtQuaranteState, seat: Seat, move: Move) -> Turn[TrenteEtQuaranteState]:
        """Move the chips, or deal the coup."""
        verb, on, named = parts_of(move)
        if verb == "deal":
            nothing = () if state.bets or state.prison else (Event("nothing staked", seat),)
            return deal_rows(state).preceded_by(*nothing)
        if verb == "withdraw":
            back = sum(bet.amount for bet in (*state.bets, *state.insurance) if bet.on == on)
            insured = any(bet.on == on for bet in state.insurance)
            state = changed(
                state,
                chips=state.chips + back,
                bets=tuple(bet for bet in state.bets if bet.on != on),
                insurance=tuple(bet for bet in state.insurance if bet.on != on),
            )
            return Turn(
                state, (Event("bet taken back", seat, facts={"bet": on, "chips": chips(back), "insured": insured}),)
            )
        amount = UNIT if named is None else named
        state, facts = changed(state, chips=state.chips - amount), {"bet": on, "chips": chips(amount)}
        if verb == "insure":
            insurance = merged(state.insurance, Bet(on, amount))
            return Turn(changed(state, insurance=insurance), (Event("bet insured", seat, facts=facts),))
        return Turn(changed(state, bets=merged(state.bets, Bet(on, amount))), (Event("bet made", seat, facts=facts),))


# -- after a refait ----------------------------------------------------------------------------------------

STAYS: Final[Duty[Laid]] = always(
    "trente-et-quarante.refait.prison",
    lambda v, move: parts_of(move).verb != "withdraw",
    when=lambda v: v.bad_refait,
)
WAITS: Final[Duty[Laid]] = always(
    "trente-et-quarante.prison.push",
    lambda v, move: not about_prisoner(move, "withdraw"),
    when=lambda v: not v.bad_refait and v.options.prison_after_push == "stay",
)
HALF: Final[Duty[Laid]] = always(
    "trente-et-quarante.prison.surrender",
    lambda v, move: (
        parts_of(move).verb != "surrender"
        or (v.options.surrender_half and v.bad_refait and not about_prisoner(move, "surrender"))
    ),
)


class AfterRefait(Phase[Laid, TrenteEtQuaranteState]):
    """What to do with each bet after a refait: leave it, take it back, or give it up by half."""

    name = "refait"
    title = "a choice after a refait"
    verb = "do"
    clause = "trente-et-quarante.refait.push"
    binding = (STAYS, WAITS, HALF)

    def problems(self, v: Laid) -> Iterator[Problem]:
        """Rows that are no refait, impossible bets."""
        yield from row_problems(v)
        if not v.complete:
            yield Problem("red" if v.red else "black", "the coup is not finished: both rows go on to 31 or more")
        elif v.row != "refait":
            yield Problem("red", f"{total(v.black)} and {total(v.red)} aren't a refait")
        yield from bet_problems(v)

    def actor(self, v: Laid) -> Seat | None:
        """The player, if there is a bet; else None."""
        return "P1" if v.targets else None

    def closed_by(self, v: Laid, move: Move | None = None) -> str:
        """What becomes of bets after this refait."""
        return STAYS.clause if v.bad_refait else self.clause

    def candidates(self, v: Laid) -> Iterable[Move]:
        """Each of the three actions for each bet."""
        return (call(f"{verb}:{on}") for on in v.targets for verb in ("stay", "withdraw", "surrender"))

    def read(self, v: Laid, text: str) -> Move:
        """The move meant by `text`: an action and a bet on the table. Raises `Unreadable`."""
        parts = read_bet_move(text, ("stay", "withdraw", "surrender"))
        if parts.on not in v.targets or parts.amount is not None:
            raise Unreadable(f"there is no bet {parts.on}" if parts.amount is None else "all or nothing")
        return call(text_of(parts))

    def basis(self, v: Laid, found: Trace[Laid], move: Move) -> str:
        """The clause of the prison, of the push, or of giving up."""
        parts = parts_of(move)
        if parts.verb == "surrender":
            return "trente-et-quarante.prison.surrender"
        if parts.on.startswith(PRISON):
            return f"trente-et-quarante.prison.{'second' if v.bad_refait else 'push'}"
        return v.clause

    def reasons(self, v: Laid, move: Move) -> Mapping[str, Any]:
        """What is done to which bet, and how much half of it is."""
        parts = parts_of(move)
        half = v.options.half(v.stake(parts.on))
        return {
            "verb": parts.verb,
            "on": parts.on,
            "stake": chips(v.stake(parts.on)),
            "half": chips(half),
            "imprisoned": parts.on.startswith(PRISON),
            "total": total(v.black),
        }

    def see(self, state: TrenteEtQuaranteState, seat: Seat) -> Laid:
        """The rows, and the bets not decided yet."""
        return state.refait()

    def act(self, state: TrenteEtQuaranteState, seat: Seat, move: Move) -> Turn[TrenteEtQuaranteState]:
        """Imprison the bet, or give it up by half."""
        parts = parts_of(move)
        half = parts.verb == "surrender"
        asked = tuple(bet for bet in state.asked if bet.on != parts.on)
        state = changed(state, asked=asked, given_up=(*state.given_up, parts.on) if half else state.given_up)
        event = Event("bet given up by half" if half else "bet left", seat, facts={"bet": parts.on})
        return Turn(state, (event,)) if asked else settle_coup(state, (event,))
