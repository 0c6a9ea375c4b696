-- no transaction
-- A professional's offer as lists tell it, 'from $60' and the shortest service: read from the index alone.
create index concurrently if not exists services_offered_idx on services (professional_id) include (service_duration_minutes, price_cents)
  where is_active and deleted_at is null;
