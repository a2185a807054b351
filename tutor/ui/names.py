"""The names of seats while a session goes on: they change with the scene, so they are asked for each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol


class HasNames(Protocol):
    """A session that knows what seats are called."""

    @property
    def names(self) -> Mapping[str, str]:
        """Names by seat and side, at this moment."""
        ...


class LiveNames(Mapping[str, str]):
    """The names that `session` gives now."""

    def __init__(self, session: HasNames) -> None:
        self.session = session

    def __getitem__(self, seat: str) -> str:
        return self.session.names[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self.session.names)

    def __len__(self) -> int:
        return len(self.session.names)
