"""Claims about who plays when, who is winning, who has what, and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.words import claim

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]


# -- the trick on the table -------------------------------------------------------------------------------


@claim(r"{seat who}, on your side, is winning with {card best}")
def partner_is_winning(m: Knowledge, who: str, best: Card) -> bool:
    return who in m.allies and winning(m, who, best)


@claim(r"{seat who} is winning (?:so far |this trick )?with {card best}", r"{seat who} wins the trick with {card best}")
@claim(r"{seat who} is sure to take this trick with {card best}", r"{seat who} is winning so far: keep")
def winning(m: Knowledge, who: str, best: Card | None = None) -> bool:
    return bool(m.view.holder == who) and best in (None, m.view.best)


@claim(r"{seat who}, on your side, is still to play", r"^Only {seat who} is still to play")
@claim(r"before your partner: {seat who} may take it")
def partner_to_play(m: Knowledge, who: str) -> bool:
    return who in m.to_play and who in m.allies


@claim(r"^Only {seat who} is still to play")
def only_one_to_play(m: Knowledge, who: str) -> bool:
    return m.to_play == (who,)


@claim(r"with {seat who} still to play", r"{seat who} is still to play")
def is_to_play(m: Knowledge, who: str) -> bool:
    return who in m.to_play


@claim(r"[Yy]ou play last", r"nobody plays after you")
def plays_last(m: Knowledge) -> bool:
    return bool(m.view.trick) and not m.to_play


@claim(r"Only your own side plays after you", r"Everybody who plays against you has played")
@claim(r"[Tt]he trick is your side's (?:already|either way)")
def no_foe_to_play(m: Knowledge) -> bool | None:
    return None if m.foes_to_play and m.view.holder in m.friends else not m.foes_to_play


@claim(r"{card c} lies in this trick")
def lies_in_trick(m: Knowledge, c: Card) -> bool:
    return c in m.view.trick


# -- who has what -----------------------------------------------------------------------------------------


@claim(r"{seat who}(?:, on your side,)? has no(?: more)? {suit suit}(?: either)?\b(?! left)")
@claim(r"{seat who} has no {suit suit} left")
def has_none(m: Knowledge, who: str, suit: str) -> bool:
    return not any(m.of(suit, x) and m.may(who, x) for x in m.out)


@claim(r"nobody against you (?:has|can have) a {suit suit}", r"[Tt]he (?:opponents|others) have no {suit suit}")
@claim(r"[Nn]obody against you has any {suit suit}", r"[Tt]hey have no {suit suit}(?: left)?\b")
def foes_have_none(m: Knowledge, suit: str) -> bool:
    return not any(m.of(suit, x) and m.may(who, x) for x in m.out for who in m.foes)


@claim(r"[Nn]obody else can hold any {suit suit}(?:,| or {suit its})")
@claim(r"(?<!\]: )[Nn]o (?:other|more) {suit suit} (?:is|are) out", r"[Nn]obody else has (?:a|any) {suit suit}\b")
def nobody_has(m: Knowledge, suit: str, its: str = "") -> bool:
    return not any(m.of(one, x) for one in (suit, its) if one for x in m.out)


@claim(r"[Nn]obody against you can trump it", r"{seat who} cannot trump it\.", r"they have no trumps left")
@claim(r"none can trump")
def foes_cannot_trump(m: Knowledge, who: str = "") -> bool:
    c = m.move.cards[0]
    foes = (who,) if who else m.foes_to_play
    return m.view.is_trump(c) or not any(m.view.is_trump(x) and m.able(one, x, c) for x in m.out for one in foes)


@claim(r"{seat who}, on your side, has no \w+ either and may trump", r"{seat who} has no \w+ and (?:may|must) trump")
@claim(r"{seat who} can trump (?:it|this)", r"{seat who} can trump {card c}", r"{seat who} may trump")
def may_trump(m: Knowledge, who: str, c: Card | None = None) -> bool:
    return any(m.view.is_trump(x) and m.may(who, x) for x in m.out)


@claim(r"{seat who} (?:has|holds) {cards them}(?! for certain)(?:[:,.;]| left)")
@claim(r"{seat who}, on your side, holds {cards them} for certain", r"The last card of {seat who} is {cards them}")
@claim(r"All that {seat who} holds is known[:,] {cards them}", r"{seat who} is known to hold {cards them}")
@claim(r"{seat who} has only {cards them} left", r"{cards them}, which {seat who} holds")
def holds_these(m: Knowledge, who: str, them: Them) -> bool:
    return set(them) <= set(m.held(who))


@claim(r"All that {seat who} holds is known[:,] {cards them}", r"The last card of {seat who} is {cards them}")
@claim(r"{seat who} has only {cards them} left")
def holds_only(m: Knowledge, who: str, them: Them) -> bool:
    return set(them) == set(m.held(who))


@claim(r"Whoever holds {card c} is your partner", r"Lead \S+ to {card c}, (?:which is )?your partner's")
def partner_holds(m: Knowledge, c: Card) -> bool:
    return any(c in m.held(who) for who in m.allies if who != m.seat)


@claim(r"^{card c} is with the other side")
def foe_holds(m: Knowledge, c: Card) -> bool:
    return any(c in m.held(who) for who in m.others if who not in m.allies)


@claim(r"{seat who} may(?: still)? have {cards them}", r"^{seat who} may have {cards them}")
@claim(r"Whoever has {cards them} has to")
def this_one_may_hold(m: Knowledge, them: Them, who: str = "") -> bool:
    return any(m.may(who, x) for x in them) if who else all(x in m.out for x in them)


@claim(r"your partner may have {cards them}", r"with \S+ your partner may have {card hope}")
def partner_may_hold(m: Knowledge, them: Them = (), hope: Card | None = None) -> bool:
    pals = [who for who in m.allies if who != m.seat]
    return all(m.some_may(pals, x) for x in (*them, *([hope] if hope else [])))


@claim(r"Only {seat who} is still to play: {cards them} would take it")
def this_would_take_it(m: Knowledge, who: str, them: Them) -> bool:
    return all(m.may(who, x) and m.view.beats(x) for x in them)


@claim(r"{seat who} may have {card dear}, and put it under {card over}")
@claim(r"Somebody may put {card dear} under {card over}", r"{seat who} could put {card dear} under {card over} now")
def may_put_under(m: Knowledge, dear: Card, over: Card, who: str = "") -> bool:
    seats = (who,) if who else m.to_play
    return m.some_may(seats, dear) and not m.at(over).beats(dear)


@claim(r"{seat who} may take it", r"{seat who}, on your side, is still to play and may win it")
@claim(r"{seat who}, on your side,? (?:plays after you and )?may still (?:win|take it)")
def may_take_the_trick(m: Knowledge, who: str) -> bool:
    """The partner named may have a card that is better than what will lie there after the move."""
    c = m.move.cards[0]
    best = c if not m.view.trick or m.view.beats(c) else m.view.best
    return who in m.to_play and any(m.able(who, x, c) and m.beats(x, best) for x in m.out)


@claim(r"(?:[Aa]n opponent|[Ss]omebody|[Aa]nybody) (?:with a trump )?(?:may|can|would probably) trump {card c}")
@claim(r"(?:[Tt]hey|[Oo]pponents) may trump")
def a_foe_may_trump(m: Knowledge, c: Card | None = None) -> bool:
    foes = m.foes_to_play if c is None or c in m.move.cards else m.foes
    return any(m.view.is_trump(x) and m.some_may(foes, x) for x in m.out)


# -- what was played --------------------------------------------------------------------------------------


@claim(r"{seat who}, on your side, led {card low}")
def has_played(m: Knowledge, who: str, low: Card) -> bool:
    return low in m.view.trick or (who, low.text) in {(entry.seat, entry.text) for entry in m.record.entries}
