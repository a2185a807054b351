"""One set of names in a conversation: unique at every table, agreeing with verbs, read in any form, never `P2`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from tests.tables import LONG, played, share
from tests.tables import Table as Played
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.seats import Seat, members, seats_of
from tutor.teach.check.prose import texts
from tutor.teach.conversation.session import Word
from tutor.teach.drills.moments import other_tables
from tutor.teach.drills.series import Series, clauses_of
from tutor.teach.drills.session import DrillSession
from tutor.teach.lessons.course import course
from tutor.teach.overview.index import headlines
from tutor.teach.practice.naming import naming
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves, setup_of, text_of
from tutor.teach.practice.start import BadPracticeRequest, practice_request
from tutor.teach.practice.watching import Watching, beats
from tutor.teach.progress.store import Store
from tutor.teach.questions import ValueQuestion, Winner
from tutor.teach.rulings.replay import names_of, replay_doc
from tutor.teach.text.agree import VERBS, called, spoken
from tutor.teach.text.doc import Doc, Pre
from tutor.teach.text.marks import mark
from tutor.teach.text.names import STRANGERS, Names, names_at, seat_names, strangers
from tutor.teach.text.people import People, people, seated
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.terminal.complete import offered

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.lessons.session import LessonSession

LOOK = RenderOptions(width=200, suits="letters")
DRILLS, STEPS, TURNS, BEATS = (40, 400, 40, 30) if LONG else (4, 25, 2, 2)
THIRD = "|".join(sorted(VERBS, key=len, reverse=True))
SEAT = re.compile(r"\bP[1-9]\b")
WRONG: Mapping[str, re.Pattern[str]] = {
    "a verb that does not agree": re.compile(
        rf"(?<!of )(?<!but )\b[Yy]ou (?:and \w+ )?(?:{THIRD})\b|\b[Dd]oes (?:you|\w+ and \w+)\b"
    ),
    "several with the verb of one": re.compile(r"\b(?:Left and Right|Right and Left|\w+ and you) (?:has|is|was)\b"),
    "a capital within a sentence": re.compile(
        r"[a-z0-9,] (?:You|Your|(?:Second|Third|Fourth) (?:left|right)|The house)\b(?! [A-Z])"
    ),
    "praise that is a seat": re.compile(r"\bRight (?:at once|answer\b)|(?:^|[.!] )Right[.!]", re.M),
}
"""Sentences that no learner should read."""


def told(doc: Doc, called_: Mapping[Seat, str]) -> str:
    """What is read, without what is there to be copied."""
    return " ".join(render(tuple(b for b in doc if not isinstance(b, Pre)), LOOK, called_).split())


def faults(doc: Doc, known: Mapping[Seat, str]) -> Iterator[str]:
    """What is wrong with names in a document, with what stands around it."""
    for block in doc:
        for text, _ in texts(block):
            said = spoken(text, known)
            for what, pattern in WRONG.items():
                hit = pattern.search(said)
                if hit and not ("capital" in what and re.search("answer|It is not", said)):  # titles of rules
                    yield f"{what}: {said[max(0, hit.start() - 50) : hit.end() + 30]}"
    shown = told(doc, known)
    yield from (f"a seat: {shown[max(0, hit.start() - 50) : hit.end() + 30]}" for hit in SEAT.finditer(shown))


def tables(game: Game[Any]) -> Iterator[tuple[int, Any]]:
    """Every number of players, then every house rule that may make other sides."""
    yield from ((n, game.options()) for n in game.players)
    yield from ((table.players, table.options) for table in other_tables(game))


def all_names(game: Game[Any]) -> Iterator[Names]:
    for players, options in tables(game):
        for learner in seats_of(players):
            yield names_at(game, players, options, learner)


# -- what everybody is called --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "called_"),
    [
        (1, "You"),
        (2, "You, Opponent"),
        (3, "You, Left, Right"),
        (4, "You, Left, Opposite, Right"),
        (5, "You, Left, Second left, Second right, Right"),
        (6, "You, Left, Second left, Opposite, Second right, Right"),
        (7, "You, Left, Second left, Third left, Third right, Second right, Right"),
        (9, "You, Left, Second left, Third left, Fourth left, Fourth right, Third right, Second right, Right"),
    ],
)
def test_names_go_round_the_table(players: int, called_: str) -> None:
    seats = seats_of(players)
    found = seat_names(seats, seats, seats[-1])
    assert ", ".join(found[seat] for seat in (seats[-1], *seats[:-1])) == called_
    other = seat_names(seats, seats, "P1", clockwise=False)
    assert ", ".join(other[seat] for seat in ("P1", *reversed(seats[1:]))) == called_


@pytest.mark.parametrize("name", names())
def test_names_are_unique_and_read_back_at_every_table(name: str) -> None:
    for known in all_names(load(name)):
        reader = people(known)
        assert len({called_.lower() for called_ in known.values()}) == len(known) == len(known.seats)
        for seat, called_ in known.items():
            for text in (called_, called_.upper(), seat, seat.lower(), f"the {called_} player", known.places[seat]):
                assert reader.seat(text) == seat, text
        for side in known.sides:
            for text in (called(side, known), side, "+".join(reversed(members(side)))):
                assert set(reader.read(text).seats) == set(members(side)), text
        assert reader.seat("me") == reader.seat("I") == known.learner
        assert set(reader.read("we").seats) == {known.learner, *known.mates}
        assert set(reader.read("them").seats) == set(known.opponents)
        assert set(reader.read("us and them").seats) == set(reader.read("all").seats) == set(known.seats)
        two = len(known.seats) <= 2 or bool(known.mates)
        assert reader.read("both").understood is two, '"both" of three does not say which'
        assert set(reader.read("both").seats) == (set(known.seats) if two else set())
        for seat in known.seats:
            begun = known.places[seat][:3].lower()
            assert reader.read(begun).seats in ((seat,), ()), "three letters name nobody else"
        assert not reader.read("nobody").seats and reader.read("nobody").understood


def partners_at(learner: Seat = "P1") -> People:
    kaiser = load("kaiser")
    return people(names_at(kaiser, 4, kaiser.options(), learner, ("Ann",)))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("left", "P2"),
        ("l", "P2"),
        ("op", "P3"),
        ("R", "P4"),
        ("the left player", "P2"),
        ("Player on my left", "P2"),
        ("Left's", "P2"),
        ("Ann", "P2"),
        ("ANN and right", "P2 P4"),
        ("partner", "P3"),
        ("my partner", "P3"),
        ("Opposite", "P3"),
        ("across", "P3"),
        ("the player opposite", "P3"),
        ("we", "P1 P3"),
        ("us", "P1 P3"),
        ("our side", "P1 P3"),
        ("both of us", "P1 P3"),
        ("they", "P2 P4"),
        ("THEM", "P2 P4"),
        ("the opponents", "P2 P4"),
        ("the others", "P2 P4"),
        ("the other side", "P2 P4"),
        ("both of them", "P2 P4"),
        ("everyone else", "P2 P3 P4"),
        ("me", "P1"),
        ("I", "P1"),
        ("you", "P1"),
        ("both", "P1 P2 P3 P4"),
        ("p2", "P2"),
        ("player 2", "P2"),
        ("P1+P3", "P1 P3"),
        ("us and them", "P1 P3 P2 P4"),
        ("Right and you", "P4 P1"),
        ("left, right", "P2 P4"),
        ("left & right", "P2 P4"),
        ("left+right", "P2 P4"),
        ("both Left and Right", "P2 P4"),
        ("left then me", "P2 P1"),
        ("none", ""),
        ("No one.", ""),
        ("nobody", ""),
        ("neither", ""),
    ],
)
def test_who_is_meant(text: str, seats: str) -> None:
    said = partners_at().read(text)
    assert said.understood and said.seats == tuple(seats.split())


def test_what_names_nobody_and_what_could_be_two() -> None:
    reader = partners_at()
    assert reader.read("xyzzy").unknown == "xyzzy" and reader.read("left xyzzy").unknown == "xyzzy"
    assert not reader.read("").understood and not reader.read("the").understood
    assert reader.read("my opponent").could == ("P2", "P4")
    nine = people(seat_names(seats_of(9), seats_of(9), "P4"))
    assert [nine.seat(text) for text in ("second left", "2nd player from the left", "Third on the right")] == [
        "P6",
        "P6",
        "P1",
    ]
    assert nine.seat("partner") is None and nine.seat("opposite") is None


def test_moves_that_name_somebody() -> None:
    known = partners_at().names
    assert seated("ann:4h", known) == "P2:4h" and seated("my partner:4h", known) == "P3:4h"
    assert seated("show:KH", known) == "show:KH" and seated("4H", known) == "4H"


def test_answers_in_any_form() -> None:
    known = partners_at().names
    winner = Winner("Who wins?", "P2", "a.b", "A rule.", "So it is.", known, seats_of(4))
    assert winner.grade("ann").right and winner.grade("the left player").right and not winner.grade("me").right
    unclear = winner.grade("opponent")
    assert not unclear.understood and told(unclear.doc, known) == "! Which opponent: Ann or Right?"
    assert told(winner.grade("fred").doc, known) == "! Say who: you, Ann, Partner or Right, or nobody."
    sides = ValueQuestion("Who wins?", "P2+P4", "a.b", "A rule.", "So it is.", known, known.sides)
    assert all(sides.grade(text).right for text in ("they", "left and right", "Right & Ann", "P2+P4", "p4", "Ann"))
    assert not any(sides.grade(text).right for text in ("we", "both", "nobody", "me", "left and partner"))
    tally = ValueQuestion("What does the tally say?", "P2+P4:4", "a.b", "A rule.", "So it is.", known, seats_of(4))
    assert all(tally.grade(text).right for text in ("P2+P4:4", "they 4", "Ann and Right: 4", "4 them"))
    assert not any(tally.grade(text).right for text in ("they 3", "we 4", "4", "they", "all 4"))


# -- sentences -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("{P2+P4} has 5.", "Left and Right have 5."),
        ("{P1+P3} was short.", "You and Partner were short."),
        ("{P2} and {P4} has passed.", "Left and Right have passed."),
        ("So {P2} has it.", "So Left has it."),
        ("How many points does {P1} get?", "How many points do you get?"),
        ("How many points does {P2+P4} get?", "How many points do Left and Right get?"),
        ("How many points does {P2} get?", "How many points does Left get?"),
        ("How many tricks has {P1} won?", "How many tricks have you won?"),
        ("Has {P1} won?", "Have you won?"),
        ("It is {P1}.", "It is you."),
        ("What does {P1}'s card count?", "What does your card count?"),
        ("{P1} led. Then {P1} has won.", "You led. Then you have won."),
        ("{P1} had 31 and gets 11.", "You had 31 and get 11."),
        ("{P2} had 3 and gets 1.", "Left had 3 and gets 1."),
        ("{P1} still holds it.", "You still hold it."),
        ("{P1} has hearts and trumps.", "You have hearts and trumps."),
        ("{P1} draws and does not play, and next is {P2}.", "You draw and do not play, and next is Left."),
    ],
)
def test_verbs_and_capitals(text: str, heard: str) -> None:
    known = seat_names(seats_of(4), ("P1+P3", "P2+P4"), "P1")
    assert spoken(re.sub(r"\{(.*?)\}", lambda hit: mark("s", hit[1]), text), known) == heard


def test_names_that_are_common_words_are_small_within_a_sentence() -> None:
    known = seat_names(seats_of(6), seats_of(6), "P1")
    text = f"{mark('s', 'P3')} has led. Then {mark('s', 'P3')} and {mark('s', 'P4')} has passed, {mark('s', 'P1')} too."
    assert spoken(text, known) == "Second left has led. Then second left and Opposite have passed, you too."
    house = seat_names(("P1", "house"), ("P1", "house"), "P1")
    assert spoken(f"{mark('s', 'house')} led; {mark('s', 'house')} wins.", house) == "The house led; the house wins."


def test_completion_offers_names() -> None:
    known = partners_at().names
    words = offered([Word("P2:4H", "from P2"), Word("pass"), Word("P1+P3")], known)
    assert [(word.text, word.about) for word in words] == [("Ann:4H", "from Ann"), ("pass", ""), ("You+Partner", "")]
    winner = Winner("Who wins?", "P2", "a.b", "A rule.", "So it is.", known, seats_of(4))
    assert [word.text for word in winner.words()] == ["You", "Ann", "Partner", "Right", "nobody"]
    assert not any(SEAT.search(word.about) for word in winner.words())


# -- names that the learner chooses --------------------------------------------------------------------


def test_chosen_names_are_kept_with_the_game(tmp_path: Path) -> None:
    kaiser = load("kaiser")
    session = Practice(
        practice_request(kaiser, seed=1, level=1, names="ann, Bob"), Store(None), Saves(kaiser, tmp_path)
    )
    assert "You and Bob play against Ann and Right" in told(session.begin().doc, session.names)
    assert setup_of(text_of(session.match)) == session.match.setup
    session.tell("names Zoe Max Eve")
    assert [*session.names.values()] == ["You", "Zoe", "Max", "Eve"]
    assert session.match.setup.names == ("Zoe", "Max", "Eve")
    assert "Zoe (left), Max (opposite), Eve (right)" in told(session.tell("names").doc, session.names)
    assert names_of(text_of(session.match))["P2"] == "Zoe"
    session.tell("names usual")
    assert session.names["P2"] == "Left" and not session.match.setup.names
    old = text_of(session.match).replace(" open ", " names=Ann,You open ")
    assert (setup_of(old) or session.match.setup).names == (), "a save that somebody has changed names nobody You"


@pytest.mark.parametrize(
    "wrong",
    [
        "You",
        "left",
        "Nobody",
        "A",
        "A9",
        "P2",
        "AS",
        "king",
        "hearts",
        "spade",
        "pass",
        "hint",
        "undo",
        "we",
        "x" * 13,
        "Ann,ann",
        "Ann,Bob,Cleo,Dan",
        "second",
        "\x1b[31m",
        "a+b",
        "the",
    ],
)
def test_what_cannot_be_a_name(wrong: str) -> None:
    with pytest.raises(BadPracticeRequest):
        practice_request(load("kaiser"), names=wrong)
    session = Practice(practice_request(load("kaiser"), seed=1, level=1), Store(None), Saves(load("kaiser")))
    session.begin()
    session.tell(f"names {wrong}")
    assert [*session.names.values()] == ["You", "Left", "Partner", "Right"]


def test_several_that_cannot_be_names_are_told_at_once() -> None:
    assert naming(load("kaiser"), ["a b hint"], 3)[1] == [
        '"A" and "B" won\'t do as names: a name has 2 to 12 letters and is no word for a player',
        '"Hint" cannot be a name: it means something else here',
    ]


def test_strangers_at_a_table_that_is_watched() -> None:
    found = strangers(seats_of(4), ("P1+P3", "P2+P4"), ("Bob", "Zoe"))
    assert [*found.values()] == ["Bob", "Zoe", "Ann", "Cleo"] and people(found).seat("zoe") == "P2"
    assert all(len(set(strangers(seats_of(n), seats_of(n)).values())) == n for n in range(1, len(STRANGERS) + 1))
    assert practice_request(load("kaiser"), names="Ann,Bob,Eve,Max", watch=True).wanted["names"] == (
        "Ann",
        "Bob",
        "Eve",
        "Max",
    )


# -- what a learner is told ----------------------------------------------------------------------------


Heard: TypeAlias = Iterator[tuple[Doc, Mapping[Seat, str]]]


def drilling(game: Game[Any]) -> Heard:
    rng = Random(f"{game.name} drills")
    clauses = clauses_of(game)
    drills = list(islice(Series(game, rng.sample(clauses, len(clauses)), rng.randrange(99)), DRILLS))
    session = DrillSession(iter(drills), Store(None), count=len(drills))
    yield session.begin().doc, session.names
    for drill in drills:
        for line in ("xyzzy", "show", *["hint"] * 5, "why", drill.question.answer(), ""):
            reply = session.tell(line)
            yield reply.doc, session.names
            if reply.over:
                return


def learning(game: Game[Any]) -> Heard:
    number = Random(f"{game.name} lesson").randrange(len(headlines(game.name))) + 1
    session: LessonSession = course(game, str(number), Store(None))
    yield session.begin().doc, session.names
    for _ in range(STEPS):
        question = session.asking.question if session.asking else None
        for line in (*(("show", "hint", "hint") if question else ()), question.answer() if question else ""):
            reply = session.tell(line)
            yield reply.doc, session.names
            if reply.over:
                return


def practising(game: Game[Any], folder: Path) -> Heard:
    rng = Random(f"{game.name} practice")
    players = rng.choice(game.players)
    session = Practice(practice_request(game, players=players, seed=7, level=1), Store(None), Saves(game, folder))
    yield session.begin().doc, session.names
    for _ in range(TURNS):
        if session.asking != "move" or not session.match.due:
            break
        found = session.match.judged()
        bad = [ruling.text for ruling in found.rulings if not ruling.legal][:1]
        asked = ("show", "legal", "legal", "hint", "hint", "hint", *bad, "why", "names", "replay")
        for line in (*asked, rng.choice(found.legal).text):
            yield session.tell(line).doc, session.names
        if session.decision.pending:
            yield session.tell("").doc, session.names
    for line in ("review", "show", "skip", ""):
        yield session.tell(line).doc, session.names


def watching(game: Game[Any]) -> Heard:
    story = Watching(practice_request(game, seed=5, level=1, watch=True))
    yield story.begin().doc, story.names
    for told_ in islice(beats(story), BEATS):
        yield tuple(told_), story.names
    yield story.tell("show").doc, story.names


def retelling(game: Game[Any]) -> Heard:
    """Records of random play, of games of strangers and of somebody's own."""
    for players in (game.players[0], game.players[-1]):
        text = record.write(played(Played(game.name, players, game.options()), 1, 40))
        for head in ("", "# practice seat=P1 seed=1 level=1 assist=ask names=Zoe open\n"):
            yield replay_doc(head + text), names_of(head + text)


@pytest.mark.parametrize("way", [drilling, learning, practising, watching, retelling])
@pytest.mark.parametrize("name", share(names(), 2))
@pytest.mark.usefixtures("quick_thought")
def test_nobody_is_called_by_a_seat(name: str, way: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.practice.watching.WORK", 1000)
    monkeypatch.setattr("tutor.teach.practice.watching.CALLED", 1000)
    docs = way(load(name), tmp_path) if way is practising else way(load(name))
    found = dict.fromkeys(fault for doc, known in docs for fault in faults(doc, known))
    assert not found, "\n".join(found)
