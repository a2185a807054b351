"""What holds for every game, whatever its rules: found by being in `tutor.games`, tried at random tables.

A new game is tried here without a line being added. TUTOR_LONG=10 plays ten times as many games.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.marathon import game_held
from tests.tables import LONG, Table, begun, clauses, played, random_game, tables
from tutor.families.tricks import TrickPhase
from tutor.kernel import memo, record
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import Card
from tutor.kernel.fields import CARD, CARDS, located_cards, specs
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.judging import Judgement, Verdict, judge
from tutor.kernel.memo import UNCACHED, legal_uncached
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase
from tutor.kernel.playout import allowed, legal, playout
from tutor.kernel.position import read_question, read_view, write
from tutor.kernel.position_text import split
from tutor.kernel.seats import DECK
from tutor.kernel.view_types import HandView, TrickOnTable, TrumpsView
from tutor.library.tables import seen
from tutor.policies import policy_of
from tutor.teach.lessons.files import paths_of
from tutor.teach.questions.decision_hints import ladder
from tutor.teach.rulings.ruling import ruling_text

if TYPE_CHECKING:
    from tutor.kernel.state import State

SEEDS = range(1 + LONG)
SEEN = 21
"""Decisions looked at closely in each game: the first few, and then some from all over it."""
PLIES = 5_000
"""Moves that may be spent on playing a game to its end at all its tables: some last for thousands."""

ORACLES = Path(__file__).resolve().parent / "oracles"

every_game = pytest.mark.parametrize("name", names())


@cache
def decisions(name: str) -> tuple[tuple[Table, State], ...]:
    """States at which a decision is due, from games at all tables."""
    found: list[tuple[Table, State]] = []
    for table in tables(name):
        for seed in SEEDS:
            states = [ply.state for ply in random_game(table, seed, 400) if ply.state.turn]
            first, rest = states[:6], states[6:]
            phases = {state.phase: state for state in rest}  # each decision there is, however rare
            some = Random(seed).sample(rest, min(len(rest), SEEN // 3 if table.options.changed() else SEEN))
            found += [(table, state) for state in (*first, *phases.values(), *some)]
    return tuple(found)


def rulings(found: Judgement[Any]) -> list[tuple[str, Verdict, str]]:
    return [(ruling.text, ruling.verdict, ruling.clause) for ruling in found.rulings]


def in_rulebook(name: str, clause: str) -> bool:
    known = clauses(name)
    return clause.startswith(f"{name}.") and (known is None or clause in known)


@every_game
def test_the_declaration(name: str) -> None:
    game = load(name)
    assert (game.name, game.usual in game.players) == (name, True)
    assert game.title
    assert game.family
    assert len({phase.name for phase in game.phases}) == len(game.phases)
    for phase in game.phases:
        assert in_rulebook(name, phase.clause), f"{phase.name}: {phase.clause!r}"
        assert phase.title


KINDS = {"hand": HandView, "trick": TrickOnTable, "is_trump": TrumpsView}
"""What a view has, and the kind of view by which others know that it has it."""


@every_game
def test_views_are_of_the_kinds_that_tell_what_they_have(name: str) -> None:
    for phase in load(name).phases:
        for has, kind in KINDS.items():
            there = has in specs(phase.view) or hasattr(phase.view, has)
            assert issubclass(phase.view, kind) == there, f"{phase.name}: {has} and {kind.__name__} go together"


@every_game
def test_random_games_keep_their_cards_add_up_and_end(name: str) -> None:
    """The short form of `marathon`: each table to its end, until so many moves have been made that the rest only begin.

    No card is lost, the lines of a hand add up to its score, and so do the points that the rules say a hand comes to.
    """
    left = PLIES * (1 + LONG)
    for table in tables(name):
        for seed in SEEDS:
            left -= game_held(table, seed, max(left, 300)).moves


def test_oracles_are_of_games() -> None:
    there = {path.stem.replace("_", "-") for path in ORACLES.glob("[!_]*.py")}
    assert there <= set(names())


@every_game
def test_moves_are_unique_and_read_back(name: str) -> None:
    game = load(name)
    for table, state in decisions(name):
        phase, anybody = game.due(state), False
        for seat in state.turn:
            view = phase.see(state, seat)
            candidates = list(phase.candidates(view))
            assert len(set(candidates)) == len(candidates), f"{table}: {Counter(candidates).most_common(1)}"
            found = judge(phase, view)
            assert found.actor is not None, table
            anybody = anybody or bool(found.legal)
            for ruling in found.rulings:
                assert phase.read(view, ruling.text) == ruling.move, f"{table}: {ruling.text}"
                assert phase.read(view, ruling.text.lower()) == ruling.move, f"{table}: {ruling.text.lower()}"
        assert anybody, f"{table}: nobody can do anything in {phase.name}"


@every_game
def test_what_is_cached_is_what_the_duties_say(name: str) -> None:
    game = load(name)
    told = 0
    for table, state in decisions(name):
        phase = game.due(state)
        for seat in state.turn:
            view = phase.see(state, seat)
            found = judge(phase, view).legal
            for again in range(2):
                assert legal(game, state, seat) == found, f"{table}: in the state, {again}"
                assert allowed(phase, view) == found, f"{table}: in the view, {again}"
            assert tuple(legal_uncached(phase, view)) == found, f"{table}: what duties list is not all that is legal"
            assert same(phase, state, seat), f"{table}: what is looked at in the state is not what the view says"
            told += phase.memo.entry(view) is not UNCACHED
    assert told > 5 or not any("hand" in phase.state_readers for phase in game.phases), "nothing is cached"


def same(phase: Phase[Any, Any], state: Any, seat: str) -> bool:
    """Whether what is looked at in the state without a view is what the view has."""
    view = phase.see(state, seat)
    read = {
        name: getattr(state, name, getattr(view, name)) if isinstance(reader, str) else reader(state, seat)
        for name, reader in phase.state_readers.items()
    }
    return all(getattr(view, name) == value for name, value in read.items())


@every_game
def test_play_is_the_same_move_for_move_if_nothing_is_cached(name: str) -> None:
    for table in tables(name):
        cached = [ply.move for ply in islice(random_game(table, 0, 120), 120)]
        with memo.disabled():
            assert [ply.move for ply in islice(random_game(table, 0, 120), 120)] == cached, table


@every_game
def test_a_trick_goes_to_whom_the_view_of_it_names(name: str) -> None:
    game = load(name)
    for table, state in decisions(name):
        phase, seat = game.due(state), state.turn[0]
        if not isinstance(phase, TrickPhase):
            continue
        assert phase.order(state) is phase.see(state, seat).order, table
        cards = [move for move in legal(game, state, seat) if move.cards and not move.word]
        for laid in (phase.lay(state, seat, move)[0] for move in cards):
            if len(laid.trick) == laid.players:
                won, event = phase.winner(phase.see(laid, seat)), phase.go_on(laid).events[0]
                assert won == (event.facts["card"].text, event.seat), table


@every_game
def test_what_is_said_besides_is_legal_and_leaves_the_decision(name: str) -> None:
    game, said = load(name), 0
    for table, state in decisions(name):
        phase, seat = game.due(state), state.turn[0]
        for move in legal(game, state, seat):
            announced_first = policy_of(game).of(phase).announcement(state, seat, move)
            if announced_first is None:
                continue
            said += 1
            then = game.play(state, seat, announced_first).state
            assert seat in then.turn and move in legal(game, then, seat), f"{table}: {announced_first} before {move}"
            assert policy_of(game).of(game.due(then)).announcement(then, seat, move) is None, (
                f"{table}: {announced_first} twice"
            )
    assert said or name != "tresette"


@every_game
def test_every_refusal_has_one_deciding_clause(name: str) -> None:
    game = load(name)
    for table, state in decisions(name):
        for seat in state.turn:
            found = game.judge(state, seat)
            cut = Counter(move for step in found.found.steps for move in step.cut)
            assert set(cut.values()) <= {1}, table
            assert not set(cut) & set(found.legal), table
            assert set(cut) | set(found.legal) == {ruling.move for ruling in found.rulings}, table
            for ruling in found.rulings:
                assert in_rulebook(name, ruling.clause), f"{table}: {ruling.text} rests on {ruling.clause!r}"
                assert ruling.legal or ruling.step is not None, f"{table}: {ruling.text} is refused by no duty"
            for step in found.found.steps:
                assert in_rulebook(name, step.duty.clause), step.duty
                assert not step.duty.waiver or in_rulebook(name, step.duty.waiver), step.duty.waiver


@every_game
def test_asking_changes_nothing(name: str) -> None:
    """A ruling is the same among all candidates and asked for by name, and no question makes another move legal."""
    game = load(name)
    for n, (table, state) in enumerate(decisions(name)):
        rng = Random(n)
        pack = [c.text for c in game.pack.order]
        probes = [
            *rng.sample(pack, 3),
            "+".join(rng.sample(pack, 2)),
            "+".join(rng.sample(pack, 3)),
            "",
            "+",
            "nonsense",
        ]
        for seat in state.turn:
            phase = game.due(state)
            view = phase.see(state, seat)
            plain = judge(phase, view)
            texts = [ruling.text for ruling in rng.sample(plain.rulings, min(12, len(plain.rulings)))]
            held = [c.text for c in phase.holds(view)]
            if held:
                probes.append("+".join(rng.sample(held, rng.randint(1, min(5, len(held))))))
            asked = judge(phase, view, [*texts, *probes])
            assert asked.legal[: len(plain.legal)] == plain.legal, table
            assert rulings(asked)[: len(plain.rulings)] == rulings(plain), table
            for text, answer in zip(texts, asked.asked, strict=False):
                assert (text, answer) in [(ruling.text, ruling) for ruling in asked.rulings]
            for text, answer in zip(probes, asked.asked[len(texts) :], strict=True):
                assert in_rulebook(name, answer.clause), f"{table}: {text!r}"
                assert answer.verdict is not Verdict.UNREADABLE or answer.note, f"{table}: {text!r}"
            assert asked.asked[len(texts) + probes.index("nonsense")].verdict is Verdict.UNREADABLE
            assert asked.asked[len(texts) + probes.index("")].verdict is Verdict.UNREADABLE, f"{table}: nothing at all"


@every_game
def test_only_who_is_in_turn_may_act(name: str) -> None:
    game = load(name)
    for table, state in decisions(name):
        first = state.turn[0]
        move = next(iter(legal(game, state, first)), Move("anything"))
        for seat in (*set(game.seats(table.players)) - set(state.turn), "P99", "", DECK):
            with pytest.raises(ValueError, match="turn"):
                game.play(state, seat, move)
        refused = next((ruling for ruling in game.judge(state, first).rulings if not ruling.legal), None)
        if refused is not None and refused.move is not None:
            with pytest.raises(IllegalMove) as why:
                game.play(state, first, refused.move)
            assert why.value.ruling.clause == refused.clause
    start = begun(tables(name)[0], 0).state
    assert start.chance is not None
    with pytest.raises(ValueError, match=DECK):
        game.play(start, "P1", Move(start.chance.word, start.chance.pool))
    for wrong in (start.chance.pool[1:], (*start.chance.pool[1:], start.chance.pool[-1])):
        with pytest.raises(ValueError, match=DECK):
            game.play(start, DECK, Move(start.chance.word, wrong))


@every_game
def test_old_states_stay_as_they_were(name: str) -> None:
    for table in tables(name)[:4]:
        kept = [(state := ply.state, repr(state)) for ply in random_game(table, 1, 250)]
        assert [repr(state) for state, _ in kept] == [text for _, text in kept], table


@every_game
def test_chance_comes_only_from_the_generator_given(name: str) -> None:
    for table in tables(name)[:2]:
        first, again = ([(ply.seat, ply.move) for ply in random_game(table, 5, 300)] for _ in range(2))
        assert first == again, table


@every_game
def test_every_view_is_a_position(name: str) -> None:
    """What a seat sees, written down as a position and read back, is the same view: `explain` answers for all of it."""
    game = load(name)
    for table, state in decisions(name):
        phase = game.due(state)
        for seat in state.turn:
            view = phase.see(state, seat)
            text = write(game, phase, view)
            question = read_question(game, split(text.split()))
            assert (question.phase, question.view, question.asked) == (phase, view, ()), f"{table}\n{text}"
            assert question.view.seats == state.seats
            as_json = json.dumps(dict(pair.split("=", 1) for pair in text.split()))
            assert read_question(game, split([as_json])).view == view, as_json
            assert phase.actor(view) == seat, f"{table}: {phase.name} says {phase.actor(view)} acts, not {seat}"
            assert not [*phase.unreachable(view)], f"{table}\n{text}"


@every_game
def test_what_follows_from_a_position_is_plain(name: str) -> None:
    """Winner, totals and facts are JSON, and what decides is in the rulebook."""
    game = load(name)
    for table, state in decisions(name):
        phase = game.due(state)
        for seat in state.turn:
            view = phase.see(state, seat)
            for value in (phase.facts(view), phase.totals(view), phase.winner(view)):
                json.dumps(dict(value) if isinstance(value, Mapping) else value)
            outcome = phase.winner_clause(view)
            assert not outcome or in_rulebook(name, outcome), f"{table}: {outcome!r}"


def plain(value: object) -> bool:
    if isinstance(value, tuple | list):
        return all(map(plain, value))
    if isinstance(value, Mapping):
        return all(plain(key) and plain(part) for key, part in value.items())
    return value is None or isinstance(value, Card | str | int | float | bool | Move)


@every_game
def test_events_are_plain_values_with_known_clauses(name: str) -> None:
    for table in tables(name):
        for ply in random_game(table, 2, 300):
            for event in ply.events:
                assert plain(event.facts), f"{table}: {event}"
                assert not event.clause or in_rulebook(name, event.clause), f"{table}: {event}"


@every_game
def test_a_record_replays(name: str) -> None:
    game = load(name)
    for n, table in enumerate(tables(name)):
        whole = played(table, 3, 100 if n else 400)
        rng, entries = Random(3), list(whole.entries)
        for at in sorted(rng.sample(range(len(entries)), min(12, len(entries))), reverse=True):
            state = whole.states[at]
            for seat in state.turn:
                refused = [ruling for ruling in game.judge(state, seat).rulings if not ruling.legal]
                entries[at:at] = [
                    record.HistoryEntry(seat, r.text, r.clause) for r in rng.sample(refused, min(2, len(refused)))
                ]
        whole = record.Record(game, whole.states, tuple(entries))
        text = record.write(whole)
        again = record.read(text)
        assert again.states == whole.states, table
        assert again.entries == whole.entries, table
        assert record.write(again) == text
        assert record.read_line(record.write_line(whole)) == whole


@every_game
def test_undo_leaves_no_trace(name: str) -> None:
    for table in tables(name)[:3]:
        whole = played(table, 4, 200)
        rng = Random(4)
        made = [i for i, entry in enumerate(whole.entries) if entry.seat != DECK]
        for decisions_back in rng.sample(range(1, len(made) + 1), min(6, len(made))):
            at = made[-decisions_back]
            before = record.Record(whole.game, whole.states[: at + 1], whole.entries[:at])
            back = record.undo(whole, decisions_back)
            assert back == before, table
            for entry in whole.entries[at:]:
                move = Move(entry.text)
                if entry.seat == DECK:
                    word, _, drawn = entry.text.rpartition(":")
                    move = Move(word, tuple(map(whole.game.pack.read, drawn.split("+"))))
                back = record.play(back, entry.seat, move)
            assert back == whole, table
        again = record.same_cards(whole)
        assert again.entries == whole.entries[: len(again.entries)]
        assert all(entry.seat == DECK for entry in again.entries)


@every_game
def test_equal_views_give_equal_judgements(name: str) -> None:
    """A determinization looks the same to its seat, which is judged the same in it; and it can be played on."""
    game = load(name)
    for n, (table, state) in enumerate(decisions(name)):
        for seat in state.turn:
            sample = game.determinize(state, seat, Random(n))
            assert Counter(game.cards(sample)) == Counter(game.cards(state)), table
            assert (sample.phase, sample.turn, sample.chance) == (state.phase, state.turn, state.chance)
            phase = game.due(state)
            assert phase.see(sample, seat) == phase.see(state, seat), f"{table}: {seat} sees the difference"
            assert rulings(game.judge(sample, seat)) == rulings(game.judge(state, seat)), table
            if n % 20 == 0:
                for _ in islice(playout(game, sample, Random(n)), 400):
                    pass


def moved(one: State, other: State) -> Counter[Card]:
    """The cards that lie in another hand or pile in `other`."""
    out: Counter[Card] = Counter()
    for field in one.card_fields:
        here, there = getattr(one, field), getattr(other, field)
        if here != there:
            piles = zip(here, there, strict=True) if isinstance(here[0], tuple) else [(here, there)]
            out += sum((Counter(a) - Counter(b) for a, b in piles), Counter())
    return out


@every_game
def test_what_is_unseen_may_lie_in_any_order(name: str) -> None:
    """No seat sees a difference, nothing else moves, and neither the cards nor their order tell where they lie."""
    game = load(name)
    for n, (table, state) in enumerate(decisions(name)):
        for seat in state.seats:
            unseen = game.unseen(state, seat)
            order = Random(n).sample(unseen, len(unseen))
            sample = game.deal_unseen(state, seat, order, Random(n))
            at = f"{table}: {seat} in {state}"
            assert seen(sample, seat) == seen(state, seat), at
            assert Counter(game.cards(sample)) == Counter(game.cards(state)), at
            assert moved(state, sample) <= Counter(unseen), at
            assert game.unseen(sample, seat) == unseen, at
            assert game.deal_unseen(sample, seat, order, Random(n)) == sample, f"{at}: the true deal shows through"
            if seat in state.turn:
                view = game.due(state).see(state, seat)
                assert game.due(state).see(sample, seat) == view, at
                assert shown(view) + Counter(unseen) <= Counter(game.cards(state)), f"{at}: what it sees is not unseen"


@every_game
def test_equal_views_give_equal_hints(name: str) -> None:
    """No rung of the ladder tells more than the hand and the table do; nor does the text of any ruling."""
    game = load(name)
    for n, (table, state) in enumerate(decisions(name)[::4]):
        for seat in state.turn[:1]:
            here, there = game.judge(state, seat), game.judge(game.determinize(state, seat, Random(n)), seat)
            assert ladder(game, here) == ladder(game, there), table
            for one, other in zip(here.rulings[:8], there.rulings[:8], strict=True):
                assert ruling_text(game, here, one) == ruling_text(game, there, other), table


def shown(view: Any) -> Counter[Card]:
    """The cards that are written down in a view."""
    return Counter(c for _, c in located_cards(vars(view), specs(type(view))))


@every_game
def test_determinizations_differ(name: str) -> None:
    """Where hands are hidden, two samples of them are not always the same cards: else advice would be cheating."""
    game = load(name)
    for table in tables(name)[:3]:
        state = next(ply.state for ply in random_game(table, 6) if ply.state.turn)
        phase, seat = game.due(state), state.turn[0]
        mine = shown(phase.see(state, seat))
        hidden = sum(((shown(phase.see(state, other)) - mine) for other in state.seats if other != seat), Counter())
        certain = table.players == 2 and hidden == Counter(game.cards(state)) - mine  # all dealt, so the rest is known
        if sum(hidden.values()) > 5 and not certain:
            samples = {repr(game.determinize(state, seat, Random(n))) for n in range(6)}
            assert len(samples) > 1, f"{table}: {seat} knows what is hidden"


@every_game
def test_stages_are_positions(name: str) -> None:
    """A set-up refuses what cannot be with all its problems, as every position does."""
    game = load(name)
    with pytest.raises(ValueError, match="nonsense"):
        read_view(game, game.setup, split(["nonsense=1"]))


def stages(part: Any) -> Iterator[str]:
    """Every set-up in a lesson file, or in a part of one."""
    if isinstance(part, Mapping):
        yield from [part["stage"]] if "stage" in part else ()
    for inner in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
        yield from stages(inner)


def with_cards_named(game: Game[Any], view: Any) -> Iterator[Any]:
    """The set-up with one more field that names cards: of those that it does not name, so many as may be there."""
    rest = game.setup.rest(view)
    for field, spec in specs(type(view)).items():
        if spec.located and not getattr(view, field) and spec.kind in (CARD, CARDS) and not spec.per:
            for value in rest[:1] if spec.kind is CARD else (rest[:n] for n in range(1, 8)):
                more = replace(view, **{field: value})
                if not list(game.setup.problems(more)):
                    yield more


@every_game
def test_a_set_up_puts_every_card_of_the_pack_in_one_place(name: str) -> None:
    game = load(name)
    texts = [text for path in paths_of(name) for text in stages(tomllib.loads(path.read_text("utf-8")))]
    assert texts
    for text in texts:
        view = read_view(game, game.setup, split(text.split()))
        pack = Counter(game.cards(game.begin(view.players, view.options, view.dealer)))
        for tried in (view, *with_cards_named(game, view)):
            assert Counter(game.cards(game.setup.build(tried))) == pack, tried.text(game.usual)
