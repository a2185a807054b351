"""Which reasons come first, which make no difference, and which are left out beside others that say more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

RESULTS: Final = frozenset(
    (
        "settled",
        "secured",
        "passed",
        "shown_aim",
        "makes_aim",
        "shows_next",
        "sure_aim",
        "sure_plan",
        "must_win",
        "gives_least",
    )
)
"""Reasons from what the hand is about, which are told before all others (see `result.py`)."""
MEANS: Final = ("hands_won", "contract")
"""Reasons that are means of sampled deals, and not given beside what is certain."""
LEVEL: Final = frozenset(
    {
        "calls_alike",
        "settled",
        "as_weak",
        "equals",
        "either_runs_out",
        "either_first",
        "none_can_win",
        "neither_keeps",
        "neither_wins",
        "ways_alike",
        "nothing_costs",
        "never_wins",
        "wins_all",
        "fit_alike",
        "picks_alike",
        "either_wild",
        "hardly_apart",
    }
)
"""Reasons by which it makes no difference which of the two moves is played."""
COVERS: Final[Mapping[str, str | tuple[str, ...]]] = {
    "brings_home": (
        "feeds_partner",
        "feeds_ahead",
        "feeds_shown",
        "partner_low",
        "takes_trick",
        "stands",
        "nobody_can",
        "wins_with_points",
    ),
    "waits_to_catch": "leaves_tenace",
    "contract": "hands_won",
    "gives_up": ("hands_won", "free_try"),
    "keeps_pair": ("keeps_length", "keeps_best", "cheaper_neighbour"),
    "one_loser": ("hopeless", "makes_void"),
    "too_late": "leaves_tenace",
    "gives_least": "least_count",
    "wins_often": "hands_won",
    "leaves_partner": "keeps_master",
    "penalty_lies": "plays_low",
    "void_sooner": "makes_void",
    "cheaper_neighbour": "least_count",
    **dict.fromkeys(
        (
            "keeps_cover_of",
            "still_as_good",
            "keeps_beater",
            "keeps_higher",
            "keeps_over_shown",
            "keeps_company",
            "neither_keeps",
        ),
        "hopeless",
    ),
    **dict.fromkeys(("lowest", "keeps_to_catch", "enough"), "keeps_master"),
    "lower_of_two": ("grows", "fall_together"),
    "lays_keeps_high": "lays_idle",
    "rest_yours": "keeps_master",
    "loser_first": ("keeps_master", "loses_before_last"),
    "draws_trumps": ("fall_together", "leads_strong"),
    "trumps_from_top": "leads_strong",
    "both_win": "keeps_master",
    "goes_higher": ("nobody_can", "takes_trick"),
    "nobody_follows": "nobody_can",
    "back_in": "sheds",
    "overtakes": "sheds",
    **dict.fromkeys(("may_hold", "hurries"), "unanswered"),
    **dict.fromkeys(("hampers", "blocks"), ("unanswered", "hurries", "costs_high")),
    "fits_now": "sheds",
    "sheds_dear": "plays_on",
    **dict.fromkeys(("cheapest_winner", "covers"), "takes_trick"),
    **dict.fromkeys(("lacking", "lower_bid", "harder_bid"), "holding"),
    **dict.fromkeys(("bids_high", "bids_low"), "takes_lead"),
    "sheds_stake": ("sheds", "stops_here"),
    "spent_on": "stops_here",
    "goes_along": "own_next",
    "saves_last": "sheds",
    "may_go_out": "fits_others_less",
    "out_next": "keeps_wild",
    "best_of_kind": "unanswered",
    "goes_out_on": ("costs_high", "unanswered"),
    **dict.fromkeys(("breaks_nothing", "surer"), ("costs_high", "may_hold")),
    "either_runs_out": "runs_out",
    "had_none": "names_rarer",
    **dict.fromkeys(("keeps_suit", "links_on"), "goes_on"),
    "strikes": "turns_away",
    "wins_cheaply": "keeps_single",
    **dict.fromkeys(("tries_lower", "surer_to_win", "not_just_level"), "takes_trick"),
    "leaves_no_lead": ("few_chances", "takes_over_lead"),
    **dict.fromkeys(("leads_under_honour", "brings_out"), "lower_of_two"),
    "grows": ("lower_of_two", "cheaper_equal"),
    "clears_way": "both_win",
    "wins_with_points": "takes_trick",
}
"""Reasons (keys) beside which another (value) is left out, as it would say less of the same."""


def covers(what: str, less: str) -> bool:
    """Whether a reason is left out beside another (`COVERS`)."""
    found = COVERS.get(what, ())
    return less in ((found,) if isinstance(found, str) else found)
