"""What there is to say of a hand that is counted for a bid: its tricks, special cards, and what others have bid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import passes
from tutor.advice.reasons.before_play.hand_count import HandCount, count_hand, higher, play_phase, special_cards
from tutor.kernel.moves import call
from tutor.kernel.playout import legal
from tutor.kernel.view_types import TrumpsView
from tutor.policies import policy_of
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

HALF: Final = 0.5
"""The share of the tricks that a contract needs which names no number."""
CAUGHT: Final = 2
"""The cards from the top of a suit that may catch a special one."""
SHOWN: Final = ("trumps", "all", "run", "above", "tops", "missing", "unstopped")
"""The parts of a count that are told."""
BEST: Final = 4
"""The most cards of which it is told what they count together."""
LAID: Final = 10
"""The points from which on it is told that a card can be laid away."""


def bid_facts(context: DecisionContext, found: HandCount, need: Needed | None) -> dict[str, Any]:
    """The facts of a count: the cards, about how many tricks of the own hand, what is needed, what others have bid."""
    hand, named = context.held(context.seat), need or Needed(0)
    special = _special(context, found, hand)
    worth = special["worth"]
    own, total = found.tricks, float(len(hand))
    if named.points:
        own += HALF * worth * len((*special["held"], *special["caught"]))
        total += worth - special["cost"]
    alone = named.alone or named.added if need is not None else len(context.friends) == 1
    expected = own if alone else own + (total - own) / max(1, context.view.players - 1)
    facts: dict[str, Any] = {name: n for name, n in found._asdict().items() if name in SHOWN}
    facts |= special | _counted(context, found) | others_bid(context) | standing_bid(context) | named._asdict()
    facts |= mates_bid(context) | {
        "suit_": found.trump,
        "fixed": _fixed(context, found),
        "laid": _laid(context, found, hand),
    }
    facts |= {"prize": _points(context, found, found.run), "danger": _points(context, found, found.above)}
    facts |= {"best": (best := (*found.trumps, *found.tops)[:BEST]), "best_counts": _points(context, found, best)}
    facts |= {
        "two": context.view.players == 2,
        "aside": context.some_aside,
        "expected": expected,
        "total": round(total),
        "alone": alone,
        "thrown_in": _thrown_in(context),
        "refused": _refused(context),
    }
    facts |= _of_playing_alone(context, found, hand)
    asked = _with_asked(context, found, hand) if facts["asks"] and alone else None
    facts |= {"asked": asked[0], "along": asked[1].tops} if asked is not None else {"asked": "", "along": ()}
    facts["expected"] = max(expected, asked[1].tricks if asked is not None else expected)
    return facts | {"numbered": need is not None, "goal": float(named.n) if need is not None else HALF * total}


def _points(context: DecisionContext, found: HandCount, trumps: Cards) -> float:
    """What these trumps count in a trick; 0 where cards do not count."""
    play = play_phase(context)
    return play.trick_value(trumps, found.trump) or 0 if play is not None and trumps else 0


def _fixed(context: DecisionContext, found: HandCount) -> bool:
    return bool(found.trump) and (isinstance(context.view, TrumpsView) or bool(context.state.trump))


def _counted(context: DecisionContext, found: HandCount) -> dict[str, Any]:
    """About how many tricks are the hand's `own`, the cards that should win, and how many more the others may win."""
    own, special = round(found.tricks), special_cards(context, found.trump)
    maybe = tuple(c for c in found.maybe if c not in special)
    return {"own": own, "sure": found.sure, "rest": max(0, own - len(found.sure)), "maybe": maybe}


def _special(context: DecisionContext, found: HandCount, hand: Cards) -> dict[str, Any]:
    """The cards that count for themselves: those that are `worth` something, and those that `cost`.

    The first are `held`, likely to be `caught` by high cards of the suit, or `elsewhere`; the others are in hand
    (`burden`), or likely to fall under high cards (`falls`). `ruffs` says that one that is held is a trump.
    """
    special = special_cards(context, found.trump)
    good, bad = ([c for c, n in special.items() if n * sign > 0] for sign in (1, -1))
    held, burden = (tuple(c for c in some if c in hand) for some in (good, bad))
    caught, falls = (tuple(c for c in some if c not in hand and _catching(found, c)) for some in (good, bad))
    high = tuple(x for c in (*caught, *falls)[:1] for x in _catching(found, c))
    elsewhere = tuple(c for c in good if c not in (*held, *caught))
    cards = {"held": held, "caught": caught, "elsewhere": elsewhere, "burden": burden, "falls": falls, "high": high}
    facts: dict[str, Any] = {**cards, "ruffs": any(c in found.trumps for c in held)}
    return facts | {"worth": max(special.values(), default=0), "cost": -min(special.values(), default=0)}


def _catching(found: HandCount, c: Card) -> Cards:
    """The cards from the top of the suit of `c` that are enough to catch it; else none."""
    suit = tuple(x for x in (*found.run, *found.tops) if x.suit == c.suit)
    return suit if len(suit) >= CAUGHT else ()


def _laid(context: DecisionContext, found: HandCount, hand: Cards) -> Cards:
    """The plain cards that count most and are not the highest, as many as whoever plays lays away for its own count."""
    play, n = play_phase(context), policy_of(context.game).laid_away_for_oneself(context.state)
    values = play.captured_values() if play is not None and n else {}
    rest = [c for c in hand if c not in (*found.trumps, *found.tops) and values.get(c, 0) >= LAID]
    return tuple(sorted(rest, key=lambda c: -values[c])[:n])


def _of_playing_alone(context: DecisionContext, found: HandCount, hand: Cards) -> dict[str, Any]:
    """Facts for whoever plays alone: what is asked for (`asks`) or taken (`widow`), what it counts and risks.

    `counts` are the points of the hand and of the pack; `risked` the cards that count most, with a higher one above
    them, where there are no trumps.
    """
    policy, play = policy_of(context.game), play_phase(context)
    values = play.captured_values() if play is not None else {}
    total = sum(values.get(c, 0) for c in context.game.pack.cards)
    most = max(values.values(), default=0)
    risked = tuple(c for c in hand if not found.trump and values.get(c, 0) == most > 0 and higher(context, c, ""))
    counts = (sum(values.get(c, 0) for c in hand), total) if total else ()
    facts = {"asks": policy.asks_alone, "widow": policy.takes_alone, "risked": risked, "counts": counts}
    return facts | {"risked_counts": play.trick_value(risked[:1], "") if play is not None and risked else 0}


def _with_asked(context: DecisionContext, found: HandCount, hand: Cards) -> tuple[Card, HandCount] | None:
    """The card to ask for that makes most of the hand, and the count with it; None if it makes no more tricks."""
    counts = ((c, count_hand(context, (*hand, c), found.trump)) for c in context.outstanding)
    best = max(
        ((c, one) for c, one in counts if one is not None),
        key=lambda two: (len(two[1].tops), two[1].tricks),
        default=None,
    )
    return best if best is not None and len(best[1].tops) > len(found.tops) else None


def _thrown_in(context: DecisionContext) -> bool:
    """Whether everybody else has passed, and the cards are thrown in if the seat passes too."""
    left = next((move for move in context.moves if passes(context.phase, move)), None)
    if left is None or not context.bids or not all(passes(context.phase, call(word)) for _, word in context.bids):
        return False
    return not context.game.held(context.after(left), context.seat)


def then_low(context: DecisionContext) -> dict[str, Any]:
    """Facts of a pass: whether tricks are then to be avoided (`least`), and it costs nothing in any deal (`free`)."""
    then, play = context.after(context.move), play_phase(context)
    played = play is not None and bool(then.turn) and then.chance is None and context.game.due(then) is play
    least = played and not policy_of(context.game).of(context.game.due(then)).wants_tricks(then, context.seat)
    return {"least": least, "free": least and all(one.points >= 0 for one in context.sampled.column(0))}


def _refused(context: DecisionContext) -> str:
    """Who has passed what is offered now, if that is the only call so far."""
    return context.bids[0][0] if len(context.bids) == 1 and last_bid(context)[1] is None else ""


# -- what others have bid ----------------------------------------------------------------------------------


def added(context: DecisionContext) -> bool:
    """Whether the bids of partners are added up, so that each bids for the own hand."""
    needs = (context.policy.needed(context.view, move) for move in context.moves)
    return any(need is not None and need.added for need in needs)


def others_bid(context: DecisionContext) -> dict[str, Any]:
    """Where bids of partners are added up: what partner and the opponents have bid, and what the move makes of it."""
    v, told = context.view, context.bids if added(context) else ()
    bids = {who: context.policy.needed(v, call(word)) for who, word in told}
    numbers = {who: need.n if need is not None else 0 for who, need in bids.items()}
    ours = sum(n for who, n in numbers.items() if who in context.friends)
    own = context.policy.needed(v, context.move)
    pal = any(who in context.friends for who in numbers)
    theirs = sum(n for who, n in numbers.items() if who not in context.friends)
    return {"partner": ours, "pal": pal, "theirs": theirs, "joint": ours + (own.n if own is not None else 0)}


def last_bid(context: DecisionContext) -> tuple[Seat, Move | None]:
    """Who has made the last call that is no pass, and the call; nobody, and None, if all have passed so far."""
    calls = ((who, call(word)) for who, word in reversed(context.bids))
    return next((one for one in calls if not passes(context.phase, one[1])), ("", None))


def mates_bid(context: DecisionContext) -> dict[str, Any]:
    """Facts: the partner who has made a bid, and the bid; empty if none has, or bids are added up."""
    calls = [(who, call(word)) for who, word in context.bids if who in context.friends and who != context.seat]
    made = [one for one in calls if not passes(context.phase, one[1])]
    return {"mate": made[-1][0], "mates": made[-1][1]} if made and not added(context) else {"mate": "", "mates": None}


def may_take_over(context: DecisionContext, bid: Move) -> Seat:
    """The opponent who calls next and may take the contract with the very bid that stands; empty if there is none."""
    then = context.after(context.move)
    who = then.turn[0] if then.turn and then.phase == context.state.phase else ""
    return who if who in context.foes and bid in legal(context.game, then, who) else ""


def standing_bid(context: DecisionContext) -> dict[str, Any]:
    """The highest bid so far, if an opponent has made it, who that is, and how many times over it counts.

    It is `open` whether that is played, if others call after a pass of the seat.
    """
    who, bid = last_bid(context)
    if bid is None or who in context.friends:
        return {"foe": "", "bid": None, "their_times": 1, "open": False}
    need = context.policy.needed(context.view, bid)
    left = next((move for move in context.moves if passes(context.phase, move)), None)
    goes_on = left is not None and context.after(left).phase == context.state.phase
    return {"foe": who, "bid": bid, "their_times": need.times if need is not None else 1, "open": goes_on}
