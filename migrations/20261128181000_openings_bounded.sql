-- What was waited for and offered before costs nothing: each question of the cancellation list has its index.

-- The own lists in their order, those who wait first; and those alone.
drop index cancellation_list_entries_client_idx;
create index cancellation_list_entries_client_idx on cancellation_list_entries
  (client_id, (status in ('waiting', 'paused')) desc, created_at desc, id desc);
create index cancellation_list_entries_live_idx on cancellation_list_entries (client_id, professional_id)
  where status in ('waiting', 'paused');
-- Since when a start has been going round.
create index openings_start_idx on openings (professional_id, start_time);
-- What came to nothing, for the clean-up.
create index cancellation_list_entries_over_idx on cancellation_list_entries (ended_at) where status in ('left', 'ended');
create index openings_over_idx on openings (ended_at) where status in ('passed', 'expired', 'withdrawn');
