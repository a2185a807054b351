"""Bridge Solitaire: the two hands of the text, the end of the stock, a rubber; counting and scoring told twice."""

from __future__ import annotations

from random import Random

import pytest

from tests.drawn import told
from tests.records import in_turn as go
from tutor.games.bridge_solitaire import GAME
from tutor.games.bridge_solitaire.bids import BIDS, winners
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState
from tutor.games.bridge_solitaire.rubber import Result, Score
from tutor.games.bridge_solitaire.table import PACK, Rules
from tutor.games.bridge_solitaire.tricks import two_cards
from tutor.kernel.cards import Cards, cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.history import Record, staged
from tutor.kernel.playout import finish
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.results.workings import lines
from tutor.teach.rulings.answers import ask_line
from tutor.teach.text.marks import unmarked

Game = Record[BridgeSolitaireState]


def trick(record: Game) -> str:
    return ",".join(c.text for c in record.state.trick)


EXAMPLE_1 = (
    "faceup=JS,TS,7S,2S,9D,AC,KC,TC,8C,QH,8H,5H,4H down=QC,JC,7H,9S,4S,3D,X1 "
    "stock=3C,7D,5D,AH,9C,KD,6C,QS,7C,JH,2C,TD,4C,KS,4D,QD,2H,X2,6D,5C"
)
EXAMPLE_2 = "faceup=AH,TH,3H,2H,7D,6D,2D,KC,4C,2C,TS,5S,4S down=QH,3D,3C,AS,9S,3S,X1 stock=JH,QD,X2,KS,JD"


def test_example_1_of_the_text() -> None:
    record = go(staged(GAME, EXAMPLE_1), "AC+KC+TC+8C+QH+8H", "JS")
    assert record.state.discards[-1].text == "JS"
    assert set(record.state.hand) == set(cards("AC,KC,QC,JC,TC,8C,QH,8H,7H,9S,4S,3D,X1"))
    assert record.state.calling().house is None, "six winning tricks"
    with pytest.raises(IllegalMove):
        go(record, "pass")
    record = go(record, "1C")
    assert (record.state.jokers, trick(record)) == (1, "3C")
    record = go(record, "8C", "AC", "KC", "QC", "JC")
    assert record.state.won == 5
    turned = [event for event in record.events if event.what == "house turned"]
    assert turned[0].cards == cards("7D,5D,AH,9C")
    record = go(record, "QH")
    assert trick(record) == "KS"
    with pytest.raises(IllegalMove) as why:
        go(record, "X1")
    assert why.value.ruling.clause == "bridge-solitaire.player.follow"
    record = go(record, "4S", "3D", "X1")
    assert record.state.won == 5, "the joker loses"
    record = go(record, "7H")
    assert record.state.won == 6
    record = go(record, "9S")
    assert trick(record) == "6D"
    record = go(record, "TC", "8H")
    (over,) = (event for event in record.events if event.what == "hand over")
    assert over.facts["scores"] == {"P1": 240, "house": 0}
    assert over.facts["tricks"] == 7
    assert record.state.below == (40, 0)
    assert record.state.points == (240, 0)
    assert record.state.chance is not None


def test_example_2_of_the_text() -> None:
    record = go(staged(GAME, EXAMPLE_2), "AH+TH+3H+2H+KC+4C", "TS")
    house = record.state.calling().house
    assert house is not None
    assert house.text == "1D"
    record = go(record, "1H")
    assert (record.state.jokers, trick(record)) == (1, "JH")
    record = go(record, "QH", "AH")
    assert record.state.won == 1, "QD is no answer, the joker is"
    assert trick(record) == "KS", "the house leads next"
    whole = finish_hand(record)
    (over,) = (event for event in whole.events if event.what == "hand over")
    assert over.facts["contract"] == "1H"
    assert sum(over.facts["scores"].values()) > 0


def finish_hand(record: Game) -> Game:
    """The rest of the hand, always the first legal card."""
    while record.state.turn:
        record = go(record, GAME.judge(record.state, "P1").legal[0].text)
    return record


def test_the_player_leads_against_a_house_contract() -> None:
    record = go(staged(GAME, EXAMPLE_2), "AH+TH+3H+2H+KC+4C", "TS", "pass")
    assert record.state.declarer == "house"
    assert record.state.contract == BIDS["1D"]
    assert (record.state.leader, record.state.trick) == ("P1", ())


def test_the_stock_ends_in_an_answer() -> None:
    record = go(staged(GAME, "contract=1H declarer=house won=3 hand=KD,2C,3C,4D,X1 stock=4C,9S last=true"), "KD")
    (end,) = (event for event in record.events if event.what == "stock exhausted")
    assert end.facts["tricks"] == 4
    (over,) = (event for event in record.events if event.what == "hand over")
    assert over.facts["tricks"] == 13 - 3 - 1 - 4, "tricks of the house, which declared"


def test_the_stock_ends_in_a_lead() -> None:
    record = go(staged(GAME, "contract=4C hand=2D,3D,4D,2S won=8 stock=AS last=true"), "2S")
    (over,) = (event for event in record.events if event.what == "hand over")
    assert over.facts["tricks"] == 8 + 3


def test_a_joker_led_and_the_four_cards_of_no_trump() -> None:
    record = go(staged(GAME, "contract=1NT leader=P1 hand=X1,7D,5C stock=2C,9S,4H,JC,3S,KC"), "X1")
    assert record.state.won == 0
    assert trick(record) == "9S"
    record = go(staged(GAME, "contract=1NT leader=P1 hand=X1,7D,5C stock=4H,JC,3S,KC,KD"), "7D")
    assert (record.state.won, record.state.trick) == (1, ())
    assert record.state.stock[0].text == "KD"


def last_trick(contract: str, declarer: str, before: str, won: int) -> BridgeSolitaireState:
    """The state after a hand of which only the ace of spades is left, led to the two of spades."""
    fields = f"contract={contract} declarer={declarer} leader=P1 won={won} hand=AS stock=2S,3S jokers=0 {before}"
    return go(staged(GAME, fields), "AS").state


def test_a_rubber() -> None:
    state = last_trick("2D", "P1", "", 7)
    assert (state.below, state.points) == ((40, 0), (40, 0))
    state = last_trick("1NT", "P1", "below.P1=40 before.P1=40", 6)
    assert (state.below, state.games) == ((80, 0), (0, 0))
    state = last_trick("3H", "house", "below.P1=80 before.P1=80", 3)
    assert (state.below, state.games) == ((80, 90), (0, 0))
    state = last_trick("1C", "P1", "below.P1=80 below.house=90 before.P1=80 before.house=90", 6)
    assert (state.below, state.games, state.points) == ((0, 0), (1, 0), (100, 90))
    assert state.chance is not None
    state = last_trick("3NT", "P1", "games.P1=1 before.P1=100 before.house=90", 8)
    assert state.over
    assert state.points == (100 + 100 + 700, 90)
    assert GAME.winners(state) == ("P1",)
    state = last_trick("3NT", "P1", "games.P1=1 games.house=1 before.house=600", 8)
    assert GAME.winners(state) == ("P1", "house"), "a drawn rubber"


def test_a_whole_rubber_by_chance() -> None:
    rng = Random(3)
    begun = GAME.begin(1, Rules(), "P1")
    state = finish(GAME, begun, rng)
    assert state.over
    assert max(state.games) == 2
    assert set(GAME.winners(state)) <= {"P1", "house"}


# -- the same told once more, naively ----------------------------------------------------------------------


def counted_by_play(own: Cards, suit: str) -> int:
    """The house's count as the text tells it: your best card wins if it is the best out, else your worst is lost."""
    ranks = "23456789TJQKA"
    mine = [c.rank for c in own if c.suit == suit]
    theirs = [rank for rank in ranks if rank not in mine]
    won = 0
    while mine:
        best = max(mine, key=ranks.index)
        against = max(theirs, key=ranks.index, default="")
        if not against or ranks.index(best) > ranks.index(against):
            won += 1
            mine.remove(best)
        else:
            mine.remove(min(mine, key=ranks.index))
            theirs.remove(against)
    return won


def test_winners_are_counted_as_the_text_counts() -> None:
    rng = Random(1)
    for _ in range(2000):
        hand = tuple(rng.sample(PACK.cards, 13))
        for suit in "SHDC":
            assert winners(hand, suit) == counted_by_play(hand, suit)


def naive(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> tuple[int, int]:
    """Points for declarer and defenders, without honours and rubber, by the table of the laws."""
    need = 6 + level
    if tricks >= need:
        each = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}[strain]
        points = (each * level + (10 if strain == "NT" else 0)) * {0: 1, 1: 2, 2: 4}[doubled]
        points += {0: 0, 1: 50, 2: 100}[doubled]
        over = {(0, False): each, (0, True): each, (1, False): 100, (1, True): 200, (2, False): 200, (2, True): 400}
        points += (tricks - need) * over[doubled, vulnerable]
        points += {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
        return points, 0
    lost = 0
    for n in range(need - tricks):
        once = (100 if n == 0 else 200 if n < 3 else 300) if not vulnerable else (200 if n == 0 else 300)
        lost += {0: 100 if vulnerable else 50, 1: once, 2: 2 * once}[doubled]
    return 0, lost


def test_every_contract_counts_as_the_laws_say() -> None:
    for bid in BIDS.values():
        for doubled in range(3):
            for vulnerable in (False, True):
                for tricks in range(14):
                    v = Result(
                        players=1,
                        dealer="P1",
                        options=Rules(),
                        contract=bid,
                        tricks=tricks,
                        jokers=doubled,
                        games={"P1": int(vulnerable)},
                    )
                    done = Score().settle(v)
                    bonus = sum(line.points for line in done.lines if line.clause == "bridge-solitaire.rubber")
                    got = (done.scores["P1"] - bonus, done.scores["house"])
                    assert got == naive(bid.level, bid.strain, doubled, vulnerable, tricks), (bid, doubled, vulnerable)


def test_what_is_no_call() -> None:
    hand = "AS,KS,QS,AH,KH,5H,2D,3D,4D,2C,3C,4C,X1"
    found = ask_line(f"explain bridge-solitaire phase=auction hand={hand} move=foo move=AS move=8C move=2♠")["moves"]
    texts = {one["move"]: (one["verdict"], one["text"]) for one in found}
    assert texts["2S"][0] == "legal"
    for word in ("foo", "AS", "8C"):
        no_call = f'I cannot read "{word}" as your call: say pass, or a bid from 1C to 7NT.'
        assert texts[word] == ("unreadable", no_call)


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_what_is_bid_and_what_makes_it() -> None:
    faceup = "faceup=AC,KC,QC,JC,TC,2S,3S,5S,6S,9D,8D,5H,4H"
    record = staged(GAME, f"{faceup} down=8C,QH,8H,7H,9S,4S,X1 stock=2D games.house=1 below.P1=60 before.P1=60")
    table = told("bridge-solitaire", record.state)
    assert table["faceup"] == "face up, six to take: 6S 5S 3S 2S | 5H 4H | AC KC QC JC 10C | 9D 8D"
    assert table["down"] == "7 cards face down"
    record = go(record, "AC+KC+QC+JC+TC+9D", "2S")
    table = told("bridge-solitaire", record.state)
    assert (table["doubling"], table["discards"]) == ("a joker doubles the contract", "on top of the discards: 2S")
    assert table["The house"] == "vulnerable, 34 cards in the stock, passes"
    assert table["below"] == "below the line, need 100: you 60, the house 0"
    table = told("bridge-solitaire", go(record, "3C").state)
    assert (table["contract"], table["trumps"]) == ("You play 3 clubs, doubled: 9 tricks make it", "trumps C")
    assert table["The house"] == "vulnerable, 33 cards in the stock, 2D led"


def test_the_table_counts_tricks_and_the_stock() -> None:
    table = told(
        "bridge-solitaire", staged(GAME, "contract=2H declarer=house hand=2S,3S won=6 stock=4S last=true").state
    )
    assert table["contract"] == "The house plays 2 hearts: 8 tricks make it"
    assert table["tricks"] == "tricks: you 6, the house 5"
    assert table["The house"] == "1 card in the stock"


@pytest.mark.parametrize(
    ("tie", "words"),
    [
        (
            "highest",
            "You hold 5 spades, 4 hearts, 2 clubs and 2 diamonds. The house bids your shortest suit. Diamonds and clubs"
            " are equally short, and of these it takes the one that ranks highest in bidding: diamonds.",
        ),
        (
            "lowest",
            "You hold 5 spades, 4 hearts, 2 clubs and 2 diamonds. The house bids your shortest suit. Diamonds and clubs"
            " are equally short, and of these it takes the one that ranks lowest in bidding: clubs.",
        ),
    ],
)
def test_why_the_house_bids_one_of_two_suits_that_are_equally_short(tie: str, words: str) -> None:
    position = f"phase=house hand=KS,JS,8S,7S,4S,AH,4H,3H,2H,5C,3C,AD,2D house_tie={tie}"
    read = read_question(GAME, split(position.split()))
    working = read.phase.workings(read.view)["facts.strain"]
    assert [unmarked(line) for line in lines(GAME, working)] == [words]


@pytest.mark.parametrize(
    ("leader", "trick", "words"),
    [
        ("house", "X1,X2", "A joker was led, and X2 answers it, so P1 wins."),
        ("house", "5D,X2", "There is a joker in the trick, so house wins."),
        ("P1", "X1,5D", "There is a joker in the trick, so house wins."),
    ],
)
def test_why_a_joker_wins_or_does_not(leader: str, trick: str, words: str) -> None:
    chain = two_cards("bridge-solitaire.win.joker", "S", leader, cards(trick), "P1" if "P1" in words else "house")
    assert unmarked(lines(GAME, chain)[-1]) == words
