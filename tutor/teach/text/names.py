"""What seats are called by the person sitting at one of them: You, Left, Partner, Right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tutor.kernel.seats import Seat, Side, from_, members
from tutor.teach.text.doc import split

YOU: Final = "You"
_OTHERS: Final = {2: ("Opponent",), 3: ("Left", "Right"), 4: ("Left", "Opposite", "Right")}


def seat_names(
    seats: Sequence[Seat], sides: Sequence[Side], learner: Seat, *, clockwise: bool = True
) -> Mapping[Seat, str]:
    """A name for every seat and side as `learner` sees them; at larger tables the others keep their seat's name.

    Turns pass to the left, or to the right if they are not `clockwise`.
    """
    if learner not in seats:
        return {}
    order = from_(tuple(seats), learner)
    order = order if clockwise else (learner, *reversed(order[1:]))
    names = dict(zip(order, (YOU, *_OTHERS.get(len(seats), order[1:])), strict=True))
    mates = {seat for side in sides for seat in members(side) if learner in members(side)} - {learner}
    if len(mates) == 1:
        names[mates.pop()] = "Partner"
    return names


def seat_meant(text: str, names: Mapping[Seat, str], seats: Sequence[Seat]) -> Seat | None:
    """The seat a person means by its own or its friendly name; None if nobody is called that."""
    low = text.strip().lower()
    known = {name.lower(): seat for seat, name in names.items()} | {seat.lower(): seat for seat in seats}
    return known.get("you" if low in ("me", "i", "myself") else low)


def _third(verb: str) -> str:
    """`carry` -> `carries`, `pass` -> `passes`, `win` -> `wins`."""
    if verb.endswith("y") and verb[-2] not in "aeo":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


_REGULAR: Final = """
    add announce answer ask begin bet bid call carry choose claim collect come cost count cut deal declare
    discard double draw earn end exchange fall finish follow get give go hold join keep know lay lead leave look
    lose make mark match meld move name need owe own pass pay pick place play put raise reach receive refuse
    remain reply roll say score see sell send set share show sit speak stake stand start stay stop swap take
    tell throw tie trump try turn use want win
"""
VERBS: Final[Mapping[str, str]] = {_third(verb): verb for verb in _REGULAR.split()} | {
    "has": "have", "is": "are", "was": "were", "does": "do",
    "hasn't": "haven't", "isn't": "aren't", "wasn't": "weren't", "doesn't": "don't",
}  # fmt: skip
"""Verbs that may stand right behind a seat, and what they become behind You."""
_FIRST: Final = re.compile(r"( )([a-z'\u2019-]+)")


def agreeing(name: str, following: str) -> tuple[str, str]:
    """A seat's name and the text that follows it, made to agree: `You has won` -> `You have won`, `You's` -> `Your`.

    Players who are named one by one are several: `Left and Right has` -> `Left and Right have`.
    """
    first, *others = name.split(" and ")
    if first.lower() != YOU.lower() and not others:
        return name, following
    if not others and following[:2] in ("'s", "\u2019s"):
        return f"{name}r", following[2:]
    hit = _FIRST.match(following)
    if hit and hit[2] in VERBS:
        following = f"{hit[1]}{VERBS[hit[2]]}{following[hit.end() :]}"
    return name, following


def spoken(text: str, names: Mapping[Seat, str]) -> str:
    """The marked `text` as plain words for somebody who calls the seats by `names`."""
    pieces = split(text)
    out: list[str] = []
    for at, (kind, value) in enumerate(pieces):
        if kind == "s" and names.get(value) and at + 1 < len(pieces) and not pieces[at + 1][0]:
            value, following = agreeing(names[value], pieces[at + 1][1])
            pieces[at + 1] = ("", following)
        elif kind == "s":
            value = names.get(value, value)
        out.append(value)
    return "".join(out)
