"""Every lesson of every game, and those of strangers, taken from beginning to end in every way there is.

A lesson is found by being in its folder. The learners are those of `tutor check`, which takes every lesson in every
run; here each way is a test of its own, and leaving and coming back is tried at every step and played on to the end:
for about one lesson of each game, and for all of them with TUTOR_LONG.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import read
from tests.tables import LONG
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.check.question import reply_problems
from tutor.teach.check.walkthrough import (
    Doc,
    Learner,
    LessonWalkthrough,
    copied,
    going_back,
    resuming,
    rough,
    skipping,
    straight,
)
from tutor.teach.lessons.events import told_once
from tutor.teach.lessons.files import document, drafted, lessons_of, parse, paths_of
from tutor.teach.lessons.free import QUICK
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import Scene
from tutor.teach.lessons.session import LessonSession
from tutor.teach.lessons.table import LessonTable
from tutor.teach.progress.store import Store
from tutor.teach.questions import Legal, ValueQuestion
from tutor.teach.questions.base import LEAST, RUNGS
from tutor.teach.rulings.ruling import clause
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.tables.withheld import stated, without_answer, without_zeros
from tutor.teach.text.doc import Item, Para, TableDrawing
from tutor.teach.text.phrases import worded
from tutor.teach.text.tabletop import SideTally, Tabletop
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from tutor.teach.lessons.model import Lesson

FEW = 1 if LONG else 9
"""One lesson in so many is taken: of each game about one."""
ROOT = Path(__file__).resolve().parent.parent
PATHS = [
    *(path for at, game in enumerate(names()) for path in paths_of(game)[at % FEW :: FEW]),
    *sorted((ROOT / "tests" / "lessons" / "good").glob("*.toml")),
]

ASK_WINNER = LessonStep(ask="winner")


def lessons(paths: list[Path]) -> pytest.MarkDecorator:
    """A test of each of these lessons."""
    return pytest.mark.parametrize("path", paths, ids=[f"{path.parent.name}/{path.stem}" for path in paths])


every_lesson = lessons(PATHS)


@cache
def lesson_of(path: Path) -> tuple[Game[Any], Lesson]:
    lesson = drafted(path.parent.name, path.stem, document(path)).lesson
    return load(lesson.game), lesson


class Notes:
    """What a drive found wrong; the test fails with all of it."""

    def __init__(self, path: Path) -> None:
        self.game, self.lesson = lesson_of(path)
        self.found: list[str] = []
        self.drive = LessonWalkthrough(self.game, self.lesson, self.note, self.note)

    def note(self, at: int, text: str) -> None:
        self.found.append(f"step {at + self.lesson.first}: {text}")

    def quiet(self) -> LessonWalkthrough:
        return LessonWalkthrough(self.game, self.lesson, self.note, lambda at, text: None)


@every_lesson
def test_right_answers_lead_to_the_end(path: Path) -> None:
    notes = Notes(path)
    straight(notes.quiet())
    assert not notes.found, "\n".join(notes.found)


@pytest.mark.usefixtures("quick_thought")
@lessons(PATHS if LONG else PATHS[::2])
def test_wrong_answers_hints_and_every_command(path: Path) -> None:
    notes = Notes(path)
    rough(notes.drive)
    assert not notes.found, "\n".join(notes.found)


@every_lesson
def test_skipping(path: Path) -> None:
    notes = Notes(path)
    skipping(notes.drive)
    assert not notes.found, "\n".join(notes.found)


def test_enter_at_a_question_tells_again_what_it_refers_to() -> None:
    session = LessonSession(load("strange"), lessons_of("strange")[0], Store(None))
    opened = session.begin().doc
    table = [block for block in opened if isinstance(block, TableDrawing)]
    again = session.tell("").doc
    assert "and the higher sum wins" in text_of(again) and opened[-1] == again[-1]
    assert [block for block in again if isinstance(block, TableDrawing)] == table
    session.tell("KD+9C")
    assert "and the higher sum wins" not in text_of(session.tell("").doc), "only this page"


def test_why_and_suppose_speak_of_the_move_just_made_until_the_next_step() -> None:
    session = LessonSession(load("tute"), lessons_of("tute")[1], Store(None))
    session.begin()
    session.tell("3D")
    assert "beats KD" in text_of(session.tell("why").doc)
    for command in ("why 6D", "suppose 6D"):
        assert "does not beat KD, and your 3D does" in text_of(session.tell(command).doc), command
    session.tell("")
    for command in ("why 7S", "suppose 7S"):
        said = text_of(session.tell(command).doc)
        assert "You lead" in said and "KD" not in said, command


def test_what_a_lesson_has_not_told_of_is_not_added_to_what_happens() -> None:
    for at, lines, added in ((0, ("skip", "", "skip"), False), (1, ("skip", "") * 4 + ("skip",), True)):
        session = LessonSession(load("trente-et-quarante"), lessons_of("trente-et-quarante")[at], Store(None))
        session.begin()
        said = [text_of(session.tell(line).doc) for line in lines][-1]
        assert "The black row wins." in said and ("Inverse wins, too" in said) is added, said


def test_of_a_draw_the_rule_that_tells_it_comes_behind_the_sums() -> None:
    tied = "upcard=JS,4H leader=P1 trick=JH+AD,7H+5S,KH+QD"
    for trick, late in ((tied, True), (tied.replace("KH", "AH"), False)):
        read = read_question(load("strange"), split(trick.split()))
        question = build_question(load("strange"), Scene(load("strange"), "P1", read.phase, read.view), ASK_WINNER)
        told = ["The rule to think of" in rung for rung in question.ladder()]
        assert told.index(True) == (len(told) - 2 if late else 0), question.ladder()


def test_whoever_comes_back_is_told_again_what_the_question_rests_on() -> None:
    store = Store(None)
    game, lesson = load("strange"), lessons_of("strange")[0]

    def shown(doc: Doc, session: LessonSession) -> str:
        return " ".join(render(doc, RenderOptions(), session.names).split())

    first = LessonSession(game, lesson, store)
    seen = "and the higher sum wins"
    assert seen in shown(first.begin().doc, first)
    again = LessonSession(game, lesson, store)
    opened = shown(again.begin().doc, again)
    assert seen in opened and "You were at part" not in opened, "nothing has been answered yet"
    for line in ("KD+9C", "", "9C", ""):
        again.tell(line)
    third = LessonSession(game, lesson, store)
    opened = shown(third.begin().doc, third)
    assert "You were at part 3" in opened and "Whoever wins a trick leads to the next" in opened and seen not in opened
    third.tell("back")
    assert seen in shown(third.tell("back").doc, third)
    steps = Counter(event.step for event in store.read(list) if event.kind == "step")
    assert set(steps.values()) == {1}, "what is told again is not logged again"


@pytest.mark.parametrize("back", ["again", "undo"])
def test_a_place_further_back_is_kept(back: str) -> None:
    store = Store(None)
    game, lesson = load("strange"), lessons_of("strange")[0]
    first = LessonSession(game, lesson, store)
    first.begin()
    for line in ("KD+9C", "", back):
        first.tell(line)
    there = first.place
    first.tell("quit")
    for _ in range(2):  # left at once, too
        again = LessonSession(game, lesson, store)
        again.begin()
        assert (again.place, again.at) == (there, first.at)
        again.tell("quit")
    last = LessonSession(game, lesson, store)
    last.begin()
    last.tell("KD+9C")
    last.tell("quit")
    further = LessonSession(game, lesson, store)
    further.begin()
    assert further.place != there, "what was done since counts"


@pytest.mark.usefixtures("quick_thought")
@every_lesson
def test_going_back_and_beginning_again(path: Path) -> None:
    notes = Notes(path)
    going_back(notes.drive)
    assert not notes.found, "\n".join(notes.found)


@pytest.mark.usefixtures("quick_thought")
@every_lesson
def test_leaving_at_a_question_and_coming_back(path: Path) -> None:
    notes = Notes(path)
    resuming(notes.drive)
    assert not notes.found, "\n".join(notes.found)


@pytest.mark.usefixtures("quick_thought")
@lessons(PATHS if LONG else PATHS[1::2])
def test_all_of_a_lesson_is_the_same_whenever_it_is_taken_up_again(path: Path) -> None:
    """Left after any line, at questions and pauses alike, and played on to the end: the same is said."""
    notes = Notes(path)
    store = Store(None)
    first = notes.drive.learner(store)
    left: list[tuple[int, Store]] = []
    while not first.session.finished:
        left.append((len(first.docs), copied(store)))
        first.say(first.answer())
    for at, log in left:
        second = notes.drive.learner(log)
        second.finish()
        told = conversation(first.docs[at:])
        again = conversation(second.docs)
        assert again[len(again) - len(told) :] == told, f"left after {at} lines"
    assert not notes.found, "\n".join(notes.found)


def conversation(docs: list[tuple[int, str, Doc]]) -> list[Doc]:
    """The replies to answers: what is said when nothing is answered differs, since the table is shown again.

    The last reply counts the stars.
    """
    return [doc for _, line, doc in docs if line][:-1]


@every_lesson
def test_learners_who_ask_for_hints_only(path: Path) -> None:
    notes = Notes(path)
    learner = notes.drive.learner()
    while not learner.session.finished:
        question = learner.question
        if question is not None:
            rungs = [read(worded(learner.session.game, [Para(text)])).strip() for text in question.ladder()]
            assert LEAST <= len(rungs) == len(set(rungs)) <= RUNGS, rungs
            for rung in rungs:
                assert without_articles(rung) in without_articles(text_of(learner.say("hint")))
            stays = text_of(learner.say("hint"))
            assert without_articles(rungs[-1]) in without_articles(stays), "the answer stays there"
        learner.say(learner.answer())
    assert not notes.found, "\n".join(notes.found)
    results = {event.result for event in learner.session.store.events() if event.kind == "step"}
    if any(step.ask or step.play for step in learner.session.lesson.steps):  # a free hand has no answer to show
        assert "shown" in results
    assert "again" not in results


def without_articles(text: str) -> str:
    """`text` without "the" and "a": a joker gets its article where a sentence is said."""
    return re.sub(r"\b(the|an?) ", "", text, flags=re.IGNORECASE)


def text_of(doc: Doc) -> str:
    return read(doc)


@every_lesson
def test_completion_gives_nothing_away(path: Path) -> None:
    """What is offered is the same whatever is legal: all cards in hand, all choices, all commands."""
    notes = Notes(path)
    learner = notes.drive.learner()
    while not learner.session.finished:
        offered = [word.text for word in learner.session.words()]
        assert {"why", "skip", "undo", "quit"} <= set(offered)
        assert ("hint" in offered) is (learner.question is not None or learner.session.hand is not None)
        assert all(offered)
        learner.say(learner.answer())


# -- the conversation itself ---------------------------------------------------------------------------

HEAD = {"format": 1, "title": "A lesson", "goal": "Know it.", "clauses": ["strange.follow.suit"]}
STAGE = "players=2 upcard=6C,KD hand.P1=JD,3S,2H,5H hand.P2=9D,4S,7H,8H"


def made(*steps: dict[str, Any]) -> Lesson:
    return parse("strange", "made", HEAD | {"step": list(steps)}, Path("made.toml"))


def session(*steps: dict[str, Any], store: Store | None = None) -> LessonSession:
    return LessonSession(load("strange"), made(*steps), store or Store(None))


def heard(session: LessonSession, *lines: str) -> str:
    """What is said to the last of the lines, from the beginning if there is none."""
    reply = session.begin() if session.at == 0 and session.asking is None and not session.store.events() else None
    for line in lines:
        reply = session.tell(line)
    assert reply is not None
    return text_of(reply.doc)


def test_a_held_play_lies_there_and_is_not_to_be_beaten_once_the_hand_is_over() -> None:
    """In a climbing game the held play lies before its player, and when a hand is over nothing is to be beaten."""
    stage = "players=3 leader=P2 hand.P1=KS hand.P2=5D,6C,2D hand.P3=9H,JH,TD"
    steps = [
        {"stage": stage, "seat": "P1", "replay": ["P2:6C", "P3:9H"]},
        {"play": "KS"},
        {"ask": "value", "of": "standing.P2", "question": "How many points?", "clause": "big-two.a.score"},
    ]
    head = HEAD | {"clauses": ["big-two.a.score"], "step": steps}
    lesson = LessonSession(load("big-two"), parse("big-two", "made", head, Path("made.toml")), Store(None))
    heard(lesson)
    drawn = [block for line in ("KS", "") for block in lesson.tell(line).doc if isinstance(block, TableDrawing)]
    assert not drawn[-1].table.middle
    assert {p.seat: [c.text for c in p.cards] for p in drawn[-1].table.places} == {
        "P1": ["KS"],
        "P2": ["6C"],
        "P3": ["9H"],
    }


def test_what_a_move_leads_to_is_kept_back_while_it_is_asked() -> None:
    lesson = session(
        {"stage": STAGE, "seat": "P2", "replay": ["P1:3S+JD"]},
        {"play": "4S+9D"},
        {"ask": "value", "of": "totals.P1", "question": "How much?", "clause": "strange.pips.trump"},
        {"ask": "winner"},
        {"say": "And on it goes."},
    )
    assert "P1 27" not in heard(lesson)
    assert "P1 27" not in heard(lesson, "4S+9D", "")
    assert "won" not in heard(lesson, "show"), "the table does not say who won while that is to be asked"
    told = heard(lesson, "27", "", "P1")
    assert told.count("P1 27, P2 26: P1 won.") == 1
    assert "P1 27" not in heard(lesson, "")


def test_the_table_has_the_last_call_while_what_follows_from_it_is_asked() -> None:
    hands = "hand.P1=KS,9S,AD,4D,2H hand.P2=QS,JD,3D,8C,7H hand.P3=5S,AH,8D,TC,9C hand.P4=X2,QD,TD,KH,QC"
    ask = {"ask": "value", "of": "turn.0", "question": "Who leads?", "clause": "back-alley.lead.first"}
    step = {
        "stage": f"at=auction deal=18 dealer=P4 upcard=6S {hands}",
        "seat": "P1",
        "replay": ["P1:1", "P2:pass", "P3:pass", "P4:1"],
        **ask,
    }
    head = HEAD | {"clauses": ["back-alley.lead.first"], "step": [step]}
    lesson = LessonSession(load("back-alley"), parse("back-alley", "made", head, Path("made.toml")), Store(None))
    table = next(block for block in lesson.begin().doc if isinstance(block, TableDrawing)).table
    assert all(place.said for place in table.places)
    assert [tally.by for tally in table.tallies if tally.name == "bid"] == [(("P1+P3", "1"), ("P2+P4", "1"))]


def test_skipping_tells_what_was_kept_back_once() -> None:
    lesson = session({"stage": STAGE, "seat": "P2", "replay": ["P1:3S+JD"]}, {"play": "4S+9D"}, {"ask": "winner"})
    heard(lesson)
    told = heard(lesson, "skip")
    assert told.count("4S 9D") == 1
    assert "won" not in told
    assert heard(lesson, "", "skip").count("P1 27, P2 26: P1 won.") == 1


@pytest.mark.parametrize(("trick", "missed"), [("", False), ("trick=KH", True)])
def test_where_any_move_is_right_nothing_was_missed(trick: str, missed: bool) -> None:
    steps = {"position": f"trump=S {trick} hand=AH,3S", "play": "AH"}, {"say": "That is all."}
    lesson = LessonSession(load("tute"), made(*steps), Store(None))
    heard(lesson)
    assert ("You were free to choose" in heard(lesson, "skip")) is not missed
    assert ("Worth another look" in heard(lesson, "")) is missed


def test_the_sum_of_a_score_line_is_not_told_again_behind_the_answer_that_it_explains() -> None:
    said = [Item("13", "You won nine tricks. 40 (in cards) + 9 (tricks) - 36 = 13.")]
    lines = [Item("", "You scored 13. 40 (in cards) + 9 (tricks) - 36 = 13."), Item("", "Tricks: you 9.")]
    assert [item.text for item in told_once(lines, said) if isinstance(item, Item)] == [
        "You scored 13.",
        "Tricks: you 9.",
    ]


def test_a_question_about_no_cards_has_no_table() -> None:
    step = {"position": "phase=auction deal=14 dealer=P3", "ask": "value", "of": "facts.cards", "question": "How many?"}
    for hand, drawn in (("", False), (" hand=AS", True)):
        steps = [step | {"position": step["position"] + hand, "table": False, "clause": "back-alley.hands"}]
        head = HEAD | {"clauses": ["back-alley.hands"], "step": steps}
        lesson = LessonSession(load("back-alley"), parse("back-alley", "made", head, Path("made.toml")), Store(None))
        assert any(isinstance(block, TableDrawing) for block in lesson.begin().doc) is drawn


def test_the_end_lists_each_rule_once_and_those_that_needed_a_second_go_apart() -> None:
    steps = [{"position": "trump=S trick=KH hand=AH,2H", "play": "AH"}]
    head = HEAD | {"clauses": ["tute.play.head"], "step": steps}
    for answers, missed in ((("ah",), False), (("2h", "ah"), True)):
        lesson = LessonSession(load("tute"), parse("tute", "made", head, Path("made.toml")), Store(None))
        heard(lesson)
        end = heard(lesson, *answers)
        assert end.count(clause("tute", "tute.play.head").title) == 1
        assert ("Worth another look:" in end) is missed


def test_an_author_says_what_the_end_of_a_lesson_lists() -> None:
    learnt = {"tute.play.win": "{{ card('AH') }} beats every other heart.", "tute.play.head": ""}
    steps = [{"position": "trump=S trick=KH hand=AH,3S", "play": "AH"}]
    head = HEAD | {"clauses": ["tute.play.follow", "tute.play.head"], "learnt": learnt, "step": steps}
    lesson = LessonSession(load("tute"), parse("tute", "made", head, Path("made.toml")), Store(None))
    heard(lesson)
    end = heard(lesson, "ah")
    assert "AH beats every other heart." in end
    assert end.index("AH beats") < end.index(clause("tute", "tute.play.head").title)
    assert clause("tute", "tute.play.follow").rule not in end


def test_a_sentence_stands_behind_the_moves_that_it_comments_on_and_before_those_of_a_new_scene() -> None:
    scene = {"stage": STAGE, "seat": "P1", "say": "Look here.", "replay": ["P1:3S+JD"]}
    lesson = session(scene, {"say": "{{ cards(trick[1]) }} it was.", "replay": ["P2:4S+9D"]})
    opening = heard(lesson)
    assert opening.index("Look here.") < opening.index("P1 led 3S JD.")
    assert opening.index("P2 answered 4S 9D.") < opening.index("4S 9D it was.")


@pytest.mark.parametrize("because", ["", "It is long."])
def test_a_choice_that_is_explained_next_is_not_called_permitted_first(because: str) -> None:
    lesson = LessonSession(
        load("tute"), made({"position": "trump=S hand=AH,3S", "play": "AH", "because": because}), Store(None)
    )
    heard(lesson)
    hints = [heard(lesson, "hint") for _ in range(4)]
    assert ("The answer: AH. Type it to see why." in hints[-1]) is bool(because), "what the other card has is no reason"
    assert ("You lead" in heard(lesson, "ah")) is not bool(because)


def test_a_lead_is_no_reason_for_itself_where_a_marriage_cannot_be_shown() -> None:
    step = {"position": "trump=C leader=P1 hand=KS,9S,9C", "play": "9S", "because": "It costs nothing."}
    lesson = LessonSession(load("tyzicha"), made(step), Store(None))
    heard(lesson)
    assert "Any card may be led" not in "".join(heard(lesson, "hint") for _ in range(5))
    assert "Any card may be led" not in heard(lesson, "9S")


def test_why_is_about_a_move_only_where_moves_are_asked_for() -> None:
    step = {"stage": STAGE, "seat": "P1", "ask": "value", "of": "turn.0", "clause": "strange.follow.suit"}
    for asked, of_moves in ((step | {"question": "Whose turn?"}, False), (REPLIED, True)):
        lesson = session(asked)
        heard(lesson)
        assert ("Which move?" in heard(lesson, "why")) is of_moves


def test_an_answer_of_several_words_is_none_of_the_choices_once() -> None:
    step = {"position": "phase=bet prison=noir:100 chips=900", "ask": "legal", "among": ["rouge:50", "couleur:50"]}
    lesson = LessonSession(load("trente-et-quarante"), made(step), Store(None))
    heard(lesson)
    assert heard(lesson, "take back red").count("none of the choices") == 1


def test_a_word_that_is_no_card_is_told_what_to_name() -> None:
    step = {"position": "phase=rob upcard=JS hand=AS,9S,KH,4H,2D", "play": "rob:2D"}
    lesson = LessonSession(load("twenty-five"), made(step), Store(None))
    heard(lesson)
    assert all("name the one card that you discard" in heard(lesson, word) for word in ("rob", "yes", "take it"))


def test_what_is_said_to_all_other_moves_is_a_hint_about_one_of_them() -> None:
    step = {"position": "trump=S hand=AH,7H,3S,2C", "play": "AH", "because": "So.", "also": ["7H"]}
    for replies, hint in (({"*": "It is low."}, "Why not 3S? It is low."), ({"2C": "It is low."}, "Why not 2C?")):
        lesson = LessonSession(load("tute"), made(step | {"replies": replies}), Store(None))
        heard(lesson)
        assert hint in heard(lesson, "hint"), "neither the move itself nor one that is as good"


def test_tallies_in_which_nobody_has_anything_are_left_out() -> None:
    none, some = (SideTally(name, name, (("P1", "0"), ("P2", n))) for name, n in (("score", "0"), ("tricks", "3")))
    assert without_zeros(Tabletop("Tute", tallies=(none, some))).tallies == (some,)
    lesson = session({"stage": STAGE, "seat": "P1", "play": "3S+JD"})
    table = next(block for block in lesson.begin().doc if isinstance(block, TableDrawing)).table
    assert all(any(count != "0" for _, count in tally.by) for tally in table.tallies)


def test_another_legal_move_is_right_and_the_example_goes_on_with_its_own() -> None:
    lesson = session(
        {"stage": STAGE, "seat": "P1", "play": "3S+JD"},
        {"replay": ["P2:4S+9D"], "say": "{{ cards(trick[0]) }} it was."},
    )
    heard(lesson)
    told = heard(lesson, "2H+5H")
    assert "The lesson goes on with 3S JD" in told
    assert lesson.faults == 0
    assert lesson.scene.state is not None
    assert "P2 answered 4S 9D." in heard(lesson, "")


def test_the_end_sums_up_no_number_that_was_not_asked_about() -> None:
    clauses = ["canadian-salad.h1", "canadian-salad.follow"]
    step = {"position": "deal=1 leader=P3 trick=5S,6S hand=7S,4H", "play": "7S"}
    head = HEAD | {"clauses": clauses, "step": [step]}
    lesson = LessonSession(load("canadian-salad"), parse("canadian-salad", "made", head, Path("m.toml")), Store(None))
    heard(lesson)
    told = heard(lesson, "7S")
    assert "Follow suit" in told
    assert "First deal: tricks" not in told


@pytest.mark.parametrize("because", ["", "The higher one would do too."])
def test_at_a_position_another_legal_move_is_told_of_where_a_reason_follows(because: str) -> None:
    """The reason is of the example's move; without one, nothing is said of either."""
    step = {"position": "upcard=6C,KD hand=JD,3S,2H,5H", "play": "3S+JD", "because": because}
    lesson = session({name: value for name, value in step.items() if value})
    heard(lesson)
    assert ("5H 2H is allowed. The lesson goes on with 3S JD" in heard(lesson, "2H+5H")) is bool(because)


def test_another_legal_move_is_told_that_the_example_goes_on_with_its_own() -> None:
    head = HEAD | {"clauses": ["solo.play.follow"]}
    step = {"position": "leader=P2 trump=H trick=QS,QH,JH hand=7H,AH,AS", "play": "7H", "because": "It wins."}
    lesson = LessonSession(load("solo"), parse("solo", "made", head | {"step": [step]}, Path("m.toml")), Store(None))
    heard(lesson)
    assert "AH is allowed. The lesson goes on with 7H.\n It wins." in heard(lesson, "AH")


def test_after_a_move_that_does_as_well_the_example_s_is_named_before_its_reason() -> None:
    head = HEAD | {"clauses": ["solo.play.follow"]}
    position = "leader=P2 trump=H trick=QS,QH,JH hand=7H,AH,AS"
    step = {"position": position, "play": "7H", "because": "It wins.", "replies": {"AH": ""}}
    lesson = LessonSession(load("solo"), parse("solo", "made", head | {"step": [step]}, Path("m.toml")), Store(None))
    heard(lesson)
    assert "That is as good as 7H.\n It wins." in heard(lesson, "AH")


def test_a_legal_move_that_costs_much_is_called_worse() -> None:
    first = lessons_of("canadian-salad")[0]
    first = replace(first, steps=tuple(replace(step, replies={}) for step in first.steps))
    lesson = LessonSession(load("canadian-salad"), first, Store(None))
    heard(lesson)
    at = lesson.at
    assert "JD is allowed, but you can do better. Try once more." in heard(lesson, "JD")
    assert lesson.at == at, "once more"
    assert "JD is allowed, but 3D is better. The lesson" in heard(lesson, "JD")
    equal = tuple(replace(step, replies={"JD": ""} if step.play == "3D" else {}) for step in first.steps)
    welcome = LessonSession(load("canadian-salad"), replace(first, steps=equal), Store(None))
    heard(welcome)
    assert "you can do better" not in heard(welcome, "JD"), "the author has nothing against it"
    quick = LessonSession(load("canadian-salad"), first, Store(None), effort=QUICK)
    heard(quick)
    assert "JD is allowed. The lesson goes on" in heard(quick, "JD")


def test_exactly_asks_again_without_counting_a_fault() -> None:
    lesson = session({"stage": STAGE, "seat": "P1", "play": "3S+JD", "exactly": True})
    heard(lesson)
    assert "none of these cards is asked for" in heard(lesson, "2H+5H")
    assert lesson.faults == 0
    assert "3S JD" not in heard(lesson, "hint")
    for _ in range(4):
        last = heard(lesson, "hint")
    assert "The answer: 3S JD." in last


def test_the_table_stays_away_where_it_would_answer() -> None:
    step = {"ask": "value", "of": "facts.trumps", "question": "Which?", "clause": "strange.trump.suits", "table": False}
    lesson = session({"position": "upcard=6C,KD", "say": "Look."}, step)
    for line in ((), ("show",)):
        shown = heard(lesson, *line)
        assert "turned up: 6C KD" in shown and "trumps" not in shown and "round" not in shown
    assert "trumps" not in heard(lesson, "")


def test_the_table_does_not_say_what_is_asked() -> None:
    """Phrases that state the answer are left out, of this question and of those that follow; the others stay."""
    trumps = {"ask": "value", "of": "facts.trumps", "question": "Which?", "clause": "strange.trump.suits"}
    lower = {"ask": "value", "of": "facts.supers.6C", "question": "How much?", "clause": "strange.pips.super"}
    lesson = session({"position": "upcard=6C,KD"}, trumps, lower, {"ask": "clause", "of": "AS+KS"})
    for shown in (heard(lesson), heard(lesson, "show")):
        assert "turned up: 6C KD" in shown and "round 1" in shown
        assert "trumps" not in shown and "28" not in shown
    heard(lesson, "C D", "")
    assert "trumps D and C" in heard(lesson, "show"), "answered"
    assert "28" not in heard(lesson, "show")
    wanted = session({"position": "upcard=6C,KD"}, trumps | {"table": True})
    assert "trumps D and C" in heard(wanted), "the author says that the answer rests on it"


@pytest.mark.parametrize(
    ("name", "position", "value", "left", "gone"),
    [
        ("twenty-five", "trump=H leader=P1 trick=4H,KH,AH hand=2C", "AH", "trumps H.", "highest"),
        ("tetka", "bum=7C number=3 trick=4C hand=2C", 2, "other queens 1", "Tetka QC"),
        ("back-alley", "upcard=7C bids=P1:3 deal=4 phase=auction hand=AS", 10, "deal 4 of 26", "10 cards"),
        ("pluck", "dealer=P1 trump=H hand=AH", 7, "trumps H", "quota"),
        ("truc", "trick=KH hand=3S,7H,4D before.P1+P3=11 before.P2+P4=2", 3, "suits mean nothing", "worth 3"),
    ],
)
def test_only_the_part_that_states_the_answer_is_left_out(
    name: str, position: str, value: Any, left: str, gone: str
) -> None:
    game, question = load(name), ValueQuestion("What?", value, "x", "Rule.", "So.")
    asked = read_question(game, split(position.split()))
    table = tabletop(game, "", phase=asked.phase, view=asked.view)
    whole, part = (read([TableDrawing(one)]) for one in (table, without_answer(table, question)))
    assert gone in whole and gone not in part
    assert left in part
    assert list(stated(table, question)) and not list(stated(without_answer(table, question), question))
    assert [place.cards for place in without_answer(table, question).places] == [place.cards for place in table.places]


def test_a_table_is_drawn_again_before_a_move_and_after_two_questions_and_not_else() -> None:
    position = {"position": "upcard=JC,QH trick=3C+8S hand=5C,9S,AD"}
    value = {"ask": "value", "of": "facts.trumps", "question": "Which?", "clause": "strange.trump.suits"}
    lesson = session(position | value, value, value, value, {"play": "5C+9S"})
    drawn = ["turned up" in heard(lesson)]
    for answer in ("C H", "C H", "C H", "C H"):
        heard(lesson, answer)
        drawn.append("turned up" in heard(lesson, ""))
    assert drawn == [True, False, True, False, True]


def test_suits_are_right_in_any_order_and_by_name() -> None:
    step = {"ask": "value", "of": "facts.trumps", "question": "Which?", "clause": "strange.trump.suits", "table": False}
    for answer, right in (("C D", True), ("D,C", True), ("clubs and diamonds", True), ("♣ ♦", True), ("C", False)):
        lesson = session({"position": "upcard=6C,KD"}, step)
        heard(lesson)
        assert ("Correct." in heard(lesson, answer)) is right, answer


def test_a_broken_step_does_not_trap_the_learner() -> None:
    lesson = session({"say": "{{ nothing }}"}, {"stage": STAGE, "replay": ["P2:9D+4S"]}, {"say": "The end."})
    told = heard(lesson) + heard(lesson, "")
    assert told.count("has a fault and is left out") == 2
    assert "The end." in told
    assert [at for at, _ in lesson.broken] == [0, 1]
    assert lesson.finished


@pytest.mark.parametrize("play", ["3S+9D", "JD", "nonsense"])
def test_an_example_that_cannot_be_played_does_not_trap_the_learner(play: str) -> None:
    lesson = session(
        {"stage": STAGE, "seat": "P1", "replay": ["P1:3S+JD"]},
        {"ask": "value", "of": "turn.0", "question": "Whose turn?", "clause": "strange.follow.suit"},
        {"play": play},
        {"ask": "value", "of": "turn.0", "question": "And now?", "clause": "strange.follow.suit"},
    )
    told = heard(lesson) + heard(lesson, "", "P2", "")
    assert "has a fault and is left out" in told
    assert told.endswith("And now?")
    assert "Whose turn?" in heard(lesson, "undo")
    assert heard(lesson, "P2", "").endswith("And now?")
    assert "Lesson done" in heard(lesson, "P2")


def test_a_number_names_a_choice_unless_it_is_one() -> None:
    step = {"position": "phase=bet prison=noir:100", "ask": "legal", "among": ["withdraw:prison-noir", "couleur"]}
    lesson = LessonSession(load("trente-et-quarante"), made(step), Store(None))
    heard(lesson)
    assert "Correct." in heard(lesson, "2")
    lesson = session(
        {"position": "upcard=JC,QH trick=3C+8S hand=5C,9S,AD", "ask": "legal", "among": ["5C+AD", "AD+9S"]}
    )
    heard(lesson)
    assert "Correct." not in heard(lesson, "1"), "a card it may be"


REPLIED: dict[str, Any] = {
    "stage": STAGE,
    "seat": "P1",
    "play": "3S+JD",
    "replies": {"2H+5H": "That wins {{ count(1, 'trick') }} less.", "*": "Look for the jack."},
    "because": "The jack is safe.",
}


def test_a_lesser_move_has_the_authors_reply_and_the_question_stays() -> None:
    lesson = session(REPLIED)
    heard(lesson)
    assert "That wins 1 trick less." in heard(lesson, "5H 2H"), "in any form"
    assert "Look for the jack." in heard(lesson, "3S+5H")
    assert lesson.at == 0 and lesson.faults == 2
    assert "sign='yes'" not in repr(lesson.tell("2H+5H").doc), "and no tick"
    assert "The jack is safe." in heard(lesson, "3S+JD")


def test_a_hint_asks_why_not_the_lesser_move() -> None:
    lesson = session(REPLIED)
    heard(lesson)
    said = [heard(lesson, "hint") for _ in range(5)]
    assert any("Why not 5H 2H? That wins 1 trick less." in text for text in said), said
    assert not any("Look for the jack." in text for text in said), "that is said to moves, and speaks of them"


def test_a_wrong_value_has_the_authors_reply_once() -> None:
    step = {"stage": STAGE, "seat": "P1", "ask": "value", "of": "turn.0", "clause": "strange.follow.suit"}
    lesson = session({**step, "question": "Whose turn?", "replies": {"P2": "Left comes after you."}})
    heard(lesson)
    assert "Left comes after you." in heard(lesson, "P2")
    assert "Left comes after you." not in heard(lesson, "P2")
    assert "Correct." in heard(lesson, "P1")


def test_a_reply_to_all_other_numbers_is_said_once() -> None:
    step = {"stage": STAGE, "seat": "P1", "ask": "value", "of": "facts.pips.P1.0", "clause": "strange.pips.trump"}
    position = "upcard=4S,KH leader=P1 trick=7D+2S,3D+QH,2C+5C"
    step = {key: value for key, value in step.items() if key not in ("stage", "seat")} | {"position": position}
    lesson = session({**step, "question": "How many?", "replies": {"*": "Look at the suit.", "20": "No trump."}})
    heard(lesson)
    assert "Look at the suit." in heard(lesson, "99")
    assert "Look at the suit." not in heard(lesson, "98"), "a second number gets words of its own"
    assert "No trump." in heard(lesson, "20")
    lesson = session({**step, "question": "How many?", "replies": {"*": "Look at the suit.", "20": "No trump."}})
    heard(lesson, "20")
    assert "Look at the suit." in heard(lesson, "98"), "the other number had a reply of its own"


@pytest.mark.parametrize(
    ("position", "made", "reason"),
    [
        ("trick=QS,AS leader=P3 tricks=P1+P3 dealer=P4 hand=3H,5D", "3H", ""),
        ("trick=QS,AS leader=P3 tricks=P1+P3 dealer=P4 hand=3H,5D", "truc", "The hand is worth 1, and you propose 2."),
        (
            "phase=answer dealer=P3 leader=P4 trick=KH bids=P4:truc hand=7H,3S,4D",
            "3S",
            "playing a card accepts the truc",
        ),
    ],
)
def test_no_rule_is_the_reason_where_every_card_might_be_played(position: str, made: str, reason: str) -> None:
    """Calls that are not allowed make no difference; a card that does what a call does has a reason."""
    head = HEAD | {"clauses": ["truc.play"]}
    step = {"position": position, "play": made, "because": "It wins."}
    lesson = LessonSession(load("truc"), parse("truc", "made", head | {"step": [step]}, Path("m.toml")), Store(None))
    heard(lesson)
    said = heard(lesson, made)
    assert "It wins." in said
    assert reason in said
    assert "You may play" not in said


@pytest.mark.parametrize(
    ("hand", "refuse", "told"),
    [("KH,2H,3S", {}, False), ("KH,2H,3S", {"3S": "reversis.play.follow"}, True), ("KH,3S", {}, True)],
)
def test_a_rule_that_leaves_a_choice_is_no_reason_unless_it_is_at_stake(
    hand: str, refuse: dict[str, str], told: bool
) -> None:
    head = HEAD | {"clauses": ["reversis.play.follow"]}
    step = {
        "position": f"trick=QH,AH leader=P1 hand={hand}",
        "play": "KH",
        "because": "It can't win.",
        "refuse": refuse,
    }
    lesson = parse("reversis", "made", head | {"step": [step]}, Path("made.toml"))
    taken = LessonSession(load("reversis"), lesson, Store(None))
    heard(taken)
    assert ("It follows suit" in heard(taken, "KH")) == told


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("3S+JD", "3S+JD is the move of the example, or one of `also`"),
        ("AS+AD", "AS+AD is not allowed here"),
        ("xyzzy", "xyzzy is not allowed here"),
    ],
)
def test_a_reply_that_would_never_be_said_is_a_fault(answer: str, fault: str) -> None:
    step = {key: value for key, value in REPLIED.items() if key != "replies"} | {"replies": {answer: "Not so."}}
    lesson = made(step)
    table = LessonTable(load("strange"), lesson)
    table.enter(lesson.steps[0])
    question = build_question(table.game, table.scene, lesson.steps[0])
    assert [problem for problem in reply_problems(lesson.steps[0], question, answer) if fault in problem]


def test_choices_may_be_named_without_commas() -> None:
    found = next(
        question
        for lesson in lessons_of("last-one")
        for question in _asked(lesson)
        if isinstance(question, Legal) and "8H" in question.answer()
    )
    assert found.grade(found.answer()).right, "cards one behind the other are each a choice"
    assert found.grade("8H stay out of it").understood
    for line in ("the lowest card", "nonsense"):
        grade = found.grade(line)
        assert not grade.understood and len(grade.doc) == 1, "told once, not word by word"
        assert "is none of the choices: 8H" in grade.doc[0].text.replace("\x02c", "").replace("\x03", "")  # type: ignore[union-attr]
    said = found.grade("8H, 8C, stay out of it").doc[0]
    assert isinstance(said, Para)
    assert 'and "stay out of it"' in said.text, "words among cards stand in quotes"


def _asked(lesson: Lesson) -> list[Any]:
    """The questions of a lesson, in order."""
    held, out = LessonSession(load(lesson.game), lesson, Store(None)), []
    held.begin()
    while not held.finished:
        out.append(held.asking.question if held.asking else None)
        held.tell(out[-1].answer() if out[-1] is not None else held.hand.answer() if held.hand else "")
    return [question for question in out if question is not None]


def test_a_capital_letter_alone_is_no_command() -> None:
    """Who types Q where several queens could be meant is told so, and stays."""
    lesson = session(
        {"position": "upcard=JC,QH trick=3C+8S hand=5C,9S,AD", "ask": "legal", "among": ["5C+AD", "AD+9S"]}
    )
    heard(lesson)
    assert not lesson.tell("Q").over
    assert lesson.tell("q").over


def test_a_card_goes_before_a_command() -> None:
    """`q` is short for quit, but in a game without suits it is a queen."""
    step = {"position": "hand=Q,7", "play": "7", "question": "Lead."}
    lesson = parse("dou-dizhu", "q", HEAD | {"clauses": ["dou-dizhu.play.lead"], "step": [step]}, Path("q.toml"))
    held = LessonSession(load("dou-dizhu"), lesson, Store(None))
    held.begin()
    assert "Q" in text_of(held.tell("q").doc)
    assert held.finished
    other = LessonSession(load("dou-dizhu"), lesson, Store(None))
    other.begin()
    assert other.tell("quit").over
    assert not other.finished


def test_back_and_again_at_the_first_step() -> None:
    lesson = session({"say": "One."}, {"position": "upcard=JC,QH trick=3C+8S hand=5C,9S,AD", "play": "5C+9S"})
    assert "One." in heard(lesson)
    for line in ("back", "undo", "again", "back"):
        assert "One." in heard(lesson, line)
    assert "3C 8S led" in heard(lesson, "")
    for line in ("back", "undo", "again", "back"):
        assert "One." in heard(lesson, line)
    assert lesson.at == 1


def test_a_draw_by_the_lessons_own_cards() -> None:
    """A deal may say what the deck gives; what comes after is chance, the same each time."""
    game = load("tute")
    cards = "+".join(c.text for c in game.pack.cards)
    step = {"deal": {"players": 4, "draws": [f"deal:{cards}"]}, "say": "{{ cards(hand) }}"}
    lesson = parse("tute", "dealt", HEAD | {"clauses": ["tute.play.follow"], "step": [step]}, Path("dealt.toml"))
    held = [text_of(LessonSession(game, lesson, Store(None)).begin().doc) for _ in range(2)]
    assert held[0] == held[1]
    assert game.pack.cards[0].text in held[0]


def test_the_learner_is_a_learner() -> None:
    """The drives would find nothing in a session that does nothing; so they are tried on a broken one."""
    game, lesson = lesson_of(paths_of("strange")[3])
    found: list[str] = []

    class Deaf(LessonSession):
        def answered(self, line: str) -> Any:
            self._passed("first")
            return self.going_on()

    learner = Learner(game, lesson, lambda at, text: found.append(text))
    learner.session = Deaf(game, lesson, Store(None))

    class Wrong(LessonWalkthrough):
        def learner(self, store: Store | None = None) -> Learner:
            learner = Learner(self.game, self.lesson, self.note)
            learner.session = Deaf(self.game, self.lesson, Store(None))
            learner.begin()
            return learner

    rough(Wrong(game, lesson, lambda at, text: found.append(text), lambda at, text: None))
    assert any("goes on although nothing right was answered" in text for text in found), found


@pytest.mark.parametrize(
    ("value", "kind", "right", "wrong"),
    [
        ("55,60", "numbers", ["55,60", "55 60", "55 and 60"], ["60 55", "55", "5560"]),
        ("25", "number", ["25", "+25", "25.0"], ["26", "2 5"]),
        ("AS,KH", "card", ["as kh", "AS, KH"], ["KH AS", "AS"]),
        ("double", "word", ["double"], ["single"]),
        ([3, 4, 4], "numbers", ["3 4 4"], ["4 4 3", "3 4"]),
        (True, "flag", ["yes", "y", "Yes, they are"], ["no", "not yet", "no, not yes", "perhaps"]),
    ],
)
def test_values_that_are_several(value: Any, kind: str, right: list[str], wrong: list[str]) -> None:
    question = ValueQuestion(
        "How many?", value, "strange.deal", "Deal.", "So it is.", prose="Everybody gets as many cards."
    )
    assert question.kind == kind
    assert question.grade(question.answer()).right
    assert all(question.grade(answer).right for answer in right)
    assert not any(question.grade(answer).right for answer in wrong)
    assert LEAST <= len(question.ladder()) <= RUNGS


def test_a_legal_move_that_was_not_offered_is_no_mistake() -> None:
    game = load("tute")
    asked = read_question(game, split(["trump=S", "leader=P1", "trick=KH", "hand=AH,3H,2H,4D"]))
    question = Legal(game, judge(asked.phase, asked.view), ("AH", "2H"))
    assert question.grade("AH").right
    named = question.grade("AH 3H")
    assert named.right
    assert "not asked about" in str(named.doc)
    assert not question.grade("AH 4D").right
    assert not question.grade("3H").right


def test_a_move_that_begins_with_a_seat_is_no_move_of_that_seat() -> None:
    (path,) = [path for path in paths_of("pluck") if "whole" in path.stem]
    lesson = parse("pluck", path.stem, document(path), path)
    table = LessonTable(load("pluck"), lesson)
    table.set(lesson.steps[0])
    assert table.scene.state is not None
    turn = table.scene.state.turn
    assert turn == (table.scene.learner,)
    plain, _ = table.scene.played("P3:3C")
    named, _ = table.scene.played(f"{turn[0]}:P3:3C")
    assert plain.state == named.state != table.scene.state


def test_why_after_a_right_answer_to_a_question_tells_its_reason_once_more() -> None:
    step = {"position": "trump=S leader=P1 trick=AH,JH", "ask": "winner"}
    lesson = LessonSession(load("jo-jotte"), made(step, {"say": "Well."}), Store(None))
    heard(lesson)
    assert "Give one first" in heard(lesson, "nonsense") + heard(lesson, "why"), "not that it is no card"
    heard(lesson, "you")
    assert "JH is lower than AH" in heard(lesson, "why")
