"""Phases of Bridge Solitaire before the play: picking the hand, the top discard, and the one call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import AskedPhase, CardsPhase, ChoicePhase, Consequence, Picks, exactly
from tutor.games.bridge_solitaire.bids import BIDS, Calling, winner_steps
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState, lead_due
from tutor.games.bridge_solitaire.table import DOWN, HAND, HOUSE, PACK, PLAYER, SIDES, TAKEN, Discarding, Picking
from tutor.kernel import calls
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duty, Trace, always, batch_predicate, narrow
from tutor.kernel.events import CALL_MADE, CONTRACT_SET, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.state import changed
from tutor.kernel.tabletop import alternating
from tutor.kernel.working import Chain, Step, Working, open_step

PASS: Final = call(calls.PASS)
SUITS_HELD: Final = alternating("SHDC")
"""The suits in the order in which a hand with all four is held."""

# -- picking the hand --------------------------------------------------------------------------------------


def with_jokers(v: Picking, moves: Sequence[Move]) -> list[Move]:
    """Those with every joker among them."""
    left = [*moves]
    for joker in v.jokers:
        left = [move for move in left if joker in move.cards]
    return left


def picks_with_jokers(v: Picking) -> Picks:
    """A pick for each choice of the other cards, with every joker; jokers are sorted last."""
    others = tuple([c for c in PACK.sort(v.faceup) if not c.joker])
    return Picks(others, [TAKEN - len(v.jokers)], PACK.sort(v.jokers))


JOKERS_TAKEN: Final[Duty[Picking]] = always(
    "bridge-solitaire.pick", batch_predicate(with_jokers), listing=picks_with_jokers
)


class Pick(CardsPhase[Picking, BridgeSolitaireState]):
    """Take six of the thirteen cards face up, with every joker among them."""

    name = "pick"
    title = "the six cards you take"
    verb = "take"
    clause = "bridge-solitaire.pick"
    number = TAKEN
    wanted = "name six cards"
    binding = (JOKERS_TAKEN,)

    def problems(self, v: Picking) -> Iterator[Problem]:
        """Another number of cards than thirteen."""
        if len(v.faceup) != HAND:
            yield Problem("faceup", f"thirteen cards, not {len(v.faceup)}")

    def holds(self, v: Picking) -> Cards:
        """The thirteen cards face up."""
        return v.faceup

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """Take the cards; the top discard is to be chosen next."""
        left = without(state.faceup, move.cards)
        state = changed(state, faceup=(), hand=move.cards, discards=left, phase=Discard.name, turn=(PLAYER,))
        return Turn(state, (Event("cards taken", PLAYER, move.cards, self.clause),))


class Discard(CardsPhase[Discarding, BridgeSolitaireState]):
    """Choose which of the other seven cards lies on top of the discards, where it can be seen."""

    name = "discard"
    title = "the discard to leave on top"
    verb = "leave on top"
    clause = "bridge-solitaire.discard"
    wanted = "name the one card that stays on top"

    def problems(self, v: Discarding) -> Iterator[Problem]:
        """Another number of cards than seven, or a joker among them."""
        if len(v.discards) != DOWN:
            yield Problem("discards", f"seven cards, not {len(v.discards)}")
        before = Picking(players=v.players, dealer=v.dealer, options=v.options, faceup=v.discards)
        others = play(*[c for c in PACK.cards if c not in v.discards][:TAKEN])
        if not narrow((JOKERS_TAKEN,), before, (others,)).legal:
            yield Problem("discards", "a joker face up must be taken")

    def holds(self, v: Discarding) -> Cards:
        """The seven cards that were not taken."""
        return v.discards

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """Put the card on top; the hand is turned and the house bids."""
        discards = (*without(state.discards, move.cards), move.card)
        hand = PACK.sort(state.hand + state.down)
        facts = {"hand": hand, "top": move.card}
        turned = Event("hand turned", PLAYER, PACK.sort(state.down), "bridge-solitaire.hand", facts)
        state = changed(state, down=(), discards=discards, hand=hand, thirteen=hand, phase=Auction.name, turn=(PLAYER,))
        v = state.calling()
        house = {"bid": v.house.text if v.house else "", "winners": dict(v.counted), "sum": sum(v.counted.values())}
        said = Event("house bid", HOUSE, clause=HouseBid.clause, facts=house)
        return Turn(changed(state, jokers=v.jokers), (turned, said))


# -- bidding -----------------------------------------------------------------------------------------------


class Counted(AskedPhase[Calling, BridgeSolitaireState]):
    """A phase about a hand in which the house has counted winners."""

    hand_size = exactly(HAND, "the player has")

    def facts(self, v: Calling) -> Mapping[str, Any]:
        """The winners in each suit, and the bid of the house."""
        house = v.house.text if v.house else PASS.word
        return {"winners": dict(v.counted), "level": v.level, "house": house, "strain": v.strain, "jokers": v.jokers}

    def workings(self, v: Calling) -> Mapping[str, Working]:
        """How the winners and the bid of the house come about."""
        playout = v.options.house_count == "playout"
        found: dict[str, Working] = {}
        for s, n in v.counted.items():
            steps: tuple[Step, ...] = (
                open_step("suit_held", {"of": s, "them": PACK.sort(c for c in v.hand if c.suit == s)}),
            )
            steps += winner_steps(v.hand, s, playout=playout)
            found[f"facts.winners.{s}"] = Chain(
                "bridge-solitaire.house.count", (*steps, Step("that_makes", {"n": n})), n
            )
        suits_won = tuple(self._won_in(v, s, playout=playout) for s in SUITS_HELD if v.counted[s])
        if len(suits_won) < len(v.counted):
            suits_won += (Step("suits_without_winner", {"suits": tuple(s for s in SUITS_HELD if not v.counted[s])}),)
        level = Step("house_level", {"n": v.level, "counted": sum(v.counted.values())})
        held = {"suits": tuple((s, v.lengths[s]) for s in SUITS_HELD), "of": v.strain, "level": v.shortest}
        suits = Step("suit_lengths", {**held, "lowest": v.options.house_tie == "lowest"})
        found["facts.level"] = Chain("bridge-solitaire.house.level", (*suits_won, level), v.level)
        bid = v.house.text if v.house else PASS.word
        return found | {
            "facts.strain": Chain("bridge-solitaire.house.strain", (suits,), v.strain, _other_suits(v)),
            "facts.house": Chain("bridge-solitaire.house.strain", (suits,) if v.house else (level,), bid),
        }

    def _won_in(self, v: Calling, s: str, *, playout: bool) -> Step:
        """The step that sums up the winners in one suit."""
        steps = winner_steps(v.hand, s, playout=playout)
        best = tuple(rank for step in steps if step.name == "best_out" for rank in step.facts["ranks"])
        lost = tuple(rank for step in steps if step.name == "best_against" for rank in step.facts["ranks"])
        left = v.counted[s] - len(best)
        return Step("suit_winners", {"of": s, "n": v.counted[s], "best": best, "lost": lost, "left": left})


def _other_suits(v: Calling) -> tuple[Step, ...]:
    """What is wrong with each suit that the house does not bid: it is lower than one as short, or longer."""
    return tuple(
        Step("suit_not_bid", {"of": s, "n": n, "level": s in v.shortest, "lowest": v.options.house_tie == "lowest"}, s)
        for s, n in v.lengths.items()
        if s != v.strain
    )


class HouseBid(Consequence[Calling, BridgeSolitaireState], Counted):
    """The bid of the house, which follows from its count."""

    name = "house"
    title = "the house's bid"
    clause = "bridge-solitaire.house.level"


def outbids(v: Calling, move: Move) -> bool:
    """Whether the move is a bid above the house's, or a pass on a bid of the house."""
    if move == PASS:
        return v.house is not None
    return v.house is None or BIDS[move.text] > v.house


HIGHER: Final[Duty[Calling]] = always("bridge-solitaire.bid.player", outbids)
EVEN_FOR_NT: Final[Duty[Calling]] = always(
    "bridge-solitaire.bid.nt", lambda v, move: move == PASS or bool(BIDS[move.text].trump) or v.even
)


class Auction(ChoicePhase[Calling, BridgeSolitaireState], Counted):
    """Bid or pass once, after the house."""

    name = "auction"
    title = "your call"
    verb = "call"
    clause = "bridge-solitaire.bid.player"
    words = (PASS.word, *BIDS)
    meanings = MappingProxyType(
        {word: calls.bid(one.level, one.trump, no_trump=not one.trump) for word, one in BIDS.items()}
    )
    binding = (HIGHER, EVEN_FOR_NT)

    def basis(self, v: Calling, found: Trace[Calling], move: Move) -> str:
        """The clause of the bid; for no trump the one about the shape of the hand."""
        return EVEN_FOR_NT.clause if move != PASS and not BIDS[move.text].trump else HIGHER.clause

    def sayable(self, v: Calling) -> str:
        """The error message: pass, or a bid."""
        return "say pass, or a bid from 1C to 7NT"

    def see(self, state: BridgeSolitaireState, seat: Seat) -> Calling:
        """The view of the hand."""
        return state.calling()

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """Set the contract; the defender leads (`bridge-solitaire.lead.first`)."""
        contract = BIDS.get(move.text, state.calling().house)
        assert contract is not None
        declarer = PLAYER if move.text in BIDS else HOUSE
        facts = {"bid": contract.text, "doubled": state.jokers}
        events = (
            Event(CALL_MADE, PLAYER, facts={"call": move.text}),
            Event(CONTRACT_SET, declarer, (), "bridge-solitaire.double", facts),
        )
        leader = other_side(SIDES, declarer)
        return lead_due(changed(state, contract=contract, declarer=declarer, leader=leader), events)
