"""The document of `tutor explain`, made from the same judgement as its JSON, and the lists of fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal

from tutor.kernel.echo import short
from tutor.kernel.fields import REQUIRED, Spec, specs
from tutor.kernel.judging import Judgement, Ruling, Verdict, judge
from tutor.kernel.moves import Combo
from tutor.kernel.phase import Phase
from tutor.kernel.view_types import HandView
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.offers import verb_of
from tutor.teach.rulings.ruling_rows import Row, alike, as_held, beside_name, fewest, told_after
from tutor.teach.rulings.what_follows import outcome, situation
from tutor.teach.rulings.what_if import counterfactuals, more_text
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para, TableDrawing
from tutor.teach.text.marks import mark, split, unmarked
from tutor.teach.text.move_lists import BETWEEN, offered
from tutor.teach.text.names import names_at
from tutor.teach.text.phrases import in_words, phrase, text_in_words, worded
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.idle_fields import IdleField
    from tutor.kernel.moves import Move
    from tutor.kernel.position import PositionQuestion
    from tutor.kernel.seats import Seat

MOST_NAMED: Final = 5
"""The most cards that a counterfactual names at the table."""
MOST_OWNERS: Final = 3
"""The most phases that a field without bearing is said to belong to."""
FEW: Final = 12
"""Up to this many rows of legal moves have a sentence each; more are grouped by the deciding rule."""
SAID: Final = 6
"""Up to this many words that may be said are named beside the ruling on another."""
SHORTER: Final = 0.85
"""How long a few words grouped by kind may be beside the same one by one, if they are to be grouped."""
KIND_ENDS: Final = " ·\n"
"""Between combinations of one kind and those of the next, which begin a line."""
MANY: Final = 200
"""The most moves that are given sentences of their own."""


def explain_doc(game: Game[Any], question: PositionQuestion) -> Doc:
    """The position in words, what may and may not be done and why, and what else follows from it."""
    phase, view = question.phase, question.view
    found = judge(phase, view, question.asked)
    table = tabletop(game, "", phase=phase, view=view)
    out: list[Block] = [TableDrawing(table)]
    out += idle_notes(question.idle, phase)
    follows = outcome(game, phase, view, table) if found.actor is None else situation(game, phase, view)
    out += follows
    if question.asked:
        out += _asked(game, found)
    else:
        out += _all(game, found)
    if found.actor is None and not follows:
        rule = words.clause(game.name, phase.closed_by(view))
        out += [Gap(), Item("", say("explain.nothing", rule=words.rule_text(rule, view.options)), rule.id)]
    return worded(game, out, phase)


def idle_notes(idle: Sequence[IdleField], phase: Phase[Any, Any] | None) -> list[Block]:
    """What is said of fields that were given and have no bearing on `phase` (None: on a score)."""
    owners: dict[tuple[str, ...], list[str]] = {}
    for field in idle:
        owners.setdefault(field.phases if phase else (), []).append(f"`{field.name}`")
    at = phase.name if phase else ""
    notes = (
        say("explain.idle", fields=names, phase=at, owners=[f"phase={one}" for one in phases[:MOST_OWNERS]])
        for phases, names in owners.items()
    )
    return [block for text in notes for block in (Gap(), Para(text, "warn"))]


def names_of(game: Game[Any], view: Any, phase: Phase[Any, Any] | None = None) -> Mapping[Seat, str]:
    """Names of the seats as seen by the only player, or by the one to act in `phase`; {} for the seats' own names."""
    actor = game.seats(1)[0] if view.players == 1 else phase and phase.actor(view)
    return names_at(game, view.players, view.options, actor) if actor else {}


def attempt_doc(
    game: Game[Any], found: Judgement[Any], ruling: Ruling[Any], *, in_force: bool = False
) -> tuple[Block, ...]:
    """One ruling with its counterfactuals, as shown during a hand; with `in_force` without other house rules."""
    sign: Literal["yes", "no"] = "yes" if ruling.legal else "no"
    label = mark("m", ruling.text) if ruling.move else short(ruling.text, 24)
    decided = ruling.verdict in (Verdict.LEGAL, Verdict.NOT_ALLOWED)  # no rule decides about moves that cannot be tried
    clause = ruling.clause if decided else ""
    why = _unread(game, found, ruling) or beside_name(ruling, words.ruling_text(game, found, ruling))
    blocks: list[Block] = [Item(label, why, clause, sign)]
    blocks += [Para(text, "dim", indent=2) for text in more_text(game, found, ruling, in_force=in_force)]
    return in_words(game, blocks, found.phase)


def short_attempt_doc(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> tuple[Block, ...]:
    """One ruling as a player at the table is told it.

    Of a card not held just that, of what cannot be read what can be; no long counterfactual, and no house rules of
    other tables.
    """
    if ruling.verdict is Verdict.NOT_HELD and isinstance(found.view, HandView) and found.view.hand:
        text = words.not_held(found, ruling, among=False)
        return in_words(game, [Item(mark("m", ruling.text), text, sign="no")], found.phase)
    said = [block for block in attempt_doc(game, found, ruling, in_force=True) if not _wordy(block)]
    if ruling.verdict is Verdict.UNREADABLE:  # no mistake, and the text quotes what was typed
        return tuple(Para(block.text, "warn") if isinstance(block, Item) else block for block in said)
    return (*said, *_sayable(game, found, ruling, said))


def _sayable(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any], said: Sequence[Block]) -> list[Block]:
    """What may be said in place of a refused word, unless the ruling names some of it or there is too much."""
    if ruling.verdict is not Verdict.NOT_ALLOWED or any(move.cards for move in found.legal) or len(found.legal) > SAID:
        return []
    legal = [phrase(game, found.phase, move) for move in found.legal]
    told = unmarked(" ".join(block.text for block in said if isinstance(block, Item | Para))).casefold()
    if not legal or any(re.search(rf"\b{re.escape(unmarked(one).casefold())}\b", told) for one in legal):
        return []
    return [Para(say("ruling.sayable_now", them=legal), "dim", indent=2)]


def _wordy(block: Block) -> bool:
    """Whether a counterfactual names more than `MOST_NAMED` cards."""
    return isinstance(block, Para) and sum(kind == "c" for kind, _ in split(block.text)) > MOST_NAMED


def _unread(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> str:
    """What can be said of a move that could not be read; "" for all others."""
    if ruling.verdict is not Verdict.UNREADABLE:
        return ""
    from tutor.teach.rulings.unread import unread_text  # a move that is read can do without

    return unread_text(game, found, ruling)


def _asked(game: Game[Any], found: Judgement[Any]) -> list[Block]:
    out: list[Block] = [Gap(), Heading(say("explain.your_question"))]
    for ruling in found.asked:
        out += attempt_doc(game, found, ruling)
    return out


def _all(game: Game[Any], found: Judgement[Any]) -> list[Block]:
    out: list[Block] = []
    for legal in (True, False):
        rulings = [r for r in as_held(game, found) if r.legal is legal]
        if not rulings:
            continue
        verb = verb_of(game, found, [r.text for r in rulings])
        if not legal and not found.legal:
            out += [Gap(), Para(say("explain.none", verb=verb))]
        out += [Gap(), Heading(say("explain.may" if legal else "explain.may_not", verb=verb))]
        for some, text in _rows(game, found, rulings):
            out.append(Item(_label(game, found, some), text, some[0].clause, "yes" if legal else "no"))
        if not legal and len(rulings) <= FEW:
            reasons = words.Rulings(game, found)
            whys = [(ruling, reasons.text(ruling)) for ruling in rulings]
            out += [Para(text, "dim", 2) for text in counterfactuals(game, found, whys)]
    return out


def _rows(game: Game[Any], found: Judgement[Any], rulings: list[Ruling[Any]]) -> list[Row]:
    """Moves that share a sentence, with it; with their rule where there are many moves or sentences."""
    said = words.Rulings(game, found)
    each = ((ruling, said.text(ruling)) for ruling in rulings) if len(rulings) <= MANY else ()
    rows = fewest(each, said.together)
    if rows and (len(rows) <= FEW or not rulings[0].legal):
        return told_after(rows)
    rules = ((one, words.rule_text(words.clause(game.name, one.clause), found.view.options)) for one in rulings)
    return alike((one, said.together(one) or rule) for one, rule in rules)


def _label(game: Game[Any], found: Judgement[Any], rulings: Sequence[Ruling[Any]]) -> str:
    """The moves of these rulings: one by one if they are few, else grouped by kind, as are words if that is shorter."""
    moves = [r.move for r in rulings if r.move]
    if others := _all_others(found, moves):
        return say("move.any_other", n=others)
    kinds = {move.kind for move in moves if isinstance(move, Combo)}
    grouped = offered(game, found.phase, found.view, moves, KIND_ENDS if len(kinds) > 1 else BETWEEN)
    if len(moves) > FEW or len(kinds) > 1 or all(move.word and move.cards for move in moves):
        return grouped
    several = any(move.word or len(move.cards) > 1 for move in moves)
    between = ", " if several or not _row_of_cards(found) else "  "
    singly = text_in_words(game, between.join(map(shown, moves)), found.phase)
    begins, *_ = (said := unmarked(singly).split())
    again = len(moves) > 1 and begins.isalpha() and said.count(begins) == len(moves)  # `take 4♠, take 3♥`
    shorter = len(unmarked(grouped)) <= SHORTER * len(unmarked(singly))
    return grouped if shorter and (several or again) else singly


def _all_others(found: Judgement[Any], moves: Sequence[Move]) -> int:
    """How many cards each of these moves is, if they are all that is refused, and many; else 0."""
    sizes = {len(move.cards) for move in moves}
    refused = sum(not ruling.legal for ruling in found.rulings)
    plain = not any(move.word or isinstance(move, Combo) for move in moves)
    legal = {len(move.cards) for move in found.legal}
    return min(sizes) if plain and len(moves) == refused > FEW and sizes == legal != {1} else 0


def _row_of_cards(found: Judgement[Any]) -> bool:
    """Whether only cards by themselves are ever played, none of them with a name, so that blanks keep them apart."""
    played = [ruling for ruling in found.rulings if ruling.cards]
    return all(len(r.cards) == 1 and not r.cards[0].joker and not isinstance(r.move, Combo) for r in played)


def example_texts(game: Game[Any], *, result: bool = False, phase: str = "") -> list[str]:
    """A sentence with a question to begin with, or one about `phase`, or with a `result`, if there is one."""
    from tutor.teach.drills.examples import example_of_phase
    from tutor.teach.drills.results import example_of_result
    from tutor.teach.overview.index import question_to_begin_with

    fields = example_of_result(game) if result else ""
    command = question_to_begin_with(game.name) if not result else f"tutor score {game.name} {fields}" if fields else ""
    if phase not in ("", game.usual_phase):
        fields = example_of_phase(game, phase)
        command = f"tutor explain {game.name} {fields}" if fields else ""
    return [say("explain.example", command=command)] if command else []


def how_to_begin(game: Game[Any], *, moves: bool, phase: str = "") -> list[str]:
    """How a position is written, with an example in `phase`, or a result, if no `moves` are asked about."""
    listed = say(
        "explain.begin", list=f"tutor {'explain' if moves else 'score'} {game.name} --fields", result=not moves
    )
    return [listed, *example_texts(game, result=not moves, phase=phase if moves else "")]


def fields_doc(game: Game[Any], *, result: bool = False) -> Doc:
    """Every field of every phase and of the score, or only of a `result`, with default and meaning, and the options."""
    head, option = say("explain.fields_head"), say("explain.options_head")
    out: list[Block] = [Heading(say("explain.fields_title", title=game.title, result=result), 1)]
    out += map(Para, example_texts(game, result=result))
    for schema in (*(() if result else game.phases), game.scoring):
        name = f"phase={schema.name}" if schema is not game.scoring else "tutor score"
        title = schema.title if isinstance(schema, Phase) else ""
        out += [Gap(), Heading(f"{name}  {title}".rstrip())]
        if schema not in (game.scoring, game.phase_of[game.usual_phase]):
            out += map(Para, example_texts(game, phase=schema.name))
        named = ((field, spec) for field, spec in specs(schema.view).items() if field not in game.lacks)
        rows = tuple(_row(game, field, spec) for field, spec in named)
        out.append(ColumnsBlock(tuple(head.split("|")), rows))
    rows = tuple(_row(game, name, spec) for name, spec in specs(game.options).items())
    if rows:
        out += [Gap(), Heading(say("explain.options_title")), ColumnsBlock(tuple(option.split("|")), rows)]
    return tuple(out)


def _row(game: Game[Any], name: str, spec: Spec) -> tuple[str, str, str, str]:
    if name == "players":
        return name, " / ".join(map(str, game.players)), str(game.usual), spec.meaning
    default = spec.shown or (say("explain.required") if spec.default is REQUIRED else "")
    if not default and spec.default not in (None, {}, ()):
        default = spec.kind.show(spec.default)
    called = f"{name}.{spec.per.upper()}" if spec.per else name
    return called, spec.kind.shape, default or say("explain.no_default"), spec.meaning
