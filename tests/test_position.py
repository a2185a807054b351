"""Positions: any text is a view or a refusal that lists everything wrong with it, never anything else."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables import played, tables
from tests.worked_cases import cases
from tutor.kernel.by_name import load, names
from tutor.kernel.fields import specs
from tutor.kernel.game import Game
from tutor.kernel.judging import judge
from tutor.kernel.position import PositionQuestion, changed, options_from, read_question, read_view, write
from tutor.kernel.position_text import LONGEST, BadPosition, from_json, split
from tutor.kernel.view import Options

GAMES = names()
STRANGE = load("strange")
patient = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def problems(game: Game[Any], text: str) -> list[str]:
    """What is wrong with a position; nothing if it can be read."""
    try:
        read_question(game, split(text.split()))
    except BadPosition as why:
        return [str(problem) for problem in why.problems]
    return []


# -- what is said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("phase=hold upcard=6C,KD players=2 trick=JD+3S,9D+4S hand=2S", []),  # common, and without bearing: ignored
        ("phase=hold upcard=6C,KD players=2 trick=JD+3S,9D+4S hand=2X", ["hand: '2X' is not a card"]),
        ("upcard=JC,QH trump=S", ["trump: is not a field of Reoccurring Strange"]),
        ("", ["upcard: must be given"]),
        ("upcard=JC,QH hand=KH,KH,KH", ["hand: KH is there 3 times, the pack has 2"]),
        ("upcard=JC,QH hand=QH,2S trick=QH+KH", ["upcard and trick and hand: QH is there 3 times"]),
        ("upcard=JC,QH hand=1H,KX", ["hand: '1H' is not a card", "'KX' is not a card"]),
        ("upcard=JC,QH hnad=2S", ["hnad: is not a field of Reoccurring Strange; did you mean hand?"]),
        ("upcard=JC,QH picks=P1:KH", ["picks: belongs to phase=hold, not to phase=play; write that phase with it"]),
        ("upcard=JC,QH phase=paly", ["phase: 'paly' is not a phase of Reoccurring Strange; did you mean play?"]),
        ("upcard=JC,QH phase=play phase=hold", ["phase: given twice"]),
        ("upcard=JC,QH hand=2S hand=3S", ["hand: given twice"]),
        ("upcard=JC,QH players=4", ["players: '4': Reoccurring Strange is for 2 or 3 players"]),
        ("upcard=JC,QH players=²", ["players: '²'"]),
        ("upcard=JC,QH players=03", ["players: '03'"]),
        ("upcard=JC,QH hand=2S+3S", ["hand: '2S+3S' is not a card; put commas between cards: 2S,3S"]),
        ("upcard=JC,QH trick=2S3S", ["trick: '2S3S' is not a card; join cards with +: 2S+3S"]),
        ("upcard=JC,QH HAND=2S", ["HAND: is not a field of Reoccurring Strange; did you mean hand?"]),
        ("upcard:JC,QH", ["position: 'upcard:JC,QH' is not field=value, as upcard=JC,QH is"]),
        ("upcard=JC,QH phase=hold picks=KH", ["picks: 'KH' is not SEAT:CARDS, such as P1:KH"]),
        ("upcard=JC,QH leader=P4", ["leader: 'P4' is not a seat at this table (P1, P2, P3)"]),
        ("upcard=JC,QH dealer=P9", ["dealer: 'P9' is not a seat"]),
        ("upcard=JC,QH round=6", ["round: 6 is out of range (1 to 5)"]),
        ("upcard=JC,QH round=", ["round: is empty (1 to 5)"]),
        ("upcard=JC,QH hand.P1=2S", ["hand.P1: is written hand=…"]),
        ("upcard=JC,QH simple=perhaps", ["simple: 'perhaps' is neither true nor false"]),
        ("upcard=JC,QH equal_supers=30", ["equal_supers: '30' is not one of 28, 29"]),
        ("upcard=JC,QH simple=true players=2", ["players: Simple Strange is for three"]),
        ("upcard", ["position: 'upcard' is not field=value"]),
        ("=JC", ["position: '=JC' is not field=value"]),
        ("a b c d e f g h", ["position: 'a', 'b', 'c', 'd', 'e', 'f' and 2 more are not field=value"]),
    ],
)
def test_what_is_said(text: str, said: list[str]) -> None:
    found = problems(STRANGE, text)
    assert bool(found) == bool(said), found
    for part in said:
        assert any(part in problem for problem in found), found


def test_all_problems_are_said_at_once() -> None:
    found = problems(STRANGE, "players=7 round=9 leader=P8 hand=1H trick=ZZ+2S hnad=2S simple=perhaps dealer=P0")
    for name in ("players", "round", "leader", "hand", "trick", "hnad", "simple", "dealer", "upcard"):
        assert any(problem.startswith(f"{name}:") for problem in found), f"nothing is said of {name}: {found}"
    impossible = problems(STRANGE, "upcard=JC trick=2S+3S+4S,5S,6S+7S,8S+9S drawn=2S carried=3S")
    for name in ("upcard", "trick", "drawn", "carried"):
        assert any(problem.startswith(f"{name}:") for problem in impossible), impossible
    unknown = problems(STRANGE, "upcard=JC trick=2S+3S+4S,5S,6S+7S,8S+9S drawn=2S hnad=4C")
    assert any(problem.startswith("hnad:") for problem in unknown) and len(unknown) > 1, unknown
    twice = problems(load("tresette"), "leader=P8 trick=3S hand=3S")
    assert {problem.partition(":")[0] for problem in twice} == {"leader", "trick and hand"}, twice


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tricks.P1=2 tricks.p1=3", "given twice"),
        ("tricks=2", "is written tricks.SEAT=…"),
        ("tricks.P7=2", "'P7' is not a seat"),
        ("tricks.P1=-1", "out of range"),
        ("tricks.P1=", "whole number"),
        ("trikcs.P1=2", "did you mean tricks.P1?"),
    ],
)
def test_keyed_fields(words: str, said: str) -> None:
    with pytest.raises(BadPosition) as why:
        read_view(STRANGE, STRANGE.scoring, split(words.split()))
    assert said in str(why.value)


def test_a_position_may_be_json() -> None:
    fields = {"upcard": ["JC", "QH"], "trick": ["3C+8S"], "hand": ["5C", "9S"], "round": 2, "show_held": True}
    plain = read_question(STRANGE, split(["upcard=JC,QH", "trick=3C+8S", "hand=5C,9S", "round=2", "show_held=true"]))
    assert read_question(STRANGE, split([json.dumps(fields)])) == plain
    assert read_question(STRANGE, split([json.dumps(fields | {"leader": None})])) == plain
    asked = read_question(STRANGE, from_json('{"upcard": "JC,QH", "move": ["5C+9S", "KH"]}'))
    assert asked.asked == ("5C+9S", "KH")
    keyed = read_view(STRANGE, STRANGE.scoring, from_json('{"tricks": {"P1": 3, "P2": 4, "P3": 5}}'))
    assert keyed.tricks == {"P1": 3, "P2": 4, "P3": 5}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "3",
        '"upcard"',
        "null",
        "{}",
        '{"upcard": {"a": {"b": 1}}}',
        '{"upcard": [["JC"]]}',
        '{"hand": {}}',
        '{"upcard": "JC,QH", "upcard": "JC,KH"}',
        '{"upcard": 1e999}',
        '{"upcard": NaN}',
        '{"phase": 3}',
        '{"a": ' + "[" * 100_000,
        '{"a": ' + "[" * 5_000 + "]" * 5_000 + "}",
        '{"players": ' + "9" * 5_000 + "}",
        '{"": "x"}',
        '{"hand.P1": "2S"}',
        '{"move": {"a": "b"}, "upcard": "JC,QH"}',
        '{"\\ud800": "\\udfff"}',
    ],
)
def test_json_that_is_no_position(text: str) -> None:
    with pytest.raises(BadPosition) as why:
        read_question(STRANGE, from_json(text))
    assert why.value.problems
    assert len(str(why.value)) < 2_000


def test_a_suit_may_be_a_word() -> None:
    game = load("tute")
    for suit in ("S", "♠", "spades", "Spade"):
        assert read_question(game, split([f"trump={suit}", "trick=KH", "hand=AH"])).view.trump == "S"


def test_options_by_name() -> None:
    assert options_from(STRANGE, {"simple": "yes"}).changed() == {"simple": "true"}
    with pytest.raises(BadPosition) as why:
        options_from(STRANGE, {"simpel": "yes", "equal_supers": "27", "zzz": "1"})
    assert len(why.value.problems) == 3
    assert "did you mean simple?" in str(why.value)


def test_what_if() -> None:
    question = read_question(STRANGE, split("upcard=JC,QH trick=3C+8S hand=5C,9S,AD".split()))
    without_clubs = changed(question.view, hand=question.view.hand[1:])
    assert len(judge(question.phase, question.view).legal) == 1
    assert {move.text for move in judge(question.phase, without_clubs).legal} == {"AD+9S"}


# -- sizes -------------------------------------------------------------------------------------------------

HOSTILE = {
    "one long word": "hand=" + "A" * 10_000_000,
    "many fields": " ".join(f"f{i}=1" for i in range(1_000_000)),
    "many cards": "upcard=JC,QH hand=" + "1H," * 3_000_000,
    "a long name": "x" * 10_000_000 + "=1",
    "json": '{"hand": "' + "A" * 10_000_000 + '"}',
    "deep json": '{"hand": ' + "[" * 5_000_000 + "]" * 5_000_000 + "}",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_ten_megabytes_are_refused_at_once(kind: str) -> None:
    text = HOSTILE[kind]
    words = [text] if text.startswith("{") else text.split()
    begun = time.process_time()
    with pytest.raises(BadPosition, match=f"longer than {LONGEST}"):
        split(words)
    if text.startswith("{"):
        with pytest.raises(BadPosition, match=f"longer than {LONGEST}"):
            from_json(text)
    with pytest.raises(BadPosition, match=f"longer than {LONGEST}"):
        read_question(STRANGE, [("hand", text)])
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"{i}=" for i in range(3_000)),
        " ".join(f"hand.P{i}=2S" for i in range(1_500)),
        "upcard=JC,QH hand=" + ",".join(["1H"] * 6_000),
        "upcard=JC,QH hand=" + ",".join(["QH"] * 6_000),
        "upcard=JC,QH trick=" + ",".join(["QH+QH"] * 3_000),
        "upcard=JC,QH drawn=" + "+".join(["2S"] * 6_000),
        "upcard=JC,QH " + " ".join(f"move={i}" for i in range(2_000)),
        "hand=" + "," * 19_000,
    ],
)
def test_what_just_fits_is_refused_fast(text: str) -> None:
    assert len(text) <= LONGEST
    begun = time.process_time()
    try:
        question = read_question(STRANGE, split(text.split()))
        judge(question.phase, question.view, question.asked)
    except BadPosition as why:
        assert len(str(why)) < 100 * LONGEST
    assert time.process_time() - begun < 3


# -- any text whatever -------------------------------------------------------------------------------------

TOKENS = [
    *(
        "",
        "-",
        "P1",
        "P2",
        "P9",
        "P1+P3",
        "S",
        "H",
        "true",
        "false",
        "pass",
        "0",
        "1",
        "2",
        "5",
        "-1",
        "99",
        "7",
        "play",
    ),
    *(
        "QH",
        "KS",
        "2C",
        "TD",
        "AS",
        "X1",
        "X2",
        "K",
        "3",
        "1H",
        "♥",
        "é",
        "P1:pass",
        "P2:7",
        "P1:KH",
        ":",
        "+",
        ",",
        "all",
    ),
]
FIELD_NAMES = "players dealer hand leader trick trump table upcard bids won round picks".split()
value = st.lists(st.sampled_from(TOKENS), max_size=8).flatmap(
    lambda parts: st.sampled_from([",".join(parts), "+".join(parts), "".join(parts)])
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A game, and fields of it (and of others) with values of every kind."""
    game = load(draw(st.sampled_from(GAMES)))
    own = [name for phase in game.phases for name in specs(phase.view)] + list(specs(game.options))
    name = st.sampled_from([*own, *own, *FIELD_NAMES, "phase", "move"])
    key = st.sampled_from(["", "", ".P1", ".P2+P4", ".x", "."])
    fields = {draw(name) + draw(key): draw(value) for _ in range(draw(st.integers(0, 7)))}
    if draw(st.booleans()):
        fields["phase"] = draw(st.sampled_from([phase.name for phase in game.phases]))
    return game.name, fields


def answered(game: Game[Any], pairs: list[tuple[str, str]]) -> PositionQuestion | None:
    """Reads a position and, if it is one, asks everything that can be asked; only BadPosition may come of it."""
    try:
        question = read_question(game, pairs)
    except BadPosition as why:
        assert why.problems
        assert all(problem.message for problem in why.problems)
        return None
    phase, view = question.phase, question.view
    for ruling in judge(phase, view, (*question.asked, "AS", "pass", "")).asked:
        assert ruling.clause
    json.dumps(dict(phase.facts(view)))
    json.dumps(dict(phase.totals(view)))
    phase.winner(view)
    phase.winner_clause(view)
    return question


@settings(patient, max_examples=400)
@given(positions())
def test_any_fields_give_a_view_or_every_problem(drawn: tuple[str, dict[str, str]]) -> None:
    name, fields = drawn
    game = load(name)
    question = answered(game, list(fields.items()))
    if question is not None:
        text = write(game, question.phase, question.view)
        assert read_question(game, split(text.split())).view == question.view, text
    for form in (game.scoring, game.setup):
        try:
            view = read_view(game, form, list(fields.items()))
        except BadPosition as why:
            assert why.problems
        else:
            if form is game.scoring:
                game.scoring.settle(view)
            else:
                game.setup.build(view)


@patient
@given(st.text(max_size=300))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        pairs = split(text.split())
    except BadPosition as why:
        assert why.problems
        return
    answered(STRANGE, pairs)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(TOKENS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@patient
@given(st.dictionaries(st.sampled_from([*FIELD_NAMES, "move", "phase", "x"]), json_values, max_size=6))
def test_any_json_is_a_position_or_refused(found: dict[str, Any]) -> None:
    try:
        pairs = from_json(json.dumps(found))
    except BadPosition as why:
        assert why.problems
        return
    answered(STRANGE, pairs)


def damage(words: list[str], rng: random.Random) -> None:
    """Change, drop, cut or add one field."""
    how = rng.randrange(6)
    if how == 4 or not words:
        words.append(rng.choice(("round=2", "players=2", "leader=P2", "dealer=P1", "trump=H", "hand=")))
        return
    at = rng.randrange(len(words))
    field, _, was = words[at].partition("=")
    parts = was.split(",")
    match how:
        case 0:
            del words[at]
        case 1:
            parts[rng.randrange(len(parts))] = rng.choice(TOKENS)
            words[at] = f"{field}={','.join(parts)}"
        case 2:
            words[at] = words[at][: rng.randrange(len(words[at]) + 1)]
        case 3:
            words[at] = f"{field}={','.join(parts[1:])}"
        case _:
            words[at] = words[at].lower()


@pytest.mark.parametrize("name", GAMES)
def test_damaged_positions_are_refused_or_answered(name: str) -> None:
    """Worked cases and views of real games with pieces changed, dropped and doubled: what people nearly type."""
    game, rng = load(name), random.Random(name)
    texts = [case["position"] for case in cases(name) if case.get("ask", "explain") == "explain"]
    whole = played(tables(name)[0], 8, 200)
    for state in rng.sample(whole.states, min(10, len(whole.states))):
        texts += [write(game, game.due(state), game.due(state).see(state, seat)) for seat in state.turn]
    for text in texts:
        for _ in range(4):
            words = text.split()
            for _ in range(rng.randint(1, 3)):
                damage(words, rng)
            try:
                answered(game, split(words))
            except BadPosition as why:
                assert why.problems
            except Exception as why:
                raise AssertionError(f"{name} {' '.join(words)}: {why!r}") from why


def test_options_of_no_game_are_none() -> None:
    assert Options().changed() == {}


# -- contradictions ------------------------------------------------------------------------------------

CONTRADICTIONS = {
    "tute trump=S hand=AS,KS hand.=KC": {"hand."},
    "back-alley trump=S hand=AS,KS bids=P1:banana,P2:1": {"bids"},
    "back-alley trump=S hand=AS,KS bids=P2:1,P1:1": {"bids"},
    "back-alley trump=S hand=AS,KS bids=P1:1": {"bids"},
    "kaiser trump=S hand=AS bids=P1:99,P3:7": {"bids"},
    "tetka number=13 hand=AS,KS": {"hand"},
    "truc hand=AS,KS tricks=P1+P3 leader=P2": {"leader"},
    "court-piece phase=revoke allow_revokes=true trump=S trick=KH,2S offender=P2 seat=P2 missed=H hand=3S,4D": {"hand"},
    "last-one hand=9C upcard=9H out=P2 seat=P2": {"seat"},
    "dou-dizhu hand=3 bids=2": {"bids"},  # refused in the play, whatever it says
    # What cannot be read and what contradicts itself are told in one answer.
    "tute trump=S trick=KH,3H,4H,5H,6H hand=QQ,2S": {"hand", "trick"},
    "back-alley trump=S trick=ZZ hand=AS,KS bids=P2:1": {"trick", "bids"},
}


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_contradictions_are_all_told_at_once(text: str) -> None:
    game, *words = text.split()
    with pytest.raises(BadPosition) as caught:
        read_question(load(game), split(words))
    assert {problem.field for problem in caught.value.problems} == CONTRADICTIONS[text]


def test_calls_that_could_have_been_made_have_no_bearing_on_the_play() -> None:
    for text in ("kaiser trump=S hand=AS bids=P1:7,P2:pass", "back-alley trump=S hand=AS,KS bids=P1:1,P2:2,P3:1,P4:2"):
        game, *words = text.split()
        assert read_question(load(game), split(words)).view.hand


def test_thirteen_bombs_leave_no_rocket() -> None:
    game = load("dou-dizhu")
    words = ["landlord=P1", "bid=3", "out=P1", "bombs=13"]
    assert read_view(game, game.scoring, split(words)).bombs == 13
    with pytest.raises(BadPosition, match="bombs"):
        read_view(game, game.scoring, split([*words, "rocket=true"]))


def test_a_position_of_last_one_may_name_who_is_to_act() -> None:
    game = load("last-one")
    question = read_question(game, split(["upcard=9H", "hand=9C", "seat=P3"]))
    assert question.phase.actor(question.view) == "P3"
    assert "seat=P3" in write(game, question.phase, question.view)


def test_there_may_be_blanks_around_the_sign_and_beside_commas() -> None:
    wanted = [("trick", "QC"), ("hand", "7D,AH")]
    for words in (["trick=QC", "hand=7D,AH"], ["trick = QC", "hand= 7D,AH"], "trick = QC hand = 7D , AH".split(" ")):
        assert split(words) == wanted
    assert split(["trump", "=", "hand=AH"]) == [("trump", ""), ("hand", "AH")]
    for words in (["=", "QC"], ["trump=S", "=", "3"]):
        with pytest.raises(BadPosition):
            split(words)
