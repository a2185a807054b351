"""Every move has words: language, no codes, one meaning at each decision, and what is shown can be typed."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import begun, tables
from tests.worked_cases import cases
from tutor.families.choices import Consequence
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.judging import Verdict, judge
from tutor.kernel.playout import step
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split as split_fields
from tutor.teach.conversation.moves import could_be, meant
from tutor.teach.conversation.named_cards import with_letters
from tutor.teach.questions.legal_question import Legal
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.explain import short_attempt_doc
from tutor.teach.text.cards import introduced
from tutor.teach.text.doc import Item, Para
from tutor.teach.text.marks import bound, mark, split, unmarked
from tutor.teach.text.move_lists import grouped
from tutor.teach.text.phrases import phrase, said, text_in_words
from tutor.teach.text.values import listed
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

EACH = 12
"""Decisions of each phase that are looked at."""
READ = 8
"""Moves of each that are typed by their words."""
CODE = re.compile(r"[:+_]|\b[0-9]+[a-z]|(?<![a-z])-|-(?![a-z])|\b(nt|seq)\b")


def decisions(name: str) -> Iterator[tuple[Phase[Any, Any], Any, list[Move]]]:
    """Decisions of random games at all tables, so many of each phase, with every move that could be thought of."""
    game = load(name)
    seen: dict[str, int] = {}
    for phase, view in positions(name):
        if seen.get(phase.name, 0) < EACH // 3:
            seen[phase.name] = seen.get(phase.name, 0) + 1
            yield phase, view, list(phase.candidates(view))
    for at, table in enumerate(tables(name)):
        state, rng = begun(table, at).state, Random(at)
        for _ in range(60):
            if state.over:
                break
            if state.chance is None:
                phase = game.due(state)
                view = phase.see(state, state.turn[0])
                if seen.get(phase.name, 0) < EACH and phase.actor(view) is not None:
                    seen[phase.name] = seen.get(phase.name, 0) + 1
                    yield phase, view, list(phase.candidates(view))
            state = step(game, state, rng).state


def positions(name: str) -> Iterator[tuple[Phase[Any, Any], Any]]:
    """The decisions of the worked cases, which random games may seldom come to."""
    for case in cases(name):
        if case.get("ask", "explain") == "explain" and "error" not in case["expect"]:
            question = read_question(load(name), split_fields(case["position"].split()))
            if question.phase.actor(question.view) is not None:
                yield question.phase, question.view


@pytest.mark.parametrize("name", names())
def test_decisions_of_every_phase_are_looked_at(name: str) -> None:
    met = {phase.name for phase, _, moves in decisions(name) if moves}
    assert met == {phase.name for phase in load(name).phases if not isinstance(phase, Consequence)}


@pytest.mark.parametrize("name", names())
def test_every_move_has_words_of_its_own_and_is_read_by_them(name: str) -> None:
    game, rng = load(name), Random(name)
    for phase, view, moves in decisions(name):
        words = {move: phrase(game, phase, move) for move in moves}
        assert len(set(words.values())) == len(moves), (phase.name, sorted(words.values()))
        for move, text in words.items():
            spoken = "".join(value for kind, value in split(text) if not kind)
            assert text and not CODE.search(spoken), (phase.name, move, text)
            written = text_in_words(game, mark("m", move.text), phase)
            assert said(game, phase, move.text) == text, (phase.name, move)
            assert written == bound(text), (phase.name, move)
        for move in rng.sample(moves, min(READ, len(moves))):
            typed = unmarked(words[move])
            for line in (typed, f"  {typed.upper()} ", typed.replace(" ", ", ")):
                assert phase.read(view, meant(game, phase, view, line)) == move, (phase.name, line)


@pytest.mark.parametrize("name", names())
def test_many_moves_are_grouped_and_none_is_lost(name: str) -> None:
    game = load(name)
    for phase, view, moves in decisions(name):
        groups = grouped(game, phase, view, moves)
        assert sorted(move.text for group in groups for move in group.moves) == sorted(move.text for move in moves)
        for group in groups:
            spoken = "".join(value for kind, value in split(group.text) if not kind)
            assert group.text and not re.search(r"[+_]|\b[0-9]+[a-z]|\b(nt|seq)\b", spoken), group.text
        if all(len(move.cards) != 1 or move.word for move in moves):
            assert len(groups) <= max(12, len(moves) // 4), [group.text for group in groups]


@pytest.mark.parametrize("name", names())
def test_what_was_said_has_the_same_words_where_nobody_says_in_which_decision(name: str) -> None:
    """What happened is told without the phase: a bid is called there what it was called when it was made."""
    game = load(name)
    for phase, _, moves in decisions(name):
        for move in moves if phase.name == "auction" else ():
            if not is_card(game, move.text):  # 3C may be three clubs as well as a card
                assert unmarked(said(game, None, move.text)) == unmarked(phrase(game, phase, move))


def is_card(game: Game[Any], text: str) -> bool:
    return text in {c.text for c in game.pack.order} and len(text) == 2


EVEN = "AS,KS,QS,2S,AH,KH,3H,AD,KD,2D,AC,KC,2C"
TYPED = (
    ("strange", "upcard=2S,9C hand=5C,9S,3D", ("5c9s", "5♣9♠", "5c, 9s", "the 5 of clubs and nine of spades"), "5C+9S"),
    ("dou-dizhu", "hand=3,4,4,5,6,7,8,T,T", ("44", "4 4", "pair of fours", "4, 4"), "4+4"),
    ("dou-dizhu", "hand=3,4,4,5,6,7,8,T,T", ("345678", "3 4 5 6 7 8"), "3+4+5+6+7+8"),
    ("spinado", "run=P2:5C hand=9S,KH,6C,AD", ("6 with the spinado", "the six with the spinado"), "6C+AD"),
    ("dou-dizhu", "table=5+6+7+8+9 hand=9,T,J,Q,K,A", ("10 to ace", "ten to ace", "10-A"), "T+J+Q+K+A"),
    ("dou-dizhu", "table=4+4+4+Q hand=3,5,6,6,6", ("three sixes with a 3", "sixes and a three"), "3+6+6+6"),
    ("dou-dizhu", "hand=3,X1,X2", ("red joker", "big joker", "The red joker", "red joker (X1)"), "X1"),
    ("dou-dizhu", "phase=auction", ("3", "bid 3", "three"), "3"),
    ("big-two", "hand=5C,5H,8S,9S", ("55", "pair of fives", "5c 5h"), "5C+5H"),
    ("big-two", "table=4S+4H+4D hand=9D,9H,9S,KC", ("nines", "three nines"), "9D+9H+9S"),
    ("big-two", "table=4S+4H hand=9D,9H,KC,2S", ("nines", "my nines", "the nines", "both nines", "the pair"), "9D+9H"),
    ("big-two", "hand=6D,6C,6S,QD", ("sixes", "three sixes", "the triple", "three of a kind"), "6D+6C+6S"),
    ("big-two", "hand=5C,6D,7H,8S,9C,TD,2H", ("five to nine", "5-9", "the straight from 5 to 9"), "5C+6D+7H+8S+9C"),
    ("big-two", "hand=3D,4H,5S,AC,2D,TD", ("ace to five", "the straight"), "3D+4H+5S+AC+2D"),
    ("dou-dizhu", "table=3+3+3+7 hand=6,6,6,9", ("trips with a single card", "my trips"), "6+6+6+9"),
    ("dou-dizhu", "table=3+3 hand=6,6,9,T,J,Q,K", ("sixes", "my sixes", "the pair"), "6+6"),
    ("big-two", "hand=4C,4S,7D,7H,7S,9C", ("full house", "my full house", "sevens and fours"), "4C+4S+7D+7H+7S"),
    ("hasenpfeffer", "trump=H hand=JD,JH,KH,JS", ("left bower", "the left bower", "with the left bower"), "JD"),
    ("hasenpfeffer", "trump=H hand=JD,JH,KH,JS", ("right bower", "jack of trumps", "lead the right bower"), "JH"),
    (
        "hasenpfeffer",
        "trump=H hand=9H,JH,9S,JS",
        ("nine of trumps", "trump it with the 9"),
        "9H",
    ),
    ("tetka", "bum=7C hand=QC,QH,7C,AS", ("Tetka", "the aunt"), "QC"),
    ("tetka", "bum=7C hand=QC,QH,7C,AS", ("bum card", "the bum card"), "7C"),
    ("reversis", "hand=JH,AS,KD", ("quinola", "the Quinola"), "JH"),
    ("spinado", "run=P2:TD hand=JD,AD,9S", ("the jack alone", "jack alone", "jack only"), "JD"),
    ("kaiser", "trump=H hand=KH,QH,AS", ("king of hearts", "the King of Hearts", "KH", "♥K", "play KH"), "KH"),
    ("kaiser", "trump=H hand=KH,QH,AS", ("heart king", "hearts K", "my heart king, please"), "KH"),
    ("calabrasella", "phase=discard hand=AS,QS,3H", ("spade ace and heart 3", "hearts 3, spades ace"), "AS+3H"),
    ("dou-dizhu", "hand=3,4,5,5,5,5", ("four of a kind", "four fives", "the bomb"), "5+5+5+5"),
    (
        "schafkopf",
        "phase=discard hand=AS,QS,7H,8H,9H,TH,KH,7C,8C,9C,KC,AC",
        ("I lay away AS QS", "lay away the ace of spades, QS"),
        "discard:AS+QS",
    ),
    ("dou-dizhu", "hand=3,4,5,5,5", ("three of a kind", "my trips"), "5+5+5"),
    ("jo-jotte", "phase=meld kind=four trump=S hand=KH,KS,KD,KC,9C,8C,7C,AS,7D", ("four of a kind", "kings"), "four:K"),
    (
        "tute",
        "phase=declare trump=S hand=KH,QH,2C won.P1+P3=4H,5H,6H,AH",
        ("the pair in hearts", "king and queen of hearts", "my marriage in hearts", "twenty in hearts"),
        "20H",
    ),
    ("tyzicha", "hand=KH,QH,9C", ("show KH", "the pair with the king of hearts", "marriage with KH"), "show:KH"),
    ("kaiser", "trump=H hand=KH,QH,AS", ("K hearts", "king hearts", "k of hearts"), "KH"),
    ("kaiser", "phase=auction", ("6 no trumps", "6 no trump", "six without trumps", "6 nt", "bid 6 no"), "6no"),
    ("kaiser", "phase=trump contract=7no", ("no trumps", "no trump", "-"), "-"),
    ("kaiser", "phase=misdeal hand=8S,8C,9S,9C,TS,TC,JS,JC", ("keep", "keep my hand", "KEEP"), "keep"),
    ("back-alley", "phase=auction", ("3", "3 tricks", "three tricks", "bid 3", "I'll bid 3 then", "let me bid 3"), "3"),
    ("big-two", "hand=7C,7S,9D", ("I'll play 7C 7S", "Okay, let's play the sevens now"), "7C+7S"),
    ("bridge-solitaire", f"phase=auction hand={EVEN}", ("3 clubs", "three clubs", "3c"), "3C"),
    ("calabrasella", "phase=discard hand=AS,QS,3H", ("lay away AS QS", "lay away A♠, Q♠", "as qs", "QS AS"), "AS+QS"),
    ("schafkopf", "phase=pick", ("take", "take the widow"), "take"),
    ("tyzicha", "phase=raise contract=110", ("raise to 120", "raise 120", "bid 120"), "120"),
    ("trente-et-quarante", "phase=bet chips=100", ("red", "bet on red", "I bet 1 chip on red, please"), "rouge:1"),
    ("dou-dizhu", "hand=3,X1,X2", ("rocket", "Both jokers", "X2 X1"), "X1+X2"),
    ("kaiser", "phase=auction", ("7nt", "7 NT", "seven no trumps"), "7no"),
    (
        "jo-jotte",
        "phase=meld kind=seq trump=S hand=KH,QH,JH,TH,9C,8C,7C,AS,7D",
        ("KH QH JH", "jh, qh, kh", "a sequence of three up to KH", "seq:3KH"),
        "seq:3KH",
    ),
    (
        "pluck",
        "phase=pluck dealer=P2 tricks.P1=9 tricks.P2=5 tricks.P3=3 plucks=P1:P3 hand=4H,X1",
        ("4H to left", "left 4H", "P2:4H"),
        "P2:4H",
    ),
    (
        "bridge-solitaire",
        f"phase=pick faceup={EVEN.replace('3H', 'X1')}",
        ("joker KC 2C AS KS QS",),
        "AS+KS+QS+KC+2C+X1",
    ),
    (
        "court-piece",
        "phase=revoke allow_revokes=true trump=S offender=P2 seat=P1 missed=D",
        ("let it pass", "say nothing", "I let it go", "silent"),
        "silent",
    ),
    ("solo", "phase=auction bids=P1:ask", ("is it in colour", "in color?"), "2"),
    ("solo", "phase=name level=2 hand=AC,KC,QC,9H,8H,AD,7D,7C", ("solo in color", "a solo in clubs"), "solo:C"),
)


@pytest.mark.parametrize(("name", "position", "lines", "move"), TYPED, ids=[f"{one[0]} {one[3]}" for one in TYPED])
def test_a_move_may_be_typed_in_many_ways(name: str, position: str, lines: tuple[str, ...], move: str) -> None:
    game = load(name)
    question = read_question(game, split_fields(position.split()))
    found = {line: meant(game, question.phase, question.view, line) for line in lines}
    read = {line: question.phase.read(question.view, text).text for line, text in found.items()}
    wanted = question.phase.read(question.view, move).text
    assert read == dict.fromkeys(lines, wanted)


def test_a_marriage_named_without_its_card_is_asked_about() -> None:
    question = read_question(load("tyzicha"), split_fields(["hand=KH,QH,9C,TD"]))
    for line in ("marriage", "the pair in hearts", "king and queen of hearts", "show hearts"):
        assert [move.text for move in could_be(load("tyzicha"), question.phase, question.view, line)] == [
            "show:KH",
            "show:QH",
        ], line


def test_what_names_no_move_or_several_is_left_as_it_was_typed() -> None:
    game = load("calabrasella")
    question = read_question(game, split_fields(["phase=discard", "hand=AS,QS,3H"]))
    for line in ("lay away", "foo", "hint", "lay away KC", "", "a" * 500):
        assert meant(game, question.phase, question.view, line) == line


def test_a_card_that_is_not_held_is_read_in_words_too() -> None:
    game = load("tute")
    question = read_question(game, split_fields(["trump=S", "trick=KD", "hand=AH,2H,AS"]))
    for line in ("queen of hearts", "the queen of hearts", "q of hearts", "q h", "h q", "♥ Q"):
        assert meant(game, question.phase, question.view, line) == "QH", line
    assert meant(game, question.phase, question.view, "a h") == "AH"
    assert meant(game, question.phase, question.view, "partner's 5") == "partner's 5", "no five of spades"


def test_a_rank_of_which_several_are_held_is_asked_back() -> None:
    game = load("tute")
    question = read_question(game, split_fields(["trump=S", "trick=KD", "hand=AH,2H,AS"]))
    for line in ("a", "the ace"):
        assert {move.text for move in could_be(game, question.phase, question.view, line)} == {"AH", "AS"}
        found = judge(question.phase, question.view, (line,))
        told = [
            unmarked(block.text) for block in short_attempt_doc(game, found, found.asked[0]) if isinstance(block, Para)
        ]
        assert told == ["You hold AS and AH: which?"], told
    for line, ranks in (("king", "kings"), ("the fives", "fives"), ("j", "jacks")):
        found = judge(question.phase, question.view, (line,))
        told = [block.text for block in short_attempt_doc(game, found, found.asked[0]) if isinstance(block, Para)]
        assert told == [f"You hold no {ranks}."]


def test_a_card_belongs_to_the_suit_that_it_counts_for() -> None:
    game = load("hasenpfeffer")
    question = read_question(game, split_fields(["trump=H", "trick=9D", "hand=JD,KH,AD"]))
    for line, cards in (("hearts", {"JD", "KH"}), ("a diamond", {"AD"})):
        assert {move.text for move in could_be(game, question.phase, question.view, line)} == cards


def test_a_kind_of_which_several_may_be_played_is_asked_back() -> None:
    told = {
        position: [
            " ".join(unmarked(block.text).split())
            for block in short_attempt_doc(game, found, found.asked[0])
            if isinstance(block, Para)
        ]
        for position in ("hand=5C,6D,7H,8S,9C,TD", "hand=5C,5D,6D,6S,7H,7S,8S,9C,TD")
        for game in [load("big-two")]
        for question in [read_question(game, split_fields([position]))]
        for found in [judge(question.phase, question.view, ("straight",))]
    }
    game = load("big-two")
    five = read_question(game, split_fields(["table=4C+4S+7D+7C+7H", "hand=5D,5C,5H,5S,AD,AC"]))
    assert [move.text for move in could_be(game, five.phase, five.view, "5 5 5 5 A")] == [
        "5D+5C+5H+5S+AD",
        "5D+5C+5H+5S+AC",
    ]
    offered = Legal(game, judge(five.phase, five.view), ("5D+5C+5H+5S+AC", "5D+5C+5H+AD+AC", "5D+5C+AD+AC"))
    assert offered.named("5 5 5 5 A, 5 5 A A") == ["5D+5C+5H+5S+AC", "5D+5C+AD+AC"], (
        "which of them is said by the choices"
    )
    four = read_question(game, split_fields(["hand=3D,9D,9C,9H,9S"]))
    assert meant(game, four.phase, four.view, "four") == "four", "a rank, not four of a kind"
    one, many = told.values()
    assert one == ["Which do you mean: 5C 6D 7H 8S 9C or 6D 7H 8S 9C TD?"], one
    assert many == ["There are twelve of these: type the cards of the one you mean."], many


@pytest.mark.parametrize(("name", "called"), [(name, one) for name in names() for one in rulebook(name).called])
def test_a_name_of_a_card_means_one_card_at_some_table(name: str, called: str) -> None:
    lines = {with_letters(load(name), phase, view, called) for phase, view in positions(name)}
    cards = {card.text for card in load(name).pack.order}
    assert lines & cards, lines


def test_yes_is_the_only_call_that_is_no_pass() -> None:
    game = load("calabrasella")
    question = read_question(game, split_fields(["phase=auction", "hand=AS,QS,3H"]))
    assert [meant(game, question.phase, question.view, line) for line in ("yes", "no")] == ["play", "pass"]


def test_a_card_where_none_is_asked_for_is_called_by_its_name() -> None:
    game = load("last-one")
    question = read_question(game, split_fields(["phase=deal"]))
    assert unmarked(said(game, question.phase, "8D")) == "8D"
    asked = Legal(game, judge(question.phase, question.view))
    assert not asked.grade("8D").understood
    assert asked.grade("4").understood


def test_jokers_are_introduced_once_by_the_names_of_the_game() -> None:
    def told(name: str) -> str:
        blocks = (Para(f"You hold {mark('c', 'X1')}."), Item(mark("c", "X1"), f"{mark('c', 'X2')}, {mark('c', 'KH')}"))
        return render(
            introduced(load(name), introduced(load(name), blocks)), RenderOptions(plain=True, suits="letters"), {}
        )

    assert "You hold the red joker (X1).\n" in told("dou-dizhu")
    assert "red joker: black joker (X2), KH" in told("dou-dizhu")
    row = Para(f"{mark('c', 'A')} {mark('c', 'X2')} is not a combination.")
    shown = render(introduced(load("dou-dizhu"), (row,)), RenderOptions(plain=True, suits="letters"), {})
    assert shown == "A + black joker (X2) is not a combination.\n"
    assert "big blooper (X1)" in told("back-alley")
    assert "You hold the joker (X1)." in told("hasenpfeffer")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"You played {mark('c', 'X1')}.", "You played the red joker (X1)."),
        (f"{mark('c', 'X1')} lies face up and is one of them.", "The red joker (X1) lies face up and is one of them."),
        (f"No trump. {mark('c', 'X1')} beats {mark('c', 'AC')}.", "No trump. The red joker (X1) beats AC."),
        (f"Leave it: {mark('c', 'X1')} should win too.", "Leave it: the red joker (X1) should win too."),
        (f"It lies beside the {mark('c', 'X1')}.", "It lies beside the red joker (X1)."),
        (f"There is no 9 among {mark('c', 'X1')} {mark('c', 'AC')}.", "There is no 9 among red joker (X1) AC."),
        (f"{mark('c', 'AC')} {mark('c', 'X1')}", "AC red joker (X1)"),
        (f"{mark('c', 'AC')}, {mark('c', 'X1')} and {mark('c', '2C')} lose.", "AC, the red joker (X1) and 2C lose."),
        (f"AC or {mark('c', 'X1')}, {mark('c', '2C')} or AD?", "AC or the red joker (X1), 2C or AD?"),
        (f"{mark('c', 'X1')} led", "red joker (X1) led"),
    ],
)
def test_a_joker_has_an_article_in_a_sentence_and_none_in_a_row(text: str, shown: str) -> None:
    game = load("bridge-solitaire")
    for blocks in (once := introduced(game, [Para(text)]), introduced(game, once)):
        assert render(blocks, RenderOptions(plain=True, suits="letters"), {}).strip() == shown


def test_two_that_are_the_same_are_called_both() -> None:
    assert listed(("10H", "10H")) == "both 10H"
    assert listed(("10H", "10H"), "or") == "10H"
    assert listed(("10H", "10H", "9H")) == "10H, 10H and 9H"
    assert listed(("10H", "9H")) == "10H and 9H"


def test_several_cards_are_not_meant_by_one_of_them() -> None:
    game = load("strange")
    question = read_question(game, split_fields("upcard=6C,KD hand=KD,3D,9C,5C".split()))
    for line in ("9C", "KD", "9 of clubs"):
        assert meant(game, question.phase, question.view, line) == line
    assert meant(game, question.phase, question.view, "9c and the king of diamonds") == "KD+9C"


def test_a_suit_alone_is_a_card_to_play_or_to_call_before_a_meld_in_that_suit() -> None:
    for name, position, line, text in (
        ("tute", "trump=S leader=P1 hand=AH,QC,KD,5D", "heart", "AH"),
        ("calabrasella", "phase=call hand=3S,2S,AS,7H,5H,QC,6C,4C,3D,2D,AD,KD", "hearts", "3H"),
    ):
        game = load(name)
        question = read_question(game, split_fields(position.split()))
        assert meant(game, question.phase, question.view, line) == text


def test_what_may_be_declared_is_offered_in_words_and_not_in_codes() -> None:
    game = load("tute")
    question = read_question(game, split_fields("phase=declare trump=S leader=P1 hand=KS,QS,KH,QH".split()))
    found = judge(question.phase, question.view, ("king and queen",))
    told = render(short_attempt_doc(game, found, found.asked[0]), RenderOptions(width=200), {})
    assert "the veinte in hearts, diamonds or clubs" in told and "20H" not in told


def test_a_run_named_by_its_ends_is_all_of_its_cards_held_or_not() -> None:
    """Without suits the ends say every card: the one that is missing is named, and the ends are no play of two."""
    game = load("dou-dizhu")
    asked = read_question(game, split_fields(["hand=3,5,6,7,8,9,T,J,K,A,2"]))
    for line, cards in (("8-A", "8+9+T+J+Q+K+A"), ("5 to nine", "5+6+7+8+9"), ("5-10", "5+6+7+8+9+T")):
        assert meant(game, asked.phase, asked.view, line) == cards
    found = judge(asked.phase, asked.view, ("8+9+T+J+Q+K+A",)).asked[0]
    assert found.verdict is Verdict.NOT_HELD


@pytest.mark.parametrize(
    ("name", "position", "typed", "said"),
    [
        ("solo", "phase=auction hand=AS,KS,QH,JH,9D,8D,7C,KC", "3", "Allowed: I ask or pass."),
        ("solo", "phase=auction bids=P1:ask hand=AS,KS,QH,JH,9D,8D,7C,KC", "ask", "You may ask that, or pass."),
        ("botifarra", "trump=H trick=3H hand=6H,8S", "8S", "With no hearts you could play 8S."),
        ("court-piece", "trump=S trick=3S hand=6S,8D", "8D", "With no spades you could play 8D."),
        ("pluck", "trump=S trick=3S hand=6S,X1,8D", "8D", "With no trumps you could play 8D."),
        (
            "botifarra",
            "trump=H trick=4D,3H hand=6H,5H,4S leader=P3",
            "4S",
            "You have no diamond, so you must beat 3H, an opponent's card, with a trump if you can: 6H or 5H would.",
        ),
        ("tute", "trump=H trick=4D,5H hand=7H,2H,4S leader=P3", "2H", "You have no diamond, so you must trump"),
    ],
)
def test_a_refusal_says_why_the_duty_is_due_and_what_may_be_said_instead(
    name: str, position: str, typed: str, said: str
) -> None:
    game = load(name)
    question = read_question(game, split_fields(position.split()))
    found = judge(question.phase, question.view, (typed,))
    told = render(short_attempt_doc(game, found, found.asked[0]), RenderOptions(width=400, suits="letters"), {})
    assert not found.asked[0].legal and said in " ".join(told.split()), told
    assert told.count("ask") < 4
