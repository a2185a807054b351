"""Traits of games, found by playing them at random: players, ranking, what the duties force, whether there is bidding.

`ELSEWHERE` has the same traits of well-known games that `tutor` does not have, so that what a rulebook says to their
players can be checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.calls import PASS
from tutor.kernel.game import Family, Game
from tutor.kernel.playout import allowed, playout
from tutor.kernel.view_types import RankedTrickView
from tutor.teach.questions.move_traits import SuitAndHeight, places
from tutor.teach.tables.tabletop import table_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.phase import Phase

GAMES: Final = 12
"""The number of random games played."""
PLIES: Final = 150
ALWAYS, SOMETIMES, NEVER = "always", "sometimes", "never"
PILE: Final = {Family.SOLITAIRE: Family.TRICKS, Family.CLIMBING: Family.SHEDDING}
"""The kind of game by family, where it is called otherwise."""


@dataclass(frozen=True)
class Traits:
    """The traits of a game; None for one that is unknown or does not apply.

    `ranking` has all orders of plain suits, ranks from high to low; `trumps` says whether there are ever trumps,
    `odd_trumps` whether these rank differently or include cards of other suits. The following are "always", "sometimes"
    or "never": `follow`, a player who can must follow suit; `trumping`, one who cannot must trump; `heading`, one who
    can must beat the best card.
    """

    kind: str
    players: tuple[int, ...]
    partners: bool
    cards: int
    bidding: bool
    ranking: tuple[str, ...] | None = None
    trumps: bool = False
    odd_trumps: bool = False
    follow: str | None = None
    trumping: str | None = None
    heading: str | None = None
    target: str = ""
    """The target of a whole game, as in the heading of the score sheet; empty in `ELSEWHERE`."""


_ACE_HIGH: Final = ("AKQJT98765432",)
_PLAIN: Final[Mapping[str, Any]] = {
    "kind": "tricks",
    "ranking": _ACE_HIGH,
    "follow": ALWAYS,
    "trumping": NEVER,
    "heading": NEVER,
}
ELSEWHERE: Final[Mapping[str, Traits]] = MappingProxyType(
    {
        "bridge": Traits(players=(4,), partners=True, cards=52, bidding=True, trumps=True, **_PLAIN),
        "whist": Traits(players=(4,), partners=True, cards=52, bidding=False, trumps=True, **_PLAIN),
        "hearts": Traits(players=(3, 4, 5, 6), partners=False, cards=52, bidding=False, **_PLAIN),
        "skat": Traits(
            players=(3,),
            partners=False,
            cards=32,
            bidding=True,
            trumps=True,
            odd_trumps=True,
            **{**_PLAIN, "ranking": ("ATKQ987",)},
        ),
        "euchre": Traits(
            players=(4,),
            partners=True,
            cards=24,
            bidding=True,
            trumps=True,
            odd_trumps=True,
            **{**_PLAIN, "ranking": ("AKQJT9",)},
        ),
        "spades": Traits(players=(4,), partners=True, cards=52, bidding=True, trumps=True, **_PLAIN),
        "rummy": Traits("melding", (2, 3, 4, 5, 6), partners=False, cards=52, bidding=False),
        "uno": Traits("shedding", tuple(range(2, 11)), partners=False, cards=108, bidding=False),
    }
)
"""Well-known games that `tutor` does not have."""


class SampledDecision(NamedTuple):
    """One decision of a random game."""

    phase: Phase[Any, Any]
    state: Any
    view: Any


@cache
def traits_of(name: str) -> Traits:
    """The traits of a game with its default players and options, as random games show them."""
    game = load(name)
    state: Any = history.start(game).state
    sides = game.sides(game.usual, game.options())
    met = list(islice(_decisions(game), GAMES * PLIES))
    kind = PILE.get(game.family, game.family)
    score = next((tally.label for tally in table_of(game, state, "").tallies if tally.name == "score"), "")
    base = Traits(
        kind,
        game.players,
        any("+" in side for side in sides),
        len(game.cards(state)),
        _bids(game, met),
        target=score,
    )
    if kind != Family.TRICKS:
        return base
    forced = _forced(game, met)
    orders = _orders(game, met)
    return replace(
        base,
        ranking=tuple(sorted({order.ranks for order in orders if not order.trump})),
        trumps=any(order.trump for order in orders),
        odd_trumps=_odd(orders),
        follow=forced["follow"],
        trumping=forced["trumping"],
        heading=forced["heading"],
    )


def _decisions(game: Game[Any]) -> Iterator[SampledDecision]:
    for number in range(GAMES):
        state: Any = history.start(game).state
        for ply in islice(playout(game, state, Random(f"traits {number}")), PLIES):
            state = ply.state
            if state.over or state.chance is not None:
                continue
            phase = game.due(state)
            view = phase.see(state, state.turn[0])
            if phase.actor(view) is not None:
                yield SampledDecision(phase, state, view)


def _bids(game: Game[Any], met: list[SampledDecision]) -> bool:
    """Whether there are bids or passes before the play."""
    before = [phase.name for phase in game.phases]
    before = before[: before.index(game.usual_phase)]
    calls = (one for one in met if one.phase.name in before and len(one.state.turn) == 1)
    return any(_called(one) for one in islice(calls, GAMES * 4))


def _called(one: SampledDecision) -> bool:
    moves = tuple(one.phase.candidates(one.view))
    return any(move.text == PASS for move in moves) and not any(move.cards for move in moves)


class SuitOrder(NamedTuple):
    """The ranks of a suit from high to low, whether it is trumps, and whether it has cards of several suits."""

    ranks: str
    trump: bool
    mixed: bool


def _orders(game: Game[Any], met: list[SampledDecision]) -> set[SuitOrder]:
    """All orders of suits that occur in the play."""
    out: set[SuitOrder] = set()
    for one in islice((one for one in met if one.phase.name == game.usual_phase), 0, None, 7):
        rows = game.rows(game.pack.order, one.view)
        for row in rows:
            ranks = "".join(dict.fromkeys(_letter(c.rank) for c in row.cards))
            out.add(SuitOrder(ranks, row.trump, len({c.suit for c in row.cards if c.suit}) > 1))
    return {order for order in out if len(order.ranks) > 1}


def _letter(rank: str) -> str:
    return {"10": "T"}.get(rank, rank[:1])


def _odd(orders: set[SuitOrder]) -> bool:
    """Whether trumps rank differently from plain cards, or include cards of other suits."""
    plain = [order.ranks for order in orders if not order.trump]
    trumps = [order for order in orders if order.trump]
    return any(order.mixed or not all(_agree(order.ranks, other) for other in plain) for order in trumps)


def _agree(one: str, other: str) -> bool:
    """Whether two orders agree on the ranks that both have."""
    return [r for r in one if r in other] == [r for r in other if r in one]


def _forced(game: Game[Any], met: list[SampledDecision]) -> dict[str, str | None]:
    """How often the duties force `follow`, `trumping` and `heading`; None if there never was another choice."""
    seen: dict[str, list[bool]] = {"follow": [], "trumping": [], "heading": []}
    for one in met:
        if one.phase.name != game.usual_phase or not isinstance(one.view, RankedTrickView) or not one.view.trick:
            continue
        where = places(game, one.view)
        legal = allowed(one.phase, one.view)
        may = {move.card for move in legal if len(move.cards) == 1}
        hand = {c for c in one.phase.holds(one.view) if c in where}
        led = where.get(one.view.trick[0])
        if led is None or not may:
            continue
        _compared(seen, led, hand, may, {c: where[c] for c in hand}, {c for c in hand if one.view.beats(c)})
    return {name: _how_often(found) for name, found in seen.items()}


def _how_often(met: list[bool]) -> str | None:
    """How often a duty was met, in words such as "always", from its cases; None if there were none."""
    return None if not met else ALWAYS if all(met) else SOMETIMES if any(met) else NEVER


def _compared(
    seen: dict[str, list[bool]],
    led: SuitAndHeight,
    hand: set[Any],
    may: set[Any],
    where: dict[Any, SuitAndHeight],
    better: set[Any],
) -> None:
    """Add to `seen`, for each duty that could have been broken here, whether it was met."""
    same = {c for c in hand if where[c].suit == led.suit}
    trumps = {c for c in hand if where[c].trump}
    if same and same != hand:
        seen["follow"].append(may <= same)
    if not same and trumps and trumps != hand and not led.trump:
        seen["trumping"].append(may <= trumps)
    if same and better & same and same - better:
        seen["heading"].append(may <= better)


# -- comparing ---------------------------------------------------------------------------------


EXACT: Final = ("players", "cards", "ranking", "follow", "head")
"""Traits that are equal or not, without degrees."""


def alike(known: Traits, ours: Traits, about: str) -> bool | None:
    """Whether two games are alike in the trait `about`; None if that cannot be told."""
    match about:
        case "aim":
            return known.kind == ours.kind
        case "players":
            return known.partners == ours.partners and bool(set(known.players) & set(ours.players))
        case "cards":
            return known.cards == ours.cards
        case "bidding":
            return known.bidding == ours.bidding
        case "trumps":
            return known.trumps == ours.trumps
        case "ranking" if known.ranking and ours.ranking:
            plain = all(_agree(one, other) for one in known.ranking for other in ours.ranking)
            return plain and known.odd_trumps == ours.odd_trumps
        case "follow" if known.follow is not None and ours.follow is not None:
            return (known.follow, known.trumping or NEVER) == (ours.follow, ours.trumping or NEVER)
        case "head" if known.heading is not None and ours.heading is not None:
            return known.heading == ours.heading
    return None


def contradicted(known: Traits, ours: Traits, about: str, *, same: bool) -> bool:
    """Whether the traits contradict the claim that the games are alike (`same`) or different in `about`."""
    found = alike(known, ours, about)
    if found is None:
        return False
    if same:
        return not found
    return found and (about in EXACT or not _has(ours, about))


def _has(ours: Traits, about: str) -> bool:
    """Whether the trait applies to the game."""
    return {"trumps": ours.trumps, "bidding": ours.bidding}.get(about, True)
