"""The computation behind an answer: its working, and the answers if one thing were different.

That thing may be a house rule, a field of the position, two entries of a field exchanged, or one left out. The engine
computes each variant, so a cause named to a learner really leads to the learner's answer.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Card
from tutor.kernel.field_types import Suit, Whole
from tutor.kernel.fields import FLAG, SEAT, SEAT_OR_NONE, SIDE, ParseContext, Spec, specs
from tutor.kernel.judging import judge
from tutor.kernel.phase import Phase
from tutor.kernel.position import BIDS
from tutor.kernel.seats import PLACE
from tutor.teach.rulings.answers import settling
from tutor.teach.text.marks import mark
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.working import Working

MOST: Final = 60
"""The most variants that are tried."""
LEGAL: Final = "legal"
"""The path of the legal moves."""
LONGEST: Final = 24
"""The most characters of a value that is shown in a sentence."""


class Variant(NamedTuple):
    """A variant with one thing different, and its answer (`result`).

    `how` is "house" (a rule), "field", "swapped" or "dropped"; `value` and `actual` are the different and the actual
    value, in words. `form` is the kind of sentence: who (did something), one (who is something), flag, suit, number or
    thing.
    """

    how: str
    name: str
    meaning: str
    value: str
    actual: str
    form: str = "thing"
    result: Any = None

    @property
    def facts(self) -> dict[str, str]:
        """What sentences tell of the difference."""
        return {name: getattr(self, name) for name in ("name", "meaning", "value", "actual", "form")}

    @property
    def simple(self) -> bool:
        """Whether the difference is easy to imagine: the usual rule, another suit, a flag negated."""
        return self.how == "house" or self.form in ("flag", "suit")

    @property
    def plausible(self) -> bool:
        """Whether somebody may well have taken one thing for the other, or left it out.

        That another number or seat would lead to an answer is seldom the reason why it was given.
        """
        return self.simple or self.how == "dropped"


@dataclass(frozen=True)
class Computation:
    """A position, or a result (without `phase`), and the path of the computed value that the question asks about."""

    game: Game[Any]
    phase: Phase[Any, Any] | None
    view: Any
    path: str

    @cached_property
    def workings(self) -> Mapping[str, Working]:
        """All workings of this position, by path."""
        if self.phase is None:
            return settling(self.game, self.view, self.game.scoring.settle(self.view))
        return self.phase.workings(self.view)

    @property
    def working(self) -> Working | None:
        """The working of the answer, if the game has one."""
        return self.workings.get("winner" if self.path.startswith("winner") else self.path)

    @cached_property
    def value(self) -> Any:
        """The answer."""
        return self._of(self.view)

    def values_of_others(self) -> Iterator[tuple[str, Any]]:
        """The corresponding values of other players or sides, by name."""
        head, _, key = self.path.rpartition(".")
        if not head:
            return
        try:
            around = at(computed(self.game, self.phase, self.view), head)
        except LookupError:
            return
        if isinstance(around, Mapping) and all(isinstance(name, str) and name[:1] == "P" for name in around):
            yield from ((name, value) for name, value in around.items() if name != key)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The variants whose answer differs: first house rules, then fields."""
        out: list[Variant] = []
        schema: Any = self.phase or self.game.scoring
        for variant, view in islice(self._different(), MOST):
            with suppress(Exception):  # an impossible position may raise anything; it is skipped
                if next(iter(schema.problems(view)), None) is None:
                    out.append(variant._replace(result=self._of(view)))
        return tuple(out)

    def deciding_variants(self) -> list[Variant]:
        """One variant for each thing on which the answer depends."""
        seen: dict[tuple[str, str], Variant] = {}
        for variant in self.variants:
            if variant.result != self.value:
                seen.setdefault((variant.how, variant.name), variant)
        return list(seen.values())

    @property
    def house_variants(self) -> list[Variant]:
        """The variants without a house rule in force that changes the answer."""
        return [variant for variant in self.deciding_variants() if variant.how == "house"]

    def _of(self, view: Any) -> Any:
        if self.path == LEGAL and self.phase is not None:
            return [move.text for move in judge(self.phase, view).legal]
        data = computed(self.game, self.phase, view)
        if self.path.startswith("winner") and data.get("winner") is None:
            return "none"
        return plain_value(at(data, self.path))

    def _different(self) -> Iterator[tuple[Variant, Any]]:
        """The variants, not computed yet, each with its view."""
        view = self.view
        context = self.game.parse_context(view.players, view.options)
        if self.path != LEGAL:
            yield from self._other_rules(context)
        for name, spec in specs(type(view)).items():
            here = getattr(view, name)
            if name == "players":
                for n in self.game.players:
                    if n != here:
                        yield _of_field(name, spec, str(n), str(here)), dataclasses.replace(view, players=n)
                continue
            if spec.per:
                yield from self._swapped(name, spec, here)
                continue
            for value in _values(spec, context, here):
                different = _of_field(name, spec, in_words(spec, value), in_words(spec, here))
                yield different, dataclasses.replace(view, **{name: value})
            yield from self._dropped(name, spec, here)

    def _other_rules(self, context: ParseContext) -> Iterator[tuple[Variant, Any]]:
        """The usual rule in place of each house rule in force; nobody thinks of house rules that are not."""
        options = self.view.options
        usual = type(options)()
        for name in options.changed():
            spec, here, value = specs(type(options))[name], getattr(options, name), getattr(usual, name)
            if value in _values(spec, context, here):
                changed = dataclasses.replace(options, **{name: value})
                different = Variant(
                    "house", name, plain_meaning(spec.meaning), spec.kind.show(value), spec.kind.show(here)
                )
                yield different, dataclasses.replace(self.view, options=changed)

    def _dropped(self, name: str, spec: Spec, here: Any) -> Iterator[tuple[Variant, Any]]:
        if isinstance(here, tuple) and here and type(here[0]) is tuple:
            for i, gone in enumerate(here):
                text = _entry(gone, spec.kind.show((gone,)))
                meaning = "" if _of_cards(gone) or name == BIDS else plain_meaning(spec.meaning)
                changed = dataclasses.replace(self.view, **{name: here[:i] + here[i + 1 :]})
                yield Variant("dropped", name, meaning, text, text), changed

    def _swapped(self, name: str, spec: Spec, here: Any) -> Iterator[tuple[Variant, Any]]:
        if not isinstance(here, Mapping):
            return
        for one, two in list(combinations(here, 2))[:3]:
            if here[one] != here[two]:
                changed = dataclasses.replace(self.view, **{name: {**here, one: here[two], two: here[one]}})
                yield Variant("swapped", name, plain_meaning(spec.meaning), one, two), changed


def _of_field(name: str, spec: Spec, value: str, actual: str) -> Variant:
    """The variant with another value of a field."""
    return Variant("field", name, plain_meaning(spec.meaning), value, actual, _form(spec))


def _form(spec: Spec) -> str:
    """The `form` of a field; see `Variant`."""
    kind = spec.kind
    if kind in (SEAT, SEAT_OR_NONE, SIDE):
        return "who" if spec.meaning.startswith("who ") else "one"
    if kind is FLAG:
        return "flag"
    return "suit" if isinstance(kind, Suit) else "number" if isinstance(kind, Whole) else "thing"


def _entry(entry: Any, text: str) -> str:
    """One entry of a field, such as a call or a play, in the form for a sentence."""
    if all(isinstance(one, Card) for one in entry):
        return shown(entry)
    seat, colon, rest = text.partition(":")
    if not colon or entry[0] != seat or seat not in PLACE:
        return text
    return say("working.by", who=seat, what=shown(entry[1]) if _of_cards(entry) else mark("m", rest))


def _of_cards(entry: Any) -> bool:
    """Whether an entry is cards that somebody played, not words."""
    if all(isinstance(one, Card) for one in entry):
        return True
    what = entry[1] if len(entry) > 1 else None
    return isinstance(what, tuple) and bool(what) and all(isinstance(c, Card) for c in what)


def plain_meaning(meaning: str) -> str:
    """The meaning of a field, without notes on how to write it."""
    return re.split(r"[;,(]|: (?=.*P1)", meaning)[0].strip()


def computed(game: Game[Any], phase: Phase[Any, Any] | None, view: Any) -> dict[str, Any]:
    """The values that questions ask about, as in the JSON of `explain` or `score`."""
    if phase is None:
        done = game.scoring.settle(view)
        return {"scores": dict(done.scores), "outcome": dict(done.outcome)}
    won = phase.winner(view)
    return {
        "facts": dict(phase.facts(view)),
        "totals": dict(phase.totals(view)),
        "winner": won._asdict() if won else None,
        "to_move": phase.actor(view),
    }


def at(data: Any, path: str) -> Any:
    """The value at a path; raises LookupError if there is none."""
    for key in path.split("."):
        if isinstance(data, Mapping):
            data = data[key]
        elif isinstance(data, list | tuple) and key.isdigit():
            data = data[int(key)]
        else:
            raise LookupError(path)
    return data


def plain_value(value: Any) -> Any:
    """A value as questions use it: keys for a mapping, a list for a tuple, `none` for None."""
    return list(value) if isinstance(value, Mapping | tuple) else "none" if value is None else value


def in_order(path: str, value: Any) -> bool:
    """Whether an answer must keep the order of the items of `value`, which stands at `path`; winners have none."""
    return not isinstance(value, Mapping) and path.partition(".")[0] not in ("winners", "outcome")


def in_words(spec: Spec, value: Any) -> str:
    """The value of a field in the form for a sentence."""
    kind = spec.kind
    if kind in (SEAT, SEAT_OR_NONE, SIDE):
        return mark("s", value) if value else say("question.nobody")
    if isinstance(value, str) and value in PLACE:
        return mark("s", value)
    if kind is FLAG:
        return say("working.yes" if value else "working.no")
    if isinstance(kind, Suit):
        return say("working.suit", of=value)
    if value is None or value == "":
        return say("working.nothing")
    return kind.show(value)


def _values(spec: Spec, context: ParseContext, here: Any) -> list[Any]:
    """Variant values of a field, if there are few; for a number one more and one less."""
    kind = SEAT if spec.kind is SEAT_OR_NONE else spec.kind
    if isinstance(kind, Whole) and isinstance(here, int):
        return [n for n in (here - 1, here + 1) if kind.low is None or n >= kind.low]
    told = isinstance(here, str | bool) or kind is SIDE
    return [value for value in kind.choices(context) if told and value != here]
