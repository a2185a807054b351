"""Find where the rules of two games differ, by judging the same positions with the duties of both.

Positions of different games share the names of their fields. Positions from random play of one game are read by the
other, as far as it has those fields and cards, and judged by both. Where the verdicts differ, the deciding clauses do.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.kernel.cards import SUITS
from tutor.kernel.fields import specs
from tutor.kernel.game import Game
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.view_types import HandView, RankedTrickView
from tutor.teach.drills.moments import Moment, at, random_game, usual_table
from tutor.teach.overview.traits import Traits, alike, traits_of
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para, Pre
from tutor.teach.text.marks import mark
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES: Final = 60
"""The most random games that are played."""
PLIES: Final = 120
ENOUGH: Final = 500
"""The search ends after this many positions."""
CORE: Final = ("players", "leader", "trick", "table", "plays", "hand", "trump")
"""The fields that are kept when a position is reduced: seats, cards and trumps."""
SAID: Final = ("trick", "table", "hand", "trump")
"""Fields that an example always shows."""
LYING: Final = ("trick", "table")
"""Fields for the cards on the table; two games can be compared only if they share one."""


class Difference(NamedTuple):
    """A difference between the rules of `game` and `known`, with a position of `game` that shows it.

    `kind` is `stricter` (`move` is refused by `clause` here, allowed there), `freer` (allowed here by `clause`,
    refused there by `other`) or `winner` (the trick goes to the card `move` here, to `instead` there).
    """

    kind: str
    clause: str
    other: str
    position: str
    move: str
    instead: str = ""


def as_known(known: Game[Any], game: Game[Any], position: str) -> Moment | None:
    """A position of `game` as `known` reads it; None if `known` lacks the cards or needs more fields.

    Fields that `known` lacks are dropped, then all but `CORE`. The trump suit is dropped where `known` has no trumps,
    and is any suit where `known` must have one. If the numbers of players differ, seats cannot be matched; then only
    positions with exactly one play on the table are read, for leads may depend on more.
    """
    pairs = {"players": str(game.usual)} | dict(split(position.split()))
    name = pairs.pop("phase", game.usual_phase)
    if name != game.usual_phase or name not in known.phase_of or name != known.usual_phase:
        return None
    phase = known.phase_of[name]
    mine, theirs = (set(specs(one.phase_of[name].view)) for one in (game, known))
    if not mine & theirs & set(LYING):
        return None
    if int(pairs["players"]) not in known.players:
        pairs = _nowhere(pairs)
        if not pairs:
            return None
    shared = {field: text for field, text in pairs.items() if field.partition(".")[0] in theirs | {"players"}}
    core = {field: text for field, text in shared.items() if field in CORE}
    bare = {field: text for field, text in core.items() if field != "trump"}
    for said in (shared, core, bare, *({**bare, "trump": s} for s in SUITS)):
        try:
            view = read_view(known, phase, list(said.items()))
        except BadPosition:
            continue
        return Moment(known, view, phase)
    return None


def _nowhere(pairs: dict[str, str]) -> dict[str, str]:
    """The fields for the one play on the table, the hand and trumps; empty unless exactly one play lies there."""
    plays = [play for play in pairs.get("plays", "").split(",") if play and not play.endswith(":pass")]
    lying = pairs.get("trick") or pairs.get("table") or (plays[-1].partition(":")[2] if plays else "")
    if not lying or "," in lying:
        return {}
    found = {"trick" if pairs.get("trick") else "table": lying}
    return found | {field: pairs[field] for field in ("hand", "trump") if field in pairs}


def parted(here: Moment, there: Moment) -> Iterator[Difference]:
    """The differences between the verdicts of two games at corresponding moments."""
    position = here.position
    if here.due and there.due:
        texts = dict.fromkeys(ruling.text for moment in (here, there) for ruling in moment.judged().rulings)
        for one, two in zip(here.judged(*texts).asked, there.judged(*texts).asked, strict=True):
            if one.move is not None and two.move is not None and one.legal != two.legal:
                kind = "freer" if one.legal else "stricter"
                yield Difference(kind, one.clause, two.clause, position, one.text)
    assert here.phase is not None and there.phase is not None
    mine, theirs = here.phase.winner(here.view), there.phase.winner(there.view)
    if mine and theirs and mine.card != theirs.card:
        clauses = here.phase.winner_clause(here.view), there.phase.winner_clause(there.view)
        yield Difference("winner", *clauses, position, mine.card, theirs.card)


def rules_otherwise(known: Game[Any], moment: Moment) -> bool:
    """Whether `known` gives another verdict at a moment of another game."""
    other = as_known(known, moment.game, moment.position)
    return other is not None and any(parted(moment, other))


def differences(known: str, game: str) -> tuple[Difference, ...]:
    """The differences between two games: for each pair of deciding rules, the shortest position found."""
    return _compared(known, game)[1]


@cache
def _compared(known: str, game: str) -> tuple[bool, tuple[Difference, ...]]:
    """Whether `known` could read any position of `game`, and the differences found."""
    here, there = load(game), load(known)
    shortest: dict[tuple[str, str], Difference] = {}
    read = False
    for moment in islice(_comparable(here), ENOUGH):
        same = _with_common_cards(moment, there)
        other = as_known(there, here, same.position)
        read |= other is not None
        for found in parted(same, other) if other is not None else ():
            key = (found.kind, found.other if found.kind == "freer" else found.clause)
            if key not in shortest or len(found.position) < len(shortest[key].position):
                shortest[key] = found
    order = {"winner": 0, "stricter": 1, "freer": 2}
    plain = (_plainer(there, here, found) for found in shortest.values())
    return read, tuple(sorted(plain, key=lambda d: (order[d.kind], d.clause, d.other)))


def _comparable(game: Game[Any]) -> Iterator[Moment]:
    """Decisions and complete tricks of random games, also ones with few cards in hand."""
    rng = Random(f"contrast {game.name}")
    for _ in range(GAMES):
        for moment in random_game(game, usual_table(game), rng, PLIES):
            if moment.phase is not None and moment.phase.name == game.usual_phase:
                yield moment


def _with_common_cards(here: Moment, known: Game[Any]) -> Moment:
    """The moment without those cards in hand that the known game does not have."""
    if not isinstance(here.view, HandView) or known.pack.suitless:
        return here
    hand = here.view.hand
    common = tuple(card for card in hand if card in known.pack)
    view = here.view.holding(common)
    assert here.phase is not None
    if len(common) == len(hand) or not common or any(here.phase.problems(view)):
        return here
    return replace(here, view=view)


def _plainer(known: Game[Any], game: Game[Any], found: Difference) -> Difference:
    """The difference in a minimal position: without fields and cards in hand that it does not depend on."""
    pairs = dict(split(found.position.split()))
    for field in [field for field in pairs if field not in SAID]:
        pairs = _still(known, game, found, {name: text for name, text in pairs.items() if name != field}) or pairs
    for card in pairs.get("hand", "").split(","):
        fewer = ",".join(other for other in pairs.get("hand", "").split(",") if other != card)
        if fewer:
            pairs = _still(known, game, found, {**pairs, "hand": fewer}) or pairs
    return found._replace(position=_words(pairs))


def _still(known: Game[Any], game: Game[Any], found: Difference, pairs: dict[str, str]) -> dict[str, str]:
    """`pairs` if they show the same difference; else an empty mapping."""
    try:
        here = at(game, _words(pairs))
    except BadPosition:
        return {}
    there = as_known(known, game, here.position)
    told = parted(here, there) if there is not None else ()
    return pairs if any(one._replace(position=found.position) == found for one in told) else {}


def _words(pairs: dict[str, str]) -> str:
    return " ".join(f"{name}={text}" for name, text in pairs.items())


# -- for people and programs ---------------------------------------------------------------------------------


def contrast_doc(known: str, game: str, *, lessons: tuple[str, ...] = ()) -> Doc:
    """A document of what differs in `game` for players of `known`; `lessons` are addresses of lessons about it."""
    here, there = rulebook(game), rulebook(known)
    titles = {"game": here.title, "known": there.title}
    out: list[Block] = [Heading(say("contrast.title", **titles), 1)]
    for book, other, title in ((there, game, here.title), (here, known, there.title)):
        if other in book.related:
            out.append(Para(say("contrast.related", book=book.title, other=title, text=book.related[other])))
            break
    out += _traits_apart(known, game)
    read, found = _compared(known, game)
    for kind in ("winner", "stricter", "freer"):
        those = [d for d in found if d.kind == kind]
        if those:
            out += [Gap(), Heading(say(f"contrast.{kind}", **titles))]
        for one in those:
            rule = there.clauses[one.other] if kind == "freer" else here.clauses[one.clause]
            said = say(
                f"contrast.{kind}_said",
                **titles,
                rule=rule.rule or rule.text,
                move=mark("m", one.move),
                trick=_cards(dict(split(one.position.split())).get("trick", "")),
                best=_cards(one.move),
                instead=_cards(one.instead),
                trump=_supposed(known, game, one),
            )
            out += [Item(mark("b", rule.title), said, one.clause)]
            out += [Pre(f"  tutor explain {game} {one.position}")]
    if not found:
        out += [Gap(), Para(say("contrast.nothing" if read else "contrast.incomparable", **titles))]
    for address in lessons:
        out += [Gap(), Para(say("contrast.lesson", address=address))]
    return tuple(out)


TOLD: Final = ("aim", "players", "cards", "ranking", "trumps", "bidding", "follow", "head", "end")
"""Traits that are compared before the rules, the most important first."""


def _traits_apart(known: str, game: str) -> list[Block]:
    """The traits in which two games differ, a line each."""
    here, there = rulebook(game), rulebook(known)
    ours, theirs = traits_of(game), traits_of(known)
    out: list[Block] = []
    for about in TOLD:
        if about == "aim":
            texts = [there.aim, here.aim]
        elif about == "end":
            texts = [_trait(one, about) if one.target else "" for one in (theirs, ours)]
        else:
            texts = (
                ["", ""] if alike(theirs, ours, about) is not False else [_trait(one, about) for one in (theirs, ours)]
            )
        if all(texts) and texts[0] != texts[1]:
            both = say("contrast.both", known=there.title, theirs=texts[0], game=here.title, ours=texts[1])
            out.append(Item(say("contrast.about", about=about), both))
    return [Gap(), Heading(say("contrast.differs")), *out] if out else []


def _trait(one: Traits, about: str) -> str:
    return say("contrast.trait", about=about, **vars(one))


def _supposed(known: str, game: str, one: Difference) -> str:
    """The suit that was assumed to be trumps in the known game, if the winner there depends on it; else ""."""
    there = as_known(load(known), load(game), one.position)
    trump = there.view.trumps if there is not None and isinstance(there.view, RankedTrickView) else ""
    mine = dict(split(one.position.split())).get("trump", "-")
    return trump if mine == "-" and trump and one.instead.endswith(trump) else ""


def _cards(texts: str) -> str:
    """Cards as marks, which each renderer shows its way."""
    return " ".join(mark("c", text) for text in texts.split(","))


def contrast_json(known: str, game: str) -> dict[str, Any]:
    """The contents of `contrast_doc` as a JSON object."""
    traits = {name: asdict(traits_of(name)) for name in (known, game)}
    rules = [d._asdict() for d in differences(known, game)]
    return {"known": known, "game": game, "traits": traits, "differences": rules}
