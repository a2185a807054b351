"""Check what the command line asks of a practice game, and begin or resume the game."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel import history, record
from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault
from tutor.kernel.position_text import BadPosition
from tutor.kernel.record_head import FORMAT
from tutor.teach.conversation.assist import Assist, assist_of
from tutor.teach.practice.given_deals import Given, given_of, house_rules, pairs_of
from tutor.teach.practice.match import Match, MatchSetup
from tutor.teach.practice.naming import naming
from tutor.teach.practice.saves import Saved, Saves, UnreadableSave, setup_of
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.names import names_at
from tutor.teach.text.people import people
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.fields import Problem
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat
    from tutor.kernel.view import Options


class BadPracticeRequest(UserFault, ValueError):
    """The practice game asked for is impossible; a line for each reason, also those of its `deal`."""

    def __init__(self, lines: Sequence[str], *, deal: bool = False) -> None:
        super().__init__(lines)
        self.deal, self.in_command = deal, not deal


@dataclass(frozen=True)
class PracticeRequest:
    """The practice game asked for."""

    game: Game[Any]
    players: int
    options: Options
    wanted: Mapping[str, Any]
    """The settings asked for, by their names in `MatchSetup`; the others are as usual, or as in the resumed game."""
    record: Record[Any] | None = None
    saved: MatchSetup | None = None
    """The setup in the record given."""
    fresh: bool = False
    """Whether to begin a new game instead of resuming one."""
    revoke: bool = False
    """Whether illegal cards stand until they are claimed."""
    given: Given | None = None
    """The deal to begin with."""

    def begun(self, *, seed: int | None = None) -> Match:
        """A new game, or once the record given; `seed` overrides the one asked for."""
        if self.record is not None and seed is None:
            base = self.saved or MatchSetup(seat=(self.record.state.turn or ("P1",))[0], seed=secrets.randbits(32))
            begun = history.same_cards(self.record) if self.record.state.over else self.record
            return Match(begun, replace(base, **self.wanted))
        number = seed if seed is not None else self.wanted.get("seed", secrets.randbits(32))
        setup = MatchSetup(**{**self.wanted, "seed": number})
        if self.given is not None and seed is None:
            return Match(self.given.begun(Random(f"{number}:deal")), setup)
        seats = self.game.seats(self.players)[: self.players]
        dealer = Random(number).choice(seats)
        return Match(history.start(self.game, self.players, self.options, dealer), setup)

    def resumed(self, saves: Saves) -> tuple[Saved | None, str]:
        """The unfinished game to offer, if any, and a message about one that cannot be read."""
        if self.fresh or self.record is not None or self.given is not None or "seed" in self.wanted:
            return None, ""
        try:
            found = saves.latest()
        except UnreadableSave as why:
            return None, say("practice.saved_bad", why=str(why), path=str(why.path))
        if found is None:
            return None, ""
        match = Match(found.match.record, replace(found.match.setup, **self.wanted))
        return replace(found, match=match), ""


def practice_request(
    game: Game[Any],
    *,
    players: int | None = None,
    seat: str | None = None,
    seed: int | None = None,
    options: Sequence[str] = (),
    assist: str | None = None,
    level: int | None = None,
    text: str | None = None,
    fresh: bool = False,
    revoke: bool = False,
    hands: int | None = None,
    warns: bool | None = None,
    deal: str | None = None,
    names: str | None = None,
    watch: bool = False,
) -> PracticeRequest:
    """The request for these command-line values; raises `BadPracticeRequest` with all problems, or BadRecord.

    With `watch` there is no learner, so `names` may be given for all players.
    """
    found = _recorded(game, text, deal)
    bad = [say("practice.wish_settled")] if found is not None and (players is not None or options) else []
    number = found.state.players if found is not None else game.usual if players is None else players
    if number not in game.players:
        bad.append(say("practice.wish_players", title=game.title, there=game.players, n=number))
        number = game.usual
    rules = found.state.options if found is not None else game.options()
    house = {**({game.revokes: "true"} if revoke and game.revokes else {}), **_pairs(options)}
    if house and found is None:
        faults: list[Problem] = []
        rules = house_rules(game, number, house, faults)
        bad += map(str, faults)
        house = {} if faults else house  # so that its faults are not told again for the deal
    place = _place(game, number, rules, seat or "", bad)
    bad += _wrong_words(assist, level, hands)
    called = None
    if names is not None:
        called, wrong = naming(game, [names], number if watch else number - 1)
        bad += wrong
    words_only = bool(bad)
    given = _written_deal(game, deal, players, house, bad) if deal is not None and found is None else None
    if given is not None:
        number, rules = given.players, given.options
        place = place or (next(iter(given.hands)) if len(given.hands) == 1 else None)
    if bad:
        raise BadPracticeRequest(bad, deal=not words_only)
    wanted = {"seat": place, "seed": seed, "level": level, "hands": hands, "warns": warns, "names": called}
    wanted |= {"assist": assist_of(assist) if assist is not None else None}
    return PracticeRequest(
        game,
        number,
        rules,
        {name: value for name, value in wanted.items() if value is not None},
        found,
        setup_of(text or ""),
        fresh=fresh or players is not None or bool(options) or seat is not None,
        revoke=revoke,
        given=given,
    )


def _recorded(game: Game[Any], text: str | None, deal: str | None) -> Record[Any] | None:
    """The game in a record (`text`, or a record given as a `deal`), if there is one; raises its faults."""
    try:
        rulebook(game.name)
    except BadRulebook as why:
        raise BadPracticeRequest([say("practice.wish_not_yet", title=game.title, why=str(why))]) from None
    if deal is not None and text is not None:
        raise BadPracticeRequest([say("practice.wish_two_deals")])
    found = record.read(text) if text is not None else None
    if deal is not None and _is_record(deal):
        found = history.same_cards(record.read_any(deal))
    if found is not None and found.game is not game:
        raise BadPracticeRequest([say("practice.wish_other_game", title=game.title, other=found.game.title)])
    return found


def _place(game: Game[Any], number: int, rules: Options, seat: str, bad: list[str]) -> Seat | None:
    """The seat that `seat` names; None if it names none, which is added to `bad`."""
    there = game.seats(number)[:number]
    place = people(names_at(game, number, rules, "P1")).seat(seat)
    if place in there:
        return place
    if seat:
        bad.append(say("practice.wish_seat", wanted=short(seat), there=there))
    return None


def _wrong_words(assist: str | None, level: int | None, hands: int | None) -> Iterator[str]:
    if assist is not None and assist_of(assist) is None:
        yield say("practice.wish_assist", wanted=short(assist), there=list(Assist))
    if level is not None and level not in (1, 2, 3):
        yield say("practice.wish_level", level=level)
    if hands is not None and hands < 1:
        yield say("practice.wish_hands", n=hands)


def _written_deal(
    game: Game[Any], deal: str, players: int | None, house: Mapping[str, str], bad: list[str]
) -> Given | None:
    try:
        given = given_of(game, pairs_of(deal), players, house)
        given.begun(Random(0))
    except BadPosition as why:
        bad += [str(problem) for problem in why.problems]
        return None
    return given


def _is_record(text: str) -> bool:
    return FORMAT in text or text.lstrip().startswith(record.LINE)


def _pairs(options: Sequence[str]) -> Mapping[str, str]:
    pairs = [option.partition("=") for option in options]
    return {name: value if equals else "true" for name, equals, value in pairs}


def ago(at: datetime) -> str:
    """The time since `at`, in words."""
    minutes = max(0, int((datetime.now(UTC) - at).total_seconds() // 60))
    return say("practice.ago", minutes=minutes)
