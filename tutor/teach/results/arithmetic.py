"""Verify the calculations that authors write for answers, and find what was left out of them.

A calculation consists of equations separated by semicolons: `29 + 4 (the ace) = 33; 98 + 33 = 131`. Words, cards and
text in brackets are ignored; the rest are numbers (`2 1/3` is one) and the signs + - × ÷ and =.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.teach.text.marks import split
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

_BRACKETS: Final = re.compile(r"\([^()]*\)")
_TOKEN: Final = re.compile(r"(\d{1,9}) (\d{1,9})/(\d{1,9})|(\d{1,9})(?:/(\d{1,9})|\.(\d{1,9}))?|([-+×÷])")
_SEMICOLON: Final = re.compile(r";|\.$|\.(?= )")
_PART: Final = re.compile(r"(?:^|(?<= ))(?=[+-] )(?![^(]*\))")
"""Where a part of a sum begins, outside brackets."""
_LABEL: Final = re.compile(r"\(([^()]*)\)")
_STOP: Final = re.compile(r";|\.(?!\d)")


class BadSum(ValueError):
    """A calculation is wrong or cannot be read; the message says why."""


class Equation(NamedTuple):
    """One equation: its text, and the value of each of its sides."""

    text: str
    sides: tuple[Fraction, ...]


def proven(text: str) -> Fraction:
    """The value of the last equation; raises BadSum if one does not hold or cannot be read."""
    found = list(_equations(text))
    if not found:
        raise BadSum(say("check.sum_none"))
    for one in found:
        wrong = next((side for side in one.sides if side != one.sides[0]), None)
        if wrong is not None:
            raise BadSum(say("check.sum_wrong", text=one.text, one=number(one.sides[0]), other=number(wrong)))
    return found[-1].sides[-1]


def equations(text: str) -> list[str]:
    """The equations of a calculation, each as it is written."""
    return [part.strip() for part in _SEMICOLON.split(text) if "=" in part]


def numbers_in(text: str) -> frozenset[float]:
    """The numbers that a calculation, or a part of one, is made of."""
    return frozenset(float(_number(hit)) for hit in _TOKEN.finditer(_BRACKETS.sub(" ", _bare(text))) if not hit[7])


def slips(text: str) -> Iterator[tuple[Fraction, str]]:
    """Wrong results that somebody comes to who stops early, or does one thing too little or too much.

    Each comes with what to say about it, the likeliest first. Where two parts are the same number, or one is taken
    off nothing, none is named.
    """
    parts = equations(text)
    for early in parts[:-1]:
        value = proven(early)
        yield value, say("slip.early", n=number(value), sum=early)
    if not parts:
        return
    right, terms = proven(parts[-1]), list(_terms(parts[-1].partition("=")[0]))
    taken = [one for one in terms if not one.value == right < 0]
    alone = [one for one in taken if [other.value for other in terms].count(one.value) == 1 and len(terms) > 1]
    for one in alone:
        facts = {"n": number(abs(one.value)), "what": one.label}
        yield right - one.value, say("slip.left_out" if one.value > 0 else "slip.not_taken_off", **facts)
    for one in terms:
        for factor in one.factors:
            without = right - one.value + one.value / factor
            yield without, say("slip.not_multiplied", n=number(factor), what=one.label)
    for one in alone:
        facts = {"n": number(abs(one.value)), "what": one.label}
        if one.value < 0:
            yield right - 2 * one.value, say("slip.inner_sign", right=-int(abs(one.value)))
        elif not one.product and len([other for other in terms if other.value]) > 1:
            yield right + one.value, say("slip.twice", **facts)
        if len(terms) > 2 and one.label:
            yield abs(one.value), say("slip.only", **facts)


class Term(NamedTuple):
    """One part of a sum: its value, below zero if it is taken off, its label, and what it is multiplied by.

    `product` says whether it is multiplied or divided at all.
    """

    value: Fraction
    label: str
    factors: tuple[Fraction, ...]
    product: bool


def _terms(side: str) -> Iterator[Term]:
    """The parts of one side of an equation."""
    for part in _PART.split(side):
        sign, rest = (part[0], part[1:]) if part[:1] in "+-" else ("+", part)
        if not part.strip():
            continue
        product = bool(re.search("[×÷]", rest))
        label = None if product else _LABEL.search(rest)
        value = _value(rest)
        factors = [_value(one) for one in rest.split("×")[1:]] if product and "÷" not in rest else []
        known = tuple(factor for factor in factors if factor not in (0, 1))
        yield Term(value if sign == "+" else -value, label[1] if label else "", known, product)


def _value(text: str) -> Fraction:
    return _side(_bare(text), text)


def _bare(text: str) -> str:
    """A calculation without the numbers of cards and players in it."""
    return "".join(value if not kind else "x" for kind, value in split(text))


def number(n: Fraction) -> str:
    """A number as people write it: `2`, `1/3`, `2 1/3`."""
    whole, rest = divmod(abs(n), 1)
    parts = [str(whole)] if whole or not rest else []
    return ("-" if n < 0 else "") + " ".join([*parts, *([str(rest)] if rest else [])])


def _equations(text: str) -> Iterator[Equation]:
    """All equations of a calculation."""
    for part in _STOP.split(_bare(text)):
        if "=" in part:
            yield Equation(part.strip(), tuple(_side(side, part.strip()) for side in part.split("=")))


def _side(text: str, whole: str) -> Fraction:
    """The value of one side of an equation; × and ÷ bind more tightly."""
    terms: list[Fraction] = []
    sign, waiting = "+", True
    for hit in _TOKEN.finditer(_BRACKETS.sub(" ", text)):
        if hit[7]:
            if waiting and (terms or hit[7] != "-"):
                raise BadSum(say("check.sum_unread", text=whole))
            sign, waiting = hit[7], True
            continue
        n = _number(hit)
        if not waiting or (sign == "÷" and not n):
            raise BadSum(say("check.sum_unread", text=whole))
        if sign in "×÷":
            terms[-1] = terms[-1] * n if sign == "×" else terms[-1] / n
        else:
            terms.append(-n if sign == "-" else n)
        waiting = False
    if waiting:
        raise BadSum(say("check.sum_unread", text=whole))
    return sum(terms, Fraction())


def _number(hit: re.Match[str]) -> Fraction:
    if hit[1]:
        return int(hit[1]) + _part(hit[2], hit[3])
    if hit[6]:
        return Fraction(f"{hit[4]}.{hit[6]}")
    return _part(hit[4], hit[5] or "1")


def _part(over: str, under: str) -> Fraction:
    if not int(under):
        raise BadSum(say("check.sum_unread", text=f"{over}/{under}"))
    return Fraction(int(over), int(under))
