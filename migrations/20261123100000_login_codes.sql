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

-- From which networks an account logged in, as hashes: codes that are asked for from there have room of their own.
create table login_networks (
  user_id uuid not null,
  network text not null,
  last_login_at timestamptz(3) not null default clock_now(),
  constraint login_networks_pkey primary key (user_id, network),
  constraint login_networks_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index login_networks_last_login_at_idx on login_networks (last_login_at);

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
