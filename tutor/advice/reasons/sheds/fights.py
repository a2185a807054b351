"""Reasons for a card that hits another player: who draws or misses a turn, and who can answer it, counted exactly."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.lie_of_cards import places
from tutor.kernel.calls import PASS
from tutor.kernel.events import DREW, HAND_OVER, SKIPPED
from tutor.kernel.phase import Turn
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

NEAR: Final = 3
"""Cards of a player up to which it is said that they are few."""
DANGER: Final = 0.25
"""The chance from which on it is said that a card may turn against whoever plays it."""

LIKELY: Final = 0.5
"""The same for whoever has to draw a little less now."""


class NextTurn(NamedTuple):
    """Who plays after a card, with how many cards; nobody, if it is the seat itself or others may answer."""

    who: Seat
    left: int
    near: bool
    """Whether that is an opponent with few cards."""


class Effect(NamedTuple):
    """What a card does to others before the next turn: the cards that each draws, and who misses a turn."""

    draws: Counter[Seat]
    skipped: tuple[Seat, ...]
    asked: bool
    """Whether somebody else might have answered it."""
    replies: Cards
    """The cards by which the seat itself may answer in turn."""
    answered: bool
    """Whether somebody else does answer it."""
    then: Seat
    """Whose turn it is after it; empty if that cannot be told."""


class Answers(NamedTuple):
    """The cards by which others may answer: `out` of sight, `own`, and `gone`; and how likely somebody does."""

    out: Cards
    own: Cards
    gone: Cards
    chance: float
    """How likely somebody answers, as sensible players do who have such a card; so that the seat draws, if it may."""
    held: float
    """How likely somebody has such a card, by plain count."""
    draws: int
    """The cards that the seat itself then has to draw, at the least; 0 if it may answer in turn."""
    replies: Cards
    """The cards by which it may."""


def next_turn(context: DecisionContext, move: Move | None) -> NextTurn:
    """Who has the next turn after a move."""
    then = context.after(move) if move is not None else None
    then = _spoken_up(context, then) if then is not None else None
    if then is None or then.chance is not None or not then.turn or then.turn[0] == context.seat:
        return NextTurn("", 0, near=False)
    if policy_of(context.game).of(context.game.due(then)).answers:
        return NextTurn("", 0, near=False)
    who = then.turn[0]
    left = len(context.game.held(then, who))
    return NextTurn(who, left, near=left <= NEAR and who not in context.friends)


def nearest(context: DecisionContext) -> dict[str, Any]:
    """Facts: the opponent with the fewest cards and their number, if they are few."""
    foes = {who: n for who, n in context.left.items() if who not in context.friends and 0 < n <= NEAR}
    then = next_turn(context, context.move).who
    who = min(foes, key=lambda foe: (foes[foe], foe != then), default="")
    return {"who": who, "near": foes.get(who, 0)}


def _spoken_up(context: DecisionContext, then: State) -> State:
    """The state once the seat has said the word that is due, if it has to."""
    if then.chance is not None or then.turn != (context.seat,):
        return then
    phase = context.game.due(then)
    if not policy_of(context.game).of(phase).draws_if_silent:
        return then
    word = next(m for m in legal(context.game, then, context.seat) if m.word != PASS)
    said: State = phase.act(then, context.seat, word).state
    return said


def is_played(context: DecisionContext) -> bool:
    """Whether a card leaves the hand by the move, and is not named for one that lies there already."""
    then = context.after(context.move)
    held = (len(context.game.held(state, context.seat)) for state in (then, context.state))
    return context.card is not None and next(held) < next(held)


def hitting(context: DecisionContext) -> Iterator[Reason]:
    """Somebody has to draw or misses a turn, and what may come of it."""
    yield from _stays_out(context) if not context.move.cards else _strikes(context)
    yield from turned_against(context)


def effect(context: DecisionContext, state: State, move: Move, *, answer: bool = False) -> Effect:
    """The effect of `move` if nobody answers it; with `answer`, if others do by rule of thumb."""
    draws: Counter[Seat] = Counter()
    skipped: list[Seat] = []
    asked, times = False, 0  # how often others have answered
    replies: Cards = ()
    turn = context.phase.act(state, context.seat, move)
    for _ in range(len(context.game.pack.order)):
        draws.update({e.seat: e.facts["drawn"] for e in turn.events if e.what == DREW})
        skipped += (e.seat for e in turn.events if e.what == SKIPPED)
        then, happened = turn.state, {e.what for e in turn.events}
        if then.chance is not None and DREW in happened and HAND_OVER not in happened:  # the rest comes from the pile
            turn = Turn(*context.game.deal(then, context.game.shuffle(then, Random(0))))
            continue
        if then.chance is not None or not then.turn or not policy_of(context.game).of(context.game.due(then)).answers:
            break
        who, asked = then.turn[0], asked or then.turn[0] != context.seat
        moves = legal(context.game, then, who)
        if who == context.seat and times == 1:
            replies = replies or tuple(m.cards[0] for m in moves if m.cards)
        following = _answer(context.game, then, who) if answer and who != context.seat else None
        times += following is not None
        following = following or next((m for m in moves if not m.cards), None)
        if following is None:
            break
        turn = context.game.due(then).act(then, who, following)
    end = turn.state
    then_ = end.turn[0] if end.turn and end.chance is None else ""
    return Effect(draws, tuple(skipped), asked, replies, times > 0, then_)


def _answer(game: Game[Any], state: State, who: Seat) -> Move | None:
    """The card by which `who` answers by rule of thumb; None if there is none."""
    phase = game.due(state)
    moves, rng = legal(game, state, who), Random(0)
    wise = (
        policy_of(game).of(phase).rollout_move(state, who, phase.see(state, who), moves, game.allies(state, who), rng)
    )
    return wise if wise is not None and wise.cards else None


def answers(context: DecisionContext, move: Move) -> Answers | None:
    """By which cards others may answer `move`; None if it cannot be answered."""
    then = context.after(move)
    if then.chance is not None or not then.turn or then.turn[0] == context.seat:
        return None
    phase = context.game.due(then)
    policy = policy_of(context.game).of(phase)
    if not policy.answers:
        return None
    cards = policy.answered_by(phase.see(then, then.turn[0]))
    hand = context.game.held(then, context.seat)
    out = tuple(c for c in cards if c in context.outstanding)
    own = tuple(c for c in cards if c in hand)
    found = [effect(context, sample, move, answer=True) for sample in context.samples]
    safe = not out or any(one.replies for one in found)
    draws = 0 if safe else min(filter(None, (one.draws[context.seat] for one in found)), default=0)
    turned = sum(bool(one.draws[context.seat]) if draws else one.answered for one in found)
    gone = tuple(c for c in cards if c not in (*out, *own, *move.cards))
    replies = next((one.replies for one in found if one.replies), tuple(c for c in own if c.joker))
    return Answers(out, own, gone, turned / len(found), _held(context, out), draws, replies)


def _held(context: DecisionContext, cards: Cards) -> float:
    """How likely somebody else has one of some cards out of sight, of which the rest lie in the stock."""
    shown = [x for held in context.known.values() for x in held]
    hidden, room = sum(context.outstanding.values()) - len(shown), places(context, ())
    if not cards or any(x in cards for x in shown) or room > hidden:
        return float(bool(cards))
    return 1 - comb(hidden - len(cards), room) / comb(hidden, room)


def _told(found: Answers) -> dict[str, Any]:
    """Facts of the cards that may answer."""
    facts = {"out": found.out, "own": found.own, "gone": found.gone, "lost": found.draws}
    facts["back"] = next(iter(sorted(found.replies, key=lambda c: c.joker)), "")
    share, has = max(round(10 * found.chance), int(found.chance > 0)), round(10 * found.held)
    return facts | {"share": share, "has": has if has > share + 1 else 0, "risky": found.chance >= DANGER}


def _strikes(context: DecisionContext) -> Iterator[Reason]:
    """An opponent misses a turn, or has to draw: at once, or if nobody answers."""
    own = effect(context, context.state, context.move)
    hit = next((who for who in (*own.draws, *own.skipped) if who not in context.friends), None)
    there = effect(context, context.state, context.other) if context.other else None
    if hit is None or (there is not None and _harder(context, there, own, hit)):
        return
    left = context.left[hit]
    found = answers(context, context.move) if own.asked else None
    either = (
        there is not None
        and is_played(context)
        and _as_much(own, there, hit)
        and (found is None or found.chance < DANGER)
    )
    if either and (left > NEAR or own.asked or there is None or there.asked):
        return
    spared = there.draws[context.seat] if there is not None and own.asked and context.policy.answers else 0
    if found is None and not own.draws[hit] and not _worth_hitting(context, hit):
        return
    facts: dict[str, Any] = {"move": context.move, "who": hit, "left": left, "few": left <= NEAR, "spared": spared}
    facts |= {"draws": own.draws[hit], "asked": found is not None, "sure": found is None, "either": either}
    facts |= {"other": context.other} if either else {}  # it is told of both
    facts |= _short_next(context, hit, own)
    yield Reason("strikes", facts | (_told(found) if found else {}))


def answerable(context: DecisionContext, state: State, move: Move) -> bool:
    """Whether a card that answers `move`, played in `state`, is out of sight, so that somebody else may have it."""
    then = _spoken_up(context, context.game.due(state).act(state, context.seat, move).state)
    if then.chance is not None or not then.turn or then.turn[0] == context.seat:
        return True
    phase = context.game.due(then)
    return any(
        c in context.outstanding for c in policy_of(context.game).of(phase).answered_by(phase.see(then, then.turn[0]))
    )


def more_at_once(context: DecisionContext, state: State, move: Move) -> set[Card]:
    """The cards of the hand that may be played on the move before the turn passes on."""
    then = context.game.due(state).act(state, context.seat, move).state
    if then.turn != (context.seat,) or then.chance is not None:
        return set()
    if not policy_of(context.game).of(context.game.due(then)).answers:
        return set()
    return {m.cards[0] for m in legal(context.game, then, context.seat) if m.cards}


def _short_next(context: DecisionContext, hit: Seat, does: Effect) -> dict[str, Any]:
    """Facts: the opponent with few cards whose turn comes after it, as `hit` misses a turn or draws instead."""
    who = does.then
    left = context.left[who] if who else 0
    near = who in context.foes and who != hit and left <= NEAR
    return {"next": who if near else "", "next_left": left}


def _worth_hitting(context: DecisionContext, hit: Seat) -> bool:
    """Whether a player has few cards, or no more than anybody else against the seat."""
    left = {who: context.left[who] for who in context.state.seats if who != context.seat}
    return left[hit] <= NEAR or left[hit] == min(n for n in left.values() if n)


def _harder(context: DecisionContext, there: Effect, own: Effect, hit: Seat) -> bool:
    """Whether the other choice makes a player draw more for certain, and miss the turn as the move does."""
    assert context.other is not None
    alike = there.then == own.then and there.draws[hit] > own.draws[hit]
    return alike and not (there.asked and answerable(context, context.state, context.other))


def _as_much(own: Effect, others: Effect, hit: Seat) -> bool:
    """Whether the other choice does as much to a player, and as surely."""
    surely = own.asked or not others.asked
    return surely and hit in (*others.draws, *others.skipped) and others.draws[hit] >= own.draws[hit]


def _stays_out(context: DecisionContext) -> Iterator[Reason]:
    """An opponent has to draw if nobody answers; to answer puts another in that place, or in the end the seat."""
    other = context.other or next((m for m in context.moves if m.cards), None)
    if other is None or not other.cards or not context.policy.answers:
        return
    own = effect(context, context.state, context.move)
    draws = own.draws
    hit = next((who for who, n in draws.items() if n and who not in context.friends), None)
    found = answers(context, other)
    if hit is None or found is None:
        return
    left = context.left[hit]
    facts: dict[str, Any] = {"other": other, "who": hit, "draws": draws[hit], "left": left}
    wild = context.policy.fits_anything(other.cards[0])
    there = effect(context, context.state, other)
    facts["instead"] = next((who for who, n in there.draws.items() if n and who != hit), "")
    facts["more"] = there.draws[facts["instead"]] if facts["instead"] else 0
    facts |= _short_next(context, hit, own)
    theirs = _short_next(context, facts["instead"], there)
    apart = facts["instead"] and there.then != own.then and (facts["next"] or theirs["next"])
    facts |= {"then": own.then if apart else "", "other_then": there.then if apart else ""}
    facts |= {"other_next": theirs["next"], "other_left": theirs["next_left"]}
    cost, short = context.card_value(other.cards[0]), nearest(context)
    facts |= {"cost": int(cost) if short["near"] else 0, "short": short["who"], "short_left": short["near"]}
    yield Reason("stays_out", facts | {"few": left <= NEAR, "wild": wild} | _told(found))


def turned_against(context: DecisionContext) -> Iterator[Reason]:
    """The other choice may be answered, so that it is the own side that has to draw."""
    if context.other is None or not context.other.cards:
        return
    theirs, own = answers(context, context.other), answers(context, context.move)
    now = 0 if context.move.cards else effect(context, context.state, context.move).draws[context.seat]
    if theirs is None or theirs.draws <= now or theirs.chance < (LIKELY if now else DANGER):
        return
    if now or (context.move.cards and (own is None or not own.draws)):
        yield Reason("turned_against", {"other": context.other, "now": now} | _told(theirs))
