"""Speed, measured side by side: `python -m tests.benchmarks [PART …]`, and what each part says with `--help`.

A part is a module here with `measure(rounds)`, which gives figures as JSON can hold them. Machines are noisy and not
alike, so nothing is compared but figures of one run, as ratios; `yardstick` says how fast the machine was.
"""
