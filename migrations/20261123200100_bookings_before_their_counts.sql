-- Those from before the triggers: in one snapshot what is there, less what has been counted.
insert into booking_counts (status, written_in, bookings)
  select status, written_in, sum(bookings) from (
    select status, written_in, count(*) as bookings from bookings group by status, written_in
    union all select status, written_in, -sum(bookings) from booking_counts group by status, written_in
  ) counted group by status, written_in having sum(bookings) <> 0;
