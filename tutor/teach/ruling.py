"""Rulings in words: why a move is legal or not, what would change that, who wins, and what a score is made of."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, without
from tutor.kernel.duties import DutyKind, TraceStep
from tutor.kernel.echo import short
from tutor.kernel.fields import ParseContext, specs
from tutor.kernel.phase import Judgement, Phase, Ruling, Verdict, judge
from tutor.kernel.seen import HandView
from tutor.teach.rulebook import BadRulebook, Clause, Rulebook, rulebook
from tutor.teach.text.doc import mark
from tutor.teach.text.words import has_block, say, sentence

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from tutor.kernel.events import Event, ScoreLine
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.view import Options


def book(game: str) -> Rulebook:
    """The rulebook of a game; an empty one where it is missing or broken, which `tutor check` reports."""
    try:
        return rulebook(game)
    except BadRulebook:
        return Rulebook(game, game, "", "", 0, 0, "", {}, {})


def clause(game: str, ident: str) -> Clause:
    """The clause called `ident`; where the rulebook lacks it the id speaks for itself."""
    return book(game).clauses.get(ident) or Clause(ident, ident, ident, "")


def rule_text(rule: Clause, options: Options) -> str:
    """The clause in a sentence; all of its prose where that names a house rule in force, which the rule leaves out."""
    names = "|".join(options.changed())
    if names and re.search(rf"\boptions? ({names})\b|\b({names})=", rule.text):
        return rule.text
    return rule.rule or rule.title


def seen(game: Game[Any], phase: Phase[Any, Any], view: Any) -> dict[str, Any]:
    """What every sentence about a decision may use: the fields of the view by name, and `v`, the view itself."""
    fields = seen_fields(view) | {"phase": phase.name}
    if isinstance(fields.get("hand"), tuple):
        fields["hand"] = game.arranged(fields["hand"], view)
    return fields


def seen_fields(view: Any) -> dict[str, Any]:
    """The fields of any view by name, and `v`, the view itself."""
    return {name: getattr(view, name) for name in specs(type(view))} | {"v": view}


class Rulings:
    """The rulings of one judgement in words; what their sentences may use of the moment is put together once."""

    def __init__(self, game: Game[Any], found: Judgement[Any]) -> None:
        self.game, self.found = game, found
        self._said: dict[Hashable, str] = {}
        self._no_reasons = type(found.phase).reasons is Phase.reasons
        self._kept: dict[int, tuple[Card, ...]] = {}

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return seen(self.game, self.found.phase, self.found.view) | {"legal": self.found.legal}

    def text(self, ruling: Ruling[Any]) -> str:
        """Why `ruling` is what it is, in one or two sentences with marks."""
        found = self.found
        if ruling.verdict is Verdict.UNREADABLE:
            return say("ruling.unreadable", text=short(ruling.text), note=ruling.note, title=found.phase.title)
        if ruling.verdict is Verdict.NOT_HELD:
            return say("ruling.not_held", missing=ruling.missing, held=found.phase.holds(found.view))
        assert ruling.move is not None
        alike = (ruling.clause, ruling.legal, id(ruling.step))
        if self._no_reasons and alike in self._said:
            return self._said[alike]
        rule = clause(self.game.name, ruling.clause)
        own = rule.allowed if ruling.legal else rule.refused
        step = ruling.step
        reasons = found.phase.reasons(found.view, ruling.move)
        key = _key(own, alike, reasons)
        if key in self._said:
            return self._said[key]
        facts = {
            **self._facts, "move": ruling.move, "kept": step.kept if step else (),
            "kept_cards": self._kept_cards(step) if step else (), "rule": rule.rule or rule.title, **reasons,
        }  # fmt: skip
        if own:
            text = sentence(own, facts)
            if key is not None:
                self._said[key] = text
            return text
        if ruling.legal:
            return say("ruling.allowed", **facts)
        if found.actor is None:
            return say("ruling.nobody", **facts)
        kind = step.duty.kind if step else DutyKind.ALWAYS
        return say("ruling.refused" if kind is DutyKind.ALWAYS else "ruling.instead", **facts)

    def _kept_cards(self, step: TraceStep[Any]) -> tuple[Card, ...]:
        """The cards of the moves that a step of the judgement kept."""
        known = self._kept.get(id(step))
        if known is None:
            cards = chain.from_iterable([move.cards for move in step.kept])
            known = self._kept[id(step)] = tuple(dict.fromkeys(cards))
        return known


_NAME: Final = re.compile(r"[a-z_]\w*")


@cache
def _names(source: str) -> frozenset[str]:
    """The names that a sentence may speak of, and perhaps other words of it."""
    return frozenset(_NAME.findall(source))


def _key(source: str, alike: tuple[Hashable, ...], reasons: Mapping[str, Any]) -> Hashable:
    """What the sentence `source` depends on among the moves of a judgement; None if each has its own."""
    names = _names(source)
    if not names or "move" in names:
        return None
    key = (*alike, *[(name, _frozen(value)) for name, value in reasons.items() if name in names])
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return tuple(value.items()) if isinstance(value, dict) else value


def ruling_text(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> str:
    """Why `ruling` is what it is, in one or two sentences with marks; for many of a judgement ask `Rulings`."""
    return Rulings(game, found).text(ruling)


def alike(told: Iterable[tuple[Ruling[Any], str]]) -> list[tuple[tuple[Ruling[Any], ...], str]]:
    """Rulings with their sentences, together where they say the same, or the same but for the name of their move."""
    groups: dict[tuple[str, bool, str], list[tuple[Ruling[Any], str]]] = {}
    for ruling, text in told:
        groups.setdefault((ruling.clause, ruling.legal, _without_name(ruling, text)), []).append((ruling, text))
    out = []
    for (*_, nameless), group in groups.items():
        texts = {text for _, text in group}
        out.append((tuple(ruling for ruling, _ in group), texts.pop() if len(texts) == 1 else nameless))
    return out


def _without_name(ruling: Ruling[Any], text: str) -> str:
    """`text` with "it" or "this" where its move is named; unchanged where that would be no English."""
    short = text
    for kind in ("c", "m"):
        named = re.escape(mark(kind, ruling.text))
        short = re.sub(rf"(^|[.:?] ){named}", lambda found: f"{found[1]}It", short)
        short = re.sub(named, "this", short)
    odd = r"\b(it|this) (are|were|do|have)\b|\b(your|a|an|the) this\b"
    return text if re.search(odd, short, re.IGNORECASE) else short


def without_what(found: Judgement[Any], move: Move) -> tuple[Card, ...]:
    """The fewest cards found without which the refused `move` would be legal; none if no such change helps.

    Found by asking the same duties again about smaller hands: first without every card that the legal moves use
    and this move does not, then putting back whatever is not needed.
    """
    hand = found.view.hand if isinstance(found.view, HandView) else ()
    if not hand:
        return ()
    try:
        own = without(hand, move.cards)
    except ValueError:
        return ()
    binding = [c for c in own if any(c in other.cards for other in found.legal)]

    def legal_without(gone: list[Card]) -> bool:
        view = dataclasses.replace(found.view, hand=without(hand, gone))
        if next(iter(found.phase.problems(view)), None) is not None:
            return False
        return judge(found.phase, view, (move.text,)).asked[0].legal

    if not binding or len(binding) > 16 or not legal_without(binding):
        return ()
    for c in tuple(binding):
        fewer = list(binding)
        fewer.remove(c)
        if fewer and legal_without(fewer):
            binding = fewer
    return tuple(binding)


def house_rules(game: Game[Any], found: Judgement[Any], move: Move) -> dict[str, str]:
    """The single changes of an option, as name and value, under which the verdict on `move` would be the other one."""
    options = found.view.options
    was = judge(found.phase, found.view, (move.text,)).asked[0].legal
    out: dict[str, str] = {}
    for name, spec in specs(type(options)).items():
        for text in (word.strip() for word in spec.kind.shape.replace(" or ", " / ").split(" / ")):
            try:
                value = spec.kind.read(text, ParseContext((), (), game.pack))
            except ValueError:
                continue
            if value == getattr(options, name) or name in out:
                continue
            view = dataclasses.replace(found.view, options=dataclasses.replace(options, **{name: value}))
            if next(iter(found.phase.problems(view)), None) is not None:
                continue
            if judge(found.phase, view, (move.text,)).asked[0].legal != was:
                out[name] = spec.kind.show(value)
    return out


def more_text(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> list[str]:
    """What would have to be different: the counterfactual and the house rules that matter, a sentence each.

    Of a legal move only house rules in force matter, without which it would not be legal.
    """
    if ruling.move is None or ruling.verdict not in (Verdict.LEGAL, Verdict.NOT_ALLOWED) or found.actor is None:
        return []
    out = []
    if not ruling.legal:
        gone = without_what(found, ruling.move)
        if gone:
            out.append(say("ruling.without", gone=gone, move=ruling.move, plays=not ruling.move.word))
    changed = found.view.options.changed()
    for name, value in house_rules(game, found, ruling.move).items():
        if ruling.legal and name not in changed:
            continue
        spec, it = specs(game.options)[name], house_rule_text(game, name, value)
        usual = spec.kind.show(spec.default) == value
        out.append(say("ruling.option", rule=it, move=ruling.move, legal=ruling.legal, usual=usual))
    return out


def winner_text(game: Game[Any], phase: Phase[Any, Any], view: Any) -> tuple[str, str]:
    """Who wins the complete trick and why, and the clause; empty texts while there is nothing to decide."""
    ident = phase.winner_clause(view)
    if not ident:
        return "", ""
    rule = clause(game.name, ident)
    won = phase.winner(view)
    facts = seen(game, phase, view) | {"winner": won, "totals": phase.totals(view), "facts": phase.facts(view)}
    if rule.decided:
        return sentence(rule.decided, facts), ident
    return say("ruling.winner" if won else "ruling.no_winner", rule=rule.rule or rule.title, **facts), ident


def fact_texts(game: Game[Any], phase: Phase[Any, Any], view: Any) -> list[str]:
    """What else follows from the position, for the facts that the rulebook has words for."""
    found = phase.facts(view)
    facts = seen(game, phase, view) | {"facts": found}
    words = book(game.name).fact
    texts = (sentence(words[name], facts | {"value": value}) for name, value in found.items() if name in words)
    return [text for text in texts if text]


def event_text(game: Game[Any], event: Event) -> str:
    """What happened, in one sentence; empty if nothing need be said."""
    facts: dict[str, Any] = {"who": event.seat, "cards_": event.cards, "clause_": event.clause, **event.facts}
    facts["done"] = event.cards
    own = book(game.name).event.get(event.what)
    if own is not None:
        return sentence(own, facts)
    return say(f"event.{event.what.replace(' ', '_')}", **facts)


def line_text(game: Game[Any], line: ScoreLine) -> str:
    """Why these points: the clause's own sentence, or its rule."""
    rule = clause(game.name, line.clause)
    if rule.scored:
        return sentence(rule.scored, {"to": line.to, "points": line.points, **line.facts})
    return rule.rule or rule.title


def outcome_text(game: Game[Any], outcome: Mapping[str, Any]) -> list[str]:
    """Who wins the hand and the game with it, in words."""
    won = [say(f"score.{what}", winners=outcome[what]) for what in ("hand", "game") if outcome.get(what)]
    return won or [say("score.nobody")]


def house_rule_text(game: Game[Any], name: str, value: str) -> str:
    """What the option called `name` means with a value as it is typed, in the rulebook's words or those games share."""
    words = book(game.name).option.get(name, "")
    source = words if isinstance(words, str) else words.get(value, "")
    if not source and not has_block(f"option.{name}"):
        return f"{name}={value}"
    read = specs(game.options)[name].kind.read(value, ParseContext((), (), game.pack))
    return sentence(source, {"value": read}) if source else say(f"option.{name}", value=read)


def house_rules_text(game: Game[Any], options: Options) -> list[str]:
    """The house rules in force that differ from the usual ones, each in words."""
    return [house_rule_text(game, name, value) for name, value in options.changed().items()]


def options_text(game: Game[Any], options: Options) -> str:
    """The house rules in force that differ from the usual ones, as a sentence; empty if there are none."""
    rules = house_rules_text(game, options)
    return say("explain.options", options=rules) if rules else ""
