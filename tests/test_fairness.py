"""Fair by proof: what is shown decides a question and does not answer it; where it is not so the proof says why."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.tables import share
from tutor.kernel.by_name import load, names
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.fairness import RATED, check_drills, rates
from tutor.teach.drills.drill import Drill, make
from tutor.teach.drills.moments import at
from tutor.teach.drills.question_maker import which_clause
from tutor.teach.drills.series import Series, clauses_of
from tutor.teach.fairness.drill_questions import case, described, idle_rules, unsound
from tutor.teach.fairness.lesson_questions import undecided_step
from tutor.teach.fairness.named_values import names as named
from tutor.teach.fairness.proof import QUICK, undecided
from tutor.teach.fairness.stated_answers import says
from tutor.teach.fairness.variations import changes, possible
from tutor.teach.lessons.files import paths_of, read
from tutor.teach.lessons.model import Lesson, LessonStep
from tutor.teach.lessons.table import LessonTable
from tutor.teach.questions import Legal, ValueQuestion
from tutor.teach.text.doc import Para, TableDrawing
from tutor.teach.text.files import lessons_root
from tutor.teach.text.marks import mark
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

KAISER, STRANGE = load("kaiser"), load("strange")


def value(text: str, answer: object, seats: tuple[str, ...] = ("P1", "P2", "P3", "P4")) -> ValueQuestion:
    return ValueQuestion(text, answer, "kaiser.lead", "", "", seats=seats)


@pytest.mark.parametrize("name", share(names(), 2))
def test_drills_are_fair(name: str) -> None:
    game = load(name)
    found = list(islice(Series(game, clauses_of(game), 4711), 12))
    assert found
    for number, drill in enumerate(found):
        what = f"{drill.clause} {drill.seed}: {drill.question.prompt}"
        assert unsound(drill.moment, drill.question, Random(number)) == ((), ""), what


@pytest.mark.parametrize("name", names())
def test_questions_of_a_lesson_are_fair(name: str) -> None:
    game, path = load(name), paths_of(name)[:2][-1]
    lesson = read(path, name)
    table = LessonTable(game, lesson)
    before: list[LessonStep] = []
    for index, step in enumerate(lesson.steps):
        before = [] if step.sets_scene else before
        table.enter(step)
        if step.asks:
            assert undecided_step(table, before, step, Random(0), QUICK) == (), f"{path.stem} {index + lesson.first}"
            if step.play:
                table.made(step.play)
            table.released(step, lesson.steps[index + 1] if index + 1 < len(lesson.steps) else None)
        before = [*before, step]


def kaiser(position: str, **of: str) -> Drill:
    """A drill about a position of Kaiser, asked for by the path of a value."""
    from tutor.teach.drills.drill_spec import DrillSpec
    from tutor.teach.drills.values import value_question

    here = at(KAISER, position)
    question = value_question(here, DrillSpec("kaiser.lead", **of), Random(0))
    assert question is not None
    return Drill(KAISER, "kaiser.lead", 0, here, question)


AUCTION = "phase=auction dealer=P4 bids=P1:6,P2:pass,P3:8,P4:pass"


def test_a_fact_that_is_shown_makes_a_question_fair() -> None:
    drill = kaiser(AUCTION, of="facts.bidder", question="Who has won the bidding?")
    assert undecided(case(drill.moment, drill.question), Random(1)) == ()


def test_a_fact_that_is_not_shown_is_named() -> None:
    drill = kaiser(AUCTION, of="facts.bidder", question="Who has won the bidding?")
    fair = case(drill.moment, drill.question)
    unseen = replace(fair, read=lambda view: [view.dealer, view.options])
    assert undecided(unseen, Random(1)) == ("bids",)


def test_two_facts_that_decide_only_together_are_found() -> None:
    drill = kaiser(AUCTION, of="facts.bidder", question="Who has won the bidding?")
    fair = case(drill.moment, drill.question)
    both = replace(fair, read=lambda view: (view.options, view.bids == drill.moment.view.bids) != (0, 0))
    assert "bids" in undecided(both, Random(1))


def test_a_prompt_that_tells_the_fact_makes_a_question_fair() -> None:
    drill = kaiser(
        AUCTION, of="facts.bidder", question="{{ bids[2][1] }} was the highest bid, by {{ seat(bids[2][0]) }}. Who won?"
    )
    unseen = replace(case(drill.moment, drill.question), read=lambda view: [view.dealer])
    facts = undecided(unseen, Random(1))
    assert facts == () or "bids" in facts


def test_another_house_rule_that_decides_is_shown() -> None:
    drill = kaiser(AUCTION + " first_lead=bidder", of="facts.leads", question="Who leads to the first trick?")
    (drawn, *_) = described(drill.moment, drill.question)
    assert isinstance(drawn, TableDrawing)
    assert "options" in {line.name for line in drawn.table.facts}


def test_amounts_and_the_seat_that_began_to_call_are_varied() -> None:
    reversis, dou_dizhu = load("reversis"), load("dou-dizhu")
    points = "points.P1=6 points.P2=11 points.P3=13 points.P4=10"
    result = at(
        reversis, f"phase=score {points} tricks.P1=2 tricks.P2=3 tricks.P3=4 tricks.P4=2 talon=2S,3S,4S,5H"
    ).view
    pots = [change.fields["pots"] for change in changes(reversis, result, Random(0)) if change.facts == ("pots",)]
    assert (50,) in pots and () in pots
    called = at(dou_dizhu, "phase=auction dealer=P3 leader=P1 bids=P1:pass,P2:1,P3:pass").view
    begun = [change.fields for change in changes(dou_dizhu, called, Random(0)) if change.facts == ("bids", "leader")]
    assert {"leader": "P2", "bids": (("P2", "1"), ("P3", "pass"), ("P1", "pass"))} in begun


def test_a_house_rule_that_is_the_rule_asked_for_gives_it_away() -> None:
    botifarra = load("botifarra")
    moved = "cannot_head=lowest dealer=P2 leader=P2 trick=9S,2S,QS trump=- hand=JS,8S,3S,AH,7H,5H,4H,6C,QD"
    here = at(botifarra, f"phase=play {moved}")
    question = which_clause(botifarra, here.judged(), "8S")
    assert "lowest card of a suit" in says(question, described(here, question))


def test_changes_are_of_every_field_and_what_cannot_be_is_known() -> None:
    view = at(STRANGE, "dealer=P1 upcard=5C,TH leader=P2 trick=QS+9C,4S+KC hand=2S,6C,8D,9H").view
    found = list(changes(STRANGE, view, Random(0)))
    facts = {fact for change in found for fact in change.facts}
    assert {"dealer", "players", "leader", "trick", "upcard", "hand"} <= facts
    assert any(fact.startswith("options.") for fact in facts)
    form = STRANGE.phase_of[STRANGE.usual_phase]
    good = [change for change in found if possible(STRANGE, form, replace(view, **change.fields))]
    assert 0 < len(good) < len(found)
    assert not possible(STRANGE, form, replace(view, hand=(*view.hand, *view.trick[0]) * 3))


def test_the_answer_above_the_question_is_found() -> None:
    pick = f"{mark('s', 'P1')} pick."
    assert says(value("Who picks first?", "P1"), [Para(pick)])
    assert not says(value("Who picks first?", "P2"), [Para(pick)])
    assert not says(value("Who deals first?", "P1"), [Para(pick)])
    trump = ValueQuestion("What is trump?", "H", "kaiser.lead", "", "")
    assert says(trump, [Para(f"trumps {mark('c', 'H')}")])
    assert not says(trump, [Para(f"trumps {mark('c', 'S')}")])
    assert says(value("The row makes 31. What does the row make?", 31), [])


def test_an_example_in_brackets_is_not_the_answer() -> None:
    question = make(load("kaiser"), "kaiser.failed", 1).question
    assert isinstance(question, ValueQuestion) and question.value < 0
    assert not says(question, ())
    for example, found in ((question.value, True), (question.value - 1, False)):
        assert bool(says(replace(question, text=f"How many? (Write {example} for a loss.)"), ())) is found


def test_what_follows_from_the_table_is_left_to_the_learner() -> None:
    for name, clause, follows in (
        ("pluck", "pluck.pluck.liability", "owes"),
        ("canadian-salad", "canadian-salad.follow", "costs"),
    ):
        for seed in range(3):
            drill = make(load(name), clause, seed)
            words = render(tuple(drill.described()), RenderOptions(), {})
            assert follows not in words and "decision" not in words, words


def test_the_highest_trumps_are_left_to_the_learner() -> None:
    drill = make(load("hasenpfeffer"), "hasenpfeffer.play.follow", 1)
    words = render(tuple(drill.described()), RenderOptions(), {})
    assert "trumps" in words and "highest" not in words


def test_a_house_rule_that_decides_nothing_is_not_shown() -> None:
    for hand, shown in (("9S,9H,QS,QH", False), ("9S,9H,9D,QH", True)):
        here = at(load("big-two"), f"triples=false hand={hand} leader=P1")
        words = render(tuple(described(here, Legal(here.game, here.judged()))), RenderOptions(), {})
        assert ("house rule" in words) is shown, words


def test_a_house_rule_that_reasons_rest_on_is_shown() -> None:
    here = at(load("calabrasella"), "phase=call extend_call_to_aces=true hand=3S,6S,5S,4S,AH,6H,2C,AC,KC,2D,AD,6D")
    words = render(tuple(described(here, Legal(here.game, here.judged()))), RenderOptions(), {})
    assert "house rule: a declarer with all the threes and twos calls an ace" in " ".join(words.split())


@pytest.mark.parametrize(
    ("name", "clause", "rule"),
    (
        ("kaiser", "kaiser.bid.allpass", "if all pass the cards are dealt again"),
        ("court-piece", "court-piece.deal.next-revoke", "a card that breaks the rules stands"),
    ),
)
def test_a_house_rule_without_which_the_position_could_not_be_is_shown(name: str, clause: str, rule: str) -> None:
    words = render(tuple(make(load(name), clause, 1).described()), RenderOptions(), {})
    assert rule in " ".join(words.split()).lower(), words


def test_each_game_shows_the_house_rules_without_which_its_positions_could_not_be() -> None:
    for game in map(load, names()):
        for drill in islice(Series(game, clauses_of(game), 9202), 12):
            here = drill.moment
            schema = here.phase or game.scoring
            if here.view.options.changed() and possible(game, schema, here.view):
                idle = idle_rules(here, drill.question)
                there = replace(here.view, options=replace(here.view.options, **idle))
                assert possible(game, schema, there), (drill.clause, idle)


def test_words_name_values() -> None:
    from tutor.kernel.fields import specs

    fields = specs(KAISER.scoring.view)
    assert named("they took three tricks", fields["tricks"], 3)
    assert named("the fourth hand", fields["tricks"], 4)
    assert not named("they took three tricks", fields["tricks"], 5)
    assert named("nothing is said", fields["before"], 0)


def test_answers_are_compared_as_answers() -> None:
    assert value("?", "P1").answer_key != value("?", "P2").answer_key
    two = ValueQuestion("?", ["P1", "P2"], "kaiser.lead", "", "", ordered=False)
    assert two.answer_key == replace(two, value=["P2", "P1"]).answer_key


def test_the_check_counts_what_it_proves_and_names_what_is_unfair(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Diagnostics()
    path = lessons_root() / "kaiser" / "rulebook.toml"
    check_drills(findings, KAISER, Page(findings, path, path.read_text("utf-8")), 8)
    assert [(fair, of) for _, fair, of in rates(findings)] == [(8, 8)]
    assert set(findings.counts) <= RATED
    monkeypatch.setattr("tutor.teach.check.fairness.unsound", lambda *rest: (("dealer",), ""))
    check_drills(findings, KAISER, Page(findings, path, path.read_text("utf-8")), 2)
    assert [(fair, of) for _, fair, of in rates(findings)] == [(8, 10)]
    assert all("dealer" in fault.text and fault.line for fault in findings.errors)


def test_a_lesson_question_that_nothing_decides_is_found() -> None:
    step = LessonStep(
        score="contract=7 declarers=P1+P3 tricks.P1+P3=5 tricks.P2+P4=3 won.P1+P3=5H won.P2+P4=3S",
        ask="value",
        of="scores.P1+P3",
        question="How many points?",
        clause="kaiser.made",
        table=False,
    )
    lesson = Lesson("01-x", "kaiser", "", "", ("kaiser.made",), (), (step,))
    table = LessonTable(KAISER, lesson)
    table.enter(step)
    assert undecided_step(table, [], step, Random(0), QUICK)
    shown = replace(step, table=True)
    assert undecided_step(table, [], shown, Random(0), QUICK) == ()
