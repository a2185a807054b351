"""A practice game as a conversation: the learner types moves and questions, the engine answers both."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.moves import seats_named
from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.practice import command_answers as answers
from tutor.teach.practice import commands as ask
from tutor.teach.practice import ending, table
from tutor.teach.practice.decision import Decision, slips_of
from tutor.teach.practice.match import hands_over
from tutor.teach.practice.naming import names_blocks
from tutor.teach.practice.revoke import Revoke, as_the_rules_have_it, gone_on, revoked
from tutor.teach.practice.seated import Seated
from tutor.teach.practice.slips import Review
from tutor.teach.practice.start import PracticeRequest, ago
from tutor.teach.rulebook import rulebook
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Para
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.kernel.history import Record
    from tutor.kernel.phase import Judgement
    from tutor.teach.practice.saves import Saves
    from tutor.teach.progress.store import Store
    from tutor.teach.text.names import Names


class Practice(Seated):
    """One game against the program, to its end, and what comes after. Saved after every move, before it is shown."""

    def __init__(self, request: PracticeRequest, store: Store, saves: Saves) -> None:
        self.request, self.saves = request, saves
        self.saved, self._bad = request.resumed(saves)
        super().__init__(self.saved.match if self.saved else request.begun(), store)
        self.asking: Literal["resume", "move", "review", "between", "after"] = "resume" if self.saved else "move"
        self.review: Review | None = None
        self.shown: Callable[[Doc], None] | None = None
        self.earlier: dict[int, float] = {}
        """What the learner's side won in hands played before, by where their play began: the same cards again."""

    # -- the protocol of a session ---------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The game, and which decision is due."""
        due = self.asking == "move" and self.match.due
        return f"{self.match.game.name} {self.match.record.state.phase}" if due else self.match.game.name

    @property
    def status(self) -> Status:
        """Game, score, slips."""
        return Status(table.status(self.match, len(self.slips)))

    @property
    def names(self) -> Names:
        """What seats are called, as the learner sees them."""
        return self.match.names

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right: all cards to play with, all calls, all commands."""
        if self.asking == "resume":
            return Word("y"), Word("n")
        if self.review is not None:
            return self.review.words()
        if self.asking in ("after", "between"):
            return cmd.command_words(self._known)
        moves = ask.move_words(self.match) if self.match.due else ()
        return (*moves, *cmd.command_words(self._known))

    def begin(self) -> Reply:
        """The aim and the table; or the question whether to go on with the game that was left."""
        title = Heading(self.match.game.title, 1)
        if self.saved is not None:
            made = sum(entry.made and entry.seat == self.match.seat for entry in self.match.record.entries)
            text = say("practice.saved", title=self.match.game.title, ago=ago(self.saved.at), moves=made)
            return self._reply([title, Para(text), Para(say("practice.saved_ask"), "ask")])
        notes = [Para(self._bad, "warn")] if self._bad else []
        return self._reply(self._opening(title, *notes))

    def leave(self) -> Reply:
        """What is kept and how to come back."""
        over = self.asking == "after" or (self.asking == "review" and self.match.over)
        return Reply((ending.goodbye(self.match, self.saves, over=over, asked=self.asking == "resume"),), over=True)

    def tell(self, line: str) -> Reply:
        """A move, a command, or the answer to what was asked."""
        line = line.strip()
        if self.asking == "resume":
            return self._resume(line.lower())
        if self.review is not None:
            return self._reviewed(self.review, line)
        if self.asking in ("after", "between"):
            return self._ended_told(line)
        if not line and self.decision.pending:
            return self._reply(self._move(self.decision.pending))
        if not line:
            return self._reply(self._wait() if self.match.shared else self._turn())
        move = ask.is_move(self.match.game, *self.match.moment, seats_named(line, self.match.names))
        command, rest = (None, line) if move else cmd.meant(line.removeprefix("/"), self._known)
        if command is ask.QUIT:
            return self.leave()
        return self._reply(self._move(line) if command is None else self._command(command, rest))

    # -- beginning -------------------------------------------------------------------------------------

    def _resume(self, word: str) -> Reply:
        if word in ("", "y", "yes", "ok") and self.saved is not None:
            self.asking = "move"
            self.saves.go_on(self.saved)
            self.slips = slips_of(self.match)
            self.slipped = bool(self.slips)
            since = len(self.match.record.entries)
            return self._reply([Para(say("practice.resumed"), "dim"), *self._go_on(since)])
        if word in ("n", "no", "new"):
            self.match = self.request.begun()
            return self._reply(self._opening())
        if cmd.meant(word, (ask.QUIT,))[0] is not None:
            return self.leave()
        return self._reply([Para(say("practice.saved_again"), "ask")])

    def _opening(self, *above: Block) -> list[Block]:
        self.asking = "move"
        aim = Para(rulebook(self.match.game.name).aim)
        doc: list[Block] = [
            *above,
            aim,
            Para(say("practice.opening", names=self.names)),
            Para(say("practice.how"), "dim"),
            Gap(),
        ]
        if self.shown is not None:  # there is something to read while the others think
            self.shown(worded(self.match.game, doc))
            doc = []
        begun = len(self.match.record.entries)
        return [*doc, *self._go_on(begun)]

    # -- going on --------------------------------------------------------------------------------------

    def _keep(self) -> None:
        self.saves.save(self.match)

    def _move(self, line: str) -> list[Block]:
        text = ask.move_text(self.match, line)
        if self.request.revoke:
            found = self.match.judged(text)
            revoke = as_the_rules_have_it(found)
            stands = None if revoke else revoked(self.match.record, self.match.seat, text)
            if stands is not None:
                return self._let_stand(*stands, found)
            if revoke:
                self._slip(found, self.match.attempt(found.asked[0].text))
                text = revoke
        return self._tried(text, line)

    def _let_stand(self, record: Record[Any], revoke: Revoke, found: Judgement[Any]) -> list[Block]:
        """A forbidden card is played and nobody objects, until it is claimed; then the play goes back."""
        since = len(self.match.record.entries)
        self._slip(found, revoke.ruling)
        doc = table.happened(gone_on(record, revoke), since)
        self.match.record = revoke.before
        self._keep()
        return [*doc, Gap(), *revoke.doc(), Gap(), *self._turn()]

    def _go_on(self, since: int, *, deal: bool = True) -> list[Block]:
        """Let the others act; say what happened since entry `since`, then the table and what is to be done.

        Unless it is to `deal`, a hand that has just ended is looked at before the next one.
        """
        try:
            if deal or not self.match.between:
                self.match.advance()
        finally:
            self._keep()
        self.decision = Decision()
        ended = self.match.held and (self.match.over or self.match.between)
        doc = table.happened(self.match.record, since, last=ended)
        compared = ending.compared(self.match, since, self.earlier)
        doc += [*(ending.page(self.match.record) if ended else ()), *compared]
        if self.match.over:
            return [*doc, *self._ended()]
        if self.match.between:
            self.asking = "between"
            return [*doc, Gap(), ending.menu(self.match, len(self.slips))]
        return [*doc, Gap(), *self._turn()]

    def _ended(self) -> list[Block]:
        self.asking = "after"
        doc: list[Block] = [Gap(), *ending.result(self.match)]
        notes = [] if self.slipped else [Para(say("practice.no_slip"), "good")]
        return [*doc, *notes, self._menu()]

    def _menu(self) -> Para:
        """What Enter does when it is over, and what else there is."""
        if self.slips:
            return Para(say("practice.offer_review", n=len(self.slips)), "ask")
        return Para(say("practice.after"), "dim")

    def _ended_told(self, line: str) -> Reply:
        """After a hand: Enter deals the next one; after the last: leaves, or looks at slips. Commands are answered."""
        over = self.asking == "after"
        if over and self.slips and line.lower() in ("", "y", "yes"):
            return self._reply(self._review())
        if over and self.slips and line.lower() in ("n", "no"):
            self.slips = []
            return self._reply(self._asked_now())
        if not line and not over:
            self.asking = "move"
            return self._reply(self._go_on(len(self.match.record.entries)))
        command, rest = cmd.meant(line.removeprefix("/"), (*ask.AFTER, *ask.KNOWN))
        if not line or command is ask.QUIT:
            return self.leave()
        if command is None:  # a slip of the keyboard is no wish to leave
            return self._reply([Para(say("practice.not_now"), "dim"), *self._asked_now()])
        return self._reply(self._command(command, rest))

    # -- the review ------------------------------------------------------------------------------------

    def _review(self) -> list[Block]:
        if not self.slips:
            return [Para(say("practice.no_slips"), "dim")]
        self.review, self.slips, self.asking = Review(self.match.game, self.slips, self.store), [], "review"
        return self.review.begin()

    def _reviewed(self, review: Review, line: str) -> Reply:
        before = review.faults
        doc = review.tell(seats_named(line, self.names))
        self.faults += review.faults - before
        if review.over:
            self.review = None
            self.asking = "after" if self.match.over else "between" if self.match.between else "move"
            doc += self._asked_now()
        return self._reply(doc)

    def _asked_now(self) -> list[Block]:
        """What is to be done after something else was looked at."""
        if self.match.over:
            return [self._menu()]
        return [ending.menu(self.match, len(self.slips))] if self.match.between else self._turn()

    # -- commands --------------------------------------------------------------------------------------

    @property
    def _known(self) -> tuple[cmd.Command, ...]:
        """What may be typed now, and is listed."""
        if self.asking in ("after", "between"):
            return ask.there(self.match.game, ask.AFTER)
        return (*((ask.WAIT,) if self.match.shared else ()), *ask.there(self.match.game, ask.PLAYING))

    def _command(self, command: cmd.Command, rest: str) -> list[Block]:
        if command is ask.HELP:
            intro = "practice.help" if self.match.due else "practice.help_after"
            return ask.helped(self._known, rest, say(intro))
        if command is ask.SHOW:
            return self._table() if self.asking == "move" else ending.page(self.match.record)
        if command is ask.REVIEW:
            return self._review()
        if command is ask.UNDO:
            return self._undo()
        if command is ask.NEW:
            return self._new()
        if command is ask.AGAIN:
            return self._again(rest)
        if command in (ask.ASSIST, ask.WARNINGS):
            told, changed = answers.setting_blocks(self.match, command, rest.lower())
            self.saves.save(self.match)
            return [*told, *(self._turn() if changed and self.match.due else [])]
        if command is ask.NAMES:
            return self._call(rest)
        if command is ask.WAIT:
            return self._wait()
        return answers.answer(self.match, self.decision, command, rest)

    def _call(self, rest: str) -> list[Block]:
        """Who is called what, after the names that are wanted."""
        told, wanted = names_blocks(self.match, rest, cmd.command_names(ask.KNOWN))
        if wanted is None:
            return told
        self.match.call(wanted)
        self.saves.save(self.match)
        return names_blocks(self.match, "", ())[0]

    def _undo(self) -> list[Block]:
        move = self.match.undo()
        if not move:
            return [Para(say("practice.nothing_to_undo"), "dim")]
        self.asking = "move"
        since = len(self.match.record.entries)
        return [Para(say("practice.undone", move=move), "dim"), *self._go_on(since)]

    def _new(self) -> list[Block]:
        self.asking = "move"
        self.saves.leave()
        self.match = self.request.begun(seed=secrets.randbits(32))
        self.earlier = {}
        return self._go_on(0)

    def _again(self, rest: str) -> list[Block]:
        whole = rest.lower() in ("game", "all")
        if rest and not whole:
            return [Para(say("practice.again_what"), "dim")]
        self.asking = "move"
        self.match.again(all_of_it=whole)
        since = len(self.match.record.entries)
        done = hands_over(self.match.record)
        said = Para(say("practice.again", hands=0 if whole else done), "dim")
        return [said, *self._go_on(since if done else 0)]

    def _reply(self, doc: list[Block]) -> Reply:
        warnings = [self.store.take_warning(), self.saves.take_warning()]
        doc = [*doc, *(Para(text, "warn") for text in warnings if text)]
        return Reply(worded(self.match.game, doc))
