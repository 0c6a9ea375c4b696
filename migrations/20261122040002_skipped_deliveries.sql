-- An email that came too late to be of use is skipped: it is neither sent nor dead. An attempt whose end nobody saw (its process was killed,
-- or the connection broke before the mail server's answer) may have delivered its email.
alter table deliveries
  add column skipped_at timestamptz(3),
  add column skip_reason text,
  add column outcome_unknown boolean not null default false,
  drop constraint deliveries_ended_check,
  add constraint deliveries_ended_check check (num_nonnulls(sent_at, dead_at, skipped_at) <= 1),
  add constraint deliveries_skip_reason_check check ((skipped_at is null) = (skip_reason is null));
drop index deliveries_open_idx;
create index deliveries_open_idx on deliveries (next_attempt_at) where sent_at is null and dead_at is null and skipped_at is null;
-- Whether a booking's request was mailed.
create index deliveries_request_idx on deliveries ((payload ->> 'booking_id')) where template = 'booking' and payload ->> 'about' = 'requested';
