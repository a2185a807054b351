"""Golden records: a readable record of each game, with refused moves; their diffs show effects of rule changes.

    python -m tests.golden --update           renew all of them (the same game again, if it still replays)
    python -m tests.golden --update tute      renew one
    python -m tests.golden --new tute         another game of it

A golden is a record (see `tutor.kernel.record`) with events as comments. A long one omits its middle and has the whole
game in its last line. Goldens do not prove rules: the worked cases and the oracles do.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.tables import Table, played
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import Card
from tutor.kernel.game import Game
from tutor.kernel.judging import Ruling, Verdict
from tutor.kernel.record_head import header
from tutor.kernel.seats import DECK

if TYPE_CHECKING:
    from tutor.kernel.events import Event

GOLDEN = Path(__file__).resolve().parent / "golden"
COMMAND = "python -m tests.golden --update"
LINES, FIRST, LAST = 200, 120, 70
"""A golden with more than `LINES` lines shows only its first and last ones."""
WIDTH = 150
SEEDS = 8
MOST = 600
"""The most entries of a golden; a longer game stops there."""
WHOLE = "# whole: "


# -- choosing a game ---------------------------------------------------------------------------------------


def chosen(name: str) -> record.Record[Any]:
    """The random game, of a few, with most kinds of events and phases."""
    games = [with_refusals(one) for one in samples(name)]
    return max(games, key=lambda one: (len(phases(one)), len(shown(one)), -len(one.entries)))


def samples(name: str, number: int = SEEDS) -> list[record.Record[Any]]:
    """Random games at the usual table by the usual rules."""
    game = load(name)
    return [played(Table(name, game.usual, game.options()), seed, MOST) for seed in range(number)]


def phases(whole: record.Record[Any]) -> set[str]:
    """The phases that occur in a record."""
    return {state.phase for state in whole.states if state.turn}


def shown(whole: record.Record[Any]) -> set[str]:
    """The kinds of events and refusals in a record."""
    return {f"event {event.what} {event.clause}" for event in whole.events} | {
        f"refused {entry.clause}" for entry in whole.entries if not entry.made
    }


def with_refusals(whole: record.Record[Any]) -> record.Record[Any]:
    """The same game with a refused attempt for each clause and phase, at the first occasion."""
    first: dict[tuple[str, str, Verdict], tuple[int, Ruling[Any]]] = {}
    for at, (state, entry) in enumerate(zip(whole.states, whole.entries, strict=False)):
        if entry.seat != DECK:
            for ruling in refusals(whole.game, state, entry.seat, Random(at)):
                first.setdefault((state.phase, ruling.clause, ruling.verdict), (at, ruling))
    by_rule = {phase for phase, _, verdict in first if verdict is Verdict.NOT_ALLOWED}
    tried: dict[int, list[Ruling[Any]]] = {}
    for (phase, _, verdict), (at, ruling) in first.items():
        if verdict is Verdict.NOT_ALLOWED or phase not in by_rule:  # a card not held only if nothing else is refused
            tried.setdefault(at, []).append(ruling)
    entries: list[record.HistoryEntry] = []
    for at, entry in enumerate(whole.entries):
        entries += [record.HistoryEntry(entry.seat, ruling.text, ruling.clause) for ruling in tried.get(at, ())]
        entries.append(entry)
    return record.Record(whole.game, whole.states, tuple(entries), whole.stage)


def refusals(game: Game[Any], state: Any, seat: str, rng: Random) -> list[Ruling[Any]]:
    """Refused moves here: candidates, wrong combinations of legal moves, and a card not held."""
    found = game.judge(state, seat)
    said = [ruling for ruling in found.rulings if not ruling.legal]
    if not said:
        held = [c.text for c in found.phase.holds(found.view)]
        probes = ["+".join(reversed(move.text.split("+"))) for move in found.legal[:3]]
        probes += ["+".join(rng.sample(held, 2))] if len(held) > 1 else []
        probes += [c.text for c in game.pack.order if c.text not in held][:1]
        answers = game.judge(state, seat, *probes).asked
        said = [ruling for ruling in answers if not ruling.legal and ruling.verdict is not Verdict.UNREADABLE]
    by_clause: dict[str, list[Ruling[Any]]] = {}
    for ruling in said:
        by_clause.setdefault(ruling.clause, []).append(ruling)
    return [rng.choice(rulings) for clause, rulings in by_clause.items() if clause]


# -- as text -----------------------------------------------------------------------------------------------


def text_of(whole: record.Record[Any]) -> str:
    """The golden of a record."""
    game, state = whole.game, whole.state
    title = f"# {game.title}: a game by chance, with refused moves. Renew it with `{COMMAND} {game.name}`."
    lines = [line_of(entry) for entry in whole.entries]
    end = [
        f"# {'the game is over' if state.over else 'and so on'}; {fact(dict(game.standing(state)))}",
        *([f"# won by {' '.join(game.winners(state)) or 'nobody'}"] if state.over else []),
    ]
    head = [title, *header(whole)]
    room = LINES - len(head) - len(end)
    if len(lines) <= room:
        return "\n".join([*head, *lines, *end]) + "\n"
    left_out = f"# … {len(lines) - FIRST - LAST} lines are left out here"
    lines = [*lines[:FIRST], left_out, *lines[-LAST:]]
    return "\n".join([*head, *lines, *end, WHOLE + record.write_line(whole)]) + "\n"


def line_of(entry: record.HistoryEntry) -> str:
    """One entry, with its events as a comment."""
    if not entry.made:
        return f"! {entry.seat} {entry.text} {entry.clause}"
    line = f"{entry.seat} {entry.text}"
    happened = "; ".join(told(event) for event in entry.events if event.what != "played")
    return f"{line:11} # {happened}" if happened else line


def told(event: Event) -> str:
    facts = [f"{name}={fact(value)}" for name, value in event.facts.items() if value not in (None, "", (), {})]
    some = "+".join(c.text for c in event.cards) if len(event.cards) <= 6 else f"{len(event.cards)} cards"
    text = " ".join(part for part in (event.what, event.seat, some, *facts) if part)
    cut = text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
    return f"{cut} ({event.clause})" if event.clause else cut


def fact(value: object) -> str:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{fact(part)}" for key, part in value.items())
    if isinstance(value, tuple | list):
        return "+".join(map(fact, value))
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


# -- kept --------------------------------------------------------------------------------------------------


def path_of(name: str) -> Path:
    return GOLDEN / f"{name}.txt"


def kept(name: str) -> record.Record[Any]:
    """The record in a golden, replayed; raises `BadRecord` if the rules no longer allow it."""
    text = path_of(name).read_text(encoding="utf-8")
    last = text.splitlines()[-1]
    return record.read_line(last.removeprefix(WHOLE)) if last.startswith(WHOLE) else record.read(text)


def renew(name: str, *, another: bool = False) -> str:
    """Write the golden of a game; gives a message."""
    try:
        whole = None if another else kept(name)
    except (OSError, record.BadRecord):
        whole = None
    text = text_of(whole or chosen(name))
    old = path_of(name).read_text(encoding="utf-8") if path_of(name).exists() else ""
    path_of(name).parent.mkdir(exist_ok=True)
    path_of(name).write_text(text, encoding="utf-8")
    return "as before" if text == old else "renewed" if whole else "another game" if old else "a first game"


def main(words: list[str]) -> int:
    wanted = [word for word in words if not word.startswith("--")] or list(names())
    if not {"--update", "--new"} & set(words) or set(wanted) - set(names()):
        print(__doc__, file=sys.stderr)
        return 2
    for name in wanted:
        print(f"{name}: {renew(name, another='--new' in words)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
