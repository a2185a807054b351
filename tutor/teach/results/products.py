"""Sums as they are told: so many things at so much each are one term, equal parts are one, doubles are a factor.

"1 (tricks) × 10 (each)" is nobody's way to say what one trick at ten brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card
from tutor.kernel.working import HAND, PLUS, SINGLE, TIMES, Part, Sum, as_int, total_of
from tutor.teach.text.values import number, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PRODUCT: Final = "product"
"""The name of a part that is a number of things at so much each; its facts are `noun`, `count`, `each` and `outer`."""
EACH: Final = ("each", "each_lost")
"""Names of factors by which things are counted."""
COUNTED: Final[Mapping[str, str]] = {
    "tricks": "trick",
    "hearts": "heart",
    "queens": "queen",
    "overtricks": "trick",
    "undertricks": "trick",
    "bid": "trick",
    "left": "card",
}
"""Names of parts that are a number of things, and what is then said of each thing."""


def reduced(one: Sum) -> Sum:
    """The inner sum of a sum whose only part is a sum, with the mistakes of both; else the sum itself."""
    while len(one.parts) == 1 and one.parts[0].inner is not None and one.parts[0].inner.total == one.total:
        inner = one.parts[0].inner
        one = inner._replace(mistakes={**inner.mistakes, **one.mistakes}) if one.mistakes else inner
    return one


def sum_within(part: Part) -> Sum | None:
    """The sum that a part is, reduced, if it has several parts of its own; else None."""
    inner = reduced(part.inner) if part.inner is not None else None
    return inner if inner is not None and len(inner.parts) > 1 else None


def folded(one: Sum) -> Sum:
    """The sum with a factor in place of a last part that counts the parts before it again, once or several times.

    So 20 + 10, and 30 more for a double, is 20 + 10, times 2. All other sums stay as they are.
    """
    one = _by_card(reduced(one))
    *before, last = one.parts or (None,)
    if last is None or last.inner is None or not last.inner.parts or not before:
        return one
    times, single = last.inner, last.inner.parts[0]
    if single.name != SINGLE or single.n != total_of(before) or not single.n:
        return one
    factor = Part(1 + times.total / single.n, last.clause, how=TIMES, facts=last.facts)
    return one._replace(parts=(*before, factor))


def _by_card(one: Sum) -> Sum:
    """The sum with one part for the captured cards that a rule counts alike."""
    alike: dict[tuple[Any, ...], list[Part]] = {}
    for at, part in enumerate(one.parts):
        captured = isinstance(part.facts.get("captured"), Card)
        alike.setdefault((part.clause, part.n) if captured else (at,), []).append(part)
    if len(alike) == 1:  # nothing else is counted, so each card is
        return one._replace(parts=tuple(_as_one([part]) for part in one.parts))
    several = [part.clause for part in one.parts]
    return one._replace(
        parts=tuple(_as_one(same) if several.count(same[0].clause) > 1 else same[0] for same in alike.values())
    )


def _as_one(same: list[Part]) -> Part:
    """Parts for captured cards as one part with these cards; any other part as it is."""
    cards = tuple(c for part in same if isinstance(c := part.facts.get("captured"), Card))
    return Part(sum(part.n for part in same), same[0].clause, cards) if cards else same[0]


def as_told(one: Sum, label: Callable[[Part], str]) -> Sum:
    """The sum with each product as one part, also where a part is no more than a product itself."""
    one = folded(one)
    parts = [_inner_product(part, label) for part in one.parts]
    product = _product(one.parts)
    return one._replace(parts=(product, *parts[2:]) if product else tuple(parts))


def _product(parts: tuple[Part, ...]) -> Part | None:
    """The first two parts as one, if they are a number of things and what each counts."""
    if len(parts) < 2 or parts[0].name not in COUNTED or parts[0].how != PLUS or parts[0].inner is not None:
        return None
    things, each = parts[:2]
    if each.how != TIMES or each.name not in EACH:
        return None
    facts = {"noun": things.name, "count": as_int(abs(things.n)), "each": as_int(abs(each.n)), "outer": ""}
    return Part(things.n * each.n, things.clause, name=PRODUCT, facts=facts)


def _inner_product(part: Part, label: Callable[[Part], str]) -> Part:
    """The part with its product in place of its inner sum, if that is one; the hand's total keeps its own name."""
    inner = reduced(part.inner) if part.inner is not None and part.name != HAND and part.how == PLUS else None
    product = _product(inner.parts) if inner is not None and len(inner.parts) == 2 else None
    if product is None:
        return part
    outer = "" if part.cards and not part.name else label(part)
    return product._replace(n=part.n, to=part.to, clause=part.clause, facts={**product.facts, "outer": outer})


def product_text(part: Part) -> str:
    """A product as the label of a part: "7 hearts at 10 each", "1 trick", "nothing bid, 3 tricks"."""
    count, each, outer = (part.facts[name] for name in ("count", "each", "outer"))
    named = COUNTED[part.facts["noun"]] in outer
    if outer and ((count == 1 and not _is_plural(part, outer)) or (each == 1 and named)):
        return str(outer)
    text = say("working.product", what=things(part), count=count, each=each)
    return say("working.inner", what=outer, how=text) if outer and not named else text


def _is_plural(part: Part, outer: str) -> bool:
    """Whether a label names things of which there is one here as if there were several: `tricks`."""
    return f"{COUNTED[part.facts['noun']]}s" in outer


def things(part: Part) -> str:
    """How many things a product is about: "7 hearts", "1 trick short"."""
    return say("working.things", noun=part.facts["noun"], n=part.facts["count"])


def product_line(part: Part) -> str:
    """A product as a sentence of its own: "7 hearts at 10 each = 70."."""
    facts = {name: part.facts[name] for name in ("count", "each")}
    return say("working.product_line", what=things(part), total=shown(float(part.n)), lost=part.n < 0, **facts)


def is_product(one: Sum) -> bool:
    """Whether a sum, `as_told`, is no more than one product."""
    return len(one.parts) == 1 and one.parts[0].name == PRODUCT


def told_by(part: Part, text: str) -> bool:
    """Whether the sentence `text` says how many things a product is about, and what each counts."""
    needed = {part.facts["count"], part.facts["each"]} - {1} or {1}
    words = {word.strip(".,:;") for word in text.lower().split()}
    return all({str(n), number(n)} & words for n in needed)
