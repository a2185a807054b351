"""Advice in words: certain facts in one part; the advised move, its reasons and confidence in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice import Advice
from tutor.advice.reasons import reasons
from tutor.kernel.judging import Judgement, judge
from tutor.teach import ruling as words
from tutor.teach.questions.decision_hints import refusals
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.offers import offered
from tutor.teach.text.phrases import in_words
from tutor.teach.text.values import listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from random import Random

    from tutor.advice.context import Reason
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

FEW: Final = 8
"""With fewer deals than this no counts of deals are given."""
CLEARLY: Final = 2
"""Ratio of better to worse deals from which on their counts speak for the advice."""
SPOKEN_AGAINST: Final = 1.3
"""Ratio of worse to better deals from which on advice is said to rest on the rollout heuristic alone."""
TELLING: Final = 70
"""Confidence in per cent below which no counts of deals are given."""
COUNTED: Final = frozenset({"hands_won", "points_more", "paid_soon", "spares_payment"})
"""Reasons that are means of deals: given only where the deals tell (`TELLING`), else the rest takes them back."""
CERTAIN: Final = 90
"""Confidence in per cent from which on the advised move looks best of all, and not only better than the next best."""
NAMED: Final = 8
"""The most legal moves that are named one by one; more are grouped by kind."""


def advised(record: Record[Any], seat: Seat, advice: Advice, rng: Random) -> list[Block]:
    """Rules and certain facts as one item, the advice and its reasons as another."""
    game, state = record.game, record.state
    phase = game.due(state)
    found = judge(phase, phase.see(state, seat), (advice.move.text,))
    if advice.legal == 1:
        return list(in_words(game, [Para(_only(game, found))], phase))
    why = reasons(record, seat, advice.move, advice.other, rng)
    doc = [
        Item(say("advice.rules_label"), " ".join(rules_texts(game, found, why))),
        Item(say("advice.label"), " ".join(advice_texts(game, advice, why))),
    ]
    return list(in_words(game, doc, phase))


def _only(game: Game[Any], found: Judgement[Any]) -> str:
    """That the move asked about is the only one, and why; of a word, why none of the cards may be played."""
    ruling, refused = found.asked[0], refusals(found.rulings)
    card = bool(ruling.move and ruling.move.cards)
    because = ruling if card or not refused else refused[0]
    last = card and len(found.phase.holds(found.view)) == 1
    return say(
        "advice.only", move=ruling.move, why=words.ruling_text(game, found, because) if refused else "", last=last
    )


def rules_texts(game: Game[Any], found: Judgement[Any], why: tuple[Reason, ...]) -> list[str]:
    """What is certain: the number of legal moves, the rule for the advised one, and facts about the cards."""
    legal, ruling = found.legal, found.asked[0]
    few = len(legal) <= NAMED
    some = listed(legal, "or") if few else offered(game, found.phase, found.view, legal)
    sets = any(len(move.cards) > 1 for move in legal)  # which are counted in `some`
    texts = [say("advice.legal", moves=some, n=0 if few or sets else len(legal))]
    if len(legal) < len(found.rulings) and ruling.move is not None:
        texts.append(say("advice.rests", move=ruling.move, why=words.ruling_text(game, found, ruling)))
    return _once([*texts, *(certain(game, reason) for reason in why)])


def advice_texts(game: Game[Any], advice: Advice, why: tuple[Reason, ...]) -> list[str]:
    """The advised move with reasons, how it did against the next best, and how sure that makes it.

    All that is counted is counted in the same deals, so that a reader meets one number of deals.
    """
    facts: dict[str, Any] = {name: getattr(advice, name) for name in Advice.__dataclass_fields__}
    facts |= {"sure": round(100 * advice.sure)}
    facts |= {name: round(facts[name] * advice.deals) for name in ("better", "worse")}
    facts["by_thumb"] = advice.margin < 0 and facts["worse"] > SPOKEN_AGAINST * facts["better"] + 1
    facts["untried"] = advice.tried == 1 < advice.legal
    facts["same"] = not facts["better"] and not facts["worse"]
    facts["named"] = facts["sure"] < CERTAIN  # the next best, in the first sentence
    told = facts["told"] = facts["sure"] >= TELLING and advice.margin > 0 and advice.deals >= FEW
    spoken = [reason for reason in why if told or advice.other is None or reason.what not in COUNTED]
    facts["reasons"] = bool(spoken)
    texts = [say("advice.best", **facts), *(motive(game, reason) for reason in spoken)]
    if advice.other is not None and advice.deals < FEW:
        texts.append(say("advice.few", deals=advice.deals))
    elif advice.other is not None and told:
        if facts["better"] > CLEARLY * facts["worse"]:
            texts += [say("advice.against", **facts), sure_text(advice.sure)]
        else:  # it is seldom better but then by much, and counts would only confuse
            texts.append(say("advice.sure_of_deals", **facts))
    texts.append(say("advice.sample", **facts))
    return _once(texts)


def sure_text(sure: float) -> str:
    """A confidence (`tutor.advice.adviser.confidence`) in words."""
    return say("advice.sure", sure=round(100 * sure))


def certain(game: Game[Any], reason: Reason) -> str:
    """The certain part of a reason, about the cards; "" if the reason rests on sampled deals."""
    return "" if reason.sampled else say(f"why.{reason.what}_fact", **_plain(game, reason))


def motive(game: Game[Any], reason: Reason) -> str:
    """The reason in words, as advice."""
    return say(f"why.{reason.what}", **_plain(game, reason))


def _plain(game: Game[Any], reason: Reason) -> dict[str, Any]:
    """The facts, with whole numbers as integers, and what results are counted in."""
    whole = {name: int(n) for name, n in reason.facts.items() if isinstance(n, float) and n.is_integer()}
    return {**reason.facts, **whole, "units": words.unit(game)}


def _once(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))
