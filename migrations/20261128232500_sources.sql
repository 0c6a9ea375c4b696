-- Where the client who made a booking came from (contract 27); null for none, and for what a professional placed.
alter table bookings add column source text;
alter table bookings add constraint bookings_source_check check (source ~ '^[a-z0-9-]{1,20}$') not valid;
