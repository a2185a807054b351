"""Dou Dizhu: a landlord against two players, combinations that climb until somebody has no cards left.

Every clause stands in `lessons/dou-dizhu/rulebook.toml`. `combos` has the combinations, `table` views and state,
`deal` the deal, `pay` the scoring; this module has the two phases and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tutor.families import call_workings
from tutor.families.auctions import AuctionPhase
from tutor.families.climbs import Climbing, combination, loose, no_passing_lead
from tutor.families.hands import throw_in
from tutor.families.plays import ClimbGame, after_play
from tutor.games.dou_dizhu.combos import BIGGEST, BOMB, BOTH_JOKERS, OUT_OF_RUNS, PACK, ROCKET, run_shaped
from tutor.games.dou_dizhu.deal import deal_hands, set_first_caller
from tutor.games.dou_dizhu.pay import SCORE
from tutor.games.dou_dizhu.stage import DouDizhuSetup
from tutor.games.dou_dizhu.table import EACH, Calling, DouDizhuState, Playing, Rules
from tutor.games.dou_dizhu.tabletop import ARRANGEMENT, TABLETOP
from tutor.kernel.calls import PASS
from tutor.kernel.cards import JOKERS, Cards, lacking
from tutor.kernel.duties import Duty, Trace, always, batch_predicate
from tutor.kernel.events import LANDLORD_FOUND, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Combo, Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working, open_step

# -- the auction -------------------------------------------------------------------------------------------------

HIGHER_BID: Final[Duty[Calling]] = always(
    "dou-dizhu.auction.calls", lambda v, move: move.text == PASS or int(move.text) > v.bid
)


class Auction(AuctionPhase[Calling, DouDizhuState]):
    """Calls go round until there is a bid of three, or two passes in a row after a bid."""

    clause = "dou-dizhu.auction.calls"
    refuses = frozenset({"table"})
    binding = (HIGHER_BID,)

    def problems(self, v: Calling) -> Iterator[Problem]:
        """A hand that is too large, and calls that could not have been made."""
        if len(v.hand) > EACH:
            yield Problem("hand", f"{len(v.hand)} cards, but {EACH} are dealt; only the landlord gets more")
        yield from super().problems(v)

    def actor(self, v: Calling) -> Seat | None:
        """The player who drew the face-up card, then the next in turn, until the auction is over."""
        at = v.seats.index(v.leader) + len(v.bids)
        return None if v.over else v.seats[at % v.players]

    def facts(self, v: Calling) -> Mapping[str, Any]:
        """The standing bid, and who calls next; at the end the landlord, or that the cards are dealt again."""
        if not v.over:
            return {"bid": v.bid, "next": self.actor(v)}
        return {"bid": v.bid} | ({"landlord": v.landlord} if v.landlord else {"redeal": True})

    def workings(self, v: Calling) -> Mapping[str, Working]:
        """How turn, highest bid and landlord come about."""
        found, facts = dict(super().workings(v)), self.facts(v)
        if not v.bids:
            first = (
                open_step("drew_upcard", {"who": v.leader}, v.leader),
                Step("speaks_so", {"who": v.leader}, v.leader),
            )
            found["facts.next"] = Chain("dou-dizhu.auction.first", first, v.leader)
        steps, holder, bid = call_workings.compare_calls(v.bids, lambda word: 0 if word == PASS else int(word))
        if not holder:
            if facts.get("landlord"):
                stays = Step("first_caller_takes", {"who": v.landlord}, v.landlord)
                return found | {"facts.landlord": Chain("dou-dizhu.auction.end", (*steps, stays), v.landlord)}
            again = call_workings.redeal("dou-dizhu.auction.end", v.bids, holder, bid)
            return found | ({"facts.redeal": again} if "redeal" in facts else {})
        high = call_workings.with_highest_bid(steps, holder, bid)
        found["facts.bid"] = Chain("dou-dizhu.auction.calls", high, v.bid)
        if v.over:
            ended = Step("auction_ended", {"call": str(bid), "passes": v.bids[-1][1] == PASS})
            found["facts.landlord"] = Chain("dou-dizhu.auction.end", (*high[:-1], ended, high[-1]), holder)
            found["to_move"] = Chain("dou-dizhu.auction.end", (*steps, ended), None)
            return found
        due = Step("speaks_next", {"who": self.actor(v)}, self.actor(v))
        stands = Step("auction_goes_on", {"who": holder, "call": bid, "passes": v.bids[-1][1] == PASS}, holder)
        found["to_move"] = found["facts.next"] = Chain("dou-dizhu.auction.end", (stands, due), self.actor(v))
        return found

    def closed(self, state: DouDizhuState) -> Turn[DouDizhuState]:
        """The landlord takes the widow and leads, or the same dealer deals again."""
        v = self.see(state, state.leader)
        if v.landlord is None:
            return throw_in(state, PACK, "dou-dizhu.auction.end", what="hand annulled", hand_no=state.hand_no)
        at = state.seats.index(v.landlord)
        widow, shown = state.away, state.options.reveal_widow
        state = changed(
            state,
            hands=tuple(PACK.sort((*hand, *widow)) if i == at else hand for i, hand in enumerate(state.hands)),
            known=tuple((*cards, *widow) if i == at and shown else cards for i, cards in enumerate(state.known)),
            away=(),
            landlord=v.landlord,
            bid=v.bid,
            leader=v.landlord,
            phase="play",
            turn=(v.landlord,),
        )
        event = Event(LANDLORD_FOUND, v.landlord, widow if shown else (), "dou-dizhu.auction.widow", {"bid": v.bid})
        return Turn(state, (event,))


# -- the play ----------------------------------------------------------------------------------------------------


def runs_too_far(move: Move) -> bool:
    """Whether the cards have the form of a run that includes a 2 or a joker."""
    return run_shaped(move.cards) and not OUT_OF_RUNS.isdisjoint(move.cards)


def mixes_jokers(move: Move) -> bool:
    """Whether both jokers are played with other cards."""
    return len(move.cards) > 2 and BOTH_JOKERS.issubset(move.cards)


def above(v: Playing, moves: Sequence[Move]) -> list[Move]:
    """The moves that are no combination, higher than the last one, or a bomb or rocket."""
    high = v.to_beat.high
    return [move for move in moves if type(move) is not Combo or move.high > high or move.trump]


def alike(v: Playing, moves: Sequence[Move]) -> list[Move]:
    """The moves that are no combination, of the same kind and length as the last one, or a bomb or rocket."""
    kind, length = v.to_beat.kind, v.to_beat.length
    return [m for m in moves if type(m) is not Combo or (m.kind == kind and m.length == length) or m.trump]


KICKER_JOKERS: Final[Duty[Playing]] = always(
    "dou-dizhu.combo.kicker-jokers",
    loose(lambda move: not mixes_jokers(move)),
)
RUN_LIMIT: Final[Duty[Playing]] = always(
    "dou-dizhu.combo.run-limit",
    loose(lambda move: not runs_too_far(move)),
)
COMBINATION: Final[Duty[Playing]] = combination("dou-dizhu.combo.none")
ON_ROCKET: Final[Duty[Playing]] = always(
    "dou-dizhu.play.rocket", lambda v, move: not move.cards, when=lambda v: v.to_beat.kind == ROCKET
)
ON_BOMB: Final[Duty[Playing]] = always(
    "dou-dizhu.play.bomb",
    lambda v, move: not isinstance(move, Combo) or (move.trump and move.high > v.to_beat.high),
    when=lambda v: v.to_beat.kind == BOMB,
)
SAME_KIND: Final[Duty[Playing]] = always("dou-dizhu.play.beat", batch_predicate(alike), when=lambda v: not v.free)
HIGHER: Final[Duty[Playing]] = always("dou-dizhu.play.compare", batch_predicate(above), when=lambda v: not v.free)
LEAD: Final[Duty[Playing]] = no_passing_lead("dou-dizhu.play.lead")


class Play(Climbing[Playing, DouDizhuState]):
    """Beat the last play or pass; on a free lead play anything."""

    clause = "dou-dizhu.play.lead"
    ended = "dou-dizhu.play.new-round"
    out = "dou-dizhu.end.hand"
    refuses = frozenset({"bids"})
    binding = (KICKER_JOKERS, RUN_LIMIT, COMBINATION, ON_ROCKET, ON_BOMB, SAME_KIND, HIGHER, LEAD)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """A hand that is too large, and plays that could not have been made."""
        if len(v.hand) > BIGGEST:
            yield Problem("hand", f"{len(v.hand)} cards, but even the landlord has {BIGGEST}")
        yield from super().problems(v)

    def read(self, v: Playing, text: str) -> Move:
        """The move meant by `text`; the rocket also by its name. Raises `Unreadable`."""
        named = text.strip().lower() in (ROCKET, "both jokers")
        return super().read(v, "+".join(JOKERS) if named else text)

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """The clause for a pass, a lead, a bomb, the rocket or a higher play."""
        if not move.cards:
            return "dou-dizhu.play.pass"
        if v.free:
            return "dou-dizhu.play.lead"
        return f"dou-dizhu.play.{move.kind if isinstance(move, Combo) and move.trump else 'beat'}"

    def facts(self, v: Playing) -> Mapping[str, Any]:
        """Also the length of the combination to beat."""
        return {**super().facts(v), **({} if v.free else {"length": v.to_beat.length})}

    def reasons(self, v: Playing, move: Move) -> Mapping[str, Any]:
        """The number of cards of each rank (most first), the most of a rank, what no run has, ranks missing in it.

        Also those that are cut off from the others, which form a row.
        """
        ranks = dict.fromkeys(move.cards)
        most = tuple(c for c in move.cards if move.cards.count(c) == max(map(move.cards.count, move.cards)))
        numbers = sorted((move.cards.count(c) for c in ranks), reverse=True)
        beyond = tuple(c for c in ranks if c in OUT_OF_RUNS)
        apart = self._apart(tuple(ranks)) if len(ranks) > 1 else ()
        return {"numbers": numbers, "most": most, "beyond": beyond, "gap": self._gap(tuple(ranks)), "apart": apart}

    def _apart(self, ranks: Cards) -> Cards:
        """The one rank that does not follow on from the rest of these, which form a row; empty if there is none."""
        ends = (ranks[0], ranks[-1])
        return next(((end,) for end in ends if not self._gap(tuple(c for c in ranks if c != end))), ())

    def _gap(self, ranks: Cards) -> Cards:
        """The ranks that are missing between the lowest and the highest of these."""
        order = self.pack.order
        places = sorted(map(order.index, ranks))
        if not places:
            return ()
        return tuple(c for c in order[places[0] : places[-1]] if c not in ranks)

    def played(self, state: DouDizhuState, seat: Seat, move: Move) -> Turn[DouDizhuState]:
        """What the play changes; bombs and the rocket are counted (`dou-dizhu.pay.double`)."""
        cards = move.cards
        more: dict[str, Any] = {}
        if cards:
            if type(move) is Combo and move.trump:
                more |= {"bombs": state.bombs + 1} if move.kind == BOMB else {"rocket": True}
            at = PLACE[seat]
            if state.known[at]:
                more["known"] = (*state.known[:at], lacking(cards, state.known[at]), *state.known[at + 1 :])
        return after_play(state, seat, move, self.ended, **more)


# -- the game ----------------------------------------------------------------------------------------------------


class DouDizhu(ClimbGame[DouDizhuState]):
    """Three players; in every hand a landlord against the two others."""

    name = "dou-dizhu"
    title = "Dou Dizhu"
    players = (3,)
    bound = 3000
    """Nine hands of at most 54 plays, each passed by two, with calls and deals; and room for hands thrown in."""
    options = Rules
    pack = PACK
    phases = (Auction(), Play())
    tabletop = TABLETOP
    arrangement = ARRANGEMENT
    scoring = SCORE
    setup = DouDizhuSetup()
    alone = "landlord"

    def deal(self, state: DouDizhuState, dealt_cards: Move) -> Turn[DouDizhuState]:
        """Deal, or say who has drawn the face-up card."""
        return (
            deal_hands(state, dealt_cards.cards)
            if dealt_cards.word == "deal"
            else set_first_caller(state, dealt_cards.card)
        )


GAME = DouDizhu()
