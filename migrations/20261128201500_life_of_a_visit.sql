-- no transaction
-- What happens to a visit is carried out by one piece of code, by the rules of shared/rules/visit-life.ts: no trigger
-- moves deposit and request along. Which states go together a constraint says, where they stand in one row.
drop trigger bookings_move_deposit on bookings;
drop function move_deposit();
drop trigger bookings_end_request on bookings;
drop function end_request();
drop trigger bookings_forget_request on bookings;
drop function forget_request();
alter table bookings add constraint bookings_reschedule_id_check
  check (reschedule_id is null or status in ('pending', 'confirmed')) not valid;
alter table bookings validate constraint bookings_reschedule_id_check;
alter table bookings add constraint bookings_reminder_at_check
  check (reminder_at is null or status = 'confirmed') not valid;
alter table bookings validate constraint bookings_reminder_at_check;
alter table bookings add constraint bookings_no_show_check
  check (not no_show or status in ('confirmed', 'completed')) not valid;
alter table bookings validate constraint bookings_no_show_check;
alter table deposits add constraint deposits_received_at_check
  check (status not in ('received', 'applied', 'kept') or received_at is not null) not valid;
alter table deposits validate constraint deposits_received_at_check;
