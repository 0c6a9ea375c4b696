-- Failures of each account from addresses that never logged in to it, the last 20 of them, and when the next guess from such an address may
-- be tried once they are too many. Keys are hashes of e-mail addresses, whether these have an account or not.
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
