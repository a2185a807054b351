"""The page of `tutor score`: the result first, a table by player or payment that adds up, then how the game stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.worked_cases import cases
from tutor.kernel.by_name import load, names
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.teach.drills.results import example_of_result
from tutor.teach.results.score_sheet import score_doc
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.explain import names_of
from tutor.teach.text.doc import ColumnsBlock, Doc, Heading, Item, Para
from tutor.teach.text.marks import split as marked
from tutor.teach.text.marks import unmarked
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.events import Settlement
    from tutor.kernel.seats import Side

SOME: int = 12
"""Up to this many results of each game are looked at, spread over its cases."""


def results(name: str) -> Iterator[tuple[str, Settlement, Doc]]:
    """Results of worked cases: what was typed, how it is settled, and the page."""
    game = load(name)
    asked = [case for case in cases(name) if case.get("ask") == "score" and not case["expect"].get("error")]
    for case in asked[:: max(1, len(asked) // SOME)]:
        options = [f"{key}={str(value).lower()}" for key, value in (case.get("options") or {}).items()]
        try:
            view = read_view(game, game.scoring, split([*case["position"].split(), *options]))
        except BadPosition:
            continue
        yield case["position"], game.scoring.settle(view), score_doc(game, view)


def page(name: str, result: str, width: int = 200) -> str:
    """The page as it is shown, in letters."""
    game = load(name)
    view = read_view(game, game.scoring, split(result.split()))
    return render(score_doc(game, view), RenderOptions(width=width, suits="letters"), names_of(game, view))


def tables(doc: Doc) -> list[ColumnsBlock]:
    return [block for block in doc if isinstance(block, ColumnsBlock)]


def told(text: str) -> str:
    """The text in one line, with single blanks."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", names())
def test_the_page_begins_with_the_result_and_not_with_a_rule(name: str) -> None:
    rules = {one.rule for one in words.book(name).clauses.values() if one.rule}
    for typed, done, doc in results(name):
        title, headline, *_ = doc
        assert isinstance(title, Heading) and isinstance(headline, Para), typed
        assert unmarked(headline.text).partition(" (")[0] not in rules, typed
        if done.outcome.get("hand") or done.outcome.get("game") or len(done.scores) == 1:
            assert re.search(r"\b(win|wins|won|shared|lose|loses)\b", headline.text), (typed, headline)


@pytest.mark.parametrize("name", names())
def test_the_table_of_the_score_adds_up_side_by_side(name: str) -> None:
    for typed, done, doc in results(name):
        found = [one for one in tables(doc) if len(one.head) == 3]
        if not done.lines:
            continue
        (table,) = found
        if "payer" in done.lines[0].facts and all("payer" in line.facts for line in done.lines):
            assert all("→" in row[0] or "total" in row[2] for row in table.rows), typed
            continue
        got = dict(_points(table))
        assert got == dict(done.scores), typed
        assert not any(unmarked(why) in ("the same", "") for _, _, why in table.rows), typed
        order = [side for row in table.rows for side in _sides(row[0])]
        firsts = [_sides(row[0])[0] for row in table.rows if row[0]]
        assert sorted(order, key=[*done.scores].index) == [*done.scores], typed
        assert firsts == sorted(firsts, key=[*done.scores].index), "players stand in the order of their seats"


def _points(table: ColumnsBlock) -> Iterator[tuple[Side, float]]:
    """What the rows of each side come to: the last of them is the total of several."""
    sides: list[Side] = []
    for who, points, why in table.rows:
        sides = _sides(who) or sides
        if not points.startswith("×"):
            if who:
                sums = 0.0
            if why == "total":
                assert sums == float(points)
            else:
                sums += float(points)
        else:
            sums *= float(points[2:])
        yield from ((side, sums) for side in sides)


def _sides(cell: str) -> list[Side]:
    return [value for kind, value in marked(cell) if kind == "s"]


@pytest.mark.parametrize("name", names())
def test_nothing_stands_twice_on_a_page_of_the_score(name: str) -> None:
    for typed, _, doc in results(name):
        lines = [unmarked(block.text) for block in doc if isinstance(block, Para | Item)]
        assert len(lines) == len(set(lines)), (typed, lines)
        cells = {unmarked(row[-1]) for one in tables(doc) for row in one.rows}
        assert not cells & set(lines), typed


@pytest.mark.parametrize("name", names())
def test_the_page_of_the_score_keeps_to_the_window(name: str) -> None:
    for typed, _, doc in results(name):
        for width in (40, 80, 120):
            shown = render(doc, RenderOptions(width=width, suits="letters"), {})
            assert max(map(len, shown.splitlines())) <= width, (typed, shown)


def test_what_a_hand_brings_is_the_headline_where_nobody_wins_hands() -> None:
    said = told(page("back-alley", "deal=1 contract.P1+P3=10 contract.P2+P4=board tricks.P1+P3=7 tricks.P2+P4=6"))
    assert "What the deal brings: P1+P3 -50 and P2+P4 -130." in said
    assert "only 6 of the 13 tricks were won" in said and said.count("26") == 1
    assert "What the deal costs: P1 0, P2 0, P3 100 and P4 0." in told(
        page("canadian-salad", "deal=5 last=P3 tricks.P3=13")
    )
    assert "The hand brings nobody anything." in page("pluck", "tricks.P1=6 tricks.P2=4 tricks.P3=7")
    assert "You lose 2 chips." in page(
        "trente-et-quarante", "black=2S,2H,AS,JC,4D,KS,6C red=QS,TH,4C,2C,TC bets=noir:1,rouge:3"
    )


def test_a_bank_without_a_bet_still_says_which_row_won() -> None:
    said = page("trente-et-quarante", "black=5C,9S,6H,4S,JC red=2D,KC,8D,TH,6S")
    assert "so black wins" in said and "There was no bet." in said and "No chips change hands." in said


def test_a_game_that_is_one_hand_is_won_and_not_the_hand_as_well() -> None:
    for name, result in (("strange", "tricks.P2=20 tricks.P3=12"), ("big-two", "rules=b players=2 left.P2=13")):
        said = page(name, result)
        assert " wins the game." in said and "wins the hand" not in said
    rubber = told(
        page("bridge-solitaire", "contract=6C declarer=house tricks=12 games.house=1 games.P1=1 before.P1=2000")
    )
    assert "The house wins the hand, and with it a game that ends the rubber. You win the rubber." in rubber


def test_the_parts_of_a_side_stand_together_with_their_total_below() -> None:
    deal = "deal=6 tricks.P1=3 tricks.P2=10 last=P1 won.P1=QH,2H,3H,4H,QD,KS won.P2=5H,6H,7H,8H,9H,TH,JH,KH,AH,QS,QC"
    said = told(page("canadian-salad", deal))
    assert said.index("P1 won the last trick") < said.index("320 total") < said.index("10 tricks at 10 each")
    doubled = told(page("botifarra", "trump=H call=redouble won.P1+P3=" + BIG_HALF))
    assert "45 - 36" not in doubled and "× 4 Redoubled" in doubled and "36 total" in doubled and " 27 " not in doubled


BIG_HALF = "9S,KS,QS,7S,6S,3S,9H,KH,QH,JH,8H,6H,5H,9D,QD,7D,6D,5D,4D,2D,9C,KC,QC,8C,6C,5C,3C,2C"
"""What a side has won of the pack in Botifarra: 45 of 72 points."""


def test_a_payment_has_one_row_with_who_pays_whom() -> None:
    said = told(
        page(
            "reversis",
            "talon=KC,2D,9S,8H dealer=P2 points.P1=3 points.P2=15 points.P3=4 points.P4=15 tricks.P1=1 "
            "tricks.P2=4 tricks.P3=2 tricks.P4=4",
        )
    )
    assert said.count("(reversis.party.pay)") == 1
    party = told(page("big-two", "rules=b left.P2=9 left.P3=10 left.P4=13"))
    assert "P3 → P1 20 10 cards left" in party and "P1 +68 total" in party and "P4 -39 total" in party


def test_the_totals_are_a_table_and_the_goal_has_its_name() -> None:
    said = told(page("kaiser", KAISER))
    assert "Before This hand Now" in said and "P1+P3 20 9 29 P2+P4 30 1 31" in said
    assert "The game is won with 52 points: P2+P4 still need 21." in said
    assert "A game is won with 80 points below the line" in page("jo-jotte", JO_JOTTE)
    counted = told(page("scotch-whist", SCOTCH))
    assert "Before Counted Now" in counted and "P2 30 17 47" in counted, "what comes too late is not in the totals"
    over = page("solo", "target=20 deal=5 before.P1=13 declarer=P1 game=solo trump=C tricks.P1=5 tricks.P2=3")
    assert "goes on" not in over and "P1 has 21" in over


KAISER = (
    "contract=7 declarers=P1+P3 tricks.P1+P3=4 tricks.P2+P4=4 won.P1+P3=5H won.P2+P4=3S before.P1+P3=20 before.P2+P4=30"
)
JO_JOTTE = "declarer=P1 trump=H won.P1=JH,9H,AH,TH,KH,QH,AS,KS,QS,JS won.P2=AD,KD,QD,JD,TD,9D,8D,7D last=P2 jojotte=P1"
SCOTCH = (
    "trump=S before.P1=35 before.P2=30 before.P3=20 before.P4=10 tricks.P1=2 tricks.P2=4 tricks.P3=2 tricks.P4=1 "
    "won.P1=AS,KS won.P2=TS,QS,JS"
)


def test_the_deciding_figures_are_added_up_for_the_declarer_too() -> None:
    won = "won.P1=AS,TS,KS,QS,JS,9S,AH,TH,KH,QH,JH,AC won.P2=AD,TD,KD,JC,9C,9H"
    said = told(page("tyzicha", f"declarer=P1 contract=130 {won}"))
    assert "three aces 33 + two tens 20 + two kings 8" in said.lower() and "P1 needs 131" in said
    assert "2 hearts" not in said


def test_what_counts_nothing_is_told_with_its_reason() -> None:
    declared = "declared.P1=3S,2S,AS,AH,AD,KC,JC,7D,5H,4H meld_needs_trick=side"
    said = told(page("tresette", f"won.P1+P3= last=P2+P4 {declared}"))
    assert said.count("P1+P3 won no trick, so nothing is scored for") == 2
    assert "Only the declarer's score changes." in page("schafkopf", "declarer=P2 points.P2=120")
    assert "P4 won the hand before, and so put nothing" in told(page("spinado", "winner=P1 previous=P4"))


def test_a_plain_reader_hears_whose_each_row_is() -> None:
    doc = score_doc(
        load("botifarra"),
        read_view(
            load("botifarra"), load("botifarra").scoring, split(["trump=H", "call=redouble", f"won.P1+P3={BIG_HALF}"])
        ),
    )
    said = render(doc, RenderOptions(width=200, suits="letters", plain=True), {})
    assert "Side: P1+P3; Points: × 4" in said


def test_a_party_is_told_with_who_wins_and_who_loses_it() -> None:
    failed = "talon=2S,3S,4S,5H points.P1=10 points.P2=18 points.P3=9 points.P4=3 tricks.P1=3 tricks.P2=4 tricks.P3=3"
    said = told(page("reversis", f"{failed} tricks.P4=1 espagnolette=P4 events=P4:JH:placed:P1"))
    assert "Of the others P3 has the fewest points, 9" in said and "P4 failed in the espagnolette" in said
    forced = "talon=2S,3S,4S,5H points.P1=6 points.P2=12 points.P3=12 points.P4=10 tricks.P1=2 tricks.P2=3 tricks.P3=4"
    assert "The fewest points, 6, win the party: P1." in page(
        "reversis", f"{forced} tricks.P4=2 events=P4:JH:forced:P2"
    )


def test_what_nobody_asked_for_is_told_and_a_total_of_hands_is_headed_so() -> None:
    led = "talon=2S,3S,4S,5H points.P1=6 points.P2=12 points.P3=12 points.P4=10 tricks.P1=2 tricks.P2=3 tricks.P3=4"
    claimed = page("reversis", f"{led} tricks.P4=2 events=P4:AC:led,P2:AD:led auto_claim=false claims=AD")
    assert "P4 led AC, and P1 did not ask for it" in told(claimed) and "P2 led AD, and P1 did not" not in claimed
    tute = "hands=101 hand_no=101 before.P1+P3=50 before.P2+P4=50 won.P1+P3=AS,AH,AD,AC,3S,KS,KH,QS last=P3"
    assert "Before Hands won Now" in told(page("tute", tute))


def test_cards_are_counted_once_and_a_tie_is_said_to_be_one() -> None:
    said = told(page("calabrasella", "declarer=P1 won.P2+P3= aside=2D,3C,4H,5H last=P1"))
    assert said.count("four aces 12") == 1
    tied = "contract=6no declarers=P1+P3 tricks.P1+P3=4 tricks.P2+P4=4 won.P1+P3=5H,3S before.P1+P3=40 before.P2+P4=44"
    assert "They are equal, so nobody has won." in page("kaiser", f"{tied} nt_doubles_defenders=true")
    queens = told(page("tetka", "bum=2C last=P1 bum_trick=P2 won.P2=2C,3C,4C,5C won.P3= won.P4="))
    assert queens.count("each queen other") == 1
    assert "20 and P2 100." in told(page("jo-jotte", JO_JOTTE_MELDS)), "what counts above the line"


JO_JOTTE_MELDS = (
    "declarer=P1 trump=S dealt.P1=AS,KS,QS,AC,7S,8D,TH,KD,QH dealt.P2=9S,9H,9D,9C,KC,QD,JC,7D,8H "
    "won.P1=QD,QH,JC,9C,KD,AS,KC,AC,9S,TH won.P2=9D,7D,8D,9H,KS,8H,QS,7S last=P1"
)


def test_the_example_of_a_result_is_as_short_as_it_can_be() -> None:
    assert re.fullmatch(r"declarer=P\d points=\d+-\d+", example_of_result(load("calabrasella")))
