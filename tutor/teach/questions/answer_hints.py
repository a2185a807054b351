"""Hints and reasons for questions with one answer, made from the working of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.kernel.working import LEAST, MOST, Chain, Contest, Part, Standing, Sum, Working
from tutor.teach.questions.base import rungs_of
from tutor.teach.results.products import reduced
from tutor.teach.results.reasons import reasons
from tutor.teach.results.sums import FEW, cards_text, gathered, label, of_cards, plain_card, told
from tutor.teach.results.workings import in_lines, laid_text, step_lines, total_line
from tutor.teach.rulings.orders import odd_order
from tutor.teach.rulings.ruling import house_rule_text
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.marks import OPEN, mark, split
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.teach.questions.computation import Computation, Variant

BEFORE_RULE: Final = 3
"""The most steps before a rule that tells the answer."""


def rungs(
    computation: Computation | None,
    clause: str,
    rule: str,
    spare: Sequence[str],
    answer: str,
    counted: str = "",
    *,
    telling: bool = False,
) -> tuple[str, ...]:
    """Hints: the rule, what to look at, the first step, all but the last, the rule in full, the answer.

    The `spare` ones, of which the first is the rule in full or "", fill gaps.
    The steps are those of the author's calculation `counted`, where there is one. A `telling` rule comes behind them.
    """
    first = say("hint.rule", rule=rule, clause_id=clause)
    prose, *rest = spare or [""]
    steps = [text for text in (_of_sum(counted) if counted else _of_work(computation)) if text]
    if telling and steps:
        return rungs_of(steps[0], (*steps[1:BEFORE_RULE], first), rest, answer)
    if counted:
        return rungs_of(first, steps, (prose, *rest), answer)
    return rungs_of(first, (*steps, prose), (*_weak(computation), *rest), answer)


def _of_sum(counted: str) -> Iterator[str]:
    """The steps of a calculation before its result."""
    from tutor.teach.results.arithmetic import equations

    parts = equations(counted)
    if parts:
        yield say("hint.work_out", it=parts[0].rpartition("=")[0].strip())
    if len(parts) > 1:
        yield say("hint.all_but_last", steps=[f"{part}." for part in parts[:-1]], counted=True)


def _of_work(computation: Computation | None) -> Iterator[str]:
    """The steps of the working before its result."""
    if computation is None:
        return
    working = computation.working
    match working:
        case Sum():
            yield look_at(computation.game, working)
        case Contest():
            yield from _of_trick(computation, working)
            yield from contrasts(computation)
            return
        case Standing():
            yield say("hint.compare")
        case Chain():
            yield from _sums_in(computation.game, working)
    if working is not None:
        before = step_lines(computation.game, working)[:-1]
        opens = isinstance(working, Chain) and working.steps[0].given
        if before and not (opens or before[0].bare):
            yield before[0].text
        if len(before) > 1:
            yield say("hint.all_but_last", steps=[line.text for line in before], counted=isinstance(working, Sum))
    yield from contrasts(computation)


def _of_trick(computation: Computation, one: Contest) -> Iterator[str]:
    """What was led and is trump, which cards can win, and the trick up to its last card, which is left to compare."""
    view = computation.view
    if not isinstance(view, RankedTrickView) or view.by_suit:
        suits = view.order.suit if isinstance(view, RankedTrickView) and one.trump else {}
        odd = tuple(c for c, suit in suits.items() if suit == one.trump != c.suit)
        yield say("hint.suits", led=one.led, trump=one.trump, odd=odd)
    trumped = next((at for at, laid in enumerate(one.laid) if laid.how == "trumps"), 0)
    can = tuple(laid.card for laid in one.laid[trumped:] if laid.how != "off" and not (trumped and laid.how == "below"))
    if 1 < len(can) < len(one.laid):
        yield say("hint.can_win", them=can)
    *before, last = range(len(one.laid))
    if len(before) > 1:
        yield say("hint.but_last", steps=[laid_text(one, at) for at in before], last=one.laid[last].card)


def contrasts(computation: Computation | None) -> Iterator[str]:
    """What the answer would be if one thing were different that is easily taken for another."""
    if computation is not None:
        deciding = computation.deciding_variants()[:2]
        yield from (_contrast(computation.game, variant) for variant in deciding if variant.simple)


def _sums_in(game: Game[Any], working: Chain) -> Iterator[str]:
    """The inputs of the first sum in a chain."""
    facts = (fact for step in working.steps for fact in step.facts.values())
    one = next((fact for fact in facts if isinstance(fact, Sum) and len(fact.parts) > 1), None)
    if one is not None:
        yield look_at(game, one)


def look_at(game: Game[Any], one: Sum) -> str:
    """The hint that names what a sum is made of; "" if that is a single thing other than cards."""
    them = inputs_shown(game, one)
    cards = any(kind == "c" for text in them for kind, _ in split(text))
    return say("hint.look_at", them=them) if cards or len(them) > 1 else ""


def _weak(computation: Computation | None) -> Iterator[str]:
    """Weak hints: the answer under other circumstances."""
    if computation is not None:
        others = (
            variant for variant in computation.deciding_variants() if not variant.simple and variant.name != "players"
        )
        yield from (_contrast(computation.game, variant) for variant in list(others)[:2])


def _contrast(game: Game[Any], variant: Variant) -> str:
    """The answer if one thing were different, in words."""
    block = "hint.contrast" if variant.how == "field" else f"hint.contrast_{variant.how}"
    facts = variant.facts
    if variant.how == "house":
        facts["rule"] = house_rule_text(game, variant.name, variant.value)
    return say(block, it=result_text(game, variant.result), **facts)


def result_text(game: Game[Any], result: object) -> str:
    """A result in the form for a sentence."""
    if isinstance(result, list):
        return " ".join(result_text(game, one) for one in result) or say("question.nobody")
    if isinstance(result, bool):
        return say("working.yes" if result else "working.no")
    if isinstance(result, str):
        seats = {seat for players in game.players for seat in game.seats(players)}
        if {*members(result)} <= seats:
            return mark("s", result)
        return mark("c", result) if result in {c.text for c in game.pack.order} else result
    return shown(float(result)) if isinstance(result, int | float) else shown(result)


def as_reason(computation: Computation | None, clause: str = "", given: Container[str] = ()) -> str:
    """The working as a reason; "" if there is none, or for tricks, whose reason is a rule."""
    trick = computation is not None and isinstance(computation.working, Contest)
    return "" if trick else in_full(computation, clause, given)


def order_as_reason(computation: Computation | None) -> str:
    """For a trick, the order of a suit by which a card beats another against habit; "" if none does."""
    working = computation.working if computation is not None else None
    return odd_order(computation.view, working) if computation is not None and isinstance(working, Contest) else ""


def in_full(computation: Computation | None, clause: str = "", given: Container[str] = ()) -> str:
    """The whole working as a reason, with lines of `clause` explained, but not those `given`; "" if there is none."""
    working = computation.working if computation is not None else None
    if computation is None or working is None or (isinstance(working, Sum) and not working.parts):
        return ""
    return in_lines([*_beside(computation, given), *reasons(computation.game, working, clause, given)])


def _beside(computation: Computation, given: Container[str]) -> list[str]:
    """The other side's sum, where a line compares the two; both sums, where the question has counted that (`given`)."""
    hand, (head, _, asked) = computation.workings.get("outcome.hand"), computation.path.partition(".")
    if head != "scores" or not isinstance(hand, Standing) or not isinstance(computation.working, Sum):
        return []
    told = [part for part in computation.working.parts if part.clause not in given]
    compared = [part for part in told if "against" in part.facts]
    if any(part.facts.get("compared") for part in told):  # a line that rests on what the question has counted
        compared = [part for part in computation.working.parts if "against" in part.facts]
    shown_already = [inner.parts for part in told for inner in _inside(part)]
    others = (
        (who, own)
        for who, own in hand.sums.items()
        if own.parts not in shown_already and (who != asked or any(part not in told for part in compared))
    )
    return [total_line(computation.game, who, own) for who, own in others if compared]


def _inside(part: Part) -> Iterator[Sum]:
    """The inner sums of a part."""
    if part.inner is not None:
        yield part.inner
        for one in part.inner.parts:
            yield from _inside(one)


def working_blocks(
    computation: Computation | None, clause: str = "", *, told: bool, said: str = ""
) -> tuple[Block, ...]:
    """What follows a reason: the working, if that is not the reason itself, and deciding house rules.

    The order of a suit is left out where it was `said`.
    """
    if computation is None:
        return ()
    working, out = computation.working, []
    if told and working is not None and not (isinstance(working, Sum) and len(reduced(working).parts) == 1):
        full = in_full(computation, clause)
        if isinstance(working, Contest):
            order = order_as_reason(computation)
            full = full if order == said else f"{full} {order}".strip()
        out += [Para(full, "dim", indent=2)] if full else []
    shown_rules = dict.fromkeys(variant.name for variant in computation.house_variants)
    for name in shown_rules:
        value = computation.view.options.changed()[name]
        out.append(Para(say("working.house", rule=house_rule_text(computation.game, name, value)), "dim", indent=2))
    return tuple(out)


def inputs_shown(game: Game[Any], working: Working) -> Sequence[str]:
    """The inputs of a working, marked: its cards or items."""
    match working:
        case Sum():
            one = told(game, working)
            one = one._replace(parts=tuple(part for part in one.parts if part.how not in (MOST, LEAST)))
            held = [c for part in one.parts for c in part.cards]
            single = len({*game.pack.cards}) == len(game.pack.cards)  # so that one named twice counts twice
            cards = tuple(dict.fromkeys(held) if single else held)
            if not cards or len(cards) > 2 * FEW:
                groups = gathered(one)
                texts = [cards_text(g) if plain_card(g.first) else _item(game, g.first) for g in groups]
            else:
                texts = [shown(cards), *(_item(game, part) for part in one.parts if not part.cards)]
            return [*dict.fromkeys(texts)]
        case Contest():
            return [shown(tuple(x.card for x in working.laid if x.how != "off"))]
        case Chain():
            return []
    return [shown(one.cards) for one in working.sums.values()]


def _item(game: Game[Any], part: Part) -> str:
    """What a part of a sum is, marked as stressed unless it holds marks itself."""
    name = part.name or ("cards" if of_cards(part) else "")
    text = say("working.as_input", name=name, label=label(game, part))
    return text if OPEN in text else mark("b", text)
