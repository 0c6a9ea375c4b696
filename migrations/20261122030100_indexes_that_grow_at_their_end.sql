-- no transaction
-- Ids grow with time, so an index that begins with one grows at its end: a booking writes to a page that is at hand, instead of to another
-- page for each professional. And one index serves where two did.

-- By id alone, and by professional and id.
create unique index concurrently bookings_id_first_idx on bookings (id, professional_id);
do $$ begin
  if to_regclass('bookings_id_first_idx') is not null then
    alter table busy_times drop constraint busy_times_booking_id_fkey;
    alter table booking_services drop constraint booking_services_booking_id_fkey;
    alter table bookings drop constraint bookings_pkey, add constraint bookings_pkey primary key using index bookings_id_first_idx;
    alter table busy_times add constraint busy_times_booking_id_fkey
      foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade not valid;
    alter table booking_services add constraint booking_services_booking_id_fkey
      foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade not valid;
  end if;
end $$;
alter table busy_times validate constraint busy_times_booking_id_fkey;
alter table booking_services validate constraint booking_services_booking_id_fkey;
drop index concurrently if exists bookings_id_idx;

-- What a client has pending is counted along bookings_client_idx, together with what was made in the last 24 hours.
drop index concurrently if exists bookings_client_pending_idx;

-- A booking's services, and each of them once.
create unique index concurrently booking_services_booking_first_idx on booking_services (booking_id, service_id, professional_id);
do $$ begin
  if to_regclass('booking_services_booking_first_idx') is not null then
    alter table booking_services drop constraint booking_services_pkey, drop constraint booking_services_service_key,
      add constraint booking_services_pkey primary key using index booking_services_booking_first_idx;
  end if;
end $$;

create index concurrently busy_times_of_booking_idx on busy_times (booking_id, professional_id) where booking_id is not null;
drop index concurrently if exists busy_times_booking_idx;
