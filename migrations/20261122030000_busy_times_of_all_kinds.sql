-- no transaction
-- Busy times for more than bookings (holds, blocks, calendars outside), and several for one booking. No statement rewrites a table or scans it
-- under a lock that others wait for, and an insert that names the first four columns stays valid.

alter table busy_times add column id uuid, add column kind text not null default 'booking', alter column booking_id drop not null;
alter table busy_times alter column id set default uuidv7();
alter table busy_times add constraint busy_times_kind_check
  check (kind in ('booking', 'hold', 'block', 'outside') and (kind <> 'booking' or booking_id is not null)) not valid;
alter table busy_times validate constraint busy_times_kind_check;

-- The parts of a booking that take its professional's time; null for all of it.
alter table bookings add column segments tstzmultirange;
alter table bookings add constraint bookings_segments_check
  check (not isempty(segments) and segments <@ tstzmultirange(tstzrange(start_time, end_time))) not valid;
alter table bookings validate constraint bookings_segments_check;

-- A live booking must be covered by its busy times when its transaction ends, whoever wrote it.
create or replace function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  of_professional uuid;
  of_booking uuid;
begin
  if tg_table_name = 'bookings' then
    of_professional := new.professional_id;
    of_booking := new.id;
  else
    of_professional := old.professional_id;
    of_booking := old.booking_id;
  end if;
  if exists (
    select from bookings b
    where b.professional_id = of_professional and b.id = of_booking and b.status in ('pending', 'confirmed') and not coalesce(
      (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
       where t.professional_id = of_professional and t.booking_id = of_booking)
      @> coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)
  ) then
    raise exception 'a live booking must be covered by its busy times'
      using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
  end if;
  return null;
end $$;

-- Narrowed to what can uncover a booking, so that the backfill below fires nothing. A block is one transaction, with no moment without a trigger.
do $$ begin
  drop trigger if exists busy_times_cover_bookings on busy_times;
  create constraint trigger busy_times_cover_bookings
    after delete or update of professional_id, booking_id, start_time, end_time on busy_times
    deferrable initially deferred for each row when (old.booking_id is not null) execute function check_booking_is_covered();
end $$;
do $$ begin
  drop trigger if exists bookings_covered_by_busy_times on bookings;
  create constraint trigger bookings_covered_by_busy_times
    after insert or update of status, start_time, end_time, segments, professional_id, id on bookings
    deferrable initially deferred for each row when (new.status in ('pending', 'confirmed')) execute function check_booking_is_covered();
end $$;

-- Rows from before the default, about a thousand at a time. A second run passes over those that have their id.
do $$
declare
  pages constant bigint := 10;
  low tid;
  high tid;
begin
  for page in 0 .. pg_relation_size('busy_times') / current_setting('block_size')::bigint by pages loop
    low := format('(%s,0)', page);
    high := format('(%s,0)', page + pages);
    update busy_times set id = default where ctid >= low and ctid < high and id is null;
    commit;
  end loop;
end $$;

alter table busy_times add constraint busy_times_id_check check (id is not null) not valid;
alter table busy_times validate constraint busy_times_id_check;
alter table busy_times alter column id set not null;
alter table busy_times drop constraint busy_times_id_check;
create unique index concurrently busy_times_id_idx on busy_times (id, professional_id);
alter table busy_times add constraint busy_times_pkey primary key using index busy_times_id_idx;
