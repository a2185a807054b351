"""Given deals: turn some or all hands into the draws of the deck that deal them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel import history
from tutor.kernel.cards import Card, Cards, lacking
from tutor.kernel.echo import short
from tutor.kernel.fields import CARDS, SEAT, ParseContext, Problem, specs
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.position import options_from
from tutor.kernel.position_text import BadPosition, Pairs, split
from tutor.kernel.seats import DECK, Seat
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.view import Options

PROBES: Final = 12
"""The number of draws tried to find which place of the deck goes to whom, for packs with duplicate cards."""
AHEAD: Final = 4
"""The most decisions between parts of a deal."""


class Given(NamedTuple):
    """A deal to set up: hands by seat (others are dealt at random), and the table."""

    game: Game[Any]
    players: int
    options: Options
    dealer: Seat | None
    hands: Mapping[Seat, Cards]

    def begun(self, rng: Random) -> Record[Any]:
        """A game in which these hands have been dealt; raises BadPosition if that is impossible."""
        seats = self.game.seats(self.players)[: self.players]
        record = history.start(self.game, self.players, self.options, self.dealer or rng.choice(seats))
        return dealt(record, self.hands, rng)


def pairs_of(text: str) -> Pairs:
    """The `name=value` words of a text; `#` begins a comment. Raises BadPosition for other words."""
    return split([word for line in text.removeprefix("\ufeff").split("\n") for word in line.partition("#")[0].split()])


def given_of(
    game: Game[Any],
    pairs: Pairs,
    players: int | None = None,
    house: Mapping[str, str] | None = None,
    *,
    needs_hand: bool = True,
) -> Given:
    """The deal in `hand.P1=… hand.P2=… dealer=… OPTION=…`; raises BadPosition with all its faults.

    `players` and the options in `house` override those of the deal. At least one hand is required if `needs_hand`.
    """
    bad: list[Problem] = []
    options = specs(game.options)
    chosen = {name: value for name, value in pairs if name in options}
    number = _players([value for name, value in pairs if name == "players"], game, players or game.usual, bad)
    rules = house_rules(game, number, {**chosen, **(house or {})}, bad)
    rest = [(name, value) for name, value in pairs if name != "players" and name not in options]
    dealer, hands = _seated(rest, game.parse_context(number, rules), bad)
    more = lacking(game.pack.cards, [c for hand in hands.values() for c in hand])
    bad += [Problem("hand", say("given.too_often", c=c)) for c in dict.fromkeys(more)]
    if needs_hand and not hands and not bad:
        bad.append(Problem("deal", say("given.no_hand")))
    if bad:
        raise BadPosition(bad)
    return Given(game, number, rules, dealer or None, hands)


def _players(said: Sequence[str], game: Game[Any], usual: int, bad: list[Problem]) -> int:
    """The last possible number of players in `said`, else `usual`; adds faults to `bad`."""
    wrong = [value for value in said if value not in map(str, game.players)]
    bad += [Problem("players", say("given.players", value=short(value), there=game.players)) for value in wrong]
    return next((int(value) for value in reversed(said) if value not in wrong), usual)


def house_rules(game: Game[Any], players: int, chosen: Mapping[str, str], bad: list[Problem]) -> Options:
    """The options of `chosen`, or the usual ones if they cannot be read; adds faults to `bad`."""
    try:
        rules = options_from(game, chosen)
    except BadPosition as why:
        bad += why.problems
        return game.options()
    bad += game.problems(players, rules)
    return rules


def _seated(pairs: Pairs, context: ParseContext, bad: list[Problem]) -> tuple[Seat, dict[Seat, Cards]]:
    """The dealer ("" if not given) and the hands; adds faults to `bad`."""
    dealer: Seat = ""
    hands: dict[Seat, Cards] = {}
    for name, value in pairs:
        stem, _, key = name.partition(".")
        try:
            if name == "dealer":
                dealer = SEAT.read(value, context)
            elif stem == "hand" and key:
                seat = SEAT.read(key, context)
                if seat in hands:
                    raise ValueError(say("given.twice"))
                hands[seat] = tuple(CARDS.read(value, context))
            else:
                bad.append(Problem(name, say("given.unknown")))
        except ValueError as why:
            bad.append(Problem(name, str(why)))
    return dealer, hands


def dealt(record: Record[Any], hands: Mapping[Seat, Cards], rng: Random) -> Record[Any]:
    """`record` after a random deal with these hands; raises BadPosition if that is impossible."""
    game = record.game
    while record.state.chance is not None:
        most = max((len(held) for held in hands.values()), default=1)
        places = _places(game, record.state, most)
        if not places:  # for example, the cut of a card: nobody holds cards yet
            record = history.play(record, DECK, game.shuffle(record.state, rng))
            continue
        short = {seat: len(places.get(seat, ())) for seat in hands if len(places.get(seat, ())) < len(hands[seat])}
        if short:
            raise BadPosition([Problem(f"hand.{seat}", say("given.too_many", n=n)) for seat, n in short.items()])
        record = history.play(
            record, DECK, _draw(record.state.chance.word, record.state.chance.pool, places, hands, rng)
        )
        break
    then = _ahead(game, record.state, max((len(held) for held in hands.values()), default=1))
    wrong = [seat for seat, held in hands.items() if lacking(game.held(then, seat), held)]
    if wrong:
        raise BadPosition([Problem(f"hand.{seat}", say("given.not_dealt")) for seat in wrong])
    return record


def _draw(word: str, pool: Cards, places: Mapping[Seat, list[int]], hands: Mapping[Seat, Cards], rng: Random) -> Move:
    """The draw with each seat's cards at its places, and all others anywhere."""
    out: list[Card | None] = [None] * len(pool)
    rest = list(pool)
    for seat, held in hands.items():
        for place, c in zip(rng.sample(places[seat], len(held)), held, strict=True):
            out[place] = c
            rest.remove(c)
    rng.shuffle(rest)
    return Move(word, tuple(c if c is not None else rest.pop() for c in out))


def _ahead(game: Game[Any], state: Any, cards: int) -> Any:
    """`state` after decisions before the deal is complete (cut, naming trumps), until every hand has `cards` cards."""
    for _ in range(AHEAD):
        if state.chance is not None or not state.turn or min(len(game.held(state, s)) for s in state.seats) >= cards:
            break
        moves = legal(game, state, state.turn[0])
        if not moves or moves[0].cards:
            break
        state = game.due(state).act(state, state.turn[0], moves[0]).state
    return state


def _places(game: Game[Any], state: Any, cards: int) -> dict[Seat, list[int]]:
    """The places of the draw that go to each seat, found by trial draws in several orders.

    Where cards are dealt after a decision, its first candidate is assumed.
    """
    pool, seats = state.chance.pool, state.seats
    may: list[set[Seat]] = [set(seats) for _ in pool]
    twice = len(set(pool)) < len(pool)
    for n in range(PROBES if twice else 1):
        order = Random(n).sample(pool, len(pool))
        after = _ahead(game, game.deal(state, Move(state.chance.word, tuple(order))).state, cards)
        held = {seat: set(game.held(after, seat)) for seat in seats}
        for place, c in enumerate(order):
            may[place] &= {seat for seat in seats if c in held[seat]}
    out: dict[Seat, list[int]] = {}
    for place, seats_ in enumerate(may):
        if len(seats_) == 1:
            out.setdefault(next(iter(seats_)), []).append(place)
    return out
