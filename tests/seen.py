"""Parse drawings of tables back: which cards are where, and which words.

Each reader goes by the structure of its format: columns and paragraphs of text, sentences of plain text, elements of a
page or picture. Cards are read only where a place for cards begins. A reader is given the names of the seats, in order
from the bottom, and the label before the cards of each place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))
CARD = re.compile(r"(10|[2-9AKQJ])([♠♥♦♣SHDC]?)|(X[12])")
TABLE_ENDS = 82
"""The column from which on text is beside the table."""


@dataclass
class Seen:
    """The contents of a drawing: cards before each seat, in the middle by group, in hand; and the words by place."""

    seats: dict[str, list[str]] = field(default_factory=dict)
    middle: list[list[str]] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    """By place: `facts` (counts included), a seat, `0`, `1`, … for groups, `hand`."""


class Key:
    """What a reader must know of a table: names of seats, and the labels of the middle and of the hand."""

    def __init__(
        self,
        names: Sequence[tuple[str, str]],
        groups: Sequence[tuple[str, str]],
        hand: str,
        odd: Sequence[tuple[str, str]],
    ) -> None:
        """`names` are seats with their names, the one at the bottom first; `groups` labels and the whole phrases;
        `odd` what cards with names of their own are called, longer names first, and their letters.
        """
        self.names, self.groups, self.hand, self.odd = names, groups, hand, odd

    def first(self, text: str) -> list[str]:
        """The cards that a text begins with, heaps parted by `|` or `;`."""
        return first_cards(self._lettered(text))

    def held(self, text: str) -> list[str]:
        """All cards of a hand."""
        return hand_cards(self._lettered(text))

    def _lettered(self, text: str) -> str:
        for name, letters in self.odd:
            text = text.replace(name, letters)
        return text


# -- cards in words ----------------------------------------------------------------------------------------


def first_cards(text: str) -> list[str]:
    """The cards that a text begins with, heaps parted by `|` or `;`."""
    out = []
    for token in text.split():
        bare = token.rstrip(",.;:")
        if bare == "|":
            continue
        hit = CARD.fullmatch(bare)
        if not hit:
            break
        out.append(_letters(hit))
        if bare != token and token[-1] != ";":
            break
    return out


def hand_cards(text: str) -> list[str]:
    """All cards of a hand: `♠ A K  trumps Q♣`, in which a suit alone holds for the ranks after it."""
    out, suit = [], ""
    for token in text.split():
        bare = token.rstrip(";.,")
        hit = CARD.fullmatch(bare)
        if bare in SUITS:
            suit = SUITS[bare]
        elif hit:
            out.append(_letters(hit) + ("" if hit[2] or hit[3] else suit))
        else:
            suit = ""
    return out


def _letters(hit: re.Match[str]) -> str:
    rank = "T" if hit[1] == "10" else hit[1]
    return hit[3] or rank + SUITS.get(hit[2], hit[2])


def _without_notes(text: str) -> str:
    """What stands after the phrases in brackets that follow a name."""
    text = text.strip()
    if not text.startswith("("):
        return text
    deep = 0
    for at, one in enumerate(text):
        deep += (one == "(") - (one == ")")
        if not deep:
            return text[at + 1 :]
    return text


def _spaced(text: str) -> str:
    return " ".join(text.split())


# -- text --------------------------------------------------------------------------------------------------


def text(lines: Sequence[str], key: Key, *, round_: bool) -> Seen:
    """The table in text; `round_` says that seats stand round it and do not follow each other."""
    sheet = _sheet([line[TABLE_ENDS:] for line in lines])
    lines = [line[:TABLE_ENDS].rstrip() for line in lines]
    hand = next((at for at, line in enumerate(lines) if key.hand and line.startswith(key.hand)), len(lines))
    seen = Seen(hand=key.held(" ".join(lines[hand:])[len(key.hand) :]))
    seen.words["hand"] = _spaced(" ".join(lines[hand:]))
    end = hand
    if round_ and key.names:  # the seat at the bottom stands above the hand
        me = tuple(f"{key.names[0][1]}{after}" for after in (" ", ":"))
        there = [at for at, line in enumerate(lines[:hand]) if f"{line.strip()} ".startswith(me)]
        if not there and len(key.names) == 1:  # the only player, of whom nothing is said
            _place(seen, key, key.names[0], key.names[0][1])
        else:
            end = max(there)
            _place(seen, key, key.names[0], _spaced(" ".join(lines[end:hand])))
    starts: list[int] = []
    for _, whole in reversed(key.groups):
        end_ = starts[0] if starts else end
        starts.insert(0, max(at for at in range(end_) if lines[at].strip() and _opens(lines[at:end_], whole)))
    for at, (label, _) in enumerate(key.groups):
        upto = starts[at + 1] if at + 1 < len(starts) else end
        said = _spaced(" ".join(lines[starts[at] : upto]))
        seen.words[str(at)] = said
        seen.middle.append(key.first(said[len(_spaced(label)) :].removeprefix(":")))
    above = lines[: starts[0] if starts else end]
    first = _round(seen, above, key) if round_ else _row(seen, above, key)
    seen.words["facts"] = _spaced(" ".join([*above[:first], sheet]))
    return seen


def _sheet(lines: Sequence[str]) -> str:
    """The counts beside the table: its lines, and its columns, whose heads and numbers end at the same place."""
    columns: dict[int, list[str]] = {}
    for line in lines:
        for hit in re.finditer(r"\S+(?: \S+)*", line):
            columns.setdefault(hit.end(), []).append(hit.group())
    return " ".join([*lines, *(" ".join(parts) for parts in columns.values())])


def _begins(said: str, name: str) -> bool:
    return said == name or said.startswith((f"{name} (", f"{name}  "))


def _opens(lines: Sequence[str], whole: str) -> bool:
    """Whether these lines are all of this phrase; where a line ends no bar keeps heaps apart."""
    return _spaced(" ".join(lines).replace("|", " ")) == _spaced(whole.replace("|", " "))


def _place(seen: Seen, key: Key, named: tuple[str, str], said: str) -> None:
    seat, name = named
    assert said.startswith(name), (said, name)
    seen.words[seat] = said
    seen.seats[seat] = key.first(_without_notes(said[len(name) :]).removeprefix(":"))


def _round(seen: Seen, lines: Sequence[str], key: Key) -> int:
    """Reads blocks side by side: a part of a line belongs to the block of its row whose middle is nearest."""
    others = {name: seat for seat, name in key.names[1:]}
    rows: list[tuple[int, list[tuple[str, float, list[str]]]]] = []
    for at, line in enumerate(lines):
        parts = [(hit.group(), (hit.start() + hit.end()) / 2) for hit in re.finditer(r"\S+(?: \S+)*", line)]
        opened = [(name, mid, [part]) for part, mid in parts for name in others if _begins(part, name)]
        if opened and len(opened) == len(parts):
            names = {name for name, _, _ in opened}  # a name that comes again was the end of a phrase before
            rows = [row for row in rows if not names & {name for name, _, _ in row[1]}] + [(at, opened)]
            continue
        for part, mid in parts if rows else []:
            min(rows[-1][1], key=lambda block: abs(block[1] - mid))[2].append(part)
    for name, _, said in (block for _, row in rows for block in row):
        _place(seen, key, (others[name], name), _spaced(" ".join(said)))
    return rows[0][0] if rows else len(lines)


def _row(seen: Seen, lines: Sequence[str], key: Key) -> int:
    """Reads seats that follow each other, the last of all: a line begins with a seat or goes on with it."""
    order = [*key.names[1:], *key.names[:1]]
    for at in reversed(range(len(lines))):
        whole = "".join(line if line.startswith(" ") else f" · {line}" for line in lines[at:])
        parts = [part.strip() for part in whole.removeprefix(" · ").split(" · ")]
        fits = (part == n or part.startswith(f"{n} ") for part, (_, n) in zip(parts, order, strict=False))
        if not lines[at].startswith(" ") and len(parts) == len(order) and all(fits):
            for part, named in zip(parts, order, strict=True):
                _place(seen, key, named, _spaced(part))
            return at
    raise AssertionError("no paragraph of seats:\n" + "\n".join(lines))


# -- plain sentences ---------------------------------------------------------------------------------------


def plain(lines: Sequence[str], key: Key, notes: Mapping[str, str]) -> Seen:
    """The table in sentences; `notes` are the phrases beside seats, which stand before their cards."""
    said: list[str] = []
    for line in lines:
        if line.startswith("  "):
            said[-1] += line[1:]
        else:
            said.append(line)
    seen = Seen()
    if key.hand:
        seen.words["hand"] = said[-1]
        seen.hand = key.held(said.pop().removeprefix(f"{key.hand}:"))
    for at, (label, _) in reversed(list(enumerate(key.groups))):
        seen.words[str(at)] = said[-1]
        seen.middle.insert(0, key.first(said.pop()[len(label) :].removeprefix(":").replace(";", " ")))
    for seat, name in reversed(key.names):
        if said[-1].startswith(f"{name}: "):
            seen.words[seat] = said.pop()
            there = seen.words[seat].removeprefix(f"{name}: ").removesuffix(".").removeprefix(notes[seat])
            seen.seats[seat] = key.first(there.removeprefix("; "))
        else:
            seen.seats[seat], seen.words[seat] = [], ""
    seen.words["facts"] = " ".join(said)
    return seen


# -- JSON, HTML, SVG ---------------------------------------------------------------------------------------


def json(data: Mapping[str, Any]) -> Seen:
    """The table for programs."""
    seen = Seen(hand=[c for row in data["hand"] for c in row["cards"]])
    for place in data["places"]:
        seen.seats[place["seat"]] = place["cards"]
        said = [*(note["text"] for note in place["notes"]), *place["said"], *place["remarks"], place["turn"]]
        seen.words[place["seat"]] = " ".join(said)
    for at, group in enumerate(data["middle"]):
        seen.middle.append([c for heap in group["heaps"] for c in heap])
        seen.words[str(at)] = f"{group['label']} {group['text']}"
    tallies = (f"{tally['label']} {side} {n}" for tally in data["tallies"] for side, n in tally["by"])
    seen.words["facts"] = " ".join([data["title"], *(line["text"] for line in data["facts"]), *tallies])
    seen.words["hand"] = data["hand_label"]
    return seen


def html(fragment: Iterable[str], key: Key) -> Seen:
    """The table on a page."""
    root = ElementTree.fromstring("".join(fragment))
    rows = {kind: root.findall(f".//div[@class='{kind}']") for kind in ("place", "heap", "tally", "hand")}
    seen = Seen()
    for (seat, name), row in zip(key.names, rows["place"], strict=True):
        seen.words[seat] = _shown(row)
        assert seen.words[seat].startswith(name)
        seen.seats[seat] = [c for part in row.findall(".//span[@class='cards']") for c in key.first(_shown(part))]
    for at, row in enumerate(rows["heap"]):
        seen.words[str(at)] = _shown(row)
        seen.middle.append([c for part in row.findall(".//span[@class='cards']") for c in key.first(_shown(part))])
    for row in rows["hand"]:
        seen.words["hand"] = _shown(row)
        seen.hand = [c for part in row.findall(".//span[@class='cards']") for c in key.held(_shown(part))]
    facts = [root.find("p"), *rows["tally"]]
    seen.words["facts"] = " ".join(_shown(part) for part in facts if part is not None)
    return seen


def _shown(node: ElementTree.Element) -> str:
    """The text that is seen: what is only read aloud is left out."""
    if node.attrib.get("class") == "ear":
        return ""
    inner = "".join(_shown(child) + (child.tail or "") for child in node)
    return f"{node.text or ''}{inner}" + (" " if node.tag in ("dt", "dd") else "")


def svg(drawing: str) -> Seen:
    """The table as a picture."""
    root = ElementTree.fromstring(drawing)
    groups = [node for node in root if _tag(node) == "g"]
    seen = Seen()
    facts = [node for node in root if node.attrib.get("class") == "fact"]
    seen.words["facts"] = " ".join("".join(node.itertext()) for node in facts)
    seen.words["hand"] = " ".join("".join(n.itertext()) for n in root if n.attrib.get("class") == "legend")
    for node in groups:
        cards = [part.attrib["data-card"] for part in node.iter() if "data-card" in part.attrib]
        said = " ".join("".join(part.itertext()) for part in _texts(node))
        if "data-seat" in node.attrib:
            seen.seats[node.attrib["data-seat"]], seen.words[node.attrib["data-seat"]] = cards, said
        elif "data-group" in node.attrib:
            seen.words[str(len(seen.middle))] = said
            seen.middle.append(cards)
        elif node.attrib.get("class") == "hand":
            seen.hand = cards
    return seen


def _texts(node: ElementTree.Element) -> Iterable[ElementTree.Element]:
    """The texts of a group that are not on cards."""
    for child in node:
        if "data-card" not in child.attrib:
            if _tag(child) == "text":
                yield child
            yield from _texts(child)


def _tag(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]
