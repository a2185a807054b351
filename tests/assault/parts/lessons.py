"""Lessons of strangers: sentences built of everything that Jinja has, and files with anything anywhere."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import LONGEST, RAW
from tests.assault.texts import hostile
from tests.program import ROOT
from tutor.teach.lessons.isolated import LimitedProcess, TooMuch, proven
from tutor.teach.lessons.sandbox import BadSentence, lesson_sentence
from tutor.teach.text.marks import unmarked

FILES: Final = (
    "lessons/tute/02-beat-it-if-you-can.toml",
    "lessons/strange/03-follow-both-suits.toml",
    "tests/lessons/good/start-and-deal.toml",
    "tests/lessons/good/wide.toml",
)
FACTS: Final = {
    "l": [f"word {n}" for n in range(400)],
    "s": "x" * 1_900,
    "n": 7,
    "d": {"P1": ["AS", "KH"], "P2": []},
    "deep": [[["a"] * 9] * 9] * 9,
}
FILTERS: Final = (
    "abs",
    "capitalize",
    "count",
    "default('x')",
    "first",
    "int",
    "items",
    "join",
    "join(s)",
    "join(', ')",
    "last",
    "length",
    "list",
    "lower",
    "map('list')",
    "map('join', s)",
    "map('sort')",
    "map(attribute='a.a.a.a')",
    "max",
    "min",
    "reject('odd')",
    "reverse",
    "round(99999999999)",
    "round(-99999999999, 'ceil')",
    "select",
    "sort",
    "sort(attribute='0,0,0,0,0,0')",
    "string",
    "sum",
    "sum(start=l)",
    "title",
    "trim",
    "unique",
    "upper",
    "cards",
    "card",
    "seat",
    "suit",
    "capital",
    "center(99999999)",
    "replace('x', s)",
    "format(s)",
    "indent(9999999)",
    "pprint",
    "tojson",
    "urlize",
    "batch(1)",
    "xmlattr",
    "attr('__class__')",
    "wordwrap(1)",
    "truncate(9)",
    "random",
)
LEAVES: Final = tuple(
    """
    l s n d deep nothing self loop '' 1 -1 1e308 [] {} none why('AS') ''.__class__ l.__class__.__mro__ d.items range(9)
    lipsum() cycler(1) namespace()
    """.split()
)
SIGNS: Final = ("+", "-", "*", "/", "//", "%", "**", "~", "==", "<", "in", "and")
TESTS: Final = ("odd", "defined", "string", "divisibleby(0)", "in(l)")
SECONDS: Final = 2.0
"""Seconds of work that one sentence may take here, however much else goes on; it takes a small part of one."""


def _many(one: str, name: str, times: int) -> str:
    return one + f"|{name}" * times


def expressions() -> st.SearchStrategy[str]:
    """Anything that an expression can be."""
    leaf = st.one_of(st.sampled_from(LEAVES), st.integers(0, 10**30).map(str))

    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds("{0}|{1}".format, inner, st.sampled_from(FILTERS)),
            st.builds(_many, inner, st.sampled_from(FILTERS), st.integers(1, 60)),
            st.builds("({0} {1} {2})".format, inner, st.sampled_from(SIGNS), inner),
            st.builds("[{0}, {0}, {1}]".format, inner, inner),
            st.builds("{0}[{1}]".format, inner, inner),
            st.builds("{0}[:{1}]".format, inner, inner),
            st.builds("({0} if {1} else {0})".format, inner, inner),
            st.builds("({0} is {1})".format, inner, st.sampled_from(TESTS)),
        )

    return st.recursive(leaf, more, max_leaves=12)


def sentences() -> st.SearchStrategy[str]:
    """Sentences with an expression, in loops and without."""
    said = expressions().map("{{{{ {0} }}}}".format)
    looped = st.builds("{{% for a in {0} %}}{1}{{% endfor %}}".format, expressions(), said)
    twice = st.builds("{{% for b in {0} %}}{1}{{% endfor %}}".format, expressions(), looped)
    silent = st.builds(
        "{{% for a in {0} %}}{{% if {1} %}}{{% endif %}}{{% endfor %}}".format, expressions(), expressions()
    )
    return st.one_of(said, looped, twice, silent, st.builds("{0}{1}".format, said, hostile()))


@cache
def text_of(name: str) -> str:
    """A good lesson."""
    text = (ROOT / name).read_text("utf-8")
    return text if "\ngame = " in text else f'game = "{Path(name).parent.name}"\n{text}'


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A good lesson with some of it changed, a sentence of a stranger in it, or many keys."""
    text = text_of(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:at] + text[at + draw(st.integers(1, 40)) :]
            case 1:
                text = text[:at] + draw(hostile()) + text[at:]
            case 2:
                start = text.find('"', at)
                text = text[: start + 1] + draw(sentences()).replace('"', "'") + text[start + 1 :]
            case _:
                line = draw(st.sampled_from(text.split("\n")))
                text = text.replace(line, "\n".join([line] * draw(st.integers(2, 400))), 1)
    return text.encode("utf-8", "surrogatepass")


@cache
def _apart() -> LimitedProcess:
    return LimitedProcess()


def attempt(given: str | bytes) -> None:
    """A sentence is said or refused, cheaply; a file is proven or refused, within its bounds."""
    if isinstance(given, str):
        began = time.process_time()
        try:
            said = lesson_sentence(given, FACTS)
        except BadSentence as why:
            said = str(why)
        took = time.process_time() - began
        assert took < SECONDS, f"{took:.1f} s of work"
        assert len(said) <= 3_000
        return
    path = Path("lesson.toml")
    path.write_bytes(given)
    try:
        found = _apart().call(proven, path.resolve())
    except TooMuch:
        return
    for fault in map(str, found.errors):
        assert not RAW.search(unmarked(fault)), fault
        assert len(fault) <= LONGEST


PART = Part(
    "lessons of strangers: sentences of everything Jinja has, damaged files",
    st.one_of(sentences(), sentences(), sentences(), files()),
    attempt,
    short=20,
    long=20_000,
)
