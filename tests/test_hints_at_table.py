"""Hints at the table look at these cards and at this game's aim, say nothing twice, and ask rather than tell."""

from __future__ import annotations

from random import Random

import pytest

from tests.tables import share
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advised, is_about
from tutor.teach.practice.hinting import Ladder, hints
from tutor.teach.practice.match import Match, MatchSetup
from tutor.teach.questions.refusals import free
from tutor.teach.text.doc import Item
from tutor.teach.text.marks import cards_in, mark, unmarked
from tutor.teach.text.sentences import once, sentences
from tutor.teach.text.words import say


def at(game: str, stage: str) -> Match:
    return Match(history.staged(load(game), stage), MatchSetup(seat="P1", seed=1))


def ladder(match: Match) -> Ladder:
    found = match.judged()
    return hints(match, found, wise=free(found), refused=False)


def seen(game: str, stage: str) -> list[str]:
    """The hints on what there is to see."""
    return [unmarked(text) for text in ladder(at(game, stage)).seen]


def last(match: Match) -> list[str]:
    """What is certain, and the advice, after all hints; without the first if nothing is left of it."""
    hinted = ladder(match)
    ruled = not free(match.judged())
    doc = advised(match.record, "P1", *match.advice(), listed=True, ruled=ruled, told=hinted.rungs, known=hinted.known)
    return [unmarked(block.text) for block in doc if isinstance(block, Item)]


VOID = "trump=D leader=P3 trick=8H,QH hand.P1={} hand.P2=4C,4S,KH hand.P3=4H,5H hand.P4=7H,JH"


def test_who_has_no_card_of_the_suit_is_told_of_trumps() -> None:
    none = seen("twenty-five", VOID.format("3S,9C,8C"))
    assert none[0].startswith("You have neither a heart nor a trump, and may play any card. P4 is winning this trick")
    one = seen("twenty-five", VOID.format("3S,9C,5D"))
    assert one[0].startswith("You have no heart, so you may play any card.")
    assert "One trump of yours would win it. Is it worth that?" in one[0]


PARTNER = "trump=H leader=P2 trick=3S,AS,4S hand.P1=KS,5S,2D hand.P2=4C,7C hand.P3=4H,5D hand.P4=7D,JD"


def test_a_trick_of_partners_is_not_to_be_beaten() -> None:
    first, weighed = seen("court-piece", PARTNER)
    assert first.startswith("P3, on your side, wins this trick with AS if you do not. You play last.")
    assert "beats AS" not in first
    assert weighed.startswith("Weigh KS against 5S. Seven cards that are still out lie between 5S and KS.")


UNBEATEN = "trump=S contract=6 bidder=P2 leader=P4 trick={} hand.P1={} hand.P2=9H,TD hand.P3=8C,KD hand.P4=JC"


def test_a_partner_can_only_win_what_can_be_beaten() -> None:
    """Nobody can beat the ace of trumps; over a queen of hearts a partner may have the king, or a trump."""
    first = seen("kaiser", UNBEATEN.format("AS", "QS,3S"))[0]
    assert "Nobody can beat AS." in first and "can still win" not in first
    first = seen("kaiser", UNBEATEN.format("QH", "TH,8H"))[0]
    assert "Only P3 can still win it for your side." in first and "Nobody" not in first


def test_a_lead_is_looked_at_by_the_cards_and_not_named() -> None:
    stage = "trump=H contract=6 bidder=P1 leader=P1 hand.P1=AS,9C,KD hand.P2=QH,QD,8D hand.P3=TD,TC,8C hand.P4=9D,AC,KS"
    first, weighed = seen("kaiser", stage)
    assert first == (
        "You lead, and hold the highest card left of one suit. Eight trumps are still out. "
        "Will it still win, or be trumped?"
    )
    assert weighed.startswith("Weigh ") and weighed.endswith("Which do you lead, and what do you keep the other for?")


def test_where_tricks_cost_that_is_said_of_the_lead() -> None:
    match = Match(history.start(load("tetka")), MatchSetup(seat="P1", seed=301))
    while not match.due:
        match.advance()
    first = unmarked(ladder(match).seen[0])
    assert "would rather not win this trick" in first or "goes above" in first or "cannot win it" in first


def test_what_a_look_says_of_the_trick_is_not_certain_once_more() -> None:
    told = sentences(say("look.turn", led="7D", level=False, beats={True}))
    assert unmarked(say("why_turns.all_win_fact")) in told


def test_a_side_with_enough_for_now_needs_no_fewer_than_none() -> None:
    facts = {"who": "P2+P4", "unit": "point", "aside": 0}
    assert unmarked(say("why_result.settled_anyway_fact", missing=-1, **facts)) == (
        "P2+P4 has enough so far, but may still lose some of it."
    )
    assert unmarked(say("why_result.settled_anyway_fact", missing=2, **facts)) == "P2+P4 needs 2 more points."


def test_a_fact_is_about_cards_if_it_names_no_others() -> None:
    fact = f"{mark('c', 'KH')} beats {mark('c', 'QH')}."
    assert is_about(fact, {"KH", "QH", "2C"}) and not is_about(fact, {"KH"}) and not is_about("You lead.", {"KH"})
    assert cards_in(f"{mark('m', 'discard:8H+9C')} or {mark('c', 'X1=the joker')}") >= {"8H", "9C", "X1"}
    assert once(["You lead. It wins.", "It wins."]) == ["You lead. It wins."]


@pytest.mark.parametrize("name", share(names(), 8))
def test_no_hint_says_what_another_has_said_and_the_last_does_not_begin_anew(name: str) -> None:
    """A few decisions of a hand that is played at random."""
    game, rng = load(name), Random(name)
    match = Match(history.start(game), MatchSetup(seat="P1", seed=7, level=1))
    looked = 0
    for _ in range(40):
        match.advance()
        if match.over or not match.due or looked == 2:
            break
        moves = legal(game, match.record.state, "P1")
        if len(moves) > 1 and rng.random() < 0.5:
            looked += 1
            rungs = [*map(unmarked, ladder(match).rungs)]
            told = [one for rung in rungs for one in sentences(rung)]
            assert len(told) == len({*told}), rungs
            *facts, advice = last(match)
            again = {*told} & {one for text in facts for one in sentences(text)}
            assert not again and "moves are legal" not in " ".join(facts), (rungs, facts)
            assert advice
        match.attempt(rng.choice(moves).text)
