"""Phases of Last One beside ordinary turns: the melee, the deal, and effects that nobody decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tutor.families.choices import Consequence
from tutor.families.sheds import CardOnPile
from tutor.games.last_one.plays import CardPhase, pile_problems
from tutor.games.last_one.state import LastOneState, step
from tutor.games.last_one.table import (
    PACK,
    SPECIAL,
    STEPS,
    CardEffect,
    Dealing,
    Effect,
    FirstUpcardView,
    LastOneView,
    Melee,
    effect,
    first_effect,
    needed,
)
from tutor.games.last_one.turns import ask_next_fighter, make_call_due, note_action, run_agenda
from tutor.kernel.calls import PASS
from tutor.kernel.cards import without
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working, open_step

V = TypeVar("V", bound=LastOneView)


def continues_melee(v: Melee, move: Move) -> bool:
    """Whether the move is a pass or, unless made by the aggressor, the next card of the suit or a joker for it."""
    if not move.cards:
        return True
    joker = move.card.joker and v.options.joker_has_effect
    return v.asked != v.aggressor and v.need is not None and (joker or move.card is v.need)


class ContinueMelee(CardPhase[Melee]):
    """Play the next card of the melee, or pass."""

    name = "melee"
    title = "a card for the melee"
    clause = "last-one.melee.continue"
    none = PASS
    extra_fields = MappingProxyType({**CardPhase.extra_fields, "seat": lambda state, seat: seat})
    binding = (always("last-one.melee.continue", continues_melee),)

    def problems(self, v: Melee) -> Iterator[Problem]:
        """Cards that cannot have been played to a melee."""
        yield from super().problems(v)
        if not v.melee:
            yield Problem("melee", "begins with a 4")
        for i, (seat, top) in enumerate(v.melee):
            yield from pile_problems(v, "melee", top)
            if top.card.joker and not v.options.joker_has_effect:
                yield Problem("melee", "with joker_has_effect=false no joker is played to a melee")
            if top.suit:
                yield Problem("melee", f"{top.text}: no suit is named in a melee")
            if seat in v.out:
                yield Problem("melee", f"{seat} has dropped out")
            if i == 0 and top.identity.rank != STEPS[0]:
                yield Problem("melee", f"begins with a 4, not with {top.identity.text}")
            if i and seat == (then := replace(v, melee=v.melee[:i])).aggressor:
                yield Problem("melee", f"{seat} is the aggressor and cannot go on")
            if i and then.need is not top.identity:
                yield Problem("melee", f"{top.identity.text} does not follow {then.melee[-1][1].identity.text}")
        if v.seat in v.out:
            yield Problem("seat", f"{v.seat} has dropped out")

    def actor(self, v: Melee) -> Seat | None:
        """The seat asked; by default the defender."""
        return v.asked

    def facts(self, v: Melee) -> Mapping[str, Any]:
        """Who fights whom, which card is needed, and what follows if nobody plays it."""
        return {
            "draw": v.draw,
            "aggressor": v.aggressor,
            "defender": v.defender,
            "need": v.need.text if v.need else "none",
            "order": list(v.order),
            "next": v.next(v.defender),
        }

    def workings(self, v: Melee) -> Mapping[str, Working]:
        """Who the defender is, how many cards the defender draws, and who is next."""
        top = v.melee[-1][1].identity
        fight = Step("fights", {"who": v.aggressor, "it": top, "of": v.defender})
        owes = Step("melee_pips", {"it": top, "n": v.draw}, v.draw)
        follows = Step("draws_and_next", {"of": v.defender, "who": v.next(v.defender)}, v.next(v.defender))
        mistakes = (
            Step("draws_only", {"who": v.defender, "n": v.draw}, v.defender),
            Step("won_fight", {"who": v.aggressor}, v.aggressor),
        )
        under = v.melee[-2][1].identity if len(v.melee) > 1 else None
        against = Step("fought", {"who": v.aggressor, "it": top, "of": v.defender, "on": under}, v.defender)
        begin = Step("melee_begun", {"it": v.melee[0][1].identity}, v.options.pips(v.melee[0][1].identity))
        return {
            "facts.defender": Chain("last-one.melee.continue", (against,), v.defender),
            "facts.draw": Chain("last-one.melee.end", (fight, owes), v.draw, (begin,)),
            "facts.next": Chain("last-one.melee.resume", (fight, follows), v.next(v.defender), mistakes),
        }

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """The melee continues, or the next player is asked."""
        if not move.cards:
            return ask_next_fighter(state, (), passed=seat)
        c = move.card
        played = CardOnPile(c, needed(state) if c.joker else None)
        state = note_action(state, seat)
        left = without(state.hand(seat), (c,))
        melee = (*state.melee, (seat, played))
        state = changed(state, hands=state.given(seat, left), pile=(*state.pile, c), melee=melee)
        went_on = Event("went on", seat, (c,), self.clause, {"stands": played.identity})
        if not left and not state.options.final_card_effect:
            return run_agenda(changed(state, melee=()), (went_on,), step("end"))
        state, said = make_call_due(state, seat)
        return ask_next_fighter(state, (went_on, *said))


def effect_facts(found: CardEffect) -> dict[str, Any]:
    """The effect of a card as facts."""
    draws = [f"{seat}:{number}" for seat, number in found.draws]
    return {"then": found.then, "next": found.next or "none", "direction": found.direction, "draws": draws}


def effect_workings(
    v: Effect | FirstUpcardView, seat: Seat, top: CardOnPile, found: CardEffect, *, dealt: bool
) -> Mapping[str, Working]:
    """The workings of who is next and who draws after the card `top` of `seat`; `dealt` if it was turned up."""
    card = v.options.effective(top)
    turned = dealt and v.options.first_upcard != "dealer-played" and found.then == "play"
    rank = "" if turned or card is None or card.rank not in SPECIAL else card.rank
    # whoever would be next if the card did nothing, the one after, and the one before
    plain, beyond, back = v.next(seat), v.next(seat, 2), v.next(seat, -1)
    facts = {
        "who": seat,
        "it": top.card,
        "rank": rank,
        "next": plain,
        "to": found.next,
        "back": back,
        "then": found.then,
    }
    done = Step("turned_by", facts, seat) if dealt else open_step("played_it", facts, seat)
    steps = [done, Step("effect", facts)]
    if found.next:
        turns = {"direction": found.direction, "turned": rank == "A", "again": found.next == seat}
        steps.append(Step("on_turn", {"who": found.next, **turns}, found.next))
    mistakes = tuple(
        Step(name, facts | {"who": who}, who)
        for name, who in (("plain_next", plain), ("turned_back", back), ("one_beyond", beyond))
        if who not in (found.next, seat)
    )
    rule = f"last-one.effect.{rank if rank in ('2', '3', '4', '8', 'J', 'A') else 'none'}"
    chain = Chain("last-one.turn.first" if dealt else rule, tuple(steps), found.next or "none", mistakes)
    draws = [f"{who}:{number}" for who, number in found.draws]
    owes = tuple(Step("must_draw", {"who": who, "n": number}, f"{who}:{number}") for who, number in found.draws)
    return {"facts.next": chain, "facts.draws": Chain(rule, (*steps[:2], *owes), draws)}


class NoDecision(Consequence[V, LastOneState], CardPhase[V]):
    """An effect that follows by the rules alone."""


class EffectOf(NoDecision[Effect]):
    """The effect of a card just played."""

    name = "effect"
    title = "what a card does"
    clause = "last-one.effect.none"

    def problems(self, v: Effect) -> Iterator[Problem]:
        """A card for which too much is named, and players who have dropped out."""
        yield from super().problems(v)
        yield from pile_problems(v, "played", v.played, complete=False)
        if v.seat in v.out:
            yield Problem("seat", f"{v.seat} has dropped out")

    def facts(self, v: Effect) -> Mapping[str, Any]:
        """The effect as facts, whether the player must call "last one", and the cards drawn for not calling."""
        silent = v.must_call and not v.called and not v.options.auto_call
        found = effect(v, v.seat, v.played, v.left)
        return {**effect_facts(found), "call": v.must_call, "penalty": 2 if silent else 0}

    def workings(self, v: Effect) -> Mapping[str, Working]:
        """How it comes about who is next."""
        return effect_workings(v, v.seat, v.played, effect(v, v.seat, v.played, v.left), dealt=False)


class FirstUpcard(NoDecision[FirstUpcardView]):
    """The effect of the first upcard."""

    name = "first"
    title = "the first upcard"
    clause = "last-one.turn.first"

    def problems(self, v: FirstUpcardView) -> Iterator[Problem]:
        """A direction other than left, and an impossible upcard."""
        yield from super().problems(v)
        yield from pile_problems(v, "upcard", v.upcard, complete=False)
        if v.direction != "left":
            yield Problem("direction", "play starts to the left")

    def facts(self, v: FirstUpcardView) -> Mapping[str, Any]:
        """The effect of the upcard as facts."""
        return effect_facts(first_effect(v))

    def workings(self, v: FirstUpcardView) -> Mapping[str, Working]:
        """How it comes about who begins."""
        return effect_workings(v, v.dealer, v.upcard, first_effect(v), dealt=True)


HAND_SIZE: Final[Duty[Dealing]] = always(
    "last-one.deal.size",
    lambda v, move: int(move.word) <= 8 or (v.consent and len(v.circle) <= 5),
)


class Deal(CardPhase[Dealing]):
    """Choose the size of the hands."""

    name = "deal"
    title = "the size of the hands"
    verb = "deal"
    clause = "last-one.deal.size"
    words = tuple("456789")
    binding = (HAND_SIZE,)

    def actor(self, v: Dealing) -> Seat | None:
        """The dealer, who decides."""
        return v.dealer

    def candidates(self, v: Dealing) -> Iterable[Move]:
        """The sizes, four to nine."""
        return map(call, self.words)

    def facts(self, v: Dealing) -> Mapping[str, Any]:
        """The size agreed on, and the number of cards left for the stock."""
        size = v.options.hand_size
        return {"size": size, "stock": len(PACK) - size * len(v.circle) - 1}
