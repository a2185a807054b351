"""Rulings in words: why a move is legal or not; house rules in words."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cached import cached_property
from tutor.kernel.duties import DutyKind
from tutor.kernel.echo import short
from tutor.kernel.fields import ParseContext, specs
from tutor.kernel.judging import Judgement, Ruling
from tutor.kernel.phase import Phase
from tutor.kernel.view_types import HandView
from tutor.teach.rulebooks.rulebook import BadRulebook, Clause, Rulebook, rulebook
from tutor.teach.text.blocks import templates
from tutor.teach.text.words import has_block, say, sentence

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options


def book(game: str) -> Rulebook:
    """The rulebook of a game; an empty one if it is missing or broken (`tutor check` reports that)."""
    try:
        return rulebook(game)
    except BadRulebook:
        return Rulebook(game, game, "", "", 0, 0, "", {})


def unit(game: Game[Any]) -> str:
    """What results are counted in, in words: points, chips, tricks."""
    return book(game.name).situation.get("unit") or say("drill.points")


def clause(game: str, ident: str) -> Clause:
    """The clause with the id `ident`; if the rulebook lacks it, one with the id as its title."""
    return book(game).clauses.get(ident) or Clause(ident, ident, ident, "")


def rule_text(rule: Clause, options: Options) -> str:
    """The clause's `rule`; its whole prose if that names a house rule in force."""
    return rule.text if house_rules_named(rule, options) else rule.rule or rule.title


def house_rules_named(rule: Clause, options: Options) -> dict[str, str]:
    """The house rules in force that the clause's prose names."""
    changed = options.changed().items()
    return {name: value for name, value in changed if re.search(rf"\boptions? {name}\b|\b{name}=", rule.text)}


def seen(game: Game[Any], phase: Phase[Any, Any], view: Any) -> dict[str, Any]:
    """The facts of sentences about a decision: fields of the view by name, and `v`, the view itself."""
    fields = seen_fields(view) | {"phase": phase.name}
    if isinstance(fields.get("hand"), tuple):
        fields["hand"] = game.arranged(fields["hand"], view)
        fields["v"] = view.holding(fields["hand"]) if isinstance(view, HandView) else view
    return fields


def seen_fields(view: Any) -> dict[str, Any]:
    """The fields of any view by name, and `v`, the view itself."""
    return {name: getattr(view, name) for name in specs(type(view))} | {"v": view}


class Rulings:
    """The rulings of one judgement in words; shares the facts of their sentences."""

    def __init__(self, game: Game[Any], found: Judgement[Any]) -> None:
        self.game, self.found = game, found
        self._alike: dict[tuple[str, bool, int, bool], _RulingGroup] = {}
        self._no_reasons = type(found.phase).reasons is Phase.reasons

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return seen(self.game, self.found.phase, self.found.view) | {"legal": self.found.legal}

    def text(self, ruling: Ruling[Any]) -> str:
        """The reason for `ruling`, in one or two sentences with marks."""
        found, move = self.found, ruling.move
        if move is None:
            return say(
                "ruling.unreadable", text=short(ruling.text), note=ruling.note, title=found.phase.titled(found.view)
            )
        if ruling.missing:
            return not_held(found, ruling)
        return self._said(ruling, move)

    def together(self, ruling: Ruling[Any]) -> str:
        """The reason for `ruling` and for moves of other kinds by its clause, in one sentence; "" if it has none."""
        rule = clause(self.game.name, ruling.clause)
        own = rule.allowed_all if ruling.legal else rule.refused_all
        return self._said(ruling, ruling.move, together=True) if own and ruling.move and not ruling.missing else ""

    def _said(self, ruling: Ruling[Any], move: Move, *, together: bool = False) -> str:
        found = self.found
        group = (ruling.clause, ruling.legal, id(ruling.step), together)
        alike = self._alike.get(group)
        if alike is None:
            alike = self._alike[group] = self._those_like(ruling, together=together)
        reasons = NO_REASONS if self._no_reasons else found.phase.reasons(found.view, move)
        key = alike.key(move, reasons)
        text = alike.said.get(key) if key is not None else None
        if text is None:
            text = alike.sentence({**self._facts, **alike.facts, "move": move, **reasons})
            if key is not None:
                alike.said[key] = text
        return text

    def _those_like(self, ruling: Ruling[Any], *, together: bool) -> _RulingGroup:
        rule, step = clause(self.game.name, ruling.clause), ruling.step
        own = rule.allowed if ruling.legal else rule.refused
        if together:
            own = rule.allowed_all if ruling.legal else rule.refused_all
        kept = step.kept if step else ()
        held = self._facts.get("hand")
        place = {card: at for at, card in enumerate(held)} if isinstance(held, tuple) else {}
        every = dict.fromkeys(chain.from_iterable([move.cards for move in kept]))
        cards = tuple(sorted(every, key=lambda card: place.get(card, len(place))))  # as the hand is sorted
        block = "ruling.rule"
        if not ruling.legal and self.found.actor is None:
            block = "ruling.nobody"
        elif not ruling.legal and step is not None and step.duty.kind is not DutyKind.ALWAYS:
            block = "ruling.instead"
        return _RulingGroup(own, block, {"kept": kept, "kept_cards": cards, "rule": rule.rule or rule.title})


def not_held(found: Judgement[Any], ruling: Ruling[Any], *, among: bool = True) -> str:
    """That cards of a move are not held, or not so many of them.

    `among` tells what there is to choose from even if some of it is in the hand, which a player at the table sees.
    """
    choice = found.phase.holds(found.view)
    hand = found.view.hand if isinstance(found.view, HandView) else ()
    no_card = not choice and not any(one.cards for one in found.rulings)
    held = choice if among or not set(choice) & set(hand) else ()
    fewer = tuple(dict.fromkeys(card for card in ruling.missing if card in hand))
    facts = {"missing": ruling.missing, "held": held, "fewer": fewer, "title": found.phase.title}
    return say("ruling.not_held", no_card=no_card, **facts)


NO_REASONS: Final[Mapping[str, Any]] = MappingProxyType({})
_NAME: Final = re.compile(r"[a-z_]\w*")
_OF_MOVE: Final = re.compile(r"\bmove\.(\w+(?:\.\w+)*)")


class _RulingGroup:
    """Rulings of a judgement with one clause, verdict and deciding step: what they say, and what of it was said."""

    def __init__(self, own: str, block: str, facts: Mapping[str, Any]) -> None:
        """The clause's `own` sentence, empty where it has none and the `block` of templates speaks; their `facts`."""
        self.own, self.block, self.facts = own, block, facts
        stem, _, name = block.partition(".")
        self.said: dict[Hashable, str] = {}
        self._names, self._of_move = _looked_at(own or templates().alone(f"{stem}.j2", name))
        self._wanted: dict[tuple[str, ...], tuple[str, ...]] = {}

    def sentence(self, facts: Mapping[str, Any]) -> str:
        """What is said with `facts`."""
        return sentence(self.own, facts) if self.own else say(self.block, **facts)

    def key(self, move: Move, reasons: Mapping[str, Any]) -> Hashable:
        """What the sentence depends on among these rulings; None if each may have its own."""
        if self._of_move is None:
            return None
        if not reasons and not self._of_move:
            return ()
        given = tuple(reasons)
        names = self._wanted.get(given)
        if names is None:
            names = self._wanted[given] = tuple(name for name in given if name in self._names)
        try:
            key = names, *[reasons[name] for name in names], *[part(move) for part in self._of_move]
            hash(key)
        except TypeError:
            return _frozen(key)
        except (AttributeError, IndexError):  # a pass is of no kind and has no card
            return None
        return key


@cache
def _looked_at(source: str) -> tuple[frozenset[str], tuple[attrgetter[Any], ...] | None]:
    """The names that a sentence may speak of (and other words of it), and what of its move; None for all of that."""
    of_move = tuple(map(attrgetter, dict.fromkeys(_OF_MOVE.findall(source))))
    names = frozenset(_NAME.findall(_OF_MOVE.sub("", source)))
    return names, None if "move" in names else of_move


def _frozen(key: tuple[Any, ...]) -> Hashable:
    """`key` with its lists and dictionaries as tuples; None if that is not enough to remember by."""
    made = tuple([tuple(v) if isinstance(v, list) else tuple(v.items()) if isinstance(v, dict) else v for v in key])
    try:
        hash(made)
    except TypeError:
        return None
    return made


def ruling_text(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> str:
    """The reason for `ruling`, in one or two sentences with marks; for many rulings of a judgement use `Rulings`."""
    return Rulings(game, found).text(ruling)


def house_rule_values(game: Game[Any], name: str) -> tuple[Any, ...]:
    """The values that option `name` may have, where they are few; else empty."""
    return specs(game.options)[name].kind.choices(ParseContext((), (), game.pack))


def house_rule_text(game: Game[Any], name: str, value: str) -> str:
    """The meaning of option `name` with `value` as typed, from the rulebook or the shared templates."""
    words = book(game.name).option.get(name, "")
    source = words if isinstance(words, str) else words.get(value, "")
    if not source and not has_block(f"option.{name}"):
        return f"{name}={value}"
    read = specs(game.options)[name].kind.read(value, ParseContext((), (), game.pack))
    return sentence(source, {"value": read}) if source else say(f"option.{name}", value=read)


def house_rules_text(game: Game[Any], options: Options) -> list[str]:
    """The house rules in force that differ from the defaults, each in words."""
    return [house_rule_text(game, name, value) for name, value in options.changed().items()]


def options_text(game: Game[Any], options: Options) -> str:
    """The house rules in force that differ from the defaults, as a sentence; empty if there are none."""
    rules = house_rules_text(game, options)
    return say("explain.options", options=rules) if rules else ""
