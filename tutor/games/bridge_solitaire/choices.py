"""Before a card of Bridge Solitaire is led: picking the hand, leaving the rest, and the one call."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from tutor.games.bridge_solitaire import estimate
from tutor.games.bridge_solitaire.bids import BIDS, Calling, matched
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState, called, laid_away, picked
from tutor.games.bridge_solitaire.table import DOWN, HAND, PACK, PLAYER, TAKEN, Discarding, Picking
from tutor.kernel.cards import Cards, spelled
from tutor.kernel.duties import Duties, Duty, Trace, always, narrow
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.working import Chain, Step, Working

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from tutor.kernel.seats import Seat

PASS: Final = call("pass")

# -- picking the hand --------------------------------------------------------------------------------------

JOKERS_TAKEN: Final[Duty[Picking]] = always(
    "bridge-solitaire.pick", lambda v, move: all(c in move.cards for c in v.jokers)
)


class Pick(Phase[Picking, BridgeSolitaireState]):
    """Six of the thirteen cards face up, every joker among them."""

    name = "pick"
    title = "the six cards you take"
    verb = "take"
    clause = "bridge-solitaire.pick"
    view = Picking

    def problems(self, v: Picking) -> Iterator[Problem]:
        """Not thirteen cards."""
        if len(v.faceup) != HAND:
            yield Problem("faceup", f"thirteen cards, not {len(v.faceup)}")

    def actor(self, v: Picking) -> Seat | None:
        """The player."""
        return PLAYER

    def duties(self, v: Picking) -> Duties[Picking]:
        """Jokers must be taken."""
        return (JOKERS_TAKEN,)

    def candidates(self, v: Picking) -> Iterable[Move]:
        """Every six cards."""
        # 1,716 of them, and none of those again: made for the occasion, they leave the table of kept moves to others.
        return (Move("", six) for six in combinations(PACK.sort(v.faceup), TAKEN))

    def holds(self, v: Picking) -> Cards:
        """The cards face up."""
        return v.faceup

    def form(self, v: Picking, move: Move) -> Move:
        """Six cards, as a hand is sorted."""
        if len(move.cards) != TAKEN:
            raise Unreadable("six cards joined with +, such as QH+8H+AC+KC+TC+8C")
        return play(*PACK.sort(move.cards))

    def see(self, state: BridgeSolitaireState, seat: Seat) -> Picking:
        """The cards face up."""
        return Picking(players=state.players, dealer=state.dealer, options=state.options, faceup=state.faceup)

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """They are taken."""
        return picked(state, move.cards)

    def bidding_policy(self, v: Picking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """High cards and long suits."""
        return estimate.picked(v, legal, rng)


class Discard(Phase[Discarding, BridgeSolitaireState]):
    """Which of the other seven lies on top of the discards, where it can be seen."""

    name = "discard"
    title = "the discard to leave on top"
    verb = "leave on top"
    clause = "bridge-solitaire.discard"
    view = Discarding

    def problems(self, v: Discarding) -> Iterator[Problem]:
        """Not seven cards, or a joker among them."""
        if len(v.discards) != DOWN:
            yield Problem("discards", f"seven cards, not {len(v.discards)}")
        before = Picking(players=v.players, dealer=v.dealer, options=v.options, faceup=v.discards)
        others = play(*[c for c in PACK.cards if c not in v.discards][:TAKEN])
        if not narrow((JOKERS_TAKEN,), before, (others,)).legal:
            yield Problem("discards", "a joker face up must be taken")

    def actor(self, v: Discarding) -> Seat | None:
        """The player."""
        return PLAYER

    def candidates(self, v: Discarding) -> Iterable[Move]:
        """Each of the seven."""
        return (play(c) for c in v.discards)

    def holds(self, v: Discarding) -> Cards:
        """The seven."""
        return v.discards

    def form(self, v: Discarding, move: Move) -> Move:
        """One card."""
        if len(move.cards) != 1:
            raise Unreadable("the one card that stays on top")
        return move

    def see(self, state: BridgeSolitaireState, seat: Seat) -> Discarding:
        """The seven."""
        return Discarding(players=state.players, dealer=state.dealer, options=state.options, discards=state.discards)

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """It lies on top; the hand is turned and the house bids."""
        return laid_away(state, move.card)


# -- bidding -----------------------------------------------------------------------------------------------


def counted(v: Calling) -> dict[str, Any]:
    """What the house counts and bids, as facts."""
    house = v.house.text if v.house else "pass"
    return {"winners": dict(v.counted), "level": v.level, "house": house, "strain": v.strain, "jokers": v.jokers}


class HouseBid(Phase[Calling, BridgeSolitaireState]):
    """The house bids by counting; nobody decides anything."""

    name = "house"
    title = "the house's bid"
    clause = "bridge-solitaire.house.level"
    view = Calling

    def problems(self, v: Calling) -> Iterator[Problem]:
        """Not thirteen cards."""
        if len(v.hand) != HAND:
            yield Problem("hand", f"thirteen cards, not {len(v.hand)}")

    def actor(self, v: Calling) -> Seat | None:
        """Nobody."""
        return None

    def candidates(self, v: Calling) -> Iterable[Move]:
        """None."""
        return ()

    def facts(self, v: Calling) -> Mapping[str, Any]:
        """What the house counts and bids."""
        return counted(v)

    def workings(self, v: Calling) -> Mapping[str, Working]:
        """The winners in each suit, and the bid that follows."""
        playout = v.options.house_count == "playout"
        found: dict[str, Working] = {}
        for s, n in v.counted.items():
            steps: tuple[Step, ...] = (Step("suit_held", {"of": s, "them": tuple(c for c in v.hand if c.suit == s)}),)
            steps += matched(v.hand, s, playout=playout)
            found[f"facts.winners.{s}"] = Chain(
                "bridge-solitaire.house.count", (*steps, Step("that_makes", {"n": n})), n
            )
        suits_won = tuple(self._won_in(v, s, playout=playout) for s in v.counted)
        level = Step("house_level", {"n": v.level, "counted": sum(v.counted.values())})
        suits = Step("suit_lengths", {"lengths": tuple(v.lengths.items()), "of": v.strain})
        found["facts.level"] = Chain("bridge-solitaire.house.level", (*suits_won, level), v.level)
        bid = v.house.text if v.house else "pass"
        return found | {
            "facts.strain": Chain("bridge-solitaire.house.strain", (suits,), v.strain),
            "facts.house": Chain("bridge-solitaire.house.strain", (suits,) if v.house else (level,), bid),
        }

    def _won_in(self, v: Calling, s: str, *, playout: bool) -> Step:
        """What wins in one suit, in short."""
        steps = matched(v.hand, s, playout=playout)
        best = tuple(step.facts["rank"].replace("T", "10") for step in steps if step.name == "best_out")
        return Step("suit_winners", {"of": s, "n": v.counted[s], "best": best, "left": v.counted[s] - len(best)})


def outbids(v: Calling, move: Move) -> bool:
    """Pass on a bid of the house; otherwise a bid, higher than the house's."""
    if move == PASS:
        return v.house is not None
    return v.house is None or BIDS[move.text] > v.house


HIGHER: Final[Duty[Calling]] = always("bridge-solitaire.bid.player", outbids)
EVEN_FOR_NT: Final[Duty[Calling]] = always(
    "bridge-solitaire.bid.nt", lambda v, move: move == PASS or bool(BIDS[move.text].trump) or v.even
)


class Auction(HouseBid):
    """The player's one call after the house's."""

    name = "auction"
    title = "your call"
    verb = "call"
    clause = "bridge-solitaire.bid.player"
    words = ("pass", *BIDS)

    def actor(self, v: Calling) -> Seat | None:
        """The player."""
        return PLAYER

    def duties(self, v: Calling) -> Duties[Calling]:
        """High enough; no trump only with an even hand."""
        return (HIGHER, EVEN_FOR_NT)

    def basis(self, v: Calling, found: Trace[Calling], move: Move) -> str:
        """The shape of the hand matters for no trump only."""
        return EVEN_FOR_NT.clause if move != PASS and not BIDS[move.text].trump else HIGHER.clause

    def candidates(self, v: Calling) -> Iterable[Move]:
        """Every call there is."""
        return (call(word) for word in self.words)

    def read(self, v: Calling, text: str) -> Move:
        """One of the calls, in any case, with suits also by their symbols."""
        wanted = (text.strip().lower(), spelled(text).lower())
        for word in self.words:
            if word.lower() in wanted:
                return call(word)
        raise Unreadable("say pass, or a bid from 1C to 7NT")

    def see(self, state: BridgeSolitaireState, seat: Seat) -> Calling:
        """The hand."""
        return state.calling()

    def act(self, state: BridgeSolitaireState, seat: Seat, move: Move) -> Turn[BridgeSolitaireState]:
        """The contract stands."""
        return called(state, move)

    def bidding_policy(self, v: Calling, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """What the hand should make."""
        return estimate.bid(v, hand, legal, rng)
