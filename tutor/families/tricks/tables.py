"""What the duties of a trick game keep, as tables of bit sets, for searches through thousands of tricks.

What may be played to a trick depends on the hand and on the suit led, the best card so far and whether partner played
it. For each such situation the duties are asked once about every card of the pack, through a view that has nothing else
in it; a duty that looks at anything else makes that view raise `NotTabled`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from tutor.families.tricks.layout import Layout, layout
from tutor.kernel.duties import Duty, DutyKind, narrow
from tutor.kernel.moves import PLAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.kernel.cards import Card

SEEN: Final = frozenset(("players", "options"))
"""Fields of a view that stay the same for a whole game."""
TRICK: Final = ("best", "top", "partner_winning", "holder", "has_suit", "turn", "complete", "plays")
"""Properties of the trick that a situation may not determine."""


class NotTabled(Exception):
    """Raised when a duty looks at more than the tables hold."""


class ImpossibleDeal(Exception):
    """Raised when no card is allowed, which cannot happen in a deal of the game."""


class _AtHand(Exception):
    """Raised when a duty looks at the cards in hand."""


class _Truthy:
    """A truthy placeholder; looking at it any further raises `why`."""

    def __init__(self, why: type[Exception]) -> None:
        self._why = why

    def __bool__(self) -> bool:
        return True

    def _look(self, *_: Any) -> NoReturn:
        raise self._why

    __len__ = __iter__ = __getitem__ = __contains__ = _look


class _Lowest:
    """Stands for `is_lowest`: says of every card what is supposed at the moment."""

    def __init__(self) -> None:
        self.supposed: bool | None = None
        self.asked = False

    def __call__(self, _: Card) -> bool:
        if self.supposed is None:
            raise _AtHand
        self.asked = True
        return self.supposed


class DutyTable(NamedTuple):
    """One duty in one situation, as bit sets: the cards it keeps, and those it keeps if lowest of their suit in hand.

    `bans` tells whether it is a ban; `number` and `failing` are bits for this duty and for the one that must have been
    waived.
    """

    keeps: int
    lowest: int
    bans: bool
    number: int
    failing: int


Steps = tuple[DutyTable, ...]


class Tables:
    """The duties of a trick phase under one trump suit at one table."""

    def __init__(self, phase: Any, view: Any, cards: Layout) -> None:
        """`view` is a real view of a hand of this kind."""
        self.phase, self.cards = phase, cards
        self._blank = _blank(type(view), view)
        self._moves = [PLAY[c] for c in cards.cards]
        self._steps: dict[tuple[int, bool, int, bool], Steps | None] = {}
        self._asked: dict[tuple[int, int, bool, int], int] = {}
        self.follow_only = False
        """Whether nothing binds but to follow suit."""
        self.follow_only = self._kept(0, False) == [] and all(
            self._kept(suit, True) == [suit] == self._kept(suit, False) for suit in cards.suits
        )

    def _kept(self, led: int, has: bool) -> list[int] | None:
        """What the duties keep if they look only at the suit led, one bit set for each; None if they look at more."""
        try:
            steps = self.bound(led, has, 0, False)
        except NotTabled:
            return None
        return None if steps is None else [step.keeps | step.lowest for step in steps]

    def legal(self, hand: int, led: int, best: int, partner: bool) -> int:
        """The cards of `hand` that are allowed when suit `led` (0 before the lead) was led and `best` is winning.

        `partner` says that the player opposite has played `best`. Raises `NotTabled` if that does not determine the
        answer, and `ImpossibleDeal` if nothing is allowed.
        """
        left = self.told(hand, led, best, partner)
        if left is None:
            left = self._ask(hand, led, best, partner)
        if not left:
            raise ImpossibleDeal
        return left

    def told(self, hand: int, led: int, best: int, partner: bool) -> int | None:
        """The same, by the tables alone; None where a duty looks at the hand itself."""
        if self.follow_only:
            return hand & led or hand
        steps = self.bound(led, bool(hand & led), best, partner)
        return None if steps is None else self._sifted(steps, hand)

    def _sifted(self, steps: Steps, hand: int) -> int:
        """The cards of `hand` left by these steps."""
        left, waived = hand, 0
        for keeps, lowest, bans, number, failing in steps:
            if failing & ~waived:
                continue
            if lowest:
                for suit in self.cards.suits:
                    own = hand & suit
                    keeps |= lowest & own & -own
            if left & keeps or bans:
                left &= keeps
            else:
                waived |= number
        return left

    def bound(self, led: int, has: bool, best: int, partner: bool) -> Steps | None:
        """The steps of a situation (see `DutyTable`); None where a duty looks at the hand itself."""
        key = (led, has, best, partner)
        if key not in self._steps:
            try:
                self._steps[key] = self._work_out(led, has, 0, False)
            except NotTabled:
                if not best:
                    raise
                self._steps[key] = self._work_out(led, has, best, partner)
        return self._steps[key]

    def _work_out(self, led: int, has: bool, best: int, partner: bool) -> Steps | None:
        """Work out the steps of a situation; None if a duty looks at the hand, which must then be asked each time."""
        view = self._view(led, has, best, partner)
        steps: list[DutyTable] = []
        numbers: dict[Duty[Any], int] = {}
        every = (1 << len(self._moves)) - 1
        try:
            for duty in self.phase.duties(view):
                if duty.kind is DutyKind.MOST:
                    raise NotTabled
                numbers[duty] = 1 << len(numbers)
                try:
                    binds = duty.when is None or bool(duty.when(view))
                except _AtHand:
                    binds = None  # no matter, if it keeps all cards anyway
                if binds is False:
                    continue
                keeps, lowest = self._kept_by(duty, view)
                if keeps == every:
                    continue
                if binds is None:
                    raise _AtHand
                failing = numbers[duty.failing] if duty.failing is not None else 0
                steps.append(DutyTable(keeps, lowest, duty.kind is DutyKind.ALWAYS, numbers[duty], failing))
        except _AtHand:
            return None
        return tuple(steps)

    def _kept_by(self, duty: Duty[Any], view: Any) -> tuple[int, int]:
        """The cards a duty keeps, and those it keeps only if they are the lowest of their suit in hand."""
        supposing: _Lowest = view.is_lowest
        supposing.supposed = False
        keeps = ever = self.cards.bits(move.cards[0] for move in duty.filter_moves(view, self._moves))
        if supposing.asked:
            supposing.supposed = True
            ever = self.cards.bits(move.cards[0] for move in duty.filter_moves(view, self._moves))
            if keeps & ~ever:
                raise _AtHand
        supposing.supposed, supposing.asked = None, False
        return keeps, ever & ~keeps

    def _ask(self, hand: int, led: int, best: int, partner: bool) -> int:
        """The legal cards of this very hand, by `narrow`."""
        key = (led, best, partner, hand)
        found = self._asked.get(key)
        if found is None:
            view = self._view(led, bool(hand & led), best, partner)
            moves = [move for i, move in enumerate(self._moves) if hand >> i & 1]
            view.__dict__["hand"] = tuple(move.cards[0] for move in moves)
            del view.__dict__["is_lowest"]
            legal = narrow(self.phase.duties(view), view, moves).legal
            found = self._asked[key] = self.cards.bits(move.cards[0] for move in legal)
        return found

    def _view(self, led: int, has: bool, best: int, partner: bool) -> Any:
        """A view that has the situation in it and nothing else."""
        view = object.__new__(self._blank)
        order, cards = self.cards.order, self.cards
        known: dict[str, Any] = view.__dict__
        name = order.suit[cards.card(led)] if led else ""
        known.update(order=order, led=name, power=order.power[name], hand=_Truthy(_AtHand), has_suit=has)
        known.update(is_lowest=_Lowest())
        known.update(trick=_Truthy(NotTabled) if led else ())
        if best:
            known.update(best=cards.card(best), top=order.power[name][cards.card(best)], partner_winning=partner)
        elif not led:
            known.update(best=None, top=0, partner_winning=False)
        return view


def tables(phase: Any, view: Any) -> Tables | None:
    """The tables of a phase for hands like that of `view`; None if its duties look at more than tables hold."""
    try:
        return Tables(phase, view, layout(view.order))
    except NotTabled:
        return None


def _blank(kind: type[Any], view: Any) -> type[Any]:
    """A subclass of `kind` that has only what stays the same in a hand; reading anything else raises `NotTabled`."""

    def given(name: str) -> property:
        def read(v: Any) -> Any:
            try:
                return v.__dict__[name]
            except KeyError:
                raise NotTabled from None

        return property(read)

    def same(name: str) -> property:
        value: Callable[[Any], Any] = lambda v: getattr(view, name)  # noqa: E731
        return property(value)

    hidden = {name: given(name) for name in kind.__dataclass_fields__ if name not in SEEN}
    hidden |= {name: given(name) for name in TRICK}
    kept = {name: same(name) for name in (*SEEN, "trumps", "seats")}
    return type(f"Blank{kind.__name__}", (kind,), hidden | kept)
