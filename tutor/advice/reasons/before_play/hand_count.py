"""The count that a player makes of a hand before it is played: trumps, what is above them, tricks outside."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import SUITS
from tutor.kernel.view_types import RankedTrickView, TrumpsView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tutor.advice.outcomes import Outcome
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.view_types import CardOrder, CardRanking

LATER: Final = (0.9, 0.6, 0.3)
"""How often the first, the second and the third card from the top of a plain suit wins where there are trumps."""
ROUNDS: Final = 2
"""How many rounds of a plain suit hardly anybody trumps, if all others but one may have a card for each."""
GUARDED: Final = 0.4
"""How often a card wins of which one is above, if it has a lower one beside it."""
BEHIND: Final = 0.6
"""How often a card wins in a plain suit of which a trick had to be given away first."""
TRUMPS_BEHIND: Final = 0.9
"""How often a trump wins after that: nobody trumps it. Fitted to play-outs of hands that play alone."""
RUFFS: Final = 0.25
"""How often a trump that is too low to win when trumps are led wins by ruffing."""
LENGTH: Final = 0.75
"""How many tricks one more trump is worth where a suit is chosen: it keeps the lead in the end, and ruffs."""
USUAL: Final = 0.6
"""The share of sampled deals from which on a suit is meant by a call that names none."""
RARE: Final = 2
"""The most cards that count in tricks for which these cards are special, and not points as such."""


class HandCount(NamedTuple):
    """What a hand holds with these trumps ("" for none), each from the highest down."""

    trump: str
    trumps: Cards
    all: int
    """The number of trumps in the pack."""
    run: Cards
    """The trumps above which there is no other."""
    above: Cards
    """The trumps that are higher than the highest own one."""
    tops: Cards
    """The cards of plain suits that are the highest left of them."""
    missing: Cards
    """The highest cards of plain suits that others hold, if there are no trumps."""
    tricks: float
    """About how many tricks that makes."""
    sure: Cards
    """The cards that should win: `run`, and from the top of plain suits as many as will hardly be trumped."""
    maybe: Cards
    """The others that may win: lower trumps, and cards of plain suits with only one above them and one below."""
    unstopped: tuple[str, ...]
    """The plain suits that others can run: the hand has neither the highest card nor the second with one below."""


def ranking_of(game: Game[Any]) -> CardRanking | None:
    """The orders of the cards in tricks; None if the game has no such tricks."""
    views = (phase.view for phase in game.phases)
    ranked = next((view.ranking for view in views if issubclass(view, RankedTrickView)), None)
    return ranked or policy_of(game).card_ranking


def count_hand(context: DecisionContext, hand: Cards, trump: str) -> HandCount | None:
    """What `hand` holds with these trumps; None in games without ranked cards."""
    ranking = ranking_of(context.game)
    if ranking is None:
        return None
    order: Any = ranking.under(trump)
    out = frozenset(c for c in order.suit if c not in hand and c not in context.outstanding)
    found = _count(order, trump, hand, max(1, context.view.players - 1), out)
    promised = policy_of(context.game).promised_tricks(hand, trump)
    return found._replace(tricks=promised) if promised is not None else found


@lru_cache(256)
def _count(order: Any, trump: str, hand: Cards, others: int, out: frozenset[Card]) -> HandCount:
    """The count; the cards `out` of play, such as one turned up, are above nothing."""
    power = order.power[""]
    trumps = sorted((c for c, n in power.items() if n and c not in out), key=lambda c: -power[c])
    mine = tuple(c for c in trumps if c in hand)
    tricks = _won(mine, trumps, others, TRUMPS_BEHIND)
    if others > 1:
        tricks += RUFFS * (len(mine) - tricks)
    tops: list[Card] = []
    missing: list[Card] = []
    run = tuple(takewhile(hand.__contains__, trumps))
    sure, maybe, unstopped = [*run], [*mine[len(run) :]], []
    for suit, row in _rows(order, out):
        held = [c for c in row if c in hand]
        top = list(takewhile(hand.__contains__, row))
        if len(row) - len(held) <= len(top):
            top = held
        tops += top
        missing += row[:1] if not top and not trumps else ()
        guarded = not top and len(held) > 1 and held[0] is row[1]
        rounds = ROUNDS if len(row) - len(held) >= ROUNDS * others - 1 else 1
        sure += top[:rounds] if trumps else top
        maybe += top[rounds:ROUNDS] if trumps else ()
        maybe += takewhile(hand.__contains__, row[1:]) if guarded else ()
        unstopped += [] if top or guarded else [suit]
        if not trumps:
            tricks += _won(held, row, others)
        else:
            tricks += sum(LATER[: len(top)])
            tricks += GUARDED if guarded else 0
    above = tuple(takewhile(lambda c: c not in hand, trumps))
    rest = (tuple(sure), tuple(maybe), tuple(unstopped))
    return HandCount(trump, mine, len(trumps), run, above, tuple(tops), tuple(missing), tricks, *rest)


def _rows(order: CardOrder, out: frozenset[Card]) -> Iterable[tuple[str, Sequence[Card]]]:
    """The cards of each plain suit that are in play, from the highest down."""
    for suit in filter(None, order.power):
        power = order.power[suit]
        row = [c for c, s in order.suit.items() if s == suit and power[c] and not order.power[""][c] and c not in out]
        yield suit, sorted(row, key=lambda c: -power[c])


def _won(mine: Sequence[Card], row: Sequence[Card], others: int, behind: float = BEHIND) -> float:
    """How many tricks the own cards of a suit take if it is led until nobody else has any, by a rough count.

    `behind` is how often a card wins once a trick was given away.
    """
    place = {c: at for at, c in enumerate(row)}
    held, out = [place[c] for c in mine], [at for at, c in enumerate(row) if c not in mine]
    won, worth, left = 0.0, 1.0, float(len(out))
    while held:
        fall = others * (1 - (1 - 1 / others) ** left)
        if out and out[0] < held[0]:  # a trick is given away with the lowest card
            held.pop()
            worth = behind
            left = max(0.0, left - max(1.0, fall))
            out = out[1 : 1 + round(left)]
        else:
            held.pop(0)
            won += worth
            left -= fall
            out = out[: round(left)]
    return won


def trump_of(context: DecisionContext, move: Move, at: int) -> str | None:
    """The trump suit of the hand that a call leads to, "" for none; None if that cannot be told.

    `at` is the column of the call among the sampled moves.
    """
    meaning = context.phase.meaning(move.word)
    if meaning.suit or meaning.no_trump:
        return meaning.suit
    if suit := context.policy.trumps_after(context.view, move):
        return suit
    ranking = ranking_of(context.game)
    if ranking is None:
        return None
    if isinstance(context.view, TrumpsView):
        return _fixed(ranking, context.view)
    hand = context.held(context.seat)
    made = [one.trumps for one in _column(context, at) if one.declared or (one.declared is None and one.tricks)]
    if context.state.trump:
        return str(context.state.trump)
    if made and not any(made):
        return ""
    usual = max(SUITS, key=made.count)
    if made and made.count(usual) >= USUAL * len(made) and any(c.suit == usual for c in hand):
        return usual
    counts = [found for suit in SUITS if (found := count_hand(context, hand, suit)) is not None]
    longest = max(sum(c.suit == suit for c in hand) for suit in SUITS)
    long = [one for one in counts if sum(c.suit == one.trump for c in hand) >= longest - 1]
    return max(long, key=lambda one: one.tricks + LENGTH * len(one.trumps)).trump


def _column(context: DecisionContext, at: int) -> Sequence[Outcome]:
    if at >= len(context.sampled.moves):
        return ()
    return context.sampled.column(at)


def _fixed(ranking: CardRanking, view: TrumpsView) -> str | None:
    """The trump suit under which just the cards are trumps that the view says are."""
    power = ranking.under("").power[""]
    printed = [c.suit for c in power if view.is_trump(c)]
    for suit in sorted(SUITS, key=printed.count, reverse=True) if printed else ("",):
        power = ranking.under(suit).power[""]
        if all(bool(n) == view.is_trump(c) for c, n in power.items()):
            return suit
    return None


def play_phase(context: DecisionContext) -> Phase[Any, Any] | None:
    """The phase in which cards are played to tricks; None if the game has none whose view ranks cards."""
    return next((phase for phase in context.game.phases if issubclass(phase.view, RankedTrickView)), None)


def special_cards(context: DecisionContext, trump: str) -> Mapping[Card, float]:
    """The few cards that count something in a trick where nothing but tricks counts besides; empty elsewhere."""
    play = play_phase(context)
    none = play.trick_value((), trump) if play is not None else None
    if play is None or none is None:
        return {}
    values = {c: float(play.trick_value((c,), trump) or 0) - none for c in context.game.pack.order}
    special = {c: n for c, n in values.items() if n}
    return special if len(special) <= RARE else {}


def lower(context: DecisionContext, c: Card, trump: str) -> Cards:
    """The cards of others that are lower than `c` in its suit, the highest first."""
    ranking = ranking_of(context.game)
    if ranking is None:
        return ()
    order = ranking.under(trump)
    suit = order.suit.get(c, "")
    power = order.power.get(suit, {})
    found = (x for x in context.outstanding if order.suit.get(x) == suit and power[x] < power.get(c, 0))
    return tuple(sorted(found, key=lambda x: -power[x]))


def higher(context: DecisionContext, c: Card, trump: str) -> Cards:
    """The cards of others that are higher than `c` in its suit, the highest first; none that is out of play."""
    ranking = ranking_of(context.game)
    if ranking is None:
        return ()
    order, others = ranking.under(trump), context.outstanding
    suit = order.suit.get(c, "")
    power = order.power.get(suit, {})
    found = (x for x, s in order.suit.items() if s == suit and x in others and power[x] > power.get(c, 0))
    return tuple(sorted(found, key=lambda x: -power[x]))
