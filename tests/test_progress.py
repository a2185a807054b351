"""What is derived from a log of events: lessons, clauses, the schedule of reviews, exports."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tutor.teach.overview.index import headlines
from tutor.teach.progress import spacing
from tutor.teach.progress.derived import LessonProgress, Progress, stars
from tutor.teach.progress.events import LogEvent, checked
from tutor.teach.progress.report import lesson_items

ROOT = Path(__file__).resolve().parent.parent
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HEAD = "tute.play.head"


def log(*events: LogEvent, every: timedelta = timedelta(minutes=1)) -> list[LogEvent]:
    """`events` as a store would have stamped them, one after the other."""
    return [
        checked(replace(event, at=(START + every * number).isoformat(), uuid=f"{number:032x}"))
        for number, event in enumerate(events)
    ]


def step(name: str, result: str = "first", **detail: Any) -> LogEvent:
    return LogEvent("step", "tute", "03-head", name, result=result, detail=detail)


def lesson(result: str) -> LogEvent:
    return LogEvent("lesson", "tute", "03-head", result=result)


def answer(result: str = "good", clause: str = HEAD, **detail: Any) -> LogEvent:
    return LogEvent("answer", "tute", clause=clause, result=result, detail=detail)


def slip(position: str = "trump=S", clause: str = HEAD) -> LogEvent:
    return LogEvent("slip", "tute", clause=clause, detail={"position": position, "move": "2H"})


def of(*events: LogEvent) -> LessonProgress:
    return Progress(log(*events)).lesson("tute", "03-head")


# Lessons


def test_a_lesson_resumes_at_the_first_step_not_passed() -> None:
    now = of(lesson("started"), step("a"), step("c"))
    assert now.running
    assert now.resume(["a", "b", "c"]) == 1
    assert of(lesson("started"), step("a"), step("b")).resume(["a", "b"]) == 2
    assert of().resume(["a", "b"]) == 0


def test_a_lesson_left_after_going_back_resumes_there() -> None:
    left = LogEvent("lesson", "tute", "03-head", "a", result="left")
    assert of(lesson("started"), step("a"), step("b"), left).resume(["a", "b"]) == 0
    assert of(lesson("started"), step("a"), step("b"), left, step("a")).resume(["a", "b", "c"]) == 2
    assert of(lesson("started"), step("a"), replace(left, step="b")).resume(["a", "c"]) == 1, "no step of that name"


def test_coming_back_to_an_unfinished_lesson_keeps_its_steps() -> None:
    assert of(lesson("started"), step("a"), lesson("started")).resume(["a", "b"]) == 1


def test_a_finished_lesson_begins_anew_and_keeps_what_it_earned() -> None:
    done = (lesson("started"), step("a"), lesson("finished"))
    assert not of(*done).running
    assert of(*done).resume(["a"]) == 0
    again = of(*done, lesson("started"), step("a", "shown"))
    assert (again.stars, again.finished, list(again.steps)) == (3, of(*done).finished, ["a"])
    assert of(*done, lesson("started"), step("a", "shown"), lesson("finished")).stars == 3


def test_a_done_lesson_that_was_only_entered_again_is_not_open() -> None:
    done = (lesson("started"), step("a"), lesson("finished"))
    assert of().open
    assert of(lesson("started"), step("a")).open
    assert not of(*done).open
    assert not of(*done, lesson("started")).open
    assert of(*done, lesson("started"), step("a")).open


def test_what_a_list_says_of_a_lesson_is_sentences() -> None:
    first = headlines("tute")[0].id
    events = [LogEvent("lesson", "tute", first, result=result) for result in ("started", "finished")]
    taken = LogEvent("step", "tute", first, "0", result="first")
    item = lesson_items("tute", Progress(log(events[0], taken, events[1])))[0]
    assert re.search(r"first go\. [A-Z]", item.text)


def test_a_reset_is_an_event_after_which_nothing_was_done() -> None:
    events = log(lesson("started"), step("a"), lesson("finished"), answer(), lesson("reset"))
    progress = Progress(events)
    assert progress.lesson("tute", "03-head") == LessonProgress()
    assert progress.clause(HEAD).tries == 1, "what is known of the clauses stays"


@pytest.mark.parametrize(
    ("results", "earned"),
    [
        ([step("a"), step("b")], 3),
        ([step("a", "again"), step("b")], 2),
        ([step("a", "hinted"), step("b")], 3),
        ([step("a", "skipped"), step("b")], 0),
        ([step("a", "hinted", tries=2), step("b")], 2),
        ([step("a", "again", hints=1), step("b")], 2),
        ([step("a", "shown"), step("b")], 1),
        ([step("a", "shown"), step("b", "again")], 1),
        ([step("a", "skipped"), step("b", "skipped")], 0),
        ([step("a", "shown"), step("b", "shown")], 1),
        ([], 0),
    ],
)
def test_stars(results: list[LogEvent], earned: int) -> None:
    assert stars(results) == earned
    assert of(lesson("started"), *results, lesson("finished")).stars == earned


def test_a_step_counts_as_it_first_went_but_a_skipped_one_may_be_made_up() -> None:
    assert of(lesson("started"), step("a", "again"), step("a"), lesson("finished")).stars == 2
    assert of(lesson("started"), step("a", "skipped"), step("a"), lesson("finished")).stars == 3


# Clauses


def test_clauses_count_tries_slips_and_right_answers() -> None:
    events = log(answer("good"), answer("hard"), slip(), answer("easy"), answer("again", clause="tute.play.follow"))
    progress = Progress(events)
    one = progress.clause(HEAD)
    assert (one.tries, one.right_first, one.slips, one.last_seen) == (4, 2, 1, events[3].at)
    assert set(progress.clauses) == {HEAD, "tute.play.follow"}
    assert progress.clause("truc.bet.raise").tries == 0


def test_an_event_of_a_kind_unknown_here_is_kept_and_does_no_harm() -> None:
    strange = LogEvent("applause", at=START.isoformat(), uuid="f" * 32)
    assert not Progress([strange]).lessons


# Spacing


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        ({}, "good"),
        ({"right": False}, "again"),
        ({"hints": 4}, "again"),
        ({"hints": 5}, "again"),
        ({"hints": 1}, "hard"),
        ({"hints": 3}, "hard"),
        ({"tries": 2}, "hard"),
        ({"tries": 3}, "again"),
    ],
)
def test_grades_are_read_off_behaviour(behaviour: dict[str, Any], expected: str) -> None:
    assert spacing.grade(**behaviour) == expected


def days(*events: LogEvent) -> float:
    events_ = log(*events)
    return (Progress(events_).due_dates[HEAD] - events_[-1].time) / timedelta(days=1)


def test_the_better_it_went_the_later_it_comes_back() -> None:
    again, hard, good, easy = (days(answer(result)) for result in ("again", "hard", "good", "easy"))
    assert 1 <= again <= hard < good < easy
    assert days(slip()) == again, "a slip is a lapse"


def test_due_lists_the_longest_overdue_first_and_nothing_early() -> None:
    events = log(answer("easy", "tute.a"), answer("again", "tute.b"), answer("good", "tute.c"))
    assert Progress(events).due(START) == ()
    assert Progress(events).due(START + timedelta(days=5)) == ("tute.b", "tute.c")
    assert Progress(events).due(START + timedelta(days=60)) == ("tute.b", "tute.c", "tute.a")


def test_the_schedule_is_the_same_every_time_it_is_derived() -> None:
    events = log(*(answer(result) for result in ("good", "hard", "again", "easy", "good")), every=timedelta(days=3))
    assert Progress(events).due_dates == Progress(events).due_dates


def test_a_second_forbidden_card_in_one_position_is_no_second_lapse() -> None:
    assert len(Progress(log(slip("x"), slip("x"), slip("y"))).schedule.waiting) == 2


def test_playing_by_a_rule_unasked_counts_once_a_day() -> None:
    def counted(*events: LogEvent, every: timedelta) -> int:
        return len(Progress(log(*events, every=every)).schedule.waiting)

    played = [answer(where="practice") for _ in range(4)]
    assert counted(*played, every=timedelta(minutes=1)) == 1
    assert counted(*played, every=timedelta(days=1)) == 4
    assert counted(*(answer(where="drill") for _ in range(4)), every=timedelta(minutes=1)) == 4


def test_the_scheduler_is_loaded_by_reviews_only() -> None:
    code = (
        "import sys, tutor.teach.progress.store, tutor.teach.progress.spacing\n"
        "heavy = {'fsrs', 'cattrs', 'jinja2', 'typer', 'prompt_toolkit', 'platformdirs'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=ROOT)
