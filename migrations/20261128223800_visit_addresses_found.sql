-- no transaction
-- Addresses of clients that are deleted some time after the visit, or its cancellation.
create index concurrently bookings_visit_address_idx on bookings (coalesce(cancelled_at, end_time))
  where visit_address is not null;
