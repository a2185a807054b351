"""Lessons of strangers in a process of their own: what takes too long or too much is stopped, and the rest goes on."""

from __future__ import annotations

import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.program import ROOT, command
from tutor.teach.check.run import check
from tutor.teach.lessons.isolated import LimitedProcess, TooMuch
from tutor.teach.lessons.sandbox import BadSentence, lesson_sentence

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = ROOT / "tests" / "lessons" / "hostile"


def spun(n: int) -> int:
    """Never ends, but for nothing."""
    while n:
        pass
    return n


def grown(megabytes: int) -> int:
    """Takes so much memory."""
    return len([bytearray(10**6) for _ in range(megabytes)])


def faulty() -> None:
    raise KeyError("ours")


def test_time_and_memory_are_bounded_and_another_process_takes_over() -> None:
    apart = LimitedProcess(1)
    assert apart.call(grown, 10) == 10
    with pytest.raises(TooMuch, match="1 second"):
        apart.call(spun, 1)
    assert apart.call(spun, 0) == 0
    if sys.platform.startswith("linux"):
        with pytest.raises(TooMuch):
            apart.call(grown, 1_000)
    with pytest.raises(RuntimeError, match="KeyError: 'ours'"):
        apart.call(faulty)
    assert apart.call(grown, 1) == 1
    apart.close()


def slow(seconds: float) -> str:
    """Sleeps, which is no work, and says so."""
    time.sleep(seconds)
    return "slow"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals of POSIX")
def test_an_answer_that_somebody_broke_off_is_not_taken_for_the_next() -> None:
    apart = LimitedProcess(5)
    assert apart.call(grown, 1) == 1
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            apart.call(slow, 1.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert apart.call(grown, 2) == 2
    apart.close()


DEAR = {
    "round": "{{ 1|round(99999999999, 'ceil') }}",
    "join": "{{ 'ab'|list" + f"|join('{'x' * 40}')|list" * 8 + "|join }}",
    "join in lists": "{{ [['x' * 1]]|map('join', l|join)|list }}",
    "sort": "{% for a in l %}{% for b in l %}{{ l|sort|sort|sort|first|trim }}{% endfor %}{% endfor %}",
    "sort by much": "{{ l|sort(attribute='" + "a." * 700 + "a') }}",
    "loops that say nothing": "{% for a in l %}{% for b in l %}{% if l == l %}{% endif %}{% endfor %}{% endfor %}",
    "lists of lists": "{{ [l, l, l, l, l, l, l, l, l, l]|map('map', 'list')|map('list')|list|length }}",
}


@pytest.mark.parametrize("dear", DEAR)
def test_a_sentence_pays_before_it_is_done(dear: str) -> None:
    """None of these is ever worked out: what they would cost is known first."""
    with pytest.raises(BadSentence, match=r"reasonable size|grows beyond|too long to work out"):
        lesson_sentence(DEAR[dear], {"l": ["abc"] * 900})


def test_what_lessons_say_is_cheap_enough() -> None:
    facts = {"l": [f"card {n}" for n in range(60)], "d": {"P1": 3, "P2": 4}}
    said = lesson_sentence(
        "{% for who, n in d.items() %}{{ who }}: {{ n + 1 }}, {% endfor %}{{ l|map('upper')|sort|join(' ')|length }}",
        facts,
    )
    assert said == "P1: 4, P2: 5, 469"


def test_many_unknown_keys_are_told_a_few_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(
        "".join(f"k{n} = 1\n" for n in range(9_000)) + (HOSTILE.parent / "good/wide.toml").read_text("utf-8")
    )
    found = [fault.text for fault in check([str(path)]).findings.errors]
    assert len(found) == 11
    assert any("8,990" in text or "8990" in text for text in found)


def test_a_lesson_in_a_file_is_held_as_any(tmp_path: Path) -> None:
    """The whole conversation goes through the other process: hints, words for completion, what is kept."""
    path = HOSTILE.parent / "good" / "start-and-deal.toml"
    got = command("learn", str(path), home=tmp_path, stdin="hint\nbanana\nquit\n")
    assert got.stderr == ""
    assert "Hint 1" in got.stdout
    assert "Your place is kept" in got.stdout
