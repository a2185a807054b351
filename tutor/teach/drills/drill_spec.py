"""The `[[drill]]` tables of a rulebook (their keys are described in `lessons/README.md`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

ASKS: Final = ("legal", "clause", "move")


class DrillSpec(NamedTuple):
    """One way to drill a clause: the source of its moments, a condition on them, and the question.

    `position` and `score` are patterns (see `patterns`); without either, moments come from random games. `when` is an
    expression that must hold; `of` a path into the computed values, as in lessons, in which `{name}` stands for any key
    or index. Without `of` the question is about the decision.
    """

    clause: str
    phase: str = ""
    position: str = ""
    score: str = ""
    ask: str = ""
    of: str = ""
    question: str = ""
    when: str = ""
    among: str = ""
    because: str = ""


def read_drill_spec(data: Any, clauses: Collection[str], faults: list[str]) -> DrillSpec | None:
    """Parse one `[[drill]]` table of a rulebook with these `clauses`; None if it adds to `faults`."""
    if not isinstance(data, Mapping):
        faults.append("drill: is no table; write [[drill]]")
        return None
    known = set(DrillSpec._fields)
    ident = str(data.get("clause", "?"))
    bad = [f"drill of {ident}: unknown key {key}" for key in sorted(data.keys() - known)]
    bad += [f"drill of {ident}: {key} is no text" for key, value in data.items() if not isinstance(value, str)]
    if ident not in clauses:
        bad.append(f"drill of {ident}: there is no such clause")
    if not bad:
        made = DrillSpec(**{key: value.strip() for key, value in data.items()})
        bad += [f"drill of {ident}: {fault}" for fault in _contradictions(made)]
    faults += bad
    return None if bad else made


def _contradictions(made: DrillSpec) -> list[str]:
    """Faults of keys that contradict each other."""
    out = []
    if made.ask and made.ask not in ASKS:
        out.append(f"ask = {made.ask!r} is none of {', '.join(ASKS)}")
    if made.of and made.ask:
        out.append("of is the path of a value; leave out ask")
    if made.of and not made.question:
        out.append("a value needs of and question")
    if made.position and made.score:
        out.append("has both position and score; make two drills of it")
    if made.score and made.ask:
        out.append("a score has no decision to ask about; leave out ask")
    if made.among and made.ask != "legal":
        out.append("among is for ask = 'legal'")
    return out
