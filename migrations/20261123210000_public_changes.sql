-- Whose public pages show something else since which transaction. A rendered page was made at a snapshot; whoever keeps
-- it looks for changes by transactions that are not older than the oldest one that was open then (pg_snapshot_xmin):
-- none is missed, whatever the order of commits. Free times have versions of their own (times_versions). A change adds
-- a row, so that no writer waits for another; what a million later transactions have made useless goes again.
create table public_changes (
  id bigint generated always as identity,
  -- The professional; all zeros for the pictures of the landing page. No foreign key: a row outlives whom it is about.
  subject uuid not null,
  version bigint not null,
  constraint public_changes_pkey primary key (id)
);
create index public_changes_version_idx on public_changes (version);

create function add_public_changes(subjects uuid[]) returns void language plpgsql as $$
begin
  insert into public_changes (subject, version)
    select distinct subject, pg_current_xact_id()::text::bigint from unnest(subjects) as changed (subject) where subject is not null;
  delete from public_changes where id = any (array(
    select id from public_changes where version < pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1000000
      order by version limit 100 for update skip locked));
end $$;

create function tell_public_changes() returns trigger language plpgsql as $$
begin
  perform add_public_changes(array(select professional_id from changed));
  return null;
end $$;

create function tell_public_changes_of_professionals() returns trigger language plpgsql as $$
begin
  perform add_public_changes(array(select id from changed));
  return null;
end $$;

create function tell_public_changes_of_images() returns trigger language plpgsql as $$
begin
  perform add_public_changes(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end $$;

do $$
declare
  told record;
begin
  for told in values ('services', 'tell_public_changes'), ('professional_specializations', 'tell_public_changes'),
    ('professional_pictures', 'tell_public_changes'), ('handles', 'tell_public_changes'),
    ('professionals', 'tell_public_changes_of_professionals'), ('images', 'tell_public_changes_of_images')
  loop
    execute format('create trigger %1$s_change_told_inserted after insert on %1$s referencing new table as changed
      for each statement execute function %2$s()', told.column1, told.column2);
    execute format('create trigger %1$s_change_told_updated after update on %1$s referencing new table as changed
      for each statement execute function %2$s()', told.column1, told.column2);
    execute format('create trigger %1$s_change_told_deleted after delete on %1$s referencing old table as changed
      for each statement execute function %2$s()', told.column1, told.column2);
  end loop;
end $$;
