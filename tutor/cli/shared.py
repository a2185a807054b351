"""Helpers of the commands: output, finding games, reading positions, progress counts, sessions."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from tutor.kernel.faults import UserFault

T = TypeVar("T")
A_STEP: Final = 500
"""Items between two updates of the line."""


class WrongCommand(UserFault):
    """The words of a command are wrong; the message says how."""

    in_command = True


wants: dict[str, Any] = {}
"""The display options given before the command, as `tutor.ui.console.console` takes them."""


def console() -> Any:
    """The console for standard output, with the display options."""
    from tutor.ui.console import console as made

    return made(**wants)


def game_called(name: str) -> Any:
    """The game called `name`; raises UnknownGame."""
    from tutor.kernel.by_name import find_game

    return find_game(name)


def pairs(words: list[str] | None, moves: list[str] | None = None) -> list[tuple[str, str]]:
    """The (name, value) fields of a position from command-line words, `@FILE`, or standard input (`-`)."""
    from tutor.kernel.position_text import split
    from tutor.ui.source import read_file

    parts: list[str] = []
    for word in words or []:
        if word == "-" or (word.startswith("@") and len(word) > 1):
            text = read_file(word.removeprefix("@")).strip()
            parts += [text] if text.startswith("{") else text.split()
        else:
            parts.append(word)
    return split(parts) + [("move", move) for move in moves or []]


def house_rules(game: Any, words: list[str] | None) -> list[str]:
    """The words behind `--option`, for the position; BadPosition if one is not `name=value`, or no house rule."""
    from tutor.kernel.fields import Problem, specs
    from tutor.kernel.idle_fields import elsewhere
    from tutor.kernel.position import unknown_option
    from tutor.kernel.position_text import BadPosition

    bad: list[Problem] = []
    known = specs(game.options)
    for word in words or ():
        name, equals, _ = (part.strip() for part in word.partition("="))
        if name not in known and name.partition(".")[0] not in {*elsewhere(game), "phase", "move"}:
            bad.append(unknown_option(game, name))
        elif not equals:
            shape = f" ({known[name].kind.shape})" if name in known else ""
            bad.append(Problem(name, f"is written {name}=…{shape}"))
    if bad:
        raise BadPosition(bad, unread=False)
    return list(words or ())


@contextmanager
def fields_told(game: Any, words: list[str] | None, *, moves: bool = True) -> Iterator[None]:
    """Where `words` cannot be read, or a field is missing, or all, add how a position of `game` is written."""
    from tutor.kernel.fields import Problem
    from tutor.kernel.position_text import BadPosition

    try:
        yield
        if not words:
            raise BadPosition([Problem("position", "nothing is given")])
    except BadPosition as why:
        if any(problem.refused for problem in why.problems):
            from tutor.teach.rulings.refusals import problem_lines

            why.lines = problem_lines(game, why.problems)
        given = {word.partition("=")[0] for word in words or ()}
        by_hand = not any(word.startswith(("{", "@", "-")) for word in given)
        if by_hand and (why.unread or any(problem.field not in given for problem in why.problems)):
            from tutor.teach.rulings.explain import how_to_begin

            phase = next((word[len("phase=") :].lower() for word in words or () if word.startswith("phase=")), "")
            known = phase if phase in game.phase_of else ""
            why.lines = [*why.lines, *how_to_begin(game, moves=moves, phase=known)]
        raise


def print_json(value: object) -> None:
    """Write `value` as one line of JSON to standard output."""
    import json

    from tutor.ui.write import prepare, say

    prepare(sys.stdout)
    say(json.dumps(value, ensure_ascii=True) + "\n")


def warned(store: Any, *, aside: bool = False) -> None:
    """Write warnings about saving progress, if there are any, to standard output, or with `aside` to standard error."""
    from tutor.teach.text.doc import Para
    from tutor.ui.console import complain

    warning = store.take_warning()
    if warning and aside:
        complain([f"tutor: {warning}"])
    elif warning:
        console().show((Para(warning, "warn"),))


class Counting:
    """Shows progress of long work on standard error, as a count and the time left, if that is a terminal."""

    def __init__(self, label: Callable[[], str] = str) -> None:
        self._bar: Any = None
        self._label = label

    def __enter__(self) -> Counting:
        """Show nothing before the first count."""
        return self

    def each(self, items: Iterable[T], of: int | None = None) -> Iterator[T]:
        """Yield `items`, counting them; `of` is their number if known."""
        for done, item in enumerate(items, 1):
            yield item
            if not done % A_STEP or done == of:
                self(done, of)

    def __call__(self, done: int, of: int | None) -> None:
        """Show that `done` of `of` items are done."""
        if not sys.stderr.isatty() or (of is not None and of < 2):
            return
        if self._bar is None:
            import typer

            unknown = itertools.count() if of is None else None  # the number of items is unknown
            shown: Any = {"label": self._label(), "width": 0, "show_pos": True, "show_eta": True, "file": sys.stderr}
            self._bar = typer.progressbar(unknown, length=of, **shown)
            self._bar.__enter__()
        self._bar.update(done - self._bar.pos)
        if done == of:
            self.__exit__()

    def __exit__(self, *why: object) -> None:
        """Leave the line as it stands."""
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None


def open_progress() -> Any:
    """Open the learner's progress store; reading a long log shows a progress count."""
    from tutor.teach.progress.store import open_store
    from tutor.teach.text.words import say

    store = open_store()
    store.told = Counting(lambda: say("store.reading"))
    return store


def talk(session: Any, history: str, *, toolbar: bool = True) -> int:
    """Run a session at the prompt or on a pipe; gives the exit status."""
    from tutor.teach.progress.store import data_dir
    from tutor.ui.terminal.talk import talk

    return talk(session, console().look, history_path=data_dir() / history, toolbar=toolbar)
