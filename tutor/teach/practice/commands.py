"""What may be typed in a practice game: commands, with their help, and what tells a move from one."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import lacking
from tutor.kernel.echo import short
from tutor.kernel.phase import Phase, Unreadable
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.moves import meant, named, seats_named, typed_word
from tutor.teach.tabletop import piles_of
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.teach.conversation.session import Word
    from tutor.teach.practice.match import Match


@dataclass(frozen=True)
class Command(cmd.Command):
    """A command whose help speaks of practice."""

    @property
    def about(self) -> str:
        """What it does, in a few words."""
        return say(f"practice.command_{self.name}")


HELP: Final = Command("help", ("?",), "[WORD]")
HINT: Final = Command("hint")
WHY: Final = Command("why", takes="[MOVE]")
LEGAL: Final = Command("legal")
ADVICE: Final = Command("advice", ("advise",))
SUPPOSE: Final = Command("suppose", takes="MOVE")
SHOW: Final = Command("show", ("table", "score", "hand"))
LAST: Final = Command("last")
PILE: Final = Command("pile")
RULES: Final = Command("rules", ("rule",), "[WORD]")
UNDO: Final = Command("undo", ("back",))
AGAIN: Final = Command("again", takes="[game]")
NEW: Final = Command("new")
REVIEW: Final = Command("review")
MOMENTS: Final = Command("moments", ("turning",))
REPLAY: Final = Command("replay")
WARNINGS: Final = Command("warnings", takes="[on|off]")
ASSIST: Final = Command("assist", takes="WORD")
NAMES: Final = Command("names", ("name",), "[NAME …]")
POSITION: Final = Command("position", ("share",))
SAVE: Final = Command("save", takes="FILE")
WAIT: Final = Command("wait")
SKIP: Final = Command("skip")
QUIT: Final = Command("quit", ("exit", "q", "bye"))

PLAYING: Final = (
    HINT,
    WHY,
    LEGAL,
    ADVICE,
    SUPPOSE,
    SHOW,
    LAST,
    PILE,
    RULES,
    UNDO,
    AGAIN,
    NEW,
    REVIEW,
    MOMENTS,
    REPLAY,
    ASSIST,
    WARNINGS,
    NAMES,
    POSITION,
    SAVE,
    HELP,
    QUIT,
)
"""What may be typed while a game goes on, besides moves; those of `PILES` where the game has such a pile."""
PILES: Final = (LAST, PILE)
MOST_NAMED: Final = 5
"""Cards that a counterfactual may name."""
DECIDING: Final = (HINT, LEGAL, ADVICE, SUPPOSE, WAIT)
"""What is about the decision that is due."""
AFTER: Final = (
    SHOW,
    LAST,
    PILE,
    AGAIN,
    NEW,
    MOMENTS,
    REVIEW,
    REPLAY,
    UNDO,
    WHY,
    RULES,
    POSITION,
    NAMES,
    SAVE,
    HELP,
    QUIT,
)
"""What help lists when a hand has ended; all else that is known in play is answered there as well."""
KNOWN: Final = (*PLAYING, WAIT, SKIP)
"""Every command of practice."""


def there(game: Game[Any], commands: tuple[cmd.Command, ...]) -> tuple[cmd.Command, ...]:
    """Those of `commands` that a game has: not every one has tricks, or a pile to look through."""
    piles = piles_of(game)
    lacks = {LAST} - {LAST for name in piles if name == LAST.name}
    lacks |= {PILE} - {PILE for name in piles if name != LAST.name}
    return tuple(command for command in commands if command not in lacks)


def helped(known: tuple[cmd.Command, ...], rest: str, intro: str) -> list[Block]:
    """What may be typed; or about the one word `rest`: what it does, and for advice how it comes about."""
    word = rest.strip().lower()
    about = [command for command in known if word == command.name or word in command.aliases]
    if not about:
        unknown = [Para(say("practice.help_unknown", word=short(rest)), "warn")] if word else []
        return [*unknown, *cmd.help_blocks(known, intro)]
    doc: list[Block] = [Item(f"{command.name} {command.takes}".strip(), command.about) for command in about]
    return [*doc, *(Para(say(f"advice.help_{part}")) for part in ("how", "sure", "bids"))] if ADVICE in about else doc


# -- moves ---------------------------------------------------------------------------------------------


def is_move(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str) -> bool:
    """Whether `line` is something to play or to say here, which goes before a command: `q` may be a queen."""
    if named(game, phase, view, line):
        return True
    low = line.lower()
    head = low.split(None, 1)[0].partition(":")[0]
    if head != low and head in map(str.lower, phase.words):  # alone it may be a command, as `show` in Tyzicha
        return True
    try:
        move = phase.read(view, line)
    except Unreadable:
        return False
    if move.cards:
        return not lacking(phase.holds(view), move.cards)
    return any(move == other for other in phase.candidates(view))


def move_text(match: Match, line: str) -> str:
    """The move in what was typed, as programs write it."""
    return meant(match.game, *match.moment, seats_named(line, match.names))


def move_words(match: Match) -> tuple[Word, ...]:
    """Every card there is to play with and every word of the decision, legal or not."""
    phase, view = match.moment
    held = dict.fromkeys(c.text for c in match.game.arranged(phase.holds(view), match.record.state, view))
    calls = (move.text for move in phase.candidates(view) if not move.cards)
    return tuple(typed_word(match.game, phase, text) for text in dict.fromkeys((*held, *phase.words, *calls)))


def near_command(line: str, known: Sequence[cmd.Command]) -> str:
    """The command that a mistyped line may have meant; empty if none."""
    names = cmd.command_names(known)
    near = difflib.get_close_matches(line.split(None, 1)[0].lower()[:12], names, n=1, cutoff=0.7)
    return near[0] if near else ""
