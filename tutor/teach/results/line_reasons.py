"""The sentences of the lines of a score, of which a sum is made: which are told, and in which order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card
from tutor.kernel.events import ScoreLine
from tutor.teach.results.products import sum_within
from tutor.teach.results.sums import label
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text
from tutor.teach.text.marks import split, unmarked

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.working import Part, Sum

_WORD: Final = r"[^\W\d_]{3,}"
SEVERAL: Final = 2
"""Up to this many score lines of one rule each has its sentence; of more the first has."""


def line_reasons(game: Game[Any], one: Sum, asked: str, given: Container[str]) -> list[str]:
    """The sentences of the score lines of a hand, in the order of the sum: what rests on another line comes after it.

    Of many lines of one rule only the first has its sentence, and the sum tells the rest; those `asked` about have one
    where it says other words, payments apart. Lines that are sums themselves are left out beside others, unless they
    are asked about or rest on what somebody else has; and so are those of which the sum says as much, unless another
    line brings nothing, and those `given`.
    """
    clauses, alone = [part.clause for part in one.parts], len(one.parts) == 1
    ruled = (asked, *(clauses[:1] if len(set(clauses)) == 1 else ()))
    first = {(p.clause, p.clause == asked and _words(game, p)): p for p in reversed(one.parts) if p.to}
    parts = [_with_others(part, one.parts) if part.clause == asked else part for part in one.parts]
    told = {
        line_reason(game, part): part
        for at, part in enumerate(parts)
        if part.to
        and part.clause not in given
        and (clauses.count(part.clause) <= SEVERAL or (part.clause in ruled and one.parts[at] in first.values()))
        and words.clause(game.name, part.clause).scored
        and re.search(_WORD, unmarked(line_reason(game, part)))
        and (part.clause == asked or "against" in part.facts or (sum_within(part) is not None) is alone)
    }
    if len(told) > 1 and all(part.n for part in told.values()):  # the sum that follows names what is in it
        told = {t: p for t, p in told.items() if p.clause == asked or not p.n or _adds(t, label(game, p))}
    if all(part.n and not _adds(text, label(game, part)) for text, part in told.items()) and not alone:
        return []
    return [*told]


def _adds(text: str, named: str) -> bool:
    """Whether a sentence says more than the sum, which names it so: more than a player and what that one did."""
    said, told = re.findall(_WORD, _plain(text)), re.findall(_WORD, _plain(named))
    return not told or not {*told} <= {*said} or len([word for word in said if word not in told]) > 1


def _with_others(part: Part, parts: Sequence[Part]) -> Part:
    """The part with the cards of all parts of its rule that differ in nothing else, if those have no sentence each."""
    own = [key for key, value in part.facts.items() if isinstance(value, Card)]
    same = [p for p in parts if (p.clause, p.to, p.n) == (part.clause, part.to, part.n) and p.facts.keys() >= {*own}]
    if len(own) != 1 or len(same) <= SEVERAL:
        return part
    return part._replace(facts={**part.facts, own[0]: tuple(p.facts[own[0]] for p in same)})


def _words(game: Game[Any], part: Part) -> str:
    """The sentence for a score line without its cards and players; "" for a payment."""
    return "" if "payer" in part.facts else _plain(line_reason(game, part))


def _plain(text: str) -> str:
    return "".join([value for kind, value in split(text) if not kind])


def line_reason(game: Game[Any], part: Part) -> str:
    """The reason for a score line."""
    return line_text(game, ScoreLine(part.to, part.n, part.clause, part.facts))
