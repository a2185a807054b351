"""What the player of Trente et Quarante says: `noir`, `rouge:100`, `insure:prison-noir`, `stay:couleur`, `deal`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from tutor.families.banks import amount_of, amount_text
from tutor.games.trente_et_quarante.table import KINDS, PRISON
from tutor.kernel.echo import echoed
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Unreadable

DEAL: Final = call("deal")
VERBS: Final = ("insure", "withdraw", "stay", "surrender")
_FORM: Final = re.compile(rf"(?:({'|'.join(VERBS)}):)?((?:{PRISON})?(?:{'|'.join(KINDS)}))(?::([^:]+))?")
_SPOKEN: Final = (
    (r"\b(take back|withdraw)\b", "withdraw"),
    (r"\b(give up half of|surrender)\b", "surrender"),
    (r"\b(leave|stay)\b", "stay"),
    (r"\b(?:im)?prisoned\b|\bprison\b", PRISON),
    (r"\bblack\b", "noir"),
    (r"\bred\b", "rouge"),
    (r"\b(bet|put|the|on|for|with|in|of|chips?)\b|[:,]", " "),
)
"""What people say, and the words of moves that it stands for."""


class Wish(NamedTuple):
    """The parts of a move: `bet`, `deal` or one of VERBS, on what, and how much if that is said."""

    verb: str
    on: str = ""
    amount: int | None = None


def text_of(wish: Wish) -> str:
    """The canonical text of a wish."""
    if wish.verb == "deal":
        return DEAL.text
    verb = "" if wish.verb == "bet" else f"{wish.verb}:"
    return f"{verb}{wish.on}" + (f":{amount_text(wish.amount)}" if wish.amount is not None else "")


def asked_for(text: str, verbs: tuple[str, ...]) -> Wish:
    """What a person means by `text` where only `verbs` make sense; raises `Unreadable`."""
    low = text.strip().lower()
    found = _FORM.fullmatch(low) or _FORM.fullmatch(_in_order(low))
    try:
        if low == DEAL.text:
            wish = Wish("deal")
        elif found:
            wish = Wish(found[1] or "bet", found[2], amount_of(found[3]) if found[3] else None)
        else:
            raise ValueError(f"{echoed(text)} is none of {', '.join(verbs)}, on {', '.join(KINDS)}")
    except ValueError as why:
        raise Unreadable(str(why)) from None
    if wish.verb not in verbs:
        raise Unreadable(f"here one can {', '.join(verbs)}")
    return wish


def _in_order(low: str) -> str:
    """`bet 100 on black` or `insure black 2.5` as `noir:100`, `insure:noir:2.5`: verb, bet, amount."""
    for spoken, meant in _SPOKEN:
        low = re.sub(spoken, meant, low)
    said = low.replace(f"{PRISON} ", PRISON).split()
    bets = [word for word in said if word.removeprefix(PRISON) in KINDS]
    numbers = [word for word in said if word[:1].isdigit()]
    verbs = [word for word in said if word in VERBS]
    if len(bets) != 1 or len(numbers) > 1 or len(verbs) + 1 + len(numbers) != len(said):
        return low
    return ":".join([*verbs, *bets, *numbers])


@lru_cache(maxsize=1000)
def named(move: Move) -> Wish:
    """The parts of a move that has been read before."""
    return asked_for(move.text, ("bet", "deal", *VERBS))
