"""Make a draft lesson from a record: the deal, the moves of the others, the decisions of one seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import TRICK_ENDS, occurs
from tutor.kernel.judging import Verdict
from tutor.kernel.seats import DECK, Seat
from tutor.teach.authoring.skeleton import CannotWrite, quoted, table
from tutor.teach.check.lesson_written import MOST_STEPS
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.record import HistoryEntry, Record
    from tutor.kernel.state import State

REFUSED: Final = 3
"""The most refused moves that a step names."""


@dataclass
class _Writer:
    """Writes the steps of a lesson for `seat` from a record."""

    record: Record[Any]
    seat: Seat
    most: int
    steps: list[str] = field(default_factory=list)
    clauses: set[str] = field(default_factory=set)
    replay: list[str] = field(default_factory=list)
    tried: dict[str, None] = field(default_factory=dict)
    draws: list[str] = field(default_factory=list)
    asked: int = 0
    done: int = 0
    state: State | None = None

    def write(self) -> None:
        """Write all entries, until `most` questions are asked."""
        states = iter(self.record.states)
        self.state = next(states)
        begun = False
        for entry in self.record.entries:
            if len(self.steps) >= MOST_STEPS - 4 or self.asked >= self.most:
                break
            if entry.seat == DECK:
                if begun and self.record.stage:
                    break  # only a deal can say what the deck will give
                self.draws.append(entry.text)
            elif not entry.made:
                self.tried[entry.text] = None
                self.done += 1
                continue
            else:
                begun = True
                self._made(entry)
            self.state = next(states)
            self.done += 1
        self._flush()

    def _made(self, entry: HistoryEntry) -> None:
        assert self.state is not None
        game: Game[Any] = self.record.game
        decided = occurs(entry.events, *TRICK_ENDS)
        if entry.seat != self.seat:
            self.replay.append(f"{entry.seat}:{entry.text}")
            if decided:
                self._flush('ask = "winner"')
            return
        found = game.judge(self.state, entry.seat, entry.text, *self.tried)
        legal = [r for r in found.rulings if r.legal]
        if len(found.rulings) < 2 or not legal:
            self.replay.append(f"{entry.seat}:{entry.text}")  # nothing to decide
            return
        self._flush()
        refused = {r.text: r.clause for r in found.asked[1:] if r.verdict is Verdict.NOT_ALLOWED}
        seen = set(refused.values())
        for ruling in found.rulings:
            if not ruling.legal and ruling.clause not in seen and len(refused) < REFUSED:
                refused[ruling.text] = ruling.clause
                seen.add(ruling.clause)
        self.clauses |= {found.asked[0].clause, *refused.values()}
        lines = [f"play = {quoted(entry.text)}"]
        if refused:
            lines.append(f"refuse = {table(dict(list(refused.items())[:REFUSED]))}")
        self.steps.append("\n".join(lines))
        self.asked += 1
        self.tried.clear()
        if decided:
            self.steps.append('ask = "winner"')

    def _flush(self, then: str = "") -> None:
        """Write the others' moves so far as a step."""
        if self.replay:
            self.steps.append("\n".join([f"replay = {quoted(self.replay)}", *([then] if then else [])]))
            self.replay = []


def lesson_of(record: Record[Any], seat: Seat = "", *, title: str = "", most: int = 8) -> str:
    """A lesson about the first decisions of `seat`, by default the one with most refused moves, or the first to act.

    Raises `CannotWrite` if that seat decides nothing in it.
    """
    seat = seat or _usual(record)
    writer = _Writer(record, seat, most)
    writer.write()
    if not writer.asked:
        raise CannotWrite(say("author.no_turn", who=seat or "-"))
    game = record.game
    taught = [c for c in rulebook(game.name).clauses if c in writer.clauses]
    lines = [
        f"# {say('author.from_record', game=game.title, who=seat)}",
        "format = 1",
        f"game = {quoted(game.name)}",
        f"title = {quoted(title or game.title)}",
        f"goal = {quoted(say('author.goal'))}",
        "minutes = 8",
        f"clauses = {quoted(taught)}",
        "",
        "[[step]]",
        *_scene(record, writer.draws),
        f"seat = {quoted(seat)}",
        f"say = {quoted(say('author.record_say'))}",
    ]
    for step in writer.steps:
        lines += ["", "[[step]]", step]
    if writer.state is not None:
        standing = {side: n if n % 1 else int(n) for side, n in game.standing(writer.state).items()}
        if any(standing.values()):
            lines.append(f"expect = {{ standing = {table(standing)} }}")
    left = len(record.entries) - writer.done
    if left:
        lines += ["", f"# {say('author.rest', n=left)}"]
    return "\n".join(lines) + "\n"


def _scene(record: Record[Any], draws: list[str]) -> list[str]:
    first: State = record.states[0]
    if record.stage:
        return [f"stage = {quoted(record.stage)}"]
    options = first.options.changed()
    return [
        f"deal.players = {first.players}",
        f"deal.dealer = {quoted(first.dealer)}",
        *([f"deal.options = {table(dict(options))}"] if options else []),
        "deal.draws = [",
        *(f"  {quoted(draw)}," for draw in draws),
        "]",
    ]


def _usual(record: Record[Any]) -> Seat:
    """The seat with most refused moves, else the first to act."""
    tried = [entry.seat for entry in record.entries if not entry.made]
    acted = [entry.seat for entry in record.entries if entry.made and entry.seat != DECK]
    return max(tried, key=tried.count) if tried else acted[0] if acted else ""
