"""What a drill shows, screen by screen: one form for each thing, nothing twice, and each reason fits what it is of."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from tutor.kernel.by_name import load, names
from tutor.kernel.judging import Judgement, judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split as pairs
from tutor.teach.drills import repeats
from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.drill_spec import DrillSpec
from tutor.teach.drills.moments import DrillTable, random_game
from tutor.teach.drills.moments import at as position
from tutor.teach.drills.quality import worth_asking
from tutor.teach.drills.question_maker import value_asked, winner_asked
from tutor.teach.drills.start import drill_session
from tutor.teach.drills.telling import order_asked, rule_asked, untold
from tutor.teach.fairness.drill_questions import described
from tutor.teach.progress.store import Store
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause
from tutor.teach.questions.move_solution import refusals
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.explain import explain_doc, names_of
from tutor.teach.rulings.ruling_rows import alike
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.text.doc import Block, Item, Para, TableDrawing
from tutor.teach.text.marks import split, unmarked
from tutor.teach.text.phrases import worded
from tutor.teach.text.sentences import parted
from tutor.teach.text.several import of_several
from tutor.teach.text.words import say
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

every_game = pytest.mark.parametrize("name", names())
MOST = 60
ONE_MOVE = re.compile(
    r"(?:^|[.:;] )(?:It|This|this) (?!is your turn|has to be|is not your turn)(?:is|has|does|beats|follows|wins)\b"
)


@cache
def decisions(name: str) -> tuple[Judgement[Any], ...]:
    """Decisions of a sensible game between a few moves."""
    game = load(name)
    seen = random_game(game, DrillTable(game.usual, game.options()), Random(name), 60, 0.5)
    every = (here.judged() for here in seen if here.phase is not None and here.due)
    return tuple(found for found in every if 1 < len(found.rulings) <= MOST)


EXPLAINED = [
    # a position, and rows of its explanation: moves in words apart from each other, and reasons about these moves
    ("twenty-five", "phase=rob upcard=2S hand=AD,6C,QS,KC,JH", "rob and discard QS, 2S, JH, AD, KC or 6C"),
    ("kaiser", "phase=auction bids=P1:pass,P2:pass,P3:pass", "You have to bid, and any bid will do"),
    ("big-two", "phase=opening hand=3D,3C,4S leader=P3", "3D is in it, and it is a pair."),
    ("back-alley", "hand=6S,7H,QS,X1 trump=D", "If you had no QS, 6S or 7H, you could play the X1."),
    (
        "back-alley",
        "hand=6S,7H,QS,2C,KD,X1 trump=D",
        "If you had none of the cards that you may play, any card would do.",
    ),
    ("kaiser", "trump=C trick=8D hand=JS,AH,TD,9D", "With no diamonds you could play any card."),
    ("schafkopf", "trick=QS,9D hand=JD,QD,7S,9H", "With no trumps you could play any card."),
    ("solo", "trump=H trick=7C,QC hand=JH,AC,JC,8C", "With no clubs you could play JH."),
    ("dou-dizhu", "leader=P3 plays=P3:T+T,P1:pass hand=4,4,5,5,6 dealer=P1", "4 4, 5 5 Each is lower than T T."),
]


@pytest.mark.parametrize(("name", "position", "row"), EXPLAINED)
def test_an_explanation_says_of_each_row_what_is_so_of_its_moves(name: str, position: str, row: str) -> None:
    game = load(name)
    doc = explain_doc(game, read_question(game, pairs(position.split())))
    told = [unmarked(f"{block.label} {block.text}") for block in doc if isinstance(block, Item)]
    told += [unmarked(block.text) for block in doc if isinstance(block, Para)]
    assert any(row in line for line in told), told


def test_whoever_plays_alone_is_you_even_while_cards_are_dealt() -> None:
    game = load("trente-et-quarante")
    assert names_of(game, read_question(game, [("black", "9H,8C,5D")]).view) == {"P1": "You"}


def test_choices_have_one_name_in_question_replies_and_hints() -> None:
    game, found = at("calabrasella", "phase=discard declarer=P1 hand=2S,KS,QS,JS,5S,5C,4C,3D,2D,AD,QD,7D")
    asked = Legal(game, found, ("none", "JS", "JS+5S"))
    assert [line.strip() for line in unmarked(asked.prompt).split("\n")[1:]] == ["nothing", "JS", "JS 5S"]
    wrong = asked.taken("none")
    assert wrong is not None
    assert unmarked(asked.told(wrong)).startswith("Not legal: nothing. Missing: JS and JS")
    assert not any("lay away JS" in unmarked(rung) for rung in asked.ladder())


def test_a_choice_in_a_word_before_a_card_is_no_phrase_about_it() -> None:
    game, found = at("last-one", "upcard=9H hand=9S,4S,8C")
    assert Legal(game, found, ("9S", "4S", "8C", "draw")).named("draw 9S") == ["9S", "draw"]


def at(name: str, position: str) -> tuple[Any, Judgement[Any]]:
    """The game, and the judgement on a position."""
    game = load(name)
    question = read_question(game, pairs(position.split()))
    return game, judge(question.phase, question.view)


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("It follows suit: hearts were led.", "Each follows suit: hearts were led."),
        ("It does not beat K♥, and your A♥ does.", "None of them beats K♥, and your A♥ does."),
        ("So it is, and this is neither a heart nor an 8.", "So it is, and none of them is a heart or an 8."),
        ("It has to be a pair again; this is a single card.", "It has to be a pair again; each is a single card."),
        ("It is no heart: queens and jacks are trumps.", "None of them is a heart: queens and jacks are trumps."),
        ("It is your turn, and playing a card accepts.", "It is your turn, and playing a card accepts."),
        ("You hold J♦, and it is the first lead of the hand.", "You hold J♦, and it is the first lead of the hand."),
    ],
)  # fmt: skip
def test_what_is_said_of_one_move_is_said_of_several(one: str, several: str) -> None:
    assert of_several(one, 3) == several
    assert of_several(one, 1) == one
    assert of_several(one, 2) == several.replace("None of", "Neither of").replace("none of", "neither of")


@every_game
def test_no_row_of_several_moves_speaks_of_one(name: str) -> None:
    for found in decisions(name):
        said = words.Rulings(load(name), found)
        for same, text in alike((r, said.text(r)) for r in found.rulings):
            assert len(same) == 1 or not ONE_MOVE.search(unmarked(text)), unmarked(text)


@every_game
def test_a_reason_does_not_begin_with_the_name_beside_it(name: str) -> None:
    for found in decisions(name):
        for item in Legal(load(name), found).lines(found.rulings):
            assert isinstance(item, Item)
            assert not re.match(f"{re.escape(unmarked(item.label))} is (?!in it)", unmarked(item.text)), item


def test_refused_moves_are_all_named_or_counted() -> None:
    here = position(load("kaiser"), "trump=S leader=P4 trick=8H hand=9H,AS,KS,QC,9C,8C,KD,9D")
    rows = Legal(here.game, here.judged())
    refused = [r for r in rows.choices if not r.legal]
    for most in (3, len(refused)):
        doc = refusals(rows, refused, 3, most)
        named = {value for block in doc if isinstance(block, Item) for kind, value in split(block.label) if kind == "c"}
        counts = [block.text for block in doc if isinstance(block, Para)]
        assert len(named) == most
        assert counts == ([f"{len(refused) - most} more are refused as well."] if most < len(refused) else [])
    assert "is enough" not in MakeMove(here.game, here.judged()).prompt


@every_game
def test_every_title_in_the_tally_was_met_in_an_answer(name: str) -> None:
    drill = drill_session(load(name), Store(None), count=4, seed=29)
    doc = list(drill.begin().doc)
    while not drill.finished:
        doc += drill.tell("skip").doc
        if drill.asking is None and not drill.finished:
            doc += drill.tell("").doc
    tally = [block for block in doc if isinstance(block, Item) and re.fullmatch(r"\d/\d", block.label)]
    told = " ".join(
        block.clause if isinstance(block, Item) else getattr(block, "text", "") for block in doc if block not in tally
    )
    for row in tally:
        assert row.clause in told


def test_a_sentence_of_the_screen_is_not_repeated() -> None:
    shown = [Para("Left has dealt."), Para("Both make 31: a refait.")]
    answer: list[Block] = [
        Item("31", "Both make 31: a refait. A refait of 31 imprisons the bets."),
        Item("x", "Left has dealt."),
    ]
    assert [block.text for block in untold(answer, shown) if isinstance(block, Item)] == [
        "A refait of 31 imprisons the bets.",
        "Left has dealt.",
    ]
    leaning = [Item("7", "Left has dealt. That makes seven.")]
    assert untold(leaning, shown) == leaning


def test_the_number_of_the_right_rule_is_told() -> None:
    game, found = at("tute", "trump=S trick=KH,4H hand=AH,2H,3S")
    ruling = next(r for r in found.rulings if r.text == "2H")
    question = WhichClause(game, found, ruling, ("tute.play.follow", "tute.play.head"))
    (first, *_) = question.solution()
    assert first == Para(f"2. {question.stated('tute.play.head')}", indent=2)
    assert isinstance(first, Para)
    assert first.text in question.prompt


def test_every_kind_of_refusal_is_told_where_any_card_will_do() -> None:
    game, found = at("schafkopf", "trick=AH hand=KH,JH,9S,7S")
    rows = [row for row in MakeMove(game, found).solution() if isinstance(row, Item)]
    assert [(unmarked(row.label), row.sign) for row in rows] == [("KH", "yes"), ("9S  7S", "no"), ("JH", "no")]


@pytest.mark.parametrize(
    ("name", "position", "moves", "asked"),
    [
        ("solo", "phase=auction dealer=P1 hand=AH,KH,QH,JH,9S,8S,7D,8D", ("ask", "pass"), 'say: "I ask" or "pass"?'),
        ("calabrasella", "phase=auction dealer=P1", ("pass", "play"), "are allowed: pass or play alone?"),
        ("truc", "phase=cut dealer=P1", ("cut", "tap"), "are allowed: cut or tap the pack?"),
        ("calabrasella", "phase=discard hand=2H,QH,7H,3C,JC", ("none", "2H"), "lay away: nothing or \x02c2H\x03?"),
    ],
)
def test_what_is_spoken_is_quoted_and_what_is_done_is_not(
    name: str, position: str, moves: tuple[str, ...], asked: str
) -> None:
    game, found = at(name, position)
    question = Legal(game, found, moves)
    assert unmarked(asked) in unmarked(question.prompt)
    assert question.grade(unmarked(question.prompt).partition(": ")[2].partition("?")[0]).understood


def test_a_question_about_a_value_is_not_headed_by_another_decision() -> None:
    for seed in range(3):
        drill = make(load("back-alley"), "back-alley.trump", seed)
        assert not isinstance(drill.question, Legal | MakeMove | WhichClause)
        table = next(block.table for block in drill.described() if isinstance(block, TableDrawing))
        assert "decision" not in [line.name for line in table.facts]


@pytest.mark.parametrize(("name", "told"), [("truc", True), ("tute", True), ("botifarra", False)])
def test_turns_that_go_the_other_way_round_are_told(name: str, told: bool) -> None:
    drill = next(
        drill
        for clause in rulebook(name).clauses
        if (drill := _found(name, clause)) is not None and drill.moment.phase is not None
    )
    facts = [line.name for block in drill.described() if isinstance(block, TableDrawing) for line in block.table.facts]
    assert ("turns" in facts) is told


def _found(name: str, clause: str) -> Drill | None:
    try:
        return make(load(name), clause, 1)
    except NoDrill:
        return None


def test_a_joker_has_one_label_where_the_hand_shows_its_letters() -> None:
    game, found = at("dou-dizhu", "table=9 hand=X1,X2,4,A")
    asked = Legal(game, found, ("X1+X2", "X1", "4"))
    table = TableDrawing(tabletop(game, "", phase=found.phase, view=found.view))
    doc = worded(game, (table, Para(asked.prompt), *asked.solution()), found.phase)
    told = " ".join(block.label + block.text for block in doc if isinstance(block, Item))
    told += " ".join(block.text for block in doc if isinstance(block, Para))
    assert "red joker" in told
    assert "(X1)" not in told
    (alone, *_) = worded(game, (Para(asked.prompt),), found.phase)
    assert isinstance(alone, Para)
    assert alone.text.count("(X1)") == 1


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_cards_that_are_played_together_stay_on_one_line(width: int) -> None:
    game, found = at("dou-dizhu", "hand=T,T,T,J,J,J,2,2,2,X1")
    asked = Legal(game, found, ("T+T+T+J+J+J", "J+J+J+2+2+2", "T+T+T+X1", "T+T+T+2+2"))
    lines = render(worded(game, (Para(asked.prompt),), found.phase), RenderOptions(width), {}).splitlines()
    for play in ("10 10 10 J J J", "J J J 2 2 2", "10 10 10 + red joker", "10 10 10 2 2"):
        assert any(play in line for line in lines), lines


def test_the_cards_of_a_reason_stand_as_in_the_hand() -> None:
    game, found = at("back-alley", "phase=play trump=C trick=X1 hand=9C,JC,X2,6H")
    shown = [c.text for row in game.rows(found.view.hand, None, found.view) for c in row.cards]
    why = words.Rulings(game, found).text(next(r for r in found.rulings if not r.legal))
    named = [value for kind, value in split(why) if kind == "c" and value in shown]
    assert named == [one for one in shown if one in named]


def test_a_question_that_differs_by_the_suit_is_a_repeat() -> None:
    game = load("scotch-whist")
    kept = "tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2"
    entry = next(entry for entry in rulebook(game.name).drills if entry.clause == "scotch-whist.score.ten")

    def asked(trump: str) -> Question:
        won = f"won.P1=K{trump},J{trump} won.P2=A{trump},T{trump} won.P3=Q{trump}"
        found = value_asked(position(game, f"phase=score trump={trump} {kept} {won}"), entry, Random(1))
        assert found is not None
        return found[1]

    assert repeats.alike(asked("S"), asked("C"))


def test_one_sentence_of_several_moves_is_one_row() -> None:
    trick = "leader=P2 trick=QH+JC,JH+9D,3H+5C drawn=AS+TC+QS+9C+4S+2C"
    game, found = at("strange", f"phase=hold upcard=QD,JS round=4 {trick}")
    rows = Legal(game, found, ("QH", "TC+QS", "9C")).solution()
    assert [row.sign for row in rows if isinstance(row, Item)] == ["no"]
    game, found = at("dou-dizhu", "phase=auction bids=P1:1")
    said = [(row.label, row.text) for row in Legal(game, found, ("2", "3")).solution() if isinstance(row, Item)]
    assert said == [("2, 3", "Each is higher than 1.")]


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("your card", "Your card?"),
        ("the card you give back", "Which card do you give back?"),
        ("a card for the melee", "Which card do you play in the melee?"),
    ],
)
def test_a_move_is_asked_for_by_a_question(title: str, asked: str) -> None:
    assert say("question.due", title=title, them=(), beside=False) == asked


@every_game
def test_cards_to_choose_from_stand_as_in_the_hand(name: str) -> None:
    game = load(name)
    for found in decisions(name):
        held = [c.text for c in game.arranged(found.phase.holds(found.view), found.view)]
        asked = [r.text for r in Legal(game, found).choices if r.text in held]
        assert asked == sorted(asked, key=held.index)


# -- hints and replies that a stranger would say aloud ------------------------------------------------------


def hints(question: Question) -> list[str]:
    return [unmarked(rung) for rung in question.ladder()]


def test_the_last_hint_says_of_several_moves_what_the_answer_says_of_them() -> None:
    game, found = at("big-two", "plays=P4:3D hand=3H,4C,8C,9D leader=P4")
    last = hints(Legal(game, found, ("4C", "8C", "9D")))[-1]
    assert "Each is higher than 3D." in last
    assert "4C is higher" not in last


def test_where_only_what_is_legal_is_asked_no_hint_speaks_of_wanting_the_trick() -> None:
    game, found = at("tute", "trump=C trick=6S hand=AH,7H,7D")
    told = " ".join(hints(Legal(game, found)))
    assert "You have no spade." in told
    assert "worth winning" not in told


def test_whether_a_trick_can_be_won_without_its_suit_is_hinted() -> None:
    wanted = {"hand=AH,8H,8D": "you can't win this trick", "hand=AC,8C": "Which card do you want to win it with?"}
    wanted["hand=AC,8C,8D"] = "Is this trick worth winning?"
    for hand, hint in wanted.items():
        game, found = at("kaiser", f"trump=C trick=8S leader=P4 {hand}")
        told = " ".join(hints(MakeMove(game, found, script=found.legal[0].text)))
        assert hint in told, told


def test_a_rule_that_refuses_moves_is_told_by_them() -> None:
    game, found = at("last-one", "upcard=6D hand=QS,4S,9H")
    question = Legal(game, found, ("QS", "draw"))
    drill = Drill(game, "last-one.turn.match", 0, position(game, "upcard=6D hand=QS,4S,9H"), question)
    right = question.lines(question.right)
    (row,) = rule_asked(drill, right)
    assert isinstance(row, Item) and row.sign == "no" and "QS" in unmarked(row.label)
    assert rule_asked(drill, right, {"QS"}) == [], "it was told when the move was tried"


def test_a_rule_that_the_rows_have_told_is_not_told_again() -> None:
    here = "hand=8,8,9,9,T,T"
    game, found = at("dou-dizhu", here)
    question = Legal(game, found, ("8+8+9+9", "8+8+9+9+T+T"))
    drill = Drill(game, "dou-dizhu.combo.pairs-run", 0, position(game, here), question)
    assert rule_asked(drill, question.solution()) == []
    assert rule_asked(drill, Legal(game, found, ("8+8", "8+9")).solution()), "a pair says nothing of runs"


def test_a_trick_is_compared_without_saying_what_the_question_says() -> None:
    row = "black=2H,KS,8H,6H,9H red=QH,AD,7D,8D,9C"
    here = position(load("trente-et-quarante"), f"phase=score {row} bets=couleur:20")
    entry = DrillSpec("trente-et-quarante.refait.push", of="scores.P1", question="What is gained?")
    made = value_asked(here, entry, Random(1))
    assert made is not None
    reason, *_ = made[1].solution()
    assert isinstance(reason, Item)
    assert reason.text == "A refait, two equal rows, of more than 31 is a push: nothing is won or lost."


def test_above_a_trick_stands_only_what_can_bear_on_who_wins_it() -> None:
    here = position(load("truc"), "trick=5S,3C,6S,3D leader=P4 dealer=P1 bids=P4:truc,P1:accept before.P1+P3=3")
    drawn = next(block for block in described(here, winner_asked(here)[1]) if isinstance(block, TableDrawing))
    assert {line.name for line in drawn.table.facts} == {"trumps", "turns"} and not drawn.table.tallies
    here = position(load("pluck"), "trick=7H,3S,9H leader=P1 trump=S")
    drawn = next(block for block in described(here, winner_asked(here)[1]) if isinstance(block, TableDrawing))
    assert "trumps" in {line.name for line in drawn.table.facts}


def test_a_row_says_no_sentence_of_a_row_before() -> None:
    game, found = at("truc", "phase=answer hand=2S,6C,4C trick=3H leader=P2 bids=P2:truc")
    told = [sentence for row in Legal(game, found).solution() if isinstance(row, Item) for sentence in parted(row.text)]
    assert len(told) == len(set(told)) > 2


def test_who_may_have_to_wait_is_not_said_to_play() -> None:
    here = position(load("spinado"), "run=P4:6C,P2:7C,P3:8C hand=5S,7D,AD")
    asked = Legal(here.game, here.judged(), ("AD", "wait"))
    drawn = next(block for block in described(here, asked) if isinstance(block, TableDrawing))
    assert [place.turn for place in drawn.table.places if place.turn] == ["to decide"]


def test_what_the_question_has_counted_is_not_counted_again() -> None:
    asked = make(load("jo-jotte"), "jo-jotte.meld.seq", 1).question
    assert isinstance(asked, ValueQuestion) and asked.told
    reason, *_ = asked.solution()
    assert isinstance(reason, Item) and "sequence" in reason.text and "count nothing" not in reason.text


def test_what_the_question_has_counted_is_told_in_a_sentence_with_its_owner() -> None:
    asked = make(load("jo-jotte"), "jo-jotte.meld.seq", 1).question
    assert isinstance(asked, ValueQuestion) and asked.told
    assert re.match(r"(The p|P)oints (of both )?in tricks brought P\d \d+\. How many", unmarked(asked.prompt))


def test_what_takes_no_counting_is_left_to_the_learner() -> None:
    asked = (make(load("tetka"), "tetka.penalty.tetka", seed).question for seed in range(6))
    assert not any(isinstance(one, ValueQuestion) and one.told for one in asked)


def test_a_reason_that_stands_above_is_referred_to_only_where_it_is_plain_which_is_meant() -> None:
    follow = position(load("strange"), "upcard=5S,TS trick=7D+TC,JD+4S leader=P2 hand=JS,9S,AC,QC,QC,KD")
    said = [unmarked(row.text) for row in Legal(follow.game, follow.judged()).solution() if isinstance(row, Item)]
    diamond, club = (
        "You hold KD, so you must answer 7D with a diamond.",
        "You hold AC QC QC, so you must answer TC with a club.",
    )
    assert {diamond, club, f"{diamond} {club}"} <= {*said}, "of several reasons above none is only referred to"
    assert any("so these two belong the other way round" in text for text in said)
    eleven = position(load("truc"), "phase=deal cut=false before.P1+P3=11")
    rows = [unmarked(row.text) for row in Legal(eleven.game, eleven.judged()).solution() if isinstance(row, Item)]
    assert rows[0].startswith("One side has 11 points") and rows[1] == "For the same reason."


def test_a_trick_that_nobody_need_win_says_so_before_it_is_answered() -> None:
    strange = position(load("strange"), "upcard=AC,7D trick=9D+AC,AD+QC,KD+KC")
    _, asked = winner_asked(strange)
    assert "Nobody" in asked.prompt and asked.answer() == "nobody"
    _, tute = winner_asked(position(load("tute"), "trump=S trick=KH,4H,AH,7H"))
    assert tute.prompt == "Who wins the trick?"


@pytest.mark.parametrize(
    ("name", "text", "worth"),
    [
        ("strange", "upcard=5H,7S trick=KD+KC,7D+JC,QD+7C", False),  # no trump and nothing thrown away
        ("strange", "upcard=8S,7H trick=KC+JC,3H+JD,5S+4S", True),
        ("strange", "upcard=8S,7H trick=KC+JC,9D+9D,5C+4C", True),  # what is thrown away would be more than the last
    ],
)
def test_a_sum_is_worth_asking_only_where_cards_count_other_than_they_show(name: str, text: str, worth: bool) -> None:
    here = position(load(name), text)
    assert worth_asking(winner_asked(here)[1]) is worth


def test_one_card_that_counts_is_no_sum() -> None:
    entry = DrillSpec("reversis.score.values", of="facts.points", question="What does it count?")
    few, more = (position(load("reversis"), f"trick={cards}") for cards in ("5H,8D,7C,QS", "5H,AD,7C,QS"))
    one, two = (value_asked(here, entry, Random(1)) for here in (few, more))
    assert one is not None and two is not None
    assert not worth_asking(one[1]) and worth_asking(two[1])


def test_a_card_as_high_as_the_best_is_not_said_to_be_lower() -> None:
    _, asked = winner_asked(position(load("truc"), "trick=AS,AH,2H,7D"))
    told = " ".join(unmarked(block.text) for block in asked.solution() if isinstance(block, Item | Para))
    assert "AH is only as high as AS" in told and "AH is lower" not in told


@pytest.mark.parametrize(
    ("name", "here", "worth"),
    [
        ("kaiser", "trump=S leader=P2 trick=JS,AH,AC,JD", False),
        ("kaiser", "trump=S leader=P2 trick=9D,AH,AC,JC", False),
        ("kaiser", "trump=S leader=P2 trick=9D,AH,AC,8S", True),
        ("hasenpfeffer", "trump=D leader=P2 trick=JH,KH,9H,TH", True),
    ],
)
def test_a_trick_with_a_single_card_of_the_suit_led_is_hardly_worth_asking(name: str, here: str, worth: bool) -> None:
    assert worth_asking(winner_asked(position(load(name), here))[1]) is worth


@pytest.mark.parametrize(
    ("name", "here", "told"),
    [
        ("jo-jotte", "trump=C trick=9C hand=KC,8C,7C,JS,7S", "From high to low, trumps run J 9 A 10 K Q 8 7."),
        ("calabrasella", "leader=P2 trick=3D,6D hand=2D,KD,AH", ""),
    ],
)
def test_the_order_is_told_where_a_card_that_beats_would_have_to_be_played(name: str, here: str, told: str) -> None:
    drill = Drill(load(name), "", 0, moment := position(load(name), here), Legal(moment.game, moment.judged()))
    assert " ".join(unmarked(block.text) for block in order_asked(drill) if isinstance(block, Para)) == told
