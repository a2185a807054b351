"""Choose the few moves that a question offers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS
from tutor.kernel.duties import Duty, DutyKind, DutyOutcome, TraceStep, always, if_able, narrow
from tutor.kernel.judging import Judgement, Ruling, Verdict
from tutor.kernel.moves import Combo, Move
from tutor.teach.drills.ideas import generalized

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.cards import Card
    from tutor.teach.drills.moments import Moment

MOST_CHOICES: Final = 8
MOST_PLAYS: Final = 5
"""The most choices where plays of several cards are among them."""
MOST_LEGAL: Final = 4
"""The most legal moves that an answer has to name."""
MOST_ATTEMPTS: Final = 16
MOST_SAID: Final = 3
"""The most calls that one rule refuses; more would only repeat it."""

LEAST: Final = 4
"""The least number of calls to choose from, to say nothing among them, if there are as many."""
MOST_ALIKE: Final = 2
"""The most moves that are refused for one and the same reason, where a question does not offer all that are held."""
MOST_MIXED: Final = 12
"""The most legal plays of several cards that are looked at."""

_OF_SUIT: Final = re.compile(rf"[{''.join(SUITS)}]\b")
"""The suit in a call."""
Rulings = Sequence[Ruling[Any]]
Reason = Callable[[Ruling[Any]], str]


def by_clause(ruling: Ruling[Any]) -> str:
    """The reason for a ruling as far as the rule tells it."""
    return ruling.clause


def chosen(found: Judgement[Any], clause: str, rng: Random, said: Reason = by_clause) -> tuple[Ruling[Any], ...]:
    """At most `MOST_CHOICES` rulings of `found`: legal moves, and refused ones that resemble them.

    Where plays of several cards are among them, they are at most `MOST_PLAYS`. Moves refused by `clause` come first. Of
    the moves refused by each later duty the nearest to a legal one is among them, as it tempts most. A pass comes after
    plays. What is `said` of them tells which have the same reason.
    """
    rulings = tuple({r.text: r for r in (*found.rulings, *found.asked) if r.move is not None}.values())
    legal = [r for r in rulings if r.legal]
    cut = [r for r in rulings if not r.legal and r.clause == clause]
    order = [step.duty.clause for step in found.found.steps]
    at = order.index(clause) if clause in order else len(order)
    other = [r for r in rulings if not r.legal and r.clause != clause and r.clause in order[:at]]
    apart = _Apart(said, rulings)
    room = MOST_CHOICES if apart.single else MOST_PLAYS
    many = len(legal) + len(cut) + len(other) > room
    later = _later(rulings, order[at + 1 :], legal, rng)
    if many:
        most = min(rng.randint(1 if all(r.cards for r in legal) else 2, 3), room // 2)
        legal = apart.first(rng.sample(legal, min(len(legal), most if apart.single else MOST_MIXED)), most)
    elif len(legal) > MOST_LEGAL:
        legal = rng.sample(legal, MOST_LEGAL)
    cut, other = (unlike(few(found, some, rulings, legal), rulings) for some in (cut, other))
    if not many:
        cut = _once(cut, LEAST - len(legal) - len(other), said)
        other = _once(other, LEAST - len(legal) - len(cut), said)
    if many:
        cut = apart.first(near(cut, legal, rng), min(rng.randint(2, 4), room - len(legal)))
        other = apart.first(near(other, legal, rng), min(rng.randint(0, 2), room - len(legal) - len(cut)))
    elif not all(len(r.cards) == 1 and not is_said(r) for r in (*legal, *cut)):
        cut, other = (not_alike(some, said, rulings, legal) for some in (cut, other))
    keep = {r.text for r in (*legal, *cut, *other, *later[: max(0, room - len(legal) - len(cut) - len(other))])}
    kept = [r for r in rulings if r.text in keep]
    return tuple(sorted(kept, key=lambda r: r.text == PASS and any(r.cards for r in kept)))


def not_alike(refused: Rulings, said: Reason, rulings: Rulings, legal: Rulings) -> list[Ruling[Any]]:
    """`refused`, but at most `MOST_ALIKE` for the same reason, whatever cards and suits it names.

    They are those nearest to legal ones in the order of `rulings`, rather one before and one after these than two on
    one side: of bids the highest that is too low and the lowest that is too high tempt most.
    """
    places = [at for at, r in enumerate(rulings) if r in legal]

    def distance(r: Ruling[Any]) -> int:
        return min((rulings.index(r) - place for place in places), key=abs, default=0)

    alike: dict[object, list[Ruling[Any]]] = {}
    for r in sorted(refused, key=lambda r: abs(distance(r))):
        alike.setdefault((r.clause, _reason_apart(said(r))), []).append(r)
    kept = []
    for first, *more in alike.values():
        more.sort(key=lambda r: (distance(r) > 0) == (distance(first) > 0))
        kept += [first, *more][:MOST_ALIKE]
    return [r for r in refused if r in kept]


def _reason_apart(text: str) -> str:
    """What a reason says first, without the cards, players, suits and numbers that it names."""
    return generalized(text).partition(";")[0]


class _Apart:
    """Which plays of several cards would be right or wrong for the very same reason."""

    def __init__(self, said: Reason, rulings: Rulings) -> None:
        self.said = said
        plays = {r.cards for r in rulings if len(r.cards) > 1}
        self.single = not plays
        self.ordered = any(cards[::-1] in plays for cards in plays if cards[::-1] != cards)

    def first(self, rulings: Rulings, most: int) -> list[Ruling[Any]]:
        """The first of `rulings`, at most `most`; of plays with the same reason one of a size, or of suits in order.

        Of those that are refused at most `MOST_ALIKE` are so for the same reason.
        """
        out: dict[object, Ruling[Any]] = {}
        count: Counter[object] = Counter()
        for r in rulings:
            if len(out) == most:
                break
            own = r.text if self.single else self._reason(r)
            alike = "" if r.legal or own in out else (r.clause, _reason_apart(self.said(r)))
            if own in out or (alike and count[alike] == MOST_ALIKE):
                continue
            count[alike] += 1
            out[own] = r
        return list(out.values())

    def _reason(self, r: Ruling[Any]) -> object:
        if is_said(r):
            return r.text
        shape = tuple(c.suit for c in r.cards) if self.ordered else len(r.cards)
        return r.clause, r.legal, self.said(r), shape


def _later(rulings: Rulings, clauses: Sequence[str], legal: Rulings, rng: Random) -> list[Ruling[Any]]:
    """For each of the `clauses` the card move it refuses that is nearest to a legal one, or else a pass."""
    refused = [[r for r in rulings if not r.legal and r.clause == c] for c in clauses]
    cards = [[r for r in some if not is_said(r)] for some in refused]
    passes = [r for some in refused for r in some if r.text == PASS]
    return [*(near(some, legal, rng)[0] for some in cards if some), *passes]


def bans_besides(found: Judgement[Any], ruling: Ruling[Any]) -> int:
    """The number of other rules that forbid this move too."""
    move, view = ruling.move, found.view
    bans = (step.duty for step in found.found.steps if step.duty.kind is DutyKind.ALWAYS)
    binding = (d for d in bans if d.clause != ruling.clause and (d.when is None or d.when(view)))
    return 0 if move is None else sum(not duty.filter_moves(view, [move]) for duty in binding)


def few(found: Judgement[Any], refused: Rulings, rulings: Rulings, legal: Rulings) -> list[Ruling[Any]]:
    """`refused` with at most `MOST_SAID` calls: those that the fewest rules forbid.

    Of these they are the nearest to legal ones in the order of `rulings`.
    """
    places = [at for at, r in enumerate(rulings) if r in legal]

    def distance(r: Ruling[Any]) -> tuple[int, int]:
        at = rulings.index(r)
        return bans_besides(found, r), min((abs(at - place) for place in places), default=at)

    said = sorted((r for r in refused if is_said(r)), key=distance)[:MOST_SAID]
    said = [r for r in said if distance(r)[0] == distance(said[0])[0]]
    return [r for r in refused if not is_said(r) or r in said]


def unlike(rulings: Rulings, candidates: Rulings) -> list[Ruling[Any]]:
    """`rulings` with only one combination of each kind of the same ranks: another choice of suits asks nothing new.

    Nor does another card beside the same cards, where combinations are played and these are none.
    """

    def shape(r: Ruling[Any]) -> object:
        move = r.move
        if not isinstance(move, Combo) or len(move.cards) == 1:
            return r.text
        return r.clause, move.kind, tuple(c.rank for c in move.cards)

    some = list({shape(r): r for r in reversed(rulings)}.values())[::-1]
    if not any(isinstance(r.move, Combo) for r in candidates):
        return some
    out: list[Ruling[Any]] = []
    for r in some:
        if not any(_but_one_card(r, kept) for kept in out):
            out.append(r)
    return out


def _but_one_card(one: Ruling[Any], other: Ruling[Any]) -> bool:
    """Whether two plays of several cards that are no combinations differ in one card, and one rule refuses both."""
    if one.clause != other.clause or len(one.cards) != len(other.cards) or isinstance(one.move, Combo):
        return False
    return len(one.cards) > 1 and len(set(one.cards) & set(other.cards)) >= len(one.cards) - 1


def _once(refused: Rulings, least: int, said: Reason) -> list[Ruling[Any]]:
    """`refused`, of calls in several suits that are refused for the same reason only one, if `least` are left."""
    out, left = list[Ruling[Any]](), len(refused)
    seen: set[object] = set()
    for r in refused:
        key = (r.clause, _OF_SUIT.sub("", r.text), generalized(said(r)))
        if is_said(r) and key in seen and left > least:
            left -= 1
            continue
        seen.add(key)
        out.append(r)
    return out


def is_said(ruling: Ruling[Any]) -> bool:
    """Whether a move is a call, or cards with a word."""
    return ruling.move is None or bool(ruling.move.word) or not ruling.cards


def near(rulings: Rulings, legal: Rulings, rng: Random) -> list[Ruling[Any]]:
    """Sort `rulings` by how many cards they share with a legal move, then those of a suit that a legal move has.

    If no legal move has cards, as when only a pass is legal, one of each number of cards comes first.
    """
    mixed = rng.sample(rulings, len(rulings))
    if not any(r.cards for r in legal):
        sizes = [len(r.cards) for r in mixed]
        return [r for _, r in sorted(enumerate(mixed), key=lambda one: sizes[: one[0]].count(sizes[one[0]]))]

    bits: dict[tuple[Card, int], int] = {}

    def held(r: Ruling[Any]) -> int:
        """The cards as bits: one for each card, and for each further copy of it."""
        copies = ((c, r.cards[:i].count(c)) for i, c in enumerate(r.cards))
        return sum(bits.setdefault(copy, 1 << len(bits)) for copy in copies)

    may = {held(r) for r in legal}

    suits = {c.suit for r in legal for c in r.cards}

    def distance(r: Ruling[Any]) -> tuple[int, bool]:
        own = held(r)
        far = min([(own ^ other).bit_count() for other in may], default=0)
        return far, suits.isdisjoint([c.suit for c in r.cards])

    return sorted(mixed, key=distance)


def focused(found: Judgement[Any], rulings: Rulings) -> Judgement[Any]:
    """The judgement restricted to these moves as candidates, so that hints speak only of them.

    Rulings keep their reasons; the trace is rebuilt with duties that cut the same moves as before.
    """
    moves = [r.move for r in rulings if r.move is not None and r.verdict in (Verdict.LEGAL, Verdict.NOT_ALLOWED)]
    told = narrow(tuple(_replayed_duty(step) for step in found.found.steps), found.view, moves)
    return found._replace(found=told, rulings=tuple(rulings), asked=())


def _replayed_duty(step: TraceStep[Any]) -> Duty[Any]:
    clause, cut = step.duty.clause, frozenset(step.cut)
    if step.standing is DutyOutcome.WAIVED:
        return if_able(clause, lambda v, move: False, waiver=step.duty.waiver)
    return always(clause, lambda v, move: move not in cut, when=lambda v: step.standing is DutyOutcome.MET)


def attempts(here: Moment, rng: Random) -> list[str]:
    """Variations of legal moves that are no candidates: a card more, less or different, or reordered."""
    assert here.phase is not None
    held = here.phase.holds(here.view)
    legal = [move for move in here.found.legal if move.cards]
    out: dict[str, None] = {}
    spares: dict[Move, list[Card]] = {}
    for _ in range(MOST_ATTEMPTS if legal and held else 0):
        move = rng.choice(legal)
        cards = list(move.cards)
        spare = spares.get(move)
        if spare is None:
            spare = spares[move] = list((Counter(held) - Counter(cards)).elements())
        how = rng.choice(("more", "less", "other", "turned"))
        if how in ("more", "other") and spare:
            card = rng.choice(spare)
            place = rng.randrange(len(cards) + (how == "more"))
            cards[place : place + (how == "other")] = [card]
        elif how == "less" and len(cards) > 1:
            del cards[rng.randrange(len(cards))]
        else:
            cards.reverse()
        out[Move(move.word, tuple(cards)).text] = None
    known = {move.text for move in here.found.legal}
    return [text for text in out if text not in known]


def refused_by(rulings: Iterable[Ruling[Any]], clause: str) -> bool:
    """Whether `clause` refuses one of these moves."""
    return any(not r.legal and r.verdict is Verdict.NOT_ALLOWED and r.clause == clause for r in rulings)
