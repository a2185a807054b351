"""Review: what is due, across all games, each clause as a question not seen before; and the slips of practice again.

Nothing is asked about how well one knows a rule: the answers say it (`spacing`). Nobody is made to review.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from tutor.kernel.game import load, names
from tutor.kernel.phase import Verdict
from tutor.kernel.position import BadPosition
from tutor.teach import ruling as words
from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.from_lessons import asked_in_lessons
from tutor.teach.drills.moments import at
from tutor.teach.progress.due import in_words, known_clauses, weakest
from tutor.teach.questions import MakeMove
from tutor.teach.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import Block, Doc, Heading, Item, Para, mark
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from tutor.teach.progress.derived import Progress
    from tutor.teach.progress.events import LogEvent


def interleaved(progress: Progress, clauses: Sequence[str]) -> list[str]:
    """`clauses` so that games take turns, each game's in the order given."""
    by_game: dict[str, list[str]] = {}
    for clause in clauses:
        by_game.setdefault(progress.clause(clause).game, []).append(clause)
    longest = max(map(len, by_game.values()), default=0)
    return [own[i] for i in range(longest) for own in by_game.values() if i < len(own)]


def review_drills(progress: Progress, clauses: Sequence[str], seed: int) -> Iterator[Drill]:
    """One drill of each clause, or where there are none a question of a lesson about it."""
    for number, clause in enumerate(interleaved(progress, clauses)):
        game = load(progress.clause(clause).game)
        drill: Drill | None = None
        if not rulebook(game.name).clauses[clause].drill:
            with suppress(NoDrill):
                drill = make(game, clause, seed + number)
        drill = drill or asked_in_lessons(game, clause, Random(seed + number))
        if drill is not None:
            yield drill


def nothing_due_doc(progress: Progress, now: datetime) -> Doc:
    """When something will be due, and what could be drilled until then."""
    known = set(known_clauses(progress))
    dates = [when for clause, when in progress.due_dates.items() if clause in known] if known else []
    if not dates:
        return (Para(say("review.never")),)
    out: list[Block] = [Para(say("review.nothing", when=in_words(min(dates), now), n=len(dates)))]
    weak = weakest(progress)
    if weak:
        out.append(Para(say("review.weak")))
        for clause in weak:
            game = progress.clause(clause).game
            out.append(Item(f"tutor drill {game} --clause {clause}", words.clause(game, clause).title))
    return tuple(out)


def intro_doc(due: int) -> Doc:
    """What a review is, and how much of it there is."""
    return (Heading(say("review.title"), 1), Para(say("review.about", n=due), "dim"))


# -- slips ---------------------------------------------------------------------------------------------


def slips(events: Iterable[LogEvent], game: str = "", since: str = "") -> list[Drill]:
    """The decisions of practice hands at which something forbidden was tried, as the same positions again.

    `events` is a log, in its order; `since` a time (ISO) from which on, `game` which game, if not all. What was
    answered right at the same position later on is done with. In order of time.
    """
    tried: dict[tuple[str, str], list[LogEvent]] = {}
    for event in events:
        position = str(event.detail.get("position", ""))
        key = (event.game, position)
        if event.kind == "slip" and event.detail.get("where") == "practice" and position and event.at >= since:
            tried.setdefault(key, []).append(event)
        elif event.kind == "answer" and event.detail.get("where") == "review" and event.result != "again":
            tried.pop(key, None)
    found = (_again(own) for (name, _), own in tried.items() if name in names() and game in ("", name))
    return [drill for drill in found if drill is not None]


def _again(own: Sequence[LogEvent]) -> Drill | None:
    """The position of these slips, and the question what to do there; None if it is none any more."""
    first = own[0]
    game = load(first.game)
    texts = list(dict.fromkeys(str(event.detail.get("move", "")) for event in own))
    try:
        here = at(game, str(first.detail["position"]))
        if not here.due or first.clause not in rulebook(game.name).clauses:
            return None
    except (BadPosition, BadRulebook):
        return None
    refused = [r.text for r in here.judged(*texts).asked if r.verdict is Verdict.NOT_ALLOWED]
    question = MakeMove(game, here.judged())
    question.clause = first.clause
    preface = say("review.tried", moves=[mark("m", text) for text in refused]) if refused else ""
    return Drill(game, first.clause, 0, here, question, preface) if here.found.legal else None
