"""All drawings of a table show the same: text of every width, plain sentences, JSON, a page, a picture.

Random moments of every game and table are drawn in every way and read back by structure (`seen.py`): the same cards
before the same seats, in the same heaps, in the same order in hand; and what the game lets be seen, phrase by phrase.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests import seen as read
from tests.program import command
from tests.random_moments import Moment, random_moments
from tests.seen import Key, Seen
from tests.tables import share
from tutor.kernel.by_name import names
from tutor.kernel.tabletop import Area, TableContext, looked_up
from tutor.teach.rulings.offers import Offers
from tutor.teach.tables.tabletop_builder import LEADER, phrase
from tutor.teach.text.doc import TableDrawing
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.tabletop import as_json
from tutor.ui.drawn.html import fragment
from tutor.ui.drawn.table_layout import NARROW, WIDE
from tutor.ui.drawn.table_svg import Drawing
from tutor.ui.marks import spans
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import beside, grouped, named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

every_game = pytest.mark.parametrize("name", names())
LETTERS, SYMBOLS = RenderOptions(suits="letters"), RenderOptions()
WIDTHS = (40, 60, 80, 120)


def said(moment: Moment, text: str, look: RenderOptions) -> str:
    """Marked text of the table as this reader has it."""
    return "".join(span.text for span in spans(named(moment.table, text), look, moment.names))


def key(moment: Moment, look: RenderOptions) -> Key:
    """What a reader is told of the table."""
    table = moment.table
    names_ = [(place.seat, said(moment, mark("s", place.seat), look)) for place in table.places]
    apart = "; " if look.plain else " | "
    groups = [(said(moment, g.label, look), said(moment, grouped(g, apart), look)) for g in table.middle]
    odd = [(full, letters) for letters, _, full in table.odd] + [(name, letters) for letters, name, _ in table.odd]
    return Key(names_, groups, said(moment, table.hand_label, look) if table.hand else "", odd)


def drawn(moment: Moment) -> Iterator[tuple[str, RenderOptions, Seen]]:
    """Every drawing of the table, read back; what it is called and how its words are written."""
    table, called = moment.table, moment.names
    yield "JSON", LETTERS, read.json(as_json(table))
    yield "page", SYMBOLS, read.html(fragment((TableDrawing(table),), SYMBOLS, called), key(moment, SYMBOLS))
    for form in (WIDE, NARROW):
        yield f"picture, {form.name}", SYMBOLS, read.svg(Drawing(table, Offers(), SYMBOLS, called, form).made())
    for width in WIDTHS:
        look = RenderOptions(width=width)
        lines = render((TableDrawing(table),), look, called).rstrip("\n").split("\n")
        yield f"{width} columns", look, read.text(lines, key(moment, look), round_=width >= 60)
    look = RenderOptions(width=80, plain=True, suits="letters")
    notes = {place.seat: said(moment, ", ".join(beside(place)), look) for place in table.places}
    lines = render((TableDrawing(table),), look, called).rstrip("\n").split("\n")
    yield "plain", look, read.plain(lines, key(moment, look), notes)


@cache
def looked_at(name: str) -> tuple[tuple[Moment, tuple[tuple[str, RenderOptions, Seen], ...]], ...]:
    """Moments of a game with all their drawings; those of house rules only now and then."""
    moments = random_moments(name)
    return tuple((moment, tuple(drawn(moment))) for moment in moments[: len(moments) // 2] + moments[-4:])


@pytest.mark.parametrize("name", share(names(), 8))
def test_every_drawing_shows_the_same_cards_at_the_same_places(name: str) -> None:
    for moment, drawings in looked_at(name):
        table = moment.table
        places = {place.seat: [c.text for c in place.cards] for place in table.places}
        middle = [[c.text for heap in group.heaps for c in heap] for group in table.middle]
        held = [c.text for c in table.held]
        for where, _, found in drawings:
            assert found.seats == places, where
            assert found.middle == middle, where
            assert found.hand == held, where


def words(text: str) -> str:
    """Text without what differs between drawings: blanks, capitals, signs around phrases."""
    return re.sub(r"[\s.,;:()|·]+", " ", text).strip().casefold()


@every_game
def test_every_drawing_says_what_the_game_lets_be_seen(name: str) -> None:
    shown = 0
    for moment, drawings in looked_at(name):
        for where, text in told(moment):
            shown += 1
            for form, look, found in drawings:
                phrase_ = unmarked(text) if form == "JSON" else said(moment, text, look)
                assert words(phrase_) in words(found.words[where]), f"{form}: {phrase_!r} of {where}"
    assert shown > 2 * len(looked_at(name))


def told(moment: Moment) -> Iterator[tuple[str, str]]:
    """What every entry of the game's table has to say here, and where that must stand; looked up by itself."""
    game, state = moment.game, moment.state
    due = bool(state.phase) and moment.due
    view = game.due(state).see(state, moment.seat if moment.seat in state.turn else state.turn[0]) if due else None
    sides, phase = game.sides(state.players, state.options), state.phase if moment.due and not state.over else ""
    at = TableContext(
        game.seats(state.players), sides, state.options, getattr(state, "dealer", ""), moment.seat, True, phase
    )
    taken = set()
    for entry in game.tabletop:
        if (entry.area, entry.name) in taken or entry.area is Area.PILE:
            continue
        values = looked_up(entry.fields, state, view)
        if values is None:
            continue
        taken.add((entry.area, entry.name))
        got = entry.make(at, *values)
        if got is None:
            continue
        yield from ((where, text) for where, text in told_by(entry, got, moment) if text)


def told_by(entry: Any, got: Any, moment: Moment) -> Iterator[tuple[str, str]]:
    """The phrases of one entry, each with where it must stand; empty ones stand nowhere."""
    table = moment.table

    def text(name: str, about: Any, **more: Any) -> str:
        facts = {"options": moment.state.options, "players": moment.state.players}
        return phrase(moment.game, name, facts | more | dict(about))

    match entry.area:
        case Area.FACT:
            fact = text(entry.name, got)
            assert {line.name: line.text for line in table.facts}.get(entry.name, "") == fact
            yield "facts", fact
        case Area.NOTE | Area.REMARK:
            lying = {place.seat for place in table.places if place.cards}
            waiting = set() if entry.area is Area.NOTE and entry.name != LEADER else got.keys() - lying
            yield from ((seat, text(entry.name, about)) for seat, about in got.items() if seat not in waiting)
        case Area.SAID:
            yield from ((seat, text("call", (), call=call)) for seat, calls in got.items() for call in calls)
        case Area.TALLY:
            by, about = got
            yield "facts", text(entry.name, about, by=by)
        case Area.HEAP:
            heaps, about, _ = got
            where = [group.name for group in table.middle].index(entry.name)
            yield str(where), text(entry.name, about, n=len(heaps))


@every_game
def test_whoever_is_to_act_and_whoever_wins_is_said_in_every_drawing(name: str) -> None:
    for moment, drawings in looked_at(name):
        for place in moment.table.places:
            assert not place.best or place.remarks
            assert bool(place.turn) <= (place.seat in moment.state.turn)
            for text in (*place.remarks, place.turn):
                for form, look, found in drawings:
                    phrase_ = unmarked(text) if form == "JSON" else said(moment, text, look)
                    assert words(phrase_) in words(found.words[place.seat]), f"{form}: {phrase_!r}"
        if moment.due:
            acting = {place.seat for place in moment.table.places if place.turn}
            assert acting <= set(moment.state.turn) and (acting or moment.game.due(moment.state).secret)


def test_the_program_answers_with_the_same_table(tmp_path: Path) -> None:
    question = ("explain", "tute", "trump=S", "trick=KH,JS", "hand=AS,7S,3D,2H")
    table = json.loads(command(*question, "--json", home=tmp_path).stdout)["table"]
    found = read.json(table)
    assert {seat: cards for seat, cards in found.seats.items() if cards} == {"P1": ["KH"], "P2": ["JS"]}
    assert sorted(found.hand) == ["2H", "3D", "7S", "AS"]
    page = command(*question, "--format", "html", home=tmp_path).stdout
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    alone = command(*question, "--format", "svg", home=tmp_path).stdout
    assert len(pictures) == 2
    for picture in (*pictures, alone.partition("\n")[2]):
        again = read.svg(picture)
        assert (again.seats, again.middle, again.hand) == (found.seats, found.middle, found.hand)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_ends_with_the_sign_between_facts(width: int) -> None:
    for name in share(names(), 3):
        for moment in random_moments(name):
            shown = render((TableDrawing(moment.table),), RenderOptions(width=width), moment.names)
            assert not re.search(r"·\s*$", shown, re.M), shown
