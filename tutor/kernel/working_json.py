"""Workings in JSON terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from tutor.kernel.cards import Card
from tutor.kernel.moves import Move
from tutor.kernel.working import Chain, Contest, Part, Step, Sum, Working, as_int


def all_plain(workings: Mapping[str, Working]) -> dict[str, dict[str, Any]]:
    """Workings in JSON terms, by their paths; steps and sums that several of them share are converted once."""
    told: _Told = {}
    return {path: plain(working, told) for path, working in workings.items()}


_Told: TypeAlias = "dict[tuple[int, str], Any]"
"""Steps and sums already converted, by identity and by where they stand: `working`, or `fact` among facts."""


def plain(working: Working, told: _Told | None = None) -> dict[str, Any]:
    """A working in JSON terms; `told` caches the steps and sums already converted."""
    told = {} if told is None else told
    match working:
        case Sum():
            known: dict[str, Any] | None = told.get((id(working), "working"))
            if known is None:
                parts = [_part(part, told) for part in working.parts]
                known = {"clause": working.clause, "parts": parts, "total": as_int(working.total)}
                told[id(working), "working"] = known
            return known
        case Contest():
            laid = [
                {"seat": x.seat, "card": x.card.text, "against": x.against.text if x.against else None, "how": x.how}
                for x in working.laid
            ]
            return {
                "clause": working.clause,
                "led": working.led,
                "trump": working.trump or "-",
                "laid": laid,
                "winner": working.won.seat,
            }
        case Chain():
            return {
                "clause": working.clause,
                "steps": [_step(step, told) for step in working.steps],
                "result": _json(working.result, told),
            }
    sums = {side: plain(one, told) for side, one in working.sums.items()}
    out = {"clause": working.clause, "sums": sums, "lowest": working.lowest, "first": list(working.first)}
    out |= {"premises": [_step(step, told) for step in working.premises]} if working.premises else {}
    return out | (
        {"steps": [_step(step, told) for step in working.steps], "over": working.over} if working.steps else {}
    )


def _step(step: Step, told: _Told) -> dict[str, Any]:
    known: dict[str, Any] | None = told.get((id(step), "working"))
    if known is None:
        known = {"name": step.name, **{name: _json(value, told) for name, value in step.facts.items()}}
        told[id(step), "working"] = known
    return known


_PLAIN: Final = frozenset({str, int, bool, type(None)})
_MAPPINGS: Final = frozenset({dict, MappingProxyType})


def _json(value: Any, told: _Told) -> Any:
    """A fact in JSON terms: cards and moves by their text."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Card or isinstance(value, Move):
        return value.text
    if kind is Sum:
        known = told.get((id(value), "fact"))
        if known is None:
            known = told[id(value), "fact"] = [_json(part, told) for part in value]
        return known
    if kind in _MAPPINGS or isinstance(value, Mapping):
        return {str(key): _json(part, told) for key, part in value.items()}
    if kind is tuple or isinstance(value, tuple | list):
        return [part if type(part) in _PLAIN else _json(part, told) for part in value]
    return as_int(value) if isinstance(value, float) else value


def _part(part: Part, told: _Told) -> dict[str, Any]:
    out: dict[str, Any] = {"how": part.how, "n": as_int(part.n)}
    if part.cards:
        out["cards"] = [c.text for c in part.cards]
    if part.name:
        out["name"] = part.name
    if part.clause:
        out["clause"] = part.clause
    if part.inner is not None:
        out["working"] = plain(part.inner, told)
    return out
