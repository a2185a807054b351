"""Reasons against a choice of another kind, and what comes of a card by the lines in sampled deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.test_reasons import WORK
from tests.test_reasons_guards import calls
from tutor.advice import Advice, Adviser, Budget
from tutor.advice.reasons import finding
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.finding import reasons
from tutor.advice.reasons.outlook import outlook
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.advice.value import Line
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.history import Record
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advised, certain, motive, reasons_told, rules_texts
from tutor.teach.text.doc import Item
from tutor.teach.text.marks import unmarked


def begun(game: str, stage: str, after: str = "") -> tuple[Record[Any], dict[str, Move]]:
    record = history.staged(load(game), stage)
    for text in after.split():
        record = history.play(record, record.state.turn[0], Move(text))
    return record, {m.text: m for m in legal(record.game, record.state, record.state.turn[0])}


def why(game: str, stage: str, move: str, other: str, rival: str | None, after: str = "") -> list[str]:
    """The names of the reasons for `move`, in their order, where a third suit may be compared."""
    record, moves = begun(game, stage, after)
    third = moves[rival] if rival else None
    found = reasons(record, record.state.turn[0], moves[move], moves[other], Random(1), WORK, third)
    return [reason.what for reason in found if not reason.shared]


TRUMPED = "trump=S declarer=P2 leader=P1 trick= hand.P1=AH,QH,9H,7C,KD,TS hand.P2=8S,7S,KC,QC,AD,9D won.P1=JH,TH"
SHOWN = "AH 8S 7S TS"


def test_where_two_cards_of_a_suit_are_compared_it_is_told_why_that_suit_is_led() -> None:
    """P2 has trumped a heart: of 9H and QH either makes P2 do so again, and KD does not."""
    assert why("jo-jotte", TRUMPED, "9H", "QH", None, after=SHOWN) == ["cheaper_equal"]
    assert why("jo-jotte", TRUMPED, "9H", "QH", "KD", after=SHOWN) == ["forces", "cheaper_equal"]
    assert why("jo-jotte", TRUMPED, "9H", "KD", "7C", after=SHOWN) == ["forces"], "it tells all suits apart"


def test_a_third_suit_is_left_out_where_it_makes_no_difference() -> None:
    stage = "trump=- leader=P1 trick= hand.P1=AH,JH,AC hand.P2=9H,9C,8C hand.P3=8H,TC,8D hand.P4=TH,JC,9D"
    stage += " contract=6no bidder=P1 won.P1+P3=KH,QH,5H,AS"
    assert why("kaiser", stage, "AH", "JH", "AC") == why("kaiser", stage, "AH", "JH", None) == ["rest_yours"]


def test_where_two_winning_cards_are_compared_it_is_told_why_the_trick_is_taken() -> None:
    stage = "leader=P1 trick=6S,QS hand.P3=AS,KS,7S,AH,6D,3C,QC,6C hand.P4=3S,5S,4H,5H,7D,KD,4C,5C"
    stage += " hand.P1=2S,JS,3H,QH,2D,QD,JC hand.P2=4S,2H,KH,4D,5D,JD,2C"
    assert why("tresette", stage, "KS", "AS", None) == ["equal_winner"]
    assert why("tresette", stage, "KS", "AS", "7S") == ["takes_trick", "equal_winner"]


def test_what_is_told_of_the_cheapest_winner_is_not_told_twice() -> None:
    stage = "trump=C leader=P4 trick=KS,JS,3S hand.P3=9H,KD,TC,3C hand.P4=AS,2S,4S hand.P1=5S,6S,7S hand.P2=8S,TS,2H"
    record, moves = begun("court-piece", stage)
    found = reasons(record, "P3", moves["3C"], moves["TC"], Random(1), WORK, moves["9H"])
    assert found[0].what == "cheapest_winner" and "takes_trick" not in {reason.what for reason in found}


def test_of_two_reasons_that_cover_each_other_the_first_is_told() -> None:
    two = [Reason("lower_of_two", {}), Reason("grows", {})]
    assert finding._not_covered(two) == two[:1] and finding._not_covered(two[::-1]) == two[1:]
    assert finding._not_covered([Reason("grows", {}, shared=True), two[0]]) == [two[0]]


def test_where_two_cards_are_thrown_away_it_is_told_why_the_trick_is_not_trumped() -> None:
    """Partner is winning, and the contract is made: that comes first."""
    stage = "trump=D contract=6 bidder=P2 leader=P3 trick=TH,AH,JH hand.P2=7D,KC,9C,8C hand.P1=8H,QC,JC"
    stage += " hand.P3=QS,JD,TD hand.P4=9D,8D,TC won.P2+P4=5H,KS,JS,AS,8S,9S,TS,KD,AD,QD,KH,9H won.P1+P3=AC,QH,3S,7C"
    record, moves = begun("kaiser", stage)
    found = reasons(record, "P2", moves["8C"], moves["KC"], Random(1), WORK, moves["7D"])
    told = [(reason.what, reason.rival) for reason in found[:3]]
    assert told == [("secured", False), ("leaves_partner", True), ("keeps_best", False)]


FIVE = "trump=- contract=6no bidder=P3 leader=P3 trick=TC,8C hand.P3=8D,9C,JS hand.P4=AH,7D,8S hand.P1=QH,TH,9H,KD"
FIVE += " hand.P2=5H,QD,9D,JH won.P1+P3=AS,KS,QS,AD won.P2+P4=JC,7C,AC,9S"


def looked_at(game: str, stage: str, move: str, other: str, after: str = "") -> DecisionContext:
    record, moves = begun(game, stage, after)
    seat = record.state.turn[0]
    sampled = SampledOutcomes(record.game, record, seat, (moves[move], moves[other]), "1", WORK)
    return DecisionContext(record.game, record.state, seat, moves[move], moves[other], sampled)


def said(game: str, found: Reason) -> str:
    return unmarked(motive(load(game), found))


def test_what_comes_of_a_card_is_read_off_the_lines_of_deals() -> None:
    """KD is the best diamond left: thrown away it wins nothing."""
    (found,) = outlook(looked_at("kaiser", FIVE, "9H", "KD"))
    assert found.facts["x"].text == "KD" and found.facts["more"] > found.facts["less"] == 0
    assert "KD is better kept: it wins in" in said("kaiser", found)
    assert not [*outlook(looked_at("kaiser", FIVE, "KD", "9H"))]


def test_a_card_that_counts_is_named_with_who_takes_it() -> None:
    """The five of hearts lies there: the ace brings it home, the jack may fall to the queen."""
    stage = "trump=- contract=12no bidder=P2 leader=P3 trick=5H,9H hand.P1=AH,JH,9C,KD hand.P2=QH,QD,8D,JC"
    stage += " hand.P3=TD,TC,8C hand.P4=9D,AC,KS won.P1+P3=KH,TH,8H,3S won.P2+P4=QC,KC,7C,AS"
    (found,) = outlook(looked_at("kaiser", stage, "AH", "JH"))
    assert (found.facts["kind"], found.facts["x"].text) == ("takes", "5H")
    assert said("kaiser", found).startswith("Your side wins 5H more often: in")


def test_luck_with_a_card_of_another_suit_is_no_reason() -> None:
    """JD and 6S are thrown away on a heart: neither has to do with who wins AC."""
    hands = "hand.P1=KS,QS,6S,JD,6D hand.P3=JS,5S,7C,4C hand.P2=3S,2S,7H,AC,5C"
    gone = ",".join(c.text for c in load("calabrasella").pack.order if c.text not in f"{hands} 4H 4D 5D 7D QD")
    context = looked_at("calabrasella", f"declarer=P2 leader=P3 trick=4H {hands} won.P2={gone}", "JD", "6S")
    for x, other, told in (("AC", "7C", False), ("KS", "7S", True)):
        won, lost = (Line((("P3", (card("4H"),)), (who, (card(x), card(other))))) for who in ("P1", "P2"))
        seen = {context.move: [won] * 18 + [lost] * 2, Move("6S"): [lost] * 15 + [won] * 5}
        assert bool([*outlook(replace(context, lines=seen))]) == told


def test_a_card_that_is_given_away_is_not_said_to_win() -> None:
    """The side of the declarer takes the trick in which the other player has to play it."""
    for record, moves, _ in calls():
        record = history.play(record, record.state.turn[0], next(m for m in moves.values()))
        if record.state.phase != "surrender":
            continue
        due = record.state.turn[0]
        record = history.play(record, due, legal(record.game, record.state, due)[0])
        seat = record.state.turn[0]
        low = [m for m in legal(record.game, record.state, seat) if m.text[0] in "4567"]
        if record.state.phase == "give" and len(low) > 1:
            break
    sampled = SampledOutcomes(record.game, record, seat, (low[0], low[1]), "1", WORK)
    context = DecisionContext(record.game, record.state, seat, low[0], low[1], sampled)
    (given,), (kept,) = (move.cards for move in low[:2])
    falls, comes, goes = (Line(((who, (card("3S"), x)),)) for who, x in ((seat, given), (seat, kept), (due, kept)))
    assert not [*outlook(replace(context, lines={low[0]: [falls] * 20, low[1]: [goes] * 20}))]
    (found,) = outlook(replace(context, lines={low[0]: [comes] * 20, low[1]: [goes] * 20}))
    assert (found.facts["x"], found.facts["more"], found.facts["less"]) == (kept, 20, 0)


def test_the_adviser_names_the_best_card_of_a_third_suit() -> None:
    record, _ = begun("jo-jotte", TRUMPED, SHOWN)
    advice = Adviser(record.game).advise(record, "P1", Random(3), Budget(playouts=80))
    assert advice.rival is not None and advice.other is not None
    suits = [move.cards[0].text[-1] for move in (advice.move, advice.other, advice.rival)]
    assert suits[2] not in suits[:2]
    why = reasons_told(record, "P1", advice, Random(3))
    text = " ".join(one.text for one in advised(record, "P1", advice, why) if isinstance(one, Item))
    assert "must trump if possible" in text


def test_what_the_adviser_saw_is_what_is_told() -> None:
    context = looked_at("kaiser", FIVE, "9H", "KD")
    won, lost = (Line((("P1", (card("9H"),)),), (side,)) for side in ("P1+P3", "P2+P4"))
    seen = {context.move: [won] * 20, play(card("KD")): [lost] * 15 + [won] * 5}
    (found,) = outlook(replace(context, lines={m: seen[m] for m in (context.move, context.other) if m is not None}))
    assert said("kaiser", found) == "The contract is made more often: in 20 of 20 imagined deals, after KD in 5."
    advice = Adviser(context.game).advise(context.state, "P1", Random(3), Budget(playouts=80))
    assert advice.other is not None and len(advice.lines[advice.move]) >= advice.deals
    assert all(line.tricks and line.winners for move in (advice.move, advice.other) for line in advice.lines[move])


def test_of_two_cards_that_make_a_void_it_is_told_what_was_seen_to_come_of_one() -> None:
    """The bidder lays one card away: two are the only ones of their suits, and a third wins more often after one."""
    game = load("hasenpfeffer")
    for seed in range(60):
        record = history.draw(history.start(game, 4), Random(seed))
        for text in ("6", "D"):
            record = history.play(record, record.state.turn[0], Move(text))
            while record.state.phase == "auction":
                record = history.play(record, record.state.turn[0], Move("pass"))
        seat = record.state.turn[0]
        hand = [c for c in record.state.hand(seat) if c.suit not in "DX" and c.rank != "J"]
        single = [c for c in hand if sum(x.suit == c.suit for x in hand) == 1 and c.rank in "9TQ"]
        kept = next((c for c in hand if c not in single), None)
        if len(single) > 1 and kept is not None:
            break
    assert kept is not None
    moves = {m.cards[0]: m for m in legal(game, record.state, seat)}
    won, lost = (Line(((who, (kept,)),)) for who in (seat, ""))
    move, other = (moves[c] for c in single[:2])
    lines = {move: (won,) * 20, other: (lost,) * 15 + (won,) * 5}
    advice = Advice(move, other, 1, 1, 0.7, 0, 0.99, 20, 20, 40, 2, 7, lines=lines)
    why = reasons_told(record, seat, advice, Random(3))
    text = " ".join(one.text for one in advised(record, seat, advice, why) if isinstance(one, Item))
    assert "you can trump when they are led" in text and "then wins a trick more often: in 20 of 20" in text
    assert "The same goes" not in text


def test_a_fact_that_another_goes_on_from_is_not_told_beside_it() -> None:
    """P1 may throw a point on partner's ace, which the declarer may beat; both reasons against it name the ace."""
    hands = "hand.P1=JC,5C,KH hand.P2=3C,QH,7C hand.P3=KC,AD"
    gone = ",".join(c.text for c in load("calabrasella").pack.order if c.text not in f"{hands} AC 4D 4S 5S 6S")
    record, moves = begun("calabrasella", f"declarer=P2 leader=P3 trick=AC {hands} won.P2={gone}")
    found = reasons(record, "P1", moves["5C"], moves["JC"], Random(1))
    assert sum("is winning with" in certain(record.game, reason) for reason in found) == 2
    phase = record.game.due(record.state)
    told = rules_texts(record.game, judge(phase, phase.see(record.state, "P1"), ("5C",)), found)
    assert sum("is winning with" in text for text in told) == 1
