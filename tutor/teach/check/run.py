"""Run `tutor check`: rulebooks, lessons and templates, in parallel processes."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import active_children
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import load, names
from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.teach.check.coverage import ClauseRow, coverage, coverage_doc
from tutor.teach.check.diagnostics import Diagnostic, Diagnostics, Page
from tutor.teach.check.fairness import DRILLS, RATED, check_drills, rates
from tutor.teach.check.lesson import check_lesson
from tutor.teach.check.rulebook import check_rulebook
from tutor.teach.check.teaching import check_course
from tutor.teach.check.templates import check_templates
from tutor.teach.lessons.files import paths_of
from tutor.teach.lessons.isolated import THOROUGH, LimitedProcess, TooMuch, proven
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import Block, Para, Pre
from tutor.teach.text.files import lessons_root, templates_root, there, whole
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.lessons.model import Lesson

SCHEMA: Final = "tutor.check/1"
RULEBOOK: Final = "rulebook.toml"


class NothingToCheck(UserFault, ValueError):
    """There is nothing to check by this name or path; the message says what was expected."""


@dataclass
class Report:
    """The diagnostics, and the coverage of each game if asked for."""

    findings: Diagnostics = field(default_factory=Diagnostics)
    rows: dict[str, list[ClauseRow]] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Whether there are no faults."""
        return not self.findings.errors

    def merge(self, other: Report) -> None:
        """Add another report."""
        self.findings.merge(other.findings)
        self.rows.update(other.rows)


Job = Callable[[], Report]


Told = Callable[[int, int], None]
"""Called with the number of jobs done, and of all."""


def check(
    paths: Iterable[str] = (), *, thorough: bool = False, with_coverage: bool = False, told: Told | None = None
) -> Report:
    """Check the games, folders and files named in `paths`, or everything; raises `NothingToCheck`.

    `thorough` checks more. Things that are named are checked more closely than by a check of everything.
    """
    wanted = list(paths)
    jobs = [job for path in wanted for job in _named(path, thorough, with_coverage)]
    if not wanted:
        jobs = [*_games(thorough, with_coverage), _templates]
    report = Report()
    for done in _all(jobs, told or (lambda done, of: None)):
        report.merge(done)
    return report


def _all(jobs: list[Job], told: Told) -> Iterator[Report]:
    """The reports of the jobs, in order; uses all processors if there are many jobs."""
    if len(jobs) > 2:
        try:
            yield from _shared(jobs, told)
            return
        except (OSError, BrokenProcessPool):  # processes cannot be started: run the jobs one by one
            pass
    for number, job in enumerate(jobs):
        told(number, len(jobs))
        yield job()


def _shared(jobs: list[Job], told: Told) -> list[Report]:
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(jobs)), initializer=_undisturbed) as pool:
        running = [pool.submit(job) for job in jobs]
        try:
            told(0, len(jobs))
            for number, _ in enumerate(as_completed(running), 1):
                told(number, len(jobs))
            return [one.result() for one in running]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for helper in active_children():
                helper.terminate()
            raise


def _undisturbed() -> None:
    """Ignore SIGINT in a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _named(wanted: str, thorough: bool, with_coverage: bool) -> Iterator[Job]:
    """The jobs for one name or path."""
    path = Path(wanted)
    name = wanted.lower().replace("_", "-")
    if name in names() and not path.is_file():
        yield partial(game_report, name, closely=True, thorough=thorough, with_coverage=with_coverage)
        return
    place = whole(path)
    if not there(path):
        raise NothingToCheck(say("check.not_there", path=short(wanted, 120)))
    root = lessons_root().resolve()
    if place == templates_root().resolve() or place.parent == templates_root().resolve():
        yield _templates
    elif place == root:
        yield from _games(thorough, with_coverage)
    elif place.parent == root and place.name in names():
        yield partial(game_report, place.name, closely=True, thorough=thorough, with_coverage=with_coverage)
    elif place.name == RULEBOOK and place.parent.parent == root and place.parent.name in names():
        yield partial(_rulebook, place.parent.name, thorough)
    elif place.is_dir():
        found = sorted(p for p in path.glob("*.toml") if p.name != RULEBOOK)
        if not found:
            raise NothingToCheck(say("check.no_files", path=wanted))
        yield from (partial(_lesson, file, False) for file in found)
    else:
        yield partial(_lesson, path, place.parent.parent == root)


def _games(thorough: bool, with_coverage: bool) -> Iterator[Job]:
    """The jobs for all games."""
    return (partial(game_report, name, thorough=thorough, with_coverage=with_coverage) for name in names())


def _templates() -> Report:
    report = Report()
    check_templates(report.findings)
    return report


def _rulebook(name: str, thorough: bool) -> Report:
    report = Report()
    check_rulebook(report.findings, load(name), thorough=thorough)
    return report


def _lesson(path: Path, own: bool) -> Report:
    """The report of one lesson; one outside a course is untrusted and proven in a separate process."""
    report = Report()
    if own:
        check_lesson(report.findings, path, own=True, thorough=True)
        return report
    try:
        report.findings.merge(_strangers().call(proven, path))
    except (TooMuch, RuntimeError) as why:
        Page(report.findings, path).fault("", str(why))
    return report


@cache
def _strangers() -> LimitedProcess:
    """The process in which untrusted lessons are proven."""
    return LimitedProcess(THOROUGH)


def game_report(name: str, *, closely: bool = False, thorough: bool = False, with_coverage: bool = False) -> Report:
    """The report of a game's rulebook and lessons; `closely` or `thorough` drives the lessons in every way."""
    report = Report()
    findings = report.findings
    findings.count("games")
    game = load(name)
    bound = check_rulebook(findings, game, thorough=thorough)
    lessons = [check_lesson(findings, path, own=True, thorough=closely or thorough) for path in paths_of(name)]
    _course(findings, name, [lesson for lesson in lessons if lesson is not None])
    if thorough:
        path = lessons_root() / name / RULEBOOK
        with suppress(BadRulebook, OSError):  # noted already
            check_drills(findings, game, Page(findings, path, path.read_text("utf-8")), told=_progress(game.title))
    if with_coverage:
        report.rows[name] = coverage(findings, game, bound)
    return report


def _progress(title: str) -> Callable[[int], None] | None:
    """A callback that shows the number of drills proven on standard error; None if that is no terminal."""
    if not sys.stderr.isatty():
        return None

    def told(n: int) -> None:
        end = n + 1 == DRILLS
        sys.stderr.write(f"\r\x1b[K{'' if end else say('check.proving', title=title, n=n, of=DRILLS)}")
        sys.stderr.flush()

    return told


def _course(findings: Diagnostics, name: str, lessons: list[Lesson]) -> None:
    """Check a game's lessons as a course."""
    folder = lessons_root() / name
    page = Page(findings, folder)
    paths = paths_of(name)
    if not paths:
        page.fault("", say("check.no_lessons"))
    numbers = [path.stem[:2] for path in paths]
    if numbers != [f"{n:02}" for n in range(1, len(paths) + 1)]:
        page.fault("", say("check.numbers", numbers=numbers))
    with suppress(BadRulebook):  # noted already
        texts = {path.stem: Page(findings, path, path.read_text("utf-8")) for path in paths}
        check_course(texts, rulebook(name), lessons)
    for title, n in Counter(lesson.title for lesson in lessons).items():
        if n > 1:
            page.fault("", say("check.same_title", title=title))
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path not in paths and path.name != RULEBOOK:
            page.fault("", say("check.stray", name=path.name), warning=True)


def report_doc(report: Report) -> list[Block]:
    """The report as a document: a line for each fault, coverage tables, totals."""
    out: list[Block] = []
    for name, rows in report.rows.items():
        out += coverage_doc(load(name), rows)
    found = report.findings
    lines = [*map(str, found.errors), *(say("check.warning", what=str(fault)) for fault in found.warnings)]
    if lines:
        out.append(Pre("\n".join(lines)))
    seen = {what: n for what, n in found.counts.items() if what not in RATED}
    counts = [f"{n:,} {what if n != 1 else what.removesuffix('s')}" for what, n in seen.items()]
    out.append(Para(say("check.looked", what=counts), "dim"))
    for what, fair, of in rates(found):
        out.append(Para(say("check.fair", what=what, n=fair, of=of), "good" if fair == of else "bad"))
    out.append(Para(say("check.sum", faults=len(found.errors), warnings=len(found.warnings)), _tone(report)))
    return out


def _tone(report: Report) -> Any:
    return "good" if report.good else "bad"


def report_json(report: Report) -> dict[str, Any]:
    """The report as a JSON object."""

    def listed(faults: list[Diagnostic]) -> list[dict[str, Any]]:
        return [fault.as_json() for fault in faults]

    return {
        "schema": SCHEMA,
        "good": report.good,
        "faults": listed(report.findings.errors),
        "warnings": listed(report.findings.warnings),
        "counts": report.findings.counts,
        "coverage": {name: [row.as_json() for row in rows] for name, rows in report.rows.items()},
    }
