"""Entries of the cache: what duties keep of any hand while everything else that they read stays the same."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.duties import DutyKind, listed, narrow, only_bans
from tutor.kernel.fields import field_names
from tutor.kernel.memo.recording import UNRECORDABLE, RecordingView

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.duties import Duties, Duty
    from tutor.kernel.memo.cached_phase import CachedPhase, MoveLists
    from tutor.kernel.moves import Move

MOST_LISTS: Final = 20_000
"""Lists of moves that are cached in each entry."""
MOST_MOVES: Final = 500
"""Most moves that are judged in one go."""
_ALWAYS: Final = DutyKind.ALWAYS
UNDECIDED: Final = (*UNRECORDABLE, LookupError)
"""What a duty raises where what was recorded does not tell what it keeps."""


class Entry:
    """The legal moves of one situation. This base class caches nothing: the duties are asked each time."""

    hand_decides = False
    """Whether `legal_with` can tell the legal moves from the hand alone, without a view."""

    def legal(self, phase: CachedPhase, view: Any) -> Sequence[Move]:
        """The legal moves of whoever is to act in `view`, a view of this situation."""
        return legal_uncached(phase, view)


class FixedMoves(Entry):
    """The legal moves do not depend on the hand."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = moves

    def legal(self, phase: CachedPhase, view: Any) -> Sequence[Move]:
        """The same moves, whatever the view."""
        return self.moves


class DutyFilter(NamedTuple):
    """A duty in a situation: the cards of the pack it keeps; None if it reads the hand and must be asked each time.

    `when` is then the condition under which it is in force; None if that is known to hold.
    """

    duty: Duty[Any]
    keeps: Mapping[Card, Move] | None
    when: Callable[[Any], bool] | None


class DutyByDuty(Entry):
    """The moves are the cards of the hand, filtered by duties some of which read the hand itself."""

    def __init__(self, moves: Mapping[Card, Move], steps: Sequence[DutyFilter]) -> None:
        """`moves` has the move of every card of the pack."""
        self.moves, self.steps = moves.__getitem__, steps

    def legal(self, phase: CachedPhase, view: Any) -> Sequence[Move]:
        """The legal moves, by each duty in turn."""
        left, waived = view.hand, []
        for duty, keeps, when in self.steps:
            if duty.failing is not None and duty.failing not in waived:
                continue
            if keeps is not None:
                kept = [*filter(keeps.__contains__, left)]
            elif when is None or when(view):
                kept = [move.card for move in duty.filter_moves(view, [*map(self.moves, left)])]
            else:
                continue
            if kept or duty.kind is _ALWAYS:
                left = kept
            else:
                waived.append(duty)
        return [*map(self.moves, left)]


class HandFilter(Entry):
    """The moves are the cards of the hand, and no duty reads the hand itself."""

    hand_decides = True

    def __init__(self, moves: Mapping[Card, Move], steps: Sequence[DutyFilter]) -> None:
        numbers: dict[Any, int] = {step.duty: 1 << n for n, step in enumerate(steps)}
        self.moves = moves.__getitem__
        self.steps = [
            (
                step.keeps.__contains__,
                numbers[step.duty.failing] if step.duty.failing else 0,
                number,
                step.duty.kind is _ALWAYS,
            )
            for step, number in zip(steps, numbers.values(), strict=True)
            if step.keeps is not None
        ]

    def legal_with(self, hand: Sequence[Card]) -> Sequence[Move]:
        """The legal moves with this hand."""
        left, waived = hand, 0
        for keeps, failing, number, bans in self.steps:
            if failing & ~waived:
                continue
            kept = [*filter(keeps, left)]
            if kept or bans:
                left = kept
            else:
                waived |= number
        return [*map(self.moves, left)]

    def legal(self, phase: CachedPhase, view: Any) -> Sequence[Move]:
        """With the hand that is in the view."""
        return self.legal_with(view.hand)


class SetFilter(HandFilter):
    """Like `HandFilter`, with one lookup: the cards in `some` that are held, or else all cards held (`every`).

    `words` are moves without cards, to stand before and after.
    """

    def __init__(
        self,
        some: Mapping[Card, Move],
        every: Mapping[Card, Move] | None = None,
        words: tuple[Sequence[Move], Sequence[Move]] = ((), ()),
    ) -> None:
        self.some, self.every, self.words = some.get, every and every.__getitem__, words
        self.speaks = any(words)

    def legal_with(self, hand: Sequence[Card]) -> Sequence[Move]:
        """The legal moves with this hand."""
        found = [*filter(None, map(self.some, hand))]
        if self.speaks:
            return [*self.words[0], *found, *self.words[1]]
        return found or ([*map(self.every, hand)] if self.every else found)


class ListedMoves(Entry):
    """Moves judged one by one (bans only), in lists that other hands share."""

    hand_decides = True

    def __init__(self, phase: CachedPhase, move_lists: MoveLists, recorder: Any) -> None:
        """`recorder` is a view of the situation that has recorded everything the answer depends on."""
        self.phase, self.move_lists, self.recorder, self.reads = phase, move_lists, recorder, frozenset(recorder.reads)
        self.kept: dict[Hashable, list[Move] | None] = {}
        self.judged: dict[str, bool] = {}
        """Whether each move is legal, by its text."""

    def legal_with(self, hand: Sequence[Card]) -> Sequence[Move] | None:
        """The legal moves with this hand; None if duties read more than was recorded."""
        out: list[Move] = []
        kept, keys = self.kept, self.move_lists.keys(hand)
        if len(keys) == 1 and keys[0] in kept:
            return kept[keys[0]]
        for key in keys:
            found = kept[key] if key in kept else self._keep(key, hand)
            if found is None:
                return None
            out += found
        return out

    def legal(self, phase: CachedPhase, view: Any) -> Sequence[Move]:
        """With the hand that is in the view."""
        found = self.legal_with(view.hand)
        return legal_uncached(phase, view) if found is None else found

    def _keep(self, key: Hashable, hand: Sequence[Card]) -> list[Move] | None:
        moves = tuple(self.move_lists.moves(hand, key))
        if len(self.kept) >= MOST_LISTS:
            self.kept.clear()
            self.judged.clear()
        found = [move for move in moves if self.judged[move.text]] if self._judge(moves) else None
        self.kept[key] = found
        return found

    def _judge(self, moves: Sequence[Move]) -> bool:
        """Judge the new ones of `moves`; False if duties read more than was recorded of the situation."""
        new = [move for move in moves if move.text not in self.judged]
        if new:
            try:
                left = {move.text for move in narrow(self.phase.duties(self.recorder), self.recorder, new).legal}
            except UNRECORDABLE:
                return False
            if not self.recorder.reads.keys() <= self.reads:
                return False
            self.judged.update([(move.text, move.text in left) for move in new])
        return True


UNCACHED: Final = Entry()
"""Nothing is cached."""


def legal_uncached(phase: CachedPhase, view: Any) -> Sequence[Move]:
    """The legal moves, nothing cached: by `narrow` alone, or what the only duty lists."""
    duties = phase.duties(view)
    found = listed(duties, view)
    if found is not None and len(duties) == 1:
        return found
    return narrow(duties, view, phase.candidates(view) if found is None else found).legal


def candidates(phase: CachedPhase, view: Any) -> tuple[Move, ...]:
    """All candidates, or the short list of a duty that has one, which contains every legal move."""
    found = listed(phase.duties(view), view)
    return tuple(phase.candidates(view) if found is None else found)


def make_entry(phase: CachedPhase, recorder: Any, view: Any) -> Entry:
    """The entry for `view`; everything it depends on is recorded in `recorder`."""
    try:
        move_lists = phase.move_lists(view, recorder)
        if move_lists is not None:
            if not only_bans(phase.duties(recorder)):
                return UNCACHED
            for key in move_lists.keys(view.hand):
                narrow(phase.duties(recorder), recorder, move_lists.moves(view.hand, key))
            return ListedMoves(phase, move_lists, recorder)
        try:
            every = tuple(phase.candidates(recorder))
        except UNRECORDABLE:
            return card_entry(phase, recorder, view)
        return FixedMoves(narrow(phase.duties(recorder), recorder, every).legal)
    except UNRECORDABLE:
        return UNCACHED


def card_entry(phase: CachedPhase, recorder: Any, view: Any) -> Entry:
    """The entry of a phase whose candidates are cards of the hand; asks the duties about the whole pack."""
    own = tuple(phase.candidates(view)) if phase.pack.single and "hand" in field_names(view.__class__) else ()
    if not own or any(len(move.cards) > 1 for move in own):
        return UNCACHED
    whole = RecordingView(view, phase.state_readers, phase.pack.order)
    every = tuple(islice(phase.candidates(whole), MOST_MOVES))
    recorder.reads.update(whole.reads)
    held = set(view.hand)
    if own != tuple([move for move in every if not move.cards or move.card in held]):
        return UNCACHED
    duties = phase.duties(recorder)
    every = tuple(_unbanned(duties, recorder, every))
    parts = [(cards, tuple(some)) for cards, some in groupby(every, lambda move: bool(move.cards))]
    if [cards for cards, _ in parts].count(True) != 1 or any(
        len(move.cards) > 1 or (move.word and move.cards) for move in every
    ):
        return UNCACHED
    before = () if parts[0][0] else parts[0][1]
    after = () if parts[-1][0] else parts[-1][1]
    moves = {move.card: move for move in every if move.cards}
    bound = duty_filters(duties, recorder, every)
    if all(step.keeps is not None for step in bound):
        if only_bans(tuple(step.duty for step in bound)):
            left = narrow(duties, recorder, every).legal
            words = [m for m in before if m in left], [m for m in after if m in left]
            return SetFilter({move.card: move for move in left if move.cards}, words=words)
        if not (before or after):
            first = bound[0]
            if len(bound) == 1 and first.duty.failing is None and first.keeps is not None:
                return SetFilter(first.keeps, moves)
            return HandFilter(moves, bound)
    return UNCACHED if before or after else DutyByDuty(moves, bound)


def _unbanned(duties: Duties[Any], recorder: Any, every: Sequence[Move]) -> Sequence[Move]:
    """The moves without those of a word and a card, if the first duty is a ban that drops them whatever the hand is."""
    first = duties[0] if duties else None
    if first is None or first.kind is not _ALWAYS or first.when is not None:
        return every
    try:
        left = first.filter_moves(recorder, every)
    except UNDECIDED:
        return every
    return left if all(move.word for move in set(every).difference(left)) else every


def duty_filters(duties: Duties[Any], recorder: Any, every: Sequence[Move]) -> list[DutyFilter]:
    """The duties in force in a situation, without those that keep every card."""
    out: list[DutyFilter] = []
    idle: list[Duty[Any]] = []
    for duty in duties:
        when = duty.when
        try:
            if duty.failing in idle or (when is not None and not when(recorder)):
                idle.append(duty)
                continue
            when = None
        except UNDECIDED:
            pass  # no matter, if it keeps all there is
        try:
            kept = None if duty.kind is DutyKind.MOST else duty.filter_moves(recorder, every)
        except UNDECIDED:
            kept = None
        if kept is not None and len(kept) == len(every):
            idle.append(duty)
        else:
            keeps = None if kept is None or when else {move.card: move for move in kept if move.cards}
            out.append(DutyFilter(duty, keeps, when))
    return out
