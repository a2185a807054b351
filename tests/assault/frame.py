"""Parts, what they tried and what failed, and the table of both."""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil
import signal
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.assault import parts as here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis.strategies import SearchStrategy

SOON = 60.0
"""Seconds that an attempt may take, on a machine that has other things to do, before it counts as never ending."""
SHOWN = 300
"""Characters of an input and of what went wrong that are printed."""


class Part(NamedTuple):
    """One kind of assault: `attempt` is done with each of the `inputs` and raises whatever must not be.

    `short` and `long` are how many inputs each form makes up. `begin`, if given, is called once before the first,
    in an empty folder.
    """

    about: str
    inputs: SearchStrategy[Any]
    attempt: Callable[[Any], object]
    short: int
    long: int
    begin: Callable[[], object] | None = None


class Failed(NamedTuple):
    """An input, and what it led to."""

    given: str
    why: str


class Candidate(NamedTuple):
    """What a part came to."""

    name: str
    about: str
    tried: int
    failed: tuple[Failed, ...]
    seconds: float

    def __add__(self, other: object) -> Candidate:
        assert isinstance(other, Candidate)
        return Candidate(
            self.name, self.about, self.tried + other.tried, self.failed + other.failed, self.seconds + other.seconds
        )

    @property
    def row(self) -> str:
        """The line of the table."""
        return f"| {self.name} | {self.about} | {self.tried:,} | {len(self.failed):,} | {self.seconds:,.0f} |"


HEAD = "| part | what is tried | tried | failed | seconds |\n| --- | --- | --- | --- | --- |"


def names() -> list[str]:
    """The parts there are."""
    return sorted(module.name for module in pkgutil.iter_modules(here.__path__))


def load(name: str) -> Part:
    """The part of that name."""
    part: Part = importlib.import_module(f"{here.__name__}.{name}").PART
    return part


def assault(name: str, inputs: int, number: int = 0) -> Candidate:
    """Try so many inputs of a part; the same for the same `number`."""
    part = load(name)
    failed: list[Failed] = []
    tried = 0

    @seed(number)
    @settings(
        max_examples=inputs,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(part.inputs)
    def each(given: Any) -> None:
        nonlocal tried
        tried += 1
        text = repr(given)
        try:
            with soon():
                part.attempt(given)
        except Exception as why:
            failed.append(Failed(text, f"{type(why).__name__}: {why}"))

    began = time.monotonic()
    with _at_home(part):
        each()
    return Candidate(name, part.about, tried, tuple(failed), time.monotonic() - began)


@contextmanager
def _at_home(part: Part) -> Iterator[None]:
    """A part begun in an empty folder, with the environment it finds; both are as before when it is over."""
    with (
        tempfile.TemporaryDirectory(prefix="assault-") as folder,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ),
    ):
        if part.begin is not None:
            part.begin()
        yield


@contextmanager
def soon() -> Iterator[None]:
    """What takes longer than `SOON` ends with an AssertionError, where the system has timers."""

    def late(*_: object) -> None:
        raise AssertionError(f"takes longer than {SOON:.0f} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def failures(found: Candidate, most: int = 10) -> Iterator[str]:
    """What failed, in words: the shortest input of each thing that went wrong."""
    seen: set[str] = set()
    for text, why in sorted(found.failed, key=lambda failed: len(failed.given)):
        kind = why[:60]
        if kind not in seen and len(seen) < most:
            seen.add(kind)
            yield f"{found.name}: {cut(text)}\n    {cut(why)}"


def cut(text: str) -> str:
    """`text`, its middle left out where it is long."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN // 2]} … {text[-SHOWN // 2 :]}"
