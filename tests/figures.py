"""Figures of a run: how much was tried, not only that it held. Printed at the end of every run (see `conftest.py`).

What a test counts by `counted`, and what can be seen from outside, is added up over all tests and workers: decisions
judged, inputs that hypothesis made up, and for each suite its tests and seconds.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from tutor.kernel import duties, phase
from tutor.kernel.game import names

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

PROPERTY = "figures"
PASSING = re.compile(r"- (\d+) passing")
SUITES = (
    ("worked cases", ("test_cases",)),
    ("drop a duty", ("test_duties",)),
    ("swap a duty", ("test_variants",)),
    ("conformance", ("test_conformance", "test_advice", "test_contrast")),
    ("small deals counted", ("test_counts",)),
    ("goldens", ("test_golden",)),
    ("kernel, positions, records", ("test_kernel", "test_position", "test_record", "test_events")),
    ("stores, saves, kills", ("test_store", "test_store_processes", "test_machine")),
    ("terminals", ("test_terminal", "test_matrix", "test_repl", "test_cli")),
    ("strangers", ("test_safety", "test_authors", "test_rulebooks", "test_fuzzed_lessons")),
    ("what is installed", ("test_wheel", "test_shipped", "test_readme")),
)
"""Suites by name, each with its files; the games' own files and all others are made up below."""

now: Counter[str] = Counter()
"""What the test that is running has counted."""


def counted(what: str, number: int = 1) -> None:
    """Add to a figure of this run."""
    now[what] += number


def suite_of(file: str) -> str:
    """The suite that a file of tests belongs to."""
    for suite, files in SUITES:
        if file in files:
            return suite
    return "games against their oracles" if file.removeprefix("test_").replace("_", "-") in names() else "the others"


def _judging() -> None:
    """Count the decisions that are judged: each is one call of the judge, whoever asks."""
    judge: Any = duties.narrow

    def counting(*asked: Any) -> Any:
        now["decisions judged"] += 1
        return judge(*asked)

    vars(phase)["narrow"] = counting


class Figures:
    """The plug-in: counts in the workers, adds up and prints in the run that started them."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.suites: dict[str, Counter[str]] = {}
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_setup(self) -> None:
        now.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        report: Any = yield
        if call.when == "call":
            found = PASSING.findall(getattr(item, "hypothesis_statistics", ""))
            if found:
                now["inputs made up"] += sum(map(int, found))
            report.user_properties.append((PROPERTY, dict(now)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        suite = suite_of(report.nodeid.split("::")[0].rpartition("/")[2].removesuffix(".py"))
        self.seconds[suite] += report.duration
        if report.when == "call":
            for name, value in report.user_properties:
                if name == PROPERTY and isinstance(value, dict):
                    self.sums.update(value)
                    self.suites.setdefault(suite, Counter()).update({"tests": 1, **value})

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self.suites:
            return
        terminalreporter.section("figures")
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> Iterator[str]:
        """The table, as it stands in `RESULTS.md`."""
        yield "| suite | tests | decisions judged | what else was counted | seconds of work |"
        yield "| --- | --- | --- | --- | --- |"
        for suite, own in sorted(self.suites.items()):
            other = ", ".join(f"{n:,} {what}" for what, n in own.items() if what not in ("tests", "decisions judged"))
            judged = f"{own['decisions judged']:,}"
            yield f"| {suite} | {own['tests']:,} | {judged} | {other or '-'} | {self.seconds[suite]:.0f} |"
        total = ", ".join(f"{n:,} {what}" for what, n in sorted(self.sums.items()))
        yield f"In all {sum(own['tests'] for own in self.suites.values()):,} tests: {total}."


def register(config: pytest.Config) -> None:
    """Have the figures of this run counted and printed."""
    _judging()
    config.pluginmanager.register(Figures(), "figures")
