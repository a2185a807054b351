"""Other sensible moves (`also`), and hands that the learner plays freely (`free`): taken, left, gone back in, checked.

The learner is P1.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import read
from tutor.kernel.by_name import load
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.check.diagnostics import Diagnostics
from tutor.teach.check.lesson import check_lesson
from tutor.teach.lessons.files import lessons_of, parse
from tutor.teach.lessons.free import QUICK, played_on
from tutor.teach.lessons.session import LessonSession
from tutor.teach.practice.in_short import by_tricks
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import Store
from tutor.teach.questions.refusals import free
from tutor.teach.text.doc import Item
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase
    from tutor.teach.lessons.model import Lesson

GAME = "canadian-salad"
HEAD = {"format": 1, "game": GAME, "title": "A lesson", "goal": "Know it.", "clauses": ["canadian-salad.follow"]}
STAGE = "dealer=P1 leader=P2 hand.P1=4S,KH,JD,3D hand.P2=6S,QS,8H,9C hand.P3=TS,AD,7C,5H hand.P4=AS,5D,TC,7H"
FIRST = {"stage": STAGE, "seat": "P1", "replay": ["P2:6S", "P3:TS", "P4:AS"], "play": "4S"}
FREE = {"free": True}
PAID = {"ask": "value", "of": "standing.P1", "question": "What have you paid?", "clause": "canadian-salad.h1"}


def made(*steps: dict[str, Any]) -> Lesson:
    return parse(GAME, "made", HEAD | {"step": list(steps)}, Path("made.toml"))


def session(*steps: dict[str, Any], store: Store | None = None) -> LessonSession:
    return LessonSession(load(GAME), made(*steps), store or Store(None), effort=QUICK)


def told(session: LessonSession, *lines: str) -> str:
    """Everything that is said to the lines."""
    return "\n".join(read(session.tell(line).doc) for line in lines)


def begun(*steps: dict[str, Any], store: Store | None = None) -> LessonSession:
    found = session(*steps, store=store)
    found.begin()
    return found


def asked(game: Game[Any], position: str) -> tuple[Phase[Any, Any], Any]:
    question = read_question(game, split(position.split()))
    return question.phase, question.view


def held(session: LessonSession) -> set[str]:
    return {c.text for c in session.scene.hand}


def diamonds(also: list[str]) -> tuple[dict[str, Any], ...]:
    """A trick in which you follow with a diamond, high or low, and what comes after it."""
    rest = ["P2:QS", "P3:AD"]
    return FIRST, {"replay": ["P4:5D"], "play": "3D", "also": also}, {"replay": rest, "ask": "winner"}


# -- also ----------------------------------------------------------------------------------------------


def test_a_sensible_move_is_gone_on_with() -> None:
    lesson = begun(*diamonds(["JD"]))
    said = told(lesson, "4S", "", "JD")
    assert "goes on with" not in said
    assert held(lesson) == {"KH", "3D"}
    assert "P1: dealer; JD." in told(lesson, "")


def test_another_move_is_allowed_and_the_example_says_what_sets_its_own_apart() -> None:
    """The trick that follows is told otherwise if the jack lies in it, for it is no small card: the queen is."""
    other = {"replay": ["P4:5D"], "play": "3D"}, {"replay": ["P2:QS", "P3:AD"]}, {"play": "JD", "replay": ["P3:5H"]}
    lesson = begun(FIRST, *other)
    said = told(lesson, "4S", "", "JD")
    assert "JD is allowed. The lesson goes on with 3D: it is your lowest diamond." in said
    assert held(lesson) == {"KH", "JD"}


def test_a_move_after_which_the_same_is_said_and_asked_is_gone_on_with() -> None:
    lesson = begun(*diamonds([]))
    assert "goes on with" not in told(lesson, "4S", "", "JD")
    assert held(lesson) == {"KH", "3D"}


def test_what_was_played_is_known_after_coming_back_and_gone_after_stepping_back() -> None:
    store = Store(None)
    lesson = begun(*diamonds(["JD"]), store=store)
    told(lesson, "4S", "", "JD")
    again = begun(*diamonds(["JD"]), store=store)
    assert held(again) == {"KH", "3D"}
    told(again, "back")
    assert held(again) == {"KH", "JD", "3D"}
    told(again, "3D")
    assert held(again) == {"KH", "JD"}
    third = begun(*diamonds(["JD"]), store=store)
    assert held(third) == {"KH", "JD"}, "the move made last is the one that counts"


def test_a_log_that_fits_no_more_is_no_harm() -> None:
    store = Store(None)
    lesson = begun(*diamonds(["JD"]), store=store)
    told(lesson, "4S", "", "JD")
    changed = begun({**FIRST, "stage": STAGE.replace("JD", "9D")}, *diamonds([])[1:], store=store)
    assert held(changed) == {"KH", "9D"}


# -- free ----------------------------------------------------------------------------------------------


def played(lesson: LessonSession) -> Iterator[str]:
    """Sensible moves until the hand is over; everything that is said."""
    while lesson.hand is not None:
        yield told(lesson, lesson.hand.answer())


def test_a_hand_is_played_to_its_end_and_ends_as_in_practice() -> None:
    lesson = begun(FIRST, FREE)
    told(lesson, "4S")
    opening = told(lesson, "")
    assert "says what might be wise" in opening
    *_, last = played(lesson)
    assert "The end of deal 1 of 6" in last and "Score sheet" in last
    assert last.count("charged") == len({line for line in last.split("\n") if "charged" in line})
    assert lesson.finished


def test_what_came_about_is_asked_before_it_is_told() -> None:
    lesson = begun(FIRST, FREE, PAID)
    told(lesson, "4S", "")
    *_, last = played(lesson)
    assert "charged" not in last and "Score sheet" not in last
    told(lesson, "")
    paid = str(int(lesson.scene.value("standing.P1")))
    answered = told(lesson, paid)
    assert "Correct" in answered and "The end of deal 1 of 6" in answered
    assert lesson.finished


def test_an_illegal_card_gets_its_ruling_and_another_go() -> None:
    lesson = begun(FIRST, FREE)
    told(lesson, "4S", "")
    assert lesson.hand is not None
    refused = next(r for r in lesson.hand.match.judged().rulings if not r.legal)
    before = held(lesson)
    assert "you must follow suit" in told(lesson, refused.text)
    assert lesson.hand is not None and held(lesson) == before
    assert lesson.faults == 1


def test_the_same_moves_are_answered_the_same_way() -> None:
    one, other = begun(FIRST, FREE), begun(FIRST, FREE)
    told(one, "4S", "")
    told(other, "4S", "")
    assert list(played(one)) == list(played(other))


def test_back_takes_cards_back_and_then_steps_back() -> None:
    lesson = begun(FIRST, FREE)
    told(lesson, "4S", "")
    assert lesson.hand is not None
    told(lesson, lesson.hand.answer())
    assert lesson.hand.touched
    assert "Taken back" in told(lesson, "back")
    assert lesson.hand is not None and not lesson.hand.touched
    assert "Back to part 1" in told(lesson, "back")
    assert lesson.hand is None and lesson.asking is not None
    told(lesson, "4S", "")
    assert lesson.hand is not None


def test_stepping_back_over_a_free_hand_plays_it_anew() -> None:
    lesson = begun(FIRST, FREE, PAID)
    told(lesson, "4S", "")
    list(played(lesson))
    told(lesson, "", "back")
    assert lesson.hand is not None and lesson.at == 1


def test_again_is_this_hand_and_then_the_lesson() -> None:
    lesson = begun(FIRST, FREE)
    told(lesson, "4S", "")
    assert lesson.hand is not None
    told(lesson, lesson.hand.answer(), "again")
    assert lesson.hand is not None and not lesson.hand.touched
    told(lesson, "again")
    assert lesson.at == 0


def test_a_hand_that_was_left_goes_on_where_it_was() -> None:
    store = Store(None)
    lesson = begun(FIRST, FREE, store=store)
    told(lesson, "4S", "")
    assert lesson.hand is not None
    told(lesson, "quit")
    lesson = begun(FIRST, FREE, store=store)
    assert lesson.hand is not None and not lesson.hand.touched
    told(lesson, lesson.hand.answer(), "quit")
    other = session(FIRST, FREE, store=store)
    assert "You have played so far" in read(other.begin().doc)
    assert other.at == 1 and other.hand is not None and other.hand.touched
    assert other.hand.record == lesson.hand.record
    told(other, "again", "again")
    told(other, "4S", "")
    assert other.hand is not None and not other.hand.touched, "who begins the lesson again begins the hand again"


def test_a_hand_that_was_left_and_fits_no_more_begins_again() -> None:
    store = Store(None)
    told(begun(FIRST, FREE, store=store), "4S", "", "quit")
    store.add(LogEvent("lesson", GAME, "made", "1", result="left", detail={"moves": ["P1:2C", "P2:x"]}))
    lesson = begun(FIRST, FREE, store=store)
    assert lesson.hand is not None and not lesson.hand.touched


def test_a_hand_that_was_played_is_known_when_one_comes_back() -> None:
    store = Store(None)
    lesson = begun(FIRST, FREE, PAID, store=store)
    told(lesson, "4S", "")
    list(played(lesson))
    paid = lesson.scene.value("standing.P1")
    other = begun(FIRST, FREE, PAID, store=store)
    assert other.at == 2 and other.scene.value("standing.P1") == paid
    assert other.scene.record == lesson.scene.record


def test_skip_plays_the_rest_and_earns_no_star() -> None:
    store = Store(None)
    lesson = begun(FIRST, FREE, store=store)
    told(lesson, "4S", "")
    said = told(lesson, "skip")
    assert "your cards too" in said and "Score sheet" in said
    tricks = [line for line in said.splitlines() if "won the trick" in line]
    assert len(tricks) == 3 and tricks[1].count("played") == 3 and tricks[1].count("led") == 1
    assert lesson.finished
    assert store.progress().lesson(GAME, "made").stars == 0


def test_the_rest_of_a_hand_may_be_left_to_the_program() -> None:
    store = Store(None)
    lesson = begun(FIRST, FREE, store=store)
    told(lesson, "4S", "")
    assert lesson.hand is not None
    told(lesson, lesson.hand.answer(), "skip")
    assert lesson.finished
    assert store.progress().lesson(GAME, "made").stars > 0


def test_a_skipped_hand_without_tricks_is_told_from_one_turn_of_the_learner_to_the_next() -> None:
    game = load("last-one")
    lesson = lessons_of("last-one")[-1]
    free = next(at for at, step in enumerate(lesson.steps) if step.free)
    session = LessonSession(game, lesson, Store(None), effort=QUICK)
    session.begin()
    while session.at < free or session.hand is None:
        session.tell("skip")
    told = [block.text for block in session.tell("skip").doc if isinstance(block, Item)]
    turns = [text for text in told if unmarked(text).startswith(("P1 played", "P1 put", "P1 drew", "P1 went on"))]
    assert len(turns) > 2 and all(unmarked(text).count("P2 ") < 6 for text in turns), told


def test_payments_are_told_with_their_trick_and_what_comes_before_play_alone() -> None:
    lesson = lessons_of("reversis")[-1]
    session = LessonSession(load("reversis"), lesson, Store(None), effort=QUICK)
    session.begin()
    while session.hand is None:
        session.tell("")
    told = [unmarked(block.text) for block in session.tell("skip").doc if isinstance(block, Item)]
    before, *tricks = (text for text in told if "won the trick" in text or "laid away" in text)
    assert "laid away" in before and "led" not in before, before
    assert len(tricks) == 11 and all(text.split()[1] == "led" for text in tricks), tricks


def test_an_answer_beside_the_page_of_the_hand_does_not_work_out_what_that_works_out() -> None:
    session = LessonSession(load("tresette"), lessons_of("tresette")[-1], Store(None), effort=QUICK)
    session.begin()
    while session.hand is None:
        session.tell("skip")
    session.tell("skip")
    while session.asking is None:
        session.tell("")
    answer, *page = [unmarked(block.text) for block in session.tell("skip").doc if isinstance(block, Item)]
    assert answer.count("=") == 1 and "÷" not in answer, answer
    assert any("3 to a point" in line for line in page), page


def test_what_is_said_before_a_lead_is_told_with_it() -> None:
    stage = "leader=P1 hand.P1=3S,2H,6H hand.P2=4S,KH,4D hand.P3=5S,5H,5D hand.P4=6S,7H,6D"
    head = HEAD | {"game": "tresette", "clauses": ["tresette.play.follow"], "step": [{"stage": stage, "free": True}]}
    lesson = parse("tresette", "made", head, Path("made.toml"))
    session = LessonSession(load("tresette"), lesson, Store(None), effort=QUICK)
    session.begin()
    assert session.hand is not None
    moves = ("P1:3S", "P2:4S", "P3:5S", "P4:6S", "P1:best", "P1:2H", "P2:KH", "P3:5H", "P4:7H", "P1:6H")
    told = by_tricks(played_on(session.hand.record, moves), session.hand.begun, "P1")
    texts = [unmarked(item.text) for item in told if isinstance(item, Item)]
    assert "asked" not in texts[0] and texts[1].startswith("P1 asked"), texts


def test_the_last_hint_is_advice() -> None:
    lesson = begun({"stage": STAGE.replace("leader=P2", "leader=P1"), "seat": "P1", "free": True})
    assert "Advice" in told(lesson, "hint", "hint", "hint")


def test_a_hint_is_about_a_rule_only_where_that_leaves_a_choice() -> None:
    lesson = begun({"stage": STAGE, "seat": "P1", "replay": ["P2:6S", "P3:TS", "P4:AS"], "free": True})
    only = told(lesson, "hint")
    assert "There is no choice: only 4S" in only and "follow" in only, only
    truc = load("truc")
    raised = "leader=P1 bids=P1:truc,P2:accept hand=2H,3C,4C"
    found = judge(*asked(truc, raised))
    assert free(found) and not all(ruling.legal for ruling in found.rulings), "no word is among the cards"
    assert not free(judge(*asked(load(GAME), "trick=6S hand=4S,KH")))


@pytest.mark.parametrize(("given", "shown"), [("hands=2 ", False), ("hands=2 hand_no=2 ", True)])
def test_a_hand_that_was_set_up_is_called_the_first_by_nobody(given: str, shown: bool) -> None:
    stage = f"{given}trump=S leader=P1 hand.P1=AS hand.P2=KS hand.P3=QS hand.P4=JS"
    step = {"stage": stage, "seat": "P1", "free": True}
    head = HEAD | {"game": "tute", "clauses": ["tute.play.head"], "step": [step]}
    lesson = LessonSession(load("tute"), parse("tute", "made", head, Path("made.toml")), Store(None), effort=QUICK)
    said = "\n".join([read(lesson.begin().doc), told(lesson, "AS")])
    assert ("hand 2" in said) == shown
    assert "hand 1" not in said


def test_figures_are_said_to_lag_only_where_they_are_asked_for() -> None:
    said = {}
    for ask in ("legal", "value"):
        step: dict[str, Any] = {
            "stage": "bets=noir:100 chips=900 shoe=7C,KS,QD,4H,9S,AH,8H,KC,7H",
            "replay": ["P1:deal"],
        }
        asked = {"among": ["noir:5", "deal"]} if ask == "legal" else {"of": "standing.P1", "question": "How many?"}
        step |= {"ask": ask, **asked} | ({"clause": "trente-et-quarante.pay"} if ask == "value" else {})
        head = HEAD | {"game": "trente-et-quarante", "clauses": ["trente-et-quarante.pay"], "step": [step]}
        lesson = parse("trente-et-quarante", "made", head, Path("made.toml"))
        said[ask] = read(LessonSession(load("trente-et-quarante"), lesson, Store(None)).begin().doc)
    lag = "don't count what has just happened"
    assert lag in said["value"] and lag not in said["legal"], said


def test_a_coup_is_nobodys_hand() -> None:
    stage = "bets=noir:100 chips=900 shoe=7C,KS,QD,4H,9S,AH,8H,KC,7H"
    head = HEAD | {"game": "trente-et-quarante", "clauses": ["trente-et-quarante.pay"]}
    lesson = parse("trente-et-quarante", "made", head | {"step": [{"stage": stage, "free": True}]}, Path("made.toml"))
    session = LessonSession(load("trente-et-quarante"), lesson, Store(None), effort=QUICK)
    said = read(session.begin().doc) + told(session, "skip")
    assert "the hand is yours" not in said and "your cards" not in said, said


def test_both_rows_of_a_coup_are_told_before_it_is_asked_what_it_brought() -> None:
    stage = "bets=noir:100 chips=900 shoe=7C,KS,QD,4H,9S,AH,8H,KC,7H"
    value = {"ask": "value", "of": "standing.P1", "question": "How many chips?", "clause": "trente-et-quarante.pay"}
    steps = [{"stage": stage, "seat": "P1", "play": "deal"}, value]
    head = HEAD | {"game": "trente-et-quarante", "clauses": ["trente-et-quarante.pay"], "step": steps}
    lesson = parse("trente-et-quarante", "made", head, Path("made.toml"))
    hand = LessonSession(load("trente-et-quarante"), lesson, Store(None), effort=QUICK)
    hand.begin()
    hand.tell("deal")
    held = {event.what for event in hand.table.held}
    assert "scored" in held and "row dealt" not in held


# -- the check -----------------------------------------------------------------------------------------


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "lesson.toml"
    head = f'format = 1\ngame = "{GAME}"\ntitle = "A"\ngoal = "Know it."\nclauses = ["canadian-salad.follow"]\n'
    path.write_text(head + text, "utf-8")
    findings = Diagnostics()
    check_lesson(findings, path, own=False, thorough=True)
    return [fault.text for fault in findings.errors]


OPENING = f'[[step]]\nstage = "{STAGE}"\nseat = "P1"\nreplay = ["P2:6S", "P3:TS", "P4:AS"]\nplay = "4S"\n'


def test_the_check_plays_on_with_each_other_move(tmp_path: Path) -> None:
    rest = '[[step]]\nreplay = ["P4:5D"]\nplay = "3D"\nalso = ["JD"]\n'
    good = '[[step]]\nreplay = ["P2:QS", "P3:AD"]\n[[step]]\nreplay = ["P3:7C", "P4:TC"]\nplay = "KH"\n'
    assert faults(tmp_path, OPENING + rest + good) == []
    later = good + '[[step]]\nreplay = ["P2:9C", "P4:7H"]\nplay = "JD"\n'
    assert any("after JD instead" in fault for fault in faults(tmp_path, OPENING + rest + later))
    wrong = rest.replace('"JD"', '"KH"') + good
    assert any("KH" in fault and "not" in fault for fault in faults(tmp_path, OPENING + wrong))


def test_the_check_says_which_expectation_does_not_hold(tmp_path: Path) -> None:
    rest = '[[step]]\nreplay = ["P4:5D"]\nplay = "3D"\nalso = ["JD"]\n'
    end = '[[step]]\nreplay = ["P2:QS", "P3:AD"]\nexpect = { hand = "KH,JD" }\n'
    found = faults(tmp_path, OPENING + rest + end)
    assert found and all("after JD instead" in fault for fault in found)


def test_the_check_plays_free_hands_in_several_ways(tmp_path: Path) -> None:
    free = "[[step]]\nfree = true\n"
    asked = '[[step]]\nask = "value"\nof = "standing.P1"\nquestion = "How much?"\nclause = "canadian-salad.h1"\n'
    assert faults(tmp_path, OPENING + free + asked) == []
    wrong = asked + "expect = { standing = { P1 = 0 } }\n"
    assert any("by chance" in fault for fault in faults(tmp_path, OPENING + free + wrong))


@pytest.mark.parametrize("step", ['free = true\nplay = "4S"\n', 'free = true\nask = "winner"\n'])
def test_a_free_hand_asks_for_nothing_else(tmp_path: Path, step: str) -> None:
    assert faults(tmp_path, f'[[step]]\nstage = "{STAGE}"\nseat = "P1"\n{step}')


def test_a_position_cannot_be_played_on(tmp_path: Path) -> None:
    scene = '[[step]]\nposition = "leader=P2 trick=6S,TS,AS hand=4S,KH"\n'
    assert any("no hand" in fault for fault in faults(tmp_path, scene + "free = true\n"))
    assert faults(tmp_path, scene + 'play = "4S"\nalso = ["KH"]\n')
