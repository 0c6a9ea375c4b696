-- no transaction
-- How much feedback a user has sent within an hour (FEEDBACK_PER_HOUR).
create index concurrently if not exists feedback_of_user_idx on feedback (user_id, created_at desc);
-- Rows that were given up: metrics and the admin's overview count them, few among millions.
create index concurrently if not exists outbox_dead_at_idx on outbox (dead_at) where dead_at is not null;
create index concurrently if not exists deliveries_dead_at_idx on deliveries (dead_at) where dead_at is not null;
