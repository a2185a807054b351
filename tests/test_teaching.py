"""What the check says of how a lesson teaches: each warning where it belongs, and none where it does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tutor.kernel.by_name import names
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.lesson import check_lesson
from tutor.teach.check.teaching import check_course, untold, unworked, words_in
from tutor.teach.lessons.files import document, drafted, paths_of
from tutor.teach.lessons.model import Lesson, LessonStep
from tutor.teach.questions import ValueQuestion
from tutor.teach.rulebooks.rulebook import BadRulebook, parse, rulebook
from tutor.teach.text.doc import Item, Para

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = (
    'format = 1\ngame = "canadian-salad"\ntitle = "A"\ngoal = "Know it."\nminutes = {minutes}\n'
    'clauses = ["canadian-salad.follow"]\n'
)
STAGE = "dealer=P1 leader=P2 hand.P1=4S,KH,JD,3D hand.P2=6S,QS,8H,9C hand.P3=TS,AD,7C,5H hand.P4=AS,5D,TC,7H"
OPENING = f'[[step]]\nstage = "{STAGE}"\nseat = "P1"\nreplay = ["P2:6S", "P3:TS", "P4:AS"]\n'
PLAY = OPENING + 'play = "4S"\n'
SCORE = '[[step]]\nscore = "deal=1 tricks.P1=4 tricks.P2=3 tricks.P3=6 tricks.P4=0"\n'


def warnings(tmp_path: Path, text: str, minutes: int = 2) -> list[str]:
    path = tmp_path / "lesson.toml"
    path.write_text(HEAD.format(minutes=minutes) + text, "utf-8")
    findings = Diagnostics()
    check_lesson(findings, path, own=False)
    assert not findings.errors, findings.errors
    return [str(fault) for fault in findings.warnings]


def found(warned: Sequence[str], words: str) -> bool:
    return any(words in one for one in warned)


def test_a_plain_lesson_is_not_spoken_of(tmp_path: Path) -> None:
    rest = '[[step]]\nreplay = ["P4:5D"]\nplay = "3D"\nquestion = "Which diamond is the safer one?"\n'
    more = '[[step]]\nreplay = ["P2:QS", "P3:AD"]\nask = "winner"\n'
    assert warnings(tmp_path, PLAY + rest + more) == []


def test_much_said_before_anything_is_done(tmp_path: Path) -> None:
    sixty = f'say = "{" ".join(["word"] * 59)} end."\n'.replace('"word', '"Word')
    two = f"[[step]]\n{sixty}[[step]]\n{sixty}"
    assert found(warnings(tmp_path, two + OPENING + 'say = "One more."\nplay = "4S"\n'), "122 words")
    assert not found(warnings(tmp_path, f"[[step]]\n{sixty}" + PLAY), "words are said")


@pytest.mark.parametrize(
    ("source", "n"),
    [("{{ seat('P2') }} leads {{ card(trick[0]) }}.", 3), ("{% if x %}a b{% else %}c{% endif %}", 3), ("", 0)],
)
def test_what_is_computed_counts_as_a_word(source: str, n: int) -> None:
    assert words_in(source) == n


@pytest.mark.parametrize(
    ("question", "because", "ordered"),
    [
        ("Play the four.", "", True),
        ("Lead the four now.", "", True),
        ("Play the four.", "You must follow suit.", False),
        ("Which card do you play?", "", False),
        ("Play low, so that the ace wins.", "", False),
        ("Your card.", "", False),
    ],
)
def test_moves_ordered_without_a_why(tmp_path: Path, question: str, because: str, ordered: bool) -> None:
    keys = f'question = "{question}"\n' + (f'because = "{because}"\n' if because else "")
    assert found(warnings(tmp_path, PLAY + keys), "nobody says why") is ordered


def test_tricks_played_without_a_word(tmp_path: Path) -> None:
    moves = ["P1:4S", "P4:5D", "P1:3D", "P2:QS", "P3:AD", "P3:7C", "P4:TC", "P1:KH", "P2:9C"]
    listed = ", ".join(f'"{move}"' for move in moves)
    silent = f'{OPENING}[[step]]\nreplay = [{listed}]\nask = "winner"\n'
    assert found(warnings(tmp_path, silent), "9 moves without a word")
    assert not found(warnings(tmp_path, silent + 'say = "On it goes."\n'), "without a word")


def test_a_rule_asked_for_after_its_ruling(tmp_path: Path) -> None:
    asked = '[[step]]\nask = "clause"\nof = "KH"\n'
    play = PLAY + 'refuse = { KH = "canadian-salad.follow" }\n'
    legal = OPENING + 'ask = "legal"\n'
    assert found(warnings(tmp_path, legal + asked), "right after the ruling")
    assert not found(warnings(tmp_path, play + OPENING + asked.removeprefix("[[step]]\n")), "right after")
    assert not found(warnings(tmp_path, OPENING + asked.removeprefix("[[step]]\n")), "right after")


def test_a_lesson_without_a_table_and_its_minutes(tmp_path: Path) -> None:
    bare = SCORE + 'ask = "value"\nof = "scores.P1"\nquestion = "How much?"\nclause = "canadian-salad.h1"\n'
    assert found(warnings(tmp_path, bare), "no table")
    assert found(warnings(tmp_path, PLAY, minutes=9), "says 9")
    assert not found(warnings(tmp_path, PLAY + '[[step]]\nreplay = ["P4:5D"]\nplay = "3D"\n', minutes=2), "says 2")


def value(n: float) -> ValueQuestion:
    return ValueQuestion("How much?", n, "canadian-salad.h1", "Each trick costs 10.", "Each trick costs 10.", {}, ())


@pytest.mark.parametrize(
    ("n", "doc", "missing"),
    [
        (40, [Para("Correct."), Item("40", "Each trick costs 10.")], True),
        (40, [Para("Correct."), Item("40", "4 × 10 = 40.")], False),
        (3, [Para("Correct."), Item("3", "So it is.")], False),
    ],
)
def test_a_number_shows_how_it_comes_about(n: float, doc: list[Any], missing: bool) -> None:
    assert unworked(value(n), doc, "") is missing
    assert not unworked(value(n), doc, "3 + 4 makes it.")
    assert not unworked(None, doc, "")


# -- a course ------------------------------------------------------------------------------------------


def lesson(ident: str, *steps: LessonStep, clauses: tuple[str, ...] = ()) -> Lesson:
    return Lesson(ident, "canadian-salad", "A title", "Know it.", clauses, (), steps)


def course(*lessons: Lesson, unread: tuple[str, ...] = ()) -> list[str]:
    book = rulebook("canadian-salad")
    follow = book.clauses["canadian-salad.follow"]._replace(terms=("renounce", "suit led"))
    book = book._replace(clauses={**book.clauses, follow.id: follow})
    findings = Diagnostics()
    idents = (*(one.id for one in lessons), *unread)
    check_course({ident: Page(findings, Path(f"{ident}.toml")) for ident in idents}, book, lessons)
    return [str(fault) for fault in findings.warnings]


def test_the_last_lesson_leaves_a_hand_to_the_learner_if_it_can_be_read() -> None:
    plays, tells = lesson("01-a", LessonStep(free=True)), lesson("02-b", LessonStep(say="Know it."))
    assert found(course(plays, tells), "leaves no hand")
    assert course(tells, plays, unread=("03-c",)) == course(plays, tells, unread=("03-c",)) == []


def test_words_are_told_before_they_are_used() -> None:
    early = lesson(
        "01-a", LessonStep(say="Nobody Renounces here."), LessonStep(question="What is the suit led?", play="4S")
    )
    tells = lesson("02-b", LessonStep(say="To renounce is to play another suit."), clauses=("canadian-salad.follow",))
    late = lesson("03-c", LessonStep(say="You renounce.", free=True))
    warned = course(early, tells, late)
    assert len(warned) == 2 and all("01-a" in one for one in warned)
    assert found(warned, '"renounce"') and found(warned, '"suit led"')
    assert course(lesson("01-a", LessonStep(say="{{ renounce }}"), LessonStep(free=True))) == []


def test_the_last_lesson_leaves_a_hand_to_the_learner() -> None:
    assert found(course(lesson("01-a", LessonStep(free=True)), lesson("02-b", LessonStep(say="Done."))), "free = true")
    assert course(lesson("01-a", LessonStep(say="Hello.")), lesson("02-b", LessonStep(free=True))) == []


def test_terms_are_a_list_of_words() -> None:
    head = {"format": 1, "title": "T", "summary": "S", "aim": "A", "minutes": 1, "difficulty": 1, "source": "-"}
    clause = {"id": "strange.x", "title": "X", "text": "Y."}
    sections = [{"title": "S", "clause": [{**clause, "terms": ["widow"]}]}]
    assert parse("strange", {**head, "section": sections}, Path("x")).clauses["strange.x"].terms == ("widow",)
    with pytest.raises(BadRulebook, match="terms must be a list"):
        parse("strange", {**head, "section": [{"title": "S", "clause": [{**clause, "terms": "widow"}]}]}, Path("x"))


@pytest.mark.parametrize("game", names())
def test_every_term_stands_in_its_rule(game: str) -> None:
    for clause in rulebook(game).clauses.values():
        for term in clause.terms:
            assert term.lower() in f"{clause.title} {clause.text} {clause.rule}".lower()


@pytest.mark.parametrize("game", names())
def test_no_lesson_of_ours_uses_a_word_before_it_is_told(game: str) -> None:
    lessons = [drafted(game, path.stem, document(path)).lesson for path in paths_of(game)]
    assert [(one.id, place, key, term) for one, place, key, term in untold(rulebook(game), lessons)] == []
