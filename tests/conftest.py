"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import settings

from tests import figures
from tests.tables import LONG
from tutor.kernel import memo

# The same examples in every run, so that a change fails for its own faults only; the long form looks for new ones.
settings.register_profile("repeatable", derandomize=not LONG, deadline=None)
settings.load_profile("repeatable")


# Whoever starts the tests in the background may have Ctrl-C ignored, and programs pass that on to those they start;
# what the tests start must hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Every run says at its end how much was tried. With TUTOR_REMEMBER=0 play caches nothing (`memo.disabled`)."""
    figures.register(config)
    if os.environ.get("TUTOR_REMEMBER") == "0":
        while_tested = ExitStack()
        while_tested.enter_context(memo.disabled())
        config.add_cleanup(while_tested.close)


def pytest_collection_finish() -> None:
    """Collect garbage as seldom as the program does, and never look through what was imported: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.fixture
def quick_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """At level 1 and in hands of lessons the program hardly thinks, for tests of what is said and asked besides."""
    from tutor.advice import LEVELS, Budget, Strength
    from tutor.teach.lessons import free

    monkeypatch.setitem(LEVELS, 1, Strength(2, Budget(playouts=2, work=1000)))
    monkeypatch.setattr(free, "PLAYING", replace(free.PLAYING, strength=free.QUICK.strength))
