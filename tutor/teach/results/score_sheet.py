"""The document of `tutor score`, made from the same settlement as its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.working import TOTAL, Chain, Standing
from tutor.teach.results.score_standing import (
    before_hand,
    counts,
    counts_deals,
    ends_games,
    never_goes_on,
    only_hand,
    shallow,
    stand_of,
    standing_blocks,
    standing_table,
    totals_told,
)
from tutor.teach.results.score_table import cards_counted, score_table, with_clause
from tutor.teach.results.workings import lines, step_text
from tutor.teach.results.workings_together import together
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text, outcome_facts
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para
from tutor.teach.text.phrases import worded
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tutor.kernel.events import Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.working import Working

HAND: Final = ("outcome.hand", "outcome.loser", "outcome.result")
"""Paths of the workings that say who has won the hand, and lost it, and whether a contract is made."""
SHORT: Final = 100
"""Up to this many characters steps that lie open stand in a row."""
ENDING: Final = ("outcome.game_won", "outcome.game")
"""Paths of the workings that have a part of the page each, behind that of the points."""


def score_doc(game: Game[Any], view: Any) -> Doc:
    """What the hand has brought and why, what each side gets for what, and how the game stands."""
    done = game.scoring.settle(view)
    workings = game.scoring.workings(view)
    told = {line_text(game, line) for line in done.lines}
    out: list[Block] = [Heading(say("score.title", title=game.title), 1), *_headline(game, view, done, workings)]
    out += _reasons(game, done, workings, told)
    stand = stand_of(workings.get(ENDING[-1]))
    elsewhere = stand is not None and standing_table(game, stand, done) is not None
    out += [Gap(), score_table(game, view, done, workings, totals=not elsewhere)]
    for path in ENDING:
        out += _part(path, _standing(game, done, workings, path, told))
    more = [Item("", text) for one in _others(workings) if isinstance(one, Chain) for text in _more(game, one, told)]
    out += _part("more", [*more, *(Item("", text) for text in outcome_facts(game, view, done.outcome))])
    return worded(game, out)


def _headline(game: Game[Any], view: Any, done: Settlement, workings: Mapping[str, Working]) -> Iterator[Block]:
    """Who has won the hand and the game, by which rule; what the hand brings where nobody wins hands."""
    named, end = words.book(game.name).situation, workings.get(ENDING[-1])
    hand, whole = done.outcome.get("hand") or (), done.outcome.get("game") or ()
    facts: dict[str, Any] = {"hand": hand, "whole": whole, "games": done.outcome.get("game_won") or ()}
    facts |= {"called": named.get("game", "game"), "of": "deal" if counts_deals(end) else named.get("hand", "hand")}
    if len(done.scores) == 1:
        ((who, n),) = done.scores.items()
        said = say("score.alone", who=who, n=n, much=shown(float(abs(n))), unit=words.unit(game))
    elif hand or whole:
        said = say("score.won", **facts, alone=_alone(done, workings))
    elif HAND[0] in workings:
        said = say("score.nobody", **facts)
    else:
        lowest = isinstance(end, Standing) and end.lowest
        said = say("score.brought", by=done.scores, lowest=lowest, **facts)
    clause = done.outcome.get("clause", "")
    if (
        len(done.scores) == 1
        or clause in {line.clause for line in done.lines}
        or (not whole and ends_games(game, clause, end))
    ):
        clause = ""
    *before, last = said.split("|")
    for text in (*before, with_clause(last, clause)):
        yield Para(text, "good" if hand or whole else "")
    if clause and not done.lines and not any(one.clause == clause for one in workings.values()):
        yield Item("", words.rule_text(words.clause(game.name, clause), view.options))


def _part(what: str, blocks: Iterable[Block]) -> list[Block]:
    """A part of the page under its heading; nothing if there is nothing to tell."""
    told = list(blocks)
    return [Heading(say("score.part", what=what)), *told] if told else []


def _alone(done: Settlement, workings: Mapping[str, Working]) -> bool:
    """Whether a game is one hand, so that whoever wins it wins the game."""
    end = workings.get(ENDING[-1])
    return (
        only_hand(end)
        or (end is not None and end == workings.get(HAND[0]))
        or (HAND[0] not in workings and "game_won" not in done.outcome and never_goes_on(end))
    )


def _reasons(game: Game[Any], done: Settlement, workings: Mapping[str, Working], told: set[str]) -> Iterator[Block]:
    """How the result of the hand is found: who has won and lost it, and what the points of a bank or of nobody mean."""
    alone = len(done.scores) == 1
    for one in [] if alone and done.lines else map(workings.get, HAND):
        if isinstance(one, Chain):
            said = all(line.facts.get("why") in words.book(game.name).clauses for line in done.lines) and done.lines
            yield from _untold(_chain(game, one, said=bool(said)), told)
        elif isinstance(one, Standing):
            told.update(totals_told(game, one, done))
            n = len(one.premises) + len(one.sums)
            sums, why = lines(game, one)[:n], lines(game, one)[n:]
            yield from _untold([sums, [" ".join(why)]], told)
            told.update(why)
    stand = stand_of(workings.get(ENDING[-1]))
    if stand is not None and HAND[0] not in workings and done.outcome.get("game") and _alone(done, workings):
        steps = stand if done.lines else stand._replace(first=None)  # else the rule has told why
        won = standing_blocks(game, steps, done, ENDING[-1], totals=False)
        yield from _untold([[" ".join(block.text for block in won if isinstance(block, Item))]], told)
    if alone or not done.lines:
        chains = [one for side in done.scores if isinstance(one := workings.get(f"scores.{side}"), Chain)]
        before = [one._replace(steps=one.steps[:-1]) for one in chains]  # the last gives what the table says
        yield from _untold(together(game, before), told)
    for one in _others(workings):
        if isinstance(one, Chain) and all(step.given for step in one.steps):
            yield from _untold([[" ".join(lines(game, one))]], told)
        elif one != workings.get(ENDING[-1]) and cards_counted(one):
            yield from _untold([lines(game, one)], told)


def _others(workings: Mapping[str, Working]) -> list[Working]:
    """The workings of other parts of the outcome."""
    return [one for path, one in workings.items() if path.startswith("outcome.") and path not in (*HAND, *ENDING)]


def _chain(game: Game[Any], one: Chain, *, said: bool) -> Iterator[list[str]]:
    """The steps in words: what lies open in a row, if that is short and something follows from it, then what follows.

    Totals are left to the table, and what follows where it is `said` there.
    """
    if all(step.given for step in one.steps):
        return
    given = [step_text(game, step) for step in one.steps if step.given and step.name != TOTAL]
    yield [" ".join(given)] if len(" ".join(given)) <= SHORT else given
    if not said:
        yield [step_text(game, step) for step in one.steps if not step.given and step.name != TOTAL]


def _standing(
    game: Game[Any], done: Settlement, workings: Mapping[str, Working], path: str, told: set[str]
) -> Iterator[Block]:
    """How the game stands; steps that this rests on only where no line of the score tells of them."""
    one = workings.get(path)
    stand = stand_of(one)
    if (
        stand is not None
        and not (_alone(done, workings) and done.outcome.get("game"))
        and (path == ENDING[-1] or counts(one))
    ):
        yield from _untold([[step_text(game, step) for step in stand.premises if not done.lines]], told)
        totals = path == ENDING[-1] or before_hand(stand)
        for block in standing_blocks(game, stand, done, path, totals=totals):
            if not isinstance(block, Item):
                yield block
            else:
                yield from _untold([[block.text]], told)
    elif stand is None and isinstance(one, Chain) and counts(one):
        yield from _untold([lines(game, shallow(one))], told)
    if isinstance(one, Chain | Standing):
        told.update(lines(game, one))


def _more(game: Game[Any], one: Chain, told: set[str]) -> Iterator[str]:
    """What else follows from a working: what is not told of it, the steps that lie open with the one that follows."""
    given = [block.text for block in _untold([[step_text(game, step) for step in one.steps if step.given]], told)]
    for block in _untold([[step_text(game, step) for step in one.steps if not step.given]], told):
        yield " ".join([*given, block.text])
        given = []


def _untold(paragraphs: Iterable[Sequence[str]], told: set[str]) -> Iterator[Item]:
    """The sentences that are not in `told`, a line each; all are added to it."""
    for steps in paragraphs:
        said = " ".join(told)
        fresh = [step for step in steps if step and step.rstrip(".") not in said]
        told.update(steps)
        yield from (Item("", text) for text in fresh)
