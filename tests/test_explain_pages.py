"""The pages of `tutor explain` as a whole: the situation first, a row for each reason, each fact once."""

from __future__ import annotations

import pytest

from tests.worked_cases import explained_cases
from tutor.kernel.by_name import load, names
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.rulings.explain import explain_doc, names_of
from tutor.teach.text.doc import Heading, Item, Para, TableDrawing
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions


def page(name: str, position: str, width: int = 80) -> str:
    """The page about a position, as a terminal shows it."""
    game = load(name)
    question = read_question(game, split(position.split()))
    seats = names_of(game, question.view, question.phase)
    return render(explain_doc(game, question), RenderOptions(width=width), seats)


@pytest.mark.parametrize("name", names())
def test_below_the_moves_there_is_nothing_but_what_would_change_them(name: str) -> None:
    game = load(name)
    for case in explained_cases(name):
        question = read_question(game, split(case["position"].split()))
        doc = explain_doc(game, question)
        heads = [at for at, block in enumerate(doc) if isinstance(block, Heading)]
        if heads:
            below = [b for b in doc[heads[0] :] if isinstance(b, Para | TableDrawing)]
            assert all(isinstance(b, Para) and b.indent for b in below), below
            assert all(b.label for b in doc[heads[0] :] if isinstance(b, Item))


@pytest.mark.parametrize(
    ("name", "position", "rows"),
    [
        ("dou-dizhu", "leader=P1 hand=3,5,5,5,9,A,A", 2),
        ("big-two", "hand=3H,4H,4S,9D,9C,9S,JD leader=P2 plays=P2:QS,P3:AS", 3),
        ("calabrasella", "phase=take dealer=P1 widow=6S,AH,KH,3D discarded=3 hand=3S,AS,JS declarer=P3", 2),
        ("solo", "dealer=P2 leader=P3 trick=8D hand=JS,TS,AH,QC trump=S", 1),
        ("strange", "dealer=P1 upcard=6C,KH round=2 leader=P2 trick=TH+5D,6H+7D hand=KS,4S,AH,9H,8H,AD,4D,7C", 2),
        ("tresette", "trick=QS,JS leader=P2 hand=3S,4S", 1),
        ("jo-jotte", "phase=meld trump=S claim=none hand=KC,QC,JC,7D,8H,9S,9H,9D,9C", 3),
        ("tyzicha", "phase=give hand=KH,QH,AS,TS,9S,9C,9D,JD,JC,AC", 1),
    ],
)
def test_what_one_rule_says_of_many_moves_is_one_row(name: str, position: str, rows: int) -> None:
    shown = page(name, position)
    assert shown.count("✓") + shown.count("✗") == rows, shown


def test_combinations_of_several_kinds_have_a_line_each() -> None:
    shown = page("dou-dizhu", "leader=P1 hand=3,5,5,5,9,A,A")
    assert "  ✓ single cards: 3, 5, 9, A\n    pairs: 5 5, A A\n    trips: 5 5 5\n" in shown, shown
    assert "You are free to lead, so any combination will do." in shown


def test_many_numbers_are_ranges_and_many_cards_all_but_a_few() -> None:
    assert "✗ 100 to 130 or 150 to 400 in steps of 10" in page(
        "tyzicha", "phase=auction bids=P2:110,P3:120,P1:pass,P2:130"
    )
    plucks = "phase=pluck tricks.P1=4 tricks.P2=3 tricks.P3=10 plucks=P3:P2,P3:P2,P3:P2"
    shown = page("pluck", f"{plucks} hand=AS,QS,KH,QH,JH,8H,5H,3H,AD,JD,9D,7D,6D,5D,TC,X1,X2")
    assert "give any card but the big joker or the little joker to Right" in shown, shown
    assert "any other two cards" in page("strange", "upcard=6C,KH leader=P3 trick=TH+5D hand=KS,4S,AH,9H,8H,AD,4D,7C")
    named = page("solo", "phase=name dealer=P3 level=5 hand=JS,TS,8S,8H,AD,QD,KC,7C")
    assert "a simple game in spades, hearts, diamonds or clubs with" in " ".join(named.split()), named
    either = page("tyzicha", "phase=give hand=KH,QH,AS,TS,9S,9C,9D,JD,JC,AC")
    assert "any 2 of 10 cards, in either order" in either, either


def test_no_line_of_the_state_ends_or_begins_with_a_dot() -> None:
    position = "phase=answer dealer=P1 leader=P2 trick=5S,7S,2D hand=5C cards=1 bids=P3:truc,P4:accept,P4:retruc"
    for width in (40, 60, 80, 120):
        shown = page("truc", position, width).split("\n\n", maxsplit=1)[0].split("\n")
        assert not any(line.strip().startswith("·") or line.endswith("·") for line in shown), shown
    assert "Truc · accept or reject · no trumps, suits mean nothing\nthe hand is worth 2" in page("truc", position)


def test_a_trick_is_told_in_order_winner_course_worth() -> None:
    shown = page("calabrasella", "leader=P3 trick=2H,AD,5H declarer=P1")
    told = ("P3 wins with 2♥, the highest heart.", "P3 leads 2♥.", "The trick counts 4 points: 2♥ 1 + A♦ 3.")
    assert [shown.index(one) for one in told] == sorted(shown.index(one) for one in told), shown
    assert shown.count("4 points") == 1 and "5♥ 0" not in shown
    assert "The trick is worth 7 points: J♦ 1 + 9♦ 5 + the trick itself 1." in page(
        "botifarra", "leader=P4 trick=5D,JD,9D,2D trump=-"
    )
    assert "The trick counts 11 points, for A♥." in page("schafkopf", "trick=9C,8H,AH")
    bare = page("tetka", "dealer=P1 trick=4S,JS,5S,QD bum=KC number=10")
    assert "The trick costs its winner 1 point: 1 for Q♦.\n" in bare, bare


def test_calls_on_the_table_and_conclusions_are_not_told_again() -> None:
    shown = page("tyzicha", "phase=auction bids=P2:110,P3:120,P1:pass,P2:130,P3:pass")
    assert "P2 is the declarer at 130." in shown and "P2 said 110" not in shown, shown
    shown = page("bridge-solitaire", "trump=C trick=6D,AS")
    assert "A♠ is neither a diamond nor a trump" in shown and "neither of the suit led" not in shown, shown
    shown = page("back-alley", "trump=S trick=4S,KS,2D,9S")
    assert shown.count("not broken") == 1 and "4♠ was led" in shown, shown
    shown = page("truc", "tricks=draw,P1+P3 leader=P3 trick=4H,3S,5D,6C")
    assert "Trick 1: drawn. Trick 2: P1+P3. Trick 3: P2+P4, with 3♠." in shown and "tricks are equal, and" not in shown


def test_cards_of_a_complete_trick_are_not_still_to_be_won() -> None:
    shown = page("canadian-salad", "trick=QS,4C,TS,8H deal=3 broken=true won.P2=QH won.P4=QC")
    assert "still to be won Q♦" in shown and "Q♠ Q♦" not in shown, shown
    assert "The trick costs its winner 25, for Q♠." in shown


def test_a_what_if_names_the_suit_of_the_reason_and_is_possible() -> None:
    assert "With no hearts you could play A♦." in page("court-piece", "trump=H trick=2H hand=3H,AS,AD move=AD")
    shown = page("strange", "upcard=JS,4H trick=QH+KH hand=6H,6H,AS move=6H+AS")
    assert "If 6♥ were your only heart, you could play 6♥ A♠." in shown, shown
    assert "Without K♣" not in page("spinado", "seat=P2 run=P2:JC,P3:QC hand=QS,8H,KC,9C")
    shown = page("tute", "trump=C trick=4D,AC,7D hand=3C,2C,AH move=AH")
    assert shown.count("house rule") == 1 and "any of which would allow A♥" in shown, shown


def test_whoever_asks_reads_first_what_is_to_do_and_then_what_lies_there() -> None:
    assert "You to play: J♣" in page("spinado", "seat=P2 run=P2:JC,P3:QC hand=QS,8H,KC,9C")
    assert "\n  You\n" not in page("trente-et-quarante", "black=7C,KS,QD,4H red=9S,AH,8H,KC,7H")
    assert "turned up: K♦ (now in your hand)" in page(
        "twenty-five", "dealer=P3 leader=P4 hand=8S,2H,AD,KD,QC upcard=KD"
    )


def test_what_is_given_is_not_played_and_two_players_share_a_label() -> None:
    assert "If you had no K♥, you could give back 9♥." in page("pluck", "phase=return plucked=P2 card=4H hand=KH,9H")
    shown = page("pluck", "phase=pluck dealer=P1 tricks.P2=17 hand=2C,X2")
    assert "give the little joker to Left or Right" in shown, shown


def test_the_lowest_cards_of_suits_share_a_row() -> None:
    shown = page("botifarra", "trump=S trick=AD,4D hand=9C,7C,3C,KH,5H,8S,2S")
    assert "each is the lowest card of its" in shown and "(9 A K Q J)" in shown, shown
    assert shown.count("✓") + shown.count("✗") == 3
