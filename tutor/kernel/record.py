"""Records: a whole game in readable text, replayed without a random seed.

    tutor-record 1
    game strange
    players 3
    option equal_supers 29
    dealer P3
    deck deal:AS+7H+…
    ! P1 AS strange.lead.cards
    P1 8S+3C

A chance event is written as what it dealt (`deck …`), so a record does not depend on the generator that shuffled. A
line with `!` is an attempt that the rules refused, with the clause that refused it; when a record is read, the rules
must refuse it again by that clause. A game that begins in the middle has a line `stage FIELDS` in place of players,
options and dealer. Anything from `#` to the end of a line is a comment.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import UnknownCard
from tutor.kernel.echo import echoed, short
from tutor.kernel.history import (
    NO_CLAUSE,
    Attempt,
    HistoryEntry,
    Record,
    attempt,
    draw,
    play,
    same_cards,
    staged,
    start,
    undo,
)
from tutor.kernel.judging import Judgement, Verdict
from tutor.kernel.moves import Move
from tutor.kernel.record_head import HEADER, LARGEST, BadRecord, RecordFault, RecordLine, begun_by, header, lines_of
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.share_code import LINE, DamagedShareCode, decode, encode

if TYPE_CHECKING:
    from tutor.kernel.game import Game

__all__ = [
    "LINE",
    "Attempt",
    "BadRecord",
    "HistoryEntry",
    "Record",
    "RecordFault",
    "attempt",
    "draw",
    "play",
    "read",
    "read_line",
    "same_cards",
    "staged",
    "start",
    "undo",
    "write",
    "write_line",
]

REFUSED: Final = "!"


# -- as text -----------------------------------------------------------------------------------------------


def write(record: Record[Any]) -> str:
    """The text of a record; `read` gives an equal record back."""
    lines = header(record)
    for entry in record.entries:
        lines.append(f"{entry.seat} {entry.text}" if entry.made else f"{REFUSED} {' '.join(entry[:3])}")
    return "\n".join(lines) + "\n"


def read(text: str) -> Record[Any]:
    """Replay the record in `text`; BadRecord lists every fault up to the first move that cannot be made."""
    head, acts = lines_of(text)
    faults: list[RecordFault] = []
    begun = begun_by(head, faults)
    _spelling(acts, begun, faults)
    if begun is None or faults:
        raise BadRecord(faults)
    record = _Replay(begun, faults).run(acts)
    if faults:
        raise BadRecord(faults)
    return record


def _spelling(acts: list[RecordLine], begun: Record[Any] | None, faults: list[RecordFault]) -> None:
    """Add a fault for every line that cannot be a move, draw or attempt in any state of the game."""
    seats = begun.game.seats(begun.state.players) if begun is not None else None
    for line in acts:
        seat, rest = (line.word, line.rest)
        if line.word == REFUSED:
            seat, _, rest = line.rest.partition(" ")
            if len(rest.split()) < 2:
                faults.append(RecordFault(line.number, f"an attempt is written `{REFUSED} SEAT MOVE CLAUSE`"))
                continue
        if seat in HEADER:
            faults.append(RecordFault(line.number, f"{seat} belongs before the first deal"))
        elif seats is not None and seat not in seats and (seat != DECK or line.word == REFUSED):
            faults.append(
                RecordFault(line.number, f"{echoed(seat)} is neither a seat ({', '.join(seats)}) nor `{DECK}`")
            )
        elif not rest:
            faults.append(RecordFault(line.number, f"{short(seat)} does nothing"))


class _Replay:
    """Plays lines from a first state, adding faults, until a line cannot be played."""

    def __init__(self, begun: Record[Any], faults: list[RecordFault]) -> None:
        self.begun, self.faults = begun, faults
        self.game: Game[Any] = begun.game
        self.states = list(begun.states)
        self.entries: list[HistoryEntry] = []

    def run(self, acts: list[RecordLine]) -> Record[Any]:
        tried: list[RecordLine] = []
        for line in acts:
            if line.word == REFUSED:
                tried.append(line)
                continue
            self._tried(tried)
            tried = []
            try:
                self._made(line)
            except ValueError as why:
                self.faults.append(RecordFault(line.number, str(why)))
                break
        self._tried(tried)
        return replace(self.begun, states=tuple(self.states), entries=tuple(self.entries))

    def _made(self, line: RecordLine) -> None:
        state = self.states[-1]
        move = self._drawn(line.rest) if line.word == DECK else Move(line.rest)
        after = play(replace(self.begun, states=(state,)), line.word, move)
        self.states.append(after.state)
        self.entries.append(after.entries[0])

    def _drawn(self, text: str) -> Move:
        word, _, named = text.rpartition(":")
        try:
            return Move(word, tuple(self.game.pack.read(token) for token in named.split("+")))
        except UnknownCard as why:
            raise ValueError(str(why)) from None

    def _tried(self, lines: list[RecordLine]) -> None:
        """Check that the rules refuse each attempt by the clause on its line; judges once for each seat."""
        state = self.states[-1]
        parts = [(line.number, *_parted(line.rest)) for line in lines]
        answers: dict[Seat, Judgement[Any]] = {}
        for seat in {seat for _, seat, _, _ in parts}:
            if seat in state.turn:
                answers[seat] = self.game.judge(state, seat, *(text for _, who, text, _ in parts if who == seat))
        rulings = {seat: iter(answer.asked) for seat, answer in answers.items()}
        for number, seat, text, clause in parts:
            if seat not in rulings:
                self.faults.append(RecordFault(number, f"it is not {seat}'s turn"))
                continue
            ruling = next(rulings[seat])
            self.entries.append(HistoryEntry(seat, ruling.text, clause))
            if ruling.legal:
                self.faults.append(RecordFault(number, f"{short(text)} is legal here"))
            elif ruling.verdict is Verdict.UNREADABLE:
                self.faults.append(RecordFault(number, ruling.note))
            elif clause != (ruling.clause or NO_CLAUSE):
                said = f"{short(text)} is refused by {ruling.clause}, not by {short(clause)}"
                self.faults.append(RecordFault(number, said))


def _parted(rest: str) -> tuple[str, str, str]:
    """Split an attempt into seat, move and clause."""
    seat, _, said = rest.partition(" ")
    text, _, clause = said.strip().rpartition(" ")
    return seat, text.strip(), clause


# -- as one word -------------------------------------------------------------------------------------------


def write_line(record: Record[Any]) -> str:
    """The record as one word that needs no quoting in a shell (see `kernel.share_code`)."""
    return encode(write(record))


def read_any(text: str) -> Record[Any]:
    """The record in `text`, written either way; BadRecord as in `read` and `read_line`."""
    word = text.strip()
    return read_line(word) if word.startswith(LINE) and "\n" not in word else read(text)


def read_line(word: str) -> Record[Any]:
    """The record in such a word; BadRecord if it is damaged or does not replay."""
    try:
        text = decode(word, LARGEST)
    except DamagedShareCode as why:
        raise BadRecord([RecordFault(0, str(why))]) from None
    return read(text)
