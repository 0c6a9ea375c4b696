-- no transaction
-- The life of an appointment: guests and what a professional writes about people, requests for another time with the
-- times that they hold, rules of cancelling as they were when booked, and the mark of a visit that was missed.
-- Builds from before insert bookings with a client and without any of the new columns, and go on to.

-- What a professional wrote down: a guest, who is nobody's account, or notes on a client, whose id is then the row's.
create table contacts (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  client_id uuid,
  name text collate "en-x-icu",
  phone_number text,
  email text,
  notes text,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  -- A guest whom the professional has forgotten: the row stays for the bookings, without anything of the person.
  forgotten_at timestamptz(3),
  constraint contacts_pkey primary key (professional_id, id),
  constraint contacts_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint contacts_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint contacts_client_check check (client_id is null or
    (client_id = id and name is null and phone_number is null and email is null and forgotten_at is null)),
  constraint contacts_guest_check check (client_id is not null or length(name) between 1 and 200),
  constraint contacts_phone_number_check check (phone_number ~ '^[0-9]{6,20}$'),
  constraint contacts_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint contacts_notes_check check (length(notes) <= 5000)
);
create index contacts_email_idx on contacts (email) where email is not null;
create index contacts_client_id_idx on contacts (client_id) where client_id is not null;

-- Addresses that want no mails about appointments that somebody wrote in for them, as SHA-256 alone.
create table unsubscribed_addresses (
  address_hash text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint unsubscribed_addresses_pkey primary key (address_hash),
  constraint unsubscribed_addresses_hash_check check (address_hash ~ '^[0-9a-f]{64}$')
);

-- One row a mail that a professional's walk-in causes, counted over a day.
create table walk_in_mails (
  id uuid not null default uuidv7(),
  professional_id uuid not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint walk_in_mails_pkey primary key (id),
  constraint walk_in_mails_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade
);
create index walk_in_mails_professional_idx on walk_in_mails (professional_id, created_at desc);

alter table professionals
  add column instant_confirmation boolean not null default false,
  add column cancellation_cutoff_hours smallint not null default 0,
  add column cancellation_policy text,
  add constraint professionals_cancellation_check
    check (cancellation_cutoff_hours between 0 and 168 and length(cancellation_policy) <= 1000) not valid;

-- Whether some of their bookings were a guest's when they were written in.
alter table clients add column was_guest boolean not null default false;

alter table bookings
  alter column client_id drop not null,
  -- Whom the professional wrote in, also after the guest's address has become a client's.
  add column guest_id uuid,
  add column written_in boolean not null default false,
  -- As they were when it was booked.
  add column cancellation_cutoff_hours smallint not null default 0,
  add column cancellation_policy text,
  add column previous_start_time timestamptz(3),
  add column no_show boolean not null default false,
  -- The pending request for another time.
  add column reschedule_id uuid,
  -- SEQUENCE of the calendar file; null counts like `version`, as in files from before.
  add column sequence integer,
  add constraint bookings_person_check check (client_id is not null or guest_id is not null) not valid,
  add constraint bookings_guest_check check (guest_id is null or written_in) not valid,
  add constraint bookings_guest_id_fkey foreign key (professional_id, guest_id) references contacts (professional_id, id) not valid;

-- Who asked for another time, and what became of it.
create table reschedules (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  -- Of a client's request, for the limits of bookings.
  client_id uuid,
  requested_by text not null,
  status text not null default 'pending',
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  -- The parts that take the professional's time; null for all of it.
  segments tstzmultirange,
  -- Where the booking was when it was asked.
  previous_start_time timestamptz(3) not null,
  message text,
  created_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3),
  -- When the booking itself expires, which waits for the answer to its professional's request.
  booking_expires_at timestamptz(3) not null,
  constraint reschedules_pkey primary key (professional_id, id),
  constraint reschedules_booking_id_fkey foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint reschedules_client_id_fkey foreign key (client_id) references clients (id) on delete set null,
  constraint reschedules_requested_by_check check (requested_by in ('client', 'professional')),
  constraint reschedules_status_check check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  constraint reschedules_answered_at_check check ((answered_at is null) = (status = 'pending')),
  constraint reschedules_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  constraint reschedules_segments_check
    check (not isempty(segments) and segments <@ tstzmultirange(tstzrange(start_time, end_time))),
  constraint reschedules_message_check check (length(message) <= 500)
);
create index reschedules_booking_idx on reschedules (professional_id, booking_id, created_at desc, id desc);
create index reschedules_id_idx on reschedules (id);
create unique index reschedules_pending_key on reschedules (professional_id, booking_id) where status = 'pending';
create index reschedules_expires_at_idx on reschedules (expires_at) where status = 'pending';
create index reschedules_client_idx on reschedules (client_id, created_at) where client_id is not null;

-- A hold is bound to its request.
alter table busy_times
  add column reschedule_id uuid,
  add constraint busy_times_hold_check check ((kind = 'hold') = (reschedule_id is not null) and (kind <> 'hold' or booking_id is not null)) not valid,
  add constraint busy_times_reschedule_id_fkey foreign key (professional_id, reschedule_id)
    references reschedules (professional_id, id) on delete cascade not valid;

-- Whatever confirms, cancels or completes a booking ends its pending request and gives the held time back, in builds
-- from before, too. An answer has changed the request already.
create function forget_request() returns trigger language plpgsql as $$
begin
  new.reschedule_id := null;
  return new;
end $$;
create trigger bookings_forget_request before update of status on bookings for each row
  when (old.reschedule_id is not null and old.status <> new.status) execute function forget_request();

create function end_request() returns trigger language plpgsql as $$
begin
  update reschedules set status = 'withdrawn', answered_at = clock_now()
    where professional_id = old.professional_id and id = old.reschedule_id and status = 'pending';
  delete from busy_times where professional_id = old.professional_id and reschedule_id = old.reschedule_id;
  return null;
end $$;
create trigger bookings_end_request after update of status on bookings for each row
  when (old.reschedule_id is not null and old.status <> new.status) execute function end_request();

-- A live booking must be covered by its own busy times when its transaction ends, and the new time of a pending request
-- by those and what it holds, whoever wrote them.
create or replace function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  of_professional uuid;
  of_booking uuid;
begin
  if tg_table_name = 'bookings' then
    of_professional := new.professional_id;
    of_booking := new.id;
  else
    of_professional := old.professional_id;
    of_booking := old.booking_id;
  end if;
  if exists (
    select from bookings b
    where b.professional_id = of_professional and b.id = of_booking and b.status in ('pending', 'confirmed') and not coalesce(
      (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
       where t.professional_id = of_professional and t.booking_id = of_booking and t.kind = 'booking')
      @> coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)
  ) then
    raise exception 'a live booking must be covered by its busy times'
      using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
  end if;
  if tg_table_name = 'busy_times' then
    perform check_request_is_held(of_professional, of_booking);
  end if;
  return null;
end $$;

create function check_request_is_held(of_professional uuid, of_booking uuid) returns void language plpgsql as $$
begin
  if exists (
    select from reschedules r
    where r.professional_id = of_professional and r.booking_id = of_booking and r.status = 'pending' and not coalesce(
      (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
       where t.professional_id = of_professional and t.booking_id = of_booking)
      @> coalesce(r.segments, tstzmultirange(tstzrange(r.start_time, r.end_time))), false)
  ) then
    raise exception 'a pending request must hold its time'
      using errcode = 'check_violation', constraint = 'reschedules_held_by_busy_times', table = 'reschedules';
  end if;
end $$;

create function check_request() returns trigger language plpgsql as $$
begin
  perform check_request_is_held(new.professional_id, new.booking_id);
  return null;
end $$;
create constraint trigger reschedules_held_by_busy_times
  after insert or update of status, start_time, end_time, segments on reschedules
  deferrable initially deferred for each row when (new.status = 'pending') execute function check_request();

-- What needs to read whole tables, without keeping writers out.
alter table professionals validate constraint professionals_cancellation_check;
alter table bookings validate constraint bookings_person_check;
alter table bookings validate constraint bookings_guest_check;
alter table bookings validate constraint bookings_guest_id_fkey;
alter table busy_times validate constraint busy_times_hold_check;
alter table busy_times validate constraint busy_times_reschedule_id_fkey;

create index concurrently if not exists bookings_guest_idx on bookings (professional_id, guest_id, start_time desc)
  where guest_id is not null;
create index concurrently if not exists busy_times_reschedule_idx on busy_times (professional_id, reschedule_id)
  where reschedule_id is not null;

-- Bookings that were written in count for no limit of their client, and an index alone tells them apart.
create index concurrently if not exists bookings_of_client_made_idx on bookings (client_id, start_time desc, id desc)
  include (status, professional_id, created_at, written_in);
drop index concurrently if exists bookings_of_client_idx;

-- As deliveries_request_idx finds the email of a request, for emails about its other times.
create index concurrently if not exists deliveries_rescheduled_idx on deliveries ((payload ->> 'booking_id'))
  where template = 'booking' and payload ->> 'about' = 'rescheduled';
