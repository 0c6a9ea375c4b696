-- no transaction
-- What a service is made of: a grid of variants, extras, what a client does before the visit. With variants `price_cents`
-- and `service_duration_minutes` are the lowest price and the shortest length of a cell, so that whatever counts with
-- those reads what it always read; the two columns here have the highest and the longest, null without variants.
alter table services
  add column variants jsonb,
  add column extras jsonb not null default '[]',
  add column prepare jsonb not null default '[]',
  add column hair text,
  add column if not exists min_length_cm smallint,
  add column price_max_cents integer,
  add column duration_max integer;
alter table services add constraint services_variants_check
  check (num_nulls(variants, price_max_cents, duration_max) in (0, 3)) not valid;
alter table services add constraint services_max_check check (price_max_cents between price_cents and 1000000
  and duration_max between service_duration_minutes and 1440) not valid;
alter table services add constraint services_hair_check check (hair in ('included', 'bring', 'sold')) not valid;
alter table services add constraint services_min_length_check check (min_length_cm between 1 and 100) not valid;
alter table services validate constraint services_variants_check;
alter table services validate constraint services_max_check;
alter table services validate constraint services_hair_check;
alter table services validate constraint services_min_length_check;

-- As booked: the options of the line, whose price and length the row has, and what its client was to do before it.
alter table booking_services
  add column options jsonb not null default '[]',
  add column prepare jsonb not null default '[]';
-- Which of what they were to do a client has ticked as ready.
alter table bookings add column ready uuid[] not null default '{}';

-- What somebody waits for, each with the service that it is of: as it was when they joined.
alter table cancellation_list_entries add column options jsonb not null default '[]';
