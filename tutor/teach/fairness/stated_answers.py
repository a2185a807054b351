"""Find phrases shown with a question that state its answer, such as "trumps ♥" above "What is trump?"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES
from tutor.teach.questions import Legal, MovesQuestion, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.tables.withheld import RULES
from tutor.teach.text.doc import Block, Item, Para, TableDrawing
from tutor.teach.text.marks import mark, split, unmarked
from tutor.teach.text.values import shown, suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.teach.text.tabletop import Tabletop

SMALL: Final = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by do does for from has have how if in is it its many much must no not of on one or say"
        " that the their them then they this to was were what which who whom whose will with write you your",
    )
)
"""Words that do not tell the subject of a sentence (stop words)."""
AT_TABLE: Final = frozenset({"hous", "rul", "table"})
"""Words, without their endings, that only say that a rule is a house rule."""
_STEM: Final = re.compile(r"(?<=\w{3})(ing|ers|er|ed|es|s)$")


def says(question: Question, before: Iterable[Block]) -> str:
    """The phrase before or in the question that states the answer; "" if none does."""
    asked, own, aside = _parts(question.prompt)
    words = _words(asked)
    if example := next((text for text in aside if _is_example(question, text)), ""):
        return unmarked(example)
    if rule := next((text for text in _house_rules(before) if _ruled(question, text)), ""):
        return unmarked(rule)
    for text in (*(part for block in before for part in _phrases(block)), *own):
        if _answers(question, text) and _about(question, text, words):
            return unmarked(text)
    return ""


def _is_example(question: Question, text: str) -> bool:
    """Whether a remark in brackets on the form of the answer has the answer as its example."""
    if not isinstance(question, ValueQuestion):
        return False
    if question.kind == "number":
        return float(question.value) < 0 and _names(question, text)
    return question.kind == "counted" and all(part in text for part in str(question.value).split(":"))


def _house_rules(before: Iterable[Block]) -> list[str]:
    """What the tables drawn before a question say of house rules."""
    tables = (block.table for block in before if isinstance(block, TableDrawing))
    return [line.text for table in tables for line in table.facts if line.name == RULES]


def _ruled(question: Question, rule: str) -> bool:
    """Whether a house rule says all there is to say against the moves that are refused, or is the rule asked for."""
    if isinstance(question, WhichClause):
        return _words(question.stated(question.clause)) <= _words(rule)
    if not isinstance(question, Legal):
        return False
    said = _words(rule) | AT_TABLE
    refused = [_words(text) for _, legal, text in question.reasons if not legal]
    return bool(refused) and all(own <= said for own in refused)


def _about(question: Question, text: str, words: set[str]) -> bool:
    """Whether a phrase is about what is asked and nothing else."""
    said = _words(text)
    if isinstance(question, Legal):
        return True  # a sentence that names all legal moves is about which are legal
    named = {value for kind, value in split(question.prompt) if kind == "s"}
    others = {value for kind, value in split(text) if kind == "s"} - named
    strangers = isinstance(question, ValueQuestion) and question.kind not in ("name",) and bool(others)
    return bool(said) and said <= words and not strangers


def _answers(question: Question, text: str) -> bool:
    """Whether a phrase names the right answer and no other possible one."""
    match question:
        case Winner():
            counted = re.search(r"\d", _plain(text))  # a line of a tally, which each seat has
            return bool(question.winner) and _seats(text) == {question.winner} and not counted
        case ValueQuestion():
            return _names(question, text)
        case Legal():
            moves = {value for kind, value in split(text) if kind in "cm"}
            right = {r.text for r in question.right}
            return 1 <= len(right) < len(question.choices) and moves == right
    return False


def _names(question: ValueQuestion, text: str) -> bool:
    parts = question.value if isinstance(question.value, list) else [question.value]
    match question.kind:
        case "name":
            plain = not any(kind in "cm" for kind, _ in split(text) if kind) and not re.search(r"\d", _plain(text))
            return bool(parts) and parts != ["none"] and plain and _seats(text) == set(map(str, parts))
        case "number":
            return str(shown(question.value)) in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)", unmarked(text))
        case "suit":
            low = unmarked(text).lower()
            marks = {value for kind, value in split(text) if kind == "c"}
            return all(part in marks or (part in SUIT_NAMES and suit(part, one=True) in low) for part in parts)
        case "card":
            return {str(part) for part in parts} == {value for kind, value in split(text) if kind == "c"}
    return False


def dictates(question: Question, before: Iterable[Block]) -> str:
    """The phrase before the question that names the only legal card; "" if none does."""
    if not isinstance(question, MovesQuestion):
        return ""
    legal = {r.text for r in question.found.rulings if r.legal}
    named = (
        text
        for block in before
        for text in _phrases(block)
        if {value for kind, value in split(text) if kind == "c"} == legal
    )
    return unmarked(next(named, "")) if len(legal) == 1 else ""


def _seats(text: str) -> set[str]:
    return {value for kind, value in split(text) if kind == "s"}


def _plain(text: str) -> str:
    """The text without marks."""
    return "".join(value for kind, value in split(text) if not kind)


def _words(text: str) -> set[str]:
    words = set(re.findall(r"[a-z]{2,}", _plain(text).lower())) - SMALL
    return {_STEM.sub("", word).removesuffix("e") for word in words}


def _parts(prompt: str) -> tuple[str, list[str], list[str]]:
    """The asking sentence of a prompt, the others, and remarks in brackets."""
    sentences = re.split(r"(?<=[.?!])\s+", prompt)
    asking = [text for text in sentences if "?" in text] or sentences[-1:]
    others = [text for text in sentences if text not in asking]
    aside = [text for text in others if text.startswith("(")]
    return " ".join(asking), [text for text in others if text not in aside], aside


def _phrases(block: Any) -> Iterator[str]:
    """The phrases of a block."""
    if isinstance(block, TableDrawing):
        yield from _on_table(block.table)
    elif isinstance(block, Para | Item):
        yield from re.split(r"(?<=[.?!;:])\s+", block.text)


def _on_table(table: Tabletop) -> Iterator[str]:
    yield from (line.text for line in table.facts)
    for place in table.places:
        seat = mark("s", place.seat)
        yield from (f"{seat} {text}" for text in (*(n.text for n in place.notes), *place.remarks, place.turn) if text)
    for tally in table.tallies:
        yield from (f"{tally.label} {mark('s', side)} {n}" for side, n in tally.by)
    yield from (f"{group.label} {group.text}" for group in table.middle if group.text)
