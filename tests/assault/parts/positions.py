"""Positions of every game: fields with anything in them, and good positions with one thing changed."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import LONGEST, MOST, RAW
from tests.assault.texts import hostile
from tests.program import ROOT
from tutor.kernel.by_name import load, names
from tutor.kernel.fields import specs
from tutor.teach.rulings.answers import ask_line

WORDS: Final = tuple("P1:pass P2:pass P1:1 P2:7 pass P1 P2 P3 - S H D C true false".split())


@cache
def worked(game: str) -> tuple[str, ...]:
    """Positions of the worked cases, each with the word that asks."""
    path = ROOT / "tests" / "cases" / f"{game}.toml"
    found = tomllib.loads(path.read_text("utf-8"))["case"] if path.exists() else []
    return tuple(f"{case['ask']} {game} {case['position']}" for case in found if "\n" not in case["position"])


@cache
def fields(game: str) -> tuple[str, ...]:
    """The names of all fields of a game, those of its options too."""
    known = load(game)
    stems = {name: spec for form in (*known.phases, known.scoring) for name, spec in specs(form.view).items()}
    keyed = [f"{name}.{key}" if spec.per else name for name, spec in stems.items() for key in ("P1", "P2", "P1+P3")]
    return tuple(dict.fromkeys(["phase", "players", "dealer", *keyed, *specs(known.options)]))


def values(game: str) -> st.SearchStrategy[str]:
    """Values that fit some field: cards, numbers, seats, calls, phases."""
    known = load(game)
    cards = st.lists(st.sampled_from([c.text for c in known.pack.order]), min_size=1, max_size=8)
    return st.one_of(
        cards.map(",".join),
        cards.map("+".join),
        st.integers(-2, 200).map(str),
        st.sampled_from(WORDS),
        st.lists(st.sampled_from(WORDS), max_size=4).map(",".join),
        st.sampled_from([*known.phase_of]),
        hostile(),
    )


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A question: a worked one with some fields dropped, given anew or added, or one made up from nothing."""
    game = draw(st.sampled_from(names()))
    cases = worked(game)
    from_worked = draw(st.integers(0, 3)) > 0
    whole = draw(st.sampled_from(cases)) if cases and from_worked else f"explain {game}"
    asked, _, *words = whole.split()
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.one_of(st.sampled_from(fields(game)), hostile()) if words else st.sampled_from(fields(game)))
        value = draw(values(game))
        match draw(st.integers(0, 3)) if words else 0:
            case 0:
                words.append(f"{name}={value}")
            case 1:
                words.pop(draw(st.integers(0, len(words) - 1)))
            case 2:
                at = draw(st.integers(0, len(words) - 1))
                words[at] = f"{words[at].partition('=')[0]}={value}"
            case _:
                at = draw(st.integers(0, len(words) - 1))
                words[at] = f"{words[at]},{value}"
    if draw(st.integers(0, 4)) == 0:
        pairs = [word.partition("=") for word in words]
        words = [json.dumps({name: value for name, _, value in pairs}, ensure_ascii=draw(st.booleans()))]
    return " ".join([asked, game, *words])


def attempt(line: str) -> None:
    """The answer is the contract's or names every problem, shortly; what it calls the position asks the same."""
    answer = ask_line(line)
    text = json.dumps(answer, ensure_ascii=False)
    hit = RAW.search(text)
    assert hit is None, f"raw {hit[0]!r} in {text[max(0, hit.start() - 60) : hit.end() + 40]!r}"
    if "error" in answer:
        said = answer["error"]
        assert said
        assert sum(map(len, said)) <= MOST, f"{sum(map(len, said))} characters of complaint: {said[0][:80]}"
        for one in said:
            assert one.strip(), said
            assert not one.startswith("program:"), one
            assert len(one) <= LONGEST, f"{len(one)} characters in one line: {one[:80]}"
        return
    if "legal" in answer:
        same(answer)


def same(answer: dict[str, Any]) -> None:
    """What the answer calls its position is the same question again."""
    again = ask_line(f"explain {answer['game']} {answer['position']}")
    assert again.get("legal") == answer["legal"], f"{answer['position']} is answered by {again.get('error')}"
    assert again["position"] == answer["position"], (answer["position"], again["position"])


PART = Part("positions of every game, with anything in any field", lines(), attempt, short=60, long=30_000)
