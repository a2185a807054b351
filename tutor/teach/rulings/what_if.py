"""What would change a ruling, in words: other cards in the hand, other house rules."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card, without
from tutor.kernel.fields import specs
from tutor.kernel.judging import Judgement, Ruling, Verdict, rule
from tutor.kernel.view_types import HandView, RankedTrickView
from tutor.teach.rulings.offers import DO, SAY
from tutor.teach.rulings.ruling import house_rule_text, house_rule_values, ruling_text
from tutor.teach.text.marks import split
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move

MOST: Final = 16
"""The most binding cards that are tried without."""
MOST_TOLD: Final = 3
"""The most of these sentences below a list of moves."""


def without_what(game: Game[Any], found: Judgement[Any], move: Move) -> tuple[Card, ...]:
    """Fewest cards, as a hand shows them, without which the refused `move` would be legal; empty if there are none.

    The same duties are asked about smaller hands: first without all cards that legal moves use and this move does not,
    then with each card put back that does not matter.
    """
    hand = found.view.hand if isinstance(found.view, HandView) else ()
    if not hand:
        return ()
    try:
        own = without(hand, move.cards)
    except ValueError:
        return ()
    binding = [c for c in own if any(c in other.cards for other in found.legal)]

    entitling = found.phase.entitling(found.view)

    def legal_without(gone: list[Card]) -> bool:
        if any(c in entitling for c in gone):
            return False
        view = dataclasses.replace(found.view, hand=without(hand, gone))
        if next(iter(found.phase.problems(view)), None) is not None:
            return False
        return rule(found.phase, view, move.text).legal

    if not binding or len(binding) > MOST or not legal_without(binding):
        return ()
    for c in tuple(binding):
        fewer = list(binding)
        fewer.remove(c)
        if fewer and legal_without(fewer):
            binding = fewer
    return tuple(dict.fromkeys(game.arranged(tuple(binding), found.view)))


def counterfactual(found: Judgement[Any], gone: Sequence[Card], moves: Sequence[Move]) -> str:
    """The sentence that without the cards `gone` these moves would be legal, with a suit named for all its cards.

    A suit that was led is called by its name, as in the reason, and not "trumps". Where the moves have cards of that
    suit themselves, these would have to be the only ones.
    """
    view, refused = found.view, {ruling.move for ruling in found.rulings if not ruling.legal}
    if isinstance(view, RankedTrickView):
        suits, suit = view.order.suit, view.order.suit[gone[0]]
        led = view.trick[:1] if view.trick and view.follows(gone[0]) else ()
        trump = suit == view.trumps and not (led and all(c.suit == suit for c in (*gone, *led)))
    else:
        suits, suit, trump = {c: c.suit for c in view.hand}, gone[0].suit, False
    own = {c for move in moves for c in move.cards if suits.get(c) == suit}
    return say(
        "ruling.without",
        gone=gone,
        moves=moves,
        plays=not any(move.word for move in moves),
        verb="play" if found.phase.verb in (DO, SAY) else found.phase.verb,
        whole=suit if {*gone} == {c for c in view.hand if suits[c] == suit} else "",
        own=tuple(own) if len(own) == 1 else (),
        trump=trump,
        may_play={*gone} == {c for move in found.legal for c in move.cards},
        any_card=len(moves) > 1 and {*moves} == refused and all(len(move.cards) == 1 for move in moves),
    )


def counterfactuals(game: Game[Any], found: Judgement[Any], rulings: Sequence[tuple[Ruling[Any], str]]) -> list[str]:
    """The sentences on what cards these refusals, each with its reason, depend on; none of plays of several cards."""
    said: dict[tuple[Card, ...], list[Move]] = {}
    for ruling, why in rulings:
        move = ruling.move
        gone = without_what(game, found, move) if move is not None and len(move.cards) < 2 else ()
        if move is not None and gone and not _said_already(why, gone, move):
            said.setdefault(gone, []).append(move)
    return [counterfactual(found, gone, moves) for gone, moves in list(said.items())[:MOST_TOLD]]


def _said_already(why: str, gone: Sequence[Card], move: Move) -> bool:
    """Whether the reason against a word names the cards that forbid it, so that "without them" says it again."""
    named = {value for kind, value in split(why) if kind == "c"}
    return bool(move.word) and all(c.text in named for c in gone)


def house_rules(game: Game[Any], found: Judgement[Any], move: Move) -> dict[str, str]:
    """The options, with the value, any one of which would turn the verdict on `move` round."""
    options = found.view.options
    was = rule(found.phase, found.view, move.text).legal
    out: dict[str, str] = {}
    for name, spec in specs(type(options)).items():
        for value in house_rule_values(game, name):
            if value == getattr(options, name) or name in out:
                continue
            view = dataclasses.replace(found.view, options=dataclasses.replace(options, **{name: value}))
            if next(iter(found.phase.problems(view)), None) is not None:
                continue
            if rule(found.phase, view, move.text).legal != was:
                out[name] = spec.kind.show(value)
    return out


def more_text(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any], *, in_force: bool) -> list[str]:
    """The counterfactual and the house rules that matter, a sentence each; with `in_force` no others than those.

    For a legal move only house rules in force are named without which it would be illegal.
    """
    move = ruling.move
    if move is None or ruling.verdict not in (Verdict.LEGAL, Verdict.NOT_ALLOWED) or found.actor is None:
        return []
    out = []
    if not ruling.legal:
        gone = without_what(game, found, move)
        if gone and not _said_already(ruling_text(game, found, ruling), gone, move):
            out.append(counterfactual(found, gone, [move]))
    changed = found.view.options.changed()
    by_kind: dict[bool, list[str]] = {}
    for name, value in house_rules(game, found, move).items():
        if (ruling.legal or in_force) and name not in changed:
            continue
        usual = specs(game.options)[name].kind.show(specs(game.options)[name].default) == value
        by_kind.setdefault(usual, []).append(house_rule_text(game, name, value))
    told = ({"rules": rules, "usual": usual} for usual, rules in by_kind.items())
    return out + [say("ruling.option", move=move, legal=ruling.legal, **one) for one in told]
