"""Prove what authors say of what went before: cards gone or out, tricks won and left, who dealt and who has led."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import without
from tutor.kernel.events import TRICK_ENDS
from tutor.kernel.hidden_cards import all_cards, unseen
from tutor.kernel.view_types import LedView, TrickOnTable
from tutor.teach.check.prose import length_faults, prose_faults
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.text.agree import spoken
from tutor.teach.text.marks import CALLED, split
from tutor.teach.text.values import number
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tutor.kernel.events import Event
    from tutor.teach.lessons.scene import Scene

_NUMBERS: Final = {number(n): n for n in range(1, 14)}
_N: Final = "|".join(_NUMBERS)
_JOINT: Final = re.compile(r",|,? and |,? or | ")
"""What may stand between cards of which the same is said."""
_OPEN: Final = re.compile(r"\b(?:until|till|when|if|once|after|whether|unless|before|suppose|only)\b[^.;:?!]*$", re.I)
"""Behind such a word nothing is stated as a fact."""
_GONE: Final = re.compile(
    r",?(?: which)? (?:has|have|is|are)(?: all| both)? (?:gone|been played)\b(?! out| into)"
    r"|,?(?: which)? went (?:in an )?earlier\b"
)
_OUT: Final = re.compile(
    r",?(?: which)? (?:is|are)(?: all| both)? still out\b|,? (?:hasn't|haven't|has not|have not) (?:been played|gone)\b"
)
_LAST: Final = re.compile(rf" (?:all |both )?(?:went|fell|came)(?: out)? in the last (?:({_N}) )?tricks?\b")
_BEGIN: Final = r"(?:^|[.:;,(] ?|\band )"
_WON: Final = re.compile(rf"{_BEGIN}(\w+) (?:has |have )?(?:just )?(?:won|took|taken) the last (?:({_N}) )?tricks?\b")
_WENT: Final = re.compile(rf"\b[Tt]he last (?:({_N}) )?tricks? went to (\w+)\b")
_DEALT: Final = re.compile(rf"{_BEGIN}(\w+) (?:has|have)(?: just)? dealt\b(?! so far)")
_LED: Final = re.compile(rf"{_BEGIN}(\w+) (?:has|have)(?: just)? led\b")
_LEFT: Final = re.compile(rf"\b({_N}|{_N.title()}) (?:more )?tricks? (?:(?:is|are) left|to go)\b(?! in\b)")


def sentence_faults(source: str, scene: Scene, *, now: bool) -> Iterator[str]:
    """Faults of an author's sentence in `scene`: of style, and of what it says of what went before.

    `now` says that it is about this very moment, not about what follows an answer.
    """
    text = lesson_sentence(source, scene.facts())
    yield from prose_faults(text, scene.names)
    yield from length_faults(text)
    yield from untrue(text, scene, now=now)


def untrue(text: str, scene: Scene, *, now: bool = True) -> Iterator[str]:
    """What a marked `text` says of what went before and the engine knows otherwise; nothing where play can't go on."""
    state = scene.state
    if state is None:
        return
    read = spoken(text, scene.names)
    tricks = [event for event in scene.record.events if event.what in TRICK_ENDS] if scene.record else []
    yield from _winners(read, scene, tricks)
    if scene.hand_over:  # the next may have been dealt
        return
    yield from _of_cards(text, scene, tricks)
    yield from _dealers(read, scene, state.dealer)
    if now:
        yield from _leaders(read, scene)
    most = max((len(hand) for hand in state.hands), default=0)
    for hit in _LEFT.finditer(read) if now and most else ():
        if _NUMBERS[hit[1].lower()] != most and not _OPEN.search(read[: hit.start()]):
            yield say("check.not_left", said=hit[0], n=most)


def _of_cards(text: str, scene: Scene, tricks: list[Event]) -> Iterator[str]:
    """Cards of which it is wrong that they have gone, are still out, or went in the last tricks."""
    for cards, before, after in _named(text):
        hit = _LAST.match(after)
        if _OPEN.search(before):
            continue
        if _GONE.match(after):
            yield from _wrong("check.not_gone", cards, _held(scene))
        elif _OUT.match(after):
            yield from _wrong("check.not_out", cards, _seen(scene))
        elif hit and (last := _last(tricks, hit[1])):
            went = [{c.text for c in event.cards} for event in last]
            yield from _wrong("check.not_last", cards, set(cards).difference(*went))
            if not all(trick.intersection(cards) for trick in went):
                yield say("check.not_in_each", said=hit[0].strip(), cards=" ".join(cards))


def _winners(read: str, scene: Scene, tricks: list[Event]) -> Iterator[str]:
    """What is said of players who won the last tricks, where somebody else did."""
    seats = _seats(scene)
    won = [(hit[0], hit[1], hit[2]) for hit in _WON.finditer(read)]
    for said, who, n in (*won, *[(hit[0], hit[2], hit[1]) for hit in _WENT.finditer(read)]):
        if who in seats and any(event.seat != seats[who] for event in _last(tricks, n)):
            yield say("check.not_won", said=said.strip(" .:;,("))


def _dealers(read: str, scene: Scene, dealer: str) -> Iterator[str]:
    """Those of whom it is said that they have dealt, where `dealer` has."""
    seats = _seats(scene)
    for hit in _DEALT.finditer(read):
        if dealer and seats.get(hit[1], dealer) != dealer:
            yield say("check.not_dealer", who=hit[1], dealer=scene.names[dealer])


def _leaders(read: str, scene: Scene) -> Iterator[str]:
    """Those of whom it is said that they have led, where another led to the trick on the table."""
    state: Any = scene.state
    view: Any = scene.seen()[1] if state.phase and state.turn else None
    led = isinstance(view, TrickOnTable) and isinstance(view, LedView) and view.trick
    seats, leader = _seats(scene), view.leader if led else None
    if leader is None:
        return
    for hit in _LED.finditer(read):
        if seats.get(hit[1], leader) != leader:
            yield say("check.not_leader", who=hit[1], leader=scene.names[leader])


def _seats(scene: Scene) -> dict[str, str]:
    """The seats by their names."""
    return {str(name): seat for seat, name in scene.names.items()}


def _last(tricks: list[Event], how_many: str | None) -> list[Event]:
    """The last tricks, one if no number is said; none if the scene did not see that many."""
    n = _NUMBERS[how_many] if how_many else 1
    return tricks[-n:] if len(tricks) >= n else []


def _wrong(key: str, cards: list[str], otherwise: Collection[str]) -> Iterator[str]:
    wrong = [one for one in cards if one in otherwise]
    if wrong:
        yield say(key, cards=" ".join(wrong))


def _held(scene: Scene) -> frozenset[str]:
    """The cards in all hands."""
    assert scene.state is not None
    return frozenset(c.text for hand in scene.state.hands for c in hand)


def _seen(scene: Scene) -> frozenset[str]:
    """The cards that the learner holds, or has seen on the table or in tricks."""
    assert scene.state is not None
    hidden = unseen(scene.state, scene.learner or scene.seats[0])
    return frozenset(c.text for c in without(all_cards(scene.state), hidden))


def _named(text: str) -> Iterator[tuple[list[str], str, str]]:
    """The cards in `text` that stand together, with all words before and those right behind them."""
    pieces = [("", ""), *split(text), ("", "")]
    at = 0
    while at := next((n for n in range(at, len(pieces)) if pieces[n][0] == "c"), 0):
        before, cards = "".join(value for _, value in pieces[:at]), [pieces[at][1].partition(CALLED)[0]]
        while pieces[at + 2 :] and pieces[at + 2][0] == "c" and _JOINT.fullmatch(pieces[at + 1][1]):
            at += 2
            cards.append(pieces[at][1].partition(CALLED)[0])
        at += 1
        yield cards, before, pieces[at][1]
