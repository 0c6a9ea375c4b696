-- A request for another time changes no indexed column of its booking: with room in the page the change stays there,
-- and none of its indexes is written.
alter table bookings set (fillfactor = 90);

-- As before, but what a request held, when it goes, uncovers no booking.
create or replace function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  of_professional uuid;
  of_booking uuid;
  covers boolean := true;
begin
  if tg_table_name = 'bookings' then
    of_professional := new.professional_id;
    of_booking := new.id;
  else
    of_professional := old.professional_id;
    of_booking := old.booking_id;
    covers := old.kind = 'booking';
  end if;
  if covers and exists (
    select from bookings b
    where b.professional_id = of_professional and b.id = of_booking and b.status in ('pending', 'confirmed') and not coalesce(
      (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
       where t.professional_id = of_professional and t.booking_id = of_booking and t.kind = 'booking')
      @> coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)
  ) then
    raise exception 'a live booking must be covered by its busy times'
      using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
  end if;
  if tg_table_name = 'busy_times' then
    perform check_request_is_held(of_professional, of_booking);
  end if;
  return null;
end $$;
