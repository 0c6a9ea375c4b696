-- Called what it holds: transitions by the clock that failed for a row, until the next attempt.
alter table postponed_moves rename to postponed_transitions;
alter table postponed_transitions rename column move to transition;
alter table postponed_transitions rename constraint postponed_moves_pkey to postponed_transitions_pkey;
alter table postponed_transitions rename constraint postponed_moves_attempts_check to postponed_transitions_attempts_check;
