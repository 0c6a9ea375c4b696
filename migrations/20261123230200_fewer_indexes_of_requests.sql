-- no transaction
-- A request is found by its id, by its booking and by its client, and a pending one by what it holds. Without indexes on
-- the pending ones an answer changes no indexed column: with room in the page it stays there, and none is written.
-- That a booking has one pending request is decided under its lock: `bookings.reschedule_id` names it.
alter table reschedules set (fillfactor = 80);
drop index concurrently if exists reschedules_pending_key;
drop index concurrently if exists reschedules_expires_at_idx;

-- By id alone, and by professional and id.
create unique index concurrently reschedules_id_first_idx on reschedules (id, professional_id);
do $$ begin
  if to_regclass('reschedules_id_first_idx') is not null then
    alter table busy_times drop constraint busy_times_reschedule_id_fkey;
    alter table reschedules drop constraint reschedules_pkey,
      add constraint reschedules_pkey primary key using index reschedules_id_first_idx;
    alter table busy_times add constraint busy_times_reschedule_id_fkey
      foreign key (professional_id, reschedule_id) references reschedules (professional_id, id) on delete cascade not valid;
  end if;
end $$;
alter table busy_times validate constraint busy_times_reschedule_id_fkey;
drop index concurrently if exists reschedules_id_idx;

-- Whose client asked stands in the booking, too, whose own key is checked: a request's needs no look at the client.
alter table reschedules drop constraint if exists reschedules_client_id_fkey;

-- As before, but whether a booking has a request is read with the booking.
create or replace function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  of_professional uuid;
  of_booking uuid;
  covers boolean := true;
  is_uncovered boolean;
  has_request boolean := true;
begin
  if tg_table_name = 'bookings' then
    of_professional := new.professional_id;
    of_booking := new.id;
  else
    of_professional := old.professional_id;
    of_booking := old.booking_id;
    covers := old.kind = 'booking';
  end if;
  if covers then
    select b.reschedule_id is not null, b.status in ('pending', 'confirmed') and not coalesce(
        (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
         where t.professional_id = of_professional and t.booking_id = of_booking and t.kind = 'booking')
        @> coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)
      into has_request, is_uncovered
      from bookings b where b.professional_id = of_professional and b.id = of_booking;
    if is_uncovered then
      raise exception 'a live booking must be covered by its busy times'
        using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
    end if;
  end if;
  if tg_table_name = 'busy_times' and has_request then
    perform check_request_is_held(of_professional, of_booking);
  end if;
  return null;
end $$;
