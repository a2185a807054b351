"""Imperfect-information Monte Carlo (Furtak and Buro 2013): in play-outs nobody sees the cards of others.

Where the adviser plays a made-up deal on with open hands, here everybody plays as the policy of `inference` does, which
sees the own hand and the table. So no plan rests on knowing in a deal what nobody will know at the table.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.strength.alternatives.features import cards
from tests.strength.alternatives.inference import deadline, weights
from tutor.advice import Budget, players
from tutor.policies.tricks import TrickPolicy
from tutor.policies.tricks.play_likelihood import PlayedCard

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from tutor.advice import Adviser
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat


def by_blind(mind: Adviser, record: Record[Any], seat: Seat, seconds: float) -> Move:
    """What the adviser says if hands are played out so."""
    weight = weights(mind.game.name)

    def chosen(
        policy: TrickPolicy[Any, Any],
        state: Any,
        seat: Seat,
        v: Any,
        legal: Sequence[Move],
        allies: Set[Seat],
        rng: Random,
    ) -> Move | None:
        plain = {move.cards[0]: move for move in legal if len(move.cards) == 1 and not move.word}
        if not plain:
            return None
        rules = policy.heuristic(state, v)
        layout, led, best, ours = rules.cards, 0, 0, False
        unseen = sum(layout.bits(held) for who, held in zip(state.seats, state.hands, strict=True) if who != seat)
        if v.best is not None:
            led, best, ours = layout.block(v.led), layout.bit[v.best], v.holder in allies
        at = PlayedCard(v.seats.index(seat), 0, len(v.trick), led, best, 0)
        own, able = layout.bits(v.hand), layout.bits(plain)
        found = cards(layout, rules.values, own, able, at, v.players, ours, unseen, {})
        odds = [math.exp(sum([weight[k] * x for k, x in one])) for _, one in found]
        return plain[layout.card(rng.choices(found, odds)[0][0])]

    budget = Budget(work=mind.strength.budget.work, stop=deadline(seconds))
    with (
        patch.object(players.RemainingLine, "next", lambda *_: None),
        patch.object(TrickPolicy, "rollout_move", chosen),
    ):
        return mind.advise(record, seat, Random(len(record.entries)), budget).move
