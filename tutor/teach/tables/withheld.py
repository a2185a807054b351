"""Remove from a drawn table the phrases that state the answer to a question, until that is answered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUIT_NAMES
from tutor.kernel.phase import Phase
from tutor.kernel.seats import members
from tutor.kernel.working import Chain
from tutor.teach.questions import Legal, MovesQuestion, Question, ValueQuestion, Winner
from tutor.teach.rulings.offers import SAY
from tutor.teach.text.marks import OPEN, split, unmarked
from tutor.teach.text.values import number
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.lessons.terms import Untold
    from tutor.teach.text.tabletop import Line, MiddleCards, SideTally, Tabletop

DEALER: Final = "dealer"
"""The note at the dealer's seat, which always stays, as questions about turns depend on it."""
TRUMPS: Final = "trumps"
"""The line with the trump suit, after which may stand its highest cards."""
DECISION: Final = "decision"
"""The line that says what is to be decided, which may say how many cards or which (one to four cards to lay away)."""
RULES: Final = "options"
"""The line with house rules that differ from the defaults, which always stays, as any answer may depend on it."""
PLACES: Final = frozenset({"round", "deal", "number", "hand_no"})
"""Lines that begin with the progress of the game, which states no answer unless it is asked for."""
NUMBERS: Final = ("number", "numbers", "counted")
"""Kinds of answers that the label of cards in the middle may state; other labels only name the cards."""
Tells = Callable[[str], bool]


def without_answer(table: Tabletop, question: Question | None) -> Tabletop:
    """The table without phrases that state the answer to `question`; cards and calls always stay.

    For a question about a value, a phrase with the name of the value asked for is removed whatever it says. For one
    about legal moves, what is to be decided is said by the question; remarks on cards in the middle are removed if they
    name the card that must be played. For one
    about the winner of a trick, phrases on the ranking of its cards are removed.
    """
    if isinstance(question, MovesQuestion):
        return _without_duty(_without_entries(table, (DECISION,)), question)
    if isinstance(question, Winner):
        return _without_ranking(table, question)
    if not isinstance(question, ValueQuestion):
        return table
    tells = _telling_or_reckoned(question)
    asked = question.path.rpartition(".")[2]
    kept = tuple(line for line in table.facts if line.name == RULES or line.name not in (asked, f"{asked}s"))
    if tells is None:
        return table._replace(facts=kept)
    gone = _notes(table, question, tells)

    def lying(group: MiddleCards) -> MiddleCards:
        label = "" if question.kind in NUMBERS and tells(group.label) else group.label
        return group._replace(label=label, text=_left(group.text, tells))

    def above(line: Line) -> Line:
        if line.name == RULES:
            return line
        return line._replace(text=_left(line.text, tells, place=line.name in PLACES))

    facts = map(above, kept)
    middle = (lying(group) for group in table.middle)
    return table.noted(lambda place: (note for note in place.notes if note.name not in gone))._replace(
        facts=tuple(line for line in facts if line.text),
        middle=tuple(group for group in middle if group.heaps or group.label or group.text),
        tallies=tuple(tally for tally in table.tallies if not _counted(tally, question, tells)),
    )


def without_untold(table: Tabletop, untold: Untold) -> Tabletop:
    """The table without what is not explained yet: entries, and phrases that contain one of the terms.

    Cards in the middle and house rules stay whatever their phrases say, but for entries not explained yet.
    """
    words, entries = untold.terms.values(), untold.entries
    if entries:
        table = _without_entries(table, entries)
    if not words:
        return table

    def uses(text: str) -> bool:
        return any(word.search(unmarked(text)) for word in words)

    return table.noted(lambda place: (note for note in place.notes if not uses(note.text)))._replace(
        facts=_facts_left(table, uses),
        middle=_middle_left(table, uses),
        tallies=tuple(tally for tally in table.tallies if not uses(tally.label)),
    )


def without_reckoned(table: Tabletop, game: Game[Any]) -> Tabletop:
    """The table without what follows by the rules from what else it shows, such as the highest trumps."""
    table = _without_entries(table, {entry.name for entry in game.tabletop if entry.reckoned})

    def ranked(text: str) -> bool:
        return any(kind == "c" and value not in SUIT_NAMES for kind, value in split(text))

    facts = (line._replace(text=_left(line.text, ranked)) if line.name == TRUMPS else line for line in table.facts)
    return table._replace(facts=tuple(line for line in facts if line.text))


def _without_entries(table: Tabletop, names: Collection[str]) -> Tabletop:
    """The table without the entries of these names."""

    def left(one: Line | MiddleCards | SideTally) -> bool:
        return one.name not in names

    return table.noted(lambda place: filter(left, place.notes))._replace(
        facts=tuple(filter(left, table.facts)),
        middle=tuple(filter(left, table.middle)),
        tallies=tuple(filter(left, table.tallies)),
    )


def without_zeros(table: Tabletop) -> Tabletop:
    """The table without tallies in which nobody has anything yet."""
    return table._replace(tallies=tuple(t for t in table.tallies if any(count != "0" for _, count in t.by)))


def _without_duty(table: Tabletop, question: MovesQuestion) -> Tabletop:
    """The table without remarks that name the one card that all legal moves play, or say "to play" of who may not."""
    if isinstance(question, Legal) and {bool(r.cards) for r in question.choices if r.move} == {True, False}:
        to_play, to_decide = say("table.to_act", verb=Phase.verb), say("table.to_act", verb=SAY)
        places = (place._replace(turn=to_decide) if place.turn == to_play else place for place in table.places)
        table = table._replace(places=tuple(places))
    cards = [set(move.cards) for move in question.found.legal]
    common = set.intersection(*cards) if cards else set()
    if len(common) != 1:
        return table
    tells = _by_marks("c", False)([c.text for c in common])
    return table._replace(middle=_middle_left(table, tells))


def _without_ranking(table: Tabletop, question: Winner) -> Tabletop:
    """The table without facts that name cards of the trick, but for those that lie in the middle too."""
    lying = {card for group in table.middle for one in group.heaps for card in one}
    played = {card.text for card in question.cards} - {card.text for card in lying}

    def tells(text: str) -> bool:
        return any(kind == "c" and value in played for kind, value in split(text))

    return table._replace(facts=_facts_left(table, tells))


def _facts_left(table: Tabletop, tells: Tells) -> tuple[Line, ...]:
    """The facts above the table with telling parts removed; house rules stay."""
    facts = (line if line.name == RULES else line._replace(text=_left(line.text, tells)) for line in table.facts)
    return tuple(line for line in facts if line.text)


def _middle_left(table: Tabletop, tells: Tells) -> tuple[MiddleCards, ...]:
    """The cards in the middle, with telling parts of their remarks removed."""
    return tuple(group._replace(text=_left(group.text, tells)) for group in table.middle)


def cards_only(table: Tabletop) -> Tabletop:
    """The table reduced to cards, calls, house rules and the dealer."""
    bare = table.noted(lambda place: (note for note in place.notes if note.name == DEALER))
    middle = tuple(group._replace(text="") for group in table.middle if group.heaps)
    rules = tuple(line for line in table.facts if line.name == RULES)
    return bare._replace(facts=rules, tallies=(), middle=middle)


def stated(table: Tabletop, question: Question) -> Iterator[str]:
    """The phrases of a table that state the answer to `question`."""
    tells = _telling(question)
    if tells is None or not isinstance(question, ValueQuestion):
        return
    said = ((line.name, _PART.split(line.text, maxsplit=1)) for line in table.facts if line.name != RULES)
    yield from (text for name, parts in said if tells(text := ", ".join(parts[name in PLACES :])))
    gone = _notes(table, question, tells)
    yield from (note.text for place in table.places for note in place.notes if note.name in gone)
    labels = [group.label for group in table.middle] if question.kind in NUMBERS else []
    yield from (text for text in (*labels, *(group.text for group in table.middle)) if tells(text))
    yield from (tally.label for tally in table.tallies if _counted(tally, question, tells))


def _telling_or_reckoned(question: ValueQuestion) -> Tells | None:
    """Tells phrases that state the answer, or what it is reckoned from: numbers of steps of its working, and no card.

    What a step only reads out lies open, and stays. Where the answer is a number itself, those may be what it is made
    of.
    """
    tells, working = _telling(question), question.working
    if tells is None or question.kind not in ("word", "flag", "name") or not isinstance(working, Chain):
        return tells
    news = (step for step in working.steps if not step.given)
    known = {str(n) for step in news for n in step.facts.values() if type(n) is int}

    def reckoned(text: str) -> bool:
        numbers = set(re.findall(r"\d+", text))
        return bool(numbers) and numbers <= known and all(not kind for kind, _ in split(text))

    return lambda text: tells(text) or reckoned(text)


_PART: Final = re.compile(f", (?!{OPEN})")
"""Separates the parts of a phrase, but not the cards of a list."""


def _left(text: str, tells: Tells, *, place: bool = False) -> str:
    """A phrase without the parts after commas that state the answer; "" if its first part does.

    A phrase that begins with the progress of the game (`place`) keeps its first part.
    """
    if not tells(text):
        return text
    first, *rest = _PART.split(text)
    out = ", ".join([first, *(part for part in rest if not tells(part))])
    return "" if tells(out) and not place else out


def _notes(table: Tabletop, question: ValueQuestion, tells: Tells) -> set[str]:
    """Names of the notes that state the answer, by their text or by being at exactly the seats asked for."""
    said = {note.name for place in table.places for note in place.notes if tells(note.text)}
    if question.kind == "name":
        wanted = {seat for part in question.parts for seat in members(part)}
        at: dict[str, set[str]] = {}
        for place in table.places:
            for note in place.notes:
                at.setdefault(note.name, set()).add(place.seat)
        said |= {name for name, seats in at.items() if seats == wanted}
    return said - {DEALER}


def _counted(tally: SideTally, question: ValueQuestion, tells: Tells) -> bool:
    """Whether a tally states the answer, by one of its entries or by all."""
    if tells(tally.label):
        return True
    shown = [n for _, n in tally.by]
    if question.kind == "counted":
        side, _, n = question.value.rpartition(":")
        return any(set(members(one)) <= set(members(side)) and count == n for one, count in tally.by)
    if question.kind == "numbers":
        return not Counter(map(str, question.parts)) - Counter(shown)
    return question.kind in ("number", "word") and str(question.value) in shown


def _telling(question: Question | None) -> Tells | None:
    """A predicate that tells whether a phrase states the answer; None for answers that no phrase can state."""
    if not isinstance(question, ValueQuestion) or isinstance(question, Winner):
        return None
    parts = [str(part) for part in question.parts]
    make = _BY_KIND.get(question.kind)
    return make(parts) if make and parts else None


def _by_words(parts: list[str]) -> Tells:
    """Tells phrases that contain every part as a whole word; numbers also spelled out."""
    forms = [{part.lower(), *([number(int(part))] if re.fullmatch(r"[2-9]|1\d", part) else [])} for part in parts]

    def tells(text: str) -> bool:
        found = set(re.findall(r"[+-]?[\w/]+(?:\.\d+)?", unmarked(text).lower()))
        return all(form & found for form in forms)

    return tells


def _by_marks(kind: str, whole: bool) -> Callable[[list[str]], Tells]:
    """Tells phrases with all wanted marks of this kind and, if `whole`, no others."""

    def made(parts: list[str]) -> Tells:
        wanted = {one for part in parts for one in (members(part) if kind == "s" else (part,))}

        def tells(text: str) -> bool:
            found = {value for mark, value in split(text) if mark == kind}
            there = {seat for value in found for seat in members(value)} if kind == "s" else found
            return bool(there) and (there == wanted if whole else wanted <= there)

        return tells

    return made


def _by_suit(parts: list[str]) -> Tells:
    """Tells phrases that name exactly these suits, by symbol or word."""

    def tells(text: str) -> bool:
        signs = {value for mark, value in split(text) if mark == "c" and value in SUIT_NAMES}
        plain = "".join(value for mark, value in split(text) if not mark).lower()
        return (signs | {suit for suit, name in SUIT_NAMES.items() if name.removesuffix("s") in plain}) == set(parts)

    return tells


def _by_count(parts: list[str]) -> Tells:
    """Tells phrases with a side and its number."""
    side, _, n = parts[0].rpartition(":")
    seat, count = _by_marks("s", False)([side]), _by_words([n])
    return lambda text: seat(text) and count(text)


def _by_card_or_call(parts: list[str]) -> Tells:
    """Tells phrases with these cards, or with a call written like a card (2H is a bid and a card)."""
    cards, calls = _by_marks("c", False)(parts), _by_marks("m", False)(parts)
    return lambda text: cards(text) or calls(text)


_BY_KIND: Final[Mapping[str, Callable[[list[str]], Tells]]] = {
    "number": _by_words,
    "numbers": _by_words,
    "word": _by_words,
    "counted": _by_count,
    "suit": _by_suit,
    "card": _by_card_or_call,
    "name": _by_marks("s", True),
}
