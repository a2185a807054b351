"""The kernel's own words: cards, packs, fields, seats, moves, duties and the judge."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.families.choices import Picks
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import JOKERS, RANKS, SUITS, Card, Pack, UnknownCard, card, cards, french, lacking, without
from tutor.kernel.duties import Duty, DutyOutcome, always, if_able, most, narrow
from tutor.kernel.events import FactsOnDemand, ScoreLine, settlement_of
from tutor.kernel.fields import (
    CALLS,
    CARD,
    CARDS,
    FLAG,
    HEAPS,
    PLAYS,
    SEAT,
    SIDE,
    TOGETHER,
    WORDS,
    FieldType,
    ParseContext,
    choice,
    declared,
    specs,
    suit,
    whole,
)
from tutor.kernel.game import Game, PositionSetup, Scoring, permuted
from tutor.kernel.judging import Verdict, judge, rule
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.playout import Endless, Stuck, playout
from tutor.kernel.seats import after, from_, members, seats_of, side_of
from tutor.kernel.state import State
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView

FULL = french(jokers=2)

# -- cards -------------------------------------------------------------------------------------------------


def test_a_card_is_one_object_that_never_changes() -> None:
    assert card("KH") is cards("AS,KH")[1]
    assert (card("KH").rank, card("KH").suit, card("KH").joker) == ("K", "H", False)
    assert (card("X1").rank, card("X1").suit, card("X1").joker) == ("X1", "", True)
    assert pickle.loads(pickle.dumps(card("TD"))) is card("TD")
    with pytest.raises(AttributeError):
        card("KH").rank = "A"
    with pytest.raises(KeyError):
        card("kh")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("KH", "KH"),
        ("kh", "KH"),
        ("10h", "TH"),
        ("10H", "TH"),
        ("th", "TH"),
        ("HT", "TH"),
        ("h10", "TH"),
        ("H10", "TH"),
        ("K♥", "KH"),
        ("♥K", "KH"),
        ("♠10", "TS"),
        ("10♣", "TC"),
        ("♦2", "2D"),
        ("♡K", "KH"),
        ("K♥\ufe0f", "KH"),
        (" AS ", "AS"),
        ("x1", "X1"),
        ("X2", "X2"),
        ("SA", "AS"),
        ("s2", "2S"),
    ],
)
def test_cards_as_people_type_them(typed: str, meant: str) -> None:
    assert FULL.read(typed) is card(meant)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1H", "'1H' is not a card; did you mean AH?"),
        ("KX", "'KX' is not a card"),
        ("", "'' is not a card"),
        ("hearts", "'hearts' is not a card"),
        ("KHH", "'KHH' is not a card; did you mean KH?"),
        ("10", "'10' names no suit; did you mean TS or TH or TD or TC?"),
        ("é", "'é' is not a card"),
        ("K\nH", "is not a card"),
    ],
)
def test_what_is_no_card_is_named_with_the_nearest(typed: str, said: str) -> None:
    with pytest.raises(UnknownCard) as why:
        FULL.read(typed)
    assert said in str(why.value)


def test_a_rank_of_which_nothing_is_held_is_not_guessed() -> None:
    with pytest.raises(UnknownCard, match="'10' names no suit, and you hold none of that rank"):
        FULL.read("10", [card("AS")])
    short = Pack(tuple(c for c in FULL.order if c.rank not in "23"))
    with pytest.raises(UnknownCard, match="there is no '3' in this pack"):
        short.read("3", [card("AS")])


@pytest.mark.parametrize("typed", ["A♥ 2♥", "AH2H", "ha;h2", "ah+2h", "AH,2h", "♥A2", "A2h", "h:a2", "ha 2h"])
def test_several_cards_are_told_from_one(typed: str) -> None:
    with pytest.raises(UnknownCard, match=r"is 2 cards, not one$") as why:
        FULL.read(typed)
    assert why.value.several == ["AH", "2H"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ace of hearts", "did you mean AH?"),
        ("10 Spades", "did you mean TS?"),
        ("Big Joker", "a joker is written X1 for the big or red joker, X2 for the little or black one"),
    ],
)
def test_cards_by_their_names_are_told_how_they_are_written(typed: str, said: str) -> None:
    with pytest.raises(UnknownCard, match=re.escape(said)):
        FULL.read(typed)


def test_a_card_of_another_pack_is_told_apart() -> None:
    spanish = french("AKQJ765432")
    for typed, said in (
        ("10h", "10H is not in this pack, which has no 10; did you mean JH?"),
        ("10", "there is no '10' in this pack"),
        ("8s", "8S is not in this pack, which has no 8; did you mean 7S?"),
    ):
        with pytest.raises(UnknownCard) as why:
            spanish.read(typed)
        assert str(why.value) == said
    with pytest.raises(UnknownCard, match=r"^2C is not in this pack; did you mean 3C[?]$"):
        french(without="2C").read("2c")
    ranks = Pack([card(r) for r in RANKS for _ in range(4)], suitless=True)
    assert ranks.read("KH") is ranks.read("k") is card("K")
    assert ranks.read("10") is card("T")
    with pytest.raises(UnknownCard, match="X1 is not in this pack"):
        ranks.read("X1")


@given(st.text())
def test_any_text_is_a_card_or_unknown(text: str) -> None:
    try:
        found = FULL.read(text)
    except UnknownCard as why:
        assert len(str(why)) < 260  # twenty characters, ten for each that is escaped
    else:
        assert FULL.read(found.text) is found


def test_packs_keep_copies_and_sort_as_people_do() -> None:
    double = french(packs=2, jokers=1)
    assert len(double) == 106
    assert double.copies[card("X1")] == 2
    assert card("X2") not in double
    assert [c.text for c in double.sort(cards("X1,2S,AH,AS,2S"))] == ["AS", "2S", "2S", "AH", "X1"]
    assert [c.text for c in FULL.order[:3]] == ["AS", "KS", "QS"]
    assert FULL.order[-1] is card(JOKERS[1])
    small = french("AK", order="KA", without="AH")
    assert [c.text for c in small.cards] == ["KS", "AS", "KH", "KD", "AD", "KC", "AC"]
    assert counted(double.rest(cards("AS,AS,KS"))) == counted(double.cards) - counted(cards("AS,AS,KS"))


def counted(held: tuple[Card, ...]) -> Counter[Card]:
    return Counter(held)


def test_taking_cards_from_a_hand_counts_copies() -> None:
    hand = cards("AS,KH,AS")
    assert without(hand, cards("AS")) == cards("KH,AS")
    with pytest.raises(ValueError, match="not in list"):
        without(hand, cards("AS,AS,AS"))
    assert lacking(hand, cards("AS,AS,KH")) == ()
    assert lacking(hand, cards("AS,AS,AS,2D")) == cards("AS,2D")


# -- seats and moves ---------------------------------------------------------------------------------------


def test_seats_go_round() -> None:
    four = seats_of(4)
    assert (after(four, "P4"), after(four, "P1", -1), after(four, "P2", 2)) == ("P1", "P4", "P4")
    assert from_(four, "P3") == ("P3", "P4", "P1", "P2")
    assert side_of(("P1+P3", "P2+P4"), "P4") == "P2+P4"
    assert members("P1+P3") == ("P1", "P3")


def test_a_move_is_its_text() -> None:
    assert play(card("KH")) == Move("", cards("KH")) == Move("KH")
    assert play(card("KH")) is play(card("KH"))
    assert play(*cards("5C,9S")).text == "5C+9S"
    assert play(*cards("9S,5C")) != play(*cards("5C,9S"))
    assert call("pass") is call("pass")
    assert Move("show", cards("KH")).text == "show:KH"
    assert len({Move("pass"), call("pass")}) == 1
    assert Move("pass") != "pass"
    assert Move("show", cards("KH")).card is card("KH")
    with pytest.raises(IndexError, match="no card in pass"):
        _ = Move("pass").card


# -- fields ------------------------------------------------------------------------------------------------

AT = ParseContext(seats_of(4), ("P1+P3", "P2+P4"), FULL)
PARITY = [
    (CARD, "10h", card("TH"), "TH"),
    (CARDS, "as,KH", cards("AS,KH"), "AS,KH"),
    (CARDS, "", (), ""),
    (CARDS, "-", (), ""),
    (TOGETHER, "as+kh", cards("AS,KH"), "AS+KH"),
    (HEAPS, "as+kh,2d", (cards("AS,KH"), cards("2D")), "AS+KH,2D"),
    (SEAT, "p2", "P2", "P2"),
    (SIDE, "p3+P1", "P1+P3", "P1+P3"),
    (FLAG, "Yes", True, "true"),
    (FLAG, "0", False, "false"),
    (WORDS, "a,b", ("a", "b"), "a,b"),
    (CALLS, "P1:7,p2:pass", (("P1", "7"), ("P2", "pass")), "P1:7,P2:pass"),
    (PLAYS, "P1:KH+JS,P2:2D", (("P1", cards("KH,JS")), ("P2", cards("2D"))), "P1:KH+JS,P2:2D"),
]


@pytest.mark.parametrize(("kind", "text", "value", "shown"), PARITY)
def test_kinds_read_and_write(kind: FieldType[Any], text: str, value: object, shown: str) -> None:
    assert kind.read(text, AT) == value
    assert kind.show(value) == shown
    assert kind.read(shown, AT) == value
    assert kind.shape


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (CARDS, "AS,1H,KX", "'1H' is not a card"),
        (CARDS, "AS,1H,KX", "'KX' is not a card"),
        (CARDS, "AS,,KH", "''"),
        (SEAT, "P5", "not a seat at this table (P1, P2, P3, P4)"),
        (SIDE, "P1+P2", "not a side"),
        (FLAG, "maybe", "neither"),
        (CALLS, "P1", "SEAT:CALL"),
        (CALLS, "P9:7", "not a seat"),
        (PLAYS, "P1:", "SEAT:CARDS"),
        (PLAYS, "P1:ZZ", "'ZZ'"),
        (HEAPS, "AS+1H,KX", "'KX'"),
    ],
)
def test_kinds_say_everything_that_is_wrong(kind: FieldType[Any], text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"(?s).") as why:
        kind.read(text, AT)
    assert said in str(why.value)


@dataclass(frozen=True, kw_only=True)
class Sample(View):
    hand: tuple[Card, ...] = declared(CARDS, "cards", ())
    trump: str = suit("trumps", "S")
    number: int = whole("a number", 3, low=1, high=5)
    free: int = whole("a number", 0)
    word: str = choice("a word", ("Yes", "no"), "no")
    won: dict[str, int] = whole("tricks", {}, per="seat")


def test_declared_fields_have_specs_defaults_and_bounds() -> None:
    known = specs(Sample)
    assert list(known) == ["players", "dealer", "hand", "trump", "number", "free", "word", "won"]
    sample = Sample(options=Options(), players=4, dealer="P4")
    assert (sample.trump, sample.number, sample.won) == ("S", 3, {})
    assert Sample(options=Options()).won is not Sample(options=Options()).won
    for text, value in (("s", "S"), ("♥", "H"), ("-", "")):
        assert known["trump"].kind.read(text, AT) == value
    assert known["trump"].kind.show("") == "-"
    assert known["word"].kind.read("YES", AT) == "Yes"
    for name, text in (
        ("number", "0"),
        ("number", "6"),
        ("number", "two"),
        ("number", "²"),
        ("number", "1" * 50),
        ("trump", "X"),
        ("trump", "SH"),
        ("word", "perhaps"),
        ("free", ""),
        ("free", "1.5"),
    ):
        with pytest.raises(ValueError, match=r"."):
            known[name].kind.read(text, AT)
    assert sample.text(4) == {}
    assert Sample(options=Options(), players=3, dealer="P1", trump="", won={"P2": 1}).text(4) == {
        "players": "3",
        "dealer": "P1",
        "trump": "-",
        "won.P2": "1",
    }


# -- duties ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hand(View, HandView):
    hand: tuple[Card, ...] = declared(CARDS, "cards", ())
    led: str = suit("led", "H")
    trump: str = suit("trumps", "S")


def in_suit(v: Hand, move: Move) -> bool:
    return move.card.suit == v.led


def trumps(v: Hand, move: Move) -> bool:
    return move.card.suit == v.trump


FOLLOW: Duty[Hand] = if_able("x.follow", in_suit, waiver="x.free")
TRUMP: Duty[Hand] = if_able("x.trump", trumps, failing=FOLLOW)
HIGHEST: Duty[Hand] = most("x.high", lambda v, move: "23456789TJQKA".index(move.card.rank), waiver="x.low")
NO_ACE: Duty[Hand] = always("x.ace", lambda v, move: move.card.rank != "A")


def sight(text: str, **values: Any) -> Hand:
    return Hand(options=Options(), players=2, dealer="P2", hand=cards(text), **values)


def through(duties: tuple[Duty[Hand], ...], text: str, **values: Any) -> tuple[str, list[str], list[str]]:
    """Legal moves, the standing of each duty, and what each cut."""
    v = sight(text, **values)
    found = narrow(duties, v, (play(c) for c in v.hand))
    legal = ",".join(move.text for move in found.legal)
    cut = [",".join(move.text for move in step.cut) for step in found.steps]
    return legal, [step.standing.value for step in found.steps], cut


@pytest.mark.parametrize(
    ("duties", "hand", "legal", "standing", "cut"),
    [
        ((FOLLOW,), "KH,2H,AS", "KH,2H", ["met"], ["AS"]),
        ((FOLLOW,), "KH,2H", "KH,2H", ["met"], [""]),
        ((FOLLOW,), "AS,2D", "AS,2D", ["waived"], [""]),
        ((FOLLOW, TRUMP), "KH,AS", "KH", ["met", "idle"], ["AS", ""]),
        ((FOLLOW, TRUMP), "2D,AS", "AS", ["waived", "met"], ["", "2D"]),
        ((FOLLOW, TRUMP), "2D,3C", "2D,3C", ["waived", "waived"], ["", ""]),
        ((TRUMP,), "2D,AS", "2D,AS", ["idle"], [""]),  # failing a duty that is not there: not in force
        ((NO_ACE,), "AH,2H", "2H", ["met"], ["AH"]),
        ((NO_ACE,), "AH,AS", "", ["met"], ["AH,AS"]),  # a ban binds whatever is left
        ((NO_ACE, FOLLOW), "AH,2S", "2S", ["met", "waived"], ["AH", ""]),  # order matters: the ban came first
        ((FOLLOW, NO_ACE), "AH,2S", "", ["met", "met"], ["2S", "AH"]),
        ((HIGHEST,), "KH,KS,2D", "KH,KS", ["met"], ["2D"]),
        ((HIGHEST,), "2H,2S", "2H,2S", ["waived"], [""]),  # nothing counts for anybody
        ((FOLLOW, HIGHEST), "KH,2H,AS", "KH", ["met", "met"], ["AS", "2H"]),
        ((), "AS,2H", "AS,2H", [], []),
        ((FOLLOW, NO_ACE, HIGHEST), "", "", ["waived", "met", "waived"], ["", "", ""]),
    ],
)
def test_what_duties_do(
    duties: tuple[Duty[Hand], ...], hand: str, legal: str, standing: list[str], cut: list[str]
) -> None:
    assert through(duties, hand) == (legal, standing, cut)


def test_a_duty_may_be_out_of_force() -> None:
    if_led = if_able("x.follow", in_suit, when=lambda v: v.trump != "H")
    assert through((if_led,), "KH,AS") == ("KH", ["met"], ["AS"])
    assert through((if_led,), "KH,AS", trump="H") == ("KH,AS", ["idle"], [""])
    behind = always("x.trump", trumps, failing=if_led)
    assert through((if_led, behind), "AS,2D") == ("AS", ["waived", "met"], ["", "2D"])
    assert through((if_led, behind), "AS,2D", trump="H") == ("AS,2D", ["idle", "idle"], ["", ""])  # idle is not waived


def test_the_ground_of_a_legal_move() -> None:
    def basis(duties: tuple[Duty[Hand], ...], text: str) -> str:
        return narrow(duties, sight(text), [play(c) for c in cards(text)]).basis()

    assert basis((FOLLOW, TRUMP), "KH,AS") == "x.follow"
    assert basis((FOLLOW, TRUMP), "2D,AS") == "x.trump"
    assert basis((FOLLOW, TRUMP), "2D,3C") == "x.free"
    assert basis((TRUMP,), "2D,3C") == ""
    found = narrow((FOLLOW,), sight("KH,AS"), [play(c) for c in cards("KH,AS")])
    assert found.cutter(play(card("KH"))) is None
    step = found.cutter(play(card("AS")))
    assert step is not None
    assert (step.duty, step.standing, step.kept) == (FOLLOW, DutyOutcome.MET, (play(card("KH")),))


@given(
    st.permutations([FOLLOW, TRUMP, HIGHEST, NO_ACE]),
    st.lists(st.sampled_from(FULL.order[:52]), max_size=8, unique=True),
)
def test_a_trace_accounts_for_every_move(duties: list[Duty[Hand]], held: list[Card]) -> None:
    """Whatever the duties: each move is legal or cut once, and the order of the candidates is kept."""
    candidates = [play(c) for c in held]
    found = narrow(tuple(duties), sight(""), candidates)
    cut = [move for step in found.steps for move in step.cut]
    assert sorted(m.text for m in (*cut, *found.legal)) == sorted(m.text for m in candidates)
    assert [m for m in candidates if m in found.legal] == list(found.legal)
    assert len(found.steps) == len(duties)
    for step in found.steps:
        assert not step.cut or step.standing is DutyOutcome.MET
    if NO_ACE not in duties:
        assert bool(found.legal) == bool(candidates)


# -- judging -----------------------------------------------------------------------------------------------


class Trick(Phase[Hand, State]):
    clause = "x.play"
    view = Hand
    words = ("pass", "show")

    def actor(self, v: Hand) -> str | None:
        return "P1" if v.hand else None

    def duties(self, v: Hand) -> tuple[Duty[Hand], ...]:
        return (FOLLOW,)

    def candidates(self, v: Hand) -> Any:
        return (play(c) for c in v.hand)

    def canonical(self, v: Hand, move: Move) -> Move:
        if len(move.cards) > 1:
            raise Unreadable("one card at a time")
        return move


TRICK = Trick()
TRICK.pack = FULL


@pytest.mark.parametrize(
    ("text", "verdict", "clause", "note"),
    [
        ("KH", Verdict.LEGAL, "x.follow", ""),
        (" kh ", Verdict.LEGAL, "x.follow", ""),
        ("AS", Verdict.NOT_ALLOWED, "x.follow", ""),
        ("2C", Verdict.NOT_HELD, "x.play", ""),
        ("ZZ", Verdict.UNREADABLE, "x.play", "'ZZ' is not a card"),
        ("KH+AS", Verdict.UNREADABLE, "x.play", "one card"),
        ("", Verdict.UNREADABLE, "x.play", "no card"),
        ("show:", Verdict.UNREADABLE, "x.play", "no card"),
    ],
)
def test_every_attempt_gets_its_own_kind_of_answer(text: str, verdict: Verdict, clause: str, note: str) -> None:
    (ruling,) = judge(TRICK, sight("KH,AS"), [text]).asked
    assert (ruling.verdict, ruling.clause) == (verdict, clause)
    assert note in ruling.note
    assert ruling.legal == (verdict is Verdict.LEGAL)
    if verdict is Verdict.NOT_HELD:
        assert ruling.missing == cards("2C")


def test_when_nobody_acts_nothing_is_legal() -> None:
    found = judge(TRICK, sight(""), ["KH", "??"])
    assert (found.actor, found.legal, found.rulings) == (None, (), ())
    assert [ruling.verdict for ruling in found.asked] == [Verdict.NOT_ALLOWED, Verdict.UNREADABLE]


def test_what_is_asked_about_is_judged_though_nobody_listed_it() -> None:
    """Where there are too many candidates to list, a move that is asked about by name joins them."""

    class Brief(Trick):
        def candidates(self, v: Hand) -> Any:
            return [play(v.hand[0])]

    brief = Brief()
    brief.pack = FULL
    found = judge(brief, sight("AS,KH,2H"), ["2H", "AS", "QH"])
    assert [ruling.verdict.value for ruling in found.asked] == ["legal", "not allowed", "not held"]
    assert [ruling.text for ruling in found.rulings] == ["AS", "2H"]
    assert found.asked[0] is found.rulings[1]
    assert rule(brief, sight("AS,KH,2H"), "2H").legal
    assert rule(brief, sight("AS,KH,2H"), "AS").legal, "what nobody asks about and nobody lists does not bind"
    assert rule(brief, sight(""), "2H").verdict is Verdict.NOT_ALLOWED


def test_words_are_moves_too() -> None:
    assert TRICK.read(sight("KH"), "PASS") == call("pass")
    assert TRICK.read(sight("KH"), "show:10h") == Move("show", cards("TH"))


# -- settling, games, play-outs ----------------------------------------------------------------------------


def test_the_pack_is_shuffled_as_python_would() -> None:
    for seed in range(50):
        pool = french(jokers=seed % 3).cards[seed:]
        assert permuted(pool, Random(seed)) == tuple(Random(seed).sample(pool, len(pool)))


def test_picks_are_moves_in_order() -> None:
    held, too = cards("AS,KS,QS,JS,TS"), cards("X1")
    picks = Picks(held, [2, 4], too)
    every = [Move("", (*some, *too)) for n in (2, 4) for some in combinations(held, n)]
    assert [*picks] == every == [picks[n] for n in range(len(picks))]
    with pytest.raises(IndexError):
        picks[len(every)]


def test_facts_on_demand_are_worked_out_once() -> None:
    asked: list[int] = []

    def work_out() -> dict[str, int]:
        asked.append(1)
        return {"points": 3}

    facts = FactsOnDemand(work_out)
    assert not asked
    assert facts == {"points": 3} == {**facts}
    assert facts["points"] == 3
    assert len(facts) == len(asked) == 1


def test_scores_are_sums_of_lines() -> None:
    lines = (ScoreLine("P1", 3, "x.a"), ScoreLine("P2", -1, "x.b"), ScoreLine("P1", 0.5, "x.c"))
    done = settlement_of(("P1", "P2", "P3"), lines, {"hand": ["P1"], "game": []})
    assert done.scores == {"P1": 3.5, "P2": -1, "P3": 0}


def test_games_are_found_by_being_there() -> None:
    assert "strange" in names()
    assert load("strange") is load("strange")
    with pytest.raises(KeyError):
        load("bridge-for-six")


def test_a_state_knows_whether_it_is_over() -> None:
    state = State(players=2, options=Options(), dealer="P1")
    assert state.over
    assert not State(players=2, options=Options(), dealer="P1", turn=("P2",)).over


def test_play_outs_stop_games_that_do_not_end_or_cannot_go_on() -> None:
    class Tireless(Game[State]):
        name, title, bound = "x", "X", 10
        pack, phases, setup, scoring = FULL, (TRICK,), PositionSetup(), Scoring()

    class Round(Trick):
        pack = FULL

        def see(self, state: State, seat: str) -> Hand:
            return sight("KH")

        def act(self, state: State, seat: str, move: Move) -> Any:
            return state, ()

    class Empty(Round):
        def candidates(self, v: Hand) -> Any:
            return ()

    state = State(players=2, options=Options(), dealer="P1", phase="play", turn=("P1",))
    game = Tireless()
    game.phase_of = {"play": Round()}
    steps = playout(game, state, Random(1))
    assert len(list(islice(steps, 10))) == 10
    with pytest.raises(Endless, match="after 10 moves"):
        next(steps)
    with pytest.raises(Endless, match="after 3 moves"):
        list(playout(game, state, Random(1), 3))
    game.phase_of = {"play": Empty()}
    with pytest.raises(Stuck, match="no legal move in play for P1"):
        list(playout(game, state, Random(1)))


def test_suits_and_ranks() -> None:
    assert (SUITS, len(RANKS)) == ("SHDC", 13)
