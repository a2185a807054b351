"""What a stranger sees in drills: positions that can be, everything that decides, and no two answers that fit."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.tables import LONG, share
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import after
from tutor.kernel.working import DEALS, Standing
from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.moments import at
from tutor.teach.drills.question_maker import which_clause, winner_asked
from tutor.teach.fairness.drill_questions import described
from tutor.teach.questions import Legal, MakeMove, ValueQuestion, WhichClause
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.text.doc import Item, Para, TableDrawing
from tutor.teach.text.marks import NO_BREAK, unmarked
from tutor.teach.text.phrases import phrase
from tutor.teach.text.tabletop import MiddleCards
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import heaps as in_a_row

made_once = cache(make)


def made(name: str, clause: str, seeds: int = 6) -> list[Drill]:
    """Drills of a clause."""
    out = []
    for seed in range(seeds):
        try:
            out.append(made_once(load(name), clause, seed))
        except NoDrill:
            break
    return out


def shown(drill: Drill) -> str:
    """What is told before the question, where that is no table."""
    return " ".join(unmarked(b.text) for b in described(drill.moment, drill.question) if isinstance(b, Para))


@pytest.mark.parametrize("name", names())
def test_where_the_length_of_a_game_decides_the_number_of_the_hand_is_told(name: str) -> None:
    ends = dict.fromkeys(e.clause for e in rulebook(name).drills if e.of == "outcome.game")
    for drill in (one for clause in ends for one in made(name, clause, 3 + LONG)):
        working = drill.question.working if isinstance(drill.question, ValueQuestion) else None
        steps = working.steps if isinstance(working, Standing) else ()
        for step in steps:
            if step.name == DEALS and step.facts["of"] > 1 and step.facts["n"] < step.facts["of"]:
                assert re.search(rf"\b{step.facts['n']}\b", shown(drill)), shown(drill)


@pytest.mark.parametrize("name", share(names(), 2))
def test_only_one_of_the_rules_to_choose_from_refuses_the_move(name: str) -> None:
    for clause in rulebook(name).clauses.values():
        for drill in [] if clause.drill else made(name, clause.id, 2):
            question = drill.question
            if not isinstance(question, WhichClause) or question.ruling.legal or question.ruling.move is None:
                continue
            found, move = question.found, question.ruling.move
            assert move in found.phase.candidates(found.view), question.prompt
            others = [step for step in found.found.steps if step.duty.clause in question.options]
            at_fault = [s for s in others if s.standing.name == "MET" and not s.duty.filter_moves(found.view, [move])]
            assert {step.duty.clause for step in at_fault} <= {question.clause}, question.prompt


def test_rules_to_choose_from_are_sentences() -> None:
    drill = next(d for d in made("tute", "tute.play.head", 9) if isinstance(d.question, WhichClause))
    for line in drill.question.prompt.splitlines()[1:]:
        assert re.fullmatch(r"\d\. [A-Z].*\.", line.lstrip())


def shown_text(drill: Drill) -> str:
    """The words that stand with the question of a drill, above the table too."""
    blocks = described(drill.moment, drill.question)
    lines = [line.text for one in blocks if isinstance(one, TableDrawing) for line in one.table.facts]
    return unmarked(" ".join([*lines, *(one.text for one in blocks if isinstance(one, Para))]))


@pytest.mark.parametrize("clause", ["deal.next-dealer-lost", "score.play-on-free", "score.first-seven", "end.draw"])
def test_hands_in_a_row_are_told_where_a_seventh_would_count(clause: str) -> None:
    told = [shown_text(drill) for drill in made("court-piece", f"court-piece.{clause}", 8)]
    assert told
    assert all("in a row" in text or "had won the hand before" in text for text in told), told


def test_hands_in_a_row_are_not_told_where_only_the_hand_counts() -> None:
    told = [shown_text(drill) for drill in made("court-piece", "court-piece.score.hand-winner", 8)]
    assert told
    assert not any("row" in text for text in told)


def test_a_house_rule_that_forbids_a_card_is_the_rule_to_choose() -> None:
    game = load("botifarra")
    here = at(game, "cannot_head=lowest trump=- dealer=P2 leader=P4 trick=3S,5S,9S hand=AS,JS,AC,AD,KD")
    asked = which_clause(game, here.judged(), "AS")
    assert asked.clause == "botifarra.play.cannot-head"
    assert asked.stated(asked.clause) == "Whoever cannot beat an opponent's card must play the lowest card of a suit."
    free = at(game, "trump=- dealer=P2 leader=P4 trick=3S,5S,9S hand=AS,JS,AC,AD,KD")
    assert "any card" in which_clause(game, free.judged(), "AC").stated(asked.clause)


def test_a_drawn_first_trick_of_truc_is_told_where_it_decides() -> None:
    drills = [d for d in made("truc", "truc.stop", 12) if d.moment.phase and d.moment.view.tricks == ("draw",)]
    assert drills
    for drill in drills:
        assert "trick 1 drawn" in shown_text(drill), drill.moment.position


def test_before_a_trick_of_truc_is_won_whoever_sits_after_the_dealer_leads() -> None:
    for clause in ("truc.stop", "truc.hand.win", "truc.hand.tie", "truc.hand.next"):
        for drill in made("truc", clause, 8):
            view = drill.moment.view
            if set(view.tricks) <= {"draw"}:
                assert view.leader == after(view.seats, view.dealer), drill.moment.position


def test_cards_of_spinado_that_were_played_stand_by_suits_beside_what_stopped_them() -> None:
    game = load("spinado")
    here = at(game, "dealer=P1 played=P2:3H,P2:AD,P2:9D dead=TD run=P2:JD,P2:QD hand=KD,4H,5S,7S")
    table = tabletop(game, here.seat, phase=here.phase, view=here.view)
    heaps = {group.name: [[card.text for card in heap] for heap in group.heaps] for group in table.middle}
    assert heaps["played"] == [["3H"], ["AD", "9D"]] and heaps["dead"] == [["TD"]]


def test_runs_of_spinado_begin_where_the_dealer_says() -> None:
    for clause in ("spinado.play.restart", "spinado.spin.effect", "spinado.spin.use"):
        for drill in made("spinado", clause, 8):
            view = drill.moment.view
            if view.run and not view.played:
                assert view.run[0][0] == after(view.seats, view.dealer), drill.moment.position


def test_the_line_on_cards_left_does_not_deny_what_the_spinado_costs() -> None:
    for drill in made("spinado", "spinado.end.spin-penalty", 8):
        assert not re.search(r"[Nn]obody pays for cards left(?!, except)", shown(drill))


def test_naming_the_suit_turned_up_is_accepting_it() -> None:
    here = at(load("jo-jotte"), "phase=auction upcard=QS")
    assert here.phase is not None
    assert here.judged("S").asked[0].legal
    assert "S" not in {move.text for move in here.phase.candidates(here.view)}


def test_what_super_trumps_count_stays_where_they_are_played() -> None:
    game = load("strange")
    here = at(game, "upcard=AH,3S round=4 leader=P2 trick=AH+AC,AS+AS,3S+KS")
    drill = Drill(game, "strange.win", 0, *winner_asked(here))
    table = next(b.table for b in described(drill.moment, drill.question) if isinstance(b, TableDrawing))
    assert any("29" in line.text and "28" in line.text for line in table.facts)


# -- reasons -------------------------------------------------------------------------------------------


def explained(name: str, clause: str, seeds: int = 6) -> list[str]:
    """The answers to drills of a clause, with their reasons."""
    out = []
    for drill in made(name, clause, seeds):
        blocks = drill.question.solution()
        out.append(" ".join(re.findall(r"\S+", unmarked(repr(blocks)))))
    return out


@pytest.mark.parametrize(
    ("name", "clause", "says"),
    [
        ("schafkopf", "schafkopf.end.winner", r"61 or more|are needed|schneider|schwarz"),
        ("tetka", "tetka.penalty.tetka", r"the queen of the bum card's suit"),
        ("solo", "solo.bid.choice", r"ranks above|must play at least|too low"),
        ("pluck", "pluck.pluck.return", r"You were given|nothing higher|goes back"),
        ("reversis", "reversis.party.opposite", r"the most points.*the fewest.*costs 4 chips"),
        ("spinado", "spinado.play.restart", r"Nothing follows|played already|dead hand"),
        ("court-piece", "court-piece.score.first-seven", r"in a row|all of the first seven|all thirteen"),
    ],
)
def test_a_reason_says_why(name: str, clause: str, says: str) -> None:
    told = explained(name, clause)
    assert told
    for text in told:
        assert re.search(says, text), text


@pytest.mark.parametrize("clause", ["calabrasella.pay.win", "calabrasella.pay.lose", "calabrasella.pay.whitewash"])
def test_who_played_alone_is_called_by_name(clause: str) -> None:
    for text in explained("calabrasella", clause):
        assert not re.search(r"\bdeclarer\b|\bdefenders?\b", text), text


def test_a_card_that_counts_nothing_for_its_suit_says_so() -> None:
    here = at(load("strange"), "upcard=4C,2S round=1 leader=P2 trick=4S+5C,QS+JC,7S+AD")
    question = winner_asked(here)[1]
    assert "thrown on another suit" in unmarked(repr(question.solution()))


@pytest.mark.parametrize("clause", ["reversis.quinola.led", "reversis.quinola.forced"])
def test_a_jack_of_hearts_that_was_paid_for_is_called_the_quinola(clause: str) -> None:
    for drill in made("reversis", clause, 4):
        told = shown(drill) + unmarked(repr(drill.question.solution()))
        assert re.search(r"JH(\\x03)?, the Quinola|Quinola, the jack of hearts", told), told


def test_a_pass_comes_after_plays_and_one_card_more_or_less_is_asked_once() -> None:
    for seed in range(4):
        question = make(load("dou-dizhu"), "dou-dizhu.combo.kicker-jokers", seed).question
        assert isinstance(question, Legal)
        offered = [one.text for one in question.choices]
        assert "pass" not in offered[:-1]
        jokers = [one for one in question.choices if one.clause == "dou-dizhu.combo.kicker-jokers" and not one.legal]
        assert jokers and len({len(one.cards) for one in jokers}) == len(jokers)


def test_few_choices_are_refused_for_one_reason_and_those_that_tempt_most() -> None:
    for seed in range(3):
        forced = make(load("hasenpfeffer"), "hasenpfeffer.bid.forced", seed).question
        assert isinstance(forced, Legal) and [r.text for r in forced.choices] == ["2", "3", "4"]
        returned = make(load("pluck"), "pluck.pluck.return", seed).question
        if isinstance(returned, Legal):
            suit = returned.right[0].cards[0].suit
            assert sum(r.cards[0].suit == suit for r in returned.choices) > 1, "the highest of them has to be known"


def test_cards_without_an_order_stand_as_in_the_hand() -> None:
    game = load("calabrasella")
    take = next(phase for phase in game.phases if phase.name == "take")
    assert unmarked(phrase(game, take, Move("", cards("3S,4D,JC")))) == "take 3S JC 4D"


def test_rules_to_choose_from_hang_below_their_first_word() -> None:
    text = f"Which?\n{NO_BREAK}{NO_BREAK}1. " + "word " * 30
    lines = render((Para(text, "ask"),), RenderOptions(width=80), {}).splitlines()
    assert lines[1].startswith("  1. word") and lines[2].startswith("     word")


def test_long_choices_stand_one_a_line_and_answers_in_the_order_asked() -> None:
    solo = made("solo", "solo.partner.own-ace")
    prompts = [drill.question.prompt for drill in solo if isinstance(drill.question, Legal)]
    assert prompts and all("\n" in prompt for prompt in prompts)
    here = at(load("back-alley"), "phase=auction cards=13 dealer=P2 bids=P3:board,P4:double")
    asked = Legal(here.game, here.judged(), ("board", "triple", "quadruple"))
    labels = [row.label for row in asked.solution() if isinstance(row, Item)]
    assert [unmarked(label).split()[0] for label in labels] == ["board", "triple", "quadruple"]


def test_every_hand_before_the_last_one_of_tute_is_accounted_for() -> None:
    for drill in made("tute", "tute.game", 8):
        text, view = shown(drill), drill.moment.view
        drawn = view.hand_no - 1 - sum(view.before.values())
        assert ("drawn" in text) == bool(drawn), text


def test_chips_and_pots_of_reversis_add_up_to_what_was_shared_out() -> None:
    for drill in made("reversis", "reversis.end", 8):
        view = drill.moment.view
        assert sum(view.before.values()) + sum(view.pots) == view.players * view.options.start_chips
        assert "the pot held" in shown(drill)


def test_short_heaps_are_not_broken() -> None:
    heaps = MiddleCards("", "", (cards("TD,KS,QD,JS"), cards("KH,JD,QH,QD,2H,3D,4D,5D")))
    short, long = in_a_row(heaps).split(" | ")
    assert " " not in short and NO_BREAK not in long


def test_hands_before_of_twenty_five_were_played_to_their_end() -> None:
    for drill in made("twenty-five", "twenty-five.end", 8):
        assert sum(drill.moment.view.score.values()) % 25 == 0, drill.moment.position


def test_where_two_cards_are_played_any_two_will_do() -> None:
    here = at(load("strange"), "upcard=6C,TH trick=8H+TC leader=P2 hand=KH,KC,QC,TC")
    assert "Any two that are allowed will do." in MakeMove(here.game, here.judged()).prompt
