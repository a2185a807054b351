"""Advice in words: certain facts in one part; the advised move, its reasons and confidence in another."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice import STRONG, Advice, Adviser
from tutor.advice.evidence import TELLING, tenths
from tutor.advice.reasons.context import Role
from tutor.advice.reasons.finding import reasons
from tutor.kernel.calls import PASS
from tutor.kernel.judging import Judgement
from tutor.teach.questions.refusals import all_refused, refusals
from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.files import templates_root
from tutor.teach.text.marks import cards_in, unmarked
from tutor.teach.text.phrases import in_words
from tutor.teach.text.sentences import once, sentences, without
from tutor.teach.text.values import listed as enumerated
from tutor.teach.text.words import has_block, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tutor.advice.reasons.context import Reason
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

PATIENCE: Final = 4.0
"""The most seconds for advice on request: on a slow or busy machine it is worth waiting for as much as elsewhere."""
FEW: Final = 8
"""With fewer deals than this no counts of deals are given."""
RARE: Final = 0.06
"""The share of deals up to which a difference is so rare that either move will do."""
SELDOM: Final = 0.1
"""The share of deals up to which a move that was never worse is called that, rather than given chances."""
LOOKS_BEST: Final = 9
"""Tenths of confidence from which on the advised move looks best of all, and not only better than the next best."""
USUAL: Final = 0.2
"""How much more often the rollout heuristic chooses the advised move than the other, where it is said to do so."""
FIGURES: Final = (Role.COUNTED, Role.MEAN)
"""The roles of reasons that are told only where the deals tell the two moves apart."""
NAMED: Final = 8
"""The most legal moves that are named."""


def advised(
    record: Record[Any],
    seat: Seat,
    advice: Advice,
    why: tuple[Reason, ...],
    *,
    listed: bool = False,
    ruled: bool = False,
    told: Sequence[str] = (),
    known: Collection[str] = (),
) -> list[Block]:
    """Rules and certain facts as one item, the advice and its reasons, `why`, as another.

    With `listed` the question before has named the legal moves, and they are not named again; with `ruled` a hint has
    said by which rule. Of what hints have `told` no sentence is said again, and of the cards `known` from them no fact
    that names these alone.
    """
    game, state = record.game, record.state
    phase = game.due(state)
    found = game.judge(state, seat, advice.move.text)
    if advice.legal == 1:
        return list(in_words(game, [Para(_only(game, found))], phase))
    facts = rules_texts(game, found, why, listed=listed, ruled=ruled)
    certain_ = " ".join(one for one in facts if not is_about(one, known))
    doc = [Item(say("advice.certain_label"), certain_)] if certain_ else []
    doc.append(Item(say("advice.label"), " ".join(advice_texts(game, advice, why))))
    before = {one for rung in told for one in sentences(rung)}
    items = (one for one in in_words(game, doc, phase) if isinstance(one, Item))
    return [one._replace(text=left) for one in items if (left := without(one.text, before))]


def is_about(fact: str, cards: Collection[str]) -> bool:
    """Whether a fact names cards, and none but these."""
    named = cards_in(fact)
    return bool(named) and named <= {*cards}


def advice_at(record: Record[Any], seat: Seat, seed: int) -> Advice:
    """What `seat` is advised in a game with this `seed`, the same whenever it is asked."""
    budget = replace(STRONG.budget, seconds=PATIENCE)
    rng = Random(f"{seed}:{len(record.states)}:advice")
    return Adviser(record.game, STRONG).advise(record, seat, rng, budget)


def reasons_told(record: Record[Any], seat: Seat, advice: Advice, rng: Random) -> tuple[Reason, ...]:
    """The reasons that are told for the advice, none for an only move; finding them may take as long as the advice."""
    if advice.legal == 1:
        return ()
    found = reasons(record, seat, advice.move, advice.other, rng, rival=advice.rival, lines=advice.lines)
    return spoken(advice, found)


def spoken(advice: Advice, why: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Those of the reasons that are told: what the deals do not tell is left out, and what holds for both moves.

    Where the deals do not tell the two apart, what makes no difference is told alone; without that, what the cards say.
    Where they hardly tell them apart and the cards do not, it is told as well, rather than figures. What speaks
    against a rival of another kind is told in any case, and so is what is at stake.
    """
    if any(reason.decides for reason in why):
        return why
    rival = tuple(reason for reason in why if reason.rival or reason.role is Role.STAKES)
    telling = _telling(advice, tuple(reason for reason in why if reason not in rival))
    return tuple(sorted((*rival, *telling), key=why.index))


def _telling(advice: Advice, why: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Those of the reasons for the move rather than the other choice that are told."""
    told = _told(advice)
    if _came_to_the_same(advice):
        sure = tuple(reason for reason in why if not reason.sampled)
        why = tuple(reason for reason in sure if not reason.shared) or sure  # what speaks for either, if no more
    elif not told and advice.other is not None:
        why = tuple(reason for reason in why if reason.role not in FIGURES)
    even = tuple(reason for reason in why if reason.role is Role.LEVEL)
    if (even and not told) or advice.alike:
        return even
    some = tuple(reason for reason in why if reason not in even)
    alone = any(not (reason.shared or reason.role in FIGURES) for reason in some)
    telling = tuple(reason for reason in some if not (reason.shared and (told or alone)))
    if all(reason.role in (*FIGURES, Role.BARE) for reason in telling) and (telling or not even):
        # what speaks for either says more than figures alone
        both = tuple(reason for reason in why if reason.shared and not reason.sampled and reason not in even)
        telling = (*both[:1], *telling)
    return telling or (even if tenths(advice.sure) < LOOKS_BEST else ())


def _told(advice: Advice) -> bool:
    """Whether the deals tell the move from the other choice."""
    return advice.sure >= TELLING and (advice.solved or advice.deals >= FEW) and not _hardly_matters(advice)


def preferred(advice: Advice, move: Move, sure: float) -> bool:
    """Whether its move is advised rather than `move` without doubt: as alone sensible, or as better in the deals.

    "Better" is to be so with confidence `sure`.
    """
    if advice.move == move or advice.alike:
        return False
    alone = advice.tried == 1 < advice.legal
    return alone or (advice.other == move and advice.sure >= max(sure, TELLING) and not _hardly_matters(advice))


def _hardly_matters(advice: Advice) -> bool:
    """Whether either of the two moves came out ahead in a few of the deals, and most made no difference."""
    return not advice.solved and advice.worse > 0 and advice.better + advice.worse <= RARE


def _only_level(advice: Advice, why: tuple[Reason, ...]) -> bool:
    """Whether the cards say that the two moves are level, and the deals tell them apart by no more than a chance."""
    level = {reason.role for reason in why if not reason.rival} == {Role.LEVEL}
    return level and _told(advice) and not advice.solved and tenths(advice.sure) < LOOKS_BEST


def _came_to_the_same(advice: Advice) -> bool:
    """Whether all moves are equal, or the two best were in every deal of more than a few."""
    same = not advice.better and not advice.worse and advice.other is not None
    return advice.alike or (same and (advice.deals >= FEW or advice.solved))


def _only(game: Game[Any], found: Judgement[Any]) -> str:
    """That the move asked about is the only one, and why; of a word, why none of the cards may be played."""
    ruling, refused = found.asked[0], refusals(found.rulings)
    card = bool(ruling.cards)
    passed = [one for one in refused if one.move is not None and one.move.text == PASS]
    because = ruling if card or not refused else next(iter(passed), refused[0])
    last = card and len(found.phase.holds(found.view)) == 1
    why = words.ruling_text(game, found, because) if refused else ""
    # a reason that is about one of the cards says nothing of the others
    stuck = because.cards and all_refused(found) and words.ruling_text(game, found, refused[-1]) != why
    return say("advice.only", move=ruling.move, why=why, last=last, stuck=bool(stuck))


def rules_texts(
    game: Game[Any], found: Judgement[Any], why: tuple[Reason, ...], *, listed: bool = False, ruled: bool = False
) -> list[str]:
    """What is certain: the legal moves if not `listed` yet, the rule for the advised one, and facts about the cards.

    Nothing of the rule if that is `ruled` already.
    """
    ruling = found.asked[0]
    texts = [] if listed else [_legal(found)]
    if len(found.legal) < len(found.rulings) and ruling.move is not None and not ruled:
        rule = words.ruling_text(game, found, ruling)
        named = unmarked(rule).startswith((ruling.cards[:1] or (ruling.move,))[0].text)
        texts.append(say("advice.rests", move=ruling.move, named=named, why=rule))
    if any(reason.facts.get("rule_of_each") for reason in why):  # what each leads to is all that there is to say
        texts += [words.ruling_text(game, found, one) for one in found.rulings if one.legal]
    return once([*texts, *(certain(game, reason) for reason in why)])


def _legal(found: Judgement[Any]) -> str:
    """The legal moves, if these are few: more are for whoever asks for them."""
    legal, held = found.legal, found.phase.holds(found.view)
    if held and {*held} == {move.cards[0] for move in legal if len(move.cards) == 1} and len(legal) == len({*held}):
        return say("advice.any_card")
    return say("advice.legal", moves=enumerated(legal, "or")) if len(legal) <= NAMED else ""


def advice_texts(game: Game[Any], advice: Advice, why: tuple[Reason, ...]) -> list[str]:
    """The advised move, the reasons that are `spoken`, and how sure it is that it is better than the other choice.

    Where only the deals tell that, one sentence says so; a reason that decides needs no figures at all.
    """
    stake = [motive(game, reason) for reason in why if reason.role is Role.STAKES]
    why = tuple(reason for reason in why if reason.role is not Role.STAKES)
    motives = [motive(game, reason) for reason in why]
    level = any(reason.role is Role.LEVEL and reason.facts.get("all", True) for reason in why)
    if any(reason.decides for reason in why):
        every = advice.other is None or (level and any(reason.facts.get("all") for reason in why))
        first = say("advice.decided", move=advice.move, other=advice.other, level=level, every=every)
        return once([first, *stake, *motives])
    facts = _facts(advice, why, level=level)
    if facts["twins"] and (facts["untried"] or not facts["named"]):  # the first sentence says that they are equals
        motives = [motive(game, one._replace(facts={**one.facts, "twins_said": True})) for one in why]
    both = bool(why) and why[0].shared and all(one.shared or one.role in FIGURES for one in why)
    told = _told(advice) and not facts["hardly"]
    figures = told and not advice.solved and not motives[both:]  # no card says what tells the two apart
    as_well = say("advice.both", figures=figures, **facts) if both and advice.other is not None else ""
    texts = [say("advice.best", **facts), *stake, *motives[:1], as_well, *motives[1:]]
    if told and advice.solved:
        texts.append(say("advice.solved", **facts))
    elif figures and not as_well:
        texts.append(say("advice.by_deals", **facts))
    elif told and not figures:
        named = facts["named"] and not any(reason.rival for reason in why)  # what is said last is of the other choice
        seldom = facts["named"] and not advice.worse and advice.better <= SELDOM
        sure = sure_text(advice.sure, None if named else advice.other)
        texts.append(say("advice.never_worse") if seldom else sure)
    elif advice.other is not None and facts["few"] and not why:
        texts.append(say("advice.few", deals=advice.deals))
    return once(texts)


def _facts(advice: Advice, why: tuple[Reason, ...], *, level: bool) -> dict[str, Any]:
    """The facts of the sentences about advice; `level` says that a reason tells that nothing is won or lost by it."""
    facts = {name: getattr(advice, name) for name in Advice.__dataclass_fields__}
    facts |= {name: round(facts[name] * advice.deals) for name in ("better", "worse")}
    facts["tenths"] = 0 if _hardly_matters(advice) else tenths(advice.sure)
    told = any(one.facts.get("equals") for one in why)  # by the reason itself
    return facts | {
        "named": facts["tenths"] < LOOKS_BEST,  # the other choice, in the first sentence
        "usual": advice.usual >= USUAL,
        "untried": advice.tried == 1 < advice.legal,
        "compared": any(reason.facts.get("other") for reason in why),
        "twins": next((one.facts["twins"] for one in why if one.facts.get("twins") and not told), ()),
        "few": advice.deals < FEW and not advice.solved,
        "same": _came_to_the_same(advice),
        "hidden": not any(reason.facts.get("open") for reason in why),
        "reasons": bool(why) and not level,
        "hardly": _only_level(advice, why),
        "planned": bool(why) and why[0].role is Role.PLAN and not why[0].shared,
    }


def sure_text(sure: float, other: Move | None = None) -> str:
    """How likely it is that the move is better than `other` (`tutor.advice.evidence.confidence`), as a sentence."""
    return say("advice.sure", tenths=tenths(sure), other=other)


def chance(sure: float) -> str:
    """The same in a few words: `about 9 in 10`."""
    return say("advice.chance", tenths=tenths(sure))


def certain(game: Game[Any], reason: Reason) -> str:
    """The certain part of a reason, about the cards; "" if it has none, or rests on sampled deals."""
    name = f"why_{kind_of(reason.what)}.{reason.what}_fact"
    return say(name, **_plain(game, reason)) if has_block(name) and not reason.sampled else ""


def indifferent(advice: Advice, why: tuple[Reason, ...]) -> bool:
    """Whether it makes no difference what is chosen."""
    return advice.alike or any(one.role is Role.LEVEL and one.decides and one.facts.get("all") for one in why)


def motive(game: Game[Any], reason: Reason) -> str:
    """The reason in words, as advice."""
    return say(f"why_{kind_of(reason.what)}.{reason.what}", **_plain(game, reason))


@cache
def kind_of(what: str) -> str:
    """The kind of choice that a reason is for: its words stand in `why_KIND.j2`. KeyError if there are none."""
    for file in sorted(path.stem for path in templates_root().glob("why_*.j2")):
        if has_block(f"{file}.{what}"):
            return file.removeprefix("why_")
    raise KeyError(what)


def _plain(game: Game[Any], reason: Reason) -> dict[str, Any]:
    """The facts, with whole numbers as integers, what results are counted in, and what a rule says that one names."""
    whole = {name: int(n) for name, n in reason.facts.items() if isinstance(n, float) and n.is_integer()}
    by = reason.facts.get("by_rules")
    said = {"rules": " ".join(words.clause(game.name, ident).rule for ident in by)} if by else {}
    return {**reason.facts, **whole, **said, "units": words.unit(game)}
