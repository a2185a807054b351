"""Names in sentences: verbs are made to agree (`you have`, `Left and Right have`), names capitalized by place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.teach.text.marks import split
from tutor.teach.text.names import LEFT, YOU, small

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.seats import Seat


def _third(verb: str) -> str:
    """`carry` -> `carries`, `pass` -> `passes`, `win` -> `wins`."""
    if verb.endswith("y") and verb[-2] not in "aeo":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


_REGULAR: Final = """
    add announce answer ask become begin bet bid call carry choose claim collect come cost count cut deal declare
    discard double draw earn end exchange fall finish follow get give go hold join keep know lay lead leave look
    lose make mark match meld move name need owe own pass pay pick place play put raise reach receive refuse
    remain reply roll say score see sell send set share show sit speak stake stand start stay stop swap take
    tell throw tie trump try turn use want win
"""
VERBS: Final[Mapping[str, str]] = {_third(verb): verb for verb in _REGULAR.split()} | {
    "has": "have",
    "is": "are",
    "was": "were",
    "does": "do",
    "hasn't": "haven't",
    "isn't": "aren't",
    "wasn't": "weren't",
    "doesn't": "don't",
}
"""Verbs that may directly follow a seat, and their forms after You."""
_FOLLOWING: Final = r"( (?:(?:still|also|now|never) )?)([a-z'\u2019-]+)"
_BEFORE: Final = (
    r"(?:(?P<does>\b[Dd]oes(?:n't)?)|(?:^|[.?!(] ?)(?P<first>Has|Is|Was)"
    r"|\b(?:[Ww]hat|[Ww]hen|[Ww]here|[Ww]hy|[Hh]ow(?: many| much)?(?: [a-z]+)?) (?P<later>has|is|was)) $"
)
"""A verb before its subject: what does P1 score, how many tricks has P1, is P1 right."""
_SECOND: Final = (
    r"^([^.;:?!]*? and (?:(?:still|then|also|now|so) )?)"
    r"(has|is|was|does|gets|makes|needs|wins|takes|draws|holds|loses|pays|keeps|gives|becomes|comes|goes)\b"
)
"""A second verb of the same subject that cannot be a noun: X has 31 and gets 11."""
_LISTED: Final = r", ([a-z]+)(?=,| and )"
"""A verb between the first and last of the same subject: X passes, exchanges and goes."""
_SENTENCE_END: Final = r"[.!?][\"')\]”’]?\s+[(\"“]?$|\n\s*$"


def called(value: Seat, names: Mapping[Seat, str]) -> str:
    """The name of a seat or side: `P1` -> `You`, `P3+P1` -> `You and Partner`, `P2+P4` -> `Left and Right`."""
    if value in names or "+" not in value:
        return names.get(value, value)
    seats = value.split("+")
    if not any(one in names for one in seats):
        return value
    return _listed(sorted((names.get(one, one) for one in seats), key=lambda name: (name != YOU, name != LEFT)))


def _listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def agreeing(name: str, following: str, *, several: bool) -> tuple[str, str]:
    """A name and the text that follows it, made to agree: `You has won` -> `You have won`, `You's` -> `Your`.

    A side of several players is `several`: `Left and Right has` -> `Left and Right have`.
    """
    several = several or _are_several(name)
    if name.lower() != YOU.lower() and not several:
        return name, following
    if not several and following[:2] in ("'s", "\u2019s"):
        return f"{name}r", following[2:]
    hit = re.match(_FOLLOWING, following)
    if hit and hit[2] in VERBS:
        following = f"{hit[1]}{VERBS[hit[2]]}{following[hit.end() :]}"
    if hit and (hit[2] in VERBS or hit[2].endswith("ed") or hit[2] == "had" or hit[2] in VERBS.values()):
        following = re.sub(_SECOND, lambda second: re.sub(_LISTED, _agreed, second[1]) + VERBS[second[2]], following)
    return name, following


def _agreed(hit: re.Match[str]) -> str:
    return f", {VERBS.get(hit[1], hit[1])}"


def asking(before: str, name: str) -> str:
    """The text before a name, made to agree with it: `What does You` -> `What do You`."""
    hit = re.search(_BEFORE, before) if name.lower() == YOU.lower() or _are_several(name) else None
    if hit is None:
        return before
    verb = hit["does"] or hit["first"] or hit["later"]
    plural = VERBS[verb.lower()]
    return f"{before[: -len(verb) - 1]}{plural.capitalize() if verb[0].isupper() else plural} "


def _are_several(name: str) -> bool:
    return " and " in name or "+" in name


def named(text: str, names: Mapping[Seat, str]) -> list[tuple[str, str]]:
    """The marked `text` as (kind, value) pieces, with seats by name and verbs agreeing with them."""
    pieces = split(text)
    for at, (kind, value) in enumerate(pieces):
        if kind != "s":
            continue
        name = called(value, names)
        before, after = at > 0 and not pieces[at - 1][0], at + 1 < len(pieces) and not pieces[at + 1][0]
        listed = before and pieces[at - 1][1] == " and " and at > 1 and pieces[at - 2][0] == "s"
        if after and pieces[at + 1][1].startswith(("'s", "\u2019s")) and name.lower() == YOU.lower():
            before = False  # as in: what does your card count
        if before:
            pieces[at - 1] = ("", asking(pieces[at - 1][1], name))
        if after:
            name, following = agreeing(name, pieces[at + 1][1], several=listed)
            pieces[at + 1] = ("", following)
        pieces[at] = (kind, name)
    return pieces


def placed(name: str, before: str) -> str:
    """A name (or several) as written after the text `before`: capitalized at the beginning of a sentence."""
    name = " and ".join(", ".join(small(one) for one in part.split(", ")) for part in name.split(" and "))
    return name[:1].upper() + name[1:] if begins(before) else name


def begins(before: str) -> bool:
    """Whether a sentence begins after this text."""
    return not before.strip() or re.search(_SENTENCE_END, before) is not None


def spoken(text: str, names: Mapping[Seat, str]) -> str:
    """The marked `text` as plain text, with seats by `names`."""
    out = ""
    for kind, value in named(text, names):
        out += placed(value, out) if kind == "s" else value
    return out
