"""Claims about plays that must climb: what beats what, which plays a hand falls into, who is nearly out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Final

from tests.claims.words import PLAY, RANK, claim
from tutor.kernel.cards import card
from tutor.kernel.moves import Combo
from tutor.kernel.playout import allowed
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Cards = tuple[Card, ...]

KINDS: Final = {
    "a single card": "single",
    "a pair": "pair",
    "three of a kind": "triple",
    "trips": "trips",
    "a bomb": "bomb",
    "the rocket": "rocket",
}
"""Kinds of plays by the words for them."""
NODES: Final = 30_000
"""Hands that are looked at for the fewest plays of a hand, after which it is open."""


Check = Callable[..., bool | None]


def climb(*patterns: str) -> Callable[[Check], Check]:
    """A `claim` in climbing games, while cards are played; open elsewhere."""

    def register(check: Check) -> Check:
        @claim(*patterns, anywhere=True)
        @wraps(check)
        def checked(m: Knowledge, **facts: Any) -> bool | None:
            return check(m, **facts) if hasattr(m.view, "combos") else None

        return check

    return register


def cards_of(text: str) -> Cards:
    """The cards of a play as it stands in a sentence: `{3+3+3}`, `[2]`."""
    if text == "the rocket":
        return (card("X2"), card("X1"))
    return tuple(card(one) for one in text.strip("{}[]").split("+"))


def combo(m: Knowledge, text: str) -> Combo:
    found = m.view.combos.made(m.game.pack.sort(cards_of(text)))
    assert found is not None, text
    return found  # type: ignore[no-any-return]


def table(m: Knowledge) -> tuple[Any, Any]:
    """The phase in which others answer, and a view of it."""
    state = m.state
    if m.phase.name == "opening":
        first = next(one for one in m.moves if one.cards)
        state = m.phase.act(state, m.seat, first).state
    phase = m.game.due(state)
    return phase, phase.see(state, state.turn[0])


def over(m: Knowledge, play: Combo, seats: Iterable[str]) -> set[Combo]:
    """The plays by which one of the other players could beat `play`, by the number of cards and what is shown."""
    phase, view = table(m)
    out: set[Combo] = set()
    for who in seats:
        held, shown = len(m.held(who)), Counter(m.shown[who])
        pool = m.game.pack.sort((*m.hidden.elements(), *m.shown[who]))
        for one in allowed(phase, view.facing(pool, play)):
            hidden = sum((Counter(one.cards) - shown).values())
            if isinstance(one, Combo) and 0 < len(one.cards) <= held and hidden <= held - sum(shown.values()):
                out.add(one)
    return out


def told(m: Knowledge, plays: Sequence[str], found: set[Combo]) -> bool:
    """Whether `found` are the plays that are listed, no other and each of them."""
    match = [{one for one in found if is_one(one, text)} for text in plays]
    return all(match) and set().union(*match) == found


def is_one(one: Combo, text: str) -> bool:
    """Whether a play is one of those that a text tells: by its cards, or by its kind and ranks."""
    if text[0] in "{[":
        return Counter(one.cards) == Counter(cards_of(text))
    kind, _, ranks = text.partition(" of rank ")
    named = {"T" if rank == "10" else rank for rank in re.findall(RANK, ranks)}
    return one.kind == KINDS[kind] and (not named or one.cards[0].rank in named)


@lru_cache(64)
def fewest(m: Knowledge, held: Cards) -> int | None:
    """The fewest plays in which some cards go; None where that is too much work."""
    every = [one for one in m.view.combos.moves(m.game.pack.sort(held)) if one.cards]
    order = {c: i for i, c in enumerate(dict.fromkeys(m.game.pack.sort(held)))}
    by_first: dict[Card, list[Counter[Card]]] = {c: [] for c in order}
    for one in sorted(every, key=lambda one: -len(one.cards)):
        by_first[min(one.cards, key=order.__getitem__)].append(Counter(one.cards))
    nodes, most = 0, max((len(one.cards) for one in every), default=1)
    known: dict[tuple[Cards, int], bool] = {}

    def goes(rest: Counter[Card], n: int) -> bool:
        nonlocal nodes
        size = sum(rest.values())
        if not size:
            return True
        key = tuple(sorted(rest.elements(), key=order.__getitem__)), n
        if size > n * most or nodes > NODES:
            return False
        if key not in known:
            nodes += 1
            low = min(rest, key=order.__getitem__)
            fits = (one for one in by_first[low] if not one - rest)
            known[key] = any(goes(rest - one, n - 1) for one in fits)
        return known[key]

    for n in range(len(held) + 1):
        if goes(Counter(held), n):
            return n
        if nodes > NODES:
            return None
    return None


def rest(m: Knowledge, *plays: str) -> Cards:
    """What is left of the hand after some plays."""
    gone = Counter(c for text in plays for c in cards_of(text))
    return tuple(m.game.pack.sort(tuple((Counter(m.hand) - gone).elements())))


def needs(m: Knowledge, *plays: str) -> int | None:
    """The fewest plays in which the hand goes after some plays."""
    return fewest(m, rest(m, *plays))


def no_more(n: int | None, than: int | None, by: int = 0) -> bool | None:
    return None if n is None or than is None else n <= than - by


# -- what beats what ---------------------------------------------------------------------------------------


@climb(r"lead later: nothing out of sight beats {plays them}", r"^Nothing out of sight beats {plays them}\.$")
def nothing_climbs(m: Knowledge, them: Sequence[str]) -> bool:
    return not any(over(m, combo(m, one), m.others) for one in them)


@climb(r"^Nobody has enough cards left to beat {plays them}\.$")
def no_foe_climbs(m: Knowledge, them: Sequence[str]) -> bool:
    return not any(over(m, combo(m, one), m.foes) for one in them)


@climb(r"^With {n many} cards? left {seat who} cannot beat {plays them}\.$", r"^{seat who} cannot beat {plays them}\.$")
@climb(r"{seat who} may go out on \{[^}]+\}, but cannot beat {plays them}", r"{seat who} cannot get in on {plays them}")
def one_cannot_climb(m: Knowledge, who: str, them: Sequence[str], many: int = 0) -> bool:
    return not any(over(m, combo(m, one), (who,)) for one in them) and many in (0, len(m.held(who)))


@climb(r"^Of what is out of sight only {plays those} beats? {plays them}\.$")
def only_those_climb(m: Knowledge, those: Sequence[str], them: Sequence[str]) -> bool:
    found = [over(m, combo(m, one), m.others) for one in them]
    return told(m, those, set().union(*found)) and all(found)


@climb(r"though that breaks up \{[^}]+\}: {move it} rather than \{[^}]+\}, as only {plays those} would beat it")
@climb(r"Make it hard to beat, {move it} rather than .*: only {plays those} would beat it")
@climb(r"> can (?:beat|go out on) {move it} only with {plays those}(?:[.;,]| and )")
@climb(r"{move it} should take the lead back: only {plays those} (?:is|are) higher")
@climb(r"(?<!rather than ){move it}[^{}]*: only {plays those} would beat it")
@climb(r"go out with {move it}, unless {plays those} is played", r"To beat {move it}, .* has to spend {plays those}\.")
@climb(r"[Oo]nly {plays those} would beat {move it}", r"but on {move it} only with {plays those}\.")
def only_those_would_climb(m: Knowledge, it: str, those: Sequence[str]) -> bool:
    return told(m, those, over(m, combo(m, it), m.foes))


@climb(r"can (?:go out on|beat) it only with {plays those}:")
def only_those_go_out(m: Knowledge, those: Sequence[str]) -> bool:
    beat = m.view.to_beat
    return told(m, those, over(m, beat, m.foes))


@climb(r"^Out of sight, {n many} cards? can beat {move it}", r"; {n many} cards? would beat {move it}")
def so_many_climb(m: Knowledge, many: int, it: str) -> bool:
    above = {one.cards[0] for one in over(m, combo(m, it), m.foes) if len(one.cards) == 1}
    return many == sum(m.unseen[c] for c in above)


@climb(r"^Nothing of its kind out of sight is lower than {move it}")
def nothing_lower(m: Knowledge, it: str) -> bool:
    return not lower(m, it)


@climb(r"^Only {cards them} out of sight (?:is|are) lower than {move it}")
def only_these_lower(m: Knowledge, them: Cards, it: str) -> bool:
    return {one.cards[0] for one in lower(m, it)} == set(them)


def lower(m: Knowledge, it: str) -> list[Combo]:
    """The plays of the kind of `it` that others may hold, and that it beats; short ones only."""
    own = combo(m, it)
    pool = m.game.pack.sort(tuple(m.unseen.elements()))
    alike = (one for one in m.view.combos.moves(pool) if isinstance(one, Combo))
    return [one for one in alike if (one.kind, len(one.cards)) == (own.kind, len(own.cards)) and one.high < own.high]


@climb(r"^{move it} is harder to beat than {move other}", r"less beats {move it} than {move other}")
def fewer_climb(m: Knowledge, it: str, other: str) -> bool:
    return len(over(m, combo(m, it), m.others)) < len(over(m, combo(m, other), m.others))


@climb(r"^Nothing out of sight beats {move it} that would not beat {move other}")
@climb(r"^{move it} and {move other} are equally strong")
def as_many_climb(m: Knowledge, it: str, other: str) -> bool:
    return over(m, combo(m, it), m.others) == over(m, combo(m, other), m.others)


@climb(r"whatever beats {move it} beats {move other} too", r"may play over {move it} would beat {move other} too")
def what_climbs_beats_both(m: Knowledge, it: str, other: str) -> bool:
    return over(m, combo(m, it), m.foes) <= over(m, combo(m, other), m.foes)


@climb(r"^{cards them} (?:is|are) out of sight and beats? {move it}\.")
@climb(r"^Keep {move it} until {cards them} ha(?:s|ve) gone: then it takes the lead for certain")
def these_cards_climb(m: Knowledge, them: Cards, it: str) -> bool:
    return {one.cards[0] for one in over(m, combo(m, it), m.foes) if len(one.cards) == 1} == set(them)


@climb(r"^Keep {move kept}: it can still go on cards that {move it} does not beat")
def goes_on_more(m: Knowledge, kept: str, it: str) -> bool:
    return bool({*lower(m, kept)} - {*lower(m, it)})


@climb(r"[Ii]t takes {text kinds} to beat {move it}\.", r"cannot beat {move it}: it takes {text kinds}\.$")
def kinds_that_climb(m: Knowledge, kinds: str, it: str) -> bool:
    own, found = combo(m, it), over(m, combo(m, it), m.foes)
    words = {"a higher one": own.kind, "a bomb": "bomb", "the rocket": "rocket"}
    told = {kind for word, kind in words.items() if word in kinds}
    return {one.kind for one in found} & {*words.values()} == told


@climb(r"of the rest only {plays them} can be beaten")
def only_these_climbed(m: Knowledge, them: Sequence[str]) -> bool:
    kept = not Counter(c for text in them for c in cards_of(text)) - Counter(m.left)
    return kept and all(over(m, combo(m, one), m.foes) for one in them)


@climb(r"you can get rid of {plays them}\.$", r"with {plays them} still to play\.$", r"^Keep {plays them}[:,] ")
@climb(r"; {plays them} can still go on something lower", r"{plays them} stays behind to take the lead")
@climb(r"^That leaves [a-z\d]+ plays that can be beaten, with {plays them} to get back in for them")
def are_kept(m: Knowledge, them: Sequence[str]) -> bool:
    return not Counter(c for text in them for c in cards_of(text)) - Counter(m.left)


# -- the plays of a hand -----------------------------------------------------------------------------------


@climb(r"the rest of your hand goes in {n many} plays? after {move it}")
def rest_goes_in(m: Knowledge, it: str, many: int) -> bool | None:
    return no_more(needs(m, it), many)


@climb(r"your cards make {n many} plays now, and {n then} plays? once {move it} has gone")
def cards_make(m: Knowledge, many: int, then: int, it: str) -> bool | None:
    found = needs(m), needs(m, it)
    return None if None in found else no_more(found[0], many) and no_more(found[1], then)


@climb(r"^Your cards go in {n many} plays", r"With {n many} plays to make")
def hand_goes_in(m: Knowledge, many: int) -> bool | None:
    return no_more(fewest(m, m.hand), many)


@climb(r"{move it} would leave you {n many} plays instead of {n now}")
def leaves_instead(m: Knowledge, it: str, many: int, now: int) -> bool | None:
    return None if needs(m) is None or needs(m, it) is None else no_more(needs(m, it), many) and many > now


@climb(r"though that breaks up {move whole}: {move it} rather", r"{move it} would break up {move whole}")
@climb(r"{move it} comes out of {move whole}", r"Rather break up {move whole} than", r"Either breaks up {move whole}:")
@climb(r"afford to break up {move whole}:")
def breaks_up(m: Knowledge, whole: str, it: str = "") -> bool | None:
    """Open where another card of the rank may take the place of the one that goes."""
    own, all_ = cards_of(it or m.move.text), cards_of(whole)
    held = not Counter(all_) - Counter(m.hand) and bool({*own} & {*all_}) and Counter(own) != Counter(all_)
    return held and len(all_) > 1 and (bool(Counter(all_) - Counter(rest(m, it or m.move.text))) or None)


@climb(r"Keep \S+ to go along in {move whole}", r"{move whole} stays together", r"Keep {move whole} together")
def stays_whole(m: Knowledge, whole: str) -> bool:
    return not Counter(cards_of(whole)) - Counter(m.left)


@climb(r"It takes the lead, {plays backs} keeps it, and then only {plays them} are left")
@climb(r"It keeps the lead, and so does {plays backs}; then only {plays them} are left")
@climb(r"{plays backs} takes the lead back, and then only {plays them} (?:is|are) left")
@climb(r"That leaves {plays them}, (?:and|with) {plays backs} to get back in\.", r"Then you go out with {plays them}\.")
@climb(r"If (?:it holds|nobody does), you go out with {plays them}", r"if it holds, you go out with {plays them}\.")
@climb(r"If it holds, only {plays them} are left", r"then you have only {plays them} left")
@climb(r"That leaves only {plays them}\.$", r"Then only {plays them} is left")
def these_are_left(m: Knowledge, them: Sequence[str], backs: Sequence[str] = ()) -> bool:
    return Counter(c for text in (*them, *backs) for c in cards_of(text)) == Counter(m.left)


@climb(r"{move it}[^{}]* breaks up nothing(?! either)", r"{move it} is harder .* and breaks up nothing either")
def breaks_nothing(m: Knowledge, it: str) -> bool | None:
    return no_more(needs(m, it), needs(m), 1)


@climb(r"it breaks up nothing")
def it_breaks_nothing(m: Knowledge) -> bool | None:
    return breaks_nothing(m, m.move.text)


@climb(r"^One {move it} is loose: the other goes in {move whole}")
@climb(r"^{move it} is loose: {card twin} goes in {move whole}")
def is_loose(m: Knowledge, it: str, whole: str, twin: Card | None = None) -> bool:
    own = cards_of(it)
    held = not Counter((*own, *cards_of(whole))) - Counter(m.hand)
    found = [one for one in cards_of(whole) if one.rank == own[0].rank]
    return held and len(own) == 1 and bool(found) and twin in (None, *found)


@climb(r"^Rather split {move part} than {move whole}")
def splits(m: Knowledge, part: str, whole: str) -> bool | None:
    return stays_whole(m, whole) and breaks_up(m, part)


@climb(r"{move it}(?: is harder to beat than \{[^}]+\},|[^{}]*) (?:and )?costs you no more plays")
def costs_no_play(m: Knowledge, it: str) -> bool | None:
    return no_more(needs(m, it), needs(m))


@climb(r"it costs you no more plays")
def it_costs_no_play(m: Knowledge) -> bool | None:
    return costs_no_play(m, m.move.text)


@climb(r"that saves a play")
def saves_a_play(m: Knowledge) -> bool | None:
    return no_more(needs(m, m.move.text), needs(m), 1)


@climb(r"^{move it} leaves you {n many} cards?\.")
def leaves_cards(m: Knowledge, it: str, many: int) -> bool:
    return len(rest(m, it)) == many


@climb(r"^{move it} is your lowest card")
def lowest_card(m: Knowledge, it: str) -> bool:
    return combo(m, it).high == min(combo(m, c.text).high for c in m.hand)


@climb(r"^{move it} is the lowest of its kind that you have, and rids you of {n many} cards")
def lowest_of_kind(m: Knowledge, it: str, many: int) -> bool:
    own = combo(m, it)
    alike = (one for one in m.view.combos.moves(m.game.pack.sort(m.hand)) if isinstance(one, Combo))
    same = [one.high for one in alike if (one.kind, len(one.cards)) == (own.kind, len(own.cards))]
    return own.high == min(same) and many == len(own.cards)


@climb(r"^{move it} is the lowest you have that beats {move beat}")
def lowest_that_beats(m: Knowledge, it: str, beat: str) -> bool:
    own = combo(m, it)
    plain = [one.high for one in m.moves if isinstance(one, Combo) and not one.trump]
    return own.high == min(plain) and Counter(cards_of(beat)) == Counter(m.view.to_beat.cards)


@climb(r"[Nn]obody stops you(?:, except with {bombs but})?: {text course}\.$")
def is_out_by_force(m: Knowledge, course: str, but: str = "") -> bool:
    """Each play but the last keeps the lead, or what takes it back does; together they are the hand."""
    steps = re.findall(rf"({PLAY})(?: \(if it is beaten, ({PLAY}) takes the lead back\))?", course)
    plays = [one for step in steps for one in step if one]
    last = steps[-2:] if "if that is beaten" in course else steps[-1:]
    sure = [back or play for play, back in steps[: -len(last)]] + [play for play, _ in last[1:]]
    found = (over(m, combo(m, one), m.foes) for one in sure)
    held = all(not above or (but and all(one.trump for one in above)) for above in found)
    return held and Counter(c for one in plays for c in cards_of(one)) == Counter(m.hand)


@claim(r"^You hold (?:the bombs? )?{cards them}", anywhere=True)
def holds_these(m: Knowledge, them: Cards) -> bool | None:
    return None if m.trick else not Counter(them) - Counter(m.hand)


@claim(r"^You hold neither {cards them}", anywhere=True)
def holds_neither(m: Knowledge, them: Cards) -> bool | None:
    return None if m.trick else not {*them} & {*m.hand}


@claim(r"^{cards them} stand alone", anywhere=True)
def stand_alone(m: Knowledge, them: Cards) -> bool | None:
    return None if m.trick else all([c.rank for c in m.hand].count(one.rank) == 1 for one in them)


# -- the others --------------------------------------------------------------------------------------------


@climb(r"^{seat who}(?:, on your side,)? is down to {n many} cards?", r"^With only {n many} cards {seat who} cannot")
@climb(r"^{seat who}, on your side, has {n many} cards? left", r"{seat who} leads again, with {n many} cards? left")
@climb(r"{seat who} has only {n many} cards? left", r"^{seat who} has {n many} cards? left")
def so_many_cards(m: Knowledge, who: str, many: int) -> bool:
    return len(m.held(who)) == many


@climb(r"> leads the last card and is out: do not leave it to {seat who}")
def partner_speaks(m: Knowledge, who: str) -> bool:
    return who == after(m.state.seats, m.seat) and who in m.allies


@climb(r"^{move beat} is by {seat who}, on your side(?:, who has {n many} cards? left)?\.")
def is_by(m: Knowledge, beat: str, who: str, many: int = 0) -> bool:
    same = Counter(cards_of(beat)) == Counter(m.view.to_beat.cards)
    return same and m.view.holder == who and who in m.allies and many in (0, len(m.held(who)))


@climb(r"[<{]?{seat who}(?:, on your side,)? plays next\b", r"{seat who}, who plays next")
def plays_next(m: Knowledge, who: str) -> bool | None:
    return who == after(m.state.seats, m.seat)


@climb(r"^You are the last who may answer {seat who}'s {move beat}")
def last_to_answer(m: Knowledge, who: str, beat: str) -> bool:
    last = who == m.view.holder == after(m.state.seats, m.seat)
    return last and Counter(cards_of(beat)) == Counter(m.view.to_beat.cards)


@climb(r"^Pass too, and {seat who} leads again")
def leads_again(m: Knowledge, who: str) -> bool:
    return who == m.view.holder and who == after(m.state.seats, m.seat)


@climb(r"^{seat who} has passed: ")
def has_passed(m: Knowledge, who: str) -> bool | None:
    plays = [cards for seat, cards in m.state.plays if seat == who]
    return bool(plays) and not plays[-1]
