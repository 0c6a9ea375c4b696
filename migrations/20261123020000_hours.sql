-- no transaction
-- A professional's real week (contract 8): hours as rules in the wall clock, dates of their own, time off, services with
-- processing time, and a version of everything from which free times follow. Builds from before name the columns that
-- they write, and go on to.

-- A schedule has its week in one array: weekday (1 for Monday), start and end in minutes since midnight, again and again.
create table hour_schedules (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  position smallint not null,
  starts_on date not null,
  ends_on date,
  every_weeks smallint not null,
  hours smallint[] not null,
  constraint hour_schedules_pkey primary key (professional_id, id),
  constraint hour_schedules_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint hour_schedules_position_check check (position between 0 and 7),
  constraint hour_schedules_days_check check (starts_on >= '2000-01-01' and coalesce(ends_on, starts_on) between starts_on and '2100-12-31'),
  constraint hour_schedules_every_weeks_check check (every_weeks between 1 and 8),
  constraint hour_schedules_hours_check check (cardinality(hours) % 3 = 0 and cardinality(hours) <= 7 * 6 * 3 and 0 <= all (hours) and 1440 >= all (hours))
);

-- Start and end of each stretch of hours, in minutes; none at all is a day off.
create table hour_dates (
  professional_id uuid not null,
  date date not null,
  hours smallint[] not null,
  note text,
  constraint hour_dates_pkey primary key (professional_id, date),
  constraint hour_dates_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint hour_dates_hours_check check (cardinality(hours) % 2 = 0 and cardinality(hours) <= 6 * 2 and 0 <= all (hours) and 1440 >= all (hours)),
  constraint hour_dates_note_check check (length(note) <= 200)
);

-- It overlaps bookings and itself, which busy_times refuses.
create table time_off (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  reason text,
  created_at timestamptz(3) not null default clock_now(),
  constraint time_off_pkey primary key (professional_id, id),
  constraint time_off_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint time_off_time_check check (isfinite(start_time) and isfinite(end_time)
    and end_time >= start_time + interval '5 minutes' and end_time <= start_time + interval '366 days'),
  constraint time_off_reason_check check (length(reason) <= 200)
);
create index time_off_end_time_idx on time_off (professional_id, end_time) include (start_time);

create trigger hour_schedules_refuse_former before insert on hour_schedules for each row execute function refuse_former_professional();
create trigger hour_dates_refuse_former before insert on hour_dates for each row execute function refuse_former_professional();
create trigger time_off_refuse_former before insert on time_off for each row execute function refuse_former_professional();

alter table professionals add column booking_horizon_days smallint not null default 60, add column closed_on_holidays_of text;
alter table professionals add constraint professionals_hours_check check (booking_horizon_days between 1 and 365
  and closed_on_holidays_of in ('ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA')) not valid;
alter table professionals validate constraint professionals_hours_check;

alter table services add column processing_start_minutes integer, add column processing_minutes integer;
alter table services add constraint services_processing_check check (
  (processing_start_minutes is null) = (processing_minutes is null) and processing_start_minutes >= 5 and processing_minutes >= 5
  and processing_start_minutes + processing_minutes + 5 <= service_duration_minutes) not valid;
alter table services validate constraint services_processing_check;

-- Whether its professional chose a booking's time, without regard to windows.
alter table bookings add column placed_by_professional boolean not null default false;

-- Time off is no busy time: nothing has written such a row.
alter table busy_times add constraint busy_times_kinds_check
  check (kind in ('booking', 'hold', 'outside') and (kind <> 'booking' or booking_id is not null)) not valid;
alter table busy_times validate constraint busy_times_kinds_check;
alter table busy_times drop constraint busy_times_kind_check;
alter table busy_times rename constraint busy_times_kinds_check to busy_times_kind_check;

-- A window of hours has no row. Its id is the professional's key here and the instant of its start.
create index concurrently professionals_window_key_idx on professionals (left(encode(sha256(uuid_send(id)), 'hex'), 18));

-- The transaction that last changed anything from which a professional's free times follow, besides services. Whoever
-- keeps free times reads the versions that are not older than the oldest transaction still open at the last look
-- (pg_snapshot_xmin): none is missed, whatever the order of commits. Half-empty pages keep its updates in place.
create table times_versions (
  professional_id uuid not null,
  version bigint not null,
  constraint times_versions_pkey primary key (professional_id),
  constraint times_versions_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade
) with (fillfactor = 50);

-- Rows of several professionals in one order, against deadlocks.
create function raise_times_versions() returns trigger language plpgsql as $$
begin
  insert into times_versions as known (professional_id, version)
    select professional_id, pg_current_xact_id()::text::bigint from changed group by professional_id order by professional_id
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;

do $$
declare
  source text;
begin
  foreach source in array array['availability', 'busy_times', 'hour_schedules', 'hour_dates', 'time_off'] loop
    execute format('create trigger %1$s_version_inserted after insert on %1$s referencing new table as changed
      for each statement execute function raise_times_versions()', source);
    execute format('create trigger %1$s_version_updated after update on %1$s referencing new table as changed
      for each statement execute function raise_times_versions()', source);
    execute format('create trigger %1$s_version_deleted after delete on %1$s referencing old table as changed
      for each statement execute function raise_times_versions()', source);
  end loop;
end $$;

create function raise_times_version_of_settings() returns trigger language plpgsql as $$
begin
  insert into times_versions as known (professional_id, version) values (new.id, pg_current_xact_id()::text::bigint)
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;
create trigger professionals_version after update on professionals for each row when (
  (old.time_zone, old.slot_interval_minutes, old.min_notice_minutes, old.buffer_minutes, old.booking_horizon_days, old.closed_on_holidays_of,
    old.is_active, old.user_is_active) is distinct from
  (new.time_zone, new.slot_interval_minutes, new.min_notice_minutes, new.buffer_minutes, new.booking_horizon_days, new.closed_on_holidays_of,
    new.is_active, new.user_is_active)
) execute function raise_times_version_of_settings();
