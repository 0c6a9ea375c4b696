-- Calendars elsewhere are read by turns: those whose host answered late the last time have a turn of their own.
alter table busy_calendars add column is_slow boolean not null default false;
drop index busy_calendars_next_read_idx;
create index busy_calendars_next_read_idx on busy_calendars (is_slow, next_read_at) where removed_at is null;
-- A try to add a calendar counts as a refresh does, with a most of its own.
alter table calendar_refreshes add column is_try boolean not null default false;
-- What has ended long ago is deleted along it.
create index calendar_times_over_idx on calendar_times (end_time);
