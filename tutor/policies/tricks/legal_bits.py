"""Which cards of a hand the duties allow, as bits, for a search that looks at thousands of tricks nobody has played.

What duties keep is found as play finds it (`kernel/memo`): they are asked once about every card of the pack, in a
view of a trick of which nothing is known but the suit led, the best card so far and whether partner played it. If they
were seen to look at more than that, `LooksFurther` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.duties import DutyKind, narrow
from tutor.kernel.fields import field_names
from tutor.kernel.memo import HIDDEN, NONEMPTY, UNRECORDABLE, RecordingView, duty_filters
from tutor.kernel.moves import PLAY
from tutor.policies.tricks.layout import layout

if TYPE_CHECKING:
    from collections.abc import Set

    from tutor.kernel.duties import Duty

BEST: Final = frozenset({("", "best"), ("", "partner_winning")})
LOWEST: Final = ("", "is_lowest")
KNOWN: Final = BEST | {("", "players"), ("", "trumps"), ("", "led"), ("", "has_suit"), (NONEMPTY, "trick"), LOWEST}
"""What duties may read: what follows from what `LegalBits.legal` is told, and the table."""
TRICK: Final = ("trumps", "led", "best", "has_suit", "partner_winning")


class LooksFurther(Exception):
    """Raised when a duty looks at more than the search knows of a trick."""


class ImpossibleDeal(Exception):
    """Raised when no card is allowed: such a deal cannot come about."""


class DutyBits(NamedTuple):
    """One duty, with cards and duties as sets of bits."""

    keeps: int
    """The cards that it keeps in any hand."""
    lowest: int
    """The cards that it keeps only as the lowest of their suit in the hand."""
    bans: bool
    """Whether it cuts all other cards even if no card is left."""
    number: int
    """The bit of this duty."""
    failing: int
    """The bit of the duty that must have kept no card, as this one is in force only then; 0 if there is none."""


BoundDuties = tuple[DutyBits, ...]


class LegalBits:
    """The duties of a trick phase under one trump suit at one table."""

    def __init__(self, phase: Any, view: Any) -> None:
        """`view` is a true one of the hand."""
        cards = self.cards = layout(view.order)
        kind: Any = type(view)
        self._phase, self._kind = phase, kind
        self._fields = {name: getattr(view, name) for name in field_names(kind)}
        self._moves = [PLAY[c] for c in cards.cards]
        self._in_force: dict[tuple[int, bool, int, bool], BoundDuties | None] = {}
        """What binds, by the key of `_bound`; None where a duty looks at the hand itself."""
        self._of_suit: dict[tuple[int, bool], BoundDuties] = {}
        """What binds by the first two parts of that key, where it does not depend on the best card."""
        self._asked: dict[tuple[int, int, bool, int], int] = {}
        self.follow_only = self._kept(0, False) == [] and all(
            self._kept(suit, has) == [suit] for suit in cards.suits for has in (True, False)
        )
        """Whether no duty binds but to follow suit."""

    def _kept(self, led: int, has: bool) -> list[int] | None:
        """What the duties keep if they look at nothing but the suit led; None if they look at more."""
        try:
            self._bound((led, has, led & -led, False))
        except LooksFurther:
            return None
        found = self._of_suit.get((led, has))
        return None if found is None else [step.keeps | step.lowest for step in found]

    def legal(self, hand: int, led: int, best: int, partner: bool) -> int:
        """The cards of `hand` that the duties allow when suit `led` was led (0 if nothing was) and `best` is winning.

        `partner` says that the player opposite has played it. `LooksFurther` if that does not tell.
        """
        if self.follow_only:
            return hand & led or hand
        key = (led, bool(hand & led), best, partner)
        bound = self._in_force[key] if key in self._in_force else self._bound(key)
        left = self._ask(hand, led, best, partner) if bound is None else self._sifted(bound, hand)
        if not left:
            raise ImpossibleDeal
        return left

    def _sifted(self, bound: BoundDuties, hand: int) -> int:
        """The cards of `hand` that are left."""
        left, waived = hand, 0
        for keeps, lowest, bans, number, failing in bound:
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

    def _bound(self, key: tuple[int, bool, int, bool]) -> BoundDuties | None:
        """What binds in a situation, step by step; None where a duty looks at the hand itself."""
        found: BoundDuties | None = self._of_suit.get(key[:2])
        if found is None:
            found, reads = self._work_out(key)
            if not reads <= KNOWN:
                found = None
            elif found is not None and not reads & BEST:
                self._of_suit[key[:2]] = found
        self._in_force[key] = found
        return found

    def _work_out(self, key: tuple[int, bool, int, bool]) -> tuple[BoundDuties | None, Set[tuple[str, str]]]:
        """What binds in a situation, and all that this rests on. A card may be the lowest of its suit, or not."""
        rest, reads = self._supposing(key, False)
        low, _ = self._supposing(key, True) if LOWEST in reads else (rest, reads)
        every = (1 << len(self._moves)) - 1
        numbers = {duty: 1 << n for n, duty in enumerate(rest)}
        found: list[DutyBits] = []
        for duty, keeps in rest.items():
            ever = low.get(duty, every)
            if keeps is None or ever is None or keeps & ~ever or (duty not in low and duty.failing):
                return None, reads
            failing = numbers[duty.failing] if duty.failing is not None else 0
            found.append(DutyBits(keeps, ever & ~keeps, duty.kind is DutyKind.ALWAYS, numbers[duty], failing))
        return tuple(found), reads

    def _supposing(
        self, key: tuple[int, bool, int, bool], lowest: bool
    ) -> tuple[dict[Duty[Any], int | None], Set[tuple[str, str]]]:
        """What each duty that binds keeps, None if it looks at the hand, supposing that all cards are `lowest`."""
        recorder = self._recorder(*key)
        recorder.is_lowest = lambda card: recorder.reads.setdefault(LOWEST, lowest)
        try:
            bound = duty_filters(self._phase.duties(recorder), recorder, self._moves)
        except UNRECORDABLE:
            raise LooksFurther from None
        bits = self.cards.bits
        return {one.duty: None if one.keeps is None else bits(one.keeps) for one in bound}, recorder.reads.keys()

    def _ask(self, hand: int, led: int, best: int, partner: bool) -> int:
        """What `narrow` says of this very hand."""
        key = (led, best, partner, hand)
        found = self._asked.get(key)
        if found is None:
            moves = [move for i, move in enumerate(self._moves) if hand >> i & 1]
            recorder = self._recorder(led, bool(hand & led), best, partner, tuple([move.card for move in moves]))
            try:
                legal = narrow(self._phase.duties(recorder), recorder, moves).legal
            except UNRECORDABLE:
                raise LooksFurther from None
            if not recorder.reads.keys() <= KNOWN:
                raise LooksFurther
            found = self._asked[key] = self.cards.bits(move.card for move in legal)
        return found

    def _recorder(self, led: int, has: bool, best: int, partner: bool, hand: Any = HIDDEN) -> Any:
        """A view of such a trick, and of the hand, if that is told."""
        card = self.cards.card
        known = {
            **self._fields,
            "trick": (card(best),) if best & led else (card(led), card(best)) if led else (),
            "led": self.cards.order.suit[card(led)] if led else "",
            "best": card(best) if best else None,
            "has_suit": has,
            "partner_winning": partner,
        }
        view = object.__new__(self._kind)
        view.__dict__.update(known)
        return RecordingView(view, TRICK, hand)
