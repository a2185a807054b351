"""Aims: what a policy says that sides need agrees with the score at the end of the hand, and so do reasons from it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from tests.tables import LONG, begun, tables
from tutor.advice.players import HeuristicPlayer
from tutor.advice.reasons.finding import reasons
from tutor.families.tricks import TrickPhase
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.events import GAME_OVER, HAND_ENDS, HAND_OVER, SCORED, Event, winners_of
from tutor.kernel.game import Family
from tutor.kernel.playout import legal, playout
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.game_policy import GamePolicy
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.tables import Table
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.cards import Card
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Turn
    from tutor.kernel.seats import Seat, Side
    from tutor.kernel.state import State
    from tutor.policies.aims import Aim


def points(side: Side, events: Sequence[Event], clause: str = "") -> float:
    """What the score lines of a hand give a side, by the rule `clause` or by all."""
    lines = (event for event in events if event.what == SCORED and event.seat == side)
    return sum(float(event.facts["points"]) for event in lines if clause in event.clause)


def won(aim: Aim, events: Sequence[Event], what: str = HAND_OVER) -> bool:
    """Whether the side is named as the winner of the hand."""
    over = next(event for event in events if event.what == what)
    winners = [seat for side in winners_of(over) for seat in members(side)] or list(members(over.seat))
    return set(members(aim.side)) <= set(winners)


def courts(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether seven tricks have won the hand, or all thirteen 52 courts."""
    return points(aim.side, events, "fifty-two") > 0 if aim.goal > 7 else won(aim, events)


def level(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether the declarer has reached a level of points, or the others have prevented it."""
    (line,) = (event for event in events if event.what == SCORED)
    alone = aim.side == line.seat
    goal = int(aim.goal if alone else 120 - aim.goal + 1)
    return bool(line.facts["points"] >= {61: 2, 91: 4, 31: -2}[goal]) == alone


def at_goal(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether the game is over and the side has won it."""
    return any(event.what == GAME_OVER for event in events) and won(aim, events, GAME_OVER)


REACHED: Final[dict[str, Callable[[Aim, Sequence[Event]], bool]]] = {
    "back-alley": lambda aim, events: points(aim.side, events) > 0,
    "court-piece": courts,
    "schafkopf": level,
    "twenty-five": at_goal,
}
"""How the score says that an aim was reached, where not by who has won the hand (`won`)."""
AIMED: Final = sorted(name for name in names() if type(policy_of(load(name))).aims is not GamePolicy.aims)
"""Games with aims."""
NONE: Final = {
    "big-two": "nobody wins tricks",
    "calabrasella": "each point is paid",
    "canadian-salad": "each trick or card costs",
    "dou-dizhu": "nobody wins tricks",
    "last-one": "nobody wins tricks",
    "pluck": "each trick above the quota scores, and each below it costs a card",
    "reversis": "points are compared, and the more of them the worse",
    "scotch-whist": "each trick and each honour scores",
    "spinado": "nobody wins tricks",
    "strange": "each round scores",
    "tetka": "each trick or card that costs does so alike",
    "trente-et-quarante": "nobody wins tricks",
    "tresette": "each point scores",
    "truc": "draws decide with tricks, and who won the first",
}
"""Why some games have none. A game need not stand here."""


def test_games_have_aims_or_none() -> None:
    assert len(AIMED) >= 12 and set(REACHED) <= set(AIMED)
    assert not set(NONE) & set(AIMED) and set(NONE) <= set(names())


SHARE: Final = 0.5
"""The share of moves that follow the rules of thumb, where all ends of hands are to occur."""
LATE: Final = 5
"""The most cards in hand with which reasons are looked at."""
SEEDS: Final = 3 + LONG
SENSIBLE: Final = 0.9
"""The same in hands played as people do."""


class Seen(NamedTuple):
    """The aims of all seats at the moments of a hand, those after its last trick, and the events that end it."""

    before: list[tuple[Seat, Aim]]
    last: list[tuple[Seat, Aim]]
    """Empty where the hand ends before all cards are played."""
    events: tuple[Event, ...]


def hands(table: Table, seed: int, most: int) -> Iterator[Seen]:
    """Hands that are played half by rule of thumb and half by chance."""
    game, rng = load(table.game), Random(seed)
    policy, state = policy_of(game), begun(table, seed).state
    last: list[Any] = []

    def keep(of: Any, state: State, taken: Any) -> Any:
        last[:] = [state]
        return after_trick(of, state, taken)

    def told(state: Any) -> list[tuple[Seat, Aim]]:
        return [(seat, aim) for seat in state.seats for aim in policy.aims(state, seat)]

    play = game.phase_of.get(TrickPhase.name)
    after_trick: Any = getattr(type(play), "after_trick", None)
    with pytest.MonkeyPatch.context() as patch:
        if after_trick is not None:
            patch.setattr(type(play), "after_trick", keep)
        before: list[tuple[Seat, Aim]] = []
        for ply in playout(game, state, rng, 100_000, HeuristicPlayer(game, rng, SHARE)):
            if any(event.what in HAND_ENDS for event in ply.events):
                yield Seen(before, told(last[0]) if last and not any(last[0].hands) else [], ply.events)
                most -= 1
                before, last[:] = [], []
            elif ply.state.phase == TrickPhase.name and ply.state.chance is None:
                before += told(ply.state)
            if not most:
                return


@pytest.mark.parametrize("name", AIMED)
def test_aims_agree_with_the_score(name: str) -> None:
    reached = REACHED.get(name, won)
    ends: set[bool] = set()
    foretold = 0
    for i, table in enumerate(tables(name)):
        for hand in hands(table, i, 6 if i else 40):
            for _, aim in hand.last:
                assert not aim.exact or (not aim.left and not aim.open), f"{table}: {aim} after the last trick"
                ends.add(aim.reached)
            for seat, aim in hand.before + hand.last:
                assert aim.reached <= (not aim.lost)
                if not aim.open:
                    foretold += 1
                    assert reached(aim, hand.events) == aim.reached, f"{table}: {seat} is told {aim}, {hand.events}"
    assert ends == {True, False} or name in ("bridge-solitaire", "jo-jotte", "twenty-five")
    assert foretold


def decisions(table: Table, seed: int) -> Iterator[tuple[Record[Any], Seat, Move]]:
    """The choices of cards in a hand played mostly by rule of thumb: who decides, and the move made."""
    game, rng = load(table.game), Random(seed)
    record = begun(table, seed)
    player = HeuristicPlayer(game, rng, SENSIBLE)
    while True:
        if record.state.chance is not None:
            record = history.draw(record, rng)
        seat, move = player(record.state)
        if record.state.phase == TrickPhase.name and len(legal(game, record.state, seat)) > 1 and move.cards:
            yield record, seat, move
        record = history.play(record, seat, move)
        if any(event.what in HAND_ENDS for event in record.entries[-1].events):
            return


def ended(record: Record[Any], seat: Seat, move: Move, rng: Random, leads: Sequence[Card] = ()) -> Turn[Any]:
    """The turn that ends the hand after `move` and random play, in which `seat` leads `leads` as soon as it can."""
    game, turn = record.game, record.game.due(record.state).act(record.state, seat, move)
    left = list(leads)
    while not any(event.what in HAND_ENDS for event in turn.events):
        state: Any = turn.state
        who = rng.choice(state.turn)
        moves = legal(game, state, who)
        led = who == seat and left and not state.trick and state.phase == TrickPhase.name
        then = next(m for m in moves if m.cards == (left[0],)) if led else rng.choice(moves)
        left = left[1:] if led else left
        turn = game.due(state).act(state, who, then)
    return turn


def result(record: Record[Any], turn: Turn[Any]) -> tuple[Any, ...]:
    """Who has won the hand that ends with this turn, and the score sheet after it."""
    over = next(event for event in turn.events if event.what in HAND_ENDS)
    return winners_of(over), tuple(record.game.standing(turn.state).items())


TRICKS: Final = sorted(name for name in names() if load(name).family is Family.TRICKS or name in AIMED)


@pytest.mark.parametrize("name", TRICKS)
def test_reasons_from_what_is_needed_come_true(name: str) -> None:
    """In the true hands, whatever the others play."""
    seen: set[str] = set()
    table, reached = tables(name)[0], REACHED.get(name, won)
    for seed in range(SEEDS):
        for record, seat, move in decisions(table, seed):
            if len(record.game.held(record.state, seat)) > LATE:
                continue
            moves = legal(record.game, record.state, seat)
            other = next(one for one in moves if one != move)
            aims = policy_of(record.game).aims(record.state, seat)
            for reason in reasons(record, seat, move, other, Random(1), 4000):
                facts = reason.facts
                aim = next((aim for aim in aims if (aim.side, aim.goal) == (facts.get("who"), facts.get("goal"))), None)
                if reason.what in ("must_win", "gives_least", "makes_aim", "sure_aim"):
                    assert facts["missing"] > 0, "who has enough needs nothing more"
                if reason.what == "settled":
                    ends = {result(record, ended(record, seat, m, Random(n))) for m in moves for n in range(3)}
                    assert len(ends) == 1, f"{reason} {ends} {record.state}"
                elif reason.what in ("makes_aim", "sure_aim") and aim is not None:
                    for n in range(5):
                        events = ended(record, seat, move, Random(n), facts.get("rest", ())).events
                        assert reached(aim, events) == facts["ours"], f"{reason} {record.state}"
                elif reason.what == "gives_least" and facts["beaten"] and aim is not None:
                    assert reached(aim, ended(record, seat, other, Random(1)).events), f"{reason} {record.state}"
                seen.add(reason.what)
    assert seen or name == "truc"
    assert name not in ("botifarra", "court-piece", "hasenpfeffer") or {"settled", "makes_aim"} <= seen


def why(game: str, stage: str, move: str, other: str) -> dict[str, Reason]:
    """The reasons for a move at a moment that is set up, by name."""
    record = history.staged(load(game), stage)
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    found = reasons(record, seat, moves[move], moves[other], Random(1), 20_000)
    return {reason.what: reason for reason in found}


def said(game: str, reason: Reason) -> str:
    """The certain part of a reason and the advice, as text."""
    return " ".join(map(unmarked, (certain(load(game), reason), motive(load(game), reason)))).strip()


def court(ours: int, move: str, other: str) -> dict[str, Reason]:
    """The reasons of P1, on lead with three cards, whose side has won so many of ten tricks of Court Piece."""
    hands = "hand.P1=AS,AH,2C hand.P2=KS,3H,4H hand.P3=5H,6H,7C hand.P4=7H,8H,9C"
    gone = [c.text for c in load("court-piece").pack.order if c.text not in hands]
    won = f"won.P1+P3={','.join(gone[: 4 * ours])} won.P2+P4={','.join(gone[4 * ours :])}"
    return why("court-piece", f"trump=S leader=P1 trick= {hands} {won}", move, other)


def test_tricks_that_make_the_majority_for_certain() -> None:
    found = court(5, "AS", "2C")["sure_aim"]
    told = "P1+P3 needs 2 more tricks. One trump is out of sight, and AS is higher. Draw the last trump with AS."
    assert said("court-piece", found) == told + " Then nobody can beat AH, and that makes 7 tricks."
    assert "sure_aim" not in court(5, "2C", "AS")
    assert said("court-piece", court(6, "AS", "2C")["makes_aim"]) == (
        "P1+P3 needs 1 more trick. AS is sure to win, and that makes 7 tricks."
    )
    assert "makes_aim" not in court(6, "AH", "2C"), "a trump is out"
    assert said("court-piece", court(4, "AS", "2C")["must_win"]) == (
        "P2+P4 needs 1 more trick. P2+P4 must not win this trick."
    )
    assert "must_win" not in court(4, "2C", "AS")


def test_how_many_of_the_last_tricks_are_needed_is_told_with_any_card_of_them() -> None:
    """Of seven tricks the others lack one, three or four; who holds what does not decide it at once."""
    for ours, needs in ((4, "P2+P4 needs only one more"), (5, "P1+P3 needs two of the three")):
        found = court(ours, "2C", "AS")["stakes"]
        assert said("court-piece", found).startswith(f"{needs} trick") and found.shared
        assert ("not one may be lost" in said("court-piece", found)) == (ours == 4)
    assert "stakes" not in court(5, "AS", "2C"), "that these are sure tricks says it"
    deal = [f"hand.P{n + 1}={','.join(c.text for c in load('court-piece').pack.order[n::4][:6])}" for n in range(4)]
    won = [c.text for c in load("court-piece").pack.order if c.text not in " ".join(deal)]
    for ours, told in ((1, True), (3, False)):
        piles = f"won.P1+P3={','.join(won[: 4 * ours])} won.P2+P4={','.join(won[4 * ours :])}"
        stage = f"trump=C leader=P1 trick= {' '.join(deal)} {piles}"
        lead, other = deal[0].split("=")[1].split(",")[-2:]
        assert ("stakes" in why("court-piece", stage, other, lead)) == told, "six tricks are left, and six are needed"
    full = [f"hand.P{n + 1}={','.join(c.text for c in load('court-piece').pack.order[n::4][:12])}" for n in range(4)]
    stage = f"trump=C leader=P1 trick= {' '.join(full)} won.P1+P3=2C,3C,4C,5C"
    assert "stakes" not in why("court-piece", stage, *full[0].split("=")[1].split(",")[:2]), (
        "the first seven are not all"
    )
    rest = "score.P2=20 hand.P1=2C,7C,4H,9H,8H hand.P2=9S,8S,5S,KS,QD hand.P3=6H,7H,2S,3S,6D hand.P4=AC,3C,4C,6C,TH"
    alone = why("twenty-five", f"trump=C leader=P1 trick= {rest}", "9H", "2C")["stakes"]
    assert said("twenty-five", alone) == "P2 needs 5 more points."


def test_of_several_goals_in_points_only_the_next_is_told() -> None:
    """A declarer with 30 lacks 1 for 31, but plays for 61; with 65 the next goal is 91."""
    hands = "hand.P1=QS,JS,KD,9D,7D,KS,KC hand.P2=QD,TS,9S,AH,TH,TC,8S hand.P3=JC,AS,7S,9C,9H,QH,8D"
    early = f"declarer=P1 leader=P1 trick= {hands} won.P1=QC,JD,TD,AC,KH,8C won.P2=7C,8H,JH"
    assert "stakes" not in why("schafkopf", early, "QS", "KC")
    few = "hand.P1=QS,JS,KD,KS hand.P2=QD,TS,9S,8S hand.P3=JC,7C,7S,8C"
    late = f"declarer=P1 leader=P1 trick= {few} won.P1=QC,AD,TD,AC,TC,KC,AH,9H,8H won.P2=KH,TH,JH,QH,9D,9C,JD,8D,7D"
    found = why("schafkopf", late, "QS", "KS")
    assert said("schafkopf", found["stakes"]).startswith("With the 11 laid away P1 needs ")
    others = why("schafkopf", late.replace("leader=P1", "leader=P2"), "8S", "TS")
    assert said("schafkopf", others["stakes"]) == "P2+P3 needs 39 more points.", "they do not know what was laid away"


def test_a_trick_that_the_others_need_matters_where_the_own_side_cannot_spare_it() -> None:
    """Six tricks are left, of which P2 and P4 need one; P1 and P3 need four of them, or all."""
    deck = [c.text for c in load("back-alley").pack.order]
    hands = [deck[n::4][:6] for n in range(4)]
    rest = [c for c in deck if not any(c in hand for hand in hands)]
    held = " ".join(f"hand.P{n + 1}={','.join(hand)}" for n, hand in enumerate(hands))
    stage = f"trump=H broken=true leader=P1 trick= {held} won.P1+P3={','.join(rest[:16])}"
    for bid, told in ((7, False), (9, True)):
        bids = f"won.P2+P4={','.join(rest[16:28])} bids=P1:{bid},P2:3,P3:1,P4:1"
        assert ("stakes" in why("back-alley", f"{stage} {bids}", *hands[0][:-3:-1])) == told


def test_a_trick_that_is_lost_for_certain_is_not_said_to_be_needed() -> None:
    """P3 may still beat the king with the ace, not the ace of trumps."""
    hands = "hand.P1=4C,2C hand.P2=KD,3C hand.P3=AC,6H hand.P4=7H"
    for led in ("KC", "AS"):
        gone = [c.text for c in load("court-piece").pack.order if c.text not in f"{hands} {led}"]
        rest = f"won.P1+P3={','.join(gone[:20])} won.P2+P4={','.join(gone[20:])}"
        found = why("court-piece", f"trump=S leader=P4 trick={led} {hands} {rest}", "2C", "4C")
        assert ("stakes" in found) == (led == "KC")


def test_a_trick_that_goes_to_a_third_side_may_be_lost() -> None:
    """P2 needs one more trick to win; this one goes to P4 if P1, who plays last, lets it go."""
    rest = "score.P2=20 hand.P1=2C,7C,4H,9H,8H hand.P3=6H,7H,2S,3S hand.P4=AC,3C,4C,6C"
    last = why("twenty-five", f"trump=C leader=P2 trick=6D,TH,QD {rest} hand.P2=9S,8S,5S,KS", "7C", "4H")
    assert "must_win" not in last
    assert "cheapest_winner" in last
    third = f"trump=C leader=P3 trick=6D,TH {rest} hand.P2=9S,8S,5S,KS,QS"
    found = why("twenty-five", third, "7C", "4H")["must_win"]
    assert said("twenty-five", found).endswith("P2 must not win this trick.")


def test_what_every_card_makes_is_not_told_of_one() -> None:
    stage = (
        "trump=S declarer=P1 contract=3 leader=P3 trick=X1,9S won.P1+P3=AH,KH,QH,TH,AC,QC,9C,TC won.P2+P4=JC,JH,TD,JD"
    )
    stage += " hand.P1=QS,TS,AD hand.P2=KD,JS,9H hand.P3=KC,QD hand.P4=AS,9D"
    record = history.staged(load("hasenpfeffer"), stage)
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    found = {one.what: one for one in reasons(record, "P1", moves["TS"], None, Random(1), 20_000)}
    assert "With TS or with QS" in said("hasenpfeffer", found["makes_aim"])


def test_a_hand_that_is_decided_has_one_reason_only() -> None:
    found = court(7, "AS", "2C")
    assert [*found] == ["settled"]
    assert said("court-piece", found["settled"]) == (
        "P1+P3 has 7 tricks already. What is left does not count any more."
    )


def test_a_card_that_would_make_the_contract_is_kept_from_the_trick() -> None:
    hands = "hand.P1=AS hand.P2=TH,5H hand.P3=KS hand.P4=QS"
    gone = [c.text for c in load("kaiser").pack.order if c.text not in f"{hands} KH QH AH 3S"]
    won = f"won.P1+P3={','.join(gone[:12])} won.P2+P4={','.join(gone[12:])},3S"
    stage = f"trump=S contract=8 bidder=P1 leader=P3 trick=KH,QH,AH {hands} {won}"
    found = why("kaiser", stage, "TH", "5H")
    assert (
        said("kaiser", found["gives_least"])
        == "P1+P3 needs 5 more points. TH keeps P1+P3 short of that; 5H would be enough."
    )
    assert "gives_least" not in why("kaiser", stage, "5H", "TH")


def test_cards_laid_away_count_and_the_next_level_is_told() -> None:
    """The declarer has 55 in tricks and an ace laid away, the three highest trumps, and the highest club."""
    stage = "declarer=P1 aside=AC,7C leader=P1 trick= hand.P1=QC,AD,QD,TC hand.P2=KS,9C,9H,8H hand.P3=8C,9S,7H,KC"
    stage += " won.P1=QS,QH,AH,TH,KH,TS,TD,KD,JD won.P2=8S,7S,JC,JS,8D,9D,7D,JH,AS"
    found = why("schafkopf", stage, "QC", "TC")
    assert said("schafkopf", found["passed"]) == (
        "P1 has 68 points already, with 11 laid away, and needed 61. What counts next is 91."
    )
    text = said("schafkopf", found["sure_aim"])
    assert text.startswith("With the 11 laid away P1 needs 23 more points."), (
        "it is told with what makes the next level"
    )
    fewer = stage.replace("TD,KD,JD", "7D,8D,JD").replace("8D,9D,7D", "TD,9D,KD")
    assert "passed" not in why("schafkopf", fewer, "QC", "TC")


def test_trumps_that_win_whenever_they_are_played_make_the_contract() -> None:
    """The declarer does not know who has the called ace, but has three tricks, and the three highest trumps."""
    hands = "hand.P1=JC,9C,8C,8D hand.P2=QD,7H,KH,JD hand.P3=7S,JS,TH,JH hand.P4=KD,QH,AH,9S"
    stage = f"game=simple called=AH declarer=P1 trump=C leader=P1 trick= {hands}"
    won = "won.P1=AD,9D,TD,7D,QC,7C,TC,QS,AC,9H,KC,8H won.P4=8S,TS,AS,KS"
    found = why("solo", f"{stage} {won}", "8D", "8C")
    assert [*found] == ["settled"]
    told = "win a trick each whenever you play them, and that makes the contract; the rest comes out the same."
    assert said("solo", found["settled"]).endswith(told)


def test_the_last_trump_drawn_makes_the_contract_though_the_partner_is_not_known() -> None:
    hands = "hand.P1=AC,JC,9C,8C,8D hand.P2=QD,7H,KH,JD,9H hand.P3=7S,JS,TH,JH,KC hand.P4=KD,QH,AH,9S,8H"
    stage = f"game=simple called=AH declarer=P1 trump=C leader=P1 trick= {hands}"
    found = why("solo", f"{stage} won.P1=AD,9D,TD,7D won.P4=8S,TS,AS,KS,QC,7C,TC,QS", "AC", "8D")
    assert said("solo", found["sure_aim"]).endswith("Then nobody can beat JC, 9C and 8C, and that makes the contract.")
    more = why("solo", f"{stage} won.P1=AD,9D,TD,7D,QC,7C,TC,QS won.P4=8S,TS,AS,KS", "AC", "8D")
    assert [*more] == ["settled"], "only KC beats one of four trumps, and three tricks are needed"


MARRIED: Final = "hand.P1=AS,QS,JS,TH,QH,KD,QD hand.P2=9H,9S,AH,QC,9C,JC,KC hand.P3=KS,JD,KH,JH,TS,AC,TC"


def test_a_marriage_that_makes_the_contract_at_once() -> None:
    stage = f"declarer=P1 contract=100 leader=P1 trick= {MARRIED} won.P1=AD,TD,9D"
    found = why("tyzicha", stage, "show:QD", "QH")
    assert said("tyzicha", found["shown_aim"]).endswith("It brings 80 points at once, and that makes the contract.")
    assert "shown_aim" not in why("tyzicha", stage, "QH", "show:QD")


def test_sure_tricks_and_then_marriages_make_the_contract() -> None:
    hands = "hand.P1=TS,AH,TH,KH,QH,AD,KC,QC hand.P2=AS,KS,QS,9S,JH,9H,QD,JC hand.P3=JS,TD,KD,JD,9D,AC,TC,9C"
    stage = f"declarer=P1 contract=190 leader=P1 trick= {hands}"
    found = why("tyzicha", stage, "AH", "QH")
    assert [*found] == ["sure_plan"]
    assert said("tyzicha", found["sure_plan"]).endswith(
        "First AH, TH and AD, then show KH QH and then KC QC: that makes the contract, whatever the others hold."
    )
    assert "sure_plan" not in why("tyzicha", stage.replace("=190", "=220"), "AH", "QH")


def test_a_trick_that_makes_the_contract_of_the_others_whatever_is_played() -> None:
    hands = "hand.P1=KH,KC,QC hand.P2=AC,TS,9C hand.P3=QS,TC,JC,TD"
    won = "won.P1=AH,JH,TH,9H,AS,KS,JS,9S,AD,KD,JD,9D"
    stage = f"declarer=P1 contract=160 trump=H marriages=P1:H leader=P1 trick=QH,QD {hands} {won}"
    found = why("tyzicha", stage, "QS", "JC")
    assert [*found] == ["settled"]
    assert "this trick goes to P1, and makes the contract" in said("tyzicha", found["settled"])
    before = stage.replace("QH,QD", "KH").replace("P1=KH", "P1=QH")
    before = before.replace("TS,9C", "TS,JC,QD").replace("TC,JC", "TC,9C")
    assert [*why("tyzicha", before, "QD", "AC")] == ["settled"], "P3, to play after it, cannot beat KH"


def test_whoever_knows_that_the_contract_is_broken_plays_alone() -> None:
    """With KC in hand P1 knows that P2 cannot show clubs, and so cannot get 101 any more."""
    hands = "hand.P1=KC,JC hand.P2=TC,KD hand.P3=AC,QC"
    won = "won.P1=AH,TH,JH,TS,JS,9C,TD,9D,9H,AD,JD,QD won.P2=AS,KS,QS won.P3=QH,KH,9S"
    game, stage = load("tyzicha"), f"declarer=P2 contract=100 leader=P3 trick= {hands} {won}"
    state = history.staged(game, stage).state
    assert game.allies(state, "P1") == {"P1"}
    assert game.allies(state, "P2") == {"P2"}
    apart = history.staged(game, stage.replace("P1=KC", "P1=KD").replace("TC,KD", "TC,KC")).state
    assert game.allies(apart, "P1") == {"P1", "P3"}, "P2 may have the marriage, as far as P1 knows"


def test_a_contract_that_is_made_in_any_case_is_told_as_such() -> None:
    hands = "hand.P1=KD,JD,9D,TC,QC hand.P2=KC,9C,JS,QH hand.P3=JC,AC,KS,TS"
    stage = f"declarer=P1 contract=120 trump=D marriages=P1:D leader=P2 trick=JH,TH {hands}"
    found = why("tyzicha", stage + " won.P1=AS,9S,QS,AH,9H,KH won.P2=QD,AD,TD", "KD", "JD")
    assert "this trick is yours, and makes the contract" in said("tyzicha", found["settled"])
    facts = {**found["settled"].facts, "sealed": False, "who": ""}
    assert said("tyzicha", found["settled"]._replace(facts=facts)).endswith("The contract is made in any case.")
    assert not facts["tried"], "all cards out are in hands"
    seen = found["settled"]._replace(facts={**facts, "tried": True})
    assert said("tyzicha", seen).endswith("The contract is made in every deal I tried.")


def test_a_contract_that_is_made_may_leave_something_to_count() -> None:
    """In Kaiser points beyond the bid count; in Tyzicha, where defenders score nothing, the rest is seen not to."""
    won = "won.P1+P3=AS,KS,QS,JS,TS,9S,8S,3S,AH,KH,JH,TH,9H,8H,5H,KD,QD,JD,TD,8D won.P2+P4=7D,9C,8C,7C"
    hands = "hand.P1=JC,TC hand.P2=QC hand.P3=KC hand.P4=AC"
    stage = f"trump=- contract=6no bidder=P1 leader=P2 trick=AD,9D,QH {hands} {won}"
    found = why("kaiser", stage, "TC", "JC")
    assert "does not count" not in said("kaiser", found["settled"])


def test_a_card_is_named_without_which_the_contract_cannot_be_made() -> None:
    """Of the three points that tricks bring P1 needs five, so that 5H decides; with two left to make it does not."""
    hands = "hand.P1=AC,5H,7C hand.P2=KC,8C,9D hand.P3=TD,8D,9C hand.P4=AH,TC,7D"
    stage = f"trump=- leader=P1 trick= contract=6no bidder=P1 {hands}"
    rest = sorted((c.text for c in load("kaiser").pack.order if c.text not in hands), key="3S".__eq__)
    few = f"{stage} won.P1+P3={','.join(rest[:4])} won.P2+P4={','.join(rest[4:])}"
    found = why("kaiser", few, "AC", "7C")
    assert said("kaiser", found["stakes"]).endswith("and cannot get them without 5H.")
    many = f"{stage} won.P1+P3={','.join(rest[:16])} won.P2+P4={','.join(rest[16:])}"
    assert not any(reason.facts.get("key") for reason in why("kaiser", many, "AC", "7C").values())


def test_a_contract_that_takes_a_marriage_is_told_so_and_the_lead_is_kept() -> None:
    hands = "hand.P1=TD,QS,JC hand.P2=JS,9H,KC hand.P3=KH,QH,9C"
    won = "won.P1=KS,9S,JD won.P2=TH,AH,JH,AS,TS,9D,AC,TC,QC won.P3=AD,KD,QD"
    stage = f"declarer=P3 contract=110 leader=P1 trick= {hands} {won}"
    found = why("tyzicha", stage, "TD", "JC")
    assert said("tyzicha", found["stakes"]) == "P3 can get enough only by showing KH QH: keep the lead."
    known = why("tyzicha", stage.replace("KH,QH,9C", "KH,9H,9C").replace("JS,9H,KC", "JS,QH,KC"), "TD", "JC")
    assert "stakes" in known, "P1 does not know who has them"


def test_points_that_a_player_of_a_broken_contract_wins_count_for_nobody() -> None:
    hands = "hand.P1=TC,JC hand.P2=9C hand.P3=AC"
    won = "won.P1=AH,TH,KH,AS,TS,KS,QS,JS,9S won.P2=QH,9D,JD,QD,KD,TD won.P3=AD,QC,9H"
    stage = f"declarer=P2 contract=110 leader=P2 trick=JH,KC {hands} {won}"
    found = why("tyzicha", stage, "TC", "JC")
    assert "counts for nobody" in said("tyzicha", found["dumps"])
    assert "dumps" not in why("tyzicha", stage, "JC", "TC")


def test_a_trick_that_may_be_lost_with_another_card_is_not_said_to_decide() -> None:
    """P2 and P4 need four: they have them if 5H lies in this trick, but TD may go on it as well."""
    hands = "hand.P1=KS,5H,TD hand.P2=AS,9C,QD hand.P3=JC,TC,JD hand.P4=7C,9D"
    rest = sorted((c.text for c in load("kaiser").pack.order if c.text not in f"{hands},8C"), key="3S".__ne__)
    won = f"won.P1+P3={','.join(rest[:8])} won.P2+P4={','.join(rest[8:])}"
    stage = f"trump=S leader=P4 trick=8C contract=6 bidder=P2 {hands} {won}"
    assert "must_win" not in why("kaiser", stage, "KS", "5H")
    none = stage.replace("5H,TD", "5H").replace(",QD", "").replace("TC,JD", "TC").replace("7C,9D", "7C")
    assert "must_win" in why("kaiser", f"{none},TD,QD,JD,9D", "KS", "5H")
