-- Busy times that ended two days ago are pruned. Free times do not follow from those: whoever keeps free times need not
-- read them again because of it. One statement, so that there is no moment without a trigger.
create function raise_times_versions_ahead() returns trigger language plpgsql as $$
begin
  insert into times_versions as known (professional_id, version)
    select professional_id, pg_current_xact_id()::text::bigint from changed where end_time > clock_now() - interval '1 day'
    group by professional_id order by professional_id
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;
create or replace trigger busy_times_version_deleted after delete on busy_times referencing old table as changed
  for each statement execute function raise_times_versions_ahead();
