"""The sums that authors write: what can be read, what is proven, and what is said of a wrong one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor.kernel.cards import card
from tutor.teach.results.arithmetic import BadSum, number, proven, slips
from tutor.teach.text.values import shown


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("29 + 4 = 33", 33),
        ("29 (so far) + the ace 4 + 1 for the trick = 34; 98 + 34 = 132", 132),
        ("2 × 3 + 4 = 10", 10),
        ("4 + 2 × 3 = 10", 10),
        ("-2 + 5 = 3", 3),
        ("3 - 5 = -2", -2),
        ("12 ÷ 4 = 3", 3),
        ("2 1/3 + 1/3 = 2 2/3", Fraction(8, 3)),
        ("1.5 × 2 = 3. Above half: 3 - 1 = 2.", 2),
        ("20 = 20 (a trick of 5 - and 3)", 20),
    ],
)
def test_a_sum_is_read(text: str, comes_to: Fraction) -> None:
    assert proven(text) == comes_to


def test_cards_are_for_the_reader() -> None:
    ten = card("TH")
    assert proven(f"{shown(ten)} 10 + {shown((ten, card('AS')))} 11 = 21") == 21


@pytest.mark.parametrize(
    "text", ["", "no sum", "29 + 4", "1 + = 1", "1 2 = 12", "5 ÷ 0 = 0", "1/0 = 1", "+ 1 = 1", "9999999999 = 1", "= 3"]
)
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(BadSum):
        proven(text)


@pytest.mark.parametrize("text", ["29 + 4 = 34", "1 + 1 = 3; 2 + 2 = 4", "2 = 2 = 3", "2 1/3 = 3 1/2"])
def test_a_wrong_sum_is_refused_with_both_sides(text: str) -> None:
    with pytest.raises(BadSum, match="is not"):
        proven(text)


@pytest.mark.parametrize(
    ("n", "text"), [(Fraction(2), "2"), (Fraction(7, 3), "2 1/3"), (Fraction(-1, 2), "-1/2"), (Fraction(0), "0")]
)
def test_numbers_as_people_write_them(n: Fraction, text: str) -> None:
    assert number(n) == text


@pytest.mark.parametrize(
    ("text", "wrong", "said"),
    [
        ("29 + 4 (the ace) = 33", 29, "You seem to have left out 4 (the ace)."),
        ("29 + 4 (the ace) = 33", 37, "You seem to have counted 4 (the ace) twice."),
        ("29 + 4 (the ace) + 1 (the trick) = 34", 4, "4 is only a part (the ace); there is more to count."),
        ("4 × 5 (the bid, lost) = 20; 75 - 20 = 55", 75, "You forgot to take off 20."),
        ("4 × 5 (the bid, lost) = 20; 75 - 20 = 55", 95, "You added 20, but that is lost: take it off."),
        ("50 (one trick short) × 2 (doubled) = 100", 50, "You forgot to multiply by 2."),
        ("1 × 2 (doubled) = 2", 1, "You forgot to multiply by 2."),
    ],
)
def test_a_wrong_result_is_told_by_which_slip_it_comes(text: str, wrong: int, said: str) -> None:
    assert next(line for n, line in slips(text) if n == wrong) == said


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("20 + 0 (no queen) = 20", 40), ("7 × 1 + 39 = 46", 53), ("3 + 3 = 6", 9), ("0 - 8 (lost) = -8", 0)],
)
def test_no_slip_is_named_that_nobody_makes_or_that_is_not_clear(text: str, wrong: int) -> None:
    assert not [line for n, line in slips(text) if n == wrong]
