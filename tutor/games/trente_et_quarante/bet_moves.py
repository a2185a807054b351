"""The moves of Trente et Quarante as text: `noir`, `rouge:100`, `insure:prison-noir`, `stay:couleur`, `deal`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from tutor.families.banks import amount_of, amount_text
from tutor.games.trente_et_quarante.table import KINDS, PRISON
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Unreadable

DEAL: Final = call("deal")
VERBS: Final = ("insure", "withdraw", "stay", "surrender")
_FORM: Final = re.compile(rf"(?:({'|'.join(VERBS)}):)?((?:{PRISON})?(?:{'|'.join(KINDS)}))(?::([^:]+))?")
_SPOKEN: Final = (
    (r"\b(take back|withdraw)\b", "withdraw"),
    (r"\b(give up half of|surrender)\b", "surrender"),
    (r"\b(leave|stay)\b", "stay"),
    (r"\b(?:im)?prisoned\b|\bprison(?:er)?\b(?!-)", PRISON),
    (r"\bblack\b", "noir"),
    (r"\bred\b", "rouge"),
    (r"\b(i|my|bet|put|the|on|for|with|in|of|chips?|please)\b|[:,]", " "),
)
"""Patterns of what people type, and the words of moves that stand for it."""

_TYPED: Final = {
    "bet": "bet 10 on red",
    "insure": "insure red for 1",
    "withdraw": "take back red",
    "stay": "leave red",
    "surrender": "give up half of red",
}
"""How moves with these verbs may be typed."""


class BetMove(NamedTuple):
    """The parts of a move: the verb (`bet`, `deal` or one of VERBS), the kind of bet, the amount if one is given."""

    verb: str
    on: str = ""
    amount: int | None = None


def text_of(parts: BetMove) -> str:
    """The canonical text of these parts."""
    if parts.verb == "deal":
        return DEAL.text
    verb = "" if parts.verb == "bet" else f"{parts.verb}:"
    return f"{verb}{parts.on}" + (f":{amount_text(parts.amount)}" if parts.amount is not None else "")


def read_bet_move(text: str, verbs: tuple[str, ...]) -> BetMove:
    """The move a person means by `text`; raises `Unreadable` unless its verb is one of `verbs`."""
    low = text.strip().lower()
    found = _FORM.fullmatch(low) or _FORM.fullmatch(_in_order(low))
    parts = BetMove("deal") if low == DEAL.text else None
    if found:
        try:
            parts = BetMove(found[1] or "bet", found[2], amount_of(found[3]) if found[3] else None)
        except ValueError as why:
            raise Unreadable(str(why)) from None
    if parts is None or parts.verb not in verbs:
        raise Unreadable("moves here are typed like " + ", ".join(_TYPED.get(verb, verb) for verb in verbs))
    return parts


def _in_order(low: str) -> str:
    """`bet 100 on black` or `insure black 2.5` as `noir:100`, `insure:noir:2.5`: verb, bet, amount."""
    for spoken, meant in _SPOKEN:
        low = re.sub(spoken, meant, low)
    said = " ".join(low.split()).replace(f"{PRISON} ", PRISON).split()
    bets = [word for word in said if word.removeprefix(PRISON) in KINDS]
    numbers = [word for word in said if word[:1].isdigit()]
    verbs = [word for word in said if word in VERBS]
    if len(bets) != 1 or len(numbers) > 1 or len(verbs) + 1 + len(numbers) != len(said):
        return low
    return ":".join([*verbs, *bets, *numbers])


@lru_cache(maxsize=1000)
def parts_of(move: Move) -> BetMove:
    """The parts of a move that has been read before."""
    return read_bet_move(move.text, ("bet", "deal", *VERBS))
