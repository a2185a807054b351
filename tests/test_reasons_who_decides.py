"""Reasons name who decides: the player behind who is void, must follow or has shown cards, before a general maxim."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_reasons import WORK, why
from tests.test_reasons_avoiding import end
from tests.test_reasons_guards import RUN, played
from tutor.advice.reasons.finding import reasons
from tutor.advice.value import Line
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason


def said(game: str, found: Reason) -> str:
    """A reason in words."""
    return " ".join(unmarked(motive(load(game), found)).split())


def test_a_trump_that_somebody_behind_goes_above_is_not_just_kept_for_later() -> None:
    """P2 threw a diamond on the first heart."""
    hands = "AS,JS,7S,8C,3H", "8S,KS,TS,3D,4D", "3C,5H,KH,6H,7H"
    stage = end("pluck", *hands, leader="P1", trump="S")
    found = why("pluck", stage, "8C", "7S", after="3H 4D 5H KH")["spares_trump"]
    text = said("pluck", found)
    assert text == (
        "P2 plays after you, has no hearts and may have KS, TS or 8S, above 7S. "
        "Throw 8C away, and keep AS, the highest trump left."
    )
    sure = found._replace(facts={**found.facts, "shown": True})
    assert said("pluck", sure).startswith("P2 plays after you, has no hearts and holds KS, TS and 8S, above 7S.")
    hands = "AS,JS,7S,8C,3H", "8S,KS,TS,3D,4H", "3C,5H,KH,6H,7H"
    low = why("pluck", end("pluck", *hands, leader="P1", trump="S"), "8C", "7S", after="3H 4H 5H KH")
    assert not low["spares_trump"].facts["void"], "P2 may follow"


def test_a_partner_who_can_trump_is_told_with_who_plays_after() -> None:
    hands = "AC,QC,3C,4H,5H", "9D,2H,3H,6H,7H", "8H,2S,TD,JD,QD", "8C,9C,TC,JC,KD"
    stage = end("court-piece", *hands, leader="P1", trump="S", side="P1+P3")
    found = why("court-piece", stage, "3C", "4H", after="AC 2H 8H 8C")["partner_void"]
    text = said("court-piece", found)
    assert text.startswith("P3 has no clubs and can trump this; P4, who plays after P3, has to follow suit.")
    assert "Only P2 could trump before that." in text
    behind = found._replace(facts={**found.facts, "follows": "", "first": "", "behind": "P4"})
    assert said("court-piece", behind).endswith("though P4, who plays later, has none either.")


def test_a_guard_is_kept_though_it_will_be_lost() -> None:
    """Under the two higher cards one of the equals and the low card can go, and the ace counts."""
    stage = RUN.format("3S").replace("AS,KS,6S,4S,7C", "AS,KS,4S,7H,7C")
    record = history.staged(load("calabrasella"), played("calabrasella", stage, "4D,5D,6D,7D", "P3"))
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    two = moves["7C"], moves["4S"]
    lost = Line((("P3", (card("4S"), card("3S"))),), ())
    found = reasons(record, "P1", *two, Random(1), WORK, lines=dict.fromkeys(two, [lost] * 20))
    told = next(one for one in found if one.what == "keeps_guard")
    text = said("calabrasella", told)
    assert text.endswith("Keep 4S: KS and 4S can fall under 3S and 2S, and then AS is the highest spade.")


def test_a_card_that_the_last_to_play_is_known_to_hold_is_named() -> None:
    hands = "KC,7C,6C,2D", "QC,5C,8C,9C", "TC,2C,JC", "3D,4D,5D"
    stage = end("tetka", *hands, trick="3C,4C", leader="P3", bum="5C", dealer="P2")
    found = why("tetka", stage, "6C", "KC")["under_dear"]
    text = said("tetka", found)
    assert text.startswith("P2 can put 5C under any of them. But P2 may have QC too, which costs 2 points")
    assert text.endswith("7C would do as well as 6C.")


def test_the_last_trick_is_told_by_what_its_leader_may_still_hold() -> None:
    last = "AS,3C", "4C,7S", "5S,6S", "2C"
    found = why("tresette", end("tresette", *last, trick="5D", leader="P4", side="P1+P3"), "3C", "AS")["last_lead"]
    text = said("tresette", found)
    assert text.startswith("Keep AS for the last trick: P4 leads ")
    assert text.endswith("and AS beats 5S, 6S and 7S, 3C only 2C and 4C. The last trick counts 1 more.")
    stage = end("tresette", *last, trick="5D", leader="P4", side="P1+P3")
    assert "last_lead" not in why("tresette", stage, "AS", "3C")
