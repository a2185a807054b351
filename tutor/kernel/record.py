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
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.kernel.cards import UnknownCard
from tutor.kernel.echo import echoed, short, visible
from tutor.kernel.faults import UserFault
from tutor.kernel.fields import SEAT
from tutor.kernel.game import Game
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
from tutor.kernel.position import options_from
from tutor.kernel.position_text import BadPosition
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.share_code import LINE, DamagedShareCode, decode, encode
from tutor.kernel.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.state import State

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

FORMAT: Final = "tutor-record"
VERSION: Final = "1"
LARGEST: Final = 1_000_000
"""Most characters of a record."""
LONGEST: Final = 20_000
"""Most lines of a record."""
HEADER: Final = ("game", "players", "option", "dealer", "stage")
REFUSED: Final = "!"


class RecordFault(NamedTuple):
    """One thing wrong with a record: the line number (0 for the whole record) and a message."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class BadRecord(UserFault, ValueError):
    """Raised for a text that is no record or cannot be replayed; `faults` are all that were found, by line."""

    def __init__(self, faults: Iterable[RecordFault]) -> None:
        self.faults = tuple(sorted(RecordFault(fault.line, visible(fault.message)) for fault in faults))
        more = len(self.faults) - 8
        super().__init__("; ".join(map(str, self.faults[:8])) + (f"; and {more} more" if more > 0 else ""))
        self.lines = [str(fault) for fault in self.faults]


# -- as text -----------------------------------------------------------------------------------------------


def write(record: Record[Any]) -> str:
    """The text of a record; `read` gives an equal record back."""
    lines = header(record)
    for entry in record.entries:
        lines.append(f"{entry.seat} {entry.text}" if entry.made else f"{REFUSED} {' '.join(entry[:3])}")
    return "\n".join(lines) + "\n"


def header(record: Record[Any]) -> list[str]:
    """The lines before the first draw or move."""
    first: State = record.states[0]
    lines = [f"{FORMAT} {VERSION}", f"game {record.game.name}"]
    if record.stage:
        return [*lines, f"stage {record.stage}"]
    lines.append(f"players {first.players}")
    lines += [f"option {name} {value}" for name, value in first.options.changed().items()]
    return [*lines, f"dealer {first.dealer}"]


class _Line(NamedTuple):
    number: int
    word: str
    rest: str


def read(text: str) -> Record[Any]:
    """Replay the record in `text`; BadRecord lists every fault up to the first move that cannot be made."""
    head, acts = _lines(text)
    faults: list[RecordFault] = []
    begun = _begun(head, faults)
    _spelling(acts, begun, faults)
    if begun is None or faults:
        raise BadRecord(faults)
    record = _Replay(begun, faults).run(acts)
    if faults:
        raise BadRecord(faults)
    return record


def _lines(text: str) -> tuple[list[_Line], list[_Line]]:
    """The lines of the header and those of the moves, without comments; BadRecord if the text is no record at all."""
    if len(text) > LARGEST:
        raise BadRecord([RecordFault(0, f"longer than {LARGEST} characters")])
    raw = text.removeprefix("\ufeff").split("\n")
    if len(raw) > LONGEST:
        raise BadRecord([RecordFault(0, f"longer than {LONGEST} lines")])
    lines = []
    for number, line in enumerate(raw, 1):
        words = line.partition("#")[0].split(None, 1)
        if words:
            lines.append(_Line(number, words[0], words[1].strip() if len(words) > 1 else ""))
    if not lines or lines[0].word != FORMAT:
        raise BadRecord([RecordFault(lines[0].number if lines else 0, f"a record begins with `{FORMAT} {VERSION}`")])
    if lines[0].rest != VERSION:
        said = f"this is version {short(lines[0].rest) or '?'} of the form; only {VERSION} is known here"
        raise BadRecord([RecordFault(lines[0].number, said)])
    end = next((i for i, line in enumerate(lines) if i and not _heads(line.word)), len(lines))
    return lines[1:end], lines[end:]


def _heads(word: str) -> bool:
    """Whether a line that begins with `word` belongs to the header, even if the word is misspelled."""
    return word in HEADER or (word != DECK and nearest(word[:20], HEADER, 0.7) != "")


def _begun(head: list[_Line], faults: list[RecordFault]) -> Record[Any] | None:
    """The game that the header describes, before its first draw; None, with faults added, if there is no such game."""
    given: dict[str, _Line] = {}
    options: dict[str, _Line] = {}
    for line in head:
        into, name = (given, line.word) if line.word != "option" else (options, line.rest.partition(" ")[0])
        if line.word not in HEADER:
            near = nearest(line.word[:20], HEADER)
            wrong = f"{echoed(line.word)} is not a line of a record; did you mean {near}?"
            faults.append(RecordFault(line.number, wrong))
        elif name in into:
            faults.append(RecordFault(line.number, f"{short(name)} is given twice"))
        into[name] = line
    if "game" not in given:
        faults.append(RecordFault(0, "no line says which game it is (`game NAME`)"))
        return None
    try:
        game = load(given["game"].rest)
    except KeyError:
        faults.append(RecordFault(given["game"].number, f"{echoed(given['game'].rest)} is not a game here"))
        return None
    if "stage" in given:
        for line in (*(line for name, line in given.items() if name in ("players", "dealer")), *options.values()):
            faults.append(
                RecordFault(line.number, f"{line.word} stands among the fields of the stage, not beside them")
            )
        try:
            return staged(game, given["stage"].rest)
        except BadPosition as why:
            faults += [RecordFault(given["stage"].number, str(problem)) for problem in why.problems]
            return None
    return _started(game, given, options, faults)


def _started(
    game: Game[Any], given: Mapping[str, _Line], options: Mapping[str, _Line], faults: list[RecordFault]
) -> Record[Any] | None:
    players, dealer = game.usual, None
    chosen = {name: line.rest.partition(" ")[2].strip() for name, line in options.items()}
    before = len(faults)
    if "players" in given:
        text = given["players"].rest
        if text in map(str, game.players):
            players = int(text)
        else:
            faults.append(RecordFault(given["players"].number, f"{game.title} is not for {echoed(text)} players"))
    for name, line in options.items():
        try:
            options_from(game, {name: chosen[name]})
        except BadPosition as why:
            faults += [RecordFault(line.number, str(problem)) for problem in why.problems]
            del chosen[name]
    rules = options_from(game, chosen)
    if "dealer" in given:
        try:
            dealer = SEAT.read(given["dealer"].rest, game.parse_context(players, rules))
        except ValueError as why:
            faults.append(RecordFault(given["dealer"].number, str(why)))
    if len(faults) > before:
        return None
    try:
        return start(game, players, rules, dealer)
    except BadPosition as why:
        faults += [RecordFault(given["game"].number, str(problem)) for problem in why.problems]
        return None


def _spelling(acts: list[_Line], begun: Record[Any] | None, faults: list[RecordFault]) -> None:
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

    def run(self, acts: list[_Line]) -> Record[Any]:
        tried: list[_Line] = []
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

    def _made(self, line: _Line) -> None:
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

    def _tried(self, lines: list[_Line]) -> None:
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
