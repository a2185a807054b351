"""Reasons: why a move may be wise, in the game's terms, found by features of the move and of what comes of it.

A reason names a feature ("the cheapest card that wins") and the facts of its sentences; the words stand in templates.
What a feature says of the cards is certain: it follows from what the player sees, by the engine. That it is a reason
to play so is advice. A feature with `deals` among its facts rests on sampled deals and is no more than likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any, Final

from tutor.advice.case import WORLDS, Case, Reason
from tutor.advice.on_calls import calling, giving_up
from tutor.advice.on_climbs import climbing
from tutor.advice.on_tricks import in_tricks
from tutor.advice.on_turns import at_once
from tutor.advice.outcomes import Outcome, Sampled
from tutor.advice.value import plausible
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

WORK: Final = 120_000
"""What finding reasons may cost, in units of about a microsecond."""
MOST: Final = 3
"""Reasons that are given at the most, the most telling first."""
FEW: Final = 5
"""Deals below which nothing is said of payments."""
WORTH_IT: Final = 1.0
"""Payments that are spoken of, on average."""
INSTEAD: Final = {"gives_up": "hands_won"}
"""Reasons that say what another would, and more."""
AHEAD: Final = 1.6
"""Standard errors by which points have to be more to be called more."""


def reasons(
    at: Record[Any], seat: Seat, move: Move, other: Move | None, rng: Random, work: int = WORK
) -> tuple[Reason, ...]:
    """Why `move` may be better than `other`, the most telling first; nothing if no feature fits.

    The same for the same view, moves and generator, as the adviser's word is.
    """
    game, state = at.game, at.state
    seed = f"{rng.getrandbits(64):x}"
    moves = (move,) if other is None else (move, other)
    banking = game.family == "banking"
    sampled = Sampled(game, at, seat, moves, seed, 3 * work if banking else work)
    case = Case(game, state, seat, move, other, sampled)
    found: list[Reason] = []
    for finder in (
        payments,
        in_tricks,
        climbing,
        wins_now,
        calling,
        giving_up,
        at_once,
        last_cards,
        fewer_left,
        by_hands,
        by_stakes,
    ):
        for reason in finder(case):
            if all(reason.what not in (known.what, INSTEAD.get(known.what)) for known in found):
                found.append(reason)
    return tuple(found[:MOST] or by_points(case))


# -- what any game of cards may have -----------------------------------------------------------------------


def last_cards(case: Case) -> Iterator[Reason]:
    """The last cards of the hand are played."""
    if case.move.cards and len(case.move.cards) == len(case.hand) > 1:
        yield Reason("last_cards", {"move": case.move})


def wins_now(case: Case) -> Iterator[Reason]:
    """Cards played together complete a trick and win it, whatever is hidden."""
    if case.sampled is None or len(case.move.cards) < 2 or case.wants_tricks is False:
        return
    worlds = case.sampled.worlds[:WORLDS]
    if not worlds or not all(_taken(case, world, case.move) for world in worlds):
        return
    if case.other is None or not all(_taken(case, world, case.other) for world in worlds):
        yield Reason("wins_now", {"move": case.move, "other": case.other})


def _taken(case: Case, world: Any, move: Move) -> bool:
    """Whether a trick is won by the own side with the move itself."""
    events = case.phase.act(world, case.seat, move).events
    return any(event.what == "trick won" and event.seat in case.friends for event in events)


def fewer_left(case: Case) -> Iterator[Reason]:
    """More cards gone than by the other choice, in games of getting rid of them."""
    if case.game.family not in ("climbing", "shedding") or not case.hand or case.other is None:
        return
    own, others = len(case.move.cards), len(case.other.cards)
    if own > others and own < len(case.hand) and (others or case.game.family == "shedding"):
        yield Reason("sheds", {"move": case.move, "other": case.other, "n": own, "left": len(case.hand) - own})


def payments(case: Case) -> Iterator[Reason]:
    """What is paid as soon as the trick on the table is won, by one choice or the other."""
    if case.sampled is None or case.other is None or not case.move.cards:
        return
    ours, theirs = ([outcome.paid for outcome in case.sampled.column(at)] for at in (0, 1))
    if len(ours) < FEW or fmean(ours) - fmean(theirs) < WORTH_IT:
        return
    got, due = [n for n in ours if n > 0], [-n for n in theirs if n < 0]
    facts = {"move": case.move, "other": case.other, "deals": len(ours)}
    if sum(due) > sum(got):
        yield Reason("spares_payment", facts | {"times": len(due), "mean": round(fmean(due))}, sampled=True)
    elif got:
        yield Reason("paid_soon", facts | {"times": len(got), "mean": round(fmean(got))}, sampled=True)


# -- what the sampled deals show ---------------------------------------------------------------------------


def by_hands(case: Case) -> Iterator[Reason]:
    """In how many sampled hands its side won the hand, where the two choices differ, or for what is called."""
    sampled = case.sampled
    if sampled is None or case.game.family == "banking":
        return
    ours = [o.won for o in sampled.column(0) if o.won is not None]
    if len(ours) < 10 or (case.move.cards and case.other is None):
        return
    facts: dict[str, Any] = {
        "move": case.move, "other": case.other, "deals": len(ours), "won": sum(ours), "called": not case.move.cards,
        "mean": round(fmean(o.points for o in sampled.column(0)), 1), "theirs": None, "theirs_mean": None,
        "theirs_deals": 0, "low": sampled.sign < 0, "alone": len(case.friends) == 1, "pointless": False,
    }  # fmt: skip
    if case.other is not None:
        theirs = [o.won for o in sampled.column(1) if o.won is not None]
        if len(theirs) < 10:
            return
        facts |= {"theirs": sum(theirs), "theirs_deals": len(theirs)}
        facts["theirs_mean"] = round(fmean(o.points for o in sampled.column(1)), 1)
        facts["pointless"] = facts["mean"] == facts["theirs_mean"]
        ahead = facts["won"] / len(ours) - facts["theirs"] / len(theirs)
        if ahead < 0.1 and not (facts["called"] and facts["mean"] > facts["theirs_mean"]):
            return  # a number that speaks against the move, or for nothing, is no reason for it
    yield Reason("hands_won", facts, sampled=True)


def by_points(case: Case) -> Iterator[Reason]:
    """How many points more it brings than the other choice, where nothing else can be said and it clearly does."""
    sampled = case.sampled
    if sampled is None or case.other is None or sampled.deals < 8:
        return
    ahead = [sampled.sign * (row[0].lead - row[1].lead) for row in sampled.outcomes]
    mean = fmean(ahead)
    spread = (sum((d - mean) ** 2 for d in ahead) / (len(ahead) - 1)) ** 0.5
    if mean > 0 and mean > AHEAD * spread / len(ahead) ** 0.5:
        facts = {"move": case.move, "other": case.other, "mean": round(mean, 1 if mean >= 1 else 2)}
        facts |= {"alone": len(case.friends) == 1, "low": sampled.sign < 0}
        yield Reason("points_more", facts | {"deals": sampled.deals}, sampled=True)


def by_stakes(case: Case) -> Iterator[Reason]:
    """That the odds leave nothing else; what a bet loses or wins for each unit staked, where there are bets."""
    if case.game.family != "banking":
        return
    if len(case.moves) > 1 and plausible(case.game, case.state, case.seat, case.moves) == (case.move,):
        yield Reason("by_odds", {"move": case.move}, sampled=True)
    if case.sampled is None:
        return
    for at, move in enumerate(case.sampled.moves):
        column = [o for o in case.sampled.column(at) if o.stake]
        if len(column) >= 10:
            yield Reason("stake" if at == 0 else "stake_other", {"move": move, "deals": len(column)} | per_unit(column),
                         sampled=True)  # fmt: skip


def per_unit(outcomes: list[Outcome]) -> dict[str, float]:
    """The mean result for each unit staked, and how far it may be off (twice its standard error)."""
    rates = [o.points / o.stake for o in outcomes]
    mean = fmean(rates)
    spread = (sum((r - mean) ** 2 for r in rates) / max(1, len(rates) - 1)) ** 0.5
    return {"unit": round(mean, 3), "off": round(2 * spread / len(rates) ** 0.5, 3)}
