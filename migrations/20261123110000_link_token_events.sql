-- Whose mail a link stands in: a newer mail's link ends the older ones, while all attempts at one mail go on working.
alter table link_tokens add column event_id uuid;
