-- The whole schema, in order of reading: people, services, hours, bookings, what follows from them, what the process
-- needs. Rules that a database can hold are held here, each under a name of its own; a rule that depends on the clock is
-- no CHECK constraint, because a row that was right must stay right. Money is whole cents, times are instants to the
-- millisecond. Tables that grow with bookings have their professional's id in their keys, so that they can be
-- distributed by it. Names sort as people sort them (ICU), whatever the locale of the database.

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
  mail_message boolean not null default true,
  in_app_booking boolean not null default true,
  in_app_reminder boolean not null default true,
  in_app_message boolean not null default true,
  push_booking boolean not null default true,
  push_reminder boolean not null default true,
  push_message boolean not null default true,
  -- Whether a locked phone shows names and texts of others.
  push_details boolean not null default false,
  constraint user_preferences_pkey primary key (user_id),
  constraint user_preferences_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- An account that was deleted leaves its client behind only where bookings need one, and then without anything
-- personal: the constraint holds that against a call of the same person that was under way.
create table clients (
  id uuid not null default uuidv7(),
  user_id uuid,
  first_name text not null,
  last_name text not null,
  phone_number text not null default '',
  notes text,
  -- Whether some of their bookings were a guest's when they were written in.
  was_guest boolean not null default false,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint clients_pkey primary key (id),
  constraint clients_user_id_key unique (user_id),
  constraint clients_user_id_fkey foreign key (user_id) references users (id),
  constraint clients_first_name_check check (length(first_name) between 1 and 200),
  constraint clients_last_name_check check (length(last_name) between 1 and 200),
  -- Empty only for a client made on the command line, who was not asked.
  constraint clients_phone_number_check check (phone_number ~ '^([0-9]{6,20})?$'),
  constraint clients_former_check check (user_id is not null or (first_name = 'Former' and last_name = 'client'
    and phone_number = '' and notes is null))
);

-- From which network clients signed themselves up lately, as a hash: they count together.
create table client_signups (
  client_id uuid not null,
  network text not null,
  signed_up_at timestamptz(3) not null default clock_now(),
  constraint client_signups_pkey primary key (client_id),
  constraint client_signups_client_id_fkey foreign key (client_id) references clients (id) on delete cascade
);
create index client_signups_network_idx on client_signups (network, signed_up_at);
create index client_signups_signed_up_at_idx on client_signups (signed_up_at);

-- The id is the SHA-256 of the token; the token itself is stored nowhere. Users see a session under an id that says
-- nothing about its token, with the browser and system that logged in.
create table sessions (
  id text not null,
  user_id uuid not null,
  shown_id uuid not null default uuidv7(),
  device text,
  created_at timestamptz(3) not null default clock_now(),
  last_seen_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_shown_id_key unique (shown_id),
  constraint sessions_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint sessions_id_check check (id ~ '^[0-9a-f]{64}$'),
  constraint sessions_device_check check (length(device) between 1 and 100),
  constraint sessions_expires_at_check check (expires_at <= ends_at)
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- Browsers that news are pushed to, each while its session lasts: the address and the keys that its push service gave
-- it for our public key.
create table push_subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  time_zone text not null,
  created_at timestamptz(3) not null default clock_now(),
  posted_at timestamptz(3) not null default clock_now(),
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references sessions (id) on delete cascade,
  constraint push_subscriptions_endpoint_check check (length(endpoint) between 1 and 2048)
);
create index push_subscriptions_user_id_idx on push_subscriptions (user_id, posted_at);
create index push_subscriptions_session_id_idx on push_subscriptions (session_id);

-- Every way to end a session closes its sockets (reliability, S3): logout, a new password, a disabled user, one login
-- too many.
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sockets', 'session ' || id) from ended;
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function tell_ended_sessions();

-- Failed logins, by account and address, and by address alone; shared by all processes and kept over restarts.
create table login_failures (
  key text not null,
  failures integer not null default 0,
  since timestamptz(3) not null default clock_now(),
  blocked_until timestamptz(3),
  constraint login_failures_pkey primary key (key),
  constraint login_failures_failures_check check (failures >= 0)
);

-- Failures of each account from addresses that never logged in to it, the last 20 of them, and when the next guess from
-- such an address may be tried once they are too many. Keys are hashes of e-mail addresses, with an account or without.
create table login_guesses (
  key text not null,
  failed_at timestamptz(3)[] not null,
  next_at timestamptz(3) not null default clock_now(),
  constraint login_guesses_pkey primary key (key),
  constraint login_guesses_failed_at_check check (cardinality(failed_at) between 1 and 20)
);

-- From where an account logged in before: hashes of both together.
create table login_addresses (
  key text not null,
  last_login_at timestamptz(3) not null default clock_now(),
  constraint login_addresses_pkey primary key (key)
);
create index login_addresses_last_login_at_idx on login_addresses (last_login_at);

-- From which browsers and networks an account logged in: the key is a hash of both. A login from another one is mailed.
create table login_devices (
  user_id uuid not null,
  key text not null,
  device text,
  last_login_at timestamptz(3) not null default clock_now(),
  constraint login_devices_pkey primary key (user_id, key),
  constraint login_devices_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint login_devices_key_check check (key ~ '^[0-9a-f]{64}$'),
  constraint login_devices_device_check check (length(device) <= 100)
);
create index login_devices_last_login_at_idx on login_devices (last_login_at);

-- From which networks an account logged in, as hashes: codes that are asked for from there have room of their own.
create table login_networks (
  user_id uuid not null,
  network text not null,
  last_login_at timestamptz(3) not null default clock_now(),
  constraint login_networks_pkey primary key (user_id, network),
  constraint login_networks_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index login_networks_last_login_at_idx on login_networks (last_login_at);

-- One-time codes. An attempt is for an address, whether it has an account or not, and known only to whoever asked:
-- here is its SHA-256. One that confirms something is for that user, too.
create table code_attempts (
  hash text not null,
  purpose text not null,
  email text not null,
  user_id uuid,
  created_at timestamptz(3) not null default clock_now(),
  wrong_tries integer not null default 0,
  closed_at timestamptz(3),
  constraint code_attempts_pkey primary key (hash),
  constraint code_attempts_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint code_attempts_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint code_attempts_purpose_check check (purpose in ('login', 'confirmation')),
  constraint code_attempts_user_id_check check ((purpose = 'confirmation') = (user_id is not null)),
  constraint code_attempts_wrong_tries_check check (wrong_tries between 0 and 5)
);
create index code_attempts_email_idx on code_attempts (email);
create index code_attempts_user_id_idx on code_attempts (user_id) where user_id is not null;

-- Each call that asks for a code: from which address and network, as hashes, whether it counts for that address, and
-- the event that mails it.
create table code_requests (
  id uuid not null default uuidv7(),
  attempt_hash text not null,
  email text not null,
  caller text not null,
  network text not null,
  asked_at timestamptz(3) not null default clock_now(),
  is_counted boolean not null default false,
  event_id uuid,
  is_network_known boolean,
  constraint code_requests_pkey primary key (id),
  constraint code_requests_attempt_hash_fkey foreign key (attempt_hash) references code_attempts (hash) on delete cascade,
  constraint code_requests_mailed_check check ((event_id is null) = (is_network_known is null))
);
create index code_requests_attempt_hash_idx on code_requests (attempt_hash);
create index code_requests_caller_idx on code_requests (caller, asked_at) where is_counted;
create index code_requests_email_idx on code_requests (email, asked_at) where event_id is not null;

-- Each mail has a code of its own: SHA-256 of it and the attempt's.
create table codes (
  attempt_hash text not null,
  hash text not null,
  expires_at timestamptz(3) not null,
  constraint codes_pkey primary key (attempt_hash, hash),
  constraint codes_attempt_hash_fkey foreign key (attempt_hash) references code_attempts (hash) on delete cascade,
  constraint codes_hash_check check (hash ~ '^[0-9a-f]{64}$')
);

-- Tokens that are mailed as links: SHA-256 only, single use.
create table link_tokens (
  hash text not null,
  purpose text not null,
  user_id uuid,
  email text not null,
  -- Whose mail the link stands in: a newer mail's link ends the older ones, all attempts at one mail go on working.
  event_id uuid,
  -- The signup for the waitlist that the mail answered; null of links of other kinds.
  signup_id uuid,
  created_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint link_tokens_pkey primary key (hash),
  constraint link_tokens_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint link_tokens_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint link_tokens_purpose_check
    check (purpose in ('password_reset', 'invitation', 'waitlist_verification', 'email_change', 'pay_to_keep'))
);
create index link_tokens_email_idx on link_tokens (email, purpose, created_at);
create index link_tokens_user_id_idx on link_tokens (user_id) where user_id is not null;

-- Another address for an account, from the request on. It counts once its own mailbox has confirmed it; what it
-- replaced is kept for the e-mail that says so.
create table email_changes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  email text not null,
  previous_email text,
  created_at timestamptz(3) not null default clock_now(),
  confirmed_at timestamptz(3),
  constraint email_changes_pkey primary key (id),
  constraint email_changes_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint email_changes_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint email_changes_confirmed_check check ((confirmed_at is null) = (previous_email is null))
);
create index email_changes_user_id_idx on email_changes (user_id, id desc);
create index email_changes_created_at_idx on email_changes (created_at);
-- Mails because accounts ask for another address are counted by that address.
create index email_changes_email_idx on email_changes (email, created_at);

-- Whoever waits for an account, by address.
create table waitlist_entries (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  role text not null,
  -- Where a hairdresser or barber works, and a page that shows their work; admins decide by them.
  location text,
  link text,
  status text not null default 'unverified',
  note text,
  -- Why the application was declined; the applicant reads it in the e-mail.
  decline_reason text,
  created_at timestamptz(3) not null default clock_now(),
  verified_at timestamptz(3),
  decided_at timestamptz(3),
  constraint waitlist_entries_pkey primary key (id),
  constraint waitlist_entries_email_key unique (email),
  -- Two UTF-16 units, which the specification counts, may be a single character.
  constraint waitlist_entries_name_check check (length(name) between 1 and 200),
  constraint waitlist_entries_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint waitlist_entries_role_check check (role in ('Hairdresser', 'Barber', 'Client')),
  constraint waitlist_entries_work_check
    check ((role <> 'Client' or num_nonnulls(location, link) = 0) and length(location) <= 200 and length(link) <= 2048),
  constraint waitlist_entries_status_check check (status in ('unverified', 'verified', 'approved', 'declined')),
  constraint waitlist_entries_decline_reason_check check (length(decline_reason) <= 1000)
);
create index waitlist_entries_status_idx on waitlist_entries (status, created_at desc, id desc);

-- What somebody typed when they signed an address up: anybody may do so again before it is verified, and each link
-- verifies what its own mail names.
create table waitlist_signups (
  id uuid not null default uuidv7(),
  entry_id uuid not null,
  name text not null,
  role text not null,
  location text,
  link text,
  created_at timestamptz(3) not null default clock_now(),
  constraint waitlist_signups_pkey primary key (id),
  constraint waitlist_signups_entry_id_fkey foreign key (entry_id) references waitlist_entries (id) on delete cascade
);
create index waitlist_signups_entry_id_idx on waitlist_signups (entry_id);
create index waitlist_signups_created_at_idx on waitlist_signups (created_at);

-- Signups counted per address of the caller, exactly and over restarts: each costs a mail.
create table signup_counts (
  key text not null,
  signups integer not null,
  since timestamptz(3) not null default clock_now(),
  constraint signup_counts_pkey primary key (key),
  constraint signup_counts_signups_check check (signups >= 1)
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

-- Australia's localities; the next file has them. `is_delivery` is false for post-office boxes and large receivers.
create table localities (
  id integer not null,
  name text not null,
  state text not null,
  postcode text not null,
  latitude double precision not null,
  longitude double precision not null,
  is_delivery boolean not null,
  constraint localities_pkey primary key (id)
);

-- As a client, a professional whose account was deleted stays behind without anything personal, for bookings of others.
create table professionals (
  id uuid not null default uuidv7(),
  user_id uuid,
  display_name text collate "en-x-icu" not null,
  professional_type text not null,
  location text not null,
  -- The locality that the location means, and the text of which it was understood: where that differs from the
  -- location, nobody has understood it yet, and the process that starts next does.
  locality_id integer,
  understood_location text,
  bio text,
  experience_years double precision not null default 0,
  -- A picture of our own is kept without the origin of its address, which the configuration may change.
  profile_picture text,
  -- The first picture, for lists, which would otherwise look for it in every row. Triggers keep it.
  card_picture jsonb,
  -- The professional's own switch, and whether their user may log in: others see and book only those with both.
  -- A trigger keeps the second, so that lists and bookings read one row, whoever disables the user.
  is_active boolean not null default true,
  user_is_active boolean not null default true,
  -- What somebody who was invited still lacks until they become active by themselves, once: their location, then a
  -- service and hours or a window.
  waits_for text,
  -- How far a new professional is with setting up: shown, left for later, or done with.
  first_steps text not null default 'done',
  time_zone text not null default 'Australia/Melbourne',
  slot_interval_minutes integer not null default 30,
  min_notice_minutes integer not null default 0,
  buffer_minutes integer not null default 0,
  booking_horizon_days smallint not null default 60,
  closed_on_holidays_of text,
  instant_confirmation boolean not null default false,
  cancellation_cutoff_hours smallint not null default 0,
  cancellation_policy text,
  -- What deposit is asked, of whom, and since when there is somewhere to pay it to; null without. Where stands in
  -- `pay_to`, which no list and no page reads.
  deposit_percent smallint not null default 0,
  deposit_who text not null default 'everyone',
  pay_to_since timestamptz(3),
  -- Whether clients may wait for times that free up (contract 12).
  cancellation_list boolean not null default true,
  -- The stars and the number of the reviews that count, kept by the transaction that changes one.
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint professionals_pkey primary key (id),
  constraint professionals_user_id_key unique (user_id),
  constraint professionals_user_id_fkey foreign key (user_id) references users (id),
  constraint professionals_locality_id_fkey foreign key (locality_id) references localities (id),
  constraint professionals_display_name_check check (length(display_name) between 1 and 200),
  constraint professionals_professional_type_check check (professional_type in ('barber', 'hairdresser')),
  -- Here, too, two UTF-16 units may be a single character.
  constraint professionals_location_check check (length(location) between 1 and 400),
  constraint professionals_experience_years_check check (experience_years >= 0 and experience_years <= 50),
  constraint professionals_profile_picture_check check (profile_picture like 'https://%'
    or profile_picture ~ '^/images/[0-9a-f-]{36}/[0-9]{1,4}\.webp$'),
  constraint professionals_waits_for_check check (waits_for is null or (waits_for in ('location', 'offer') and not is_active)),
  constraint professionals_first_steps_check check (first_steps in ('open', 'hidden', 'done')),
  constraint professionals_slot_interval_minutes_check check (slot_interval_minutes in (15, 30, 60)),
  constraint professionals_min_notice_minutes_check check (min_notice_minutes between 0 and 43200),
  constraint professionals_buffer_minutes_check check (buffer_minutes between 0 and 240),
  constraint professionals_hours_check check (booking_horizon_days between 1 and 365
    and closed_on_holidays_of in ('ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA')),
  constraint professionals_cancellation_check
    check (cancellation_cutoff_hours between 0 and 168 and length(cancellation_policy) <= 1000),
  constraint professionals_deposit_check check (deposit_percent between 0 and 100
    and deposit_who in ('everyone', 'new_clients', 'after_no_show')),
  constraint professionals_rating_check check (rating_sum between rating_count and 5 * rating_count),
  constraint professionals_former_check check (user_id is not null or (display_name = 'Former professional'
    and location = 'Not available' and bio is null and profile_picture is null and not is_active and not user_is_active))
);
create index professionals_listed_name_idx on professionals (display_name, id) where is_active and user_is_active;
-- A window of hours has no row. Its id is the professional's key here and the instant of its start.
create index professionals_window_key_idx on professionals (left(encode(sha256(uuid_send(id)), 'hex'), 18));

create function keep_user_is_active() returns trigger language plpgsql as $$
begin
  update professionals set user_is_active = new.is_active where user_id = new.id;
  return null;
end $$;
create trigger users_is_active_kept
  after update of is_active on users
  for each row when (old.is_active <> new.is_active) execute function keep_user_is_active();

-- Keeps what is new from a professional whose account is deleted at the same moment.
create function refuse_former_professional() returns trigger language plpgsql as $$
begin
  -- The lock waits for a deletion, and then sees it.
  perform from professionals where id = new.professional_id and user_id is not null for key share;
  if not found then
    raise exception 'there is no such professional any more'
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_professional_id_fkey', table = tg_table_name;
  end if;
  return new;
end $$;

create table professional_specializations (
  professional_id uuid not null,
  specialization_id smallint not null,
  constraint professional_specializations_pkey primary key (professional_id, specialization_id),
  constraint professional_specializations_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade,
  constraint professional_specializations_specialization_id_fkey
    foreign key (specialization_id) references specializations (id)
);
create index professional_specializations_specialization_id_idx
  on professional_specializations (specialization_id, professional_id);

-- The short addresses of professionals, /p/HANDLE (contract 10). A former one leads on until `leads_until`, and is
-- nobody else's meanwhile, also where its professional is gone.
create table handles (
  handle text not null,
  professional_id uuid,
  leads_until timestamptz(3),
  constraint handles_pkey primary key (handle),
  constraint handles_professional_id_fkey foreign key (professional_id) references professionals (id) on delete set null,
  constraint handles_handle_check check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30)
);
create unique index handles_current_key on handles (professional_id) where leads_until is null;
create index handles_professional_id_idx on handles (professional_id);

-- When a professional changed their handle, for the limit of changes.
create table handle_changes (
  professional_id uuid not null,
  changed_at timestamptz(3) not null default clock_now(),
  constraint handle_changes_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade
);
create index handle_changes_professional_id_idx on handle_changes (professional_id, changed_at);

-- Where a professional is paid deposits. A new one counts from `pay_to_from`: `pay_to_next` is `pay_to` from then on.
-- The row stays once there was one.
create table pay_to (
  professional_id uuid not null,
  pay_to jsonb,
  pay_to_next jsonb,
  pay_to_from timestamptz(3),
  constraint pay_to_pkey primary key (professional_id),
  constraint pay_to_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint pay_to_next_check check ((pay_to_next is null) = (pay_to_from is null))
);

create table services (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  name text collate "en-x-icu" not null,
  description text,
  -- What clients do before they come. Bookings show it as it is now.
  preparation text,
  category text not null,
  service_duration_minutes integer not null,
  processing_start_minutes integer,
  processing_minutes integer,
  price_cents integer not null,
  -- What is to be paid ahead; null: the professional's percent.
  deposit_cents integer,
  -- The professional's own order: none until they give one, then new services come last.
  position integer,
  -- The first picture, for lists. Triggers keep it.
  card_picture jsonb,
  is_active boolean not null default true,
  -- Whether others see the service's professional: a page of services is cut along an index over this and joins no
  -- more than its own rows. Triggers keep it.
  professional_is_visible boolean not null default true,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  constraint services_pkey primary key (professional_id, id),
  constraint services_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint services_name_check check (length(name) between 1 and 200),
  constraint services_category_check check (category in ('Haircut', 'Braids', 'Cuts and Trims', 'Styling',
    'Protective Styles', 'Loc Services', 'Weaves and Wigs', 'Treatment', 'Color', 'Other')),
  constraint services_service_duration_minutes_check check (service_duration_minutes between 15 and 1440),
  constraint services_processing_check check ((processing_start_minutes is null) = (processing_minutes is null)
    and processing_start_minutes >= 5 and processing_minutes >= 5
    and processing_start_minutes + processing_minutes + 5 <= service_duration_minutes),
  -- Whole cents: a NaN has no way in.
  constraint services_price_cents_check check (price_cents between 500 and 1000000),
  constraint services_deposit_check check (deposit_cents between 0 and price_cents),
  constraint services_position_check check (position >= 0)
);
create index services_id_idx on services (id);
create index services_listed_name_idx on services (name, id)
  where is_active and professional_is_visible and deleted_at is null;
create index services_listed_category_idx on services (category, name, id)
  where is_active and professional_is_visible and deleted_at is null;
-- A professional's offer as lists tell it, 'from $60' and the shortest service: read from the index alone.
create index services_offered_idx on services (professional_id) include (service_duration_minutes, price_cents, deposit_cents)
  where is_active and deleted_at is null;
create trigger services_refuse_former before insert on services
  for each row execute function refuse_former_professional();

-- What the lists read: which services are listed, how many there are, and whose listing changed. Triggers keep all of
-- it, so that it is right whoever writes. They are `enable always`: rows loaded with session_replication_role = replica
-- are listed and counted, too.

create function set_professional_is_visible() returns trigger language plpgsql as $$
begin
  -- With the lock, either this row sees that the professional was hidden at the same moment, or that one's change sees this row.
  select is_active and user_is_active into new.professional_is_visible from professionals where id = new.professional_id for share;
  -- Where there is no professional the foreign key refuses the row.
  new.professional_is_visible := coalesce(new.professional_is_visible, false);
  return new;
end $$;
create trigger services_professional_is_visible_set
  before insert on services for each row execute function set_professional_is_visible();

create function keep_professional_is_visible() returns trigger language plpgsql as $$
begin
  update services set professional_is_visible = new.is_active and new.user_is_active where professional_id = new.id;
  return null;
end $$;
create trigger professionals_is_visible_kept
  after update of is_active, user_is_active on professionals for each row
  when ((old.is_active and old.user_is_active) <> (new.is_active and new.user_is_active))
  execute function keep_professional_is_visible();

-- The length of a list is the sum of its rows here; services are counted by category. A statement that changes a length
-- adds rows instead of changing one, so that no writer waits for another. Where there are many, a writer replaces those
-- that nobody else holds by their sums.
create table listing_counts (
  id bigint generated always as identity,
  list text not null,
  category text not null default '',
  listed integer not null,
  constraint listing_counts_pkey primary key (id),
  constraint listing_counts_list_check check (list in ('services', 'professionals'))
);
-- The list that nobody is in yet has a length, too.
insert into listing_counts (list, listed) values ('professionals', 0);

create function fold_listing_counts() returns void language plpgsql as $$
begin
  if (select count(*) from listing_counts) > 100 then
    with folded as (
      delete from listing_counts where id = any (array(select id from listing_counts for update skip locked)) returning list, category, listed
    )
    insert into listing_counts (list, category, listed)
      select list, category, sum(listed) from folded group by list, category having sum(listed) <> 0;
  end if;
end $$;

-- Besides counting, each change of a professional, their services or specializations is told on the channel `listings`,
-- by the professional's id.
create function list_services() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into listing_counts (list, category, listed)
      select 'services', category, count(*) from new_rows where is_active and professional_is_visible and deleted_at is null group by category;
    perform pg_notify('listings', professional_id::text) from (select distinct professional_id from new_rows) changed;
  end if;
  if tg_op <> 'INSERT' then
    insert into listing_counts (list, category, listed)
      select 'services', category, -count(*) from old_rows where is_active and professional_is_visible and deleted_at is null group by category;
    perform pg_notify('listings', professional_id::text) from (select distinct professional_id from old_rows) changed;
  end if;
  perform fold_listing_counts();
  return null;
end $$;
create trigger services_inserted after insert on services
  referencing new table as new_rows for each statement execute function list_services();
create trigger services_updated after update on services
  referencing old table as old_rows new table as new_rows for each statement execute function list_services();
create trigger services_deleted after delete on services
  referencing old table as old_rows for each statement execute function list_services();

create function list_professionals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into listing_counts (list, listed)
      select 'professionals', count(*) from new_rows where is_active and user_is_active having count(*) > 0;
    perform pg_notify('listings', id::text) from new_rows;
  end if;
  if tg_op <> 'INSERT' then
    insert into listing_counts (list, listed)
      select 'professionals', -count(*) from old_rows where is_active and user_is_active having count(*) > 0;
    perform pg_notify('listings', id::text) from old_rows;
  end if;
  perform fold_listing_counts();
  return null;
end $$;
create trigger professionals_inserted after insert on professionals
  referencing new table as new_rows for each statement execute function list_professionals();
create trigger professionals_updated after update on professionals
  referencing old table as old_rows new table as new_rows for each statement execute function list_professionals();
create trigger professionals_deleted after delete on professionals
  referencing old table as old_rows for each statement execute function list_professionals();

create function tell_specializations() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', coalesce(new.professional_id, old.professional_id)::text);
  return null;
end $$;
create trigger professional_specializations_told after insert or delete on professional_specializations
  for each row execute function tell_specializations();

alter table services enable always trigger services_professional_is_visible_set, enable always trigger services_inserted,
  enable always trigger services_updated, enable always trigger services_deleted;
alter table professionals enable always trigger professionals_is_visible_kept,
  enable always trigger professionals_inserted, enable always trigger professionals_updated,
  enable always trigger professionals_deleted;
alter table professional_specializations enable always trigger professional_specializations_told;

-- Pictures that professionals show: one of themselves, some of their work, and some of one service. Their files are in
-- the image store, under the key. A work picture may show a service, too; a service's own goes with it. The order of a
-- professional's pictures has no gaps.
create table professional_pictures (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  service_id uuid,
  position integer not null default 0,
  storage_key text not null,
  alt text not null default '',
  caption text,
  width integer not null,
  height integer not null,
  -- What must not be lost where the picture is cut, in parts of its width and height.
  focus_x double precision not null default 0.5,
  focus_y double precision not null default 0.5,
  created_at timestamptz(3) not null default clock_now(),
  constraint professional_pictures_pkey primary key (professional_id, id),
  constraint professional_pictures_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint professional_pictures_service_id_fkey
    foreign key (professional_id, service_id) references services (professional_id, id),
  constraint professional_pictures_storage_key_key unique (storage_key),
  constraint professional_pictures_kind_check check (kind in ('profile', 'work', 'service')),
  constraint professional_pictures_service_id_check
    check (case kind when 'profile' then service_id is null when 'service' then service_id is not null else true end),
  constraint professional_pictures_position_check check (position >= 0),
  constraint professional_pictures_alt_check check (length(alt) <= 300),
  constraint professional_pictures_caption_check check (length(caption) <= 300),
  constraint professional_pictures_size_check check (width > 0 and height > 0),
  constraint professional_pictures_focus_check check (focus_x between 0 and 1 and focus_y between 0 and 1)
);
create unique index professional_pictures_profile_key on professional_pictures (professional_id) where kind = 'profile';
create index professional_pictures_position_idx on professional_pictures (professional_id, position, id);
create index professional_pictures_service_idx on professional_pictures (professional_id, service_id)
  where service_id is not null;
create trigger professional_pictures_refuse_former before insert on professional_pictures
  for each row execute function refuse_former_professional();

create function keep_card_pictures(changed uuid[]) returns void language plpgsql as $$
begin
  update professionals p set card_picture = card.picture
    from (
      select one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''), 'focus', jsonb_build_object('x', focus_x, 'y', focus_y))
        from professional_pictures where professional_id = one.id and kind <> 'profile' order by position, id limit 1
      ) as picture
      from unnest(changed) one (id)
    ) card
    where p.id = card.id and p.card_picture is distinct from card.picture;
  update services s set card_picture = card.picture
    from (
      select one.professional_id, one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''), 'focus', jsonb_build_object('x', focus_x, 'y', focus_y))
        from professional_pictures where professional_id = one.professional_id and service_id = one.id order by position, id limit 1
      ) as picture
      from services one where one.professional_id = any(changed)
    ) card
    where s.professional_id = card.professional_id and s.id = card.id and s.card_picture is distinct from card.picture;
end $$;

create function professional_pictures_written() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform keep_card_pictures(array(select distinct professional_id from new_rows)); end if;
  if tg_op <> 'INSERT' then perform keep_card_pictures(array(select distinct professional_id from old_rows)); end if;
  return null;
end $$;
create trigger professional_pictures_inserted after insert on professional_pictures
  referencing new table as new_rows for each statement execute function professional_pictures_written();
create trigger professional_pictures_updated after update on professional_pictures
  referencing old table as old_rows new table as new_rows for each statement execute function professional_pictures_written();
create trigger professional_pictures_deleted after delete on professional_pictures
  referencing old table as old_rows for each statement execute function professional_pictures_written();

-- Pictures of the marketplace itself, which admins upload.
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

-- Hours -------------------------------------------------------------------------------------------------------------

-- Single windows: an interval in which visits are offered, beside those of hours.
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
  constraint availability_length_check
    check (end_time >= start_time + interval '15 minutes' and end_time <= start_time + interval '24 hours'),
  constraint availability_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)
);
create index availability_id_idx on availability (id);
create index availability_end_time_idx on availability (professional_id, end_time) include (start_time, id);
create trigger availability_refuse_former before insert on availability
  for each row execute function refuse_former_professional();

-- Hours are rules in the wall clock (contract 8). A schedule has its week in one array: weekday (1 for Monday), start
-- and end in minutes since midnight, again and again.
create table hour_schedules (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  position smallint not null,
  starts_on date not null,
  ends_on date,
  every_weeks smallint not null,
  hours smallint[] not null,
  constraint hour_schedules_pkey primary key (professional_id, id),
  constraint hour_schedules_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint hour_schedules_position_check check (position between 0 and 7),
  constraint hour_schedules_days_check
    check (starts_on >= '2000-01-01' and coalesce(ends_on, starts_on) between starts_on and '2100-12-31'),
  constraint hour_schedules_every_weeks_check check (every_weeks between 1 and 8),
  constraint hour_schedules_hours_check check (cardinality(hours) % 3 = 0 and cardinality(hours) <= 7 * 6 * 3
    and 0 <= all (hours) and 1440 >= all (hours))
);
create trigger hour_schedules_refuse_former before insert on hour_schedules
  for each row execute function refuse_former_professional();

-- Dates with hours of their own: start and end of each stretch, in minutes; none at all is a day off.
create table hour_dates (
  professional_id uuid not null,
  date date not null,
  hours smallint[] not null,
  note text,
  constraint hour_dates_pkey primary key (professional_id, date),
  constraint hour_dates_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint hour_dates_hours_check check (cardinality(hours) % 2 = 0 and cardinality(hours) <= 6 * 2
    and 0 <= all (hours) and 1440 >= all (hours)),
  constraint hour_dates_note_check check (length(note) <= 200)
);
create trigger hour_dates_refuse_former before insert on hour_dates
  for each row execute function refuse_former_professional();

-- It may overlap bookings and itself, which busy_times refuses.
create table time_off (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  reason text,
  created_at timestamptz(3) not null default clock_now(),
  constraint time_off_pkey primary key (professional_id, id),
  constraint time_off_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint time_off_time_check check (isfinite(start_time) and isfinite(end_time)
    and end_time >= start_time + interval '5 minutes' and end_time <= start_time + interval '366 days'),
  constraint time_off_reason_check check (length(reason) <= 200)
);
create index time_off_end_time_idx on time_off (professional_id, end_time) include (start_time);
create trigger time_off_refuse_former before insert on time_off
  for each row execute function refuse_former_professional();

-- Calendars elsewhere, whose times count as time off. The address is a secret: encrypted, and compared by an HMAC. One
-- that was removed stays without it, so that removing it again is no mistake.
create table busy_calendars (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  host text not null,
  encrypted_url bytea,
  url_hmac bytea,
  etag text,
  -- For what the last answer was read: the end of the times and the zone. Only for the same is an ETag sent.
  read_for text,
  last_read_at timestamptz(3),
  failing_since timestamptz(3),
  problem text,
  -- Whether the professional was told that it fails.
  is_told boolean not null default false,
  next_read_at timestamptz(3) not null,
  -- Who reads it now, and until when nobody else does.
  reader uuid,
  reading_until timestamptz(3),
  created_at timestamptz(3) not null default clock_now(),
  removed_at timestamptz(3),
  constraint busy_calendars_pkey primary key (professional_id, id),
  constraint busy_calendars_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint busy_calendars_url_key unique (professional_id, url_hmac),
  constraint busy_calendars_name_check check (length(name) between 1 and 100),
  constraint busy_calendars_removed_check
    check (removed_at is not null or encrypted_url is not null and url_hmac is not null),
  constraint busy_calendars_failing_check check ((failing_since is null) = (problem is null))
);
create index busy_calendars_next_read_idx on busy_calendars (next_read_at) where removed_at is null;
create index busy_calendars_failing_idx on busy_calendars (failing_since) where not is_told and removed_at is null;
create trigger busy_calendars_refuse_former before insert on busy_calendars
  for each row execute function refuse_former_professional();

create table calendar_times (
  professional_id uuid not null,
  calendar_id uuid not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  constraint calendar_times_pkey primary key (professional_id, calendar_id, start_time),
  constraint calendar_times_calendar_id_fkey
    foreign key (professional_id, calendar_id) references busy_calendars (professional_id, id) on delete cascade,
  constraint calendar_times_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time))
);
create index calendar_times_end_time_idx on calendar_times (professional_id, end_time) include (start_time);

create table calendar_refreshes (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  created_at timestamptz(3) not null default clock_now(),
  constraint calendar_refreshes_pkey primary key (professional_id, id),
  constraint calendar_refreshes_professional_id_fkey foreign key (professional_id) references professionals (id)
);
create index calendar_refreshes_created_idx on calendar_refreshes (professional_id, created_at desc);

-- Bookings ----------------------------------------------------------------------------------------------------------

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
  -- The client who proved that a guest's address is theirs.
  claimed_by uuid,
  -- A guest whom the professional has forgotten: the row stays for the bookings, without anything of the person.
  forgotten_at timestamptz(3),
  constraint contacts_pkey primary key (professional_id, id),
  constraint contacts_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint contacts_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint contacts_claimed_by_fkey foreign key (claimed_by) references clients (id) on delete set null,
  constraint contacts_client_check check (client_id is null or
    (client_id = id and name is null and phone_number is null and email is null and forgotten_at is null)),
  constraint contacts_guest_check check (client_id is not null or length(name) between 1 and 200),
  constraint contacts_phone_number_check check (phone_number ~ '^[0-9]{6,20}$'),
  constraint contacts_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint contacts_notes_check check (length(notes) <= 5000)
);
create index contacts_email_idx on contacts (email) where email is not null;
create index contacts_client_id_idx on contacts (client_id) where client_id is not null;
create index contacts_claimed_by_idx on contacts (claimed_by) where claimed_by is not null;

-- Standing appointments; their visits are bookings.
create table series (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  every_weeks smallint not null,
  -- How many were made, cancelled ones included.
  visits smallint not null,
  -- Whether its professional was told that few are left, since the last ones were made.
  is_end_told boolean not null default false,
  created_at timestamptz(3) not null default clock_now(),
  constraint series_pkey primary key (id, professional_id),
  constraint series_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint series_every_weeks_check check (every_weeks between 1 and 12)
);

-- Files of contacts that a professional brought in; dry runs stand here to be counted.
create table contact_imports (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  is_dry_run boolean not null,
  created_at timestamptz(3) not null default clock_now(),
  undone_at timestamptz(3),
  constraint contact_imports_pkey primary key (professional_id, id),
  constraint contact_imports_professional_id_fkey foreign key (professional_id) references professionals (id)
);
create index contact_imports_created_idx on contact_imports (professional_id, is_dry_run, created_at desc);
create trigger contact_imports_refuse_former before insert on contact_imports
  for each row execute function refuse_former_professional();

-- What an import put into a contact, kept as long as it can be taken back: all of one that it made, else the fields that
-- were empty and the notes that were added.
create table imported_contacts (
  professional_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  is_made boolean not null,
  name text,
  phone_number text,
  email text,
  notes text,
  constraint imported_contacts_pkey primary key (professional_id, import_id, contact_id),
  constraint imported_contacts_import_id_fkey
    foreign key (professional_id, import_id) references contact_imports (professional_id, id) on delete cascade,
  constraint imported_contacts_contact_id_fkey
    foreign key (professional_id, contact_id) references contacts (professional_id, id) on delete cascade
);
create index imported_contacts_contact_idx on imported_contacts (professional_id, contact_id);

-- Room is left in each page: a request for another time changes no indexed column, and stays there with its booking.
create table bookings (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  client_id uuid,
  -- Whom the professional wrote in, also after the guest's address has become a client's.
  guest_id uuid,
  written_in boolean not null default false,
  availability_id uuid,
  -- Whether its professional chose the time, without regard to windows.
  placed_by_professional boolean not null default false,
  status text not null default 'pending',
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  -- The parts of the visit that take the professional's time; null for all of it.
  segments tstzmultirange,
  previous_start_time timestamptz(3),
  total_price_cents integer not null,
  -- What was asked to be paid ahead, which has a row of `deposits`; null where nothing was.
  deposit_cents integer,
  notes text,
  -- The professional's rules of cancelling, as they were when it was booked.
  cancellation_cutoff_hours smallint not null default 0,
  cancellation_policy text,
  -- Until then at least its client may cancel, whatever the cut-off: it was moved on their word, as one of a series, or to an
  -- earlier time that was offered.
  cancel_not_before timestamptz(3),
  -- The standing appointment that it is a visit of, and its place by making, from 1.
  series_id uuid,
  series_position smallint,
  -- Until when a pending booking may be confirmed: created plus BOOKING_PENDING_TTL_HOURS, at the latest its start.
  expires_at timestamptz(3) not null,
  -- When the system has to act next: expiry of a pending, completion of a confirmed booking; nothing afterwards.
  due_at timestamptz(3),
  -- When the reminder of a confirmed booking is due; nothing once it was written, or where none is sent.
  reminder_at timestamptz(3),
  -- The pending request for another time. That there is one alone is decided under the booking's lock.
  reschedule_id uuid,
  cancelled_by text,
  cancelled_at timestamptz(3),
  cancel_reason text,
  no_show boolean not null default false,
  -- Counts the transitions.
  version integer not null default 0,
  -- SEQUENCE in calendar files and feeds: raised by every change that a calendar shows.
  sequence integer not null default 0,
  -- The key of its calendar files' addresses, one for each side.
  calendar_secret uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default clock_now(),
  updated_at timestamptz(3) not null default clock_now(),
  -- Ids grow with time, so that this index grows at its end.
  constraint bookings_pkey primary key (id, professional_id),
  constraint bookings_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint bookings_client_id_fkey foreign key (client_id) references clients (id),
  constraint bookings_guest_id_fkey foreign key (professional_id, guest_id) references contacts (professional_id, id),
  constraint bookings_series_id_fkey foreign key (professional_id, series_id) references series (professional_id, id),
  constraint bookings_series_check check ((series_id is null) = (series_position is null)),
  constraint bookings_availability_id_fkey foreign key (professional_id, availability_id)
    references availability (professional_id, id) on delete set null (availability_id),
  constraint bookings_person_check check (client_id is not null or guest_id is not null),
  constraint bookings_guest_check check (guest_id is null or written_in),
  constraint bookings_status_check check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  constraint bookings_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  -- Ten services of at most 1,440 minutes each.
  constraint bookings_length_check check (end_time <= start_time + interval '14400 minutes'),
  constraint bookings_segments_check
    check (not isempty(segments) and segments <@ tstzmultirange(tstzrange(start_time, end_time))),
  constraint bookings_total_price_cents_check check (total_price_cents between 0 and 10000000),
  constraint bookings_deposit_cents_check check (deposit_cents between 1 and total_price_cents),
  constraint bookings_notes_check check (length(notes) <= 10000),
  constraint bookings_cancel_reason_check check (length(cancel_reason) <= 500),
  constraint bookings_cancelled_by_check check ((status = 'cancelled') = (cancelled_by is not null)
    and cancelled_by in ('client', 'professional', 'admin', 'system')),
  constraint bookings_cancelled_at_check check (cancelled_at is null or status = 'cancelled'),
  constraint bookings_due_at_check check ((due_at is not null) = (status in ('pending', 'confirmed')))
) with (fillfactor = 90);
create index bookings_professional_idx on bookings (professional_id, start_time desc, id desc);
-- A new booking looks at all that its client has to come, and at what they made lately: this index alone tells it.
create index bookings_of_client_made_idx on bookings (client_id, start_time desc, id desc)
  include (status, professional_id, created_at, written_in);
create index bookings_guest_idx on bookings (professional_id, guest_id, start_time desc) where guest_id is not null;
create index bookings_series_idx on bookings (series_id, professional_id) where series_id is not null;
create index bookings_due_at_idx on bookings (due_at) where due_at is not null;
create index bookings_reminder_at_idx on bookings (reminder_at) where reminder_at is not null;

-- What was booked, as it was when it was booked; each service once.
create table booking_services (
  professional_id uuid not null,
  booking_id uuid not null,
  position smallint not null,
  service_id uuid not null,
  name text not null,
  price_cents integer not null,
  service_duration_minutes integer not null,
  constraint booking_services_pkey primary key (booking_id, service_id, professional_id),
  constraint booking_services_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint booking_services_service_id_fkey
    foreign key (professional_id, service_id) references services (professional_id, id),
  constraint booking_services_position_check check (position between 0 and 9)
);

-- What became of a booking's deposit (contract 13). Saluni holds no money: both sides say what they did.
create table deposits (
  professional_id uuid not null,
  booking_id uuid not null,
  status text not null default 'due',
  -- By which the professional finds the payment on their account.
  reference text not null,
  -- Where it is paid to, as the client was shown it; gone with the professional's account.
  pay_to jsonb,
  asked_at timestamptz(3) not null default clock_now(),
  said_paid_at timestamptz(3),
  received_at timestamptz(3),
  -- Stays once a refund was due, also where it turned out that nothing had come.
  refund_by timestamptz(3),
  refund_to jsonb,
  refunded_at timestamptz(3),
  -- When the client is reminded to pay, or the professional to refund.
  remind_at timestamptz(3),
  constraint deposits_pkey primary key (booking_id, professional_id),
  constraint deposits_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint deposits_professional_id_reference_key unique (professional_id, reference),
  constraint deposits_status_check check (status in ('due', 'said_paid', 'received', 'applied', 'waived', 'released',
    'refund_due', 'refunded', 'kept')),
  constraint deposits_reference_check check (reference ~ '^[A-HJKMNP-RT-Y346789]{6}$'),
  constraint deposits_refund_check check (status not in ('refund_due', 'refunded') or refund_by is not null),
  constraint deposits_refunded_at_check check ((status = 'refunded') = (refunded_at is not null)),
  constraint deposits_remind_at_check check (remind_at is null or status in ('due', 'said_paid', 'refund_due'))
);
create index deposits_open_idx on deposits (status, professional_id) where status in ('due', 'said_paid', 'refund_due');
create index deposits_remind_at_idx on deposits (remind_at) where remind_at is not null;

-- Whatever confirms, completes, cancels or marks a booking moves its deposit along, as `depositAfter` of the shared
-- rules says: one that is confirmed unpaid is waived, one that ends may have to be given back within 7 days.
create function move_deposit() returns trigger language plpgsql as $$
begin
  update deposits d set
    status = moved.status,
    received_at = case when moved.status = 'received' then coalesce(d.received_at, clock_now()) else d.received_at end,
    refund_by = case when moved.status = 'refund_due' then clock_now() + interval '7 days' else d.refund_by end,
    remind_at = case when moved.status = 'refund_due' then clock_now() + interval '3 days' end
  from (
    select case
      when new.status = 'confirmed' and status = 'due' then 'waived'
      when new.status = 'confirmed' and status = 'said_paid' then 'received'
      when new.status = 'cancelled' and status = 'due' then 'released'
      when new.status = 'cancelled' and status in ('said_paid', 'received') then 'refund_due'
      when new.status <> 'cancelled' and status in ('received', 'applied', 'kept') then case
        when new.no_show then 'kept' when new.status = 'completed' then 'applied' else 'received' end
      else status end as status
    from deposits where professional_id = new.professional_id and booking_id = new.id for no key update
  ) moved
  where d.professional_id = new.professional_id and d.booking_id = new.id and d.status <> moved.status;
  return null;
end $$;
create trigger bookings_move_deposit after update of status, no_show on bookings for each row
  when (new.deposit_cents is not null and (old.status, old.no_show) is distinct from (new.status, new.no_show))
  execute function move_deposit();

-- Who asked for another time, and what became of it. A request is found by its id, by its booking and by its client, and
-- a pending one by what it holds: with room in its page an answer changes no index.
create table reschedules (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  -- Of a client's request, for the limits of bookings; the booking has the key that is checked.
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
  constraint reschedules_pkey primary key (id, professional_id),
  constraint reschedules_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint reschedules_requested_by_check check (requested_by in ('client', 'professional')),
  constraint reschedules_status_check check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  constraint reschedules_answered_at_check check ((answered_at is null) = (status = 'pending')),
  constraint reschedules_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  constraint reschedules_segments_check
    check (not isempty(segments) and segments <@ tstzmultirange(tstzrange(start_time, end_time))),
  constraint reschedules_message_check check (length(message) <= 500)
) with (fillfactor = 80);
create index reschedules_booking_idx on reschedules (professional_id, booking_id, created_at desc, id desc);
create index reschedules_client_idx on reschedules (client_id, created_at) where client_id is not null;

-- The cancellation list (contract 12): who waits for a time with a professional, for services or for an earlier time of
-- a booking that stays until it moves.
create table cancellation_list_entries (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  client_id uuid not null,
  status text not null default 'waiting',
  -- In the order chosen; an earlier time is for those of its booking.
  service_ids uuid[] not null,
  is_earlier boolean not null default false,
  -- The booking that is to be earlier, or the one that it became.
  booking_id uuid,
  windows tstzmultirange not null,
  note text,
  -- Offers in a row that expired unanswered.
  unanswered smallint not null default 0,
  created_at timestamptz(3) not null default clock_now(),
  ended_at timestamptz(3),
  constraint cancellation_list_entries_pkey primary key (id, professional_id),
  constraint cancellation_list_entries_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint cancellation_list_entries_client_id_fkey foreign key (client_id) references clients (id),
  constraint cancellation_list_entries_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint cancellation_list_entries_status_check check (status in ('waiting', 'paused', 'booked', 'left', 'ended')),
  constraint cancellation_list_entries_ended_at_check check ((ended_at is null) = (status in ('waiting', 'paused'))),
  constraint cancellation_list_entries_booking_check
    check (case when is_earlier then booking_id is not null else (booking_id is not null) = (status = 'booked') end),
  constraint cancellation_list_entries_services_check check (is_earlier = (cardinality(service_ids) = 0)),
  constraint cancellation_list_entries_windows_check check (not isempty(windows)),
  constraint cancellation_list_entries_note_check check (length(note) <= 500)
);
create unique index cancellation_list_entries_earlier_key on cancellation_list_entries (booking_id, professional_id)
  where is_earlier and status in ('waiting', 'paused');
create index cancellation_list_entries_waiting_idx on cancellation_list_entries (professional_id, created_at, id)
  where status in ('waiting', 'paused');
create index cancellation_list_entries_client_idx on cancellation_list_entries (client_id, created_at desc, id desc);
create trigger cancellation_list_entries_refuse_former before insert on cancellation_list_entries
  for each row execute function refuse_former_professional();

-- Whose list is to be gone through, and when at the latest: at once where `version` is not that of slot_versions.
create table cancellation_lists (
  professional_id uuid not null,
  version bigint not null default 0,
  look_at timestamptz(3) not null default clock_now(),
  constraint cancellation_lists_pkey primary key (professional_id),
  constraint cancellation_lists_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade
);

-- A time that one entry of the list is offered; nobody else can book it until the offer ends.
create table openings (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  entry_id uuid not null,
  status text not null default 'offered',
  -- Whether the professional offered it, not the system.
  by_hand boolean not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  -- The parts that take the professional's time; null for all of it.
  segments tstzmultirange,
  -- When this start became free; each next entry in line is offered it with the same instant.
  freed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The system does not offer such a start to that entry again; the professional may.
  withdrawn_by_professional boolean not null default false,
  constraint openings_pkey primary key (id, professional_id),
  constraint openings_entry_id_fkey
    foreign key (entry_id, professional_id) references cancellation_list_entries (id, professional_id) on delete cascade,
  constraint openings_status_check check (status in ('offered', 'accepted', 'passed', 'expired', 'withdrawn')),
  constraint openings_ended_at_check check ((ended_at is null) = (status = 'offered')),
  constraint openings_time_check check (end_time > start_time and expires_at <= start_time and isfinite(end_time)),
  constraint openings_segments_check
    check (not isempty(segments) and segments <@ tstzmultirange(tstzrange(start_time, end_time)))
);
create unique index openings_offered_key on openings (entry_id, professional_id) where status = 'offered';
create index openings_entry_idx on openings (professional_id, entry_id, created_at);
create index openings_expires_at_idx on openings (expires_at) where status = 'offered';
create index openings_accepted_idx on openings (ended_at) where status = 'accepted';

-- When a professional is taken. The rows of a booking stand from pending to completed and go when it is cancelled; a
-- pending request for another time and an open offer of the cancellation list hold theirs with rows of their own.
-- Times of calendars elsewhere stand in calendar_times. The foreign keys are checked at the end of the statement, so
-- that one statement writes both sides.
create table busy_times (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null default 'booking',
  booking_id uuid,
  reschedule_id uuid,
  opening_id uuid,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  constraint busy_times_pkey primary key (id, professional_id),
  constraint busy_times_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint busy_times_reschedule_id_fkey
    foreign key (professional_id, reschedule_id) references reschedules (professional_id, id) on delete cascade,
  constraint busy_times_opening_id_fkey
    foreign key (opening_id, professional_id) references openings (id, professional_id) on delete cascade,
  constraint busy_times_kind_check
    check (kind in ('booking', 'hold', 'outside') and (kind <> 'booking' or booking_id is not null)),
  -- A hold is for a request or for an offer. One for an offer names no booking, not even the one that would move there:
  -- otherwise the free times of that booking would show the offered time as its own.
  constraint busy_times_hold_check check ((kind = 'hold') = (num_nonnulls(reschedule_id, opening_id) = 1)
    and (reschedule_id is null or booking_id is not null) and (opening_id is null or booking_id is null)),
  constraint busy_times_time_check check (end_time > start_time and isfinite(start_time) and isfinite(end_time)),
  constraint busy_times_no_overlap exclude using gist (professional_id with =, tstzrange(start_time, end_time) with &&)
);
create index busy_times_start_idx on busy_times (professional_id, start_time) include (end_time);
create index busy_times_of_booking_idx on busy_times (booking_id, professional_id) where booking_id is not null;
create index busy_times_reschedule_idx on busy_times (professional_id, reschedule_id) where reschedule_id is not null;
create index busy_times_opening_idx on busy_times (professional_id, opening_id) where opening_id is not null;

-- A live booking must be covered by its own busy times when its transaction ends, and the new time of a pending request
-- by those and what it holds, whoever wrote them. What a request held, when it goes, uncovers no booking.
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

create function check_booking_is_covered() returns trigger language plpgsql as $$
declare
  of_professional uuid;
  of_booking uuid;
  covers boolean := true;
  is_uncovered boolean;
  has_request boolean := true;
begin
  if tg_table_name = 'bookings' then
    of_professional := new.professional_id;
    of_booking := new.id;
  else
    of_professional := old.professional_id;
    of_booking := old.booking_id;
    covers := old.kind = 'booking';
  end if;
  if covers then
    select b.reschedule_id is not null, b.status in ('pending', 'confirmed') and not coalesce(
        (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t
         where t.professional_id = of_professional and t.booking_id = of_booking and t.kind = 'booking')
        @> coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)
      into has_request, is_uncovered
      from bookings b where b.professional_id = of_professional and b.id = of_booking;
    if is_uncovered then
      raise exception 'a live booking must be covered by its busy times'
        using errcode = 'check_violation', constraint = 'bookings_covered_by_busy_times', table = 'bookings';
    end if;
  end if;
  if tg_table_name = 'busy_times' and has_request then
    perform check_request_is_held(of_professional, of_booking);
  end if;
  return null;
end $$;
create constraint trigger bookings_covered_by_busy_times
  after insert or update of status, start_time, end_time, segments, professional_id, id on bookings
  deferrable initially deferred for each row when (new.status in ('pending', 'confirmed'))
  execute function check_booking_is_covered();
create constraint trigger busy_times_cover_bookings
  after delete or update of professional_id, booking_id, start_time, end_time on busy_times
  deferrable initially deferred for each row when (old.booking_id is not null)
  execute function check_booking_is_covered();

create function check_request() returns trigger language plpgsql as $$
begin
  perform check_request_is_held(new.professional_id, new.booking_id);
  return null;
end $$;
create constraint trigger reschedules_held_by_busy_times
  after insert or update of status, start_time, end_time, segments on reschedules
  deferrable initially deferred for each row when (new.status = 'pending') execute function check_request();

-- Whatever confirms, cancels or completes a booking ends its pending request and gives the held time back. An answer has
-- changed the request already.
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

-- One review a booking. A hidden one that its author deletes stays without its text, so that it is not written again.
create table reviews (
  id uuid not null default uuidv7(),
  professional_id uuid not null,
  booking_id uuid not null,
  client_id uuid not null,
  stars integer not null,
  text text,
  created_at timestamptz(3) not null default clock_now(),
  edited_at timestamptz(3),
  reply text,
  replied_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_reason text,
  reply_hidden_at timestamptz(3),
  reply_hidden_reason text,
  -- When an admin last hid or showed it or its reply: later reports are new.
  decided_at timestamptz(3),
  deleted_at timestamptz(3),
  constraint reviews_pkey primary key (id, professional_id),
  constraint reviews_booking_id_key unique (booking_id, professional_id),
  constraint reviews_booking_id_fkey foreign key (professional_id, booking_id) references bookings (professional_id, id),
  constraint reviews_client_id_fkey foreign key (client_id) references clients (id),
  constraint reviews_stars_check check (stars between 1 and 5),
  constraint reviews_deleted_check check (deleted_at is null or text is null and reply is null)
);
create index reviews_professional_idx on reviews (professional_id, created_at, id) where hidden_at is null and deleted_at is null;
create index reviews_client_idx on reviews (client_id, professional_id);

create table review_reports (
  id uuid not null default uuidv7(),
  professional_id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  -- Whether the reply is meant.
  reply boolean not null,
  reason text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint review_reports_pkey primary key (id, professional_id),
  constraint review_reports_key unique (review_id, user_id, reply, professional_id),
  constraint review_reports_review_id_fkey
    foreign key (review_id, professional_id) references reviews (id, professional_id) on delete cascade,
  constraint review_reports_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index review_reports_user_idx on review_reports (user_id, created_at);

-- How many bookings that ended, walk-ins among them, have which status is the sum of its rows here, so that an admin's
-- overview need not read them all; live ones are counted along bookings_due_at_idx. A change adds rows, so that no
-- writer waits for another; the worker's clean-up replaces them by their sums.
create table ended_booking_counts (
  id bigint generated always as identity,
  status text not null,
  written_in boolean not null,
  bookings integer not null,
  constraint ended_booking_counts_pkey primary key (id)
);

-- A calendar keeps the entry with the highest SEQUENCE: another name or place raises that of what is still to come.
create function raise_sequences() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'professionals' then
    update bookings set sequence = sequence + 1, updated_at = clock_now()
      where professional_id = new.id and status in ('pending', 'confirmed');
  elsif tg_table_name = 'clients' then
    update bookings set sequence = sequence + 1, updated_at = clock_now()
      where client_id = new.id and status in ('pending', 'confirmed');
  else
    update bookings set sequence = sequence + 1, updated_at = clock_now()
      where professional_id = new.professional_id and guest_id = new.id and status in ('pending', 'confirmed');
  end if;
  return null;
end $$;
create trigger professionals_sequences after update on professionals for each row when (
  (new.display_name, new.location, new.time_zone) is distinct from (old.display_name, old.location, old.time_zone)
) execute function raise_sequences();
create trigger clients_sequences after update on clients for each row when (
  (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name)
) execute function raise_sequences();
create trigger contacts_sequences after update on contacts for each row when (new.name is distinct from old.name)
  execute function raise_sequences();

create function count_bookings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('completed', 'cancelled') then
    insert into ended_booking_counts (status, written_in, bookings) values (old.status, old.written_in, -1);
  end if;
  if tg_op <> 'DELETE' and new.status in ('completed', 'cancelled') then
    insert into ended_booking_counts (status, written_in, bookings) values (new.status, new.written_in, 1);
  end if;
  return null;
end $$;
create trigger bookings_inserted after insert on bookings
  for each row when (new.status in ('completed', 'cancelled')) execute function count_bookings();
create trigger bookings_deleted after delete on bookings
  for each row when (old.status in ('completed', 'cancelled')) execute function count_bookings();
create trigger bookings_status_updated after update of status on bookings for each row
  when (old.status <> new.status and (old.status in ('completed', 'cancelled') or new.status in ('completed', 'cancelled')))
  execute function count_bookings();

create function count_bookings_now() returns table (status text, written_in boolean, bookings bigint)
language sql stable as $$
  select status, written_in, bookings from ended_booking_counts
  union all
  select status, written_in, count(*) from bookings where due_at is not null group by status, written_in
$$;

-- The transaction that last changed anything from which a professional's slots follow, besides services. Whoever keeps
-- slots reads the versions that are not older than the oldest transaction still open at the last look
-- (pg_snapshot_xmin): none is missed, whatever the order of commits. Half-empty pages keep its updates in place.
create table slot_versions (
  professional_id uuid not null,
  version bigint not null,
  constraint slot_versions_pkey primary key (professional_id),
  constraint slot_versions_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade
) with (fillfactor = 50);

-- Rows of several professionals in one order, against deadlocks.
create function raise_slot_versions() returns trigger language plpgsql as $$
begin
  insert into slot_versions as known (professional_id, version)
    select professional_id, pg_current_xact_id()::text::bigint from changed group by professional_id order by professional_id
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;
do $$
declare
  source text;
begin
  foreach source in array array['availability', 'busy_times', 'hour_schedules', 'hour_dates', 'time_off', 'calendar_times'] loop
    execute format('create trigger %1$s_version_inserted after insert on %1$s referencing new table as changed
      for each statement execute function raise_slot_versions()', source);
    execute format('create trigger %1$s_version_updated after update on %1$s referencing new table as changed
      for each statement execute function raise_slot_versions()', source);
    execute format('create trigger %1$s_version_deleted after delete on %1$s referencing old table as changed
      for each statement execute function raise_slot_versions()', source);
  end loop;
end $$;

-- Busy times that ended two days ago are pruned: no slots follow from those, and nobody need read them again.
create function raise_slot_versions_ahead() returns trigger language plpgsql as $$
begin
  insert into slot_versions as known (professional_id, version)
    select professional_id, pg_current_xact_id()::text::bigint from changed where end_time > clock_now() - interval '1 day'
    group by professional_id order by professional_id
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;
create or replace trigger busy_times_version_deleted after delete on busy_times referencing old table as changed
  for each statement execute function raise_slot_versions_ahead();

create function raise_slot_version_of_settings() returns trigger language plpgsql as $$
begin
  insert into slot_versions as known (professional_id, version) values (new.id, pg_current_xact_id()::text::bigint)
    on conflict (professional_id) do update set version = excluded.version where known.version <> excluded.version;
  return null;
end $$;
create trigger professionals_version after update on professionals for each row when (
  (old.time_zone, old.slot_interval_minutes, old.min_notice_minutes, old.buffer_minutes, old.booking_horizon_days,
    old.closed_on_holidays_of, old.is_active, old.user_is_active) is distinct from
  (new.time_zone, new.slot_interval_minutes, new.min_notice_minutes, new.buffer_minutes, new.booking_horizon_days,
    new.closed_on_holidays_of, new.is_active, new.user_is_active)
) execute function raise_slot_version_of_settings();

-- Messages ----------------------------------------------------------------------------------------------------------

-- One thread a pair (contract 15). A side whose account ended leaves its row without a name as long as the other side's
-- messages need it.
create table threads (
  id uuid not null default uuidv7(),
  professional_id uuid not null,
  client_id uuid not null,
  -- The client's last request, and when the professional answered it; nothing where bookings alone opened the thread.
  requested_at timestamptz(3),
  answered_at timestamptz(3),
  last_sent_at timestamptz(3) not null default clock_now(),
  constraint threads_pkey primary key (id, professional_id),
  constraint threads_pair_key unique (professional_id, client_id),
  constraint threads_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint threads_client_id_fkey foreign key (client_id) references clients (id),
  constraint threads_answered_at_check check (answered_at is null or requested_at is not null)
);
create index threads_client_idx on threads (client_id);

-- What each of the two sides of a thread has read, whether it blocks, and its mail about what is unread.
create table thread_sides (
  professional_id uuid not null,
  thread_id uuid not null,
  side text not null,
  id uuid not null default uuidv7(),
  -- The newest message that it has read, as ids never run back within a thread, and how many of the other side's are not.
  read_id uuid,
  unread integer not null default 0,
  blocked_at timestamptz(3),
  -- When its mail is due: five minutes after the first unread message that was not mailed.
  mail_at timestamptz(3),
  -- The newest message when it was mailed last: older ones are not mailed again.
  mailed_id uuid,
  constraint thread_sides_pkey primary key (thread_id, side, professional_id),
  constraint thread_sides_id_key unique (id, professional_id),
  constraint thread_sides_thread_id_fkey
    foreign key (thread_id, professional_id) references threads (id, professional_id) on delete cascade,
  constraint thread_sides_side_check check (side in ('client', 'professional'))
);
create index thread_sides_mail_at_idx on thread_sides (mail_at) where mail_at is not null;

-- `author_id` is a user, without a key: their account's end deletes what they wrote.
create table messages (
  professional_id uuid not null,
  thread_id uuid not null,
  id uuid not null,
  side text not null,
  author_id uuid not null,
  text text not null,
  -- Whether it asked a professional to whom no thread was open.
  is_request boolean not null default false,
  sent_at timestamptz(3) not null default clock_now(),
  deleted_at timestamptz(3),
  constraint messages_pkey primary key (thread_id, id, professional_id),
  constraint messages_thread_id_fkey
    foreign key (thread_id, professional_id) references threads (id, professional_id) on delete cascade,
  constraint messages_side_check check (side in ('client', 'professional')),
  constraint messages_text_check check (length(text) <= 2000),
  constraint messages_deleted_check check (deleted_at is null or text = '')
);
-- How many somebody sent lately.
create index messages_author_idx on messages (author_id, sent_at desc);

-- The id of a thread's next message. Needs the thread's lock; the clock of another process may be behind the last one's.
create function next_message_id(thread uuid) returns uuid language sql volatile as $$
  select uuidv7(greatest(interval '0', uuid_extract_timestamp(last.id) + interval '2 ms' - clock_timestamp()))
  from (select 1) one left join lateral (select id from messages where thread_id = thread order by id desc limit 1) last on true
$$;

-- Uploaded by a user, and shown by a message once it is sent. Without `storage_key` its files are gone: the row stays for
-- a day, to be counted. What a report shows keeps its files until that is closed.
create table message_pictures (
  id uuid not null default uuidv7(),
  user_id uuid,
  thread_id uuid,
  message_id uuid,
  position smallint,
  storage_key text,
  width integer not null,
  height integer not null,
  created_at timestamptz(3) not null default clock_now(),
  removed_at timestamptz(3),
  constraint message_pictures_pkey primary key (id),
  constraint message_pictures_storage_key_key unique (storage_key),
  constraint message_pictures_user_id_fkey foreign key (user_id) references users (id) on delete set null,
  constraint message_pictures_sent_check check (num_nulls(thread_id, message_id, position) in (0, 3)),
  constraint message_pictures_size_check check (width > 0 and height > 0)
);
create index message_pictures_message_idx on message_pictures (thread_id, message_id) where message_id is not null;
create index message_pictures_user_idx on message_pictures (user_id, created_at desc);
create index message_pictures_unsent_idx on message_pictures (created_at) where message_id is null or removed_at is not null;

-- A side's report, with the messages as they were; they go when an admin closes it. It outlives the thread.
create table thread_reports (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  thread_id uuid not null,
  client_id uuid not null,
  side text not null,
  reason text not null,
  messages jsonb not null,
  picture_ids uuid[] not null,
  reported_at timestamptz(3) not null default clock_now(),
  closed_at timestamptz(3),
  constraint thread_reports_pkey primary key (id, professional_id),
  constraint thread_reports_side_check check (side in ('client', 'professional')),
  constraint thread_reports_reason_check check (length(reason) <= 500)
);
create unique index thread_reports_open_key on thread_reports (thread_id, side, professional_id) where closed_at is null;
create index thread_reports_open_idx on thread_reports (reported_at, id) where closed_at is null;

-- What follows ------------------------------------------------------------------------------------------------------

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
-- Rows that were given up: metrics and the admin's overview count them, few among millions.
create index outbox_dead_at_idx on outbox (dead_at) where dead_at is not null;

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
  -- A mail server that is away, or asks to wait, uses up no attempt: this counts how often. After three days such an
  -- e-mail is dead, counted from when it was written or made due again.
  deferrals integer not null default 0,
  revived_at timestamptz(3),
  -- One process at a time tries to send it: the others leave it alone until then.
  sending_until timestamptz(3),
  -- An attempt whose end nobody saw may have delivered it: its process was killed, or the connection broke before the
  -- mail server's answer.
  outcome_unknown boolean not null default false,
  last_error text,
  sent_at timestamptz(3),
  dead_at timestamptz(3),
  -- It came too late to be of use: neither sent nor dead.
  skipped_at timestamptz(3),
  skip_reason text,
  -- A push that waits for the morning, and the one of the same browser that tells it, too.
  held boolean not null default false,
  told_with uuid,
  constraint deliveries_pkey primary key (id),
  constraint deliveries_event_channel_recipient_key unique (event_id, channel, recipient),
  constraint deliveries_channel_check check (channel in ('mail', 'push')),
  constraint deliveries_ended_check check (num_nonnulls(sent_at, dead_at, skipped_at) <= 1),
  constraint deliveries_skip_reason_check check ((skipped_at is null) = (skip_reason is null))
);
create index deliveries_open_idx on deliveries (next_attempt_at)
  where sent_at is null and dead_at is null and skipped_at is null;
create index deliveries_held_idx on deliveries (recipient)
  where held and sent_at is null and dead_at is null and skipped_at is null;
create index deliveries_told_with_idx on deliveries (told_with) where told_with is not null;
create index deliveries_dead_at_idx on deliveries (dead_at) where dead_at is not null;
-- How many mails of these kinds somebody got lately.
create index deliveries_waitlist_idx on deliveries (recipient, created_at) where template = 'waitlist';
create index deliveries_email_change_idx on deliveries (recipient) where template = 'email_change';
create index deliveries_password_reset_idx on deliveries (recipient, created_at) where template = 'password_reset';
create index deliveries_new_device_idx on deliveries (recipient, created_at) where template = 'new_device';
-- Whether a booking's request, or its other time, was mailed.
create index deliveries_request_idx on deliveries ((payload ->> 'booking_id'))
  where template = 'booking' and payload ->> 'about' = 'requested';
create index deliveries_rescheduled_idx on deliveries ((payload ->> 'booking_id'))
  where template = 'booking' and payload ->> 'about' = 'rescheduled';

create table notifications (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  message text not null,
  booking_id uuid,
  thread_id uuid,
  -- What else it is about, by its type: an opening, or an entry of the cancellation list.
  subject_id uuid,
  is_read boolean not null default false,
  -- Not one of somebody whom only pushes tell of it: they get its text from here.
  in_app boolean not null default true,
  created_at timestamptz(3) not null default clock_now(),
  constraint notifications_pkey primary key (id),
  constraint notifications_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint notifications_user_event_type_key unique (user_id, event_id, type)
);
create index notifications_user_idx on notifications (user_id, created_at desc, id desc) where in_app;
-- Of a thread one unread at a time.
create unique index notifications_thread_key on notifications (user_id, thread_id) where thread_id is not null and not is_read;

-- One row a mail that a professional's walk-in causes, counted over a day.
create table walk_in_mails (
  id uuid not null default uuidv7(),
  professional_id uuid not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint walk_in_mails_pkey primary key (id),
  constraint walk_in_mails_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade
);
create index walk_in_mails_professional_idx on walk_in_mails (professional_id, created_at desc);

-- Addresses that want no mails about appointments that somebody wrote in for them, as SHA-256 alone.
create table unsubscribed_addresses (
  address_hash text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint unsubscribed_addresses_pkey primary key (address_hash),
  constraint unsubscribed_addresses_hash_check check (address_hash ~ '^[0-9a-f]{64}$')
);

-- Signs the unsubscribe links of e-mails, so that they work for as long as the e-mail is kept and need no row each. Made
-- here, known to nobody.
create table signing_keys (
  purpose text not null,
  key bytea not null,
  constraint signing_keys_pkey primary key (purpose),
  constraint signing_keys_purpose_check check (purpose in ('unsubscribe')),
  constraint signing_keys_key_check check (length(key) = 32)
);
insert into signing_keys (purpose, key)
values ('unsubscribe', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table calendar_feeds (
  user_id uuid not null,
  secret_hash text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint calendar_feeds_pkey primary key (user_id),
  constraint calendar_feeds_secret_hash_key unique (secret_hash),
  constraint calendar_feeds_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint calendar_feeds_secret_hash_check check (secret_hash ~ '^[0-9a-f]{64}$')
);

-- Searches that found nothing, by their words and place: never who asked.
create table empty_searches (
  day date not null,
  search text not null,
  location text not null,
  searches integer not null,
  constraint empty_searches_pkey primary key (day, search, location),
  constraint empty_searches_bounds_check
    check (length(search) <= 200 and length(location) <= 400 and search || location <> '' and searches >= 1)
);

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
  constraint feedback_comments_check check (length(confusing_comment) <= 2000 and length(smooth_comment) <= 2000
    and length(switch_reason_comment) <= 2000)
);
create index feedback_created_at_idx on feedback (created_at desc, id desc);
-- How much feedback a user has sent within an hour (FEEDBACK_PER_HOUR).
create index feedback_of_user_idx on feedback (user_id, created_at desc);

-- What the process needs --------------------------------------------------------------------------------------------

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

-- Requests counted per minute; unlogged, because losing a minute's count harms nobody.
create unlogged table request_counts (
  key text not null,
  minute bigint not null,
  requests integer not null,
  constraint request_counts_pkey primary key (key, minute)
);

-- Rows that the system failed to move when they were due, with the pause until the next attempt. The due time itself
-- stays where the rules read it.
create table postponed_moves (
  move text not null,
  row_id uuid not null,
  attempts integer not null default 1,
  last_error text not null,
  next_attempt_at timestamptz(3) not null,
  constraint postponed_moves_pkey primary key (move, row_id),
  constraint postponed_moves_attempts_check check (attempts >= 1)
);

-- What admins did, on the screen or by the command line. Rows hold ids and no names: they stay when an account goes, and
-- then say nothing of the person.
create table audit_entries (
  id uuid not null default uuidv7(),
  -- Without a foreign key: the entry outlives the account. Null is the command line.
  actor_id uuid,
  action text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_now(),
  constraint audit_entries_pkey primary key (id),
  constraint audit_entries_action_check check (action ~ '^[a-z]+\.[a-z]+$')
);
create index audit_entries_created_at_idx on audit_entries (created_at desc, id desc);

-- Nobody edits or removes what was written; only the owner of the tables could, by dropping this.
create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed or deleted';
end $$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function audit_entries_stay();
