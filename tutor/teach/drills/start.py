"""Make the session of a drill, a review, or the mistakes of practice, from what the user asked for."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.teach.conversation.assist import Assist
from tutor.teach.drills.review import nothing_due_doc, review_drills, slips
from tutor.teach.drills.series import Series, clauses_of
from tutor.teach.drills.session import DrillSession
from tutor.teach.progress.due import due_clauses
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import Block, Doc, Heading, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tutor.kernel.game import Game
    from tutor.teach.progress.store import Store

MINUTES: Final = 2.0
"""The default length of a review."""


class BadDrill(UserFault, ValueError):
    """The drill asked for is impossible; the message says why."""

    in_command = True


def drill_session(
    game: Game[Any],
    store: Store,
    wanted: str = "",
    *,
    count: int = 10,
    seed: int | None = None,
    assist: Assist = Assist.ASK,
) -> DrillSession:
    """A session of `count` drills of the clauses that `wanted` names, by default all that the learner has met.

    With a `seed` the questions are the same in every run, independent of progress. Raises `BadDrill`.
    """
    try:
        book = rulebook(game.name)
    except BadRulebook as why:
        raise BadDrill(str(why)) from None
    intro: list[Block] = [Heading(say("drill.title", title=game.title), 1)]
    if wanted:
        found = book.find(wanted)
        if not found:
            raise BadDrill(say("drill.no_clause", clause=short(wanted), game=game.name))
        clauses = [clause.id for clause in found if not clause.drill]
        if not clauses:
            raise BadDrill(say("drill.undrilled", clause=found[0].id, why=found[0].drill))
        if len(clauses) == 1:
            clause = book.clauses[clauses[0]]
            intro.append(Para(say("drill.about", rule=clause.rule or clause.title, clause_id=clause.id)))
    else:
        clauses = clauses_of(game, store.progress() if seed is None else None)
    if len(clauses) > 1:
        intro.append(Para(say("drill.about_game"), "dim"))
    number = Random().randrange(10**6) if seed is None else seed
    drills = Series(game, clauses, number, store.progress() if seed is None else None, count)
    return DrillSession(drills, store, count=count, intro=intro, assist=assist, again=drills.again)


def review_session(
    store: Store,
    now: datetime,
    *,
    minutes: float | None = None,
    count: int | None = None,
    seed: int = 0,
    clock: Callable[[], float] = monotonic,
) -> tuple[DrillSession | None, Doc]:
    """A review of due clauses, bounded by time or number; None and a document to show instead if nothing is due."""
    progress = store.progress()
    due = due_clauses(progress, now)
    if not due:
        return None, nothing_due_doc(progress, now)
    lasting = minutes if minutes is not None else MINUTES if count is None else None
    end = None if lasting is None else clock() + 60 * lasting
    chosen = due[:count] if count is not None else due
    session = DrillSession(
        review_drills(progress, chosen, seed),
        store,
        count=count,
        where="review",
        intro=(Heading(say("review.title"), 1), Para(say("review.about", n=len(due)), "dim")),
        enough=lambda: end is not None and clock() >= end,
    )
    return session, ()


def slips_session(store: Store, count: int | None = None) -> tuple[DrillSession | None, Doc]:
    """Mistakes of practice (see `review.slips`), latest first; None and a document to show if there are none."""
    found = store.read(slips)[::-1]
    if not found:
        return None, (Para(say("review.no_slips")),)
    number = len(found) if count is None else min(count, len(found))
    intro = (Heading(say("review.slips_title"), 1),)
    return DrillSession(iter(found), store, count=number, where="review", intro=intro), ()
