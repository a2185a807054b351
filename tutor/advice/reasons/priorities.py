"""Which reasons are left out beside others that say more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

COVERS: Final[tuple[tuple[str, str], ...]] = (
    ("brings_home", "feeds_partner feeds_ahead partner_low takes_trick stands nobody_can wins_with_points"),
    ("waits_to_catch too_late", "leaves_tenace"),
    ("contract wins_often", "hands_won"),
    ("gives_up", "hands_won free_try"),
    ("top_cards", "free_try"),
    ("keeps_pair", "keeps_length keeps_best cheaper_neighbour"),
    ("one_loser", "hopeless makes_void"),
    ("gives_least cheaper_neighbour", "least_count"),
    ("leaves_partner lowest keeps_to_catch rest_yours both_win plays_low", "keeps_master"),
    ("penalty_lies", "plays_low partner_ahead leaves_partner partner_low no_help second_low"),
    ("covered still_as_good keeps_beater keeps_higher keeps_over_shown keeps_company neither_keeps", "hopeless"),
    ("lower_of_two", "grows fall_together"),
    ("lays_keeps_high lays_weakest", "lays_idle"),
    ("loser_first", "keeps_master"),
    ("draws_trumps", "fall_together leads_strong"),
    ("goes_higher", "nobody_can takes_trick"),
    ("nobody_follows", "nobody_can"),
    ("back_in overtakes fits_now saves_last", "sheds"),
    ("may_hold hurries shuts_out", "unanswered"),
    ("only_lead", "leads_lowest"),
    ("saves_last", "worst_last"),
    ("hampers blocks", "unanswered hurries costs_high"),
    ("sheds_dear", "plays_on"),
    ("cheapest_winner covers tries_lower not_just_level wins_with_points", "takes_trick"),
    ("tries_lower", "plays_low cheapest_winner"),
    ("lacking lower_bid", "holding"),
    ("bids_high bids_low", "takes_lead"),
    ("slows_next", "raises"),
    ("sheds_stake", "sheds stops_here"),
    ("out_next", "keeps_wild"),
    ("goes_out_on", "costs_high unanswered"),
    ("breaks_nothing", "fits_now"),
    ("equally_strong", "breaks_nothing"),
    ("stops_out", "hurries takes_over_lead few_chances"),
    ("few_chances", "lowest_beat"),
    ("no_answer", "overtakes"),
    ("breaks_nothing surer", "costs_high may_hold"),
    ("had_none", "names_rarer"),
    ("strikes", "turns_away"),
    ("wins_cheaply", "keeps_single"),
    ("leaves_no_lead", "few_chances takes_over_lead"),
    ("leads_under_honour brings_out", "lower_of_two"),
    ("grows", "lower_of_two cheaper_equal"),
    ("clears_way", "both_win"),
    ("too_late", "may_follow"),
    ("throws_catcher throws_risk", "throws_higher"),
    ("no_reply", "harder_to_beat"),
)
"""The names of reasons, and of those that are left out beside any of them, as they would say less of the same."""
LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(less for names, left in COVERS if name in names.split() for less in left.split())
    for names, _ in COVERS
    for name in names.split()
}
"""By the name of a reason those that are left out beside it."""


def covers(what: str, less: str) -> bool:
    """Whether a reason is left out beside another (`COVERS`)."""
    return less in LEFT_OUT.get(what, ())
