"""Reasons in climbing games: what is certain by the cards out of sight, and moves that others dominate."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.test_bids import holding
from tests.test_reasons import moments, why
from tutor.advice import Adviser, Budget
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Combo, Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked


def worth_it(game: str, stage: str) -> set[str]:
    """The moves that no other dominates."""
    record = history.staged(load(game), stage)
    state, seat = record.state, record.state.turn[0]
    phase = record.game.due(state)
    moves = legal(record.game, state, seat)
    return {
        m.text
        for m in policy_of(record.game)
        .of(phase)
        .undominated(state, seat, phase.see(state, seat), tuple(moves), record.game.allies(state, seat))
    }


ONE_LEFT = "hand.P2=6D,6S,7D,7H,7S hand.P3=TC,TH,TS,JD,JC hand.P4=6C leader=P4 plays=P4:AS"


def test_who_has_one_card_and_the_best_play_is_not_left_the_lead() -> None:
    stage = f"hand.P1=3S,5S,AD,AC,2D {ONE_LEFT}"
    assert worth_it("big-two", stage) == {"2D"}
    found = why("big-two", stage, "2D")
    assert found["stops_out"].facts["who"] == "P4"
    assert found["no_answer"].facts["keeps"].text == "AD+AC", "no pair out of sight beats the aces"
    two = stage.replace("P4=6C", "P4=6C,8C")
    assert worth_it("big-two", two) == {"2D"}
    order = why("big-two", two, "2D", "pass")["runs_out"].facts
    assert [(s.play.text, s.back and s.back.text) for s in order["steps"]][1] == ("3S", "AD")
    two = stage.replace("P1=3S,5S", "P1=3S,5S,7C").replace("P4=6C", "P4=6C,8C")
    assert worth_it("big-two", two) == {"2D", "pass"}
    assert "stops_out" not in why("big-two", two, "2D", "pass")
    both = stage.replace("P1=3S,5S", "P1=3S,5S,7C,9H,2S")
    found = why("big-two", both, "2D", "2S")
    assert next(iter(found)) == "stops_out", "why to beat it at all is told before with which two"
    assert found["stops_out"].rival


def test_whoever_is_nearest_to_going_out_decides_and_not_who_has_the_best_play() -> None:
    rest = "hand.P2=8C,9C,TD,9S,6S,3H hand.P3=TC,QC,QD,JS,4D,7D hand.P4=5D"
    stage = f"hand.P1=4S,5H,7C,9D,JH,2S {rest} leader=P4 plays=P4:AC,P1:-,P2:-,P3:2H,P4:-"
    found = why("big-two", stage, "2S", "pass")
    assert found["few_chances"].facts["who"] == "P4" and "leaves_no_lead" not in found
    same = stage.replace("P4=5D", "P4=5D,5C,6C,6D,6H,8D,8H")
    assert "few_chances" not in why("big-two", same, "2S", "pass")


def test_what_beats_the_other_choice_is_told_of_one_that_nothing_beats() -> None:
    rest = "hand.P2=3,4,6,7,8,9,9,J,J,Q,K,K,A,T,5,X1,X2 hand.P3=3,3,3,4,2,2,6,6,7,9,J,5 landlord=P3 bid=1"
    stage = f"hand.P1=4,4,5,7,8,8,9,T,T,J,Q,A,A,2,2 {rest} leader=P3 plays=P3:K+K"
    found = why("dou-dizhu", stage, "2+2", "A+A")["no_answer"]
    assert unmarked(motive(load("dou-dizhu"), found)).endswith("2+2 may still beat A+A.")


def test_of_plays_that_are_equally_strong_the_better_hand_is_kept() -> None:
    rest = "hand.P2=3D,3H,3S,4C,4H hand.P3=9C,9H,9S,JD,JC hand.P4=KD,KC,KH,2D"
    stage = f"hand.P1=4S,5C,7D,7H,7S,TC,TH,TS,AH {rest} leader=P4 plays=P4:4D+5D+6D+7C+8D"
    assert worth_it("big-two", stage) == {"7D+7H+TC+TH+TS", "7D+7H+7S+TC+TH", "pass"}
    found = why("big-two", stage, "7D+7H+TC+TH+TS", "7H+7S+TC+TH+TS")["equally_strong"]
    assert unmarked(motive(load("big-two"), found)) == "Give 7D and keep 7S, which may still be of use."
    assert "equally_strong" not in why("big-two", stage, "7H+7S+TC+TH+TS", "7D+7H+TC+TH+TS")
    rest = "hand.P2=3,3,4,5,7,7,A,A hand.P3=8,9,J,J,Q,2,X1,X2 leader=P2 landlord=P1 bid=1 plays=P2:9+9+9+Q,P3:-"
    stage = f"hand.P1=4,6,6,8,T,T,J,Q,K,K,K,A,A,2,2,2 {rest}"
    kept = worth_it("dou-dizhu", stage)
    assert "4+K+K+K" in kept and "8+K+K+K" not in kept and "Q+K+K+K" not in kept


def test_what_keeps_a_straight_together_is_no_worse_for_a_lower_card() -> None:
    rest = "hand.P2=3,3,9,T hand.P3=Q,Q,J,J leader=P2 landlord=P1 bid=1 plays=P2:9+9+9+Q,P3:-"
    stage = f"hand.P1=4,5,6,7,8,J,K,K,K {rest}"
    kept = worth_it("dou-dizhu", stage)
    assert "J+K+K+K" in kept and "4+K+K+K" not in kept, "4 5 6 7 8 is a straight"


def test_a_partners_play_that_only_jokers_beat_stands() -> None:
    own = "hand.P2=3,3,4,4,4,5,6,7,7,8,8,8,9,Q,A,2"
    rest = "hand.P1=6,6,9,9,T,J,Q,Q hand.P3=J,J,X1,X2 leader=P3 landlord=P3 bid=2 plays=P3:T,P1:K"
    assert worth_it("dou-dizhu", f"{own} {rest}") == {"pass"}
    found = why("dou-dizhu", f"{own} {rest}", "pass", "A")["lets_partner"]
    assert found.facts["blocked"]
    assert [c.text for c in found.facts["above"]] == ["X2", "X1"]
    more = f"{own} {rest}".replace("P3=J,J", "P3=A,J,J")
    assert "A" in worth_it("dou-dizhu", more), "an ace out of sight would beat the king, and not the ace"


def test_a_hand_that_is_out_for_certain_is_played_out() -> None:
    rest = "hand.P2=4C,4H,KD hand.P3=9C,9H,9S hand.P4=KC,KH,QD leader=P1"
    stage = f"hand.P1=3S,AD,AC,2D {rest}"
    assert worth_it("big-two", stage) >= {"AD+AC", "2D"}
    found = why("big-two", stage, "2D")
    assert list(found) == ["runs_out"] and found["runs_out"].decides
    assert found["runs_out"].facts["last"].play.text == "3S"
    assert why("big-two", stage, "2D", "AD+AC").keys() == {"either_runs_out"}
    weaker = stage.replace("P1=3S,AD,AC,2D", "P1=3S,5S,6S,2D")
    assert "runs_out" not in why("big-two", weaker, "2D", "3S"), "three cards would be left that others beat"


JUNK = "hand.P1=3,3,4,4,5,5,5,6,6,7,7,9,Q,Q,Q,K,K hand.P2=A,A,J,J,J,9,9,8"


def test_a_low_card_goes_while_another_play_takes_the_lead_back() -> None:
    stage = f"hand.P3=8,T,X2,X1 {JUNK} landlord=P3 bid=2 leader=P1 plays=P1:K,P2:-"
    assert worth_it("dou-dizhu", stage) <= {"X2", "X1"}, "no bomb can exist"
    found = why("dou-dizhu", stage, "X2", "pass")["runs_out"]
    assert [(s.play.text, s.back and s.back.text) for s in found.facts["steps"]] == [("X2", None), ("8", "X1")]
    assert unmarked(motive(load("dou-dizhu"), found)) == (
        "Nobody stops you: X2, 8 (if it is beaten, X1 takes the lead back), and you go out with T."
        " You split the rocket, which costs you its doubling, but not the win."
    )
    assert "runs_out" not in why("dou-dizhu", stage.replace("P3=8,T", "P3=8,T,9"), "X2", "pass")


def test_of_sure_wins_the_one_that_doubles_the_stake() -> None:
    stage = f"hand.P3=T,X2,X1 {JUNK} landlord=P3 bid=2 leader=P3"
    assert worth_it("dou-dizhu", stage) == {"X2+X1"}
    assert "doubles the stake" in motive(load("dou-dizhu"), why("dou-dizhu", stage, "X2+X1", "X2")["runs_out"])


def test_a_win_that_only_a_bomb_stops_is_advised_and_the_bomb_is_named() -> None:
    rest = "hand.P1=3,3,4,4,5,5,5,6,6,7,7,9,K,K,K hand.P3=9,8,8,9,9,A,A,J landlord=P2 bid=2 leader=P1 plays=P1:Q+Q"
    stage = f"hand.P2=T,J,2,2,2 {rest}"
    assert worth_it("dou-dizhu", stage) == {"2+2"}, "hardly more than four nines may stop it"
    found = why("dou-dizhu", stage, "2+2", "pass")["runs_out"]
    assert found.facts["trumps"] == ("bomb",)
    record = history.staged(load("dou-dizhu"), stage)
    assert Adviser(record.game, 1).advise(record, "P2", Random(1), Budget(playouts=40, work=50_000)).move.text == "2+2"


def test_who_has_one_card_is_led_no_card_that_much_beats() -> None:
    rest = "hand.P2=9S hand.P3=5C,KH hand.P4=3D,3C,3H,4D,5D,5H,6D,6C,7D,7C leader=P1"
    assert worth_it("big-two", f"hand.P1=4H,TH,KC {rest}") == {"TH"}, "the king is kept: only KH beats either"
    blocks = why("big-two", f"hand.P1=4H,TH,KC {rest}", "TH")["blocks"]
    assert "only with KH" in unmarked(motive(load("big-two"), blocks))
    assert "4H" in worth_it("big-two", f"hand.P1=4H,TH,KC {rest}".replace("P2=9S", "P2=9S,8C"))


def test_nothing_is_broken_up_on_the_lead_that_saves_no_play() -> None:
    rest = "hand.P2=3D,3C,4D,4C,5D,5H,6C,2D,2S hand.P3=3H,3S,4S,6S,7D,7H,9C,9S,AS hand.P4=8D,8C,9D,QC,QH,JS,7S,2H"
    stage = f"hand.P1=8H,TD,TC,JC,JH,KD,KS,AC {rest} leader=P1"
    kept = worth_it("big-two", stage)
    assert not {"KD", "KS"} & kept and {"KD+KS", "TD+TC"} <= kept
    rest = "hand.P2=3,3,4,5,7,7,J,J,A,X2 hand.P3=9,9,9,Q,Q,K,K landlord=P3 bid=3 leader=P1"
    assert not {"8", "T", "J"} & worth_it("dou-dizhu", f"hand.P1=8,8,8,T,T,J,J,A,2 {rest}")
    assert "8" in worth_it("dou-dizhu", f"hand.P1=8,8,8,T,T,J,J,A,2 {rest}".replace("3,3,4,5,7,7,J,J,A", "A"))
    assert "back_in" not in why("big-two", stage, "TD+TC", "8H"), "somebody probably has two of three twos"
    own = stage.replace("KS,AC", "KS,2H").replace("7S,2H", "7S,9H")
    assert why("big-two", own, "TD+TC", "8H")["back_in"].facts["back"].text in {"JC+JH", "KD+KS"}


def test_of_a_run_no_part_is_led_that_leaves_more_plays() -> None:
    rest = "hand.P2=3,3,4,5,7,8,9,9,J,J,A,A,K,Q,X2,2,2 hand.P3=8,8,8,9,9,T,T,Q,Q,K,K,K,J,J,A,A,X1 landlord=P1 bid=3"
    kept = worth_it("dou-dizhu", f"hand.P1=3,3,4,4,5,5,6,6,7,7,T,T,Q,2 {rest} leader=P1")
    assert "3+3+4+4+5+5+6+6+7+7" in kept and "3+3+4+4+5+5+6+6" not in kept


def test_what_beats_nothing_goes_on_the_lead() -> None:
    rest = "hand.P2=3D,8C,8D,JC,JD,KS hand.P3=AS,2D,5D,6D,7D hand.P4=QH,QD,6S,4D leader=P1"
    found = why("big-two", f"hand.P1=3H,4C,7S,9H,TH {rest}", "3H", "7S")["only_lead"]
    assert [c.text for c in found.facts["lower"]] == ["3D"]
    assert {p.text for p in found.facts["later"]} >= {"7S", "9H"}
    assert "only_lead" not in why("big-two", f"hand.P1=3H,4C,7S,9H,TH {rest}", "7S", "3H")
    high = why("big-two", f"hand.P1=3H,7S,9H,2S {rest}", "3H", "7S")["only_lead"].facts["later"]
    assert [p.text for p in high] == ["7S", "9H"], "a two takes the lead"
    first = "hand.P1=3D,3C,3H,3S,5C,6D,8H,8S,9S hand.P2=4D,4C,4H,4S,6H hand.P3=6C,6S,7D,7C,7H"
    first += " hand.P4=JD,JC,JH,QD,QC phase=opening"
    assert "leads_lowest" not in why("big-two", first, "3D+3C+3H+3S+5C", "3D+3C+3H")


LANDLORD = "hand.P2=T,T,J,Q,K,A,A,3,X1 hand.P3=T,J,Q,K,A,7,8,8,2 leader=P1 landlord=P1 bid=2"


def test_what_takes_the_lead_back_is_named() -> None:
    stage = f"hand.P1=4,5,5,9,9,9,2,2,X2 {LANDLORD}"
    found = why("dou-dizhu", stage, "5+5", "4+9+9+9")["back_in"]
    assert found.facts["back"].text == "2+2", "one of the others is out of sight: no pair of them"
    assert {p.text for p in found.facts["rest"]} == {"4+9+9+9", "X2"}
    assert "back_in" not in why("dou-dizhu", stage, "4+9+9+9", "5+5")
    aces = stage.replace("2,2,X2", "A,A,X2").replace("8,8,2", "8,2,2").replace("A,A,3", "A,3,3")
    assert why("dou-dizhu", aces, "5+5", "4+9+9+9")["back_in"].facts["beaten"].text == "2+2"
    kings = aces.replace("A,A,X2", "K,K,X2").replace("Q,K,A,3,3", "Q,A,A,3,3")
    assert "back_in" not in why("dou-dizhu", kings, "5+5", "4+9+9+9"), "aces and twos beat the kings"


def test_what_nobody_beats_goes_last_but_one() -> None:
    rest = "hand.P2=5,5,5,5,6,9,Q,A hand.P3=7,8,8,J,K,2 leader=P1 landlord=P1 bid=1"
    found = why("dou-dizhu", f"hand.P1=4,T,T,J,Q,2,2,2 {rest}", "J", "4+2+2+2")["saves_last"]
    assert found.facts["firm"].text == "4+2+2+2"
    assert found.facts["trumps"] == ("bomb",)
    assert "bomb" in certain(load("dou-dizhu"), found)
    assert "saves_last" not in why("dou-dizhu", f"hand.P1=4,T,T,J,Q,2,2,2 {rest}", "4+2+2+2", "J")


def test_the_only_high_cards_are_not_spent_together() -> None:
    rest = "hand.P2=2D,2C,KD,KC,KH hand.P3=9C,9S,QD,AH,2S hand.P4=6C,6S leader=P4 plays=P4:3D+3S+JD+JH+JS"
    stage = f"hand.P1=3H,4C,5C,5H,5S,7S,8D,8S,9H,TH,AD,AC,AS {rest}"
    found = why("big-two", stage, "pass", "8D+8S+AD+AC+AS")["spends_all"]
    assert [c.text for c in found.facts["tops"]] == ["AD", "AC", "AS"]
    king = stage.replace("TH,AD", "TH,2H,AD").replace("P1=3H,", "P1=")
    assert "spends_all" not in why("big-two", king, "pass", "8D+8S+AD+AC+AS"), "a two is left"


def test_it_is_told_what_a_card_waits_for() -> None:
    rest = "hand.P2=2C,3D,4D hand.P3=9C,9S,QD hand.P4=AH,2S,5D leader=P4 plays=P4:KC"
    stage = f"hand.P1=7D,8H,JS,KS {rest}"
    assert {c.text for c in why("big-two", stage, "pass", "KS")["waits"].facts["above"]} == {"AH", "2C", "2S"}
    last = stage.replace("AH,2S", "JH,6S").replace("2C,", "4C,")
    assert "waits" not in why("big-two", last, "pass", "KS")
    assert why("big-two", last, "pass", "KS")["keeps_control"].facts["could"].text == "KS"


def test_the_height_of_a_bid_is_a_reason() -> None:
    for said, other, what in (("1", "3", "bids_low"), ("3", "1", "bids_high"), ("1", "pass", "takes_lead")):
        game = load("dou-dizhu")
        hand = "3 4 5 5 6 6 8 T T Q K K K A A 2 2"
        record, seat = next(filter(None, (holding(game, hand, "", n) for n in range(60))))
        found = {r.what: r for r in reasons(record, seat, Move(said), Move(other), Random(1), 20_000)}
        assert what in found
        if what == "bids_low":
            assert len(found[what].facts["higher"]) == 2, "no joker"
            assert {c.text for c in found[what].facts["loose"]} >= {"3", "4", "8"}


def test_what_is_said_to_be_beaten_by_nothing_is_beaten_by_no_true_hand() -> None:
    """Also what is dropped before deals are sampled leaves a move, and one of the legal ones."""
    seen = 0
    for name in ("big-two", "dou-dizhu"):
        for record, seat, moves in moments(name, 60):
            state, phase = record.state, record.game.due(record.state)
            view = phase.see(state, seat)
            policy: Any = policy_of(record.game).of(phase)
            kept = policy.undominated(state, seat, view, moves, record.game.allies(state, seat))
            assert kept and set(kept) <= set(moves)
            sure = policy.certain(state, seat, view)
            if sure is None:
                continue
            foes = [who for who in state.seats if who not in record.game.allies(state, seat)]
            for move in moves:
                if isinstance(move, Combo) and move.cards and len(move.cards) < 5 and sure.sure(move):
                    seen += 1
                    for foe in foes:
                        replies = policy.replies(view, record.game.held(state, foe), move)
                        assert not any(m.cards for m in replies), f"{move} is beaten by {foe}"
    assert seen > 5


def test_why_a_card_is_played_and_not_kept() -> None:
    rest = "hand.P2=2C,3D,4D,6D,QH,QS hand.P3=9C,9S,QD,JC,JH hand.P4=AH,2S,5D,6C,4C leader=P4"
    low = f"hand.P1=7D,8H,8S,TS,KS {rest} plays=P4:5C,P2:-,P3:-"
    stage = low.replace("plays=P4:5C,P2:-,P3:-", "plays=P4:9D")
    found = why("big-two", stage, "TS", "pass")["fits_now"]
    assert found.facts["weak"] and found.facts["then"] == found.facts["now"] - 1
    assert "fits_now" not in why("big-two", stage, "KS", "pass"), "a card that three beat is not called weak"
    assert "hurries" not in why("big-two", stage, "KS", "pass")
    near = stage.replace("QD,JC,JH", "QD")
    assert why("big-two", near, "KS", "pass")["hurries"].facts["who"] == "P3"
    assert "takes_over_lead" not in why("big-two", stage, "TS", "pass")
    last = stage.replace("leader=P4 plays=P4:9D", "leader=P2 plays=P2:9D,P3:-,P4:-").replace("QH,QS", "QH,QS,3C")
    assert why("big-two", last, "TS", "pass")["takes_over_lead"].facts["who"] == "P2"


def test_the_worst_card_may_go_last() -> None:
    rest = "hand.P2=4D,4C,8C,TD,TC hand.P3=7C,5D,JD,JC,AS hand.P4=QS,KS,8S,9C,2D leader=P1"
    found = why("big-two", f"hand.P1=3C,6D,9D,QD,QC,KD {rest}", "6D", "3C")
    assert found["worst_last"].facts["below"] == 0
    two = why("big-two", f"hand.P1=3C,4D,9D,QD,QC,KD {rest.replace('4D,4C', '8D,4C')}", "9D", "3C")
    assert "worst_last" not in two, "the four beats hardly anything either"


def test_what_is_hardly_beaten_is_told_with_the_play_that_is_left() -> None:
    stage = "hand.P1=4,9,9,9,X2 hand.P2=T,T,J,J,Q,K,X1,A hand.P3=Q,K,A,A,7,8,8 leader=P1 landlord=P1 bid=2"
    assert why("dou-dizhu", stage, "4+9+9+9", "X2")["unanswered"].facts["last"].text == "X2"
    more = why("dou-dizhu", stage.replace("X2 hand", "X2,5 hand"), "4+9+9+9", "X2")
    assert more["unanswered"].facts["last"] is None


def test_the_last_card_goes_out() -> None:
    stage = "hand.P1=KS hand.P2=4C,5C hand.P3=6C,7C hand.P4=8C,9C leader=P4 plays=P4:TD"
    assert "last_cards" in why("big-two", stage, "KS", "pass")


def test_advice_does_not_pass_where_the_next_lead_ends_the_hand() -> None:
    record = history.staged(load("big-two"), f"hand.P1=3S,5S,AD,AC,2D {ONE_LEFT}")
    advice = Adviser(record.game, 1).advise(record, "P1", Random(1), Budget(playouts=10, work=20_000))
    assert advice.move.text == "2D"


def said(game: str, stage: str, move: str, other: str, what: str) -> str:
    """What a reason says for a move and not for another."""
    return unmarked(motive(load(game), why(game, stage, move, other)[what]))


def test_of_two_leads_of_a_kind_it_is_told_why_the_lower_goes_first() -> None:
    rest = "hand.P2=3,3,4,4,T,9,9,8,2,Q hand.P3=5,6,6,7,7,T,K,X1,X2,2 leader=P1 landlord=P1 bid=2"
    assert said("dou-dizhu", f"hand.P1=J,Q,A,A {rest}", "J", "Q", "leads_lowest") == (
        "J before Q: Q is the more likely to take the lead later."
    )
    pair = "hand.P2=T,T,J,Q,Q,A,A,X1,3 hand.P3=J,4,3,4,7,8,8 leader=P1 landlord=P1 bid=2"
    stage = f"hand.P1=5,6,K,K,2,2,9,9 {pair}"
    assert said("dou-dizhu", stage, "9+9", "K+K", "back_in").startswith("Of its kind 9+9 is your lowest")


def test_a_pass_tells_what_it_costs() -> None:
    rest = "hand.P2=2C,3D,4D hand.P3=9C,9S,QD,7C,7S hand.P4=AH,2S,5D,6D,6S"
    stage = f"hand.P1=7D,8H,JS,KS {rest} leader=P2 plays=P2:KC,P3:-,P4:-"
    assert said("big-two", stage, "pass", "KS", "waits").endswith("The price: P2 leads again, with 3 cards left.")
    early = stage.replace("leader=P2 plays=P2:KC,P3:-,P4:-", "leader=P4 plays=P4:KC")
    assert "price" not in said("big-two", early, "pass", "KS", "waits")


def test_what_is_broken_up_is_told_with_what_it_spares() -> None:
    rest = "hand.P2=2C,3D,4D,TD,TC hand.P3=AD,AS,QD,7C,7S hand.P4=AH,2S,5D,6D,6S leader=P4 plays=P4:8C"
    stage = f"hand.P1=3H,9D,9C,QC,KD {rest}"
    assert said("big-two", stage, "9D", "QC", "lowest_beat").startswith("Rather break up 9D+9C than spend QC.")
    whole = stage.replace("9D,9C", "9D,5C")
    assert "break up" not in said("big-two", whole, "9D", "QC", "lowest_beat")
    sure = stage.replace("9D,9C", "9D,5C,2D").replace("2C,", "").replace("2S,", "")
    assert said("big-two", sure, "9D", "QC", "lowest_beat").startswith("Keep QC to take the lead")
    pair = stage.replace("9D,9C", "9D,9C,2D").replace("2C,", "").replace("2S,", "")
    text = said("big-two", pair, "9D", "QC", "lowest_beat")
    assert text.startswith("You can afford to break up 9D+9C: 2D stays behind to take the lead.")
    run = stage.replace("9D,9C,QC,KD", "9D,TH,JC,QC,KD")
    assert said("big-two", run, "9D", "QC", "lowest_beat").startswith(
        "Either breaks up 9D+TH+JC+QC+KD: spend the lower"
    )


def test_what_takes_the_lead_later_is_of_the_kind_that_is_beaten() -> None:
    rest = "hand.P2=4,4,6,9,J,Q,2,2,2 hand.P3=3,7,9,Q,K,K,X1,X2 landlord=P3 bid=3 leader=P3 plays=P3:3+3+7+7+7"
    hand = "hand.P1=3,4,5,5,6,8,8,8,T,T,J,J,Q,K,A,A,A"
    text = said("dou-dizhu", f"{hand} {rest}", "5+5+8+8+8", "5+5+A+A+A", "lowest_beat")
    assert "stays behind" not in text, "a straight is no answer to trips"


def test_the_lowest_that_beats_is_not_called_the_lowest_outside_combinations() -> None:
    rest = "hand.P2=4,5,8,A,A,A hand.P3=3,7,7,7,9,Q,K,K,X1,X2 landlord=P3 bid=3 leader=P3 plays=P3:9"
    text = said("dou-dizhu", f"hand.P1=3,4,6,T,T,J,J,K,2,2 {rest}", "K", "T", "breaks_nothing")
    assert text.startswith("K is the lowest that beats 9 without breaking anything up.")


def test_a_pass_that_keeps_cards_together_tells_what_it_spares() -> None:
    rest = "hand.P2=2C,3D,4D,TD,TC hand.P3=AD,AS,JD,7C,7S hand.P4=AH,2S,5D,6D,6S leader=P4 plays=P4:8C"
    text = said("big-two", f"hand.P1=9D,TH,JC,QC,KD {rest}", "pass", "9D", "keeps_together")
    assert text == "9D would leave you 4 plays instead of 1."


def test_a_partner_with_one_card_is_led_to() -> None:
    rest = "hand.P2=9 hand.P3=3,4,K,A landlord=P3 bid=3 leader=P3 plays=P3:Q"
    found = said("dou-dizhu", f"hand.P1=4,5,7,J,2 {rest}", "2", "pass", "no_answer")
    assert found == "That takes the lead, and then you can lead low for P2, who has one card left."


def test_a_card_that_one_other_beats_may_take_the_lead() -> None:
    rest = "hand.P1=3,3,4,4,5,5,7,9,K,K,2 hand.P3=9,8,8,6,A,A,X1 landlord=P2 bid=2 leader=P1 plays=P1:2"
    stage = f"hand.P2=T,J,2,2,2,X2 {rest}".replace(",K,2 hand.P3", ",K hand.P3")
    assert "may_hold" not in why("dou-dizhu", stage, "X2", "pass"), "one of the two against it has the other joker"
    assert said("dou-dizhu", stage, "X2", "pass", "costs_high") == (
        "To beat X2, somebody has to spend X1. And it breaks up nothing."
    )
    rest = "hand.P1=3,3,4,4,5,5,7,9,K,K,X1,6 hand.P2=9,8,8,8,7 landlord=P2 bid=2 leader=P1 plays=P1:9,P2:2"
    own = f"hand.P3=T,J,2,2,2,X2 {rest}"
    assert said("dou-dizhu", own, "X2", "pass", "may_hold").endswith("If it holds, only T+2+2+2 and J are left.")
    sure = stage.replace("A,A,X1", "A,A")
    assert "may_hold" not in why("dou-dizhu", sure, "X2", "pass")


def test_a_bomb_that_goes_along_is_named() -> None:
    rest = "hand.P1=3,3,4,4,7,J,Q,A,A hand.P3=8,8,Q,Q,A,X1 landlord=P2 bid=2 leader=P2"
    stage = f"hand.P2=4,5,5,6,6,8,9,9,9,9,T,J,K,K,K,A,2,2,2,X2 {rest}"
    assert said("dou-dizhu", stage, "5+5+6+6+9+9+9+9", "4", "fewer_plays").startswith("It spends 9+9+9+9, but saves")


def test_high_cards_are_kept_to_get_back_in() -> None:
    rest = "hand.P2=3D,3C,4D,JC,JD,KS,2S,AC hand.P3=AH,2D,5D,6D,7C,AS,QH hand.P4=QD,QS,6S,TD,9C,KD,5C leader=P1"
    stage = f"hand.P1=4H,7D,8H,9D,TH,KC,AD,2C {rest}"
    assert said("big-two", stage, "8H", "KC", "keeps_high") == (
        "Keep KC, AD and 2C to get back in: 4 low plays will still be left."
    )
    assert "keeps_high" not in why("big-two", stage, "KC", "8H")


def test_the_harder_of_two_loose_cards() -> None:
    rest = "hand.P2=3,4,4,7,7,7,J,Q,K,A,A,X2 hand.P3=3,3,5,5,9,9,8,8,K,Q,A,X1 landlord=P1 bid=1 leader=P3 plays=P3:4"
    stage = f"hand.P1=3,6,8,9,T,T,J,Q,Q,K,A,2,2,2 {rest}"
    assert said("dou-dizhu", stage, "Q", "6", "harder") == "Q is harder to beat than 6, and breaks up nothing either."
    assert "harder" not in why("dou-dizhu", stage, "T", "6"), "neither will take the lead"
    assert "harder" not in why("dou-dizhu", stage, "6", "T")


def test_who_can_go_out_goes_out() -> None:
    rest = "hand.P2=3D,4C hand.P3=5C,7H,8D hand.P4=6D,6S leader=P1"
    assert worth_it("big-two", f"hand.P1=TD,TC {rest}") == {"TD+TC"}


def test_a_card_is_loose_where_another_of_its_rank_goes_in_a_flush() -> None:
    rest = "hand.P2=3S,4S,5D,5C,8C,8H,TC,JC,KC,AD,AH hand.P3=3H,4H,5H,7C,9D,9C,JD,QC,KH,AC,2D"
    hand = "hand.P1=3C,4C,6H,6S,8D,9S,TS,QD,QS,KD,2H,2S"
    stage = f"{hand} {rest} hand.P4=3D,5S,7D,7S,8S,9H,TH,JH,QH,KS leader=P4 plays=P4:JS"
    facts = why("big-two", stage, "QD", "pass")["fits_now"].facts
    assert facts["twin"].text == "QS" and facts["long"].text == "6S+9S+TS+QS+2S"
    text = said("big-two", stage, "QD", "pass", "fits_now")
    assert text == "QD is loose: QS goes in 6S+9S+TS+QS+2S. Let it go while it fits."


def test_of_an_ace_it_is_told_that_only_twos_beat_it() -> None:
    rest = "hand.P2=2C,3D,4D,6D,QH,QS,8D hand.P3=9C,9S,QD,JC,JH,2D,2H hand.P4=KH,2S,5D,6C,4C,KD,8C leader=P4"
    stage = f"hand.P1=7D,8H,8S,AH,AS {rest} plays=P4:KC"
    facts = why("big-two", stage, "AH", "pass")
    assert any({c.text for c in one.facts.get("above") or ()} == {"2D", "2C", "2H", "2S"} for one in facts.values())


def test_an_ace_is_not_called_weak() -> None:
    rest = "hand.P2=2C,3D,4D,6D,QH,QS,8D hand.P3=9C,9S,QD,JC,JH,2D,2H hand.P4=AH,2S,5D,6C,4C,AS,8C leader=P4"
    stage = f"hand.P1=7D,8H,8S,TS,AC {rest} plays=P4:KC"
    assert not why("big-two", stage, "AC", "pass")["fits_now"].facts["weak"]


OPENING = "hand.P2=3H,4C,4S,6D,7C,9C,9H,9S,QC,KD,KH,AH,2S hand.P3=3S,5D,5S,6S,7D,7H,9D,QD,QH,KS,AC,AS,2D"
OPENING += " hand.P4=4D,4H,5C,5H,6C,6H,7S,8D,8H,JC,KC,AD,2C phase=opening"


def test_what_the_other_choice_breaks_up_is_named() -> None:
    rest = "hand.P2=KC,AD,AH,2D,2C,9C,8D hand.P3=3D,3C,QC,QD,JC,AC,AS hand.P4=4H,KD,KH,QH,9S,9H leader=P4 plays=P4:4S"
    stage = f"hand.P1=3H,4D,5D,5S,7C,7H,9D,TD,TC,JD,JH,KS,2S {rest}"
    found = why("big-two", stage, "9D", "5D")["keeps_whole"]
    assert found.facts["whole"].text == "5D+5S" and found.facts["saves"] == 1
    assert unmarked(certain(load("big-two"), found)) == "5D would break up 5D+5S."
    held = f"hand.P1=3D,3C,8C,8S,TD,TC,TH,TS,JD,JH,JS,QS,2H {OPENING}"
    assert why("big-two", held, "3D", "3D+3C+JD+JH+JS")["keeps_to_answer"].facts["whole"].text == "8C+8S+JD+JH+JS"
    one = "hand.P2=3,6,6,7,7,8,9,9,9,J hand.P3=4,4,5,5,Q,Q,K,K,2,X1,X2 landlord=P3 bid=1 leader=P1"
    along = said("dou-dizhu", f"hand.P1=3,3,3,4,5,T,K,A,A,2 {one}", "5", "4", "keeps_whole")
    assert along == "Keep 4 to go along in 3+3+3+4, where it need not beat anything."
    assert "keeps_whole" not in why("dou-dizhu", f"hand.P1=3,3,3,4,5,T,K,A,A,2 {one}", "4", "5")


def test_a_lower_choice_that_breaks_something_up_is_named_with_it() -> None:
    rest = "hand.P2=TD,TS,QH,QS,3H hand.P3=TC,TH,4D,4C,4H hand.P4=7C,7H,AD,KD leader=P4 plays=P4:3D+3C"
    found = why("big-two", f"hand.P1=5D,5H,6C,7S,8D,8C,8S,9S,JH {rest}", "8D+8C", "5D+5H")["breaks_nothing"]
    assert found.facts["apart"].text == "5D+6C+7S+8S+9S"
    text = unmarked(motive(load("big-two"), found))
    assert text.startswith("8D+8C costs you no more plays, and 5D+6C+7S+8S+9S stays together.")


def test_of_two_last_plays_the_lower_goes_first() -> None:
    rest = "hand.P2=3,9,9,J hand.P3=7,8,8,Q,X1,X2 landlord=P3 bid=1 leader=P1"
    found = why("dou-dizhu", f"hand.P1=4,2 {rest}", "4", "2")["goes_out_on"]
    assert {c.text for c in found.facts["above"]} == {"X1", "X2"} and found.facts["last"].text == "2"
    assert "goes_out_on" not in why("dou-dizhu", f"hand.P1=4,2 {rest}", "2", "4")


def test_a_partner_is_overtaken_for_what_goes_on() -> None:
    rest = "hand.P2=3,4,5,9,9 hand.P3=7,8,8,Q,X1,X2 landlord=P3 bid=1 leader=P2 plays=P2:A,P3:-"
    found = why("dou-dizhu", f"hand.P1=4,9,T,J,Q,K,A,2,2 {rest}", "2", "pass")["overtakes"]
    assert [p.text for p in found.facts["firm"]] == ["9+T+J+Q+K+A"]
    long = rest.replace("plays=P2:A", "plays=P2:4+5+6+7+8")
    firm = why("dou-dizhu", f"hand.P1=4,4,6,9,T,J,Q,K,7,7,3,3 {long}", "9+T+J+Q+K", "pass")
    assert "no_answer" in firm and "overtakes" not in firm, "the same is not told twice"
    long = long.replace("P3=7,8,8,Q,X1,X2", "P3=T,J,Q,K,A,X2")
    run = why("dou-dizhu", f"hand.P1=4,4,6,9,T,J,Q,K,7,7,3,3 {long}", "9+T+J+Q+K", "pass")["overtakes"]
    assert not run.facts["firm"] and "five cards" in motive(load("dou-dizhu"), run)
    assert "overtakes" not in why("dou-dizhu", f"hand.P1=4,4,5,5,9,J,K,6,7 {rest.replace('P2:A', 'P2:8')}", "9", "pass")


def test_what_it_takes_to_beat_a_play_is_told() -> None:
    rest = "hand.P2=6H,6S,KD,KH,4S,5H,AH hand.P3=4H,5C,6D,7D,8D,TC,KS,AC hand.P4=3S,6C,7S,KC,QD leader=P4"
    stage = f"hand.P1=3C,5S,TD,TH,8C,8S,JD,JH,JS,QC,2H {rest} plays=P4:4C+4D+9C+9H+9S"
    found = why("big-two", stage, "8C+8S+JD+JH+JS", "pass")["unanswered"]
    assert found.facts["higher"] and found.facts["least"] == "quads"
    assert "a higher one, four of a kind with a fifth card or better" in motive(load("big-two"), found)
    pair = "hand.P2=3S,4D,5D,5H,6C hand.P3=AD,AS,9D hand.P4=9C,9S,QD,7C,7S leader=P4 plays=P4:KD+KS"
    aces = why("big-two", f"hand.P1=3D,8D,8S,TH,TS,AC,AH {pair}", "AC+AH", "pass")
    assert [m.text for m in aces["hurries"].facts["above"]] == ["AD+AS"] and "unanswered" not in aces


def test_of_two_low_cards_it_is_told_what_the_higher_is_kept_for() -> None:
    rest = "hand.P2=5,8,8,T,T,Q,Q,A,A hand.P3=3,3,5,7,J,K,K,2,2 landlord=P3 bid=1 leader=P3 plays=P3:4"
    stage = f"hand.P1=4,4,6,7,7,9,J,J,K {rest}"
    assert said("dou-dizhu", stage, "6", "9", "lowest_beat").startswith("Keep 9: it can still go on cards that 6")
    high = stage.replace("K hand.P2", "2 hand.P2").replace("K,K,2,2", "K,K,X1,2")
    assert said("dou-dizhu", high, "6", "2", "lowest_beat").startswith("Keep 2 to take the lead: only X1")


def test_as_many_plays_but_a_card_fewer() -> None:
    rest = "hand.P2=6H,6S,KD,KH,4C,5H hand.P3=4S,5C,6D,7D,8S,TH hand.P4=3S,6C,7S,KC,QD leader=P4 plays=P4:9C"
    found = why("big-two", f"hand.P1=3H,4D,7C,7H,TD,TC,JD,JH {rest}", "TD", "pass")["few_chances"]
    assert found.facts["who"] == "P4" and found.facts["n"] == 5
    assert "few_chances" not in why("big-two", f"hand.P1=3H,4D,7C,7H,TD,JD,JH {rest}", "TD", "pass")


def test_who_may_go_out_is_not_blocked_by_the_lower_of_two_cards() -> None:
    rest = "hand.P2=4H,TD,9S,9C,8D,KS hand.P3=QC hand.P4=6D,AD leader=P1"
    assert "blocks" not in why("big-two", f"hand.P1=3S,4D {rest}", "3S", "4D")
    assert "blocks" in why("big-two", f"hand.P1=3S,TS {rest}", "TS", "3S")


def test_the_only_high_card_waits_for_the_one_above_it() -> None:
    rest = "hand.P2=2S,6D,7D hand.P3=9C,9S,QD,QC,AS hand.P4=4S,5D,AC leader=P4 plays=P4:AD"
    found = why("big-two", f"hand.P1=3C,8C,8S,TD,TC,TH,TS,JD,JH,JS,QS,2H {rest}", "pass", "2H")
    assert [c.text for c in found["waits"].facts["above"]] == ["2S"] and "spends_all" not in found


def test_a_higher_card_is_kept_out_of_a_flush() -> None:
    stage = f"hand.P1=3D,4C,5D,8C,9C,TD,TS,JD,JC,QD,QS,KD,AH {OPENING}".replace("hand.P2=3H,", "hand.P2=2H,")
    stage = stage.replace("4C,4S,6D,7C,9C", "4S,6D,7C,8S,9D").replace("QC,KD,KH,AH,2S", "QC,KC,KH,AC,2S")
    stage = stage.replace("5D,5S,6S,7D,7H,9D,QD,QH,KS,AC,AS,2D", "5C,5S,6S,7D,7H,8D,TC,QH,KS,AD,AS,2D")
    stage = stage.replace("4D,4H,5C,5H,6C,6H,7S,8D,8H,JC,KC,AD,2C", "4D,4H,3C,5H,6C,6H,7S,8H,TH,JH,JS,2C,3H")
    found = why("big-two", stage, "3D+5D+TD+JD+QD", "3D+5D+TD+JD+KD")["leads_lowest"]
    assert found.facts["kept"] and [c.text for c in found.facts["instead"]] == ["KD"]


def test_two_twos_without_a_joker_are_not_enough() -> None:
    game = load("dou-dizhu")
    hand = "4 4 5 6 7 8 9 9 T T J Q K K A 2 2"
    record, seat = next(filter(None, (holding(game, hand, "", n) for n in range(60))))
    found = {r.what: r for r in reasons(record, seat, Move("pass"), Move("1"), Random(1), 20_000)}
    assert "With neither X2 nor X1, and no bomb," in unmarked(motive(game, found["lacks_lead"]))


def test_a_low_bid_on_little_is_told_from_one_on_enough() -> None:
    game = load("dou-dizhu")
    for hand, what in (
        ("3 3 5 5 6 6 6 7 7 8 T J Q Q A A X2", "bids_little"),
        ("3 4 4 5 6 6 8 9 T T J Q K K A 2 2", "takes_lead"),
    ):
        record, seat = next(filter(None, (holding(game, hand, "", n) for n in range(60))))
        found = {r.what: r for r in reasons(record, seat, Move("1"), Move("pass"), Random(1), 20_000)}
        assert what in found and found[what].facts.get("cheap", True)
        assert {"bids_little", "takes_lead"} & found.keys() == {what}
    assert [c.text for c in found["takes_lead"].facts["long"]] == ["8", "9", "T", "J", "Q", "K", "A"]


def test_a_long_play_that_nothing_beats_may_wait() -> None:
    rest = "hand.P2=3,4,5,9,9,2 hand.P3=7,8,8,Q,X1,X2 landlord=P1 bid=1 leader=P1"
    found = why("dou-dizhu", f"hand.P1=3,4,4,6,6,7,8,9,T,J,Q,K,A,A,J,K {rest}", "3", "6+7+8+9+T+J+Q")
    assert found["long_waits"].facts["trumps"] == ("rocket",)
    beaten = rest.replace("9,9,2", "9,9,T,J,2")
    assert "long_waits" not in why("dou-dizhu", f"hand.P1=4,6,5,6,7,8,9,A,A,J {beaten}", "4", "5+6+7+8+9")


def test_of_two_plays_of_a_kind_it_is_told_what_the_higher_one_does() -> None:
    rest = "hand.P2=3,5,5,6,8,8,T,T,K,A hand.P3=3,6,5,7,J,J,K,A,2 landlord=P3 bid=1 leader=P1"
    stage = f"hand.P1=3,4,7,9,9,T,Q,Q,2,2 {rest}"
    assert "P3 gets rid of fewer low cards on 7 than on 4" in said("dou-dizhu", stage, "7", "4", "lets_less")
    answer = stage.replace("landlord=P3", "landlord=P2").replace("leader=P1", "leader=P2 plays=P2:3,P3:-")
    assert said("dou-dizhu", answer, "7", "T", "kept_higher").startswith("Keep T: it can still go on cards")


def test_high_cards_are_not_spent_to_go_along() -> None:
    rest = "hand.P2=3,5,5,7,8,8,T,T,K,2,2 hand.P3=3,4,4,7,7,J,J,K,K,2,2 landlord=P3 bid=1 leader=P3 plays=P3:6+6+6+X2"
    found = why("dou-dizhu", f"hand.P1=3,5,6,8,8,9,9,T,J,Q,A,A,A,X1 {rest}", "pass", "A+A+A+X1")
    assert {c.text for c in found["spares_tops"].facts["tops"]} == {"A", "X1"}


def test_of_two_straights_that_differ_in_a_suit_it_is_told_whether_that_matters() -> None:
    rest = "hand.P2=4C,5S,6C,7C,8S,9C hand.P3=3D,3C,QC,QD,JC,AC hand.P4=4S,KD,KH,QH,9S,9H leader=P1"
    stage = f"hand.P1=4H,5D,5C,5H,6H,7D,8C,8H,TC,JD {rest}"
    assert "hardly_apart" in why("big-two", stage, "4H+5D+6H+7D+8H", "4H+5D+6H+7D+8C"), "only 8S would be the top"


def test_a_single_card_goes_first_while_others_take_the_lead_back() -> None:
    rest = "hand.P2=4,5,6,7,8,9,T,2,2 hand.P3=4,5,6,8,8,T,X1,Q,K,T landlord=P1 bid=1 leader=P1"
    found = why("dou-dizhu", f"hand.P1=3,3,4,5,6,7,J,J,Q,Q,K,A,A,A,X2,9 {rest}", "K", "3+4+5+6+7")
    assert not found["long_waits"].facts["firm"]
    assert "X2" in {p.text for p in found["long_waits"].facts["backs"]}


def test_the_lowest_cards_that_go_at_once_are_told_as_such() -> None:
    opening = "hand.P1=3D,4C,5H,6D,7D,8S,9D,9S,JC,JH,AD,AS,2S phase=opening "
    opening += "hand.P2=3H,4S,6C,7C,9C,9H,TD,QC,KD,KH,AH,2H,8C hand.P3=3S,5D,5S,6S,7H,TC,QD,QH,KS,AC,2D,8D,3C"
    opening += " hand.P4=4D,4H,5C,6H,7S,8H,TH,TS,JD,JS,KC,2C,QS"
    found = why("big-two", opening, "3D+4C+5H+6D+7D", "3D")["sheds"]
    assert unmarked(motive(load("big-two"), found)) == "3D+4C+5H+6D+7D rids you of your five lowest cards at once."


def test_what_is_no_higher_does_not_take_the_lead_back() -> None:
    """Two twos are out of sight, which beat the kings as well; own twos take the lead back only from aces."""
    rest = "hand.P2=3,5,5,6,8,8,T,T,A hand.P3=3,6,5,7,J,J,A,2,2 landlord=P3 bid=1 leader=P1"
    text = said("dou-dizhu", f"hand.P1=4,7,K,K,2,2 {rest}", "K+K", "4", "back_in")
    assert "If anything lower than 2+2 beats it, 2+2 takes the lead back" in text and "If it is beaten" not in text


def test_what_is_kept_together_is_told_with_what_it_may_do() -> None:
    rest = "hand.P2=2C,3D,4D,TD,TC hand.P3=2S,AH,JD,7C,7S hand.P4=KH,5D,5H,6D,6S leader=P4 plays=P4:QC"
    text = said("big-two", f"hand.P1=9D,TH,JC,2D,2H {rest}", "pass", "2D", "keeps_together")
    assert text.startswith("Keep 2D+2H to take the lead later: only 2C+2S would beat it."), text


def test_a_player_with_few_cards_cannot_answer_many() -> None:
    rest = "hand.P2=2C,3D hand.P3=AD,AH,JD,7C,7S hand.P4=KH,5D,5H,6D,6S leader=P1"
    found = said("big-two", f"hand.P1=4C,5S,6C,7H,8H,9D {rest}", "4C+5S+6C+7H+8H", "9D", "shuts_out")
    assert found == "With only two cards P2 cannot get in on 4C+5S+6C+7H+8H."


def test_a_pass_that_keeps_much_together_is_told_though_somebody_is_nearly_out() -> None:
    rest = "hand.P2=2C,3D,4D,TD,TC,4C hand.P3=2S,AH,JD,QC,7C hand.P4=KH,5C,6D leader=P4 plays=P4:7D+7S"
    text = said("big-two", f"hand.P1=3S,5D,5S,6H,6S,7H,8H,8S,9S,TS,2H {rest}", "pass", "8H+8S", "keeps_together")
    assert text.startswith("8H+8S would leave you")


def test_a_pair_that_hardly_anything_beats_is_kept_to_take_the_lead_back() -> None:
    rest = "hand.P2=8C,8D,JD,KH,KS,9C hand.P3=5C,5D,5H,AS,9D,3S,3H,TC hand.P4=KD,TH,JC,JH,8H,8S leader=P1"
    stage = f"hand.P1=5S,6C,TD,JS,QD,QS {rest}"
    text = said("big-two", stage, "TD", "QD+QS", "keeps_high")
    assert text == "Keep QD+QS to get back in: 2 low plays will still be left."
    more = stage.replace("AS,9D", "AS,AC,AD")
    assert "keeps_high" not in why("big-two", more, "TD", "QD+QS"), "kings and aces beat them"


def test_who_has_too_few_cards_for_a_long_play_is_not_hampered_by_it() -> None:
    rest = (
        "hand.P2=3D,3H,3C hand.P3=5C,5D,5H,9D,TC,QC,QD hand.P4=KD,TH,JC,8H,8D,QH,9H leader=P4 plays=P4:6H+7C+8C+9S+TH"
    )
    stage = f"hand.P1=4C,4S,6D,7D,7S,8S,TD,JH,JS,KC,KS,AC,AS {rest.replace('KD,TH,', 'KD,2D,')}"
    assert "hampers" not in why("big-two", stage, "4S+7S+8S+JS+AS", "4S+7S+8S+JS+KS")
