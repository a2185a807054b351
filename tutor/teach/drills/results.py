"""Random results of hands, made from the fields that a game's scoring declares, and their descriptions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations, islice, pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.field_types import Whole
from tutor.kernel.fields import CARD, CARDS, FLAG, REQUIRED, SEAT, SEAT_OR_NONE, SEATS, SIDE, ParseContext, Spec, specs
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.teach.drills.moments import DrillTable, Moment, other_tables, random_game, usual_table
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Block, ColumnsBlock, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.values import capital, ended
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.game import Game

SORTED: Final = "sorted"
"""What sorts cards in the game's own sentence."""
PLAYED: Final = 500
"""The most steps of the hand that is played for an example."""
TRIED: Final = 40
"""The most random results that are tried for one."""
WIDE: Final = (2, 6, 15, 60)
"""Ranges of numbers that have no upper bound, above their lower bound."""


def random_results(game: Game[Any], rng: Random, tries: int) -> Iterator[Moment]:
    """The valid ones of `tries` random results; a fifth of these use other house rules."""
    usual = usual_table(game)
    others = other_tables(game) or [usual]
    for _ in range(tries):
        pairs = _pairs(game, rng.choice(others) if rng.random() < 0.2 else usual, rng)
        try:
            view = read_view(game, game.scoring, pairs)
        except BadPosition:
            continue
        yield Moment(game, view)


def example_of_result(game: Game[Any]) -> str:
    """The fields of a hand that was played sensibly, or of a random result; "" if there is none.

    Fields, and cards in them, without which all is settled alike are left out.
    """

    def as_well(fields: list[tuple[str, str]]) -> bool:
        with suppress(BadPosition):
            return game.scoring.settle(read_view(game, game.scoring, fields)) == moment.settled
        return False

    def comes_to(fields: list[tuple[str, str]]) -> bool:
        with suppress(BadPosition):
            done = game.scoring.settle(read_view(game, game.scoring, fields))
            return (done.scores, done.outcome) == (moment.settled.scores, moment.settled.outcome)
        return False

    usual = usual_table(game)
    played = (moment for moment in random_game(game, usual, Random(1), PLAYED, 0.0) if moment.phase is None)
    at_random = (
        moment
        for moment in random_results(game, Random(1), TRIED)
        if moment.view.players == game.usual
        and moment.view.options == usual.options
        and any(moment.settled.scores.values())
    )
    for moment in islice(chain(played, at_random), 1):
        pairs = [pair for pair in split(moment.position.split()) if pair[0] != "phase"]
        for name in dict.fromkeys(name.partition(".")[0] for name, _ in pairs[::-1]):
            rest = [pair for pair in pairs if pair[0].partition(".")[0] != name]
            pairs = rest if rest and as_well(rest) else pairs
        for pair in sorted(pairs, key=lambda pair: -len(pair[1])):  # the longest first: one side may have the rest
            rest = [other for other in pairs if other != pair]
            pairs = rest if "." in pair[0] and as_well(rest) else pairs
        for at, (name, value) in enumerate(pairs):
            for one in value.split(","):
                few = [part for part in pairs[at][1].split(",") if part != one]
                rest = [*pairs[:at], (name, ",".join(few)), *pairs[at + 1 :]]
                pairs = rest if few and as_well(rest) else pairs
        own, outcome = specs(game.scoring.view), moment.settled.outcome.items()
        told = [(name, value) for name, value in outcome if isinstance(value, str) and name in own]
        fewer = ([*more, one] for one in told for size in (1, 2) for more in combinations(pairs, size))
        short = filter(comes_to, fewer)  # what is counted out may be given at once
        return min((" ".join(f"{name}={value}" for name, value in one) for one in (pairs, *short)), key=len)
    return ""


def _pairs(game: Game[Any], table: DrillTable, rng: Random) -> list[tuple[str, str]]:
    """Random fields for one result; optional ones are given half of the time."""
    context = game.parse_context(table.players, table.options)
    pairs = list(table.options.changed().items())
    if table.players != game.usual:
        pairs.append(("players", str(table.players)))
    left = list(game.pack.cards)
    rng.shuffle(left)
    for name, spec in specs(game.scoring.view).items():
        if name in ("players", "options") or (spec.default is not REQUIRED and rng.random() < 0.5):
            continue
        if not spec.per:
            value = _value(spec, context, left, rng)
            pairs += [] if value is None else [(name, spec.kind.show(value))]
            continue
        keys = context.seats if spec.per == "seat" else context.sides
        piles = _piles(left, len(keys), len(context.seats), rng) if spec.kind is CARDS else []
        for i, key in enumerate(keys):
            value = piles[i] if piles else _value(spec, context, left, rng)
            if value is not None and (piles or rng.random() < 0.9):
                pairs.append((f"{name}.{key}", spec.kind.show(value)))
    return pairs


def _piles(left: list[Any], number: int, size: int, rng: Random) -> list[Cards]:
    """All cards dealt into `number` piles of whole tricks of `size` cards."""
    tricks = len(left) // size
    cuts = sorted(rng.randint(0, tricks) * size for _ in range(number - 1))
    ends = [0, *cuts, len(left)]
    return [tuple(left[a:b]) for a, b in pairwise(ends)]


def _value(spec: Spec, context: ParseContext, left: list[Any], rng: Random) -> Any:
    """A random value for the field; None for types that only an author can fill."""
    kind = spec.kind
    if kind is FLAG:
        return rng.random() < 0.5
    if kind is SEATS:
        return tuple(rng.sample(context.seats, rng.randint(0, len(context.seats) - 1)))
    if kind is CARD:
        return left.pop() if left else None
    if kind is CARDS:
        return tuple(left.pop() for _ in range(min(len(left), rng.randint(0, 8))))
    if isinstance(kind, Whole):
        low = 0 if kind.low is None else kind.low
        return rng.randint(low, low + rng.choice(WIDE) if kind.high is None else kind.high)
    there = () if kind is SEAT_OR_NONE else kind.choices(context)  # only an author knows when it is nobody
    return rng.choice(there) if there else None


def result_doc(
    game: Game[Any],
    view: Any,
    numbers: Sequence[str] = (),
    *,
    bare: bool = False,
    counted: bool = False,
    deciding: Container[str] = (),
) -> list[Block]:
    """Describe a result before counting: in the game's own sentence, or field by field; then players and house rules.

    The game's sentence may use `sorted` for cards. `numbers` names house rules that are told even with default values,
    such as the target score, unless the game's sentence tells them. `bare` leaves out the description of the hand; with
    `counted`, what it brings everybody is told beside it, and the sentence may leave out the cards. `deciding` are the
    fields on which the answer depends though they have their defaults, so that the sentence tells that it is so.
    """
    if bare:
        text = table_text(game, view, numbers)
        return [Para(text, "dim")] if text else []
    own = rulebook(game.name).situation.get("score")
    facts = words.seen_fields(view) | {
        SORTED: lambda held: game.arranged(tuple(held), view),
        "counted": counted,
        "deciding": deciding,
    }
    said = sentence(own, facts) if own else ""
    out: list[Block] = [Para(said, indent=2)] if own else _fields(game, view)
    numbers = [name for name in numbers if f"options.{name}" not in own] if own else numbers
    named = all(mark("s", seat) in said for seat in view.playing)
    table = table_text(game, view, numbers, named=named)
    return [*out, Para(table, "dim", 2 if own else 0)] if table else out


def as_shown(game: Game[Any], view: Any) -> Any:
    """The result with its cards in the order in which the game's own sentence tells them; else as it is."""
    if f"{SORTED}(" not in rulebook(game.name).situation.get("score", ""):
        return view
    told: dict[str, Any] = {}
    for name, spec in specs(type(view)).items():
        held = getattr(view, name)
        if spec.kind is not CARDS or not held:
            continue
        told[name] = (
            {key: game.arranged(tuple(some), view) for key, some in held.items()}
            if isinstance(held, Mapping)
            else game.arranged(tuple(held), view)
        )
    return replace(view, **told)


def tells_less(game: Game[Any], view: Any, other: Any) -> bool:
    """Whether all the words that describe one result stand in those that describe the other, in their order.

    How many play, which is told where not all are named, is left out.
    """
    some, every = (
        re.findall(r"\w+", " ".join(block.text for block in result_doc(game, one)[:1] if isinstance(block, Para)))
        for one in (view, other)
    )
    left = iter(every)
    return all(word in left for word in some)


def table_text(game: Game[Any], view: Any, numbers: Sequence[str] = (), *, named: bool = False) -> str:
    """The number of players if that varies, and house rules that differ from the defaults or are in `numbers`.

    Where all who play have been `named` already, nobody counts them.
    """
    told = [say("drill.players", n=view.players)] if len(game.players) > 1 and not named else []
    told += [_number_text(game, view, name) for name in numbers if name not in view.options.changed()]
    return " ".join([*told, *filter(None, (words.options_text(game, view.options),))])


def _number_text(game: Game[Any], view: Any, name: str) -> str:
    """The number that a rule of the house has here, as people say it; else its meaning with the number."""
    spec, value = specs(type(view.options))[name], getattr(view.options, name)
    said = words.house_rule_text(game, name, spec.kind.show(value))
    if said != f"{name}={spec.kind.show(value)}":
        return ended(capital(said))
    return say("drill.number_of", meaning=spec.meaning.partition(": ")[2] or spec.meaning, value=value)


def _fields(game: Game[Any], view: Any) -> list[Block]:
    known = specs(type(view))
    rows = []
    fields = {name: text for name, text in view.text(game.usual).items() if name != "players"}
    for name, text in fields.items():
        stem, _, key = name.partition(".")
        if stem in known:
            meaning = known[stem].meaning
            cards = known[stem].kind is CARDS or known[stem].kind is CARD
            shown = " ".join(mark("c", c) for c in text.split(",") if c) if cards else text
            shown = mark("s", text) if known[stem].kind in (SEAT, SIDE) else shown
            rows.append((f"{meaning} ({mark('s', key)})" if key else meaning, shown or say("working.nothing")))
    return [ColumnsBlock(tuple(say("drill.result_head").split("|")), tuple(rows))]
