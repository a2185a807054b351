"""Search for a moment at which a clause decides, in play, in random results, and in patterns.

Play is sensible at first, and random if that does not soon lead to the clause. A clause decides where its duty cuts a
move, where it is the basis of a legal one, where it determines the winner of a trick, or where it gives points. If that
is too rare, or the question is about a value, the rulebook has a `[[drill]]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tutor.kernel.judging import Verdict
from tutor.teach.drills.choices import attempts, few, not_alike, refused_by
from tutor.teach.drills.moments import (
    SCORE,
    DrillTable,
    Moment,
    other_tables,
    patterned,
    random_game,
    tables_named,
    usual_table,
)
from tutor.teach.drills.quality import freed_by, worth_asking
from tutor.teach.drills.question_maker import (
    Made,
    decision_asked,
    freedom_asked,
    legal_asked,
    value_asked,
    winner_asked,
)
from tutor.teach.drills.results import random_results
from tutor.teach.drills.values import expression, holds, score_question
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.ruling import Rulings

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.drills.drill_spec import DrillSpec

GAME_LENGTH: Final = 1200
"""The most steps of one random game."""
LOOKED: Final = 12_000
"""The most moments searched for one drill."""
SEARCHED: Final = 4_000
"""The most moments searched for a table at which a clause decides."""
FIRST: Final = 400
"""Moments searched before other sources are tried."""
RESULTS: Final = 250
"""The most results settled for one drill."""
PATTERNS: Final = 3000
"""The most fillings of a pattern that are tried."""
SKIPPED: Final = 6
"""The most suitable moments that are skipped, so that drills vary."""
SENSIBLE: Final = (0.1, 0.1, 0.2, 1.0)
"""The shares of random moves in the games that are searched, in turn."""
LATER: Final = (0, 0, 10, 30, 80)
"""Numbers of moments at the start of a game that are skipped unless nothing else is found."""
WAITED: Final = 25
"""Moments after a suitable one within which another must follow, else it is taken."""

BETTER: Final = 40
"""The most fillings of a pattern that are tried for a question worth asking."""

RANDOM: Final = "random results"
NOWHERE: Final = "nowhere"


Making: TypeAlias = Callable[[], Made | None]

# -- by chance -----------------------------------------------------------------------------------------


def by_chance(game: Game[Any], clause: str, rng: Random) -> Made | None:
    """A drill's question from play at a table where the clause decides, else from random results; None if none."""
    search = _Search(clause, rng)
    source = _source(game, clause)
    made = None
    if isinstance(source, DrillTable):
        made = search.look(_games_at(game, source, rng), LOOKED)
    if made is None and source is not NOWHERE:
        made = _by_result(game, clause, rng, 3 * RESULTS)
    if made is None:
        search.look(_games_at(game, usual_table(game), rng), FIRST)
    return made or search.weak()


def _by_result(game: Game[Any], clause: str, rng: Random, tries: int) -> Made | None:
    for here in random_results(game, rng, tries):
        question = score_question(here, clause, rng)
        if question is not None:
            return here, question
    return None


@cache
def _source(game: Game[Any], clause: str) -> DrillTable | str:
    """The table at which the clause decides, or `RANDOM` results, or `NOWHERE`.

    It is cached and the same for all seeds: the usual table if the clause soon decides there, else one with a house
    rule that the clause names.
    """
    rng = Random(f"{game.name} {clause}")
    usual = usual_table(game)
    if _Search(clause, rng).look(iter([iter(_usual_play(game))]), FIRST) is not None:
        return usual
    for table in tables_named(game, words.clause(game.name, clause).text):
        if _Search(clause, rng).look(_games_at(game, table, rng), FIRST) is not None:
            return table
    if _by_result(game, clause, rng, RESULTS) is not None:
        return RANDOM
    for chance in (SENSIBLE[0], 1.0):
        for table in other_tables(game):
            if _Search(clause, rng).look(iter([random_game(game, table, rng, FIRST, chance)]), FIRST) is not None:
                return table
        games = iter([random_game(game, usual, rng, GAME_LENGTH, chance) for _ in range(4)])
        if _Search(clause, rng).look(games, SEARCHED) is not None:
            return usual
    return NOWHERE


class _Play:
    """Moments that are looked through again and again, each played when it is first wanted."""

    def __init__(self, moments: Iterator[Moment]) -> None:
        self._seen: list[Moment] = []
        self._more = moments

    def __iter__(self) -> Iterator[Moment]:
        yield from self._seen
        for here in self._more:
            self._seen.append(here)
            yield here


@lru_cache(maxsize=2)
def _usual_play(game: Game[Any]) -> _Play:
    """The moments of games at the usual table in which all clauses are looked for."""
    games = _games_at(game, usual_table(game), Random(f"{game.name} play"))
    return _Play(islice(chain.from_iterable(games), FIRST + 1))


def _games_at(game: Game[Any], table: DrillTable, rng: Random) -> Iterator[Iterator[Moment]]:
    """Endless games at one table, most of them sensible."""
    while True:
        yield from (random_game(game, table, rng, GAME_LENGTH, chance) for chance in SENSIBLE)


def _games_anywhere(game: Game[Any], rng: Random) -> Iterator[Iterator[Moment]]:
    """Endless games: at the usual table, then at others in turn."""
    usual = usual_table(game)
    while True:
        yield from (random_game(game, usual, rng, GAME_LENGTH, chance) for chance in SENSIBLE)
        yield from (random_game(game, table, rng, GAME_LENGTH // 3, SENSIBLE[0]) for table in other_tables(game))


@dataclass
class _Search:
    """A search of moments for one at which `clause` decides."""

    clause: str
    rng: Random
    looked: int = 0
    spare: Moment | None = None
    """A moment at which the clause applies without cutting moves, for want of a better one."""
    plain: Made | None = None
    """A question about a trick that simply the highest card wins, for want of a better one."""

    def look(self, games: Iterator[Iterator[Moment]], most: int) -> Made | None:
        """The question at a suitable moment, in the first game that has one; not always the first such moment of it."""
        for moments in games:
            later, passed = self.rng.choice(LATER), self.rng.randrange(SKIPPED)
            last: Making | None = None
            until = GAME_LENGTH
            for number, here in enumerate(moments):
                self.looked += 1
                found = self._question(here) if number >= later or last is None else None
                if found is not None:
                    last, passed, until = found, passed - (number >= later), max(number, later) + WAITED
                if passed < 0 or number >= until or self.looked > most:
                    break
            made = last() if last is not None else None
            if made is not None or self.looked > most:
                return made
        return None

    def _question(self, here: Moment) -> Making | None:
        """A function that makes the question about this moment; None if the clause does not decide there."""
        if here.phase is None:
            asked = score_question(here, self.clause, self.rng)
            return None if asked is None else lambda: (here, asked)
        if not here.due:
            return self._winner_question(here)
        if not here.found.legal:
            return None
        steps = here.found.steps_of(self.clause)
        if any(step.cut for step in steps):
            return lambda: decision_asked(here, self.clause, self.rng)
        if steps and self.rng.random() < 0.3:
            tried = attempts(here, self.rng)
            if tried and refused_by(here.judged(*tried).asked, self.clause):
                return lambda: decision_asked(here, self.clause, self.rng, tried)
        legal = here.found.legal[:40]
        if any(here.phase.basis(here.view, here.found, move) == self.clause for move in legal):
            if not steps:
                return lambda: freedom_asked(here, self.clause, self.rng)
            self.spare = self.spare or here
        return None

    def _winner_question(self, here: Moment) -> Making | None:
        """The same for the winner of a complete trick, if the clause determines it, and not simply the highest card."""
        assert here.phase is not None
        if here.phase.winner_clause(here.view) != self.clause:
            return None
        made = winner_asked(here)
        if not worth_asking(made[1]):
            self.plain = self.plain or made
            return None
        return lambda: made

    def weak(self) -> Made | None:
        """The question at a moment kept for want of a better one."""
        if self.plain is not None:
            return self.plain
        return freedom_asked(self.spare, self.clause, self.rng) if self.spare is not None else None


# -- as the rulebook says ------------------------------------------------------------------------------


def by_entries(game: Game[Any], entries: list[DrillSpec], rng: Random) -> Made | None:
    """The question of a random one of the entries; of another if that gives none."""
    for entry in rng.sample(entries, len(entries)):
        made = by_entry(game, entry, rng)
        if made is not None:
            return made
    return None


def by_entry(game: Game[Any], entry: DrillSpec, rng: Random) -> Made | None:
    """The question of one entry; None if no suitable moment was found."""
    if entry.position or entry.score:
        return _by_pattern(game, entry, rng)
    return _EntrySearch(entry.clause, rng, entry=entry).look(_games_anywhere(game, rng), LOOKED)


def _by_pattern(game: Game[Any], entry: DrillSpec, rng: Random) -> Made | None:
    """The question of an entry with a pattern, preferably one worth asking."""
    pattern, phase = entry.position or entry.score, SCORE if entry.score else entry.phase
    spare: Made | None = None
    left = PATTERNS
    while left:
        here = patterned(game, pattern, phase, rng)
        made = _asked(here, entry, rng) if here is not None else None
        if made is not None and worth_asking(made[1]):
            return made
        left = min(left, BETTER) if spare is None and made is not None else left
        spare, left = spare or made, left - 1
    return spare


@dataclass
class _EntrySearch(_Search):
    """A search for a moment that an entry of the rulebook describes."""

    entry: DrillSpec = field(kw_only=True)

    def _question(self, here: Moment) -> Making | None:
        made = _asked(here, self.entry, self.rng)
        return (lambda: made) if made is not None else None


def _asked(here: Moment, entry: DrillSpec, rng: Random) -> Made | None:
    """The question of the entry about this moment; None if its condition does not hold."""
    if entry.phase not in ("", SCORE if here.phase is None else here.phase.name):
        return None
    if entry.of:
        return value_asked(here, entry, rng)
    if not holds(entry.when, here.scene.facts()):
        return None
    if here.phase is None:
        question = score_question(here, entry.clause, rng)
        return None if question is None else (here, question)
    if not here.due:
        return winner_asked(here) if here.phase.winner_clause(here.view) == entry.clause else None
    tried = [str(text) for text in expression(entry.among)(**here.scene.facts())] if entry.among else []
    if tried:
        found = here.judged(*tried)
        named = tuple({r.text: r for r in found.asked if r.verdict is not Verdict.UNREADABLE}.values())
        legal = [r for r in named if r.legal]
        refused = few(found, [r for r in named if not r.legal], named, legal)
        refused = not_alike(refused, Rulings(here.game, found).text, named, legal)
        return here, legal_asked(here.game, found, [r for r in named if r.legal or r in refused])
    if any(step.cut for step in here.found.steps_of(entry.clause)):
        return decision_asked(here, entry.clause, rng, kind=entry.ask)
    if entry.ask == "legal" and freed_by(here.found, entry.clause):
        return here, legal_asked(here.game, here.judged(), here.judged().rulings)
    tried = attempts(here, rng)
    if refused_by(here.judged(*tried).asked, entry.clause):
        return decision_asked(here, entry.clause, rng, tried, kind=entry.ask)
    return None if entry.ask in ("legal", "move") else freedom_asked(here, entry.clause, rng)
