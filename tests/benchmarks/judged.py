"""Advice before judges from elsewhere: `endplay` (double dummy) for Court Piece, `rlcard`'s rule agents for Dou Dizhu.

Alone: `python -m tests.benchmarks.judged [ROUNDS]`. What is not installed is left out.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from random import Random
from typing import TYPE_CHECKING, Any

from tests.strength.boards import LEVEL
from tests.strength.shares import share
from tutor.advice import LEVELS, Adviser
from tutor.kernel.by_name import load
from tutor.kernel.cards import Cards, card
from tutor.kernel.history import draw, play, start
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Callable

DEALS = 4
"""Deals of Court Piece in each round."""
GAMES = 10
"""Games of Dou Dizhu in each round, as landlord and as peasants."""


# -- tricks given away -------------------------------------------------------------------------------------


def given_away(state: Any, move: Any) -> int:
    """Tricks that `move` gives away if everybody knew all cards."""
    from endplay.dds import solve_board
    from endplay.types import Card, Deal, Denom, Player

    compass = dict(zip(state.seats, (Player.north, Player.east, Player.south, Player.west), strict=True))
    suits = [".".join("".join(c.rank for c in hand if c.suit == s) for s in "SHDC") for hand in state.hands]
    deal = Deal("N:" + " ".join(suits))
    deal.trump = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs}[state.trump]
    deal.first = compass[state.leader]
    at = state.seats.index(state.leader)
    for i, c in enumerate(state.trick):
        deal[compass[state.seats[(at + i) % 4]]].add(Card(c.suit + c.rank))
    for c in state.trick:
        deal.play(Card(c.suit + c.rank))
    tricks = {c.rank.name[-1].upper() + c.suit.name[0].upper(): n for c, n in solve_board(deal)}
    return int(max(tricks.values()) - tricks[move.card.text])


def court_piece(deals: int) -> dict[str, Any]:
    """Tricks that four advisers give away in a deal, all cards played; trumps are as chance has them."""
    game = load("court-piece")
    adviser = Adviser(game, LEVELS[LEVEL])
    lost = []
    for n in range(deals):
        rng = Random(n)
        record = draw(start(game), rng)
        lost.append(0)
        while not record.state.over and record.state.chance is None:
            state = record.state
            seat = state.turn[0]
            moves = legal(game, state, seat)
            move = rng.choice(moves)
            if state.phase == "play" and len(moves) > 1:
                move = adviser.advise(record, seat, rng).move
                lost[-1] += given_away(state, move)
            elif state.phase == "play-on":
                move = next(one for one in moves if "on" in one.word)
            record = play(record, seat, move)
    error = statistics.stdev(lost) / math.sqrt(deals)
    return {"deals": deals, "tricks given away": round(statistics.fmean(lost), 2), "standard error": round(error, 2)}


# -- in the environment of another program -----------------------------------------------------------------

THEIRS = {"X2": "B", "X1": "R"}
OURS = {text: name for name, text in THEIRS.items()}


def read(text: str) -> Cards:
    """Cards as rlcard writes them."""
    return tuple(card(OURS.get(letter, letter)) for letter in text)


def translated(game: Any, raw: dict[str, Any]) -> Any:
    """The state that rlcard's observation describes; hidden cards lie anywhere, for advice deals them afresh."""
    me, landlord = raw["self"], raw["landlord"]
    seats = game.seats(3)
    made = [(at, () if action == "pass" else game.pack.sort(read(action))) for at, action in raw["trace"]]
    round_: list[tuple[str, Cards]] = []
    gone: list[Any] = []
    for at, held in made:
        round_.append((seats[at], held))
        if len(round_) > 2 and not round_[-1][1] and not round_[-2][1]:
            gone += [c for _, cards in round_ for c in cards]
            round_ = []
    known = list(read(raw["seen_cards"]))
    for at, held in made:
        for c in held if at == landlord else ():
            if c in known:
                known.remove(c)
    hands: list[Cards] = [(), (), ()]
    hands[me] = game.pack.sort(read(raw["current_hand"]))
    rest = list(game.pack.rest([*hands[me], *(c for _, held in made for c in held)]))
    for c in known if me != landlord else ():
        rest.remove(c)
    for at in {0, 1, 2} - {me}:
        fixed = known if at == landlord else []
        number = raw["num_cards_left"][at] - len(fixed)
        hands[at] = game.pack.sort([*fixed, *rest[:number]])
        del rest[:number]
    shown = [(), (), ()]
    shown[landlord] = game.pack.sort(known)
    return game.state(
        players=3,
        options=game.options(hands=1),
        dealer=seats[2],
        scores=(0, 0, 0),
        hands=tuple(hands),
        bid=1,
        phase="play",
        turn=(seats[me],),
        leader=round_[0][0] if round_ else seats[me],
        plays=tuple(round_),
        gone=tuple(gone),
        landlord=seats[landlord],
        known=tuple(shown),
    )


class Player:
    """An agent for rlcard that takes our advice."""

    use_raw = True

    def __init__(self, seed: int) -> None:
        self.game = load("dou-dizhu")
        self.adviser = Adviser(self.game, LEVELS[LEVEL])
        self.rng = Random(seed)

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        """The move advised, as rlcard writes it."""
        raw = state["raw_obs"]
        here = translated(self.game, raw)
        move = self.adviser.advise(here, here.turn[0], self.rng).move
        wanted = sorted(THEIRS.get(c.text, c.text) for c in move.cards)
        theirs = (act for act in raw["actions"] if (sorted(act) == wanted if wanted else act == "pass"))
        return next(theirs, "pass"), {}  # two equal kickers, which they allow, leave us nothing but to pass


def dou_dizhu(games: int) -> dict[str, Any]:
    """Games won as landlord, and as both peasants, against rlcard's rule agents in rlcard's own environment."""
    import numpy
    import rlcard
    from rlcard import models

    rule = models.load("doudizhu-rule-v1").agents
    report: dict[str, Any] = {"games": games}
    for role, agents in {"landlord": [Player(1), *rule[1:]], "peasants": [rule[0], Player(2), Player(3)]}.items():
        numpy.random.seed(1)  # the rule agents draw from it
        env = rlcard.make("doudizhu", config={"seed": 1})
        env.set_agents(agents)
        won = [float((env.run(is_training=False)[1][0] > 0) == (role == "landlord")) for _ in range(games)]
        report[role] = share([[one] for one in won], 1.96)._asdict()
    return report


def measure(rounds: int) -> dict[str, Any]:
    """Both, as far as the judges are installed."""
    report: dict[str, Any] = {}
    judges: dict[str, tuple[Callable[[int], dict[str, Any]], int]] = {
        "court-piece": (court_piece, DEALS),
        "dou-dizhu": (dou_dizhu, GAMES),
    }
    for name, (judge, times) in judges.items():
        try:
            report[name] = judge(times * rounds)
            print(f"{name}: {report[name]}", file=sys.stderr)
        except ImportError as missing:
            print(f"{name}: left out, {missing}", file=sys.stderr)
    return report


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) if sys.argv[1:] else 2), indent=1))
