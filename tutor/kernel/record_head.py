"""The head of a record: the lines before the first draw or move, and the game that they begin; faults of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.kernel.echo import echoed, short, visible
from tutor.kernel.faults import UserFault
from tutor.kernel.fields import SEAT
from tutor.kernel.history import staged, start
from tutor.kernel.position import options_from
from tutor.kernel.position_text import BadPosition
from tutor.kernel.seats import DECK
from tutor.kernel.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.state import State

FORMAT: Final = "tutor-record"
VERSION: Final = "1"
LARGEST: Final = 1_000_000
"""Most characters of a record."""
LONGEST: Final = 20_000
"""Most lines of a record."""
HEADER: Final = ("game", "players", "option", "dealer", "stage")


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


def header(record: Record[Any]) -> list[str]:
    """The lines before the first draw or move."""
    first: State = record.states[0]
    lines = [f"{FORMAT} {VERSION}", f"game {record.game.name}"]
    if record.stage:
        return [*lines, f"stage {record.stage}"]
    lines.append(f"players {first.players}")
    lines += [f"option {name} {value}" for name, value in first.options.changed().items()]
    return [*lines, f"dealer {first.dealer}"]


class RecordLine(NamedTuple):
    """One line without its comment: its number, its first word and the rest."""

    number: int
    word: str
    rest: str


def lines_of(text: str) -> tuple[list[RecordLine], list[RecordLine]]:
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
            lines.append(RecordLine(number, words[0], words[1].strip() if len(words) > 1 else ""))
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


def begun_by(head: list[RecordLine], faults: list[RecordFault]) -> Record[Any] | None:
    """The game that the header describes, before its first draw; None, with faults added, if there is no such game."""
    given: dict[str, RecordLine] = {}
    options: dict[str, RecordLine] = {}
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
    game: Game[Any], given: Mapping[str, RecordLine], options: Mapping[str, RecordLine], faults: list[RecordFault]
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
