"""Compare `expect`, what an author expects the engine to compute, with what it computes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def wanted(expect: Mapping[str, Any]) -> dict[str, Any]:
    """`expect` with short forms written out: `winner = "P3"`, `winner = "none"`."""
    out = dict(expect)
    if isinstance(out.get("winner"), str):
        out["winner"] = None if out["winner"] == "none" else {"seat": out["winner"]}
    return out


def differences(want: Any, got: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The differences between `want` and `got`, as (path, wanted, got).

    Every key in `want` must be present with an equal value; empty values equal only empty ones.
    """
    if isinstance(want, dict) and isinstance(got, Mapping):
        yield from _of_keys(want, got, path)
    elif isinstance(want, list) and isinstance(got, list | tuple):
        if len(want) != len(got):
            yield path, want, list(got)
        else:
            for at, (one, other) in enumerate(zip(want, got, strict=True)):
                yield from differences(one, other, f"{path}.{at}")
    elif isinstance(want, int | float) and isinstance(got, int | float) and not isinstance(want, bool):
        if abs(want - got) > 1e-9:
            yield path, want, got
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        yield path, want, got


def _of_keys(want: Mapping[str, Any], got: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any, Any]]:
    if got and not want:
        yield path, want, got
    for key, value in want.items():
        below = f"{path}.{key}" if path else str(key)
        if key in got:
            yield from differences(value, got[key], below)
        else:
            yield below, value, "-"
