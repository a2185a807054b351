"""The tricks of Bridge Solitaire: the player's card, and the answer of the house when the player leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tutor.families.choices import CardsPhase, Consequence, at_most
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState, lead_due
from tutor.games.bridge_solitaire.table import (
    HAND,
    HOUSE,
    NT_TURNS,
    PLAYER,
    SIDES,
    STOCK,
    Answering,
    Playing,
    answer_from_stock,
    answers,
    winning,
)
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duty, Trace, if_able
from tutor.kernel.events import PLAYED, TRICK_WON, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn, Won
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working, open_step

FOLLOW: Final[Duty[Playing]] = if_able(
    "bridge-solitaire.player.follow",
    lambda v, move: move.card.suit == v.trick[0].suit,
    when=lambda v: bool(v.trick) and not v.trick[0].joker,
    waiver="bridge-solitaire.player.follow",
)


def two_cards(clause: str, trump: str, leader: Seat, trick: Cards, won: Seat) -> Chain:
    """The working of which of two cards wins."""
    led, reply = trick
    facts: dict[str, object] = {
        "who": won,
        "it": led if won == leader else reply,
        "to": reply if won == leader else led,
        "led": led,
    }
    joker = any(c.joker for c in trick)
    facts["answered"] = led.joker and reply.joker and won == PLAYER
    trumped = bool(trump) and trump in (led.suit, reply.suit) and led.suit != reply.suit
    why = "joker_wins" if joker else "trump_beats" if trumped else "same_suit" if led.suit == reply.suit else "not_suit"
    return Chain(
        clause,
        (open_step("two_cards", {"leader": leader, "led": led, "reply": reply}), Step(why, facts, won)),
        won,
    )


class Play(CardsPhase[Playing, BridgeSolitaireState]):
    """Lead a card, or play one to the lead of the house."""

    name = "play"
    title = "your card"
    clause = "bridge-solitaire.lead.first"
    hand_size = at_most(HAND)
    wanted = "name one card"
    binding = (FOLLOW,)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """Impossible tricks and hands."""
        yield from super().problems(v)
        if len(v.trick) > len(SIDES):
            yield Problem("trick", f"{len(v.trick)} cards, but a trick has two")
        if len(v.trick) == 1 and v.leader == PLAYER:
            yield Problem("leader", "the player has led: that is phase=answer")

    def actor(self, v: Playing) -> Seat | None:
        """The player; None if the house is to lead, or the trick is complete."""
        return None if len(v.trick) == 2 or (v.led_by == HOUSE and not v.trick) else PLAYER

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """The clause of following suit, or of what sets the player free."""
        if v.trick and v.trick[0].joker:
            return "bridge-solitaire.player.jokerlead"
        if not v.trick and move.card.joker:
            return "bridge-solitaire.player.leads.joker"
        return "bridge-solitaire.player.follow" if v.trick else self.clause

    def winner(self, v: Playing) -> Won | None:
        """The winner of a complete trick, with its card."""
        if v.won_by is None:
            return None
        return Won(v.trick[v.won_by != v.led_by].text, v.won_by)

    def winner_clause(self, v: Playing) -> str:
        """The clause by which a complete trick is won; jokers have their own."""
        if v.won_by is None:
            return ""
        return "bridge-solitaire.win.joker" if any(c.joker for c in v.trick) else "bridge-solitaire.win"

    def workings(self, v: Playing) -> Mapping[str, Working]:
        """How the winner of the trick comes about."""
        if v.won_by is None:
            return {}
        return {"winner": two_cards(self.winner_clause(v), v.trump, v.led_by, v.trick, v.won_by)}

    def see(self, state: BridgeSolitaireState, seat: Seat) -> Playing:
        """The trick and the hand."""
        return state.playing()

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """Complete the trick, from the stock if the player led."""
        assert state.contract is not None
        c, trump = move.card, state.contract.trump
        events: tuple[Event, ...] = (Event(PLAYED, PLAYER, (c,), facts={"lead": not state.trick}),)
        state = changed(state, hand=without(state.hand, (c,)), trick=(*state.trick, c))
        if state.leader == PLAYER:
            found = answer_from_stock(c, trump, state.stock)
            turned, reply = state.stock[: found.turned], (found.card,) if found.card else ()
            vain = without(turned, reply)
            facts = {"vain": vain, "answer": found.card or "", "fits": found.fits}
            clause = "bridge-solitaire.house.answer" if found.card else "bridge-solitaire.house.nt4"
            events += (Event("house turned", HOUSE, turned, clause, facts),)
            state = changed(state, stock=state.stock[found.turned :], trick=state.trick + reply, gone=state.gone + vain)
        trick = state.trick
        winner = winning(trump, state.leader, trick) if len(trick) == 2 else PLAYER
        clause = "bridge-solitaire.win.joker" if any(c.joker for c in trick) else "bridge-solitaire.win"
        events += (Event(TRICK_WON, winner, trick, clause),)
        won = state.won + (winner == PLAYER)
        return lead_due(changed(state, won=won, leader=winner, gone=state.gone + trick, trick=()), events)


class HouseAnswer(Consequence[Answering, BridgeSolitaireState]):
    """The answer of the house to the player's lead, which follows from the stock."""

    name = "answer"
    title = "the house's answer"
    clause = "bridge-solitaire.house.answer"

    def problems(self, v: Answering) -> Iterator[Problem]:
        """No lead, no stock, or too few cards of it."""
        if len(v.trick) != 1:
            yield Problem("trick", f"one card, the player's lead, not {len(v.trick)}")
        if len(v.hand) >= HAND:
            yield Problem("hand", f"{len(v.hand)} cards after the lead, but a hand has thirteen with it")
        if not v.stock:
            yield Problem("stock", "must be given: it says what the house plays")
        elif len(v.stock) > STOCK:
            yield Problem("stock", f"{len(v.stock)} cards, but the stock has {STOCK} at most")
        elif len(v.trick) == 1 and not v.answer.fits and not v.last:
            most = "" if v.trump else f" or {NT_TURNS} cards"
            yield Problem("stock", f"too short: it goes on to a card that answers{most} (or last=true)")

    def winner(self, v: Answering) -> Won | None:
        """The winner of the trick, with its card."""
        reply = v.answer.card
        return Won(v.trick[0].text if v.won_by == PLAYER or reply is None else reply.text, v.won_by)

    def winner_clause(self, v: Answering) -> str:
        """The clause by which the trick is won."""
        reply = v.answer.card
        if reply is None:
            return "bridge-solitaire.house.nt4"
        if v.trick[0].joker:
            return "bridge-solitaire.player.leads.joker"
        if reply.joker:
            return "bridge-solitaire.win.joker"
        return "bridge-solitaire.win" if v.answer.fits else "bridge-solitaire.stock.end"

    def facts(self, v: Answering) -> Mapping[str, Any]:
        """The number of cards turned, the answer, and the tricks that the end of the stock gives the player."""
        return {
            "turned": v.answer.turned,
            "answer": v.answer.card.text if v.answer.card else "none",
            "rest": len(v.hand) if v.exhausted else 0,
        }

    def workings(self, v: Answering) -> Mapping[str, Working]:
        """How the answer comes about, card by card."""
        found, lead = v.answer, v.trick[0]
        of = {"led": lead.suit, "trump": v.trump}
        other = bool(v.trump) and not lead.joker and lead.suit != v.trump
        turned = tuple(
            Step(
                "turns",
                {"n": n, "it": c, "fits": answers(c, lead, v.trump), "trumps": other and c.suit == v.trump, **of},
                c.text,
            )
            for n, c in enumerate(v.stock[: found.turned], 1)
        )
        end = Step(
            "no_answer" if found.card is None else "plays_last_card" if not found.fits else "plays_it",
            {"it": found.card, "n": found.turned},
        )
        clause = "bridge-solitaire.house.answer"
        name = found.card.text if found.card else "none"
        used = Step("stock_used" if v.exhausted else "stock_left", {"n": len(v.hand)})
        shown = tuple(step._replace(given=True) for step in (*turned, end))
        chains: dict[str, Working] = {
            "facts.answer": Chain(clause, (*turned, end), name),
            "facts.turned": Chain(clause, (*turned, end), found.turned),
            "facts.rest": Chain("bridge-solitaire.stock.end", (*shown, used), len(v.hand) if v.exhausted else 0),
        }
        if found.card is None or found.card.joker:
            return chains | {"winner": Chain(self.winner_clause(v), (*turned, end), v.won_by)}
        return chains | {"winner": two_cards(self.winner_clause(v), v.trump, PLAYER, (lead, found.card), v.won_by)}
