"""Scenes: the table that a lesson talks about, as a view, a state of a whole game, or a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel import history
from tutor.kernel.cards import Card, Cards, UnknownCard
from tutor.kernel.echo import echoed, short
from tutor.kernel.events import HAND_OVER, TRICK_ENDS, TRICK_WON, Event, occurs
from tutor.kernel.fields import Problem
from tutor.kernel.history import Record
from tutor.kernel.judging import Judgement, judge
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase, Turn, Unreadable, hand_in_view
from tutor.kernel.position import PositionQuestion, options_from, read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK, Seat, Side
from tutor.teach.rulings import answers
from tutor.teach.rulings import ruling as words
from tutor.teach.text.names import NOBODY, Names, names_at

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.state import State
    from tutor.teach.lessons.model import DealtGame, LessonStep


class NoScene(ValueError):
    """The scene lacks what was asked for; the message says what."""


@dataclass(frozen=True)
class Scene:
    """A scene: one of a `view` of a `phase`, a `state`, or a `result`, or nothing.

    `learner` is the learner's seat, `decided` the event that ended the last trick, `draws` the next draws of the deck,
    as far as the lesson gives them, and `record` the moves since the scene was set.
    """

    game: Game[Any]
    learner: Seat = ""
    phase: Phase[Any, Any] | None = None
    view: Any = None
    state: State | None = None
    result: Any = None
    decided: Event | None = None
    draws: tuple[str, ...] = ()
    record: Record[Any] | None = None

    @property
    def names(self) -> Names:
        """The names of the seats, as the learner or else the first seat sees them."""
        table: Any = self.state or self.view or self.result
        if table is None:
            return NOBODY
        return names_at(self.game, table.players, table.options, self.learner or self.seats[0])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        table: Any = self.state or self.view or self.result
        return self.game.seats(table.players) if table is not None else ()

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the table."""
        table: Any = self.state or self.view or self.result
        return self.game.sides(table.players, table.options) if table is not None else ()

    def meant_in(self, value: Any) -> tuple[Seat, ...]:
        """Who may be named in a question about `value`: the sides if it consists of sides, else the seats."""
        sides = set(self.sides) - set(self.seats)
        parts = value if isinstance(value, list) else [value]
        return self.sides if sides and sides.issuperset(parts) else self.seats

    @property
    def standing(self) -> Mapping[Side, float]:
        """The score sheet of a whole game; where a hand is just over, as that left it, before the next deal."""
        state, record = self.state, self.record
        assert state is not None
        if record is not None and self.hand_over:
            drawn = takewhile(lambda entry: entry.seat == DECK, reversed([one for one in record.entries if one.made]))
            state = record.states[-1 - sum(1 for _ in drawn)]
        return self.game.standing(state)

    @property
    def hand_over(self) -> bool:
        """Whether the last move ended a hand; the next may have been dealt since."""
        return occurs(self._last_events, HAND_OVER)

    @property
    def _last_events(self) -> tuple[Event, ...]:
        """What happened with the last move that somebody made; what the deck gave since is left out."""
        entries = reversed(self.record.entries if self.record is not None else ())
        return next((entry.events for entry in entries if entry.made and entry.seat != DECK), ())

    @property
    def hand(self) -> Cards:
        """The learner's hand in a whole game, also in phases whose views lack it."""
        if self.state is None or not self.state.phase:
            return ()
        phases = (self.game.due(self.state), *self.game.phases)

        hands = (hand_in_view(phase, self.state, self.learner) for phase in phases)
        return next((hand for hand in hands if hand), ())

    def seen(self, seat: Seat = "") -> tuple[Phase[Any, Any], Any]:
        """The phase due, and the view of `seat`, by default the learner; raises `NoScene` if there is none."""
        if self.view is not None and self.phase is not None:
            return self.phase, self.view
        if self.state is not None and self.state.phase:
            phase = self.game.due(self.state)
            return phase, phase.see(self.state, seat or self.learner or self.state.turn[0])
        raise NoScene("there is no decision on the table here")

    def judged(self, *asked: str, seat: Seat = "") -> Judgement[Any]:
        """The judgement on that decision, with rulings on the moves `asked`."""
        phase, view = self.seen(seat)
        return judge(phase, view, asked)

    def data(self) -> dict[str, Any]:
        """The computed values of this scene, as in the JSON of `explain` or `score`."""
        if self.result is not None:
            return answers.scored(self.game, self.result)
        out: dict[str, Any] = {}
        if self.state is None or not self.state.over:
            phase, view = self.seen()
            out = answers.explained(self.game, PositionQuestion(phase, view))[1]
        if self.state is not None:
            out |= {"standing": dict(self.standing), "turn": list(self.state.turn)}
            if self.state.over:
                out["winners"] = list(self.game.winners(self.state))
        if self.decided in self._last_events and (done := self.finished()) is not None:
            phase, view = done
            out["facts"] = dict(phase.facts(view)) | out.get("facts", {})
        if self.decided is not None and not out.get("winner"):
            cards = "+".join(c.text for c in self.decided.cards)
            out["winner"] = {"card": cards, "seat": self.decided.seat} if self.decided.what == TRICK_WON else None
        return out

    def finished(self) -> tuple[Phase[Any, Any], Any] | None:
        """The trick that was last finished in a whole game, complete, as the learner saw it; None if there is none."""
        if self.record is None or self.decided is None:
            return None
        made = [entry for entry in self.record.entries if entry.made]
        at = next((at for at in reversed(range(len(made))) if self.decided in made[at].events), None)
        if at is None:
            return None
        before: Any = self.record.states[at]
        try:
            phase = self.game.due(before)
            view: Any = phase.see(before, self.learner or self.seats[0])
            several = {len(one) for one in view.trick if not isinstance(one, Card)}  # cards that are played at a time
            cards = iter(self.decided.cards)
            whole = tuple(zip(*[cards] * several.pop(), strict=True)) if several else tuple(cards)
            return phase, replace(view, trick=whole, hand=())
        except Exception:  # a phase of another kind, or one that cannot be seen now
            return None

    def facts(self) -> dict[str, Any]:
        """The facts that sentences of a lesson may use."""
        base: dict[str, Any] = {"learner": self.learner, "why": self.why}
        if self.result is not None:
            done = self.game.scoring.settle(self.result)
            return base | words.seen_fields(self.result) | {"scores": done.scores, "outcome": done.outcome}
        if self.state is not None:
            base["standing"] = self.standing
            if self.state.over:
                base["winners"] = self.game.winners(self.state)
        try:
            phase, view = self.seen()
        except NoScene:
            return base
        if self.state is not None:
            base["hand"] = self.game.arranged(self.hand, self.state)
        found = {"facts": phase.facts(view), "totals": phase.totals(view), "winner": phase.winner(view)}
        return base | words.seen(self.game, phase, view) | found

    def why(self, move: str) -> str:
        """The ruling on a move in words, for sentences of a lesson."""
        found = self.judged(move)
        return words.ruling_text(self.game, found, found.asked[0])

    def value(self, path: str) -> Any:
        """The part of `data` at a path such as `facts.pips.P3.0`; raises `NoScene` if there is none."""
        here: Any = self.data()
        rest = path
        while rest:
            if isinstance(here, Mapping):
                key = next(
                    (k for k in sorted(here, key=len, reverse=True) if rest == k or rest.startswith(f"{k}.")), None
                )
                if key is None:
                    there = ", ".join(map(str, here)) or "no keys"
                    raise NoScene(f"there is no {short(path)}: at {echoed(rest)} there are {there}")
                here, rest = here[key], rest[len(key) + 1 :]
            elif isinstance(here, list):
                key, _, rest = rest.partition(".")
                if not key.isdigit() or int(key) >= len(here):
                    raise NoScene(f"there is no {short(path)}: {echoed(key)} is no place in a list of {len(here)}")
                here = here[int(key)]
            else:
                raise NoScene(f"there is no {short(path)}: nothing stands below {echoed(str(here))}")
        return here

    def played(self, text: str) -> tuple[Scene, tuple[Event, ...]]:
        """The scene after `SEAT:MOVE` (or the learner's `MOVE`), and the events.

        A move may itself begin with a seat: the prefix is part of the move if that seat is not to act. Chance events
        are decided deterministically. Raises `NoScene` if there is no game to go on, IllegalMove or ValueError for the
        move.
        """
        if self.state is None:
            raise NoScene("moves need a whole game: begin with stage or deal")
        who, colon, move = text.partition(":")
        turn = self.state.turn
        if not colon or who not in self.seats or (who not in turn and self._begins_with_seat(text)):
            who, move = self.learner if self.learner in turn or not turn else turn[0], text
        state = self.state
        if not state.phase:
            raise ValueError(f"{text}: the game is over")
        try:
            meant = self.game.due(state).read(self.game.due(state).see(state, who), move)
        except Unreadable as why:
            raise ValueError(f"{text}: {why}") from None
        made = self.game.play(state, who, meant)
        scene, more = self.done(who, meant, made).settled()
        events = (*made.events, *more)
        decided = next((e for e in reversed(events) if e.what in TRICK_ENDS), self.decided)
        return replace(scene, decided=decided), events

    def done(self, who: Seat, move: Move, turn: Turn[Any]) -> Scene:
        """The scene after a move or draw that led to `turn`."""
        record = history.with_turn(self.record, who, move, turn) if self.record is not None else None
        return replace(self, state=turn.state, record=record)

    def _begins_with_seat(self, text: str) -> bool:
        """Whether the whole text is a candidate move of the seat to act."""
        state = self.state
        if state is None or not state.phase:
            return False
        phase = self.game.due(state)
        views = (phase.see(state, seat) for seat in state.turn)
        return any(move.text == text for view in views for move in phase.candidates(view))

    def settled(self) -> tuple[Scene, tuple[Event, ...]]:
        """The scene after the chance events due, by the lesson's draws, then deterministically; and the events."""
        scene, events = self, list[Event]()
        rng = Random(0)
        while scene.state is not None and scene.state.chance is not None:
            text, rest = (scene.draws[0], scene.draws[1:]) if scene.draws else ("", ())
            move = drawn(self.game, text) if text else self.game.shuffle(scene.state, rng)
            turn = self.game.play(scene.state, DECK, move)
            scene = replace(scene.done(DECK, move, turn), draws=rest)
            events += turn.events
        return scene, tuple(events)


def drawn(game: Game[Any], text: str) -> Move:
    """A draw in the text form of records (`deal:AS+7H`); raises ValueError for an invalid card."""
    word, _, named = text.rpartition(":")
    try:
        return Move(word, tuple(game.pack.read(token) for token in named.split("+")))
    except UnknownCard as why:
        raise ValueError(str(why)) from None


def set_scene(game: Game[Any], step: LessonStep, before: Scene) -> Scene:
    """The scene that a step sets; raises BadPosition with every problem."""
    if step.position:
        question = read_question(game, split(step.position.split()))
        actor = question.phase.actor(question.view) or ""
        return Scene(game, step.seat or actor, question.phase, question.view)
    if step.score:
        result = read_view(game, game.scoring, split(step.score.split()))
        played = before.learner if before.view is None else ""  # after play the learner keeps the seat
        return Scene(game, step.seat or (played if played in game.seats(result.players) else ""), result=result)
    if step.stage:
        state: Any = game.setup.build(read_view(game, game.setup, split(step.stage.split())))
        scene, _ = Scene(game, state=state, record=Record(game, (state,), stage=step.stage)).settled()
    elif step.deal is not None:
        scene = _dealt(game, step.deal)
    else:
        return before
    turn = scene.state.turn if scene.state else ()
    return replace(scene, learner=step.seat or (turn[0] if turn else ""))


def _dealt(game: Game[Any], deal: DealtGame) -> Scene:
    """A game after its first deal, by its draws or by its seed."""
    options = options_from(game, deal.options)
    players = deal.players or game.usual
    if players not in game.players:
        raise BadPosition([game_size(game, players)])
    bad = list(game.problems(players, options))
    seats = game.seats(players)
    if deal.dealer and deal.dealer not in seats:
        bad.append(Problem("dealer", f"{short(deal.dealer)} is not a seat at this table ({', '.join(seats)})"))
    if bad:
        raise BadPosition(bad)
    record = history.start(game, players, options, deal.dealer or None)
    if not deal.draws:
        record = history.play(record, DECK, game.shuffle(record.state, Random(deal.seed)))
    return Scene(game, state=record.state, draws=tuple(deal.draws), record=record).settled()[0]


def game_size(game: Game[Any], players: int) -> Problem:
    """The problem of an impossible number of players."""
    return Problem("players", f"{players}: {game.title} is for {' or '.join(map(str, game.players))}")
