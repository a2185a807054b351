"""Climbing games: combinations of cards, and rounds in which each player beats the last play or passes.

A game says what its combinations are and which beats which. This module has duty makers and the phase; the view of a
round is in `climb_views`, how plays are written and how they change the state in `plays`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar

from tutor.families.climb_views import Climb
from tutor.families.combos import NOTHING, Combinations
from tutor.families.hands import HandsPhase
from tutor.families.plays import PASS, ClimbGame, ClimbState, Plays, after_play, never_at_once, to_beat
from tutor.kernel.cached import cached_property
from tutor.kernel.duties import BatchPredicate, Duty, always, batch_predicate, narrow
from tutor.kernel.events import WENT_OUT, Event
from tutor.kernel.fields import TOGETHER, Problem
from tutor.kernel.moves import Combo, Move, play
from tutor.kernel.phase import StateReader, Turn, Won
from tutor.kernel.seats import Seat
from tutor.kernel.working import Chain, Step, Working, open_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tutor.kernel.cards import Cards
    from tutor.kernel.memo import MoveLists
    from tutor.kernel.view import Options

_Answers: TypeAlias = tuple[int, list[tuple[int, Move]]]
"""The bits that matter in a hand, and each combination with the bits a hand must have to contain it."""
_ANSWERS: Final[dict[tuple[Combinations, Any], _Answers | None]] = {}


def _answers(combos: Combinations, last: Combo) -> _Answers | None:
    """All combinations that may beat `last`, for any hand; None if they are too many to list."""
    alike = combos, last.compared
    if alike not in _ANSWERS:
        every = combos.beating(last)
        needs = every and [(combos.need(move.cards), move) for move in every]
        _ANSWERS[alike] = (reduce(or_, [need for need, _ in needs], 0), needs) if needs else None
    return _ANSWERS[alike]


def _kind(combo: Combo, clause: str) -> Chain:
    """The working of a combination's kind and of the card or rank it is compared by."""
    ranks = Counter(c.rank for c in combo.cards)
    first = open_step("is_combo", {"combo": combo})
    low = next((c.text for c in combo.cards if c.rank == "2" and combo.kind.startswith("straight")), "")
    facts = {"combo": combo, "by": combo.by, "one": len(combo.by) > 1, "n": max(ranks.values())}
    by = Step("compared_by", facts | {"low": "" if low == combo.by else low}, combo.by)
    others = dict.fromkeys(text for c in combo.cards for text in (c.rank, c.text) if text != combo.by)
    mistakes = tuple(Step("not_compared_by", {"it": text}, text) for text in others)
    return Chain(clause, (first, by), combo.by, mistakes)


C = TypeVar("C", bound=Climb)
S = TypeVar("S", bound=ClimbState)


# -- the duties of playing ---------------------------------------------------------------------------------------


def loose(allowed: Callable[[Move], bool]) -> BatchPredicate[Any]:
    """A predicate that every combination and pass satisfies; other cards only if `allowed(move)`."""
    return batch_predicate(lambda v, moves: [m for m in moves if type(m) is Combo or not m.cards or allowed(m)])


def combination(clause: str) -> Duty[C]:
    """Ban cards that form no combination."""
    return always(clause, loose(lambda move: False))


def no_passing_lead(clause: str) -> Duty[C]:
    """Ban the pass on a free lead."""
    return always(
        clause, batch_predicate(lambda v, moves: [move for move in moves if move.cards]), when=lambda v: v.free
    )


def out_of_round(clause: str, when: Callable[[C], bool]) -> Duty[C]:
    """Where `when` holds: a player who has passed in this round may only pass again."""
    return always(clause, lambda v, move: not move.cards, when=lambda v: when(v) and v.passed)


# -- the decision ------------------------------------------------------------------------------------------------


class Climbing(HandsPhase[C, S]):
    """A combination or a pass. Games add their duties.

    `ended` is the clause by which a round is won, `out` that by which the first player without cards ends the hand.
    """

    game: ClimbGame[S]
    name = "play"
    title = "your play"
    words = (PASS.word,)
    ended: ClassVar[str]
    out: ClassVar[str]

    def actor(self, v: C) -> Seat | None:
        """The next seat in turn, or the winner of the round."""
        return v.next

    def candidates(self, v: C) -> Iterable[Move]:
        """Every combination in the hand, and the pass."""
        return v.moves()

    @cached_property
    def state_readers(self) -> Mapping[str, StateReader]:
        """Also what is to be beaten."""
        rules: Options | None = None
        combos: Any = None
        at_once: Callable[[Cards], bool] = never_at_once

        def beaten(state: Any, seat: Seat) -> Combo:
            nonlocal rules, combos, at_once
            if state.options is not rules:
                rules, combos, at_once = state.options, self.see(state, seat).combos, self.at_once(state.options)
            cards = to_beat(state.plays, state.players, at_once)
            return combos.made(cards) if cards else NOTHING

        return {**super().state_readers, "to_beat": beaten}

    def move_lists(self, v: C, recorder: C) -> MoveLists:
        """Leads in lists of combinations that hands share; answers by those cards of the hand that matter."""
        from tutor.kernel.memo import MoveLists  # explanations do not need it

        combos, last = v.combos, v.to_beat if recorder.to_beat.cards else NOTHING
        if last is NOTHING:

            def listed(held: Cards, key: Any) -> Iterable[Move]:
                return (PASS,) if key is PASS else combos.listed(key)

            return MoveLists(lambda held: [*combos.lists(held), PASS], listed)
        answers = _answers(combos, last)
        bits = combos.bits
        if answers is None:
            return MoveLists(lambda held: (bits(held),), lambda held, _: combos.over(held, last))
        matters, needs = answers
        return MoveLists(
            lambda held: (bits(held) & matters,), lambda _, own: [move for need, move in needs if need & own == need]
        )

    def at_once(self, rules: Options) -> Callable[[Cards], bool]:
        """A function that tells which plays win a round at once under these rules."""
        return never_at_once

    def canonical(self, v: C, move: Move) -> Move:
        """The combination that the cards form; if they form none, the cards in showing order."""
        if not move.cards:
            return move
        return v.combo(move.cards) or play(*self.pack.sort(move.cards))

    def winner(self, v: C) -> Won | None:
        """The last combination and its player, once the round has ended."""
        return Won(v.last.text, v.winner) if v.winner else None

    def winner_clause(self, v: C) -> str:
        """The clause by which the round has ended; "" while it goes on."""
        return self.ended if v.winner else ""

    def facts(self, v: C) -> Mapping[str, Any]:
        """Whose turn it is, and the kind and rank to be beaten."""
        out: dict[str, Any] = {} if v.table else {"next": v.next}
        if not v.free:
            out |= {"kind": v.to_beat.kind, "by": v.to_beat.by}
        return out

    def workings(self, v: C) -> Mapping[str, Working]:
        """Whose turn it is, and what the combination to beat is compared by."""
        found: dict[str, Working] = {}
        if not v.table:
            found["facts.next"] = found["to_move"] = self._turn(v)
            if v.winner:
                found["winner"] = found["to_move"]
        if not v.free:
            found |= dict.fromkeys(("facts.kind", "facts.by"), _kind(v.to_beat, self.clause))
            found["facts.kind"] = Chain(self.clause, found["facts.kind"].steps[:1], v.to_beat.kind)  # type: ignore[union-attr]
        return found

    def _turn(self, v: C) -> Chain:
        """The working of whose turn it is: after the last play, or at the lead of a round."""
        if not v.plays:
            return Chain(self.clause, (Step("leads_round", {"who": v.next}, v.next),), v.next)
        steps: list[Step] = []
        seat, cards = v.plays[-1]
        if v.winner:
            best = next((who, part) for who, part in reversed(v.plays) if part)
            passed = tuple(dict.fromkeys(who for who, part in v.plays[v.plays.index(best) + 1 :] if not part))
            steps.append(Step("plays_last", {"who": best[0], "combo": v.last}, best[0]))
            steps += [Step("passes", {"who": who}, who) for who in passed]
            end = Step("round_won" if passed else "round_ended", {"who": v.winner}, v.winner)
            return Chain(self.winner_clause(v) or self.ended, (*steps, end), v.next)
        steps.append(Step("plays_last" if cards else "passes", {"who": seat, "combo": play(*cards)}, seat))
        steps += self.turn_steps(v)
        return Chain(self.clause, (*steps, Step("speaks_next", {"who": v.next}, v.next)), v.next)

    def turn_steps(self, v: C) -> tuple[Step, ...]:
        """More steps about the last play, where it might have ended the round but did not."""
        return ()

    def played(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """What the play changes: the next player is due, or the winner of the round leads."""
        return after_play(state, seat, move, self.ended, self.at_once(state.options))

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """Make the play; when that was the player's last card, the hand is settled."""
        then = self.played(state, seat, move)
        if then.state.hand(seat):
            return then
        return self.game.scoring.close(then.state).preceded_by(*then.events, Event(WENT_OUT, seat, clause=self.out))

    def problems(self, v: C) -> Iterator[Problem]:
        """Plays that the duties would have refused, out of turn, or after the end of the round."""
        if v.table and v.plays:
            yield Problem("table", "the combination to beat is given twice; write either table or plays")
        if v.plays and v.leader not in (None, v.plays[0][0]):
            yield Problem("leader", f"the first play is {v.plays[0][0]}'s, so the leader is not {v.leader}")
        if v.table and (refused := self._refused(v, v.table, ())):
            yield Problem("table", f"{TOGETHER.show(v.table)} cannot be led ({refused[0]})", refused[1:])
        no_combos = [(who, cards) for who, cards in v.plays if cards and not v.combo(cards)]
        for who, cards in no_combos:
            refused = self._refused(v, cards, ())
            yield Problem("plays", f"{who}:{TOGETHER.show(cards)} isn't a combination", refused and refused[1:])
        for i, (seat, cards) in enumerate(v.plays if not no_combos else ()):
            before = replace(v, table=(), leader=None, plays=v.plays[:i])
            if before.winner:
                yield Problem("plays", f"the round ended before {seat}'s play: {before.winner} had won it")
                return
            if i and seat != before.next:
                yield Problem("plays", f"play {i + 1} is {before.next}'s, not {seat}'s")
                return
            if refused := self._refused(v, cards, v.plays[:i]):
                text = TOGETHER.show(cards) or PASS.word
                yield Problem("plays", f"{seat}:{text} was not allowed there ({refused[0]})", refused[1:])
                return

    def _refused(self, v: C, cards: Cards, plays: Plays) -> tuple[str, Any, C, Move] | None:
        """The clause that refuses these cards (a pass, if none) after `plays`, with phase, view and move; or None."""
        then = replace(v, hand=cards, table=(), plays=plays)
        move = self.canonical(then, play(*cards) if cards else PASS)
        cut = narrow(self.duties(then), then, (move,)).cutter(move)
        return (cut.duty.clause, self, then, move) if cut else None
