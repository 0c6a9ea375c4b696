-- no transaction
-- The admin's overview reads the bookings that were made within 30 days.
create index concurrently if not exists bookings_created_at_idx on bookings (created_at);
