"""What `tutor explain` and `tutor score` say of what somebody typed: each reason, once, to the right person."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.random_moments import random_moments
from tests.worked_cases import explained_cases
from tutor.kernel.by_name import load, names
from tutor.kernel.fields import REQUIRED, Problem, specs
from tutor.kernel.idle_fields import COMMON, idle_fields
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.teach.results.score_sheet import score_doc
from tutor.teach.rulings.answers import ask
from tutor.teach.rulings.explain import explain_doc, how_to_begin, names_of
from tutor.teach.rulings.refusals import problem_lines
from tutor.teach.text.doc import ColumnsBlock, Doc, Item, Para
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.kernel.game import Game

SIX = "hand=7S,8S,9S,TS,JS,QS,KH,AH,7D"
LEVEL = "talon=2S,3S,4S,5H dealer=P2 points.P1=10 points.P2=10 points.P3=10 points.P4=10"
"""A hand of Reversis in which all have as many points."""
THREE_ACES = "last=P2+P4 declared.P1=3S,2S,AS,AH,AD,KC,JC,7D,5H,4H took=P2,P3,P4 won.P1+P3=2S,3S,KS,QS"
"""A hand of Tresette with the melds of a player who won no trick."""
MADE_IN_SPADES = (
    "declarer=P1 contract=110 won.P1=AS,TS,KS,QS,AH,TH,JH,JD,TD,KC,QC,9C won.P2=JS,9S,KH,QH,AD,KD marriages=P1:S"
)
"""A hand of Tyzicha in which the declarer has just the contract."""
JO_JOTTE = "declarer=P1 trump=H won.P1=JH,9H,AH,TH,KH,QH,AS,KS,QS,JS won.P2=AD,KD,QD,JD,TD,9D,8D,7D last=P2 jojotte=P1"


def explained(name: str, position: str) -> Doc:
    """The document about a position."""
    game = load(name)
    return explain_doc(game, read_question(game, split(position.split())))


def texts(doc: Doc) -> list[str]:
    """Its paragraphs, without marks."""
    return [unmarked(block.text) for block in doc if isinstance(block, Para | Item)]


def cells(doc: Doc) -> list[str]:
    """The cells of its tables, without marks."""
    return [unmarked(cell) for block in doc if isinstance(block, ColumnsBlock) for row in block.rows for cell in row]


@pytest.mark.parametrize("name", names())
def test_nothing_is_said_twice_and_you_only_where_somebody_is(name: str) -> None:
    game = load(name)
    for case in explained_cases(name):
        found = read_question(game, split(case["position"].split()))
        view = found.view
        if found.phase.actor(view) is not None:
            continue
        said = texts(explain_doc(game, found))
        often = Counter(one for text in said for one in re.split(r"(?<=\.) ", text) if one.count(" ") > 2)
        assert max(often.values(), default=1) == 1, (case["id"], often.most_common(1))
        if not names_of(game, view):
            assert not re.search(r"\b[Yy]ou(r|rs)?\b", " ".join(said)), (case["id"], said)


@pytest.mark.parametrize(
    ("name", "position", "rule"),
    [
        ("truc", "phase=eleven before.P1+P3=11 before.P2+P4=11", "truc.eleven.both"),
        ("truc", "phase=eleven", "truc.eleven.one"),
        ("calabrasella", "phase=surrender card=3H hand=3D,4H", "calabrasella.call.exchange"),
        ("tresette", "phase=talk trick=KS,2S,3S,4S hand=5S", "tresette.talk.short"),
        ("trente-et-quarante", "phase=refait black=KD,5C,TH,6S red=KS,QS,TS,AH", "trente-et-quarante.refait.prison"),
    ],
)
def test_where_nobody_is_to_act_a_rule_says_why(name: str, position: str, rule: str) -> None:
    *_, last = explained(name, position)
    assert isinstance(last, Item)
    assert last.clause == rule
    assert last.text.startswith("Nobody is to act in this position. ")


def test_moves_of_several_cards_stand_apart_by_commas() -> None:
    labels = [unmarked(b.label) for b in explained("big-two", "table=9D+9C hand=8D,8C,3D") if isinstance(b, Item)]
    assert "3D, 8D, 8C" in labels, labels
    labels = [unmarked(b.label) for b in explained("tute", "trump=S trick=KH hand=2H,3H,4S") if isinstance(b, Item)]
    assert "3H" in labels, labels


@pytest.mark.parametrize(
    ("name", "result", "said"),
    [
        ("schafkopf", "declarer=P1 points.P1=50 discards=AS,TS", "50 (in tricks) + 21 (laid away) = 71."),
        ("tyzicha", "declarer=P1 contract=120 won.P1=AH,TH,KH won.P2=", "P1 needs 121, more than the contract"),
        ("court-piece", "tricks.P1+P3=8 tricks.P2+P4=5 dealer=P2", "brings the winners no court, so P2 deals again."),
        ("spinado", "winner=P2 played=P1:QD,P1:KD", "For the next hand 4 stay in Intrigue."),
        ("last-one", "hand.P1=8S,X1 hand.P2=KS hand.P3=2S,3S", "P4 went out."),
        (
            "trente-et-quarante",
            "black=KD,5C,TH,6S red=KS,QS,TS,AH bets=noir:9",
            "In prison for the next coup: 9 on black.",
        ),
        ("jo-jotte", JO_JOTTE, "Above the line P1 gets 20."),
        ("reversis", f"{LEVEL} tricks.P1=3 tricks.P2=3 tricks.P3=3 tricks.P4=2", "P4 won the fewest tricks."),
        (
            "reversis",
            f"{LEVEL} tricks.P1=3 tricks.P2=3 tricks.P3=3 tricks.P4=2",
            "of these P1 comes last, counted round from the dealer, P2",
        ),
        ("reversis", f"{LEVEL} tricks.P1=3 tricks.P2=3 tricks.P3=3 tricks.P4=2", "It is taken not to be the last"),
        ("back-alley", "cards=13 contract.P1+P3=7 tricks.P1+P3=9 tricks.P2+P4=4", "It is taken not to be the last"),
        (
            "spinado",
            "deal=10 previous=P2 winner=P1 matrimony=5 intrigue=4",
            "8 in Matrimony and 7 in Intrigue, belong to nobody",
        ),
        ("tute", "won.P1+P3=AC,2C,5S,6C won.P2+P4= last=P1 declared=P1:tute trump=C", "The game is this one hand."),
        ("tresette", f"{THREE_ACES} meld_needs_trick=side", "P1 won no trick, but by the house rule one of the side"),
        (
            "tyzicha",
            f"make_on_equal=true {MADE_IN_SPADES}",
            "By the house rule P1 needs no more than the contract, 110",
        ),
        ("tyzicha", MADE_IN_SPADES, "The game is won with 1001 points, and P1 has only -110."),
        ("trente-et-quarante", "black=4C,QH,TC,3D,7D red=QS,QD,JC,7S", "Red: QS 10 + QD 10 + JC 10 + 7S 7 = 37."),
        (
            "kaiser",
            "contract=8no declarers=P2+P4 tricks.P2+P4=2 tricks.P1+P3=6 won.P2+P4=3S won.P1+P3=5H",
            "are lost just like others: 1",
        ),
    ],
)
def test_a_result_is_told_with_all_that_comes_of_it(name: str, result: str, said: str) -> None:
    game = load(name)
    doc = score_doc(game, read_view(game, game.scoring, split(result.split())))
    told = [*texts(doc), *cells(doc)]
    assert any(said in text for text in told), told


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        ("kaiser", "phase=auction bids=P1:7,P2:7", "P2 would be told: P1 has bid that already"),
        ("solo", "phase=auction bids=P1:ask,P2:3", "P2 would be told: The bid is a simple game"),
        ("dou-dizhu", "plays=P1:5,P2:4 hand=9", "P2 would be told: 4 is lower than 5."),
        ("dou-dizhu", "table=4+5 hand=9", "The reason: 4 5 is not a combination"),
        ("tyzicha", "phase=give bids=P2:110,P3:130", "bids: P3:130 is not allowed as call 2"),
        ("calabrasella", "phase=auction bids=P1:play,P2:pass", "bids: nobody calls any more after call 1"),
        ("kaiser", "phase=misdeal hand=8S", "hand: 1 card, but before the bidding everybody has 8"),
        ("schafkopf", "phase=pick bids=P1:solo,P2:tke", "bids: P1:solo is no call; there are take, pass"),
        ("schafkopf", "phase=pick bids=P1:solo,P2:tke", "bids: P2:tke is no call; did you mean take?"),
    ],
)
def test_problems_say_why_a_move_could_not_be_made_before(name: str, position: str, said: str) -> None:
    game = load(name)
    with pytest.raises(BadPosition) as why:
        explained(name, position)
    told = problem_lines(game, why.value.problems)
    assert any(said in line for line in told), told
    assert ask(["explain", name, *position.split()]) == {"error": told}


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        ("bridge-solitaire", "trick=X1,X2 leader=P1", "There is a joker in the trick"),
        ("bridge-solitaire", "trick=X1,X2 leader=house", "you answered the house's joker with yours"),
        ("calabrasella", "phase=call hand=3S,3H,3D,3C,2S,2H,2D,2C,AH,KD,QD,4C", "so you call nothing"),
        ("jo-jotte", "phase=auction upcard=9H bids=P1:pass,P2:pass,P1:pass,P2:pass", "the same dealer deals again"),
        ("jo-jotte", "phase=stakes declarer=P1 bids=P2:nullo,P1:pass", "It is a nullo"),
        ("kaiser", "phase=auction bids=P1:7,P2:8,P3:pass,P4:8", "P2+P4 are the declarers with 8"),
        ("pluck", "phase=pluck hand=AS", "In the first hand nobody plucks."),
        ("reversis", "trick=9D,AD,4D,KD", "P1 led diamonds, and P2 played AD to it; so P2 pays P1 2."),
        ("reversis", "trick=4H,AH,JH,2H", "P2: -1 (a forced ace, to P1) - 5 (a forced Quinola, to P1) = -6."),
        ("back-alley", "phase=auction bids=P1:12,P2:pass,P3:11,P4:board", "P1+P3 must take 23 tricks"),
        ("back-alley", "phase=auction bids=P1:12,P2:pass,P3:11,P4:board", "two partners' bids: 12 + 11 = 23."),
        ("jo-jotte", f"phase=meld trump=- {SIX} kind=seq claim=seq:6KD", "but what was announced is better."),
    ],
)
def test_what_follows_is_told_with_its_reason(name: str, position: str, said: str) -> None:
    assert any(said in text for text in texts(explained(name, position))), texts(explained(name, position))


@pytest.mark.parametrize("name", names())
def test_a_field_that_must_be_given_is_listed_as_such(name: str) -> None:
    """Whatever is left out of a real moment and then asked for has no default "none" in the list of fields."""
    game = load(name)
    for moment in random_moments(name):
        if not moment.due:
            continue
        phase = game.due(moment.state)
        fields = dict(phase.see(moment.state, moment.state.turn[0]).text(game.usual))
        for left_out in fields:
            rest = [(field, text) for field, text in fields.items() if field != left_out]
            missing = [one for one in _problems(game, phase, rest) if one.message.startswith("must be given")]
            for field in (specs(phase.view)[one.field] for one in missing if one.field in specs(phase.view)):
                assert field.default is REQUIRED or field.shown, f"{phase.name}: {left_out}"


def _problems(game: Game[Any], phase: Any, pairs: list[tuple[str, str]]) -> tuple[Problem, ...]:
    try:
        read_view(game, phase, pairs)
    except BadPosition as why:
        return tuple(why.problems)
    return ()


def test_a_field_of_another_decision_names_the_phase_to_be_written() -> None:
    game = load("trente-et-quarante")
    found = _problems(game, game.phase_of["play"], split("black=7C,KS red=9C,KH bets=noir:10".split()))
    assert next(one.message for one in found if one.field == "bets") == (
        "belongs to phase=bet, phase=refait or the score, not to phase=play; write that phase with it"
    )


def test_tricks_of_a_player_are_left_out_only_where_the_others_have_all() -> None:
    game = load("strange")
    (found,) = _problems(game, game.scoring, split(["tricks.P1=12", "tricks.P2=11"]))
    assert str(found) == "tricks.P3: must be given: 23 of 32 tricks are told"
    assert not _problems(game, game.scoring, split(["tricks.P1=21", "tricks.P2=11"])), "the third has none"
    assert not _problems(game, game.scoring, split(["tricks.P1=12", "tricks.P2=11", "tricks.P3=0"]))


# -- fields of other phases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_common_field_that_the_phase_has_not_is_said_to_be_left_aside(name: str) -> None:
    game = load(name)
    there = {field for one in (*game.phases, game.scoring) for field in specs(one.view)} & COMMON
    for schema in (*game.phases, game.scoring):
        idle = idle_fields(game, schema, [(field, "AH") for field in there])
        assert {field.name for field in idle} == there - specs(schema.view).keys(), schema.name


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            "kaiser bids=P1:6,P2:pass hand=5H,7C",
            "`bids` has no bearing on phase=play and is left aside. To ask about it, write phase=auction.",
        ),
        (
            "botifarra phase=auction trump=S hand=AD,9D",
            "`trump` and `hand` have no bearing on phase=auction and are left aside. "
            "To ask about them, write phase=play.",
        ),
        (
            "calabrasella phase=discard hand=3S,2S trick=4D",
            "`trick` has no bearing on phase=discard and is left aside. To ask about it, write phase=play.",
        ),
        (
            "calabrasella hand=3S won.P1=3D",
            "`won` has no bearing on phase=play and is left aside: it is for `tutor score`.",
        ),
    ],
)
def test_what_was_asked_with_a_field_of_another_phase_is_answered_with_a_note(position: str, said: str) -> None:
    name, rest = position.split(maxsplit=1)
    assert said in texts(explained(name, rest))


def test_programs_are_told_which_fields_were_left_aside() -> None:
    assert ask("explain kaiser bids=P1:6 hand=5H".split())["idle"] == {"bids": ["auction"]}
    assert ask("explain kaiser trick= hand=5H".split())["idle"] == {}
    result = "score kaiser contract=6 declarers=P2+P4 tricks.P1+P3=4 tricks.P2+P4=4 won.P1+P3=5H won.P2+P4=3S trump=S"
    assert ask(result.split())["idle"] == {"trump": ["play"]}


def test_trumps_other_than_the_card_turned_up_are_refused_in_every_phase() -> None:
    for phase in ("rob", "play"):
        told = ask(f"explain twenty-five phase={phase} upcard=7H trump=S hand=AH,8H,3S,4S,5S".split())
        assert told["error"] == ["trump: S, but 7H was turned up"]
    assert ask("explain twenty-five phase=rob upcard=7H trump=H hand=AH,8H,3S,4S,5S".split())["legal"]


def test_where_nothing_is_allowed_that_is_said_first() -> None:
    all_of_them = "phase=call hand=3S,3H,3D,3C,2S,2H,2D,2C,4S,5S,6S,7S"
    assert "There is nothing that you may call." in texts(explained("calabrasella", all_of_them))
    assert "There is nothing that you may call." not in texts(
        explained("calabrasella", "phase=call hand=3S,3H,3D,2S,2H,2D,2C,4S,5S,6S,7S,AS")
    )


# -- what is said of mistakes ----------------------------------------------------------------------------------

MISTAKES = {
    "score kaiser contract=6 declarers=P2+P4 tricks.P1+P3=4 won.P1+P3=5H won.P2+P4=3S": [
        "tricks.P2+P4: must be given: 4 of 8 tricks are told"
    ],
    "score court-piece": ["tricks: must be given (tricks.P1+P3, tricks.P2+P4): a hand ends with 7 to 13"],
    "score canadian-salad tricks.P1=2": ["tricks: 2 of 13 are told; left out are tricks.P2, tricks.P3, tricks.P4"],
    "score pluck tricks.P1=6 tricks.P2=8": ["tricks.P3: must be given: 14 of 17 tricks are told"],
    "score back-alley": [
        "tricks: must be given (tricks.P1+P3, tricks.P2+P4): 13 are played",
        "contract: must be given (contract.P1+P3 or contract.P2+P4, or both)",
    ],
    "score big-two left.P1=3 left.P2=0 left.P3=0": [
        "left: only the player who went out has no cards left, but left.P2, left.P3 and left.P4 are empty or not given"
    ],
    "score last-one hand.P1=AS hand.P2=KS hand.P3=4S hand.P4=5S": [
        "hand: everybody has cards left, but the hand ends when one player has none"
    ],
    "explain kaiser bids=garbage trick=AH hand=5H": ["bids: 'garbage' is not SEAT:CALL, such as P1:pass"],
    "explain dou-dizhu phase=auction bids=2 hand=3": ["bids: '2' is not SEAT:CALL, such as P1:2"],
    "score schafkopf declarer=nobody points.P1=60": [
        "declarer: 'nobody' is not a seat at this table (P1, P2, P3, or - for nobody)"
    ],
    "score truc tricks=P1+P3,P1+P3 score.P1+P3=11": ["score.P1+P3: is not a field of Truc; did you mean before.P1+P3?"],
    "explain dou-dizhu trick=5S hand=3": ["trick: is not a field of Dou Dizhu; did you mean table?"],
    "explain dou-dizhu hand=TS,10s,8": ["hand: TS is there twice, the pack has 1"],
    "kaiser trump=C trick=AH hand=5H": ["question: begins with explain or score, not 'kaiser'"],
}


@pytest.mark.parametrize("question", MISTAKES)
def test_a_mistake_is_told_with_what_would_be_right(question: str) -> None:
    assert ask(question.split())["error"] == MISTAKES[question]


def test_moves_and_house_rules_may_stand_in_a_question_as_on_the_command_line() -> None:
    told = ask("explain kaiser trump=C --move 7C trick=AH hand=5H,7C -m 5H --option all_pass=redeal_next".split())
    assert [(move["move"], move["legal"]) for move in told["moves"]] == [("5H", True), ("7C", False)]
    assert told["options"] == {"all_pass": "redeal_next"}


def test_king_and_queen_of_trumps_are_no_veinte() -> None:
    doc = explain_doc(
        load("tute"), read_question(load("tute"), split("phase=declare trump=S hand=KS,QS move=20S".split()))
    )
    assert any("king and queen of trumps are the cuarenta" in text for text in texts(doc))


def test_an_example_is_of_the_phase_that_was_asked_about() -> None:
    for name in ("kaiser", "twenty-five", "calabrasella"):
        game = load(name)
        for phase in game.phases:
            *_, example = how_to_begin(game, moves=True, phase=phase.name)
            position = unmarked(example).split("`")[1].split()[3:]
            assert read_question(game, split(position)).phase is phase, example


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        ("jo-jotte", "phase=meld kind=seq trump=S claim=seq:3AH hand=9C,8C,7C,TC,AS,7D,7H,KD,QS", "it is longer"),
        (
            "jo-jotte",
            "phase=meld kind=seq trump=S claim=seq:4KH hand=AD,KD,QD,JD,AH,AC,8H,9S,7S",
            "up to a higher card",
        ),
        ("jo-jotte", "phase=meld kind=seq trump=S claim=seq:3QC hand=QS,JS,TS,7S,AC,KD,AD,8H,9H", "and in trumps"),
        ("tute", "trump=D trick=4H hand=2H,5H,AD", "you must beat it if you can"),
        ("botifarra", "trump=H trick=7H hand=8H,6H,2H", "you must beat an opponent's card if you can"),
        ("scotch-whist", "trump=H leader=P3 trick=KC,AC,AS,AD", "its cards count for the trick score alone"),
        ("spinado", "seat=P2 run=P1:5C hand=6C,AD,KS", "with it the spinado if you like"),
    ],
)
def test_a_ruling_says_what_decides_it(name: str, position: str, said: str) -> None:
    told = texts(explained(name, position))
    assert any(said in text for text in told), told


def score_page(name: str, result: str) -> Doc:
    game = load(name)
    return score_doc(game, read_view(game, game.scoring, split(result.split())))


def test_the_table_of_a_score_is_headed_by_what_is_paid() -> None:
    doc = score_page("court-piece", "tricks.P1+P3=7 dealer=P2")
    head = next(block.head for block in doc if isinstance(block, ColumnsBlock))
    assert head[1] == "Courts"
