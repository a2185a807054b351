"""Find the values of fields that a text names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES, Card
from tutor.teach.text.marks import split, unmarked
from tutor.teach.text.values import suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.fields import Spec
    from tutor.kernel.game import Game

NUMBERS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
).split()
ORDINALS: Final = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def names(text: str, spec: Spec, value: Any) -> bool:
    """Whether `text` names the value of a field; defaults count as named."""
    if value == spec.default or value in (None, "", (), 0):
        return True
    return _names(text, value)


def _names(text: str, value: Any) -> bool:
    if isinstance(value, Card):
        return value.text in _marked(text)
    if isinstance(value, tuple | list):
        return all(_names(text, part) for part in value)
    plain = unmarked(text).lower()
    if isinstance(value, bool):
        return True  # neither of two values has a word of its own
    if isinstance(value, int | float):
        n = int(value)
        spoken = [NUMBERS[abs(n)]] if abs(n) < len(NUMBERS) else []
        spoken += [ORDINALS[n]] if 0 < n < len(ORDINALS) else []
        return any(re.search(rf"(?<!\w){re.escape(word)}", plain) for word in (str(abs(n)), *spoken))
    if value in SUIT_NAMES:
        return suit(value, one=True) in plain
    return str(value) in _marked(text) or str(value).lower() in plain


def _marked(text: str) -> set[str]:
    """The values of a text's marks: cards, seats, and each player of a side."""
    found = {value for kind, value in split(text) if kind}
    return found | {part for value in found for part in re.split(r"[+,:]", value)}


def facts(text: str, known: Iterable[tuple[str, Spec]], base: Any, view: Any) -> tuple[Any, ...]:
    """The values in `view` of those fields whose value in `base` the text names."""
    out: list[Any] = []
    for name, spec in known:
        old, new = getattr(base, name), getattr(view, name)
        if spec.per:
            keys = sorted({*old, *new})
            out += [(name, key, new.get(key)) for key in keys if names(text, spec, old.get(key))]
        elif names(text, spec, old):
            out.append((name, new))
    return tuple(out)


def sums(text: str, game: Game[Any], base: Any, result: Any, asked: str) -> tuple[Any, ...]:
    """The points of lines and sides in `result` for those whose points in `base` the text names.

    `asked` is the path of the value asked for, which is left out.
    """
    old, new = _sums(game, base), _sums(game, result)
    open_ = {path for path in old if path == asked or (path.startswith(f"{asked} ") and old[path] == old[asked])}
    return tuple((path, new.get(path)) for path in sorted(old.keys() - open_) if old[path] and _names(text, old[path]))


def _sums(game: Game[Any], result: Any) -> dict[str, float]:
    done = game.scoring.settle(result)
    found: dict[str, float] = {f"scores.{side}": n for side, n in done.scores.items()}
    for line in done.lines:
        path = f"scores.{line.to} {line.clause}"
        found[path] = found.get(path, 0) + line.points
    return found
