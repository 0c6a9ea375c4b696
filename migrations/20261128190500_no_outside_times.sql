-- Times of calendars elsewhere stand in calendar_times: no busy time was ever one of them.
delete from busy_times where kind = 'outside';
alter table busy_times drop constraint busy_times_kind_check,
  add constraint busy_times_kind_check check (kind in ('booking', 'hold') and (kind <> 'booking' or booking_id is not null));
