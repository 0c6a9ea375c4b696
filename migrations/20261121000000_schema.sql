-- The whole schema. Rules that a database can hold are held here, each under a name of its own; rules that depend on
-- the clock are not CHECK constraints, because a row that was right must stay right. Money is whole cents, times are
-- instants to the millisecond. Tables that grow with bookings carry their professional's id in their keys, so that
-- they can be distributed by it. Names sort as people sort them (ICU), whatever the locale of the database.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- The one clock of every decision: one value a transaction. Tests and the demo seed alone shift it, per connection.
create function clock_now() returns timestamptz
  language sql stable parallel safe
  return date_trunc('milliseconds', now() + coalesce(nullif(current_setting('saluni.clock_shift', true), '')::interval, interval '0'));

-- People ------------------------------------------------------------------------------------------------------------

create table users (
  id uuid not null default uuidv7(),
  role text not null,
  email text not null,
  username text not null,
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default clock_now(),
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_role_check check (role in ('client', 'professional', 'admin')),
  constraint users_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint users_username_check check (length(username) between 1 and 100),
  constraint users_password_hash_check check (password_hash like '$argon2id$%')
);

create table user_preferences (
  user_id uuid not null,
  mail_booking boolean not null default true,
  mail_reminder boolean not null default true,
  in_app_booking boolean not null default true,
  in_app_reminder boolean not null default true,
  constraint user_preferences_pkey primary key (user_id),
  constraint user_preferences_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- The id is the SHA-256 of the token; the token itself is stored nowhere.
create table sessions (
  id text not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default clock_now(),
  last_seen_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint sessions_id_check check (id ~ '^[0-9a-f]{64}$'),
  constraint sessions_expires_at_check check (expires_at <= ends_at)
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- Tokens that are mailed as links: SHA-256 only, single use.
create table link_tokens (
  hash text not null,
  purpose text not null,
  user_id uuid,
  email text not null,
  created_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint link_tokens_pkey primary key (hash),
  constraint link_tokens_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint link_tokens_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint link_tokens_purpose_check check (purpose in ('password_reset', 'invitation', 'waitlist_verification'))
);
create index link_tokens_email_idx on link_tokens (email, purpose, created_at);

-- Failed logins, by account and address, and by address alone; shared by all processes and kept over restarts.
create table login_failures (
  key text not null,
  failures integer not null default 0,
  since timestamptz(3) not null default clock_now(),
  blocked_until timestamptz(3),
  constraint login_failures_pkey primary key (key),
  constraint login_failures_failures_check check (failures >= 0)
);

-- Signups counted per address of the caller, exactly and over restarts: each costs a mail.
create table signup_counts (
  key text not null,
  signups integer not null,
  since timestamptz(3) not null default clock_now(),
  constraint signup_counts_pkey primary key (key),
  constraint signup_counts_signups_check check (signups >= 1)
);

-- Requests counted per minute; unlogged, because losing a minute's count harms nobody.
create unlogged table request_counts (
  key text not null,
  minute bigint not null,
  requests integer not null,
  constraint request_counts_pkey primary key (key, minute)
);

-- Professionals and what they offer ---------------------------------------------------------------------------------

create table specializations (
  id smallint not null,
  name text not null,
  constraint specializations_pkey primary key (id),
  constraint specializations_name_key unique (name)
);
insert into specializations (id, name) values
  (1, 'Barber'), (2, 'Braider'), (3, 'Colorist for Textured Hair'), (4, 'Curl Specialist'), (5, 'Loctician'),
  (6, 'Natural Hair Stylist'), (7, 'Scalp Care Specialist'), (8, 'Silk Press Specialist'), (9, 'Weave and Wig Specialist');

create table professionals (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  display_name text collate "en-x-icu" not null,
  professional_type text not null,
  location text not null,
  bio text,
  experience_years double precision not null default 0,
  profile_picture text,
  is_active boolean not null default true,
  time_zone text not null default 'Australia/Melbourne',
  slot_interval_minutes integer not null default 30,
  min_notice_minutes integer not null default 0,
  buffer_minutes integer not null default 0,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint professionals_pkey primary key (id),
  constraint professionals_user_id_key unique (user_id),
  constraint professionals_user_id_fkey foreign key (user_id) references users (id),
  constraint professionals_display_name_check check (length(display_name) between 1 and 200),
  constraint professionals_professional_type_check check (professional_type in ('barber', 'hairdresser')),
  constraint professionals_location_check check (length(location) between 2 and 400),
  constraint professionals_experience_years_check check (experience_years >= 0 and experience_years <= 50),
  constraint professionals_profile_picture_check check (profile_picture like 'https://%'),
  constraint professionals_slot_interval_minutes_check check (slot_interval_minutes in (15, 30, 60)),
  constraint professionals_min_notice_minutes_check check (min_notice_minutes between 0 and 43200),
  constraint professionals_buffer_minutes_check check (buffer_minutes between 0 and 240)
);
create index professionals_name_idx on professionals (display_name, id) where is_active;
create index professionals_search_idx on professionals using gin ((display_name || ' ' || coalesce(bio, '') || ' ' || location) gin_trgm_ops);
create index professionals_location_idx on professionals using gin (location gin_trgm_ops);

create table professional_specializations (
  professional_id uuid not null,
  specialization_id smallint not null,
  constraint professional_specializations_pkey primary key (professional_id, specialization_id),
  constraint professional_specializations_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint professional_specializations_specialization_id_fkey foreign key (specialization_id) references specializations (id)
);
create index professional_specializations_specialization_id_idx on professional_specializations (specialization_id, professional_id);

create table clients (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null default '',
  notes text,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint clients_pkey primary key (id),
  constraint clients_user_id_key unique (user_id),
  constraint clients_user_id_fkey foreign key (user_id) references users (id),
  constraint clients_first_name_check check (length(first_name) between 1 and 200),
  constraint clients_last_name_check check (length(last_name) between 1 and 200),
  -- Empty only for a client made on the command line, who was not asked.
  constraint clients_phone_number_check check (phone_number ~ '^([0-9]{6,20})?$')
);

create table services (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  name text collate "en-x-icu" not null,
  description text,
  category text not null,
  service_duration_minutes integer not null,
  price_cents integer not null,
  is_active boolean not null default true,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint services_pkey primary key (professional_id, id),
  constraint services_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint services_name_check check (length(name) between 2 and 200),
  constraint services_category_check check (category in ('Haircut', 'Braids', 'Cuts and Trims', 'Styling', 'Protective Styles',
    'Loc Services', 'Weaves and Wigs', 'Treatment', 'Color', 'Other')),
  constraint services_service_duration_minutes_check check (service_duration_minutes between 15 and 1440),
  -- Whole cents: a NaN has no way in.
  constraint services_price_cents_check check (price_cents between 500 and 1000000)
);
create index services_id_idx on services (id);
create index services_name_idx on services (name, id) where is_active and deleted_at is null;
create index services_category_idx on services (category, name, id) where is_active and deleted_at is null;
create index services_search_idx on services using gin ((name || ' ' || coalesce(description, '')) gin_trgm_ops) where is_active and deleted_at is null;

create table availability (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint availability_pkey primary key (professional_id, id),
  constraint availability_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint availability_finite_check check (isfinite(start_time) and isfinite(end_time)),
  constraint availability_length_check check (end_time >= start_time + interval '15 minutes' and end_time <= start_time + interval '24 hours'),
  constraint availability_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)
);
create index availability_id_idx on availability (id);
create index availability_end_time_idx on availability (professional_id, end_time) include (start_time, id);

-- Bookings ----------------------------------------------------------------------------------------------------------

create table bookings (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  client_id uuid not null,
  availability_id uuid,
  status text not null default 'pending',
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  total_price_cents integer not null,
  notes text,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  -- Until when a pending booking may be confirmed: created plus BOOKING_PENDING_TTL_HOURS, at the latest its start.
  expires_at timestamptz(3) not null,
  -- When the system has to act next: expiry of a pending, completion of a confirmed booking; nothing afterwards.
  due_at timestamptz(3),
  -- When the reminder of a confirmed booking is due; nothing once it was written, or where none is sent.
  reminder_at timestamptz(3),
  cancelled_by text,
  cancel_reason text,
  -- Counts the transitions: the SEQUENCE of the calendar entry.
  version integer not null default 0,
  constraint bookings_pkey primary key (professional_id, id),
  constraint bookings_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint bookings_client_id_fkey foreign key (client_id) references clients (id),
  constraint bookings_availability_id_fkey foreign key (professional_id, availability_id)
    references availability (professional_id, id) on delete set null (availability_id),
  constraint bookings_status_check check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  constraint bookings_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  -- Ten services of at most 1,440 minutes each.
  constraint bookings_length_check check (end_time <= start_time + interval '14400 minutes'),
  constraint bookings_total_price_cents_check check (total_price_cents between 0 and 10000000),
  constraint bookings_notes_check check (length(notes) <= 10000),
  constraint bookings_cancel_reason_check check (length(cancel_reason) <= 500),
  constraint bookings_cancelled_by_check check ((status = 'cancelled') = (cancelled_by is not null)
    and cancelled_by in ('client', 'professional', 'admin', 'system')),
  constraint bookings_due_at_check check ((due_at is not null) = (status in ('pending', 'confirmed')))
);
create index bookings_id_idx on bookings (id);
create index bookings_professional_idx on bookings (professional_id, start_time desc, id desc);
create index bookings_client_idx on bookings (client_id, start_time desc, id desc);
create index bookings_client_pending_idx on bookings (client_id, professional_id) where status = 'pending';
create index bookings_due_at_idx on bookings (due_at) where due_at is not null;
create index bookings_reminder_at_idx on bookings (reminder_at) where reminder_at is not null;

-- What was booked, as it was when it was booked.
create table booking_services (
  professional_id uuid not null,
  booking_id uuid not null,
  position smallint not null,
  service_id uuid not null,
  name text not null,
  price_cents integer not null,
  service_duration_minutes integer not null,
  constraint booking_services_pkey primary key (professional_id, booking_id, position),
  constraint booking_services_service_key unique (professional_id, booking_id, service_id),
  constraint booking_services_booking_id_fkey foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint booking_services_service_id_fkey foreign key (professional_id, service_id) references services (professional_id, id),
  constraint booking_services_position_check check (position between 0 and 9)
);

-- When a professional is taken: the row of a booking stands from pending to completed, and goes when it is cancelled.
-- The foreign key is checked at the end of the statement, so that one statement writes both sides.
create table busy_times (
  professional_id uuid not null,
  booking_id uuid not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  constraint busy_times_booking_id_fkey foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint busy_times_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  constraint busy_times_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)
);
create index busy_times_booking_idx on busy_times (professional_id, booking_id);
create index busy_times_start_idx on busy_times (professional_id, start_time) include (end_time);

-- A live booking must be covered by its busy times when its transaction ends, whoever wrote it.
create function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  b bookings;
begin
  select * into b from bookings
    where professional_id = coalesce(new.professional_id, old.professional_id)
      and id = case tg_table_name when 'bookings' then (to_jsonb(new) ->> 'id')::uuid
                                  else (to_jsonb(coalesce(new, old)) ->> 'booking_id')::uuid end;
  if b.status in ('pending', 'confirmed') and not coalesce((
       select range_agg(tstzrange(start_time, end_time)) @> tstzrange(b.start_time, b.end_time)
       from busy_times where professional_id = b.professional_id and booking_id = b.id), false) then
    raise exception 'a live booking must be covered by its busy times'
      using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
  end if;
  return null;
end $$;
create constraint trigger bookings_covered_by_busy_times
  after insert or update of status, start_time, end_time, professional_id, id on bookings
  deferrable initially deferred for each row when (new.status in ('pending', 'confirmed')) execute function check_booking_is_covered();
create constraint trigger busy_times_cover_bookings
  after update or delete on busy_times
  deferrable initially deferred for each row execute function check_booking_is_covered();

-- Only answers of calls that took effect are kept, written in the call's own transaction.
create table idempotency_keys (
  user_id uuid not null,
  route text not null,
  key text not null,
  request_hash text not null,
  answer text,
  created_at timestamptz(3) not null default clock_now(),
  constraint idempotency_keys_pkey primary key (user_id, route, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint idempotency_keys_key_check check (length(key) between 1 and 255)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- Consequences ------------------------------------------------------------------------------------------------------

-- A state change and its row here commit together. `done_at` is set when every effect has been written down.
create table outbox (
  id uuid not null default uuidv7(),
  event text not null,
  payload jsonb not null,
  request_id text,
  created_at timestamptz(3) not null default clock_now(),
  next_attempt_at timestamptz(3) not null default clock_now(),
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz(3),
  dead_at timestamptz(3),
  constraint outbox_pkey primary key (id),
  constraint outbox_ended_check check (done_at is null or dead_at is null)
);
create index outbox_open_idx on outbox (next_attempt_at) where done_at is null and dead_at is null;
create index outbox_done_at_idx on outbox (done_at) where done_at is not null;

-- One row an event, channel and recipient: what makes a repeated delivery recognisable.
create table deliveries (
  id uuid not null default uuidv7(),
  event_id uuid not null,
  channel text not null,
  recipient text not null,
  template text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default clock_now(),
  next_attempt_at timestamptz(3) not null default clock_now(),
  attempts integer not null default 0,
  -- One process at a time tries to send it: the others leave it alone until then.
  sending_until timestamptz(3),
  last_error text,
  sent_at timestamptz(3),
  dead_at timestamptz(3),
  constraint deliveries_pkey primary key (id),
  constraint deliveries_event_channel_recipient_key unique (event_id, channel, recipient),
  constraint deliveries_channel_check check (channel in ('mail')),
  constraint deliveries_ended_check check (sent_at is null or dead_at is null)
);
-- How many mails an entry got within a day.
create index deliveries_waitlist_idx on deliveries (recipient, created_at) where template = 'waitlist';
create index deliveries_open_idx on deliveries (next_attempt_at) where sent_at is null and dead_at is null;

create table notifications (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  message text not null,
  booking_id uuid,
  is_read boolean not null default false,
  created_at timestamptz(3) not null default clock_now(),
  constraint notifications_pkey primary key (id),
  constraint notifications_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint notifications_user_event_type_key unique (user_id, event_id, type)
);
create index notifications_user_idx on notifications (user_id, created_at desc, id desc);

-- Around the bookings -----------------------------------------------------------------------------------------------

create table waitlist_entries (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  role text not null,
  status text not null default 'unverified',
  note text,
  created_at timestamptz(3) not null default clock_now(),
  verified_at timestamptz(3),
  decided_at timestamptz(3),
  constraint waitlist_entries_pkey primary key (id),
  constraint waitlist_entries_email_key unique (email),
  -- Two UTF-16 units, which the specification counts, may be a single character.
  constraint waitlist_entries_name_check check (length(name) between 1 and 200),
  constraint waitlist_entries_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint waitlist_entries_role_check check (role in ('Hairdresser', 'Barber', 'Client')),
  constraint waitlist_entries_status_check check (status in ('unverified', 'verified', 'approved', 'declined'))
);
create index waitlist_entries_status_idx on waitlist_entries (status, created_at desc, id desc);

create table feedback (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  confusing_choice text not null,
  confusing_comment text,
  smooth_choice text not null,
  smooth_comment text,
  switch_reason_choice text not null,
  switch_reason_comment text,
  email text,
  page_url text,
  written_at timestamptz(3),
  created_at timestamptz(3) not null default clock_now(),
  constraint feedback_pkey primary key (id),
  constraint feedback_user_id_fkey foreign key (user_id) references users (id),
  constraint feedback_comments_check check (length(confusing_comment) <= 2000 and length(smooth_comment) <= 2000 and length(switch_reason_comment) <= 2000)
);
create index feedback_created_at_idx on feedback (created_at desc, id desc);

create table images (
  id uuid not null default uuidv7(),
  image_type text not null,
  storage_key text not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint images_pkey primary key (id),
  constraint images_storage_key_key unique (storage_key),
  constraint images_image_type_check check (image_type in ('homepage_carousel', 'founder', 'service', 'other')),
  constraint images_size_check check (width > 0 and height > 0)
);
create index images_type_idx on images (image_type, created_at desc, id desc);

create table calendar_feeds (
  user_id uuid not null,
  secret_hash text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint calendar_feeds_pkey primary key (user_id),
  constraint calendar_feeds_secret_hash_key unique (secret_hash),
  constraint calendar_feeds_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint calendar_feeds_secret_hash_check check (secret_hash ~ '^[0-9a-f]{64}$')
);
