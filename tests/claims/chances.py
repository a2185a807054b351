"""Claims about cards that may be held, caught or driven out, and of games in which ranks alone decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.ranks import fits
from tests.claims.words import claim

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]


@claim(r"{cards them} may (?:fall|have to be played) (?:under|to) {card c}", r"{card dear} may fall to it")
def may_fall_under(m: Knowledge, them: Them = (), c: Card | None = None, dear: Card | None = None) -> bool | None:
    return None if c is None else all(x in m.out and m.view.facing((c,)).beats(x) is False for x in them)


@claim(r"some(?:body|where) .*may still have to put {cards them}", r"Somebody may (?:throw|put) {cards them}")
@claim(r"somebody may (?:throw|put) {cards them}", r"your partner may have {cards them}", r"may bring out {cards them}")
@claim(r"as <[^>]+> may have {cards them}", r"it can still catch {cards them}", r"<[^>]+> may have {cards them}")
@claim(
    r"{cards them}, (?:out of sight|still out)",
    r"may catch {cards them}\.",
    r"drives out {cards them}",
    r"to catch {cards them}",
)
def may_be_held(m: Knowledge, them: Them) -> bool:
    return all(x in m.out for x in them)


@claim(r"^(?:Out of sight|Still out) only: {cards them}\.", r"But only {cards them} (?:is|are) out")
def suit_out(m: Knowledge, them: Them) -> bool:
    suit = m.suit(m.move.cards[0])
    return set(them) in ({x for x in m.out if m.suit(x) == suit}, {x for x in m.unseen if m.suit(x) == suit})


@claim(r"{card c} is your best card", r"{card c} is the best card that you hold")
def best_in_hand(m: Knowledge, c: Card) -> bool:
    return c in m.hand and not any(m.view.facing((c,)).beats(x) for x in m.hand if x is not c)


@claim(r"{card c} beats all but {n many} cards of those out")
def beats_all_but(m: Knowledge, c: Card, many: int) -> bool:
    return many == sum(n for x, n in m.out.items() if m.view.facing((c,)).beats(x))


@claim(r"{card c} is (?:only )?as high as {card best}", r"{card c} would only draw this trick")
def level_with(m: Knowledge, c: Card, best: Card | None = None) -> bool:
    then = m.view.facing((*m.view.trick, c))
    return not m.view.beats(c) and bool(then.shared) and best in (None, m.view.best)


@claim(r"{card c} is higher than {card low} and lower than {card high}")
def in_the_middle(m: Knowledge, c: Card, low: Card, high: Card) -> bool:
    power = m.view.facing((c,)).power
    return bool(power[low] < power[c] < power[high]) or not m.view.by_suit


@claim(r"[Kk]eep {card kept}[^.;]* to catch {cards them}", r"keep it, it can still catch {cards them}")
@claim(r"Keep {card kept}: if (?:others|<[^>]+>) leads? \w+, it may catch {cards them}")
def can_catch(m: Knowledge, them: Them, kept: Card | None = None) -> bool | None:
    """What is kept beats these in their suit, or trumps them."""
    if kept is None:
        return None
    return all(x in m.out and (m.higher(kept, x) or m.view.is_trump(kept) > m.view.is_trump(x)) for x in them)


@claim(r"{card c} (?:may bring|drives) out {cards them}", r"bring it out with {card c}")
def drives_out(m: Knowledge, c: Card, them: Them = ()) -> bool:
    return all(x in m.out and m.higher(x, c) for x in them)


@claim(r"^Above them: {cards them}(?: …)?\.", r"^Only {cards them} is above it, and may not have been dealt")
def above_the_move(m: Knowledge, them: Them) -> bool:
    return fits(m, m.move.cards[0], 1, them, more=len(them) > 1)
