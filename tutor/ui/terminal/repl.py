"""The prompt of a terminal: history, completion, keys and a toolbar. The only module that imports prompt_toolkit.

prompt_toolkit draws the line being typed and nothing else; what is said goes out through `write`, below what
was said before, and is never redrawn.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from tutor.teach.conversation.commands import COMMANDS, QUIT
from tutor.teach.conversation.session import Word
from tutor.teach.text.doc import Doc, Heading, Item, Para
from tutor.teach.text.marks import cleaned
from tutor.ui.marks import inline
from tutor.ui.terminal.complete import offered, suggest, tail
from tutor.ui.terminal.turns import HOW_TO_LEAVE, LONGEST
from tutor.ui.wrap import cells
from tutor.ui.write import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

    from tutor.ui.render_options import RenderOptions
    from tutor.ui.terminal.turns import Turns

LEAVE = QUIT.key
"""The key with which the line editor itself leaves."""
KEYS = {command.key: command.name for command in COMMANDS if command.key not in ("", LEAVE)}
"""Keys that type a word and Enter."""

KEYS_SAID: Doc = (
    Heading("Keys"),
    *(Item(key.upper(), f"types {word}") for key, word in KEYS.items()),
    Item("Tab", "completes a card or a command"),
    Item("Up, Down", "bring back earlier lines; Ctrl-R searches them"),
    Item("Ctrl-C", "clears the line"),
    Item("Ctrl-D", "leaves and keeps what you have done"),
    Para("The line at the bottom goes with toolbar off and comes back with toolbar on.", tone="dim"),
)
KEYS_WORD = Word("keys", "what the keys do")
TOOLBAR = {False: Word("toolbar on", "show the bottom line"), True: Word("toolbar off", "hide the bottom line")}
"""What changes whether the toolbar is shown, by whether it is."""
ROOM = 4
"""Blanks between the parts of the toolbar and the keys, with the one at its end."""
SPARED = 3
"""Where there is no room for all keys, the third from the end goes first: the last two are for help and to leave."""
_REMEMBERED = 1000  # characters; a longer line was pasted by mistake

_STYLE = {"prompt": "ansicyan", "bottom-toolbar": "noreverse", "bottom-toolbar.text": "dim"}
_MENU = {
    "completion-menu": "bg:ansiblack fg:ansiwhite",
    "completion-menu.completion": "bg:ansibrightblack fg:ansiwhite",
    "completion-menu.completion.current": "noreverse bg:ansicyan fg:ansiblack",
    "completion-menu.meta.completion": "bg:ansibrightblack fg:ansiwhite",
    "completion-menu.meta.completion.current": "noreverse bg:ansicyan fg:ansiblack",
    "scrollbar.background": "bg:ansibrightblack",
    "scrollbar.button": "bg:ansiwhite",
}


class Repl:
    """One run of the prompt: `toolbar` may change meanwhile, `draft` is a half-typed line that a key interrupted."""

    def __init__(self, turns: Turns, history_path: Path | None, toolbar: bool) -> None:
        self.turns = turns
        self.session = turns.session
        self.toolbar = toolbar
        self.draft = ""
        self.prompt: PromptSession[str] = PromptSession(
            history=_history(history_path),
            completer=WordCompleter(lambda: (*offered(turns.session.words(), turns.session.names), *self.own_words)),
            complete_while_typing=False,
            key_bindings=_bindings(self),
            style=Style.from_dict(_STYLE | (_MENU if turns.look.colour else {})),
            color_depth=None if turns.look.colour else ColorDepth.DEPTH_1_BIT,
            include_default_pygments_style=False,
            enable_suspend=True,
            reserve_space_for_menu=6,
        )
        # A terminal that does not answer where its cursor is gets no toolbar; a warning about it would help nobody.
        self.prompt.app.renderer.cpr_not_supported_callback = None

    @property
    def own_words(self) -> tuple[Word, ...]:
        """The commands of the prompt itself."""
        return (KEYS_WORD, TOOLBAR[self.toolbar])

    def run(self) -> None:
        """The conversation after its opening, to its end."""
        told = False
        while not self.turns.over:
            self.turns.pause()
            try:
                text = self._read()
            except KeyboardInterrupt:
                if not told:
                    self.turns.show(HOW_TO_LEAVE)
                told = True
            except EOFError:
                self.turns.leave()
            else:
                self._take(text)

    def _read(self) -> str:
        draft, self.draft = self.draft, ""
        self.prompt.bottom_toolbar = self._bar if self._shows() else None  # as an argument None would change nothing
        return self.prompt.prompt([("class:prompt", self.turns.prompt)], default=draft)

    def _take(self, text: str) -> None:
        """Answer what was entered; pasted lines are entered one after the other, each shown with its answer."""
        lines = [line for line in text.split("\n") if line.strip()] or [""]
        for at, line in enumerate(lines):
            if self.turns.over:
                return
            if at:
                self.turns.pause()
                say(f"{self.turns.prompt}{cleaned(line)[:LONGEST].rstrip()}\n", self.turns.out)
            command = line.split()
            if command == ["keys"]:
                self.turns.show(KEYS_SAID)
            elif command[:1] == ["toolbar"] and command[1:] in ([], ["on"], ["off"]):
                self.toolbar = command[1:] == ["on"] if command[1:] else not self.toolbar
                self.turns.show((Para(f"The toolbar is {'on' if self.toolbar else 'off'}.", tone="dim"),))
            else:
                self.turns.own_words = self.own_words
                self.turns.answer(line)

    def _shows(self) -> bool:
        try:
            return self.toolbar and any(self.session.status.parts)
        except Exception:  # the toolbar is never worth a session
            return False

    def _bar(self) -> str:
        status = self.session.status
        parts = [inline(part, self.turns.look, self.session.names) for part in status.parts]
        width = get_app().output.get_size().columns
        return bar([part for part in parts if part], status.keys, width, self.turns.look)


def bar(parts: list[str], keys: Iterable[tuple[str, str]], width: int, look: RenderOptions) -> str:
    """The toolbar's text: the parts from the left, and at the right as many of the keys as there is room for.

    A part goes before the last key does.
    """
    between = look.fit(" · ")
    said = [f"{key_name(key)} {word}" for key, word in keys]
    least = cells(said[-2:][0]) + ROOM if said else 1
    left = " " + between.join(parts)
    while len(parts) > 1 and cells(left) + least > width:
        parts = parts[:-1]
        left = " " + between.join(parts)
    while said and cells(left) + cells("  ".join(said)) + ROOM > width:
        said.pop(-SPARED if len(said) >= SPARED else -1)
    right = "  ".join(said) + " "
    return left + " " * (width - cells(left) - cells(right)) + right if said else left


def key_name(key: str) -> str:
    """What stands on a key, or how it is written that Ctrl is held: `F1`, `^D`."""
    return key.upper().replace("C-", "^")


class WordCompleter(Completer):
    """Offers `words()`, whatever state they are in: a fault there must not break the line being typed."""

    def __init__(self, words: Callable[[], Iterable[Word]]) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The completions of what stands before the cursor."""
        with suppress(Exception):
            text = document.text_before_cursor
            return [
                Completion(word.text, start_position=-len(tail(text, word) or ""), display_meta=word.about)
                for word in suggest(text, self.words())
            ]
        return []


class QuietHistory(FileHistory):
    """A history file that may be missing, unreadable or unwritable without anybody being told."""

    def load_history_strings(self) -> Iterable[str]:
        """The lines of the file, newest first; none if it cannot be read."""
        try:
            return list(super().load_history_strings())
        except (OSError, ValueError):
            return []

    def store_string(self, string: str) -> None:
        """Add a line to the file if possible."""
        if len(string) <= _REMEMBERED:
            with suppress(OSError, ValueError):
                super().store_string(string)


def _history(path: Path | None) -> History:
    if path is None:
        return InMemoryHistory()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    return QuietHistory(str(path))


def _bindings(repl: Repl) -> KeyBindings:
    """The keys beyond those of every line editor."""
    keys = KeyBindings()

    def types(word: str) -> Callable[[KeyPressEvent], None]:
        def press(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            repl.draft = buffer.text
            buffer.document = Document(word, len(word))
            buffer.validate_and_handle()

        return press

    for key, word in KEYS.items():
        keys.add(key)(types(word))

    @keys.add("enter", filter=completion_is_selected)
    def _accept(event: KeyPressEvent) -> None:
        """Take what the menu offers and stay on the line."""
        event.current_buffer.complete_state = None

    @keys.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        """Insert no more than can be answered: the editor crawls on a pasted book."""
        event.current_buffer.insert_text(cleaned(event.data.replace("\r\n", "\n").replace("\r", "\n"))[: LONGEST + 1])

    return keys
