"""Positions: `field=value` words (or a JSON object) read into views; all problems are reported at once."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.echo import echoed
from tutor.kernel.fields import REQUIRED, SEAT, SIDE, ParseContext, Problem, Spec, located_cards, specs
from tutor.kernel.idle_fields import COMMON, IdleField, elsewhere, idle_fields
from tutor.kernel.partial_position import problems_without
from tutor.kernel.position_text import LONGEST, BadPosition, Pairs
from tutor.kernel.spelling import nearest, same_thing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from tutor.kernel.cards import Card
    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase
    from tutor.kernel.view import Options, PositionSchema

BIDS: Final = "bids"
"""The field of the calls made before; it is checked wherever it is given."""
TRUMP: Final = "trump"
"""The trump suit; it is checked against the card turned up wherever both are given."""
UPCARD: Final = "upcard"
PRIVATE: Final = frozenset({"hand", "trick", "leader"})
"""Fields that describe one moment, and so say nothing of the time when the calls were made."""


class PositionQuestion(NamedTuple):
    """A position that was read: the phase it is about, the view, and the moves asked about (as texts)."""

    phase: Phase[Any, Any]
    view: Any
    asked: tuple[str, ...] = ()
    idle: tuple[IdleField, ...] = ()
    """Fields that were given and have no bearing on this phase."""


def read_question(game: Game[Any], pairs: Pairs) -> PositionQuestion:
    """Read the position in `pairs`, which may name a phase and moves; BadPosition lists every problem."""
    asked = tuple(value for name, value in pairs if name == "move")
    rest = [(name, value) for name, value in pairs if name != "move"]
    named = [value for name, value in rest if name == "phase"]
    name = named[-1].lower() if named else game.usual_phase
    if name not in game.phase_of:
        near = nearest(name, game.phase_of)
        hint = f"did you mean {near}? There" if near else "there"
        there = f"{hint} {'is' if len(game.phase_of) == 1 else 'are'} {', '.join(game.phase_of)}"
        raise BadPosition([Problem("phase", f"{echoed(name)} is not a phase of {game.title}; {there}")])
    phase = game.phase_of[name]
    return PositionQuestion(phase, read_view(game, phase, rest), asked, idle_fields(game, phase, rest))


def read_view(game: Game[Any], schema: PositionSchema[Any], pairs: Pairs) -> Any:
    """Read `pairs` into a view of `schema`; BadPosition lists every problem."""
    if sum(len(name) + len(value) for name, value in pairs) > LONGEST:
        raise BadPosition([Problem("position", f"longer than {LONGEST} characters")])
    bad: list[Problem] = []
    given = _given_once(pairs, bad)
    given.pop("phase", None)
    known = {name: spec for name, spec in specs(schema.view).items() if name not in game.lacks}
    for name in [name for name in given if name in game.lacks]:
        bad.append(_unknown(name, name, schema, known, None, game))
        del given[name]
    table, context = _table(game, given, bad)
    values: dict[str, Any] = {name: {} for name, spec in known.items() if spec.per}
    strange: list[Problem] = []
    for name, text in given.items():
        stem, _, key = name.partition(".")
        if stem in known:
            _read_field(name, known[stem], text, context, values, bad)
            continue
        other = elsewhere(game).get(stem)
        if other is None or stem not in COMMON or (text and stem in schema.refuses):
            strange.append(_unknown(name, stem, schema, known, other, game))
        elif text:
            _value(name, key, other[1], text, context, bad)
    bad += _not_given(known, values.keys() | given.keys())
    unread = {problem.field.partition(".")[0] for problem in bad}
    values = table | values
    bad += _repeated(values, known, game)
    bad += _same_suit_too(given, known, game)
    for name in (BIDS, TRUMP):
        bad += _of_another(game, schema, values, name, given.get(name, ""), context, unread)
    if unread:
        bad += [problem for problem in problems_without(schema, values, unread) if problem not in bad]
    else:
        view = schema.view(**values)
        bad += dict.fromkeys(schema.problems(view))  # each once, also where a family and a game ask for the same
        if not bad and not strange:
            return view
    raise BadPosition(bad + strange, unread=bool(unread or strange))


def _read_field(
    name: str, spec: Spec, text: str, context: ParseContext, values: dict[str, Any], bad: list[Problem]
) -> None:
    """Put the value of one field into `values`; what is wrong with it is added to `bad`."""
    stem, _, key = name.partition(".")
    got = _value(name, key, spec, text, context, bad)
    if got is None:
        return
    if not spec.per:
        values[stem] = got[1]
        return
    if got[0] in values[stem]:  # `won.p1` and `won.P1`, `won.P1+P3` and `won.P3+P1`
        bad.append(Problem(name, "given twice"))
    values[stem][got[0]] = got[1]


def _given_once(pairs: Pairs, bad: list[Problem]) -> dict[str, str]:
    """The fields by name, the last of each; a field given twice is added to `bad`."""
    given: dict[str, str] = {}
    for name, value in pairs:
        if name in given:
            bad.append(Problem(name, "given twice"))
        given[name] = value
    return given


def _not_given(known: Mapping[str, Spec], given: Set[str]) -> list[Problem]:
    return [
        Problem(name, f"must be given ({spec.kind.shape})")
        for name, spec in known.items()
        if spec.default is REQUIRED and name not in given
    ]


def _of_another(
    game: Game[Any],
    schema: PositionSchema[Any],
    values: dict[str, Any],
    name: str,
    text: str,
    context: ParseContext,
    unread: Set[str],
) -> Iterator[Problem]:
    """What is wrong with calls, or trumps, given to a phase that has no such field, by a phase that has it."""
    if not text or name in unread | schema.refuses or name in specs(schema.view):
        return
    for phase in game.phases:
        known = specs(phase.view)
        if name not in known or (name == TRUMP and not (values.get(UPCARD) and UPCARD in known)):
            continue
        fields = {field.name for field in dataclasses.fields(phase.view)}
        open_ = {field: value for field, value in values.items() if field in fields - PRIVATE}
        open_[name] = known[name].kind.read(text, context)
        hidden = unread | {one for one, spec in known.items() if spec.default is REQUIRED and one not in open_}
        yield from (problem for problem in problems_without(phase, open_, hidden) if problem.field == name)
        return


def _table(game: Game[Any], given: dict[str, str], bad: list[Problem]) -> tuple[dict[str, Any], ParseContext]:
    """Read players, options and dealer, which all else is read against; removes them from `given`."""
    options: dict[str, Any] = {}
    blank = ParseContext((), (), game.pack)
    for name, spec in specs(game.options).items():
        if name in given:
            try:
                options[name] = spec.kind.read(given.pop(name), blank)
            except ValueError as why:
                bad.append(Problem(name, str(why)))
    players = game.usual
    if "players" in given:
        text = given.pop("players")
        if text in map(str, game.players):
            players = int(text)
        else:
            able = _any(list(map(str, game.players)))
            bad.append(Problem("players", f"{echoed(text)}: {game.title} is for {able} players"))
    rules = game.options(**options)
    bad += game.problems(players, rules)
    context = game.parse_context(players, rules)
    dealer = game.seats(players)[players - 1]
    if "dealer" in given:
        try:
            dealer = SEAT.read(given.pop("dealer"), context)
        except ValueError as why:
            bad.append(Problem("dealer", str(why)))
    return {"players": players, "options": rules, "dealer": dealer}, context


def _value(
    name: str, key: str, spec: Spec, text: str, context: ParseContext, bad: list[Problem]
) -> tuple[str, Any] | None:
    """The key (empty if the field has none) and value of one field; None, and a problem added, if unreadable."""
    try:
        if bool(key) != bool(spec.per) or name.endswith("."):
            stem = name.partition(".")[0]
            keys = context.seats if spec.per == "seat" else context.sides
            like = f".{spec.per.upper()}=…, such as {stem}.{keys[0]}=…" if spec.per else f"=… ({spec.kind.shape})"
            raise ValueError(f"is written {stem}{like}")
        if spec.per:
            key = (SEAT if spec.per == "seat" else SIDE).read(key, context)
        if not text and not isinstance(spec.default, tuple) and not spec.per:
            raise ValueError(f"is empty ({spec.kind.shape})")
        return key, spec.kind.read(text, context)
    except ValueError as why:
        bad += [Problem(name, one) for one in getattr(why, "each", (str(why),))]
        return None


def _repeated(values: Mapping[str, Any], known: Mapping[str, Spec], game: Game[Any]) -> list[Problem]:
    """Problems for cards that are in more places than the pack has copies."""
    count: Counter[Card] = Counter()
    where: dict[Card, list[str]] = {}
    for name, c in located_cards(values, known):
        count[c] += 1
        where.setdefault(c, []).append(name)
    times = {1: "once", 2: "twice"}
    return [
        Problem(
            " and ".join(dict.fromkeys(where[c])),
            f"{c} is there {times.get(n, f'{n} times')}, the pack has {game.pack.copies[c]}",
        )
        for c, n in count.items()
        if n > game.pack.copies[c]
    ]


def _same_suit_too(given: Mapping[str, str], known: Mapping[str, Spec], game: Game[Any]) -> Iterator[Problem]:
    """Problems of cards written twice with their suit, in a game that reads only the rank."""
    if not game.pack.suitless:
        return
    where: dict[str, list[str]] = {}
    for name, text in given.items():
        spec = known.get(name.partition(".")[0])
        if spec is not None and spec.located:
            for written in re.findall(r"(?<![A-Z0-9])(?:10|[2-9TJQKA])[SHDC](?![A-Z0-9])", text.upper()):
                where.setdefault(written.replace("10", "T"), []).append(name)
    for written, names in where.items():
        if len(names) > 1:
            times = {2: "twice"}.get(len(names), f"{len(names)} times")
            yield Problem(" and ".join(dict.fromkeys(names)), f"{written} is there {times}, the pack has 1")


def _unknown(
    name: str,
    stem: str,
    schema: PositionSchema[Any],
    known: Mapping[str, Spec],
    other: tuple[tuple[str, ...], Spec] | None,
    game: Game[Any],
) -> Problem:
    if other is not None:
        there = [f"phase={phase}" for phase in other[0]]
        if game.scoring is schema:
            return Problem(name, f"belongs to {_any(there)}, not to the score")
        owners = [*there, *(["the score"] if stem in specs(game.scoring.view) else [])]
        belongs = f"belongs to {_any(owners)}, not to phase={schema.name}"
        return Problem(name, f"{belongs}; write that phase with it" if there else belongs)
    low = stem.lower()
    near = nearest(low, known) or same_thing(low, [*known, *elsewhere(game)]) or nearest(low, specs(game.options))
    if near in known and known[near].per and name != stem:
        near += name.removeprefix(stem)
    hint = f"; did you mean {near}?" if near else f" (there are {', '.join([*known, *specs(game.options)])})"
    return Problem(name, f"is not a field of {game.title}{hint}")


def _any(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def write(game: Game[Any], phase: Phase[Any, Any], view: Any) -> str:
    """`view` as a line of `field=value` words that `read_question` reads back; defaults are left out."""
    fields = dict(view.text(game.usual))
    if phase.name != game.usual_phase:
        fields = {"phase": phase.name} | fields
    return " ".join(f"{name}={text}" for name, text in fields.items())


def changed(view: Any, **values: Any) -> Any:
    """A copy of `view` with some values replaced, to ask "what if?"."""
    return dataclasses.replace(view, **values)


def unknown_option(game: Game[Any], name: str) -> Problem:
    """The problem of a house rule that the game does not have."""
    known = specs(game.options)
    near = nearest(name, known)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known) or 'none'}"
    return Problem(name, f"is not an option of {game.title}; {hint}")


def options_from(game: Game[Any], chosen: Mapping[str, str]) -> Options:
    """The game's options, from texts by name; BadPosition lists every unknown name and bad value."""
    bad: list[Problem] = []
    known = specs(game.options)
    values: dict[str, Any] = {}
    for name, text in chosen.items():
        if name not in known:
            bad.append(unknown_option(game, name))
            continue
        try:
            values[name] = known[name].kind.read(text, ParseContext((), (), game.pack))
        except ValueError as why:
            bad.append(Problem(name, str(why)))
    if bad:
        raise BadPosition(bad)
    return game.options(**values)
