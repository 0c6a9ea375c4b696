-- How many bookings, walk-ins among them, have which status is the sum of its rows here, so that an admin's overview need not read them all. A statement that
-- changes it adds rows, so that no writer waits for another; the worker's clean-up replaces them by their sums.
create table booking_counts (
  id bigint generated always as identity,
  status text not null,
  written_in boolean not null,
  bookings integer not null,
  constraint booking_counts_pkey primary key (id)
);

create function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_counts (status, written_in, bookings)
      select status, written_in, count(*) from new_rows group by status, written_in;
  elsif tg_op = 'DELETE' then
    insert into booking_counts (status, written_in, bookings)
      select status, written_in, -count(*) from old_rows group by status, written_in;
  else
    insert into booking_counts (status, written_in, bookings)
      values (old.status, old.written_in, -1), (new.status, new.written_in, 1);
  end if;
  return null;
end $$;
create trigger bookings_inserted after insert on bookings
  referencing new table as new_rows for each statement execute function count_bookings();
create trigger bookings_deleted after delete on bookings
  referencing old table as old_rows for each statement execute function count_bookings();
create trigger bookings_status_updated after update of status on bookings
  for each row when (old.status <> new.status) execute function count_bookings();
