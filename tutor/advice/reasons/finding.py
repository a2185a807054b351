"""Reasons: why a move may be wise, found as features of the move and of its outcomes.

A reason names a feature ("the cheapest card that wins") and the facts of its sentences; templates have the words. The
feature itself is certain, because the engine derives it from what the player sees; that it is a reason to play so is
advice. A feature with `deals` among its facts rests on sampled deals and is only likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.move_kinds import kind_of_move
from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.avoiding.ways_out import said_once
from tutor.advice.reasons.before_play.bids import calling, trumps_once
from tutor.advice.reasons.before_play.contracts import all_or_nothing, card_calls, contracts, taking_up
from tutor.advice.reasons.before_play.declarations import announcing, declaring, pairs
from tutor.advice.reasons.before_play.doubles import doubling, giving_up
from tutor.advice.reasons.before_play.laying_away import laying_away
from tutor.advice.reasons.before_play.picks import exchanging
from tutor.advice.reasons.climbs.bidding import bidding
from tutor.advice.reasons.climbs.choices import apart
from tutor.advice.reasons.climbs.climbing import climbing, told_once
from tutor.advice.reasons.climbs.plans import leaves
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.deals import by_hands, by_points, by_stakes, payments
from tutor.advice.reasons.leads.bare import following_barely, leading_barely
from tutor.advice.reasons.outlook import outlook
from tutor.advice.reasons.priorities import covers
from tutor.advice.reasons.raises import staking
from tutor.advice.reasons.result import on_result
from tutor.advice.reasons.sheds.shedding import shedding
from tutor.advice.reasons.stakes import stakes
from tutor.advice.reasons.tricks import in_tricks
from tutor.advice.reasons.turns import immediate
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel.cards import without
from tutor.kernel.game import Family
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from random import Random

    from tutor.advice.value import Line
    from tutor.kernel.cards import Cards
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

WORK: Final = 120_000
"""Units of work, about a microsecond each, that finding reasons may cost."""
MOST: Final = 3
"""The most reasons that are given."""
MUCH: Final = 4
"""The fewest cards of which it is a reason to play rather than to pass that the hand is rid of them."""
BETTER: Final = 0.1
"""The least lead over the other choice, in the share of deals, by which the same reason still speaks for the move."""
MEANS: Final = (Role.ESTIMATE, Role.MEAN)
"""The roles of reasons that are not told beside what is certain."""
NO_LINES: Final[Mapping[Move, Sequence[Line]]] = MappingProxyType({})


def reasons(
    at: Record[Any],
    seat: Seat,
    move: Move,
    other: Move | None,
    rng: Random,
    work: int = WORK,
    rival: Move | None = None,
    lines: Mapping[Move, Sequence[Line]] = NO_LINES,
) -> tuple[Reason, ...]:
    """Why `move` may be better than `other`, the most important reason first; empty if no feature applies.

    Reasons that hold for both are marked as `shared` and come last: they say why either is good. Of a `rival`, the best
    choice of another kind than both (`move_kinds`), it is told why not that, if nothing else tells. `lines` are what
    happened after the moves in the deals that they were tried in, if that is known.

    The answer is the same for the same view, moves and generator.
    """
    game, state = at.game, at.state
    seed = f"{rng.getrandbits(64):x}"
    moves = (move,) if other is None else (move, other)
    banking = game.family is Family.BANKING
    sampled = SampledOutcomes(game, at, seat, moves, seed, 3 * work if banking else work)
    context = DecisionContext(game, state, seat, move, other, sampled, lines)
    found = _against(context)
    if rival is None and _card_or_word(context):
        rival = _other_card(context)
    if rival is not None and _leaves_kind_open(context, found):
        there = SampledOutcomes(game, at, seat, (move, rival), seed, work // 2)
        across = _of_one_kind(context)
        found = _elsewhere(found, replace(context, other=rival, sampled=there, across=across), _card_or_word(context))
    found = _not_covered(found)
    if any(reason.decides and reason.role is Role.LEVEL for reason in found):
        found = [reason for reason in found if reason.what != "secured"]  # what still counts tells nothing then
    telling = [reason for reason in found if not reason.shared]
    found = [*telling, *leaves(context, telling), *(reason for reason in found if reason.shared)]
    found.sort(key=lambda reason: reason.role is not Role.AIM)
    sole = context.foes[0] if len(context.foes) == 1 else ""  # whom the words name
    pals = [who for who in context.friends if who != seat]
    ally = pals[0] if len(pals) == 1 and pals[0] not in members(side_of_seat(game, state, seat)) else ""
    facing = sole if len(state.seats) == 2 else ""  # who is meant by others
    twins = () if context.other_card in (alike := _twins(context)) else alike
    named = {"sole": sole, "facing": facing, "ally": ally, "twins": twins, "twins_said": False}
    told = tuple(trumps_once(tuple(told_once(tuple(said_once(found[:MOST]))))))
    return tuple(one._replace(facts={**named, **one.facts}) for one in (*stakes(context, told), *told))


def _twins(context: DecisionContext) -> Cards:
    """The other cards that may be played and do the same as the one of the move, for certain."""
    if context.card is None or not context.game.family.with_tricks:
        return ()
    at = context.state, context.seat, context.view
    alike = (m for m in context.moves if context.policy.equivalent(*at, context.move, m))
    return tuple(m.cards[0] for m in alike if m != context.move and m.word == context.move.word)


def _against(context: DecisionContext) -> list[Reason]:
    """What speaks for the move rather than for the other choice, then what speaks for both.

    Beside what says little (`Role.BARE`, `vague`) it is told what comes of the cards in the deals that were tried.
    """
    found: list[Reason] = []
    covered: list[Reason] = []
    for finder in (*RESULT, *FEATURES, *FIGURES):
        for reason in finder(context):
            if not any(reason.what == known.what or covers(known.what, reason.what) for known in found):
                found.append(reason)
            elif all(reason.what != known.what for known in found):
                covered.append(reason)
        if any(reason.decides for reason in found):
            return found
    found = _told_apart(context, found)
    if all(reason.shared or reason.role in MEANS for reason in found):
        # then what says less of the same may tell
        less = [reason for reason in _told_apart(context, covered) if not reason.shared and not reason.sampled]
        found = [*(less or apart(context)), *found]
    if any(not reason.sampled and not reason.shared for reason in found):
        found = [reason for reason in found if reason.role not in MEANS]  # no figures beside what is certain
    telling = [reason for reason in found if not reason.shared]
    if not telling:
        found = [*(tuple(outlook(context)) or by_points(context)), *found]
    elif all(reason.role is Role.BARE or reason.facts.get("vague") for reason in telling):
        found = [*telling, *outlook(context), *found[len(telling) :]]
    return found


def _not_covered(found: list[Reason]) -> list[Reason]:
    """The reasons beside which none that speaks for the move says more; of two that cover each other the first."""
    told = [reason.what for reason in found if not reason.shared]

    def covered(what: str) -> bool:
        first = (one for one in told if not (covers(what, one) and what in told[: told.index(one)]))
        return any(covers(one, what) for one in first)

    return [reason for reason in found if not covered(reason.what)]


def _leaves_kind_open(context: DecisionContext, found: list[Reason]) -> bool:
    """Whether what was `found` does no more than compare the move with the other choice, perhaps of the same kind."""
    telling = [reason for reason in found if not reason.shared]
    compared = all("other" in reason.facts and not reason.facts.get("all") for reason in telling)
    if _card_or_word(context):
        return True
    if _of_one_kind(context):
        return compared or not any(reason.decides for reason in telling)
    return bool(telling or not found) and compared and not any(reason.decides for reason in telling)


def _card_or_word(context: DecisionContext) -> bool:
    """Whether the other choice of a card to a trick is to say something, so that nothing is told of other cards."""
    words = context.other is not None and not context.other.cards
    return words and context.card is not None and isinstance(context.view, RankedTrickView)


def _other_card(context: DecisionContext) -> Move | None:
    """The highest other card to a trick that may be played, which does not do the same as the one of the move."""
    alike, power = _twins(context), context.trick.power
    rest = [m for m in context.moves if len(m.cards) == 1 and not m.word and m.cards[0] not in alike]
    rest = [m for m in rest if m != context.move]
    return max(rest, key=lambda m: power[m.cards[0]], default=None)


def _of_one_kind(context: DecisionContext) -> bool:
    """Whether the move and the other choice are of one kind."""
    kinds = {kind_of_move(context.phase, context.view, move) for move in (context.move, context.other) if move}
    return context.other is not None and len(kinds) == 1


def _elsewhere(found: list[Reason], there: DecisionContext, before: bool) -> list[Reason]:
    """What was `found`, and what speaks against another kind, the other choice of `there`, if nothing does yet.

    Where the first other choice is of the kind of the move, that says why this kind at all, and comes first; so does
    what is to come `before`.
    """
    telling = [reason for reason in found if not reason.shared]
    own = [reason for finder in FEATURES for reason in finder(there)]
    apart = [one for one in _told_apart(there, own) if not one.shared and one.role is not Role.LEVEL]
    told = sorted(apart, key=lambda reason: reason.sampled)
    told = told or list((*contracts(there), *outlook(there)) if there.across else ())
    if not told or any(one.what == told[0].what or one.role is told[0].role is Role.BARE for one in telling):
        return found
    added = told[0]._replace(decides=False, rival=True)
    first = [added, *telling] if there.across or before else [*telling, added]
    return [*first, *(reason for reason in found if reason.shared and reason.what != added.what)]


def telling_reasons(
    at: Record[Any], seat: Seat, move: Move, other: Move | None, rng: Random, work: int = WORK
) -> tuple[Reason, ...]:
    """The `reasons` that don't speak for the other choice as well."""
    return tuple(reason for reason in reasons(at, seat, move, other, rng, work) if not reason.shared)


def _told_apart(context: DecisionContext, found: list[Reason]) -> list[Reason]:
    """The reasons, last those that speak for the other choice as well, so that they don't say which is better."""
    if context.other is None:
        return found
    there = context.exchanged()
    theirs = {reason.what: reason for finder in FEATURES for reason in finder(there)}
    alone = [one.rival or _names(one, context) for one in found]
    marked = [
        one._replace(shared=one.shared or (not own and _shared(one, theirs.get(one.what))))
        for one, own in zip(found, alone, strict=True)
    ]
    return sorted(marked, key=lambda reason: reason.shared)


def _names(reason: Reason, context: DecisionContext) -> bool:
    """Whether a reason compares the move with the other choice: it names that, or a card `alike`."""
    alike = reason.facts.get("alike")
    return "other" in reason.facts or (isinstance(alike, tuple) and context.other_card in alike)


def _shared(reason: Reason, same: Reason | None) -> bool:
    """Whether a reason speaks for the other choice as much, for which it is `same`; None if it does not hold there.

    One of which more is true here does not.
    """
    if same is None:
        return False
    more = any(here is True and same.facts.get(name) is False for name, here in reason.facts.items())
    return not more and _share(reason) < _share(same) + BETTER


def _share(reason: Reason) -> float:
    """In which share of deals, or of cards, what the reason says holds; 0 if it counts none."""
    held, deals = (reason.facts.get(name, 0) for name in ("held", "deals"))
    return held / deals if deals else 0.0


# -- what any game of cards may have -----------------------------------------------------------------------


def last_cards(context: DecisionContext) -> Iterator[Reason]:
    """The move plays the last cards of the hand."""
    least = {Family.CLIMBING: 0, Family.SHEDDING: 1}.get(context.game.family)
    if least is not None and len(context.move.cards) == len(context.hand) > least:
        yield Reason("last_cards", {"move": context.move})


def fewer_left(context: DecisionContext) -> Iterator[Reason]:
    """The move gets rid of more cards than the other choice, in shedding games."""
    if context.game.family not in (Family.CLIMBING, Family.SHEDDING) or not context.hand or context.other is None:
        return
    own, others = len(context.move.cards), len(context.other.cards)
    if own > others and own < len(context.hand) and (others or own >= MUCH):
        place = context.game.pack.place
        rest = [place[c] for c in without(context.hand, context.move.cards)]
        climbs = context.game.family is Family.CLIMBING
        lowest = climbs and max(place[c] for c in context.move.cards) < min(rest)
        facts = {"move": context.move, "other": context.other, "n": own, "left": len(rest), "lowest": lowest}
        along = set(context.other.cards) <= set(context.move.cards) and others != 1
        if climbs and not lowest and others and not along:
            return  # that one of two plays has more cards tells nothing
        yield Reason("sheds", facts)


Finder = Callable[[DecisionContext], Iterator[Reason]]
RESULT: Final[tuple[Finder, ...]] = (on_result, pairs, payments)
"""What the hand comes to, which one choice makes or the other; the most important first, as in all of these."""
FEATURES: Final[tuple[Finder, ...]] = (
    in_tricks,
    leading_barely,
    following_barely,
    climbing,
    announcing,
    declaring,
    bidding,
    all_or_nothing,
    card_calls,
    taking_up,
    calling,
    doubling,
    giving_up,
    staking,
    exchanging,
    laying_away,
    shedding,
    immediate,
    last_cards,
    fewer_left,
)
"""Features of the move, which the other choice may have as well."""
FIGURES: Final[tuple[Finder, ...]] = (contracts, by_hands, by_stakes)
"""How sampled deals end."""
