-- no transaction
-- Ids of bookings grow with the time at which they were made, which their primary key finds, too.
drop index concurrently if exists bookings_created_at_idx;
