"""Reviews, slips, progress shown and carried, the map of lessons, revokes."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.program import command
from tests.terminal import Terminal
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.judging import judge
from tutor.kernel.playout import step
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.drills.moments import at
from tutor.teach.drills.review import asked_in_lessons, interleaved, nothing_due_doc, review_drills, slips
from tutor.teach.drills.start import review_session, slips_session
from tutor.teach.practice.decision import Decision
from tutor.teach.practice.match import Match, MatchSetup
from tutor.teach.practice.revoke import revoked
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.due import due_clauses, time_until, weakest
from tutor.teach.progress.events import LogEvent, checked
from tutor.teach.progress.report import lessons_doc, progress_doc, progress_json
from tutor.teach.progress.store import Store, open_store
from tutor.teach.questions import MakeMove
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import ColumnsBlock, Doc, Item, TableDrawing
from tutor.teach.text.marks import NO_BREAK, unmarked
from tutor.teach.text.phrases import worded

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
COURSE = sorted(path.stem for path in (ROOT / "lessons" / "strange").glob("[0-9]*.toml"))
STRANGE = load("strange")
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(days=90)
FOLLOW, WIN, BREAKUP = "strange.follow.suit", "strange.win", "strange.breakup"
DECK, SUPER = "strange.deck", "strange.super.which"
POSITION = "upcard=JC,QH trick=3C+8S hand=5C,9S,AD,2D"


def log(*events: LogEvent, every: timedelta = timedelta(minutes=1)) -> list[LogEvent]:
    return [
        checked(replace(event, at=(START + every * number).isoformat(), uuid=f"{number:032x}"))
        for number, event in enumerate(events)
    ]


def answer(clause: str, result: str = "good", **detail: Any) -> LogEvent:
    return LogEvent("answer", clause.partition(".")[0], clause=clause, result=result, detail=detail)


def slip(move: str = "AD+2D", position: str = POSITION, where: str = "practice", clause: str = FOLLOW) -> LogEvent:
    return LogEvent("slip", "strange", clause=clause, detail={"position": position, "move": move, "where": where})


def stored(*events: LogEvent) -> Store:
    store = Store(None)
    store.merge(log(*events))
    return store


def text(doc: Doc) -> str:
    out = []
    for b in doc:
        if isinstance(b, ColumnsBlock):
            out += [" ".join(row) for row in b.rows]
        else:
            out.append(f"{b.label} {b.text}" if isinstance(b, Item) else getattr(b, "text", ""))
    return "\n".join(out)


# -- what a solution says ------------------------------------------------------------------------------


def solved(name: str, position: str, tried: str = "") -> list[tuple[str, str, str]]:
    """The rows of a solution: sign, moves, reason."""
    game = load(name)
    read = read_question(game, split(position.split()))
    question = MakeMove(game, judge(read.phase, read.view), tried=(tried,) if tried else ())
    rows = [one for one in worded(game, question.solution()) if isinstance(one, Item)]
    return [(one.sign, unmarked(one.label).replace(NO_BREAK, " "), unmarked(one.text)) for one in rows]


def test_any_card_of_the_hand_is_said_so() -> None:
    rows = solved("spinado", "dealer=P4 hand=AS,3S,4S,8S,5H,4C,5C,6D,JD leader=P1", "wait")
    assert rows[0][:2] == ("yes", "any of your nine cards")


def test_what_was_played_instead_is_left_out_where_several_moves_are_refused_for_one_reason() -> None:
    hand = "3H,4C,5C,5H,5S,7S,8D,8S,9H,TH,AD,AC,AS"
    rows = solved("big-two", f"hand={hand} plays=P3:3D+3S+JD+JH+JS,P4:pass leader=P3", "3H")
    assert [sign for sign, *_ in rows] == sorted((sign for sign, *_ in rows), reverse=True), "what is right is first"
    told = [(moves, why) for sign, moves, why in rows if sign == "no"]
    assert told[0] == ("3H, 5C 5H, 5C 5H 5S and others", "Play as many cards as the last player did: five.")
    assert any("Only the triple counts" in why for _, why in told), "the instructive ones are there as well"


def test_calls_are_told_as_a_range_and_every_kind_of_them() -> None:
    hand = "KS,QS,JS,9S,4S,5H,8D,3D,AC,JC,TC,8C,5C"
    rows = solved("back-alley", f"phase=auction dealer=P3 bids=P4:4 deal=1 upcard=TH trump=H hand={hand}")
    assert [moves for sign, moves, _ in rows if sign == "yes"] == ["pass", "1 to 12 tricks", "board"]


def test_pairs_of_cards_are_told_in_short_and_a_reason_once() -> None:
    trick, hand = "trick=KC+KC", "JS,9H,8D,AC,QC,JC,9C"
    rows = solved("strange", f"upcard=4D,9S leader=P3 {trick} hand={hand}", "JS+9H")
    assert rows[0][:2] == ("yes", "any two of AC, QC, JC and 9C, in either order")
    rows = solved("strange", "upcard=4D,9S leader=P3 trick=2H+2C hand=JS,QS,9H,TH,8D,7D,AC,QC,JC", "JS+9H")
    refused = [why for sign, _, why in rows if sign == "no"]
    assert len(refused) <= 2 and len({one for why in refused for one in why.split(". ")}) == sum(
        len(why.split(". ")) for why in refused
    ), refused


# -- what is due ---------------------------------------------------------------------------------------


def test_what_is_due_is_asked_as_fresh_drills_and_graded_from_the_answers() -> None:
    store = stored(answer(FOLLOW, "again"), answer(WIN), answer(BREAKUP))
    session, _ = review_session(store, LATER, count=5, seed=1)
    assert session is not None
    assert "3 rules due" in text(session.begin().doc)
    asked = []
    for _ in range(3):
        assert session.drill is not None
        asked.append(session.drill.clause)
        reply = session.tell(session.drill.question.answer())
        if not reply.over:
            reply = session.tell("")
    assert sorted(asked) == sorted([FOLLOW, WIN, BREAKUP])
    assert reply.over, "when nothing is left it ends, whatever was wanted"
    new = store.events()[3:]
    assert {(e.kind, e.result, e.detail["where"]) for e in new} == {("answer", "good", "review")}
    assert due_clauses(store.progress(), datetime.now(UTC)) == []


def test_a_review_ends_when_the_time_is_up() -> None:
    now = [0.0]
    store = stored(answer(FOLLOW), answer(WIN), answer(BREAKUP))
    session, _ = review_session(store, LATER, minutes=2, clock=lambda: now[0])
    assert session is not None
    session.begin()
    assert session.drill is not None
    session.tell(session.drill.question.answer())
    now[0] = 119.0
    assert not session.tell("").over
    session.tell(session.drill.question.answer())
    now[0] = 121.0
    assert session.tell("").over
    assert len(session.went) == 2


def test_games_take_turns() -> None:
    events = log(answer("a.x"), answer("a.y"), answer("a.z"), answer("b.x"), answer("c.x"), answer("c.y"))
    order = interleaved(Progress(events), ["a.x", "a.y", "a.z", "b.x", "c.x", "c.y"])
    assert order == ["a.x", "b.x", "c.x", "a.y", "c.y", "a.z"]


def test_what_is_no_longer_there_is_never_due() -> None:
    progress = Progress(log(answer("strange.gone"), answer("nogame.rule"), answer(WIN)))
    assert due_clauses(progress, LATER) == [WIN]
    assert due_clauses(Progress([]), LATER) == []


def test_a_clause_that_random_play_cannot_ask_about_comes_from_its_lesson() -> None:
    assert rulebook("strange").clauses[SUPER].drill
    drill = asked_in_lessons(STRANGE, SUPER, Random(1))
    assert drill is not None
    assert drill.question.clause == SUPER
    assert drill.question.grade(drill.question.answer()).right
    assert drill.described()
    assert asked_in_lessons(STRANGE, DECK, Random(1)) is None
    progress = Progress(log(answer(DECK), answer(SUPER)))
    assert [d.clause for d in review_drills(progress, [DECK, SUPER], 1)] == [SUPER]


def test_when_nothing_is_due_it_says_when_and_offers_what_is_weak() -> None:
    store = stored(answer(FOLLOW, "again"), answer(WIN), answer(WIN))
    session, doc = review_session(store, START + timedelta(minutes=5))
    assert session is None
    assert "Nothing is due" in text(doc)
    assert f"tutor drill strange --clause {FOLLOW}" in text(doc)
    assert WIN not in text(doc)
    assert weakest(store.progress()) == [FOLLOW]
    assert "no rule has been asked" in text(nothing_due_doc(Progress([]), START))


def test_times_in_words() -> None:
    assert time_until(START, START) == time_until(START - timedelta(days=1), START) == "within the hour"
    assert time_until(START + timedelta(hours=1), START) == "in 1 hour"
    assert time_until(START + timedelta(hours=20), START) == "in 20 hours"
    assert time_until(START + timedelta(days=3), START) == "in 3 days"


# -- slips ---------------------------------------------------------------------------------------------


def test_slips_of_practice_come_back_as_the_same_positions() -> None:
    found = slips(log(slip(), slip("2D+AD"), slip(where="lesson", position="upcard=JC,QH hand=2C,3C"), answer(WIN)))
    assert len(found) == 1
    (drill,) = found
    assert drill.moment.position == POSITION
    assert drill.clause == drill.question.clause == FOLLOW
    assert "AD+2D" in drill.preface
    assert "2D+AD" in drill.preface
    assert drill.question.grade("5C+9S").right
    assert not drill.question.grade("AD+2D").right


def test_a_slip_answered_right_is_done_with() -> None:
    again = answer(FOLLOW, "hard", where="review", position=POSITION)
    assert slips(log(slip(), again)) == []
    assert len(slips(log(slip(), again, slip()))) == 1, "until it is made again"
    assert len(slips(log(slip(), answer(FOLLOW, "again", where="review", position=POSITION)))) == 1


def test_slips_that_cannot_be_put_again_are_left_out() -> None:
    assert slips(log(slip(position="upcard=JC"), slip(position="nonsense"), slip(clause="strange.gone"))) == []


def test_slips_as_a_session() -> None:
    store = stored(slip())
    session, _ = slips_session(store)
    assert session is not None
    doc = session.begin().doc
    assert text(doc).index("Here you tried") < text(doc).index("Which two cards do you play?")
    (drawn,) = (block for block in doc if isinstance(block, TableDrawing))
    assert sorted(c.text for c in drawn.table.held) == sorted(POSITION.partition("hand=")[2].split()[0].split(","))
    assert session.tell("5C+9S").over
    assert slips(store.events()) == []
    session, doc = slips_session(store)
    assert session is None
    assert "no slip" in text(doc)


def test_of_very_many_refused_plays_the_one_that_was_tried_comes_first_and_the_rest_in_kinds() -> None:
    hand = "QH,8H,7H,6H,5H,KC,QC,JC,TC,AS,JS,TS,8S,KD,JD,9D,7D"
    here = at(load("strange"), f"upcard=KH,7C trick=QS+AD hand={hand}")
    said = MakeMove(here.game, here.judged(), tried=("KC+JC",)).solution()
    told = [(unmarked(block.label).replace(NO_BREAK, " "), block.sign) for block in said if isinstance(block, Item)]
    assert told[0] == ("AS, JS, TS or 8S, with KD, JD, 9D or 7D", "yes")
    assert told[1][0].startswith("KC JC, ") and told[1][1] == "no", "of those that are refused the one tried"
    assert len(told) == 3, "no row for what two others say together"
    assert all(label.endswith("and others") and label.count(",") == 2 for label, _ in told[1:])


def test_single_cards_have_commas_where_several_may_be_one_play() -> None:
    here = at(load("big-two"), "hand=5H,6C,7S,KC")
    (first, *_) = MakeMove(here.game, here.judged()).solution()
    assert isinstance(first, Item)
    assert unmarked(first.label) == "5H, 6C, 7S, KC"


# -- progress ------------------------------------------------------------------------------------------


def learned() -> Store:
    lesson = [LogEvent("lesson", "strange", "01-two-cards-at-a-time", result=r) for r in ("started", "finished")]
    passed = LogEvent("step", "strange", "01-two-cards-at-a-time", "0", result="first")
    second = LogEvent("lesson", "strange", "02-two-trump-suits", result="started")
    return stored(lesson[0], passed, lesson[1], second, *[answer(WIN)] * 3, answer(FOLLOW, "again"), answer(FOLLOW))


def test_progress_in_words() -> None:
    said = text(progress_doc(learned().progress(), LATER))
    assert f"Reoccurring Strange 1/{len(COURSE)} 3 of {3 * len(COURSE)}" in said
    assert said.index("Went worst") < said.index("Follow each suit") < said.index("Always right")
    assert "2 rules due now" in said
    assert "comes back" in text(progress_doc(learned().progress(), START))
    assert "Nothing yet" in text(progress_doc(Progress([]), START))


def test_progress_for_programs() -> None:
    got = json.loads(json.dumps(progress_json(learned().progress(), LATER)))
    assert got["schema"] == "tutor.progress.summary/1"
    assert [(lesson["lesson"], lesson["stars"]) for lesson in got["lessons"]] == [
        ("01-two-cards-at-a-time", 3),
        ("02-two-trump-suits", 0),
    ]
    clauses = {c["clause"]: c for c in got["clauses"]}
    assert (clauses[WIN]["tries"], clauses[WIN]["right_first"], clauses[WIN]["due"]) == (3, 3, True)
    assert clauses[FOLLOW]["next"] < clauses[WIN]["next"]


def test_the_map_of_lessons() -> None:
    items = [block for block in lessons_doc("strange", learned().progress()) if isinstance(block, Item)]
    assert len(items) == len(COURSE)
    assert (items[0].sign, "Three stars of three" in items[0].text) == ("yes", True)
    assert "Next." in items[1].text
    assert not any("Next." in item.text for item in items[2:])
    assert "tutor learn strange:3" in text(lessons_doc("strange", Progress([])))


# -- revokes -------------------------------------------------------------------------------------------


def with_rulebook() -> Iterator[str]:
    for name in names():
        try:
            rulebook(name)
        except BadRulebook:
            continue
        yield name


@pytest.mark.parametrize("name", list(with_rulebook()))
def test_a_forbidden_move_stands_until_it_is_claimed(name: str) -> None:
    game, rng = load(name), Random(name)
    tried = 0
    record = history.start(game)
    for _ in range(150):
        if record.state.over or tried == 8:
            break
        if record.state.chance is None:
            seat = record.state.turn[0]
            rulings = game.judge(record.state, seat).rulings
            refused = [r for r in rulings if not r.legal and r.move is not None and r.move.cards]
            made = revoked(record, seat, rng.choice(refused).text) if refused else None
            if made is not None:
                tried += 1
                later, revoke = made
                assert len(later.states) == len(record.states) + 1
                for _ in range(2 * len(record.state.seats) + 6):
                    if revoke.due(later):
                        break
                    ply = step(game, later.state, rng)
                    done = history.HistoryEntry(ply.seat, ply.move.text, events=ply.events)
                    later = history.Record(game, (*later.states, ply.state), (*later.entries, done))
                assert "claims a revoke" in text(revoke.doc())
                assert revoke.before.state is record.state, "the play goes back to that moment"
                assert revoke.before.entries[-1].clause == revoke.ruling.clause
        ply = step(game, record.state, rng)
        record = history.play(record, ply.seat, ply.move)


def test_only_what_is_forbidden_is_a_revoke() -> None:
    record = history.staged(STRANGE, "players=2 upcard=6C,KD hand.P1=JD,3S,2H,5H hand.P2=9D,4S,7H,8H")
    record = history.play(record, "P1", history.attempt(record, "P1", "3S+JD").ruling.move)  # type: ignore[arg-type]
    for fine in ("4S+9D", "KH+QH", "nonsense", "9D"):
        assert revoked(record, "P2", fine) is None
    made = revoked(record, "P2", "7H+8H")
    assert made is not None
    later, revoke = made
    assert revoke.claimant == "P1"
    assert revoke.due(later), "the trick is over"
    store = Store(None)
    Decision().refused(Match(record, MatchSetup("P2")), revoke.found, revoke.ruling, store)
    assert [drill.clause for drill in slips(store.events())] == [FOLLOW]


# -- the commands --------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a learner who has something due."""
    store = open_store(tmp_path / "home")
    store.merge(learned().events())
    store.close()
    return tmp_path / "home"


def test_progress_is_carried_to_another_machine(home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "mine.json")
    assert command("progress", "export", file, home=home).returncode == 0
    other = tmp_path / "other"
    assert "9 entries" in command("progress", "import", file, home=other).stdout
    assert "0 entries" in command("progress", "import", file, home=other).stdout, "twice is once"
    piped = command("progress", "export", "-", home=home).stdout
    assert command("progress", "import", "-", home=tmp_path / "third", stdin=piped).returncode == 0
    one, two, three = (
        json.loads(command("progress", "--json", home=at).stdout) for at in (home, other, tmp_path / "third")
    )
    assert one == two == three


def test_a_lesson_begun_anew(home: Path) -> None:
    assert "Two cards at a time" in command("progress", "reset", "strange:1", home=home).stdout
    assert f"0/{len(COURSE)}" in command("progress", home=home).stdout
    assert open_store(home).progress().clause(WIN).tries == 3


def test_progress_asked_badly(home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("[]")
    for words, code in (
        (("reset", "strange"), 2),
        (("reset", "strange:99"), 2),
        (("export",), 2),
        (("burn", "x"), 2),
        (("import", str(bad)), 3),
        (("import", str(tmp_path / "none")), 3),
        (("export", str(tmp_path)), 3),
    ):
        got = command("progress", *words, home=home)
        assert (got.returncode, "Traceback" in got.stderr) == (code, False), words
        assert got.stderr.startswith("tutor: ")


def test_the_other_commands(home: Path, tmp_path: Path) -> None:
    assert "no rule has been asked" in command("review", home=tmp_path).stdout
    assert "Question 1 of 1" in command("review", "--count", "1", home=home, stdin="skip\n").stdout
    assert "no slip" in command("review", "--slips", home=home).stdout
    assert f"{len(COURSE)}. " in command("learn", "strange", "--list", home=home).stdout
    assert "Nothing yet" in command("progress", home=tmp_path).stdout


@pytest.mark.pty
def test_review_at_a_terminal(home: Path) -> None:
    with Terminal([sys.executable, "-m", "tutor", "review", "--count", "2"], env={"TUTOR_HOME": str(home)}) as screen:
        screen.until("Review")
        screen.ready("strange review 1/2> ")
        screen.enter("skip")
        screen.until("Enter to go on")
        screen.ready("strange review 1/2> ")
        screen.enter("")
        screen.ready("strange review 2/2> ")
        screen.enter("quit")
        screen.until("What you answered is kept")
        assert screen.finish() == 0


@pytest.mark.pty
def test_progress_at_a_terminal(home: Path) -> None:
    with Terminal([sys.executable, "-m", "tutor", "progress"], columns=40, env={"TUTOR_HOME": str(home)}) as screen:
        screen.until("Your progress")
        screen.until("Always right")
        assert screen.finish() == 0
    with Terminal([sys.executable, "-m", "tutor", "learn", "strange", "--list"], rows=40) as screen:
        screen.until("Two cards at a time")
        assert screen.finish() == 0
