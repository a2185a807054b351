"""Reasons for a card to a trick of two, where chance plays against the seat from cards that nobody has seen.

On a lead of the seat chance turns cards until one may answer, a trump too; what chance leads the seat sees before it
answers. So a card is told by those that may beat it if it is led, and by the leads that it would beat if it is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason, Role
from tutor.kernel.calls import CallKind
from tutor.kernel.events import HAND_ENDS, occurs
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.policies.values import Answers

LIKELIER: Final = 0.04
"""The least difference between two chances that is told."""
EVEN: Final = 0.5
"""The chance from which on a card that is led is said to win more often than not."""
FEW: Final = 3
"""The most cards that are named as those that a card beats."""
FEWER: Final = 0.6
"""How few cards may answer, against those for the other choice, for a lead that is told to use up the rest."""
MANY: Final = 4
"""How many cards are turned on an average, the answer among them, from which on they are many."""
SOON: Final = 3
"""How many cards of the rest there may be for each card in hand, to be used up."""


def against_chance(context: DecisionContext) -> Iterator[Reason]:
    """All reasons where chance answers or leads, the most important first; none where players do."""
    c = context.card
    if c is None or _beaten_leads(context, c) is None:
        return
    if alike := _all_alike(context):
        other = next(x for x in alike if x is not c)
        yield Reason("equals", {"c": c, "other": other, "all": True}, decides=True, role=Role.LEVEL)
    elif context.answers_cards:
        yield from _answered(context, c)
    else:
        yield from _led(context, c)


def _all_alike(context: DecisionContext) -> Cards:
    """The cards that may be played, if it is certain that they do all the same; else none."""
    same = context.policy.distinct_moves(context.state, context.seat, context.view, context.moves)
    return tuple(move.cards[0] for move in context.moves) if len(same) == 1 < len(context.moves) else ()


def _answers(context: DecisionContext, c: Card) -> Answers | None:
    return context.policy.answers_by_chance(context.view, c, context.outstanding)


def _beaten_leads(context: DecisionContext, c: Card) -> Cards | None:
    """The leads of chance that `c` would beat by following; None if chance leads nothing."""
    return context.policy.leads_by_chance(context.view, c, context.outstanding)


# -- leads -------------------------------------------------------------------------------------------------


def _led(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Why this card is led: what may answer it, and what the other choice is kept for."""
    own = _answers(context, c)
    if own is None:
        return
    if not own.all:
        yield Reason("nothing_answers", {"c": c, "ends": _ends(context)}, decides=True)
        return
    other = context.other_card
    theirs = _answers(context, other) if other is not None else None
    if other is None or theirs is None or not theirs.all:
        return
    mine, kept = _beaten_leads(context, c) or (), _beaten_leads(context, other) or ()
    facts: dict[str, Any] = {"c": c, "other": other, "n": len(own.beat), "of": len(own.all), "who": own.who}
    facts |= {"more": len(theirs.beat), "of_more": len(theirs.all), "suit_": other.suit} | _threats(other, theirs)
    facts |= {"mine": mine[:FEW], "n_mine": len(mine), "kept": kept[:FEW], "n_kept": len(kept)}
    facts["guarded"] = _guarded(context, c, other)
    facts |= {"last": len(context.hand) == LAST, "win": own.wins, "their_win": theirs.wins}
    facts |= {f"own_{name}": n for name, n in _threats(c, own).items()}
    drawn = [] if theirs.trump else [*_draws(context, c, own)]
    found = drawn + ([*_kept_back(context, facts, own, theirs)] or [*_led_for(context, facts, own, theirs)])
    found += _frees_to_trump(context, c, own)
    facts["even"] = abs(own.wins - theirs.wins) < LIKELIER and abs(len(mine) - len(kept)) <= 1
    near = not context.sampled.clearly_ahead
    found += [*([] if drawn else _draws(context, c, own)), *_uses_up(context, facts, own, theirs)]
    yield from found
    yield from _sealed(context)
    if not found and not (own.wins or theirs.wins or mine or kept):
        yield Reason("neither_may_win", facts | {"shorter": _shorter(context, c, other)})
    elif (
        (near or facts["last"])
        and not found
        and abs(own.wins - theirs.wins) < LIKELIER
        and abs(len(mine) - len(kept)) <= 1
    ):
        yield Reason("little_between", facts | {"all": False}, decides=facts["last"], role=Role.LEVEL)


def _sealed(context: DecisionContext) -> Iterator[Reason]:
    """The own goal is sure, whatever is led: by trumps that only jokers beat, each of which beats one of them."""
    aims = policy_of(context.game).aims(context.state, context.seat)
    aim = next((one for one in aims if one.open and one.unit == TRICK and context.seat in members(one.side)), None)
    led = {x: found for x in context.hand if (found := _answers(context, x)) is not None and found.trump}
    firm = tuple(x for x, found in led.items() if not x.joker and all(y.joker for y in found.beat))
    jokers = sum(x.joker for x in context.outstanding.elements())
    if aim is not None and 0 < aim.missing <= len(firm) - jokers:
        facts = {"need": int(aim.missing), "firm": firm, "jokers": jokers}
        yield Reason("sealed_by_chance", facts, shared=True, role=Role.STAKES)


def _shorter(context: DecisionContext, c: Card, other: Card) -> bool:
    """Whether the suit of `c` is shorter than that of the other choice, and a trump in hand may win once it is gone."""
    mine, theirs = (sum(x.suit == one.suit for x in context.hand) for one in (c, other))
    return mine < theirs and any((found := _answers(context, x)) is not None and found.trump for x in context.hand)


def _guarded(context: DecisionContext, c: Card, other: Card) -> Card | str:
    """The own card that may win only while `other` and more of its suit can be played before it; else empty."""
    row = [x for x in context.hand if x.suit == other.suit and not x.joker]
    if other.joker or (not c.joker and sum(x.suit == c.suit for x in context.hand) <= len(row)):
        return ""
    tops = [x for x in row if x is not other and _beaten_leads(context, x)]
    return max(tops, key=lambda x: len(_beaten_leads(context, x) or ()), default="")


def _kept_back(context: DecisionContext, facts: dict[str, Any], own: Answers, theirs: Answers) -> Iterator[Reason]:
    """The other choice stays in hand, as it may win later, or as well later as now."""
    n_mine, n_kept = facts["n_mine"], facts["n_kept"]
    if not own.wins and not theirs.wins and not n_mine and not n_kept:
        if facts["guarded"]:
            yield Reason("guards", facts)
    elif own.wins >= theirs.wins + LIKELIER:
        return
    elif theirs.trump:
        sure = len(theirs.beat) == facts["jokers"]
        if own.wins <= theirs.wins and (sure or own.trump or facts["last"] or own.wins < EVEN):
            best = own.wins > 0 and _likeliest(context, facts["c"], own, side=True)
            yield Reason("keeps_trump", facts | {"sure": sure, "both": own.trump, "best": best})
    elif not own.trump and n_kept > n_mine:
        dead = (x for x in context.hand if x is not facts["c"] and own.wins and _is_dead(context, x))
        close = own.wins > 0 and abs(own.wins - theirs.wins) < LIKELIER
        yield Reason("keeps_for_their_lead", facts | {"dead": next(dead, ""), "close": close})


def _is_dead(context: DecisionContext, c: Card) -> bool:
    """Whether a card, no joker, can win nothing: whatever answers it beats it, and it beats nothing that may be led."""
    led = _answers(context, c)
    return not c.joker and led is not None and not led.wins and not _beaten_leads(context, c)


def _led_for(context: DecisionContext, facts: dict[str, Any], own: Answers, theirs: Answers) -> Iterator[Reason]:
    """The card may win now, more likely than the other choice, or without loss to what is left in hand."""
    better = own.wins - theirs.wins
    equals = _equals(context, facts["c"], own)
    if better >= LIKELIER:
        dead = not theirs.wins and not facts["n_kept"]
        rest = tuple(x for x in equals if x is not facts["c"])
        yield Reason("likelier", facts | {"dead": dead, "best": _likeliest(context, facts["c"], own), "rest": rest})
    elif own.wins and better > -LIKELIER and equals and facts["other"] not in equals:
        yield Reason("one_of_equals", facts | {"them": equals, "next": next(x for x in equals if x is not facts["c"])})


def _likeliest(context: DecisionContext, c: Card, own: Answers, *, side: bool = False) -> bool:
    """Whether no lead but equals of `c` is as likely to win; with `side` none but those and trumps."""
    equals = _equals(context, c, own)
    rest = [_answers(context, x) for x in context.cards if x is not c and x not in equals]
    return all(found is not None and (found.wins < own.wins or (side and found.trump)) for found in rest)


def _equals(context: DecisionContext, c: Card, own: Answers) -> Cards:
    """The own cards that none out of sight lies between, `c` itself among them; none if it stands alone."""
    suit = [x for x in context.hand if x.suit == c.suit and not x.joker]
    found = {x: _answers(context, x) for x in suit}
    same = tuple(x for x, one in found.items() if one is not None and len(one.beat) == len(own.beat))
    return same if len(same) > 1 else ()


def _ends(context: DecisionContext) -> bool:
    """Whether the hand ends with this lead, in every sampled deal."""
    return all(occurs(context.events(sample, context.move), *HAND_ENDS) for sample in context.sampled.samples)


def _threats(c: Card, found: Answers) -> dict[str, int]:
    """Facts: how many of the cards that beat `c` are jokers, higher cards of its suit, and trumps."""
    jokers = sum(x.joker for x in found.beat)
    higher = sum(x.suit == c.suit and not x.joker for x in found.beat)
    return {"jokers": jokers, "higher": higher, "trumps": len(found.beat) - jokers - higher}


def _frees_to_trump(context: DecisionContext, c: Card, own: Answers) -> Iterator[Reason]:
    """The last card of a suit goes, and a trump in hand may win when chance leads that suit."""
    more = sum(x.suit == c.suit and not x.joker for x in context.outstanding)
    alone = sum(x.suit == c.suit for x in context.hand) == 1
    trumps = any((found := _answers(context, x)) is not None and found.trump for x in context.hand)
    if alone and more and trumps and not own.trump and not c.joker and len(context.hand) > LAST:
        yield Reason("singleton", {"c": c, "suit_": c.suit, "dear": "", "stake": ""})


def _draws(context: DecisionContext, c: Card, own: Answers) -> Iterator[Reason]:
    """A trump is led, which brings out one of those that may trump high cards of other suits."""
    out = sum(not x.joker for x in own.all)
    if not own.trump or not out or own.wins < 1 / 2:
        return
    plain = {x: _answers(context, x) for x in context.hand if not x.joker and x.suit != c.suit}
    guards = tuple(x for x, found in plain.items() if found is not None and not _threats(x, found)["higher"])
    if guards:
        yield Reason("draws_by_chance", {"c": c, "out": out, "guards": guards, "who": own.who})


def _uses_up(context: DecisionContext, facts: dict[str, Any], own: Answers, theirs: Answers) -> Iterator[Reason]:
    """So few cards may answer that many are turned, and what is in hand when they are used up wins."""
    left = sum(context.outstanding.values())
    few = len(own.all) + 1 <= FEWER * (len(theirs.all) + 1)
    many = left + 1 >= MANY * (len(own.all) + 1)
    if own.until and few and many and left <= SOON * len(context.hand) and len(context.hand) > 1:
        yield Reason("uses_up", facts | {"left": left})


# -- answers -----------------------------------------------------------------------------------------------


def _answered(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Why this card answers the one that lies there and does not win, which is certain."""
    singles = tuple(m.cards[0] for m in context.moves)
    kept, other = _beaten_leads(context, c) or (), context.other_card
    facts: dict[str, Any] = {"c": c, "kept": kept[:FEW], "n": len(kept), "suit_": c.suit}
    if any(context.wins_trick(context.state, m) for m in context.moves):
        return
    theirs = _beaten_leads(context, other) or () if other is not None else ()
    row = [x for x in singles if x.suit == c.suit and not x.joker]
    facts |= {
        "row": len(row),
        "must": len(row) == len(singles),
        "other": other or "",
        "theirs": theirs[:FEW],
        "more": len(theirs),
        "dead": not kept and (led := _answers(context, c)) is not None and not led.wins,
    }
    place = context.game.pack.place
    lowest = all(place[x] <= place[c] for x in row)
    if lowest and (facts["must"] or len(kept) <= (len(theirs) if other is not None else FEW)):
        yield Reason("cannot_win", facts)


# -- before play ----------------------------------------------------------------------


def doubled(context: DecisionContext) -> Iterator[Reason]:
    """Cards in hand double what is bid for, whoever undertakes it."""
    kind = context.meaning.kind
    them = context.policy.doubling_cards(context.view) if kind in (CallKind.BID, CallKind.PASS) else ()
    if them and not context.move.cards:
        yield Reason("doubled_stake", {"them": them, "quiet": kind is CallKind.PASS})
