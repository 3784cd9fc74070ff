"""Which tests of the page only the proof runs: each with what `make test` does in its stead.

A browser is the dearest thing to test with. `make test` does everything once, at one width and for one
game where games do not differ in it; what repeats that, or goes the same way for longer, is named here.
"""

ONLY_IN_PROOF = {
    "test_advice.py::test_king_high_prices_every_wager_and_those_on_the_round": "of a hand",
    "test_auditions.py::test_a_reload_and_a_lost_connection_change_nothing": "a drill's",
    "test_auditions.py::test_terms_are_set_on_a_page_and_stand_where_an_audition_begins": "the house's",
    "test_auditions.py::test_what_is_improper_is_stopped_by_keyboard_or_touch[wide]": "by touch",
    "test_bets.py::test_an_open_history_grows_with_the_round_that_ends": "a player's round",
    "test_bets.py::test_what_lies_on_the_felt_counts_the_play_wager": "a player's round",
    "test_change.py::test_a_change_is_taken_through_until_the_table_opens": "the house's, page by page",
    "test_class_screen.py::test_twelve_phones_answer_a_projectors_hand_at_once": "two phones",
    "test_clicks.py::test_a_table_that_was_opened_before_opens_and_closes_in_at_most_fourteen_clicks"
    "[king-high]": "Pick 2 Poker",
    "test_dealer.py::test_a_round_is_dealt_step_by_step[Pick 2 Poker": "the other two games",
    "test_dealer_away.py::test_a_dealer_pauses_goes_on_and_hands_over_to_the_house": "one who vanishes",
    "test_dealer_prompts.py::test_a_new_player_is_welcomed_beside_the_round": "burns and holding boxes",
    "test_dealer_prompts.py::test_pick_2s_hand_is_set_in_order_and_its_best_three_pushed_up": "same",
    "test_dealer_prompts.py::test_rules_and_keys_are_one_key_away_for_staff[wide-pit": "the dealer's",
    "test_dealer_prompts.py::test_rules_and_keys_are_one_key_away_for_staff[narrow-pit": "the dealer's",
    "test_felt.py::test_calls_clock_and_seats_keep_apart[narrow-duki4]": "Pick 2 Poker, narrow",
    "test_felt.py::test_calls_clock_and_seats_keep_apart[wide-pick2]": "Duki 4 Poker, wide",
    "test_felt.py::test_results_of_king_high_keep_to_their_spots[wide]": "narrow",
    "test_felt.py::test_the_focus_stays_from_card_to_card[a spot]": "the button",
    "test_instructor.py::test_a_mark_is_overruled_an_item_signed_and_the_trainee_sees_both": "house",
    "test_instructor.py::test_target_times_are_set_and_taken_back": "the house's",
    "test_keys.py::test_history_opens_while_a_decision_waits_and_decides_nothing[pick2]": "Duki 4",
    "test_keys.py::test_no_key_does_two_things_at_a_players_table[king-high]": "Pick 2 Poker",
    "test_keys.py::test_no_key_does_two_things_at_a_players_table[duki4]": "Pick 2 Poker",
    "test_keys.py::test_no_key_does_two_things_behind_a_table[Duki 4 Poker": "King High",
    "test_keys.py::test_no_key_does_two_things_behind_a_table[Pick 2 Poker": "King High",
    "test_lobby.py::test_a_seat_by_keys_alone": "a game by keyboard alone",
    "test_lobby.py::test_what_is_chosen_stands_in_the_address": "an invitation",
    "test_lost.py::test_lost_while_betting": "while deciding",
    "test_motion.py::test_cards_move_for_everybody_else": "chips that fly",
    "test_motion.py::test_sound_and_motion_are_chosen_and_kept_on_this_screen": "sound by its key",
    "test_motion.py::test_what_is_over_does_not_fly_again_after_a_reload": "chips that fly",
    "test_motion.py::test_winnings_come_out_of_the_rack_to_the_wager_and_then_home": "chips that fly",
    "test_newcomer.py::test_a_guided_round_against_the_dealer_is_played_to_its_end[pick2]": "Duki 4",
    "test_newcomer.py::test_on_first_sitting_down_a_round_is_shown_in_four_pictures[duki4]": "Pick 2",
    "test_newcomer.py::test_on_first_sitting_down_a_round_is_shown_in_four_pictures[king-high]": "same",
    "test_newcomer.py::test_the_lobby_shows_how_a_table_plays_and_begins_a_guided_round": "seated",
    "test_newcomer.py::test_time_that_runs_out_leaves_no_step_behind": "a guided round",
    "test_own_evening.py::test_company_another_seat_and_the_line_of_the_evening": "the house's",
    "test_people.py::test_every_one_time_password_stays_until_it_is_dismissed": "accounts confirmed",
    "test_people.py::test_the_description_for_programs_is_read_under_the_page_s_rules": "the house's",
    "test_pit.py::test_a_real_table_from_its_opening_to_its_closing": "a table in few clicks",
    "test_player.py::test_a_newcomer_plays_pick_2_and_chooses_cards": "Pick 2 by keyboard alone",
    "test_reload.py::test_a_hand_is_there_again[pick2": "Duki 4 Poker",
    "test_reload.py::test_drawn_cards_are_there_again": "a hand",
    "test_school.py::test_a_payment_is_made_by_touch[chips]": "an amount",
    "test_school.py::test_a_reload_goes_on_with_the_same_stage": "a connection that is lost",
    "test_school.py::test_what_was_named_at_a_watched_table_is_not_asked_again": "a watched table",
    "test_seven.py::test_seven_people_play_one_round": "the house's, without a browser",
    "test_signing.py::test_a_slip_is_cancelled_with_a_reason_and_nothing_moves": "a fill",
    "test_signing.py::test_the_dealer_counts_and_signs_at_the_screen_of_the_pit_with_a_pin": "opener",
    "test_text_size.py::test_a_players_table[narrow-duki4]": "Pick 2 Poker",
    "test_text_size.py::test_a_players_table[narrow-king-high]": "Pick 2 Poker",
    "test_text_size.py::test_a_players_table[wide-duki4]": "Pick 2 Poker",
    "test_text_size.py::test_a_players_table[wide-king-high]": "Pick 2 Poker",
    "test_widths.py::test_a_round_is_in_sight[390-duki4]": "King High",
    "test_widths.py::test_a_round_is_in_sight[768-duki4]": "Pick 2 Poker",
    "test_widths.py::test_a_round_is_in_sight[1440-duki4]": "Pick 2 Poker",
    "test_widths.py::test_a_round_is_in_sight[1440-king-high]": "Pick 2 Poker",
    "test_widths.py::test_a_round_is_in_sight[360-pick2]": "Duki 4 Poker",
    "test_widths.py::test_nothing_moves_while_a_round_is_played[king-high-390]": "Duki 4 Poker",
    "test_widths.py::test_nothing_moves_while_a_round_is_played[duki4-1440]": "King High",
}
"""By how a test's name begins: where the same is done in `make test`, or of what."""


def named(nodeid: str) -> set[str]:
    """What the list has of a test: nothing, for one that `make test` runs."""
    name = nodeid.rpartition("/")[2]
    return {each for each in ONLY_IN_PROOF if name == each or name.startswith(_begins(each))}


def _begins(name: str) -> str:
    """A test without its parameters is meant with all of them."""
    return name if "[" in name else f"{name}["
