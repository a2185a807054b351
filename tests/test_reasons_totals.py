"""Reasons in games where totals decide: who picks first, what a trick counts, what cannot be beaten."""

from __future__ import annotations

from random import Random

from tests.test_reasons import why
from tests.test_reasons_sheds import advised, said
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain
from tutor.teach.text.marks import unmarked

HANDS = "upcard=KD,3S round=3 leader={} hand.P1={} hand.P2=4H,5C,4D,8H,8C,7S hand.P3=6H,7C,5D,TH,TC,6S"
LAST = HANDS.format("P2", "{}")
STRANGE = load("strange")
PIPS = "23456789TJQKA"


def test_a_trick_given_away_is_picked_from_first() -> None:
    lead = HANDS.format("P1", "KH,KC,2H,2C,AD,QS")
    little = why("strange", lead, "2H+2C", "KH+KC")["leads_little"]
    assert "the lowest total picks first" in said(little, "strange")
    assert "no lead of yours counts less" in unmarked(certain(STRANGE, little))
    first = LAST.format("QH,KC,2H,2C,5S,6D")
    lost = why("strange", first, "2H+2C", "QH+KC", after="4H+5C 6H+7C")["loses_least"]
    assert said(lost, "strange") == "Keep QH and KC; you pick first, and 7C lies there to be taken."


def test_what_cannot_be_beaten_is_said_for_certain() -> None:
    """From round two on all hands are known: a trump pair that nobody reaches."""
    lead = HANDS.format("P1", "KH,KC,2H,2C,AD,AS")
    found = why("strange", lead, "AS+AD", "2H+2C")["no_reply"]
    assert "nobody can answer with cards that come to as much" in unmarked(certain(STRANGE, found))
    assert "no_reply" in why("strange", lead, "KH+KC", "2H+2C"), "all must follow, with lower cards"
    assert "no_reply" not in why("strange", lead, "KH+2C", "2H+2C"), "8H and 8C come to more"


TRUMPS = "upcard=KD,3S round=3 leader=P2 hand.P1={} hand.P2=AD,KD,{}C,8H,8C,7S hand.P3=5D,6D,7C,TH,TC,6S"


def test_who_can_but_lose_throws_the_lower_card_of_a_suit() -> None:
    """The second player is second to pick either way; JD is kept, whatever deals say."""
    after = "AD+KD 5D+6D"
    stage = TRUMPS.format("QD,JD,TD,TD,7D,AD", 4)
    assert advised("strange", stage, after) == "7D+TD"
    found = why("strange", stage, "7D+TD", "7D+JD", after=after)["loses_least"]
    assert "You cannot win it" in said(found, "strange") and [c.text for c in found.facts["kept"]] == ["JD"]


def test_the_higher_trump_is_picked() -> None:
    stage = TRUMPS.format("2D,TD,3H,5H,7C,AC", 4)
    record = "AD+KD 5D+6D TD+2D 6D"
    assert advised("strange", stage, record) == "KD", "and not a lower trump"
    assert "All that lie there are trumps" in said(
        why("strange", stage, "KD", "TD", after=record)["picks_most"], "strange"
    )


def test_a_draw_makes_the_next_trick_count_more() -> None:
    stage = "upcard=KD,3S round=3 leader=P2 hand.P1=7H,8H,KC,6C,5C,6D hand.P2=8C,7C,4D,8H,JC,7S"
    stage += " hand.P3=6H,7C,5D,TH,8C,6S"
    found = why("strange", stage, "6C+5C", "KC+5C", after="8C+7C 8C+7C")["draws_trick"]
    assert said(found, "strange") == "Nobody wins it, so the next trick counts two: keep KC for that."
    assert "draws_trick" not in why("strange", stage, "KC+5C", "6C+5C", after="8C+7C 8C+7C")


def test_the_same_cards_are_turned_so_that_they_come_to_less() -> None:
    """A spade and a diamond are led, and no spade is held: the higher diamond counts nothing on the spade."""
    stage = "upcard=KC,3H round=3 leader=P2 hand.P1=9D,JD,5D,4D,9H,5C hand.P2=3S,3D,4C,8H,8C,7S"
    assert advised("strange", stage + " hand.P3=6S,6D,7C,TH,TC,8D", "3S+3D 6S+6D")[-2:] == "4D"


def test_it_is_told_what_can_go_above_a_total() -> None:
    lead = "upcard=KC,3H round=1 hand.P1=AD,AD,2S,3S,2C,9S leader=P1"
    lead += " hand.P2=4H,5C,4D,8H,8C,7S hand.P3=6H,7C,5D,TH,TC,6S"
    top = why("strange", lead, "AD+AD", "3S+2S")["only_trumps"]
    assert "Only trumps can go above it" in said(top, "strange") and top.facts["most"] < 28
    assert not {"only_trumps", "needs_top", "no_reply"} & {*why("strange", lead, "3S+2S", "AD+AD")}


def test_an_answer_that_goes_above_is_told_with_who_may_still_beat_it() -> None:
    """P2 plays after P1, and comes to 35 with 8H AD, to 33 with 8H QD."""
    stage = HANDS.format("P3", "QH,9H,2S,4S,5S,JC").replace("4D,8H,8C", "AD,8H,QD")
    found = why("strange", stage, "QH+5S", "QH+JC", after="6H+5D")
    risk = "P2 plays after you, and can still equal it or go above it."
    assert said(found["higher_total"], "strange").endswith(risk)
    sure = why("strange", stage.replace("AD,8H,QD", "4D,8H,8C"), "QH+5S", "QH+JC", after="6H+5D")["higher_total"]
    assert "Nobody still to play can go above it" in said(sure, "strange")
    alone = why("strange", stage.replace("QD", "8C"), "QH+5S", "QH+JC", after="6H+5D")
    assert said(alone["makes_spend"], "strange").startswith("Go so high that P2 has to spend AD to win it.")


def test_in_hidden_hands_it_is_told_how_often_others_can_go_above() -> None:
    """Kings and a queen of two plain suits in round one: nearly everybody can follow. So is an answer told."""
    record = history.draw(history.start(STRANGE, 3, dealer="P3"), Random(4))
    trumps = {c.suit for c in record.state.upcard}
    plain = sorted((c for c in record.state.hand("P1") if c.suit not in trumps), key=lambda c: PIPS.index(c.rank))
    best = [*{c.suit: c for c in plain}.values()][:2]
    worst = [*{c.suit: c for c in reversed(plain)}.values()][:2]
    moves = {frozenset(m.cards): m for m in legal(STRANGE, record.state, "P1")}
    high, low = moves[frozenset(best)], moves[frozenset(worst)]
    found = {reason.what: reason for reason in reasons(record, "P1", high, low, Random(1))}
    told = found["harder_to_beat"]
    assert told.facts["own"] < told.facts["theirs"] and told.facts["follow"]
    assert said(told, "strange").endswith("Lead high while everybody can follow, so that no trump comes.")
    assert "harder_to_beat" not in {reason.what for reason in reasons(record, "P1", low, high, Random(1))}


def test_of_answers_that_come_to_the_same_the_one_without_the_highest_card_is_tried() -> None:
    """As the last player: 6D TD or 3D KD, both 42; those who lose pick first, and KD would be theirs."""
    stage = "upcard=5D,QS round=4 leader=P2 hand.P1=6D,TD,3D,KD hand.P2=2D,2D,4H,5H hand.P3=7D,8D,6H,7H"
    record = history.staged(STRANGE, stage)
    for text in ("2D+2D", "7D+8D"):
        record = history.play(record, record.state.turn[0], Move(text))
    phase = STRANGE.due(record.state)
    view = phase.see(record.state, "P1")
    tried = policy_of(STRANGE).of(phase).distinct_moves(record.state, "P1", view, legal(STRANGE, record.state, "P1"))
    at_42 = [m for m in tried if sum(map(view.pips.of, m.cards)) == 42]
    assert [{c.text for c in m.cards} for m in at_42] == [{"6D", "TD"}]


def test_a_trick_let_go_with_low_cards_is_told_by_what_they_save() -> None:
    """3H 2C are not the lowest, and P2, with as little, picks first; but KH KC, which win, are kept."""
    stage = LAST.format("KH,KC,3H,2C,2H,6D").replace("4H,5C,4D", "QH,QC,4D").replace("6H,7C,5D", "2H,3C,5D")
    found = why("strange", stage, "3H+2C", "KH+KC", after="QH+QC 2H+3C")["loses_least"]
    assert not found.facts["least"] and not found.facts["first"]
    assert said(found, "strange") == "Let this one go, and keep KH and KC."


def test_of_leads_to_hidden_hands_that_come_to_the_same_one_is_tried() -> None:
    record = history.draw(history.start(STRANGE, 3, dealer="P3"), Random(4))
    phase = STRANGE.due(record.state)
    view = phase.see(record.state, "P1")
    moves = legal(STRANGE, record.state, "P1")
    tried = policy_of(STRANGE).of(phase).distinct_moves(record.state, "P1", view, moves)
    sums = [(sum(map(view.pips.of, m.cards)), sum(map(view.is_trump, m.cards))) for m in tried]
    assert len(sums) == len(set(sums)) < len(moves)


def test_a_high_lead_is_not_called_given_away() -> None:
    """KH JC counts more than JC 8C, so that it is no way to be lowest."""
    stage = "upcard=5D,QS round=1 leader=P1 hand.P1=KH,JC,8C,KS,JS,TS,9S,7S,KD,JD,9D,6D hand.P2={} hand.P3={}"
    low, high = "2H,3H,4H,2C,3C,4C,5C,6C,7C,2S,3S,4S", "5H,6H,7H,8H,9H,TH,TC,9C,AC,QD,8D,7D"
    record = history.staged(STRANGE, stage.format(low, high))
    moves = {m.text: m for m in legal(STRANGE, record.state, "P1")}
    dear, cheap = moves["KH+JC"], moves["JC+8C"]
    assert "leads_little" not in {reason.what for reason in reasons(record, "P1", dear, cheap, Random(1))}
    assert "leads_little" in {reason.what for reason in reasons(record, "P1", cheap, dear, Random(1))}


def test_the_best_answer_is_made_of_two_cards() -> None:
    stage = (
        "upcard=KD,3S round=3 leader=P1 hand.P1=9H,8H,2H,2C,AD,QS hand.P2=TH,5C,4D,8C,QC,7S hand.P3=6H,7C,5D,9C,TC,6S"
    )
    state = history.staged(STRANGE, stage).state
    phase = STRANGE.due(state)
    policy, view = policy_of(STRANGE).of(phase), phase.see(state, "P1")
    lead = phase.read(view, "9H+8H").cards
    assert policy.best_reply(view, lead, state.hand("P2")) == 10 + 20, "TH, and 7S as a trump; TH only once"


def test_of_answers_that_count_the_same_it_is_told_that_they_do() -> None:
    stage = LAST.format("9H,8H,7C,6C,5S,6D").replace("8H,8C", "3H,8C")
    found = why("strange", stage, "9H+6C", "8H+7C", after="4H+5C 6H+7C")
    assert said(found["counts_same"], "strange") == "Either counts 15; what differs is only what you keep."


def test_a_high_card_is_not_shown_where_lower_ones_win_as_surely() -> None:
    """Who loses picks first, and would take the nine, though 9H 5C comes to less than 8H 7C."""
    stage = LAST.format("9H,8H,5C,7C,5S,6D").replace("8H,8C", "3H,8C")
    found = why("strange", stage, "8H+7C", "9H+5C", after="4H+5C 6H+7C")["keeps_single"]
    assert said(found, "strange").startswith("Save 9H")


def test_answers_that_count_the_same_are_told_for_what_both_do() -> None:
    stage = LAST.format("9H,8H,5C,6C,5S,6D").replace("8H,8C", "3H,8C")
    found = why("strange", stage, "8H+6C", "9H+5C", after="4H+5C 6H+7C")
    assert said(found["counts_same"], "strange") == "Either takes the trick as cheaply as you can."
    assert "wins_cheaply" not in found
    lead = why("strange", HANDS.format("P1", "2H,3H,2C,3C,AD,QS"), "2H+3C", "3H+2C")["counts_same"]
    assert said(lead, "strange") == "Either gives this lead away: the lowest total picks first."


def test_who_is_level_is_not_lowest() -> None:
    stage = HANDS.format("P3", "7H,QH,4C,9C,5S,JC").replace("6H,7C,5D,TH,TC,6S", "6H,5C,5D,TH,TC,6S")
    found = why("strange", stage, "7H+4C", "7H+9C", after="6H+5C")["cheapest_loss"]
    assert (
        said(found, "strange") == "Level with P3: if nobody goes above, nobody wins it, and the next trick counts two."
    )


def test_a_trick_that_cannot_be_won_is_told_so() -> None:
    stage = HANDS.format("P3", "2D,2D,2C,3C,5S,JC").replace("6H,7C,5D,TH,TC,6S", "AD,AC,5D,TH,TC,6S")
    found = why("strange", stage, "2D+2C", after="AD+AC")["cheapest_loss"]
    assert said(found, "strange").startswith("No cards you may play go above")


def test_a_trick_that_can_be_won_as_cheaply_is_not_drawn() -> None:
    stage = LAST.format("4H,5C,6C,QH,5S,6D").replace("4H,5C,4D,8H,8C", "6H,3C,4D,8H,8C").replace("6H,7C,5D", "5H,4C,5D")
    assert advised("strange", stage, "6H+3C 5H+4C") == "4H+6C"


def test_a_lead_that_hardly_anybody_can_follow_is_told_for_what_it_brings() -> None:
    lead = (
        "upcard=KD,3S round=3 leader=P1 hand.P1=8C,8C,9H,TH,JH,QH hand.P2={},4H,5H,8H,6H,7H hand.P3=AD,QD,5D,9D,7S,6S"
    )
    found = why("strange", lead.format("7C"), "8C+8C", "TH+9H")["only_trumps"]
    assert "you are lowest, and pick one of their trumps first" in said(found, "strange")
    more = why("strange", lead.format("7C").replace("4H,5H", "4C,6C"), "8C+8C", "TH+9H")["only_trumps"]
    assert said(more, "strange").endswith("may take these cards.")


def test_the_highest_card_is_not_led_for_those_who_lose_to_pick() -> None:
    stage = "upcard=2S,KH round=4 leader=P1 hand.P1=KH,AH,JH,KC hand.P2=KS,AS,AS,KD hand.P3=TH,AH,2S,AC"
    found = why("strange", stage, "AH+JH", "AH+KH")["keeps_top"]
    assert said(found, "strange").startswith("Keep KH: those who lose pick first")
    assert "keeps_top" not in why("strange", stage, "AH+KH", "AH+JH")


def test_a_high_card_is_thrown_to_pick_it_again() -> None:
    stage = "upcard=AS,8S round=2 leader=P2 hand.P1=AH,QH,KS,5C,2C,9S hand.P2=KH,AC,3D,4D,7S,8D"
    stage += " hand.P3=9H,7C,5D,6D,2S,3C"
    found = why("strange", stage, "AH+2C", "QH+5C", after="KH+AC 9H+7C")["picks_back"]
    assert said(found, "strange") == (
        "Throw AH: only one player picks before you, and of AC and AH one is left for you to take into the next round."
    )
    low = stage.replace("9H,7C", "9H,JC")
    first = why("strange", low, "AH+2C", "QH+5C", after="KH+AC 9H+JC")["picks_back"]
    assert said(first, "strange").startswith("You are lowest all the same, and pick first: throw AH"), "16 against 20"
    one = stage.replace("KH,AC", "KH,KC")
    assert "picks_back" not in why("strange", one, "AH+2C", "QH+5C", after="KH+KC 9H+7C"), "the other picks AH"


def test_a_lead_that_one_card_beats_forces_it_out() -> None:
    rest = "hand.P2=8S,TS,3S,2D hand.P3=5S,TS,3D,2C"
    found = why("strange", f"upcard=2S,8S round=4 leader=P1 hand.P1=KS,9S,2S,KH {rest}", "KS+9S", "9S+KH")[
        "makes_spend"
    ]
    assert [(who, c.text) for who, c in found.facts["spending"]] == [("P2", "8S")]
    assert "P2 has to spend" in said(found, "strange")
    rest = "hand.P2=QS,KH,9H,6H,KC,QC hand.P3=AS,AH,QH,QH,TC,4C"
    known = why("strange", f"upcard=6H,2C round=3 leader=P1 hand.P1=JS,JH,TH,3H,9C,2C {rest}", "JH+2C", "9C+2C")
    text = said(known["makes_spend"], "strange")
    assert "Without it P2 can only draw level. 9C+2C count 50: P2 could beat that without 6H." in text
    assert text.endswith("P3 can reach 50 at most."), "P3 comes out lower, and picks first"
    rest = "hand.P2=8S,TS,3S,2D hand.P3=5S,TS,3D,2C"
    two = rest.replace("8S,TS,3S,2D", "8S,AS,TS,QS")
    assert "makes_spend" not in why(
        "strange", f"upcard=2S,8S round=4 leader=P1 hand.P1=KS,2C,2S,KH {two}", "KS+2C", "2S+KH"
    )


def test_of_two_leads_without_trumps_the_higher_is_told_by_what_both_count() -> None:
    rest = "hand.P2=QH,TH,4H,3H,AD,AD,9D,AC,KC,QC,JC,9C,6C,4C hand.P3=KS,KS,JS,AH,QH,2H,2H,TD,AC,QC,JC,TC,9C,5C"
    stage = f"upcard=6H,2C round=2 leader=P1 hand.P1=AS,AS,KH,JH,9H,7H,6H,3H,JD,JD,9D,KC,7C,2C {rest}"
    found = why("strange", stage, "AS+JD", "JD+9D")["plain_higher"]
    assert said(found, "strange").startswith("AS+JD count 25 now, not only 20, and you keep your trumps")
    assert "plain_higher" not in why("strange", stage, "JD+9D", "AS+JD")
    assert "plain_higher" not in why("strange", stage, "AS+JD", "9H+3H")


def test_of_two_ways_round_the_one_ahead_in_more_slots() -> None:
    stage = "upcard=TS,QD round=5 leader=P3 hand.P1=QD,AD hand.P2=AS,AD hand.P3=KS,TS"
    found = why("strange", stage, "AD+QD", "QD+AD", after="KS+TS")["slots_ahead"]
    assert said(found, "strange") == "AD+QD is ahead in both, QD+AD in only one."
    assert "slots_ahead" not in why("strange", stage, "QD+AD", "AD+QD", after="KS+TS")


def test_a_lead_that_is_as_hard_to_beat_keeps_the_higher_card() -> None:
    stage = HANDS.format("P1", "2H,3H,2C,QC,JC,KH")
    found = why("strange", stage, "KH+JC", "KH+QC")["as_hard"]
    assert said(found, "strange").endswith("is enough, and you keep QC.")
    assert "as_hard" not in why("strange", stage, "KH+QC", "KH+JC")
    assert "as_hard" not in why("strange", stage, "3H+2H", "3H+2C"), "others go above either"


def test_high_cards_are_not_called_given_away_though_nothing_lower_can_be_led() -> None:
    stage = HANDS.format("P1", "AH,KH,AC,KC,AD,QS")
    assert "leads_little" not in why("strange", stage, "KH+KC", "AH+KC")
    low = why("strange", stage.replace("AH,KH,AC,KC", "AH,2H,AC,3C"), "2H+3C", "2H+AC")
    assert "leads_little" in low


def test_the_same_two_cards_are_told_for_what_each_is_ahead_of() -> None:
    """KC beats either card led, 8C neither."""
    stage = "upcard=9C,3S round=5 leader=P3 hand.P1=KC,8C hand.P2=AC,2D hand.P3=QC,JC"
    found = why("strange", stage, "KC+8C", "8C+KC", after="QC+JC")
    assert "one of the two cards is ahead" in said(found["turned_alike"], "strange") and "counts_same" not in found
