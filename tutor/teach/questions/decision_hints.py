"""The ladder of hints for a decision: the rule, what to look at, one move judged, all but one, the answer.

It is made from a judgement, the same way for every game, and uses only what the player can see.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.game import Family, Game
from tutor.kernel.judging import Judgement, Ruling
from tutor.kernel.view_types import CallsView, ClimbView, HandView, RankedTrickView, TrickOnTable
from tutor.teach.questions.base import deciding, rungs_of
from tutor.teach.questions.computation import LEGAL, Computation
from tutor.teach.questions.move_traits import trait_hints, trait_reason
from tutor.teach.questions.refusals import Rulings, refusals
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.ruling_rows import alike, beside_name
from tutor.teach.text.marks import mark
from tutor.teach.text.move_lists import offered
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.values import listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.moves import Move

SHOWN: Final = 6
"""The most moves that a hint names one by one; more are named by kind."""
SORTED: Final = 16
"""The most moves that are judged one by one."""
FEW: Final = 2
"""With no more moves than this, judging one would tell the rest."""
VARIED: Final = 100
"""Up to this many moves the fields are varied to find on which the answer depends."""

DECIDING: Final = 3
"""The most inputs of a decision that are named."""
SAYABLE: Final = frozenset({"one", "flag", "suit"})
"""The forms of inputs whose values are words that a player knows."""

AS_MARKED: Final = partial(mark, "m")
"""How moves are called where a question does not call them in its own way."""


def ladder(
    game: Game[Any],
    found: Judgement[Any],
    among: Rulings = (),
    rests_on: str = "",
    target: Move | None = None,
    *,
    explained: bool = False,
    told: Collection[Move] = (),
    called: Callable[[str], str] = AS_MARKED,
) -> tuple[str, ...]:
    """A few sentences from the rule to the answer.

    They are about the rulings `among` which to choose, by default all. `rests_on` is the rule, if not the deciding
    one; `target` the one move that is wanted, or with which the example continues. If the author has `explained` why,
    which is read next, the answer comes without a reason that other moves have too. Of the moves `told` of elsewhere
    no hint says only that they are not wanted. Moves in a row are `called` as the question calls them.
    """
    rulings = tuple(among) or found.rulings
    rule = words.clause(game.name, rests_on or deciding(found, among or refusals(rulings)))
    first = say("hint.rule", rule=rule.rule or rule.title, title=rule.title, clause_id=rule.id)
    answer = _answer(game, found, rulings, target, called, explained=explained)
    whole = say("hint.whole", prose=words.clause(game.name, rests_on or deciding(found)).at_table)
    traits = trait_hints(game, found, target, told) if target is not None else []
    between = _between(game, found, rulings, target, called, whole if among else "", traits)
    rungs = rungs_of(first, between, _spare(game, found, rulings, target, whole), answer)
    return tuple(text_in_words(game, rung, found.phase) for rung in rungs)


def rule_hint(game: Game[Any], found: Judgement[Any]) -> str:
    """The rule by which moves are refused at the table."""
    rule = words.clause(game.name, deciding(found, refusals(found.rulings)))
    first = say("hint.rule", rule=rule.rule or rule.title, title=rule.title, clause_id=rule.id)
    return text_in_words(game, first, found.phase)


def allowed_hint(game: Game[Any], found: Judgement[Any]) -> str:
    """What the rules leave, and why; "" where that is too much for a hint."""
    if len(found.legal) > SHOWN:
        return ""
    left = _answer(game, found, found.rulings, None, AS_MARKED, explained=False)
    return text_in_words(game, left, found.phase)


def what_to_look_at(game: Game[Any], found: Judgement[Any]) -> str:
    """What to ask oneself where no rule decides."""
    return text_in_words(game, _look_wise(game, found), found.phase)


def where_to_look_first(game: Game[Any], found: Judgement[Any]) -> str:
    """What there is to see where moves are chosen that others have answered or begun: calls, cards to beat; else ""."""
    return text_in_words(game, _look(game, found, found.rulings, choosing=True), found.phase)


def _look_wise(game: Game[Any], found: Judgement[Any]) -> str:
    view, phase = found.view, found.phase
    cards = any(move.cards for move in found.legal)
    playing = isinstance(view, TrickOnTable) and phase.name == game.usual_phase
    look = ""
    if playing and cards and not view.trick and not phase.pack.suitless and len(phase.holds(view)) > 1:
        one = isinstance(view, RankedTrickView) and len({view.order.suit.get(c, "") for c in phase.holds(view)}) == 1
        suits = not isinstance(view, RankedTrickView) or (view.by_suit and not one)
        look = say("hint.look_lead", suits=suits)
    elif (playing and cards) or isinstance(view, ClimbView) or (isinstance(view, CallsView) and view.bids):
        look = _look(game, found, found.rulings, choosing=True)
    sheds = game.family in (Family.SHEDDING, Family.CLIMBING)
    several = cards and len(phase.holds(view)) != 1
    return look or say("hint.look_hand", cards=several, sheds=sheds, hand=isinstance(view, HandView))


def _between(
    game: Game[Any],
    found: Judgement[Any],
    rulings: Rulings,
    target: Move | None,
    called: Callable[[str], str],
    whole: str,
    traits: Sequence[str],
) -> Iterator[str]:
    """The hints between the rule and the answer, in order.

    Those at the `traits` of the target are among them, and the `whole` rule where a set is asked.
    """
    sets = bool(whole)
    legal = [r for r in rulings if r.legal]
    refused = refusals(rulings)
    yield _look(game, found, rulings, choosing=target is not None)
    if len(rulings) <= FEW and sets:  # judging one would tell all, so that comes last
        yield _inputs(game, found)
        yield say("hint.count", legal=len(legal), n=len(rulings))
        yield whole
    first = next(iter(refused or legal), None)
    if first is not None and (refused or sets):
        why = beside_name(first, words.ruling_text(game, found, first))
        yield say("hint.wrong" if refused else "hint.right", move=first.move, why=why)
    if target is not None and len(legal) > 1:
        yield from traits[: 2 if refused else 3]
    elif sets and len(rulings) <= SORTED:
        yield _all_but_last([r for r in rulings if r is not first], first, called)
    if not sets and 1 < len(refused) <= SHOWN:
        yield say("hint.out", them=_several(game, found, refused, "and"), n=len(refused))
    if not refused and not sets and target is None:
        yield say("hint.free", n=len(legal))


def _spare(game: Game[Any], found: Judgement[Any], rulings: Rulings, target: Move | None, whole: str) -> Iterator[str]:
    """Weak hints, for want of better ones."""
    legal = [r for r in rulings if r.legal]
    wise = "" if target is None or refusals(rulings) else _look_wise(game, found)
    yield wise
    if target is None or len(legal) < len(rulings):
        yield say("hint.count", legal=len(legal), n=len(rulings))
    yield "" if wise else whole
    yield say("hint.choices", choices=_several(game, found, rulings), n=len(rulings))
    yield say("hint.decision", title=found.phase.title)


def where_to_look(game: Game[Any], found: Judgement[Any]) -> str:
    """Where to look first, where nothing is to be chosen."""
    return _look(game, found, found.rulings, choosing=False)


def looks_of(game: Game[Any], found: Judgement[Any]) -> tuple[str, ...]:
    """The hints of a ladder that only say where to look, in its words."""
    looks = (
        *(_look(game, found, found.rulings, choosing=kind) for kind in (True, False)),
        _inputs(game, found),
    )
    return tuple(text_in_words(game, text, found.phase) for text in looks if text)


def _look(game: Game[Any], found: Judgement[Any], rulings: Rulings, *, choosing: bool) -> str:
    """What to look at first: the cards to follow or to beat, or the fields on which the choice depends.

    Where only what is legal is asked, and nothing is to be chosen, no word is about what would be wise.
    """
    view, phase = found.view, found.phase
    trick = view.trick if isinstance(view, TrickOnTable) else ()
    if trick and phase.name == game.usual_phase:
        ranked = isinstance(view, RankedTrickView)
        if ranked and not view.by_suit:
            return say("hint.look_rank", best=view.best, choosing=choosing)
        led = view.order.suit.get(trick[0], "") if ranked else ""
        if ranked and not any(view.order.suit.get(c, "") == led for c in phase.holds(view)):
            wins = {view.beats(move.card) for move in found.legal if len(move.cards) == 1}
            wins = wins if choosing and len(found.legal) > 1 else set()
            trumps = bool(view.trumps) and any(map(view.is_trump, phase.holds(view)))
            facts = {"trump": view.is_trump(trick[0]), "none": bool(view.trumps) and not trumps, "trumps": trumps}
            return say("hint.look_void", led=trick[0], of=led, wins=wins, **facts)
        best = view.best if ranked else None
        answered = trick[1:] if isinstance(trick[0], tuple) else ()  # several cards are led together
        best = best if len(trick) > 1 else None
        return say("hint.look_trick", trick=trick, led=trick[0], best=best, answered=answered)
    if isinstance(view, ClimbView):
        return say("hint.look_beat", them=view.to_beat.cards)
    bids = view.bids if isinstance(view, CallsView) else ()
    if bids and not trick and all(r.move is not None and not r.cards for r in rulings):
        said = [say("working.said_by", who=seat, what=mark("m", word)) for seat, word in bids]
        return say("hint.look_calls", calls=said, choosing=choosing)
    if len(found.rulings) > VARIED or any(r.move is None for r in rulings) or (choosing and not refusals(rulings)):
        return ""
    return _inputs(game, found)


def _inputs(game: Game[Any], found: Judgement[Any]) -> str:
    """The inputs on which it depends what is legal, in words; "" if none can be named.

    A field named like a word only says that the word may be said.
    """
    left_out = {"players", *found.phase.words}
    deciding = Computation(game, found.phase, found.view, LEGAL).deciding_variants()
    named = (one for one in deciding if one.how == "field" and one.name not in left_out and one.form in SAYABLE)
    told = (one for one in named if getattr(found.view, one.name) != found.actor)  # who is to act, the question says
    them = dict.fromkeys(say("hint.input", meaning=one.meaning, value=one.actual, form=one.form) for one in told)
    return " ".join(list(them)[:DECIDING])


def _all_but_last(rulings: Rulings, told: Ruling[Any] | None, called: Callable[[str], str]) -> str:
    """A few moves judged, all but the last, with the one `told` before among them."""
    if not rulings or told is None:
        return ""
    *before, last = rulings
    legal, out = ([called(r.text) for r in (*before, told) if r.legal is kind] for kind in (True, False))
    left = called(last.text)
    if left[:1].islower():  # words, not cards or what is quoted
        left = say("move.quoted", words=left)
    return say("hint.all_but_one", legal=legal, out=out, move=left)


def _answer(
    game: Game[Any],
    found: Judgement[Any],
    rulings: Rulings,
    target: Move | None,
    called: Callable[[str], str],
    *,
    explained: bool,
) -> str:
    legal = [r for r in rulings if r.legal]
    if target is not None:
        own = next((r for r in legal if r.move == target), None)
        if own is not None and explained and _shares_its_reason(found, own):
            return say("hint.target_explained", move=target)
        if own is not None:
            why = beside_name(own, words.ruling_text(game, found, own))
            because = "" if explained else trait_reason(game, found, target)
            return say("hint.target", move=target, why=why, because=because)
    if not legal:
        return say("hint.no_answer" if found.actor is None else "hint.none_legal")
    if len(legal) > SHOWN:
        counted = any(len(r.cards) > 1 for r in legal)  # in what is said of them
        some = _several(game, found, legal)
        return say("hint.answer", moves=some, n=0 if counted else len(legal), first=legal[0].move, why="")
    said = words.Rulings(game, found)
    rows = alike((r, said.text(r)) for r in legal)
    if len(rows) == 1:
        them = listed([called(r.text) for r in legal], "or")
        return say("hint.answer", moves=them, n=len(legal), first=legal[0].move, why=rows[0][1])
    parts = [say("hint.answer_part", them=listed([called(r.text) for r in some]), why=why) for some, why in rows]
    return say("hint.answers", n=len(legal), parts=parts)


def _shares_its_reason(found: Judgement[Any], own: Ruling[Any]) -> bool:
    """Whether another move of the kind, a card or a call, is legal by the same clause, so that this is no reason."""
    others = (r for r in found.rulings if r.legal and r.move is not None and r.move != own.move)
    return any(r.clause == own.clause and bool(r.cards) is bool(own.cards) for r in others)


def _several(game: Game[Any], found: Judgement[Any], rulings: Rulings, last: str = "or") -> str:
    moves = [r.move for r in rulings if r.move]
    if len(moves) != len(rulings):
        return listed([mark("m", r.text) for r in rulings], last)
    return listed(moves, last) if len(moves) <= SHOWN else offered(game, found.phase, found.view, moves)
