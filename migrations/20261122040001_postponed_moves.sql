-- Rows that the system failed to move when they were due, with the pause until the next attempt. The due time itself stays where the rules
-- read it.
create table postponed_moves (
  move text not null,
  row_id uuid not null,
  attempts integer not null default 1,
  last_error text not null,
  next_attempt_at timestamptz(3) not null,
  constraint postponed_moves_pkey primary key (move, row_id),
  constraint postponed_moves_attempts_check check (attempts >= 1)
);
