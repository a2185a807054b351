"""Advice in words: what the rules say and what is certain apart from what would be wise, how sure that is, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice import Advice
from tutor.advice.reasons import reasons
from tutor.kernel.phase import Judgement, judge
from tutor.teach import ruling as words
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.offers import offered
from tutor.teach.text.phrases import in_words
from tutor.teach.text.words import listed, say

if TYPE_CHECKING:
    from random import Random

    from tutor.advice.context import Reason
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

FEW: Final = 4
"""Deals below which nothing is said of how a move did in them."""
SPOKEN_AGAINST: Final = 1.3
"""How much more often a move has to do worse than better to be called one that a rule of thumb alone speaks for."""
TELLING: Final = 70
"""Per cent from which the deals tell the two best apart; below that no counts are given."""
NAMED: Final = 8
"""Legal moves that are named one by one; more are named by their kind."""


def advised(record: Record[Any], seat: Seat, advice: Advice, rng: Random) -> list[Block]:
    """The rules and the certain facts in one row, the advice and its reasons in another."""
    game, state = record.game, record.state
    phase = game.due(state)
    if advice.legal == 1:
        return list(in_words(game, [Para(say("advice.only", move=advice.move))], phase))
    found = judge(phase, phase.see(state, seat), (advice.move.text,))
    why = reasons(record, seat, advice.move, advice.other, rng)
    doc = [
        Item(say("advice.rules_label"), " ".join(rules_texts(game, found, why))),
        Item(say("advice.label"), " ".join(advice_texts(advice, why))),
    ]
    return list(in_words(game, doc, phase))


def rules_texts(game: Game[Any], found: Judgement[Any], why: tuple[Reason, ...]) -> list[str]:
    """What is certain: how many moves are legal, by which rule the advised one is, and what the cards say of it."""
    legal, ruling = found.legal, found.asked[0]
    few = len(legal) <= NAMED
    some = listed(legal, "or") if few else offered(game, found.phase, found.view, legal)
    texts = [say("advice.legal", moves=some, n=0 if few else len(legal))]
    if len(legal) < len(found.rulings) and ruling.move is not None:
        texts.append(say("advice.rests", move=ruling.move, why=words.ruling_text(game, found, ruling)))
    return _once([*texts, *(certain(reason) for reason in why)])


def advice_texts(advice: Advice, why: tuple[Reason, ...]) -> list[str]:
    """What would be wise and why, how often it did better, and how far that can be trusted."""
    facts: dict[str, Any] = {name: getattr(advice, name) for name in Advice.__dataclass_fields__}
    facts |= {"sure": round(100 * advice.sure)}
    facts |= {name: round(facts[name] * advice.deals) for name in ("better", "worse")}
    facts["by_thumb"] = advice.margin < 0 and facts["worse"] > SPOKEN_AGAINST * facts["better"] + 1
    facts["untried"] = advice.tried == 1 < advice.legal
    facts["reasons"] = bool(why)
    told = facts["sure"] >= TELLING and advice.margin > 0
    texts = [say("advice.best", **facts), *(motive(reason) for reason in why)]
    if advice.other is not None and advice.deals < FEW:
        texts.append(say("advice.few", deals=advice.deals))
    elif advice.other is not None and told:
        texts.append(say("advice.against", **facts))
        texts.append(sure_text(advice.sure))
    texts.append(say("advice.sample", **facts))
    return _once(texts)


def sure_text(sure: float) -> str:
    """How sure it is that a move is the better of two (`tutor.advice.confidence`), wherever that is said."""
    return say("advice.sure", sure=round(100 * sure))


def certain(reason: Reason) -> str:
    """What the feature says of the cards, which is certain; empty for one that rests on sampled deals."""
    return "" if reason.sampled else say(f"why.{reason.what}_fact", **_plain(reason))


def motive(reason: Reason) -> str:
    """The feature as a reason, which is advice."""
    return say(f"why.{reason.what}", **_plain(reason))


def _plain(reason: Reason) -> dict[str, Any]:
    """The facts with whole numbers written as such."""
    whole = {name: int(n) for name, n in reason.facts.items() if isinstance(n, float) and n.is_integer()}
    return {**reason.facts, **whole}


def _once(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))
