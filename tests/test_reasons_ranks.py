"""Reasons where the rank of a card alone decides, where chance answers a lead, and for a card that is taken in."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from tests.test_reasons import WORK, why
from tests.test_reasons_avoiding import salad
from tests.test_reasons_leads import gone
from tutor.advice import Advice
from tutor.advice.reasons import finding
from tutor.advice.reasons.context import Reason, Role
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import advice_texts, certain, motive, rules_texts, spoken
from tutor.teach.text.marks import unmarked
from tutor.teach.text.move_lists import offered
from tutor.teach.text.phrases import text_in_words

if TYPE_CHECKING:
    import pytest

    from tutor.kernel.history import Record

TRUC = load("truc")
REST = " hand.P2=6S,7H,4C hand.P3=QD,5D,3C hand.P4=KS,7S,JD leader=P1 trick="


def told(game: str, reason: Reason) -> str:
    """The certain part of a reason and its motive, as plain text."""
    rules = load(game)
    return unmarked(f"{certain(rules, reason)} {motive(rules, reason)}")


def _found(record: Record[Any], seat: str, move: str, other: str, work: int = WORK) -> dict[str, Reason]:
    """The reasons of Truc for one legal move instead of another, by their names."""
    moves = {m.text: m for m in legal(TRUC, record.state, seat)}
    return {r.what: r for r in reasons(record, seat, moves[move], moves[other], Random(1), work)}


def test_before_the_deal_no_choice_is_better_than_another() -> None:
    record = history.start(TRUC)
    while record.state.chance is not None:
        record = history.draw(record, Random(1))
    who = record.state.turn[0]
    found = reasons(record, who, Move("tap"), Move("cut"), Random(1), WORK)
    assert [one.what for one in found] == ["nothing_dealt"] and found[0].decides
    phase = TRUC.due(record.state)
    rules = unmarked(" ".join(rules_texts(TRUC, judge(phase, phase.see(record.state, who), ("tap",)), found)))
    assert "After a cut three cards each are dealt. After a tap the dealer may deal three cards each, or only" in rules
    assert "nothing_dealt" not in why("truc", "hand.P1=3S,5S,7C" + REST, "truc", "3S")


def test_a_lead_that_few_cards_beat_is_told_with_them_and_with_what_a_draw_means() -> None:
    stage = "tricks=draw hand.P1=2H,4S hand.P2=6S,7H hand.P3=QD,5D hand.P4=KS,7S leader=P1 trick= dealer="
    found = why("truc", stage + "P4", "2H", "4S")["few_above"]
    assert "beat 2H" in told("truc", found) and "A draw suits your side" in told("truc", found)
    found = why("truc", stage + "P3", "2H", "4S")["few_above"]
    assert "if tricks are equal the others win" in told("truc", found)
    assert "few_above" not in why("truc", "hand.P1=KH,5S,7C" + REST, "KH", "5S"), "eleven cards beat it"


def test_a_card_is_led_for_what_it_beats_and_not_as_partner_may_win() -> None:
    found = why("truc", "hand.P1=JH,5S,4D" + REST, "JH", "4D")
    assert "4D" in told("truc", found["leads_best"])
    assert "leads_best" not in why("truc", "hand.P1=JH,5S,4D" + REST, "4D", "JH")


def test_whoever_has_played_is_told_of_the_tricks_to_come() -> None:
    """The card of the seat lies there, so that AH never meets 2C."""
    stage = "leader=P3 trick=KS,2C hand.P1=JC,AH,QC hand.P2=5S,KH,AC hand.P3=6H,5H hand.P4=JD,4D dealer=P2"
    record = history.play(history.staged(TRUC, stage), "P1", Move("JC"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found = reasons(record, "P1", moves["pass"], moves["truc"], Random(1), WORK)
    weak = told("truc", next(one for one in found if one.what == "weak_hand"))
    assert "your side must not lose another: AH and QC are no hand to raise on" in weak and "does not beat" not in weak


def test_a_raise_is_left_be_with_what_lies_there() -> None:
    stage = "leader=P4 trick=3D hand.P1=AS,JH,5C hand.P2=6S,7H,4C hand.P3=QD,5D,3C hand.P4=KS,7S dealer=P3"
    found = why("truc", stage, "5C", "truc")["weak_hand"]
    assert "is winning with 3D, and your best card, AS, does not beat it" in told("truc", found)
    record = history.staged(TRUC, "hand.P1=JH,5S,4D" + REST)
    record = history.play(record, "P1", Move("JH"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found_now = reasons(record, "P1", moves["pass"], moves["truc"], Random(1), WORK)
    (weak,) = (one for one in found_now if one.what == "weak_hand")
    assert "You are winning with JH, but 20 cards" in told("truc", weak), "it is not in the hand any more"


def test_whoever_has_no_card_left_does_not_raise() -> None:
    stage = "tricks=draw,P2+P4 leader=P4 trick=5S hand.P1=4D hand.P2=6S hand.P3=QD hand.P4= dealer=P4"
    record = history.play(history.staged(TRUC, stage), "P1", Move("4D"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found = reasons(record, "P1", moves["pass"], moves["truc"], Random(1), WORK)
    assert "nothing_left" in [one.what for one in found]
    (left,) = (one for one in found if one.what == "nothing_left")
    assert "Only your partner" in told("truc", left)


def test_a_strong_hand_is_told_with_the_second_card() -> None:
    found = why("truc", "hand.P1=3H,2H,4S" + REST, "truc", "3H")["strong_hand"]
    assert "2H is nearly as good" in told("truc", found)
    assert "nearly as good" not in told("truc", why("truc", "hand.P1=3H,5H,4S" + REST, "truc", "3H")["strong_hand"])


LEAD = "contract=1S declarer=P1 won=3 leader=P1 hand={} stock={} last=true"
STOCK = "AS,7S,6S,4S,X2,AH,8H,6H,4H,KD,TD,9D,2D,KC,TC,4C,3C,5S,9H,3H"
"""Trumps are spades; of each suit there are higher and lower cards."""


def test_a_high_card_is_kept_until_the_house_leads() -> None:
    stage = LEAD.format("KS,8S,KH,7H,3D,5C", STOCK)
    found = why("bridge-solitaire", stage, "5C", "KH")["keeps_for_their_lead"]
    assert "trumps" in told("bridge-solitaire", found) and "1 higher heart beat it" in told("bridge-solitaire", found)
    assert "nothing can trump it" in told("bridge-solitaire", found)
    assert "keeps_for_their_lead" not in why("bridge-solitaire", stage, "KH", "5C")
    assert "keeps_for_their_lead" not in why("bridge-solitaire", stage, "5C", "KS"), "a trump is kept for other things"


def test_why_a_card_is_led_that_hardly_wins_is_that_a_better_one_would_probably_lose_too() -> None:
    """Five spades and a joker of the stock beat a lead of KH, with AH, and four hearts do not."""
    stage = LEAD.format("KS,8S,KH,7H,3D,2C", STOCK)
    text = told("bridge-solitaire", why("bridge-solitaire", stage, "2C", "KH")["keeps_for_their_lead"])
    assert "Even KH would probably lose the lead: lose it with 2C, which can win nothing" in text
    text = told("bridge-solitaire", why("bridge-solitaire", stage, "7H", "KH")["keeps_for_their_lead"])
    assert "KH is likelier to win, but would probably lose as well: try 7H" in text
    assert "2C can win nothing, and is there to be thrown away" in text


def test_a_lead_is_weighed_against_the_one_that_is_likeliest_to_win() -> None:
    record = history.staged(load("bridge-solitaire"), LEAD.format("KS,8S,KH,7H,3D,2C", STOCK))
    phase, moves = record.game.due(record.state), {one.text: one for one in legal(record.game, record.state, "P1")}
    policy, v = policy_of(record.game).of(phase), phase.see(record.state, "P1")
    for led, other in (("2C", "KH"), ("7H", "KH"), ("KH", "KS"), ("KS", "8S")):
        rest = [one for text, one in moves.items() if text != led]
        assert policy.weighed_against(record.state, "P1", v, moves[led], rest) == moves[other], led


def test_equals_of_the_likeliest_lead_are_named_with_it() -> None:
    stage = LEAD.format("KH,QH,7H,3D,5C,2C", STOCK)
    text = told("bridge-solitaire", why("bridge-solitaire", stage, "QH", "7H")["likelier"])
    assert "QH is as likely to win as KH, and likelier than any other lead" in text


def test_honours_in_hand_count_in_their_suit() -> None:
    record = history.draw(history.start(load("bridge-solitaire")), Random(1))
    while record.state.phase != "auction":
        if record.state.chance is not None:
            record = history.draw(record, Random(1))
        else:
            record = history.play(record, "P1", legal(record.game, record.state, "P1")[0])
    phase = record.game.due(record.state)
    v, policy = phase.see(record.state, "P1"), policy_of(record.game).of(phase)
    four = tuple(map(card, ("AC", "KC", "JC", "TC")))
    held = replace(v, hand=(*four, *map(card, ("QS", "JS", "7S", "5S", "2S", "AH", "QH", "5H", "2D"))))
    assert policy.bonus(held, Move("1C")) == (four, 100)
    assert policy.bonus(held, Move("1S"))[1] == policy.bonus(held, Move("pass"))[1] == 0


def test_the_last_card_of_a_suit_goes_to_trump_what_the_house_leads() -> None:
    stage = LEAD.format("KS,8S,QH,3D,4D", STOCK)
    assert "singleton" in why("bridge-solitaire", stage, "QH", "3D")
    assert "singleton" not in why("bridge-solitaire", stage.replace("hand=KS,8S,", "hand=QC,8C,"), "QH", "3D"), (
        "without trumps"
    )


def test_trumps_are_drawn_for_high_cards_of_other_suits() -> None:
    stage = LEAD.format("QS,JS,AD,8C,5C", STOCK)
    assert [c.text for c in why("bridge-solitaire", stage, "QS", "8C")["draws_by_chance"].facts["guards"]] == ["AD"]
    assert "draws_by_chance" not in why("bridge-solitaire", stage.replace("AD,", "4D,"), "QS", "8C")


def test_to_a_lost_trick_goes_what_can_win_least() -> None:
    """Of the hearts out 5H and 2H are below 6H, of the clubs only 4C below 5C."""
    stage = "contract=1D declarer=house won=3 leader=house hand=TH,6H,8C,5C stock=TS,5H,2H,AH,4C,6C,KC,KD,QD last=true"
    record = history.staged(load("bridge-solitaire"), stage)
    policy, state = policy_of(record.game).of(record.game.due(record.state)), record.state
    sensible = policy.plausible(state, "P1", legal(record.game, state, "P1"))
    assert [m.text for m in sensible] == ["5C"]
    found = why("bridge-solitaire", stage, "5C", "6H")["cannot_win"]
    assert "5C beats only 4C." in told("bridge-solitaire", found)
    assert "cannot_win" not in why("bridge-solitaire", stage, "6H", "5C")
    assert "cannot_win" not in why("bridge-solitaire", stage, "8C", "5C")
    trumps = history.staged(record.game, stage.replace("TH,6H,8C,5C", "JD,6H,8C,5C"))
    moves = legal(record.game, trumps.state, "P1")
    assert len(policy.plausible(trumps.state, "P1", moves)) > 1, "with a trump in hand it counts what suit is emptied"


def test_a_card_is_never_taken_below_one_that_is_left() -> None:
    game = load("bridge-solitaire")
    record = history.staged(game, "faceup=QS,9S,QH,TH,8H,7H,6H,4H,3H,3C,AD,TD,3D down=AS,TS,6S,2H,4C,QD,KC")
    policy = policy_of(game).of(game.due(record.state))
    sensible = policy.plausible(record.state, "P1", legal(game, record.state, "P1"))
    assert sensible and not any("4H" in m.text and "7H" not in m.text for m in sensible)


def test_jokers_in_hand_double_what_is_bid() -> None:
    game = load("bridge-solitaire")
    for last in ("X2", "2S"):
        stage = f"faceup=KS,JS,JH,7H,KC,JC,9C,5C,AD,QD,TD,2D,{last} down=3S,4S,5S,6S,7S,8S,9S"
        record = history.staged(game, stage)
        picked = legal(game, record.state, "P1")[0]
        for text in (picked.text, ""):
            moves = legal(game, record.state, "P1")
            record = history.play(record, "P1", Move(text) if text else moves[0])
        calls = [move for move in legal(game, record.state, "P1") if not move.cards]
        found = reasons(record, "P1", calls[0], calls[1], Random(1), WORK)
        assert ("doubled_stake" in [reason.what for reason in found]) == (last == "X2")


def test_what_is_taken_in_and_laid_away_is_told_by_its_place() -> None:
    """Eight cards beat JS; of the clubs only 9 and 10 are below 8C, and in black they are the lowest."""
    game = load("twenty-five")
    stage = "at=rob upcard=JD hand.P1=AD,7D,JS,2C,8C hand.P2=2H,3H,4H,5H,6H hand.P3=2S,3S,4S,5S,6S"
    stage += " hand.P4=3C,4C,5C,6C,7C dealer=P4"
    record = history.staged(game, stage)
    moves = legal(game, record.state, "P1")
    policy = policy_of(game).of(game.due(record.state))
    assert [m.text for m in policy.plausible(record.state, "P1", moves)] == ["rob:8C"]
    found = why("twenty-five", stage, "rob:8C", "rob:JS")["takes_in"]
    assert "takes_in" not in why("twenty-five", stage, "rob:JS", "rob:8C")
    assert "JD is the second highest trump. 8C beats only 9C and TC of its suit." in told("twenty-five", found)


def test_whoever_did_not_trump_before_has_probably_no_trump() -> None:
    stage = "trump=D leader=P1 trick= hand.P1=AD,7D,JS,2C hand.P2={},3H,4H,QS hand.P3=TD,7C,8S,9S hand.P4=6C,5C,KH,QH"
    found = why("twenty-five", stage.format("2H"), "7D", "AD", after="2C 2H TD 6C 7C 5C")["cheapest_winner"]
    assert "did not trump before, and threw 2H" in told("twenty-five", found)
    followed = why("twenty-five", stage.format("4C"), "7D", "AD", after="2C 4C TD 6C 7C 5C")
    assert not any(one.facts.get("spared") for one in followed.values())


BARE = "trump=D leader=P1 trick= hand.P1={} hand.P2=2H,3H,4H,QS hand.P3=TD,7C,8S,9S hand.P4=6C,5C,KH,QH"


def test_the_worst_card_is_led_and_a_trump_is_kept() -> None:
    found = why("twenty-five", BARE.format("3S,4S,8C,9C"), "9C", "3S")["spends_worst"]
    assert "Of its suit 9C beats only TC. 9C can hardly win now or later" in told("twenty-five", found)
    assert "spends_worst" not in why("twenty-five", BARE.format("3S,4S,8C,9C"), "3S", "9C")
    found = why("twenty-five", BARE.format("4D,4S,8C,9C"), "9C", "4D")["spends_worst"]
    assert "kept, it can trump a suit that others lead" in told("twenty-five", found)
    found = why("twenty-five", BARE.format("AH,4S,8C,9C"), "9C", "AH")["spends_worst"]
    assert "AH may bring you in again later: give up 9C first" in told("twenty-five", found)


def test_what_deals_show_is_told_beside_a_mere_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two low cards are compared, or a trick is let go for later; what a lead does for another card says enough."""
    monkeypatch.setattr(finding, "outlook", lambda context: iter([Reason("comes_home", {"other": "-"}, sampled=True)]))
    assert {"spends_worst", "comes_home"} <= {*why("twenty-five", BARE.format("3S,4S,8C,9C"), "9C", "3S")}
    late = "trump=S leader=P2 trick=KD,QD,8S hand.P1=4S,2S,7H,5D hand.P2=9C,8C,3H hand.P3=2H,3C,4C hand.P4=5C,6C,7C"
    found = why("twenty-five", late, "5D", "4S")
    assert found["saves"].facts["vague"] and "comes_home" in found
    caught = "leader=P2 trick=TC,4C,5C hand.P1=KC,6C,3S hand.P2=QC,JC hand.P3=7C,8C hand.P4=8D,9D"
    found = why("court-piece", f"trump=D {caught}", "6C", "KC")
    assert not found["saves"].facts["vague"] and "comes_home" not in found


def test_a_trump_that_hardly_anything_beats_is_led_for_the_others() -> None:
    found = why("twenty-five", BARE.format("JD,7D,JS,2C"), "JD", "JS")["leads_strong"]
    assert told("twenty-five", found) == (
        "Only 5D beats JD. Draw trumps with JD, which is hard to beat: 14 cards out of sight can beat JS."
    )
    found = why("twenty-five", BARE.format("JD,7D,JS,2C"), "JD", "JS")["loses_to_one"]
    assert told("twenty-five", found).count("5D") == 1, "what is certain is told once"
    found = why("twenty-five", BARE.format("AD,KD,JS,2C"), "AD", "JS")["leads_strong"]
    assert "takes out" not in told("twenty-five", found), "who has 5D, JD or AH need not play them"
    assert "leads_strong" not in why("twenty-five", BARE.format("9D,7D,JS,2C"), "9D", "JS")
    rest = "hand.P2=7C,QS,KC,JC hand.P3=QC,TC,9H,QD hand.P4=AH,KH,TH,7H"
    found = why("solo", f"game=solo declarer=P2 trump=C leader=P1 trick= hand.P1=AC,QH,JH,8H {rest}", "AC", "8H")[
        "leads_strong"
    ]
    assert told("solo", found).endswith("AC is harder to beat: 12 cards out of sight can beat 8H.")


def test_a_sure_trump_is_kept_for_later() -> None:
    stage = LEAD.format("KS,JS,3D,AH", "QS,4S,X2,8H,6H,KD,9D,2D,KC,TC,4C,3C,5S,9H")
    found = why("bridge-solitaire", stage, "AH", "KS")["keeps_trump"]
    assert told("bridge-solitaire", found) == "Only a joker beats KS. KS wins later as well as now: lead AH first."
    assert "keeps_trump" not in why("bridge-solitaire", stage, "KS", "AH")
    assert "keeps_for_their_lead" not in why("bridge-solitaire", stage, "JS", "KS"), "nothing trumps a trump"


def test_cards_of_one_rank_are_one_choice() -> None:
    record = history.staged(TRUC, "hand.P1=7H,7C,3S" + REST.replace("7H,", "6H,"))
    policy, view = policy_of(TRUC).of(TRUC.due(record.state)), TRUC.due(record.state).see(record.state, "P1")
    moves = legal(TRUC, record.state, "P1")
    found = [move.text for move in policy.distinct_moves(record.state, "P1", view, moves)]
    assert len(found) == len(moves) - 1 and {"3S", "truc"} <= {*found}


def test_a_raise_waits_while_few_cards_may_beat_what_lies_there() -> None:
    record = history.play(history.staged(TRUC, "hand.P1=2H,KH,6H" + REST.replace("2C", "4H")), "P1", Move("2H"))
    found = _found(record, "P1", "pass", "truc")
    assert "accept it with a card that beats 2H" in told("truc", found["raises_later"])
    assert "raises_later" not in _found(record, "P1", "truc", "pass")


def test_a_low_lead_leaves_the_trick_to_partner_and_keeps_a_good_card() -> None:
    found = why("truc", "hand.P1=KH,6D,5S" + REST, "5S", "KH")["up_to_partner"]
    assert "keep KH" in told("truc", found) and not found.facts["hopeless"]
    rather = why("truc", "hand.P1=AH,QH,6S" + REST.replace("6S,", "7D,"), "6S", "QH")["up_to_partner"]
    assert "keep AH and QH" in told("truc", rather), "either lead keeps the ace"
    middle = why("truc", "hand.P1=AH,QC,5S" + REST, "QC", "AH")["up_to_partner"]
    assert "Lead QC before your partner" in told("truc", middle) and "keep AH" in told("truc", middle)
    assert "up_to_partner" not in why("truc", "hand.P1=AH,QC,5S" + REST, "QC", "5S"), "it is not led low"


def test_of_cards_that_cannot_win_the_one_that_more_beat_is_thrown() -> None:
    last = "trump=C leader=P2 trick=9S,AC,JS hand.P1=QC,4S,KH hand.P2=2H,3H hand.P3=4H,5H hand.P4=6H,7H"
    found = why("twenty-five", last, "4S", "QC")
    assert "throw 4S, and keep QC" in told("twenty-five", found["throws_worst"]) and "points_more" not in found
    assert "throws_worst" not in why("twenty-five", last, "QC", "4S")


def test_a_high_lead_is_told_from_the_lowest_card_of_the_suit() -> None:
    lead = "trump=S leader=P1 trick= hand.P1=QD,AD hand.P2=2H,KD hand.P3=8H,9S hand.P4=7H,8D"
    found = why("twenty-five", lead, "QD", "AD")
    assert "Only KD or a trump beats QD" in told("twenty-five", found["leads_high"])
    assert "leads_high" not in why("twenty-five", lead, "AD", "QD")


def test_a_lead_that_is_beaten_as_often_as_not_is_not_called_safe() -> None:
    found = why("truc", "hand.P1=2S,QH,5H" + REST, "2S", "5H")["few_above"]
    assert "about 5 times in 10" in told("truc", found) and "hardly" not in told("truc", found)


def test_a_card_that_may_be_drawn_is_not_a_trick() -> None:
    found = why("truc", "hand.P1=3S,AH,5H" + REST, "truc", "5H")["strong_hand"]
    assert "can at worst be drawn" in told("truc", found) and "cannot lose" not in told("truc", found)


def test_losers_of_two_suits_are_not_alike_where_one_guards_a_high_card() -> None:
    """2D and 2S win nothing; the spade is needed below QS."""
    stock = "AS,KS,JS,TS,9S,8S,6S,5S,4S,3S,AD,JD,9D,8D,5D,4D,3D"
    stage = LEAD.format("QS,7S,2S,KD,TD,7D,6D,2D", stock)
    found = why("bridge-solitaire", stage, "2D", "2S")
    assert "save QS" in told("bridge-solitaire", found["guards"])
    assert "guards" not in why("bridge-solitaire", stage, "2S", "2D")


def test_of_cards_taken_in_before_play_a_guard_and_company_are_told() -> None:
    stage = "faceup=KS,6S,4S,QH,KH,JD,TD,7D,AC,TC,8C,5C,X2 down=AS,TS,9S,2H,AD,QD,4C"
    found = why("bridge-solitaire", stage, "KS+6S+JD+AC+TC+X2", "KS+JD+AC+TC+8C+X2")["picks_guard"]
    assert "6S guards KS: if AS is led, you need not play KS on it." in told("bridge-solitaire", found)
    found = why("bridge-solitaire", stage, "JD+TD+7D+AC+TC+X2", "KH+JD+TD+AC+TC+X2")["picks_company"]
    assert "Alone, KH would have to fall when AH is led" in told("bridge-solitaire", found)
    assert "picks_company" not in why("bridge-solitaire", stage, "KH+JD+TD+AC+TC+X2", "JD+TD+7D+AC+TC+X2")
    found = why("bridge-solitaire", stage, "JD+TD+7D+AC+TC+X2", "6S+JD+TD+AC+TC+X2")["picks_long"]
    assert "7D makes three diamonds" in told("bridge-solitaire", found)


def test_all_cards_that_guard_one_are_named_together() -> None:
    stage = "faceup=KS,8S,7S,5S,QH,KH,TC,9C,7C,5C,TD,7D,X2 down=AS,TS,9S,2H,AD,QD,4C"
    found = why("bridge-solitaire", stage, "KS+8S+7S+5S+KH+X2", "KS+KH+9C+7C+5C+X2")
    said = told("bridge-solitaire", found["picks_guard"]).strip()
    assert said == "8S, 7S and 5S guard KS: if AS is led, you need not play KS on it.", said


def test_a_lead_that_may_win_is_told_from_one_that_never_does() -> None:
    stock = "KH,QH,9H,4H,KD,9D,6D,5C,4S,9S,X1"
    found = why("bridge-solitaire", LEAD.format("JD,2H,6C,X2", stock), "JD", "2H")["likelier"]
    assert "JD may win; 2H never does" in told("bridge-solitaire", found)
    found = why("bridge-solitaire", LEAD.format("JD,2H,6C,X2", stock), "JD", "X2")["likelier"]
    assert "loses whenever you lead it" in told("bridge-solitaire", found)
    stock = "KH,QH,9H,KD,9D,6D,5C,4S,9S"
    found = why("bridge-solitaire", LEAD.format("2D,3D,2H,3H,4H,2S", stock), "2D", "2H")["neither_may_win"]
    assert "for you have fewer diamonds" in told("bridge-solitaire", found)


def test_the_card_that_gives_a_right_is_named_and_trumps_that_need_not_follow() -> None:
    stage = "at=rob upcard=JD hand.P1=AD,7D,JS,2C,8C hand.P2=2H,3H,4H,5H,6H hand.P3=2S,3S,4S,5S,6S"
    found = why("twenty-five", stage + " hand.P4=3C,4C,5C,6C,7C dealer=P4", "rob:8C", "rob:JS")["takes_in"]
    assert "AD lets you take JD, now or never" in told("twenty-five", found)
    stage = "upcard=9S leader=P4 trick=KS hand.P1=JS,QD,3D,2C hand.P2=2S,3S,3H,4H hand.P3=4S,6S,7H,8H hand.P4=TD,TC,8C"
    found = why("twenty-five", stage, "3D", "JS")["spares_trump"]
    assert "You need not play JS to a trump lead" in told("twenty-five", found)
    found = why("twenty-five", stage.replace("trick=KS", "trick=5C").replace("2C ", "2H "), "3D", "JS")["spares_trump"]
    assert "JS may still be beaten here" in told("twenty-five", found)


def test_a_card_that_cannot_be_beaten_wins_a_hand_in_which_a_drawn_trick_is_enough() -> None:
    stage = "hand.P1=3S,KC hand.P2=QS,QD hand.P3=KH hand.P4=JC leader=P3 trick=AH,7H tricks=P1+P3 dealer={}"
    found = why("truc", stage.format("P2"), "3S", "KC")["takes_over"]
    assert told("truc", found).endswith("Even if the trick is drawn, the hand is yours.")
    assert "drawn" not in told("truc", why("truc", stage.format("P1"), "3S", "KC")["takes_over"])


def test_a_card_that_would_only_draw_is_kept() -> None:
    stage = "hand.P1=2C,QS,QD hand.P2=3S,7H,4C hand.P3=QC,5D,3C hand.P4=KS,7S leader=P4 trick=2S dealer=P3"
    found = why("truc", stage, "QS", "2C")["lowest_of_all"]
    assert "2C would only draw this trick" in told("truc", found)


def test_of_the_last_two_cards_the_trump_is_kept() -> None:
    stock = "KS,QH,9H,4H,KD,9D,6D,5C,4S,9S"
    found = why("bridge-solitaire", LEAD.format("KH,QS", stock), "KH", "QS")
    assert "singleton" not in found
    assert "Keep QS, a trump, for the last trick" in told("bridge-solitaire", found["keeps_trump"])
    stage = "faceup=KS,JS,4S,2S,QH,JH,8H,6H,4H,JD,5D,4D,7C down=AS,TS,9S,2H,AD,QD,4C"
    found = why("bridge-solitaire", stage, "KS+JS+QH+JH+JD+5D", "KS+JS+4S+QH+JH+JD")
    assert "5D keeps JD company" in told("bridge-solitaire", found["picks_guard"]) and "picks_high" not in found


def test_a_card_that_draws_is_not_too_little_and_giving_up_is_no_try() -> None:
    stage = "leader=P4 trick=3S hand.P1=3C,2H,2C hand.P2=6S,7H,4C hand.P3=QD,5D,3D hand.P4=KS,7S dealer=P3"
    assert "weak_hand" not in why("truc", stage, "2H", "truc")
    stage = "leader=P1 trick= cards=1 hand.P1=7S hand.P2=2C hand.P3=4H hand.P4=5C dealer=P4"
    record = history.play(history.staged(TRUC, stage), "P1", Move("7S"))
    for who, text in (("P1", "pass"), ("P2", "2C"), ("P2", "truc")):
        record = history.play(record, who, Move(text))
    moves = {m.text: m for m in legal(TRUC, record.state, record.state.turn[0])}
    found = reasons(record, record.state.turn[0], moves["reject"], moves["accept"], Random(1), WORK)
    assert "free_try" not in [one.what for one in found]


ONE_ALL = "tricks=P2+P4 leader=P2 trick=2H,3H,6C hand.P1=AS,6H hand.P2=7H hand.P3=JD hand.P4=3S dealer=P4"
"""Partner makes it one trick all with 3H; then each has one card, and equal tricks are won by P1 and P3."""


def test_with_one_trick_to_go_a_good_card_is_not_too_little() -> None:
    """Five cards of those out of sight beat AS, and two opponents hold one each: it wins more often than not."""
    assert not {"one_trick", "weak_hand"} & {*why("truc", ONE_ALL, "6H", "truc")}
    found = why("truc", ONE_ALL, "pass", "truc", "6H")
    assert "weak_hand" not in found and "you can still raise" in told("truc", found["raises_next"])
    low = why("truc", ONE_ALL.replace("AS,6H", "JS,6H"), "pass", "truc", "6H")
    assert "no more than a bluff" in told("truc", low["weak_hand"]) and "raises_next" not in low


def test_no_raise_on_a_hand_that_is_lost() -> None:
    stage = "tricks=P2+P4,P1+P3 leader=P3 trick=JD,3S hand.P1=AS hand.P2=7H hand.P3= hand.P4= dealer={}"
    for dealer in ("P4", "P1"):
        found = why("truc", stage.format(dealer), "AS", "truc")["weak_hand"]
        assert "You cannot beat 3S, and that loses the hand." in told("truc", found)
        found = why("truc", stage.format(dealer), "pass", "truc", "AS")["nothing_left"]
        assert "The hand is lost" in told("truc", found) and "partner" not in told("truc", found)
    first = "leader=P3 trick=JD,3S hand.P1=AS,5H,4D hand.P2=7H,6D,6C hand.P3=5C,4C hand.P4=4S,7D dealer=P2"
    assert not why("truc", first, "4D", "truc")["weak_hand"].facts["lost"], "two tricks are to come"
    drawn = "tricks=P1+P3,draw leader=P3 trick=JD,3S hand.P1=AS hand.P2=7H hand.P3= hand.P4= dealer={}"
    assert not why("truc", drawn.format("P4"), "AS", "truc")["weak_hand"].facts["lost"], (
        "one all, and ties are their own"
    )
    assert why("truc", drawn.format("P1"), "AS", "truc")["weak_hand"].facts["lost"], "one all, and ties are the others'"
    level = "tricks=P2+P4 leader=P4 trick=7D,QS,QC hand.P3=7H,6H hand.P4=2H hand.P1=3C hand.P2=4C dealer={}"
    found = why("truc", level.format("P1"), "6H", "truc")["weak_hand"]
    assert "cannot win the hand any more" in told("truc", found), "this trick is drawn, and equal tricks do not do"
    assert not why("truc", level.format("P2"), "6H", "truc")["weak_hand"].facts["lost"]


def test_what_a_trick_does_to_the_hand_is_told_of_a_card_that_tries_to_take_it() -> None:
    stage = "tricks={} leader=P3 trick=6S,KD hand.P1=AD,4H hand.P2=5C,4C hand.P3=7C hand.P4=7D dealer=P4"
    drawn = why("truc", stage.format("draw"), "AD", "4H")["takes_trick"]
    assert "only 8 of the cards that are out can beat AD. If your side takes it, the hand is yours." in told(
        "truc", drawn
    )
    up = why("truc", stage.format("P1+P3"), "AD", "4H")["takes_trick"]
    assert up.facts["wins"] and not up.facts["loses"]
    both = why("truc", stage.format("draw").replace("dealer=P4", "dealer=P1"), "AD", "4H")
    assert not both["takes_trick"].facts["wins"] and both["takes_trick"].facts["loses"], "equal tricks are theirs"


def test_a_raise_waits_while_a_drawn_trick_is_open() -> None:
    stage = "leader=P2 trick=AD,3H hand.P4=3C,2D,KH hand.P1=4S,5C,6C hand.P2=JS,6D hand.P3=JD,4D dealer=P1"
    found = why("truc", stage, "pass", "truc", "3C")
    assert "So far this trick is drawn" in told("truc", found["raises_when_seen"])
    done = stage.replace("leader=P2 trick=AD,3H", "leader=P1 trick=4S,AD,3H").replace("4S,5C,6C", "5C,6C")
    assert "raises_when_seen" not in why("truc", done, "pass", "truc", "3C"), "nobody is still to play"


def test_a_side_that_is_a_trick_up_raises_or_waits_for_the_next() -> None:
    ahead = "tricks=P1+P3 leader=P1 trick=5C hand.P1=7D hand.P2=AC,4C hand.P3=JD,6C hand.P4=JS,4S dealer=P3"
    record = history.staged(TRUC, ahead.replace("trick=5C", "trick=").replace("P1=7D", "P1=5C,7D"))
    record = history.play(record, "P1", Move("5C"))
    found = _found(record, "P1", "truc", "pass")
    assert "they cannot afford to lose any" in told("truc", found["trick_up"])
    stage = "leader=P1 trick=2S,4H,5H hand.P4=3D,2H,7C hand.P1=KS,6C hand.P2=JS,6D hand.P3=JD,4S dealer=P4"
    found = why("truc", stage, "pass", "truc", "3D")
    assert "you can still raise in the next trick" in told("truc", found["raises_next"])


def test_a_good_card_with_nothing_behind_it_is_left_to_partner() -> None:
    found = why("truc", "hand.P1=2D,6C,5H" + REST, "pass", "truc", "2D")["one_trick"]
    assert "If tricks are equal, " in told("truc", found)
    said = told("truc", found)
    assert "5H or 6C will hardly bring another trick" in said and "up to your partner" in said


def test_two_tricks_are_not_won_with_one_good_card() -> None:
    stage = "leader=P4 trick=3H,4D,4S hand.P3=2D,{},6S hand.P1=AS,7C hand.P2=JS,QC hand.P4=KD,JD dealer=P3"
    found = why("truc", stage.format("KC"), "pass", "truc", "6S")
    assert "KC will hardly bring the other" in told("truc", found["needs_both"])
    two = why("truc", stage.format("2C"), "pass", "truc", "6S")
    assert "needs_both" not in two


def test_no_high_card_is_spent_on_a_trick_that_it_does_not_change() -> None:
    """QC is level with QS of the partner, and JS below it: either leaves the trick as it is."""
    stage = "leader=P3 trick=QS,4C hand.P1=QC,JS,5H hand.P2=2C,7H,6D hand.P3=AS,5D hand.P4=KS,7S dealer=P2"
    record = history.staged(TRUC, stage)
    policy, view = policy_of(TRUC).of(TRUC.due(record.state)), TRUC.due(record.state).see(record.state, "P1")
    moves = legal(TRUC, record.state, "P1")
    kept = policy.undominated(record.state, "P1", view, moves, frozenset({"P1", "P3"}))
    assert {m.text for m in kept} == {"5H", "truc"}
    assert "throw as low as you can" in told("truc", why("truc", stage, "5H", "QC")["partner_low"])
    record = history.staged(TRUC, stage.replace("trick=QS,4C", "trick=4C,QS"))
    view = TRUC.due(record.state).see(record.state, "P1")
    kept = policy.undominated(record.state, "P1", view, moves, frozenset({"P1", "P3"}))
    assert {m.text for m in kept} == {"QC", "5H", "truc"}, "level with a card of theirs it draws"


def test_a_raise_is_held_against_what_is_at_stake_now() -> None:
    """To give up costs 1, to go on wins or loses 2: one hand won in four is enough, whatever is staked later."""
    stage = "dealer=P4 leader=P1 trick= hand.P1=7H,5S,4D hand.P2=AH,AC,7C hand.P3=QD,5D,3C hand.P4=KS,7S,JD"
    record = history.play(history.staged(TRUC, stage), "P1", Move("truc"))
    found = _found(record, "P2", "accept", "reject", 3 * WORK)
    facts = found["gives_up"].facts
    assert facts["one_in"] == 4 and facts["stake"] == 2
    assert "win or lose 2 points: that pays if you win one hand in four" in told("truc", found["gives_up"])


def test_no_more_tricks_are_counted_than_cards_are_named_for() -> None:
    stage = "faceup=TS,KH,JH,QC,JC,X1,6S,9H,5H,2D,9C,5C,3C down=4S,2S,AD,QD,9D,7D,5D"
    found = why("bridge-solitaire", stage, "pass", "4D", "TS+KH+JH+QC+JC+X1 6S")["lacking"]
    assert found.facts["rest"] > len(found.facts["maybe"])
    assert "six more with QD" not in told("bridge-solitaire", found), "those are five cards"


def test_many_cards_are_turned_only_if_few_of_them_answer() -> None:
    """Half of the cards may answer QH: about two are turned. With one heart left and no spade it is otherwise."""
    half = "4H,3H,7H,8H,2H,TC,9C,8C,7C,6D,4D,3D,AS,QS"
    assert "uses_up" not in why("bridge-solitaire", LEAD.format("QH,9H,KD,QD,JD,X1", half), "QH", "X1")
    few = "2H,TC,9C,8C,7C,6D,4D,3D,6C,5C"
    safe = why("bridge-solitaire", LEAD.format("QH,9H,KD,QD,JD,X1", few), "QH", "X1")["sure_aim"]
    assert told("bridge-solitaire", safe).endswith("can beat QH and then 9H, KD and QD: that makes the contract.")
    stage = LEAD.format("QH,9H,KD,QD,JD,X1", few).replace("won=3", "won=1")
    assert "uses_up" in why("bridge-solitaire", stage, "QH", "X1")


def test_a_king_that_anybody_may_trump_is_kept() -> None:
    found = why("twenty-five", BARE.format("KS,7S,8C,9C"), "9C", "KS")["spends_worst"]
    assert "Anybody with a trump may trump KS, so keep it until fewer trumps are left" in told("twenty-five", found)
    assert "fewer trumps" not in told(
        "twenty-five", why("twenty-five", BARE.format("3S,4S,8C,9C"), "9C", "3S")["spends_worst"]
    )


def test_of_two_low_cards_the_better_is_led() -> None:
    found = why("twenty-five", BARE.format("3C,4S,5S,TS"), "3C", "4S")["leads_high"]
    assert told("twenty-five", found).endswith(
        "Low cards hardly win unless you lead them yourself, and 3C is harder to beat than 4S."
    )
    assert "leads_high" not in why("twenty-five", BARE.format("3C,4S,5S,TS"), "4S", "3C")
    last = "trump=D leader=P1 trick= hand.P1={} hand.P2=2H,3H hand.P3=TD,7C hand.P4=6C,5C"
    found = why("twenty-five", last.format("9D,JS"), "9D", "JS")["leads_strong"]
    assert "9D falls only to a higher trump, JS to any: lead it while it is your lead." in told("twenty-five", found)


def test_a_trump_that_need_not_be_played_does_not_fall() -> None:
    """Whoever holds 5D, JD or AH may keep it when another trump is led, so 5D brings out neither of the others."""
    stage = "trump={0} leader=P1 trick= hand.P1=5{0},A{0},8C,9C hand.P2=2H,3H,4H,QD hand.P3=7C,8S,9S,6S"
    stage += " hand.P4=6C,5C,KH,QH"
    found = why("twenty-five", stage.format("S"), "5S", "8C")
    assert "clears_way" not in found
    assert found["top_trump"].facts["foes"], "the others must follow with their lower trumps"
    hearts = "trump=H leader=P1 trick= hand.P1=KS,QS,2D hand.P2=AS,3S,4D hand.P3=5D,6D,7C hand.P4=7D,8D,9C"
    assert "clears_way" in why(
        "court-piece",
        hearts.replace("trump=H", "trump=S").replace("KS,QS", "AS,QS").replace("P2=AS", "P2=KS"),
        "AS",
        "2D",
    )


def test_that_the_highest_trump_is_kept_is_told_once() -> None:
    stage = "trump=H leader=P2 trick=2C,JC,4D hand.P1=5H,KS,9S,3C,JD hand.P2=9C,TH,5S,AS hand.P3=6C,4S,QS,7D"
    found = why("twenty-five", f"{stage} hand.P4=9H,8D,8H,KC", "3C", "5H")
    assert "keeps_master" in found
    assert "saves" not in found
    low = why("twenty-five", f"{stage.replace('5H', '8H')} hand.P4=9H,8D,5H,KC", "3C", "8H")
    assert "saves" in low


def test_a_trick_that_both_sides_have_the_best_card_in_is_nobodys() -> None:
    """P2 and P3 both played a two: P4 may leave it drawn, win it, or would only draw it as well."""
    stage = "hand.P4=3H,2S,6H hand.P1=7S,7C hand.P2=4S,QD hand.P3=5D,AC leader=P1 trick=KS,2H,2D dealer=P3"
    found = why("truc", stage, "6H", "3H")
    assert "P1 leads again, so that you play last once more" in told("truc", found["leaves_drawn"])
    assert not any("is winning" in told("truc", one) for one in found.values())
    found = why("truc", stage.replace("KS,2H,2D", "KS,2H,QC"), "3H", "2S")
    assert "2S would only draw this trick" in told("truc", found["not_just_level"])
    found = why("truc", stage.replace("3H,2S", "2S,JS"), "6H", "2S")
    assert "This trick stays drawn whatever you play: throw 6H, and keep 2S and JS." in told(
        "truc", found["leaves_drawn"]
    )


def test_of_two_cards_that_win_so_far_the_lower_is_tried() -> None:
    stage = "hand.P1=2D,QS,5D hand.P2=KD,7C,4S hand.P3=AS,3S hand.P4=3D,5C leader=P3 trick=4D,7H dealer=P2"
    found = told("truc", why("truc", stage, "QS", "2D")["tries_lower"])
    assert "P2 has to spend a higher card to beat it, and you keep 2D." in found


def test_equal_tricks_are_not_enough_to_raise_on_one_card() -> None:
    stage = "tricks=draw hand.P4=2H,JC hand.P1=7S,7C hand.P2=4S,QD hand.P3=5D,AC leader=P1 trick=5S,6D,AH dealer=P4"
    found = why("truc", stage.replace("trick=5S,6D,AH", "trick=").replace("leader=P1", "leader=P4"), "2H", "truc")
    assert "2H may bring one trick, but JC hardly another" in told("truc", found["needs_both"])


def test_a_raise_may_wait_till_after_the_card() -> None:
    stage = "hand.P4=3H,3D,4C hand.P1=7S,7C hand.P2=4S,QD hand.P3=5D,AC leader=P1 trick=2D,QH,4H dealer=P4"
    assert "you may call it after 3H as well" in told("truc", why("truc", stage, "3H", "truc")["raises_after"])
    assert "raises_after" not in why("truc", stage.replace("3H,3D", "QS,7D"), "4C", "truc"), "too little to raise on"


def test_a_king_whose_ace_is_in_another_hand_is_not_led_for_its_chances() -> None:
    rest = "hand.P2=AS,TC,8D,9D hand.P3=QH,TD,JC,6C hand.P4=8S,KH,9H,QC"
    stage = gone("scotch-whist", f"trump=C leader=P1 trick= hand.P1=KS,7S,7H,9C {rest}", side="P3")
    assert "leads_high" not in why("scotch-whist", stage, "KS", "7H")


def test_a_raise_waits_for_a_trick_that_may_still_be_drawn() -> None:
    stage = "hand.P2=3C,7S hand.P3=4S,5C,7S hand.P4=QC,3S hand.P1=2H,6S,3H leader=P4 trick=2D dealer=P3".replace(
        "7S hand.P3", "7C,KD hand.P3"
    )
    record = history.play(history.staged(TRUC, stage), "P1", Move("3H"))
    found = _found(record, "P1", "pass", "truc")
    assert "3H may still be drawn" in told("truc", found["raises_when_seen"])


def test_of_cards_as_low_as_each_other_the_cheapest_winner_is_told() -> None:
    stage = "hand.P1=2C,AS,AD hand.P2=KD,7C hand.P3=QC,3S hand.P4=3D,5C leader=P2 trick=KS,6D,6H dealer=P1"
    assert "AS is the lowest of them" in told("truc", why("truc", stage, "AS", "2C")["cheapest_winner"])


def test_a_trick_that_may_still_be_drawn_is_neither_won_already_nor_left_to_partner() -> None:
    """Nothing is above a three; another three is level with it."""
    led = "leader=P3 trick=3S,5C hand.P1=2C,AD,JC hand.P2=5H,6H,7H hand.P3=4S,5S hand.P4=KD,6D"
    assert all("already" not in told("truc", one) for one in why("truc", led, "JC", "AD").values())
    lost = "leader=P4 trick=3C hand.P1=QS,JH,4H hand.P2=5H,6H,7H hand.P3=4S,5S,3S hand.P4=KD,6D"
    assert "may take it" not in told("truc", why("truc", lost, "4H", "QS")["lowest_of_all"])


def test_cards_that_come_after_an_answer_may_be_beaten() -> None:
    """P2 has raised, and P3 answers by playing a card: before P4 plays there is only the answer to be judged."""
    hands = "hand.P1=2H,6H,3D hand.P2=2S,5D,6C hand.P3=2D,AD,KC hand.P4=JH,5H,7C"
    found = why("truc", f"leader=P2 trick= {hands}", "KC", after="6C truc")
    assert "nobody_can" not in found, "P4 may have a three"


def test_no_raise_is_looked_for_after_the_last_card_of_a_hand() -> None:
    stage = "leader=P3 trick=2H,7C hand.P1=KD hand.P2=2S hand.P3= hand.P4= tricks=P2+P4,P1+P3"
    assert "raises_after" not in why("truc", stage, "2S", "retruc", after="truc accept KD")


def test_a_card_that_only_draws_this_trick_brings_no_other() -> None:
    stage = "hand.P4=2S,AH,6S hand.P1=7S,7C hand.P2=KS,QD hand.P3=3D,AC leader=P1 trick=2H,5D,4D dealer=P4"
    found = why("truc", stage, "2S", "truc")
    assert "AH may bring one trick, but 6S hardly another" in told("truc", found["needs_both"])
    assert "weak_hand" not in found


def test_too_little_to_play_for_more_is_not_said_where_that_did_as_well() -> None:
    """That a raise would be a bluff is said in any case: it is no reason why the raise is worse."""
    rest = "hand.P2=7S,5S,4D hand.P3=AH,AC,7C hand.P4=QD,5D,3C hand.P1=KS,JS,JD"
    found = why("truc", f"dealer=P4 leader=P1 trick= {rest}", "reject", "accept", after="truc")["too_weak"]
    moves = Move("reject"), Move("accept")
    even = Advice(*moves, 0, 0.0, 0.3, 0.3, 0.5, 160, 160, 320, 2, 4)
    sure = Advice(*moves, 0, 0.3, 0.6, 0.1, 0.98, 160, 160, 320, 2, 4)
    assert found not in spoken(even, (found,)) and found in spoken(sure, (found,))
    raised = why("truc", "hand.P1=JH,5S,4D" + REST, "5S", "truc")["weak_hand"]
    assert "no more than a bluff" in told("truc", raised) and raised in spoken(even, (raised,))


def test_a_raise_of_a_hand_that_is_won_costs_nothing() -> None:
    """P1 plays last with one trick each, and QS beats all that lies there."""
    stage = "tricks=P1+P3,P2+P4 leader=P2 trick=JC,7D,6H hand.P1=QS hand.P2= hand.P3= hand.P4= dealer=P4"
    found = why("truc", stage, "truc", "QS")["sure_hand"]
    assert told("truc", found).endswith("and if they accept you score more.") and found.decides
    state = history.staged(TRUC, stage).state
    policy, view = policy_of(TRUC).of(TRUC.due(state)), TRUC.due(state).see(state, "P1")
    assert policy.tie_break_cost(state, "P1", view, Move("truc"), frozenset()) < 0
    lost = stage.replace("QS", "JS").replace("dealer=P4", "dealer=P1")
    assert "sure_hand" not in why("truc", lost, "truc", "JS"), "drawn, and equal tricks are the others'"
    assert "hand is yours" in told("truc", why("truc", stage.replace("QS", "JS"), "truc", "JS")["sure_hand"])


def test_a_hand_is_lost_where_partner_can_only_make_tricks_equal() -> None:
    stage = "tricks=draw,P2+P4 leader=P2 trick=2C hand.P3=JH hand.P4=5C hand.P1=4S hand.P2= dealer={}"
    found = why("truc", stage.format("P1"), "JH", "truc")["weak_hand"]
    assert "Even if P1 takes this trick, tricks can only be equal" in told("truc", found)
    assert not why("truc", stage.format("P4"), "JH", "truc")["weak_hand"].facts["lost"], "equal tricks are enough"


def test_the_lowest_card_goes_on_a_trick_that_stays_drawn() -> None:
    stage = "hand.P4=QC,7H,7D hand.P1=7S,4C hand.P2=4S,QD hand.P3=5D,AC leader=P1 trick=AH,3D,3C dealer=P4"
    found = why("truc", stage, "7H", "truc")["leaves_drawn"]
    assert told("truc", found).endswith("This trick stays drawn whatever you play: throw 7H, and keep QC.")


def test_with_poor_cards_it_hardly_matters_what_is_led() -> None:
    found = why("truc", "hand.P1=7C,6D,5S" + REST, "7C", "6D")
    assert found["none_likely"].role is Role.LEVEL and "leads_best" not in found
    assert "none_likely" not in why("truc", "hand.P1=KH,6D,5S" + REST, "KH", "6D")


def test_a_card_that_accepts_is_told_why_it_is_played_for_more() -> None:
    hands = "hand.P1=2S,5D,6C hand.P2=3S,2H,JH hand.P3=AH,AD,KC hand.P4=JC,5H,7C dealer=P4"
    found = why("truc", f"leader=P1 trick= {hands}", "3S", "accept", "2S truc")["strong_hand"]
    assert not found.shared and "pays to play for more" in told("truc", found)


def test_a_trick_up_a_bluff_is_told_with_what_the_others_need() -> None:
    stage = "tricks=P1+P3 leader=P3 trick=5S,JC hand.P1=6S,4D hand.P2=KS,7C hand.P3=QD hand.P4=3S dealer=P4"
    assert "your cards are poor; but one more trick" in told("truc", why("truc", stage, "truc", "4D")["trick_up"])


def test_a_raise_in_a_trick_that_is_lost_is_told_by_the_last_one() -> None:
    """AD beats what each side has played, and only Right, against them, is still to play."""
    ahead = "tricks=P1+P3 leader=P3 trick=6S,AD hand.P1=JS,JD hand.P2=KS,7C hand.P3=QD hand.P4=3S dealer={}"
    for dealer, draw in (("P4", True), ("P3", False)):
        record = history.play(history.staged(TRUC, ahead.format(dealer)), "P1", Move("JS"))
        found = _found(record, "P1", "truc", "pass")
        text = told("truc", found["trick_up"])
        assert "makes it one all" in text and "afford" not in text and ("a draw is enough" in text) is draw


def test_what_only_the_own_side_may_make_dearer_pays_from_one_win_in_four() -> None:
    stage = "leader=P1 trick=JS,QS,KH hand.P1=6C,4H hand.P2=KS,7D hand.P3=QD,4D hand.P4=3D,7H,5C dealer=P4"
    record = history.play(history.staged(TRUC, stage), "P4", Move("truc"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found = reasons(record, "P1", moves["reject"], moves["accept"], Random(1), WORK)
    assert any("win or lose 2 points: that pays if you win one hand in four" in told("truc", one) for one in found)


def test_who_plays_last_with_a_good_card_is_told_what_beats_it() -> None:
    stage = "leader=P2 trick=QH,KH hand.P1=AC,KD,KC hand.P2=KS,7D hand.P3=QD,4D hand.P4=3D,7H,5C dealer=P1"
    record = history.play(history.staged(TRUC, stage), "P4", Move("truc"))
    found = _found(record, "P1", "accept", "reject")
    assert "only 8 of the cards that are out would beat your AC; one" in told("truc", found["plays_for_more"])


def test_a_card_on_the_table_is_told_before_one_as_high_in_the_hand() -> None:
    record = history.staged(TRUC, "hand.P1=2S,2H,5D hand.P2=6S,7H,4C hand.P3=QD,4D hand.P4=3S,7S leader=P3 trick=JS,AC")
    record = history.play(record, "P1", Move("2H"))
    found = _found(record, "P1", "pass", "truc")
    assert "a card that beats 2H" in told("truc", found["raises_later"])


def test_cards_of_one_suit_are_no_equals_where_suits_mean_nothing() -> None:
    """Between 6H and JH lie sevens and more of other suits, which Right may hold."""
    stage = "tricks=P2+P4 leader=P4 trick=5C hand.P1=JH,6H hand.P2=7S,KD hand.P3=QC,4D hand.P4=3C dealer=P4"
    assert "equal_winner" not in why("truc", stage, "6H", "JH")


def test_a_lost_hand_is_not_played_for_more_even_with_a_good_card() -> None:
    """The others have a trick, the first was drawn, and equal tricks are theirs: 2C cannot help any more."""
    stage = "tricks=draw,P2+P4 leader=P2 trick=7S,JD hand.P4=KS hand.P1=2C hand.P2= hand.P3= dealer=P3"
    record = history.play(history.staged(TRUC, stage), "P4", Move("truc"))
    found = _found(record, "P1", "reject", "accept")
    assert "cannot win the hand any more" in told("truc", found["too_weak"])


def test_a_raise_waits_for_the_trick_though_a_better_card_is_held() -> None:
    record = history.staged(TRUC, "hand.P1=KC,QH,6D hand.P2=6S,7H,4C hand.P3=QD,4D hand.P4=3S,7S leader=P3 trick=7D,JC")
    record = history.play(record, "P1", Move("QH"))
    found = _found(record, "P1", "pass", "truc")
    assert "QH may still be beaten: wait, and raise only if it holds." in told("truc", found["raises_when_seen"])


def test_a_raise_is_told_by_a_trick_that_is_won_already() -> None:
    stage = "leader=P2 trick=7C,KH,5S hand.P1=AH,6D,5C hand.P2=KS,7D hand.P3=QD,4D hand.P4=3S,7S dealer=P1"
    found = why("truc", stage, "truc", "5C")["trick_sure"]
    assert "then one more wins the hand" in told("truc", found)


def test_where_a_raise_was_compared_it_is_told_why_this_card_and_no_other() -> None:
    hands = "hand.P1=AD,KH,5D hand.P2=6S,7H,4C hand.P3=QD,4D,JC hand.P4=3S,7S"
    record = history.staged(TRUC, f"{hands} leader=P4 trick=7C dealer=P3")
    found = _found(record, "P1", "KH", "truc")
    assert "you keep AD" in told("truc", found["tries_lower"])


def test_a_card_that_can_draw_the_trick_is_a_reason_to_play_on() -> None:
    stage = "leader=P2 trick=3H,6C hand.P1=3S,AD,7S hand.P2=KS,7D hand.P3=QD,4D hand.P4=3D,7H,5C dealer=P1"
    record = history.play(history.staged(TRUC, stage), "P4", Move("truc"))
    found = _found(record, "P1", "accept", "reject")
    assert "3S can draw this trick" in told("truc", found["plays_for_more"])


def test_two_winners_of_one_rank_are_not_said_to_be_the_lowest_of_each_other() -> None:
    stage = "leader=P2 trick=QH,KH,AD hand.P1=3S,3D,QS hand.P2=KS,7D hand.P3=QD,4D hand.P4=2D,7H dealer=P1"
    found = why("truc", stage, "3S", "QS")
    assert "cheapest_winner" not in found and "wins the trick for certain" in told("truc", found["takes_trick"])


def test_where_nobody_has_a_card_left_none_is_said_to_beat_the_best() -> None:
    stage = "tricks=draw,P2+P4 leader=P2 trick=AS,AH,QD hand.P1=6C hand.P2= hand.P3= hand.P4= dealer=P1"
    found = told("truc", why("truc", stage, "6C", "truc")["weak_hand"])
    assert "cannot win the hand any more" in found and "out of sight" not in found


def test_cards_that_are_equals_do_not_make_a_raise_the_same() -> None:
    stage = "tricks=P2+P4 leader=P4 trick=7D hand.P1=AS,AH hand.P2=KS,4C hand.P3=QD,4D hand.P4=3S dealer=P1"
    found = why("truc", stage, "AS", "truc")
    assert "equals" not in found and "equals" in why("truc", stage, "AS", "AH")


def test_a_hand_that_partner_wins_is_not_said_to_be_won_by_the_own_card() -> None:
    stage = "tricks=draw,draw leader=P2 trick=JD,KD,JC hand.P1=5D hand.P2= hand.P3= hand.P4= dealer=P1"
    assert told("truc", why("truc", stage, "truc", "5D")["sure_hand"]).endswith(
        "Whatever comes, the hand is yours, so a raise costs nothing: if they give up you score as much as without it, "
        "and if they accept you score more."
    )


def test_a_card_that_wins_for_certain_brings_its_trick() -> None:
    stage = "leader=P2 trick=2S,4S,5S hand.P1=3S,6C,5H hand.P2=KS,7D hand.P3=QD,4D hand.P4=3H,7H dealer=P1"
    found = told("truc", why("truc", stage, "3S", "truc")["needs_both"])
    assert "3S brings one trick, but 6C hardly another" in found


def test_a_card_that_does_just_the_same_is_named_beside_the_best_one() -> None:
    """Between TH and 8H lies no heart that another may hold."""
    game = load("canadian-salad")
    stage = salad("TH,8H,TD", "6H,KD", "7H,KC", "QC,JC", trick="TS,9S,2S", leader="P2")
    record = history.staged(game, stage)
    moves = {m.text: m for m in legal(game, record.state, "P1")}
    found = reasons(record, "P1", moves["TH"], moves["TD"], Random(1), WORK)
    sure = Advice(moves["TH"], moves["TD"], 0, 0.3, 0.6, 0.1, 0.98, 160, 160, 320, 2, 4)
    told = unmarked(" ".join(advice_texts(game, sure, found)))
    assert "8H would do as well as TH" in told and told.count("8H") == 1, "it is named once"
    plain = tuple(one._replace(facts={**one.facts, "equals": ()}) for one in found)
    assert unmarked(advice_texts(game, sure, plain)[0]) == "TH looks best, or 8H: they are equals now."


def test_a_single_play_more_is_named_rather_than_counted() -> None:
    rest = "hand.P2=3,4,6,7,8,9,9,J,J,Q,K,K,A,T,5,X1,X2 hand.P3=3,3,3,4,2,2,6,6,7,9,J,5 landlord=P3 bid=1 leader=P1"
    game = load("dou-dizhu")
    for hand, said in (("4,4,5,7,8,8,T,K,2,2", "4, 5, 7, 8, T, K, 2 ·"), ("4,4,5,7,8,8,T,Q,K,2,2", "Q and 2 more")):
        record = history.staged(game, f"hand.P1={hand} {rest}")
        phase = game.due(record.state)
        moves = legal(game, record.state, "P1")
        assert said in unmarked(text_in_words(game, offered(game, phase, phase.see(record.state, "P1"), moves), phase))
