"""Everything that a stranger, a full disk or a flipped bit may do to the program, tried again by generators.

    python -m tests.assault                       every part in its long form: 100,000 inputs and more
    python -m tests.assault arguments positions   some parts
    python -m tests.assault --short               what CI runs (`test_assault.py`), well under a minute
    python -m tests.assault --inputs 50 homes     as many inputs as wanted; --seed N has the same ones again
    python -m tests.assault --update              keep the table in `RESULTS.md`

A part is a module in `parts/` with a `PART`: what it makes up (a hypothesis strategy) and what it does with one input.
An attempt that fails says so by an AssertionError, or by any other exception; what failed is printed, the shortest
input first, and the rest goes on. What was found by hand and must not come back stands in `tests/hostile`.
"""
