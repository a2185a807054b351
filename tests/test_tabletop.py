"""The table as it is shown: all that is public stands on it, nothing hidden does, and it fits every window."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.random_moments import Moment, random_moments
from tests.tables import begun, tables
from tests.worked_cases import cases
from tutor.families.tricks import TurnedUpView
from tutor.games.schafkopf.table import POINTS as SCHAFKOPF_POINTS
from tutor.kernel.by_name import load, names
from tutor.kernel.events import PLAYED
from tutor.kernel.fields import specs
from tutor.kernel.judging import judge
from tutor.kernel.playout import step
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.kernel.state import Sight, sights
from tutor.teach.drills import moments
from tutor.teach.practice.table import turn
from tutor.teach.tables.tabletop import LEFT, PILE, counted_as, laid, table_of, tabletop, without_counts
from tutor.teach.text.doc import TableDrawing
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.tabletop import Line, SeatArea, SideTally, Tabletop
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import counted
from tutor.ui.wrap import cells

GAMES = names()
LAID_BY_THE_BUILDER = {"players", "options", "dealer", "turn"}
"""Fields of every state that every table shows: seats, house rules, who deals, who is to act."""
OWN_IN_VIEWS = {"players", "options", "dealer", "hand", "seat", "asker", "asked"}
"""Fields of views that every table shows: the same, the hand, and whose it is."""
NAMED = {"P1": "Ann", "P2": "Bob", "P3": "Cleo"}
LINES, COLUMNS = 24, 80
"""The screen that a decision in practice must fit."""
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_public_field_is_on_the_table(name: str) -> None:
    game = load(name)
    kind: Any = type(game.begin(game.usual, game.options(), game.seats(game.usual)[0]))
    read = {field for entry in game.tabletop for field in entry.fields}
    public = {field for field, sight in sights(kind).items() if sight is Sight.ALL}
    unread = "what everybody sees is on the table: an entry reads each of these fields, or `seen_by` says who sees it"
    if not any("bids" in specs(phase.view) for phase in game.phases):
        public -= {"bids"}  # nobody ever calls in this game
    assert public - read - LAID_BY_THE_BUILDER == set(), unread
    for phase in game.phases:
        assert set(specs(phase.view)) - read - OWN_IN_VIEWS - game.lacks == set(), phase.name


@every_game
def test_the_table_is_the_same_whatever_is_hidden(name: str) -> None:
    for at, moment in enumerate(random_moments(name)):
        game, state, seat = moment.game, moment.state, moment.seat
        if state.chance is None and not state.over and state.phase:
            assert table_of(game, game.determinize(state, seat, Random(at)), seat) == moment.table


@every_game
def test_a_position_is_drawn_as_the_game_is_where_it_says_as_much(name: str) -> None:
    for moment in random_moments(name):
        if moment.due and moment.seat in moment.state.turn:
            phase, whole = moment.game.due(moment.state), moment.table
            part = tabletop(moment.game, moment.seat, phase=phase, view=phase.see(moment.state, moment.seat))
            assert part.held == whole.held or set(part.held) < set(whole.held)  # the card just drawn, say
            assert [p.cards for p in part.places if p.cards] in ([], [p.cards for p in whole.places if p.cards])


@pytest.mark.parametrize("name", [n for n in GAMES if any(issubclass(p.view, TurnedUpView) for p in load(n).phases)])
def test_the_card_turned_up_says_the_trumps_as_well_as_their_suit(name: str) -> None:
    drawn = 0
    for game, state, seat in ((m.game, m.state, m.seat) for m in random_moments(name) if m.due):
        phase = game.due(state)
        view = phase.see(state, state.turn[0])
        if isinstance(view, TurnedUpView) and view.upcard is not None:
            seen: Any = view
            views = [replace(seen, trump=trump) for trump in (view.trumps, None)]
            tables = [tabletop(game, seat, phase=phase, view=one) for one in views]
            by_suit, by_card = ([line for line in table.facts if line.name == "trumps"] for table in tables)
            assert by_suit == by_card, "an entry `trumps(…)` that reads the upcard as well says both"
            drawn += 1
    assert drawn


@every_game
def test_hands_are_held_as_players_hold_them(name: str) -> None:
    for moment in random_moments(name):
        if moment.due:
            game, state, table = moment.game, moment.state, moment.table
            held = game.held(state, moment.seat)
            sorted_ = game.arranged(held, state)
            assert Counter(sorted_) == Counter(held)
            assert Counter(table.held) == Counter(held) or moment.seat in state.turn
            if moment.seat not in state.turn and held:
                assert table.held == sorted_
            for row in table.hand:
                assert not row.suit or row.label or len({c.suit for c in row.cards}) == 1


@every_game
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_table_fits(name: str, width: int) -> None:
    highest = 0
    for moment in random_moments(name):
        for look in (RenderOptions(width=width), RenderOptions(width=width, plain=True, suits="letters")):
            lines = render((TableDrawing(moment.table),), look, moment.names).split("\n")
            assert max(map(cells, lines)) <= width, "\n".join(lines)
            if not look.plain:
                highest = max(highest, len(lines))
    assert highest <= (18 if width >= 60 else 22), f"{highest} lines"


@every_game
def test_a_decision_in_practice_fits_one_screen(name: str) -> None:
    """The table, the question, an empty line and the prompt, as the program writes them."""
    found = 0
    for moment in random_moments(name):
        state, seat = moment.state, moment.seat
        if not moment.due or seat not in state.turn or state.over:
            continue
        phase = moment.game.due(state)
        judged = judge(phase, phase.see(state, seat))
        doc = (TableDrawing(moment.table), turn(moment.game, judged, others=len(state.turn) > 1))
        written = render(doc, RenderOptions(width=COLUMNS), moment.names) + "\n" + f"{name} {state.phase}> "
        assert len(written.split("\n")) <= LINES, written
        found += 1
    assert found >= 4


@every_game
@pytest.mark.parametrize("width", [40, 80])
def test_every_worked_position_can_be_drawn(name: str, width: int) -> None:
    game = load(name)
    asked = [
        case for case in cases(name) if case.get("ask", "explain") == "explain" and not case["expect"].get("error")
    ]
    for case in asked:
        question = read_question(game, split(case["position"].split()))
        table = tabletop(game, "", phase=question.phase, view=question.view)
        drawn = render((TableDrawing(table),), RenderOptions(width=width), {})
        assert max(map(cells, drawn.split("\n"))) <= width
        held = getattr(question.view, "hand", ())
        assert sorted(c.text for c in table.held) == sorted(c.text for c in held) or not held, case["position"]
        lying = Counter(c for place in table.places for c in place.cards)
        trick = (part if isinstance(part, tuple) else (part,) for part in getattr(question.view, "trick", ()))
        assert Counter(c for part in trick for c in part) <= lying, case["position"]


def test_the_question_says_what_may_be_said() -> None:
    kaiser, tute = load("kaiser"), load("tute")
    asked: dict[tuple[str, str], str] = {}
    for game in (kaiser, tute):
        for moment in random_moments(game.name):
            if moment.due and not moment.state.over:
                phase = game.due(moment.state)
                judged = judge(phase, phase.see(moment.state, moment.state.turn[0]))
                asked.setdefault((game.name, phase.name), unmarked(turn(game, judged).text))
    assert asked["kaiser", "auction"].startswith("What do you bid? You may say: pass · ")
    assert asked["kaiser", "play"] == asked["tute", "play"] == "Your card?"


def test_every_remark_that_is_allowed_is_named_beside_the_cards() -> None:
    here = moments.at(load("tresette"), "hand=QH,7H,4C")
    said = unmarked(turn(here.game, here.judged()).text)
    some = '"say none of some suit", "say 1 of some suit" or "say 2 of some suit".'
    assert said.endswith(f'"ask for the best", {some}')


def test_what_is_asked_of_you_is_no_fact_of_the_table() -> None:
    for name in ("kaiser", "calabrasella", "last-one"):
        for moment in random_moments(name):
            told = [line.text for line in moment.table.facts if line.name == "decision"]
            assert not told or (moment.seat not in moment.state.turn and not told[0].startswith("your "))


def test_seats_stay_whole_in_a_narrow_window() -> None:
    for moment in random_moments("back-alley"):
        drawn = render((TableDrawing(moment.table),), RenderOptions(width=40), moment.names)
        lines = drawn.split("\n")
        for name in list(moment.names.values())[1:]:
            assert not any(line.endswith(f"({name}") for line in lines)
            assert not any(f"· {name} (" in line for line in lines), "who has something beside the name has a line"
            begun = [line for line in lines if line.startswith(f"{name} (")]
            assert all(line.count("(") == line.count(")") for line in begun), drawn


@pytest.mark.parametrize(("name", "fewer"), [("tetka", True), ("back-alley", True), ("spinado", False)])
def test_a_narrow_window_does_not_name_the_same_sides_again_where_that_takes_a_line(name: str, fewer: bool) -> None:
    saved = 0
    for moment in random_moments(name):
        narrow, wide = (
            render((TableDrawing(moment.table),), RenderOptions(width=width), moment.names) for width in (40, 80)
        )
        for at, tally in enumerate(moment.table.tallies):
            numbers = unmarked(counted(tally, called=False))
            assert numbers not in wide
            if numbers in narrow.split("\n"):
                before = moment.table.tallies[at - 1]
                assert at and [side for side, _ in before.by] == [side for side, _ in tally.by]
                saved += 1
    assert bool(saved) is fewer


def test_a_card_just_played_is_no_longer_called_unplayed() -> None:
    game = load("reversis")
    quinola, rng = game.pack.read("JH"), Random(3)
    state = begun(tables("reversis")[0], 3).state
    while state.chance is not None or state.phase != "play":
        state = step(game, state, rng).state
    seat = next(seat for seat in game.seats(state.players) if quinola in game.held(state, seat))
    table = table_of(game, state, seat)
    told = {c: [line.name for line in laid(game, table, seat, (c,)).facts] for c in game.held(state, seat)}
    assert all(("quinola" in names_) == (c is not quinola) for c, names_ in told.items())


def test_a_card_known_to_be_held_is_no_longer_so_once_it_is_played() -> None:
    game, checked = load("scotch-whist"), 0
    for seed in range(8):
        state = begun(tables("scotch-whist")[0], seed).state
        rng = Random(seed)
        while state.chance is not None or not state.turn:
            state = step(game, state, rng).state
        dealer, upcard = state.dealer, state.upcard
        table = table_of(game, state, game.seats(state.players)[0])
        for c in game.held(state, dealer):
            drawn = laid(game, table, dealer, (c,))
            known = [
                note for place in drawn.places if place.seat == dealer for note in place.notes if note.name == "shown"
            ]
            before = [
                note for place in table.places if place.seat == dealer for note in place.notes if note.name == "shown"
            ]
            assert known == ([] if c is upcard else before)
            checked += len(before)
    assert checked > 20


def test_after_a_card_its_player_has_one_less_and_the_pile_one_more() -> None:
    game, checked = load("last-one"), 0
    for seed in range(6):
        state = begun(tables("last-one")[0], seed).state
        rng = Random(seed)
        for _ in range(40):
            if state.over:
                break
            before, ply = state, step(game, state, rng)
            state, seat = ply.state, ply.seat
            played = next((event for event in ply.events[:1] if event.what == PLAYED), None)
            if played is None or state.over:
                continue
            old, new = (table_of(game, one, game.seats(state.players)[0]) for one in (before, state))
            drawn = counted_as(laid(game, old, seat, played.cards), new, {seat})
            for was, now, shown in zip(old.places, new.places, drawn.places, strict=True):
                left = [[note.text for note in place.notes if note.name == LEFT] for place in (was, now, shown)]
                assert left[2] == (left[1] if was.seat == seat and left[1] else left[0])
            over = without_counts(laid(game, old, seat, played.cards), {seat})
            assert all(note.name != LEFT for place in over.places if place.seat == seat for note in place.notes)
            pile = [[group.heaps for group in one.middle if group.name == PILE] for one in (old, new, drawn)]
            assert pile[2] == (pile[1] or pile[0])
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("width", [40, 80])
def test_lines_end_between_facts_and_between_what_is_said_of_a_seat(width: int) -> None:
    facts = ("no trumps", "the hand is worth 1, Left calls truc for 2", "turns go to the right", "trick 1 drawn")
    notes = ("needs 6", "has plucked Left 4 times", "said nothing at all")
    places = tuple(SeatArea(seat, tuple(Line("note", note) for note in notes), turn="to play") for seat in NAMED)
    table = Tabletop("Truc", tuple(Line("fact", fact) for fact in facts), places)
    drawn = render((TableDrawing(table),), RenderOptions(width=width), NAMED)
    for phrase in (*(fact for fact in facts if len(fact) < width), *notes):
        assert phrase in drawn, drawn
    assert not re.search(r"\n *·", drawn)


def test_counts_without_names_say_that_they_stand_in_the_order_of_those_before() -> None:
    sides = ("P1", "P2", "P3", "P4")
    points, tricks = (
        SideTally(name, label, tuple((side, str(n)) for side, n in zip(sides, numbers, strict=True)))
        for name, label, numbers in (("points", "card points", (4, 10, 3, 9)), ("tricks", "tricks", (1, 2, 2, 2)))
    )
    names_ = {"P1": "You", "P2": "Left", "P3": "Opposite", "P4": "Right"}
    table = Tabletop("A Game", tallies=(points, tricks))
    drawn = render((TableDrawing(table),), RenderOptions(width=40), names_)
    assert "Right 9\ntricks in that order: 1, 2, 2, 2\n" in drawn.replace("  ", ""), drawn
    wide = render((TableDrawing(table),), RenderOptions(width=70), names_)
    assert "in that order" not in wide and "Right 2" in wide


def in_play(name: str, phase: str = "play") -> list[Moment]:
    """Moments of random games in which cards are played."""
    return [one for one in random_moments(name) if one.state.phase == phase and one.due]


def test_what_is_laid_away_counts_for_the_declarer_who_alone_knows_it() -> None:
    seen: Counter[bool] = Counter()
    for moment in in_play("schafkopf"):
        state, declarer = moment.state, moment.state.declarer
        tally = next((one for one in moment.table.tallies if one.name == "points"), None)
        if declarer and tally is not None:
            own = declarer == moment.seat
            counted_ = SCHAFKOPF_POINTS.of(state.won(declarer)) + own * SCHAFKOPF_POINTS.of(state.away[:2])
            assert dict(tally.by)[declarer] == str(counted_)
            assert ("laid away" in tally.label) == (own and SCHAFKOPF_POINTS.of(state.away[:2]) > 0)
            seen[own] += 1
    assert min(seen[True], seen[False]) > 2


def test_all_that_can_still_cost_points_is_told() -> None:
    for moment in in_play("tetka"):
        told = next(line.text for line in moment.table.facts if line.name == "to_come")
        twice = moment.state.bum is not None and moment.state.bum.rank == "K"
        assert ("the last trick 2" in told) == twice and "most tricks 1" in told
        assert twice or told.endswith(("the last, most tricks 1 each", "the last trick, most tricks 1 each"))
        out = {c for taken in moment.state.past for c in taken.cards}
        assert not any(mark("c", c.text) in told for c in out)


def test_what_was_bid_is_not_told_again_in_play_where_the_contract_says_it() -> None:
    for name in ("kaiser", "solo", "schafkopf", "hasenpfeffer"):
        for moment in in_play(name):
            assert not any(place.said for place in moment.table.places), name


def test_that_there_are_no_trumps_is_told_in_the_first_trick() -> None:
    for name in ("tetka", "reversis", "canadian-salad", "tresette", "calabrasella", "truc"):
        told = {any(line.name == "trumps" for line in one.table.facts) for one in in_play(name) if one.state.past}
        assert True not in told, name


def test_the_play_to_beat_says_what_counts_in_it() -> None:
    found = [
        group.text
        for name in ("big-two", "dou-dizhu")
        for moment in in_play(name)
        for group in moment.table.middle
        if group.name == "to_beat"
    ]
    assert any(unmarked(text).startswith(": a full house, by its ") for text in found)
    assert not any(", by its " in text for text in found if "straight" in text or text[-4:] == "pair")


def test_in_a_melee_the_card_that_goes_on_is_named() -> None:
    told = [
        unmarked(group.text)
        for moment in random_moments("last-one")
        for group in moment.table.middle
        if group.name == "melee" and moment.due
    ]
    assert any(re.search(r"unless somebody goes on with \S+ or a joker", text) for text in told)
