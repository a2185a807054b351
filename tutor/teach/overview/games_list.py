"""The list of all games, and the page about one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.teach.overview.games_map import Listed, contrasts, listed
from tutor.teach.overview.index import headlines, titled
from tutor.teach.progress.home import questions, unfinished
from tutor.teach.progress.report import lesson_items
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.values import capital
from tutor.teach.text.words import has_block, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.teach.progress.derived import Progress


def games_doc(progress: Progress) -> Doc:
    """Every game on one line, by family: players, time, difficulty, the learner's progress."""
    rows: list[tuple[str, ...]] = []
    family = ""
    there = listed(progress).values()
    families = list(dict.fromkeys(one.game.family for one in there))
    for one in sorted(there, key=lambda one: families.index(one.game.family)):
        if one.game.family != family:
            family = one.game.family
            rows.append((mark("b", family_text(family)),))
        rows.append(_row(one))
    return (
        Heading(say("games.title")),
        ColumnsBlock(tuple(say("games.head").split("|")), tuple(rows), folds=True),
        Gap(),
        Para(say("games.legend"), "dim"),
        Para(say("games.more"), "dim"),
    )


def family_text(family: str) -> str:
    """The name of a family of games."""
    return say(f"family.{family}") if has_block(f"family.{family}") else capital(family)


def _row(one: Listed) -> tuple[str, ...]:
    done = f"{one.done}/{one.lessons}"
    return one.name, _numbers(one.game.players), str(one.game.minutes), str(one.game.difficulty), done


def _numbers(players: Sequence[int]) -> str:
    """The numbers of players that a game may have: `3-6`, `2/4`."""
    there = sorted(players)
    every = there == list(range(there[0], there[-1] + 1)) and len(there) > 1
    return f"{there[0]}-{there[-1]}" if every else "/".join(map(str, there))


def game_doc(game: Game[Any], progress: Progress) -> Doc:
    """One game: summary, players, related games, lessons, and the commands to type."""
    from tutor.teach.rulebooks.rulebook import rulebook

    book, name = rulebook(game.name), game.name
    out: list[Block] = [Heading(book.title, 1), Para(book.summary), Para(book.aim), Gap()]
    out += [
        Item(say("games.family_label"), family_text(game.family)),
        Item(say("games.players_label"), _numbers(game.players)),
        Item(say("games.minutes_label"), say("games.minutes", n=book.minutes)),
        Item(say("games.difficulty_label"), say("games.difficulty", n=book.difficulty)),
    ]
    bridges = dict(contrasts(name))
    if book.related or bridges:
        out += [Gap(), Heading(say("games.resembles"))]
        out += [Item(titled(other), book.related.get(other, "")) for other in dict.fromkeys((*book.related, *bridges))]
    lessons = lesson_items(name, progress, brief=True)
    if lessons:
        rows = tuple((item.label, item.text) for item in lessons)
        out += [Gap(), Heading(say("games.lessons")), ColumnsBlock(("", ""), rows)]
    return (*out, Gap(), Heading(say("games.next")), *_commands(name, bridges, progress))


def _commands(name: str, bridges: dict[str, str], progress: Progress) -> list[Item]:
    """The commands to go on with the game."""
    lessons = headlines(name)
    out = []
    if lessons:
        at = unfinished(name, progress)
        number, key = (1, "home.repeat") if at is None else (at + 1, "home.learn")
        lesson = lessons[number - 1]
        key = "home.resume" if progress.lesson(name, lesson.id).running else key
        out.append(Item(f"tutor learn {name}", say(key, n=number, title=lesson.title)))
    for known, address in bridges.items():
        out.append(Item(f"tutor learn {address}", say("games.bridge", known=titled(known))))
    out.append(Item(f"tutor practice {name}", say("home.practice", game=titled(name))))
    return [*out, *questions(name)]
