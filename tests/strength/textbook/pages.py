"""Each game's own first advice, where it is like no other: exchanges, shedding, pairs, raises, the bank's table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tests.strength.textbook import avoiding, truc
from tutor.families.sheds import above
from tutor.games.last_one.score import VALUES
from tutor.games.reversis.table import QUINOLA
from tutor.games.spinado.table import PACK, RISING, SPINADO
from tutor.games.strange.table import slot_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.strength.textbook.seen import Seen
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

NEAR: Final = 3
"""Cards with which somebody is about to go out."""


def _lengths(at: Seen) -> Counter[str]:
    return Counter(c.suit for c in at.hand)


# -- exchanges: what a hand can best do without ------------------------------------------------------------


def laid_away(at: Seen) -> Move:
    """Low cards of short suits; never trumps, aces or both cards of a marriage; points only where they are saved."""
    play = at.game.phase_of["play"]
    trump = getattr(at.view, "trump", "")
    order: Any = play.view.ranking.under(trump)
    if at.game.name == "schafkopf":  # its jacks, queens and diamonds are always trumps, and what is laid away counts
        order = play.view.ranking.under("D")
    lengths, marriages = Counter(order.suit[c] for c in at.hand), set(at.hand)

    def cost(c: Card) -> float:
        suit: str = order.suit[c]
        height: float = order.power[suit][c]
        top: bool = height == max(order.power[suit].values())
        pair = (
            at.game.name == "tyzicha"
            and c.rank in "KQ"
            and {"K", "Q"} <= {d.rank for d in marriages if d.suit == c.suit}
        )
        saved = at.game.name == "schafkopf" and not top and c.rank in "T"
        return 50.0 * bool(order.power[""][c]) + 20 * top + 30 * pair - 10 * saved + 2 * lengths[suit] + height / 10

    return min(at.moves, key=lambda move: sum(map(cost, move.cards)))


def plucked(at: Seen) -> Move:
    """The lowest card of a suit in which the other is likely to hold a high one, and the own hand does not."""
    held = {s: [c for c in at.hand if c.suit == s] for s in _lengths(at)}
    ranks = "AKQJT98765432"

    def cost(move: Move) -> tuple[bool, bool, int]:
        (c,) = move.cards
        row = held[c.suit]
        return any(d.rank == "A" for d in row), c is not row[-1], -ranks.index(c.rank)

    return min((move for move in at.moves if move.cards), key=cost)


def longest(at: Seen) -> Move:
    """The longest suit as trumps, the higher of equal ones."""
    ranks = "AKQJT98765432"
    worth = Counter[str]()
    for c in at.hand:
        worth[c.suit] += 10 + (0 if c.joker else max(0, 5 - ranks.index(c.rank)))
    return max(at.moves, key=lambda move: worth[move.word])


# -- Reversis: out with the Quinola, but not to oneself -----------------------------------------------------


def reversis_exchange(at: Seen) -> Move:
    """The Quinola goes unless hearts guard it, then an ace or king of a short suit; a safe hand is kept."""
    lengths = _lengths(at)

    def danger(move: Move) -> float:
        if not move.cards:
            return 4.0
        (c,) = move.cards
        if c is QUINOLA:
            return 12.0 if lengths["H"] < 4 else 0.0
        low = sum(d.suit == c.suit and d.rank in "2345" for d in at.hand)
        return (
            {"A": 9.0, "K": 8.0, "Q": 6.0, "J": 4.0}.get(c.rank, 1.0) - 2 * low - (c.suit == "H" and QUINOLA in at.hand)
        )

    return max(at.moves, key=danger)


def reversis_card(at: Seen) -> Move:
    """A low heart is led to force the Quinola out; its holder keeps it for a trick on which it can be thrown away."""
    hearts = [c for c in at.cards if c.suit == "H"]
    if not at.view.trick and hearts and QUINOLA in at.unseen:
        return at.cards[min(hearts, key=lambda c: at.view.order.power["H"][c])]
    if QUINOLA in at.cards and len(at.cards) > 1 and (not at.view.trick or at.view.led == "H"):
        del at.cards[QUINOLA]
    return at.cards[avoiding.card(at)]


# -- Spinado: starts that cost nothing, long runs, and the spinado in time ----------------------------------


def spinado(at: Seen) -> Move:
    """A run is gone on with; one starts with what stops at once, then with what takes most own cards along."""
    v: Any = at.view
    gone = {c for _, cards in (*v.played, *v.run) for c in cards}.union(v.dead)
    pressed = min(at.left(who) for who in v.seats if who != at.seat) <= NEAR or len(at.hand) <= NEAR
    plain = [move for move in at.moves if len(move.cards) == 1]
    spun = [move for move in at.moves if len(move.cards) == 2]
    if v.next is not None:
        return spun[0] if spun and pressed else plain[0]

    def run(c: Card) -> tuple[bool, int]:
        """Whether the run surely stops with an own card, and how many own cards go."""
        number, following = 1, above(c, RISING, PACK)
        while following in at.hand:
            number, following = number + 1, above(following, RISING, PACK)
        return following is None or following in gone, number

    def reached(c: Card) -> bool:
        """Whether a run may come to it by itself."""
        before = RISING[RISING.index(c.rank) - 1 :][:1] + c.suit if c.rank not in "A3" else ""
        return bool(before) and all(d.text != before for d in (*at.hand, *gone))

    def good(move: Move) -> tuple[Any, ...]:
        c = move.cards[0]
        stops, number = run(c)
        return c is not SPINADO, stops and not reached(c), stops, number, -RISING.index(c.rank)

    best = max(plain, key=good)
    if spun and pressed and not run(best.cards[0])[0]:
        return next((move for move in spun if move.cards[0] is best.cards[0]), best)
    return best


# -- Last One: dear cards go while they can, what fits everywhere goes last --------------------------------


def last_one_card(at: Seen) -> Move:
    """The dearest card that fits, of the longest suit; jokers and eights when nothing else does, or near the end."""
    lengths = _lengths(at)
    others = [who for who in at.view.seats if who != at.seat and who not in at.view.out]
    pressed = min(map(at.left, others)) <= NEAR

    def good(c: Card) -> float:
        if c.joker or c.rank == "8":
            return VALUES[c.rank] if pressed and len(at.hand) > NEAR else -VALUES[c.rank]
        strikes = c.rank in "24J" and pressed
        return 10 * strikes + VALUES[c.rank] / 2 + 2 * lengths[c.suit]

    plays = [move for move in at.moves if move.cards]
    return max(plays, key=lambda move: good(move.cards[0])) if plays else at.moves[0]


def last_one_name(at: Seen) -> Move:
    """A suit one holds most of; a joker stands for a card of it that strikes the next player."""
    lengths = Counter({s: n for s, n in _lengths(at).items() if s})

    def good(move: Move) -> float:
        if not move.cards:
            return lengths[move.word]
        (c,) = move.cards
        return lengths[c.suit] + {"2": 3, "J": 2}.get(c.rank, 1 if c.rank in "5679" else 0) / 4

    return max(at.moves, key=good)


# -- Strange: win as cheaply as can be, else throw the lowest; pick up the highest --------------------------


def strange_pair(at: Seen) -> Move:
    """The cheapest pair that is ahead, if nobody plays after it or it is well ahead; else the lowest. Aces are led."""
    v: Any = at.view
    spent = {move: sum(map(v.pips.of, move.cards)) for move in at.moves}
    low = min(at.moves, key=spent.__getitem__)
    if not v.trick:
        high = [move for move in at.moves if all(c.rank in "AK" and c.suit not in v.pips.trumps for c in move.cards)]
        return max(high, key=spent.__getitem__) if high else low
    first, second = v.trick[0]
    sums = {move: v.pips.of(move.cards[0], first) + v.pips.of(move.cards[1], second) for move in at.moves}
    ahead = [move for move in at.moves if sums[move] > max(v.sums.values(), default=0)]
    last = len(v.trick) == v.players - 1
    suited = all(slot_answers(at.hand, led) for led in (first, second))
    if ahead and (last or not suited or v.drawn or v.carried or max(sums.values()) >= 26):
        return min(ahead, key=spent.__getitem__) if last else max(ahead, key=lambda move: sums[move] - spent[move] / 2)
    return low


def strange_hold(at: Seen) -> Move:
    """The highest cards are held for the next round."""
    return max(at.moves, key=lambda move: sum(map(at.view.pips.of, move.cards)))


# -- alone against a stock, or a bank ------------------------------------------------------------------------


def bridge_solitaire(at: Seen) -> Move:
    """Aces first, trumps while the own ones are high, then the longest suit; to a lead the cheapest card that wins."""
    v: Any = at.view
    ranks = "AKQJT98765432"

    def height(c: Card) -> int:
        return -1 if c.joker else 13 - ranks.index(c.rank)

    if not v.trick:
        lengths = _lengths(at)
        return max(
            at.moves,
            key=lambda m: (not m.card.joker, height(m.card) + lengths[m.card.suit] / 2 + (m.card.suit == v.trump)),
        )
    (led,) = v.trick
    if led.joker:
        jokers = [move for move in at.moves if move.card.joker]
        return min(jokers or at.moves, key=lambda move: height(move.card))
    beats = [
        move
        for move in at.moves
        if (move.card.suit == led.suit and height(move.card) > height(led))
        or (not move.card.joker and move.card.suit == v.trump != led.suit)
    ]
    jokers = [move for move in at.moves if move.card.joker]
    return min(beats or jokers or at.moves, key=lambda move: (move.card.suit == v.trump, height(move.card)))


def discards(at: Seen) -> Move:
    """Nothing hangs on the order in which cards are laid aside."""
    return at.moves[0]


def bank(at: Seen) -> Move:
    """No bet gains, so none is laid; who has one in prison insures it and waits."""
    insured = [move for move in at.moves if move.word.startswith("insure:prison")]
    back = [move for move in at.moves if move.word.startswith("withdraw")]
    return (insured or back or [at.word("deal", "stay")])[0]


def says(*words: str) -> Callable[[Seen], Move]:
    """The first of these words that may be said."""
    return lambda at: at.word(*words)


PAGES: Final[Mapping[tuple[str, str], Callable[[Seen], Move]]] = {
    ("big-two", "deal"): discards,
    ("back-alley", "exchange"): discards,
    ("bridge-solitaire", "discard"): discards,
    ("bridge-solitaire", "play"): bridge_solitaire,
    ("court-piece", "revoke"): says("silent", "pass"),
    ("court-piece", "correct"): says("pass"),
    ("court-piece", "play-on"): says("stop"),
    ("hasenpfeffer", "discard"): laid_away,
    ("kaiser", "misdeal"): says("misdeal"),
    ("last-one", "deal"): discards,
    ("last-one", "play"): last_one_card,
    ("last-one", "drawn"): last_one_card,
    ("last-one", "two"): last_one_card,
    ("last-one", "stack"): last_one_card,
    ("last-one", "melee"): last_one_card,
    ("last-one", "name"): last_one_name,
    ("last-one", "call"): says("last-one"),
    ("pluck", "pluck"): plucked,
    ("pluck", "trump"): longest,
    ("reversis", "exchange"): reversis_exchange,
    ("reversis", "play"): reversis_card,
    ("schafkopf", "discard"): laid_away,
    ("spinado", "play"): spinado,
    ("strange", "play"): strange_pair,
    ("strange", "hold"): strange_hold,
    ("trente-et-quarante", "bet"): bank,
    ("trente-et-quarante", "refait"): bank,
    ("tresette", "talk"): says("silent"),
    ("truc", "cut"): says("cut"),
    ("truc", "deal"): says("3"),
    ("truc", "eleven"): truc.eleven,
    ("truc", "play"): truc.play,
    ("truc", "after"): truc.after,
    ("truc", "answer"): truc.answer,
    ("tyzicha", "give"): laid_away,
}
"""What is done in a phase of a game; the rest is played by `tricks`, `avoiding`, `climbing`, or called by estimates."""
