"""What follows, in words: who wins a trick, facts of a position, events, lines of the score, who wins a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.teach.rulings.ruling import book, clause, seen, seen_fields
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.events import Event, ScoreLine
    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase


def winner_text(game: Game[Any], phase: Phase[Any, Any], view: Any) -> tuple[str, str]:
    """The sentence on who wins the complete trick and why, and the clause; empty texts for an incomplete trick."""
    ident = phase.winner_clause(view)
    if not ident:
        return "", ""
    rule = clause(game.name, ident)
    won = phase.winner(view)
    facts = seen(game, phase, view) | {"winner": won, "totals": phase.totals(view), "facts": phase.facts(view)}
    if rule.decided:
        return sentence(rule.decided, facts), ident
    return say("ruling.winner" if won else "ruling.no_winner", rule=rule.rule or rule.title, **facts), ident


def fact_texts(game: Game[Any], phase: Phase[Any, Any], view: Any) -> dict[str, str]:
    """The sentences for facts of the position that the rulebook has words for, by the name of the fact."""
    found = phase.facts(view)
    facts = seen(game, phase, view) | {"facts": found}
    words = book(game.name).fact
    told = ((name, words[name], facts | {"value": value}) for name, value in found.items() if name in words)
    return {name: text for name, source, given in told if (text := sentence(source, given))}


def event_text(game: Game[Any], event: Event) -> str:
    """The sentence for an event; empty if its template is."""
    facts: dict[str, Any] = {"who": event.seat, "cards_": event.cards, "clause_": event.clause, **event.facts}
    facts["done"] = event.cards
    own = book(game.name).event.get(event.what)
    if own is not None:
        return sentence(own, facts)
    facts["called"] = book(game.name).situation.get("hand", "")
    return say(f"event.{event.what.replace(' ', '_')}", **facts)


def line_text(game: Game[Any], line: ScoreLine) -> str:
    """The reason for a score line: the `scored` sentence of its clause, or its rule."""
    rule = clause(game.name, line.clause)
    if rule.scored:
        return sentence(rule.scored, {"to": line.to, "points": line.points, **line.facts})
    return rule.rule or rule.title


def outcome_facts(game: Game[Any], view: Any, outcome: Mapping[str, Any]) -> list[str]:
    """The sentences for other parts of an outcome, which the rulebook has as facts called `outcome.NAME`."""
    words = book(game.name).fact
    facts = {**seen_fields(view), "facts": outcome}
    named = ((words.get(f"outcome.{name}"), value) for name, value in outcome.items())
    return [text for source, value in named if source and (text := sentence(source, facts | {"value": value}))]
