"""The structure of lesson files: known keys, types of values, and combinations that make sense.

Faults are collected and reading goes on, so that an author sees all at once.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.spelling import nearest
from tutor.teach.lessons.model import ASKS, FORMAT, MOST_STEPS, DealtGame, Draft, Lesson, LessonStep, ShapeDiagnostic
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MOST_CHOICES: Final = 12
MOST_REPLIES: Final = 24
MOST_REPLAYED: Final = 100
MOST_OF: Final = {
    "among": MOST_CHOICES,
    "also": MOST_CHOICES,
    "refuse": MOST_CHOICES,
    "replies": MOST_REPLIES,
    "replay": MOST_REPLAYED,
}
LONGEST_TEXT: Final = 2_000
MOST_UNKNOWN: Final = 10
"""The most unknown keys of a table that are listed one by one."""
LONGEST_KEY: Final = 40
"""The most characters of a key that are compared to find a similar one."""
MOST_FREE: Final = 2
"""The most free hands of a lesson."""

TEXT: Final = "text"
NUMBER: Final = "a number"
FLAG: Final = "true or false"
TEXTS: Final = "a list of texts"
NAMED_TEXTS: Final = "texts by name"
TABLE: Final = "a table"
TABLES: Final = "[[step]] tables"
FITS: Final[Mapping[str, Callable[[Any], bool]]] = {
    TEXT: lambda value: isinstance(value, str),
    NUMBER: lambda value: type(value) is int,
    FLAG: lambda value: isinstance(value, bool),
    TEXTS: lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
    NAMED_TEXTS: lambda value: isinstance(value, dict) and all(isinstance(v, str | int) for v in value.values()),
    TABLE: lambda value: isinstance(value, dict),
    TABLES: lambda value: isinstance(value, list) and all(isinstance(part, dict) for part in value),
}
"""The kinds of values, with a predicate for each."""

HEAD: Final[Mapping[str, str]] = {
    "format": NUMBER,
    "title": TEXT,
    "goal": TEXT,
    "clauses": TEXTS,
    "after": TEXTS,
    "minutes": NUMBER,
    "contrast": TEXT,
    "learnt": NAMED_TEXTS,
    "game": TEXT,
    "start": TABLE,
    "step": TABLES,
}
NEEDED: Final = ("format", "title", "goal", "clauses", "step")
KINDS: Final[Mapping[str, str]] = {
    "str": TEXT,
    "int": NUMBER,
    "bool": FLAG,
    "bool | None": FLAG,
    "list[str]": TEXTS,
    "dict[str, str]": NAMED_TEXTS,
    "dict[str, Any]": TABLE,
    "DealtGame | None": TABLE,
}
"""The kind of a value by the type annotation of its field."""
OF_STEP: Final = {f.name: KINDS[str(f.type)] for f in fields(LessonStep)}
OF_DEAL: Final = {f.name: KINDS[str(f.type)] for f in fields(DealtGame)}


class Reader:
    """Reads one document; collects its faults in `diagnostics`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.diagnostics: list[ShapeDiagnostic] = []

    def draft(self, game: str, ident: str) -> Draft:
        """The lesson as far as it is valid; `game` is the default game."""
        head = self._head()
        steps = self._steps(head)
        first = 0 if "start" in head else 1
        free = [number for number, step in enumerate(steps, first) if step.free]
        for number in free[MOST_FREE:]:
            self._slip(number, "free", say("shape.many_free", most=MOST_FREE))
        lesson = Lesson(
            ident,
            head.get("game") or game,
            head.get("title", ident),
            head.get("goal", ""),
            tuple(head.get("clauses", ())),
            tuple(head.get("after", ())),
            tuple(steps),
            head.get("minutes", 5),
            head.get("contrast", ""),
            first,
            tuple(head.get("learnt", {}).items()),
        )
        return Draft(lesson, tuple(self.diagnostics))

    def _head(self) -> dict[str, Any]:
        """The keys of the head, and the raw steps."""
        head = self._table(self.data, HEAD, None)
        for key in NEEDED:
            if key not in self.data:
                self._slip(None, key, say("shape.missing"))
        if "format" in head and head["format"] != FORMAT:
            self._slip(None, "format", say("shape.format", found=head["format"], known=FORMAT))
        for key in ("title", "goal"):
            if key in head and not head[key].strip():
                self._slip(None, key, say("shape.blank"))
        return head

    def _steps(self, head: Mapping[str, Any]) -> list[LessonStep]:
        """The steps, with `[start]` as the first if there is one."""
        raw = head.get("step", [])
        if "step" in head and not raw:
            self._slip(None, "step", say("shape.no_steps"))
        if len(raw) > MOST_STEPS:
            self._slip(None, "step", say("shape.many_steps", n=len(raw), most=MOST_STEPS))
            raw = raw[:MOST_STEPS]
        steps = [self._step(step, number) for number, step in enumerate(raw, 1)]
        if "start" in head:
            start = self._step(head["start"], 0)
            if not start.sets_scene:
                self._slip(0, "", say("shape.start"))
            steps.insert(0, start)
        return steps

    def _slip(self, step: int | None, key: str, text: str) -> None:
        self.diagnostics.append(ShapeDiagnostic(step, key, text))

    def _table(self, data: Mapping[str, Any], known: Mapping[str, str], step: int | None) -> dict[str, Any]:
        """The valid values of `data`; notes a fault for each other. The keys there are get listed once."""
        good: dict[str, Any] = {}
        unknown = [key for key in data if key not in known]
        there = list(known)
        for key in unknown[:MOST_UNKNOWN]:
            near = nearest(key[:LONGEST_KEY], known)
            self._slip(step, short(key), say("shape.unknown", near=near, known=there))
            there = there if near else []
        if len(unknown) > MOST_UNKNOWN:
            self._slip(step, "", say("shape.more_unknown", n=len(unknown) - MOST_UNKNOWN))
        for key, value in data.items():
            shape = known.get(key)
            if shape is None:
                continue
            if not FITS[shape](value):
                self._slip(step, key, say("shape.kind", kind=shape))
            else:
                good[key] = _plain(value) if shape == NAMED_TEXTS else value
                if any(len(text) > LONGEST_TEXT for text in _texts(good[key])):
                    self._slip(step, key, say("shape.long", most=LONGEST_TEXT))
        return good

    def _step(self, data: Any, number: int) -> LessonStep:
        good = self._table(data, OF_STEP, number)
        if "deal" in good:
            good["deal"] = DealtGame(**self._table(good["deal"], OF_DEAL, number))
        step = LessonStep(**good)
        slipped = any(diagnostic.step == number for diagnostic in self.diagnostics)
        for key, text in _contradictions(step):
            if key or not slipped:  # a step that does nothing because of a fault is reported once
                self._slip(number, key, text)
        return step


def _texts(value: Any) -> Iterable[str]:
    """All texts in a value."""
    if isinstance(value, str):
        return (value,)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [part for part in parts if isinstance(part, str)]


def _plain(values: Mapping[str, Any]) -> dict[str, str]:
    """Options or rulings by name, with values as text: `simple = true` is the same as `simple = "true"`."""
    return {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in values.items()}


def _contradictions(step: LessonStep) -> list[tuple[str, str]]:
    """Contradictions in one step, as (key, fault)."""
    out: list[tuple[str, str]] = []
    if step.ask and step.ask not in ASKS:
        out.append(("ask", say("shape.ask", found=short(step.ask), known=ASKS)))
    if step.ask and step.play:
        out.append(("play", say("shape.both")))
    if step.ask == "value":
        out += [(key, say("shape.value_needs")) for key in ("of", "question", "clause") if not getattr(step, key)]
    if step.ask == "clause" and not step.of:
        out.append(("of", say("shape.clause_needs")))
    if step.free and (step.ask or step.play):
        out.append(("free", say("shape.free_asks")))
    scenes = [key for key in ("position", "stage", "deal", "score") if getattr(step, key)]
    if len(scenes) > 1:
        out.append((scenes[1], say("shape.scenes")))
    wants = {
        "among": step.ask == "legal",
        "of": step.ask in ("value", "clause"),
        "clause": step.ask == "value",
        "sum": step.ask == "value",
        "question": bool(step.play) or step.ask == "value",
        "exactly": bool(step.play),
        "because": step.asks,
        "also": bool(step.play) and not step.exactly,
        "replies": bool(step.play) or step.ask in ("value", "winner"),
    }
    out += [(key, say(f"shape.only_{key}")) for key, sense in wants.items() if getattr(step, key) and not sense]
    for key, most in MOST_OF.items():
        if (n := len(getattr(step, key))) > most:
            out.append((key, say("shape.many", n=n, most=most)))
    if not (step.tells or step.sets_scene or step.asks or step.expect or step.refuse):
        out.append(("", say("shape.empty")))
    return out
