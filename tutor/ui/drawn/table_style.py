"""How a drawn table looks, by light and in the dark: the rules of its shapes."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
.board { --felt: #2c7457; --deep: #1d5540; --rim: #174433; --on: #fff; --mild: #d5e8de; --face: #fffefb;
  --edge: #c9c4ba; --black: #1d1c22; --red: #c01f2e; --blue: #1d4fb8; --green: #17703a; --gold: #ffd166;
  --dark: #0d2b20; --no: #c3ccc5; --ink: #1c1b1a; --soft: #5f5b57; --yes: #1b6e36; --page: #fdfcfa;
  display: block; width: 100%; height: auto;
  font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) { .board { --felt: #1f4d3c; --deep: #143529; --rim: #0d241b; --on: #f3f0ea;
  --mild: #b4cdc1; --face: #f1eee6; --edge: #8d897f; --no: #93a199; --gold: #f2c14e; --ink: #ece8e2; --soft: #aaa49c;
  --yes: #7fd396; --page: #171614; } }
.board .page { fill: var(--page); }
.board .felt { fill: var(--felt); stroke: var(--rim); stroke-width: 5; }
.board .inlay { fill: none; stroke: var(--on); stroke-opacity: .13; stroke-width: 1.5; }
.board .pool { fill: var(--deep); fill-opacity: .55; }
.board .paper { fill: var(--face); stroke: var(--edge); stroke-width: .8; }
.board .card { filter: drop-shadow(0 1.5px 2px rgb(0 0 0 / .32)); }
.board .ink, .board .rank, .board .court { fill: var(--black); }
.board .ink.H, .board .rank.H, .board .court.H, .board .ink.D, .board .rank.D, .board .court.D { fill: var(--red); }
.board.four .ink.D, .board.four .rank.D, .board.four .court.D { fill: var(--blue); }
.board.four .ink.C, .board.four .rank.C, .board.four .court.C { fill: var(--green); }
.board .rank { font-weight: 700; } .board .court { font-family: Georgia, "Times New Roman", serif; font-weight: 700; }
.board .frame { fill: none; stroke: var(--black); stroke-opacity: .35; stroke-width: 1; }
.board .frame.H, .board .frame.D { stroke: var(--red); stroke-opacity: .4; }
.board .no .paper { fill: var(--no); }
.board .no .ink, .board .no .rank, .board .no .court, .board .no .frame { opacity: .5; }
.board .bar circle { fill: var(--dark); stroke: var(--face); stroke-width: 1.2; }
.board .bar path { stroke: #fff; stroke-width: 2; stroke-linecap: round; }
.board .ok { fill: var(--gold); }
.board .best .paper { stroke: var(--gold); stroke-width: 4; } .board .ahead .paper { stroke: var(--gold);
  stroke-width: 2.5; stroke-dasharray: 5 3; }
.board .ribbon { fill: var(--gold); } .board .ribbon-text { fill: #2b2100; font-weight: 700; }
.board .plaque { fill: var(--dark); fill-opacity: .62; } .board .turn .plaque { stroke: var(--gold); stroke-width: 2; }
.board .name { fill: #fff; font-weight: 650; } .board .note { fill: var(--mild); }
.board .turn .note { fill: var(--gold); }
.board .fact { fill: var(--on); } .board .fact .H, .board .fact .D, .board .caption .H, .board .caption .D {
  fill: #ffb3b0; }
.board .caption { fill: var(--mild); letter-spacing: .02em; } .board .value { fill: var(--on); font-weight: 700; }
.board .token { fill: var(--face); stroke: var(--edge); }
.board .bubble { fill: var(--face); } .board .said { fill: var(--black); font-weight: 600; }
.board .said .H, .board .said .D { fill: var(--red); }
.board .title { fill: var(--ink); font-weight: 700; } .board .lead { fill: var(--ink); font-weight: 650; }
.board .legend { fill: var(--mild); }
.board .chip { fill: none; stroke: var(--yes); stroke-width: 1.5; } .board .chip.off { stroke: var(--soft);
  stroke-dasharray: 3 3; }
.board .move { fill: var(--ink); font-weight: 600; } .board .move .H, .board .move .D { fill: var(--red); }
.board .move.off, .board .move.off tspan { fill: var(--soft); }
@media (prefers-color-scheme: dark) { .board .move .H, .board .move .D { fill: #ff8a8a; } }
""".strip()
